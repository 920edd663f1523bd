"""The narration of a game, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from simulate.engine import codes as c
from simulate.engine.state import new_games
from simulate.game import Game
from simulate.narration.changes import OFFER, Changes
from simulate.words.names import Names, seat_name


@dataclass(frozen=True)
class TextLine:
    """A line before it is wrapped. ``round``: 0 for head and result, else the round it belongs to.

    ``style`` is one of "title", "round", "turn", "step", "status", "choice", "text", "table".
    """

    text: str
    style: str
    indent: int = 0
    round: int = 0


class Lines:
    """The lines of a game so far, narrated from its shadow, a record of shape (1,)."""

    def __init__(self, game: Game, names: Names, policies: Sequence[str]) -> None:
        self.game, self.names, self.policies = game, names, list(policies)
        self.shadow = new_games()
        self._lines: list[TextLine] = []
        self._open = False  # may the last line be continued?
        self._open_seat = -1  # by whom
        self._seat_of_turn = -1
        self._indent = 2

    @property
    def pending(self) -> str:
        """The unfinished line that the next decision may continue; "" if there is none.

        ``tell`` has not yielded it yet.
        """
        return self._lines[-1].text if self._open else ""

    @property
    def state(self) -> Any:
        """The state of the shadow."""
        return self.shadow[0]

    def player_name(self, seat: int) -> str:
        """ "Seat 1 (greedy)"."""
        return f"{seat_name(seat)} ({self.policies[seat]})"

    def _add(self, text: str, style: str, indent: int = 0, *, open_: bool = False) -> None:
        # The set-up is listed with the first round.
        round_ = max(1, int(self.state["round_no"]))
        self._lines.append(TextLine(text, style, indent, round_))
        self._open = open_
        self._open_seat = -1

    def _continue(self, more: str) -> None:
        last = self._lines[-1]
        self._lines[-1] = replace(last, text=last.text + more)

    def _ready(self) -> Iterator[TextLine]:
        """The finished lines; one that may be continued stays."""
        done = len(self._lines) - self._open
        yield from self._lines[:done]
        self._lines = self._lines[done:]

    def _report(self, seat: int, parts: list[str], indent: int, *, join: bool = False) -> None:
        """One line about a seat; outside the seat's own turn it begins with the seat's name."""
        text = "; ".join(part for part in parts if part)
        if not text:
            return
        if join and self._open and seat == self._open_seat:
            self._continue(f"; {text}")
            return
        own_turn = self.state["phase"] == c.PH_TURNS and seat == self._seat_of_turn
        subject = "" if own_turn else f"{seat_name(seat)}: "
        self._add(f"- {subject}{text}", "step", indent, open_=True)
        self._open_seat = seat

    def _tell_changes(
        self, before: Any, seat: int, title: str, said: frozenset[str], *, join: bool
    ) -> None:
        """One line with a title and all changes of a seat and of the table; others follow."""
        changes = Changes(self.names, before, self.state)
        parts = [title, *changes.of_player(seat, said), *changes.of_table(said)]
        self._report(seat, parts, self._indent, join=join)
        for other in range(self.state["n_players"]):
            if other != seat:
                self._report(other, changes.of_player(other, said & {OFFER}), self._indent)
