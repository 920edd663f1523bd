"""The base class of everything that the data files declare."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class Word(BaseModel):
    """Base of all parts of a ruleset: immutable, and closed to unknown fields."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, defer_build=True)


def asked_later(default: str | int) -> Any:
    """A choice added after rulesets had hashes; its default is left out of the hash."""
    return Field(default=default, json_schema_extra={"asked_later": True})


@cache
def later(word: type[Word]) -> Mapping[str, Any]:
    """The choices of a word added after rulesets had hashes, with their defaults."""
    fields = word.model_fields.items()
    return {name: field.default for name, field in fields if field.json_schema_extra}


@cache
def later_names(word: type[Word] = Word) -> frozenset[str]:
    """The names of all such choices of all words; call it after all words are declared."""
    kinds = word.__subclasses__()
    return frozenset(later(word)).union(*(later_names(kind) for kind in kinds))
