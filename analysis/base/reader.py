"""One DuckDB connection on a machine: it shows some shards at a time as views, and answers queries.

The shards are files of a folder or an object store. From an object store only the tables that a
query names are fetched, and only while they are shown.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd

from analysis.base.chunks import RunShard
from analysis.base.metrics import quoted
from analysis.base.runs import fail
from simulate.data.folder import Folder
from simulate.data.manifest import TABLES
from simulate.data.mirror import Copies
from simulate.data.store import Store

DERIVED = ("rounds", "course", "leads")
"""Views on the tables, by the queries of that name: one row per game and round, or per game."""

MEMORY, ROOM = "GAH_MEMORY", "GAH_CACHE_ROOM"
"""The environment's limits, see `Limits`."""

PROCESS = 460_000_000
"""Bytes of a process before DuckDB has read anything: Python, the engine and the libraries."""

_HIVE = "{'rules': VARCHAR, 'players': INTEGER, 'policies': VARCHAR, 'seed': BIGINT}"
_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([KMGT]?)B?\s*", re.IGNORECASE)


def bytes_of(text: str, where: str) -> int:
    """A size such as "600MB" in bytes. Raises UserError, naming where it was given."""
    match = _SIZE.fullmatch(text)
    if match is None:
        fail(f"{where} {text}: not a size; write 600MB or 2GB")
    return int(float(match[1]) * _UNITS[match[2].upper()])


@dataclass(frozen=True)
class Limits:
    """Resource limits of an analysing process.

    memory: bytes of the whole process. room: bytes of copies of an object store's files on its
    disk. threads: of DuckDB.
    """

    memory: int = 600_000_000
    room: int = 10_000_000_000
    threads: int = 2

    @property
    def database(self) -> int:
        """Bytes that DuckDB may hold before it writes to the disk."""
        return max(64_000_000, self.memory - PROCESS)


def limits(memory: str | None = None, threads: int = 2) -> Limits:
    """The given limits, else those of the environment. Raises UserError."""
    usual = Limits()
    given = memory if memory is not None else os.environ.get(MEMORY, "")
    where = MEMORY if memory is None else "--memory"
    room = os.environ.get(ROOM, "")
    return Limits(
        bytes_of(given, where) if given else usual.memory,
        bytes_of(room, ROOM) if room else usual.room,
        int(threads),
    )


