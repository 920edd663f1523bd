"""The policies of the suite, one by one: random is uniform, greedy wins, styles differ.

What every policy has to do is in test_battery.py.
Statistical tests have fixed seeds; `ALARM` is the chance of a false alarm that each would have had.
"""

from __future__ import annotations

import itertools
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from model import UserError, load_ruleset
from simulate import Game, policies
from simulate.base.roster import POLICIES
from simulate.batch import Run
from simulate.engine import codes
from simulate.engine.compile import compile_ruleset
from simulate.engine.machine import apply
from simulate.engine.rng import game_key
from simulate.playing.player import Player
from simulate.policies.weights import NAMES, declared
from simulate.policies.worth import worth_table
from tests.policies.positions import picker, position, positions

ALARM = 1e-6
EDITIONS = ("original-2015", "revised-2021")
GAMES, PART = 240, 60  # the most that are played to see whether a weight matters, a part at a time
LOOKING = [one.name for one in POLICIES if one.style and not one.searches]


# --- random -----------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [0, 20, 33, 47, 60])
def test_random_takes_every_legal_action_equally_often(depth: int):
    game = position(1, 3, 5, depth)
    while len(game.legal()) < 4:
        game.apply(game.legal()[0])
    pick, legal, draws = picker("random", 1), game.legal(), 6000
    counts = dict.fromkeys(legal, 0)
    for number in range(draws):
        game.state["key"] = game_key(77, number)
        counts[pick(game)] += 1
    assert len(legal) >= 4
    assert stats.chisquare(list(counts.values())).pvalue > ALARM


def test_random_decides_anew_at_every_decision():
    game = position(1, 3, 5, 33)
    pick, legal, draws = picker("random", 1), game.legal(), 6000
    counts = np.zeros((len(legal), len(legal)))
    chosen = []
    for number in range(draws):
        game.state["place"] = number
        chosen.append(legal.index(pick(game)))
    for one, two in itertools.pairwise(chosen):
        counts[one, two] += 1
    assert len(legal) >= 2
    assert stats.chisquare(counts.sum(axis=0)).pvalue > ALARM
    assert stats.chi2_contingency(counts).pvalue > ALARM


# --- strength ---------------------------------------------------------------------------------


@cache
def table(spec: str, policy: str, players: int = 2, games: int = 400, seed: int = 1) -> Any:
    """The rows of players of a run with rotated seats."""
    run = Run(load_ruleset(spec), players, policy, games, seed, Path("unused"))
    return Player(run.job().games).play(0, games)[1]


def share_of_wins(rows: np.ndarray, number: int = 0) -> float:
    """Share of the games won by a policy of the cast; shared wins count in part."""
    return float(rows["win"][rows["policy"] == number].sum() / rows["win"].sum())


@pytest.mark.parametrize("spec", EDITIONS)
def test_greedy_beats_random(spec: str):
    rows = table(spec, "greedy,random")
    assert share_of_wins(rows) >= 0.99


@pytest.mark.parametrize("spec", EDITIONS)
def test_greedy_beats_random_from_every_seat(spec: str):
    rows = table(spec, "greedy,random,random,random", players=4, games=200)
    greedy = rows[rows["policy"] == 0]
    assert sorted(set(greedy["seat"].tolist())) == [0, 1, 2, 3]
    for seat in range(4):
        assert greedy["win"][greedy["seat"] == seat].mean() > 0.8
    others = rows[rows["policy"] == 1]
    assert greedy["vp"].mean() > others["vp"].mean() + 20


def test_a_table_of_equals_shares_the_wins():
    rows = table("revised-2021", "random", players=4, games=2000)
    wins = [rows["win"][rows["seat"] == seat].sum() for seat in range(4)]
    assert sum(wins) == pytest.approx(2000)
    # Seats are not equal, but none may be out of the game.
    assert min(wins) > 0.15 * 2000


