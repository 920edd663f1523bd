"""Tracks, goods and VP by themselves: every source has its column, every limit its effect."""

from __future__ import annotations

from simulate.engine import codes as c
from simulate.engine.ledger import (
    advance,
    book,
    gain_krones,
    in_turn,
    log_card,
    owe,
    receive,
    score,
    source,
)
from simulate.engine.state import LOG
from simulate.words.spelling import staff_index
from tests.scenarios.table import Table


def test_what_one_action_brings_is_summed_up_over_several_gains():
    t = Table("revised-2021")
    receive(t.state, t.rules, 0, 1, 2, 3, 4, 0)
    receive(t.state, t.rules, 0, 0, 3, 0, 2, 1)
    assert t.me.p.action_goods.tolist() == [1 + 2 + 3, 3 + 4 + 2]
    assert t.me.kitchen == {"strudel": 1, "cake": 5, "wine": 3, "coffee": 6, "champagne": 1}
    advance(t.state, t.rules, t.me.p, 2)
    advance(t.state, t.rules, t.me.p, 3)
    assert (t.me.p.action_steps, t.me.emperor) == (5, 5)
    assert t.seat(1).p.action_goods.tolist() == [0, 0]


def test_goods_that_a_guest_wants_are_offered_and_the_others_go_into_the_kitchen():
    t = Table("revised-2021", guests={75: ""})
    order = t.me.guests[75]
    wanted = next(iter(order))
    receive(t.state, t.rules, 0, 2, 2, 2, 2, 2)
    t.fresh = False
    assert {words.split()[1] for words in t.options} == {wanted}
    missing = {"strudel", "cake", "wine", "coffee", "champagne"} - set(order)
    assert t.me.kitchen == dict.fromkeys(sorted(missing), 2)


def test_champagne_pays_a_debt_first():
    for debt, comes, left in ((-2, 1, -1), (-2, 2, 0), (-1, 3, 2), (0, 2, 2)):
        t = Table("revised-2021+ballrooms")
        t.me.p.kitchen[c.CHAMPAGNE] = debt
        receive(t.state, t.rules, 0, 0, 0, 0, 0, comes)
        assert t.me.p.kitchen[c.CHAMPAGNE] == left


def test_vp_are_booked_under_their_source_and_nowhere_else():
    for column in range(c.VP_SOURCES):
        t = Table("revised-2021", staff=[1, 19], guests={75: "", 55: ""})
        card, entry = staff_index(t.rules, 19), int(t.me.p.cafe_entry[1])
        behind = {c.VP_STAFF: card, c.VP_GUESTS: entry}.get(column, 0)
        book(t.state, t.me.p, 7, source(column, behind))
        score(t.state, t.me.p, -2, source(column, behind))
        assert t.me.vp == 5
        assert {i: int(vp) for i, vp in enumerate(t.me.p.vp_by) if vp} == {column: 5}
        noted = {i: int(e.vp) for i, e in enumerate(t.state.log) if e.vp}
        of_card = {c.VP_STAFF: int(t.state.staff_entry[card]), c.VP_GUESTS: entry}
        assert noted == ({of_card[column]: 5} if column in of_card else {})
        assert t.seat(1).vp == 0


def test_krones_beyond_the_end_of_the_track_are_lost():
    t = Table("revised-2021", krones=18)
    t.me.p.most_krones = 0
    gain_krones(t.rules, t.me.p, 0)
    assert (t.me.krones, t.me.p.most_krones) == (18, 0)  # nothing was received
    gain_krones(t.rules, t.me.p, 1)
    assert (t.me.krones, t.me.p.most_krones) == (19, 19)
    gain_krones(t.rules, t.me.p, 4)
    assert (t.me.krones, t.me.p.most_krones) == (20, 20)
    t.me.p.krones = 3
    gain_krones(t.rules, t.me.p, 2)
    assert (t.me.krones, t.me.p.most_krones) == (5, 20)


def test_only_events_that_some_card_answers_are_owed():
    p = Table("revised-2021").me.p
    p.events = 1 << c.ON_KRONES | 1 << c.ON_ADVANCE
    for event in (c.ON_KRONES, c.ON_CHAMPAGNE, c.ON_ADVANCE, c.ON_ADVANCE):
        owe(p, event)
    assert (p.owed.tolist(), p.owing) == ([1, 0, 2], 1)


