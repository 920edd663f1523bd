"""The state of one game: a NumPy record, so that copying, comparing and hashing it is trivial.

All nested types are ``np.record`` types: ``game.players[0].krones`` reads the same in numba and in
plain Python. Card fields hold *indices* into the compiled program (-1: none), not printed numbers.
"""

import numba
import numpy as np

from simulate.engine.ability_table import ABILITIES
from simulate.engine.codes import (
    BALLROOMS,
    FACES,
    GOODS,
    LOUNGE,
    OWED,
    ROWS,
    SECTIONS,
    VP_SOURCES,
)

MAX_PLAYERS = 4
MAX_ROUNDS = 12
MAX_TABLES = 7
MAX_GUESTS = 120
MAX_STAFF = 96
# Staff, celebrities and entrances can all have abilities: they share one numbering.
MAX_CELEBRITIES, MAX_ENTRANCES = 16, 16
FIRST_CELEBRITY = MAX_STAFF
FIRST_ENTRANCE = FIRST_CELEBRITY + MAX_CELEBRITIES
MAX_CARDS = FIRST_ENTRANCE + MAX_ENTRANCES
MAX_OWN_TILES = 6
MAX_REHEARSAL = 8
HAND = 48
OFFER = 8
STACK = 24
LOG = 250

WIDE = {"i1": "i8", "i2": "i8", "i4": "i8"}


def record(*fields: tuple) -> np.dtype:
    """A structured type whose scalars allow attribute access (also nested, also in Python).

    Compiled code computes with 64 bits whatever the width of a field. Plain Python (compilation
    switched off) would not, so there all fields are 64 bits wide.
    """
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        fields = tuple((name, WIDE.get(kind, kind), *shape) for name, kind, *shape in fields)
    return np.dtype((np.record, np.dtype(list(fields))))


# A decision frame. After the first four fields come those that only some kinds of decisions have.
# ``simulate.decisions`` declares which, and their meanings. In all others they are 0.
FRAME = record(
    ("kind", "i1"),
    ("player", "i1"),
    ("marks", "i2"),  # flags of the kind: see codes.T_STARTED and the following ones
    ("source", "i2"),  # the source that VP are booked under: see ledger.source
    ("left", "i1"),
    ("face", "i1"),
    ("strength", "i2"),
    ("discount", "i2"),
    ("effect", "i2"),
    ("effects", "i4"),
    ("groups", "i2"),
    ("reductions", "i2"),
    ("bonuses", "i4"),
    ("guest", "i1"),
    ("table", "i1"),
    ("seat", "i1"),
    ("section", "i1"),
    ("before", "i1"),
    ("goods", "i1", (GOODS,)),
    ("first_table", "i1"),
    ("order", "i1"),
    ("floors", "i1"),
    ("card", "i1"),
    ("tile", "i1"),
    ("state", "i1"),
    ("where", "i1"),
    ("timing", "i1"),
    ("ballroom", "i1"),
    ("group", "i1"),
    ("half", "i1"),
    ("vp", "i1"),
)

# Derived fields stand after the ability they derive from. The order matters to searching players:
# they recognise positions by a hash of this record, and few hashes are saved.
BEHIND = {
    "avert_cost": ("events", "i4"),  # bit e: some card in play answers event e
    "stands_for": ("flexible", "i1"),  # may any good be placed for another
    "substitute": ("substitute_good", "i1"),
    "refill_after": ("keeps_guests", "i1"),  # until the end of the round
}
ABILITY_FIELDS = tuple(
    entry
    for a in ABILITIES
    for entry in ((a.field, "i1", a.shape), BEHIND.get(a.field))
    if entry is not None
)

