"""Open a tree of recorded games and query it with bounded memory.

A tree contains finished runs (one manifest each in runs/) and three Parquet tables. Views named
`games`, `players` and `cards` read only the shards of the chosen runs, so that a run that is still
being written never affects a result.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import repeat
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

import pandas as pd

from analysis.base.chunks import CHUNK_GAMES, RunShard, chunks, pieces_of
from analysis.base.moments import Moments, add_up, by_deal, moment_columns
from analysis.base.reader import DERIVED, Limits, Reader, limits, sql
from analysis.base.runs import Config, Run, check_shards, fail, list_runs, refuse_unfinished
from analysis.base.spread import Spread, current
from model.errors import UserError
from simulate import policies
from simulate.data.folder import Folder
from simulate.data.manifest import Manifest
from simulate.data.places import store_at
from simulate.data.store import Place, Store

if TYPE_CHECKING:
    from analysis.base.kinds import Kind

__all__ = [
    "DERIVED",
    "WIN_UNIT",
    "Reader",
    "Tree",
    "ahead",
    "below",
    "in_front",
    "open_tree",
    "sql",
]

WIN_UNIT = 12
"""The queries count a win as 12 twelfths: shared wins (1/2, 1/3, 1/4) are whole numbers, so that
sums are exact and do not depend on the order in which threads add them."""

Result = TypeVar("Result")
Rows = tuple[str, Callable[[Sequence[RunShard]], pd.DataFrame]]
"""The name of an additional table, and the function that returns its rows for a part."""


class Tree:
    """An open data tree: its runs, and queries of their games.

    Use as a context manager, or call `close()`. Memory is bounded, see `Limits`: sums are computed
    part by part, here or on the machines of a cluster.
    """

    def __init__(
        self, runs: Sequence[Run], limits: Limits | None = None, part_games: int = CHUNK_GAMES,
        spread: Spread | None = None, *, in_full: bool = True,
    ) -> None:  # fmt: skip
        self.runs = tuple(runs)
        self.part_games = part_games
        self.most: int | None = None
        self.asked: dict[str, dict[str, Any]] = {}
        self._limits = limits or Limits()
        self._spread = spread
        self._in_full = in_full
        self._known: dict[Run, list[RunShard]] = {}
        self._sums: dict[tuple[object, ...], Moments] = {}
        self._shared: dict[Config, bool] = {}
        self._unrepeated: dict[tuple[Config, str, int | None], bool] = {}
        self._reader: Reader | None = None
        if spread is None:
            assert self._here  # fails now if there is no folder for temporary files

    def only_first(self, games: int) -> None:
        """Show only the first this many games of each run, even if more are recorded."""
        self.most = games

    @property
    def _here(self) -> Reader:
        """The connection of this process."""
        if self._reader is None:
            self._reader = Reader(self._limits, in_full=self._in_full)
        return self._reader

    def each(
        self,
        work: Callable[[Reader], Result],
        configs: Iterable[Config] | None = None,
        extra: Rows | None = None,
    ) -> Iterator[Result]:
        """The results of some work for each part of the runs (of some configurations), in order.

        The reader passed to it shows the rows of one part only, so that memory does not grow with
        the number of games. No deal is in two parts, so sums over deals may be added over parts. On
        a cluster, work and results are pickled.

        extra: registered under its name. Its rows for the next part are computed in another thread
        during the work on this one.
        """
        parts = self._cut(configs)
        if self._spread is not None:
            there = work if extra is None else partial(_with_rows, work, extra)
            yield from self._spread.each(there, parts, self.most, self._limits, self._in_full)
            return
        rows = repeat(None) if extra is None else ahead(extra[1], parts)
        for part, made in zip(parts, rows, strict=False):
            self._here.show(part, self.most)
            if extra is not None:
                self._here.register(extra[0], made)
            yield work(self._here)

    def _cut(self, configs: Iterable[Config] | None) -> list[list[RunShard]]:
        wanted = set(self.configs if configs is None else configs)
        mine = [one for run in self.runs if run.config in wanted for one in self._pieces(run)]
        return list(chunks(mine, self.part_games))

    def shares_deals(self, config: Config) -> bool:
        """Do games of a configuration share deals? Also true where nothing is known of a file."""
        if config not in self._shared:
            self._shared[config] = any(
                one.games != one.last - one.first + 1
                for run in self.runs
                if run.config == config
                for one in self._pieces(run)
            )
        return self._shared[config]

    def no_repeated_cards(self, configs: Iterable[Config], kinds: Iterable[Kind]) -> bool:
        """Is there at most one row of cards for each deal and card of these kinds?

        Checked in the tables: a deck that ran out and was reshuffled may bring a card twice.
        """
        kinds = tuple(kinds)
        return all(self._not_repeated(config, kind) for config in configs for kind in kinds)

    def _not_repeated(self, config: Config, kind: Kind) -> bool:
        key = (config, kind.id, self.most)
        if key not in self._unrepeated:  # each table of a kind asks this
            self._unrepeated[key] = not self.shares_deals(config) and not any(
                found["repeated"].any()
                for found in self.answers(sql("repeated_cards"), {"kinds": [kind.id]}, (config,))
            )
        return self._unrepeated[key]

    def _pieces(self, run: Run) -> list[RunShard]:
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
        if self._reader is not None:
            self._reader.close()
            self._reader = None

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
        return int(sum(found["n"][0] for found in self.answers(text, config.params(), (config,))))

    def query(self, text: str, params: Mapping[str, Any] | None = None) -> pd.DataFrame:
        """Rows of a query over all games at once, in this process; `params` fill its $names.

        For rows that are few, or that are needed one by one; their number is not bounded. `asked`
        records the text.
        """
        self.asked[text] = dict(params or {})
        every = [one for run in self.runs for one in self._pieces(run)]
        self._here.show(every, self.most)
        return self._here.query(text, params)

    def answers(
        self, text: str, params: Mapping[str, Any] | None = None,
        configs: Iterable[Config] | None = None, extra: Rows | None = None,
    ) -> Iterator[pd.DataFrame]:  # fmt: skip
        """Rows of a query, part by part, see `each`."""
        self.asked[text] = dict(params or {})
        return self.each(partial(Reader.query, text=text, params=params), configs, extra)

    def sums(
        self, text: str, params: Mapping[str, Any], by: Sequence[str],
        configs: Iterable[Config] | None = None,
    ) -> pd.DataFrame:  # fmt: skip
        """Rows of a query whose columns besides `by` are sums over games, all parts added up."""
        return add_up(self.answers(text, params, configs), by)

    def moments(
        self,
        text: str,
        blocks: Iterable[Sequence[str]],
        params: Mapping[str, Any],
        by: Sequence[str] = (),
        configs: Iterable[Config] | None = None,
        extra: Rows | None = None,
        repeated: bool = False,
    ) -> Moments:
        """Sums of the columns of a query by deal, as clusters, and their cross products.

        The query returns the column `deal` and at most one row per game (and value of `by`). Where
        games share deals, the rows of a deal are added here, in the same way for every estimator.
        Computed part by part (see `each`).

        Args:
            blocks: groups of columns; products are computed within each group.
            by: columns that split the result (one entry of the moments for each value).
            configs: those whose rows the query reads; all if None.
            repeated: a game may have several rows, which are added.
            extra: an additional table that the query names, see `each`.
        """
        blocks = [tuple(block) for block in blocks]
        keys = ", ".join(by)
        configs = configs if configs is None else tuple(configs)
        if repeated or any(map(self.shares_deals, self.configs if configs is None else configs)):
            text = by_deal(text, blocks, by)
        select = ",\n  ".join([*by, "count(*) AS clusters", *moment_columns(blocks)])
        tail = f" GROUP BY {keys}" if by else ""
        text = f"SELECT {select}\nFROM (\n{text}\n){tail}"
        if extra is not None:
            found = add_up(self.answers(text, params, configs, extra), by)
            return Moments.from_frame(found, blocks, by)
        key = (text, repr(params), configs, self.most)
        if key not in self._sums:  # many kinds of cards need the same totals
            found = self.sums(text, params, by, configs)
            self._sums[key] = Moments.from_frame(found, blocks, by)
        self.asked[text] = dict(params)
        return self._sums[key]


def _with_rows(work: Callable[[Reader], Result], extra: Rows, reader: Reader) -> Result:
    """Some work with an additional table, whose rows are computed first."""
    name, rows_of = extra
    reader.register(name, rows_of(reader.shown))
    return work(reader)


def open_tree(
    root: Place | Store,
    configs: Iterable[Config] | None = None,
    *,
    seed: int | None = None,
    memory: str | None = None,
    threads: int = 2,
    in_full: bool = True,
    only: Sequence[str] = (),
    partitions: Collection[str] | None = None,
    first: int | Mapping[Config, int] | None = None,
) -> Tree:
    """Open and check the runs of a tree (all, or those of some configurations and one seed).

    root: a folder, or the URL of an object store, whose files are fetched on demand, compared with
    their digests, and saved in the cache folder while there is room (`simulate.data.mirror`).
    memory: of the process, such as "600MB"; `Limits` has the default. Within `spread_over` a
    cluster reads the games.

    Raises UserError naming the file and what would be right: a missing or damaged shard, a
    half-written run, one label for two different rulesets, games of two engines. ``in_full`` as in
    `check_shards`. only: the components one of which is in every deal played
    (`simulate.playing.chosen`); a run of other deals is refused, so that a part of the deals is not
    mistaken for all. partitions: only runs of these partitions, if given. first: only this many
    games of each run are shown and need to be recorded; by configuration, the shards that contain
    that many.
    """
    store, spread = store_at(root), current()
    if spread is not None and isinstance(store, Folder):
        store = Folder(store.path.absolute())  # other machines have other working folders
    runs = list_runs(store)
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
        known = hashes.setdefault(run.config.rules, run)
        if known.ruleset_hash != run.ruleset_hash:
            fail(
                f"{run.file}: ruleset {run.config.rules} is {run.ruleset_hash[:12]} here but"
                f" {known.ruleset_hash[:12]} in {known.file.name}; rerun the older one"
            )
    refuse_other_engines(runs)
    _refuse_other_deals(runs, only)
    if first is not None:
        asked = first if isinstance(first, Mapping) else {run.config: first for run in runs}
        runs = [run.only_first(asked[run.config]) for run in runs]
    for run in runs:
        refuse_unfinished(run)
    tree = Tree(runs, limits(memory, threads), spread=spread, in_full=in_full)
    tree.most = None if isinstance(first, Mapping) else first
    if not isinstance(store, Folder):
        return tree  # fetched files are compared as they arrive
    if spread is None:
        for run in runs:
            check_shards(run, range(run.manifest.shards), in_full=in_full)
        return tree
    for _ in tree.each(partial(_check, in_full=in_full)):
        pass
    return tree


def _check(reader: Reader, in_full: bool) -> None:
    """Raise UserError unless the files that a reader shows are as recorded."""
    shown: dict[Run, list[int]] = {}
    for one in reader.shown:
        shown.setdefault(one.run, []).append(one.number)
    for run, numbers in shown.items():
        check_shards(run, numbers, in_full=in_full)


def _refuse_other_deals(runs: Iterable[Run], only: Sequence[str]) -> None:
    """Raise UserError for a run of other deals than those that set out one of `only`."""
    for run in runs:
        if list(only) != run.manifest.only:
            holds = (
                f"only deals with {' or '.join(run.manifest.only)}"
                if run.manifest.only
                else "all deals"
            )
            asked = f"those with {' or '.join(only)}" if only else "all"
            fail(f"{run.file}: it contains {holds}, not {asked}; use another folder")


def refuse_other_engines(runs: Iterable[Run]) -> None:
    """Raise UserError, naming two runs, if games by different versions of play would be combined.

    Runs may have different policies at the table; those that they share must play the same.
    """
    firsts: dict[str, tuple[str, Run]] = {}
    for run in runs:
        for what, mine in _played_by(run.manifest):
            other, first = firsts.setdefault(what, (mine, run))
            if mine != other:
                fail(
                    f"{run.file}: its games are of {what} {mine[:12]}, those of"
                    f" {first.file.name} of {other[:12]}: they cannot be compared;"
                    " delete the older run and record it again"
                )


def _played_by(manifest: Manifest) -> list[tuple[str, str]]:
    """The versions that must be the same in two compared runs, by name.

    In runs of earlier versions, ``engine`` covers the code of learned players if one is at the
    table: its digest is then a different one.
    """
    of_learned = not manifest.plays and any(map(_learned, manifest.policies))
    return [
        ("version", manifest.version),
        ("engine with learned players" if of_learned else "engine", manifest.engine),
        *((f"policy {name}", digest) for name, digest in manifest.plays.items()),
    ]


def _learned(policy: str) -> bool:
    """Is this a learned player? A user's file, which goes by its own name, is not."""
    try:
        return policies.get(policy).plans
    except UserError:
        return False


def below(frames: Iterable[pd.DataFrame]) -> pd.DataFrame:
    """Frames one below the other; columns of empty ones are ignored."""
    filled = [frame for frame in frames if not frame.empty]
    return pd.concat(filled, ignore_index=True) if filled else pd.DataFrame()


def in_front(frame: pd.DataFrame, values: Mapping[str, object]) -> pd.DataFrame:
    """The frame preceded by columns of one value each."""
    return frame.assign(**values)[[*values, *frame.columns]]


def ahead(
    make: Callable[[Sequence[RunShard]], pd.DataFrame], parts: Sequence[Sequence[RunShard]]
) -> Iterator[pd.DataFrame]:
    """The result for each part, in order; the next is computed in another thread meanwhile."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        coming = [pool.submit(make, part) for part in parts[:1]]
        for part in parts[1:]:
            made = coming.pop().result()
            coming.append(pool.submit(make, part))
            yield made
        if coming:
            yield coming.pop().result()
