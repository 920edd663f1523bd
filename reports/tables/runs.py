"""The table of recorded runs: games, wins and VP of each seat or policy."""

from __future__ import annotations

import pandas as pd

from reports.tables.table import Table
from reports.text import PERCENT, Unit, cell, measured

POINTS_OF_VP = Unit(1, 1, "VP")


def runs_table(frame: pd.DataFrame, caption: str) -> Table:
    """From the frame of `analysis.course.summary`; the first two columns identify a row."""
    rows = [
        (
            f"{row['rules']}, {row['players']} {row['policies']}, seed {row['seed']}",
            str(row["who"]), f"{row['games']:,}",
            cell(measured(row, "win"), PERCENT, sign=False),
            cell(measured(row, "vp"), POINTS_OF_VP, sign=False),
        )
        for _, row in frame.iterrows()
    ]  # fmt: skip
    return Table(caption, ("Run", "Who", "Games", "Wins, %", "Mean VP"), rows, identifying=2)
