"""Chance: the same for the same game, fair, and untouched by cards that are not concerned.

Statistical tests have fixed seeds. Each of them would have raised a false alarm with a chance of at
most `ALARM`, had its seed been drawn at random; faults that matter (a card that cannot be drawn, a
face that is too likely) give far smaller probabilities on these numbers of games.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from model import load_ruleset
from simulate import Game
from simulate.engine import codes
from simulate.engine.compile import compile_ruleset
from simulate.engine.rng import below, draw, game_key, mix, shuffle

ALARM = 1e-6
WORD = 2**64
PLAIN = {"promos": "without"}
STREAMS = {name: getattr(codes, name) for name in vars(codes) if name.startswith("S_")}
del STREAMS["S_SERVED"]  # a flag of a frame, no stream
words = st.integers(0, WORD - 1)


def program(spec: str = "revised-2021", **options: Any) -> np.ndarray:
    return compile_ruleset(load_ruleset(spec, **options))


def patched(tmp_path: Path, text: str, spec: str = "revised-2021", **options: Any) -> np.ndarray:
    file = tmp_path / "patch.toml"
    file.write_text('id = "other-cards"\n' + text, encoding="utf-8")
    return program(spec, patches=[file], **options)


def guest_order(game: Game) -> list[int]:
    """Printed numbers of all guests in the order in which they come into the row."""
    deck = game.state.guest_deck[: game.state.guest_deck_size]
    return game.rules.guest_number[deck].tolist()


def staff_order(game: Game) -> list[int]:
    """Printed numbers of all staff in the order in which they were dealt, then the deck."""
    state, rules = game.state, game.rules
    hands = [p.hand[: p.hand_size].tolist() for p in state.players[: state.n_players]]
    dealt = sum(map(len, hands))
    ring = np.arange(state.staff_deck_size) + dealt
    assert state.staff_top == dealt
    return rules.staff_number[[*itertools.chain(*hands), *state.staff_deck[ring]]].tolist()


def to_first_roll(game: Game) -> list[int]:
    """Plays on to the first roll of the dice; returns how many show each face."""
    while game.state.phase != codes.PH_TURNS:
        game.apply(game.legal()[0])
    return game.state.dice[1:].tolist()


# --- reproducible -----------------------------------------------------------------------------


def test_the_mixer_is_the_finaliser_of_splitmix64():
    # The first outputs of the published SplitMix64 for the state 0, which it raises by its golden
    # gamma before each output.
    gamma, outputs = 0x9E3779B97F4A7C15, (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4)
    for step, output in enumerate(outputs, 1):
        assert mix(np.uint64(step * gamma % WORD)) == output


def test_keys_and_draws_are_what_their_description_says():
    def mixed(word: int) -> int:
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % WORD
        word = (word ^ word >> 27) * 0x94D049BB133111EB % WORD
        return word ^ word >> 31

    gamma, step = 0x9E3779B97F4A7C15, 0xD1342543DE82EF95
    for seed, game, stream, counter in [(0, 0, 0, 0), (7, 3, 5, 4099), (2**62, 10**6, 2, 17)]:
        key = mixed((mixed((seed + gamma) % WORD) + game * gamma) % WORD)
        assert game_key(seed, game) == key
        expected = mixed((mixed((key + (stream + 1) * step) % WORD) + counter * gamma) % WORD)
        assert draw(np.uint64(key), stream, counter) == expected


def test_a_game_is_set_up_the_same_whatever_was_played_before():
    rules = program()
    first = [Game(rules, 3, 11, game).games.copy() for game in range(20)]
    for game in reversed(range(20)):
        assert np.array_equal(Game(rules, 3, 11, game).games, first[game])


# --- below ------------------------------------------------------------------------------------


@given(words, st.integers(1, 10_000))
def test_below_stays_below_and_grows_with_the_word(word, n):
    value = below(np.uint64(word), n)
    assert value == (word >> 32) * n >> 32
    assert 0 <= value < n


# --- shuffles ---------------------------------------------------------------------------------


def shuffled(key: int, stream: int, numbers: list[int]) -> list[int]:
    """Card numbers in the order that the engine gives them."""
    cards = np.arange(len(numbers))
    shuffle(np.uint64(key), stream, cards, np.array(numbers, dtype=np.int64), len(numbers))
    assert sorted(cards) == list(range(len(numbers)))
    return [numbers[card] for card in cards]


decks = st.lists(st.integers(1, 9999), min_size=1, max_size=60, unique=True)


@given(words, st.lists(st.integers(1, 9), min_size=1, max_size=60))
def test_a_shuffle_sorts_by_what_is_drawn_for_each_number(key, numbers):
    """Cards of one number keep their order: nothing else is known of them."""
    cards = np.arange(len(numbers))
    shuffle(np.uint64(key), 3, cards, np.array(numbers), len(numbers))
    drawn = [int(draw(np.uint64(key), 3, number)) for number in numbers]
    assert list(cards) == sorted(range(len(numbers)), key=drawn.__getitem__)


@given(words, st.integers(0, 7), decks, st.data())
def test_a_shuffle_keeps_the_order_of_the_cards_that_stay(key, stream, deck, data):
    kept = [card for card in deck if data.draw(st.booleans())]
    order = shuffled(key, stream, deck)
    assert shuffled(key, stream, kept) == [card for card in order if card in kept]


@given(words, decks, st.randoms(use_true_random=False))
def test_a_shuffle_does_not_depend_on_the_order_before(key, deck, rng):
    order = shuffled(key, 0, deck)
    rng.shuffle(deck)
    assert shuffled(key, 0, deck) == order


def test_removing_a_guest_leaves_the_order_of_the_others(tmp_path: Path):
    removed = {57, 90}
    whole, fewer = program(), patched(tmp_path, 'remove = ["guest.57", "guest.90"]')
    for game in range(50):
        all_guests = guest_order(Game(whole, 2, 5, game))
        expected = [number for number in all_guests if number not in removed]
        assert guest_order(Game(fewer, 2, 5, game)) == expected


def test_adding_staff_leaves_the_order_of_the_others(tmp_path: Path):
    card = '{name="New",german="Neu",cost=1,timing="once",effects=[{do="gain",krones=1}]}'
    more = patched(tmp_path, f"add.staff.200 = {card}\nadd.staff.1000 = {card}")
    base = program()
    for game in range(50):
        order = staff_order(Game(more, 4, 5, game))
        assert {200, 1000} <= set(order)
        expected = [number for number in order if number not in (200, 1000)]
        assert staff_order(Game(base, 4, 5, game)) == expected


def test_promotional_guests_come_between_the_others():
    bare, full = program(promos="without"), program(promos="with")
    extra = set(full[0].guest_number.tolist()) - set(bare[0].guest_number.tolist())
    for game in range(50):
        expected = [n for n in guest_order(Game(full, 2, 5, game)) if n not in extra]
        assert guest_order(Game(bare, 2, 5, game)) == expected


TILE = '{letter="A",reward=[{do="gain",krones=1}],penalty=[{do="lose",krones=1}]}'
POLITICS = '{letter="A",name="x",needs=[{count="staff",at_least=4}]}'


@pytest.mark.parametrize(
    ("text", "field"),
    [
        (f"add.emperor_tile.A9 = {TILE}", "emperor_tile"),
        ('remove = ["emperor_tile.A2"]', "emperor_tile"),
        (f"add.politics.cards.A-new = {POLITICS}", "politics"),
        ('remove = ["politics.cards.A-staff"]', "politics"),
    ],
    ids=["tile-added", "tile-removed", "politics-added", "politics-removed"],
)
def test_another_tile_leaves_the_draw_of_the_others(tmp_path: Path, text: str, field: str):
    base, other = load_ruleset(), tmp_path / "patch.toml"
    other.write_text(f'id = "tiles"\n{text}', encoding="utf-8")
    patched_rules = load_ruleset(patches=[other])

    def picks(ruleset: Any) -> list[tuple[str, ...]]:
        rules = compile_ruleset(ruleset)
        if field == "politics":
            keys, column = list(ruleset.politics.cards), "politics"
        else:
            keys, column = sorted(ruleset.emperor_tile), "emperor_tiles"
        games = (Game(rules, 2, 8, game) for game in range(60))
        return [tuple(keys[i] for i in game.state[column]) for game in games]

    touched = {"A9", "A2", "A-new", "A-staff"}
    for before, after in zip(picks(base), picks(patched_rules)):
        for one, two in zip(before, after):
            assert one == two or one in touched or two in touched


def uniform_places(orders: list[list[int]]) -> float:
    """P-value that every card is equally often at every place of the deck.

    For N shuffles of n cards the chi-square sum over all n * n cells, times (n - 1) / n, has
    (n - 1)**2 degrees of freedom, because both margins are fixed.
    """
    cards = sorted(orders[0])
    n = len(cards)
    counts = np.zeros((n, n))
    for order in orders:
        counts[np.searchsorted(cards, order), np.arange(n)] += 1
    expected = len(orders) / n
    statistic = ((counts - expected) ** 2 / expected).sum() * (n - 1) / n
    return float(stats.chi2.sf(statistic, (n - 1) ** 2))


@pytest.mark.parametrize("order", [guest_order, staff_order])
def test_every_card_is_equally_often_at_every_place(order: Callable[[Game], list[int]]):
    rules = program()
    orders = [order(Game(rules, 4, 21, game)) for game in range(3000)]
    first = np.unique([o[0] for o in orders], return_counts=True)[1]
    assert len(first) == len(orders[0])
    assert stats.chisquare(first).pvalue > ALARM
    assert uniform_places(orders) > ALARM


def test_any_two_guests_come_in_either_order_equally_often():
    rules, games = program(), 2000
    places = np.array([np.argsort(guest_order(Game(rules, 2, 22, g))) for g in range(games)])
    pairs = np.array(list(itertools.combinations(range(places.shape[1]), 2)))
    before = (places[:, pairs[:, 0]] < places[:, pairs[:, 1]]).sum(axis=0)
    worst = np.abs(before - games / 2).max() / np.sqrt(games / 4)
    assert worst < stats.norm.isf(ALARM / 2 / len(pairs))


@pytest.mark.parametrize("column", ["politics", "emperor_tiles"])
def test_every_tile_of_a_letter_is_equally_likely(column: str):
    rules = program()
    picks = np.array([Game(rules, 2, 23, game).state[column].copy() for game in range(4000)])
    for letter in range(3):
        values, counts = np.unique(picks[:, letter], return_counts=True)
        assert len(values) == 4
        assert stats.chisquare(counts).pvalue > ALARM
    assert len({tile for column in picks.T for tile in column.tolist()}) == 12
    # The letters are drawn independently of each other.
    for i, j in itertools.combinations(range(3), 2):
        table = stats.contingency.crosstab(picks[:, i], picks[:, j]).count
        assert stats.chi2_contingency(table).pvalue > ALARM


def test_every_seat_gets_another_day_board_each_equally_often():
    rules = program(boards="day")
    boards = np.array([Game(rules, 3, 24, g).state.players["board"][:3] for g in range(3000)])
    assert all(len(set(row)) == 3 for row in boards.tolist())
    # The day boards are 1 to 4; an ordered choice of three of them is one of 24.
    counts = np.unique(boards, axis=0, return_counts=True)[1]
    assert len(counts) == 24
    assert stats.chisquare(counts).pvalue > ALARM


# --- dice -------------------------------------------------------------------------------------


def rolls(games: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Faces of every roll of games in which all pass until the dice are used up: one row a roll,
    and the number of the first die's round, game and roll."""
    rules, faces, when = program(), [], []
    for number in range(games):
        game = Game(rules, 2, seed, number)
        seen = (0, 0)
        while not game.over:
            state = game.state
            if state.phase == codes.PH_TURNS and (state.round_no, state.rolls) != seen:
                seen = (int(state.round_no), int(state.rolls))
                faces.append(state.dice[1:].tolist())
                when.append((number, *seen))
            legal = game.legal()
            passing = codes.PASS << 24
            game.apply(passing if passing in legal else legal[-1])
    return np.array(faces), np.array(when)


