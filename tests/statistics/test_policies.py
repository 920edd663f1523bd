"""Policies: random is uniform, greedy wins, decides alike, sees nothing hidden, keeps the rules.

Statistical tests have fixed seeds; `ALARM` is the chance of a false alarm that each would have had.
"""

from __future__ import annotations

import itertools
import random
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
from simulate.actions import decode
from simulate.batch import Run
from simulate.batch.shard import Player
from simulate.engine import codes
from simulate.engine.compile import compile_ruleset
from simulate.engine.machine import apply
from simulate.engine.rng import game_key
from simulate.policies.weights import NAMES, declared
from simulate.policies.worth import worth_table
from tests.properties.playing import choose

ALARM = 1e-6
EDITIONS = ("original-2015", "revised-2021")
PATCHES = Path(__file__).parents[1] / "properties"
GENEROUS, FEW_GUESTS = PATCHES / "generous.toml", PATCHES / "few_guests.toml"
RULESETS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("original-2015", {}),
    ("revised-2021", {}),
    ("original-2015", {"hands": "draft", "boards": "day"}),
    ("revised-2021", {"hands": "draft"}),
    ("revised-2021", {"hands": "beginner", "boards": "day", "promos": "without"}),
    ("original-2015+gizia+custodian", {"promos": "with"}),
    ("revised-2021", {"rulings": {"no-dice-turn": "turn-without-die", "seat-freed": "after"}}),
    ("revised-2021", {"rulings": {"unpayable-die": "skip-die", "cell-vp-again": "no"}}),
    ("original-2015", {"patches": [GENEROUS], "boards": "day", "hands": "draft"}),
    ("revised-2021", {"patches": [GENEROUS, FEW_GUESTS], "boards": "day"}),
    ("revised-2021+lets-waltz", {}),
    ("revised-2021+ballrooms+celebrities+unique-hotels+draft", {"boards": "day"}),
)
LOOKING = [policy.name for policy in policies.POLICIES if policy.name != "random"]


@cache
def program(number: int) -> np.ndarray:
    spec, options = RULESETS[number]
    return compile_ruleset(load_ruleset(spec, **options))


