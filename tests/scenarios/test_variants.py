"""Variants: draft, beginners' hands, day boards, promotional guests, the online original rules."""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table

EDITIONS = ("original-2015", "revised-2021")

# -- hands ----------------------------------------------------------------------------------------


@clause("variant.draft")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_draft_passes_the_rest_to_the_left(players, spec):
    t = Table.set_up(spec, players, hands="draft")
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


@clause("variant.draft-moment")
@pytest.mark.parametrize("spec", EDITIONS)
def test_draft_comes_before_the_guests(spec):
    t = Table.set_up(spec, 2, hands="draft")
    for _ in range(12):
        assert t.legal_kinds() == {"draft"}
        t.does(t.options[0])
    assert t.legal_kinds() == {"guest"}
    assert t.player == 1


SETS = {
    0: [3, 6, 9, 38, 39, 48],
    1: [1, 13, 25, 30, 32, 44],
    2: [4, 11, 24, 27, 40, 43],
    3: [2, 7, 10, 28, 36, 41],
}


@clause("variant.beginner-sets", "variant.beginner-rest")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_beginners_hands(spec, players):
    t = Table.set_up(spec, players, hands="beginner")
    for seat in range(players):
        assert t.seat(seat).hand == SETS[seat]
    dealt = {card for seat in range(players) for card in SETS[seat]}
    assert sorted(t.staff_deck()) == sorted(set(range(1, 49)) - dealt)


@clause("variant.beginner-rest")
def test_deck_beside_the_beginners_hands_is_shuffled():
    decks = [
        Table.set_up("revised-2021", 2, seed, hands="beginner").staff_deck() for seed in (1, 2)
    ]
    assert sorted(decks[0]) == sorted(decks[1])
    assert decks[0] != decks[1]


# -- sides of the hotel plans ---------------------------------------------------------------------


def colours(t, seat):
    return tuple(int(k) for k in t.rules.colour[t.state.players[seat].board])


@clause("variant.night-alike", "variant.day-or-night")
@pytest.mark.parametrize("spec", EDITIONS)
def test_night_boards_are_alike(spec):
    t = Table.set_up(spec, 4, boards="night")
    assert len({colours(t, seat) for seat in range(4)}) == 1


@clause("variant.day-different", "variant.day-or-night")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_day_boards_differ_for_each_player(players, spec):
    dealt = set()
    for seed in range(12):
        t = Table.set_up(spec, players, seed, boards="day")
        boards = {colours(t, seat) for seat in range(players)}
        assert len(boards) == players
        dealt |= boards
    assert len(dealt) == 4
    assert colours(Table.set_up(spec), 0) not in dealt


@clause("prepare.colour")
@pytest.mark.parametrize("boards", ["night", "day"])
def test_guests_follow_the_colours_of_the_board(boards):
    t = Table("revised-2021", boards=boards, guests={65: "all", 77: "all", 51: "all"})
    t.me.has(vacant="1.1-4.5")
    for table, colour in ((1, 0), (2, 1), (3, 2)):
        offered = {words[-3:] for words in t.options if words.startswith(f"check in table {table}")}
        names = [f"{room // 5 + 1}.{room % 5 + 1}" for room in range(20)]
        assert offered == {name for name, k in zip(names, colours(t, 0)) if k == colour}


# Blue rooms of the night side, floor by floor from the bottom, as printed.
NIGHT_BLUE = {"1.1", "1.5", "3.1", "3.3", "4.1", "4.3", "4.5"}


@clause("prepare.colour")
@pytest.mark.parametrize("spec", EDITIONS)
def test_a_tile_takes_the_colour_of_its_cell(spec):
    """The blue guest 65 may move into the room just prepared if its cell is blue."""
    for room in ("1.1", "1.2", "3.1", "3.2", "4.5"):
        below = {"1.1": "2.1", "1.2": "2.2", "3.1": "2.1", "3.2": "2.2", "4.5": "3.5"}[room]
        t = Table(spec, guests={65: "all"}, vacant=below, dice="3").does("die 3", f"prepare {room}")
        assert (f"check in table 1 to {room}" in t.options) == (room in NIGHT_BLUE)


# -- guests and rules -----------------------------------------------------------------------------


@clause("variant.promos")
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


@clause("variant.original-rules")
@pytest.mark.parametrize(("spec", "price"), [("original-2015", 3), ("revised-2021", 5)])
def test_either_edition_can_be_played(spec, price):
    """Told by the Kitchen Hand, whose price the online rules list among the changes."""
    t = Table(spec, hand=[17], krones=5, dice="4 5 5").does("die 5", "hire 17")
    assert t.me.krones == 5 - max(0, price - 2)
