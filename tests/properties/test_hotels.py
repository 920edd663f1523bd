"""Rooms and groups: where tiles may lie, and what a group pays, once."""

from __future__ import annotations

from hypothesis import given

from simulate.engine import codes
from simulate.properties.strategies.seeing import bits, seats
from tests.clauses import clause
from tests.properties.playing import FEW, WHOLE_GAMES, holds_throughout


@FEW
@given(**WHOLE_GAMES)
@clause("group.pays-once", "group.complete", "group.blue")
def test_groups_pay_once_and_what_is_printed(drawn, n, seed):
    """Blue groups pay VP, which the ledger keeps apart: each completed one is in it once."""
    otherwise: set[int] = set()  # seats that ever chose a bonus, or had a table of their own

    def note_otherwise(watch):
        for seat, p in enumerate(seats(watch.now)):
            if p["choose_bonus"] or p["bonus_table"]:
                otherwise.add(seat)

    game = holds_throughout(note_otherwise, drawn, n, seed)
    bonus = drawn.load().hotel.occupancy_bonus.blue.vp
    for seat, p in enumerate(seats(game.state)):
        if seat in otherwise:
            continue
        board = drawn.load().boards[list(drawn.load().boards)[p.board]]
        full = [board.groups[group] for group in bits(p.groups_paid)]
        blue = [group for group in full if board.cells[group[0]] == "blue"]
        assert p.vp_by[codes.VP_OCCUPANCY] == sum(bonus[len(group) - 1] for group in blue)


@FEW
@given(**WHOLE_GAMES)
@clause("final.floors", "final.vacant-rooms")
def test_occupied_rooms_score_by_their_floor_at_the_end(drawn, n, seed):
    def nothing_before_the_end(watch):
        if not watch.game.over:
            assert not seats(watch.now)["vp_by"][:, codes.VP_FLOORS].any()

    game = holds_throughout(nothing_before_the_end, drawn, n, seed)
    floor_vp = drawn.load().hotel.floor_vp
    for p in seats(game.state):
        rooms = bits(p.occupied)
        assert p.vp_by[codes.VP_FLOORS] == sum(floor_vp[r // codes.COLUMNS] for r in rooms)
