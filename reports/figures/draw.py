"""Parts that several figures share: rows of estimates with intervals, policy legends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from analysis import Config
from reports.figures import style
from reports.figures.style import MUTED, POLICY_MARKS, Mark
from reports.results import Results, rows_of
from reports.text import MINUS

FDR_NOTES = ("filled: differs from 0 by more than chance (q < 0.05)", "hollow: may be 0")
"""The meaning of filled and hollow marks if a series has q-values."""


@dataclass(frozen=True)
class Series:
    """Estimates of one colour: a frame with the key column, estimate, low, high (and q)."""

    label: str
    frame: pd.DataFrame
    mark: Mark


def policy_mark(policies: Sequence[str], policy: str) -> Mark:
    return POLICY_MARKS[list(policies).index(policy) % len(POLICY_MARKS)]


def of_policies(
    results: Results, frame: pd.DataFrame, players: int, policies: Sequence[str], **equal: object
) -> list[Series]:
    """The estimates of each policy at a table of the newer rules."""
    return [
        Series(policy, rows_of(frame, Config(results.rules, players, policy), **equal),
               policy_mark(results.policies, policy))
        for policy in policies
    ]  # fmt: skip


def forest(
    ax: Axes, order: Sequence[object], series: Sequence[Series], key: str, factor: float,
    label: str, title: str = "", *, rows: list[str] | None = None, margin: float | None = None,
    **how: Any,
) -> None:  # fmt: skip
    """A panel of `estimates`, row by row, with the line of no effect and the margin shaded.

    label: that of the axis; rows: names of the rows, if not `order`.
    """
    style.rows_axis(ax, [str(one) for one in order] if rows is None else rows)
    if margin is not None:
        ax.axvspan(-margin, margin, color=style.SKY, alpha=0.18, linewidth=0, zorder=0.5)
    style.zero_line(ax)
    few_ticks(ax)
    estimates(ax, order, series, key, factor, **how)
    ax.set_title(title)
    ax.set_xlabel(label)


def estimates(
    ax: Axes, order: Sequence[object], series: Sequence[Series], key: str, factor: float,
    *, fdr: float | None = 0.05, gap: float = 0.26, joined: bool = False,
) -> None:  # fmt: skip
    """Draw each series as points with interval lines, row by row in `order`, series dodged.

    With `fdr`, points are filled if q is below it and hollow otherwise. joined: draw a thin line
    from row to row, broken at rows without an estimate.
    """
    for index, one in enumerate(series):
        rows = one.frame.set_index(key).reindex(list(order))
        y = np.arange(len(order)) + (index - (len(series) - 1) / 2) * gap
        value, low, high = (rows[c].to_numpy(float) * factor for c in ("estimate", "low", "high"))
        ax.hlines(y, low, high, color=one.mark.color, linewidth=1.5, zorder=2)
        if joined:
            ax.plot(value, y, color=one.mark.color, linewidth=0.7, zorder=1.5)
        filled = np.ones(len(y), bool) if fdr is None else rows["q"].to_numpy(float) < fdr
        for chosen, face in ((filled, one.mark.color), (~filled, "white")):
            ax.plot(
                value[chosen], y[chosen], linestyle="none", marker=one.mark.marker,
                markersize=4.6, markerfacecolor=face, markeredgecolor=one.mark.color,
                markeredgewidth=1.1, zorder=3,
            )  # fmt: skip


def by_round(ax: Axes, series: Sequence[Series], factor: float) -> None:
    """Draw each series as points with interval lines over the rounds, series dodged; frames have a
    column round instead of a key."""
    for index, one in enumerate(series):
        x = one.frame["round"].to_numpy(float) + (index - (len(series) - 1) / 2) * 0.16
        value, low, high = (
            one.frame[c].to_numpy(float) * factor for c in ("estimate", "low", "high")
        )
        ax.vlines(x, low, high, color=one.mark.color, linewidth=1.5)
        ax.plot(x, value, linestyle="none", marker=one.mark.marker, markersize=4.6,
                color=one.mark.color)  # fmt: skip
    last = max(int(one.frame["round"].max()) for one in series)
    ax.set_xticks(range(1, last + 1))
    ax.grid(axis="y")


def handle(label: str, mark: Mark, *, hollow: bool = False) -> Line2D:
    """The legend entry of a series; hollow: its marks are drawn hollow."""
    return Line2D([], [], color=mark.color, marker=mark.marker, markersize=5, linewidth=1.5,
                  markerfacecolor="white" if hollow else mark.color, label=label)  # fmt: skip


def legend(
    canvas: Canvas, entries: Sequence[tuple[str, Mark]], notes: tuple[str, str] | None = None
) -> None:
    """A legend above the panels: the mark of each series, and a line on filled and hollow marks."""
    lines: list[list[Artist]] = [[handle(*one) for one in entries]]
    if notes is not None:
        lines.append([
            Line2D([], [], color=MUTED, marker="o", markersize=5, linestyle="none",
                   markerfacecolor=face, label=note)
            for note, face in zip(notes, (MUTED, "white"), strict=True)
        ])  # fmt: skip
    place_legend(canvas, lines)


def policy_legend(
    canvas: Canvas, policies: Sequence[str], notes: tuple[str, str] | None = None
) -> None:
    """A legend with each kind of player."""
    legend(canvas, [(one, policy_mark(policies, one)) for one in policies], notes)


def place_legend(canvas: Canvas, lines: Sequence[Sequence[Artist]]) -> None:
    """Place lines of labelled artists above the panels; lines that are too long are broken."""
    lines = [part for line in lines for part in _broken(line, canvas.get_figwidth())]
    inch = 1 / canvas.get_figheight()
    for index, handles in enumerate(lines):
        # Anchored to the figure as drawn: its box grows when a title is put above it.
        canvas.legend(
            handles=list(handles), loc="upper left", ncols=len(handles), handletextpad=0.5,
            columnspacing=1.6, borderaxespad=0.0, bbox_transform=canvas.transFigure,
            bbox_to_anchor=(0.005, 1.0 - 0.21 * index * inch),
        )  # fmt: skip
    engine = canvas.get_layout_engine()
    if isinstance(engine, ConstrainedLayoutEngine):
        engine.set(rect=(0, 0, 1, 1 - (0.12 + 0.21 * len(lines)) * inch))


def _broken(handles: Sequence[Artist], width: float) -> list[list[Artist]]:
    """Handles in lines that fit a width in inches, by a rough width of the characters."""
    lines: list[list[Artist]] = [[]]
    used = 0.0
    for handle in handles:
        needed = 0.45 + 0.065 * len(str(handle.get_label()))
        if lines[-1] and used + needed > width:
            lines.append([])
            used = 0.0
        lines[-1].append(handle)
        used += needed
    return lines


def few_ticks(ax: Axes) -> None:
    """Round tick values, not too many, without superfluous zeros."""
    ax.xaxis.set_major_locator(MaxNLocator(nbins=6, steps=[1, 2, 5, 10]))
    ax.xaxis.set_major_formatter(lambda value, position: f"{value:g}".replace("-", MINUS))
