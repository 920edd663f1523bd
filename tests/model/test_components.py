"""Boards, tracks, tiles and politics cards are the printed ones."""

from collections import Counter

import pytest

from model import load_ruleset
from model.words import describe_effects, describe_politics
from tests.clauses import clause

RULES = load_ruleset("revised-2021")

# The groups of the night side as they are outlined on the board.
NIGHT_GROUPS = (
    (0,), (1, 5, 6), (2, 3, 7, 8), (4,), (9, 13, 14), (10, 15), (11, 16), (12, 17), (18,), (19,),
)  # fmt: skip

# Rooms of each floor from the ground floor up.
BOARDS = {
    "night": "BYRRB YYRRY BRBYY BRBRB",
    "day_a": "RYRRY BYBBB BYRRY BYBBR",
    "day_b": "BYRRR BYRBY BRBRY YBBRB",
    "day_c": "RBRYR RBYYY RYRBB BYRBY",
    "day_d": "RBRRB YBYYY YBBRB RRRYB",
}

TILES = {
    "A1": ("gain 3 krones", "lose 3 krones", 5),
    "A2": ("gain 2 dishes or drinks of choice", "return all goods of the kitchen", None),
    "A3": (
        "draw 3 staff cards, play one of them for up to 3 krones less, the rest under the deck",
        "put 2 staff cards from hand under the deck",
        5,
    ),
    "A4": (
        "prepare a room free",
        "remove a vacant room from the highest floor that has one",
        5,
    ),
    "B1": (
        "gain 1 strudel, 1 cake, 1 wine, 1 coffee",
        "return all goods of the kitchen and on the guests in the café",
        None,
    ),
    "B2": ("gain 5 krones", "lose 5 krones", 7),
    "B3": (
        "draw 3 staff cards, play one of them free, the rest under the deck",
        "put 3 staff cards from hand under the deck",
        7,
    ),
    "B4": (
        "prepare a room free on the lowest 2 floors and occupy it",
        "remove a vacant room from the highest floor that has one;"
        " remove a vacant room from the highest floor that has one",
        7,
    ),
    "C1": ("gain 8 VP", "lose 8 VP", None),
    "C2": (
        "prepare a room free and occupy it",
        "remove an occupied room from the highest floor that has one;"
        " remove an occupied room from the next floor below that has one",
        None,
    ),
    "C3": (
        "2 VP for each staff card in play",
        "lose 2 VP for each staff card in play",
        None,
    ),
    "C4": ("play a staff card from hand free", "remove 1 final-scoring staff card in play", 10),
}

POLITICS = {
    "A-krones": (105, "at least 20 krones"),
    "A-rooms": (106, "at least 12 rooms, vacant or occupied"),
    "A-staff": (107, "at least 6 staff cards in play"),
    "A-emperor": (108, "at least 10 spaces on the emperor track"),
    "B-floors": (109, "at least 2 fully occupied floors"),
    "B-groups": (110, "at least 6 fully occupied groups"),
    "B-colour": (111, "at least 1 fully occupied colour"),
    "B-columns": (112, "at least 2 fully occupied columns"),
    "C-three-each": (None, "at least 3 sets of an occupied blue, red and yellow room"),
    "C-red-yellow": (None, "at least 4 red occupied rooms and 3 yellow occupied rooms"),
    "C-yellow-blue": (None, "at least 4 yellow occupied rooms and 3 blue occupied rooms"),
    "C-blue-red": (None, "at least 4 blue occupied rooms and 3 red occupied rooms"),
}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("night", marks=clause("variant.night-alike")),
        *(pytest.param(f"day_{i}", marks=clause("variant.day-different")) for i in "abcd"),
    ],
)
def test_board_is_as_printed(name: str) -> None:
    assert " ".join(RULES.boards[name].rows) == BOARDS[name]


def test_night_groups_are_those_outlined_on_the_board() -> None:
    assert RULES.boards["night"].groups == NIGHT_GROUPS


@pytest.mark.parametrize("name", ["night", "day_a", "day_b", "day_c", "day_d"])
def test_board_has_ten_groups_of_at_most_four(name: str) -> None:
    board = RULES.boards[name]
    assert len(board.groups) == 10
    assert sorted(cell for group in board.groups for cell in group) == list(range(20))
    for group in board.groups:
        assert len(group) <= 4
        assert len({board.cells[cell] for cell in group}) == 1


