"""Find damage in a data folder: missing, torn, changed, duplicate or surplus files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from simulate.data import content
from simulate.data.checksummed import DamagedError
from simulate.data.manifest import (
    PATCHES,
    RUNS,
    TABLES,
    Manifest,
    manifests,
    read_manifest,
    run_name,
    shard_name,
    table_folder,
)
from simulate.data.records import (
    Listing,
    faults,
    is_busy,
    read_record,
    record_folder,
    record_name,
    recorded,
    shard_files,
    shard_number,
)
from simulate.data.sections import KINDS, in_section, of_study, sections
from simulate.data.store import Store

TORN = "left over by a writer that was killed"
STRAY = "is no part of recorded games"
Step = Callable[[int], None]


@dataclass(frozen=True)
class Problem:
    """Something wrong in a data folder.

    ``path`` is below the folder. ``shards``: playing these again fixes the problem. ``surplus``:
    removing the file fixes it. If neither is given, a person has to decide.
    """

    path: str
    what: str
    shards: range = range(0)
    surplus: bool = False


@dataclass
class RunReport:
    """The result of checking a run: its manifest (None: damaged) and all problems.

    ``name``: that of the manifest, below the data folder.
    """

    name: str
    manifest: Manifest | None = None
    problems: list[Problem] = field(default_factory=list)
    busy: bool = False

    @property
    def run(self) -> str:
        """The name of the run."""
        return self.name.removeprefix(f"{RUNS}/").removesuffix(".json")

    @property
    def damaged(self) -> list[range]:
        """The shards that have to be played again, as ranges."""
        return [problem.shards for problem in self.problems if problem.shards]


def size_of(store: Store) -> int:
    """Bytes of all shards of a folder: the amount that a full check reads."""
    files = (one for table in TABLES for one in store.below(table).items())
    return sum(entry.length for name, entry in files if name.endswith(".parquet"))


def check_folder(store: Store, step: Step) -> tuple[list[RunReport], list[Problem]]:
    """Check all runs of a data folder, and find files that belong to no run.

    ``step`` is called with the number of bytes just read. Raises UserError if it is no data folder.
    """
    reports = [check_run(store, name, step) for name in manifests(store)]
    known = {report.run for report in reports}
    return reports, list(_strangers(store, known))


def check_run(store: Store, name: str, step: Step) -> RunReport:
    """Check a run: its manifest, its records, and all bytes of its shards."""
    report = RunReport(name)
    try:
        manifest = report.manifest = read_manifest(store, name)
    except DamagedError as error:
        report.problems.append(Problem(name, f"damaged manifest: {error}"))
        return report
    report.busy = is_busy(store, manifest.partition)
    if not report.busy:
        report.problems += _run_problems(store, manifest, step)
    return report


def _run_problems(store: Store, manifest: Manifest, step: Step) -> Iterator[Problem]:
    listing = shard_files(store, manifest.partition)
    numbers = recorded(store, manifest.partition)
    promised = [number for number in numbers if number < manifest.shards]
    yield from _unrecorded(manifest, promised)

    def check(number: int) -> tuple[list[Problem], int]:
        names = (shard_name(table, manifest.partition, number) for table in TABLES)
        size = sum(listing[name].length for name in names if name in listing)
        return list(_shard_problems(store, manifest, number, listing)), size

    for problems, size in store.each(check, promised):
        yield from problems
        step(size)
    yield from _surplus(store, manifest, listing)


def _unrecorded(manifest: Manifest, numbers: list[int]) -> Iterator[Problem]:
    """Gaps among the recorded shards; each is one problem, however long."""
    for before, after in zip([-1, *numbers], [*numbers, manifest.shards], strict=True):
        gap = range(before + 1, after)
        if gap:
            which = f"shard {gap[0]} is" if len(gap) == 1 else f"shards {gap[0]} to {gap[-1]} are"
            yield Problem(record_folder(manifest.partition), f"{which} not recorded", gap)


def _shard_problems(
    store: Store, manifest: Manifest, number: int, listing: Listing
) -> Iterator[Problem]:
    name = record_name(manifest.partition, number)
    again = range(number, number + 1)
    try:
        record = read_record(store, manifest.partition, number)
    except DamagedError as error:
        yield Problem(name, f"damaged record: {error}", again)
        return
    first, games = manifest.first_games(number)
    if (record.run, record.shard, record.first) != (manifest.identity, number, first):
        yield Problem(name, "is the record of another shard", again)
        return
    if record.games != games:
        yield Problem(name, f"{record.games:,} games instead of {games:,}", again)
        return
    found = faults(store, manifest.partition, record, listing, in_full=True)
    for fault in found:
        yield Problem(fault.name, fault.problem, again)
    for table in TABLES if not found else ():
        wrong = content.problem(store, manifest, record, table, rows=True)
        if wrong:
            yield Problem(shard_name(table, manifest.partition, number), wrong, again)


def _surplus(store: Store, manifest: Manifest, listing: Listing) -> Iterator[Problem]:
    """Files in the folders of a run that are not among its shards."""
    folders = [(table_folder(table, manifest.partition), listing, ".parquet") for table in TABLES]
    records = record_folder(manifest.partition)
    folders.append((records, store.entries(records), ".json"))
    for folder, files, suffix in folders:
        torn = set(store.leftovers(folder))
        for name in files:
            if not name.startswith(f"{folder}/"):
                continue
            number = shard_number(name) if name.endswith(suffix) else None
            if name in torn:
                yield Problem(name, TORN, surplus=True)
            elif number is None:
                yield Problem(name, "is no file of this run")
            elif number >= manifest.shards:
                yield Problem(name, "is beyond the run's last shard", surplus=True)


def _strangers(store: Store, known: set[str]) -> Iterator[Problem]:
    """Files of a data folder that belong to no run, study or nested data folder."""
    others = sections(store)
    torn = set(store.leftovers(RUNS))
    for name, entry in store.entries(RUNS).items():
        if name in torn:
            yield Problem(name, TORN, surplus=True)
        elif entry.folder and name.removeprefix(f"{RUNS}/") not in known:
            yield Problem(name, "records of a run without a manifest")
        elif not entry.folder and not name.endswith((".json", ".lock")):
            yield Problem(name, STRAY)
        elif not (entry.folder or entry.regular):
            yield Problem(name, "is no regular file")
    for table in TABLES:
        strays = [
            name
            for name in store.below(table)
            if not in_section(name, others)
            and run_name(name.removeprefix(f"{table}/").rpartition("/")[0]) not in known
        ]
        lost = {name.rpartition("/")[0] for name in strays if shard_number(name) is not None}
        yield from (Problem(name, "shards of a run without a manifest") for name in sorted(lost))
        for name in strays:
            if name.rpartition("/")[0] not in lost and not _within(name, known, table):
                yield Problem(name, STRAY)
    for name, entry in store.entries("").items():
        if entry.regular and of_study(name):
            continue
        # A folder "cards" of an earlier version may also be the table of the folder around it.
        if entry.folder and (in_section(name, others) or name.startswith((*KINDS, "rules="))):
            continue
        if name not in (*TABLES, RUNS, PATCHES) or entry.regular:
            yield Problem(name, STRAY)


def _within(name: str, known: set[str], table: str) -> bool:
    """Is a file somewhere below the folder of a run? Such files are checked with the run."""
    parts = name.removeprefix(f"{table}/").split("/")
    return any(run_name("/".join(parts[:end])) in known for end in range(1, len(parts)))
