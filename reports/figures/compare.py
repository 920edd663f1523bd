"""Figures of a comparison of rulesets: single changes next to the whole, and all measures."""

from __future__ import annotations

import textwrap

import pandas as pd
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import NullLocator

from analysis.base.verdicts import DIFFERENT, EQUIVALENT, UNDECIDED
from analysis.rulesets.compare import Measure, measures
from analysis.studies.compare import INTERACTION, OFF, ON, TOTAL, Comparison
from reports import names
from reports.figures import draw, style
from reports.figures.figure import Figure
from reports.figures.layout import Settled
from reports.tables.compare import change_name, unit_of
from reports.text import count, number, upper

ON_MARK, OFF_MARK = style.Mark(style.BLUE, "o"), style.Mark(style.ORANGE, "s")


LINEAR = 12
"""Margins up to which the axis is linear; beyond, it is logarithmic outside 2."""


def headlines() -> list[Measure]:
    """The measures that have their own forest plot."""
    return [one for one in measures() if one.headline]


def figures(found: Comparison) -> list[Figure]:
    """All figures of a comparison, for every policy."""
    out = []
    for policy in dict.fromkeys(found.measures["policy"]):
        if found.plan.other is not None:
            out.append(measures_figure(found, policy))
        out += [forest_figure(found, policy, one) for one in headlines()]
    return out


def forest_figure(found: Comparison, policy: str, measure: Measure) -> Figure:
    """Forest plot: each single change on alone and off alone, the remainder, and the total."""
    unit = unit_of(measure)
    steps = [step.id for step in found.plan.steps]
    whole = found.plan.other is not None
    order = [*steps, "only together", "all together"] if whole else steps
    players = found.settings.players
    size = (4.6 * len(players), 1.6 + 0.36 * len(order))
    canvas = Canvas(figsize=size, layout=Settled())
    axes = canvas.subplots(1, len(players), squeeze=False, sharex=True)
    for ax, n in zip(axes[0], players, strict=True):
        rows = found.rows(n, policy, measure=measure.name)
        on = rows[rows["kind"].isin((ON, TOTAL, INTERACTION))].copy()
        on["row"] = on["kind"].map({TOTAL: "all together", INTERACTION: "only together"})
        on["row"] = on["row"].fillna(on["name"])
        off = rows[rows["kind"] == OFF].assign(row=lambda frame: frame["name"])
        margin = measure.margin(n) * unit.factor
        series = [draw.Series("on alone", on, ON_MARK)]
        if whole:
            series.append(draw.Series("off alone", off, OFF_MARK))
        draw.forest(
            ax, order, series, "row", unit.factor, f"{measure.label},\n{unit.name}",
            f"{n} players", rows=[_called(found, one) for one in order], margin=margin,
        )  # fmt: skip
    entries = [("switched on alone", ON_MARK)]
    if whole:
        entries.append(("switched off alone", OFF_MARK))
    draw.legend(canvas, entries, draw.FDR_NOTES)
    title = forest_title(found, policy, measure)
    return Figure(
        key=f"forest-{measure.name}-{policy}",
        topic=f"{upper(measure.label)}: {policy}",
        title=title,
        caption=(
            f"{what(found)}, {names.players(policy)},"
            f" {count(int(found.measures['games'].max()))} equal"
            " deals. Lines: 95% intervals of the paired difference, clustered by deal. Shaded:"
            f" within the margin of ±{margin:g} {unit.name} ({measure.reason}). Filled: false"
            " discovery rate 5% over the measures of one change."
        ),
        alt=f"Effect of each single change on {measure.label}. {title}",
        table=found.measures[
            (found.measures["measure"] == measure.name) & (found.measures["policy"] == policy)
        ],
        canvas=canvas,
    )


def _called(found: Comparison, name: str) -> str:
    """A change in words, in two lines if it is long."""
    words = change_name(found, name)
    return "\n".join(textwrap.wrap(words, 34, max_lines=2, placeholder=" …"))


def forest_title(found: Comparison, policy: str, measure: Measure) -> str:
    """The change that moves the measure most, at the smallest table."""
    n = found.settings.players[0]
    rows = found.rows(n, policy, measure=measure.name, kind=ON)
    who = f"{upper(measure.label)}, {names.players(policy, n)}"
    if rows.empty or not (rows["estimate"].abs() > 0).any():
        return f"{who}: no single change makes a difference in any deal"
    moved = int(rows["verdict"].isin(DIFFERENT).sum())
    if not moved:
        return f"{who}: no single change is shown to differ"
    differ = "differs" if moved == 1 else "differ"
    return f"{who}: {moved} of {len(rows)} single changes measurably {differ}"


def measures_figure(found: Comparison, policy: str) -> Figure:
    """All measures of the total difference, each in units of its margin."""
    players = found.settings.players
    labels = [one.label for one in measures()]
    marks = dict(zip(players, style.POLICY_MARKS, strict=False))
    canvas = Canvas(figsize=(7.6, 1.6 + 0.34 * len(labels)), layout=Settled())
    ax = canvas.subplots()
    style.rows_axis(ax, labels)
    ax.axvspan(-1, 1, color=style.SKY, alpha=0.18, linewidth=0, zorder=0.5)
    style.zero_line(ax)
    series = []
    for n in players:
        rows = found.rows(n, policy, kind=TOTAL).copy()
        ends = ["estimate", "low", "high"]
        rows[ends] = rows[ends].div(rows["margin"], axis=0)
        series.append(draw.Series(f"{n} players", rows, marks[n]))
    draw.estimates(ax, labels, series, "measure", 1.0)
    drawn = pd.concat([one.frame for one in series])
    far = max(2.0, float(drawn[["low", "high"]].abs().max().max()))
    if far > LINEAR:
        ax.set_xscale("symlog", linthresh=2)
        ticks = [1.0, 2.0, *(10.0**power for power in range(1, 4) if 10**power <= far)]
        ax.set_xticks([*(-tick for tick in reversed(ticks)), 0, *ticks])
        ax.xaxis.set_major_formatter(lambda value, position: number(value, 0))
        ax.xaxis.set_minor_locator(NullLocator())
    ax.set_xlim(-far * 1.1, far * 1.1)
    ax.set_xlabel("difference, in margins of the measure")
    draw.legend(canvas, [(f"{n} players", marks[n]) for n in players], draw.FDR_NOTES)
    rows = found.rows(players[0], policy, kind=TOTAL)
    moved = int(rows["verdict"].isin(DIFFERENT).sum())
    same, open_ = (int((rows["verdict"] == one).sum()) for one in (EQUIVALENT, UNDECIDED))
    title = (
        f"With {names.players(policy, players[0])} {moved} of {len(rows)} measures differ, {same}"
        f" are equivalent within their margin, {open_} undecided"
    )
    return Figure(
        key=f"measures-{policy}",
        topic=f"All measures: {policy}",
        title=title,
        caption=(
            f"{what(found)}, {names.players(policy)},"
            f" {count(int(found.measures['games'].max()))} equal"
            " deals. Each difference is divided by the margin of its measure; shaded: within the"
            " margin. Lines: 95% intervals, clustered by deal. Filled: false discovery rate 5%."
        ),
        alt=f"Differences of all measures in margins. {title}",
        table=found.measures[
            (found.measures["kind"] == TOTAL) & (found.measures["policy"] == policy)
        ],
        canvas=canvas,
    )


def what(found: Comparison) -> str:
    """The comparison in short."""
    plan = found.plan
    if plan.topic is not None:
        return f"{plan.topic.name} against {plan.base.label}"
    assert plan.other is not None
    return f"{plan.other.label} against {plan.base.label}"
