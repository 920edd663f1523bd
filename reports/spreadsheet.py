"""Frames as CSV that a spreadsheet shows and does not run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd

from simulate.base.files import write_whole

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet takes for something to compute, or to run."""


def write_csv(table: pd.DataFrame, path: Path, *, lasting: bool = True) -> Path:
    """Write a table so that the same numbers give the same bytes. Raises UserError if it cannot.

    lasting: see `write_whole`; not for one of the hundreds of a report.
    """
    write_whole(path, csv_text(table).encode(), lasting=lasting)
    return path


def csv_text(table: pd.DataFrame) -> str:
    """A table as CSV that a spreadsheet shows and does not run.

    A text that looks like a formula has an apostrophe before it.
    """
    shown = table.rename(columns=_harmless)
    for place, kind in enumerate(shown.dtypes):
        if not pd.api.types.is_numeric_dtype(kind):
            shown.isetitem(place, shown.iloc[:, place].map(_harmless))
    return str(shown.to_csv(index=False, float_format="%.6g", lineterminator="\n"))


def _harmless(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
