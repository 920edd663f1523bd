"""Split a tree of runs into parts that are analysed one after the other, in bounded memory.

Sums over games are exactly the sums of sums over parts, as long as no cluster (deal) is in two
parts. Files contain games in order, so a part is a range of deals: it ends where, in every run of a
seed, one file ends and the next begins with another deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow.parquet as pq

from simulate.data.manifest import shard_name

if TYPE_CHECKING:
    from analysis.base.runs import Run

CHUNK_GAMES = 100_000
"""Games per part: some 4 million rows of cards with four players."""


@dataclass(frozen=True)
class RunShard:
    """One shard of a run: its first and last deal, and its games."""

    first: int
    last: int
    games: int
    run: Run
    number: int

    def path(self, table: str) -> Path:
        """The path of its part of a table, in a data folder."""
        return self.run.root / shard_name(table, self.run.partition, self.number)


def pieces_of(run: Run) -> list[RunShard]:
    """The shards of a run.

    Game g is of deal g // same_deal, except in runs of chosen deals (`only`): there the deals come
    from the statistics in the footers of the table of games.
    """
    return [_piece(run, number) for number in range(run.manifest.shards)]


def _piece(run: Run, number: int) -> RunShard:
    first, games = run.manifest.first_games(number)
    if run.manifest.only:
        return _piece_by_footer(run, number)
    same = run.manifest.same_deal
    return RunShard(first // same, (first + games - 1) // same, games, run, number)


def _piece_by_footer(run: Run, number: int) -> RunShard:
    data = pq.read_metadata(run.store.source(shard_name("games", run.partition, number)))
    column = data.schema.to_arrow_schema().get_field_index("deal")
    stats = [data.row_group(i).column(column).statistics for i in range(data.num_row_groups)]
    known = [one for one in stats if one is not None and one.has_min_max]
    if column < 0 or len(known) < len(stats) or not known:  # unknown: cannot be split
        return RunShard(0, 2**62, data.num_rows, run, number)
    first, last = min(one.min for one in known), max(one.max for one in known)
    return RunShard(first, last, data.num_rows, run, number)


def chunks(pieces: Iterable[RunShard], games: int = CHUNK_GAMES) -> Iterator[list[RunShard]]:
    """Parts of at least this many games (the last of a seed: the rest) that share no deal.

    Runs of one seed share deals, whatever their rules and players, and are split at the same deals.
    """
    ordered = sorted(pieces, key=lambda one: (one.run.seed, one.first))
    for _, same in groupby(ordered, key=lambda one: one.run.seed):
        part: list[RunShard] = []
        last, held = -1, 0
        for piece in same:
            if piece.first > last and held >= games:
                yield part
                part, held = [], 0
            part.append(piece)
            last, held = max(last, piece.last), held + piece.games
        if part:
            yield part
