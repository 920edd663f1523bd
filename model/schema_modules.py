"""The tables that the modules of Let's Waltz! bring: ballrooms, celebrities, entrances, the key.

They are part of every ruleset; the base game has them empty and out of play.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from model.base import Word
from model.schema_base import Evidence, Goods, Numbered, PlayerCount
from model.vocabulary import Abilities, Amount, Effects, Flag, Positive, Vp

Points = Annotated[int, Field(strict=True, ge=0, le=99)]
Seats = Annotated[int, Field(strict=True, ge=0, le=20)]
ROWS = ("bottom", "middle", "top")


# --- module 1: ballrooms -----------------------------------------------------------------------


class BestRow(Word):
    """A dancer counts 1, 2 or 3 VP: as much as the highest row in which the player has one."""

    kind: Literal["best_row"]


class RowMajorities(Word):
    """In each row VP for the most dancers, second most ...; ties share what their places give."""

    kind: Literal["row_majorities"]
    vp: Annotated[tuple[Amount, ...], Field(min_length=1, max_length=4)]


class DancersTable(Word):
    """VP by the number of dancers (1, 2, 3 ...); the last entry holds for more."""

    kind: Literal["dancers_table"]
    vp: Annotated[tuple[Points, ...], Field(min_length=1, max_length=8)]


class Majority(Word):
    """VP for the most dancers in all, second most ...; by number of players; ties share."""

    kind: Literal["majority"]
    vp: Annotated[
        dict[PlayerCount, Annotated[tuple[Amount, ...], Field(min_length=1, max_length=4)]],
        Numbered,
    ]


class PerDancers(Word):
    """VP for every so many dancers."""

    kind: Literal["per_dancers"]
    dancers: Positive
    vp: Amount


Scoring = Annotated[
    BestRow | RowMajorities | DancersTable | Majority | PerDancers, Field(discriminator="kind")
]


class BallroomRow(Word):
    """A row: what a dancer there costs, its seats by number of players, and what it gives."""

    champagne: Annotated[int, Field(strict=True, ge=0, le=9)]
    seats: Annotated[dict[PlayerCount, Seats], Numbered]
    bonus: Effects = ()


class Ballroom(Word):
    name: str
    bottom: BallroomRow
    middle: BallroomRow
    top: BallroomRow
    scoring: Scoring

    @property
    def rows(self) -> tuple[BallroomRow, ...]:
        """Bottom, middle and top row."""
        return self.bottom, self.middle, self.top


class Ballrooms(Word):
    """How many ballrooms lie out (0: none), and what having no dancer in one costs at its scoring.

    Beside the top row of the last one the balcony has room for any number of dancers.
    rehearsal_rooms: are as many laid out to choose from as there are players, or all of them.
    """

    in_play: Literal[0, 3]
    absent_vp: Vp
    dancers: Annotated[int, Field(strict=True, ge=1, le=20)]  # that each player has
    rehearsal_rooms: Literal["by-players", "all"]


class Section(Word):
    """Dancers of a rehearsal room, and the bonus for sending out the last of them."""

    dancers: Positive
    bonus: Effects


class RehearsalRoom(Word):
    name: str
    sections: Annotated[tuple[Section, ...], Field(min_length=1, max_length=4)]


# --- module 2: celebrities ---------------------------------------------------------------------


class Lounge(Word):
    """Places for celebrities, one for each coloured die; VP of a celebrity by rounds waited.

    returns: used celebrities go to a discard pile, or under the deck in random order.
    """

    vp: Annotated[tuple[Amount, ...], Field(min_length=1, max_length=4)]
    returns: Literal["discard", "under-deck"]


class Celebrity(Word):
    """Abilities for the rest of the round, and effects that may be used once in it."""

    name: str
    effects: Effects = ()
    abilities: Abilities = ()


# --- module 3: unique hotels -------------------------------------------------------------------


class Entrances(Word):
    """Is an entrance auctioned for each player."""

    in_play: Flag


class Entrance(Word):
    """A hotel entrance: what its owner receives with it, and its lasting abilities.

    rooms: rooms beyond those of the set-up, paid for; free_rooms: further ones without paying.
    active: do its abilities answer to what `on_receipt` brings, or only later.
    receipt: does `on_receipt` come with the entrance, or when the set-up is done.
    """

    name: str
    kitchen: Goods
    on_receipt: Effects = ()
    rooms: Amount = 0
    free_rooms: Amount = 0
    active: Literal["at-once", "after-receipt"] = "after-receipt"
    receipt: Literal["at-once", "after-set-up"] = "at-once"
    abilities: Abilities = ()


class BonusTokenTile(Word):
    """A bonus token: the upper bonus is for a column, the lower for a floor."""

    upper: Effects
    lower: Effects
    evidence: Evidence = "certain"


# --- module 4: start player --------------------------------------------------------------------


class SkeletonKey(Word):
    """The action that makes its player the next starting player, instead of taking a die.

    goods: dishes or drinks of choice; strength: dice of the main action of choice; krones: what
    the players after them receive, in turn order.
    """

    in_play: Flag
    goods: Amount
    strength: Positive
    krones: Annotated[tuple[Amount, ...], Field(min_length=3, max_length=3)]
