"""Guests that an entrance or politics cards count: for whom each is kept, and till when."""

from __future__ import annotations

from itertools import product

import numpy as np

from simulate.engine.cafe import draw_guest
from simulate.engine.kept_guests import (
    counts_guest,
    has_own_politics,
    keep_guest,
    release_guests,
)
from tests.scenarios.seat import guest_index
from tests.scenarios.table import Table
from tests.scenarios.waltz.lobby import own_politics

SPEC = "revised-2021+more+unique-hotels"
COUNTS, OTHERS = "A-goods B-top-floor C-large-orders", "A-goods B-top-floor C-three-each"
LARGE, SMALL = 90, 51  # guests with three goods and with fewer
C = 1 << 2


def test_a_guest_is_kept_for_each_player_whose_card_counts_it():
    for seat, guest, common, own, entrance in product(
        (0, 1, 2), (LARGE, SMALL), (COUNTS, OTHERS), (COUNTS, OTHERS),
        ("ninas-melange", "kaufman", "dove"),
    ):  # fmt: skip
        t = own_politics(Table(SPEC, 3), own)
        t.politics(common)
        p, card = t.seat(seat).has(entrance=entrance).p, guest_index(t.rules, guest)
        melange = entrance == "ninas-melange"
        assert bool(has_own_politics(t.rules, p)) == melange
        for claimed, own_done in product((0, C), repeat=2):
            t.state.guest_kept[:] = 0
            before = t.state.guest_kept[card] = 2 << (seat + 1) % 3  # for somebody else
            p.claimed, p.own_done = claimed, own_done
            keep_guest(t.state, t.rules, seat, card)
            counted = common == COUNTS and not claimed
            counted |= melange and own == COUNTS and not own_done
            kept = (2 << seat if counted and guest == LARGE else 0) | (entrance == "kaufman")
            assert t.state.guest_kept[card] == before | kept
            assert (t.state.guest_kept != 0).sum() == 1


def test_a_claim_releases_the_guests_kept_for_that_player_alone():
    for seat, entrance in product((0, 1, 2), ("kaufman", "dove")):
        t = Table(SPEC, 3, politics=COUNTS)
        g, p = t.state, t.seat(seat).has(entrance=entrance).p
        mine, others = 2 << seat, 0b1110 & ~(2 << seat)
        discards = [guest_index(t.rules, number) for number in (LARGE, 74, 55, SMALL)]
        assert all(t.rules.guest_goods[i] >= 3 for i in discards[:3])
        g.guest_discard[:4], g.guest_discard_size = discards, 4
        g.guest_kept[discards] = 0b1111, mine, others, 1
        release_guests(g, t.rules, seat)  # the card is not claimed yet: nothing changes
        assert [int(g.guest_kept[i]) for i in discards] == [0b1111, mine, others, 1]
        p.claimed = C
        release_guests(g, t.rules, seat)
        assert [int(g.guest_kept[i]) for i in discards] == [others | 1, 0, others, 1]


def test_guests_that_are_kept_stay_among_the_discards_when_the_others_are_shuffled():
    t = Table(SPEC)
    g, size = t.state, 5
    cards = np.arange(size)
    g.guest_discard[:size], g.guest_discard_size = cards, size
    g.guest_next = g.guest_deck_size
    g.guest_kept[[1, 2, 4]] = 1, 2, 4
    drawn = int(draw_guest(g, t.rules))
    assert g.guest_discard[: g.guest_discard_size].tolist() == [1, 2, 4]
    assert sorted(g.guest_deck[: g.guest_deck_size]) == [0, 3]
    assert (drawn, g.guest_next) == (g.guest_deck[0], 1)
    assert int(draw_guest(g, t.rules)) == 3 - drawn
    assert draw_guest(g, t.rules) == -1  # only kept ones are left


def test_which_cards_count_a_guest():
    t = Table(SPEC)
    counting = list(t.ruleset.politics.cards).index("C-large-orders")
    for guest in range(t.rules.n_guests):
        large = t.rules.guest_goods[guest] >= 3
        for card in range(-1, t.rules.n_politics):
            assert bool(counts_guest(t.rules, card, guest)) == (card == counting and large)
    rules = t.rules.copy()
    for field in ("politics_needs", "need_count", "need_arg"):
        rules[field][0] = rules[field][counting]  # whatever place the card has
    assert counts_guest(rules, 0, guest_index(rules, LARGE))
    assert not counts_guest(rules, -1, guest_index(rules, LARGE))