class Reader:
    """A connection with views `games`, `players`, `cards` and those of `DERIVED`.

    ``shown`` are the shards whose rows they contain.
    """

    def __init__(self, limits: Limits, *, in_full: bool = True) -> None:
        self.limits = limits
        self.in_full = in_full
        self.shown: Sequence[RunShard] = ()
        self._most: int | None = None
        self._viewed: dict[str, tuple[Sequence[RunShard], int | None]] = {}
        self._copies: dict[Store, Copies] = {}
        self._temporary = tempfile.TemporaryDirectory(prefix="gah-duckdb-")
        self._links: dict[Path, Path] = {}
        if "=" in self._temporary.name:
            fail(
                f"TMPDIR {Path(self._temporary.name).parent}: a temporary folder with '=' in its"
                " path cannot be used"
            )
        self._db = duckdb.connect(":memory:")
        for setting in (
            f"memory_limit = '{limits.database}B'",
            f"threads = {limits.threads}",
            f"temp_directory = {quoted(self._temporary.name)}",
            "preserve_insertion_order = false",
            # Return free memory to the system: the thresholds start at 128 and 512 MB.
            "allocator_flush_threshold = '8MB'",
            "allocator_bulk_deallocation_flush_threshold = '16MB'",
        ):
            self._db.execute(f"SET {setting}")
        # On by default in Jupyter only, and without ipywidgets no setting is accepted there.
        # All rows are fetched: nothing can be registered while a result is unfinished.
        self._db.execute("SELECT current_setting('enable_progress_bar')")
        if self._db.fetchall() == [(True,)]:
            self._db.execute("SET enable_progress_bar = false")

    def close(self) -> None:
        """Close the connection and remove the temporary folder."""
        self._db.close()
        self._temporary.cleanup()

    def show(self, pieces: Sequence[RunShard], most: int | None = None) -> None:
        """Make the views show the rows of these shards, of the first ``most`` games of each run."""
        self.shown, self._most = pieces, most

    def query(self, text: str, params: Mapping[str, Any] | None = None) -> pd.DataFrame:
        """Rows of a query over the shown shards; `params` fill its $names."""
        try:
            self._view(text)
            return self._db.execute(text, dict(params or {})).df()
        except RuntimeError as error:
            if "interrupted" in str(error):  # DuckDB's word for an exception in a signal handler
                raise KeyboardInterrupt from None
            raise
        except duckdb.Error as error:  # a stranger's files may contradict their footers
            fail(f"the recorded games cannot be queried ({str(error).splitlines()[0][:200]})")

    def register(self, name: str, rows: pd.DataFrame) -> None:
        """Make these rows available to queries under a name."""
        self._db.register(name, rows)

    def _view(self, text: str) -> None:
        """Point the views that a query names at the shown shards.

        Only these: DuckDB opens the files of a view, which takes longer than many queries, and
        files of an object store are fetched for it.
        """
        words = set(re.findall(r"\w+", text))
        named = [name for name in DERIVED if name in words]
        if named:
            words |= {"players", "rounds"}
        for table in TABLES:
            if table in words and self._viewed.get(table) != (self.shown, self._most):
                first = "" if self._most is None else f" WHERE game < {self._most}"
                self._db.execute(
                    f"CREATE OR REPLACE VIEW {table} AS SELECT * FROM read_parquet("
                    f"[{', '.join(self._files(table))}], hive_partitioning = true,"
                    f" hive_types = {_HIVE}){first}"
                )
                self._viewed[table] = self.shown, self._most
        for name in DERIVED:
            if named and name not in self._viewed:
                self._db.execute(f"CREATE VIEW {name} AS {sql(name)}")
                self._viewed[name] = (), None

    def _files(self, table: str) -> list[str]:
        """The shown shards' files of a table as SQL names them."""
        found: dict[RunShard, str] = {}
        by_store: dict[Store, list[RunShard]] = {}
        for one in self.shown:
            by_store.setdefault(one.run.store, []).append(one)
        for store, pieces in by_store.items():
            if isinstance(store, Folder):
                root, paths = store.path, [one.path(table) for one in pieces]
            else:
                if store not in self._copies:
                    self._copies[store] = Copies(store, self.limits.room, in_full=self.in_full)
                copies = self._copies[store]
                shards = [(one.run.manifest, one.number) for one in pieces]
                root, paths = copies.folder.path, copies.paths(shards, table)
            link = self._linked(root)
            for one, path in zip(pieces, paths, strict=True):
                found[one] = file_named(link / path.relative_to(root))
        return [found[one] for one in self.shown]

    def _linked(self, root: Path) -> Path:
        """A link to a data folder, in a folder of our own.

        DuckDB takes every `name=value` in a path for a column, also in the part above the data
        folder, and the first one of a name wins: games below a folder `seed=7` would be of seed 7.
        Through the link it sees only the part of a path that the suite itself wrote.
        """
        if root not in self._links:
            link = Path(self._temporary.name) / f"data-{len(self._links)}"
            link.symlink_to(root.absolute(), target_is_directory=True)
            self._links[root] = link
        return self._links[root]


def file_named(path: Path) -> str:
    """A file as SQL names it: DuckDB takes *, ? and [ for patterns unless they are in brackets."""
    return quoted(re.sub(r"[*?[]", r"[\g<0>]", str(path)))


@cache
def sql(name: str) -> str:
    """Text of analysis/sql/<name>.sql, without comments and a closing semicolon."""
    text = resources.files("analysis").joinpath("sql", f"{name}.sql").read_text(encoding="utf-8")
    return text.strip().rstrip(";")
