"""Guests who let staff be hired or drawn: empty hand, empty deck, no money, spare discount.

Staff by cost: 45, 6, 7, 24 cost 1 krone; 16, 8 cost 2; 42, 21 cost 3; 3 costs 4; 9 costs 5; 25
costs 6. The Pool Attendant (45) brings 3 steps at once; of the others none does anything here.
"""

import pytest

from tests.clauses import clause
from tests.scenarios.entering import EDITIONS, enters, leaves_the_rest, offered, takes

FREE = 6  # no card costs more
HIRES = {56: 3, 59: 2, 64: 1, 66: 1, 70: 1, 73: 1, 86: 3, 94: 1, 96: 3, 104: FREE}
HIRE_COMES_SECOND = (56, 59)
OF_COST = {1: 45, 2: 16, 3: 42, 4: 3, 6: 25}

# guest: how many are drawn onto the hand
DRAWS = {50: 1, 55: 2, 67: 2, 91: 3, 99: 1, 103: 2}

# the other part of their reward
REST = {
    50: "reward 2",
    56: "reward 1",
    59: "reward 1",
    66: "reward 2",
    67: "reward 2",
    70: "reward 2",
    99: "reward 2",
}


def may_hire(guest, spec, **things):
    """The part of the reward that hires begins."""
    t = enters(guest, spec, **things)
    return takes(t, "reward 2" if guest in HIRE_COMES_SECOND else "reward 1")


def only_the_rest_is_left(t, guest):
    """The staff part of the reward is not to be had; without another part the turn goes on."""
    if guest in REST:
        assert set(t.options) == {REST[guest], "stop"}
        t.does(REST[guest])
        leaves_the_rest(t)
    t.legal("die 1")
    assert (t.me.hand, t.me.staff, t.me.krones) == ([], [], 10)


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("guest", sorted(HIRES))
def test_without_a_krone_only_what_the_discount_covers_can_be_hired(guest, spec):
    discount = HIRES[guest]
    dearest = OF_COST[discount]
    too_dear = [] if discount == FREE else [OF_COST[discount + 1]]
    t = may_hire(guest, spec, krones=0, hand=[dearest, *too_dear])
    assert offered(t, "hire") == {str(dearest)}
    leaves_the_rest(t.does(f"hire {dearest}"))
    assert (t.me.staff, t.me.hand, t.me.krones) == ([dearest], too_dear, 0)


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("guest", sorted(g for g in HIRES if HIRES[g] > 1))
def test_discount_beyond_the_price_is_lost(guest, spec):
    t = may_hire(guest, spec, krones=5, hand=[45]).does("hire 45")
    leaves_the_rest(t)
    assert (t.me.staff, t.me.krones, t.me.emperor) == ([45], 5, 3)


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("guest", sorted(HIRES))
def test_empty_hand_has_nobody_to_hire(guest, spec):
    """Goods, steps or a room can still be had; otherwise the turn just goes on."""
    only_the_rest_is_left(enters(guest, spec), guest)


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("guest", sorted(HIRES))
def test_only_as_many_cards_as_the_reward_says(guest):
    """All three could be paid for; only the Count (73) takes a second one, none a third."""
    t = may_hire(guest, "revised-2021", krones=5, hand=[6, 7, 24]).does("hire 6")
    if guest == 73:
        t.does("hire 7")
    t.illegal("hire 24")
    leaves_the_rest(t)
    assert 24 in t.me.hand


