"""`gah study ways`: is there more than one way to win, and what does each cost?

The parts are in their own modules (`PARTS`). This file has what they share: the answer, and the
study that plays for them and collects their frames.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, TypeVar

import pandas as pd
from rich.console import Console

from analysis.studies.frames import ESTIMATE, Columns, ends
from analysis.studies.parts import DealRange
from analysis.studies.questions import WaysSettings
from analysis.studies.study import VariedStudy, rows_with, tables_of
from analysis.studies.ways.elsewhere import ElsewherePart
from analysis.studies.ways.insist import InsistPart
from analysis.studies.ways.meet import MeetPart
from analysis.studies.ways.openings import OpeningsPart
from analysis.studies.ways.part import WaysAsked, WaysPart
from analysis.studies.ways.space import SpacePart
from analysis.studies.ways.winners import WinnersPart
from simulate.batch import Run
from simulate.fingerprint import parts_of

PARTS: dict[str, WaysPart] = {
    one.name: one
    for one in (
        WinnersPart(),
        OpeningsPart(),
        InsistPart(),
        SpacePart(),
        MeetPart(),
        ElsewherePart(),
    )
}
"""The parts by name, in the order in which their frames are computed."""

NOTHING = pd.DataFrame()
One = TypeVar("One")


@dataclass(frozen=True)
class Ways:
    """A frame for each finding; empty if its part was not asked.

    Each has columns players and policy. Of `winners`: axes, ways, traits, stability, typical; of
    `openings`: openings. Of `insist`: curves, insist, agreement; of `space`: cells, plateau; of
    `meet`: meets, equilibrium, cycles, crowding; of `elsewhere`: elsewhere, widened; there policy
    is the jury.
    """

    settings: WaysSettings
    axes: Annotated[
        pd.DataFrame,
        Columns("axis unit policy", f"players mean sd {ends('winners fixed own within')}"),
    ]
    ways: Annotated[
        pd.DataFrame,
        Columns(
            "name verdict policy",
            f"players way seats games {ends('played win lead fixed own within')}",
        ),
    ]
    traits: Annotated[pd.DataFrame, Columns("axis policy", "players way mean apart")]
    stability: Annotated[
        pd.DataFrame, Columns("", "k index index_low tight shuffled cloud smallest found separate")
    ]
    typical: Annotated[pd.DataFrame, Columns("policy", "players seed game deal seat vp way apart")]
    openings: Annotated[
        pd.DataFrame,
        Columns(
            "kind name verdict policy",
            f"players seats played {ESTIMATE} {ends('mean best_near')} near",
        ),
    ]
    curves: Annotated[
        pd.DataFrame,
        Columns(
            "taste words unit name policy",
            f"players strength spread {ends('wins vp more')} wins_se vp_se more_se thing"
            " free_thing viable dominant deals settles",
        ),
    ]
    insist: Annotated[
        pd.DataFrame,
        Columns(
            "taste name verdict policy",
            f"players strength {ends('wins more')} vp viable not_viable dominant deals settles",
        ),
    ]
    agreement: Annotated[pd.DataFrame, Columns("jury policy", f"players {ends('rho')} ways")]
    cells: Annotated[
        pd.DataFrame,
        Columns(
            "x_axis y_axis name policy",
            f"players map x x_low x_high y y_low y_high found {ends('wins')} wins_se within deals",
        ),
    ]
    plateau: Annotated[
        pd.DataFrame,
        Columns(
            "x_axis y_axis verdict policy",
            "players map searched cells tried viable not_viable undecided",
        ),
    ]
    meets: Annotated[
        pd.DataFrame, Columns("name against policy", f"players {ends('wins')} wins_se deals")
    ]
    equilibrium: Annotated[
        pd.DataFrame,
        Columns("name label policy", f"players {ends('share')} survives beats_all deals"),
    ]
    cycles: Annotated[pd.DataFrame, Columns("a b c policy", "players chance decided")]
    crowding: Annotated[
        pd.DataFrame,
        Columns("taste words name policy", f"players followers {ends('wins')} wins_se deals"),
    ]
    elsewhere: Annotated[
        pd.DataFrame,
        Columns("taste verdict rules policy", f"players wins_a wins_b {ends('change')} se viable"),
    ]
    widened: Annotated[
        pd.DataFrame,
        Columns(
            "rules policy", f"players viable_a viable_b wider narrower {ends('rho')} ways deals"
        ),
    ]

    @property
    def tables(self) -> list[tuple[int, str]]:
        """Number of players and policy of each table whose ways were described."""
        return self.contests("ways")

    def contests(self, frame: str) -> list[tuple[int, str]]:
        """Number of players and policy of each table in a frame; none if it was not asked."""
        found: pd.DataFrame = getattr(self, frame)
        return tables_of(found) if len(found) else []

    def at(self, frame: str, players: int, policy: str) -> pd.DataFrame:
        """The rows of a frame at one table."""
        found: pd.DataFrame = getattr(self, frame)
        if found.empty:
            return found
        return rows_with(found, players=players, policy=policy)


def _once(some: Iterable[One]) -> list[One]:
    """Without duplicates: parts may need the same games."""
    found: list[One] = []
    for one in some:
        if one not in found:
            found.append(one)
    return found


@dataclass(frozen=True)
class WaysStudy(VariedStudy[Ways, WaysSettings]):
    """The parts that the settings name, on games below `data`."""

    bar = "games"
    subject = "the ways to win"
    asks = WaysSettings
    answers = Ways

    data: Path

    def runs(self) -> list[Run]:
        return _once(run for part in self.asked_parts for run in part.runs(self._asked))

    def forced(self) -> list[DealRange]:
        return _once(one for part in self.asked_parts for one in part.forced(self._asked))

    def _play(self, workers: int, console: Console) -> None:
        super()._play(workers, console)
        for part in self.asked_parts:
            part.play(self._asked, workers, console)

    def frames(self, threads: int) -> Ways:
        found: dict[str, Any] = {}
        for part in self.asked_parts:
            found |= part.frames(self._asked, threads, found)
        names = [name for part in PARTS.values() for name in part.gives]
        return Ways(self.settings, **{name: found.get(name, NOTHING) for name in names})

    def parts(self) -> list[str]:
        """The parts of the fingerprint of play: those of juries too.

        Options, in brackets after a ruleset, belong to the part of the ruleset.
        """
        s = self.settings
        return parts_of(
            [rules.partition(" ")[0] for rules in s.rulesets],
            dict.fromkeys([*s.policies, *s.juries]),
        )

    @property
    def asked_parts(self) -> list[WaysPart]:
        """The parts asked, in their order; all if none is named."""
        wanted = self.settings.parts
        return [part for name, part in PARTS.items() if not wanted or name in wanted]

    @cached_property
    def _asked(self) -> WaysAsked:
        return WaysAsked(self.settings, self.ruleset, self.data)
