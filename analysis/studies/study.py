"""The structure of a study: a plan, its runs, their record, and the frames with the answer.

A new question is one file here with a subclass of `Study`; `reports/` draws and words its frames.
Records are reused, so that a stopped study continues. A note in the folder of its games says which
design was last completed there, by the label of its ruleset.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar
from urllib.parse import quote

import pandas as pd
from rich.console import Console

from analysis.base.runs import Config
from analysis.studies import typed
from analysis.studies.parts import DealRange, forecast_parts, play_parts
from analysis.studies.questions import ModuleSettings
from model import Ruleset, UserError, load_ruleset, reading
from simulate import policies
from simulate.batch import Run
from simulate.batch.cost import forecast
from simulate.data.places import store_at
from simulate.data.store import Place
from simulate.fingerprint import parts_of
from simulate.learned.scope import untrained

NOTE_BYTES = 1 << 16
"""More than any note holds."""

Design = TypeVar("Design")
Answer = TypeVar("Answer")


class Asked(Protocol):
    """Settings of a study, a dataclass of plain values; its lists are tuples."""

    @property
    def rules(self) -> str:
        """The rules of the question, in the form that `load_ruleset` takes."""

    @property
    def policies(self) -> tuple[str, ...]:
        """The players' policies."""

    @property
    def command(self) -> str:
        """The command that a user types for these settings."""


Given = TypeVar("Given", bound=Asked)


@dataclass(frozen=True)
class ForReport:
    """What a report plays of studies for which there is no longer run.

    many: who plays where many games are needed. prices: games for prices. factorial: of modules.
    older: the edition before; variants: deals of each change, by `variants_by`.
    """

    rules: str
    players: tuple[int, ...]
    seed: int
    many: str
    prices: int
    factorial: ModuleSettings
    older: str = "original-2015"
    variants: int = 0
    variants_by: tuple[str, ...] = ("greedy",)


class Study(ABC, Generic[Answer]):
    """One question about games recorded at ``data``. The fields of a subclass are its plan."""

    name: ClassVar[str]
    """The name of the command, ``gah study NAME``, and of its note."""

    bar: ClassVar[str]
    """The label of its progress bar."""

    subject: ClassVar[str] = "this study"
    """Its subject, for a report that lacks it."""

    folder: ClassVar[str] = ""
    """The folder of its games in a report's data, if not its name."""

    data: Place

    @property
    def command(self) -> str:
        """The command of this study."""
        return typed.command(self.name)

    def runs(self) -> list[Run]:
        """All runs of whole games that the frames need, the longest first."""
        return []

    @abstractmethod
    def frames(self, threads: int) -> Answer:
        """The results from the recorded games. Raises UserError if some are missing."""

    def note(self) -> tuple[str, dict[str, Any]] | None:
        """The note to leave once all is recorded, if any: the label of the rules, and the plan."""
        return None

    @classmethod
    def note_name(cls) -> str:
        """The name of its note; the study's name if its command asks one question."""
        return cls.name

    def record(self, workers: int, console: Console) -> None:
        """Play the missing games; note that the record is complete. Raises UserError as `run`."""
        self._play(workers, console)
        noted = self.note()
        if noted is not None:
            leave(self.data, self.note_name(), *noted)

    def forced(self) -> list[DealRange]:
        """Its forced play, deal by deal, in addition to whole games."""
        return []

    def _play(self, workers: int, console: Console) -> None:
        """Print the cost, then play the missing games."""
        from simulate.compiling.ahead import compile_ahead

        compile_ahead(console.print)
        runs, parts = self.runs(), self.forced()
        with console.status("measuring how long it takes"):
            cost = forecast(runs) + forecast_parts(parts)
        what = "games" if runs else "deals"
        console.print(cost.words(workers, what), highlight=False, soft_wrap=True)
        for line in untrained((run.seats(), run.ruleset, run.players) for run in runs):
            console.print(line, highlight=False, soft_wrap=True)
        if runs:
            play(runs, workers, self.bar, console)
        if parts:
            play_parts(parts, workers, self.bar, console)

    def answer(self, workers: int, console: Console) -> Answer:
        """Record the missing games, then return all frames."""
        self.record(workers, console)
        with console.status("estimating"):
            return self.frames(workers)

    def recorded(self, threads: int, console: Console) -> Answer | None:
        """The frames; None, with a message on the console, if their games cannot be used.

        A study stopped half-way does not keep a report from being written.
        """
        return or_without(self.subject, self.name, lambda: self.frames(threads), console)


