"""Forecast the cost of games, in processor time and bytes, by measuring a few of them.

Each kind of table (number of players, policies) plays some games under the rulesets with the fewest
and with the most changes, for about `SECONDS` each. None of these games are recorded.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from simulate.base.notation import in_bytes
from simulate.batch.nearby import held_nearby
from simulate.batch.runner import Run
from simulate.batch.shard import ShardRecorder
from simulate.data.manifest import TABLES
from simulate.data.records import recorded
from simulate.playing import tables

SECONDS = 0.25
"""Processor time of one measurement; at least one game, however long it takes."""

JUMP = 5
"""More than this factor in time for twice the work: something else was running meanwhile."""

ENOUGH = 200
"""Games from which bytes are estimated; slower tables use greedy games instead."""

STAND_IN = "greedy"


@dataclass(frozen=True)
class Speed:
    """seconds: per game on one core; bytes: per game; overhead: bytes of a shard without games."""

    seconds: float
    bytes: float
    overhead: float


@dataclass(frozen=True)
class WorkCost:
    """The cost of work. games: all of them (or deals, where deals are played); recorded: those
    already there; seconds: on one core, and bytes, for the others."""

    games: int = 0
    recorded: int = 0
    seconds: float = 0.0
    bytes: float = 0.0

    def __add__(self, other: WorkCost) -> WorkCost:
        return WorkCost(
            self.games + other.games, self.recorded + other.recorded,
            self.seconds + other.seconds, self.bytes + other.bytes,
        )  # fmt: skip

    @property
    def missing(self) -> int:
        """Games still to be played."""
        return self.games - self.recorded

    def wall(self, workers: int) -> float:
        """Wall-clock seconds with this many processes, limited by the number of cores."""
        return self.seconds / max(1, min(workers, os.cpu_count() or 1))

    def words(self, workers: int, what: str = "games") -> str:
        """One line: how much is left to play, how long it takes and how many bytes it needs."""
        if not self.missing:
            return f"{self.games:,} {what}, all of them recorded already"
        there = f" ({self.recorded:,} recorded already)" if self.recorded else ""
        size = f" and {in_bytes(self.bytes)}" if self.bytes else ""
        wall = self.wall(workers)
        return (
            f"{self.missing:,} {what} to play{there}: about {in_time(self.seconds)} of processor"
            f" time{size}; expected to finish in {in_time(wall)}, {finish(wall)}"
        )


def forecast(runs: Iterable[Run]) -> WorkCost:
    """The cost of playing all games of the runs that are not recorded yet.

    Raises UserError if a place cannot be read, or as `ShardRecorder` does for unplayable runs.
    """
    wanted = [(run, run.games - recorded_games(run)) for run in runs]
    speeds = _speeds([run for run, left in wanted if left])
    total = WorkCost()
    for run, left in wanted:
        total += WorkCost(run.games, run.games - left)
        if left:
            speed = speeds[run.players, _untasted(run)]
            shards = -(-left // run.games_a_shard)
            size = left * speed.bytes + shards * speed.overhead
            total += WorkCost(seconds=left * speed.seconds, bytes=size)
    return total


def recorded_games(run: Run) -> int:
    """Games of a run whose shards have a record, here or nearby; the run checks more closely."""
    job = run.job()
    there = set(recorded(job.store, job.partition))
    there |= set(held_nearby(job, (one for one in run.shards() if one[0] not in there)))
    return sum(games for number, _, games in run.shards() if number in there)


def _speeds(runs: Sequence[Run]) -> dict[tuple[int, tuple[str, ...]], Speed]:
    """Cost by players and seats: the mean over the rulesets with the fewest and the most changes.

    Tables that differ only in tastes are measured once: tastes change choices, not their cost.
    """
    tables_of: dict[tuple[int, tuple[str, ...]], list[Run]] = {}
    for run in runs:
        tables_of.setdefault((run.players, _untasted(run)), []).append(run)
    found = {}
    for table, some in tables_of.items():
        by_changes = sorted(some, key=lambda run: len(run.ruleset.label))
        ends = {run.ruleset.hash: run for run in (by_changes[0], by_changes[-1])}.values()
        each = [_measured(replace(run, only=(), workers=1, cluster=None)) for run in ends]
        found[table] = Speed(*(
            sum(getattr(one, name) for one in each) / len(each)
            for name in ("seconds", "bytes", "overhead")
        ))  # fmt: skip
    return found


def _untasted(run: Run) -> tuple[str, ...]:
    """The players at the seats, without their tastes ("planner" of "planner+staff=2")."""
    return tuple(seat.partition("+")[0] for seat in run.seats())


_KNOWN: dict[tuple[object, ...], Speed] = {}
"""Measurements of this process, by rules and table."""


def _measured(run: Run) -> Speed:
    """The cost of a game of this run, measured on games that are discarded."""
    key = run.ruleset.hash, run.players, run.seats()
    if key not in _KNOWN:
        _KNOWN[key] = _measure(run)
    return _KNOWN[key]


def _measure(run: Run) -> Speed:
    recorder = ShardRecorder(run.job())
    sizes = [(0, 0)]

    def play(first: int, games: int) -> float:
        started = time.process_time()
        size = _sizes(recorder, first, games)
        spent = time.process_time() - started
        sizes.append((games, size))
        return spent

    seconds = timed(play)
    (few, less), (many, more) = sizes[-2:]
    if many < ENOUGH and run.policy != STAND_IN:
        stand_in = _measured(replace(run, policy=STAND_IN))
        return Speed(seconds, stand_in.bytes, stand_in.overhead)
    each = max(0.0, (more - less) / max(1, many - few))
    return Speed(seconds, each, max(0.0, more - each * many))


def timed(play: Callable[[int, int], float]) -> float:
    """Seconds for one unit of work, measured on as many as fit into `SECONDS`.

    play: does ``count`` units from ``first`` on and returns the seconds taken.
    """
    before = play(0, 1)  # it may load code
    first, count = 1, 1
    # A time that jumps reflects the machine, not the work: measure again.
    while (spent := play(first, count)) < SECONDS or spent > JUMP * before:
        before, first, count = spent, first + count, 2 * count
    return spent / count


def _sizes(recorder: ShardRecorder, first: int, games: int) -> int:
    """Bytes of the files that these games would fill."""
    made = recorder.tables(first, games)
    assert set(made) == set(TABLES)
    metadata = recorder.job.shard_metadata(first, games)
    return sum(len(tables.encoded(one, {**metadata, "table": name})) for name, one in made.items())


def in_time(seconds: float) -> str:
    """A duration in its natural unit: "12 s", "7 min", "3.5 h", "4 days"."""
    if seconds < 99.5:
        return f"{max(1, round(seconds))} s"
    if seconds < 99.5 * 60:
        return f"{seconds / 60:.0f} min"
    hours = seconds / 3600
    return f"{hours:.1f} h" if hours < 48 else f"{hours / 24:.0f} days"


def finish(seconds: float) -> str:
    """When work of this duration ends if it starts now: "at 14:05", with the date if not today."""
    now, end = time.time(), time.time() + seconds
    today = time.strftime("%Y-%m-%d", time.localtime(now))
    day, hour = time.strftime("%Y-%m-%d %H:%M", time.localtime(end)).split()
    return f"at {hour}" if day == today else f"on {day} at {hour}"
