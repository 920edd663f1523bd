"""The table of `gah study power`."""

from __future__ import annotations

import numpy as np
import pandas as pd

from analysis.rulesets.compare import Measure
from analysis.studies.power import DEALT, KNOWN, PowerQuestion, shown_by
from reports import names
from reports.tables.table import Table
from reports.text import number, with_unit
from simulate.base.notation import estimate
from simulate.batch.cost import in_time


def power_table(frame: pd.DataFrame, question: PowerQuestion, players: int, policy: str) -> Table:
    """One row per measure and design."""
    rows = []
    for _, row in frame.iterrows():
        name, factor = str(row["measure"]), shown_by(str(row["measure"]))
        measure: Measure | None = KNOWN.get(name)
        label = measure.label if measure else f"effect of being dealt it on {DEALT[name][0]}"
        unit = measure.unit if measure else DEALT[name][1]
        rows.append((
            with_unit(label, unit), str(row["design"]), number(row["sd"] * factor, 2),
            number(row["effect"] * factor, 2),
            _needed(row),
            in_time(row["cpu"]) if np.isfinite(row["cpu"]) else "n/a",
            f"{row['power_now']:.0%}", number(row["detectable"] * factor, 3),
        ))  # fmt: skip
    head = ("Measure", "Design", "SD per deal", "Effect", f"Games for {question.chance:.0%}",
            "Processor time", f"Power with {question.games:,}",
            f"Smallest effect with {question.games:,}")  # fmt: skip
    caption = (
        f"{names.players(policy, players)}, two-sided test at {question.level:.0%}, power"
        f" {question.chance:.0%} (95% interval)"
    )
    return Table(caption, head, rows)


def _needed(row: pd.Series) -> str:
    """The games needed, with the interval that follows from the spread."""
    if not np.isfinite(row["needed"]):
        return "n/a"
    return estimate(row["needed"], row["needed_low"], row["needed_high"], 0)
