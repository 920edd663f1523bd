"""What the six action spaces do."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from model.base import Word
from model.vocabulary.base import Cost, Good


class GoodsAction(Word):
    """Take one good a die; of a later good in the list never more than of an earlier one."""

    do: Literal["goods"]
    goods: Annotated[tuple[Good, ...], Field(min_length=1, max_length=3)]


class PrepareAction(Word):
    """Prepare up to one room a die."""

    do: Literal["prepare"]


class TracksAction(Word):
    """One krone or one emperor step a die, in any mix."""

    do: Literal["tracks"]


class HireAction(Word):
    """Play one staff card for one krone less a die."""

    do: Literal["hire"]


class CopyAction(Word):
    """Pay, then do any other action with the dice of this space."""

    do: Literal["copy"]
    krones: Cost


Action = Annotated[
    GoodsAction | PrepareAction | TracksAction | HireAction | CopyAction, Field(discriminator="do")
]
