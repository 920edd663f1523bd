"""A seat's knowledge of a position, as a vector of numbers with a name for each entry.

Everything lying open is known, as are the seat's own hand (or the pack it drafts from), and how
many cards others hold and decks have left. Hidden are other hands and packs, the order of the decks
and future chance. Seats are counted clockwise from the observer, so that one player can sit
anywhere. Cards are labelled by their printed number; those without one by their place in the model.

Numbers are in their own units (krones, VP, goods); everything else is 0 or 1.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from simulate.decisions.ranges import tables
from simulate.encoding.decision import open_decision
from simulate.encoding.labels import (
    FACES,
    LETTERS,
    PLACES,
    guest_names,
    lettered,
    placed,
    staff_names,
)
from simulate.encoding.parts import (
    OWN,
    Part,
    Parts,
    Sight,
    among,
    bits,
    crossed,
    flags,
    numbers,
    one_hot,
)
from simulate.engine import codes as c
from simulate.engine.compile_words import GOODS_WORDS
from simulate.engine.state import GAME, MAX_OWN_TILES, MAX_PLAYERS, MAX_REHEARSAL, PLAYER
from simulate.game import Game
from simulate.words.spelling import COLOUR_WORDS, DICE_WORDS, ROW_WORDS, room_name

PHASES = [name[3:].lower().replace("_", " ") for name in vars(c) if name.startswith("PH_")]
ROOMS = [room_name(room) for room in range(c.ROOMS)]
ORDERS = crossed((*COLOUR_WORDS, "green"), [f"{n} goods" for n in (*range(7), "7 or more")])
GAME_NUMBERS = (
    "round_no", "step", "turns", "dice_left", "guests_taken", "pass_seen", "roll_due", "bid",
    "staff_deck_size", "celebrity_deck_size",
)  # fmt: skip
SEAT_NUMBERS = (
    "vp", "krones", "most_krones", "emperor", "hand_size", "offer_size", "turns_taken", "passed",
    "passed_once", "first_face", "dice_this_round", "round_guests", "extra_turns", "action_steps",
    "guest_vp",
)  # fmt: skip


class Observer:
    """Encodes what a seat sees in games of a ruleset.

    ``rules`` is a compiled program (``game.rules``). ``names``, ``low`` and ``high`` give each
    entry's name, minimum and maximum; all observations have the same length.
    """

    def __init__(self, rules: np.record) -> None:
        self.of_seat = [*plain(rules), *cafe(rules), *staff(rules), *modules_of_a_seat(rules)]
        self.common = [*own_cards(rules), *table(rules), *open_decision(rules)]
        lying = [name for part in self.of_seat for name in part.names]
        self.size = len(lying)  # entries per seat
        self.names = tuple(f"{who}: {name}" for who in OWN for name in lying) + tuple(
            name for part in self.common for name in part.names
        )
        parts = [*self.of_seat * len(OWN), *self.common]
        sizes = [len(part.names) for part in parts]
        self.low = np.repeat([part.low for part in parts], sizes).astype(np.float32)
        self.high = np.repeat([part.high for part in parts], sizes).astype(np.float32)

    def __len__(self) -> int:
        return len(self.names)

    def __call__(self, game: Game, seat: int) -> np.ndarray:
        """What a seat sees, shape (len(observer),), float32; absent seats are zero."""
        state = game.games[0]
        n = int(state["n_players"])
        sight = Sight(state, state["players"][(seat + np.arange(n)) % n], seat)
        seen = np.zeros(len(self), dtype=np.float32)
        seats = seen[: n * self.size].reshape(n, self.size)
        np.concatenate([np.reshape(p.read(sight), (n, -1)) for p in self.of_seat], 1, out=seats)
        common = seen[len(OWN) * self.size :]
        np.concatenate([np.ravel(part.read(sight)) for part in self.common], out=common)
        return seen


def own_cards(rules: np.record) -> Parts:
    """The hand and the pack of the observing seat."""
    n = int(rules.n_staff)
    for pile in ("hand", "offer"):

        def read(sight: Sight, pile: str = pile) -> np.ndarray:
            return among(sight.seats[pile][:1], sight.seats[f"{pile}_size"][:1], n)

        yield flags(f"your {pile}", staff_names(rules), read)


def field(title: str, name: str, labels: Sequence[str]) -> Part:
    """An array of a player's record as it is."""
    return numbers(title, labels, lambda sight: sight.seats[name], PLAYER[name].base)


