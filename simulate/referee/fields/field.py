"""One field of a position: its name and meaning, and how it is written, laid and read."""

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
    """The game that a field is laid into or read from; ``seat``: the owner of a player's field.

    ``unknown``: the unknown parts of the game.
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
        """The player's belongings."""
        return SeatPieces(self.pieces, self.seat)

    @property
    def p(self) -> Any:
        """The player's record."""
        return self.g.players[self.seat]

    def of(self, seat: int) -> FieldView:
        """The same game for another player."""
        return FieldView(self.lexicon, self.g, seat, self.unknown)


class Stage(IntEnum):
    """When a field is laid into the state of a game."""

    TABLE = 0  # laid out before players have anything
    HELD = 1  # the players' belongings, and the changes by their cards
    PLACED = 2  # made possible by these: guests at tables, dancers in rows
    DECKS = 3  # rows and piles: cards that are nowhere else
    LAST = 4  # facts about things laid by now


Put = Callable[[FieldView, Any], None]


@dataclass(frozen=True)
class Field:
    """A field of a position, either of the table or of each player.

    name: as written in files.
    says: its meaning, as README.md prints it.
    kind: how its value is written and compared.
    get: reads the value from the state.
    put: puts a value into a position; None: not part of positions. Values that are None are left
        out: they follow from the rest.
    setup: puts a value into a set-up; None: not part of set-ups.
    stage: when it is put there.
    said: must a position state it, in addition to the rest? By default: if it is not empty.
    claimed: may expectations claim it? ``claim``: the kind used there, if different.
    shown: is it public, where a state is shown?
    required: must a set-up state it?
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
        """Must a position state this value of the field?"""
        if self.said is not None:
            return self.said(view, value)
        return bool(value is not None and value != self.kind.empty)

    def plain(self, view: FieldView) -> Any:
        """The state's value as written in a file."""
        return self.kind.plain(view.lexicon, self.get(view))

    @property
    def claims(self) -> ValueKind:
        """The kind by which claims are written and compared."""
        return self.claim or self.kind
