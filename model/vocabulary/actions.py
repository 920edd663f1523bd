"""The six action spaces."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from model.vocabulary.base import Cost, Good, Term
from model.wording import costs, either


class GoodsAction(Term):
    """Take one good per die; never more of a later good in the list than of an earlier one."""

    do: Literal["goods"]
    goods: Annotated[tuple[Good, ...], Field(min_length=1, max_length=3)]

    def phrase(self) -> str:
        limits = [
            f"not more {b} than {a}" for a, b in zip(self.goods, self.goods[1:], strict=False)
        ]
        text = f"{'one of' if len(self.goods) > 1 else 1} {either(self.goods)} a die"
        return f"{text}, {' and '.join(limits)}" if limits else text


class PrepareAction(Term):
    """Prepare up to one room per die."""

    do: Literal["prepare"]

    def phrase(self) -> str:
        return "prepare up to one room a die"


class TracksAction(Term):
    """One krone or one emperor step per die, in any mix."""

    do: Literal["tracks"]

    def phrase(self) -> str:
        return "a krone or an emperor step a die, in any mix"


class HireAction(Term):
    """Play one staff card for one krone less per die."""

    do: Literal["hire"]

    def phrase(self) -> str:
        return "play a staff card for 1 krone less a die"


class CopyAction(Term):
    """Pay, then do any other action with the dice of this space."""

    do: Literal["copy"]
    krones: Cost

    def phrase(self) -> str:
        return f"another action with these dice; {costs(self.krones)}"


Action = Annotated[
    GoodsAction | PrepareAction | TracksAction | HireAction | CopyAction, Field(discriminator="do")
]
