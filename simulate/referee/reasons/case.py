"""An action that is not legal, with all that is needed to say why."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from model.clauses import clauses
from simulate.actions import decode, to_words
from simulate.narration.names import Names
from simulate.referee.lexicon import Lexicon

SHOWN = 12


@dataclass(frozen=True)
class Reason:
    """Why something is illegal: words for a player, and the clauses that it breaks.

    ``generic``: nothing more could be said than that it is not among the legal actions.
    """

    text: str
    clauses: tuple[str, ...] = ()
    generic: bool = False


@dataclass(frozen=True)
class Case:
    """An action tried where it is not legal.

    ``g``: the state; ``frame``: the open decision; ``action``: compact; ``legal``: legal actions.
    """

    lexicon: Lexicon
    g: Any
    frame: Any
    action: int
    legal: tuple[int, ...]

    @cached_property
    def parts(self) -> tuple[int, int, int, int]:
        """(kind, a, b, c) of the action."""
        return decode(self.action)

    @property
    def kind(self) -> int:
        return self.parts[0]

    @property
    def a(self) -> int:
        return self.parts[1]

    @property
    def b(self) -> int:
        return self.parts[2]

    @property
    def rules(self) -> Any:
        return self.lexicon.rules

    @property
    def names(self) -> Names:
        return self.lexicon.names

    @property
    def seat(self) -> int:
        return int(self.frame.player)

    @property
    def p(self) -> Any:
        """The record of the player who decides."""
        return self.g.players[self.seat]

    @property
    def player(self) -> str:
        """The name of the player who decides."""
        return self.lexicon.players[self.seat]

    @property
    def board(self) -> int:
        return int(self.p.board)

    def options(self) -> str:
        """The legal actions in words, as many as fit."""
        return listed([to_words(self.rules, action) for action in self.legal])

    def because(self, text: str, *ids: str) -> Reason:
        """A reason, with those of the clauses that hold in this edition."""
        return Reason(text, cited(self.lexicon.ruleset.edition, *ids))

    def table(self, table: int) -> str:
        """ "guest 75 Baroness (table 1)"."""
        guest = int(self.p.cafe[table])
        return f"{self.names.guest(guest)} (table {table + 1})"

    def has_krones(self) -> str:
        """ "Anna has 2 krones"."""
        return f"{self.player} has {many_krones(int(self.p.krones))}"


def cited(edition: str, *ids: str) -> tuple[str, ...]:
    """Those of the clauses that exist and hold in an edition."""
    known = clauses()
    return tuple(
        id
        for id in ids
        if id in known and (not known[id].editions or edition in known[id].editions)
    )


def listed(words: list[str]) -> str:
    """Words with commas, the first of them if there are many."""
    more = len(words) - SHOWN
    return ", ".join(words[:SHOWN]) + (f" and {more} more" if more > 0 else "")


def many_krones(n: int) -> str:
    """ "1 krone", "0 krones"."""
    return f"{n} krone" if n == 1 else f"{n} krones"
