"""An action that is not legal, with all that is needed to say why."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from model.clauses import clauses
from simulate.actions import decode, to_words
from simulate.engine import codes as c
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


# What is asked by each kind of frame, for a player: "the rooms to prepare".
ASKED = {
    c.F_DRAFT: "which card of the pack is kept",
    c.F_FREE_GUEST: "which guest is taken in the set-up",
    c.F_TURN: "the turn",
    c.F_MAIN: "the main action and what staff add before or after it",
    c.F_SPLIT: "how the goods of the action are split",
    c.F_GOODS: "where goods just received go",
    c.F_SERVE: "which goods of the kitchen are served",
    c.F_CHOOSE_GOODS: "which goods are chosen",
    c.F_PREPARE: "which rooms are prepared",
    c.F_OCCUPY: "which room is turned over",
    c.F_TRACKS: "how krones and emperor steps are split",
    c.F_COPY: "which action is copied",
    c.F_SPACE: "which action space is used",
    c.F_HIRE: "which staff card is played",
    c.F_OFFER: "which of the cards drawn is played",
    c.F_BURY_OFFER: "in which order cards go under the deck",
    c.F_TAKE_GUEST: "which guest of the row is taken",
    c.F_FILL: "whose order is filled",
    c.F_REWARDS: "the parts of the reward",
    c.F_PENALTY: "the emperor's penalty",
    c.F_BURY_HAND: "which cards of the hand go under the deck",
    c.F_REMOVE_ROOM: "which room is given back",
    c.F_REMOVE_STAFF: "which staff card leaves the game",
    c.F_COPY_FINAL: "which final-scoring card is copied",
    c.F_DUE: "which of the cards that waited is used",
    c.F_PAY: "which goods are given up",
    c.F_SWAP: "which goods are swapped",
    c.F_TOKEN: "which bonus token is used",
    c.F_BONUS_KIND: "which occupancy bonus is received",
    c.F_AUCTION: "the bid for a hotel entrance",
    c.F_REHEARSAL: "which rehearsal room is chosen",
    c.F_REMOVE_DIE: "which coloured die is put away",
    c.F_REMOVE_DANCER: "which dancer leaves the game",
    c.F_MORE_GUESTS: "which further guest is taken",
    c.F_SEND: "where a dancer is sent",
}
