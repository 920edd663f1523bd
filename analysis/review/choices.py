"""What a choice cost: the line played against better ones, verified by games played to their end.

A choice is a stretch: the decisions of a turn up to what chance reveals. The strong player proposes
other lines and looks ahead from them; what it *thinks* that the choice cost is quick and may be
wrong by several VP. Choices that it suspects are played out. A pilot compares the line played with
the best others; a screening adds games for the most promising of them. Both together choose the
line to compare with, and say whether a trial is worth its time. Both play on by narrow plans, which
is fast, and may overrate what only careless play makes good, or miss what only careful play does.
So they rule a trial out only if they leave little hope. A trial has the strong player itself play
on at every seat, and says what the choice cost. It has fresh sampled states: no line is judged by
the games that chose it (no winner's curse), and the cost stated has an interval that needs no
belief in the learned value.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import stats

from analysis.review.figures import lower_bound, standard_error
from analysis.review.lines import (
    Cost,
    Outcomes,
    candidates,
    distinct,
    own_line,
    played_out,
)
from analysis.review.moments import Moment, Stretch
from analysis.review.words import told_line
from simulate.actions import decode, to_words
from simulate.decisions.registry import ACTIONS, FRAMES
from simulate.game import Game
from simulate.learned.advice import Adviser, Line
from simulate.narration.names import Names

CANDIDATES, SHOWN = 5, 4  # lines that are looked at, and those that are played out and shown
LOOKED, LOOKED_AGAIN = 8, 16  # sampled states of the look ahead: to rank lines, to state a cost
PILOT = 24  # sampled states played out, fast, after all lines
SCREEN, SCREENED = 24, 2  # more of them, and how many lines they are played out after
PART, PARTS = 24, 6  # sampled states of a trial: played in parts, until it is decided
SUSPECT = 0.5  # VP that a choice is thought to have cost at least, to be played out
TRIED = 14  # choices of a seat that are screened, at most
TRUST, DOUBT, DOUBTED = 0.5, 2.0, 0.5
"""What a choice cost that is thought to cost x VP: on average ``TRUST`` x, with a standard
deviation of ``DOUBT + DOUBTED`` x."""
HOPE, SURE = 0.25, 0.45  # chance that it cost ``MATTERS``, to be screened, to have a trial
MATTERS = 1.0  # VP
NAMED, EARLY = 0.025, 0.002  # chance to name a choice that cost nothing: at the end, and before it
GRADES = {"blunder": 0.15, "mistake": 0.05, "inaccuracy": 0.0}
"""The chance to win that was lost at least."""


@dataclass(frozen=True)
class Alternative:
    """Another line. ``gains``: what it would have gained over what was played."""

    line: tuple[int, ...]
    gains: Cost


@dataclass(frozen=True)
class Choice:
    """A stretch of decisions, compared with the strong player's.

    ``rank``: 1 if no other candidate was better, as the player looks ahead, by more than a standard
    error; 2 if one was, and so on. ``thought``: VP that the choice cost as the player thinks.
    ``alternatives``: the best others as far as games were played out, the best first. ``cost``:
    what the choice cost against the first of them, in ``states`` fresh sampled states of a trial;
    where pilot and screening found no need of one, in theirs, which chose the line and so rather
    overrate it; None if the choice was not screened. ``grade``: a key of
    ``GRADES`` if the trial shows that the first was better; else empty. ``fault``: the decision
    that lost most. ``effect``, shape (seats, 2, 2): what the choice changed for every seat against
    what the player itself would have done, in VP and in the share of the win, as mean and variance;
    None where that is the same.
    """

    stretch: Stretch
    rank: int
    candidates: int
    thought: float = 0.0
    alternatives: tuple[Alternative, ...] = ()
    cost: Cost | None = None
    states: int = 0
    grade: str = ""
    fault: Moment | None = None
    effect: np.ndarray | None = None

    @property
    def moment(self) -> Moment:
        """The decision that lost most; the first one where none is known to have lost anything."""
        return self.fault or self.stretch.first

    @property
    def seat(self) -> int:
        """Whose choice it was."""
        return self.stretch.seat

    @property
    def kind(self) -> str:
        """What was to be decided where most was lost, or first."""
        game = self.moment.game
        return FRAMES[int(game.state.frames[game.state.top - 1].kind)].name

    @property
    def instead(self) -> tuple[str, str]:
        """What was done and what would have been better, as kinds of actions."""
        better = self.alternatives[0].line[0] if self.alternatives else self.moment.action
        done = self.moment.action if self.fault is None else self.stretch.first.action
        return ACTIONS[decode(done)[0]].words, ACTIONS[decode(better)[0]].words

    def line_played(self, names: Names) -> str:
        """What was done, in words."""
        return told_line(names, self.stretch.first.game, [m.action for m in self.stretch.moments])

    def line_better(self, names: Names, place: int = 0) -> str:
        """An alternative, in words."""
        return told_line(names, self.stretch.first.game, self.alternatives[place].line)

    def plain(self, names: Names) -> dict[str, object]:
        """As plain data."""
        first, last = self.stretch.first, self.stretch.moments[-1]
        rules = first.game.rules
        return {
            "step": self.moment.step, "from_step": first.step, "to_step": last.step,
            "round": first.round, "seat": self.seat + 1, "decision": self.kind,
            "played": [to_words(rules, moment.action) for moment in self.stretch.moments],
            "played_line": self.line_played(names),
            "rank": self.rank, "candidates": self.candidates, "thought": round(self.thought, 2),
            "alternatives": [
                {
                    "line": [to_words(rules, action) for action in one.line],
                    "words": told_line(names, first.game, one.line), "gains": one.gains.plain(),
                }
                for one in self.alternatives
            ],
            "cost": self.cost.plain() if self.cost else None, "states": self.states,
            "grade": self.grade or None,
        }  # fmt: skip


@dataclass(frozen=True)
class Thought:
    """A choice as the strong player looks ahead from it, and the lines to play out.

    The first of the lines is the one that was played. ``own``: the place of what the player itself
    would do (0: the same); ``gains``: VP that each line gains over the one played, as thought.
    """

    choice: Choice
    lines: list[Line]
    own: int
    gains: np.ndarray


def weighed(adviser: Adviser, pick: Callable[[Game], int], stretch: Stretch) -> Thought:
    """A choice as the strong player looks ahead from it. ``pick``: what it does itself."""
    game = stretch.first.game
    found = [stretch.played(), own_line(pick, game), *candidates(adviser, game, CANDIDATES)]
    worths = adviser.weigh_lines(game, found, LOOKED)
    which = distinct(worths)
    if len(which) < 2:
        return Thought(Choice(stretch, 1, 1), [], 0, np.zeros(1))
    standing = adviser.standing(worths)[:, which, 0]
    gains = standing[:, 1:] - standing[:, :1]
    means, errors = gains.mean(axis=0), np.array([standard_error(one) for one in gains.T])
    choice = Choice(stretch, 1 + int((means > errors).sum()), len(which))
    best = [which[1 + int(i)] for i in np.argsort(-means, kind="stable")[:SHOWN]]
    differs = 1 in which
    if differs and 1 not in best:
        best[-1] = 1
    lines = [found[0], *(found[i] for i in best)]
    again = adviser.standing(adviser.weigh_lines(game, lines, LOOKED_AGAIN, LOOKED))[..., 0]
    thought = (again - again[:, :1]).mean(axis=0)
    choice = replace(choice, thought=max(0.0, float(thought[1])))
    return Thought(choice, lines, 1 + best.index(1) if differs else 0, thought)


def verified(adviser: Adviser, thoughts: Sequence[Thought]) -> list[Choice]:
    """The choices of a seat; played out are those that are suspect, or not the player's own."""
    found = [thought.choice for thought in thoughts]
    pilots = {
        i: Pilot.of(adviser, thought)
        for i, thought in enumerate(thoughts)
        if thought.lines and (thought.own or thought.choice.thought >= SUSPECT)
    }
    hopeful = [i for i, pilot in pilots.items() if pilot.hope >= HOPE]
    trials = sorted(hopeful, key=lambda i: -pilots[i].hope)[:TRIED]
    for i, pilot in pilots.items():
        found[i] = pilot.tried(adviser) if i in trials else pilot.choice()
    return found


