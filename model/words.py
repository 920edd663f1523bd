"""Puts effects, penalties, abilities and what carries them into plain English."""

from __future__ import annotations

from collections.abc import Iterable

from model import words_abilities, words_effects
from model.base import Word
from model.schema import Pay, PoliticsCard, Staff
from model.wording import describe_count, describe_goods, items, many

__all__ = [
    "describe_count",
    "describe_effect",
    "describe_effects",
    "describe_goods",
    "describe_pay",
    "describe_politics",
    "describe_staff",
    "many",
]

_PHRASES = {**words_effects.PHRASES, **words_abilities.PHRASES}


def describe_effect(effect: Word) -> str:
    """Any effect, penalty, ability or action as a short phrase without a full stop.

    Raises TypeError for anything else.
    """
    phrase = _PHRASES.get(type(effect))
    if phrase is None:
        raise TypeError(f"not an effect, penalty, ability or action: {type(effect).__name__}")
    return phrase(effect)


def describe_effects(effects: Iterable[Word], between: str = "; ") -> str:
    """Several effects; "nothing" if there are none."""
    return between.join(describe_effect(effect) for effect in effects) or "nothing"


def describe_politics(card: PoliticsCard) -> str:
    """The condition of a politics card."""
    parts = (describe_count(need.count, need.at_least, need) for need in card.needs)
    return "at least " + " and ".join(parts)


def describe_pay(pay: Pay) -> str:
    """What using a card costs; empty if it costs nothing."""
    parts = [describe_goods(pay)] if describe_goods(pay) else []
    parts += [items(pay.items)] if pay.items else []
    parts += [many(pay.krones, "krone")] if pay.krones else []
    parts += [many(pay.emperor, "emperor step") + " back"] if pay.emperor else []
    return ", ".join(parts)


def describe_staff(card: Staff) -> str:
    """What a staff card does, and what using it costs."""
    price = describe_pay(card.pay)
    does = describe_effects((*card.effects, *card.abilities))
    return f"for {price}: {does}" if price else does