@pytest.fixture(scope="module")
def rolled() -> tuple[np.ndarray, np.ndarray]:
    return rolls(60, 31)


def test_a_reroll_has_one_die_less(rolled: tuple[np.ndarray, np.ndarray]):
    faces, when = rolled
    assert (faces.sum(axis=1) == 11 - when[:, 2]).all()
    assert len(faces) == 60 * 7 * 10


def test_all_faces_are_equally_likely(rolled: tuple[np.ndarray, np.ndarray]):
    faces, when = rolled
    assert stats.chisquare(faces.sum(axis=0)).pvalue > ALARM
    for column in (1, 2):  # in every round, and in first rolls as in rerolls
        for value in np.unique(when[:, column]):
            counts = faces[when[:, column] == value].sum(axis=0)
            assert stats.chisquare(counts).pvalue > ALARM


def test_dice_of_a_roll_do_not_depend_on_each_other(rolled: tuple[np.ndarray, np.ndarray]):
    # For n independent fair dice the chi-square sum of the faces has the mean 5 and the variance
    # 10 (n - 1) / n; dice that follow each other would spread less or more.
    faces = rolled[0][rolled[0].sum(axis=1) >= 2]
    n = faces.sum(axis=1)
    each = ((faces - n[:, None] / 6) ** 2).sum(axis=1) / (n / 6)
    z = (each.sum() - 5 * len(n)) / np.sqrt((10 * (n - 1) / n).sum())
    assert abs(z) < stats.norm.isf(ALARM / 2)


