"""Figures set into the page as SVG: a reader points at a row, clicks it, searches its text.

While a figure is drawn, ``row`` lays a field over each row, or ``dot`` over each dot: it carries
what is said of it and leads to its page. ``inlined`` makes the file fit for a page that may hold
several such figures.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.patches import Ellipse, Rectangle
from matplotlib.transforms import ScaledTranslation

UP = "../"
"""The way from the folder of figures to that of the pages."""
FINGER = 0.12
"""Inches of the field over a dot."""


@dataclass(frozen=True)
class Spot:
    """What a reader finds at one place of a figure. key: an id, unique in the figure; said: words
    that show when pointed at; href: the page that it leads to, from the top folder."""

    key: str
    said: str
    href: str = ""


def row(ax: Axes, y: float, spot: Spot) -> None:
    """Lay a field over a row, across the panel and its labels at the left."""
    field = Rectangle((-0.65, y - 0.5), 1.65, 1, transform=ax.get_yaxis_transform(), alpha=0,
                      linewidth=0, zorder=9, clip_on=False)  # fmt: skip
    _mark(ax, field, spot)


def dot(ax: Axes, x: float, y: float, spot: Spot) -> None:
    """Lay a round field over a dot, as wide as a finger finds."""
    move = ScaledTranslation(x, y, ax.transData)  # type: ignore[arg-type]  # any transform will do
    field = Ellipse((0, 0), FINGER, FINGER, alpha=0, linewidth=0, zorder=9,
                    transform=ax.figure.dpi_scale_trans + move)  # fmt: skip
    _mark(ax, field, spot)


def _mark(ax: Axes, field: Rectangle | Ellipse, spot: Spot) -> None:
    field.set_gid(spot.key)
    field.set_in_layout(False)
    if spot.href:
        field.set_url(UP + spot.href)
    ax.add_patch(field)


def titled(svg: str, spots: Mapping[str, str]) -> str:
    """An SVG whose fields say what they are about when pointed at, and whose links have that name.

    Links open where the reader is.
    """
    for key, said in spots.items():
        name, start = html.escape(said), f'<g id="{key}">'
        head, found, rest = svg.partition(start)
        if rest.lstrip().startswith("<a "):
            rest = rest.replace("<a ", f'<a aria-label="{name}" ', 1)
        if found:
            svg = f"{head}{start}<title>{name}</title>{rest}"
    return svg.replace(' target="_blank"', "")


def inlined(svg: str, prefix: str, label: str) -> str:
    """An SVG to be set into a page: its ids begin with a prefix, its style is left to the page.

    label: what a reader who cannot see it is told.
    """
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<style[^>]*>.*?</style>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{prefix}-\1"', svg)
    svg = re.sub(r"url\(#([^)]+)\)", rf"url(#{prefix}-\1)", svg)
    svg = re.sub(r'xlink:href="#([^"]+)"', rf'href="#{prefix}-\1"', svg)
    svg = svg.replace("xlink:href=", "href=")
    svg = re.sub(r'(<svg[^>]*?) width="[^"]*pt"', r"\1", svg, count=1)
    svg = re.sub(r'(<svg[^>]*?) height="[^"]*pt"', r"\1", svg, count=1)
    return svg.replace("<svg", f'<svg role="group" aria-label="{html.escape(label)}"', 1)


def at(svg: str, root: str) -> str:
    """An inlined SVG on a page in another folder: root is the way from there to the top."""
    return svg.replace(f'href="{UP}', f'href="{root}')
