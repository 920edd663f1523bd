"""Every line of play of small positions, by engine and witness.

A small position: the last round, two players with one turn each, two dice, few cards and guests.
Every sequence of decisions from there to the end of the game is played by both and compared at each
decision, so that what no player would do is tried too.

    python -m tests.witness.small                 all lines of all positions (minutes)
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from simulate import Game
from simulate.referee.document import Document
from simulate.referee.position import put
from simulate.referee.rules import resolve
from simulate.referee.writing import document_of
from simulate.words.lexicon import Lexicon
from tests.witness.comparison import Match

SPECS = ("original-2015", "revised-2021")


def position(
    title: str, spec: str, dice: str, first: dict[str, Any], second: dict[str, Any]
) -> Document:
    """The last turns of a game: each player has had one turn of the seventh round."""
    players = {
        f"Seat {number}": {"turns_taken": 1, "krones": 1, "emperor": 6, **fields}
        for number, fields in ((1, first), (2, second))
    }
    return document_of(
        {
            "format": "gah-transcript-1",
            "title": title,
            "rules": {"spec": spec},
            "players": 2,
            "position": {
                "round": 7, "turn": "Seat 1", "dice": dice, "tiles": ["A1", "B1", "C4"],
                "row": [None] * 5, "players": players,
            },
            "steps": [],
        }
    )  # fmt: skip


def positions() -> dict[str, Document]:
    """The small positions, by name and edition."""
    found = {}
    for spec in SPECS:
        found[f"goods {spec}"] = position(
            "Goods for guests who want more than there is", spec, "12",
            {"guests": {54: "", 88: "1 cake"}, "vacant": "1.1"}, {"kitchen": "1 wine"},
        )  # fmt: skip
        found[f"rooms {spec}"] = position(
            "A guest who completes a group", spec, "34",
            {"guests": {65: "all"}, "occupied": "1.1", "vacant": "1.2 2.1", "krones": 3},
            {"occupied": "1.1 1.2 2.1"},
        )  # fmt: skip
        found[f"staff {spec}"] = position(
            "Staff with a die, once a round and in the final scoring", spec, "45",
            {"staff": [12, 20], "hand": [31, 45], "krones": 4}, {"staff": [32], "occupied": "1.1"},
        )  # fmt: skip
        found[f"copy {spec}"] = position(
            "A six, a passing player and a penalty", spec, "56",
            {"krones": 2, "emperor": 0, "vacant": "1.1"}, {"emperor": 0, "hand": [3]},
        )  # fmt: skip
    return found


def begun(document: Document) -> Match:
    """A small position, laid out for both."""
    ruleset, program = resolve(document.rules)
    games, _ = put(Lexicon(ruleset, document.names, program), document.position)
    game = Game(program, document.players)
    game.games[:] = games
    match = Match(ruleset, document.players, 1, game=game)
    game.refresh()
    return match


@dataclass
class Tried:
    """Lines played to the end, and positions compared."""

    lines: int = 0
    positions: int = 0


def line(document: Document, choose: Callable[[int, int], int], known: int, tried: Tried) -> None:
    """One line of play to the end of the game. ``choose(depth, n)``: which of n legal actions;
    the first ``known`` decisions were compared before. Raises Disagreement."""
    match = begun(document)
    depth = 0
    while not match.game.over:
        if depth >= known:
            match.compare()
            tried.positions += 1
        legal = sorted(match.game.legal())
        match.act(legal[choose(depth, len(legal))])
        depth += 1
    match.compare()
    tried.lines += 1


def every_line(document: Document, most: int | None = None) -> Tried:
    """All lines, or the first ``most``; what lines have in common is compared once."""
    tried, path, known = Tried(), [0], 0
    while path and (most is None or tried.lines < most):
        widths: list[int] = []

        def choose(depth: int, n: int, widths: list[int] = widths) -> int:
            widths.append(n)
            if depth == len(path):
                path.append(0)
            return path[depth]

        line(document, choose, known, tried)
        while path and path[-1] + 1 == widths[len(path) - 1]:
            path.pop()
        known = len(path)
        if path:
            path[-1] += 1
    return tried


def some_lines(document: Document, n: int, seed: int) -> Tried:
    """So many lines at random, each decision alike."""
    draw, tried = random.Random(seed), Tried()
    for _ in range(n):
        line(document, lambda _, width: draw.randrange(width), 0, tried)
    return tried


def main() -> None:
    total = Tried()
    for name, document in positions().items():
        tried = every_line(document)
        print(f"{name}: {tried.lines:,} lines, {tried.positions:,} positions", flush=True)
        total.lines += tried.lines
        total.positions += tried.positions
    print(f"no disagreement in {total.positions:,} positions of {total.lines:,} lines")


if __name__ == "__main__":
    sys.exit(main())
