"""Module 3: entrances laid out and auctioned, and what their owners receive in the set-up."""

import pytest

from tests.clauses import clause
from tests.scenarios.judged import edited
from tests.scenarios.table import Table
from tests.scenarios.waltz.lobby import HOTELS, entrance_of, offered

EDITIONS = ("original-2015+unique-hotels", HOTELS)
DRAFT = HOTELS + "+draft"
EXAMPLE = "mayenfels grand-wray kozi-palace"
PLAIN = "kozi-palace corogari-zant-mainz stroup kaufman"


def auction(entrances, spec=HOTELS, seed=1):
    """The auction begins; as many players as entrances."""
    return offered(Table.set_up(spec, len(entrances.split()), seed), entrances)


def bids(t):
    """The bids that are legal, by entrance."""
    found = {}
    for words in t.options:
        if words.startswith("bid"):
            _, bid, _, _, entrance = words.split()
            found.setdefault(int(entrance), []).append(int(bid))
    return found


def sold(entrance, spec=HOTELS, other="kozi-palace"):
    """Two players; seat 0 has just received this entrance for nothing, seat 1 the other one."""
    t = auction(f"{entrance} {other}", spec)
    return t.does("bid 0 on entrance 1", "pass")


@clause("entrances.kitchens")
@pytest.mark.parametrize("spec", [*EDITIONS, DRAFT])
def test_kitchens_are_empty(spec):
    t = Table.set_up(spec, 4)
    assert [t.seat(seat).kitchen for seat in range(4)] == [{}] * 4
    assert [t.seat(seat).krones for seat in range(4)] == [10] * 4


@clause("entrances.laid-out")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_entrance_a_player(players):
    found = set()
    for seed in range(1, 31):
        t = Table.set_up(HOTELS, players, seed)
        laid = [int(i) for i in t.state.entrances if i >= 0]
        assert len(set(laid)) == len(laid) == players
        found |= set(laid)
    assert len(found) == 8


# The example: Anton (0) bids 5 and 8 for Mayenfels, Carla (2) 5 for the Kozi Palace, Bettina (1)
# receives the Grand Wray for nothing.
@clause("auction.first-bid", "auction.raise-or-pass", "auction.paid", "auction.next")
@clause("auction.last", "entrance.grand-wray.receipt", "entrance.kozi-palace.receipt")
@pytest.mark.parametrize("spec", EDITIONS)
def test_example_of_the_auction(spec):
    t = auction(EXAMPLE, spec)
    t.does("bid 5 on entrance 1", "bid 7 on entrance 1", "pass", "bid 8 on entrance 1", "pass")
    assert (entrance_of(t.me), t.me.krones) == ("mayenfels", 2)
    while t.player == 0:  # Mayenfels lets Anton play a staff card, which he does not
        t.does("stop")
    assert t.player == 1
    t.does("bid 0 on entrance 3")
    for bid in (1, 2, 3, 4, 5):
        assert t.player == (2 if bid % 2 else 1)
        t.does(f"bid {bid} on entrance 3")
    t.does("pass")
    assert [entrance_of(t.seat(i)) for i in range(3)] == ["mayenfels", "grand-wray", "kozi-palace"]
    assert [t.seat(i).krones for i in range(3)] == [2, 10, 5]
    assert t.seat(1).kitchen == {"strudel": 1}
    assert t.seat(1).emperor == 2
    assert t.seat(2).kitchen == {"cake": 1, "coffee": 1}


@clause("auction.first-bid", "auction.means")
def test_first_bid():
    t = auction("kozi-palace corogari-zant-mainz kaufman")
    assert t.player == 0
    assert bids(t) == {i: list(range(11)) for i in (1, 2, 3)}
    t.illegal("pass")


@clause("auction.raise-or-pass")
def test_higher_bid_for_the_same_entrance():
    t = auction("kozi-palace corogari-zant-mainz kaufman").does("bid 4 on entrance 2")
    assert t.player == 1
    assert bids(t) == {2: [5, 6, 7, 8, 9, 10]}
    t.legal("pass")
    t.illegal("bid 4 on entrance 2", "bid 3 on entrance 2", "bid 5 on entrance 1")


@clause("auction.means")
def test_nobody_raises_the_bid_of_all_krones():
    t = auction("kozi-palace corogari-zant-mainz").does("bid 10 on entrance 1")
    assert t.options == ["pass"]
    t.illegal("bid 11 on entrance 1")


@clause("auction.out")
def test_who_passed_is_skipped_until_the_next_auction():
    t = auction("kozi-palace corogari-zant-mainz kaufman")
    t.does("bid 0 on entrance 1", "pass", "bid 1 on entrance 1")
    assert t.player == 0
    t.does("bid 2 on entrance 1")
    assert t.player == 2  # not 1
    t.does("pass")
    assert entrance_of(t.me) == "kozi-palace"
    assert t.player == 1
    assert bids(t).keys() == {2, 3}


