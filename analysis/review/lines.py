"""Lines of play from a position, compared by playouts from each of them.

Lines are compared in the same sampled states: hidden cards and all future dice are drawn once per
state, and every line is continued in it to the end of the game (common random numbers). Each stage
draws fresh states, so that a line is never judged by the states that chose it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import stats

from analysis.base.stats import LEVEL
from analysis.review.figures import WorldMean, quantile, standard_error
from analysis.review.moments import came_up, turn_of
from simulate.game import Game
from simulate.learned.advice import Adviser, Line
from simulate.learned.network import OWN, RIVAL, WIN

PLANNED = 4  # sampled states in which plans are searched
LEAST_SPREAD = 0.5  # VP: the standard deviation assumed for a lead that never varies


@dataclass(frozen=True)
class Cost:
    """A line's loss against another one.

    ``vp``: in VP of the own result, less the player's share of the best rival's loss
    (``Adviser.standing``); ``win``: in the chance to win.
    """

    vp: WorldMean
    win: WorldMean

    def plain(self) -> dict[str, Any]:
        """As plain data."""
        return {"vp": self.vp.plain(2), "win": self.win.plain(4)}


@dataclass(frozen=True)
class Outcomes:
    """Outcomes of playouts from some lines of a seat.

    ``worths``, shape (states, lines, seats, 3): VP, the best rival's, share of the win; ``share``:
    of the best rival's VP, which the player subtracts from its own; ``strong``: did the strong
    player itself continue at every seat?
    """

    worths: np.ndarray
    seat: int
    share: float
    strong: bool = False

    def __len__(self) -> int:
        return len(self.worths)

    def __add__(self, other: Outcomes) -> Outcomes:
        return replace(self, worths=np.concatenate([self.worths, other.worths]))

    def only(self, *lines: int) -> Outcomes:
        """The outcomes of some of the lines."""
        return replace(self, worths=self.worths[:, list(lines)])

    def lead(self, line: int) -> np.ndarray:
        """VP above the best rival, shape (states,)."""
        mine = self.worths[:, line, self.seat]
        return mine[:, OWN] - mine[:, RIVAL]

    def lost(self, line: int, best: int) -> np.ndarray:
        """A line's loss against another, in VP as in ``Cost``, shape (states,)."""
        gains = (self.worths[:, best] - self.worths[:, line])[:, self.seat]
        return gains[:, OWN] - self.share * gains[:, RIVAL]

    def changes(self, line: int, other: int) -> np.ndarray:
        """Gains of all seats by a line over another: VP, share of the win; (states, seats, 2)."""
        gains = self.worths[:, line] - self.worths[:, other]
        return gains[..., [OWN, WIN]]

    def cost(self, line: int, best: int) -> Cost:
        """A line's loss against another.

        The chance to win is that of a normal distribution with the line's mean lead and a common
        standard deviation, which is less noisy than the share of games won; its interval follows
        that of the lead (delta method).
        """
        mine, other = self.lead(line), self.lead(best)
        middle = (other.mean() + mine.mean()) / 2 / self.spread
        half = quantile(LEVEL, len(mine)) * standard_error(other - mine)
        half *= float(stats.norm.pdf(middle)) / self.spread
        lost = self.chance(best) - self.chance(line)
        return Cost(WorldMean.of(self.lost(line, best)), WorldMean(lost, lost - half, lost + half))

    def chance(self, line: int) -> float:
        """The chance to win after a line."""
        return float(stats.norm.cdf(self.lead(line).mean() / self.spread))

    def win(self, line: int) -> WorldMean:
        """The chance to win after a line, with the interval of its lead (delta method)."""
        lead, chance = self.lead(line), self.chance(line)
        half = quantile(LEVEL, len(lead)) * standard_error(lead) / self.spread
        half *= float(stats.norm.pdf(lead.mean() / self.spread))
        return WorldMean(chance, max(0.0, chance - half), min(1.0, chance + half))

    @property
    def varies(self) -> bool:
        """Does it matter which state was sampled?"""
        return bool(np.ptp(self.worths, axis=0).any())

    @property
    def spread(self) -> float:
        """The standard deviation of the lead after a line, the same for all of them."""
        mine = self.worths[:, :, self.seat]
        variance = (mine[..., OWN] - mine[..., RIVAL]).var(axis=0, ddof=1).mean()
        return math.hypot(math.sqrt(float(variance)), LEAST_SPREAD)


def played_out(
    adviser: Adviser,
    game: Game,
    lines: Sequence[Line],
    states: int,
    first: int,
    *,
    strong: bool = False,
) -> Outcomes:
    """Outcomes of playouts from lines of the deciding seat in ``game``.

    ``strong``: see ``Adviser.play_out``.
    """
    found = adviser.play_out(game, lines, states, first, strong=strong)
    return Outcomes(found, game.player, float(adviser.dial.rivals), strong)


def own_line(pick: Callable[[Game], int], game: Game) -> Line:
    """The strong player's own line, up to what chance reveals."""
    twin, taken, seat, turn = game.copy(), list[int](), game.player, turn_of(game)
    while not twin.over and twin.player == seat and turn_of(twin) == turn:
        before = twin.copy()
        taken.append(pick(twin))
        twin.apply(taken[-1])
        if came_up(before.state, twin.state):
            break
    return Line(game, tuple(taken))


def visible(game: Game, path: Sequence[int]) -> tuple[int, ...]:
    """The decisions of a plan up to the first after which chance reveals something."""
    twin, taken = game.copy(), list[int]()
    for action in path:
        while not twin.over and action not in twin.legal() and len(twin.legal()) == 1:
            twin.apply(twin.legal()[0])
        if action not in twin.legal():
            break
        before = twin.copy()
        twin.apply(action)
        taken.append(action)
        if twin.over or twin.player != game.player or came_up(before.state, twin.state):
            break
    return tuple(taken)


def candidates(adviser: Adviser, game: Game, most: int) -> list[Line]:
    """The beginnings of the player's best plans, the best first.

    Plans are searched in ``PLANNED`` sampled states. A line is ranked by how far below the best
    plan of each state it stays.
    """
    below: dict[tuple[int, ...], float] = {}
    for state in range(PLANNED):
        plans = adviser.plans(game, state)
        worst, seen = plans[0][1] - plans[-1][1] if plans else 0.0, dict[tuple[int, ...], float]()
        for path, value in plans:
            seen.setdefault(visible(game, path), plans[0][1] - value)
        for line in {**below, **seen}:
            before = below.get(line, state * worst)
            below[line] = before + seen.get(line, worst)
    ranked = sorted(below, key=lambda line: below[line])
    return [Line(game, line) for line in ranked[:most] if line]


def distinct(worths: np.ndarray) -> list[int]:
    """The lines that reach different positions, by their worth in each sampled state.

    ``worths``: shape (states, lines, 3). Lines that differ only in the order of actions have the
    same worth in every state; the first of them represents all.
    """
    found: list[int] = []
    for i in range(worths.shape[1]):
        if all(not np.array_equal(worths[:, i], worths[:, j]) for j in found):
            found.append(i)
    return found
