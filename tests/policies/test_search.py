"""The search: it samples what it cannot see, fairly and without a look at it, and plays better."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from scipy import stats

from model import UserError, load_ruleset
from simulate import Game, policies
from simulate.batch import Run
from simulate.engine.compile import compile_ruleset
from simulate.engine.rng import mix
from simulate.engine.state import MAX_STAFF
from simulate.narration.changes import staff_deck
from simulate.playing.player import Player
from simulate.policies.determinization import determinize
from simulate.properties.strategies.playing import new_game, positions
from simulate.properties.strategies.seeing import seats
from tests.properties.hidden import with_another_future, with_other_cards_hidden, with_other_rolls
from tests.properties.playing import FEW, WHOLE_GAMES
from tests.properties.test_hidden import shown_state

ALARM = 1e-6
POSITIONS = 6


def determinized(game: Game, number: int) -> Game:
    """A world that the player who decides could be in."""
    world = game.copy()
    room = np.zeros(MAX_STAFF, np.int64)
    determinize(world.state, world.rules, game.player, mix(np.uint64(number)), room)
    return world


def hidden_parts(game: Game) -> list[bytes]:
    """Everything that the player who decides cannot see, with the order of the decks."""
    g = game.state
    guests = g.guest_deck[g.guest_next : g.guest_deck_size].tobytes()
    celebrities = g.celebrity_deck[: g.celebrity_deck_size].tobytes()
    others = [p for seat, p in enumerate(seats(g)) if seat != game.player]
    hands = [p.hand[: p.hand_size].tobytes() + p.offer[: p.offer_size].tobytes() for p in others]
    return [guests, celebrities, bytes(staff_deck(g)), *hands, g.key.tobytes()]


@FEW
@given(**WHOLE_GAMES)
def test_an_imagined_world_looks_the_same_to_the_player(drawn, n, seed):
    game, rng = new_game(drawn, n, seed), random.Random(seed)
    for number, here in enumerate(positions(game, rng, POSITIONS)):
        assert shown_state(determinized(here, number)) == shown_state(here)


@FEW
@given(**WHOLE_GAMES)
def test_imagined_worlds_do_not_depend_on_what_is_hidden(drawn, n, seed):
    game, rng = new_game(drawn, n, seed), random.Random(seed)
    for number, here in enumerate(positions(game, rng, POSITIONS)):
        twin = with_another_future(with_other_rolls(with_other_cards_hidden(here, rng)))
        assert hidden_parts(determinized(twin, number)) == hidden_parts(determinized(here, number))


def test_every_hidden_card_is_imagined_everywhere_equally_often():
    game = Game(load_ruleset("revised-2021"), 3, seed=5)
    me, tops, hands = game.player, Counter[int](), Counter[int]()
    for number in range(3000):
        world = determinized(game, number)
        tops[staff_deck(world.state)[0]] += 1
        hands[int(world.state.players[(me + 1) % 3].hand[0])] += 1
    own = game.state.players[me].hand[: game.state.players[me].hand_size].tolist()
    for found in (tops, hands):
        assert set(found) == set(range(game.rules.n_staff)) - set(own)
        assert stats.chisquare(list(found.values())).pvalue > ALARM


@cache
def program(spec: str) -> np.ndarray:
    return compile_ruleset(load_ruleset(spec))


def against_greedy(playouts: int, games: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows of the search and of greedy, each deal from both seats."""
    table = f"search:{playouts},greedy"
    run = Run(load_ruleset(), 2, table, games, 3, Path("unused"), same_deal=2)
    rows = Player(run.job().games).play(0, games)[1]
    return rows[rows["policy"] == 0], rows[rows["policy"] == 1]


@pytest.mark.guard
@pytest.mark.long
def test_few_playouts_already_help():
    search, greedy = against_greedy(30, 6)
    assert search["vp"].mean() > greedy["vp"].mean()


@pytest.mark.long
def test_more_playouts_win_most_games():
    search, greedy = against_greedy(100, 20)
    assert search["win"].mean() >= 0.75
    assert search["vp"].mean() > greedy["vp"].mean() + 20


def test_a_name_says_how_many_playouts():
    assert policies.get("search").playouts == 0
    assert policies.get("search:50").playouts == 50
    assert policies.seats("search:050,greedy", 2) == ("search:50", "greedy")
    tables = policies.worth_tables(program("revised-2021")[0], ("search:7", "search"), 2)
    assert tables["playouts"][0] == 7 < tables["playouts"][1]
    for wrong in ("search:", "search:0", "search:-1", "search:many", "greedy:5", "search:5:5"):
        with pytest.raises(UserError, match=wrong):
            policies.get(wrong)
