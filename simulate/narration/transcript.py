"""One game as text that a person can check step by step with the real cards on the table.

The narrator carries out every decision twice: on the game itself, and on a shadow that it advances
by the engine's smallest steps, so that it can describe the changes of each. Both must stay equal.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from model import Ruleset
from simulate.actions import decode, to_words
from simulate.engine import codes as c
from simulate.engine.flow import flow
from simulate.engine.machine import MAX_ACTIONS, apply, finish, legal
from simulate.engine.reactions import answers_now, settle_owed
from simulate.engine.setup import start
from simulate.game import Game
from simulate.narration import scoring, setting
from simulate.narration.frames import frame_title
from simulate.narration.lines import TextLine
from simulate.narration.phases import Phases
from simulate.narration.sentences import continues, sentence
from simulate.narration.sentences.turn import tile_number
from simulate.words.names import Names, seat_name

WIDTH = 100
MOVED = -1

Choose = Callable[[Game, str], int]


def small_step(g: Any, rules: Any, out: np.ndarray) -> int:
    """One smallest step towards the next decision: MOVED, or the number of legal actions there."""
    if g["phase"] == c.PH_OVER:
        return 0
    if not g["top"]:
        flow(g, rules)
        return MOVED
    f = g["frames"][g["top"] - 1]
    if g["players"][f["player"]]["owing"] and answers_now(rules, f):
        settle_owed(g, rules, f["player"])
        return MOVED
    n = int(legal(g, rules, f, out))
    if n > 0:
        return n
    if n == 0:
        finish(g, rules, f)
    return MOVED


class Narrator(Phases):
    """Narrates one game.

    Parameters: the ruleset, 2 to 4 players, seed, game number and ``chance`` as for ``Game``; the
    name of a policy for each seat. ``words`` adds the action words to each decision, ``decisions``
    lists all legal actions before it, ``cite`` adds to VP the clauses that give them. Raises
    UserError for impossible numbers.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        players: int,
        seed: int,
        number: int,
        policies: Sequence[str],
        *,
        chance: int | None = None,
        words: bool = False,
        decisions: bool = False,
        cite: bool = False,
    ) -> None:
        game = Game(ruleset, players, seed, number, chance)
        super().__init__(game, Names(ruleset, game.rules, cite=cite), policies)
        self.words, self.decisions = words, decisions
        self.title = f"{players} players, seed {seed}, game {number}"
        start(self.state, game.rules, players, seed, number)
        self.state["key"] = game.state["key"]
        self._out = np.zeros(MAX_ACTIONS, dtype=np.int32)

    def tell(self, choose: Choose) -> Iterator[TextLine]:
        """Play the game with ``choose(game, policy)`` and yield what happens, line by line."""
        self._head()
        self._settle()
        while not self.game.over:
            yield from self._ready()
            policy = self.policies[self.game.player]
            self._decide(choose(self.game, policy))
        self._result()
        yield from self._lines

    def turn(self, game: Game, actions: Sequence[int]) -> Iterator[TextLine]:
        """Narrate a single turn: a game at the beginning of the turn, and its player's actions.

        The narrator's own game is set aside meanwhile.
        """
        self.game = game.copy()
        self.shadow[:] = game.games
        self._turn_header(f"number {tile_number(self.state, self.names.rules, game.player)}")
        for action in actions:
            self._decide(action)
        for i, line in enumerate(self._lines):
            if i and line.style in ("turn", "round"):
                return
            yield line

    # --- decisions

    def _decide(self, action: int) -> None:
        """Carry out a decision and narrate it with its automatic consequences."""
        before = self.shadow.copy()[0]
        frame = before["frames"][before["top"] - 1]
        kind, seat = decode(action)[0], int(frame["player"])
        told = sentence(self.names, before, action)
        words = to_words(self.game.rules, action)
        if self.decisions:
            listed = " | ".join(self.game.legal_words())
            self._add(f"? {seat_name(seat)} chooses from: {listed}", "choice", 2)
        title = f"{told.text} [{words}]" if self.words and told.text else told.text
        apply(self.state, self.game.rules, action)
        self.game.apply(action)  # first: it raises NoDecision where the steps never end
        join = continues(kind) and not self.decisions
        self._indent = 1 if frame["kind"] == c.F_TURN else 2
        self._tell_changes(before, seat, title, told.said, join=join)
        if self.words and not told.text and self._open:
            self._continue(f" [{words}]")
        self._indent = 2
        if kind == c.PASS and frame["kind"] == c.F_TURN:
            self._add(setting.status_line(self.names, self.state, seat), "status", 1)
        self._settle()
        self._compare()

    def _compare(self) -> None:
        if self.shadow.tobytes() != self.game.games.tobytes():
            raise RuntimeError("the narrator's shadow has left the game")

    def _settle(self) -> None:
        """Advance the shadow to the next decision and narrate each step."""
        while True:
            before = self.shadow.copy()
            moved = small_step(self.state, self.game.rules, self._out)
            if before[0]["top"]:
                self._tell_frame(before[0])
            elif moved == MOVED:
                self._tell_flow(before)
            if moved != MOVED:
                return

    def _tell_frame(self, before: Any) -> None:
        """What the frame on top did automatically."""
        frame = before["frames"][before["top"] - 1]
        seat = int(frame["player"])
        title = frame_title(self.names, before, self.state, self.pending)
        self._tell_changes(before, seat, title, frozenset(), join=not title)
        if frame["kind"] == c.F_TURN and self.state["turns"] > before["turns"]:
            self._after_turn(seat)

    # --- head and result

    def _head(self) -> None:
        state, names = self.state, self.names
        lines = [
            *setting.ruleset_lines(names.ruleset),
            ", ".join(self.player_name(seat) for seat in range(state["n_players"])),
        ]
        self._lines.append(TextLine(f"Grand Austria Hotel: {self.title}", "title"))
        self._lines += [TextLine(text, "text") for text in lines]
        self._lines += [TextLine(text, "table", 1) for text in setting.board_lines(names, state)]
        self._lines += [TextLine(text, "text") for text in setting.common_lines(names, state)]
        self._lines += [TextLine(text, "text") for text in setting.start_lines(names, state)]
        if state["phase"] == c.PH_DRAFT:
            self._add("Draft", "round")

    def _result(self) -> None:
        self._lines.append(TextLine("Result", "round"))
        players = [self.player_name(seat) for seat in range(self.state["n_players"])]
        for text in scoring.result_lines(self.names, self.state, players):
            self._lines.append(TextLine(text, "table", 1))


def wrap(line: TextLine, width: int = WIDTH) -> list[str]:
    """A line as text of at most ``width`` columns; continuation lines are indented further."""
    indent = "  " * line.indent
    if line.style == "table":
        return [(indent + line.text).rstrip()]
    return textwrap.wrap(
        line.text, width, initial_indent=indent, subsequent_indent=indent + "    ",
        break_on_hyphens=False,
    )  # fmt: skip