def test_every_style_is_a_player_of_its_own():
    assert len(LOOKING) >= 2
    spec = "revised-2021+ballrooms"  # without ballrooms a dancer has nothing to differ in
    scores = [table(spec, name, games=40)["vp"].tolist() for name in LOOKING]
    assert len({tuple(row) for row in scores}) == len(LOOKING)
    for name in LOOKING:
        assert share_of_wins(table("revised-2021", f"{name},random", games=100)) > 0.9


# --- always the same --------------------------------------------------------------------------


def test_a_run_gives_the_same_games_twice():
    first = table("revised-2021", "greedy,random", games=30, seed=9)
    second = table.__wrapped__("revised-2021", "greedy,random", games=30, seed=9)
    assert np.array_equal(first, second)


@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("policy", ["greedy,random", "random,politician"])
def test_a_loop_of_ones_own_plays_the_recorded_game(spec: str, policy: str):
    rules = Player(Run(load_ruleset(spec), 2, policy, 1, 3, Path("unused")).job().games).program
    rows = table(spec, policy, games=4, seed=3)
    pickers = {name: policies.chooser(name, rules[0]) for name in policy.split(",")}
    for number in range(4):
        names = policies.rotated(policies.seats(policy, 2), number)
        game = Game(rules, 2, 3, number)
        while not game.over:
            game.apply(pickers[names[game.player]](game))
        mine = rows[rows["game"] == number]
        assert game.scores() == mine["vp"].tolist()
        assert [policies.cast(policy.split(","))[number] for number in mine["policy"]] == names


# --- nothing hidden ---------------------------------------------------------------------------


@settings(max_examples=100)
@given(positions, st.integers(0, 2**32))
def test_an_action_by_itself_meets_no_chance(drawn: tuple[int, Game], seed: int):
    # The look ahead carries out one action. If that rolled dice, the choice would know the roll.
    _, game = drawn
    if game.state.guest_next >= game.state.guest_deck_size - 5:
        return  # the discard pile may be shuffled: its order is hidden, tested above
    for action in game.legal():
        twins = [game.copy(), game.copy()]
        twins[1].state["key"] = game_key(seed, 1)
        for twin in twins:
            apply(twin.state, twin.rules, action)
        twins[1].state["key"] = twins[0].state["key"]
        assert np.array_equal(twins[0].games, twins[1].games)


# --- names ------------------------------------------------------------------------------------


def test_names_and_descriptions():
    names = policies.names()
    assert names[:2] == ["random", "greedy"]
    assert len(set(names)) == len(names)
    assert all(policy.description and "\n" not in policy.description for policy in POLICIES)


@pytest.mark.parametrize("text", ["clever", "", "greedy,", "greedy,random,random", "Greedy"])
def test_tables_that_are_refused(text: str):
    with pytest.raises(UserError) as error:
        policies.seats(text, 2)
    assert "\n" not in str(error.value)


def test_a_table_moves_one_seat_on_with_each_game():
    seats = policies.seats(" greedy, random ,politician", 3)
    assert seats == ("greedy", "random", "politician")
    games = [policies.rotated(seats, game) for game in range(4)]
    assert games[0] == list(seats)
    assert games[1] == ["random", "politician", "greedy"]
    assert games[3] == games[0]
    assert policies.seats("greedy", 4) == ("greedy",) * 4


# --- with the modules: bounds lie far from what was measured ----------------------------------

MODULES = ("ballrooms", "celebrities", "unique-hotels", "start-player", "more", "lets-waltz")
NEW = dict.fromkeys(NAMES[NAMES.index("champagne_first") :], 0.0)  # weights that only modules need

ALL_CARDS = "revised-2021+lets-waltz+agatha-christie+stroup+herlius+rowe-smith"
# Weights that no printed card needs: of events that only bell cards answer or none, and of so few
# guests that nobody pays for them. A patch may.
ONLY_PATCHES = {
    *("long_advances", "dish_actions", "drink_actions", "groups_filled"),
    *("round_guests_0", "round_guests_1", "other_effect"),
}


