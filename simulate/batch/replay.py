"""Play recorded games again from their manifest and the files that the user adds.

A manifest may come from a stranger. It can only name policies of this suite. A player's Python file
or a patch is used only if the user names it too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from model import Ruleset, UserError, load_ruleset
from model.patch import read_patch, removed_by
from model.reading import read_bytes
from simulate.base.roster import registered
from simulate.batch.runner import Run, run, shown
from simulate.batch.runner import manifest as describe
from simulate.batch.shard import ShardRecorder
from simulate.batch.tally import Watcher
from simulate.batch.until import Look, Target
from simulate.data.audit import Problem, RunReport
from simulate.data.checksummed import DamagedError
from simulate.data.manifest import Manifest, shard_name
from simulate.data.records import Record, read_record, record_name, recorded
from simulate.data.store import Store
from simulate.policies import own

DIGITS = 12  # of a digest of a player's file
MAX_PLAYER = 1 << 24  # bytes of it


@dataclass(frozen=True)
class Given:
    """Files that the user of a manifest names: patches, and files of players to be run."""

    patches: tuple[Path, ...] = ()
    players: tuple[Path, ...] = ()


def run_of(store: Store, manifest: Manifest, given: Given, workers: int = 1) -> Run:
    """The run that a manifest describes.

    Raises UserError if it needs a file that was not given, or if this version of the suite would
    play different games from those recorded.
    """
    ruleset = ruleset_of(manifest, given.patches)
    if ruleset.hash != manifest.ruleset_hash:
        raise UserError(
            f"the rules of {manifest.rules} are {ruleset.hash[:12]} here, but the games were played"
            f" by {manifest.ruleset_hash[:12]}: use the version that recorded them"
            f" ({manifest.version}){' or the patch as it was' if manifest.patches else ''}"
        )
    found = Run(
        ruleset,
        manifest.players,
        seats_of(manifest, given.players),
        manifest.games,
        manifest.seed,
        store,
        workers,
        manifest.shard_games,
        manifest.same_deal,
        manifest.own_chance,
        until=manifest.until,
        only=tuple(manifest.only),
    )
    job = found.job()
    if job.identity != manifest.identity:
        now = job.metadata
        then = manifest.model_dump(by_alias=True, exclude_defaults=True)
        what = next(key for key in (*now, *then) if now.get(key) != then.get(key))
        raise UserError(
            f"{manifest.rules}, seed {manifest.seed}: this version would play other games "
            f"({what} is {str(now.get(what))[:80]}, not {str(then.get(what))[:80]})"
        )
    return found


def ruleset_of(manifest: Manifest, files: Sequence[Path]) -> Ruleset:
    """The ruleset that a manifest names, with patches from the given files.

    Raises UserError if a patch is not among them, or for anything this version does not know.
    """
    by_id = {read_patch(file).id: file for file in files}
    others = [name for name in manifest.patches if name not in by_id]
    removed = {name: path for name in others if (path := removed_by(name)) is not None}
    missing = [name for name in others if name not in removed]
    if missing:
        raise UserError(
            f"{manifest.rules}: games by the patch {missing[0]!r}, which the data do not contain; "
            "name its file: --patch FILE"
        )
    unknown = sorted(set(manifest.options) - {"hands", "boards", "promos"})
    if unknown:
        raise UserError(f"{manifest.rules}: unknown option {unknown[0]!r}")
    return load_ruleset(
        manifest.spec,
        **manifest.options,
        rulings=manifest.rulings,
        assumptions=manifest.assumptions,
        patches=[by_id[name] for name in manifest.patches if name in by_id],
        without=removed.values(),
    )


def seats_of(manifest: Manifest, files: Sequence[Path]) -> tuple[str, ...]:
    """The policies of a manifest: those of the suite, and files among those given.

    Raises UserError for a name that is neither.
    """
    return tuple(
        _own_file(name, manifest.own[name], files) if name in manifest.own else registered(name)
        for name in manifest.policies
    )


def _own_file(name: str, digest: str, files: Sequence[Path]) -> str:
    """The given file of the player with this name and digest. Runs no other file."""
    for file in files:
        path, _, function = str(file).partition(".py:")
        path = f"{path}.py" if function else path
        try:
            there = hashlib.sha256(read_bytes(Path(path), MAX_PLAYER)).hexdigest()
        except UserError as error:
            raise UserError(f"--player {file}: cannot read it ({error})") from None
        # Do not run it before it is known to be the very file that played.
        if len(digest) != DIGITS or not there.startswith(digest):
            continue
        player = own.named(str(file))
        if own.is_own(player) and own.own(player).name == name:
            return player
    raise UserError(
        f"games of the player {name!r}; its file (digest {digest[:12]}) is not in the data; "
        "if you trust it, name it: --player FILE.py"
    )


def check_deep(store: Store, report: RunReport, given: Given, sample: int, seed: int) -> int:
    """Play a sample of a run's games again and compare all their rows; returns how many.

    The manifest is also compared with the one that such a run writes.

    ``seed`` draws the games: without it nobody can tell which games to leave unchanged.

    Problems are added to the report, including any reason why this run cannot be played. Shards
    known to be damaged are skipped.
    """
    manifest = report.manifest
    assert manifest is not None
    damaged = {number for shards in report.damaged for number in shards}
    there = [n for n in recorded(store, manifest.partition) if n < manifest.shards]
    numbers = [number for number in there if number not in damaged]
    if not numbers:
        return 0
    try:
        again = run_of(store, manifest, given)
        recorder = ShardRecorder(again.job())
        wrong = list(
            _falsified(manifest, again, whole=not damaged and len(there) == manifest.shards)
        )
    except UserError as error:
        report.problems.append(Problem(report.name, f"cannot be played again: {error}"))
        return 0
    report.problems += [Problem(report.name, what) for what in wrong]
    for number, game in drawn_games(manifest, numbers, sample, np.random.default_rng(seed)):
        for table, played in recorder.tables(game, 1).items():
            name = shard_name(table, manifest.partition, number)
            if not same_rows(store, name, game, played):
                what = f"these rules and players do not play game {game} like this"
                report.problems.append(Problem(name, what, range(number, number + 1)))
    return sample


def drawn_games(
    manifest: Manifest, shards: Sequence[int], sample: int, rng: np.random.Generator
) -> list[tuple[int, int]]:
    """Shard and number of ``sample`` games of these shards, sorted.

    Each draw takes any of the games with the same probability, whatever the sizes of the shards.
    The probability that `gah data check --deep` prints relies on this.
    """
    first, games = np.array([manifest.first_games(number) for number in shards]).T
    ends = np.cumsum(games)
    drawn = np.sort(rng.integers(ends[-1], size=sample))
    at = np.searchsorted(ends, drawn, side="right")
    return [(shards[i], int(first[i] + games[i] - (ends[i] - game))) for i, game in zip(at, drawn)]


def _falsified(manifest: Manifest, run: Run, whole: bool) -> Iterator[str]:
    """Differences between a manifest and the one that a run by its rules would write.

    ``whole``: all shards are there and sound, so that the reported stopping point can be
    recomputed. Raises UserError if a value about stopping is impossible for any run.
    """
    wanted, said = describe(run, run.job()), manifest.model_dump(by_alias=True)
    for key in wanted:
        if key != "games" and said[key] != wanted[key]:
            yield f"{key} is {shown(said[key])}; in a run by these rules it is {shown(wanted[key])}"
    if not whole:
        return
    if manifest.until is None or manifest.stopped is None:
        if not (manifest.until is None and manifest.stopped is None):
            yield "does not say both where it stopped and why; recording it again adds this"
        return
    look = Look(Target.parse(manifest.until), run)
    for shard in run.shards():
        look.add(run.job(), *shard)
    if look.record() != manifest.stopped:
        yield "says otherwise why it stopped, or what was known then, than its games do"


def same_rows(store: Store, name: str, game: int, played: pa.Table) -> bool:
    """Does the file hold exactly the rows just played for this game?"""
    one = pc.field("game") == game
    try:
        there = pq.read_table(store.source(name), partitioning=None, filters=one)
    except (OSError, pa.ArrowException, ValueError):
        return False
    plain = there.replace_schema_metadata(None)
    return bool(plain.schema.equals(played.schema)) and plain.to_pylist() == played.to_pylist()


@dataclass(frozen=True)
class Repaired:
    """The result of a repair: shards played again, files removed, shards with changed bytes."""

    shards: int
    removed: int
    otherwise: tuple[int, ...]


def repair(
    store: Store, report: RunReport, given: Given, workers: int, watcher: Watcher | None
) -> Repaired:
    """Play the damaged shards of a run again, and remove surplus files.

    Raises UserError as `run_of` does, before anything is changed.
    """
    manifest = report.manifest
    assert manifest is not None
    again = run_of(store, manifest, given, workers) if report.damaged else None
    surplus = [problem.path for problem in report.problems if problem.surplus]
    for name in surplus:
        store.remove(name)
    if again is None:
        return Repaired(0, len(surplus), ())
    before: dict[int, Record] = {}
    there = set(recorded(store, manifest.partition))
    for number in (n for shards in report.damaged for n in there.intersection(shards)):
        with suppress(DamagedError):
            before[number] = read_record(store, manifest.partition, number)
        store.remove(record_name(manifest.partition, number))
    run(again, watcher)
    otherwise = [
        number
        for number, record in before.items()
        if read_record(store, manifest.partition, number).tables != record.tables
    ]
    return Repaired(len({n for s in report.damaged for n in s}), len(surplus), tuple(otherwise))
