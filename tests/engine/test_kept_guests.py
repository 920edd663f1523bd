"""Guests that an entrance or politics cards count: for whom each is kept, and till when."""

from __future__ import annotations

from itertools import product

from simulate.actions import guest_index
from simulate.engine.kept_guests import has_own_politics, keep_guest, release_guests
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
        t = own_politics(Table(SPEC, 3, politics=common), own)
        p, card = t.seat(seat).has(entrance=entrance).p, guest_index(t.rules, guest)
        melange = entrance == "ninas-melange"
        assert bool(has_own_politics(t.rules, p)) == melange
        for claimed, own_done in product((0, C), repeat=2):
            t.state.guest_kept[:] = 0
            p.claimed, p.own_done = claimed, own_done
            keep_guest(t.state, t.rules, seat, card)
            counted = common == COUNTS and not claimed
            counted |= melange and own == COUNTS and not own_done
            kept = (2 << seat if counted and guest == LARGE else 0) | (entrance == "kaufman")
            assert t.state.guest_kept[card] == kept
            assert (t.state.guest_kept != 0).sum() == (kept != 0)


def test_a_claim_releases_the_guests_kept_for_that_player_alone():
    for seat in (0, 1, 2):
        t = Table(SPEC, 3, politics=COUNTS)
        g, p = t.state, t.seat(seat).p
        discards = [guest_index(t.rules, number) for number in (LARGE, 74, SMALL)]
        g.guest_discard[:3], g.guest_discard_size = discards, 3
        g.guest_kept[discards] = 0b1111, 0b1110, 0b0001
        release_guests(g, t.rules, seat)  # the card is not claimed yet: nothing changes
        assert [int(g.guest_kept[i]) for i in discards] == [0b1111, 0b1110, 0b0001]
        p.claimed = C
        release_guests(g, t.rules, seat)
        left = ~(2 << seat)
        assert [int(g.guest_kept[i]) for i in discards] == [0b1111 & left, 0b1110 & left, 0b0001]
