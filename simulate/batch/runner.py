"""A run: all shards of a job, on one or more worker processes, resumable."""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from model import Ruleset, UserError
from simulate import policies
from simulate.batch.job import Job, code_digest
from simulate.batch.nearby import take_over
from simulate.batch.pool import Tell, Work, run_tasks
from simulate.batch.shard import ShardRecorder
from simulate.batch.tally import Tally, Watcher, flat_size
from simulate.data import checksummed
from simulate.data.checksummed import DamagedError, MissingError
from simulate.data.manifest import (
    RUNS,
    SCHEMA_VERSION,
    TABLES,
    lock_name,
    manifest_name,
    partition_of,
    table_folder,
)
from simulate.data.places import store_at
from simulate.data.records import record_folder, recorded, shard_files
from simulate.data.store import NEVER_HELD, TRIES, Note, Place, Store
from simulate.playing.chosen import Chosen
from simulate.playing.games import Games
from simulate.policies import own

SHARD_GAMES, LEARNED_SHARD_GAMES, SLOW_SHARD_GAMES = 10_000, 200, 20
READ_IN_FULL = 16  # shards that a run reads in full when it continues
SHOWN = 200  # characters of a value in an error
DAMAGED_MANIFEST = (
    "the run's manifest is damaged; delete it to describe the run again (recorded games stay)"
)


