"""The steps of a report and their approximate time, printed before it begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from simulate.base.roster import POLICIES
from simulate.base.tastes import stem_of
from simulate.batch.cost import in_time

if TYPE_CHECKING:
    from simulate.batch import Run

A_SECOND = {"random": 10_000, "style": 1_000, "plan": 50, "search": 5}
"""Games with 2 to 4 players that one core of a server at 2.5 GHz plays and records per second, by
the slowest kind of player at the table; rounded, and halved with all modules."""
FIRST_PAGES, ALL_PAGES = 45, 150
"""Seconds of one core for analysing the games and writing the pages."""


def announced(
    first: Sequence[Run], editions: Sequence[Run], more: Callable[[], Sequence[Run]], workers: int
) -> Iterator[str]:
    """Lines with the steps, their games, and their time if nothing is recorded yet.

    first: the games of the editions for the first pages; empty if these pages exist already.
    more: called after the first line, because it needs the engine to look at deals.
    """
    begun = _seconds(first) / workers + FIRST_PAGES * bool(first)
    if first:
        yield f"first pages: {_games(first):,} games of both editions (about {in_time(begun)})"
    others = more()
    games = (_seconds(editions) - _seconds(first) + _seconds(others)) / workers
    yield (
        f"all pages: {_games(editions) - _games(first):,} more games of the editions and modules,"
        f" {_games(others):,} for players, prices, variants and rulings (about"
        f" {in_time(begun + games + ALL_PAGES)} in all, if no game is recorded yet)"
    )
    yield "Recorded games are saved: the same command continues where it was stopped."


def _games(runs: Sequence[Run]) -> int:
    return sum(run.games for run in runs)


def _seconds(runs: Sequence[Run]) -> float:
    """Seconds of one core for playing some runs."""
    return sum(run.games / min(map(speed, run.seats())) for run in runs)


def speed(name: str) -> int:
    """Approximate games per second of a player on one core; your own counts as one that plans."""
    known = {policy.name: policy for policy in POLICIES}.get(stem_of(name))
    if known is None:
        return A_SECOND["plan"]
    if known.searches:
        return A_SECOND["search"]
    return A_SECOND["plan" if known.plans else "style" if known.style else "random"]
