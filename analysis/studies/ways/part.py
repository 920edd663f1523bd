"""A part of the study of ways to win: what it plays, and the frames that it gives."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import pandas as pd
from rich.console import Console

from analysis.studies.parts import DealRange
from analysis.studies.questions import WaysSettings
from model import Ruleset
from model.steps import read_recipe
from simulate.batch import Run

LEAST_DEALS = 10

Frames = Mapping[str, pd.DataFrame]


@dataclass(frozen=True)
class WaysAsked:
    """What the study is asked. ruleset: of `settings.rules`, with the user's variants; data: folder
    of recorded games."""

    settings: WaysSettings
    ruleset: Ruleset
    data: Path

    @property
    def tables(self) -> list[tuple[int, str]]:
        """Number of players and policy of each table."""
        s = self.settings
        return [(n, policy) for policy in s.policies for n in s.players]

    @property
    def contests(self) -> list[tuple[int, str]]:
        """Number of players and jury of each table at which ways are insisted on: the first jury at
        all, others, with whom it is compared, at the smallest."""
        n, _ = self.smallest
        return [*self.jury_tables, *((n, jury) for jury in self.settings.juries[1:])]

    @property
    def jury_tables(self) -> list[tuple[int, str]]:
        """Number of players and jury of each table of the first jury."""
        return [(n, self.settings.juries[0]) for n in self.settings.players]

    @property
    def smallest(self) -> tuple[int, str]:
        """The table of the first jury with the fewest players: for what takes long."""
        return min(self.jury_tables)

    def deals(self, players: int) -> int:
        """Deals at a table: as many as play about the same number of games with any number of
        players, each deal being played once at each seat."""
        return max(LEAST_DEALS, round(self.settings.deals * 2 / players))

    def under(self, rules: str) -> WaysAsked:
        """The same asked of other rules, as they are written. Raises UserError for unknown ones."""
        return replace(self, ruleset=read_recipe(rules).resolve())


class WaysPart(ABC):
    """One part. What it plays is announced, shown as progress and resumed by the study."""

    name: ClassVar[str]
    """By which `--part` asks it."""

    gives: ClassVar[tuple[str, ...]]
    """Its frames: fields of `Ways`."""

    def runs(self, asked: WaysAsked) -> list[Run]:
        """The games that it needs and that are known beforehand."""
        return []

    def forced(self, asked: WaysAsked) -> list[DealRange]:
        """What it plays in parts of its own."""
        return []

    def play(self, asked: WaysAsked, workers: int, console: Console) -> None:
        """Play what depends on what was played before; resumable, with a progress bar."""
        return

    @abstractmethod
    def frames(self, asked: WaysAsked, threads: int, known: Frames) -> Frames:
        """The frames of `gives`. known: those of the parts before it that were asked.

        Raises UserError if games are missing.
        """
