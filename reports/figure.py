"""A figure with its words and its table, and how the three are saved together."""

from __future__ import annotations

import io
import textwrap
from dataclasses import dataclass
from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure as Canvas
from matplotlib.transforms import Bbox

from reports import style


@dataclass
class Figure:
    """One figure. `title` states the finding, `caption` units, intervals, players and games.

    key: file name; topic: short heading; alt: what a reader who cannot see it needs to know;
    table: the numbers drawn (and those of the other configurations), saved as CSV.
    """

    key: str
    topic: str
    title: str
    caption: str
    alt: str
    table: pd.DataFrame
    canvas: Canvas
    page_svg: str = ""
    screens: float = 0.0  # widths of a phone's screen that it takes, 0 for one a panel column

    @property
    def width(self) -> int:
        """Width on the page in CSS pixels (96 to the inch)."""
        return round(self.canvas.get_figwidth() * 96)

    @property
    def phone_screens(self) -> float:
        """How many screens wide the figure is drawn on a phone, so that its text is legible."""
        return self.screens or round(self.canvas.get_figwidth() / 4.6, 2)

    def save(self, folder: Path) -> list[Path]:
        """Write <key>.svg, .png and .csv; keeps the SVG without words for the page.

        The files carry title and caption, because they travel alone; on the page both are text.
        """
        folder.mkdir(parents=True, exist_ok=True)
        svg, png, csv = (folder / f"{self.key}.{end}" for end in ("svg", "png", "csv"))
        with style.styled():
            buffer = io.StringIO()
            self.canvas.savefig(buffer, format="svg", metadata=style.SVG_METADATA)
            self.page_svg = buffer.getvalue()
            # The layout is done; doing it again would only take time.
            self.canvas.set_layout_engine("none")
            box = self._add_words()
            for path, metadata in ((svg, style.SVG_METADATA), (png, style.PNG_METADATA)):
                self.canvas.savefig(path, metadata=metadata, bbox_inches=box)
        plt.close(self.canvas)
        self.table.to_csv(csv, index=False, float_format="%.6g", lineterminator="\n")
        return [svg, png, csv]

    def _add_words(self) -> Bbox:
        """Put title and caption around the figure; returns the box, in inches, that holds all.

        Only the words stick out of the figure, so only they are measured ("tight" would measure
        and draw everything once more for each file).
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