def test_a_roll_says_nothing_about_the_next(rolled: tuple[np.ndarray, np.ndarray]):
    faces, when = rolled
    share = faces / faces.sum(axis=1, keepdims=True)
    follows = (when[1:, 2] == when[:-1, 2] + 1).nonzero()[0]
    found = np.corrcoef(share[follows].T, share[follows + 1].T)[:6, 6:]
    assert np.abs(found).max() * np.sqrt(len(follows)) < stats.norm.isf(ALARM / 2 / 36)


# --- independence -----------------------------------------------------------------------------


def test_streams_have_numbers_of_their_own():
    assert sorted(STREAMS.values()) == list(range(len(STREAMS)))


def test_streams_and_counters_and_games_are_not_correlated():
    games = 4000
    columns = {
        (stream, counter): [
            int(draw(np.uint64(game_key(1, game)), stream, counter)) for game in range(games)
        ]
        for stream in STREAMS.values()
        for counter in (0, 1, 2)
    }
    values = np.array(list(columns.values()), dtype=np.uint64) / float(WORD)
    # Every number against every other of the same game, and against those of the next game.
    both = np.vstack([values[:, :-1], values[:, 1:]])
    found = np.corrcoef(both) - np.eye(len(both))
    # The shifted rows against themselves repeat the pairs: each pair counts once.
    pairs = len(both) * (len(both) - 1) / 2
    assert np.abs(found).max() * np.sqrt(games - 1) < stats.norm.isf(ALARM / 2 / pairs)
    for row in values:
        assert stats.kstest(row, "uniform").pvalue > ALARM