@cache
def habits(module: str, games: int = 30) -> tuple[Counter[Any], list[tuple[int, int, int]]]:
    """What three greedy players do, in one seat and game; bids by entrance, price and purse."""
    rules = compile_ruleset(load_ruleset(f"revised-2021+{module}"))
    pick, seen, bids = policies.chooser("greedy", rules[0]), Counter[Any](), []
    for number in range(games):
        game = Game(rules, 3, 11, number)
        while not game.over:
            action = pick(game)
            kind, a, b = action >> 24, (action >> 16) & 255, (action >> 8) & 255
            seen[kind] += 1
            seen["coloured"] += kind == codes.DIE and (b // codes.D_TAKEN) & codes.D_COLOUR > 0
            seen["champagne"] += b * (kind == codes.SPLIT)
            if kind == codes.BID:
                bids.append((game.state.entrances[a], b, game.state.players[game.player].krones))
            game.apply(action)
        for p in game.state.players[:3]:
            seen["dancers"] += int(p.dancers.sum())
            seen["bells"] += int((p.staff_used[: p.staff_size] == 2).sum())
    return Counter({what: count / (3 * games) for what, count in seen.items()}), bids


@cache
def seated(spec: str, policy: str, players: int) -> Player:
    """Players at a table; the weights of the last one are to be set."""
    return Player(Run(load_ruleset(spec), players, policy, GAMES, 1, Path("unused")).job().games)


def results(
    spec: str, policy: str, changed: dict[str, float], players: int = 2, first: int = 0
) -> np.ndarray:
    """Rows of players of one part, where the weights of "politician" are greedy's, some changed."""
    run = seated(spec, policy, players)
    run.worths[-1] = worth_table(run.program[0], {**declared(), **changed})[0]
    return run.play(first, first + PART)[1]


@pytest.mark.parametrize("module", MODULES)
def test_greedy_beats_random_with_every_module(module: str):
    assert share_of_wins(table(f"revised-2021+{module}", "greedy,random", games=100)) > 0.9


@pytest.mark.parametrize("module", ["ballrooms", "lets-waltz"])
def test_greedy_beats_one_that_overlooks_what_modules_bring(module: str):
    assert share_of_wins(results(f"revised-2021+{module}", "greedy,politician", NEW)) > 0.7


@pytest.mark.guard
@pytest.mark.long
def test_the_modules_use_every_weight_that_is_theirs_and_the_base_game_none():
    for spec, used in ((ALL_CARDS, True), ("revised-2021", False)):
        parts = range(0, GAMES if used else PART, PART)  # tiles are swapped in few games
        usual = [results(spec, "politician", {}, 3, first)["vp"] for first in parts]
        for name in NEW:
            changed = {name: 8 * declared()[name]}
            others = (results(spec, "politician", changed, 3, first)["vp"] for first in parts)
            differs = any(not np.array_equal(*pair) for pair in zip(usual, others, strict=True))
            assert differs is (used and name not in ONLY_PATCHES), name


@pytest.mark.guard
@pytest.mark.long
def test_greedy_does_what_modules_are_about():
    dancing, celebrities, key, more = (habits(MODULES[i])[0] for i in (0, 1, 3, 4))
    least = {"dancers": 3, "champagne": 1, codes.DANCE: 1, codes.CHECK_IN: 2}
    assert all(dancing[what] >= n for what, n in least.items()), dancing
    assert 0.1 <= celebrities["coloured"] / celebrities[codes.DIE] <= 0.5
    assert 0.1 <= key[codes.KEY] < 7 / 3  # there is one in each of seven rounds
    assert all(more[what] >= n for what, n in {"bells": 0.05, codes.USE_STAFF: 0.5}.items()), more


@pytest.mark.guard
@pytest.mark.long
def test_greedy_bids_more_for_what_is_worth_more_but_never_all_it_has():
    bids = habits("unique-hotels")[1]
    assert all(price < purse for _, price, purse in bids)
    rules = compile_ruleset(load_ruleset("revised-2021+unique-hotels"))
    pairs = [(worth_table(rules[0], declared())[0].entrance[i], price) for i, price, _ in bids]
    assert np.corrcoef(pairs, rowvar=False)[0, 1] > 0.1
