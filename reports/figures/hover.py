"""Figures set into the page as SVG: readers can point at a row, click it, and search its text.

While a figure is drawn, ``row`` lays a field over each row, or ``dot`` over each dot, with the text
to show and a link to its page. ``inlined`` prepares the file for a page that may contain several
such figures.
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
"""The path from the folder of figures to that of the pages."""
FINGER = 0.12
"""Size of the field over a dot, in inches."""


@dataclass(frozen=True)
class Spot:
    """A place in a figure that readers can point at. key: an id, unique in the figure; said: the
    text shown there; href: the page it links to, from the top folder."""

    key: str
    said: str
    href: str = ""


def row(ax: Axes, y: float, spot: Spot) -> None:
    """Lay a field over a row, across the panel and its labels at the left."""
    field = Rectangle((-0.65, y - 0.5), 1.65, 1, transform=ax.get_yaxis_transform(), alpha=0,
                      linewidth=0, zorder=9, clip_on=False)  # fmt: skip
    _mark(ax, field, spot)


def dot(ax: Axes, x: float, y: float, spot: Spot) -> None:
    """Lay a round field over a dot, wide enough for a finger."""
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
    """An SVG whose fields show their text when pointed at, and whose links have that name.

    Links open in the same window.
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

    label: the description for readers who cannot see it.
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
    """An inlined SVG on a page in another folder; root: the path from there to the top folder."""
    return svg.replace(f'href="{UP}', f'href="{root}')
