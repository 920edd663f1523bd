"""The figures of the overview: all staff cards by worth, in short and card by card."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from analysis.base.decide import PROMISE
from analysis.cards.effects import chance_effects, dealt_query
from reports.figures import draw, hover, style
from reports.figures.catalogue import MARKS, CatalogueRow, drawn, rows_of_kind
from reports.figures.figure import Claim, Figure, How
from reports.figures.layout import WIDE, Layout
from reports.results import Results
from reports.text import count, listing
from reports.verdicts import Verdicts, headline, margin_words, unit_of

AXIS = "lead added by being dealt the card, VP"
UNIT = unit_of(headline("staff"))
GIVEN = (
    "Cards that are hardly used count as too weak. At most"
    f" {PROMISE:.0%} of the verdicts given are expected to be wrong."
)
NAMED = 4
"""Cards that the short figure names at each end."""


def staff_figure(results: Results, found: Verdicts, layout: Layout = WIDE) -> Figure:
    """One named line per card, from the most to the least, with its verdict as a shape."""
    rows = rows_of_kind(results, "staff", results.main)
    return drawn(
        rows, layout, key="staff-at-a-glance",
        topic=f"The {count(len(rows))} staff cards in {results.facts.short(results.rules)}",
        title=staff_title(found), claims=staff_claims(found), axis=AXIS,
        margin=found.margin * UNIT.factor, low=found.limit_low * UNIT.factor,
        caption=(
            f"{found.who}, {count(results.judged_games(results.main))} games, compared with an"
            f" average card. Lines: 95% intervals. Shaded: {margin_words(found)}, where a card"
            f" counts as balanced. {GIVEN}"
        ),
        how=How((chance_effects,), composed=(dealt_query,)),
    )  # fmt: skip


def front_figure(results: Results, found: Verdicts, layout: Layout = WIDE) -> Figure:
    """One dot per card on one scale; cards that are too strong or too weak are named."""
    rows = rows_of_kind(results, "staff", results.main)
    canvas, axes = layout.grid([2.1], 1, top=0.1, width=5.6)
    ax = axes[0][0]
    ax.axvspan(
        found.limit_low * UNIT.factor,
        found.margin * UNIT.factor,
        color=style.GREEN,
        alpha=0.10,
        linewidth=0,
        zorder=0,
    )
    width = 0.62 if layout.narrow else 0.42
    heights = stacked([one.value for one in rows], width)
    style.zero_line(ax, (-0.8, max(heights) + 0.7))  # below the names
    for one, y in zip(rows, heights, strict=True):
        MARKS[one.verdict].draw(ax, one.value, y, size=5.2)
        hover.dot(ax, one.value, y, one.spot)
    _names(ax, rows, heights)
    named = min(len(found.strong), NAMED) + min(len(found.weak), NAMED)
    ax.set_ylim(-0.8, max(heights) + 1.5 + 1.5 * named)
    draw.few_ticks(ax)
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    ax.set_xlabel(layout.label(AXIS))
    ax.margins(x=0.04)
    title = staff_title(found)
    shapes = listing([
        f"{mark.sign} {verdict}" for verdict, mark in MARKS.items()
        if any(one.verdict == verdict for one in rows)
    ])  # fmt: skip
    return Figure(
        key="balance-at-a-glance",
        topic=f"The {count(len(rows))} staff cards in {results.facts.short(results.rules)}",
        title=title,
        claims=staff_claims(found),
        caption=f"{shapes}. Shaded: balanced.",
        hint="Point at a mark for its card.",
        alt=f"A dot for each staff card on a scale of leads. {title}",
        table=pd.DataFrame([one.record for one in rows]),
        canvas=canvas,
        spots=[one.spot for one in rows],
        how=How((chance_effects,), composed=(dealt_query,)),
    )


def stacked(values: Sequence[float], width: float) -> list[float]:
    """Heights at which dots of a width do not cover each other, one per value, lowest first."""
    taken: list[tuple[float, float]] = []
    heights = np.zeros(len(values))
    for at in np.argsort(values, kind="stable"):
        height = 0.0
        while any(abs(values[at] - x) < width and abs(height - y) < 1 for x, y in taken):
            height += 1.0
        taken.append((values[at], height))
        heights[at] = height
    return [float(one) for one in heights]


def _names(ax: Axes, rows: Sequence[CatalogueRow], heights: Sequence[float]) -> None:
    """Names above the cards that are off, each with a line to its dot: the furthest out is highest,
    and cards that are too weak are above those that are too strong."""
    top = max(heights) + 0.9
    for verdict, align in (("too strong", "right"), ("too weak", "left")):
        off = [(one, y) for one, y in zip(rows, heights, strict=True) if one.verdict == verdict]
        off = sorted(off, key=lambda pair: abs(pair[0].value))[-NAMED:]
        for level, (one, y) in enumerate(off):
            at = top + 1.5 * level
            ax.plot((one.value, one.value), (y + 0.5, at), color=style.MUTED, linewidth=0.7)
            ax.annotate(
                one.name, (one.value, at), xytext=(2 if align == "right" else -2, 1),
                textcoords="offset points", ha=align, va="bottom", fontsize=8, weight="bold",
            )  # fmt: skip
        top += 1.5 * len(off)


def staff_title(found: Verdicts) -> str:
    """How many staff cards are shown to be off, or balanced."""
    strong, weak = len(found.strong), len(found.weak)
    if not strong and not weak:
        return f"No staff card is shown to be unbalanced; {count(found.balanced)} are balanced" \
            if found.balanced else "Nothing is shown for any staff card yet"  # fmt: skip
    parts = [f"{count(strong)} {'is' if strong == 1 else 'are'} too strong"] if strong else []
    parts += [f"{count(weak)} too weak"] if weak else []
    return f"Of {count(found.cards)} staff cards, {listing(parts)}"


def staff_claims(found: Verdicts) -> list[Claim]:
    """The claim of a title that counts cards with a verdict."""
    return Claim.of_verdicts(found.error) if len(found.strong) or len(found.weak) else []