def bit_field(title: str, name: str, labels: Sequence[str]) -> Part:
    """A bit set of a player's record."""
    return flags(title, labels, lambda sight: bits(sight.seats[name], len(labels)))


def plain(rules: np.record) -> Parts:
    def several(sight: Sight) -> np.ndarray:
        return np.stack([sight.seats[name] for name in SEAT_NUMBERS], axis=1)

    yield numbers("", SEAT_NUMBERS, several, np.int16)
    yield field("kitchen", "kitchen", GOODS_WORDS)
    yield field("of this action", "action_goods", ("dishes", "drinks"))
    yield field("guests gone", "orders", ORDERS)
    yield flags(
        "board",
        placed("", rules.n_boards),
        lambda sight: one_hot(sight.seats["board"], int(rules.n_boards)),
    )
    for name in ("vacant", "occupied", "covered"):
        yield bit_field(name, name, ROOMS)
    groups = placed("", rules.n_groups.max())
    yield bit_field("group paid", "groups_paid", groups)
    yield bit_field("group started", "groups_started", groups)
    yield bit_field("claimed", "claimed", LETTERS)


def cafe(rules: np.record) -> Parts:
    n = len(tables(rules))
    yield flags(
        "",
        crossed(placed("table", n), guest_names(rules)),
        lambda sight: one_hot(sight.seats["cafe"][:, :n], int(rules.n_guests)),
    )
    yield numbers(
        "missing",
        crossed(placed("table", n), GOODS_WORDS),
        lambda sight: sight.seats["missing"][:, :n],
        PLAYER["missing"].base,
    )


def staff(rules: np.record) -> Parts:
    """Cards in play; used: 1 in this round, 2 for good; due: its event has happened."""
    n = int(rules.n_staff)

    def in_play(sight: Sight, values: np.ndarray | int = 1) -> np.ndarray:
        return among(sight.seats["staff"], sight.seats["staff_size"], n, values)

    yield flags("in play", staff_names(rules), in_play)
    for title, name in (("used", "staff_used"), ("due", "staff_due")):

        def read(sight: Sight, name: str = name) -> np.ndarray:
            return in_play(sight, sight.seats[name])

        yield numbers(title, staff_names(rules), read, PLAYER[name].base)


def modules_of_a_seat(rules: np.record) -> Parts:
    coloured = DICE_WORDS[1 : 1 + int(rules.coloured_dice)]
    celebrities, entrances = int(rules.n_celebrities), int(rules.n_entrances)
    yield flags(
        "with",
        crossed(coloured, placed("celebrity", celebrities)),
        lambda sight: one_hot(sight.seats["celebrities"][:, : len(coloured)], celebrities),
    )
    yield bit_field("celebrity used", "celebrity_used", coloured)
    if rules.entrances:
        yield flags(
            "", placed("entrance", entrances), lambda s: one_hot(s.seats["entrance"], entrances)
        )
        yield bit_field("own politics done", "own_done", LETTERS)
        yield bit_field("own tile left", "own_tiles_left", placed("", MAX_OWN_TILES))
        yield bit_field("token left", "tokens", placed("", rules.n_tokens))
    if rules.ballrooms:
        rooms = int(rules.n_rehearsal)
        yield flags(
            "", placed("rehearsal room", rooms), lambda s: one_hot(s.seats["rehearsal"], rooms)
        )
        yield field("resting", "resting", placed("section", c.SECTIONS))
        yield field("dancers", "dancers", crossed(PLACES, ROW_WORDS))


def table(rules: np.record) -> Parts:
    """What lies open on the table."""

    def several(sight: Sight) -> list[Any]:
        return [sight.state[name] for name in GAME_NUMBERS]

    def guests_left(sight: Sight) -> Any:
        return int(sight.state["guest_deck_size"]) - int(sight.state["guest_next"])

    players = [str(n) for n in range(2, MAX_PLAYERS + 1)]
    yield flags("players", players, lambda s: one_hot(int(s.state["n_players"]) - 2, len(players)))
    yield flags("phase", PHASES, lambda s: one_hot(s.state["phase"], len(PHASES)))
    yield numbers("", GAME_NUMBERS, several, np.int16)
    yield numbers("guest deck", ("cards left",), guests_left, np.int16)
    yield numbers("dice", FACES, lambda s: s.state["dice"][1:], GAME["dice"].base)
    yield numbers("markers", LETTERS, lambda s: s.state["markers"], GAME["markers"].base)
    for name, title in (("first_seat", "start player"), ("key_holder", "skeleton key")):

        def seat(sight: Sight, name: str = name) -> np.ndarray:
            return one_hot(sight.place(int(sight.state[name])), len(OWN))

        yield flags(title, OWN, seat)
    yield from guests_on_the_table(rules)
    yield from tiles(rules)
    yield from modules_on_the_table(rules)


