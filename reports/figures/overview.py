"""The figure of the overview: every staff card by what it is worth, with what is shown of it."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from analysis.base.verdicts import MISPLAYED, NOT_USED
from analysis.cards.effects import chance_effects, dealt_query
from reports.figures import style
from reports.figures.figure import Figure, How
from reports.figures.layout import WIDE, Layout
from reports.figures.style import Mark
from reports.results import Results
from reports.text import POINTS, count, listing, number
from reports.verdicts import Verdicts, judged, name_of

MARKS = {
    "too strong": Mark(style.RED, "^"), "too weak": Mark(style.BLUE, "v"),
    "balanced": Mark(style.GREEN, "o"), "undecided": Mark(style.GREY, "o"),
    NOT_USED: Mark(style.GREY, "_"), MISPLAYED: Mark(style.GREY, "x"),
}  # fmt: skip
NAMED, APART = 5, 2
"""Cards at each end that are named whatever is shown of them, and lines between two names."""


def staff_figure(results: Results, found: Verdicts, layout: Layout = WIDE) -> Figure:
    """A line a card, from the most to the least."""
    frame = judged(results, "staff", results.main).dropna(subset=["se"])
    frame = frame.sort_values("estimate", ascending=False)
    canvas, axes = layout.grid([5.2], 1, top=0.1, width=5.6)
    ax = axes[0][0]
    margin = found.margin * POINTS.factor
    ax.axvspan(-margin, margin, color=style.GREEN, alpha=0.10, linewidth=0, zorder=0)
    style.zero_line(ax)
    floor = frame.iloc[0]
    if floor["floor_cards"]:
        low, high = (float(floor[name]) * POINTS.factor for name in ("floor_low", "floor_high"))
        ax.axvspan(low, high, color=style.GREY, alpha=0.35, linewidth=0, zorder=1)
    y = np.arange(len(frame))
    for verdict, mark in MARKS.items():
        chosen = (frame["verdict"] == verdict).to_numpy()
        if not chosen.any():
            continue
        rows = frame[chosen]
        value, low, high = (rows[c].to_numpy(float) * POINTS.factor
                            for c in ("estimate", "low", "high"))  # fmt: skip
        ax.hlines(y[chosen], low, high, color=mark.color, linewidth=1.3, alpha=0.55, zorder=2)
        ax.plot(value, y[chosen], linestyle="none", marker=mark.marker, color=mark.color,
                markersize=4.4, zorder=3)  # fmt: skip
    _name(ax, frame, found)
    ax.set_ylim(len(frame) + 0.2, -1.2)
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    ax.grid(axis="x")
    ax.set_xlabel(layout.label("more or less wins than with an average card, percentage points"))
    title = staff_title(found, results)
    return Figure(
        key="staff-at-a-glance",
        topic=f"The {count(len(frame))} staff cards in {results.facts.short(results.rules)}",
        title=title,
        caption=(
            f"Being dealt the card: {found.who}, {count(results.judged_games(results.main))} games."
            f" Lines: 95% intervals. Green: within ±{number(margin, 1)} points, where a card counts"
            " as balanced. ▲ too strong, ▼ too weak, green shown to be balanced, grey"
            f" undecided.{_floor_words(floor)}"
        ),
        alt=f"A line for each staff card, ordered by worth. {title}",
        table=frame.reset_index(),
        canvas=canvas,
        how=How((chance_effects,), composed=(dealt_query,)),
    )


def _floor_words(row: pd.Series) -> str:
    """What the grey band is, and the marks that go with it."""
    if not row["floor_cards"]:
        return ""
    cards = count(int(row["floor_cards"]))
    return (
        f" Grey band: the worth of a card that is not used, from {cards} cards (dashes); × a card"
        " that its holders would do better to leave."
    )


def _name(ax: Axes, frame: pd.DataFrame, found: Verdicts) -> None:
    """Names of the cards that are shown to be off, the surest first, and of those at both ends:
    beside their lines on the side of nothing, as far as there is room."""
    off = [*found.strong.index, *found.weak.index]
    wanted = dict.fromkeys([*off, *frame.index[:NAMED], *frame.index[::-1][:NAMED]])
    taken: list[tuple[int, bool]] = []
    for item in wanted:
        row, place = frame.loc[item], int(frame.index.get_loc(item))
        right = bool(row["estimate"] > 0)
        near = any(side == right and abs(place - other) < APART for other, side in taken)
        if near and item not in off:
            continue
        taken.append((place, right))
        ax.annotate(
            name_of("staff", str(item), row),
            (float(row["low" if right else "high"]) * POINTS.factor, place),
            xytext=(-4 if right else 4, 0), textcoords="offset points",
            ha="right" if right else "left", va="center", fontsize=7,
            bbox={"facecolor": style.PAPER, "edgecolor": "none", "alpha": 0.8, "pad": 0.1},
        )  # fmt: skip


def staff_title(found: Verdicts, results: Results) -> str:
    """How many cards are off, and how many nothing is shown of."""
    parts = [
        f"{count(number)} {word}"
        for number, word in (
            (len(found.strong), "too strong"), (len(found.weak), "too weak"),
            (found.balanced, "balanced"), (found.undecided, "undecided"),
            (found.unused, "not used"), (len(found.misplayed), "misplayed"),
            (found.unknown, "with too few games"),
        ) if number
    ]  # fmt: skip
    return f"Of {count(found.cards)} staff cards: {listing(parts)}"
