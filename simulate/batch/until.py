"""A run that stops when a named quantity is known precisely enough.

It checks after every shard, in the order of the games, whatever the order in which workers finish.
So it stops at the same shard for any number of workers, and resumes there after an interruption.
Shards that workers played beyond it are deleted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow.parquet as pq

from model import UserError
from simulate.batch.job import Job
from simulate.batch.runner import (
    Outcome,
    Run,
    claim,
    missing_shards,
    open_manifest,
    play_shards,
    sweep,
)
from simulate.batch.sequence import LEVEL, MIN_DEALS, Sequence
from simulate.batch.tally import Tally, Watcher, flat_size
from simulate.data import checksummed
from simulate.data.manifest import TABLES, manifest_name
from simulate.data.records import recorded

METHODS = {
    "ci": "interval, valid as the run stopped for its width alone (Chow, Robbins 1965)",
    "cs": "confidence sequence, valid for any reason to stop (Waudby-Smith et al. 2024)",
}
"""Stopping criteria by the word of the option."""
REACHED = "precision reached"
QUANTITIES = {
    "win": "share of wins of the first policy (of the first seat if all have the same policy)",
    "vp": "mean VP of a player",
    "winner": "mean VP of the winner",
    "spread": "mean VP between first and last",
}
_UNITS = {"pp": ("win",), "vp": ("vp", "winner", "spread")}


@dataclass(frozen=True)
class Target:
    """The quantity to estimate, and the wanted half-width of its interval, in its unit.

    The unit of win is a share 0..1, though it is written in percentage points. method: a key of
    `METHODS`.
    """

    quantity: str
    half: float
    text: str
    method: str = "ci"

    @classmethod
    def parse(cls, text: str) -> Target:
        """From "ci=0.1pp", "winner:ci=0.5vp", or the same with cs. Raises UserError."""
        match = re.fullmatch(r"(?:(\w+):)?(ci|cs)=([0-9]*\.?[0-9]+)(pp|vp)", text.strip())
        if match is None or float(match[3]) <= 0:
            raise UserError(
                f"--until {text}: write [QUANTITY:]ci=HALF-WIDTH, e.g. ci=0.5pp, ci=0.2vp,"
                f" winner:ci=0.5vp; quantities: {', '.join(QUANTITIES)}"
            )
        _, method, width, unit = match.groups()
        quantity = match[1] or _UNITS[unit][0]
        if quantity not in _UNITS[unit]:
            allowed = ", ".join(_UNITS[unit])
            raise UserError(f"--until {text}: {unit} is the unit of {allowed}")
        half = float(width) / (100 if unit == "pp" else 1)
        return cls(quantity, half, f"{quantity}:{method}={float(width):g}{unit}", method)

    def values(self, rows: dict[str, np.ndarray], players: int, policy: str | None) -> np.ndarray:
        """The quantity of each game, from columns of the table of players, game by game.

        policy: whose wins count; None for the first seat's.
        """
        vp = rows["vp"].reshape(-1, players).astype(float)
        if self.quantity == "vp":
            return vp.mean(axis=1)
        if self.quantity == "winner":
            return vp.max(axis=1)
        if self.quantity == "spread":
            return vp.max(axis=1) - vp.min(axis=1)
        whose = rows["seat"] == 0 if policy is None else rows["policy"] == policy
        wins = np.where(whose, rows["win"], 0).reshape(-1, players).astype(float)
        return wins.sum(axis=1)


@dataclass
class Look:
    """The estimate after some shards: one independent value per deal, the mean of its games."""

    target: Target
    run: Run
    sequence: Sequence = field(default_factory=Sequence)
    games: int = 0
    looks: int = 0
    rest: np.ndarray = field(default_factory=lambda: np.zeros(0))

    def add(self, job: Job, shard: int, first: int, games: int) -> None:
        """Add the next shard. Games whose deal continues in the next shard wait for it."""
        names = ["game", "seat", "vp", "win", "policy"]
        source = job.store.source(job.name("players", shard))
        table = pq.read_table(source, columns=names, partitioning=None)
        rows = {name: np.asarray(table[name].to_pylist()) if name == "policy"
                else table[name].to_numpy() for name in names}  # fmt: skip
        kept = rows["game"] < first + games
        rows = {name: column[kept] for name, column in rows.items()}
        mixed = len(set(self.run.seats())) > 1
        policy = str(job.described["policies"][0]) if mixed else None
        values = self.target.values(rows, self.run.players, policy)
        values = np.concatenate([self.rest, values])
        whole = len(values) // self.run.same_deal * self.run.same_deal
        self.sequence.add(values[:whole].reshape(-1, self.run.same_deal).mean(axis=1))
        self.rest = values[whole:]
        self.games = first + games
        self.looks += 1

    @property
    def half(self) -> float:
        """Half of the width of the chosen interval; infinite before the first look."""
        return self.sequence.plain if self.target.method == "ci" else self.sequence.half

    def reached(self) -> bool:
        """Is the interval short enough?"""
        return self.half <= self.target.half

    def ahead(self, shards: int) -> int:
        """Estimated number of further shards: only to keep workers busy, not to decide anything."""
        if self.sequence.count < MIN_DEALS:
            needed = MIN_DEALS * self.run.same_deal / self.run.games_a_shard
        elif not np.isfinite(self.half):
            needed = shards + 1
        else:
            needed = shards * (self.half / self.target.half) ** 2
        return max(1, int(np.ceil(needed)) - shards)

    def record(self) -> dict[str, Any]:
        """The manifest's entry: where and why the run stopped."""
        known = np.isfinite(self.half)
        mean, half = self.sequence.mean, self.half
        return {
            "reason": REACHED if self.reached() else "the most games were played",
            "quantity": QUANTITIES[self.target.quantity],
            "estimate": round(mean, 9),
            "low": round(mean - half, 9) if known else None,
            "high": round(mean + half, 9) if known else None,
            "level": LEVEL,
            "interval": METHODS[self.target.method],
            "games": self.games,
            "deals": self.sequence.count,
            "looks": self.looks,
        }


