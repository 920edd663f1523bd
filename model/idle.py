"""What a ruleset declares that can do nothing in it, such as a dancer where no ballroom is.

It is no error: a patch that is written for a module is valid without it too. But whoever writes one
wants to know.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from model.base import Word
from model.schema import Goods, Rules, Staff
from model.vocabulary.actions import GoodsAction
from model.vocabulary.base import Term
from model.vocabulary.effects import Gain
from model.vocabulary.triggers import OnChampagne

NOT_IN_PLAY = {"ballrooms": "no ballrooms are in play", "entrances": "no entrances are in play"}


def idle_words(rules: Rules) -> list[str]:
    """Messages that name a path and say why what stands there has no effect, by path."""
    words = dict(_words_below("", rules))
    champagne = any(_brings_champagne(path, word) for path, word in words.items())
    return [
        f"{path}: {why}"
        for path, word in words.items()
        if (why := _why_idle(rules, path, word, champagne))
    ]


def _words_below(path: str, value: Any) -> Iterator[tuple[str, Word]]:
    """Every word below a value, with its path."""
    if isinstance(value, Word):
        yield path, value
        fields = (Rules if isinstance(value, Rules) else type(value)).model_fields
        inner: Any = ((name, getattr(value, name)) for name in fields)
    elif isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, tuple):
        inner = enumerate(value)
    else:
        return
    for name, one in inner:
        yield from _words_below(f"{path}.{name}".removeprefix("."), one)


def _brings_champagne(path: str, word: Word) -> bool:
    if isinstance(word, GoodsAction):
        return "champagne" in word.goods
    given = isinstance(word, Gain) or path.endswith("kitchen")
    return given and getattr(word, "champagne", 0) > 0


def _why_idle(rules: Rules, path: str, word: Word, champagne: bool) -> str:
    """Why a word has no effect; empty if it has, as far as can be told."""
    counts = getattr(word, "per", None) or getattr(word, "count", None)
    part = "ballrooms" if counts == "dancers" else word.part if isinstance(word, Term) else ""
    name = (
        "a count of dancers"
        if counts == "dancers"
        else getattr(word, "do", getattr(word, "kind", ""))
    )
    if part and not getattr(rules, part).in_play:
        return f"{name} does nothing, as {NOT_IN_PLAY[part]}"
    if part == "entrances" and hasattr(word, "kind") and not path.startswith("entrance."):
        return f"{name} does nothing, as only an entrance can have it"
    if isinstance(word, OnChampagne) and not champagne:
        return "on_champagne does nothing, as nothing brings champagne"
    if isinstance(word, Goods) and path.endswith(".order") and word.champagne and not champagne:
        return "the order cannot be filled, as nothing brings champagne"
    if isinstance(word, Staff) and word.timing == "end":
        if any(effect.do == "extra_turn" for effect in word.effects):
            return "extra_turn does nothing, as no turn follows the end of the game"
    return ""


def _needed(word: Word) -> tuple[str, str]:
    """The part of the rules that a word needs ("": none), and what to call the word."""
    if "dancers" in (getattr(word, "per", ""), getattr(word, "count", "")):
        return "ballrooms", "a count of dancers"
    if isinstance(word, Term):
        return word.part, getattr(word, "do", "") or getattr(word, "kind", "")
    return "", ""
