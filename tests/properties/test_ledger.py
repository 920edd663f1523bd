"""Victory points are booked where they came from, and decide who wins."""

from __future__ import annotations

from hypothesis import given

from simulate.engine import codes
from simulate.properties.strategies import invariants
from simulate.properties.strategies.seeing import seats
from tests.clauses import clause
from tests.properties.playing import FEW, WHOLE_GAMES, holds_throughout


def no_final_points_yet(watch):
    if not watch.game.over:
        p = seats(watch.now)
        assert not p["vp_by"][:, [codes.VP_LEFTOVERS, codes.VP_STRANDED]].any()


@FEW
@given(**WHOLE_GAMES)
@clause("final.krones", "final.kitchen", "final.goods-on-guests", "final.guests-left")
def test_leftovers_and_guests_left_score_at_the_end(drawn, n, seed):
    game = holds_throughout(no_final_points_yet, drawn, n, seed)
    final = drawn.load().final
    for p in seats(game.state):
        left = final.krone_vp * int(p.krones) + final.good_vp * int(p.kitchen.sum())
        assert p.vp_by[codes.VP_LEFTOVERS] == left
        guests = int((p.cafe >= 0).sum())
        cost = 0 if p.no_stranded else final.stranded_guest_vp
        assert p.vp_by[codes.VP_STRANDED] == cost * guests


@FEW
@given(**WHOLE_GAMES)
@clause("end.winner", "end.tie-break", "end.shared", "end.over")
def test_ranks_follow_points_and_leftovers(drawn, n, seed):
    game = holds_throughout(invariants.a_decision_is_open_or_the_game_is_over, drawn, n, seed)
    keys = [(int(p.vp), int(p.vp_by[codes.VP_LEFTOVERS])) for p in seats(game.state)]
    assert game.ranks() == [1 + sum(other > key for other in keys) for key in keys]
    assert game.scores() == [vp for vp, _ in keys]
    assert game.legal() == []
