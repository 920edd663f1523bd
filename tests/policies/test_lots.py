"""Choosing by lot: as likely as before, independent, and in step where nothing differs."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from model import load_ruleset
from simulate import Game, policies
from simulate.engine.codes import S_POLICY
from simulate.engine.rng import draw
from simulate.policies.lots import any_of, lot, moment

ALARM = 1e-6  # chance of a false alarm of a test, had its seed been drawn
RULES = ("original-2015", "revised-2021", "revised-2021+lets-waltz", "revised-2021+original-rules")


def in_turn(seed: int = 1, options: int = 5) -> Game:
    """A game at a decision with so many legal actions, or more."""
    game = Game(load_ruleset(), 3, seed)
    pick = policies.chooser("random", game.rules)
    while len(game.legal()) < options or int(game.state.round_no) < 2:
        game.apply(pick(game))
    return game


def picks(game: Game, actions: list[int], keys: int, place: int) -> np.ndarray:
    """What is chosen of some actions in one place of many games, shape (keys,)."""
    out, chosen = np.array(actions, dtype=np.int32), []
    for key in range(keys):
        game.state.key, game.state.place = key, place
        chosen.append(any_of(game.state, game.rules, out, len(out)))
    return np.array(chosen)


@pytest.mark.parametrize("spec", RULES)
def test_no_two_decisions_of_a_game_share_their_numbers(spec: str):
    for players in (2, 3, 4):
        for seed in range(4):
            game = Game(load_ruleset(spec), players, seed)
            pick = policies.chooser("random", game.rules)
            met: list[int] = []
            while not game.over:
                met.append(int(moment(game.state)))
                game.apply(pick(game))
            assert len(set(met)) == len(met)


def test_each_action_is_as_likely_as_the_others_and_a_choice_tells_nothing_of_the_next():
    game = in_turn()
    actions = game.legal()[:5]
    now, later = (picks(game, actions, 4_000, place) for place in (0, 256))
    table = np.zeros((5, 5))
    np.add.at(table, (now, later), 1)
    for counts in (table.sum(0), table.sum(1), table.ravel()):
        assert stats.chisquare(counts).pvalue > ALARM


def test_where_an_action_stands_and_what_else_is_legal_do_not_matter():
    game = in_turn()
    actions = game.legal()[:5]
    some = np.array(actions)
    whole = some[picks(game, actions, 500, 0)]
    assert (some[::-1][picks(game, actions[::-1], 500, 0)] == whole).all()
    fewer = some[1:][picks(game, actions[1:], 500, 0)]
    kept = whole != actions[0]
    assert (fewer[kept] == whole[kept]).all()
    assert 300 < kept.sum() < 500


def test_a_card_keeps_its_lot_when_another_leaves_the_deck():
    card = "staff.20"
    whole, less = (
        Game(load_ruleset(without=without), 2, 1).rules for without in ((), ("staff.5",))
    )
    word, hire = draw(np.uint64(1), S_POLICY, 0), 19 << 24
    numbers = [list(rules.staff_number).index(int(card[6:])) for rules in (whole, less)]
    assert numbers[0] != numbers[1]
    assert lot(word, whole, hire | numbers[0] << 16) == lot(word, less, hire | numbers[1] << 16)
