"""A run: all shards of a job, on one or more worker processes, resumable."""

import fcntl
import json
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote

import numpy as np

from model import Ruleset, UserError
from simulate import policies
from simulate.batch.job import Job
from simulate.batch.shard import Player
from simulate.batch.tables import SCHEMA_VERSION, TABLES
from simulate.engine.jit import play_digest
from simulate.policies import own

SHARD_GAMES, SLOW_SHARD_GAMES = 10_000, 20
DAMAGED_MANIFEST = (
    "the run's manifest is damaged; delete it to describe the run anew (recorded games are kept)"
)
POLL_SECONDS = 0.2


class Watcher(Protocol):
    """What a run tells while it goes on; see simulate.batch.progress for one that shows it."""

    def begin(self, total: int, done: int) -> None:
        """``done`` of ``total`` games were recorded before."""

    def update(self, tally: "Tally") -> None:
        """Games played so far in this run."""

    def note(self, text: str) -> None:
        """Something a user should know."""


class Silent:
    """A watcher that shows nothing."""

    def begin(self, total: int, done: int) -> None: ...

    def update(self, tally: "Tally") -> None: ...

    def note(self, text: str) -> None: ...


@dataclass
class Tally:
    """Counts over the games played in this run (not those recorded before).

    Shapes: (4,) by seat, (len(cast),) by policy; a shared win counts in part.
    """

    games: int
    wins_by_seat: np.ndarray
    wins_by_policy: np.ndarray
    seats_by_policy: np.ndarray

    @classmethod
    def of_rows(cls, game_rows: np.ndarray, player_rows: np.ndarray, policies: int) -> "Tally":
        """Count the rows of some games of a cast of so many policies."""
        wins, policy = player_rows["win"], player_rows["policy"]
        return cls(
            len(game_rows),
            np.bincount(player_rows["seat"], weights=wins, minlength=4),
            np.bincount(policy, weights=wins, minlength=policies),
            np.bincount(policy, minlength=policies).astype(float),
        )

    def flat(self) -> np.ndarray:
        """As one array of numbers, shape (flat_size(policies),)."""
        parts = ([self.games], self.wins_by_seat, self.wins_by_policy, self.seats_by_policy)
        return np.concatenate(parts)

    @classmethod
    def of_flat(cls, flat: np.ndarray) -> "Tally":
        """The tally that ``flat`` wrote."""
        by_policy = flat[5:].reshape(2, -1)
        return cls(int(flat[0]), flat[1:5], by_policy[0], by_policy[1])


def flat_size(policies: int) -> int:
    """How many numbers a tally of a cast of so many policies has."""
    return 5 + 2 * policies


