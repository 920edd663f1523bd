"""The cost of a choice: the line played compared with better ones, verified by full playouts.

A choice is a stretch: the decisions of a turn up to what chance reveals. The strong player proposes
other lines and looks ahead from them. Its *thought* cost of the choice is quick and may be wrong by
several VP, so suspected choices are played out. A pilot compares the line played with the best
others; a screening adds games for the most promising of them. Together they choose the line to
compare with. Both continue by narrow plans, which is fast, but may overrate lines that only
careless play makes good, or miss those that only careful play does. In a trial the strong player
itself continues at every seat, which gives the cost of the choice. Trials take most of the time, so
they are played in parts: each part goes to the undecided choice with the highest expected finding
per time, until a budget for the seat is spent. A trial has fresh sampled states: no line is judged
by the games that chose it (no winner's curse), and the interval of the stated cost needs no trust
in the learned value.
"""

from __future__ import annotations

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
from analysis.review.words import told_from, told_line
from simulate.actions import decode, to_words
from simulate.decisions.registry import ACTIONS, FRAMES
from simulate.game import Game
from simulate.learned.advice import Adviser, Line
from simulate.words.names import Names

CANDIDATES, SHOWN = 5, 4  # lines examined, and lines played out and shown
LOOKED, LOOKED_AGAIN = 8, 16  # sampled states of the look-ahead: to rank lines, to state a cost
PILOT = 24  # sampled states of fast playouts, after all lines
SCREEN, SCREENED = 24, 2  # further states, and after how many lines
PART, PARTS = 24, 5  # sampled states of a trial: played in parts, until decided
SUSPECT = 0.5  # least thought cost, in VP, of a choice to be played out
TRIED = 14  # most choices of a seat to screen
TRUST, DOUBT, DOUBTED = 0.5, 2.0, 0.5
"""What a choice cost that is thought to cost x VP: on average ``TRUST`` x, with a standard
deviation of ``DOUBT + DOUBTED`` x."""
HOPE = 0.25  # chance of a cost of ``MATTERS``, to be screened
MATTERS = 1.0  # VP
NAMED, EARLY = 0.025, 0.002  # chance to name a choice without a cost: at the end, and before it
BEGUN, GIVEN_UP = 0.3, 0.2  # chance that a whole trial names it, to begin one and to continue
STRAY = 3.0  # VP: standard deviation of a cost by fast play around the one by strong play
BUDGET = 9.5  # parts of all trials of a seat, for trials of two lines and whole games
GRADES = {"blunder": 0.15, "mistake": 0.05, "inaccuracy": 0.0}
"""The chance to win that was lost at least."""


@dataclass(frozen=True)
class Alternative:
    """Another line. ``gains``: its gain over the line played."""

    line: tuple[int, ...]
    gains: Cost


@dataclass(frozen=True)
class Choice:
    """A stretch of decisions, compared with the strong player's.

    ``rank``: 1 if no other candidate is better by look-ahead by more than a standard error; 2 if
    one is, and so on. ``thought``: the choice's cost in VP as the player thinks. ``alternatives``:
    the best others by playouts, the best first. ``cost``: the choice's cost against the first of
    them, in ``states`` fresh sampled states of a trial. If pilot and screening found no trial
    necessary, the cost is from their states, which chose the line and so rather overrate it; None
    if the choice was not screened. ``grade``: a key of ``GRADES`` if the trial shows that the first
    was better; else empty. ``fault``: the decision that lost most. ``effect``, shape (seats, 2, 2):
    the choice's effect on every seat compared with the player's own choice, in VP and in the share
    of the win, as mean and variance; None where the two choices are the same.
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
        """The decision that lost most; the first one if none is known to have lost anything."""
        return self.fault or self.stretch.first

    @property
    def seat(self) -> int:
        """The seat that made the choice."""
        return self.stretch.seat

    @property
    def kind(self) -> str:
        """The kind of decision where most was lost, or of the first one."""
        game = self.moment.game
        return FRAMES[int(game.state.frames[game.state.top - 1].kind)].name

    @property
    def instead(self) -> tuple[str, str]:
        """What was done and what would have been better, as kinds of actions."""
        better = self.alternatives[0].line[0] if self.alternatives else self.moment.action
        done = self.moment.action if self.fault is None else self.stretch.first.action
        return ACTIONS[decode(done)[0]].words, ACTIONS[decode(better)[0]].words

    def line_played(self, names: Names) -> str:
        """The line played, in words."""
        return told_line(names, self.stretch.first.game, [m.action for m in self.stretch.moments])

    def line_better(self, names: Names, place: int = 0) -> str:
        """An alternative, in words, from where it differs from the line played."""
        played = [moment.action for moment in self.stretch.moments]
        line = self.alternatives[place].line
        return told_from(names, self.stretch.first.game, line, played)

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
    """A choice as the strong player sees it by look-ahead, and the lines to play out.

    The first line is the one played. ``own``: the place of the player's own choice (0: the same);
    ``gains``: the thought gain of each line over the one played, in VP.
    """

    choice: Choice
    lines: list[Line]
    own: int
    gains: np.ndarray

    @property
    def own_gain(self) -> float:
        """The thought gain of the player's own choice over the line played, in VP."""
        return float(self.gains[self.own])