PLAYER = record(
    ("vp", "i2"),
    ("krones", "i2"),
    ("most_krones", "i2"),  # at any moment of the turn
    ("emperor", "i2"),
    ("board", "i1"),
    ("kitchen", "i2", (GOODS,)),
    # the café: one row per table
    ("cafe", "i1", (MAX_TABLES,)),
    ("missing", "i1", (MAX_TABLES, GOODS)),  # goods still missing on the guest's card
    ("missing_total", "i1", (MAX_TABLES,)),
    ("cafe_entry", "i2", (MAX_TABLES,)),
    # the hotel: bit r stands for room r = floor * 5 + column
    ("vacant", "i4"),
    ("occupied", "i4"),
    ("covered", "i4"),  # cells that ever had a tile
    ("groups_paid", "i4"),
    ("groups_started", "i4"),
    ("last_removed", "i1"),
    # staff
    ("hand", "i1", (HAND,)),
    ("hand_size", "i1"),
    ("staff", "i1", (HAND,)),  # in play, in the order played
    ("staff_used", "i1", (HAND,)),  # 1: used this round; 2: used up
    ("staff_due", "i1", (HAND,)),  # the event of a waiting card has happened
    ("due", "i1"),  # some card is due
    ("staff_size", "i1"),
    ("offer", "i1", (OFFER,)),  # cards to choose from: a draft pack, or cards drawn to play one
    ("offer_size", "i1"),
    # modules: celebrities of the round (by place in the lounge, -1: none), the hotel entrance
    ("celebrities", "i1", (LOUNGE,)),
    ("celebrity_used", "i1"),  # bit set
    ("entrance", "i1"),
    ("entrance_active", "i1"),
    ("own_done", "i1"),  # bit set of personal politics cards fulfilled
    ("own_tiles_left", "i1"),  # bit set
    ("tokens", "i1"),  # bit set of bonus tokens left
    ("rehearsal", "i1"),  # rehearsal room, -1: none
    ("resting", "i1", (SECTIONS,)),  # dancers left in each of its sections
    ("dancers", "i1", (BALLROOMS, ROWS)),  # dancers sent; the balcony counts in the top row
    # the cards whose abilities answer events or are used: staff, celebrities, entrance
    ("owners", "i1", (HAND,)),
    ("owners_size", "i1"),
    # changes by cards in play, kept up to date when cards come or go
    ("tables", "i1"),
    ("extra_dice", "i2", (FACES + 1,)),
    ("extra_optional", "i1", (FACES + 1,)),
    *ABILITY_FIELDS,
    # the round
    ("turns_taken", "i1"),
    ("passed", "i1"),
    ("passed_once", "i1"),  # in this round
    ("first_face", "i1"),  # of the first die taken this round
    ("dice_this_round", "i1"),
    ("round_guests", "i1"),  # who left the café this round
    ("extra_turns", "i1"),
    ("extra_turn_marks", "i2"),
    ("claimed", "i1"),  # bit i: marker on politics card i
    # gains of the current action, and events to be answered before the next decision
    ("action_steps", "i2"),
    ("action_goods", "i2", (2,)),  # dishes, drinks
    ("owed", "i1", (OWED,)),
    ("owing", "i1"),
    # guests who left the café
    ("guest_vp", "i2"),
    ("orders", "i1", (4, 8)),  # by colour and number of goods (7: or more)
    # counts for the record
    ("vp_by", "i2", (VP_SOURCES,)),
    ("housed", "i2"),
    ("passes", "i2"),
    ("penalties", "i1"),
    ("strengthened", "i2"),
    ("dice_taken", "i1", (FACES + 1,)),
    ("entrance_price", "i1"),
    ("keys", "i1"),  # skeleton keys taken
    ("met", "i4"),  # bit set of celebrities met
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

COURSE = record(
    ("vp", "i2", (MAX_ROUNDS,)),  # at the end of each round
    ("turns", "i2"),
    ("dead_turns", "i2"),
    ("choices", "i4"),
    ("options", "i4"),
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
    ("place", "i4"),  # decision number, restarting in each turn and step of a phase
    ("guest_deck", "i1", (MAX_GUESTS,)),
    ("guest_next", "i1"),
    ("guest_deck_size", "i1"),
    ("guest_discard", "i1", (MAX_GUESTS,)),
    ("guest_discard_size", "i1"),
    ("guest_shuffles", "i1"),
    (
        "guest_kept",
        "i1",
        (MAX_GUESTS,),
    ),  # bit 0: till the round ends; 1 + seat: for a politics card
    ("row", "i1", (5,)),
    ("guests_taken", "i1"),  # in this round
    ("pass_seen", "i1"),  # in this round
    ("roll_due", "i1"),  # a coloured die was given up: the others are rolled next
    ("staff_deck", "i1", (MAX_STAFF,)),  # a ring: staff_top is the next card drawn
    ("staff_top", "i1"),
    ("staff_deck_size", "i1"),
    ("politics", "i1", (3,)),
    ("markers", "i1", (3,)),  # markers on each politics card
    ("emperor_tiles", "i1", (3,)),
    ("first_seat", "i1"),  # the starting player of the round
    ("rewarded", "i1"),  # 1 + seat whose cards answer to the emperor's reward next; 0: none
    ("key_holder", "i1"),  # -1: the skeleton key lies on the board
    ("ballrooms", "i1", (BALLROOMS,)),  # left to right, -1: none
    ("rehearsal_rooms", "i1", (MAX_REHEARSAL,)),  # laid out and not chosen yet, -1: gone
    ("coloured_face", "i1", (LOUNGE,)),  # where each coloured die lies; 0: not on the board
    ("lounge", "i1", (LOUNGE,)),
    ("lounge_waited", "i1", (LOUNGE,)),
    ("celebrity_deck", "i1", (MAX_CELEBRITIES,)),
    ("celebrity_deck_size", "i1"),
    ("celebrity_discard", "i1", (MAX_CELEBRITIES,)),
    ("celebrity_discard_size", "i1"),
    ("celebrity_shuffles", "i1"),
    ("entrances", "i1", (MAX_PLAYERS,)),  # laid out and not auctioned yet, -1: gone
    ("own_politics", "i1", (3,)),  # laid next to the entrance that has them
    ("own_tiles", "i1", (MAX_OWN_TILES,)),
    ("auctioned", "i1"),  # which of them is up for auction, -1: none
    ("bid", "i1"),
    ("leader", "i1"),
    ("bidding", "i1"),  # bit set of the seats still in
    ("players", PLAYER, (MAX_PLAYERS,)),
    ("log_size", "i2"),
    ("frames", FRAME, (STACK,)),  # those from `top` on are unused
    # From here on nothing influences play: look-ahead copies only what comes before.
    ("staff_entry", "i2", (MAX_STAFF,)),
    ("log", ENTRY, (LOG,)),
    ("course", COURSE, (MAX_PLAYERS,)),
    ("turn_began", PLAYER, (1,)),  # the player to move, as the turn began: see course.COMPARED
)

WORD = 8
LINE = 64  # size of a cache line in bytes
_PADDING = LINE - record(*GAME_FIELDS).itemsize % LINE
GAME = record(*GAME_FIELDS, ("padding", "u1", (_PADDING,)))  # a whole number of lines
FEW_FRAMES = 4  # exceeded in 3 of 1,000 decisions


def words_up_to(frames: int) -> int:
    """Words of a game record that influence play with this many frames."""
    first: int = GAME.fields["frames"][1]  # type: ignore[index]
    return -(-(first + frames * FRAME.itemsize) // WORD)


HOT_WORDS, ALL_HOT_WORDS = words_up_to(FEW_FRAMES), words_up_to(STACK)


def new_games(count: int = 1) -> np.ndarray:
    """``count`` blank game records, shape (count,), each aligned to a cache line.

    Aligned copies, which look-ahead makes all the time, take a quarter less time.
    """
    memory = np.zeros(count * GAME.itemsize + LINE, dtype=np.uint8)
    first = -memory.ctypes.data % LINE
    return memory[first : first + count * GAME.itemsize].view(GAME)
