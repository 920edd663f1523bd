"""All emperor scorings: every space, every number of steps before it, every tile, both editions;
and every penalty against all small stores.

Independent restatement: steps go to space 13 at most, each further one is 1 VP. A scoring gives the
VP of the space and moves 3, 5 or 7 spaces back, not below 0. On 3 or further the tile rewards, on 0
it punishes. A penalty that cannot be carried out in full costs VP instead; in 2015 its owner may
choose the VP also where it can.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from simulate.engine import codes
from tests.clauses import clause
from tests.exhaustive.driving import EDITIONS, Position, Room, mask_of
from tests.scenarios.court import RETREAT, ROUND_OF
from tests.scenarios.table import Table

TRACK = (0, 1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9)
END = len(TRACK) - 1
TILES = [f"{letter}{number}" for letter in "ABC" for number in range(1, 5)]
LOSS = {"A1": 5, "A3": 5, "A4": 5, "B2": 7, "B3": 7, "B4": 7, "C4": 10}  # VP instead


def scored(here: Position) -> Position:
    """The turns are over: on to the scoring, and to the first decision there or after it."""

    def edit(g: Any) -> None:
        g.top, g.phase = 0, codes.PH_ROUND_END

    return here.edited(edit)


def judged(here: Position) -> bool:
    """Has the scoring been carried out?"""
    return here.table("phase") != codes.PH_EMPEROR


def at_turn(tile: str, spec: str, rulings: dict[str, str] | None = None, **mine: Any) -> Position:
    """A turn of the round that the tile's scoring ends; the others will be left alone."""
    letter = tile[0]
    tiles = " ".join(tile if x == letter else f"{x}1" for x in "ABC")
    dice = "4 " * 13 + "1"
    t = Table(spec, 4, tiles=tiles, dice=dice, round=ROUND_OF[letter], rulings=rulings, **mine)
    for seat in range(1, 4):
        t.seat(seat).has(emperor=RETREAT[letter] + 1)
    return Position.of(t.look())


# -- spaces, steps and what follows ---------------------------------------------------------------

REWARD_OPENS = {  # the rewards that ask their owner something
    "A2": "choose",
    "A3": "hire",
    "B3": "hire",
    "A4": "prepare",
    "B4": "prepare",
    "C2": "prepare",
    "C4": "hire",
}
REWARD_GIVES = {  # the others, to a player with 3 staff cards in play and an empty kitchen
    "A1": {"krones": 3},
    "B1": {"goods": 4},
    "B2": {"krones": 5},
    "C1": {"tiles": 8},
    "C3": {"tiles": 6},
}
STORE = {  # from which every penalty can take something
    "krones": 6,
    "staff": [9, 12, 27],
    "hand": [3, 45, 44],
    "vacant": "1.1 1.2 2.1",
    "occupied": "3.1 4.1",
}


def check_reward(before: Position, then: Position, tile: str) -> None:
    if tile in REWARD_OPENS:
        assert not judged(then)
        assert then.words[0].startswith(REWARD_OPENS[tile])
        return
    assert judged(then)
    gives = {"krones": 0, "goods": 0, "tiles": 0} | REWARD_GIVES[tile]
    assert sum(then.kitchen().values()) == gives["goods"]
    assert then.vp_from(codes.VP_TILES) == gives["tiles"]
    if tile[0] != "C":  # the last scoring is followed by the final scoring
        assert then.mine("krones") == before.mine("krones") + gives["krones"]


def check_penalty(then: Position, tile: str, spec: str) -> None:
    both = tile in LOSS and spec == "original-2015"
    assert then.words == (["take penalty", "lose vp"] if both else ["take penalty"])
    assert then.table("phase") == codes.PH_EMPEROR


@clause(
    "emperor-track.spaces",
    "emperor.tiles",
    "emperor.vp",
    "emperor.retreat",
    "emperor.retreat-to-zero",
)
@clause(
    "emperor.reward", "emperor.penalty", "emperor.nothing", "tracks.emperor-end", "tracks.split"
)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("tile", TILES)
def test_every_space_and_every_step(tile, spec):
    start = at_turn(tile, spec, **STORE)
    back = RETREAT[tile[0]]
    for space, steps in itertools.product(range(14), range(14)):
        placed = start.twin()
        placed.games["players"]["emperor"][0, 0] = space
        placed.games["players"]["krones"][0, 0] = 0  # what is not stepped are krones
        moved = placed.after("die 4", f"steps {steps}")
        after = min(END, space + steps)
        assert moved.mine("emperor") == after
        assert moved.vp_from(codes.VP_TRACK) == space + steps - after
        moved.games["players"]["krones"][0, 0] = 6
        then = scored(moved)
        left = max(0, after - back)
        assert then.mine("emperor") == left
        assert then.vp_from(codes.VP_TRACK) == space + steps - after + TRACK[after]
        if left >= 3:
            check_reward(moved, then, tile)
        elif left == 0:
            check_penalty(then, tile, spec)
        else:
            assert judged(then)
            assert then.vp_from(codes.VP_TILES) == 0
            assert then.rooms("occupied") == moved.rooms("occupied")
            if tile[0] != "C":
                assert then.mine("vp") == moved.mine("vp") + TRACK[after]
                assert then.mine("krones") == 6