@clause("auction.next", "auction.one-each")
def test_starting_player_begins_again_after_losing():
    t = auction("kozi-palace corogari-zant-mainz kaufman")
    t.does("bid 0 on entrance 1", "bid 1 on entrance 1", "pass", "pass")
    assert entrance_of(t.seat(1)) == "kozi-palace"
    assert t.player == 0
    t.does("bid 0 on entrance 2")
    assert t.player == 2  # seat 1 has an entrance
    t.does("pass")
    assert [entrance_of(t.seat(i)) for i in (0, 2)] == ["corogari-zant-mainz", "kaufman"]


@clause("auction.next")
def test_next_player_clockwise_without_an_entrance_begins():
    t = auction("kozi-palace corogari-zant-mainz kaufman chateau-paulwei")
    t.does("bid 0 on entrance 1", "bid 1 on entrance 1", "pass", "pass", "pass")  # to seat 1
    assert t.player == 0
    t.does("bid 0 on entrance 2", "pass", "pass")  # to seat 0
    assert t.player == 2
    t.does("bid 0 on entrance 3")
    assert t.player == 3
    t.does("bid 3 on entrance 3", "pass")
    assert [entrance_of(t.seat(i)) for i in (2, 3)] == ["chateau-paulwei", "kaufman"]
    assert [t.seat(i).krones for i in range(4)] == [10, 9, 10, 7]


@clause("auction.last", "auction.paid")
def test_last_entrance_is_free():
    t = auction("kozi-palace corogari-zant-mainz").does("bid 10 on entrance 2", "pass")
    assert [entrance_of(t.seat(i)) for i in (0, 1)] == ["corogari-zant-mainz", "kozi-palace"]
    assert [t.seat(i).krones for i in (0, 1)] == [0, 10]


GOODS = {
    "chateau-paulwei": {"cake": 1, "wine": 1, "coffee": 1},
    "corogari-zant-mainz": {"strudel": 1, "wine": 1},
    "dove": {"strudel": 1, "wine": 1},
    "kaufman": {"strudel": 1, "cake": 1, "wine": 1, "coffee": 1},
    "mayenfels": {"cake": 1, "coffee": 1},
    "ninas-melange": {"strudel": 1, "cake": 1, "wine": 1, "coffee": 1},
    "grand-wray": {"strudel": 1},
    "stroup": {"strudel": 1, "cake": 1, "wine": 1, "coffee": 1},
}


@clause("entrance.{entrance}.receipt", "auction.paid")
@pytest.mark.parametrize("entrance", GOODS)
def test_goods_come_with_the_entrance(entrance):
    spec = HOTELS + "+stroup" * (entrance == "stroup")
    t = sold(entrance, spec)
    assert t.me.kitchen == GOODS[entrance]
    assert t.me.emperor == (2 if entrance == "grand-wray" else 0)
    assert bin(int(t.me.p.tokens)).count("1") == 5


@clause("entrance.kozi-palace.receipt", "entrance.kozi-palace.receipt-draft")
def test_kozi_palace_has_less_in_the_draft():
    for spec, kitchen in ((HOTELS, {"cake": 1, "coffee": 1}), (DRAFT, {"coffee": 1})):
        assert sold("kozi-palace", spec, "kaufman").me.kitchen == kitchen


@clause("entrance.chateau-paulwei.draft")
def test_draft_has_no_chateau_paulwei():
    assert "chateau-paulwei" in Table(HOTELS).ruleset.entrance
    assert "chateau-paulwei" not in Table(DRAFT).ruleset.entrance


@clause("entrance.stroup")
def test_stroup_is_in_the_draft_and_not_in_the_retail_edition():
    assert "stroup" not in Table(HOTELS).ruleset.entrance
    assert "stroup" in Table(DRAFT).ruleset.entrance


def rooms_of(t, *rooms):
    """Both free guests are taken; seat 0 prepares these rooms."""
    t.does("guest 5", "guest 5")
    assert t.player == 0
    return t.does(*[f"prepare {room}" for room in rooms])


@clause("entrance.chateau-paulwei.rooms")
def test_paulwei_prepares_five_rooms():
    t = rooms_of(sold("chateau-paulwei"), "1.1", "1.2", "2.1")
    assert (t.player, t.me.krones) == (0, 9)
    t.does("prepare 3.1", "prepare 1.3")
    assert (t.me.krones, len(t.me.vacant)) == (7, 5)
    assert t.player == 1


