"""The figure of the validation: what was observed, and what the method promises."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from analysis.method.validate import of_games
from reports.figures import draw, style
from reports.figures.figure import Figure, How
from reports.figures.layout import WIDE, Layout
from reports.text import count

KEEPS, FAILS = style.Mark(style.BLUE, "o"), style.Mark(style.ORANGE, "X")


def promises_figure(checks: pd.DataFrame, grounds: str, layout: Layout = WIDE) -> Figure:
    """Observed shares, the promised share, and the bounds that chance allows.

    checks: the rows of the record whose promise is a share (expected is known).
    """
    groups = [(str(check), rows) for check, rows in checks.groupby("check", sort=False)]
    canvas, axes = layout.grid([0.9 + (0.46 if layout.narrow else 0.3) * len(groups)], 1,
                               top=0.5, width=8.2)  # fmt: skip
    _panel(axes[0][0], groups, layout)
    draw.place_legend(canvas, [_entries()])
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
            f"{grounds} One row for each kind of check, one mark for each quantity checked. 0 is"
            " the share"
            " promised (5% for errors, 95% for intervals, the power computed beforehand); chance"
            " keeps 99.9% of observed shares between the edges of the band. The"
            " table below has every check."
        ),
        alt=f"Observed shares of errors and of coverage and what is promised. {title}",
        table=checks,
        canvas=canvas,
        how=How((of_games,)),
    )


def _panel(ax: Axes, groups: Sequence[tuple[str, pd.DataFrame]], layout: Layout) -> None:
    labels = ["\n".join(textwrap.wrap(check, 34 if layout.narrow else 60)) for check, _ in groups]
    style.rows_axis(ax, labels)
    ax.axvspan(-1, 1, color=style.SKY, alpha=0.35, linewidth=0, zorder=0.5)
    for y, (_, rows) in enumerate(groups):
        place = _within(rows)
        for passed, mark in ((True, KEEPS), (False, FAILS)):
            mine = place[rows["passed"].to_numpy(bool) == passed]
            ax.plot(mine, [y] * len(mine), mark.marker, color=mark.color, markersize=4.5, alpha=0.7)
    style.zero_line(ax)
    ax.set_xlabel("in margins that chance allows" if layout.narrow else
                  "observed minus promised, in margins that chance allows")  # fmt: skip


def _within(rows: pd.DataFrame) -> np.ndarray:
    """Each observed share on a scale with 0 as promised, -1 and 1 at the bounds; shape (rows,)."""
    seen, low, high, promised = (
        rows[name].to_numpy(float) for name in ("observed", "low", "high", "expected")
    )
    above, below = np.maximum(high - promised, 1e-9), np.maximum(promised - low, 1e-9)
    return np.where(seen >= promised, (seen - promised) / above, (seen - promised) / below)


def _entries() -> list[Line2D | Patch]:
    return [
        Line2D([], [], linestyle="", marker=KEEPS.marker, color=KEEPS.color, label="observed"),
        Line2D([], [], linestyle="", marker=FAILS.marker, color=FAILS.color,
               label="observed, beyond the bounds"),
        Patch(color=style.SKY, alpha=0.35, label="what chance allows"),
    ]  # fmt: skip
