"""What holds at each decision: pieces are in one place, tracks in bounds, points where due."""

from __future__ import annotations

import pytest
from hypothesis import given

from simulate.properties.strategies import invariants
from simulate.properties.strategies.invariants import INVARIANTS
from simulate.properties.strategies.rulesets import rulesets
from simulate.properties.strategies.seeing import COLOURS
from tests.clauses import clause
from tests.properties.playing import FEW, WHOLE_GAMES, holds_throughout

CLAUSES = {
    invariants.each_guest_is_in_one_place: ("check-in.discard",),
    invariants.each_die_is_in_one_place: ("round.roll", "pass.bin", "round.all-dice-back"),
    invariants.each_marker_is_on_one_place: ("politics-card.one-marker", "politics-card.fourth"),
    invariants.room_tiles_are_within_the_supply: ("components.room-tiles",),
    invariants.tracks_and_stores_are_in_bounds: (
        "tracks.krones-end",
        "tracks.emperor-end",
        "emperor.retreat-to-zero",
    ),
    invariants.orders_are_between_nothing_and_the_whole_order: (
        "row.three-tables",
        "goods.matching",
    ),
    invariants.rooms_are_prepared_beside_rooms: (
        "prepare.adjoin",
        "set-up.rooms-bottom-left",
        "set-up.rooms-adjoin",
    ),
    invariants.politics_places_are_paid_in_order: (
        "politics-card.places",
        "politics-card.best-place",
    ),
    invariants.what_never_falls_does_not_fall: ("politics-card.stays",),
    invariants.no_one_is_paid_for_buying: ("hire.no-refund", "staff-card.discount-too-high"),
}
"""The clauses that invariants prove; some prove none."""


@FEW
@given(**WHOLE_GAMES)
@pytest.mark.parametrize(
    "holds",
    [
        pytest.param(holds, marks=clause(*CLAUSES.get(holds, ())), id=holds.__name__)
        for holds in INVARIANTS
    ],
)
def test_it_holds_throughout_a_game(holds, drawn, n, seed):
    assert holds_throughout(holds, drawn, n, seed).over


@FEW
@given(drawn=rulesets())
def test_the_supply_of_room_tiles_is_the_printed_one(drawn):
    supply = drawn.load().room_tiles
    assert {colour: getattr(supply, colour) for colour in COLOURS} == invariants.PRINTED_TILES
