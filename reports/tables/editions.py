"""Tables of the games of both editions: the runs, and differences in whole-game measures."""

from __future__ import annotations

from collections.abc import Sequence

from analysis import Config
from analysis.base.metrics import TOTALS
from reports import names
from reports.results import Results, rows_of
from reports.tables.compare import difference
from reports.tables.table import Table
from reports.text import PERCENT, PLAIN, Unit, cell, count, interval, number


def runs_table(results: Results) -> Table:
    rows = [
        (names.ruleset(run.config.rules), str(run.config.players), run.config.policy,
         count(run.games), str(run.seed), run.ruleset_hash[:12])
        for run in results.runs
    ]  # fmt: skip
    head = ("Ruleset", "Players", "Policy of all seats", "Games", "Seed", "Ruleset hash")
    return Table("Recorded games used on this page", head, rows)


def totals_table(results: Results, configs: Sequence[Config]) -> Table:
    """Paired differences of whole-game measures, one column per configuration."""
    rows: list[list[str]] = []
    for measure in TOTALS:
        row = [measure.label]
        for config in configs:
            found = rows_of(results.measures, config, measure=measure.name).iloc[0]
            row.append(difference(found, PLAIN))
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
        row.append(f"{number(found['correlation'])} ({bounds})")
        bounds = interval(found["gain_low"], found["gain_high"], Unit(1, 1, ""))
        gain.append(f"{number(found['gain'], 1)} ({bounds})")
    rows += [row, gain]
    head = ["", *names.heads(configs)]
    caption = (
        f"{names.ruleset(results.facts.rules_b)} minus"
        f" {names.ruleset(results.facts.rules_a)} on the same deals: mean difference"
        " (95% interval, clustered by deal)"
    )
    return Table(caption, head, rows)
