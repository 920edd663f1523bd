"""How strong players play: the table of their habits compared with those of weak players."""

from __future__ import annotations

import pandas as pd

from analysis.base.metrics import SOURCES
from reports import names
from reports.results import Results
from reports.tables.table import Table
from reports.text import PERCENT, POINTS, Unit, cell, measured

COUNTED = Unit(1, 2, "")
SOURCE_IDS = {one.id for one in SOURCES}


def kinds(results: Results) -> tuple[str, str]:
    """The strong and the weak policy that habits compare."""
    weak = [one for one in results.policies if one != "random"]
    return weak[0], weak[-1]


def unit_of(row: pd.Series, change: bool = False) -> Unit:
    """The unit of a habit."""
    if row["unit"] != "share":
        return COUNTED
    return POINTS if change else PERCENT


def habits_table(results: Results, players: int) -> Table:
    """Every habit at tables of this many players, the clearest differences first."""
    strong, weak = kinds(results)
    rows = by_size(results.habits[results.habits["players"] == players])
    head = ["Per player and game", names.players(strong).capitalize(),
            names.players(weak).capitalize(), "Difference", "Winners minus the others"]  # fmt: skip
    lines = [
        (
            label(row),
            cell(measured(row, "strong"), unit_of(row), sign=False),
            cell(measured(row, "weak"), unit_of(row), sign=False),
            cell(row, unit_of(row, change=True)),
            cell(measured(row, "winners"), unit_of(row)) if pd.notna(row["winners"]) else "",
        )
        for _, row in rows.iterrows()
    ]
    caption = (
        f"{names.ruleset(results.rules)}, {players} players: means (95% interval, clustered by"
        f" deal). Last column: how much more the winner at a table of {names.players(strong)} had"
        " than the others there"
    )
    return Table(caption, head, lines, key=f"habits-{players}", frame=rows)


def by_size(rows: pd.DataFrame) -> pd.DataFrame:
    """Rows in the order of their difference in standard errors, the clearest first."""
    clear = (rows["estimate"] / rows["se"]).abs()
    return rows.loc[clear.sort_values(ascending=False, kind="stable").index]


def label(row: pd.Series) -> str:
    """The name of a habit in a list; for VP, with their source."""
    if row["metric"] in SOURCE_IDS and not str(row["label"]).startswith("VP"):
        return f"VP from {row['label']}"
    return str(row["label"]) + (", %" if row["unit"] == "share" else "")
