"""The subject of a picture: a state, the names of its ruleset, and those of the players."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from reports.pictures.drawing import el, text
from simulate.words.names import Names, seat_name


@dataclass(frozen=True)
class Unseen:
    """Parts of a state that a picture does not show, or does not show in seat order.

    ``hands``: the seats whose hands are hidden; ``staff``: staff cards that are not named;
    ``open``: seats whose number of cards is unknown; ``claims``: by politics card (0: A), the seats
    in the order of their claims, as far as known.
    """

    hands: Collection[int] = ()
    staff: Collection[int] = ()
    open: Collection[int] = ()
    claims: Mapping[int, Sequence[int]] = field(default_factory=dict)


NOTHING = Unseen()


@dataclass(frozen=True)
class View:
    """A state (a record of type ``simulate.engine.state.GAME``) to draw.

    ``players``: names in seat order; by default Seat 1, Seat 2 ... ``unseen``: what is hidden.
    """

    names: Names
    g: Any
    players: Sequence[str] = ()
    unseen: Unseen = NOTHING

    @property
    def rules(self) -> Any:
        """The compiled program."""
        return self.names.rules

    @property
    def n(self) -> int:
        """The number of players."""
        return int(self.g.n_players)

    @property
    def decides(self) -> int:
        """The seat that decides; -1 if nobody does."""
        return int(self.g.frames[self.g.top - 1].player) if self.g.top else -1

    def player(self, seat: int) -> Any:
        """A player's record."""
        return self.g.players[seat]

    def called(self, seat: int) -> str:
        """ "Seat 1", or "Seat 1, Anna"."""
        name = self.players[seat] if self.players else ""
        return f"{seat_name(seat)}, {name}" if name and name != seat_name(seat) else seat_name(seat)


def seat_sign(seat: int, x: float, y: float, cls: str = "seat") -> Markup:
    """The number of a seat in a circle round (x, y); ``cls``: seat, done, open or now."""
    return el("circle", cx=x, cy=y, r=7.5, cls=cls) + text(x, y + 3.6, seat + 1)
