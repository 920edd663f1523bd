"""Staff cards by themselves: the deck, the price, and coming into play."""

from __future__ import annotations

import numpy as np

from simulate.engine import codes as c
from simulate.engine.staff import bury, draw_staff, hire_price, put_into_play, remove_card
from simulate.engine.state import MAX_STAFF
from simulate.words.spelling import staff_index
from tests.scenarios.table import Table


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