@dataclass(frozen=True)
class Run:
    """The settings of a run: ruleset, policies, number of games, and the place they go to."""

    ruleset: Ruleset
    players: int
    policy: policies.Table
    games: int
    seed: int
    out: Place | Store
    workers: int = 1
    shard_games: int | None = None  # None: chosen by the policies' speed
    same_deal: int = 1
    own_chance: bool = False
    cluster: str | None = None  # the address of a Dask scheduler, or "local"
    until: str | None = None  # the precision at which it stops; see simulate.batch.until
    only: tuple[str, ...] = ()  # components: only deals that set one of them out; see chosen.py

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
        if self.only and (self.same_deal > 1 or self.until is not None):
            raise UserError(
                f"--only {self.only[0]}: cannot be combined with --same-deal or --until"
            )
        if self.only:
            # A refused run leaves no record, which would make the next run fail too.
            Chosen(self.ruleset, self.players, self.seed, self.only)
        if self.games > 2**31 - 1:
            raise UserError(f"--games {self.games}: at most 2147483647 a run")

    @property
    def games_a_shard(self) -> int:
        """Games per file: fewer for slow policies. Raises UserError."""
        if self.shard_games is not None:
            return self.shard_games
        if policies.asked_by_python(self.seats()):
            return SLOW_SHARD_GAMES
        return LEARNED_SHARD_GAMES if policies.learned(self.seats()) else SHARD_GAMES

    def seats(self) -> tuple[str, ...]:
        """The policy of each seat in game 0. Raises UserError for unknown or too many policies."""
        return policies.seats(self.policy, self.players)

    def job(self) -> Job:
        """The settings that all shards of this run share."""
        seats = self.seats()
        names = [policies.label(name) for name in seats]
        described = {
            "rules": self.ruleset.label,
            "ruleset_hash": self.ruleset.hash,
            "players": self.players,
            "policies": names,
            "seed": self.seed,
            "same_deal": self.same_deal,
            "own_chance": self.own_chance,
            "schema": SCHEMA_VERSION,
            "version": suite_version(),
        }
        files = own.digests(seats)
        if files:
            described["own"] = files  # users' files at the table
        if self.only:
            described["only"] = list(self.only)
        games = Games(
            self.ruleset, self.players, seats, self.seed, self.same_deal, self.own_chance,
            self.only, files,
        )  # fmt: skip
        partition = partition_of(self.ruleset.label, self.players, names, self.seed)
        return Job(games, store_at(self.out), partition, described, code_digest(seats))

    def shards(self) -> list[tuple[int, int, int]]:
        """(number, first game, games) of every shard."""
        size = self.games_a_shard
        return [
            (first // size, first, min(size, self.games - first))
            for first in range(0, self.games, size)
        ]


@dataclass(frozen=True)
class Outcome:
    """The result of a run: games recorded before (here or nearby), games played now, the data."""

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
    """The description of a run, saved with its data; the same for any number of workers."""
    ruleset = run.ruleset
    until = {} if run.until is None else {"until": run.until}
    return {
        **job.metadata,
        **until,
        "spec": ruleset.spec,
        "assumptions": ruleset.assumptions,
        "patches": list(ruleset.patches),
        "changes": list(ruleset.changes),
        "rulings": dict(ruleset.rulings),
        "options": dict(ruleset.options),
        "games": run.games,
        "shard_games": run.games_a_shard,
        "partition": job.partition,
        "tables": list(TABLES),
    }


def open_manifest(run: Run, job: Job) -> int:
    """Write the manifest, or check that the folder holds the same run (perhaps a shorter one).

    Returns the games of the whole run: those asked for, or those of the manifest if it has more.
    Raises UserError if the folder cannot be used or holds another run under the same name.
    """
    name = manifest_name(job.partition)
    for _ in range(TRIES):
        known = read_known(run, job)
        wanted = manifest(run, job)
        if known is not None:
            wanted["games"] = max(run.games, known["games"])
            if "stopped" in known and wanted["games"] == known["games"]:
                wanted["stopped"] = known["stopped"]
        before = None if known is None else checksummed.dumps(known)
        after = checksummed.dumps(wanted)
        # In an object store another run may have been faster: then check what it wrote.
        if after == before or job.store.swap(name, before, after):
            return int(wanted["games"])
    raise UserError(f"{job.store.at(name)}: {NEVER_HELD}")


def read_known(run: Run, job: Job) -> dict[str, Any] | None:
    """The content of a run's manifest, if there is one. Raises UserError as `open_manifest`."""
    name = manifest_name(job.partition)
    where = job.store.at(name)
    try:
        data = checksummed.read(job.store, name)
        refuse_another(where, checksummed.parsed(data), manifest(run, job))
        return checksummed.loads(data)
    except MissingError:
        return None
    except DamagedError:
        raise UserError(f"{where}: {DAMAGED_MANIFEST}") from None


def refuse_another(where: str, found: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Raises UserError if a manifest belongs to another run, DamagedError if to none."""
    if not isinstance(found.get("games"), int):
        raise DamagedError("it belongs to no run")
    for key in (*wanted, "until", "only"):
        if key != "games" and found.get(key) != wanted.get(key):
            raise UserError(
                f"{where}: this folder contains another run of that name ({key} is "
                f"{shown(found.get(key))}, not {shown(wanted.get(key))}); "
                "choose another folder (--out; --data of a report) or delete this one"
            )


def shown(value: Any) -> str:
    """A value as written, shortened."""
    text = repr(value)
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."


def ensure_folder(place: Place | Store) -> None:
    """Create a data folder if it is missing. Raises UserError if that fails."""
    store_at(place).prepare()


def claim(job: Job, note: Note) -> AbstractContextManager[None]:
    """Lock the run for this process. Raises UserError if another process is playing it."""
    return job.store.claim(lock_name(job.partition), note)


def run(run: Run, watcher: Watcher | None = None) -> Outcome:
    """Play all games of a run that are not recorded yet, here or in a folder nearby (`nearby`).

    Shards have the same bytes for any number of workers and however often a run was interrupted.
    Raises UserError for a folder that cannot be used, EngineError for a defect of the engine.
    """
    watcher = watcher or Watcher()
    job = run.job()
    with claim(job, watcher.note):
        sweep(job)
        whole = open_manifest(run, job)
        missing = missing_shards(run, job, watcher)
        # If the manifest promises more games of a shard, they are played too.
        size = run.games_a_shard
        whole_shards = [(number, first, min(size, whole - first)) for number, first, _ in missing]
        taken = take_over(job, whole_shards)
        before = run.games - sum(games for number, _, games in missing if number not in taken)
        watcher.begin(run.games, before)
        missing = [shard for shard in whole_shards if shard[0] not in taken]
        try:
            tally = play_shards(job, missing, run.workers, watcher, run.cluster)
        finally:
            sweep(job)
    return Outcome(before, tally, job)


def missing_shards(run: Run, job: Job, watcher: Watcher) -> list[tuple[int, int, int]]:
    """(number, first game, games) of the shards that have to be played.

    The shards written last are read in full, because a power failure may have damaged them. For all
    others only lengths are compared, so that a run of many shards starts at once.
    """
    store, partition = job.store, job.partition
    written = set(recorded(store, partition))
    newest = store.unsettled(record_folder(partition), READ_IN_FULL)
    listing = shard_files(store, partition)

    def have(shard: tuple[int, int, int]) -> int:
        number, first, _ = shard
        if number not in written:
            return 0
        in_full = job.record_name(number) in newest
        return job.recorded(number, first, listing, in_full=in_full)

    missing = []
    for (number, first, games), found in zip(run.shards(), store.each(have, run.shards())):
        if found < games:
            if found == 0 and number in written:
                watcher.note(f"shard {number} is damaged or incomplete: played again")
            missing.append((number, first, games))
    return missing


def sweep(job: Job) -> None:
    """Remove files left by killed writers; the run must be claimed."""
    folders = [table_folder(table, job.partition) for table in TABLES]
    for folder in (*folders, record_folder(job.partition)):
        for name in job.store.leftovers(folder):
            job.store.remove(name)
    manifest = manifest_name(job.partition).removeprefix(f"{RUNS}/")
    for name in job.store.leftovers(RUNS):
        if name.startswith(f"{RUNS}/.{manifest}."):
            job.store.remove(name)


def play_shards(
    job: Job,
    missing: list[tuple[int, int, int]],
    workers: int,
    watcher: Watcher,
    cluster: str | None = None,
) -> Tally:
    """Play the missing shards: here, on worker processes, or on a cluster."""
    counts = ShardTallies(len(job.games.cast), missing, watcher)
    workers = min(workers, len(missing))
    if cluster is not None and missing:
        from simulate.batch.cluster import play_on_cluster  # an extra, and slow to import

        play_on_cluster(job, missing, cluster, workers, counts)
    elif workers > 1:
        run_tasks(missing, workers, partial(prepare, job), counts)
    elif missing:
        play_here(job, missing, counts)
    return counts.tally


class ShardTallies:
    """A listener that adds up the tallies of all shards; a restarted shard counts again."""

    def __init__(self, cast: int, shards: list[tuple[int, int, int]], watcher: Watcher) -> None:
        self.shards = shards
        self.flat = np.zeros(flat_size(cast))
        self.parts: dict[int, np.ndarray] = {}  # of shards in progress
        self.watcher = watcher

    @property
    def tally(self) -> Tally:
        return Tally.of_flat(self.flat)

    def received(self, task: int, message: Any) -> None:
        self.flat += message
        self.parts[task] = self.parts.get(task, 0) + message
        self.watcher.update(self.tally)

    def lost(self, task: int, reason: str) -> None:
        self.flat -= self.parts.pop(task, 0)
        number = self.shards[task][0]
        self.watcher.note(f"a worker process died ({reason}): shard {number} is played again")


def prepare(job: Job) -> Work:
    """A worker's function: it plays and records a shard."""
    recorder = ShardRecorder(job)

    def work(shard: tuple[int, int, int], tell: Tell) -> None:
        def report(game_rows: np.ndarray, player_rows: np.ndarray) -> None:
            job.check_place()  # before anything is written there
            tell(Tally.of_rows(game_rows, player_rows, len(job.games.cast)).flat())

        recorder.record(*shard, report)
        job.check_place()

    return work


def play_here(job: Job, missing: list[tuple[int, int, int]], counts: ShardTallies) -> None:
    """Play shards in this process."""
    work = prepare(job)
    for task, shard in enumerate(missing):
        work(shard, partial(counts.received, task))
