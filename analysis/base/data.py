"""Open a tree of recorded games and query it with bounded memory.

A tree holds finished runs (one manifest each in runs/) and three Parquet tables. Views named
`games`, `players` and `cards` read the shards of the chosen runs only, so that a run that is
still being written never slips into a result.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import resources
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import duckdb
import pandas as pd

from analysis.base.chunks import CHUNK_GAMES, Piece, chunks, pieces_of
from analysis.base.metrics import quoted
from analysis.base.moments import Moments, add_up, by_deal, moment_columns
from analysis.base.runs import Config, Run, check_run, fail, folder_of, runs_of
from model.errors import UserError
from simulate import policies
from simulate.data.folder import Folder
from simulate.data.manifest import TABLES, Manifest
from simulate.data.mirror import Fetch
from simulate.data.places import store_at
from simulate.data.store import Place, Store

if TYPE_CHECKING:
    from analysis.base.kinds import Kind

WIN_UNIT = 12
"""The queries count a win as 12 twelfths: shared wins (1/2, 1/3, 1/4) are whole numbers, so that
sums are exact and do not depend on the order in which threads add them."""

DERIVED = ("rounds", "course")
"""Views on the tables, by the queries of that name: a row a game and round, and a row a game."""

_HIVE = "{'rules': VARCHAR, 'players': INTEGER, 'policies': VARCHAR, 'seed': BIGINT}"


class Tree:
    """An open data tree: its runs and a DuckDB connection with views games, players, cards.

    On them are those of `DERIVED`, which are computed whenever they are asked.

    Use as a context manager, or call `close()`. Memory is bounded: DuckDB spills to a temporary
    folder beyond `memory_limit`.
    """

    def __init__(
        self, runs: Sequence[Run], memory_limit: str = "1GB", threads: int = 2,
        part_games: int = CHUNK_GAMES,
    ) -> None:  # fmt: skip
        self.runs = tuple(runs)
        self.part_games = part_games
        self.most: int | None = None
        self._known: dict[Run, list[Piece]] = {}
        self._named: dict[Piece, dict[str, str]] = {}
        self._sums: dict[tuple[object, ...], Moments] = {}
        self._shared: dict[Config, bool] = {}
        self._unrepeated: dict[tuple[Config, str, int | None], bool] = {}
        self.asked: dict[str, dict[str, Any]] = {}
        self._temporary = tempfile.TemporaryDirectory(prefix="gah-duckdb-")
        self._links = _linked({run.root for run in self.runs}, Path(self._temporary.name))
        self._db = duckdb.connect(":memory:")
        self._db.execute(f"SET memory_limit = '{memory_limit}'")
        self._db.execute(f"SET threads = {int(threads)}")
        self._db.execute(f"SET temp_directory = {quoted(self._temporary.name)}")
        self._db.execute("SET preserve_insertion_order = false")
        self._db.execute("SET enable_progress_bar = false")
        self._files = {
            table: [self._seen(run, path) for run in self.runs for path in run.shards(table)]
            for table in TABLES
        }
        self._wanted = self._files
        self._viewed: tuple[Mapping[str, Sequence[str]], int | None] | None = None
        self._view()
        for name in DERIVED:
            self._db.execute(f"CREATE VIEW {name} AS {sql(name)}")

    def _view(self) -> None:
        """Let the views be of the wanted files, if they are not: DuckDB opens them for that, which
        takes longer than many a query, and one part of one run is often asked for many times."""
        if self._viewed == (self._wanted, self.most):
            return
        first = "" if self.most is None else f" WHERE game < {self.most}"
        for table, paths in self._wanted.items():
            self._db.execute(
                f"CREATE OR REPLACE VIEW {table} AS SELECT * FROM read_parquet("
                f"[{', '.join(paths)}], hive_partitioning = true, hive_types = {_HIVE}){first}"
            )
        self._viewed = self._wanted, self.most

    def _seen(self, run: Run, path: Path) -> str:
        """A file of a run as DuckDB is to name it, see `_linked`."""
        return file_named(self._links[run.root] / path.relative_to(run.root))

    def _of_part(self, part: Sequence[Piece]) -> dict[str, list[str]]:
        """The files of a part by table."""
        for one in part:
            if one not in self._named:
                self._named[one] = {t: self._seen(one.run, one.path(t)) for t in TABLES}
        return {t: [self._named[one][t] for one in part] for t in TABLES}

    def only_first(self, games: int) -> None:
        """Show only the first this many games of each run: more may be recorded."""
        self.most = games

    def parts(self, configs: Iterable[Config] | None = None) -> Iterator[Sequence[Piece]]:
        """Go through the runs (of some configurations) part by part.

        While a part is out, the views `games`, `players` and `cards` hold its rows only, so that
        what a query keeps in memory does not grow with the number of games. No deal is in two
        parts: sums over deals may be added up over parts.
        """
        try:
            for part in self._cut(configs):
                self._wanted = self._of_part(part)
                yield part
        finally:
            self._wanted = self._files

    def _cut(self, configs: Iterable[Config] | None) -> list[list[Piece]]:
        wanted = set(self.configs if configs is None else configs)
        mine = [one for run in self.runs if run.config in wanted for one in self._pieces(run)]
        return list(chunks(mine, self.part_games))

    def shares_deals(self, config: Config) -> bool:
        """Do games of a configuration share deals, or may they (nothing is known of a file)?"""
        if config not in self._shared:
            self._shared[config] = any(
                one.games != one.last - one.first + 1
                for run in self.runs
                if run.config == config
                for one in self._pieces(run)
            )
        return self._shared[config]

    def no_repeated_cards(self, configs: Iterable[Config], kinds: Iterable[Kind]) -> bool:
        """Is there one row of cards at most for each deal and card of these kinds?

        Asked of the tables: a deck that ran out and was shuffled again may bring a card twice.
        """
        kinds = tuple(kinds)
        return all(self._not_repeated(config, kind) for config in configs for kind in kinds)

    def _not_repeated(self, config: Config, kind: Kind) -> bool:
        key = (config, kind.id, self.most)
        if key not in self._unrepeated:  # asked by each table of a kind
            named = {"kinds": [kind.id]}
            self._unrepeated[key] = not self.shares_deals(config) and not any(
                self.query(sql("repeated_cards"), named)["repeated"].any()
                for _ in self.parts((config,))
            )
        return self._unrepeated[key]

    def _pieces(self, run: Run) -> list[Piece]:
        if run not in self._known:
            self._known[run] = pieces_of(run)
        return self._known[run]

    def __enter__(self) -> Tree:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection and remove the temporary folder."""
        self._db.close()
        self._temporary.cleanup()

    @property
    def configs(self) -> list[Config]:
        """Configurations with at least one run, sorted."""
        return sorted({run.config for run in self.runs})

    def games(self, config: Config) -> int:
        """Number of recorded games of a configuration, over all its seeds."""
        return sum(run.games for run in self.runs if run.config == config)

    def deals(self, config: Config) -> int:
        """Number of recorded deals of a configuration, over all its seeds."""
        if not self.shares_deals(config):
            return self.games(config)
        text = (
            "SELECT count(DISTINCT deal) AS n FROM games"
            " WHERE rules = $rules AND players = $players AND policies = $policy"
        )
        found = (self.query(text, config.params())["n"][0] for _ in self.parts((config,)))
        return int(sum(found))

    def query(self, sql: str, params: Mapping[str, Any] | None = None) -> pd.DataFrame:
        """Rows of a query; `params` fill its $names. `asked` keeps the text."""
        self.asked[sql] = dict(params or {})
        self._view()
        try:
            return self._db.execute(sql, dict(params or {})).df()
        except RuntimeError as error:
            if "interrupted" in str(error):  # DuckDB's word for what a signal raised
                raise KeyboardInterrupt from None
            raise
        except duckdb.Error as error:  # of what a stranger's files hold in spite of their footers
            fail(f"the recorded games cannot be queried ({str(error).splitlines()[0][:200]})")

    def moments(
        self,
        sql: str,
        blocks: Iterable[Sequence[str]],
        params: Mapping[str, Any],
        by: Sequence[str] = (),
        configs: Iterable[Config] | None = None,
        extra: tuple[str, Callable[[Sequence[Piece]], pd.DataFrame]] | None = None,
        repeated: bool = False,
    ) -> Moments:
        """Sums of the columns of `sql` by deal, as clusters, and their cross products.

        `sql` gives the column `deal` and at most one row a game (and value of `by`). The rows of a
        deal are added up here, where games share deals, for every estimator alike. Computed part
        by part (see `parts`).

        Args:
            blocks: groups of columns; products are computed within each group.
            by: columns that split the result (one entry of the moments for each value).
            configs: those whose rows the query reads; all if None.
            repeated: a game may have several rows, which are added up.
            extra: name of one more table, and the function that gives its rows for a part. It is
                called in another thread, for the next part while the query works on this one.
        """
        blocks = [tuple(block) for block in blocks]
        keys = ", ".join(by)
        configs = configs if configs is None else tuple(configs)
        if repeated or any(map(self.shares_deals, self.configs if configs is None else configs)):
            sql = by_deal(sql, blocks, by)
        select = ",\n  ".join([*by, "count(*) AS clusters", *moment_columns(blocks)])
        tail = f" GROUP BY {keys}" if by else ""
        text = f"SELECT {select}\nFROM (\n{sql}\n){tail}"
        if extra is not None:
            name, rows_of = extra
            frames = []
            parts = zip(self.parts(configs), ahead(rows_of, self._cut(configs)), strict=True)
            for _, rows in parts:
                self._db.register(name, rows)
                frames.append(self.query(text, params))
            return Moments.from_frame(add_up(frames, by), blocks, by)
        key = (text, repr(params), configs, self.most)
        if key not in self._sums:  # many kinds of cards ask for the same totals
            frames = [self.query(text, params) for _ in self.parts(configs)]
            self._sums[key] = Moments.from_frame(add_up(frames, by), blocks, by)
        return self._sums[key]