@dataclass(frozen=True)
class Run:
    """What is to be played: the ruleset, who plays, how many games, and where they go."""

    ruleset: Ruleset
    players: int
    policy: str
    games: int
    seed: int
    out: Path
    workers: int = 1
    shard_games: int | None = None  # None: as many as suits the policies
    same_deal: int = 1
    own_chance: bool = False
    until: str | None = None  # the precision at which it stops; see simulate.batch.until

    def __post_init__(self) -> None:
        most = self.ruleset.game.max_players
        if not 2 <= self.players <= most:
            raise UserError(f"--players {self.players}: the game is for 2 to {most}")
        if self.games < 1:
            raise UserError(f"--games {self.games}: at least 1")
        if not 0 <= self.seed < 2**63:
            raise UserError(f"--seed {self.seed}: from 0 to 2**63 - 1")
        if self.workers < 1:
            raise UserError(f"--workers {self.workers}: at least 1")
        if not 1 <= self.games_a_shard <= 200_000:
            raise UserError(f"--shard-games {self.shard_games}: from 1 to 200000")
        if not 1 <= self.same_deal <= 1_000_000:
            raise UserError(f"--same-deal {self.same_deal}: from 1 to 1000000")
        if self.games > 2**31 - 1:
            raise UserError(f"--games {self.games}: at most 2147483647 a run")

    @property
    def games_a_shard(self) -> int:
        """Games that one file holds: fewer where policies take their time. Raises UserError."""
        if self.shard_games is not None:
            return self.shard_games
        return SLOW_SHARD_GAMES if policies.slow(self.seats()) else SHARD_GAMES

    def seats(self) -> tuple[str, ...]:
        """The policy of each seat in game 0. Raises UserError for unknown or too many policies."""
        return policies.seats(self.policy, self.players)

    def job(self) -> Job:
        """What the shards of this run have in common."""
        seats = self.seats()
        names = [policies.label(name) for name in seats]
        table = names[0] if len(set(names)) == 1 else ",".join(names)
        parts = (
            f"rules={quote(self.ruleset.label, safe='+-_.,')}",
            f"players={self.players}",
            f"policies={quote(table, safe='+-_.,')}",
            f"seed={self.seed}",
        )
        metadata = {
            "rules": self.ruleset.label,
            "ruleset_hash": self.ruleset.hash,
            "players": self.players,
            "policies": names,
            "seed": self.seed,
            "same_deal": self.same_deal,
            "own_chance": self.own_chance,
            "schema": SCHEMA_VERSION,
            "version": suite_version(),
            "engine": play_digest(),
        }
        if digests := own.digests(seats):
            metadata["own"] = digests  # of the users' files that play
        return Job(
            self.ruleset,
            self.players,
            seats,
            self.seed,
            self.out,
            "/".join(parts),
            metadata,
            self.same_deal,
            self.own_chance,
        )

    def shards(self) -> list[tuple[int, int, int]]:
        """(number, first game, games) of every shard."""
        size = self.games_a_shard
        return [
            (first // size, first, min(size, self.games - first))
            for first in range(0, self.games, size)
        ]


@dataclass(frozen=True)
class Outcome:
    """What a run did: games recorded before, games played now, and where the data is."""

    before: int
    tally: Tally
    job: Job


def suite_version() -> str:
    """The installed version of this suite."""
    try:
        return version("grand-austria-hotel-suite")
    except PackageNotFoundError:
        return "0+unknown"


def manifest(run: Run, job: Job) -> dict[str, Any]:
    """The description of a run that lies beside its data; the same for any number of workers."""
    until = {} if run.until is None else {"until": run.until}
    return {
        **job.metadata,
        **until,
        "changes": list(run.ruleset.changes),
        "rulings": dict(run.ruleset.rulings),
        "options": dict(run.ruleset.options),
        "games": run.games,
        "shard_games": run.games_a_shard,
        "partition": job.partition,
        "tables": list(TABLES),
    }


def manifest_path(job: Job) -> Path:
    return job.folder / "runs" / (job.partition.replace("/", "__") + ".json")


def open_manifest(run: Run, job: Job) -> None:
    """Write the manifest, or check that the folder holds the same run (perhaps a shorter one).

    Raises UserError if the folder cannot be used or holds another run under the same name.
    """
    path = manifest_path(job)
    wanted = manifest(run, job)
    if path.exists():
        try:
            found = json.loads(path.read_text("utf-8"))
        except ValueError:
            raise UserError(f"{path}: {DAMAGED_MANIFEST}") from None
        if not isinstance(found, dict) or not isinstance(found.get("games"), int):
            raise UserError(f"{path}: {DAMAGED_MANIFEST}")
        for key in (*wanted, "until"):
            if key != "games" and found.get(key) != wanted.get(key):
                raise UserError(
                    f"{path}: this folder holds another run of that name ({key} is "
                    f"{found.get(key)!r}, not {wanted.get(key)!r}); "
                    "choose another folder (--out; --data of a report) or delete this one"
                )
        wanted["games"] = max(run.games, found["games"])
    temporary = path.with_suffix(".tmp")
    temporary.write_text(json.dumps(wanted, indent=2, sort_keys=True) + "\n", "utf-8")
    os.replace(temporary, path)


def ensure_folder(folder: Path) -> None:
    """Make a data folder if it is not there. Raises UserError if that cannot be done."""
    try:
        (folder / "runs").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"--out {folder}: cannot write there ({error.strerror})") from None


@contextmanager
def claim_folder(job: Job) -> Iterator[None]:
    """Keep the run to one process at a time. Raises UserError if another one is at it."""
    ensure_folder(job.folder)
    try:
        lock = open(manifest_path(job).with_suffix(".lock"), "w")  # noqa: SIM115 (closed below)
    except OSError as error:
        raise UserError(f"--out {job.folder}: cannot write there ({error.strerror})") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UserError(f"--out {job.folder}: another run is writing these games") from None
        yield


