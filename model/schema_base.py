"""What the tables of a ruleset share: goods, evidence, and keys that are numbers."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from model.base import Word
from model.vocabulary import GOODS, Amount

Evidence = Literal["certain", "likely"]


NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
"""How a key that is a number is written: in one way, so that none is there twice."""


def _whole_keys(value: Any) -> Any:
    """TOML keys are text; card numbers, die faces and player counts are whole numbers."""
    if not isinstance(value, dict):
        return value
    return {_number(key): entry for key, entry in value.items()}


def _number(key: Any) -> Any:
    return int(key) if isinstance(key, str) and NUMBER.fullmatch(key) else key


Numbered = BeforeValidator(_whole_keys)
CardNumber = Annotated[int, Field(strict=True, ge=1, le=9999)]
PlayerCount = Annotated[int, Field(strict=True, ge=2, le=4)]


class Goods(Word):
    """Dishes, drinks and champagne."""

    strudel: Amount = 0
    cake: Amount = 0
    wine: Amount = 0
    coffee: Amount = 0
    champagne: Amount = 0

    @property
    def total(self) -> int:
        """How many items there are in all."""
        return sum(getattr(self, good) for good in GOODS)