def weighed(adviser: Adviser, pick: Callable[[Game], int], stretch: Stretch) -> Thought:
    """A choice as the strong player sees it by look-ahead. ``pick``: the player's own choice."""
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
    """The choices of a seat; those that are suspect, or not the player's own, are played out."""
    found = [thought.choice for thought in thoughts]
    pilots = {
        i: Pilot.of(adviser, thought)
        for i, thought in enumerate(thoughts)
        if thought.lines and (thought.own or thought.choice.thought >= SUSPECT)
    }
    hopeful = [i for i, pilot in pilots.items() if pilot.hope >= HOPE]
    trials = sorted(hopeful, key=lambda i: -pilots[i].hope)[:TRIED]
    screened = {i: Screened.of(adviser, pilots[i]) for i in trials}
    left, waiting = BUDGET, set(screened)
    while waiting:
        i = max(waiting, key=lambda i: screened[i].promise / screened[i].price)
        one = screened[i]
        if one.price > left or not one.undecided:
            waiting.remove(i)
        else:
            screened[i], left = one.tried(adviser), left - one.price
    for i, pilot in pilots.items():
        found[i] = screened[i].choice(adviser) if i in screened else pilot.choice()
    return found


@dataclass(frozen=True)
class Pilot:
    """Lines played out to see whether one may be better than the line played.

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
        return replace(choice, effect=effect_of(found.only(0, thought.own), thought.own_gain))

    def led_by(self, best: int, cost: Cost) -> Choice:
        """The choice with the line of the main comparison before all others."""
        choice, place = self.choice(), self.order.index(best)
        others = choice.alternatives
        one = replace(others[place], gains=cost)
        return replace(choice, alternatives=(one, *others[:place], *others[place + 1 :]))


@dataclass(frozen=True)
class Screened:
    """A choice after pilot and screening, and the results of its trial so far.

    ``places``: of the lines last played out, the line played first; ``best``: of the line to
    compare with; ``believed``: mean and variance of the played line's loss against it, by fast
    playouts. ``trial``: games continued by the strong player itself, None if there are none yet;
    ``parts`` of them.
    """

    pilot: Pilot
    places: list[int]
    found: Outcomes
    best: int
    believed: tuple[float, float]
    trial: Outcomes | None = None
    parts: int = 0

    @classmethod
    def of(cls, adviser: Adviser, pilot: Pilot) -> Screened:
        """Play out more games of the most promising lines."""
        thought = pilot.thought
        places = list(dict.fromkeys([0, *pilot.order[:SCREENED], thought.own]))
        lines = [thought.lines[j] for j in places]
        more = played_out(adviser, thought.choice.stretch.first.game, lines, SCREEN, PILOT)
        found = pilot.outcomes.only(*places) + more
        beliefs = {j: _believed(thought, j, found, i) for i, j in enumerate(places) if j}
        best = max(beliefs, key=lambda j: beliefs[j][0])
        return cls(pilot, places, found, best, beliefs[best])

    @property
    def places_tried(self) -> list[int]:
        """Places of the lines of a trial: the line played, its main rival, the player's own."""
        return list(dict.fromkeys([0, self.best, self.pilot.thought.own]))

    @property
    def price(self) -> float:
        """The share of the budget for a part of a trial: early games take longer to play on."""
        first = self.pilot.thought.choice.stretch.first
        rounds = int(first.game.rules.rounds)
        return len(self.places_tried) / 2 * (rounds + 1 - first.round) / rounds

    @property
    def known(self) -> tuple[float, float]:
        """Mean and variance of the loss of the line played, by all games so far."""
        mean, variance = self.believed
        if self.trial is None:
            return mean, variance + STRAY**2
        return belief(self.trial.lost(0, 1), mean, (variance + STRAY**2) ** 0.5)

    @property
    def promise(self) -> float:
        """VP that a trial is expected to show."""
        return self.chance * self.known[0]

    @property
    def chance(self) -> float:
        """The chance that a whole trial names the choice, as known so far."""
        if self.trial is None:
            fast = self.found.lost(0, self.places.index(self.best))
            return named_by(*self.known, float(fast.std(ddof=1)))
        lost = self.trial.lost(0, 1)
        return named_by(*self.known, float(lost.std(ddof=1)), float(lost.mean()), len(lost))

    @property
    def undecided(self) -> bool:
        """Is a further part of a trial worth its time?"""
        if self.trial is None:
            return self.chance >= BEGUN
        shown = lower_bound(self.trial.lost(0, 1), EARLY) > 0
        return not shown and self.parts < PARTS and self.chance >= GIVEN_UP

    def tried(self, adviser: Adviser) -> Screened:
        """With one more part of a trial."""
        thought, places = self.pilot.thought, self.places_tried
        lines = [thought.lines[j] for j in places]
        game, first = thought.choice.stretch.first.game, PILOT + SCREEN + self.parts * PART
        more = played_out(adviser, game, lines, PART, first, strong=True)
        trial = self.trial + more if self.trial else more
        return replace(self, places=places, trial=trial, parts=self.parts + 1)

    def choice(self, adviser: Adviser) -> Choice:
        """The choice with its cost, and its grade if a trial shows the other line to be better."""
        thought, found = self.pilot.thought, self.trial or self.found
        cost = found.cost(0, self.places.index(self.best))
        choice = replace(self.pilot.led_by(self.best, cost), cost=cost, states=len(found))
        if thought.own:
            compared = found.only(0, self.places.index(thought.own))
            choice = replace(choice, effect=effect_of(compared, thought.own_gain))
        if self.trial is None or lower_bound(found.lost(0, 1), NAMED) <= 0:
            return choice
        grade = next(name for name, least in GRADES.items() if cost.win.mean >= least or not least)
        fault = _fault(adviser, choice.stretch, thought.lines[self.best])
        return replace(choice, grade=grade, fault=fault)


