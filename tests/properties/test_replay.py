"""The same seed and the same actions are the same game; copies are games of their own."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simulate import Game
from simulate.properties.strategies.playing import new_game, play, positions
from simulate.properties.strategies.rulesets import rulesets
from tests.properties.playing import FEW, WHOLE_GAMES


@FEW
@given(**WHOLE_GAMES)
def test_replaying_the_actions_gives_the_same_game(drawn, n, seed):
    game, twin = new_game(drawn, n, seed), new_game(drawn, n, seed)
    for action in play(game, random.Random(seed)):
        assert twin.legal() == game.legal()
        twin.apply(action)
    assert twin.games.tobytes() == game.games.tobytes()


@FEW
@given(**WHOLE_GAMES)
def test_copies_are_independent(drawn, n, seed):
    for here in positions(new_game(drawn, n, seed), random.Random(seed), 3):
        before, twin = here.games.tobytes(), here.copy()
        assert twin.games.tobytes() == before
        for _ in play(twin, random.Random(seed + 1)):
            pass
        assert here.games.tobytes() == before
        assert not here.over


@FEW
@given(**WHOLE_GAMES)
def test_a_copy_is_played_on_like_the_original(drawn, n, seed):
    for here in positions(new_game(drawn, n, seed), random.Random(seed), 3):
        twin, rng = here.copy(), random.Random(seed + 1)
        for action in play(here, rng):
            twin.apply(action)
        assert twin.games.tobytes() == here.games.tobytes()


@FEW
@given(**WHOLE_GAMES)
def test_a_record_saved_and_restored_is_the_game(drawn, n, seed):
    for here in positions(new_game(drawn, n, seed), random.Random(seed), 10):
        again = new_game(drawn, n, seed + 1)
        again.games[:] = np.frombuffer(here.games.tobytes(), dtype=again.games.dtype)
        again.refresh()
        assert again.legal() == here.legal()
        assert again.games.tobytes() == here.games.tobytes()


@FEW
@given(**WHOLE_GAMES)
def test_looking_again_changes_nothing(drawn, n, seed):
    game = new_game(drawn, n, seed)
    for _ in play(game, random.Random(seed)):
        before, legal = game.games.tobytes(), game.legal()
        game.refresh()
        assert (game.games.tobytes(), game.legal()) == (before, legal)


@FEW
@given(drawn=rulesets(), n=st.integers(2, 4), seed=st.integers(0, 2**32))
def test_other_seeds_and_games_are_other_games(drawn, n, seed):
    program = drawn.program()
    assert len({tuple(Game(program, n, seed, k).state.row) for k in range(8)}) > 1
    assert len({tuple(Game(program, n, seed + k).state.row) for k in range(8)}) > 1
