"""Penalties: what an emperor tile takes away."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from model.base import Word
from model.vocabulary.base import Amount, Count, Filter, Flag, Positive, Timing


class Lose(Word):
    """Lose krones, champagne, dishes or drinks of choice from the kitchen, or victory points."""

    do: Literal["lose"]
    krones: Amount = 0
    champagne: Amount = 0
    items: Amount = 0
    vp: Annotated[int, Field(strict=True, ge=0, le=99)] = 0


class LoseScore(Filter):
    """Lose victory points for each thing counted."""

    do: Literal["lose_score"]
    vp: Annotated[int, Field(strict=True, ge=0, le=99)]
    per: Count

    @model_validator(mode="after")
    def _filter_fits(self) -> LoseScore:
        self.check_filter(self.per)
        return self


class Empty(Word):
    """Return all goods of the kitchen or of the guests in the cafe, or all krones.

    champagne: is it among these goods.
    """

    do: Literal["empty"]
    kitchen: Flag = False
    cafe: Flag = False
    champagne: Flag = True
    krones: Flag = False


class BuryStaff(Word):
    """Put staff cards from hand under the deck."""

    do: Literal["bury_staff"]
    cards: Positive


class RemoveRoom(Word):
    """Remove one room tile. Two of these in a list remove two rooms, one after the other.

    highest: from the highest floor that has such a room; next-floor-below: from the next lower
    floor than the previous one that has such a room; same-column-below: the next such room below
    the previous one in its column.
    """

    do: Literal["remove_room"]
    state: Literal["vacant", "occupied"]
    from_: Literal["highest", "next-floor-below", "same-column-below"] = Field(alias="from")


class RemoveStaff(Word):
    """Remove staff cards of one timing that are in play."""

    do: Literal["remove_staff"]
    timing: Timing = "end"
    cards: Positive = 1


class RemoveDancer(Word):
    """Take dancers out of the left (1), middle (2) or right (3) ballroom; they leave the game."""

    do: Literal["remove_dancer"]
    ballroom: Annotated[int, Field(strict=True, ge=1, le=3)]
    dancers: Positive = 1


Penalty = Annotated[
    Lose | LoseScore | Empty | BuryStaff | RemoveRoom | RemoveStaff | RemoveDancer,
    Field(discriminator="do"),
]
