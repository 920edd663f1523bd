"""Many reviews together: which kinds of decisions cost most, how often first choices were made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from analysis.base.stats import wilson
from analysis.review.choices import Choice
from analysis.review.review import Review

MOST = 12  # pairs of what was done and what had been better


@dataclass(frozen=True)
class Kind:
    """All decisions of one kind. ``vp``, ``win``: what they cost in all, as the player thinks."""

    name: str
    decisions: int
    vp: float
    win: float
    blunders: int
    first: int
    first_three: int

    def plain(self, games: int) -> dict[str, Any]:
        """As plain data, also for each game of a seat."""
        return {
            "decision": self.name, "decisions": self.decisions,
            "vp_a_game": round(self.vp / games, 3), "win_a_game": round(self.win / games, 5),
            "vp_a_decision": round(self.vp / self.decisions, 3), "blunders": self.blunders,
            "first_choice": share(self.first, self.decisions),
            "first_three": share(self.first_three, self.decisions),
        }  # fmt: skip


def share(part: int, whole: int) -> dict[str, float | int]:
    """A share with its 95% interval by Wilson. Decisions of one game are taken as independent."""
    low, high = wilson(part, whole)
    return {
        "of": whole, "share": round(part / whole, 4),
        "low": round(float(low), 4), "high": round(float(high), 4),
    }  # fmt: skip


@dataclass(frozen=True)
class Folder:
    """What many games show. ``games``: of a seat each, so that one transcript counts several."""

    games: int
    whole: Kind
    kinds: list[Kind]
    instead: list[tuple[str, str, int, float]]  # done, better, how often, VP in all

    def plain(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "games_of_a_seat": self.games, "all": self.whole.plain(self.games),
            "by_kind": [kind.plain(self.games) for kind in self.kinds],
            "instead": [
                {"done": done, "better": better, "times": times, "vp": round(vp, 2)}
                for done, better, times, vp in self.instead
            ],
        }  # fmt: skip


def folder_of(reviews: Iterable[Review]) -> Folder:
    """The reviews together."""
    games, choices = 0, list[Choice]()
    for review in reviews:
        games += len(review.seats)
        choices += review.choices
    by_kind: dict[str, list[Choice]] = {}
    times: Counter[tuple[str, str]] = Counter()
    costs: dict[tuple[str, str], float] = {}
    for choice in choices:
        by_kind.setdefault(choice.kind, []).append(choice)
        if choice.thought.vp.low > 0:
            times[choice.instead] += 1
            costs[choice.instead] = costs.get(choice.instead, 0.0) + choice.thought.vp.mean
    kinds = sorted((_kind(name, of) for name, of in by_kind.items()), key=lambda kind: -kind.vp)
    most = sorted(costs, key=lambda pair: -costs[pair])[:MOST]
    instead = [(*pair, times[pair], costs[pair]) for pair in most]
    return Folder(games, _kind("all", choices), kinds, instead)


def _kind(name: str, of: list[Choice]) -> Kind:
    return Kind(
        name, len(of), sum(one.thought.vp.mean for one in of),
        sum(one.thought.win.mean for one in of),
        sum(one.blunder for one in of), sum(one.rank == 1 for one in of),
        sum(one.rank <= 3 for one in of),
    )  # fmt: skip
