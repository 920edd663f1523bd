"""What a decision cost against what a strong player would have done, with its uncertainty.

The strong player looks ahead by its learned value: so it finds what it would have done, and what it
*thinks* that the choice cost. A value is not the truth, so that the decisions that seem to have
cost most are *played out*: in imagined worlds the game goes on from both actions to its end. Only
that gives a cost with an interval. A screening plays many of them fast, by narrow plans; what it
and the value together find suspect is confirmed by games that the strong player itself plays on at
every seat, because an action may be good only for those who know how to go on. Each stage has fresh
worlds, so that nothing is judged by the worlds that chose it; and what is named a blunder has its
cost from worlds that no choice was made by.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from analysis.base.stats import simultaneous_level
from analysis.review.figures import LEVEL, NOTHING, Figure, lower_bound, standard_error
from analysis.review.moments import Moment
from simulate.actions import decode, to_words
from simulate.decisions.registry import ACTIONS, FRAMES
from simulate.learned.advice import Adviser
from simulate.narration.names import Names
from simulate.narration.sentences import sentence

CANDIDATES = 5
PILOT, CHECK = 16, 48  # worlds of the look ahead: to choose the best, to say what it is worth
SCREEN, HALF = 32, 32  # worlds played out: fast; by the strong player itself, once or twice
EARLY = 0.1  # part of the chance to name a blunder wrongly that is spent on the first half
SCREENED, CONFIRMED = 16, 6  # decisions of a seat, at most
SUSPECT = 0.5  # VP that a choice is thought to have cost at least, to be played out
DOUBT = 3.0  # VP: how far off the value is taken to be, where it is weighed against a screening
MATTERS = 1.0  # VP: what a blunder cost at least, as far as the worlds can tell


@dataclass(frozen=True)
class Cost:
    """What a choice cost: in VP, and in the share of the win."""

    vp: Figure
    win: Figure

    @classmethod
    def of(cls, found: np.ndarray) -> Cost:
        """From the cost in each world, shape (worlds, 2)."""
        return cls(Figure.of(found[:, 0]), Figure.of(found[:, 1]))

    def plain(self) -> dict[str, Any]:
        """As plain data."""
        return {"vp": self.vp.plain(2), "win": self.win.plain(4)}


FREE = Cost(NOTHING, NOTHING)


@dataclass(frozen=True)
class Choice:
    """A decision of a seat, held against the strong player's.

    ``rank``: 1 if no other candidate was better, as the player looks ahead, by more than a standard
    error; 2 if one was, and so on. ``vp`` is always the seat's own less its share of the best
    rival's (``Adviser.standing``). ``thought``: what the choice cost as the player thinks.
    ``played_out``: what it cost when games were played out, ``worlds`` of them for each action;
    None if it was not suspect. ``blunder``: that cost is ``MATTERS`` or more, in confirming worlds
    at a level that allows for how many decisions of the seat were confirmed, and again in the mean
    of the fresh worlds that the cost is stated by.
    """

    moment: Moment
    best: int
    rank: int
    candidates: int
    thought: Cost = FREE
    played_out: Cost | None = None
    worlds: int = 0
    confirmed: bool = False
    blunder: bool = False

    @property
    def kind(self) -> str:
        """What was to be decided."""
        game = self.moment.game
        return FRAMES[int(game.state.frames[game.state.top - 1].kind)].name

    @property
    def instead(self) -> tuple[str, str]:
        """What was done and what would have been better, as kinds of actions."""
        done, better = (ACTIONS[decode(one)[0]].words for one in (self.moment.action, self.best))
        return done, better

    def told(self, names: Names, action: int) -> str:
        """An action of this decision in a sentence, or in its words where it has none."""
        game = self.moment.game
        return sentence(names, game.state, action).text or to_words(game.rules, action)

    def plain(self, names: Names) -> dict[str, object]:
        """As plain data."""
        game, moment = self.moment.game, self.moment
        return {
            "step": moment.step, "round": moment.round, "seat": moment.seat + 1,
            "decision": self.kind, "played": to_words(game.rules, moment.action),
            "best": to_words(game.rules, self.best),
            "played_told": self.told(names, moment.action),
            "best_told": self.told(names, self.best),
            "rank": self.rank, "candidates": self.candidates, "thought": self.thought.plain(),
            "played_out": self.played_out.plain() if self.played_out else None,
            "worlds": self.worlds, "confirmed": self.confirmed, "blunder": self.blunder,
        }  # fmt: skip


def weighed(adviser: Adviser, moment: Moment) -> Choice:
    """A decision as the strong player looks ahead from it."""
    game, done = moment.game, moment.action
    others = [one for one in adviser.candidates(game, CANDIDATES) if one != done]
    if not others:
        return Choice(moment, done, 1, 1)
    actions = [done, *others]
    pilot = adviser.standing(adviser.weigh(game, actions, PILOT))[..., 0]
    gains = pilot[:, 1:] - pilot[:, :1]
    means, errors = gains.mean(axis=0), np.array([standard_error(one) for one in gains.T])
    choice = Choice(moment, done, 1 + int((means > errors).sum()), len(actions))
    best = int(means.argmax())
    if means[best] <= 0:
        return choice
    found = adviser.standing(adviser.weigh(game, [done, others[best]], CHECK, PILOT))
    return replace(choice, best=others[best], thought=Cost.of(found[:, 1] - found[:, 0]))


def confirmed(adviser: Adviser, choices: Iterable[Choice]) -> list[Choice]:
    """The decisions of a seat, the suspect ones played out."""
    found = list(choices)
    suspect = [i for i, one in enumerate(found) if one.thought.vp.mean >= SUSPECT]
    suspect.sort(key=lambda i: -found[i].thought.vp.mean)
    costs = {i: _played_out(adviser, found[i], SCREEN, 0) for i in suspect[:SCREENED]}
    for i, cost in costs.items():
        found[i] = replace(found[i], played_out=Cost.of(cost), worlds=SCREEN)
    likely = {i: _likely(found[i].thought.vp.mean, cost[:, 0]) for i, cost in costs.items()}
    costly = sorted((i for i in costs if likely[i] >= MATTERS), key=lambda i: -likely[i])
    costly = costly[:CONFIRMED]
    error = 1 - simultaneous_level(len(costly), LEVEL)
    for i in costly:
        found[i] = _confirmed(adviser, found[i], error)
    return found


def _confirmed(adviser: Adviser, choice: Choice, error: float) -> Choice:
    """A decision played on by the strong player. ``error``: the chance to name it wrongly, at most.

    Half of the worlds are looked at first, at a small part of that chance: most blunders show by
    then, and most of what is none. What a blunder cost is from the worlds after it was named.
    """
    known, named = np.empty((0, 2)), False
    for level in (EARLY * error, (1 - EARLY) * error):
        cost = _played_out(adviser, choice, HALF, SCREEN + len(known), strong=True)
        known = np.concatenate([known, cost])
        named = lower_bound(known[:, 0], level) >= MATTERS
        if named or known[:, 0].mean() < MATTERS:
            break
    if named:
        known = _played_out(adviser, choice, HALF, SCREEN + len(known), strong=True)
    return replace(
        choice, played_out=Cost.of(known), worlds=len(known), confirmed=True,
        blunder=named and bool(known[:, 0].mean() >= MATTERS),
    )  # fmt: skip


def _likely(thought: float, screened: np.ndarray) -> float:
    """What a choice cost by the value and by the screening, each by how sure it is, in VP."""
    trust, other = DOUBT**-2, max(standard_error(screened), 1e-3) ** -2
    return float((trust * thought + other * screened.mean()) / (trust + other))


def _played_out(
    adviser: Adviser, choice: Choice, worlds: int, first: int, *, strong: bool = False
) -> np.ndarray:
    """What the choice cost in each world, shape (worlds, 2): VP and share of the win."""
    game, actions = choice.moment.game, [choice.moment.action, choice.best]
    found = adviser.standing(adviser.played_out(game, actions, worlds, first, strong=strong))
    return found[:, 1] - found[:, 0]
