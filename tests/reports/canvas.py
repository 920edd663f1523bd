"""Where the texts of a drawn figure are."""

from __future__ import annotations

from matplotlib.text import Text


def texts(canvas):
    """Label and box, in pixels, of all texts that a figure shows; ticks beyond the axis are not."""
    beyond = set()
    for axis in (axis for ax in canvas.axes for axis in (ax.xaxis, ax.yaxis)):
        low, high = sorted(axis.get_view_interval())
        for tick in axis.get_major_ticks():
            if not low - 1e-9 <= tick.get_loc() <= high + 1e-9:
                beyond |= {tick.label1, tick.label2}
    found = [one for one in canvas.findobj(Text) if one.get_visible() and one.get_text().strip()]
    boxes = [(one.get_text(), one.get_window_extent()) for one in found if one not in beyond]
    return [(name, box) for name, box in boxes if box.width > 0]


def cover(one, other) -> bool:
    """Do two boxes overlap by more than the margin that fonts leave around letters."""
    across = min(one.x1, other.x1) - max(one.x0, other.x0)
    down = min(one.y1, other.y1) - max(one.y0, other.y0)
    return across > 1.5 and down > 2.5
