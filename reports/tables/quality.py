"""Tables of the page on the game: measures of quality by kind of player, and their changes."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from analysis import Config
from analysis.base.metrics import margin_at, metric
from analysis.course.quality import BY_ROUND, LEVELS, QUALITY
from model.wording import many
from reports import names
from reports.results import Results, rows_of
from reports.tables.compare import NOT_ZERO
from reports.tables.table import Table
from reports.text import PERCENT, PLAIN, POINTS, Unit, cell, listing, signed, with_unit


def unit_of(id: str, change: bool = False) -> Unit:
    """The unit of a measure: shares in percent, their changes in percentage points."""
    if metric(id).unit != "share":
        return PLAIN
    return POINTS if change else PERCENT


def levels_table(results: Results, configs: Sequence[Config]) -> Table:
    """Every measure of the newer ruleset, one column per number and kind of players."""
    rows = []
    for id in LEVELS:
        cells = []
        for config in configs:
            found = rows_of(results.quality.levels, config, metric=id).iloc[0]
            cells.append(cell(found, unit_of(id), sign=False))
        rows.append((_label(id), *cells))
    head = ("", *names.heads(configs))
    caption = f"{names.ruleset(results.rules)}: mean (95% interval, clustered by deal)"
    return Table(caption, head, rows, key=results.saved("quality", configs),
                 frame=results.quality.levels)  # fmt: skip


def changes_table(results: Results, configs: Sequence[Config]) -> Table:
    """The change of each measure under the newer rules, paired by deal, with verdicts."""
    rows = []
    for one in QUALITY:
        assert one.compared is not None
        unit = unit_of(one.id, change=True)
        margin = f"±{margin_at(one.compared, configs[0].players) * unit.factor:g}"
        cells = []
        for config in configs:
            found = rows_of(_changes(results), config, measure=one.id).iloc[0]
            cells.append(cell(found, unit, verdict=str(found["verdict"])))
        rows.append((_label(one.id, change=True), margin, *cells))
    head = ("", "Margin", *names.heads(configs))
    before, after = map(names.ruleset, results.editions)
    caption = (
        f"{after} minus {before} on the same deals (95% interval) and verdict; “better” means more"
        f" suspense, fewer dead turns; {NOT_ZERO}"
    )
    return Table(caption, head, rows, key=results.saved("quality-changes", configs),
                 frame=results.quality.changes)  # fmt: skip


def _changes(results: Results) -> pd.DataFrame:
    return results.quality.changes.rename(columns={"rules_b": "rules"})


def changed(results: Results, config: Config) -> str:
    """How many measures the newer rules are shown to change for one configuration."""
    moved = _moved(results, config)
    if moved.empty:
        return "no measure is shown to have changed"
    labels = [metric(one).label for one in moved["measure"]]
    which = "one measure has" if len(labels) == 1 else f"{len(labels)} measures have"
    return f"{which} changed: {listing(labels)}"


def changed_numbers(results: Results, config: Config) -> list[str]:
    """The size of these changes, and how many measures are shown to be unchanged."""
    rows = rows_of(_changes(results), config)
    same = int((rows["verdict"] == "equivalent").sum())
    return [
        *(f"{metric(row['measure']).label} {signed(row, unit_of(row['measure'], change=True))}"
          for _, row in _moved(results, config).iterrows()),
        f"{same} of {many(len(rows), 'measure')} "
        + ("is shown to be within its margin" if same == 1
           else "are shown to be within their margins"),
    ]  # fmt: skip


def _moved(results: Results, config: Config) -> pd.DataFrame:
    rows = rows_of(_changes(results), config)
    return rows[~rows["verdict"].isin(("equivalent", "undecided", "too few games", "no deal"))]


def _label(id: str, change: bool = False) -> str:
    return with_unit(metric(id).label, unit_of(id, change).name or metric(id).unit)


def definitions() -> list[tuple[str, str]]:
    """Name, definition and caveat of every measure, from metrics.toml."""
    known = dict.fromkeys([*LEVELS, *(one.id for one in BY_ROUND)])
    return [
        (metric(id).label, " ".join(filter(None, (metric(id).definition, metric(id).caveat))))
        for id in known
    ]
