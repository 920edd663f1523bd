"""One game as text that a person can check step by step with the real cards on the table.

The narrator carries out every decision twice: on the game itself, and on a shadow that it moves on
by the engine's smallest steps, so that it can say what each of them changed. Both must stay equal.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from model import Ruleset
from simulate.actions import decode, to_words
from simulate.engine import codes as c
from simulate.engine.flow import flow
from simulate.engine.machine import MAX_ACTIONS, apply, finish, legal
from simulate.engine.reactions import answers_now, settle_owed
from simulate.engine.setup import start
from simulate.engine.state import new_games
from simulate.game import Game
from simulate.narration import scoring, setting
from simulate.narration.changes import OFFER, Changes
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
    """Tells one game.

    Parameters: the ruleset, 2 to 4 players, seed, game number and ``chance`` as for ``Game``; the
    name of a policy for each seat. ``words`` adds the action words to each decision, ``decisions``
    lists all legal actions before it, ``cite`` adds to VP the clauses by which they come. Raises
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
        self.game = Game(ruleset, players, seed, number, chance)
        self.names = Names(ruleset, self.game.rules, cite=cite)
        self.policies = list(policies)
        self.words, self.decisions = words, decisions
        self.title = f"{players} players, seed {seed}, game {number}"
        self.shadow = new_games()
        start(self.state, self.game.rules, players, seed, number)
        self.state["key"] = self.game.state["key"]
        self._out = np.zeros(MAX_ACTIONS, dtype=np.int32)
        self._lines: list[TextLine] = []
        self._open = False  # may the last line be continued?
        self._open_seat = -1  # by whom
        self._indent = 2

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
        """Tell a single turn: of a game that is at its beginning, and the actions of its player.

        The narrator's own game is put aside for it.
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

    @property
    def pending(self) -> str:
        """The line that the next decision may continue, as far as it is told; "" if there is none.

        It is not among those that ``tell`` has given yet.
        """
        return self._lines[-1].text if self._open else ""

    @property
    def state(self) -> Any:
        """The state of the shadow."""
        return self.shadow[0]

    def player_name(self, seat: int) -> str:
        """ "Seat 1 (greedy)"."""
        return f"{seat_name(seat)} ({self.policies[seat]})"

    # --- lines

    def _add(self, text: str, style: str, indent: int = 0, *, open_: bool = False) -> None:
        # The set-up is read with the first round.
        round_ = max(1, int(self.state["round_no"]))
        self._lines.append(TextLine(text, style, indent, round_))
        self._open = open_
        self._open_seat = -1

    def _ready(self) -> Iterator[TextLine]:
        """The lines that are finished; one that may be continued stays."""
        done = len(self._lines) - self._open
        yield from self._lines[:done]
        self._lines = self._lines[done:]

    def _report(self, seat: int, parts: list[str], indent: int, *, join: bool = False) -> None:
        """One line about a seat, which begins with its name outside the seat's own turn."""
        text = "; ".join(part for part in parts if part)
        if not text:
            return
        if join and self._open and seat == self._open_seat:
            last = self._lines[-1]
            self._lines[-1] = replace(last, text=f"{last.text}; {text}")
            return
        subject = "" if seat == self._turn_seat() else f"{seat_name(seat)}: "
        self._add(f"- {subject}{text}", "step", indent, open_=True)
        self._open_seat = seat

    def _turn_seat(self) -> int:
        """Whose turn it is; -1 outside turns."""
        if self.state["phase"] != c.PH_TURNS:
            return -1
        return self._seat_of_turn

    def _tell_changes(
        self, before: Any, seat: int, title: str, said: frozenset[str], *, join: bool
    ) -> None:
        """One line with a title and all that changed for a seat and on the table; others follow."""
        changes = Changes(self.names, before, self.state)
        parts = [title, *changes.of_player(seat, said), *changes.of_table(said)]
        self._report(seat, parts, self._indent, join=join)
        for other in range(self.state["n_players"]):
            if other != seat:
                self._report(other, changes.of_player(other, said & {OFFER}), self._indent)

    # --- decisions

    def _decide(self, action: int) -> None:
        """Carry out a decision and tell it with all that follows by itself."""
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
        join = continues(kind) and not self.decisions
        self._indent = 1 if frame["kind"] == c.F_TURN else 2
        self._tell_changes(before, seat, title, told.said, join=join)
        if self.words and not told.text and self._open:
            last = self._lines[-1]
            self._lines[-1] = replace(last, text=f"{last.text} [{words}]")
        self._indent = 2
        if kind == c.PASS and frame["kind"] == c.F_TURN:
            self._add(setting.status_line(self.names, self.state, seat), "status", 1)
        self._settle()
        self.game.apply(action)
        self._compare()

    def _compare(self) -> None:
        if self.shadow.tobytes() != self.game.games.tobytes():
            raise RuntimeError("the narrator's shadow has left the game")

    def _settle(self) -> None:
        """Move the shadow on to the next decision and tell each step."""
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
        """What the frame on top did by itself."""
        frame = before["frames"][before["top"] - 1]
        seat = int(frame["player"])
        announced = self._lines[-1].text if self._open else ""
        title = frame_title(self.names, before, self.state, announced)
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
    """A line as text of at most ``width`` columns; what is continued stands further in."""
    indent = "  " * line.indent
    if line.style == "table":
        return [(indent + line.text).rstrip()]
    return textwrap.wrap(
        line.text, width, initial_indent=indent, subsequent_indent=indent + "    ",
        break_on_hyphens=False,
    )  # fmt: skip