def _linked(roots: Iterable[Path], folder: Path) -> dict[Path, Path]:
    """Links to data folders, in a folder of our own.

    DuckDB takes every `name=value` in a path for a column, also in the part above the data folder,
    and the first one of a name wins: games below a folder `seed=7` would be of seed 7. Through the
    link it sees no more of a path than the suite itself wrote.

    Raises UserError if the temporary folder itself has such a name.
    """
    if "=" in str(folder):
        fail(f"TMPDIR {folder.parent}: a temporary folder with '=' in its path cannot be used")
    links = {}
    for number, root in enumerate(sorted(roots)):
        links[root] = folder / f"data-{number}"
        links[root].symlink_to(root.absolute(), target_is_directory=True)
    return links


def file_named(path: Path) -> str:
    """A file as SQL names it: DuckDB takes *, ? and [ for patterns unless they are in brackets."""
    return quoted(re.sub(r"[*?[]", r"[\g<0>]", str(path)))


def open_tree(
    root: Place | Store,
    configs: Iterable[Config] | None = None,
    *,
    seed: int | None = None,
    memory_limit: str = "1GB",
    threads: int = 2,
    in_full: bool = True,
    only: Sequence[str] = (),
    partitions: Collection[str] | None = None,
) -> Tree:
    """Open the runs of a tree (all, or those of some configurations and one seed), checked.

    root: a folder, or the URL of an object store, whose files are fetched first and kept in the
    cache folder (`simulate.data.mirror`).

    Raises UserError naming the file and what would be right: a missing or damaged shard, a
    half-written run, one label with two different rulesets behind it, games of two engines.
    ``in_full`` as in `check_run`. only: the components without which no deal was played
    (`simulate.playing.chosen`); a run of other deals than these is refused, so that nobody takes a
    part of the deals for all. partitions: only runs of these partitions, if given.
    """
    store = store_at(root)
    folder = folder_of(store)
    runs = runs_of(folder)
    if partitions is not None:
        runs = [run for run in runs if run.partition in partitions]
    if seed is not None:
        runs = [run for run in runs if run.seed == seed]
    if configs is not None:
        wanted = set(configs)
        missing = wanted - {run.config for run in runs}
        if missing:
            c = min(missing)
            fail(
                f"{root}: no run of {c.rules} with {c.players} players and policy {c.policy}"
                f"; record it with `gah simulate --rules {c.rules} --players {c.players}"
                f" --policy {c.policy} --out {root}`"
            )
        runs = [run for run in runs if run.config in wanted]
    if not runs:
        fail(f"{root}: no run with seed {seed}; choose a seed that `runs/` lists")
    hashes: dict[str, Run] = {}
    for run in runs:
        first = hashes.setdefault(run.config.rules, run)
        if first.ruleset_hash != run.ruleset_hash:
            fail(
                f"{run.manifest}: ruleset {run.config.rules} is {run.ruleset_hash[:12]} here but"
                f" {first.ruleset_hash[:12]} in {first.manifest.name}; rerun the older one"
            )
    refuse_other_engines(runs)
    _refuse_other_deals(runs, only)
    if folder is not store:
        _fetch(store, folder, runs, in_full)
        in_full = False  # it has just been compared
    for run in runs:
        check_run(run, in_full=in_full)
    return Tree(runs, memory_limit=memory_limit, threads=threads)


