"""A whole round with few dice: every outcome of every roll, every die taken, every pass.

Independent restatement (`Round`): the player with the lowest number still visible and who has not
passed has a turn, takes one die or passes. When all are done or have passed, and somebody has
passed, one die is put away, the others are rolled again and nobody has passed any more. The round
ends when all numbers are covered or no die is left. Where a group plays the turns without a die
(ruling no-dice-turn), it ends when all numbers are covered.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from model import load_ruleset
from simulate import Game
from simulate.engine import codes
from simulate.engine.compile import compile_ruleset
from simulate.engine.machine import MAX_ACTIONS, apply
from simulate.narration.transcript import small_step
from tests.clauses import clause
from tests.exhaustive.driving import EDITIONS, Position

PATCH = str(Path(__file__).with_name("small_dice.toml"))
FEW = 4
NUMBERS = {  # the turn order tiles, that of the starting player first
    2: ((1, 4), (2, 3)),
    3: ((1, 6), (2, 5), (3, 4)),
    4: ((1, 8), (2, 7), (3, 6), (4, 5)),
}


# -- the rules once more --------------------------------------------------------------------------


@dataclass(frozen=True)
class Round:
    """What decides how a round goes. ``dice``: the faces that lie on the action spaces."""

    dice: tuple[int, ...]
    turns: tuple[int, ...]  # turns done, by seat
    passed: tuple[bool, ...]
    first: int  # the seat that starts the round

    def number(self, seat: int) -> int | None:
        """The lowest visible number of a seat's tile."""
        done, players = self.turns[seat], len(self.turns)
        tile = NUMBERS[players][(seat - self.first) % players]
        return tile[done] if done < 2 else None

    def next(self) -> int | None:
        """Who has a turn; nobody if all have played or passed."""
        waiting = {
            number: seat
            for seat in range(len(self.turns))
            if not self.passed[seat] and (number := self.number(seat)) is not None
        }
        return waiting[min(waiting)] if waiting else None

    @property
    def all_done(self) -> bool:
        return all(done == 2 for done in self.turns)

    def take(self, face: int | None) -> Round:
        """After a turn with this die (None: without one)."""
        seat, dice = self.next(), list(self.dice)
        if face is not None:
            dice.remove(face)
        return replace(self, dice=tuple(dice), turns=added(self.turns, seat))

    def let_pass(self) -> Round:
        seat = self.next()
        return replace(self, passed=tuple(p or i == seat for i, p in enumerate(self.passed)))

    def rolled(self, dice: tuple[int, ...]) -> Round:
        return replace(self, dice=dice, passed=(False,) * len(self.passed))


