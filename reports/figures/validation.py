"""The figure of the validation: what was observed beside what the method promises."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from analysis.method.validate import of_games
from reports.figures import style
from reports.figures.figure import Figure, How
from reports.figures.layout import WIDE, Layout
from reports.text import PERCENT, count

LINE = ("low", "high", "observed")
KEEPS, FAILS = style.Mark(style.BLUE, "o"), style.Mark(style.ORANGE, "X")


def promises_figure(checks: pd.DataFrame, grounds: str, layout: Layout = WIDE) -> Figure:
    """Shares that were observed, the share promised, and the bounds that chance allows.

    checks: the rows of the record whose promise is a share (expected is known).
    """
    groups = [(str(check), rows) for check, rows in checks.groupby("check", sort=False)]
    halves = _halves(groups)
    canvas, axes = layout.grid([0.3 + 0.24 * max(map(_rows, halves))], len(halves), width=5.2)
    for ax, half in zip(axes[0], halves, strict=True):
        _panel(ax, half, layout)
    columns = 1 if layout.narrow else 3
    canvas.legend(handles=_entries(), loc="outside upper left", ncols=columns, frameon=False)
    failed = int((~checks["passed"]).sum())
    title = (
        f"All {count(len(checks))} promises about shares hold"
        if not failed
        else f"{count(failed)} of {count(len(checks))} promises about shares do not hold"
    )
    return Figure(
        key="validation",
        topic="Promised and observed",
        title=title,
        caption=(
            f"{grounds} Each share less the one promised: 5% for errors, 95% for intervals, the"
            " power said beforehand. Bands: where it lies with 99.9% if the promise is kept; a"
            " promise of at most so much has no lower bound but a share of 0."
        ),
        alt=f"Observed shares of errors and of coverage beside what is promised. {title}",
        table=checks,
        canvas=canvas,
        how=How((of_games,)),
    )


def _rows(half: Sequence[tuple[str, pd.DataFrame]]) -> int:
    """Lines of a panel: a heading and its checks, for each group."""
    return sum(1 + len(rows) for _, rows in half)


def _halves(groups: list[tuple[str, pd.DataFrame]]) -> list[list[tuple[str, pd.DataFrame]]]:
    """The groups in two panels of about equal length."""
    half, total = 0, _rows(groups)
    for place, group in enumerate(groups):
        half += _rows([group])
        if 2 * half >= total:
            return [part for part in (groups[: place + 1], groups[place + 1 :]) if part]
    return [groups]


def _panel(ax: Axes, half: Sequence[tuple[str, pd.DataFrame]], layout: Layout) -> None:
    labels: list[str] = []
    for check, rows in half:
        labels.append(layout.label(check))
        for row in rows.to_dict("records"):
            y, share = len(labels), PERCENT.factor
            low, high, seen = ((row[key] - row["expected"]) * share for key in LINE)
            ax.barh(y, high - low, left=low, height=0.7, color=style.SKY, alpha=0.35, linewidth=0)
            mark = KEEPS if row["passed"] else FAILS
            ax.plot(seen, y, mark.marker, color=mark.color, markersize=4.5)
            labels.append(layout.label(str(row["quantity"])))
    style.rows_axis(ax, labels)
    for text in ax.get_yticklabels():
        if text.get_text() in {layout.label(check) for check, _ in half}:
            text.set_fontweight("bold")
    style.zero_line(ax)
    ax.set_xlabel("observed minus promised,\npercentage points")


def _entries() -> list[Line2D | Patch]:
    return [
        Line2D([], [], linestyle="", marker=KEEPS.marker, color=KEEPS.color, label="observed"),
        Line2D([], [], linestyle="", marker=FAILS.marker, color=FAILS.color,
               label="observed, beyond the bounds"),
        Patch(color=style.SKY, alpha=0.35, label="what chance allows"),
    ]  # fmt: skip