class _Onward(Watcher):
    """A watcher that shows several batches of shards as one run."""

    def __init__(self, watcher: Watcher, policies: int) -> None:
        self.watcher = watcher
        self.before = np.zeros(flat_size(policies))

    def begin(self, total: int, done: int) -> None:
        self.watcher.begin(total, done)

    def update(self, tally: Tally) -> None:
        self.watcher.update(Tally.of_flat(self.before + tally.flat()))

    def note(self, text: str) -> None:
        self.watcher.note(text)


def run_until(
    run: Run, target: Target, watcher: Watcher | None = None
) -> tuple[Outcome, dict[str, Any]]:
    """Play a run until the target is reached, at most its games; also returns where it stopped.

    The run's `until` must be the target's text, so that the folder holds no other run. Raises as
    `runner.run`.
    """
    job = run.job()
    onward = _Onward(watcher or Watcher(), len(job.games.cast))
    look = Look(target, run)
    with claim(job, onward.note):
        sweep(job)
        open_manifest(run, job)
        missing = missing_shards(run, job, onward)
        before = run.games - sum(games for _, _, games in missing)
        onward.begin(run.games, before)
        shards, at, ahead = run.shards(), 0, look.ahead(0)
        while at < len(shards) and not look.reached():
            wave = shards[at : at + max(ahead, run.workers)]
            wanted = [shard for shard in wave if shard in missing]
            if wanted:
                tally = play_shards(job, wanted, run.workers, onward, run.cluster)
                onward.before += tally.flat()
            for shard in wave:
                look.add(job, *shard)
                at += 1
                if look.reached():
                    break
            ahead = look.ahead(at)
        stopped = look.record()
        _cut(job, at)
        _close_manifest(job, look.games, stopped)
    return Outcome(before, Tally.of_flat(onward.before), job), stopped


def _cut(job: Job, shards: int) -> None:
    """Delete the shards from this one on: another number of workers would not have played them.

    The record of a shard is deleted first, so that a half-deleted shard is not a recorded one.
    """
    for number in recorded(job.store, job.partition):
        if number >= shards:
            job.store.remove(job.record_name(number))
            for table in TABLES:
                job.store.remove(job.name(table, number))


def _close_manifest(job: Job, games: int, stopped: dict[str, Any]) -> None:
    name = manifest_name(job.partition)
    said = checksummed.loads(checksummed.read(job.store, name)) | {
        "games": games,
        "stopped": stopped,
    }
    job.store.write(name, checksummed.dumps(said))
