"""One chart for all cards of a kind: a named row for each, its interval, its verdict as a shape.

Readers point at a row for its numbers and text, click it to open its page, and find it with the
search of their browser.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from analysis import Config
from analysis.base.verdicts import UNDECIDED
from analysis.cards.effects import chance_effects, dealt_query
from reports import names
from reports.figures import draw, hover, style
from reports.figures.figure import Claim, Figure, How
from reports.figures.hover import Spot
from reports.figures.layout import Layout
from reports.pieces import Piece, pieces
from reports.results import Results
from reports.tables.cards import sure_words
from reports.text import count, number
from reports.verdicts import headline, judged, unit_of, verdicts_of
from simulate.base.notation import estimate

SIZE, ROW = 4.8, 0.185
"""Size of a mark in points; height of a row in inches."""


@dataclass(frozen=True)
class VerdictMark:
    """How a verdict is drawn: by shape and fill as well as by colour. sign: the same in a text."""

    color: str
    marker: str
    filled: bool
    sign: str

    def draw(self, ax: Axes, x: float, y: float, size: float = SIZE) -> None:
        ax.plot(
            [x], [y], linestyle="none", marker=self.marker, markersize=size, zorder=3,
            markerfacecolor=self.color if self.filled else style.PAPER,
            markeredgecolor=self.color, markeredgewidth=1.1,
        )  # fmt: skip

    def entry(self, label: str) -> Line2D:
        """Its line in the legend."""
        return Line2D([], [], linestyle="none", marker=self.marker, markersize=5, label=label,
                      markerfacecolor=self.color if self.filled else style.PAPER,
                      markeredgecolor=self.color)  # fmt: skip


_STRONG = VerdictMark(style.RED, "^", True, "▲")
_WEAK = VerdictMark(style.BLUE, "v", True, "▼")
_SAME = VerdictMark(style.GREEN, "o", True, "●")
MARKS = {
    "too strong": _STRONG, "raises": _STRONG, "too weak": _WEAK, "lowers": _WEAK,
    "balanced": _SAME, "within margin": _SAME,
    UNDECIDED: VerdictMark(style.GREY, "o", False, "○"),
    "": VerdictMark(style.GREY, "d", False, "◊"),
}  # fmt: skip
"""How each verdict is drawn; an empty verdict means too few games."""


@dataclass(frozen=True)
class CatalogueRow:
    """One row: its name, numbers in the unit of the axis, verdict, and the text on hovering."""

    name: str
    value: float
    low: float
    high: float
    verdict: str
    spot: Spot
    record: dict[str, object] = field(default_factory=dict)


def rows_of_kind(results: Results, kind: str, config: Config) -> list[CatalogueRow]:
    """The cards of a kind that are judged in a configuration, from the most to the least."""
    frame = judged(results, kind, config).dropna(subset=["estimate", "low", "high"])
    frame = frame.sort_values("estimate", ascending=False, kind="stable")
    known = {piece.key: piece for piece in pieces(kind)}
    unit = unit_of(headline(kind))
    rows = []
    for item, row in frame.iterrows():
        value, low, high = (float(row[name]) * unit.factor for name in ("estimate", "low", "high"))
        piece = known.get(str(item))
        verdict = str(row["verdict"] or "")
        name = piece.full_name if piece else f"{row['name']} ({item})"
        words = (
            f"{name}: {sure_words(row)}."
            f" {estimate(value, low, high, unit.digits, True, unit.name)}."
        )
        spot = Spot(
            f"at-{kind.replace('_', '-')}-{item}", f"{words} {card_text(piece)}".strip(),
            piece.href if piece else "",
        )  # fmt: skip
        record = {"item": item, "name": name, "verdict": verdict, "estimate": row["estimate"],
                  "low": row["low"], "high": row["high"]}  # fmt: skip
        rows.append(CatalogueRow(name, value, low, high, verdict, spot, record))
    return rows


KIND_AXIS = {
    "guest": ("Guests by what they add to a player's score", "guest is"),
    "politics": ("Politics cards by what they add to a player's score", "politics card is"),
    "emperor_tile": ("Emperor tiles by what they add to a player's score", "emperor tile is"),
}
"""Topic of the chart of a kind, and the name of one in its title."""


def kind_figure(results: Results, kind: str, layout: Layout) -> Figure:
    """The chart of guests, politics cards or emperor tiles; call it only if some are judged."""
    rows = rows_of_kind(results, kind, results.main)
    topic, one = KIND_AXIS[kind]
    unit = unit_of(headline(kind))
    found = verdicts_of(results, kind, results.main)
    assert found is not None
    margin = found.margin * unit.factor
    moved = [row for row in rows if MARKS[row.verdict] in (_STRONG, _WEAK)]
    many = len(moved) != 1
    said = f"{len(moved)} of {len(rows)} change a player's score beyond the margin" if moved \
        else f"No {one} shown to change a player's score beyond the margin"  # fmt: skip
    return drawn(
        rows, layout, key=f"all-{kind.replace('_', '-')}-chart", topic=topic,
        title=said if many or not moved else said.replace(" change ", " changes "),
        axis=f"difference in a player's score, {unit.name}", margin=margin,
        claims=Claim.of_verdicts(found.error) if moved else [],
        caption=(
            f"{names.players(results.main.policy, results.main.players)},"
            f" {names.ruleset(results.rules)}, {count(results.judged_games(results.main))} games."
            " Games in which it came up by chance, minus all other games. Lines: 95% intervals."
            f" Shaded: within ±{number(margin, 1)} {unit.name}."
        ),
        how=How((chance_effects,), composed=(dealt_query,)),
    )  # fmt: skip


def card_text(piece: Piece | None) -> str:
    """The text of a card in its newest edition."""
    if piece is None:
        return ""
    side = list(piece.sides.values())[-1]
    return " ".join(f"{label}: {text}." for label, text in side if text)


def drawn(
    rows: Sequence[CatalogueRow], layout: Layout, *, key: str, topic: str, title: str, axis: str,
    caption: str, how: How, claims: Sequence[Claim] = (), margin: float = 0.0,
    low: float | None = None,
) -> Figure:  # fmt: skip
    """The chart, in several columns on a page and in one on a phone. low, margin: limits of the
    shaded area in the unit of the axis; low is -margin if None."""
    columns = 1 if layout.narrow else min(2, max(1, len(rows) // 8))
    size = -(-len(rows) // columns)
    canvas, axes = layout.grid([0.75 + ROW * size], columns, top=0.5,
                               width=4.6 if columns > 1 else 6.4, share="all")  # fmt: skip
    for at, ax in enumerate(axes[0]):
        part = rows[at * size : (at + 1) * size]
        _panel(ax, part, (-margin if low is None else low, margin), size)
        ax.set_xlabel(layout.label(axis))
    shown = {one.verdict for one in rows}
    legend = [MARKS[verdict].entry(verdict or "too few games")
              for verdict in MARKS if verdict in shown]  # fmt: skip
    draw.place_legend(canvas, [legend])
    return Figure(
        key=key, topic=topic, title=title, caption=caption, hint="Click a row for its page.",
        alt=f"A line for each, ordered by size. {title}",
        table=pd.DataFrame([one.record for one in rows]),
        canvas=canvas, claims=claims, spots=[one.spot for one in rows], how=how,
    )  # fmt: skip


def _panel(ax: Axes, rows: Sequence[CatalogueRow], shaded: tuple[float, float], size: int) -> None:
    style.rows_axis(ax, [one.name for one in rows])
    ax.set_ylim(size - 0.5, -0.5)
    ax.tick_params(axis="y", labelsize=8)
    if shaded[1]:
        ax.axvspan(*shaded, color=style.GREEN, alpha=0.10, linewidth=0, zorder=0.5)
    style.zero_line(ax)
    draw.few_ticks(ax)
    ax.hlines(range(len(rows)), [one.low for one in rows], [one.high for one in rows],
              color=style.MUTED, linewidth=1.3, zorder=2)  # fmt: skip
    for y, one in enumerate(rows):
        MARKS[one.verdict].draw(ax, one.value, y)
        hover.row(ax, y, one.spot)