def position(number: int, players: int, seed: int, depth: int) -> Game:
    """A position within a game of a player without a plan, `depth` decisions in."""
    game, rng = Game(program(number), players, seed), random.Random(seed)
    for _ in range(depth):
        if game.over:
            return position(number, players, seed, depth // 2)
        game.apply(choose(game, rng))
    return game if not game.over else position(number, players, seed, depth // 2)


def picker(policy: str, number: int) -> Any:
    return policies.chooser(policy, program(number)[0])


positions = st.builds(
    lambda number, players, seed, depth: (number, position(number, players, seed, depth)),
    st.integers(0, len(RULESETS) - 1),
    st.integers(2, 4),
    st.integers(0, 10_000),
    st.integers(0, 350),
)


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
        game.state["decisions"] = number
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
    return Player(run.job()).play(0, games)[1]


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


@settings(max_examples=25)
@given(positions, st.sampled_from(policies.names()))
def test_the_same_position_gives_the_same_choice(drawn: tuple[int, Game], policy: str):
    number, game = drawn
    first, second = picker(policy, number), picker(policy, number)
    before = game.games.copy()
    choices = {first(game), second(game), first(game.copy()), second(game)}
    assert len(choices) == 1
    assert np.array_equal(game.games, before)  # asking is not playing


def test_a_run_gives_the_same_games_twice():
    first = table("revised-2021", "greedy,random", games=30, seed=9)
    second = table.__wrapped__("revised-2021", "greedy,random", games=30, seed=9)
    assert np.array_equal(first, second)


@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("policy", ["greedy,random", "random,politician"])
def test_a_loop_of_ones_own_plays_the_recorded_game(spec: str, policy: str):
    rules = Player(Run(load_ruleset(spec), 2, policy, 1, 3, Path("unused")).job()).program
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


def hide_anew(game: Game, rng: random.Random) -> None:
    """Deals anew all that the player to move cannot see: decks, other hands, other packs."""
    state, me = game.state, game.player
    deck = state.guest_deck[state.guest_next : state.guest_deck_size].tolist()
    rng.shuffle(deck)
    state.guest_deck[state.guest_next : state.guest_deck_size] = deck
    n = state.celebrity_deck_size
    state.celebrity_deck[:n] = rng.sample(state.celebrity_deck[:n].tolist(), n)
    ring = (int(state.staff_top) + np.arange(int(state.staff_deck_size))) % len(state.staff_deck)
    hidden = state.staff_deck[ring].tolist()
    others = [p for i, p in enumerate(state.players[: state.n_players]) if i != me]
    for p in others:
        hidden += p.hand[: p.hand_size].tolist() + p.offer[: p.offer_size].tolist()
    rng.shuffle(hidden)
    deal = iter(hidden)
    state.staff_deck[ring] = [next(deal) for _ in ring]
    for p in others:
        for k in range(p.hand_size):
            p.hand[k] = next(deal)
        for k in range(p.offer_size):
            p.offer[k] = next(deal)


@settings(max_examples=20)
@given(positions, st.integers(0, 2**32))
def test_dealing_anew_keeps_all_that_is_seen(drawn: tuple[int, Game], seed: int):
    _, game = drawn
    other = game.copy()
    hide_anew(other, random.Random(seed))
    me, one, two = game.player, game.state, other.state
    assert game.legal() == other.legal()
    for field in set(one.dtype.names) - {"guest_deck", "staff_deck", "celebrity_deck", "players"}:
        assert np.array_equal(one[field], two[field]), field
    for seat in range(one.n_players):
        hidden = set() if seat == me else {"hand", "offer"}
        for field in set(one.players.dtype.names) - hidden:
            assert np.array_equal(one.players[seat][field], two.players[seat][field]), field
    if one.guest_deck_size - one.guest_next > 10:
        assert one.guest_deck.tolist() != two.guest_deck.tolist()
    assert one.staff_deck.tolist() != two.staff_deck.tolist()
    # No card is lost or made.
    assert sorted(one.guest_deck) == sorted(two.guest_deck)
    everything = [
        sorted([*state.staff_deck.tolist(), *state.players["hand"].ravel().tolist()])
        for state in (one, two)
    ]
    if not one.players["offer_size"].any():
        assert everything[0] == everything[1]


@settings(max_examples=120)
@given(positions, st.sampled_from(LOOKING), st.integers(0, 2**32))
def test_what_is_hidden_does_not_change_the_choice(drawn: tuple[int, Game], policy: str, seed: int):
    number, game = drawn
    pick, rng = picker(policy, number), random.Random(seed)
    chosen = pick(game)
    for _ in range(4):
        other = game.copy()
        hide_anew(other, rng)
        assert pick(other) == chosen, f"{game.legal_words()} at {decode(chosen)}"


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


# --- legal ------------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", policies.names())
def test_every_choice_is_legal(policy: str):
    for number in range(len(RULESETS)):
        pick = picker(policy, number)
        for players in (2, 4) if number < 4 else (2 + number % 3,):
            game = Game(program(number), players, seed=6)
            for _ in range(5000):
                if game.over:
                    break
                action = pick(game)
                assert action in game.legal()
                game.apply(action)  # refuses what is not legal
            assert game.over
            assert game.state.error == codes.ERR_NONE


def test_names_and_descriptions():
    names = policies.names()
    assert names[:2] == ["random", "greedy"]
    assert len(set(names)) == len(names)
    assert all(
        policy.description and "\n" not in policy.description for policy in policies.POLICIES
    )


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


def results(spec: str, policy: str, changed: dict[str, float], players: int = 2) -> np.ndarray:
    """Rows of players where the weights of "politician" are greedy's, some of them changed."""
    run = Player(Run(load_ruleset(spec), players, policy, 60, 1, Path("unused")).job())
    run.worths[-1] = worth_table(run.program[0], {**declared(), **changed})[0]
    return run.play(0, 60)[1]


@pytest.mark.parametrize("module", MODULES)
def test_greedy_beats_random_with_every_module(module: str):
    assert share_of_wins(table(f"revised-2021+{module}", "greedy,random", games=100)) > 0.9


@pytest.mark.parametrize("module", ["ballrooms", "lets-waltz"])
def test_greedy_beats_one_that_overlooks_what_modules_bring(module: str):
    assert share_of_wins(results(f"revised-2021+{module}", "greedy,politician", NEW)) > 0.7


def test_the_modules_use_every_weight_that_is_theirs_and_the_base_game_none():
    for spec, used in (("revised-2021+lets-waltz", True), ("revised-2021", False)):
        usual = results(spec, "politician", {}, 3)["vp"]
        for name in NEW:
            other = results(spec, "politician", {name: 8 * declared()[name]}, 3)["vp"]
            assert np.array_equal(usual, other) != used, name


def test_greedy_does_what_modules_are_about():
    dancing, celebrities, key, more = (habits(MODULES[i])[0] for i in (0, 1, 3, 4))
    least = {"dancers": 3, "champagne": 1, codes.DANCE: 1, codes.CHECK_IN: 2}
    assert all(dancing[what] >= n for what, n in least.items()), dancing
    assert 0.1 <= celebrities["coloured"] / celebrities[codes.DIE] <= 0.5
    assert 0.1 <= key[codes.KEY] < 7 / 3  # there is one in each of seven rounds
    assert all(more[what] >= n for what, n in {"bells": 0.05, codes.USE_STAFF: 0.5}.items()), more


def test_greedy_bids_more_for_what_is_worth_more_but_never_all_it_has():
    bids = habits("unique-hotels")[1]
    assert all(price < purse for _, price, purse in bids)
    rules = compile_ruleset(load_ruleset("revised-2021+unique-hotels"))
    pairs = [(worth_table(rules[0], declared())[0].entrance[i], price) for i, price, _ in bids]
    assert np.corrcoef(pairs, rowvar=False)[0, 1] > 0.1
