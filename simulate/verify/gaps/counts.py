"""A verification's record of open positions (written by `simulate.verify.report`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from model import UserError, reading

if TYPE_CHECKING:
    from simulate.verify.verification import Setting

MAX_BYTES = 16 << 20


@dataclass(frozen=True, kw_only=True)
class Witness:
    """A game that reached a position, and the decision (from 0) before which it did."""

    rules: str
    options: dict[str, str]
    assumptions: str | None = None
    patches: str = ""  # a key of `simulate.verify.verification.PATCHES`
    players: Annotated[int, Field(ge=2, le=4)]
    policy: str
    game: Annotated[int, Field(ge=0, lt=2**31)]
    step: Annotated[int, Field(ge=0, lt=2**16)]

    @classmethod
    def of(cls, setting: Setting, players: int, policy: str, game: int, step: int) -> Witness:
        """The witness played under a setting."""
        from simulate.fingerprint.rulesets import OPTIONS

        return cls(
            rules=setting.rules,
            options=OPTIONS[setting.option],
            assumptions=setting.assumptions if setting.sampled else None,
            patches=setting.ending,
            players=players,
            policy=policy,
            game=game,
            step=step,
        )

    def setting(self) -> Setting:
        """The setting of the game. Raises UserError if no verification plays it."""
        from simulate import policies  # here: it loads the engine, which reading does not need
        from simulate.fingerprint.rulesets import OPTIONS, SAMPLED
        from simulate.verify.verification import PATCHES, Setting

        patched = self.patches in ("", *PATCHES)
        if self.options not in OPTIONS or self.policy not in policies.names() or not patched:
            raise UserError(f"no game that a verification plays: {self}")
        spec = self.rules + (SAMPLED if self.assumptions else "") + self.patches
        return Setting(spec, OPTIONS.index(self.options))


@dataclass(frozen=True)
class GapCount:
    """How many games reached a position, by policy, and the simplest of them."""

    games: dict[str, int]
    witness: Witness | None = None

    def written(self) -> dict[str, Any]:
        """The position as recorded; empty fields are left out."""
        if self.witness is None:
            return {"games": self.games}
        where = {
            key: value for key, value in asdict(self.witness).items() if value not in (None, "")
        }
        return {"games": self.games, "witness": where}


@dataclass(frozen=True)
class GapRecord:
    """The open positions that a verification of this seed reached."""

    seed: Annotated[int, Field(ge=0, lt=2**63)]
    gaps: dict[str, GapCount]


@dataclass(frozen=True)
class Met:
    """What several verifications reached.

    games: for each position that any of them looked for, how many games of all policies reached it;
    witnesses: for each position reached, a game from the first record that has one, and its seed.
    """

    games: dict[str, int]
    witnesses: dict[str, tuple[Witness, int]]


def together(records: Iterable[GapRecord]) -> Met:
    """The combined results of verifications, with their games added up."""
    games: Counter[str] = Counter()
    witnesses: dict[str, tuple[Witness, int]] = {}
    for record in records:
        for id, one in record.gaps.items():
            games[id] += sum(one.games.values())
            if one.witness is not None:
                witnesses.setdefault(id, (one.witness, record.seed))
    return Met(dict(games), witnesses)


def read(path: Path) -> GapRecord:
    """The record of a verification in a JSON file. Raises UserError if it is none."""
    try:
        return reading.load_as(GapRecord, path, MAX_BYTES)
    except UserError as error:
        raise UserError(
            f"{path}: not the counts of a verification, which `gah check verify` writes ({error})"
        ) from None