def named_by(
    mean: float, variance: float, spread: float, seen: float = 0.0, states: int = 0
) -> float:
    """The chance that a trial of all parts shows a cost (its lower bound is above 0).

    mean, variance: the belief about the cost (normal); spread: of the loss between states;
    seen: the mean of the ``states`` played out so far.
    """
    whole = PART * PARTS
    left = 1 - states / whole
    needed = float(stats.norm.isf(NAMED)) * spread / whole**0.5
    unknown = left * (left * variance + spread**2 / whole)
    expected = (1 - left) * seen + left * mean
    if unknown <= 0:
        return float(expected > needed)
    return float(stats.norm.sf((needed - expected) / unknown**0.5))


def _believed(thought: Thought, line: int, found: Outcomes, place: int) -> tuple[float, float]:
    """Loss of the line played against another, by games and by thought: mean and variance.

    ``line``: of ``thought``; ``place``: the same line among those played out.
    """
    gain = float(thought.gains[line])
    return belief(found.lost(0, place), TRUST * gain, DOUBT + DOUBTED * abs(gain))


def _hope(known: tuple[float, float]) -> float:
    """The chance that a line is worse by ``MATTERS``, by the mean and variance of its loss."""
    mean, variance = known
    return float(stats.norm.sf((MATTERS - mean) / variance**0.5))


def belief(data: np.ndarray, mean: float, spread: float) -> tuple[float, float]:
    """The mean and variance of a quantity, from data and a (normal) prior."""
    before, weight = spread**-2, max(standard_error(data), 1e-3) ** -2
    return float((before * mean + weight * data.mean()) / (before + weight)), 1 / (before + weight)


def effect_of(compared: Outcomes, thought: float) -> np.ndarray:
    """Effect of the line played compared with the player's own, for all seats: ``Choice.effect``.

    ``compared``: both lines, the one played first; ``thought``: the look-ahead gain in VP of the
    player's own line, weighted by ``TRUST`` and ``DOUBT``.
    """
    changes, seat = compared.changes(0, 1), compared.seat
    seats, middle = changes.shape[1], (compared.chance(0) + compared.chance(1)) / 2
    slope = float(stats.norm.pdf(stats.norm.ppf(middle))) / compared.spread  # win per VP
    lost, spread = TRUST * thought, DOUBT + DOUBTED * abs(thought)
    found = np.zeros((seats, 2, 2))
    for j in range(seats):
        mine = j == seat
        found[j, 0] = belief(changes[:, j, 0], -lost if mine else 0.0, spread if mine else DOUBT)
        share = -slope if mine else slope / (seats - 1)
        found[j, 1] = belief(changes[:, j, 1], share * lost, max(1e-6, abs(share) * spread))
    return found


def _fault(adviser: Adviser, stretch: Stretch, best: Line) -> Moment:
    """The decision of a stretch after which the best remaining value fell most."""
    lines = [best, *(Line(one.game, (one.action,)) for one in stretch.moments)]
    worths = adviser.weigh_lines(stretch.first.game, lines, LOOKED)
    left = adviser.standing(worths)[..., 0].mean(axis=0)
    return stretch.moments[int((left[:-1] - left[1:]).argmax())]