def added(turns: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(done + (i == seat) for i, done in enumerate(turns))


def outcomes(dice: int) -> Iterator[tuple[int, ...]]:
    """All that some dice can show (dice cannot be told apart)."""
    return itertools.combinations_with_replacement(range(1, 7), dice)


# -- the engine, stopped after each roll ----------------------------------------------------------


class Tree:
    """Goes through all rounds from a start, each situation once, and compares."""

    def __init__(self, program: np.ndarray, dice: int, without_die: bool) -> None:
        self.program, self.dice, self.without_die = program, dice, without_die
        self.out = np.zeros(MAX_ACTIONS, dtype=np.int32)
        self.seen: set[tuple[Round, bool]] = set()
        self.rolls = self.turns = self.ends = 0

    def run(self, start: Position, first: int, players: int) -> None:
        """From the moment before the first roll of a round."""
        nobody = Round((), (0,) * players, (False,) * players, first)
        open_ = [(start, nobody, True)]
        while open_:
            here, model, rolling = open_.pop()
            open_ += self.roll(here, model) if rolling else self.turn(here, model)

    def roll(self, here: Position, model: Round) -> Iterator[tuple[Position, Round, bool]]:
        """Move on to just after a roll, and go on from every outcome."""
        rolls = here.table("rolls") if here.in_turns else 0
        while here.table("rolls") != rolls + 1 or not here.in_turns:
            assert small_step(here.games[0], self.program[0], self.out) == -1
        left = self.dice - rolls - sum(model.turns)  # one is put away with each roll but the first
        assert here.table("dice_left") == left == sum(here.dice().values())
        for faces in outcomes(left):
            then, expected = here.twin(), model.rolled(faces)
            then.games["dice"][0] = [faces.count(face) for face in range(7)]
            self.rolls += 1
            if expected not in self.seen:
                self.seen.add(expected)
                yield then, expected, False

    def turn(self, here: Position, model: Round) -> Iterator[tuple[Position, Round, bool]]:
        """What follows a roll or a turn: another turn, another roll, or the end of the round."""
        seat = model.next()
        out_of_dice = not model.dice and not self.without_die
        if out_of_dice or model.all_done:
            self.check_end(here)
        elif seat is None and len(model.dice) > 1:
            yield here, model, True
        elif seat is None and self.without_die:
            yield from self.without_dice(here, model)
        elif seat is None:
            self.check_end(here)
        else:
            here = here.edited(lambda state: None)
            self.check_turn(here, model, seat)
            yield from self.choices(here, model)

    def check_turn(self, here: Position, model: Round, seat: int) -> None:
        """Whose turn it is, with which dice, and that it may be passed where there is a die."""
        self.turns += 1
        assert here.in_turns
        assert here.seat == seat
        assert here.dice() == {face: model.dice.count(face) for face in set(model.dice)}
        words = {words for words in here.words if words.startswith(("die", "pass", "end"))}
        plain = {f"die {face}" for face in model.dice}
        expected = {*plain, *(f"{die} +1" for die in plain), "pass"} if model.dice else {"end turn"}
        assert words == expected

    def choices(self, here: Position, model: Round) -> Iterator[tuple[Position, Round, bool]]:
        """Each die, and passing; as far as they lead to situations not met yet."""
        for face in sorted(set(model.dice)) or [None]:
            expected = model.take(face)
            if expected not in self.seen:
                self.seen.add(expected)
                then = here if face is None else whole_action(here.after(f"die {face}"))
                yield self.applied(then, "end turn"), expected, False
        if model.dice:
            expected = model.let_pass()
            if expected not in self.seen:
                self.seen.add(expected)
                yield self.applied(here, "pass"), expected, False

    def applied(self, here: Position, words: str) -> Position:
        """The state right after an action, before anything follows from it."""
        then, action = here.twin(), here.compact(words)
        apply(then.games[0], self.program[0], action)
        return then

    def without_dice(self, here: Position, model: Round) -> Iterator[tuple[Position, Round, bool]]:
        """Nothing is left to roll; the turns that remain are played without a die."""
        expected = model.rolled(())
        if expected not in self.seen:
            self.seen.add(expected)
            yield here, expected, False

    def check_end(self, here: Position) -> None:
        """The round ends: neither a turn nor a roll that leaves dice comes before it."""
        self.ends += 1
        then = here.twin()
        while then.table("phase") == codes.PH_TURNS:
            assert small_step(then.games[0], self.program[0], self.out) == -1
            assert not then.table("top")
        assert then.table("phase") == codes.PH_ROUND_END


def whole_action(here: Position) -> Position:
    """Up to where the turn can be ended; what is chosen does not matter here."""
    while "end turn" not in here.words:
        here = here.after("stop" if "stop" in here.words else here.words[0])
    return here


def before_round(program: np.ndarray, players: int, round: int) -> Position:
    """Before the first roll of a round: nobody has guests or staff to do anything else with."""
    game = Game(program, players, seed=3)
    while game.state.phase != codes.PH_TURNS:
        game.apply(game.legal()[0])
    g = game.state
    g.top, g.round_no, g.phase, g.row[:] = 0, round - 1, codes.PH_ROUND_START, -1
    for p in g.players[:players]:
        p.hand_size, p.krones, p.cafe[:], p.missing[:], p.missing_total[:] = 0, 20, -1, 0, 0
    return Position(game.games, game.program)


def tree(
    spec: str, players: int, round: int, dice: int = FEW, *, without_die: bool = False
) -> Tree:
    """All rounds of a ruleset whose players have so few dice."""
    rulings = {"no-dice-turn": "turn-without-die"} if without_die else {}
    program = compile_ruleset(load_ruleset(spec, patches=[PATCH], rulings=rulings))
    program["dice"][0, players] = dice
    found = Tree(program, dice, without_die)
    found.run(before_round(program, players, round), (round - 1) % players, players)
    return found


# -- the comparisons ------------------------------------------------------------------------------

RULES = (
    *("round.roll", "round.starting-player-first", "round.turn-order", "round.two-turns"),
    *("round.twice-in-a-row", "round.turn-or-pass", "round.ends-after-all-turns"),
    *("pass.instead-of-a-turn", "pass.any-time", "pass.turn-kept", "pass.wait", "pass.bin"),
    *("pass.reroll", "pass.lowest-number-next", "pass.again"),
)


@clause(*RULES, "round.ends-without-dice")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("round", [1, 2])
def test_all_rounds_of_two_players(round, spec):
    found = tree(spec, 2, round)
    untouched = [model for model in found.seen if not any(model.turns) and not any(model.passed)]
    sizes = [sum(len(model.dice) == dice for model in untouched) for dice in (4, 3, 2, 1)]
    assert sizes == [126, 56, 21, 6]  # what 4, 3, 2 and 1 dice can show
    assert found.ends > 50


@clause(*RULES)
@pytest.mark.parametrize("round", [1, 2])
def test_all_rounds_of_two_players_who_play_on_without_dice(round):
    found = tree("revised-2021", 2, round, without_die=True)
    assert any(not model.dice and not model.all_done for model in found.seen)


@clause(*RULES, "round.ends-without-dice")
@pytest.mark.parametrize("players", [3, 4])
def test_all_rounds_of_more_players(players):
    """Fewer dice than turns: every round ends for want of dice."""
    found = tree("original-2015", players, round=2)
    assert not any(model.all_done for model in found.seen)


@pytest.mark.long
@clause(*RULES, "round.ends-without-dice")
@pytest.mark.parametrize(("players", "dice"), [(2, 6), (3, 6), (4, 6)])
def test_all_rounds_with_more_dice(players, dice):
    assert tree("revised-2021", players, round=1, dice=dice).ends > 50
