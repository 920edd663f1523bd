"""An illegal action, with everything needed to explain why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from model.clauses import clauses
from model.words import many
from simulate.engine.frames import a_of, b_of, c_of, kind_of
from simulate.words.lexicon import Lexicon
from simulate.words.names import Names


@dataclass(frozen=True)
class Reason:
    """Why something is illegal: words for a player, and the clauses that it breaks.

    ``generic``: no reason is known except that it is not among the legal actions.
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

    @property
    def kind(self) -> int:
        return int(kind_of(self.action))

    @property
    def a(self) -> int:
        return int(a_of(self.action))

    @property
    def b(self) -> int:
        return int(b_of(self.action))

    @property
    def c(self) -> int:
        return int(c_of(self.action))

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
        return self.lexicon.players[self.seat]

    @property
    def board(self) -> int:
        return int(self.p.board)

    def because(self, text: str, *ids: str) -> Reason:
        """A reason, with those of the clauses that hold in this edition."""
        return Reason(text, cited(self.lexicon.ruleset.edition, *ids))

    def table(self, table: int) -> str:
        """ "guest 75 Baroness (table 1)"."""
        guest = int(self.p.cafe[table])
        return f"{self.names.guest(guest)} (table {table + 1})"

    def has_krones(self) -> str:
        """ "Anna has 2 krones"."""
        return f"{self.player} has {many(int(self.p.krones), 'krone')}"


Reasons = dict[tuple[int, int], Callable[[Case], Reason | None]]
"""By the codes of an open decision and an action: why it is not legal there (None: no special
reason)."""


def cited(edition: str, *ids: str) -> tuple[str, ...]:
    """Those of the clauses that exist and hold in an edition."""
    known = clauses()
    return tuple(
        id
        for id in ids
        if id in known and (not known[id].editions or edition in known[id].editions)
    )
