"""Set-up of both editions: what there is, what each player has, the free guests and first rooms."""

from collections import Counter

import pytest

from model import UserError, load_ruleset
from simulate.game import Game
from tests.clauses import clause
from tests.scenarios.table import Table

EDITIONS = ("original-2015", "revised-2021")
COLOURS = ("blue", "red", "yellow")


def after_guests(spec, players=2, **options):
    """Everyone has taken the guest on the far right."""
    t = Table.set_up(spec, players, **options)
    for _ in range(players):
        t.does("guest 5")
    return t


def at_first_turn(spec, players=2, seed=1, **options):
    """Guests and rooms are chosen, the dice of the first round are rolled."""
    t = Table.set_up(spec, players, seed, **options)
    for _ in range(players):
        t.does("guest 5")
    for _ in range(players):
        t.does("prepare 1.1", "prepare 1.2", "prepare 1.3")
    return t


# -- components -----------------------------------------------------------------------------------


@clause("players.number")
@pytest.mark.parametrize("spec", EDITIONS)
def test_two_to_four_players(spec):
    ruleset = load_ruleset(spec)
    for players in (2, 3, 4):
        assert Game(ruleset, players).state.n_players == players
    for players in (1, 5):
        with pytest.raises(UserError):
            Game(ruleset, players)


@clause("components.staff", "set-up.hand", "set-up.krones", "set-up.tracks-at-zero")
@clause("set-up.kitchen")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everyone_begins_alike(spec, players):
    t = Table.set_up(spec, players)
    for seat in range(players):
        p = t.seat(seat)
        assert (p.krones, p.emperor, p.vp) == (10, 0, 0)
        assert p.kitchen == {"strudel": 1, "cake": 1, "wine": 1, "coffee": 1}
        assert len(p.hand) == 6
        assert p.staff == []
        assert p.vacant == p.occupied == set()
    hands = [card for seat in range(players) for card in t.seat(seat).hand]
    assert sorted(hands + t.staff_deck()) == list(range(1, 49))


@pytest.mark.parametrize(
    "spec",
    [
        pytest.param("original-2015", marks=clause("components.guests-2015")),
        pytest.param("revised-2021", marks=clause("components.guests-2021")),
    ],
)
def test_number_of_guests(spec):
    t = Table.set_up(spec)
    rest = [int(g) for g in t.state.guest_deck[t.state.guest_next : t.state.guest_deck_size]]
    guests = t.guests_in_row() + [int(t.rules.guest_number[g]) for g in rest]
    promos = [117, 118] if spec == "revised-2021" else []
    assert sorted(guests) == [*range(49, 105), *promos]


@clause("components.politics", "components.emperor-tiles")
@pytest.mark.parametrize("spec", EDITIONS)
def test_four_politics_cards_and_emperor_tiles_of_each_letter(spec):
    r = Table.set_up(spec).rules
    assert Counter(r.politics_letter[: r.n_politics].tolist()) == {0: 4, 1: 4, 2: 4}
    assert Counter(r.tile_letter[: r.n_tiles].tolist()) == {0: 4, 1: 4, 2: 4}


@clause("components.room-tiles")
@pytest.mark.parametrize("boards", ["night", "day"])
def test_room_tiles_for_four_full_hotels(boards):
    tiles = load_ruleset("revised-2021").room_tiles
    assert (tiles.blue, tiles.red, tiles.yellow) == (30, 29, 25)
    t = Table.set_up("revised-2021", 4, boards=boards)
    needed = Counter(int(k) for p in t.state.players[:4] for k in t.rules.colour[p.board])
    assert needed.total() == 80
    assert all(needed[k] <= getattr(tiles, colour) for k, colour in enumerate(COLOURS))


# -- the common display ---------------------------------------------------------------------------


@clause("set-up.row")
@pytest.mark.parametrize("spec", EDITIONS)
def test_five_guests_from_right_to_left(spec):
    t = Table.set_up(spec)
    drawn = [int(t.rules.guest_number[guest]) for guest in t.state.guest_deck[:5]]
    assert t.guests_in_row() == drawn[::-1]
    assert t.state.guest_next == 5


@clause("set-up.guest-deck", "set-up.staff-deck")
def test_decks_are_shuffled():
    first, second = (Table.set_up("revised-2021", 2, seed) for seed in (1, 2))
    decks = [t.state.guest_deck[: t.state.guest_deck_size].tolist() for t in (first, second)]
    assert sorted(decks[0]) == sorted(decks[1]) == list(range(56 + 2))
    assert decks[0] != decks[1]
    assert len(first.staff_deck()) == 48 - 2 * 6
    assert first.staff_deck() != second.staff_deck()
    assert first.me.hand != second.me.hand


@clause("set-up.politics", "set-up.emperor-tiles")
@pytest.mark.parametrize("spec", EDITIONS)
def test_one_card_and_one_tile_of_each_letter(spec):
    for seed in range(20):
        t = Table.set_up(spec, 2, seed)
        assert [int(t.rules.politics_letter[card]) for card in t.state.politics] == [0, 1, 2]
        assert [int(t.rules.tile_letter[tile]) for tile in t.state.emperor_tiles] == [0, 1, 2]


@clause("set-up.tiles-at-random", "set-up.politics", "set-up.emperor-tiles")
@pytest.mark.parametrize("spec", EDITIONS)
def test_any_card_and_any_tile_of_a_letter_may_come(spec):
    cards, tiles = set(), set()
    for seed in range(80):
        t = Table.set_up(spec, 2, seed)
        cards |= {int(card) for card in t.state.politics}
        tiles |= {int(tile) for tile in t.state.emperor_tiles}
    assert (len(cards), len(tiles)) == (12, 12)