@clause("entrance.chateau-paulwei.may")
@clause("entrance.chateau-paulwei", corner=True)
@pytest.mark.parametrize("rooms", [(), ("1.4",)])
def test_paulwei_may_leave_out_rooms(rooms):
    t = rooms_of(sold("chateau-paulwei"), "1.1", "1.2", "1.3", *rooms)
    t.does("stop")
    assert (t.player, len(t.me.vacant)) == (1, 3 + len(rooms))


@clause("entrance.dove.fourth-room")
def test_dove_prepares_a_fourth_room_free():
    t = rooms_of(sold("dove"), "1.1", "2.1", "3.1")
    assert (t.player, t.me.krones) == (0, 10 - 1 - 2)
    t.illegal("prepare 4.5", "prepare 1.5")
    t.does("prepare 4.1")
    assert (t.player, t.me.krones) == (1, 7)
    assert t.me.vacant == {"1.1", "2.1", "3.1", "4.1"}


@clause("entrance.dove.fourth-room")
@clause("entrance.dove", corner=True)
def test_dove_may_leave_out_the_fourth_room():
    t = rooms_of(sold("dove"), "1.1", "1.2", "1.3").does("stop")
    assert (t.player, len(t.me.vacant)) == (1, 3)


@clause("entrances.rooms-after-fewer", "set-up.rooms-2015")
@pytest.mark.parametrize("spec", [EDITIONS[0], f"{EDITIONS[0]}+draft"])
@pytest.mark.parametrize("rooms", [(), ("1.1", "1.2")])
def test_dove_prepares_its_room_after_fewer_than_three(rooms, spec):
    t = rooms_of(sold("dove", spec), *rooms).does("stop")
    t.does("prepare 2.1" if rooms else "prepare 1.1")
    assert (t.player, t.me.krones, len(t.me.vacant)) == (1, 10, len(rooms) + 1)


@clause("entrances.rooms-after-fewer", corner=True)
def test_paulwei_prepares_two_rooms_after_fewer_than_three():
    t = rooms_of(sold("chateau-paulwei", EDITIONS[0]), "1.1").does("stop")
    t.does("prepare 2.1", "prepare 1.2")
    assert (t.player, t.me.krones, len(t.me.vacant)) == (1, 9, 3)


@clause("entrance.chateau-paulwei.rooms", "entrance.dove.fourth-room")
def test_others_prepare_three_rooms():
    t = rooms_of(sold("corogari-zant-mainz"), "1.1", "1.2", "1.3")
    assert t.player == 1


@clause("entrance.kaufman.set-up", "entrance.kaufman.refill")
def test_kaufman_takes_two_free_guests():
    t = sold("kaufman").does("guest 5")  # of seat 1
    row = t.guests_in_row()
    t.does("guest 1")
    assert (t.player, t.me.krones) == (0, 10)
    assert t.guests_in_row()[1:] == row[1:]  # full again, another guest on the left
    assert t.guests_in_row()[0] != row[0]
    t.legal("stop")
    t.does("guest 1")
    assert len(t.me.guests) == 2
    assert (t.player, t.me.krones) == (0, 10)
    t.legal("prepare 1.1")


@clause("entrance.kaufman.set-up")
@clause("entrance.kaufman", corner=True)
def test_kaufman_may_leave_out_the_second_free_guest():
    t = sold("kaufman").does("guest 5")
    t.illegal("stop")
    t.does("guest 5", "stop")
    assert len(t.me.guests) == 1
    t.legal("prepare 1.1")


@clause("entrance.kaufman.refill-draft")
def test_kaufman_of_the_draft_takes_both_guests_from_one_row():
    t = sold("kaufman", DRAFT, "dove").does("guest 5")
    row = t.guests_in_row()
    t.does("guest 2")
    assert t.guests_in_row() == [row[0], *row[2:]]
    t.illegal("guest 2")
    t.does("guest 4")
    assert set(t.me.guests) == {row[1], row[3]}
    assert t.guests_in_row()[2:] == [row[0], row[2], row[4]]


@clause("entrance.mayenfels.receipt", "entrance.mayenfels.not-own-card")
def test_mayenfels_draws_and_plays_a_card():
    t = auction("mayenfels kozi-palace")
    top = next(card for card in t.staff_deck() if t.ruleset.staff[card].timing == "end")
    t.deck([top])
    t.does("bid 0 on entrance 1", "pass")
    assert top in t.me.hand  # drawn before anything is played
    assert len(t.me.hand) == 7
    t.does(f"hire {top}")
    assert t.player == 1
    assert t.me.staff == [top]
    assert t.me.krones == 10 - max(0, t.ruleset.staff[top].cost - 3)
    assert len(t.me.hand) == 6


@clause("entrance.mayenfels.receipt")
@clause("entrance.mayenfels", corner=True)
def test_mayenfels_without_money_for_a_card():
    t = auction("mayenfels kozi-palace").does("bid 10 on entrance 1", "pass")
    dear = [card for card in t.me.hand if t.ruleset.staff[card].cost > 3]
    assert dear
    t.illegal(*[f"hire {card}" for card in dear])
    t.does("stop")
    assert (t.me.staff, t.me.krones) == ([], 0)