def _refuse_other_deals(runs: Iterable[Run], only: Sequence[str]) -> None:
    """Raise UserError for a run that holds other deals than those that set out one of `only`."""
    for run in runs:
        if list(only) != run.told.only:
            holds = (
                f"only deals with {' or '.join(run.told.only)}" if run.told.only else "all deals"
            )
            asked = f"those with {' or '.join(only)}" if only else "all"
            fail(f"{run.manifest}: it holds {holds}, and {asked} are asked for; use another folder")


def refuse_other_engines(runs: Iterable[Run]) -> None:
    """Raise UserError if games that were played otherwise would be put together, naming two runs.

    Runs may have different policies at the table; of those they share, play must be the same.
    """
    firsts: dict[str, tuple[str, Run]] = {}
    for run in runs:
        for what, mine in _played_by(run.told):
            other, first = firsts.setdefault(what, (mine, run))
            if mine != other:
                fail(
                    f"{run.manifest}: its games are of {what} {mine[:12]}, those of"
                    f" {first.manifest.name} of {other[:12]}: one is not to be compared with the"
                    " other; delete the older run and record it again"
                )


def _played_by(manifest: Manifest) -> list[tuple[str, str]]:
    """What must be the same in two runs that are compared, by name.

    In runs of earlier versions, ``engine`` covers the code of learned players where one sits at the
    table: there it is another digest.
    """
    of_learned = not manifest.plays and any(map(_learned, manifest.policies))
    return [
        ("version", manifest.version),
        ("engine with learned players" if of_learned else "engine", manifest.engine),
        *((f"policy {name}", digest) for name, digest in manifest.plays.items()),
    ]


