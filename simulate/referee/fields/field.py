"""One field of a position: what it is called and means, how it is written, laid and read out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import field as factory
from enum import IntEnum
from typing import Any

from simulate.referee.kinds import ValueKind
from simulate.referee.pieces import Pieces
from simulate.referee.seats import SeatPieces
from simulate.referee.unknown import Unknown
from simulate.words.lexicon import Lexicon


@dataclass(frozen=True)
class FieldView:
    """The game that a field is laid into or read out of; ``seat``: whose it is, if a player's.

    ``unknown``: what is not known of it.
    """

    lexicon: Lexicon
    g: Any
    seat: int = -1
    unknown: Unknown = factory(default_factory=Unknown)

    @property
    def rules(self) -> Any:
        """The compiled program."""
        return self.lexicon.rules

    @property
    def pieces(self) -> Pieces:
        """The common pieces."""
        return Pieces(self.g, self.rules)

    @property
    def held(self) -> SeatPieces:
        """What the player holds."""
        return SeatPieces(self.pieces, self.seat)

    @property
    def p(self) -> Any:
        """The player's record."""
        return self.g.players[self.seat]

    def of(self, seat: int) -> FieldView:
        """The same game for a player."""
        return FieldView(self.lexicon, self.g, seat, self.unknown)


class Stage(IntEnum):
    """When a field is laid into the state of a game."""

    TABLE = 0  # what lies out before anybody has anything
    HELD = 1  # what players have, and what their cards change
    PLACED = 2  # what that allows: guests at tables, dancers in rows
    DECKS = 3  # rows and piles: of what is nowhere else
    LAST = 4  # what is said of things that lie there by now


Put = Callable[[FieldView, Any], None]


@dataclass(frozen=True)
class Field:
    """A field of a position, whether of the table or of each player.

    name, says: as files write it; what it means, in the words of README.md.
    kind: how its value is written and compared.
    get: what the state holds.
    put: lays a value into a position; None: positions do not say it. Values that are None are not
        laid: what nothing is said of follows from the rest.
    setup: lays a value into a set-up; None: set-ups do not say it.
    stage: when it is laid.
    said: does a position need to say so, in addition to the rest? By default: if it is not empty.
    claimed: may it be claimed in expectations? ``claim``: the kind there, if it is another.
    shown: is it for everybody to see, where a state is shown?
    required: must a set-up say it?
    """

    name: str
    says: str
    kind: ValueKind
    get: Callable[[FieldView], Any]
    put: Put | None = None
    setup: Put | None = None
    stage: Stage = Stage.HELD
    said: Callable[[FieldView, Any], bool] | None = None
    claimed: bool = True
    claim: ValueKind | None = None
    shown: bool = True
    required: bool = False

    def is_said(self, view: FieldView, value: Any) -> bool:
        """Does a position need to say that the state holds this value?"""
        if self.said is not None:
            return self.said(view, value)
        return bool(value is not None and value != self.kind.empty)

    def plain(self, view: FieldView) -> Any:
        """What a file says for what the state holds."""
        return self.kind.plain(view.lexicon, self.get(view))

    @property
    def claims(self) -> ValueKind:
        """How it is written and compared where it is claimed."""
        return self.claim or self.kind
