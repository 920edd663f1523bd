"""Forced play, in parts: each deal in several ways, which no table of games records.

The rows are saved in parts of `PART` deals below the folder of the study. Its path contains a
digest of rules, code and plan: results of other rules or another version are never read.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import Field, dataclass, fields
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar, Protocol

import pandas as pd
import pyarrow as pa
from rich.console import Console

from model import Ruleset, UserError
from simulate.base.files import make_folder
from simulate.base.provenance import digest_of
from simulate.batch.cost import WorkCost, timed
from simulate.batch.job import code_digest
from simulate.batch.pool import Apply, WorkerPool, lost_text
from simulate.data.folder import Folder
from simulate.playing.tables import encoded

FORCING = "experiments/forced.py"
"""The code that all these tables share, below simulate/."""

PART = 500
"""Deals per part: seconds of work, the most that an interruption loses."""

MOST = 100_000_000
"""Deals of a table: more would take years, and their parts alone all memory."""


class Forced(Protocol):
    """A table whose deals are played in several ways: a dataclass of `simulate.experiments`.

    folder: where its parts are; code: its file, below simulate/.
    """

    folder: ClassVar[str]
    code: ClassVar[str]
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def ruleset(self) -> Ruleset:
        """The rules played."""

    @property
    def players(self) -> int:
        """Number of players."""

    @property
    def policy(self) -> str:
        """The players' policy."""

    @property
    def seed(self) -> int:
        """Seed of the deals."""

    def play(self, first: int, deals: int) -> pd.DataFrame:
        """The results of a range of deals."""


@dataclass(frozen=True)
class DealRange:
    """A range of deals of one table, and the file of its results."""

    table: Forced
    first: int
    deals: int
    folder: Folder
    name: str

    @property
    def path(self) -> Path:
        """Its path."""
        return self.folder.path / self.name

    def there(self) -> bool:
        """Is it there, as a regular file inside the folder of the study?"""
        try:
            self.folder.source(self.name).close()
        except OSError:
            return False
        return True


def parts_of(table: Forced, deals: int, data: Path) -> list[DealRange]:
    """The parts of one table, below the folder of a study."""
    if deals > MOST:
        raise UserError(f"--deals {deals}: at most {MOST:,}")
    plan = {one.name: getattr(table, one.name) for one in fields(table) if one.name != "ruleset"}
    code = code_digest((table.policy,)), digest_of(table.code, FORCING)
    key = json.dumps([table.ruleset.hash, plan, *code])
    folder = f"{table.folder}/{sha256(key.encode()).hexdigest()[:16]}"
    found = []
    for first in range(0, deals, PART):
        some = min(PART, deals - first)
        found.append(
            DealRange(table, first, some, Folder(data), f"{folder}/{first}-{some}.parquet")
        )
    return found


def files_of(parts: Sequence[DealRange], command: str) -> list[str]:
    """The files of parts. Raises UserError, naming the command to play it, if one is missing."""
    for part in parts:
        if not part.there():
            raise UserError(f"{part.path}: missing; `{command}` plays it")
    return [str(part.path) for part in parts]


def forecast_parts(parts: Sequence[DealRange]) -> WorkCost:
    """The cost of playing the missing parts, in deals, measured on some of each table.

    Raises UserError as `Forced.play`.
    """
    speeds: dict[str, float] = {}
    total = WorkCost()
    for part in parts:
        if part.there():
            total += WorkCost(part.deals, part.deals)
            continue
        table = part.name.rpartition("/")[0]
        if table not in speeds:
            speeds[table] = timed(partial(_seconds, part.table))
        total += WorkCost(part.deals, seconds=part.deals * speeds[table])
    return total


def _seconds(table: Forced, first: int, deals: int) -> float:
    started = time.process_time()
    table.play(first, deals)
    return time.process_time() - started


def play_parts(parts: Sequence[DealRange], workers: int, title: str, console: Console) -> None:
    """Play the missing parts under one progress bar.

    Raises UserError as `Forced.play`.
    """
    from simulate.batch.progress import Overall

    missing = [part for part in parts if not part.there()]
    every, rest = (sum(part.deals for part in some) for some in (parts, missing))
    with Overall(title, every, console) as bar:
        played = 0
        for deals in _played(missing, workers, bar.note):
            played += deals
            bar.update(every - rest, played)


def _played(parts: Sequence[DealRange], workers: int, note: Callable[[str], None]) -> Iterator[int]:
    """Play parts, here or in worker processes; yields the number of deals of each when done."""
    if min(workers, len(parts)) <= 1:
        yield from map(_play, parts)
        return
    with WorkerPool(min(workers, len(parts)), Apply(_play)) as pool:
        for _, deals in pool.messages(parts, lambda _, reason: note(lost_text(reason))):
            yield deals


def _play(part: DealRange) -> int:
    """Play one part and write it; returns its deals."""
    rows = pa.Table.from_pandas(part.table.play(part.first, part.deals), preserve_index=False)
    table = part.table
    said = {"ruleset": table.ruleset.label, "players": table.players, "policy": table.policy,
            "seed": table.seed}  # fmt: skip
    make_folder(part.folder.path)
    part.folder.write(part.name, encoded(rows, said))
    return part.deals
