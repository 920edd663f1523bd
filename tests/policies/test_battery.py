"""What every policy has to do, whoever wrote it.

Run it on your own: `pytest tests/policies/test_battery.py --policy my_player.py`.

A policy may leave a choice to chance. It then draws on the game's key (`game.state.key`), so that
the same game is played the same way again; and says between which actions chance decides, so that
"does not know the future" can be asked of it: a file does so by a function `ties(game)` that
returns them. A policy without it is expected to choose the same whatever the key. One that samples
by the key cannot say; for it, and all others, the key is also kept while the next rolls differ.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

from simulate import Game, policies
from simulate.actions import from_words
from simulate.engine import codes, machine
from simulate.policies import own
from simulate.policies.evaluation import position_worth
from simulate.policies.greedy import TIE_NOISE
from tests.policies.positions import RULESETS, picker, position, program, sample
from tests.properties.hidden import (
    with_another_future,
    with_other_cards_hidden,
    with_other_rolls,
)

MOST_DECISIONS = 5000
SECONDS = 0.25  # of processor time that a decision may take in the mean


@cache
def asked(policy: str, number: int) -> Callable[[Game], int]:
    """The same, but a user's function is given the very game and not a copy."""
    if not own.is_own(policy):
        return picker(policy, number)
    choose = own.own(policy).choose

    def pick(game: Game) -> int:
        choice = choose(game)
        return from_words(game.rules, choice) if isinstance(choice, str) else int(choice)

    return pick


def rulesets_for(policy: str) -> range:
    """Python plays on fewer rulesets, the last of which have all modules."""
    return range(1, len(RULESETS), 3) if own.is_own(policy) else range(len(RULESETS))


# --- legal ------------------------------------------------------------------------------------


def takes_long(policy: str) -> bool:
    """Does a decision take it so long that it plays one seat only, and luck the others?"""
    return own.is_own(policy) or policies.get(policy).searches


def test_plays_legally_to_the_end(policy: str):
    for number in rulesets_for(policy):
        pick, other = picker(policy, number), picker("random", number)
        players = 2 + number % 3
        game = Game(program(number), players, seed=6)
        for decision in range(MOST_DECISIONS):
            if game.over:
                break
            mine = game.player == 0 or (decision % 2 and not takes_long(policy))
            action = (pick if mine else other)(game)
            assert action in game.legal()
            game.apply(action)  # refuses what is not legal
        assert game.over
        assert game.state.error == codes.ERR_NONE


def test_chooses_legally_anywhere(policy: str):
    for number, game in sample():
        assert asked(policy, number)(game.copy()) in game.legal()


# --- always the same --------------------------------------------------------------------------


def test_chooses_the_same_again_and_on_a_copy(policy: str):
    for number, game in sample():
        first, second = asked(policy, number), asked.__wrapped__(policy, number)
        assert len({first(game), second(game), first(game.copy()), second(game)}) == 1


def test_leaves_the_game_as_it_is(policy: str):
    for number, game in sample():
        before, legal = game.games.copy(), game.legal()
        asked(policy, number)(game)
        assert np.array_equal(game.games, before)
        assert game.legal() == legal


def test_plays_the_same_game_again(policy: str):
    def trajectory() -> list[int]:
        game, actions = Game(program(1), 2, 3), []
        pick = picker(policy, 1)
        while not game.over:
            actions.append(pick(game))
            game.apply(actions[-1])
        return actions

    assert trajectory() == trajectory()


# --- nothing hidden ---------------------------------------------------------------------------


def test_hidden_cards_do_not_change_the_choice(policy: str):
    for number, game in sample():
        pick, rng = asked(policy, number), random.Random(number)
        chosen = pick(game.copy())
        for _ in range(3):
            assert pick(with_other_cards_hidden(game, rng)) == chosen


def test_the_next_rolls_do_not_change_the_choice(policy: str):
    for number, game in sample():
        pick = asked(policy, number)
        assert pick(with_other_rolls(game)) == pick(game.copy())


@cache
def weights_of(policy: str, number: int, players: int) -> np.record:
    return policies.worth_tables(program(number)[0], (policy,), players)[0]


def worths(policy: str, number: int, game: Game) -> list[float]:
    """What each legal action is worth to a policy with weights."""
    weights, found = weights_of(policy, number, int(game.state.n_players)), []
    for action in game.legal():
        after = game.games.copy()
        machine.apply(after[0], game.rules, action)
        found.append(position_worth(after[0], game.rules, weights, game.player))
    return found


def ties(policy: str, number: int, game: Game) -> set[int] | None:
    """The actions between which chance may decide; None for a policy that cannot say."""
    if own.is_own(policy):
        declared: Any = getattr(own.own(policy).module, "ties", None)
        return set(declared(game)) if declared else {asked(policy, number)(game)}
    if policy == "random":
        return set(game.legal())
    if policies.get(policy).plans:
        return {asked(policy, number)(game)}  # its chance comes from the number of the decision
    if policies.get(policy).style and not policies.get(policy).searches:
        values = worths(policy, number, game)
        nearly = max(values) - TIE_NOISE
        return {action for action, value in zip(game.legal(), values) if value >= nearly}
    return None


def test_another_future_does_not_change_what_it_chooses_between(policy: str):
    for number, game in sample():
        twin, pick = with_another_future(game), asked(policy, number)
        between = ties(policy, number, game.copy())
        if between is None:
            pytest.skip("samples by the game's key")
        assert ties(policy, number, twin.copy()) == between
        assert {pick(game), pick(twin)} <= between


@pytest.mark.parametrize("other", [with_another_future, with_other_rolls])
def test_the_twins_do_have_other_rolls(other: Callable[[Game], Game]):
    """A guard: without it the tests above could pass because nothing differs."""
    differing = 0
    for seed in range(10):
        game = position(1, 3, seed, 40)
        rolled = []
        for twin in (game, other(game)):
            while twin.player >= 0 and twin.state.rerolls == game.state.rerolls:
                words = twin.legal_words()
                twin.apply("pass" if "pass" in words else words[-1])
            rolled.append(twin.state.dice.tolist())
        differing += rolled[0] != rolled[1]
    assert differing >= 8


# --- in time ----------------------------------------------------------------------------------


def test_decides_in_time(policy: str):
    game, pick = Game(program(1), 3, 4), picker(policy, 1)
    pick(game)  # whatever has to be compiled or loaded first
    started, decisions = time.process_time(), 0
    while not game.over and decisions < 60:
        game.apply(pick(game))
        decisions += 1
    assert (time.process_time() - started) / decisions < SECONDS