@dataclass(frozen=True)
class Pilot:
    """Lines played out to see whether one of them may be better than the one that was played.

    ``order``: places of the other lines, the best first; ``hope``: the chance that the best is
    better by ``MATTERS`` or more.
    """

    thought: Thought
    outcomes: Outcomes
    order: list[int]
    hope: float

    @classmethod
    def of(cls, adviser: Adviser, thought: Thought) -> Pilot:
        """Play the lines out."""
        game = thought.choice.stretch.first.game
        outcomes = played_out(adviser, game, thought.lines, PILOT, 0)
        beliefs = {j: _believed(thought, j, outcomes, j) for j in range(1, len(thought.lines))}
        order = sorted(beliefs, key=lambda j: -beliefs[j][0])
        return cls(thought, outcomes, order, _hope(beliefs[order[0]]))

    def choice(self) -> Choice:
        """The choice without a trial."""
        thought, found = self.thought, self.outcomes
        others = tuple(Alternative(thought.lines[j].actions, found.cost(0, j)) for j in self.order)
        choice = replace(thought.choice, alternatives=others)
        if not thought.own:
            return choice
        return replace(choice, effect=effect_of(found.only(0, thought.own), self._gain))

    @property
    def _gain(self) -> float:
        return float(self.thought.gains[self.thought.own])

    def tried(self, adviser: Adviser) -> Choice:
        """The choice after a screening and, unless that leaves little hope, a trial."""
        thought, own, game = self.thought, self.thought.own, self.thought.choice.stretch.first.game
        places = list(dict.fromkeys([0, *self.order[:SCREENED], own]))
        lines = [thought.lines[j] for j in places]
        more = played_out(adviser, game, lines, SCREEN, PILOT)
        found = self.outcomes.only(*places) + more
        beliefs = {j: _believed(thought, j, found, i) for i, j in enumerate(places) if j}
        best = max(beliefs, key=lambda j: beliefs[j][0])
        if _hope(beliefs[best]) >= SURE:
            places = list(dict.fromkeys([0, best, own]))
            lines = [thought.lines[j] for j in places]
            found = _trial(adviser, game, lines)
        cost, compared = found.cost(0, places.index(best)), found.only(0, places.index(own))
        choice = self._first(best, cost)
        choice = replace(choice, cost=cost, states=len(found))
        if own:
            choice = replace(choice, effect=effect_of(compared, self._gain))
        if not found.strong or lower_bound(found.lost(0, 1), NAMED) <= 0:
            return choice
        grade = next(name for name, least in GRADES.items() if cost.win.mean >= least or not least)
        return replace(choice, grade=grade, fault=_fault(adviser, choice.stretch, lines[1]))

    def _first(self, best: int, cost: Cost) -> Choice:
        """The choice with the line that it was compared with before all others."""
        choice, place = self.choice(), self.order.index(best)
        others = choice.alternatives
        one = replace(others[place], gains=cost)
        return replace(choice, alternatives=(one, *others[:place], *others[place + 1 :]))


