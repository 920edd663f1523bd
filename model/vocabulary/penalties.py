"""Penalties: what an emperor tile takes away."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from model.vocabulary.base import Amount, Count, Filter, Flag, Positive, Term, Timing
from model.wording import TIMING_WORDS, both, describe_count, items, many

PLACES = ("left", "middle", "right")


class Lose(Term):
    """Lose krones, champagne, dishes or drinks of choice from the kitchen, or victory points."""

    do: Literal["lose"]
    krones: Amount = 0
    champagne: Amount = 0
    items: Amount = 0
    vp: Annotated[int, Field(strict=True, ge=0, le=99)] = 0

    def phrase(self) -> str:
        parts = [many(self.krones, "krone")] if self.krones else []
        parts += [f"{self.champagne} champagne"] if self.champagne else []
        parts += [items(self.items)] if self.items else []
        parts += [f"{self.vp} VP"] if self.vp else []
        return "lose " + (both(parts) if parts else "nothing")


class LoseScore(Term, Filter):
    """Lose victory points for each thing counted."""

    do: Literal["lose_score"]
    vp: Annotated[int, Field(strict=True, ge=0, le=99)]
    per: Count

    @model_validator(mode="after")
    def _filter_fits(self) -> LoseScore:
        self.check_filter(self.per)
        return self

    def phrase(self) -> str:
        return f"lose {self.vp} VP for each {describe_count(self.per, 1, self)[2:]}"


class Empty(Term):
    """Return all goods of the kitchen or of the guests in the café, or all krones.

    champagne: whether these goods include champagne.
    """

    do: Literal["empty"]
    kitchen: Flag = False
    cafe: Flag = False
    champagne: Flag = True
    krones: Flag = False

    def phrase(self) -> str:
        places = ["of the kitchen"] * self.kitchen + ["on the guests in the café"] * self.cafe
        goods = "all goods" if self.champagne else "all goods but champagne"
        parts = [f"{goods} {both(places)}"] if places else []
        parts += ["all krones"] * self.krones
        return f"return {both(parts)}" if parts else "return nothing"


class BuryStaff(Term):
    """Put staff cards from hand under the deck."""

    do: Literal["bury_staff"]
    cards: Positive

    def phrase(self) -> str:
        return f"put {many(self.cards, 'staff card')} from hand under the deck"


class RemoveRoom(Term):
    """Remove one room tile. Two of these in a list remove two rooms, one after the other.

    highest: from the highest floor that has such a room; next-floor-below: from the next lower
    floor than the previous one that has such a room; same-column-below: the next such room below
    the previous one in its column.
    """

    do: Literal["remove_room"]
    state: Literal["vacant", "occupied"]
    from_: Literal["highest", "next-floor-below", "same-column-below"] = Field(alias="from")

    def phrase(self) -> str:
        where = {
            "highest": "from the highest floor that has one",
            "next-floor-below": "from the next floor below that has one",
            "same-column-below": "next below it in the same column",
        }[self.from_]
        return f"remove {'an' if self.state == 'occupied' else 'a'} {self.state} room {where}"


class RemoveStaff(Term):
    """Remove staff cards of one timing that are in play."""

    do: Literal["remove_staff"]
    timing: Timing = "end"
    cards: Positive = 1

    def phrase(self) -> str:
        return f"remove {many(self.cards, f'{TIMING_WORDS[self.timing]} staff card')} in play"


class RemoveDancer(Term):
    """Take dancers out of the left (1), middle (2) or right (3) ballroom; they leave the game."""

    part = "ballrooms"
    do: Literal["remove_dancer"]
    ballroom: Annotated[int, Field(strict=True, ge=1, le=3)]
    dancers: Positive = 1

    def phrase(self) -> str:
        return (
            f"remove {many(self.dancers, 'dancer')} from the {PLACES[self.ballroom - 1]} ballroom"
        )


Penalty = Annotated[
    Lose | LoseScore | Empty | BuryStaff | RemoveRoom | RemoveStaff | RemoveDancer,
    Field(discriminator="do"),
]
