"""A failure as a short transcript: ruleset, position before the turn, actions in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from model import UserError
from simulate import Game
from simulate.actions import to_words
from simulate.base import outputs
from simulate.engine import codes
from simulate.engine.compile_words import GOODS_WORDS
from simulate.properties.strategies.rulesets import Drawn
from simulate.properties.strategies.seeing import bits, frames, seats
from simulate.properties.view import PHASES
from simulate.referee import Document, from_state, text_of
from simulate.words.spelling import room_name

TURN = "turn.json"
MOST_ACTIONS = 6  # of the turn that a transcript lists; the last ones matter
MOST_RULES = 5
WIDTH = 140


class Broken(AssertionError):
    """A property failed; the message is the transcript."""


def numbers(rules: Any, what: str, indices: Any) -> str:
    return " ".join(str(int(rules[f"{what}_number"][i])) for i in indices) or "none"


def goods(amounts: Any) -> str:
    return " ".join(f"{n} {good}" for n, good in zip(amounts, GOODS_WORDS) if n)


def cafe(rules: Any, p: Any) -> str:
    """The guests at the tables and what they still want."""
    found = []
    for guest, missing in zip(p["cafe"], p["missing"]):
        if guest >= 0:
            wants = f" wants {goods(missing)}" if missing.any() else " served"
            found.append(f"{int(rules['guest_number'][guest])}{wants}")
    return ", ".join(found) or "empty"


def hotel(p: Any) -> str:
    return " ".join(
        f"{kind} {' '.join(room_name(room) for room in sorted(bits(p[kind])))}"
        for kind in ("vacant", "occupied")
        if p[kind]
    )


def position(game: Game) -> list[str]:
    """The position in a few lines: the table, and the player whose decision it is."""
    g, r = game.state, game.rules
    dice = " ".join(f"{face}:{int(n)}" for face, n in enumerate(g["dice"]) if n)
    when = f"round {int(g['round_no'])}" if g["round_no"] else "set-up"
    points = "/".join(str(int(p["vp"])) for p in seats(g))
    head = f"{when} {PHASES[int(g['phase'])]}"
    lines = [f"{head}, VP {points}, dice {dice or 'none'}, row {numbers(r, 'guest', g['row'])}"]
    if not game.over:
        p = g["players"][game.player]
        lines.append(
            f"seat {game.player} to decide: {int(p['krones'])} krones, "
            f"emperor {int(p['emperor'])}, kitchen {goods(p['kitchen']) or 'empty'}"
        )
        lines.append(f"  café: {cafe(r, p)}; hotel: {hotel(p) or 'bare'}")
        hand = numbers(r, "staff", p["hand"][: p["hand_size"]])
        lines.append(f"  hand {hand}; in play {numbers(r, 'staff', p['staff'][: p['staff_size']])}")
    return lines


def in_turn(game: Game) -> bool:
    """Is the open decision the first of a turn (or of a step of the set-up)?"""
    if game.over or game.state["top"] != 1:
        return False
    frame = frames(game.state)[0]
    started = frame["kind"] == codes.F_TURN and frame["marks"] & codes.T_STARTED
    return not started


@dataclass
class Telling:
    """Follows a game so that a failure can be shown from the start of its turn."""

    drawn: Drawn
    game: Game
    seed: int
    start: Game = field(init=False)
    actions: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.start = self.game.copy()

    def look(self) -> None:
        """Begin again at the start of a turn."""
        if in_turn(self.game):
            self.start, self.actions = self.game.copy(), []

    def about_to(self, action: int) -> None:
        """Note an action before it is applied."""
        self.look()
        self.actions.append(to_words(self.game.rules, action))

    def lines(self, problem: str) -> list[str]:
        """The transcript, the problem last."""
        rules = self.drawn.lines()
        if len(rules) > MOST_RULES:
            rest = f"... and {len(rules) - MOST_RULES} more lines of patches"
            rules = [*rules[:MOST_RULES], rest]
        skipped = len(self.actions) - MOST_ACTIONS
        done = self.actions[-MOST_ACTIONS:]
        earlier = [f"... {skipped} actions, then"] if skipped > 0 else []
        players = int(self.game.state["n_players"])
        return [
            *shortened(rules),
            f"{players} players, seed {self.seed}",
            *position(self.start),
            "then: " + "; ".join([*earlier, *done]),
            problem,
        ]


def shortened(lines: Sequence[str]) -> list[str]:
    return [line if len(line) <= WIDTH else f"{line[: WIDTH - 3]}..." for line in lines]


def for_referee(telling: Telling, problem: str) -> Document | None:
    """The same turn as `gah referee` reads it; none outside turns, where it knows no position."""
    patches = telling.drawn.read_patches()
    rules = telling.drawn.load()
    try:
        return from_state(
            telling.start, rules, patches=patches, title=problem, steps=telling.actions
        )
    except UserError:
        return None


def transcript(telling: Telling, problem: str, folder: Path | None = None) -> Broken:
    """The failure to raise. With a ``folder`` its turn is also left there as ``turn.json``, to be
    judged and kept as a test."""
    lines = telling.lines(problem)
    document = None if folder is None else for_referee(telling, problem)
    if folder is not None and document is not None:
        file = folder / TURN
        outputs.keep(file, text_of(document))
        lines.append(f"to judge it: gah referee {file}")
    return Broken("\n" + "\n".join(lines))
