"""A part of the study of ways to win: what it plays, and the frames that it gives."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pandas as pd
from rich.console import Console

from analysis.studies.parts import Part
from analysis.studies.questions import WaysSettings
from model import Ruleset
from simulate.batch import Run

Frames = Mapping[str, pd.DataFrame]


@dataclass(frozen=True)
class Asked:
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


class WaysPart(ABC):
    """One part. What it plays is announced, shown as progress and resumed by the study."""

    name: ClassVar[str]
    """By which `--part` asks it."""

    gives: ClassVar[tuple[str, ...]]
    """Its frames: fields of `Ways`, with columns in frames.toml."""

    def runs(self, asked: Asked) -> list[Run]:
        """The games that it needs and that are known beforehand."""
        return []

    def forced(self, asked: Asked) -> list[Part]:
        """What it plays in parts of its own."""
        return []

    def play(self, asked: Asked, workers: int, console: Console) -> None:
        """Play what depends on what was played before; resumable, with a progress bar."""
        return

    @abstractmethod
    def frames(self, asked: Asked, threads: int, known: Frames) -> Frames:
        """The frames of `gives`. known: those of the parts before it that were asked.

        Raises UserError if games are missing.
        """