@clause("guest.73", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_count_hires_one_if_the_krones_do_not_do_for_two(spec):
    t = enters(73, spec, krones=1, hand=[16, 8]).does("hire 16")
    t.legal("die 1")
    assert (t.me.staff, t.me.hand, t.me.krones) == ([16], [8], 0)


@clause("guest.73", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_count_pays_less_for_each_of_the_two(spec):
    """Once the second could be paid for but is left, the discount is gone."""
    t = enters(73, spec, krones=2, hand=[16, 8]).does("hire 16")
    assert set(t.options) == {"hire 8", "stop"}
    t.does("hire 8")
    t.legal("die 1")
    assert (t.me.staff, t.me.krones) == ([8, 16], 0)


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("guest", [66, 70, 73, 94, 64])
def test_hired_card_that_cannot_be_used_is_still_hired(guest):
    """The Porter (38: 5 krones) fills a guest's order, but nobody is left in the cafe."""
    t = may_hire(guest, "revised-2021", krones=4, hand=[38]).does("hire 38")
    leaves_the_rest(t)
    assert (t.me.staff, t.me.krones) == ([38], 0)


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("guest", [56, 59, 86, 96, 104])
def test_goods_of_the_card_hired_let_the_next_guest_move_in(guest):
    """The Chef (21: 3 krones) brings a coffee for the Knight (65)."""
    t = may_hire(guest, "revised-2021", krones=1, hand=[21], others={65: ""}, vacant="3.1")
    t.does("hire 21").places("1 coffee", table=2)
    leaves_the_rest(t).check_in(65, "3.1")
    assert 65 not in t.me.guests
    assert t.me.kitchen == {"strudel": 1, "cake": 1, "wine": 1}


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("guest", sorted(DRAWS))
def test_short_deck_gives_what_it_has(guest, spec):
    deck = [3, 9, 25][: DRAWS[guest]]
    exact = leaves_the_rest(enters(guest, spec, hand=[45], deck=[*deck, 16]).does("reward 1"))
    assert (exact.me.hand, exact.staff_deck()) == (sorted([45, *deck]), [16])
    short = enters(guest, spec, hand=[45], deck=deck[:-1])
    leaves_the_rest(takes(short, "reward 1"))
    assert (short.me.hand, short.staff_deck()) == (sorted([45, *deck[:-1]]), [])


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("guest", sorted(DRAWS))
def test_empty_deck_has_no_card_to_draw(guest, spec):
    only_the_rest_is_left(enters(guest, spec, deck=[]), guest)


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize(("guest", "krones"), [(75, 0), (76, 0), (75, 20), (76, 20)])
def test_none_of_the_cards_offered_is_played(guest, krones):
    """75: all three cost more than the discount of 3, or nobody is wanted. They go under the deck
    in any order; none comes to the hand."""
    t = enters(guest, krones=krones, hand=[45], deck=[3, 9, 25, 16]).does("reward 1")
    if guest == 75 and krones == 0:
        t.illegal("hire 3", "hire 9", "hire 25")
    else:
        t.does("stop")
    t.illegal("hire 45")
    t.does("bury 9", "bury 25")
    t.legal("die 1")
    assert (t.me.hand, t.me.staff, t.me.krones) == ([45], [], krones)
    assert t.staff_deck() == [16, 9, 25, 3]


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("guest", "payable"), [(75, {"42"}), (76, {"42", "3", "25"})])
def test_card_offered_to_a_player_without_a_krone(guest, payable, spec):
    t = enters(guest, spec, krones=0, hand=[45], deck=[3, 42, 25, 16]).does("reward 1")
    assert offered(t, "hire") == payable
    t.does("hire 42", "bury 25")
    t.legal("die 1")
    assert (t.me.staff, t.me.hand, t.me.krones) == ([42], [45], 0)
    assert t.staff_deck() == [16, 25, 3]


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("guest", [75, 76])
def test_discount_beyond_the_price_of_a_card_offered_is_lost(guest, spec):
    t = enters(guest, spec, krones=5, deck=[45, 9, 25]).does("reward 1", "hire 45", "bury 9")
    t.legal("die 1")
    assert (t.me.staff, t.me.krones, t.me.emperor) == ([45], 5, 3)


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("guest", "krones"), [(75, 1), (76, 0)])
def test_short_deck_offers_what_it_has(guest, krones, spec):
    """Two cards: one is played (3 costs 4 krones), the other is the deck. None: no offer."""
    t = enters(guest, spec, krones=krones, deck=[3, 25]).does("reward 1", "hire 3")
    t.legal("die 1")
    assert (t.me.staff, t.me.hand, t.me.krones) == ([3], [], 0)
    assert t.staff_deck() == [25]
    enters(guest, spec, deck=[]).legal("die 1")