def _learned(policy: str) -> bool:
    """Is this a learned player? One of a user's file, by its own name, is not."""
    try:
        return policies.get(policy).plans
    except UserError:
        return False


def _fetch(store: Store, folder: Folder, runs: Sequence[Run], in_full: bool) -> None:
    """Fetch what a folder lacks of the runs of a store, under a progress bar."""
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    from simulate.base.bars import plain_console

    wanted = Fetch(store, folder, [run.told for run in runs], in_full=in_full)
    columns = (TextColumn("fetching"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    console = plain_console(stderr=True)
    with Progress(
        *columns, console=console, transient=True, disable=not (wanted.size and console.is_terminal)
    ) as progress:
        task = progress.add_task("", total=wanted.size)
        wanted.fetch(lambda size: progress.advance(task, size))


def ahead(
    make: Callable[[Sequence[Piece]], pd.DataFrame], parts: Sequence[Sequence[Piece]]
) -> Iterator[pd.DataFrame]:
    """What is made of each part, in order: the next in another thread while one is used."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        coming = [pool.submit(make, part) for part in parts[:1]]
        for part in parts[1:]:
            made = coming.pop().result()
            coming.append(pool.submit(make, part))
            yield made
        if coming:
            yield coming.pop().result()


@cache
def sql(name: str) -> str:
    """Text of analysis/sql/<name>.sql, without comments and a closing semicolon."""
    text = resources.files("analysis").joinpath("sql", f"{name}.sql").read_text(encoding="utf-8")
    return text.strip().rstrip(";")
