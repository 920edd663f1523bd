"""Placement of a figure's panels: side by side on a page, one below the other on a phone."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.layout_engine import ConstrainedLayoutEngine

PHONE = 3.75
"""Width of a figure on a phone in inches: 360 CSS pixels, so that text keeps its size there."""

DIGITS = 6
"""Digits to which positions of axes are rounded, as shares of the figure."""


class Settled(ConstrainedLayoutEngine):
    """The constrained layout, the same to the last digit in every process.

    Its solver adds up terms in the order of their addresses in memory (kiwi, issue 57).
    """

    def execute(self, fig: Any) -> None:
        super().execute(fig)
        for ax in fig.axes:
            there = ax.get_in_layout()
            bounds = ax.get_position(original=True).bounds
            ax.set_position(np.round(bounds, DIGITS), which="original")
            ax.set_in_layout(there)  # setting a position takes axes out of the layout


@dataclass(frozen=True)
class Layout:
    """Wide or narrow. A figure asks for rows of panels and gets its canvas and axes."""

    narrow: bool = False

    def label(self, text: str) -> str:
        """The name of an axis, in several lines if the panel is narrow."""
        return textwrap.fill(text, 26) if self.narrow else text

    def grid(
        self, heights: Sequence[float], columns: int, *, top: float = 0.5, width: float = 4.6,
        share: Literal["row", "all", "none"] = "row",
    ) -> tuple[Canvas, list[list[Axes]]]:  # fmt: skip
        """A canvas with a row of `columns` panels for each height (inches); axes by row.

        top: inches for the legend above; width: that of a panel if panels are side by side; share:
        which panels have the same scale: those of a "row", "all", or "none".
        """
        rows = len(heights)
        if not self.narrow:
            canvas = Canvas(figsize=(width * columns, top + sum(heights)), layout=Settled())
            axes = canvas.subplots(
                rows, columns, squeeze=False, sharex=share,
                height_ratios=heights,
            )  # fmt: skip
            return canvas, [list(line) for line in axes]
        tall = [height for height in heights for _ in range(columns)]
        canvas = Canvas(figsize=(PHONE, 1.4 * top + sum(tall)), layout=Settled())
        flat = canvas.subplots(rows * columns, 1, squeeze=False, height_ratios=tall)
        lines = [[flat[row * columns + c, 0] for c in range(columns)] for row in range(rows)]
        for line in {"all": [list(np.ravel(flat))], "row": lines, "none": []}[share]:
            for ax in line[1:]:
                ax.sharex(line[0])
        return canvas, lines


WIDE, NARROW = Layout(), Layout(narrow=True)
