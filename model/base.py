"""The base of all that the data files declare."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Word(BaseModel):
    """Base of all parts of a ruleset: immutable, and closed to unknown fields."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, defer_build=True)
