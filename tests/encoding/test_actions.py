"""The numbering of actions is complete, without doubles, and can be read back."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given

from model import UserError, load_ruleset
from simulate import Game
from simulate.actions import from_words
from simulate.encoding import ActionTable
from simulate.engine.compile import compile_ruleset
from simulate.properties.strategies.playing import new_game, play
from tests.policies.positions import RULESETS, program
from tests.properties.playing import FEW, WHOLE_GAMES


@FEW
@given(**WHOLE_GAMES)
def test_every_legal_action_has_a_number_of_its_own_under_any_ruleset(drawn, n, seed):
    game = new_game(drawn, n, seed)
    table = ActionTable(game.rules)
    for _ in play(game, random.Random(seed)):
        legal = game.legal()
        found = table.numbers(legal)
        assert len(set(found.tolist())) == len(legal)
        assert table.actions[found].tolist() == legal


@pytest.mark.parametrize("number", range(len(RULESETS)))
def test_numbers_actions_and_words_stand_for_each_other(number: int):
    rules = program(number)[0]
    table = ActionTable(rules)
    words = table.names()
    assert len(set(words)) == len(table) == len(set(table.actions.tolist()))
    for i, text in enumerate(words):
        assert table.number(table.action(i)) == i
        assert from_words(rules, text) == table.action(i)


def test_a_mask_marks_the_legal_actions_and_no_other():
    game = Game(program(1), 3, 2)
    table = ActionTable(game.rules)
    mask = table.mask(game.legal())
    assert sorted(game.legal()) == table.actions[mask == 1].tolist()
    assert not table.mask([]).any()


def test_a_ruleset_without_modules_has_none_of_their_actions():
    base = ActionTable(compile_ruleset(load_ruleset("revised-2021"))[0])
    all_of_them = ActionTable(compile_ruleset(load_ruleset("revised-2021+lets-waltz"))[0])
    assert len(base) < len(all_of_them)
    assert not [text for text in base.names() if text.startswith(("dance", "bid", "use tile"))]


@pytest.mark.parametrize("number", [-1, 10**6])
def test_a_number_beyond_the_table_is_refused(number: int):
    table = ActionTable(program(1)[0])
    with pytest.raises(UserError, match="numbered 0 to"):
        table.action(number)


def test_an_action_that_the_ruleset_has_not_is_refused():
    table = ActionTable(program(1)[0])
    for action in (0x7F000000, int(np.int32(table.actions[-1])) + 1, -1):
        with pytest.raises(UserError, match="not an action of this ruleset"):
            table.number(action)