def test_every_bit_is_set_half_of_the_time():
    n = 20_000
    drawn = np.array([draw(np.uint64(2), 0, i) for i in range(n)], dtype=np.uint64)
    set_bits = [int(((drawn >> np.uint64(bit)) & np.uint64(1)).sum()) for bit in range(64)]
    worst = np.abs(np.array(set_bits) - n / 2).max() / np.sqrt(n / 4)
    assert worst < stats.norm.isf(ALARM / 2 / 64)


def test_seeds_and_games_have_keys_of_their_own():
    keys = {int(game_key(seed, game)) for seed in range(100) for game in range(100)}
    assert len(keys) == 100 * 100


def test_other_seeds_and_games_are_other_deals():
    rules = program()
    deals = {
        (tuple(guest_order(game)[:8]), tuple(staff_order(game)[:8]))
        for seed in range(12)
        for game in (Game(rules, 2, seed, number) for number in range(12))
    }
    assert len(deals) == 12 * 12


# --- the same deal under other rules ----------------------------------------------------------


def test_editions_deal_the_same_games():
    old, new = program("original-2015", **PLAIN), program("revised-2021", **PLAIN)
    for number in range(40):
        for players in (2, 3, 4):
            games = [Game(rules, players, 4, number) for rules in (old, new)]
            one, two = (game.state for game in games)
            assert guest_order(games[0]) == guest_order(games[1])
            assert staff_order(games[0]) == staff_order(games[1])
            assert one.politics.tolist() == two.politics.tolist()
            assert one.emperor_tiles.tolist() == two.emperor_tiles.tolist()
            assert to_first_roll(games[0]) == to_first_roll(games[1])


def test_tables_of_other_sizes_share_decks_and_tiles():
    rules = program()
    for number in range(20):
        two, four = (Game(rules, players, 4, number) for players in (2, 4))
        assert guest_order(two) == guest_order(four)
        assert staff_order(two) == staff_order(four)
        assert two.state.politics.tolist() == four.state.politics.tolist()


def test_dice_do_not_depend_on_what_was_played():
    rules = program()
    for number in range(20):
        games = [Game(rules, 2, 4, number) for _ in range(2)]
        for game, pick in zip(games, (0, -1)):
            while not (game.state.round_no == 2 and game.state.phase == codes.PH_TURNS):
                passing = codes.PASS << 24
                legal = game.legal()
                if pick == 0 and passing in legal:
                    game.apply(passing)
                else:
                    game.apply(legal[pick] if legal[pick] != passing else legal[0])
        assert games[0].state.dice.tolist() == games[1].state.dice.tolist()
