"""Parts of a position that policies remember are worth what they would be if judged anew."""

import random

import numpy as np
import pytest

from simulate import Game, policies
from simulate.engine import machine
from simulate.policies.evaluation import position_worth
from tests.policies.positions import RULESETS, program
from tests.properties.playing import choose

STYLES = ("greedy", "politician")
PLAYERS = 2
SHARE = 0.25  # of the decisions, whose positions are judged both ways


def value(game: Game, action: int, worth: np.record) -> float:
    """What the position after an action is worth to the player who decides."""
    after = game.games.copy()
    machine.apply(after[0], game.rules, action)
    return position_worth(after[0], game.rules, worth, game.player)


@pytest.mark.parametrize("number", range(len(RULESETS)))
def test_what_is_remembered_is_what_would_be_found(number: int):
    style = STYLES[number % len(STYLES)]
    table = policies.worth_tables(program(number)[0], (style,), PLAYERS)[0]
    nothing = np.zeros_like(table.known)
    for seed in range(2):  # the second game finds what is remembered of the first
        game, rng = Game(program(number), PLAYERS, seed), random.Random(seed)
        while not game.over:
            if rng.random() < SHARE:
                remembered = [value(game, action, table) for action in game.legal()]
                for action, found in zip(game.legal(), remembered, strict=True):
                    memory = table.known.copy()
                    table.known = nothing
                    assert value(game, action, table) == found
                    table.known = memory
            game.apply(choose(game, rng))


def test_something_is_remembered():
    """A guard: the test above would pass if nothing were."""
    worth = policies.worth_tables(program(1)[0], ("greedy",), PLAYERS)[0]
    game = Game(program(1), PLAYERS, 1)
    for part in ("rooms", "politics_vp", "emperor", "cafe"):
        before = value(game, game.legal()[0], worth)
        worth.known[game.player][part] += 1.0
        assert value(game, game.legal()[0], worth) != before, part
