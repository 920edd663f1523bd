"""Additional actions by themselves: who may use a card that costs something, claim, serve."""

from __future__ import annotations

from typing import Any

from simulate.engine import codes as c
from simulate.engine.additional import can_claim, can_claim_own, can_serve, can_use, own_tile
from simulate.engine.state import FIRST_ENTRANCE
from simulate.words.spelling import staff_index
from tests.scenarios.table import Table
from tests.scenarios.waltz.lobby import HOTELS, own_politics


def paying(**price: Any) -> Table:
    """A once-a-round card that costs this and brings a krone."""
    t = Table("revised-2021", staff=[44], krones=2, emperor=2, kitchen="2 wine 1 coffee")
    t.game.program = t.game.program.copy()
    card, r = staff_index(t.rules, 44), t.rules
    r.staff_timing[card], r.staff_pays[card] = c.ROUND, 1
    r.pay_goods[card] = price.pop("goods", (0, 0, 0, 0, 0))
    r.pay_items[card] = price.pop("items", 0)
    r.pay_krones[card] = price.pop("krones", 0)
    r.pay_emperor[card] = price.pop("emperor", 0)
    row = int(r.n_effects)
    r.effects[row] = 0
    r.effects[row, c.COL_KRONES] = 1
    r.card_effect[card], r.card_effect_n[card] = row, 1
    return t


def test_a_card_is_used_by_who_has_all_that_it_costs():
    for price, usable in (
        ({"krones": 2}, True),
        ({"krones": 3}, False),
        ({"emperor": 2}, True),
        ({"emperor": 3}, False),
        ({"items": 3}, True),
        ({"items": 4}, False),
        ({"goods": (0, 0, 2, 1, 0)}, True),
        ({"goods": (0, 0, 3, 0, 0)}, False),
        ({"goods": (1, 0, 0, 0, 0)}, False),
        ({"goods": (0, 0, 2, 0, 0), "items": 1}, True),
        ({"goods": (0, 0, 2, 0, 0), "items": 2}, False),
        ({"goods": (0, 0, 1, 1, 0), "items": 2}, False),
    ):
        t = paying(**price)
        assert bool(can_use(t.state, t.rules, 0, staff_index(t.rules, 44))) == usable, price
    t = paying(items=1)
    t.me.has(kitchen="2 champagne")  # no dish and no drink
    assert not can_use(t.state, t.rules, 0, staff_index(t.rules, 44))


def test_what_a_card_costs_is_paid_when_it_is_used():
    t = paying(goods=(0, 0, 1, 0, 0), items=1, krones=1, emperor=2).does("use 44", "pay coffee")
    assert (t.me.krones, t.me.emperor, t.me.kitchen) == (2 - 1 + 1, 0, {"wine": 1})
    t.illegal("use 44")


def test_personal_politics_cards_belong_to_whichever_entrance_says_so():
    t = own_politics(Table(HOTELS, krones=20), "A-krones B-floors C-three-each")
    for entrance in range(t.rules.n_entrances):
        rules = t.rules.copy()
        rules.card_own_politics[:] = 0
        p = t.me.p
        p.entrance, p.entrance_active = entrance, 1
        assert not can_claim_own(t.state, rules, p, 0)
        rules.card_own_politics[FIRST_ENTRANCE + entrance] = 1
        assert [bool(can_claim_own(t.state, rules, p, i)) for i in range(3)] == [True, False, False]
        p.own_done = 0b001
        assert not can_claim_own(t.state, rules, p, 0)
        p.own_done, p.krones = 0b110, 19
        assert not can_claim_own(t.state, rules, p, 0)
        p.own_done, p.krones = 0, 20


def test_a_marker_is_put_on_a_card_once_while_a_place_is_free_and_the_condition_met():
    t = Table("revised-2021", krones=20, politics="A-krones B-floors C-three-each")
    g, rules, p = t.state, t.rules, t.me.p
    assert [bool(can_claim(g, rules, p, i)) for i in range(3)] == [True, False, False]
    places = int(rules.n_places[g.politics[0]])
    for markers in range(places + 1):
        g.markers[0] = markers
        assert bool(can_claim(g, rules, p, 0)) == (markers < places)
    g.markers[0] = 0
    p.claimed = 0b110
    assert can_claim(g, rules, p, 0)
    p.claimed = 0b001
    assert not can_claim(g, rules, p, 0)
    p.claimed, g.politics[0] = 0, -1
    assert not can_claim(g, rules, p, 0)


def test_serving_takes_a_krone_and_a_good_that_a_guest_at_any_table_wants():
    for krones, kitchen, guests, possible in (
        (1, "1 wine", {75: ""}, True),
        (0, "1 wine", {75: ""}, False),
        (1, "", {75: ""}, False),
        (1, "1 wine", {}, False),
        (1, "1 wine", {75: "all"}, False),
        (1, "1 wine", {75: "all", 55: ""}, True),
        (1, "2 wine", {96: "", 75: "all", 55: ""}, True),
        (1, "2 strudel", {75: "", 55: ""}, False),
    ):
        t = Table("revised-2021", krones=krones, kitchen=kitchen, guests=guests)
        assert bool(can_serve(t.rules, t.me.p)) == possible, (krones, kitchen, guests)
        assert t.rules.serve_cost == 1


def test_a_personal_tile_costs_the_steps_of_its_letter():
    t = Table(HOTELS, entrance="grand-wray")
    for left in (0b111111, 0b101010, 0b000001):
        for emperor in range(5):
            t.me.p.own_tiles_left, t.me.p.emperor = left, emperor
            found = [own_tile(t.state, t.rules, t.me.p, i) for i in range(6)]
            steps = [i // 2 + 1 for i in range(6)]
            there = [left >> i & 1 and steps[i] <= emperor for i in range(6)]
            assert found == [steps[i] if there[i] else -1 for i in range(6)]
