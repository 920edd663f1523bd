"""Write frames as CSV that a spreadsheet shows without running formulas."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd

from simulate.base.files import write_whole
from simulate.base.notation import FORMULA


def write_csv(table: pd.DataFrame, path: Path, *, lasting: bool = True) -> Path:
    """Write a table so that the same numbers give the same bytes. Raises UserError if it cannot.

    lasting: see `write_whole`; off for the hundreds of tables of a report.
    """
    write_whole(path, csv_text(table).encode(), lasting=lasting)
    return path


def csv_text(table: pd.DataFrame) -> str:
    """A table as CSV; a text that looks like a formula gets an apostrophe in front."""
    shown = table.rename(columns=_harmless)
    for place, kind in enumerate(shown.dtypes):
        if not pd.api.types.is_numeric_dtype(kind):
            shown.isetitem(place, shown.iloc[:, place].map(_harmless))
    return str(shown.to_csv(index=False, float_format="%.6g", lineterminator="\n"))


def _harmless(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
