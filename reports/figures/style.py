"""One look for all figures: shipped fonts, a colour-blind safe palette, reproducible SVG.

Colours are from Okabe and Ito, Color Universal Design (2008). Every series also has its own marker,
so that figures can be read in black and white.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

INK = "#222222"
MUTED = "#5f6368"
RULE = "#d9d9d6"
BAND = "#f5f4f0"
PAPER = "#ffffff"
BLUE, ORANGE, GREEN, RED, SKY = "#0072B2", "#D98200", "#009E73", "#C44A00", "#56B4E9"
GREY = "#8a857c"

DARK = {
    INK: "#ece7dd", MUTED: "#b0a899", RULE: "#403c36", BAND: "#252320", PAPER: "#1b1a18",
    BLUE: "#6cb6ee", ORANGE: "#f0a63c", GREEN: "#4fc79c", RED: "#f08a55", GREY: "#9a948a",
}  # fmt: skip
"""Replacement of each colour on dark pages."""

LETTERS = "#1c1c1c", "#fdfdfd"
"""Text colours on light and on dark cells; unlike those in `DARK`, the same on dark pages."""


@dataclass(frozen=True)
class Mark:
    """How a series is drawn."""

    color: str
    marker: str


POLICY_MARKS = (Mark(BLUE, "o"), Mark(ORANGE, "s"), Mark(GREEN, "^"))
DEALT_MARK = Mark(BLUE, "o")

SETTINGS = {
    "font.family": "DejaVu Sans",
    "font.size": 9.0,
    "axes.titlesize": 9.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.labelsize": 9.0,
    "axes.labelcolor": INK,
    "axes.edgecolor": MUTED,
    "axes.linewidth": 0.7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": False,
    "grid.color": RULE,
    "grid.linewidth": 0.6,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 8.5,
    "xtick.major.size": 3,
    "ytick.major.size": 0,
    "legend.frameon": False,
    "legend.fontsize": 8.5,
    "figure.facecolor": "white",
    "axes.facecolor": "none",
    "savefig.facecolor": "white",
    "figure.dpi": 100,
    "savefig.dpi": 160,
    # Aligned with the right end of the panel: long row names leave room at the left.
    "xaxis.labellocation": "right",
    "axes.unicode_minus": True,
    "text.parse_math": False,
    # Text as outlines: looks the same on a machine without these fonts.
    "svg.fonttype": "path",
    # Fixed salt: the same data give the same bytes.
    "svg.hashsalt": "grand-austria-hotel",
}

SVG_METADATA = {"Date": None, "Creator": None}
PNG_METADATA = {"Software": None}


def dark_rules() -> str:
    """A style for an SVG: its colours follow the reader's choice of light or dark."""
    rules = "".join(
        f'svg [style*="{what}: {light.lower()}"]{{{what}:{dark}!important}}'
        for light, dark in DARK.items() for what in ("fill", "stroke")
    )  # fmt: skip
    return f"@media screen and (prefers-color-scheme: dark){{{rules}}}"


@contextmanager
def styled() -> Iterator[None]:
    """Draw with the suite's style; the caller's settings are untouched."""
    with plt.rc_context():
        matplotlib.rcdefaults()
        for name, value in SETTINGS.items():
            matplotlib.rcParams[name] = value  # type: ignore[index]
        yield


def zero_line(ax: Axes, ends: tuple[float, float] | None = None) -> None:
    """Draw the line of "no effect" over the whole height or between two values."""
    how: dict[str, Any] = {"color": INK, "linewidth": 0.9, "zorder": 1}
    if ends is None:
        ax.axvline(0, **how)
    else:
        ax.vlines(0, *ends, **how)


def bands(ax: Axes, rows: int) -> None:
    """Shade every other row of a horizontal layout, so that the eye can follow a row."""
    for row in range(0, rows, 2):
        ax.axhspan(row - 0.5, row + 0.5, color=BAND, linewidth=0, zorder=0)


def _named_left_of(ax: Axes, labels: list[str]) -> bool:
    """Does the first panel in this line of panels have the same labels?"""
    place = ax.get_subplotspec()
    if place is None or place.is_first_col() or ax.figure is None:
        return False
    for other in ax.figure.axes:
        its = other.get_subplotspec()
        if its is not None and its.is_first_col() and its.rowspan == place.rowspan:
            return [one.get_text() for one in other.get_yticklabels()] == labels
    return False


def rows_axis(ax: Axes, labels: list[str]) -> None:
    """Draw rows from top to bottom with their labels, and a light vertical grid.

    A panel to the right of one with the same rows has no labels; on a phone, where panels are below
    each other and only one is in view, every panel has its own.
    """
    ax.set_ylim(len(labels) - 0.5, -0.5)
    ax.set_yticks(range(len(labels)), labels)
    ax.tick_params(labelleft=not _named_left_of(ax, labels))
    ax.spines["left"].set_visible(False)
    ax.grid(axis="x")
    bands(ax, len(labels))