@clause("set-up.tiles-at-random", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_no_card_and_no_tile_of_a_letter_comes_more_often_than_the_others(spec):
    """Each of four comes in a quarter of 400 games, 100 times. Five standard deviations of such a
    count are 43; a false alarm has a chance of 24 in 1.7 million."""
    seen = Counter[str]()
    for seed in range(400):
        state = Table.set_up(spec, 2, seed).state
        seen.update(f"card {card}" for card in state.politics)
        seen.update(f"tile {tile}" for tile in state.emperor_tiles)
    assert len(seen) == 24
    assert 57 <= min(seen.values()) <= max(seen.values()) <= 143


@clause("set-up.dice", "set-up.first-round")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("players", "dice"), [(2, 10), (3, 12), (4, 14)])
def test_dice_of_the_first_round(players, dice, spec):
    t = at_first_turn(spec, players)
    assert t.round == 1
    assert len(t.dice()) == dice


@clause("set-up.vp-track")
@pytest.mark.parametrize(("before", "after"), [(74, 77), (149, 152)])
def test_vp_beyond_the_end_of_the_track(before, after):
    t = Table("revised-2021", vp=before, guests={65: "all"}, vacant="3.1").check_in(65, "3.1")
    assert t.me.vp == after


@clause("set-up.shared-spaces")
@pytest.mark.parametrize("spec", EDITIONS)
def test_players_share_spaces(spec):
    t = Table(spec, guests={65: "all"}, vacant="3.1", dice="4 4")
    t.seat(1).has(emperor=2, vp=3)
    t.check_in(65, "3.1").does("die 4", "steps 2")
    assert (t.me.emperor, t.me.vp) == (t.seat(1).emperor, t.seat(1).vp) == (2, 3)


# -- the free guest -------------------------------------------------------------------------------


@clause("set-up.free-guest", "set-up.free-guest-order", "set-up.free-guest-costs-nothing")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_free_guests_from_the_last_player_to_the_first(spec, players):
    t = Table.set_up(spec, players)
    for seat in reversed(range(players)):
        assert t.player == seat
        assert t.options == [f"guest {place}" for place in range(1, 6)]
        guest = t.guests_in_row()[0]
        t.does("guest 1")
        assert set(t.seat(seat).guests) == {guest}
        assert t.seat(seat).krones == 10
        assert len(t.guests_in_row()) == 5
    assert "guest" not in t.legal_kinds()


@clause("set-up.free-guest-refill")
@pytest.mark.parametrize("spec", EDITIONS)
def test_row_is_filled_after_each_free_guest(spec):
    t = Table.set_up(spec)
    a, b, c, _, e = t.guests_in_row()
    t.does("guest 4")
    assert t.guests_in_row()[1:] == [a, b, c, e]
    assert t.guests_in_row()[0] not in (a, b, c, e)


@clause("set-up.kitchen")
def test_goods_of_the_set_up_stay_in_the_kitchen():
    """They are not laid on the free guest: that is what serving is for."""
    t = after_guests("revised-2021")
    for seat in (0, 1):
        assert sum(t.seat(seat).kitchen.values()) == 4


# -- the first rooms ------------------------------------------------------------------------------


@clause("set-up.rooms-order")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_first_rooms_in_turn_order(spec, players):
    t = after_guests(spec, players)
    seats = []
    for _ in range(players):
        seats.append(t.player)
        t.does("prepare 1.1", "prepare 1.2", "prepare 1.3")
    assert seats == list(range(players))
    assert "die" in t.legal_kinds()
    assert t.player == 0


@clause("set-up.rooms-bottom-left")
@pytest.mark.parametrize("spec", EDITIONS)
def test_first_room_is_the_bottom_left_one(spec):
    t = after_guests(spec)
    assert {words for words in t.options if words != "stop"} == {"prepare 1.1"}


@clause("set-up.rooms-adjoin", "set-up.rooms-paid", "set-up.rooms-vacant")
@pytest.mark.parametrize("spec", EDITIONS)
def test_first_rooms_adjoin_and_cost(spec):
    t = after_guests(spec).does("prepare 1.1")
    seat = t.player
    assert {words for words in t.options if words != "stop"} == {"prepare 1.2", "prepare 2.1"}
    t.does("prepare 2.1", "prepare 3.1")
    assert t.seat(seat).krones == 10 - 1 - 2
    assert t.seat(seat).vacant == {"1.1", "2.1", "3.1"}
    assert t.seat(seat).occupied == set()


@clause("set-up.rooms-2015")
def test_original_rooms_are_optional():
    t = after_guests("original-2015")
    seat = t.player
    t.does("prepare 1.1", "stop")
    assert t.seat(seat).vacant == {"1.1"}
    assert t.player != seat
    t.does("stop")
    assert t.player == 0


@clause("set-up.rooms-2015")
def test_original_rooms_are_three_at_most():
    t = after_guests("original-2015").does("prepare 1.1", "prepare 1.2", "prepare 1.3")
    assert t.player == 1
    assert t.me.vacant == {"1.1", "1.2", "1.3"}


@clause("prepare.bare-hotel")
def test_original_hotel_left_empty_begins_at_the_bottom_left_later():
    t = Table("original-2015", dice="3").does("die 3")
    assert set(t.options) == {"prepare 1.1", "stop"}


@clause("set-up.rooms-2021")
def test_revised_rooms_are_mandatory():
    t = after_guests("revised-2021")
    t.illegal("stop")
    t.does("prepare 1.1")
    t.illegal("stop")
    t.does("prepare 1.2")
    t.illegal("stop")
    t.does("prepare 1.3")
    assert t.player == 1
