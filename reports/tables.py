"""Tables of the page, as plain rows of text for the template."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pandas as pd

from analysis import Config
from analysis.metrics import TOTALS
from reports.figure import write_csv
from reports.results import Results, rows_of
from reports.text import PERCENT, POINTS, Unit, cell, count, interval, number


@dataclass(frozen=True)
class Table:
    """Headings and rows; the first column is the row's heading, cells may be `Markup`.

    words: cells are sentences, not numbers. frame: the same as data, saved as <key>.csv.
    """

    kind: ClassVar[str] = "table"
    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: bool = False
    key: str = ""
    frame: pd.DataFrame | None = None

    def save(self, folder: Path) -> Path:
        """Write the data as CSV; returns the path."""
        assert self.frame is not None, "a table of words alone has nothing to save"
        folder.mkdir(parents=True, exist_ok=True)
        return write_csv(self.frame, folder / f"{self.key}.csv")


def runs_table(results: Results) -> Table:
    rows = [
        (run.config.rules, str(run.config.players), run.config.policy, count(run.games),
         str(run.seed), run.ruleset_hash[:12])
        for run in results.runs
    ]  # fmt: skip
    head = ("Ruleset", "Players", "Policy of all seats", "Games", "Seed", "Ruleset hash")
    return Table("Recorded games that this page reads", head, rows)


def totals_table(results: Results) -> Table:
    """Paired differences of whole-game measures, a column a configuration."""
    configs = results.columns
    rows: list[list[str]] = []
    for measure in TOTALS:
        row = [measure.label]
        for config in configs:
            found = rows_of(results.measures, config, measure=measure.name).iloc[0]
            row.append(
                "0 in every deal"
                if found["se"] == 0 and found["estimate"] == 0
                else cell(found, Unit(1, 2, ""))
            )
        rows.append(row)
    row = ["deals with another winner, %"]
    for config in configs:
        row.append(cell(rows_of(results.winners, config).iloc[0], PERCENT, sign=False))
    rows.append(row)
    row = ["VP of a player: correlation of the two games of a deal"]
    gain = ["VP of a player: unpaired games needed for one paired"]
    for config in configs:
        found = rows_of(results.measures, config, measure="vp").iloc[0]
        bounds = interval(found["correlation_low"], found["correlation_high"], Unit(1, 2, ""))
        row.append(f"{number(found['correlation'])} [{bounds}]")
        bounds = interval(found["gain_low"], found["gain_high"], Unit(1, 1, ""))
        gain.append(f"{number(found['gain'], 1)} [{bounds}]")
    rows += [row, gain]
    head = ["", *results.column_heads]
    caption = (
        f"{results.facts.rules_b} minus {results.facts.rules_a} on the same deals: mean difference"
        " [95% interval, clustered by deal]"
    )
    return Table(caption, head, rows)


def cards_table(results: Results, players: int) -> Table:
    """All staff cards for the first policy: effect, use; ordered by dealt effect on winning."""
    config = Config(results.rules, players, results.policies[0])
    win = rows_of(results.dealt, config, outcome="win").set_index("card")
    vp = rows_of(results.dealt, config, outcome="vp").set_index("card")
    played_win = rows_of(results.played, config, outcome="win").set_index("card")
    played_vp = rows_of(results.played, config, outcome="vp").set_index("card")
    use = rows_of(results.use, config).set_index("card")
    rows = []
    for card in win.sort_values("estimate", ascending=False).index:
        one = use.loc[card]
        rows.append((
            results.facts.card(int(card)),
            cell(win.loc[card], POINTS),
            _q(float(win.loc[card, "q"])),
            cell(vp.loc[card], Unit(1, 1, "")),
            _use(one, "play_rate", PERCENT),
            _use(one, "round_played", Unit(1, 1, "")),
            _use(one, "vp_scored", Unit(1, 1, "")),
            _if_known(played_win, card, POINTS),
            _if_known(played_vp, card, Unit(1, 1, "")),
        ))  # fmt: skip
    head = ("Staff card", "Dealt: win rate, points", "q", "Dealt: VP", "Played, % of dealt",
            "Round played", "VP it brought when played",
            "Played minus not played (descriptive): win rate, points",
            "Played minus not played (descriptive): VP")  # fmt: skip
    caption = (
        f"{config.rules}, {config.policy}, {players} players, {count(results.games(config))} games:"
        " estimate [95% interval]"
    )
    return Table(caption, head, rows)


def _if_known(rows: pd.DataFrame, card: int, unit: Unit) -> str:
    """The estimate for a card, or n/a if too few seats played it or left it."""
    if card not in rows.index or pd.isna(rows.loc[card, "estimate"]):
        return "n/a"
    return cell(rows.loc[card], unit)


def _use(row: pd.Series, name: str, unit: Unit) -> str:
    bounds = interval(row[f"{name}_low"], row[f"{name}_high"], unit)
    return f"{number(row[name] * unit.factor, unit.digits)} [{bounds}]"


def _q(q: float) -> str:
    return "n/a" if pd.isna(q) else "< 0.001" if q < 0.001 else f"{q:.3f}"
