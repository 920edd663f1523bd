"""The state of one game: a NumPy record, so that copying, comparing and hashing it is trivial.

All nested types are ``np.record`` types: ``game.players[0].krones`` reads the same in numba and in
plain Python. Card fields hold *indices* into the compiled program (-1: none), not printed numbers.
"""

import numba
import numpy as np

from simulate.engine.codes import FACES, GOODS, VP_SOURCES

MAX_PLAYERS = 4
MAX_TABLES = 4
MAX_GUESTS = 96
MAX_STAFF = 96
HAND = 48
OFFER = 8
STACK = 20
LOG = 224

WIDE = {"i1": "i8", "i2": "i8", "i4": "i8"}


def record(*fields: tuple) -> np.dtype:
    """A structured type whose scalars allow attribute access (also nested, also in Python).

    Compiled code computes with 64 bits whatever the width of a field; plain Python (compiling
    switched off) would not, so there all fields are that wide.
    """
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        fields = tuple((name, WIDE.get(kind, kind), *shape) for name, kind, *shape in fields)
    return np.dtype((np.record, np.dtype(list(fields))))


FRAME = record(
    ("kind", "i1"),
    ("player", "i1"),
    ("marks", "i2"),
    ("floors", "i1"),
    ("source", "i2"),  # who gets the credit for VP: see ledger.source
    ("card", "i2"),
    ("n", "i2"),
    ("discount", "i2"),
    ("mask", "i4"),
    ("goods", "i1", (GOODS,)),
)

PLAYER = record(
    ("vp", "i2"),
    ("krones", "i2"),
    ("emperor", "i2"),
    ("board", "i1"),
    ("kitchen", "i2", (GOODS,)),
    # the cafe: one row a table
    ("cafe", "i1", (MAX_TABLES,)),
    ("missing", "i1", (MAX_TABLES, GOODS)),  # goods still missing on the guest's card
    ("missing_total", "i1", (MAX_TABLES,)),
    ("cafe_entry", "i2", (MAX_TABLES,)),
    # the hotel: bit r stands for room r = floor * 5 + column
    ("vacant", "i4"),
    ("occupied", "i4"),
    ("covered", "i4"),  # cells that ever had a tile
    ("groups_paid", "i4"),
    ("last_removed", "i1"),
    # staff
    ("hand", "i1", (HAND,)),
    ("hand_size", "i1"),
    ("staff", "i1", (HAND,)),  # in play, in the order played
    ("staff_used", "i1", (HAND,)),  # once-a-round cards already used
    ("staff_size", "i1"),
    ("offer", "i1", (OFFER,)),  # cards to choose from: a draft pack, or drawn to play one
    ("offer_size", "i1"),
    # what permanent staff in play change, kept up to date when staff come or go
    ("extra_dice", "i2", (FACES + 1,)),
    ("extra_optional", "i1", (FACES + 1,)),
    ("room_cost", "i1", (3,)),  # cap on the price of rooms of a colour
    ("serve_cost", "i1"),
    ("guest_cost", "i1"),  # cap on the price of guests in the row
    ("copy_cost", "i1"),
    ("both_tracks", "i1", (FACES + 1,)),
    ("avert_cost", "i1"),  # -1: the emperor's penalty cannot be averted
    ("events", "i2"),  # bit e: some card in play answers event e
    # the round
    ("turns_taken", "i1"),
    ("passed", "i1"),
    ("extra_turns", "i1"),
    ("extra_turn_marks", "i2"),
    ("claimed", "i1"),  # bit i: marker on politics card i
    # counts for the record
    ("vp_by", "i2", (VP_SOURCES,)),
    ("housed", "i2"),
    ("passes", "i2"),
    ("penalties", "i1"),
    ("strengthened", "i2"),
    ("dice_taken", "i1", (FACES + 1,)),
    ("rank", "i1"),
    ("tie_break", "i2"),
)

ENTRY = record(
    ("seat", "i1"),
    ("kind", "i1"),
    ("card", "i1"),
    ("came", "i1"),
    ("came_round", "i1"),
    ("paid_in", "i1"),
    ("used_round", "i1"),
    ("paid", "i1"),
    ("vp", "i2"),
)

GAME_FIELDS: tuple[tuple, ...] = (
    ("key", "u8"),
    ("n_players", "i1"),
    ("phase", "i1"),
    ("step", "i2"),  # counter within a phase
    ("round_no", "i1"),  # 1..7
    ("error", "i1"),
    ("top", "i1"),  # frames on the stack
    ("dice", "i1", (FACES + 1,)),  # dice[f]: dice lying on action space f
    ("dice_left", "i1"),
    ("rolls", "i1"),  # rolls made this round
    ("rerolls", "i2"),
    ("turns", "i2"),
    ("decisions", "i4"),
    ("guest_deck", "i1", (MAX_GUESTS,)),
    ("guest_next", "i1"),
    ("guest_deck_size", "i1"),
    ("guest_discard", "i1", (MAX_GUESTS,)),
    ("guest_discard_size", "i1"),
    ("guest_shuffles", "i1"),
    ("row", "i1", (5,)),
    ("staff_deck", "i1", (MAX_STAFF,)),  # a ring: staff_top is the next card drawn
    ("staff_top", "i1"),
    ("staff_deck_size", "i1"),
    ("politics", "i1", (3,)),
    ("markers", "i1", (3,)),  # markers on each politics card
    ("emperor_tiles", "i1", (3,)),
    ("players", PLAYER, (MAX_PLAYERS,)),
    ("frames", FRAME, (STACK,)),
    ("staff_entry", "i2", (MAX_STAFF,)),
    ("log_size", "i2"),
    # From here on nothing influences play: look-ahead copies only what comes before.
    ("log", ENTRY, (LOG,)),
)

WORD = 8
_PADDING = WORD - record(*GAME_FIELDS).itemsize % WORD
GAME = record(*GAME_FIELDS, ("padding", "u1", (_PADDING,)))  # a whole number of 64-bit words
HOT_WORDS = -(-GAME.fields["log"][1] // WORD)  # type: ignore[index]


def new_games(count: int = 1) -> np.ndarray:
    """``count`` blank game records, shape (count,)."""
    return np.zeros(count, dtype=GAME)
