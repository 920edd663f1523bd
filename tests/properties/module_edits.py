"""Edits of what modules lay out: ballrooms, rehearsal rooms, celebrities, entrances, tokens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from model.schema_modules import Scoring
from tests.properties.values import effects, kinds, words

TABLES = ("ballroom.", "rehearsal_room.", "celebrity.", "entrance.", "bonus_token.")
Made = st.SearchStrategy[Any]
WITHOUT = ("copy_final", "extra_turn", "use_action_space")  # outside turns there is no action
SCORINGS = st.one_of([words(model) for model in kinds(Scoring).values()])
SPLITS = st.sampled_from([[10], [5, 5], [3, 3, 4], [1, 2, 3, 4], [1, 1, 1, 7], [4, 3, 2, 1]])


@st.composite
def sections(draw: Callable[..., Any]) -> Any:
    """Sections of a rehearsal room for ten dancers."""
    return [{"dancers": n, "bonus": draw(effects(0, 2, WITHOUT))} for n in draw(SPLITS)]


def edits(tree: dict[str, Any], another: Callable[..., Made], abilities: Made) -> dict[str, Made]:
    """Kinds of edit by name; none for tables that are empty.

    Args:
        tree: the rules.
        another: makes an edit that sets something newly drawn on one card of several.
        abilities: what cards in play change or answer to.
    """
    rooms, halls = list(tree["ballroom"]), list(tree["rehearsal_room"])
    helpers, doors = list(tree["celebrity"]), list(tree["entrance"])
    tokens = list(tree["bonus_token"])
    bonus = effects(0, 2, WITHOUT)
    found = {}
    if rooms:
        found["a row's bonus"] = another("ballroom.{}.middle.bonus", rooms, bonus)
        found["a scoring"] = another("ballroom.{}.scoring", rooms, SCORINGS)
        found["sections"] = another("rehearsal_room.{}.sections", halls, sections())
    if helpers:
        found["how a celebrity helps"] = another("celebrity.{}.abilities", helpers, abilities)
        once = effects(0, 1, WITHOUT)
        found["what a celebrity does"] = another("celebrity.{}.effects", helpers, once)
    if doors:
        found["an entrance"] = another("entrance.{}.abilities", doors, abilities)
        found["on receipt"] = another("entrance.{}.on_receipt", doors, bonus)
        found["a token's bonus"] = another("bonus_token.{}.upper", tokens, bonus)
    return found
