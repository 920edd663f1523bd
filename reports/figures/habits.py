"""The figure of how strong players play, compared with weak ones."""

from __future__ import annotations

import numpy as np
import pandas as pd

from analysis.course import habits
from reports import names
from reports.figures import draw, style
from reports.figures.cards import games_words
from reports.figures.figure import Claim, Figure, How
from reports.figures.layout import WIDE, Layout
from reports.results import Results
from reports.tables.habits import by_size, kinds, label
from reports.text import number

DOES = {
    "passes": "pass {} times a game",
    "guests_housed": "serve {} guests",
    "staff_in_play": "play {} staff cards",
    "politics_markers": "claim {} politics cards",
    "emperor": "end on space {} of the emperor track",
    "occupied": "occupy {} rooms",
    "occupied_blue": "occupy {} blue rooms",
    "occupied_red": "occupy {} red rooms",
    "occupied_yellow": "occupy {} yellow rooms",
    "groups": "complete {} groups of rooms",
    "strengthened": "pay to strengthen {} actions",
    **{f"dice_{face}": f"take {{}} dice that show {face}" for face in range(1, 7)},
}
"""What a player does, by the id of the habit."""

ALONG = {True: "end further along the emperor track", False: "end less far along the emperor track"}


def more(habit: str, upwards: bool) -> str:
    """A habit with "more" or "fewer", as in "occupy more rooms"."""
    if habit == "emperor":
        return ALONG[bool(upwards)]
    return DOES[habit].format("more" if upwards else "fewer")


def counted(results: Results, players: int) -> pd.DataFrame:
    """The habits that are counts, at tables of this many players, clearest first."""
    frame = results.habits
    return by_size(frame[(frame["players"] == players) & frame["metric"].isin(DOES)])


def habits_figure(results: Results, layout: Layout = WIDE) -> Figure:
    """One row per habit: mean of strong players filled, of weak ones hollow, joined by a line."""
    strong, weak = kinds(results)
    tables = sorted(results.habits["players"].unique())
    order = list(counted(results, tables[0])["metric"])
    canvas, axes = layout.grid([0.8 + 0.3 * len(order)], len(tables))
    mark = style.Mark(style.BLUE, "o")
    other = style.Mark(style.ORANGE, "s")
    for ax, n in zip(axes[0], tables, strict=True):
        rows = counted(results, int(n)).set_index("metric").reindex(order)
        style.rows_axis(ax, [label(row) for _, row in rows.reset_index().iterrows()])
        y = np.arange(len(order))
        ax.hlines(y, rows["weak"], rows["strong"], color=style.MUTED, linewidth=1.2, zorder=1.5)
        for name, one, face in (("strong", mark, mark.color), ("weak", other, "white")):
            ax.hlines(y, rows[f"{name}_low"], rows[f"{name}_high"], color=one.color, linewidth=2.4,
                      zorder=2)  # fmt: skip
            ax.plot(rows[name], y, linestyle="none", marker=one.marker, markersize=5,
                    markerfacecolor=face, markeredgecolor=one.color, zorder=3)  # fmt: skip
        ax.set_title(f"{n} players")
        ax.set_xlabel(layout.label("mean per player and game"))
    for ax in axes[0]:
        ax.set_xlim(left=0)  # after all panels, because it stops their automatic scaling
    draw.place_legend(canvas, [[
        draw.handle(f"{names.players(strong)} (filled)", mark),
        draw.handle(f"{names.players(weak)} (hollow)", other, hollow=True),
    ]])  # fmt: skip
    title, claims = headline(results)
    return Figure(
        key="habits",
        topic="How strong players play",
        title=title,
        claims=claims,
        caption=(
            f"Edition {names.ruleset(results.rules)}; each kind plays at separate tables. The"
            " clearest differences come first. 95% intervals, clustered by deal, are thick lines"
            f" behind the marks, which often hide them. {games_words(results)}"
        ),
        alt=f"Dot plot of what two kinds of players do in a game. {title}",
        table=results.habits,
        canvas=canvas,
        how=How((habits.habits,)),
    )


def headline(results: Results) -> tuple[str, list[Claim]]:
    """The clearest difference, if intervals show it at every table."""
    strong, weak = kinds(results)
    first = counted(results, results.players[0]).iloc[0]
    frame = results.habits
    rows = frame[frame["metric"] == first["metric"]]
    claims = [Claim.of(row) for _, row in rows.iterrows()]
    one_sided = (rows["low"] > 0).all() or (rows["high"] < 0).all()
    if not one_sided:
        return (
            f"No habit separates {names.players(strong)} from {names.players(weak)} at all tables",
            [],
        )
    does = DOES[first["metric"]].format(number(first["strong"], 1))
    return (
        f"{names.players(strong).capitalize()} {does}, {names.players(weak)}"
        f" {number(first['weak'], 1)} ({first['players']} players)"
    ), claims
