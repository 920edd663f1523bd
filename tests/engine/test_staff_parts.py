"""Staff cards by themselves: the deck, the hand, coming into play, and what is paid for a use."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.actions import staff_index
from simulate.engine import codes as c
from simulate.engine.additional import can_claim_own, can_use
from simulate.engine.staff import bury, draw_staff, hire_price, put_into_play, remove_card
from simulate.engine.state import FIRST_ENTRANCE, MAX_STAFF
from tests.scenarios.table import Table
from tests.scenarios.waltz.lobby import HOTELS, own_politics


def test_a_card_that_comes_into_play_is_neither_used_nor_due_whatever_lay_there_before():
    t = Table("revised-2021", staff=[45], hand=[19])
    p, entry = t.me.p, t.state.log[t.state.staff_entry[staff_index(t.rules, 19)]]
    p.staff_used[:], p.staff_due[:] = 1, 1
    put_into_play(t.state, t.rules, 0, staff_index(t.rules, 19), 2)
    assert t.numbers(p.staff[: p.staff_size]) == [45, 19]
    assert (p.staff_used[1], p.staff_due[1]) == (0, 0)
    assert (p.staff_used[0], p.staff_due[0]) == (1, 1)
    assert (t.me.krones, entry.paid) == (8, 2)


def test_the_log_tells_in_which_round_a_card_came_into_play_the_set_up_counts_as_the_first():
    for round_no, noted in ((0, 1), (1, 1), (2, 2), (7, 7)):
        t = Table("revised-2021", hand=[19])
        t.state.round_no = round_no
        put_into_play(t.state, t.rules, 0, staff_index(t.rules, 19), 0)
        assert t.state.log[t.state.staff_entry[staff_index(t.rules, 19)]].used_round == noted


def test_the_deck_is_a_queue_from_whatever_place_it_begins_at():
    g = Table("revised-2021").state
    for top in (0, 1, MAX_STAFF - 2, MAX_STAFF - 1):
        g.staff_top, g.staff_deck_size = top, 0
        assert draw_staff(g) == -1
        for card in (5, 3, 8):
            bury(g, card)
        assert [draw_staff(g), g.staff_deck_size] == [5, 2]
        bury(g, 5)
        assert [draw_staff(g) for _ in range(4)] == [3, 8, 5, -1]
        assert g.staff_deck_size == 0


def test_a_card_is_taken_out_of_its_place_and_the_others_keep_their_order():
    for card, left in ((4, [2, 9, 7]), (2, [4, 9, 7]), (7, [4, 2, 9])):
        cards = np.array([4, 2, 9, 7, 1])
        remove_card(cards, 4, card)
        assert cards[:3].tolist() == left
        assert cards[4] == 1


def test_a_card_costs_its_price_less_a_discount_and_never_less_than_nothing():
    rules = Table("revised-2021").rules
    for card in range(rules.n_staff):
        prices = [hire_price(rules, card, discount) for discount in (0, 1, c.FREE)]
        cost = int(rules.staff_cost[card])
        assert prices == [cost, max(0, cost - 1), 0]


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
