"""What games will cost before they are played: processor time and bytes, measured on a few of them.

Each kind of table (number of players, who plays) plays some games of the rules with the fewest and
of those with the most changes, for about `SECONDS` each. Nothing of that is recorded.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from simulate.batch.beside import held_beside
from simulate.batch.runner import Run
from simulate.batch.shard import ShardRecorder
from simulate.data.manifest import TABLES
from simulate.data.records import recorded
from simulate.playing import tables

SECONDS = 0.25
"""Processor time of one measurement; one game at least, however long it takes."""

JUMP = 5
"""Twice the work in more than this many times the time: something else ran meanwhile."""

ENOUGH = 200
"""Games from which bytes are estimated; slower tables are measured by greedy games."""

STAND_IN = "greedy"


@dataclass(frozen=True)
class Speed:
    """seconds: of one core, for a game; bytes: of a game; overhead: bytes of a shard without."""

    seconds: float
    bytes: float
    overhead: float


@dataclass(frozen=True)
class WorkCost:
    """What work will take. games: all of them (or deals, of what is played by deals); recorded:
    those that are there already; seconds: of one core, and bytes, for the others."""

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
        """What is still to be played."""
        return self.games - self.recorded

    def wall(self, workers: int) -> float:
        """Seconds that this many processes need, as far as there are cores for them."""
        return self.seconds / max(1, min(workers, os.cpu_count() or 1))

    def words(self, workers: int, what: str = "games") -> str:
        """In one line: how much there is to play, how long it takes and how large it gets."""
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
    """What it costs to play whatever of the runs is not recorded yet.

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
    """Games of a run whose shards have a record, here or beside; the run looks more closely."""
    job = run.job()
    there = set(recorded(job.store, job.partition))
    there |= set(held_beside(job, (one for one in run.shards() if one[0] not in there)))
    return sum(games for number, _, games in run.shards() if number in there)


def _speeds(runs: Sequence[Run]) -> dict[tuple[int, tuple[str, ...]], Speed]:
    """By players and seats: the mean of what the plainest and the most changed rules take.

    Tables that differ in tastes alone are measured once: tastes change what is chosen, not how.
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
"""What was measured by this process, by rules and table."""


def _measured(run: Run) -> Speed:
    """The cost of a game of this run, from some that are played and thrown away."""
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
    """Seconds for one unit of work, measured on as many as take `SECONDS`.

    play: does ``count`` units from ``first`` on and returns the seconds that took.
    """
    before = play(0, 1)  # it may load code
    first, count = 1, 1
    # A time that jumps says something of the machine, not of the work: it is measured again.
    while (spent := play(first, count)) < SECONDS or spent > JUMP * before:
        before, first, count = spent, first + count, 2 * count
    return spent / count


def _sizes(recorder: ShardRecorder, first: int, games: int) -> int:
    """Bytes of the files of some games."""
    made = recorder.tables(first, games)
    assert set(made) == set(TABLES)
    metadata = recorder.job.shard_metadata(first, games)
    return sum(len(tables.encoded(one, {**metadata, "table": name})) for name, one in made.items())


def in_time(seconds: float) -> str:
    """A length of time in its natural unit: "12 s", "7 min", "3.5 h", "4 days"."""
    if seconds < 99.5:
        return f"{max(1, round(seconds))} s"
    if seconds < 99.5 * 60:
        return f"{seconds / 60:.0f} min"
    hours = seconds / 3600
    return f"{hours:.1f} h" if hours < 48 else f"{hours / 24:.0f} days"


def finish(seconds: float) -> str:
    """When work that takes so long from now on ends: "at 14:05", with the date if not today."""
    now, end = time.time(), time.time() + seconds
    today = time.strftime("%Y-%m-%d", time.localtime(now))
    day, hour = time.strftime("%Y-%m-%d %H:%M", time.localtime(end)).split()
    return f"at {hour}" if day == today else f"on {day} at {hour}"


def in_bytes(size: float) -> str:
    """An amount of data: "310 kB", "1.9 GB"."""
    for unit, factor in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6)):
        if size >= factor:
            return f"{size / factor:.1f} {unit}"
    return f"{size / 1e3:.0f} kB"