# -- penalties ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Store:
    """What a penalty can take, and the VP that it took."""

    krones: int = 0
    kitchen: tuple[int, ...] = (0, 0, 0, 0)
    served: tuple[int, ...] = (0, 0, 0, 0)  # goods on the one guest in the cafe
    hand: frozenset[int] = frozenset()
    staff: frozenset[int] = frozenset()
    vacant: frozenset[Room] = frozenset()
    occupied: frozenset[Room] = frozenset()
    vp: int = 0


FINAL_CARDS = {27, 28, 29}
AVERTS = 26
NOTHING = (0, 0, 0, 0)


def highest(rooms: Iterable[Room], below: int = 5) -> set[Room]:
    """The rooms of the highest floor that has one, of the floors below this one."""
    lower = [room for room in rooms if room[0] < below]
    return {room for room in lower if room[0] == max(floor for floor, _ in lower)}


def next_in_column(rooms: Iterable[Room], first: Room) -> set[Room]:
    """The next of the rooms below one in its column."""
    return highest([room for room in rooms if room[1] == first[1]], below=first[0])


def carried_out(tile: str, spec: str, store: Store, taken: str) -> set[Store]:
    """All that a penalty can leave; none if it cannot be carried out in full."""
    if tile in ("A1", "B2"):
        krones = store.krones - {"A1": 3, "B2": 5}[tile]
        return {replace(store, krones=krones)} if krones >= 0 else set()
    if tile == "A2":
        return {replace(store, kitchen=NOTHING)}
    if tile == "B1":
        return {replace(store, kitchen=NOTHING, served=NOTHING)}
    if tile in ("A3", "B3"):
        given = itertools.combinations(store.hand, {"A3": 2, "B3": 3}[tile])
        return {replace(store, hand=store.hand - set(cards)) for cards in given}
    if tile == "A4":
        return {replace(store, vacant=store.vacant - {room}) for room in highest(store.vacant)}
    if tile == "B4":
        rooms = getattr(store, taken)
        pairs = {(one, two) for one in highest(rooms) for two in highest(rooms - {one})}
        return {replace(store, **{taken: rooms - set(pair)}) for pair in pairs}
    if tile == "C1":
        return {replace(store, vp=-8)}
    if tile == "C2":
        return two_floors(spec, store)
    if tile == "C3":
        return {replace(store, vp=-2 * len(store.staff))}
    return {replace(store, staff=store.staff - {card}) for card in store.staff & FINAL_CARDS}


def two_floors(spec: str, store: Store) -> set[Store]:
    """Tile C2: an occupied room of the highest floor and one below, as far as there are any."""
    found = {store} if not store.occupied else set()
    for first in highest(store.occupied):
        rest = store.occupied - {first}
        if spec == "original-2015":
            second = next_in_column(rest, first)
        else:
            second = highest(rest, below=first[0])
        left = {rest - {room} for room in second} or {rest}
        found |= {replace(store, occupied=rooms) for rooms in left}
    return found


def penalties(tile: str, spec: str, store: Store, taken: str = "vacant") -> set[Store]:
    """All that can come of a tile's penalty."""
    found = carried_out(tile, spec, store, taken)
    if tile in LOSS and (not found or spec == "original-2015"):
        found = found | {replace(store, vp=-LOSS[tile])}
    if AVERTS in store.staff and store.krones >= 1:
        found = found | {replace(store, krones=store.krones - 1)}
    return found


GUEST, ORDER = 89, (2, 1, 1, 0)  # the guest in the cafe


def without_champagne(goods: Any) -> tuple[int, ...]:
    """Dishes and drinks; there is no champagne in these games."""
    *found, champagne = goods.tolist()
    assert champagne == 0
    return tuple(found)


def found_in(then: Position) -> Store:
    """What the first player has."""
    players, rules = then.games["players"], then.program[0]
    hand = players["hand"][0, 0][: then.mine("hand_size")]
    staff = players["staff"][0, 0][: then.mine("staff_size")]
    return Store(
        krones=then.mine("krones"),
        kitchen=without_champagne(players["kitchen"][0, 0]),
        served=tuple(
            n - m
            for n, m in zip(ORDER, without_champagne(players["missing"][0, 0, 0]), strict=True)
        ),
        hand=frozenset(int(rules.staff_number[card]) for card in hand),
        staff=frozenset(int(rules.staff_number[card]) for card in staff),
        vacant=then.rooms("vacant"),
        occupied=then.rooms("occupied"),
        vp=then.vp_from(codes.VP_TILES),
    )


