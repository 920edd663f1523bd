"""What a verification says of open positions in its record (`simulate.verify.report` writes it)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field

from model import UserError, reading

MAX_BYTES = 16 << 20


@dataclass(frozen=True)
class Told:
    """A game that met a position, and the decision (from 0) before which it did."""

    rules: str
    options: dict[str, str]
    players: Annotated[int, Field(ge=2, le=4)]
    policy: str
    game: Annotated[int, Field(ge=0, lt=2**31)]
    step: Annotated[int, Field(ge=0, lt=2**16)]
    assumptions: str | None = None
    patched: bool = False  # played with a patch under which rare states are common


@dataclass(frozen=True)
class Position:
    """How many games met a position, by policy, and the simplest of them."""

    games: dict[str, int]
    witness: Told | None = None


@dataclass(frozen=True)
class Met:
    """Of each open position what a verification of this seed met."""

    seed: Annotated[int, Field(ge=0, lt=2**63)]
    gaps: dict[str, Position]

    def games(self, id: str) -> int | None:
        """The games of all policies that met a position; None if it was not looked for."""
        return sum(self.gaps[id].games.values()) if id in self.gaps else None


def read(path: Path) -> Met:
    """The record of a verification in a JSON file. Raises UserError if it is none."""
    try:
        return reading.load_as(Met, path, MAX_BYTES)
    except UserError as error:
        raise UserError(
            f"{path}: not the counts of a verification, which `gah check verify` writes ({error})"
        ) from None
