"""The kinds of cards and tiles, read from kinds.toml: what chance assigns, and to whom."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Literal

import tomli
from pydantic import BaseModel, ConfigDict, model_validator

from analysis.base.metrics import Estimand
from model.errors import UserError
from model.names import meant

if TYPE_CHECKING:
    from model import Ruleset


class Kind(BaseModel):
    """A kind of card; the head of kinds.toml says what the fields mean."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    name: str
    path: str
    chance: Literal["seat", "game"]
    dealt: str = ""
    opening: Literal["", "row", "lounge", "entrances", "rehearsal_rooms"] = ""
    had: str = ""
    in_cards: bool = False
    once: bool = True
    needs: dict[str, str] = {}
    caveat: str = ""

    @model_validator(mode="after")
    def _whole(self) -> Kind:
        if bool(self.dealt) == bool(self.opening):
            raise ValueError("a kind has either dealt or opening")
        return self

    @property
    def estimand(self) -> Estimand:
        """The estimand that chance makes possible for it."""
        return "dealt" if self.chance == "seat" else "available"

    def arm(self) -> str:
        """SQL of the rows where chance assigned it."""
        if self.dealt:
            return self.dealt
        return "SELECT o.item, g.game FROM openings AS o JOIN games AS g USING (deal)"

    def names(self, ruleset: Ruleset) -> dict[str, str]:
        """Name of each item of the kind that is in play under a ruleset, by its key as text."""
        if any(_at(ruleset, path) != value for path, value in self.needs.items()):
            return {}
        found = dict(_at(ruleset, self.path))
        return {str(key): str(getattr(card, "name", key)) for key, card in found.items()}


def _at(ruleset: Ruleset, path: str) -> Any:
    """The value at a path of names in a ruleset."""
    found = ruleset
    for name in path.split("."):
        found = getattr(found, name)
    return found


@cache
def kinds() -> dict[str, Kind]:
    """All kinds by id, in the order of kinds.toml."""
    text = resources.files("analysis").joinpath("kinds.toml").read_text(encoding="utf-8")
    return {id: Kind(id=id, **entry) for id, entry in tomli.loads(text).items()}


def kind(id: str) -> Kind:
    """A kind by its id. Raises UserError with the known ones."""
    if id not in kinds():
        raise UserError(f"unknown kind {id!r}; there are: {', '.join(kinds())}{meant(id, kinds())}")
    return kinds()[id]