@cache
def holding(
    tile: str, spec: str, taken: str, hand: frozenset[int], staff: frozenset[int]
) -> Position:
    """A player with cards and a guest; the rest of a store is set by ``punished``."""
    rulings = {"b4-rooms": taken} if tile == "B4" else None
    cards = {"hand": sorted(hand), "staff": sorted(staff), "guests": {GUEST: ""}}
    return at_turn(tile, spec, rulings, emperor=0, **cards)


def punished(tile: str, spec: str, store: Store, taken: str = "vacant") -> set[Store]:
    """All that the engine lets come of a tile's penalty."""
    here = holding(tile, spec, taken, store.hand, store.staff).twin()
    players = here.games["players"]
    players["krones"][0, 0] = store.krones
    players["kitchen"][0, 0] = (*store.kitchen, 0)
    players["vacant"][0, 0] = mask_of(store.vacant)
    players["occupied"][0, 0] = mask_of(store.occupied)
    missing = [*(n - m for n, m in zip(ORDER, store.served, strict=True)), 0]
    players["missing"][0, 0, 0], players["missing_total"][0, 0, 0] = missing, sum(missing)
    return {found_in(then) for then in scored(here).endings(judged)}


def compare(tile: str, spec: str, stores: Iterable[Store], taken: str = "vacant") -> None:
    """Every store, also with the Conference Manager, who averts a penalty for 1 krone."""
    for store in stores:
        for staff in (store.staff, store.staff | {AVERTS}):
            have = replace(store, staff=staff)
            assert punished(tile, spec, have, taken) == penalties(tile, spec, have, taken), have


CARDS = (9, 45, 3, 44, 30, 31)
LAID_OUT = (27, 28, 44, 1)  # two for the final scoring
SOME_ROOMS = [(1, 1), (1, 2), (2, 1), (3, 2), (4, 1), (4, 2)]
MORE_ROOMS = [(floor, column) for floor in range(1, 5) for column in (1, 2)]


def subsets(things: Iterable[Any]) -> list[frozenset]:
    things = list(things)
    sizes = range(len(things) + 1)
    return [frozenset(some) for n in sizes for some in itertools.combinations(things, n)]


def hotels(rooms: list[Room]) -> Iterable[Store]:
    """Each of some rooms empty, vacant or occupied."""
    for states in itertools.product(range(3), repeat=len(rooms)):
        vacant = frozenset(room for room, state in zip(rooms, states, strict=True) if state == 1)
        occupied = frozenset(room for room, state in zip(rooms, states, strict=True) if state == 2)
        yield Store(krones=1, vacant=vacant, occupied=occupied)


@clause("emperor.penalty-in-full", "emperor.other-penalty", "emperor.penalty-alone")
@clause("emperor_tile.{tile}.penalty")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("tile", TILES)
def test_penalties_and_krones(tile, spec):
    compare(tile, spec, (Store(krones=krones) for krones in range(21)))


@clause("emperor_tile.{tile}.penalty", "emperor.penalty-alone")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("tile", ["A2", "B1"])
def test_penalties_and_goods(tile, spec):
    """All small kitchens, and all that can lie on a guest who orders 2, 1 and 1 goods."""
    for kitchen in itertools.product(range(3), repeat=4):
        compare(tile, spec, [Store(kitchen=kitchen), Store(kitchen=kitchen, served=ORDER)])
    served = itertools.product(*(range(n + 1) for n in ORDER))
    compare(tile, spec, (Store(kitchen=(1, 0, 2, 0), served=goods) for goods in served))


@clause("emperor_tile.{tile}.penalty")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("tile", ["A3", "B3", "C3", "C4"])
def test_penalties_and_staff(tile, spec):
    hands = [frozenset(CARDS[:n]) for n in range(len(CARDS) + 1)]
    compare(tile, spec, (Store(krones=1, hand=hand) for hand in hands))
    stores = (Store(krones=1, staff=staff, hand=hands[2]) for staff in subsets(LAID_OUT))
    compare(tile, spec, stores)


@clause("emperor_tile.{tile}.penalty", "emperor.rooms-choice")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(
    ("tile", "taken"), [("A4", "vacant"), ("B4", "vacant"), ("B4", "occupied"), ("C2", "occupied")]
)
def test_penalties_and_rooms(tile, taken, spec):
    compare(tile, spec, hotels(SOME_ROOMS), taken)


@clause("emperor_tile.{tile}.penalty", "emperor.rooms-choice")
@pytest.mark.long
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(
    ("tile", "taken"), [("A4", "vacant"), ("B4", "vacant"), ("B4", "occupied"), ("C2", "occupied")]
)
def test_penalties_and_more_rooms(tile, taken, spec):
    compare(tile, spec, hotels(MORE_ROOMS), taken)