def guests_on_the_table(rules: np.record) -> Parts:
    n = int(rules.n_guests)
    row = crossed(placed("row", len(rules.row_cost)), guest_names(rules))
    yield flags("", row, lambda s: one_hot(s.state["row"], n))

    def discarded(sight: Sight) -> np.ndarray:
        size = np.array([sight.state["guest_discard_size"]])
        return among(sight.state["guest_discard"][None], size, n)

    yield flags("discarded", guest_names(rules), discarded)
    yield flags("kept aside", guest_names(rules), lambda s: s.state["guest_kept"][:n] != 0)


def tiles(rules: np.record) -> Parts:
    """The politics cards and emperor tiles of the game: one of each letter."""
    politics, n_tiles = int(rules.n_politics), int(rules.n_tiles)
    names = lettered("politics", rules.politics_letter, politics)
    yield flags("", names, lambda s: one_hot(s.state["politics"], politics).any(axis=0))
    names = lettered("emperor tile", rules.tile_letter, n_tiles)
    yield flags("", names, lambda s: one_hot(s.state["emperor_tiles"], n_tiles).any(axis=0))


def modules_on_the_table(rules: np.record) -> Parts:
    if rules.coloured_dice:
        yield from lounge(rules)
    if rules.entrances:
        yield from auction(rules)
    if rules.ballrooms:
        halls, rooms = int(rules.n_ballrooms), int(rules.n_rehearsal)
        labels = crossed(PLACES, placed("ballroom", halls))
        yield flags("", labels, lambda s: one_hot(s.state["ballrooms"], halls))
        labels = crossed(placed("place", MAX_REHEARSAL), placed("rehearsal room", rooms))
        yield flags("", labels, lambda s: one_hot(s.state["rehearsal_rooms"], rooms))


def lounge(rules: np.record) -> Parts:
    n, dice = int(rules.n_celebrities), int(rules.coloured_dice)
    colours, celebrities = DICE_WORDS[1 : 1 + dice], placed("celebrity", n)
    yield flags(
        "die",
        crossed(colours, FACES),
        lambda s: one_hot(s.state["coloured_face"][:dice].astype(int) - 1, c.FACES),
    )
    yield flags(
        "lounge", crossed(colours, celebrities), lambda s: one_hot(s.state["lounge"][:dice], n)
    )
    waited = GAME["lounge_waited"].base
    yield numbers("waited", colours, lambda s: s.state["lounge_waited"][:dice], waited)

    def discarded(sight: Sight) -> np.ndarray:
        size = np.array([sight.state["celebrity_discard_size"]])
        return among(sight.state["celebrity_discard"][None], size, n)

    yield flags("discarded", celebrities, discarded)


def auction(rules: np.record) -> Parts:
    n, politics, n_tiles = int(rules.n_entrances), int(rules.n_politics), int(rules.n_tiles)
    labels = crossed(placed("place", MAX_PLAYERS), placed("entrance", n))
    yield flags("", labels, lambda s: one_hot(laid_out(s), n))
    labels = placed("place", MAX_PLAYERS)
    yield flags("auctioned", labels, lambda s: one_hot(s.state["auctioned"], MAX_PLAYERS))
    yield flags("leads", OWN, lambda s: one_hot(s.place(int(s.state["leader"])), len(OWN)))
    yield flags("bids", OWN, bidding)
    labels = lettered("own politics", rules.politics_letter, politics)
    yield flags("", labels, lambda s: one_hot(s.state["own_politics"], politics).any(axis=0))
    labels = crossed(
        placed("own tile", MAX_OWN_TILES), lettered("emperor tile", rules.tile_letter, n_tiles)
    )
    yield flags("", labels, lambda s: one_hot(s.state["own_tiles"], n_tiles))


def laid_out(sight: Sight) -> np.ndarray:
    """The entrances laid out, by place; -1 where there is none."""
    places = np.arange(MAX_PLAYERS) < len(sight.seats)
    return np.where(places, sight.state["entrances"], -1)


def bidding(sight: Sight) -> np.ndarray:
    """Which seats are still in the auction, in the order of OWN."""
    n = len(sight.seats)
    still = np.zeros(len(OWN), dtype=np.int64)
    still[:n] = bits(sight.state["bidding"], n)[(sight.seat + np.arange(n)) % n]
    return still
