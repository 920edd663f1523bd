"""Forest plots of variants, options and readings: measures, and how many deals differ."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from analysis.base.verdicts import DIFFERS, MATTERS, UNDECIDED, UNMET, WITHIN, judge_changes
from analysis.rulesets.compare import contrast_frame, deals_query, differing, differing_query
from analysis.studies.variants import ALL, ChangeSet
from reports import names
from reports.figures import draw, hover, style
from reports.figures.figure import Figure, How
from reports.figures.hover import Spot
from reports.figures.layout import WIDE, Layout
from reports.places import address
from reports.tables.compare import KNOWN, unit_of
from reports.tables.variants import SAID, in_brief
from reports.text import PERCENT, Unit, count, listing, signed

SHARE = "share"
"""The panel of the share of deals that go differently; the other panels are of measures."""


NAME, NAME_WIDE = (30, 3), (50, 2)
"""Characters per line of a name, and its lines: on a narrow and on a wide page."""


@dataclass(frozen=True)
class Panel:
    """The contents of a panel: rows of estimates by name of the change, players and policy."""

    label: str
    unit: Unit
    frame: pd.DataFrame
    margin: float | None = None


def forest_figure(
    group: ChangeSet, panels: Sequence[str], topic: str, layout: Layout = WIDE
) -> Figure:
    """One panel per measure (or `SHARE`), one row per change, one mark per number of players."""
    order = _drawn(group)
    marks = dict(zip(group.tables, style.POLICY_MARKS, strict=False))
    lines = [panels[at : at + 2] for at in range(0, len(panels), 2)]
    room = NAME if layout.narrow else NAME_WIDE
    labels = [_row_label(group, name, *room) for name in order]
    tall = 0.15 + 0.12 * max(one.count("\n") + 1 for one in labels)
    canvas, axes = layout.grid([0.95 + tall * len(order)] * len(lines), 2, share="none")
    flat = [ax for line in axes for ax in line]
    spots: list[Spot] = []
    for at, (ax, name) in enumerate(zip(flat, panels, strict=True)):
        panel = _panel(group, name)
        series = [
            draw.Series(names.players(policy, n), rows, mark)
            for (n, policy), mark in marks.items()
            if len(rows := panel.frame.query("players == @n and policy == @policy"))
        ]
        draw.forest(
            ax, order, series, "name", panel.unit.factor, layout.label(panel.label), rows=labels,
            margin=panel.margin, gap=0.3, fdr=None if name == SHARE else 0.05,
        )  # fmt: skip
        for y, change in enumerate(order):
            spots.append(_spot(group, panel, change, f"{group.key}-{at}-{y}"))
            hover.row(ax, y, spots[-1])
    draw.legend(
        canvas, [(names.seated(*table), mark) for table, mark in marks.items()], draw.FDR_NOTES
    )
    title = forest_title(group)
    measures = group.everything(0)
    return Figure(
        key=f"{group.key}-forest",
        topic=topic,
        title=title,
        caption=(
            f"Each alone, compared with {listing([*map(names.ruleset, group.bases)])};"
            f" {listing([names.seated(*t) for t in group.tables])}"
            f" at all seats; {count(group.games)} equal deals of each ruleset. Lines: 95%"
            " intervals, clustered by deal (for shares: Wilson). Shaded: within the margin of the"
            " measure. Filled: false discovery rate 5% over all rows and measures of a table."
            f" Sorted by verdict, then by size.{_left_out(group, order)}"
        ),
        alt=f"Paired differences of each change from the base, by measure. {title}",
        table=pd.concat([measures, _shares(group)], ignore_index=True),
        canvas=canvas,
        spots=spots,
        how=How(
            (contrast_frame, judge_changes, differing), composed=(deals_query, differing_query)
        ),
    )


def _drawn(group: ChangeSet) -> list[str]:
    """The changes that affect a deal at some table, in the order of the first table; all changes if
    none does."""
    order = list(group.changes(*group.tables[0])["name"])
    every = group.everything(1)
    met = set(every.loc[every["verdict"] != UNMET, "name"])
    return [name for name in order if name in met] or order


def _left_out(group: ChangeSet, drawn: Sequence[str]) -> str:
    """How many changes are not drawn; empty if all are."""
    number = len(group.changes(*group.tables[0])) - len(drawn)
    are = "is" if number == 1 else "are"
    return f" Not drawn {are} {number} that changed nothing in any deal." if number else ""


def _spot(group: ChangeSet, panel: Panel, change: str, key: str) -> Spot:
    """The spot at the row of a change: its text and numbers, and a link to its ruling."""
    parts = []
    for n, policy in group.tables:
        rows = panel.frame.query("players == @n and policy == @policy and name == @change")
        parts += [
            f"{names.players(policy, n)} {signed(row, panel.unit)}" for _, row in rows.iterrows()
        ]
    step = group.steps.get(change)
    ruling = step.key[1] if step is not None and step.key[0] == "ruling" else ""
    label = panel.label.replace("\n", " ")
    return Spot(
        key, f"{group.title(change)}. {label}: {'; '.join(parts)}.",
        address(f"ruling-{ruling}") if ruling else "",
    )  # fmt: skip


def _row_label(group: ChangeSet, name: str, long: int, lines: int) -> str:
    """A change in words, in several lines if it is long, because the panels need room."""
    if name == ALL:
        return name
    return "\n".join(textwrap.wrap(in_brief(group, name), long, max_lines=lines, placeholder=" …"))


def _panel(group: ChangeSet, name: str) -> Panel:
    if name == SHARE:
        return Panel("deals that go differently, %", PERCENT, _shares(group))
    rows, measure = group.everything(0), KNOWN[name]
    unit = unit_of(measure)
    rows = rows[rows["measure"] == name]
    strictest = min(measure.margin(players) for players, _ in group.tables)
    return Panel(
        f"{measure.label},\ndifference in {unit.name}", unit, rows, strictest * unit.factor
    )


def _shares(group: ChangeSet) -> pd.DataFrame:
    """The shares of deals that go differently, as rows of a measure."""
    columns = ["base", "name", "estimate", "low", "high", "games", "players", "policy"]
    return group.everything(1)[columns].assign(measure=SHARE, unit="share")


def forest_title(group: ChangeSet) -> str:
    """How many changes matter, may matter, do not matter beyond a margin, changed no deal that was
    played, and are undecided."""
    n, policy = group.tables[0]
    changes = group.changes(n, policy)
    changes = changes[changes["name"] != ALL]
    counts = changes["verdict"].value_counts()
    numbers = {
        word: int(counts.get(word, 0)) for word in (MATTERS, DIFFERS, WITHIN, UNMET, UNDECIDED)
    }
    parts = [
        f"{some or 'none'} {words[some > 1]}"
        for some, words in (
            (numbers[MATTERS], ("matters", "matter")),
            (numbers[DIFFERS], ("differs, perhaps too little to matter",
                                "differ, perhaps too little to matter")),
            (numbers[WITHIN], SAID[WITHIN]),
            (numbers[UNMET], SAID[UNMET]),
            (numbers[UNDECIDED], ("is undecided", "are undecided")),
        )
        if some or words[0] == "matters"
    ]  # fmt: skip
    return f"Of {len(changes)} changes, {listing(parts)} ({names.players(policy, n)})"