def test_five_boards_differ() -> None:
    assert len({board.rows for board in RULES.boards.values()}) == 5


def test_emperor_track() -> None:
    assert RULES.tracks.emperor_vp == (0, 1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9)
    assert RULES.tracks.emperor_vp[8] == 5  # the example of the rulebook
    assert (RULES.emperor.rounds, RULES.emperor.retreat) == ((3, 5, 7), (3, 5, 7))
    assert (RULES.emperor.penalty_up_to, RULES.emperor.reward_from) == (0, 3)


def test_setup_and_prices() -> None:
    setup = RULES.setup
    assert (setup.krones, setup.hand, setup.free_guests, setup.rooms) == (10, 6, 1, 3)
    one_each = dict.fromkeys(("strudel", "cake", "wine", "coffee"), 1)
    assert setup.kitchen.model_dump() == {**one_each, "champagne": 0}
    assert RULES.dice.count == {2: 10, 3: 12, 4: 14}
    assert RULES.row.costs == (3, 2, 1, 0, 0)
    assert RULES.hotel.floor_costs == (0, 1, 2, 3)
    assert (RULES.serve.krones, RULES.serve.goods) == (1, 3)
    assert (RULES.strengthen.krones, RULES.strengthen.dice, RULES.strengthen.per_turn) == (1, 1, 1)
    assert RULES.actions[6].krones == 1


def test_scoring_numbers() -> None:
    hotel = RULES.hotel
    assert hotel.floor_vp == (1, 2, 3, 4)
    assert hotel.cell_vp == {13: 1, 14: 1, 17: 2, 18: 2, 19: 2}
    assert hotel.occupancy_bonus.blue.vp == (2, 5, 9, 15)
    assert hotel.occupancy_bonus.red.krones == (1, 3, 6, 10)
    assert hotel.occupancy_bonus.yellow.emperor == (1, 3, 6, 10)
    assert RULES.politics.places == (15, 10, 5)
    assert RULES.final.model_dump() == {"krone_vp": 1, "good_vp": 1, "stranded_guest_vp": -5}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_last_player_of_the_first_lap_goes_twice_in_a_row(players: int) -> None:
    """The rulebook's remark on the player to the right of the starting player."""
    tiles = RULES.turn_order.tiles[players]
    assert [tile[0] for tile in tiles] == list(range(1, players + 1))
    assert tiles[-1] == (players, players + 1)
    assert all(sum(tile) == 2 * players + 1 for tile in tiles)


@clause("emperor_tile.{key}.reward", "emperor_tile.{key}.penalty")
@pytest.mark.parametrize("key", TILES)
def test_emperor_tile_is_as_printed(key: str) -> None:
    tile = RULES.emperor_tile[key]
    reward, penalty, alternative = TILES[key]
    assert describe_effects(tile.reward) == reward
    assert describe_effects(tile.penalty) == penalty
    assert tile.or_lose_vp == alternative
    assert tile.alternative == "by-edition"  # only tiles of the expansion say it themselves
    assert tile.letter == key[0]


def test_tiles_with_an_alternative_are_those_of_the_online_list() -> None:
    """The online rules name the tiles on which losing points is an alternative."""
    assert sorted(TILES) == sorted(RULES.emperor_tile)
    alternative = {key for key, tile in RULES.emperor_tile.items() if tile.or_lose_vp is not None}
    assert alternative == {"A1", "A3", "A4", "B2", "B3", "B4", "C4"}


@clause("politics.cards.{key}")
@pytest.mark.parametrize("key", POLITICS)
def test_politics_card_is_as_printed(key: str) -> None:
    card = RULES.politics.cards[key]
    assert (card.number, describe_politics(card)) == POLITICS[key]
    assert card.letter == key[0]


def test_there_are_four_politics_cards_of_each_letter() -> None:
    assert sorted(POLITICS) == sorted(RULES.politics.cards)
    letters = Counter(card.letter for card in RULES.politics.cards.values())
    assert letters == {"A": 4, "B": 4, "C": 4}