def test_an_entry_of_the_log_is_fresh_whatever_was_written_there_before():
    t = Table("revised-2021")
    g, size = t.state, int(t.state.log_size)
    g.round_no, e = 4, g.log[size]
    e.vp, e.paid, e.used_round, e.kind, g.staff_entry[5] = 9, 8, 7, c.LOG_GUEST, size + 1
    assert log_card(g, 1, c.LOG_STAFF, 5, c.CAME_DRAWN, 3) == size
    assert (e.seat, e.kind, e.card, e.came) == (1, c.LOG_STAFF, 5, c.CAME_DRAWN)
    assert (e.came_round, e.paid_in) == (4, 3)
    assert (e.vp, e.paid, e.used_round) == (0, 0, 0)
    assert (g.staff_entry[5], g.log_size) == (size, size + 1)
    assert log_card(g, 1, c.LOG_GUEST, 5, c.CAME_ROW, 0) == size + 1
    assert g.staff_entry[5] == size


def test_a_log_that_is_full_ends_the_game_with_an_error():
    g = Table("revised-2021").state
    g.log_size = LOG - 1
    assert log_card(g, 0, c.LOG_GUEST, 5, c.CAME_ROW, 0) == LOG - 1
    assert (g.log_size, g.error, g.phase) == (LOG, c.ERR_NONE, c.PH_TURNS)
    entry = log_card(g, 0, c.LOG_GUEST, 6, c.CAME_ROW, 0)
    assert (g.log_size, g.error, g.phase) == (LOG, c.ERR_LOG, c.PH_OVER)
    assert g.log[entry].card != 6


def test_a_turn_is_what_lies_at_the_bottom_of_the_stack():
    g = Table("revised-2021").state
    g.frames["kind"] = c.F_GOODS
    assert [bool(in_turn(g)) for g.top in range(4)] == [False] * 4
    g.frames[0].kind = c.F_TURN
    assert [bool(in_turn(g)) for g.top in range(4)] == [False, True, True, True]


def test_vp_of_staff_are_noted_for_that_card_alone():
    cards = [44, 45, 2, 19]
    for number in cards:
        t = Table("revised-2021", staff=cards)
        card = staff_index(t.rules, number)
        book(t.state, t.me.p, 3, source(c.VP_STAFF, card))
        noted = {int(e.card): int(e.vp) for e in t.state.log if e.vp}
        assert noted == {card: 3}


def test_more_vp_come_with_every_gain_of_a_turn_and_with_nothing_else():
    for more in (0, 1, 2):
        t = Table("revised-2021")
        p, g = t.me.p, t.state
        p.more_vp = more
        for vp, booked in ((1, 1 + more), (5, 5 + more), (-1, -1), (0, 0)):
            before = int(p.vp)
            score(g, p, vp, source(c.VP_TRACK, 0))
            assert p.vp - before == booked
        assert p.vp_by[c.VP_CELEBRITIES] == 2 * more
        g.top = 0  # between the turns
        before = int(p.vp)
        score(g, p, 4, source(c.VP_TRACK, 0))
        assert p.vp - before == 4


def test_more_krones_and_steps_come_with_every_gain():
    for more in (0, 1, 2):
        t = Table("revised-2021", krones=5)
        p, g = t.me.p, t.state
        p.more_krones = p.more_steps = more
        gain_krones(t.rules, p, 3)
        gain_krones(t.rules, p, 0)
        gain_krones(t.rules, p, -1)
        assert p.krones == 5 + 3 + more
        for steps, there in ((1, 1 + more), (0, 1 + more), (-1, 1 + more), (2, 3 + 2 * more)):
            advance(g, t.rules, p, steps)
            assert p.emperor == p.action_steps == there
        g.top = 0
        advance(g, t.rules, p, 1)
        assert p.emperor == 4 + 2 * more


def test_steps_past_the_end_of_the_emperor_track_score():
    for begun, steps, vp in ((0, 13, 0), (12, 1, 0), (12, 2, 1), (13, 1, 1), (13, 4, 4)):
        t = Table("revised-2021", emperor=begun)
        advance(t.state, t.rules, t.me.p, steps)
        overflow = vp * int(t.rules.emperor_overflow_vp)
        assert (t.me.emperor, t.me.vp) == (min(13, begun + steps), overflow)
        assert t.me.vp_from == ({"track": overflow} if overflow else {})
