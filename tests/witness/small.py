"""Every line of play of small positions, by engine and witness.

A small position: the last round, two players with one turn each, two dice, few cards and guests.
Every sequence of decisions from there to the end of the game is played by both and compared at each
decision, so that what no player would do is tried too.

    python -m tests.witness.small --out verification/small.txt    all lines (a minute), the record
    python -m tests.witness.small --budget 60                     seconds for each position

Where a budget ends before the lines do, ``covered`` is the share of random play that was compared:
a line counts by its chance if every legal action is equally likely.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from simulate import Game
from simulate.base.outputs import keep
from simulate.base.provenance import commit
from simulate.fingerprint import fingerprint, parts_of
from simulate.referee.document import Document
from simulate.referee.position import put
from simulate.referee.rules import resolve
from simulate.referee.writing import document_of
from simulate.words.lexicon import Lexicon
from tests.witness.comparison import Disagreement, Match

SPECS = ("original-2015", "revised-2021")


def position(
    title: str, spec: str, dice: str, first: dict[str, Any], second: dict[str, Any], **shared: Any
) -> Document:
    """The last turns of a game: each player has had one turn of the seventh round. ``shared``: what
    else lies on the table."""
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
                "row": [None] * 5, "players": players, **shared,
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
        found[f"politics {spec}"] = position(
            "A politics card, and a guest taken from the row", spec, "13",
            {"krones": 3, "occupied": "1.1 1.2 1.3", "kitchen": "1 cake"}, {"kitchen": "1 coffee"},
            politics=["A-krones", "B-floors", "C-three-each"], row=[None, None, None, 54, None],
        )  # fmt: skip
    newer = "revised-2021"
    found["celebrities"] = position(
        "A coloured die, met celebrities and their abilities", f"{newer}+celebrities", "4red5",
        {"krones": 3, "celebrities": {"blue": "gandhi"}, "vacant": "1.1"}, {"krones": 2},
        lounge=["chaplin", "einstein", "curie"],
    )  # fmt: skip
    found["ballrooms"] = position(
        "A dancer to send with a room, and the scoring", f"{newer}+ballrooms", "34",
        {"krones": 2, "rehearsal": "two", "vacant": "1.1", "guests": {65: "all"}},
        {"rehearsal": "one", "dancers": "1.bottom"},
        ballrooms=["apollosaal", "odeonsaal", "zum-sperl"],
    )  # fmt: skip
    found["more"] = position(
        "Bell cards and staff paid once a round", f"{newer}+more", "24",
        {"krones": 3, "staff": [166, 170], "guests": {54: ""}}, {"staff": [167], "krones": 2},
    )  # fmt: skip
    found["key"] = position(
        "The skeleton key, and who starts", f"{newer}+start-player", "25",
        {"krones": 2, "kitchen": "1 wine"}, {"krones": 1}, key="Seat 1",
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
    """Lines played to the end, positions compared, and the share of random play that these are."""

    lines: int = 0
    positions: int = 0
    covered: float = 0.0


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


def every_line(document: Document, most: int | None = None, budget: float = math.inf) -> Tried:
    """All lines, or the first ``most``, or those that are begun within ``budget`` seconds of
    computing; what lines have in common is compared once."""
    tried, path, known = Tried(), [0], 0
    until = time.process_time() + budget
    while path and (most is None or tried.lines < most) and time.process_time() < until:
        widths: list[int] = []

        def choose(depth: int, n: int, widths: list[int] = widths) -> int:
            widths.append(n)
            if depth == len(path):
                path.append(0)
            return path[depth]

        line(document, choose, known, tried)
        tried.covered += 1 / math.prod(widths)
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


def compared(budget: float) -> dict[str, dict[str, Any]]:
    """What came of each small position: its counts, seconds of computing, and the disagreement that
    ended it, if there was one."""
    found = {}
    for name, document in positions().items():
        began, wrong, tried = time.process_time(), "", Tried()
        try:
            tried = every_line(document, budget=budget)
        except Disagreement as error:
            wrong = str(error)
        seconds = round(time.process_time() - began, 1)
        found[name] = {**asdict(tried), "seconds": seconds, "wrong": wrong}
        print(row(name, found[name]), flush=True)
    return found


def row(name: str, one: dict[str, Any]) -> str:
    """A line of the record."""
    covered = "all" if math.isclose(one["covered"], 1) else f"{one['covered']:.1%}"
    return f"{name:<44}{one['lines']:>9,}{one['positions']:>11,}{covered:>9}{one['seconds']:>9}"


def text_of(record: dict[str, Any]) -> str:
    """The record as text."""
    found = record["compared"]
    total = {key: sum(one[key] for one in found.values()) for key in ("lines", "positions")}
    wrong = [f"{name}: {one['wrong']}" for name, one in found.items() if one["wrong"]]
    head = f"{'position':<44}{'lines':>9}{'positions':>11}{'covered':>9}{'seconds':>9}"
    return "\n".join([
        "Small positions: every line of play, by the engine and the witness",
        "==================================================================",
        "",
        f"{total['positions']:,} positions of {total['lines']:,} lines;"
        f" {len(wrong)} disagreements.",
        "Covered: the share of random play from the position that was compared to the end.",
        "",
        head,
        *(row(name, one) for name, one in found.items()),
        "",
        *wrong,
        f"{record['date']}, commit {record['commit']}",
        "    python -m tests.witness.small",
        "",
    ])  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare every line of small positions.")
    parser.add_argument("--budget", type=float, default=math.inf, metavar="SECONDS",
                        help="of computing for each position (default: all lines)")  # fmt: skip
    parser.add_argument("--out", type=Path, help="the record, .txt; the same as .json beside it")
    given = parser.parse_args()
    record = {
        "date": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "commit": commit(),
        "compared": compared(given.budget),
        "play": fingerprint(parts_of(sorted({one.rules.spec for one in positions().values()}), [])),
    }
    if given.out:
        keep(given.out, text_of(record))
        keep(given.out.with_suffix(".json"), json.dumps(record, indent=1) + "\n")
    raise SystemExit(any(one["wrong"] for one in record["compared"].values()))


if __name__ == "__main__":
    main()