def _believed(thought: Thought, line: int, found: Outcomes, place: int) -> tuple[float, float]:
    """What the line played lost against another, by games and by thought: mean and variance.

    ``line``: of ``thought``; ``place``: the same line among those that were played out.
    """
    gain = float(thought.gains[line])
    return belief(found.lost(0, place), TRUST * gain, DOUBT + DOUBTED * abs(gain))


def _trial(adviser: Adviser, game: Game, lines: list[Line]) -> Outcomes:
    """Lines played out by the strong player itself until it is decided whether they differ."""
    found = None
    for part in range(PARTS):
        first = PILOT + SCREEN + part * PART
        more = played_out(adviser, game, lines, PART, first, strong=True)
        found = found + more if found else more
        if _decided(found.lost(0, 1)):
            break
    assert found is not None
    return found


def _hope(known: tuple[float, float]) -> float:
    """The chance that a line is worse by ``MATTERS``, by the mean and variance of what it lost."""
    mean, variance = known
    return float(stats.norm.sf((MATTERS - mean) / variance**0.5))


def belief(data: np.ndarray, mean: float, spread: float) -> tuple[float, float]:
    """The mean and variance of a quantity, by data and by what was believed before (normal)."""
    before, weight = spread**-2, max(standard_error(data), 1e-3) ** -2
    return float((before * mean + weight * data.mean()) / (before + weight)), 1 / (before + weight)


def effect_of(compared: Outcomes, thought: float) -> np.ndarray:
    """What the line played changed against the player's own, for all seats: ``Choice.effect``.

    ``compared``: both lines, the one played first; ``thought``: VP that the player's own gains by
    the look ahead, which is believed as far as ``TRUST`` and ``DOUBT`` say.
    """
    changes, seat = compared.changes(0, 1), compared.seat
    seats, middle = changes.shape[1], (compared.chance(0) + compared.chance(1)) / 2
    slope = float(stats.norm.pdf(stats.norm.ppf(middle))) / compared.spread  # win for a VP
    lost, spread = TRUST * thought, DOUBT + DOUBTED * abs(thought)
    found = np.zeros((seats, 2, 2))
    for j in range(seats):
        mine = j == seat
        found[j, 0] = belief(changes[:, j, 0], -lost if mine else 0.0, spread if mine else DOUBT)
        share = -slope if mine else slope / (seats - 1)
        found[j, 1] = belief(changes[:, j, 1], share * lost, max(1e-6, abs(share) * spread))
    return found


def _decided(lost: np.ndarray) -> bool:
    """Is a trial decided before its end: named early, or hardly to be named any more?"""
    if lower_bound(lost, EARLY) > 0:
        return True
    error = standard_error(lost)
    hoped = (float(lost.mean()) + error) * math.sqrt(PART * PARTS / len(lost))
    return hoped < stats.norm.isf(NAMED) * error


def _fault(adviser: Adviser, stretch: Stretch, best: Line) -> Moment:
    """The decision of a stretch after which the best that was left fell most."""
    lines = [best, *(Line(one.game, (one.action,)) for one in stretch.moments)]
    worths = adviser.weigh_lines(stretch.first.game, lines, LOOKED)
    left = adviser.standing(worths)[..., 0].mean(axis=0)
    return stretch.moments[int((left[:-1] - left[1:]).argmax())]
