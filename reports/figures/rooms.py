"""The hotel as a picture: in how many final hotels each room is occupied, plan by plan."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.lines import Line2D
from matplotlib.patches import FancyBboxPatch

from analysis.course.rooms import room_shares
from reports import names
from reports.figures import draw, style
from reports.figures.figure import Claim, Figure, How
from reports.figures.layout import Layout
from reports.results import Results
from reports.text import PERCENT, count, plain

COLUMNS = 3
CELL, GAP = 0.9, 0.1
SIGNS = {
    "blue": style.Mark(style.SKY, "o"),
    "red": style.Mark("#d94f1e", "s"),
    "yellow": style.Mark("#ecc12a", "^"),
}
"""The sign for each room colour."""


def rooms_figure(results: Results, layout: Layout) -> Figure:
    """One panel per ruleset and hotel plan, rooms shaded by how often they end up occupied."""
    frame = results.rooms
    plans = list(frame[["rules", "board"]].drop_duplicates().itertuples(index=False, name=None))
    rows = -(-len(plans) // COLUMNS)
    canvas, lines = layout.grid(
        [2.15 if layout.narrow else 2.0] * rows, COLUMNS, width=3.1, share="none"
    )
    panels = [ax for line in lines for ax in line]
    for ax, (rules, board) in zip(panels, plans, strict=False):
        mine = frame[(frame["rules"] == rules) & (frame["board"] == board)]
        _hotel(ax, mine)
        ax.set_title(_called(rules, board, results))
    for ax in panels[len(plans) :]:
        ax.set_visible(False)
    draw.place_legend(canvas, [[
        Line2D([], [], color=mark.color, marker=mark.marker, markersize=6, linestyle="none",
               markeredgecolor=style.MUTED, markeredgewidth=0.5, label=f"{colour} room")
        for colour, mark in SIGNS.items()
    ]])  # fmt: skip
    first = frame.iloc[0]
    title, claims = rooms_headline(results)
    return Figure(
        key="rooms",
        topic="What gets built and occupied",
        title=title,
        claims=claims,
        caption=(
            f"{rooms_title(results)}. Large: % of hotels in which the room is occupied at the end."
            " Small: % in which a room"
            " tile lies there, occupied or not. Bars join the rooms of a group."
            f" {count(int(frame['games'].max()))} games of"
            f" {names.players(first['policy'], first['players'])} for each edition and side of the"
            " plans, played again from their seed; the table has 95% intervals, clustered by game."
            " On the day side every seat has a different plan. The figure describes what players"
            " chose; it shows no effect."
        ),
        alt=f"Floors and columns of each hotel plan with the share of occupied rooms. {title}",
        table=frame,
        canvas=canvas,
        how=How((room_shares,)),
    )


def rooms_headline(results: Results) -> tuple[str, list[Claim]]:
    """How many rooms are shown to be occupied in more than half of the hotels."""
    first, mine = _occupied(results)
    often = mine[mine["low"] > 0.5]
    if often.empty:
        return "No room is shown to be occupied in half of the hotels", []
    return (
        f"{len(often)} of {len(mine)} rooms are occupied in more than half of the hotels"
        f" ({_called(str(first['rules']), str(first['board']), results)})",
        [Claim.of(row, 0.5) for _, row in often.iterrows()],
    )


def rooms_title(results: Results) -> str:
    """The rooms that are occupied most and least often under the newer rules."""
    first, mine = _occupied(results)
    mine = mine.sort_values("estimate", kind="stable")
    most, least = mine.iloc[-1], mine.iloc[0]
    where = _called(str(first["rules"]), str(first["board"]), results)
    return (
        f"Most hotels have a guest in {_room(most)}, {plain(most, PERCENT)}; fewest in"
        f" {_room(least)}, {plain(least, PERCENT)} ({where},"
        f" {names.players(first['policy'], first['players'])})"
    )


def _occupied(results: Results) -> tuple[pd.Series, pd.DataFrame]:
    """The first row under the newer rules, and how often each room of its plan is occupied."""
    frame = results.rooms[results.rooms["rules"] == results.rules]
    first = frame.iloc[0]
    return first, frame[(frame["board"] == first["board"]) & (frame["measure"] == "occupied")]


def _room(row: pd.Series) -> str:
    return f"the {row['colour']} room on floor {row['floor']}, column {row['column']}"


def _called(rules: str, board: str, results: Results) -> str:
    """An edition with the side of its hotel plans: "2021, day side B"."""
    return f"{names.ruleset(rules.partition(' ')[0])}, {names.plan(board)}"


def _hotel(ax: Axes, rooms: pd.DataFrame) -> None:
    """A hotel plan, floor 1 at the bottom."""
    shades = colormaps["Blues"]
    shares = rooms.set_index(["measure", "floor", "column"])["estimate"]
    colours = rooms.drop_duplicates(["floor", "column"]).set_index(["floor", "column"])["colour"]
    for (floor, column), colour in colours.items():
        for other in ((floor + 1, column), (floor, column + 1)):
            if colours.get(other) == colour:
                ax.plot((column, other[1]), (floor, other[0]), color=style.MUTED, linewidth=4,
                        solid_capstyle="butt", zorder=1)  # fmt: skip
        occupied, prepared = (shares[one, floor, column] for one in ("occupied", "prepared"))
        shade = 0.06 + 0.84 * occupied
        ax.add_patch(FancyBboxPatch(
            (column - CELL / 2 + 0.06, floor - CELL / 2 + 0.06), CELL - 0.12, CELL - 0.12,
            boxstyle="round,pad=0.06", facecolor=to_hex(shades(shade)), edgecolor=style.MUTED,
            linewidth=0.6, zorder=2,
        ))  # fmt: skip
        ink = style.LETTERS[int(shade > 0.66)]
        ax.text(column + 0.1, floor + 0.06, f"{occupied * 100:.0f}", color=ink, ha="center",
                va="center", fontsize=8.5, weight="bold", zorder=3)  # fmt: skip
        ax.text(column + 0.1, floor - 0.29, f"{prepared * 100:.0f}", color=ink, ha="center",
                va="center", fontsize=6.5, zorder=3)  # fmt: skip
        mark = SIGNS[colour]
        ax.plot(column - 0.31, floor + 0.26, marker=mark.marker, markersize=5, color=mark.color,
                markeredgecolor="#fdfdfd", markeredgewidth=0.6, zorder=3)  # fmt: skip
    _bare(ax, int(rooms["floor"].max()), int(rooms["column"].max()))


def _bare(ax: Axes, floors: int, columns: int) -> None:
    """Remove the frame; number floors and columns."""
    ax.set_xlim(0.5, columns + 0.5)
    ax.set_ylim(0.5, floors + 0.5)
    numbers: Sequence[int] = range(1, floors + 1)
    ax.set_yticks(numbers, [f"floor {floor}" for floor in numbers])
    ax.set_xticks(range(1, columns + 1))
    ax.set_xlabel("column", fontsize=8, loc="center")
    ax.tick_params(length=0)
    for spine in ax.spines.values():
        spine.set_visible(False)
