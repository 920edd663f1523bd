"""Deals with forced actions, in separate files: sums by deal, and a verdict on their sign."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb
import numpy as np

from analysis.base import stats
from analysis.base.data import WIN_UNIT, sql
from analysis.base.families import CARDS, FDR
from analysis.base.moments import Moments, by_deal, moment_columns
from analysis.base.stats import Array
from analysis.base.verdicts import UNDECIDED
from model import UserError


def sums_by_deal(
    query: str, files: Sequence[str], blocks: Sequence[Sequence[str]], by: Sequence[str],
    threads: int = 1, **given: Any,
) -> Moments:  # fmt: skip
    """Sums over deals of the columns of a query, with their products within each block.

    query: of analysis/sql, one row per observation, with deal and the columns `by`; n counts rows.
    files: Parquet of forced deals; given: further parameters of the query. A group's clusters are
    the deals that have a row in it.
    """
    columns = dict.fromkeys(["deal", *by, *(name for some in blocks for name in some)])
    rows = f"SELECT {', '.join(columns)} FROM (SELECT *, 1 AS n FROM (\n{sql(query)}\n))"
    select = ", ".join([*by, "count(*) AS clusters", *moment_columns(blocks)])
    keys = ", ".join(by)
    text = f"SELECT {select} FROM ({by_deal(rows, blocks, by)}) GROUP BY {keys} ORDER BY {keys}"
    with duckdb.connect(":memory:") as db:
        db.execute(f"SET threads = {int(threads)}")
        try:
            found = db.execute(text, {"files": list(files), **given}).df()
        except duckdb.Error as error:  # of files that are not from this suite
            where = Path(files[0]).parent
            said = str(error).splitlines()[0][:200]
            raise UserError(f"{where}: damaged ({said}); delete it") from None
        return Moments.from_frame(found, blocks, by)


def scale_of(outcome: str, players: int) -> float:
    """The factor of a recorded outcome (lead, vp, win) over its unit."""
    return {"lead": players - 1.0, "vp": 1.0, "win": float(WIN_UNIT)}[outcome]


def mean(held: Moments, over: str, form: str, outcome: str, players: int) -> stats.Estimate:
    """Mean of an outcome in a form of playing (a column of the query), in its unit.

    over: the column with the number of rows that have it.
    """
    sums = held.select(over, f"{outcome}_{form}")
    return stats.ratio(*sums, held.clusters) * (1 / scale_of(outcome, players))


def signs(estimate: stats.Estimate, above: str, below: str) -> tuple[Array, Array]:
    """q-values of one family of cards, and a word for each that is shown to be above or below 0.

    Else `UNDECIDED`; "" where there are too few deals.
    """
    q = CARDS.q(estimate.p)
    words = np.where(q <= FDR, np.where(estimate.value > 0, above, below), UNDECIDED)
    return q, np.where(np.isfinite(estimate.p), words, "")
