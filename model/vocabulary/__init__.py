"""The words that cards are written in: effects, penalties, abilities, counts and actions.

Every word is a small frozen model with a fixed set of fields. Data that uses an unknown word or
field is refused, so a card can only use what the engine can play. Nothing here plays.

Units: krones, victory points (vp), steps on the emperor track (emperor), floors 1 (ground) to 4.
Lists of effects hold *separate optional items*: the owner takes any of them, in any order.
"""

from __future__ import annotations

from typing import Any, get_args

from model.base import Word
from model.vocabulary.abilities import Ability
from model.vocabulary.actions import Action
from model.vocabulary.effects import Effect
from model.vocabulary.penalties import Penalty


def _words(union: Any) -> dict[str, type[Word]]:
    """The models of a tagged union by tag."""
    found: dict[str, type[Word]] = {}
    for model in get_args(get_args(union)[0]):
        tag = model.model_fields.get("do") or model.model_fields["kind"]
        found[get_args(tag.annotation)[0]] = model
    return found


def word(tag: str) -> type[Word] | None:
    """The model of a `do` or `kind`; None if there is none."""
    for union in (Effect, Penalty, Ability, Action):
        if tag in _words(union):
            return _words(union)[tag]
    return None
