"""Parts of a position that policies remember are worth what they would be if judged anew."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from simulate import Game, policies
from simulate.engine import machine
from simulate.policies.evaluation import position_worth
from simulate.properties.strategies.playing import choose
from tests.policies.positions import RULESETS, position, program

STYLES = ("greedy", "politician")
PLAYERS = 2
SHARE = 0.25  # of the decisions, whose positions are judged both ways


# What the remembered parts depend on, of the game and of the player.
OF_GAME = ("markers", "round_no", "phase")
OF_PLAYER = (
    "claimed", "occupied", "vacant", "groups_paid", "board", "kitchen", "missing",
    "cafe", "ignore_good", "no_stranded", "more_guests", "turns_taken", "emperor", "avert_cost",
)  # fmt: skip


def value(game: Game, action: int, worth: np.record) -> float:
    """What the position after an action is worth to the player who decides."""
    after = game.games.copy()
    machine.apply(after[0], game.rules, action)
    return position_worth(after[0], game.rules, worth, game.player)


def changed(state: np.record, who: int) -> Iterator[tuple[str, int]]:
    """Change one number of a position after the other, by one; each is put back."""
    for owner, fields in ((state, OF_GAME), (state.players[who], OF_PLAYER)):
        for name in fields:
            before = np.copy(owner[name])
            for i in range(before.size):
                after = before.copy()
                after.flat[i] ^= 1  # the bits of a set, and small numbers, stay possible
                owner[name] = after if before.ndim else after.item()
                yield name, i
            owner[name] = before if before.ndim else before.item()


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


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_remembered_beyond_a_change_of_what_it_depends_on(seed: int):
    number, depth = 1, 250 + 60 * seed
    game = position(number, 3, seed, depth)
    worth = policies.worth_tables(program(number)[0], ("greedy",), 3)[0]
    nothing, who, differs = np.zeros_like(worth.known), game.player, set()
    usual = position_worth(game.state, game.rules, worth, who)
    memory = worth.known.copy()
    for name, _ in changed(game.state, who):
        worth.known = memory
        remembered = position_worth(game.state, game.rules, worth, who)
        worth.known = nothing
        assert remembered == position_worth(game.state, game.rules, worth, who), name
        differs |= {name} if remembered != usual else set()
    assert len(differs) > len(OF_PLAYER) // 2  # a guard: most of it matters


def test_a_politics_card_is_worth_what_its_own_places_pay():
    game = position(1, 2, 4, 150)
    assert not any(int(p.claimed) for p in game.state.players)
    laid = [int(card) for card in game.state.politics]

    def worth_with(card: int, vp: int) -> float:
        changed = game.program.copy()
        changed[0]["place_vp"][card] = vp
        worth = policies.worth_tables(changed[0], ("greedy",), 2)[0]
        return float(position_worth(game.state, changed[0], worth, game.player))

    usual, absent = worth_with(laid[1], 15), next(i for i in range(12) if i not in laid)
    assert worth_with(absent, 45) == usual
    more, nothing = worth_with(laid[1], 45), worth_with(laid[1], 0)
    assert more - usual == pytest.approx(2 * (usual - nothing))
    assert more > usual


def test_something_is_remembered():
    """A guard: the test above would pass if nothing were."""
    worth = policies.worth_tables(program(1)[0], ("greedy",), PLAYERS)[0]
    game = Game(program(1), PLAYERS, 1)
    for part in ("rooms", "politics_vp", "emperor", "cafe"):
        before = value(game, game.legal()[0], worth)
        worth.known[game.player][part] += 1.0
        assert value(game, game.legal()[0], worth) != before, part