@clause("entrance.ninas-melange.cards")
def test_personal_politics_cards_are_left_over_ones():
    dealt = set()
    for seed in range(1, 9):
        t = Table.set_up(HOTELS, 4, seed)
        keys = list(t.ruleset.politics.cards)
        if sorted(t.ruleset.entrance).index("ninas-melange") in list(t.state.entrances):
            own = [keys[i] for i in t.state.own_politics]
            assert [key[0] for key in own] == ["A", "B", "C"]
            assert not set(own) & {keys[i] for i in t.state.politics}
            dealt.add(tuple(own))
    assert len(dealt) > 1


@clause("entrance.grand-wray.tiles")
def test_personal_emperor_tiles_are_left_over_ones():
    dealt = set()
    for seed in range(1, 9):
        t = Table.set_up(HOTELS, 4, seed)
        keys = sorted(t.ruleset.emperor_tile)
        if sorted(t.ruleset.entrance).index("grand-wray") in list(t.state.entrances):
            own = [keys[i] for i in t.state.own_tiles]
            assert [key[0] for key in own] == list("AABBCC")
            assert len({*own, *(keys[i] for i in t.state.emperor_tiles)}) == 9
            dealt.add(tuple(own))
    assert len(dealt) > 1


@clause("entrance.mayenfels.late-draft", "entrance.mayenfels.own-card-draft")
@edited
def test_mayenfels_of_the_draft_waits_for_the_end_of_the_set_up():
    t = sold("mayenfels", DRAFT, "dove")
    assert len(t.me.hand) == 6
    top = next(card for card in t.staff_deck() if t.ruleset.staff[card].timing == "end")
    t.deck([top])
    rooms_of(t, "1.1", "1.2", "1.3").does("prepare 1.1", "prepare 1.2", "prepare 1.3", "stop")
    assert (t.player, t.round) == (0, 0)
    assert len(t.me.hand) == 7
    t.does(f"hire {top}")
    assert t.round == 1
    assert len(t.me.hand) == 7  # one played, one drawn for it
    assert t.me.krones == 10 - max(0, t.ruleset.staff[top].cost - 3) + 1


@clause("entrance.mayenfels.own-card-draft")
def test_mayenfels_of_the_draft_answers_to_its_own_card_at_once_too():
    t = auction("mayenfels kozi-palace", f"{HOTELS}+draft-caesar")
    top = next(card for card in t.staff_deck() if t.ruleset.staff[card].timing == "end")
    t.deck([top])
    t.does("bid 0 on entrance 1", "pass", f"hire {top}")
    assert t.player == 1
    assert t.me.krones == 10 - max(0, t.ruleset.staff[top].cost - 3) + 1
    assert len(t.me.hand) == 7


@clause("entrance.mayenfels.late-draft", "entrance.mayenfels.not-own-card")
@edited
def test_mayenfels_that_is_only_late_does_not_answer_to_its_own_card():
    t = sold("mayenfels", f"{HOTELS}+draft-caesar-receipt", "dove")
    top = next(card for card in t.staff_deck() if t.ruleset.staff[card].timing == "end")
    t.deck([top])
    rooms_of(t, "1.1", "1.2", "1.3").does("prepare 1.1", "prepare 1.2", "prepare 1.3", "stop")
    t.does(f"hire {top}")
    assert len(t.me.hand) == 6
    assert t.me.krones == 10 - max(0, t.ruleset.staff[top].cost - 3)


@clause("entrance.mayenfels", "entrance.mayenfels.late-draft", corner=True)
@edited
def test_mayenfels_that_is_late_answers_from_the_first_round_on():
    t = sold("mayenfels", f"{HOTELS}+draft-caesar-receipt", "dove")
    end = [card for card in t.staff_deck() if t.ruleset.staff[card].timing == "end"]
    t.me.has(hand=end[:1], krones=20)
    rooms_of(t, "1.1", "1.2", "1.3").does("prepare 1.1", "prepare 1.2", "prepare 1.3", "stop")
    t.does("stop")
    assert (t.round, t.player) == (1, 0)
    t.dice("5")
    cards, krones = len(t.me.hand), t.me.krones
    t.does("die 5", f"hire {end[0]}")
    assert len(t.me.hand) == cards  # one played, one drawn for it
    assert t.me.krones == krones - max(0, t.ruleset.staff[end[0]].cost - 1) + 1


@clause("entrance.grand-wray.receipt", corner=True)
def test_all_six_tiles_of_the_grand_wray_can_be_used():
    t = sold("grand-wray")
    assert int(t.me.p.own_tiles_left) == 0b111111
