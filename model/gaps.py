"""The register of positions that the rulebooks leave open, each with the ruling that decides it.

Each is in the data below the first of its rulings. simulate/verify/gap_*.py find and count them in
every verified game. The register states the question, what the books say about it, and which
rulings and clauses answer it.
"""

from __future__ import annotations

import functools
from typing import Annotated

import tomli
from pydantic import Field, ValidationError

from model.base import Word
from model.errors import UserError
from model.reading import first_problem
from model.sources import DATA, RULING_FILES, Text


class Gap(Word):
    """One kind of position.

    question: a player's question; silent: what the books say, or that they are silent; read: the
    passages read for this, by document. rulings: ids of the rulings that answer. clauses: the
    rules involved.
    """

    title: Text
    question: Text
    silent: Text
    read: Annotated[dict[str, Text], Field(min_length=2)]
    rulings: tuple[str, ...]
    clauses: tuple[str, ...] = ()


@functools.cache
def gaps() -> dict[str, Gap]:
    """The register by id. Raises UserError naming the entry at fault."""
    found = {}
    for name in RULING_FILES:
        with (DATA / f"{name}.toml").open("rb") as file:
            tables = tomli.load(file)["gap"]
        for id, table in tables.items():
            try:
                found[id] = Gap.model_validate(table)
            except ValidationError as error:
                raise UserError(f"{name}.toml, gap {id}: {first_problem(error)}") from None
    return found
