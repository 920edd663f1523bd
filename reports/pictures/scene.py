"""Draw a state: the pieces of the table and of each player as one picture."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from markupsafe import Markup

from reports.pictures.drawing import WIDTH, Sketch, el, group, number, rect
from reports.pictures.modules import modules
from reports.pictures.player import player
from reports.pictures.table import legend, table
from reports.pictures.view import NOTHING, Unseen, View
from simulate.words.names import Names

GAP, MARGIN, COLUMNS = 28, 16, 3
_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Stack:
    """Pieces that belong together: the table, or a player's area."""

    key: str
    title: str
    pieces: tuple[Sketch, ...]

    @property
    def height(self) -> float:
        """The total height of the stacked pieces."""
        return sum(piece.height for piece in self.pieces) + _SPACE * len(self.pieces)


_SPACE = 6


def groups(
    names: Names,
    state: Any,
    players: Sequence[str] = (),
    only: Collection[str] = (),
    unseen: Unseen = NOTHING,
) -> tuple[Stack, ...]:
    """Everything visible in a state: the table first, then each player.

    ``state``: a record of type ``simulate.engine.state.GAME``; ``players``: names in seat order;
    ``only``: keys of the pieces to show (all, if empty); ``unseen``: what is hidden.
    """
    view = View(names, state, players, unseen)
    found = [Stack("table", "Table", tuple(table(view)))]
    more = tuple(modules(view))
    if more:
        found.append(Stack("modules", "Expansion", more))
    for seat in range(view.n):
        found.append(Stack(f"seat-{seat}", view.called(seat), tuple(player(view, seat))))
    if not only:
        return tuple(found)
    chosen = ((one, tuple(p for p in one.pieces if p.key in only)) for one in found)
    return tuple(replace(one, pieces=pieces) for one, pieces in chosen if pieces)


def picture(
    names: Names,
    state: Any,
    players: Sequence[str] = (),
    *,
    title: str = "",
    only: Collection[str] = (),
    unseen: Unseen = NOTHING,
) -> Markup:
    """A state as one complete drawing: style, symbols, and the position in words.

    Parameters as for ``groups``; ``title``: that of the picture. The groups are in columns, the
    table first; a picture of a part has one column and no legend. The same state gives the same
    text.
    """
    shown = groups(names, state, players, only, unseen)
    if only:
        columns = [list(shown)]
    else:
        first = replace(shown[0], pieces=(*shown[0].pieces, legend()))
        columns = _columns((first, *shown[1:]))
    width = len(columns) * (WIDTH + GAP) - GAP + 2 * MARGIN
    height = max(sum(g.height + GAP for g in column) - GAP for column in columns) + 2 * MARGIN
    drawn = []
    for i, column in enumerate(columns):
        y = float(MARGIN)
        for one in column:
            drawn.append(group(_drawn(one), x=MARGIN + i * (WIDTH + GAP), y=y))
            y += one.height + GAP
    return el(
        "svg", el("title", title or "A position of Grand Austria Hotel"),
        el("desc", "\n".join(words(shown))),
        Markup(f"<style>{style()}</style>"), Markup(f"<defs>{symbols()}</defs>"),
        rect(0, 0, width, height, "paper", 0), *drawn,
        xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {number(width)} {number(height)}",
        width=width, height=height, role="img", cls="gah",
    )  # fmt: skip


def words(shown: Iterable[Stack]) -> list[str]:
    """The picture in words: one line per piece, under the name of its group."""
    lines: list[str] = []
    for one in shown:
        lines.append(f"{one.title}:")
        lines += [f"  {piece.title}: {'; '.join(piece.words)}" for piece in one.pieces]
    return lines


def _drawn(one: Stack) -> Markup:
    out, y = Markup(""), 0.0
    for piece in one.pieces:
        inner = el("title", f"{one.title}: {piece.title}") + piece.body
        out += group(inner, y=y)
        y += piece.height + _SPACE
    return out


def _columns(shown: Sequence[Stack]) -> list[list[Stack]]:
    """The groups in at most three columns, which fit a page: the tables, then one player each.

    If that takes more columns, the tables share one, and the players share two.
    """
    if len(shown) <= COLUMNS:
        return [[one] for one in shown]
    tables = [one for one in shown if not one.key.startswith("seat")]
    seats = [one for one in shown if one.key.startswith("seat")]
    half = (len(seats) + 1) // 2
    return [tables, seats[:half], seats[half:]]


@cache
def style() -> Markup:
    """The style of all pictures; colours follow the reader's light or dark scheme."""
    return Markup((_HERE / "picture.css").read_text("utf-8"))


@cache
def symbols() -> Markup:
    """The symbols used by pieces, as the content of a ``defs`` element."""
    return Markup((_HERE / "symbols.svg").read_text("utf-8"))
