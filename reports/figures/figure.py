"""A figure with its text and its table, which are saved together."""

from __future__ import annotations

import inspect
import io
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.figure import Figure as Canvas
from matplotlib.transforms import Bbox

from analysis.base.data import sql
from analysis.base.decide import PROMISE
from reports.figures import hover, style
from reports.figures.hover import Spot
from reports.figures.layout import NARROW, WIDE, Layout
from reports.spreadsheet import write_csv
from simulate.base.files import write_whole
from simulate.base.outputs import write_page


@dataclass(frozen=True)
class How:
    """How the numbers of a figure are computed: the estimating functions, and their queries.

    estimators: functions of `analysis`; queries: names of files in analysis/sql; composed:
    functions of `analysis` that put a query together. command: plays the games, if it differs from
    the command that the page names.
    """

    estimators: tuple[Callable[..., object], ...] = ()
    queries: tuple[str, ...] = ()
    composed: tuple[Callable[[], str], ...] = ()
    command: str = ""

    @property
    def estimated(self) -> list[tuple[str, str]]:
        """Name and description of each estimator, from its own code."""
        return [
            (f"{one.__module__}.{one.__name__}", inspect.getdoc(one) or "")
            for one in self.estimators
        ]

    @property
    def queried(self) -> list[tuple[str, str]]:
        """Place and text of each query."""
        files = [(f"analysis/sql/{name}.sql", sql(name)) for name in self.queries]
        return files + [(f"{one.__module__}.{one.__name__}", one()) for one in self.composed]


@dataclass(frozen=True)
class Claim:
    """The claim of a title: a number whose 95% interval lies wholly on one side of a bound."""

    low: float
    high: float
    bound: float = 0.0

    @property
    def shown(self) -> bool:
        """Does the interval support the claim."""
        return self.low > self.bound or self.high < self.bound

    @classmethod
    def of_verdicts(cls, error: float) -> list[Claim]:
        """The claim of verdicts given together: their mean error is at most 5%."""
        return [cls(1 - error, 1.0, 1 - PROMISE)]

    @classmethod
    def of(cls, row: pd.Series, bound: float = 0.0, *, joint: bool = False) -> Claim:
        """The claim that a row of estimates differs from a bound; joint: within its family."""
        low, high = ("sim_low", "sim_high") if joint else ("low", "high")
        return cls(float(row[low]), float(row[high]), bound)


@dataclass
class Figure:
    """One figure. `title` states the finding, `caption` units, intervals, players and games.

    claims: the numbers that support the title, each with its interval; empty if the title only says
    that nothing is shown. spots: places that readers can point at; a figure with spots is set into
    the page, and `inline` is its SVG, wide and narrow, once it is saved.

    key: file name; topic: short heading; alt: description for readers who cannot see the figure;
    table: the numbers drawn (and those of the other configurations), saved as CSV. narrow: the same
    figure drawn for a phone. how: how the numbers are computed. hint: what readers can do with the
    figure on the page, left out if it is only a picture. small: one of many figures with the width
    of a phone; saved without a PNG, because drawing twice for each card is slow.
    """

    kind: ClassVar[str] = "figure"
    key: str
    topic: str
    title: str
    caption: str
    alt: str
    table: pd.DataFrame
    canvas: Canvas
    how: How = How()
    narrow: Canvas | None = None
    small: bool = False
    claims: Sequence[Claim] = ()
    spots: Sequence[Spot] = ()
    hint: str = ""
    inline: Sequence[str] = ()

    def __post_init__(self) -> None:
        # Taken now, because the canvases are closed after saving.
        width, height = self.canvas.get_size_inches()
        self.size = round(width * 96), round(height * 96)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the canvases: another process needs only the names of the saved files."""
        return {**vars(self), "canvas": None, "narrow": self.narrow is not None}

    @property
    def width(self) -> int:
        """Width on the page in CSS pixels (96 to the inch)."""
        return self.size[0]

    @property
    def height(self) -> int:
        return self.size[1]

    def save(self, folder: Path) -> list[Path]:
        """Write <key>.svg and <key>-narrow.svg for the page, <key>.png and <key>.csv for use
        elsewhere.

        The PNG contains title and caption, drawn and as its description, because it is used without
        the page, where both are text.
        """
        svg, png, csv = (folder / f"{self.key}.{end}" for end in ("svg", "png", "csv"))
        written = [svg, csv]
        spots = {one.key: one.said for one in self.spots}
        with style.styled():
            if spots:
                plt.rcParams["svg.fonttype"] = "none"  # text that a browser finds
            drawn = [_save_svg(self.canvas, svg, spots)]
            if not self.small:
                # The layout is done; repeating it would only take time.
                self.canvas.set_layout_engine("none")
                box = self._add_words()
                made = io.BytesIO()
                metadata = style.PNG_METADATA | {
                    "Title": self.title, "Description": self.caption
                }  # fmt: skip
                self.canvas.savefig(made, format="png", metadata=metadata, bbox_inches=box)
                write_whole(png, made.getvalue(), lasting=False)
                written.append(png)
            if self.narrow is not None:
                written.append(folder / f"{self.key}-narrow.svg")
                drawn.append(_save_svg(self.narrow, written[-1], spots))
        if spots:
            self.inline = [
                hover.inlined(one, f"{self.key}-{width}", self.alt)
                for one, width in zip(drawn, ("wide", "narrow"), strict=False)
            ]
        write_csv(self.table, csv, lasting=False)
        return written

    def _add_words(self) -> Bbox:
        """Put title and caption around the figure; returns the box around everything, in inches.

        Only this text extends beyond the figure, so only it is measured ("tight" would measure and
        draw everything again for each file).
        """
        width = self.canvas.get_figwidth()
        title = textwrap.fill(self.title, int(width * 11.2))
        caption = textwrap.fill(self.caption, int(width * 16))
        gap = 0.08 / self.canvas.get_figheight()
        above = self.canvas.text(
            0.01, 1 + gap, title, va="bottom", ha="left", fontsize=11, weight="bold"
        )
        below = self.canvas.text(
            0.01, -gap, caption, va="top", ha="left", fontsize=8, color=style.MUTED
        )
        to_inches = self.canvas.dpi_scale_trans.inverted()
        words = [text.get_window_extent().transformed(to_inches) for text in (above, below)]
        return Bbox.union([self.canvas.bbox_inches, *words]).padded(0.15)


def for_pages(maker: Callable[[Layout], Figure]) -> Figure:
    """A figure drawn twice: wide, and narrow for phones."""
    figure = maker(WIDE)
    figure.narrow = maker(NARROW).canvas
    return figure


def _save_svg(canvas: Canvas, path: Path, spots: Mapping[str, str]) -> str:
    """Write a canvas without background, in colours that can be dark; returns the SVG."""
    made = io.StringIO()
    canvas.savefig(made, format="svg", metadata=style.SVG_METADATA, facecolor="none")
    svg = hover.titled(made.getvalue(), spots)
    write_page(path, svg.replace("</svg>", f"<style>{style.dark_rules()}</style></svg>"))
    return svg
