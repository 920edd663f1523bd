"""Many reviews together: the costliest kinds of decisions, and how often best choices were made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from analysis.base.stats import wilson
from analysis.review.choices import Choice
from analysis.review.review import Review

MOST = 12  # pairs of action and better action


@dataclass(frozen=True)
class ChoiceKind:
    """All choices of one kind.

    ``vp``, ``win``: the total cost of those named; ``named``: their number, of any grade.
    """

    name: str
    choices: int
    vp: float
    win: float
    named: int
    first: int
    first_three: int

    def plain(self, games: int) -> dict[str, Any]:
        """As plain data, also for each game of a seat."""
        return {
            "decision": self.name, "choices": self.choices,
            "vp_a_game": round(self.vp / games, 3), "win_a_game": round(self.win / games, 5),
            "vp_a_choice": round(self.vp / self.choices, 3), "named": self.named,
            "first_choice": share(self.first, self.choices),
            "first_three": share(self.first_three, self.choices),
        }  # fmt: skip


def share(part: int, whole: int) -> dict[str, float | int]:
    """A share with its 95% interval by Wilson. Choices of one game are treated as independent."""
    low, high = wilson(part, whole)
    return {
        "of": whole, "share": round(part / whole, 4),
        "low": round(float(low), 4), "high": round(float(high), 4),
    }  # fmt: skip


@dataclass(frozen=True)
class Folder:
    """Results of many games. ``games``: one per seat, so one transcript counts several times."""

    games: int
    whole: ChoiceKind
    kinds: list[ChoiceKind]
    instead: list[tuple[str, str, int, float]]  # done, better, how often, total VP

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
    """The combined reviews."""
    games, choices = 0, list[Choice]()
    for review in reviews:
        games += len(review.seats)
        choices += [choice for choice in review.choices if choice.seat in review.seats]
    by_kind: dict[str, list[Choice]] = {}
    times: Counter[tuple[str, str]] = Counter()
    costs: dict[tuple[str, str], float] = {}
    for choice in choices:
        by_kind.setdefault(choice.kind, []).append(choice)
        if choice.grade and choice.cost:
            times[choice.instead] += 1
            costs[choice.instead] = costs.get(choice.instead, 0.0) + choice.cost.vp.mean
    kinds = sorted((_kind(name, of) for name, of in by_kind.items()), key=lambda kind: -kind.vp)
    most = sorted(costs, key=lambda pair: -costs[pair])[:MOST]
    instead = [(*pair, times[pair], costs[pair]) for pair in most]
    return Folder(games, _kind("all", choices), kinds, instead)


def _kind(name: str, of: list[Choice]) -> ChoiceKind:
    named = [one.cost for one in of if one.grade and one.cost]
    return ChoiceKind(
        name, len(of), sum(one.vp.mean for one in named), sum(one.win.mean for one in named),
        len(named), sum(one.rank == 1 for one in of), sum(one.rank <= 3 for one in of),
    )  # fmt: skip
