"""The ranges of assumed values, and drawing a plausible value from each.

Every path has its own random numbers, from a hash of the sample's number and the path. A sample is
therefore the same on every machine, and adding a path does not change the others.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from model.base import Word
from model.schema import Numbered, PlayerCount
from model.vocabulary.base import Positive

MOST_VP = 13  # the rulebook mentions guests with 14 and 15 VP, and with less than 0, explicitly


class Draws:
    """The random numbers of one path in one sample."""

    def __init__(self, sample: int, path: str) -> None:
        self._key = f"{sample}/{path}"
        self._drawn = 0

    def even(self, least: int, most: int) -> int:
        """A whole number from least to most, all equally likely (except for one part in 2**50)."""
        text = f"{self._key}/{self._drawn}"
        self._drawn += 1
        number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
        return least + number % (most - least + 1)

    def peaked(self, least: int, most: int) -> int:
        """A whole number from least to most, the middle ones more likely: the sum of two draws."""
        half = (most - least) // 2
        return least + self.even(0, half) + self.even(0, most - least - half)

    def one(self, values: Sequence[Any]) -> Any:
        """One of the values, all equally likely."""
        return values[self.even(0, len(values) - 1)]


def _in_order(bounds: tuple[int, int]) -> tuple[int, int]:
    if bounds[0] > bounds[1]:
        raise ValueError(f"{bounds}: the smaller number must come first")
    return bounds


Bounds = Annotated[tuple[int, int], AfterValidator(_in_order)]
Alternatives = Annotated[tuple[Any, ...], Field(min_length=1)]


class Whole(Word):
    """A whole number from the first to the second bound, the middle more likely."""

    between: Bounds

    def draw(self, draws: Draws) -> int:
        """A number within the bounds."""
        return draws.peaked(*self.between)


class AroundPrice(Word):
    """VP of a guest: a range below and above the price of its order and reward."""

    around_price: Bounds

    def draw(self, draws: Draws, price: float) -> int:
        """VP near a price, from 0 to 13."""
        return min(max(round(price) + draws.peaked(*self.around_price), 0), MOST_VP)


class OneOf(Word):
    """Alternatives, all equally likely."""

    one_of: Alternatives

    def draw(self, draws: Draws) -> Any:
        """One of them."""
        return draws.one(self.one_of)


def _never_fewer(seats: dict[int, tuple[int, int]]) -> dict[int, tuple[int, int]]:
    for ends in zip(*(seats[players] for players in sorted(seats))):
        if sorted(seats) != [2, 3, 4] or list(ends) != sorted(ends):
            raise ValueError("seats for 2, 3 and 4 players, never fewer with more players")
    return seats


class SeatsRange(Word):
    """Seats of a ballroom's row: minimum and maximum by number of players."""

    seats: Annotated[dict[PlayerCount, Bounds], Numbered, AfterValidator(_never_fewer)]

    def draw(self, draws: Draws) -> dict[str, int]:
        """Seats by number of players, never fewer with more players."""
        drawn: dict[str, int] = {}
        fewest = 0
        for players in sorted(self.seats):
            fewest = max(fewest, draws.even(*self.seats[players]))
            drawn[str(players)] = fewest
        return drawn


class SectionsRange(Word):
    """Sections of a rehearsal room: ways to split the dancers, in the order of the sections.

    printed: the bonuses of sections whose bonus is known; sections count from 1.
    """

    dancers: Annotated[tuple[tuple[Positive, ...], ...], Field(min_length=1)]
    printed: dict[str, list[dict[str, Any]]] = Field(default_factory=dict)

    def draw(self, draws: Draws, bonuses: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
        """Sections, each with a different bonus from those for its size."""
        taken: list[Any] = list(self.printed.values())
        sections = []
        for section, dancers in enumerate(draws.one(self.dancers), 1):
            bonus = self.printed.get(str(section))
            if bonus is None:
                bonus = draws.one(_without(bonuses[str(dancers)], taken))
                taken.append(bonus)
            sections.append({"dancers": dancers, "bonus": bonus})
        return sections


def _without(values: Iterable[Any], taken: Sequence[Any]) -> list[Any]:
    return [value for value in values if value not in taken]


class TokenRange(Word):
    """Alternatives for the upper and for the lower half of a bonus token."""

    upper: Alternatives
    lower: Alternatives

    def draw(self, draws: Draws) -> dict[str, Any]:
        """A token."""
        return {"upper": draws.one(self.upper), "lower": draws.one(self.lower)}


Range = Whole | AroundPrice | OneOf | SeatsRange | SectionsRange | TokenRange
