"""Cut a tree of runs into parts that can be analysed one after the other, in bounded memory.

Sums over games are the sums of sums over parts, exactly, as long as no cluster (deal) is in two of
them. Files hold games in order, so a part is a range of deals: a cut is made where, in every run
of a seed, one file ends and the next begins with another deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow.parquet as pq

if TYPE_CHECKING:
    from analysis.base.runs import Run

CHUNK_GAMES = 200_000
"""Games of a part: some 8 million rows of cards with four players."""


@dataclass(frozen=True)
class Piece:
    """One shard of a run: its first and last deal, and its games."""

    first: int
    last: int
    games: int
    run: Run
    shard: str

    def path(self, table: str) -> Path:
        """Where its part of a table is."""
        return self.run.folder(table) / self.shard


def pieces_of(run: Run) -> list[Piece]:
    """The shards of a run, by the statistics in the footers of its table of games."""
    return [_piece(run, path) for path in run.shards("games")]


def _piece(run: Run, path: Path) -> Piece:
    data = pq.read_metadata(path)
    column = data.schema.to_arrow_schema().get_field_index("deal")
    stats = [data.row_group(i).column(column).statistics for i in range(data.num_row_groups)]
    known = [one for one in stats if one is not None and one.has_min_max]
    if column < 0 or len(known) < len(stats) or not known:  # unknown: cannot be cut
        return Piece(0, 2**62, data.num_rows, run, path.name)
    first, last = min(one.min for one in known), max(one.max for one in known)
    return Piece(first, last, data.num_rows, run, path.name)


def chunks(pieces: Iterable[Piece], games: int = CHUNK_GAMES) -> Iterator[list[Piece]]:
    """Parts of at least this many games (the last of a seed: the rest) that share no deal.

    Runs of one seed share deals, whatever their rules and players, and are cut at the same deals.
    """
    ordered = sorted(pieces, key=lambda one: (one.run.seed, one.first))
    for _, same in groupby(ordered, key=lambda one: one.run.seed):
        part: list[Piece] = []
        last = -1
        for piece in same:
            if piece.first > last and sum(one.games for one in part) >= games:
                yield part
                part = []
            part.append(piece)
            last = max(last, piece.last)
        if part:
            yield part
