"""Players of experiments: each does without what its name says, and nothing else."""

from __future__ import annotations

import pytest

from model import load_ruleset
from simulate import Game
from simulate.engine import codes as c
from simulate.engine.frames import a_of, kind_of
from simulate.experiments import restricted
from simulate.experiments.drafting import drafter, player_text
from simulate.experiments.greedily import best_of

FORBIDDEN = {
    "no_staff": lambda action: kind_of(action) == c.HIRE,
    "no_politics": lambda action: kind_of(action) == c.CLAIM,
    "no_sixth": lambda action: kind_of(action) == c.DIE and a_of(action) == 6,
    "no_rerolls": lambda action: kind_of(action) == c.PASS,
    "no_emperor": lambda action: kind_of(action) == c.STEPS and a_of(action) > 0,
    "no_celebrities": lambda action: kind_of(action) == c.USE_CELEBRITY,
    "no_dancers": lambda action: kind_of(action) in (c.DANCE, c.SEND),
}
RULES = {"no_celebrities": "revised-2021+celebrities", "no_dancers": "revised-2021+ballrooms"}


@pytest.mark.parametrize("name", FORBIDDEN)
def test_a_restricted_player_takes_what_greedy_would_of_the_rest(name):
    """And it met the choice: a restriction that never binds would show nothing."""
    choose, forbidden = getattr(restricted, name), FORBIDDEN[name]
    bound = 0
    for number in range(2):
        game = Game(load_ruleset(RULES.get(name, "revised-2021")), 2, seed=5, game=number)
        while not game.over:
            legal = game.legal()
            rest = [action for action in legal if not forbidden(action)]
            taken = choose(game)
            if rest:
                assert taken == best_of(game, rest)
                bound += len(rest) < len(legal)
            game.apply(taken)
    assert bound


def test_a_drafter_takes_the_card_with_the_largest_number_and_else_plays_as_greedy():
    numbers = {card: float((card * 29) % 53) for card in range(1, 49)}
    choose = drafter(numbers)
    game = Game(load_ruleset("revised-2021", hands="draft"), 2, seed=3)
    drafted = 0
    for _ in range(60):
        legal = game.legal()
        if kind_of(legal[0]) == c.DRAFT:
            printed = [int(game.rules.staff_number[a_of(action)]) for action in legal]
            best = max(printed, key=numbers.__getitem__)
            assert choose(game) == legal[printed.index(best)]
            drafted += 1
        else:
            assert choose(game) == best_of(game, legal)
        game.apply(choose(game))
    assert drafted == 12


def test_a_players_file_holds_its_numbers():
    space: dict[str, object] = {}
    exec(player_text("draft-x", {3: 1.5, 1: -2.0}), space)
    assert space["NAME"] == "draft-x"
    assert callable(space["choose"])
    assert "{1: -2.0000, 3: 1.5000}" in player_text("draft-x", {3: 1.5, 1: -2.0})
