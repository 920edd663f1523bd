"""Writes rows of recorded games to one file, in the format of its extension."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import duckdb
import polars as pl

from analysis.base.runs import fail
from analysis.rows.reading import GameRows
from simulate.base.notation import FORMULA


def write(rows: GameRows, out: Path, table: str) -> None:
    """Write rows to a file that ends in .csv, .parquet, .arrow or .duckdb, streaming.

    The file appears when complete, replacing one of that name. Raises UserError if it cannot be
    written.
    """
    try:
        with tempfile.TemporaryDirectory(prefix=".gah-export-", dir=out.parent) as folder:
            made = Path(folder) / out.name
            _write(rows.lazy, made, table)
            made.replace(out)
    except OSError as error:
        fail(f"{out}: cannot write ({error.strerror or error})")


def _write(rows: pl.LazyFrame, made: Path, table: str) -> None:
    if made.suffix == ".csv":
        _harmless(_without_lists(rows)).sink_csv(made)
    elif made.suffix == ".arrow":
        rows.sink_ipc(made)
    elif made.suffix == ".parquet":
        rows.sink_parquet(made)
    else:
        between = made.with_suffix(".parquet")
        rows.sink_parquet(between)
        with duckdb.connect(str(made)) as database:
            database.execute(
                f"CREATE TABLE {table} AS SELECT * FROM read_parquet(?)", [str(between)]
            )


def _without_lists(rows: pl.LazyFrame) -> pl.LazyFrame:
    """The rows with lists as JSON: a cell of a CSV holds one value."""
    kinds = rows.collect_schema()
    lists = [name for name, kind in kinds.items() if isinstance(kind, pl.List)]
    return rows.with_columns(_json(name, kinds[name]) for name in lists)


def _harmless(rows: pl.LazyFrame) -> pl.LazyFrame:
    """The rows with an apostrophe in front of names that a spreadsheet would run as a formula."""
    first = f"^([{re.escape(''.join(FORMULA))}])"
    names = pl.col(pl.String, pl.Enum).cast(pl.String)
    return rows.with_columns(names.str.replace(first, "'${1}"))


def _json(name: str, kind: pl.DataType) -> pl.Expr:
    numbers = isinstance(kind, pl.List) and kind.inner.is_numeric()
    words = pl.col(name).cast(pl.List(pl.String))
    if not numbers:
        words = words.list.eval(pl.lit('"') + pl.element() + pl.lit('"'))
    return (pl.lit("[") + words.list.join(",") + pl.lit("]")).alias(name)
