"""Figures of the ways to win: what each wins, what insisting costs, which kinds of play exist."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle

from analysis.course.ways import BETTER, MARGIN, WORSE, ways_frame
from analysis.players import insisting
from analysis.studies.ways import space
from analysis.studies.ways.study import Ways
from analysis.studies.ways.tastes import way
from reports import names
from reports.figures import draw, style
from reports.figures.figure import Claim, Figure, How
from reports.figures.layout import WIDE, Layout
from reports.text import count, listing, number, upper

SPAN = 0.3
"""Difference from an equal share of wins at which a cell has its full colour."""
PLATEAUS = {
    space.WIDE: "On the first map most kinds within reach lose at most 3 points: a plateau.",
    space.PEAK: "On the first map most kinds within reach lose more than 3 points: a peak.",
    space.OPEN: "It is open whether most kinds of play on the first map lose at most 3 points.",
}
MOST = 14
"""Most rows and columns of a legible matrix."""


def ways_figure(found: Ways, layout: Layout = WIDE) -> Figure:
    """Wins above the average way in the same seat and deal: a row per way, a panel per table."""
    tables = found.tables
    order = list(dict.fromkeys(found.ways["name"]))
    canvas, axes = layout.grid([0.8 + 0.32 * len(order)], len(tables))
    mark = style.Mark(style.BLUE, "o")
    for ax, (n, policy) in zip(axes[0], tables, strict=True):
        rows = found.at("ways", n, policy)
        frame = rows[["name"]].assign(estimate=rows["within"], low=rows["within_low"],
                                      high=rows["within_high"])  # fmt: skip
        style.rows_axis(ax, order)
        draw.estimates(ax, order, [draw.Series("", frame, mark)], "name", 100, fdr=None)
        style.zero_line(ax)
        ax.set_title(f"{n} {names.players(policy)}")
        ax.set_xlabel(layout.label("wins more than the average way, points"))
    title, claims = ways_title(found)
    return Figure(
        key="ways",
        topic="What each way of play wins",
        title=title,
        claims=claims,
        caption=(
            "Wins above or below the average way in the same seat of the same deal, played again"
            " with other dice and cards. Lines: 95% intervals, clustered by deal."
            f" {games_words(found)} Ways are defined by what a seat achieved, which includes luck"
            " with dice and cards."
        ),
        alt=f"Dot plot of wins by way of play. {title}",
        table=found.ways,
        canvas=canvas,
        how=How((ways_frame,), command=found.settings.command),
    )


def games_words(found: Ways) -> str:
    """How many games were played, and by whom."""
    n, policy = found.tables[0]
    games = int(found.at("ways", n, policy)["games"].iloc[0])
    return f"{count(games)} games of {names.players(policy)} for each number of players."


def ways_title(found: Ways) -> tuple[str, list[Claim]]:
    """Which ways pay more or less than the average way at the first table."""
    n, policy = found.tables[0]
    rows = found.at("ways", n, policy)
    said, claims = [], []
    for verdict, word in ((BETTER, "pays more"), (WORSE, "pays less")):
        some = rows[rows["verdict"] == verdict]
        some = some[(some["within_low"] > 0) | (some["within_high"] < 0)]
        if len(some):
            what = word if len(some) == 1 else word.replace("pays", "pay")
            said.append(f"{listing(list(some['name']))} {what}")
            claims += [Claim(float(r["within_low"]), float(r["within_high"]))
                       for _, r in some.iterrows()]  # fmt: skip
    if not said:
        margin = number(100 * MARGIN, 0)
        title = f"No way is shown to win {margin} points more or less than the average way"
        return f"{title} ({n} players)", []
    text = "; ".join(said)
    return f"{upper(text)} than the average way ({n} {names.players(policy)})", claims


def curves_figure(found: Ways, layout: Layout = WIDE) -> Figure:
    """One panel per way: wins over how much more of its thing a planner gets, by strength."""
    n, policy = insisted(found)
    rows = found.at("curves", n, policy)
    ways = list(dict.fromkeys(rows["taste"]))
    columns = 4
    lines = -(-len(ways) // columns)
    canvas, axes = layout.grid([1.75] * lines, columns, width=2.3, top=0.1, share="none")
    panels = [ax for line in axes for ax in line]
    low, high = 100 * rows["wins_low"].min(), 100 * rows["wins_high"].max()
    for ax, one in zip(panels, ways, strict=False):
        mine = rows[rows["taste"] == one].sort_values("strength", key=abs)
        ax.axhline(0, color=style.INK, linewidth=0.9, zorder=1)
        ax.axhline(-100 * insisting.COST, color=style.MUTED, linewidth=0.8, linestyle=":", zorder=1)
        ax.vlines(mine["more"], 100 * mine["wins_low"], 100 * mine["wins_high"],
                  color=style.BLUE, linewidth=1.5)  # fmt: skip
        ax.plot([0, *mine["more"]], [0, *(100 * mine["wins"])], color=style.BLUE, marker="o",
                markersize=3.6, linewidth=0.9)  # fmt: skip
        ax.set_ylim(min(low, -5) - 2, max(high, 5) + 2)
        ax.set_title(way(str(one)).words, fontsize=8.5)
        ax.grid(axis="y")
        ax.locator_params(axis="x", nbins=4)
        ax.set_ylabel("wins, points")
        ax.set_xlabel("standard deviations more")
    for ax in panels[len(ways) :]:
        ax.set_visible(False)
    title, claims = insist_title(found)
    deals = int(rows["deals"].max())
    return Figure(
        key="ways-curves",
        topic="What insisting costs",
        title=title,
        claims=claims,
        caption=(
            f"Each dot is a {names.player(policy)} that counts extra VP for one thing, from weak to"
            f" strong, against the same player without this taste on {count(deals)} equal deals"
            f" with {n} players. Across: how much more of its thing it gets, in standard deviations"
            " between seats of the plain player. Up: its wins minus an equal share; the dotted line"
            f" is the {number(100 * insisting.COST, 0)} points that a viable way may cost. Lines:"
            " 95% intervals, clustered by deal."
        ),
        alt=f"Small charts of wins over insistence, one per way. {title}",
        table=found.curves,
        canvas=canvas,
        how=How((insisting.verdicts,), command=found.settings.command),
    )


def insisted(found: Ways) -> tuple[int, str]:
    """The first table of players that insist on a way."""
    first = found.insist.iloc[0]
    return int(first["players"]), str(first["policy"])


def insist_title(found: Ways) -> tuple[str, list[Claim]]:
    """How many ways are viable, from verdicts given together."""
    n, policy = insisted(found)
    rows = found.at("insist", n, policy)
    good = rows[rows["verdict"].isin((insisting.VIABLE, insisting.DOMINANT))]
    bad = rows[rows["verdict"] == insisting.NOT]
    known = pd.concat([good, bad])
    if known.empty:
        return "No way can be judged yet", []
    sure = [*good["viable"], *bad["not_viable"]]
    error = 1 - float(np.mean(sure))
    open_ = len(rows) - len(known)
    rest = f", {open_} cannot be judged yet" if open_ else ""
    worse = f", {len(bad)} {'is' if len(bad) == 1 else 'are'} not" if len(bad) else ""
    title = f"{len(good)} of {len(rows)} ways are viable{worse}{rest} ({n} players)"
    return title, Claim.of_verdicts(error)


def cells_figure(found: Ways, layout: Layout = WIDE) -> Figure:
    """One panel per map: the best player found in each cell, by its wins."""
    first = found.cells.iloc[0]
    n, policy = int(first["players"]), str(first["policy"])
    rows = found.at("cells", n, policy)
    maps = list(dict.fromkeys(rows["map"]))
    canvas, axes = layout.grid([3.1], len(maps), width=4.6, top=0.1, share="none")
    for ax, one in zip(axes[0], maps, strict=True):
        mine = rows[rows["map"] == one]
        edges = sorted({*mine["x_low"], *mine["x_high"]}), sorted({*mine["y_low"], *mine["y_high"]})
        for _, row in mine.iterrows():
            at = [edge.index(row[f"{side}_low"]) for edge, side in zip(edges, "xy", strict=True)]
            _cell(ax, at[0], at[1], float(row["wins"]))
        ticks = ax.set_xticks, ax.set_yticks
        for put, edge in zip(ticks, edges, strict=True):
            inner = range(1, len(edge) - 1)  # the outer cells include everything beyond
            put([i - 0.5 for i in inner], [f"{edge[i]:.1f}" for i in inner])
        _bare(ax, len(edges[0]) - 1, len(edges[1]) - 1)
        ax.set_xlabel(layout.label(str(mine["x_axis"].iloc[0])))
        ax.set_ylabel(str(mine["y_axis"].iloc[0]))
    searched = found.at("plateau", n, policy).iloc[0]
    good, kinds = int(searched["viable"]), int(searched["tried"])
    are = "is" if good == 1 else "are"
    title = (
        f"{good} of {kinds} kinds of play within reach {are} shown to lose no more than 3 points"
    )
    return Figure(
        key="ways-cells",
        topic="Which ways to play exist",
        title=title if good else "No kind of play is shown to lose no more than 3 points",
        claims=[],
        caption=(
            "Each cell shows the best player that the search found there (the outer cells have no"
            " outer edge) by its wins on fresh deals minus an equal share, in points, against"
            f" {names.players(policy)} with {n} players. Play without a taste is one of them, at 0."
            f" {PLATEAUS[str(searched['verdict'])]} Both maps show the players of one search, which"
            " looked for every kind of play on the first map."
        ),
        alt=f"Heat map of wins by behaviour. {title}",
        table=found.cells,
        canvas=canvas,
        how=How((), command=found.settings.command),
    )


def meets_figure(found: Ways, layout: Layout = WIDE) -> Figure:
    """Who beats whom: rows against columns, wins above one half, in points."""
    rows = found.meets
    mixed = found.equilibrium
    known = dict(zip(mixed["name"], mixed["label"], strict=True)) if len(mixed) else {}
    labels = {name: called(str(name), known) for name in dict.fromkeys(rows["name"])}
    order = list(labels)[:MOST]
    size = len(order)
    canvas, axes = layout.grid([0.9 + 0.34 * size], 1, width=2.4 + 0.48 * size, top=0.1)
    ax = axes[0][0]
    wins = rows.set_index(["name", "against"])["wins"]
    for y, mine in enumerate(order):
        for x, other in enumerate(order):
            if (mine, other) in wins.index:
                _cell(ax, x, y, float(wins[mine, other]), 6.5 if layout.narrow else 8)
    rows_named = [f"{i + 1}: {labels[name]}" for i, name in enumerate(order)]
    if layout.narrow:
        rows_named = [textwrap.fill(one, 15) for one in rows_named]
    ax.set_yticks(range(size), rows_named, fontsize=7 if layout.narrow else None)
    ax.set_xticks(range(size), [str(i + 1) for i in range(size)])
    _bare(ax, size, size)
    ax.invert_yaxis()
    ax.set_xlabel("against the player of that number")
    alive = int((mixed["survives"] > insisting.SURE).sum()) if len(mixed) else 0
    first = rows.iloc[0]
    title = "It is open which ways are played in equilibrium"
    if alive:
        title = f"{alive} of {len(labels)} players have a part in the equilibrium"
    return Figure(
        key="ways-meets",
        topic="Who beats whom",
        title=title if len(mixed) else "Who beats whom",
        claims=[],
        caption=(
            "Wins of the row against the column minus one half, in points, on"
            f" {count(int(rows['deals'].max()))} deals at both seats; "
            f"{names.players(str(first['policy']))} that count extra VP for one"
            " thing. A player has a part in the equilibrium if it is played in nearly all"
            " matrices resampled by deal."
        ),
        alt=f"Matrix of wins between players that insist on different ways. {title}",
        table=rows,
        canvas=canvas,
        how=How((), command=found.settings.command),
    )


def called(name: str, known: Mapping[str, str]) -> str:
    """The name of a player: its way if known, or else its tastes in short, "staff 5, politics 1";
    without any, "plain"."""
    stem, *tastes = name.split("+")
    if tastes and name in known:
        return known[name]
    return ", ".join(one.replace("=", " ") for one in tastes) or f"plain {stem}"


def _cell(ax: Axes, x: int, y: int, wins: float, size: float = 8) -> None:
    """Draw a cell with its wins in points, shaded by them."""
    shade = float(np.clip(0.5 + 0.5 * wins / SPAN, 0.05, 0.95))
    ax.add_patch(Rectangle((x - 0.48, y - 0.48), 0.96, 0.96, linewidth=0,
                           facecolor=to_hex(colormaps["RdBu"](shade))))  # fmt: skip
    ink = style.LETTERS[int(abs(shade - 0.5) > 0.3)]
    ax.text(x, y, number(100 * wins, 0, True), ha="center", va="center", fontsize=size, color=ink)


def _bare(ax: Axes, columns: int, rows: int) -> None:
    ax.set_xlim(-0.5, columns - 0.5)
    ax.set_ylim(-0.5, rows - 0.5)
    ax.tick_params(length=0)
    for spine in ax.spines.values():
        spine.set_visible(False)
