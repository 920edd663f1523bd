"""Set-up of both editions, and the variants: draft, beginners' hands, day boards, promos."""

import pytest

from tests.scenarios.table import Table

EDITIONS = ("original-2015", "revised-2021")


def after_guests(spec, players=2, **options):
    """Everyone has taken the guest on the far right."""
    t = Table.set_up(spec, players, **options)
    for _ in range(players):
        t.does("guest 5")
    return t


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
    assert len(set(hands)) == 6 * players
    assert len(t.staff_deck()) == 48 - 6 * players


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


@pytest.mark.parametrize("spec", EDITIONS)
def test_first_room_is_the_bottom_left_one(spec):
    t = after_guests(spec)
    assert {words for words in t.options if words != "stop"} == {"prepare 1.1"}


@pytest.mark.parametrize("spec", EDITIONS)
def test_first_rooms_adjoin_and_cost(spec):
    t = after_guests(spec).does("prepare 1.1")
    seat = t.player
    assert {words for words in t.options if words != "stop"} == {"prepare 1.2", "prepare 2.1"}
    t.does("prepare 2.1", "prepare 3.1")
    assert t.seat(seat).krones == 10 - 1 - 2
    assert t.seat(seat).vacant == {"1.1", "2.1", "3.1"}


def test_original_rooms_are_optional():
    t = after_guests("original-2015")
    seat = t.player
    t.does("prepare 1.1", "stop")
    assert t.seat(seat).vacant == {"1.1"}
    assert t.player != seat
    t.does("stop")
    assert t.player == 0


def test_original_hotel_left_empty_begins_at_the_bottom_left_later():
    t = Table("original-2015", dice="3").does("die 3")
    assert set(t.options) == {"prepare 1.1", "stop"}


def test_revised_rooms_are_mandatory():
    t = after_guests("revised-2021")
    t.illegal("stop")
    t.does("prepare 1.1")
    t.illegal("stop")
    t.does("prepare 1.2")
    t.illegal("stop")


@pytest.mark.parametrize("spec", EDITIONS)
def test_one_card_and_one_tile_of_each_letter(spec):
    for seed in range(20):
        t = Table.set_up(spec, 2, seed)
        assert [int(t.rules.politics_letter[card]) for card in t.state.politics] == [0, 1, 2]
        assert [int(t.rules.tile_letter[tile]) for tile in t.state.emperor_tiles] == [0, 1, 2]


@pytest.mark.parametrize(
    ("spec", "options", "promos"),
    [
        ("original-2015", {}, False),
        ("revised-2021", {}, True),
        ("original-2015", {"promos": "with"}, True),
        ("revised-2021", {"promos": "without"}, False),
    ],
)
def test_promotional_guests(spec, options, promos):
    t = Table.set_up(spec, **options)
    numbers = {int(n) for n in t.rules.guest_number[: t.rules.n_guests]}
    assert numbers == set(range(49, 105)) | ({117, 118} if promos else set())
    assert len(t.guests_in_row()) + t.state.guest_deck_size - t.state.guest_next == len(numbers)


# -- variants -------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_draft_passes_the_rest_to_the_left(players):
    t = Table.set_up("revised-2021", players, hands="draft")
    packs = [t.numbers(p.offer[: p.offer_size]) for p in t.state.players[:players]]
    taken: list[list[int]] = [[] for _ in range(players)]
    for size in range(6, 0, -1):
        for _ in range(players):
            seat = t.player
            assert set(t.options) == {f"draft {card}" for card in packs[seat]}
            assert len(packs[seat]) == size
            taken[seat].append(packs[seat].pop())
            t.does(f"draft {taken[seat][-1]}")
        packs = [packs[seat - 1] for seat in range(players)]  # from the right neighbour
    for seat in range(players):
        assert t.seat(seat).hand == sorted(taken[seat])
    assert len(t.staff_deck()) == 48 - 6 * players


SETS = {
    0: [3, 6, 9, 38, 39, 48],
    1: [1, 13, 25, 30, 32, 44],
    2: [4, 11, 24, 27, 40, 43],
    3: [2, 7, 10, 28, 36, 41],
}


@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_beginners_hands(spec, players):
    t = Table.set_up(spec, players, hands="beginner")
    for seat in range(players):
        assert t.seat(seat).hand == SETS[seat]
    assert len(t.staff_deck()) == 48 - 6 * players


def colours(t, seat):
    return tuple(int(k) for k in t.rules.colour[t.state.players[seat].board])


def test_night_boards_are_alike():
    t = Table.set_up("revised-2021", 4)
    assert len({colours(t, seat) for seat in range(4)}) == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_day_boards_differ_for_each_player(players):
    dealt = set()
    for seed in range(12):
        t = Table.set_up("revised-2021", players, seed, boards="day")
        boards = {colours(t, seat) for seat in range(players)}
        assert len(boards) == players
        dealt |= boards
    assert len(dealt) == 4
    assert colours(Table.set_up("revised-2021"), 0) not in dealt


def test_guests_follow_the_colours_of_the_day_board():
    t = Table("revised-2021", boards="day", guests={65: "all", 77: "all", 51: "all"})
    t.me.has(vacant="1.1-4.5")
    for table, colour in ((1, 0), (2, 1), (3, 2)):
        offered = {words[-3:] for words in t.options if words.startswith(f"check in table {table}")}
        names = [f"{room // 5 + 1}.{room % 5 + 1}" for room in range(20)]
        assert offered == {name for name, k in zip(names, colours(t, 0)) if k == colour}
