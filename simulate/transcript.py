"""One game as text that a person can check step by step with the real cards on the table.

The narrator carries out every decision twice: on the game itself, and on a shadow that it moves on
by the engine's smallest steps, so that it can say what each of them changed. Both must stay equal.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from model import Ruleset
from simulate.actions import decode, to_words
from simulate.engine import codes as c
from simulate.engine.emperor import score_and_retreat
from simulate.engine.flow import flow, seat_of
from simulate.engine.machine import MAX_ACTIONS, apply, finish, legal
from simulate.engine.setup import start
from simulate.engine.state import new_games
from simulate.game import Game
from simulate.narration import scoring, setting
from simulate.narration.changes import OFFER, Changes, dice_text
from simulate.narration.names import Names, seat_name
from simulate.narration.sentences import (
    CONTINUING,
    reward_title,
    sentence,
    staff_for_leaving,
    tile_number,
)

WIDTH = 100
MOVED = -1

Choose = Callable[[Game, str], int]


def move_on(g: Any, rules: Any, out: np.ndarray) -> int:
    """One smallest step towards the next decision: MOVED, or the number of legal actions there."""
    if g["phase"] == c.PH_OVER:
        return 0
    if not g["top"]:
        flow(g, rules)
        return MOVED
    f = g["frames"][g["top"] - 1]
    n = int(legal(g, rules, f, out))
    if n > 0:
        return n
    if n == 0:
        finish(g, rules, f)
    return MOVED


@dataclass(frozen=True)
class Line:
    """A line before it is wrapped. ``round``: 0 for head and result, else the round it is part of.

    ``style`` is one of "title", "round", "turn", "step", "status", "choice", "text", "table".
    """

    text: str
    style: str
    indent: int = 0
    round: int = 0


class Narrator:
    """Tells one game.

    Parameters: the ruleset, 2 to 4 players, seed and game number as for ``Game``; the name of a
    policy for each seat. ``words`` adds the action words to each decision, ``decisions`` lists all
    legal actions before it. Raises UserError for impossible numbers.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        players: int,
        seed: int,
        number: int,
        policies: Sequence[str],
        *,
        words: bool = False,
        decisions: bool = False,
    ) -> None:
        self.game = Game(ruleset, players, seed, number)
        self.names = Names(ruleset, self.game.rules)
        self.policies = list(policies)
        self.words, self.decisions = words, decisions
        self.title = f"{players} players, seed {seed}, game {number}"
        self.shadow = new_games()
        start(self.state, self.game.rules, players, seed, number)
        self._out = np.zeros(MAX_ACTIONS, dtype=np.int32)
        self._lines: list[Line] = []
        self._open = False  # may the last line be continued?
        self._indent = 2

    def tell(self, choose: Choose) -> Iterator[Line]:
        """Play the game with ``choose(game, policy)`` and yield what happens, line by line."""
        self._head()
        self._settle()
        while not self.game.over:
            yield from self._ready()
            policy = self.policies[self.game.player]
            self._decide(choose(self.game, policy))
        self._result()
        yield from self._lines

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
        self._lines.append(Line(text, style, indent, round_))
        self._open = open_

    def _ready(self) -> Iterator[Line]:
        """The lines that are finished; one that may be continued stays."""
        done = len(self._lines) - self._open
        yield from self._lines[:done]
        self._lines = self._lines[done:]

    def _report(self, seat: int, parts: list[str], indent: int, *, join: bool = False) -> None:
        """One line about a seat, which begins with its name outside the seat's own turn."""
        text = "; ".join(part for part in parts if part)
        if not text:
            return
        if join and self._open:
            last = self._lines[-1]
            self._lines[-1] = replace(last, text=f"{last.text}; {text}")
            return
        subject = "" if seat == self._turn_seat() else f"{seat_name(seat)}: "
        self._add(f"- {subject}{text}", "step", indent, open_=True)

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
        join = kind in CONTINUING and not self.decisions
        self._indent = 1 if frame["kind"] == c.F_TURN else 2
        self._tell_changes(before, seat, title, told.said, join=join)
        if self.words and not told.text and self._open:
            last = self._lines[-1]
            self._lines[-1] = replace(last, text=f"{last.text} [{words}]")
        self._indent = 2
        if kind in (c.PASS, c.END_TURN) and frame["kind"] == c.F_TURN:
            self._add(setting.status_line(self.names, self.state, seat), "status", 1)
            if kind == c.END_TURN and self.state["top"]:
                idle = int(self.state["frames"][self.state["top"] - 1]["marks"]) & c.T_WITHOUT_DIE
                self._turn_header("extra turn" + (" without a main action" if idle else ""))
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
            moved = move_on(self.state, self.game.rules, self._out)
            if before[0]["top"]:
                self._tell_frame(before[0])
            elif moved == MOVED:
                self._tell_flow(before)
            if moved != MOVED:
                return

    def _tell_frame(self, before: Any) -> None:
        """What the frame on top did by itself."""
        frame = before["frames"][before["top"] - 1]
        title = self._frame_title(before, frame)
        self._tell_changes(before, int(frame["player"]), title, frozenset(), join=not title)

    def _frame_title(self, before: Any, frame: Any) -> str:
        """Which effect or bonus a frame carries out, if it is one."""
        kind, seat, mask = frame["kind"], int(frame["player"]), int(frame["mask"])
        board = int(before["players"][seat]["board"])
        source = self.names.source(int(frame["source"]), before["log"])
        popped = self.state["top"] < before["top"]
        if kind == c.F_EFFECT:
            what = self.names.effect_texts[int(frame["card"])]
            announced = self._open and what in self._lines[-1].text
            return "" if announced else f"{source}: {what}"
        if kind in (c.F_PREPARE, c.F_OCCUPY) and popped:
            return self.names.bonuses(board, mask)
        if kind != c.F_REWARDS:
            return ""
        now = self.state["frames"][before["top"] - 1]
        parts = []
        if mask and not now["mask"]:
            what = self.names.masked(int(frame["card"]), mask)
            used = self.state["top"] > before["top"]
            lost = "" if used else " - cannot be used now"
            parts.append(f"{reward_title(frame, source)}: {what}{lost}")
        if frame["n"] and not now["n"]:
            parts.append(self.names.bonuses(board, int(frame["n"])))
        if int(frame["marks"]) & ~int(now["marks"]) & c.R_STAFF_DUE:
            parts.append(staff_for_leaving(self.names, before, seat, int(frame["discount"])))
        return "; ".join(parts)

    # --- phases

    def _tell_flow(self, before: Any) -> None:
        """What happened between turns. ``before``: a copy of the shadow, shape (1,)."""
        phase = before[0]["phase"]
        now = self.state["phase"]
        if phase == c.PH_FREE_GUESTS and before[0]["step"] == 0 and now == phase:
            self._hands("Set-up: each takes a guest, in reverse order of play")
        elif phase == c.PH_SETUP_ROOMS and before[0]["step"] == 0 and now == phase:
            self._add("Set-up: each prepares the first rooms", "round")
        elif phase == c.PH_ROUND_START:
            self._round(before[0])
        elif phase == c.PH_TURNS:
            self._between_turns(before[0])
        elif phase == c.PH_EMPEROR and now == phase:
            self._emperor(before)
        elif phase == c.PH_FINAL_STAFF and now == phase:
            self._final_staff(before[0])
        elif phase == c.PH_FINAL:
            self._final_hotels(before[0])

    def _hands(self, title: str) -> None:
        if self.names.rules.hands == c.HANDS_DRAFT:
            self._add("Hands after the draft", "round")
            for seat in range(self.state["n_players"]):
                self._add(setting.hand_line(self.names, self.state, seat), "text", 1)
        self._add(title, "round")

    def _round(self, before: Any) -> None:
        state = self.state
        self._add(f"Round {state['round_no']} of {self.names.rules.rounds}", "round")
        tiles = self.names.rules.turn_tiles[state["n_players"]]
        order = [
            f"{seat_name(seat)} {tiles[tile][0]}/{tiles[tile][1]}"
            for tile, seat in enumerate(scoring.player_order(state))
        ]
        self._add(f"Turn order tiles: {', '.join(order)}", "text", 1)
        if any(any(p["staff_used"][: p["staff_size"]]) for p in before["players"]):
            self._add("Staff used once in the last round are ready again.", "text", 1)
        self._add(f"Dice rolled: {dice_text(state['dice'])}", "text", 1)
        self._add(setting.row_line(self.names, state), "text", 1)
        for seat in range(state["n_players"]):
            self._add(setting.status_line(self.names, state, seat), "status", 1)
            self._add(setting.hand_line(self.names, state, seat), "text", 1)

    def _between_turns(self, before: Any) -> None:
        state = self.state
        if state["rerolls"] > before["rerolls"]:
            left = f"dice left: {dice_text(before['dice'])}"
            self._add(
                f"All have passed or played ({left}). One die is put away, {state['dice_left']}"
                f" are rolled again: {dice_text(state['dice'])}",
                "turn",
            )
        elif state["phase"] != c.PH_TURNS:
            why = "No die is left" if state["dice_left"] == 0 else "All turns are played"
            self._add(f"{why}: end of round {state['round_no']}.", "turn")
        elif state["top"]:
            frame = state["frames"][0]
            number = tile_number(self.names, state, int(frame["player"]))
            without = int(frame["marks"]) & c.T_WITHOUT_DIE
            self._turn_header(f"number {number}" + (", no die left" if without else ""))

    def _turn_header(self, text: str) -> None:
        seat = int(self.state["frames"][self.state["top"] - 1]["player"])
        self._seat_of_turn = seat
        dice = f"dice {dice_text(self.state['dice'])}"
        self._add(f"{self.player_name(seat)}, {text}; {dice}", "turn")

    def _emperor(self, before: np.ndarray) -> None:
        names, index = self.names, scoring.scoring_number(self.names, before[0])
        middle = before.copy()
        if before[0]["step"] == 0:
            self._add(f"Emperor scoring after round {before[0]['round_no']}", "round")
            score_and_retreat(middle[0], self.game.rules, index)
            self._add("Steps 1 and 2: points for the space, then back", "text", 1)
            for seat, text in scoring.track_lines(names, before[0], middle[0]):
                self._report(seat, [text], 2)
            self._add("Step 3: reward or penalty, in player order", "text", 1)
        who = int(seat_of(before[0], before[0]["step"]))
        title = scoring.judgement(names, middle[0], who)
        self._tell_changes(middle[0], who, title, frozenset(), join=False)

    def _final_staff(self, before: Any) -> None:
        if before["step"] == 0:
            self._add("Final scoring: staff", "round")
        who = int(seat_of(before, before["step"]))
        title = scoring.final_staff(self.names, before, who)
        same = self.state["players"][who]["vp"] == before["players"][who]["vp"]
        if same and not self.state["top"]:
            title += "; no VP"
        self._tell_changes(before, who, title, frozenset(), join=False)

    def _final_hotels(self, before: Any) -> None:
        self._add("Final scoring: hotels, leftovers, guests", "round")
        for seat in range(before["n_players"]):
            for text in scoring.hotel_lines(self.names, before, self.state, seat):
                self._report(seat, [text], 1)

    # --- head and result

    def _head(self) -> None:
        state, names = self.state, self.names
        lines = [
            *setting.ruleset_lines(names.ruleset),
            ", ".join(self.player_name(seat) for seat in range(state["n_players"])),
        ]
        self._lines.append(Line(f"Grand Austria Hotel: {self.title}", "title"))
        self._lines += [Line(text, "text") for text in lines]
        self._lines += [Line(text, "table", 1) for text in setting.board_lines(names, state)]
        self._lines += [Line(text, "text") for text in setting.common_lines(names, state)]
        self._lines += [Line(text, "text") for text in setting.start_lines(names, state)]
        if state["phase"] == c.PH_DRAFT:
            self._add("Draft", "round")

    def _result(self) -> None:
        self._lines.append(Line("Result", "round"))
        players = [self.player_name(seat) for seat in range(self.state["n_players"])]
        for text in scoring.result_lines(self.names, self.state, players):
            self._lines.append(Line(text, "table", 1))


def wrap(line: Line, width: int = WIDTH) -> list[str]:
    """A line as text of at most ``width`` columns; what is continued stands further in."""
    indent = "  " * line.indent
    if line.style == "table":
        return [(indent + line.text).rstrip()]
    return textwrap.wrap(
        line.text, width, initial_indent=indent, subsequent_indent=indent + "    ",
        break_on_hyphens=False,
    )  # fmt: skip