def run(run: Run, watcher: Watcher | None = None) -> Outcome:
    """Play whatever of a run is not recorded yet.

    Shards are the same bytes for any number of workers and however often a run was interrupted.
    Raises UserError for a folder that cannot be used, EngineError for a defect of the engine.
    """
    watcher = watcher or Silent()
    job = run.job()
    with claim_folder(job):
        open_manifest(run, job)
        missing, before = missing_shards(run, job, watcher)
        watcher.begin(run.games, before)
        tally = play_shards(job, missing, min(run.workers, max(1, len(missing))), watcher)
    return Outcome(before, tally, job)


def missing_shards(run: Run, job: Job, watcher: Watcher) -> tuple[list[tuple[int, int, int]], int]:
    """The shards of a run that are not recorded, and how many games are; clears leftovers away."""
    for leftover in job.folder.glob(f"*/{job.partition}/.*.tmp"):
        leftover.unlink()
    missing = []
    for number, first, games in run.shards():
        have = job.recorded(number, first)
        if have < games:
            if have == 0 and job.path("games", number).exists():
                watcher.note(f"shard {number} is damaged or incomplete: played again")
            missing.append((number, first, games))
    return missing, run.games - sum(games for _, _, games in missing)


def play_shards(
    job: Job, missing: list[tuple[int, int, int]], workers: int, watcher: Watcher
) -> Tally:
    """Play the missing shards, here or on worker processes."""
    if workers == 1:
        return play_here(job, missing, watcher)
    context = multiprocessing.get_context("spawn")
    shared = context.Array("d", flat_size(len(job.cast)))
    pool = ProcessPoolExecutor(workers, context, initializer=start_worker, initargs=(job, shared))
    pending = {pool.submit(work, *shard) for shard in missing}
    try:
        while pending:
            done, pending = wait(pending, POLL_SECONDS, FIRST_COMPLETED)
            for future in done:
                future.result()
            watcher.update(read_shared(shared))
        pool.shutdown()
    except BrokenProcessPool:
        raise UserError(
            "a worker process died (out of memory?); finished shards are kept, "
            "run the same command again to continue"
        ) from None
    finally:
        stop(pool)
    return read_shared(shared)


def stop(pool: ProcessPoolExecutor) -> None:
    """End the workers at once: whatever a shard in progress leaves behind is played again."""
    workers = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.terminate()


def play_here(job: Job, missing: list[tuple[int, int, int]], watcher: Watcher) -> Tally:
    """Play shards in this process."""
    player = Player(job)
    total = np.zeros(flat_size(len(job.cast)))

    def report(game_rows: np.ndarray, player_rows: np.ndarray) -> None:
        total[:] += Tally.of_rows(game_rows, player_rows, len(job.cast)).flat()
        watcher.update(Tally.of_flat(total))

    for shard in missing:
        player.record(*shard, report)
    return Tally.of_flat(total)


_worker: dict[str, Any] = {}


def start_worker(job: Job, shared: Any) -> None:
    """Prepare a worker process, which ends when its parent does, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to answer
    threading.Thread(target=follow_parent, daemon=True).start()
    _worker["player"] = Player(job)
    _worker["shared"] = shared


def follow_parent() -> None:
    """Wait for the parent's end, then end this process without further ado."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)


def work(number: int, first: int, games: int) -> None:
    """Play one shard in a worker process."""
    _worker["player"].record(number, first, games, report_shared)


def report_shared(game_rows: np.ndarray, player_rows: np.ndarray) -> None:
    """Add to the counts that the parent shows."""
    shared = _worker["shared"]
    cast = len(_worker["player"].job.cast)
    with shared.get_lock():
        counts = np.frombuffer(shared.get_obj())
        counts += Tally.of_rows(game_rows, player_rows, cast).flat()


def read_shared(shared: Any) -> Tally:
    """The counts of all workers so far."""
    with shared.get_lock():
        return Tally.of_flat(np.frombuffer(shared.get_obj()).copy())
