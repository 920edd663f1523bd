"""What is wrong with a figure: text that cannot be read, ids, claims without support, colours.

``faults(figure)`` lists it in words; an empty list is a figure that a reader can read. Each check
stands alone, so that a test can plant its fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

import numpy as np
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.colors import to_rgb, to_rgba
from matplotlib.figure import Figure as Canvas
from matplotlib.patches import Patch
from matplotlib.text import Text

from model.sources import sources
from reports.figures import style
from reports.figures.figure import Figure
from tests.reports.canvas import cover, texts

CLAIMING = re.compile(
    r"\b(most|least|more|fewer|less|highest|lowest|best|worst|strongest|weakest|stronger|weaker"
    r"|better|worse|longer|shorter|wider|higher|lower|ahead|raises?|lowers?|lengthens?|grows?)\b",
    re.IGNORECASE,
)
"""Words by which a title says that one number exceeds another."""

UNIT = re.compile(
    r"VP|%|points|krones|rounds?|turns|decisions|margin|players?|millisecond|second|games|playouts|share|chance"
    r"|floor|column|options|deviations?",
    re.IGNORECASE,
)
TALLEST, TALLEST_NARROW = 1500, 3600
"""Pixels of height: more is a table, not a figure."""

# Machado, Oliveira, Fernandes (2009), severity 1, on linear RGB: what red-blind, green-blind and
# blue-blind readers see.
SIGHTS = {
    "red-blind": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                  (-0.003882, -0.048116, 1.051998)),
    "green-blind": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                    (-0.011820, 0.042940, 0.968881)),
    "blue-blind": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                   (0.004733, 0.691367, 0.303900)),
}  # fmt: skip
SERIES = 8
"""Colours of bars that are series; more are a scale, whose numbers stand on the bars."""
APART = 14.0
"""Distance in CIELAB below which two colours of one shape are not told from each other."""


def faults(figure: Figure) -> list[str]:
    """All that is wrong with a figure, wide and narrow."""
    found = [*raw(figure.title), *claims(figure)]
    for canvas in (figure.canvas, figure.narrow):
        if canvas is None:
            continue
        found += faults_of(canvas)
        width, height = canvas.get_size_inches() * 96
        if height > (TALLEST if width > 400 else TALLEST_NARROW):
            found.append(f"{height:.0f} pixels high")
    return [f"{figure.key}: {one}" for one in dict.fromkeys(found)]


def faults_of(canvas: Canvas) -> list[str]:
    """All that is wrong with what is drawn."""
    with style.styled():
        canvas.draw_without_rendering()
        found = [*covered(canvas), *alike(canvas), *units(canvas)]
        for name, _ in texts(canvas):
            found += raw(name)
    return found


def covered(canvas: Canvas) -> Iterator[str]:
    """Text that is cut off, on other text, or on the marks of a panel."""
    boxes = texts(canvas)
    for name, box in boxes:
        if min(box.x0, box.y0) < -1 or box.x1 > canvas.bbox.x1 + 1 or box.y1 > canvas.bbox.y1 + 1:
            yield f"cut off: {name!r}"
    for (name, box), (other, second) in combinations(boxes, 2):
        if cover(box, second):
            yield f"{name!r} on {other!r}"
    for ax in canvas.axes:
        marks = _marked(ax, canvas.dpi / 72)
        for text in ax.texts:
            if not text.get_text().strip() or not len(marks):
                continue
            box = text.get_window_extent()
            x, y, size = marks.T
            inside = (x > box.x0 + 1.5 - size) & (x < box.x1 - 1.5 + size)
            inside &= (y > box.y0 + 2.5 - size) & (y < box.y1 - 2.5 + size)
            if inside.any():
                yield f"{text.get_text()!r} on a mark or line of the data"


def _marked(ax, point: float) -> np.ndarray:
    """Where marks and interval lines of a panel are, and how far they reach, in pixels: (n, 3).

    point: pixels of a point, the unit of sizes of marks.
    """
    found = [np.empty((0, 3))]
    for line in ax.lines:
        if line.get_marker() not in ("", "None", None) and line.get_transform() == ax.transData:
            at = ax.transData.transform(np.column_stack(line.get_data()).astype(float))
            found.append(np.column_stack([at, np.full(len(at), line.get_markersize() / 2 * point)]))
    for many in ax.collections:
        if isinstance(many, LineCollection):
            for segment in many.get_segments():
                ends = ax.transData.transform(segment)
                if np.isfinite(ends).all() and len(ends) > 1:
                    along = ends[0] + np.linspace(0, 1, 60)[:, None] * (ends[-1] - ends[0])
                    found.append(np.column_stack([along, np.zeros(len(along))]))
    points = np.concatenate(found)
    return points[np.isfinite(points).all(axis=1)]


def raw(text: str) -> Iterator[str]:
    """Markup and ids that a reader should not see."""
    if "$" in text or "mathdefault" in text:
        yield f"raw markup: {text!r}"
    for word in re.findall(r"[\w=.+-]+", text):
        if re.search(r"[A-Za-z]=[A-Za-z]|[a-z]_[a-z]", word) or word.strip(".") in ids():
            yield f"an id: {word!r} in {text!r}"


@cache
def ids() -> frozenset[str]:
    """The ids of the model that are no words."""
    known = sources()
    groups = (known.change, known.bundle, known.combination, known.option, known.ruling,
              known.edition)  # fmt: skip
    return frozenset(id for group in groups for id in group if "-" in id) - {"hotel-entrances"}


def claims(figure: Figure) -> Iterator[str]:
    """A title that says more than its numbers: each claim needs an interval beyond its bound."""
    said = CLAIMING.search(figure.title)
    if said and not figure.claims and not _denies(figure.title):
        yield f"claims {said[0]!r} without a number: {figure.title!r}"
    for one in figure.claims:
        if not one.shown:
            yield f"claims what {one.low:g} to {one.high:g} does not show: {figure.title!r}"


def _denies(title: str) -> bool:
    """Does a title say that nothing is shown."""
    return re.search(r"\b(no|none|not|nothing|neither|too few|undecided)\b", title.lower()) \
        is not None  # fmt: skip


def units(canvas: Canvas) -> Iterator[str]:
    """Axes with numbers whose label names no unit."""
    for ax in canvas.axes:
        if not ax.get_visible() or not ax.axison:
            continue
        for axis, label in ((ax.xaxis, ax.get_xlabel()), (ax.yaxis, ax.get_ylabel())):
            shown = [one.get_text() for one in axis.get_ticklabels() if one.get_text()]
            numbers = [one for one in shown if re.fullmatch(r"[−+-]?[\d.,\s]+", one)]
            if len(numbers) > 2 and not UNIT.search(label):
                yield f"an axis without a unit: {label!r}"


def alike(canvas: Canvas) -> Iterator[str]:
    """Marks of one shape whose colours somebody cannot tell from each other."""
    for ax in (*canvas.axes, canvas):
        for (first, second), sight in _confused(list(dict.fromkeys(_marks(ax)))):
            yield f"{first[0]} in {first[1]} and {second[1]} look alike to {sight} readers"


Shape = tuple[str, str]


def _marks(holder) -> Iterator[Shape]:
    """Shape and colour of each kind of mark: markers, bars with their hatches, legend entries."""
    for line in holder.findobj(lambda one: hasattr(one, "get_marker")):
        if line.get_marker() in ("", "None", None, " ", "|") or isinstance(line, PathCollection):
            continue
        if not len(np.atleast_1d(line.get_xdata())) and line.get_label().startswith("_"):
            continue
        if line.axes is not None and len(np.atleast_1d(line.get_xdata())) <= 1 \
                and getattr(line, "_tick", False):  # fmt: skip
            continue
        face = to_rgba(line.get_markerfacecolor())
        hollow = "hollow " if min(face[:3]) > 0.97 else ""
        yield f"{hollow}{line.get_marker()!r}", _hex(line.get_markeredgecolor())
    bars = {
        (f"a bar hatched {patch.get_hatch() or 'not at all'}", _hex(patch.get_facecolor()))
        for patch in getattr(holder, "patches", ())
        if isinstance(patch, Patch) and patch.get_alpha() in (None, 1) and patch.get_fill()
    }
    if len(bars) <= SERIES:
        yield from sorted(bars)


def _hex(color) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in to_rgb(color))


def _confused(shapes: Sequence[Shape]) -> Iterator[tuple[tuple[Shape, Shape], str]]:
    for one, other in combinations(shapes, 2):
        if one[0] != other[0] or one[1] == other[1]:
            continue
        for sight, matrix in SIGHTS.items():
            if np.linalg.norm(_seen(one[1], matrix) - _seen(other[1], matrix)) < APART:
                yield (one, other), sight
                break


def _seen(color: str, matrix) -> np.ndarray:
    """A colour in CIELAB (D65) as somebody sees it, shape (3,)."""
    part = np.array(to_rgb(color))
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    linear = np.clip(np.array(matrix) @ linear, 0, 1)
    xyz = np.array([(0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722),
                    (0.0193, 0.1192, 0.9505)]) @ linear / (0.9505, 1.0, 1.089)  # fmt: skip
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def drawn_texts(canvas: Canvas) -> list[str]:
    """All texts of a figure."""
    return [one.get_text() for one in canvas.findobj(Text) if one.get_text().strip()]
