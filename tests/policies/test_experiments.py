"""Players of experiments: each does without what its name says, and nothing else."""

from __future__ import annotations

import pytest

from model import UserError, load_ruleset
from simulate import Game
from simulate.engine import codes as c
from simulate.engine.frames import a_of, kind_of
from simulate.experiments.drafting import drafter, player_text
from simulate.experiments.greedily import best_of
from simulate.experiments.restricted import PARTS, without
from simulate.learned.table import chooser

FORBIDDEN = {
    "no_staff": lambda action: kind_of(action) == c.HIRE,
    "no_politics": lambda action: kind_of(action) == c.CLAIM,
    "no_sixth": lambda action: kind_of(action) == c.DIE and a_of(action) == 6,
    "no_rerolls": lambda action: kind_of(action) == c.PASS,
    "no_emperor": lambda action: kind_of(action) == c.STEPS and a_of(action) > 0,
    "no_celebrities": lambda action: kind_of(action) == c.USE_CELEBRITY,
    "no_dancers": lambda action: kind_of(action) in (c.DANCE, c.SEND),
    "no_key": lambda action: kind_of(action) == c.KEY,
}
RULES = {"no_celebrities": "revised-2021+celebrities", "no_dancers": "revised-2021+ballrooms",
         "no_key": "revised-2021+start-player"}  # fmt: skip


@pytest.mark.parametrize("part", FORBIDDEN)
def test_a_restricted_player_takes_what_greedy_would_of_the_rest(part):
    """And it met the choice: a restriction that never binds would show nothing."""
    choose, forbidden = without("greedy", part), FORBIDDEN[part]
    bound = 0
    for number in range(2):
        game = Game(load_ruleset(RULES.get(part, "revised-2021")), 2, seed=5, game=number)
        while not game.over:
            legal = game.legal()
            rest = [action for action in legal if not forbidden(action)]
            taken = choose(game)
            if rest:
                assert taken == best_of(game, rest)
                bound += len(rest) < len(legal)
            game.apply(taken)
    assert bound


@pytest.mark.parametrize(("part", "games"), [("no_staff", 4), ("no_sixth", 2), ("no_emperor", 4)])
def test_a_restricted_planner_plans_without_the_part(part, games):
    """It takes nothing that is forbidden, though it could; and what it planned instead, not merely
    the first of the options that are left to it."""
    choose, forbidden = without("planner", part), FORBIDDEN[part]
    free = chooser("planner", None)
    bound, planned = 0, 0
    for number in range(games):
        game = Game(load_ruleset("revised-2021"), 2, seed=5, game=number)
        while not game.over:
            legal = game.legal()
            taken = choose(game)
            rest = [action for action in legal if not forbidden(action)]
            assert taken in (rest or legal)
            bound += len(rest) not in (0, len(legal))
            planned += len(rest) > 1 and forbidden(free(game)) and taken != rest[0]
            game.apply(taken)
    assert bound
    assert planned or part != "no_sixth"  # elsewhere little else, or nothing, is left


def test_every_part_is_asked_about_and_a_search_cannot_go_without():
    assert set(FORBIDDEN) == set(PARTS)
    with pytest.raises(UserError, match="takes too long"):
        without("search", "no_staff")


def test_an_expert_goes_without_a_part():
    """By its own plans, with playouts, and never by the part."""
    choose, forbidden = without("expert", "no_staff"), FORBIDDEN["no_staff"]
    game, bound = Game(load_ruleset("revised-2021"), 2, seed=5), 0
    while not game.over and not bound:
        legal = game.legal()
        rest = [action for action in legal if not forbidden(action)]
        taken = choose(game)
        assert taken in (rest or legal)
        bound += len(rest) not in (0, len(legal))
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