@dataclass(frozen=True)
class SettingsStudy(Study[Answer], Generic[Answer, Given]):
    """A study defined by settings, which are its note, under the label of their rules."""

    asks: ClassVar[type[Any]]
    """The class of its settings."""

    answers: ClassVar[type[Any]]
    """The class of its answer: a dataclass of the settings, frames, and plain values."""

    reported: ClassVar[bool] = True
    """Does a report show its answer if it was completed or saved?"""

    counted: ClassVar[str] = ""
    """The setting of the amount of play, if a report's own can exceed the saved one."""

    settings: Given
    data: Place

    def __init_subclass__(cls) -> None:
        """A study has the name of its settings."""
        super().__init_subclass__()
        if "asks" in vars(cls):
            cls.name, cls.folder = cls.asks.name, cls.asks.folder

    @classmethod
    def of_report(cls, plan: ForReport, data: Place) -> Self | None:
        """The study a report plays itself if nothing was completed or saved; nothing by default."""
        return None

    def more_than(self, answer: Any) -> bool:
        """Is this report's own study based on more games than a saved answer of the same players?

        More games of weaker players never replace it.
        """
        mine, its = self.settings, answer.settings
        return bool(self.counted) and mine.policies == its.policies and (
            getattr(mine, self.counted) > getattr(its, self.counted)
        )  # fmt: skip

    @classmethod
    def noted(cls, rules: str, data: Place) -> Self | None:
        """The design last completed in a folder under these rules, if any.

        Raises UserError if its note cannot be read.
        """
        settings = find(data, cls.note_name(), rules, cls.asks)
        return None if settings is None else cls(settings, data)

    @property
    def command(self) -> str:
        return self.settings.command

    def note(self) -> tuple[str, dict[str, Any]] | None:
        return self.settings.rules, {one.name: getattr(self.settings, one.name)
                                     for one in fields(self.asks)}  # fmt: skip

    def parts(self) -> list[str]:
        """The parts of the fingerprint of play that its answer depends on."""
        return parts_of([self.settings.rules], self.settings.policies)


@dataclass(frozen=True)
class VariedStudy(SettingsStudy[Answer, Given], Generic[Answer, Given]):
    """A study that can use a variant of its rules: `variant` has further arguments of
    `load_ruleset`. small: a report's own, of few games, played if no command completed one."""

    variant: Mapping[str, Any] = field(default_factory=dict)
    small: bool = False

    def note(self) -> tuple[str, dict[str, Any]] | None:
        """No note for a report's own study, nor for a variant, which the settings do not cover."""
        if self.small or self.ruleset.label != self.settings.rules:
            return None
        return super().note()

    @cached_property
    def ruleset(self) -> Ruleset:
        """The rules of the question."""
        return self.load()

    def load(self, *patches: Path) -> Ruleset:
        """These rules with patches on top."""
        own = tuple(self.variant.get("patches", ()))
        return load_ruleset(self.settings.rules, **{**self.variant, "patches": (*own, *patches)})


def tables_of(frame: pd.DataFrame) -> list[tuple[int, str]]:
    """Number of players and policy of each table that a frame describes."""
    found = frame[["players", "policy"]].drop_duplicates()
    return [(int(n), str(policy)) for n, policy in found.itertuples(index=False, name=None)]


class Tabled:
    """An answer whose frames have rows for each table: a number of players and a policy."""

    main: ClassVar[str]
    """The frame that has rows for every table."""

    @property
    def tables(self) -> list[tuple[int, str]]:
        """Number of players and policy of each table, as asked."""
        return tables_of(getattr(self, self.main))

    @staticmethod
    def at(frame: pd.DataFrame, players: int, policy: str, outcome: str = "lead") -> pd.DataFrame:
        """The rows of one of its frames at one table for one outcome."""
        return rows_with(frame, players=players, policy=policy, outcome=outcome)

    @property
    def table(self) -> tuple[int, str]:
        """The first table, the one that a report says most about."""
        return self.tables[0]


def rows_with(frame: pd.DataFrame, **equal: object) -> pd.DataFrame:
    """The rows of a frame with these values in the columns of these names."""
    keep = pd.Series(True, frame.index)
    for column, value in equal.items():
        keep &= frame[column] == value
    return frame[keep]


def games_of(runs: Iterable[Run]) -> dict[Config, int]:
    """The number of games of each configuration that runs need; more may be recorded, or fewer."""
    asked: dict[Config, int] = {}
    for run in runs:
        config = config_of(run)
        asked[config] = max(run.games, asked.get(config, 0))
    return asked


def config_of(run: Run) -> Config:
    """The name under which the analysis finds a run."""
    table = [policies.label(name) for name in run.seats()]
    named = table[0] if len(set(table)) == 1 else ",".join(table)
    return Config(run.ruleset.label, run.players, named)


def play(runs: Sequence[Run], workers: int, title: str, console: Console) -> None:
    """Play the missing games under one progress bar."""
    from simulate.batch import run_all
    from simulate.batch.progress import Overall

    with Overall(title, sum(run.games for run in runs), console) as bar:
        run_all(runs, workers, bar)


def leave(data: Place, kind: str, label: str, fields: dict[str, Any]) -> None:
    """Note that a design of this kind is complete; replaces the previous note."""
    text = json.dumps(fields, indent=2) + "\n"
    store_at(data).write(_name(kind, label), text.encode())


def find(data: Place, kind: str, label: str, shape: type[Design]) -> Design | None:
    """The last note, parsed as a dataclass with type checks; none if there is none.

    Raises UserError if the note is not of that shape, or cannot be read.
    """
    store, name = store_at(data), _name(kind, label)
    try:
        return reading.parse_as(shape, reading.decoded(store.whole(name, NOTE_BYTES)))
    except FileNotFoundError:
        return None
    except (OSError, UserError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise UserError(
            f"{store.at(name)}: damaged ({reason}); delete it, or run the command that wrote it"
            " again"
        ) from None


def or_without(
    what: str, kind: str, compute: Callable[[], Design | None], console: Console
) -> Design | None:
    """The result of `compute`; none, with a message on the console, if its games cannot be used."""
    try:
        return compute()
    except UserError as error:
        console.print(f"without {what}, which `{typed.command(kind)}` completes: {error}")
        return None


def _name(kind: str, label: str) -> str:
    return f"{kind}-{quote(label, safe='+-_.,')}.json"
