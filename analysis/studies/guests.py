"""`gah guests`: what it is worth to take a guest at each price of the row, by force on equal deals.

What is played are no whole games of a table: each position is played to its end in several ways.
The rows are kept in parts of `PART` deals below the folder of the study, whose path holds a digest
of rules, code and plan: what other rules or another version played is never read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from shlex import quote as word
from typing import Any

import pandas as pd
import pyarrow as pa
from rich.console import Console

from analysis.cards.taking import average_frame, taking_frame
from analysis.studies.study import SettingsStudy
from model import Ruleset, UserError, load_ruleset
from model.defaults import DEFAULT_SPEC
from simulate.batch import Run
from simulate.batch.job import code_digest
from simulate.batch.tables import encoded
from simulate.data.files import write_whole
from simulate.experiments.taking import Turn
from simulate.policies import label as policy_label
from simulate.provenance import digest_of

PART = 500
"""Deals of a part: seconds of work, of which an interruption loses no more."""
FOLDER = "taken"
CODE = "experiments/taking.py"


@dataclass(frozen=True)
class Settings:
    """What is asked. deals: of each table; round: whose first turn of the start player, from 1."""

    rules: str = DEFAULT_SPEC
    players: tuple[int, ...] = (2,)
    policies: tuple[str, ...] = ("greedy",)
    deals: int = 200_000
    round: int = 1
    seed: int = 1

    @property
    def command(self) -> str:
        """Command that plays these games."""
        return " ".join([
            "gah guests", "--rules", word(self.rules),
            "--players", ",".join(map(str, self.players)), "--policy", ",".join(self.policies),
            "--deals", str(self.deals), "--round", str(self.round), "--seed", str(self.seed),
        ])  # fmt: skip


@dataclass(frozen=True)
class Guests:
    """Frames of `analysis.cards.taking`, each with columns players and policy; values also with
    colour and vp (as printed). values: a row a guest, price and outcome; averages: a price."""

    settings: Settings
    values: pd.DataFrame
    averages: pd.DataFrame

    def of(self, players: int, policy: str, outcome: str = "lead") -> pd.DataFrame:
        """The values at one table under one outcome."""
        return _at(self.values, players, policy, outcome)

    def average(self, players: int, policy: str, outcome: str = "lead") -> pd.DataFrame:
        """The averages at one table under one outcome, the cheapest first."""
        return _at(self.averages, players, policy, outcome)

    @property
    def table(self) -> tuple[int, str]:
        """Players and policy of the first table that was asked for."""
        row = self.values.iloc[0]
        return int(row["players"]), str(row["policy"])


def _at(frame: pd.DataFrame, players: int, policy: str, outcome: str) -> pd.DataFrame:
    mine = (frame["players"] == players) & (frame["policy"] == policy)
    return frame[mine & (frame["outcome"] == outcome)]


@dataclass(frozen=True)
class Part:
    """A range of deals of one table, and the file of what came of them."""

    turn: Turn
    first: int
    deals: int
    path: Path


@dataclass(frozen=True)
class GuestStudy(SettingsStudy[Guests, Settings]):
    """The parts behind the settings, below `data`. variant: what `load_ruleset` takes besides."""

    name = "guests"
    bar = "deals for guests"
    told = "which guests are good value"
    asks = Settings
    answers = Guests

    variant: Mapping[str, Any] = field(default_factory=dict)

    def note(self) -> tuple[str, dict[str, Any]] | None:
        return super().note() if self.ruleset.label == self.settings.rules else None

    @cached_property
    def ruleset(self) -> Ruleset:
        """The rules that are played."""
        return load_ruleset(self.settings.rules, **self.variant)

    @cached_property
    def turns(self) -> list[Turn]:
        """The turn that is asked about, at each table."""
        s = self.settings
        if not 1 <= s.round <= self.ruleset.game.rounds:
            raise UserError(f"--round {s.round}: from 1 to {self.ruleset.game.rounds}")
        return [Turn(self.ruleset, n, policy, s.seed, s.round)
                for policy in s.policies for n in s.players]  # fmt: skip

    def runs(self) -> list[Run]:
        """None: no whole games are recorded."""
        return []

    def _play(self, workers: int, console: Console) -> None:
        """Raises UserError if parts cannot be written, or for a player that cannot be forced."""
        parts = [part for turn in self.turns for part in self._parts(turn)]
        play_parts(parts, workers, self.bar, console)

    def frames(self, threads: int) -> Guests:
        names = {str(key): card.name for key, card in self.ruleset.guest.items()}
        values, averages = [], []
        for turn in self.turns:
            files = files_of(self._parts(turn), self.command)
            told = {"players": turn.players, "policy": policy_label(turn.policy)}
            values.append(taking_frame(files, turn.players, names, threads).assign(**told))
            averages.append(average_frame(files, turn.players, threads).assign(**told))
        frame = pd.concat(values, ignore_index=True)
        cards = [self.ruleset.guest[int(item)] for item in frame["item"]]
        frame = frame.assign(colour=[one.colour for one in cards], vp=[one.vp for one in cards])
        return Guests(self.settings, frame, pd.concat(averages, ignore_index=True))

    def _parts(self, turn: Turn) -> list[Part]:
        return parts_of(turn, self.settings.deals, self.data)


def parts_of(turn: Turn, deals: int, data: Path) -> list[Part]:
    """The parts of one table, below the folder of a study."""
    key = json.dumps([
        turn.ruleset.hash, turn.players, turn.policy, turn.seed, turn.round,
        code_digest((turn.policy,)), digest_of(CODE),
    ])  # fmt: skip
    folder = data / FOLDER / sha256(key.encode()).hexdigest()[:16]
    found = []
    for first in range(0, deals, PART):
        some = min(PART, deals - first)
        found.append(Part(turn, first, some, folder / f"{first}-{some}.parquet"))
    return found


def files_of(parts: Sequence[Part], command: str) -> list[str]:
    """The files of parts. Raises UserError, naming the command that plays it, if one is missing."""
    for part in parts:
        if not part.path.is_file():
            raise UserError(f"{part.path}: missing; `{command}` plays it")
    return [str(part.path) for part in parts]


def play_parts(parts: Sequence[Part], workers: int, title: str, console: Console) -> None:
    """Play the parts that are missing, under one progress bar. Raises UserError as `Turn.play`."""
    from simulate.batch.progress import Overall
    from simulate.compile_notice import compile_ahead

    missing = [part for part in parts if not part.path.is_file()]
    every, rest = (sum(part.deals for part in some) for some in (parts, missing))
    compile_ahead(console.print)
    with Overall(title, every, console) as bar:
        played = 0
        for deals in _played(missing, workers):
            played += deals
            bar.update(every - rest, played)


def _played(parts: Sequence[Part], workers: int) -> Iterator[int]:
    """Play parts, here or on worker processes; yields the deals of each as it is done."""
    if min(workers, len(parts)) <= 1:
        yield from map(_play, parts)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(_play, parts)


def _play(part: Part) -> int:
    """Play one part and write it; returns its deals."""
    table = pa.Table.from_pandas(part.turn.play(part.first, part.deals), preserve_index=False)
    part.path.parent.mkdir(parents=True, exist_ok=True)
    told = {"ruleset": part.turn.ruleset.label, "seed": part.turn.seed}
    write_whole(part.path, encoded(table, told))
    return part.deals
