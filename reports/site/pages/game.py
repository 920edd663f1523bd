"""The game as a whole: how scores spread, where points come from, how long it is."""

from __future__ import annotations

from functools import partial

import pandas as pd

from analysis import Config
from analysis.metrics import TOTALS
from reports import figures_games
from reports.figure import for_pages
from reports.results import Results, rows_of
from reports.site.blocks import Finding, Page, Section
from reports.tables import Table
from reports.text import number

KEY = "game"


def build(results: Results) -> Page:
    return Page(
        key=KEY,
        title="The game",
        short="The game",
        lead="How scores spread, where victory points come from, and how long a game is.",
        findings=findings(results),
        sections=[
            Section("spread", "Scores", [for_pages(partial(figures_games.scores_figure, results))]),
            Section("sources", "Where points come from",
                    [for_pages(partial(figures_games.by_source_figure, results))]),
            Section("length", "Length and what happens", [_length(results)]),
        ],
    )  # fmt: skip


def findings(results: Results) -> list[Finding]:
    """Sources of points, and the level of scores."""
    configs = [Config(results.rules, results.players[0], policy) for policy in results.policies]
    return [
        Finding("Where do victory points come from?", f"{figures_games.by_source_title(results)}.",
                results.grounds(configs[:1]), KEY, "sources"),
        Finding("How high are scores?", f"{figures_games.scores_title(results)}.",
                results.grounds(configs), KEY, "spread"),
    ]  # fmt: skip


def _length(results: Results) -> Table:
    """Means of whole-game measures under both editions; the paired change has the interval."""
    configs = [Config(results.rules, n, p) for p in results.policies for n in results.players]
    rows = []
    for measure in TOTALS:
        cells = []
        for config in configs:
            found = rows_of(results.measures, config, measure=measure.name)
            cells.append(_means(found.iloc[0]) if not found.empty else "–")
        rows.append((measure.label, *cells))
    before, after = results.editions
    return Table(
        f"Mean under {before} \N{RIGHTWARDS ARROW} mean under {after}, and the change of it on the"
        " same deals [95% interval]",
        ("", *(f"{c.policy}, {c.players} players" for c in configs)),
        rows, key="measures", frame=results.measures,
    )  # fmt: skip


def _means(row: pd.Series) -> str:
    bounds = f"[{number(row['low'], 2, True)} to {number(row['high'], 2, True)}]"
    return (
        f"{number(row['mean_a'], 1)} \N{RIGHTWARDS ARROW} {number(row['mean_b'], 1)},"
        f" {number(row['estimate'], 2, True)} {bounds}"
    )
