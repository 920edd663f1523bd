"""The studies of a report, and where the answer of each is found."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from inspect import getmembers, isabstract, isclass
from pathlib import Path
from pkgutil import walk_packages
from typing import TYPE_CHECKING, Any, NoReturn

from rich.console import Console

from analysis import studies as package
from analysis.studies.kept import kept
from analysis.studies.study import ForReport, SettingsStudy, Study, or_without
from simulate.base.bars import plain_console
from simulate.batch.pool import FORK_IS_SAFE, Apply, WorkerPool
from simulate.data.store import URL, Place

if TYPE_CHECKING:
    from simulate.batch import Run

Step = Callable[[str], None]
Answers = dict[Any, Any]
"""Answers by their study (`Results.answers`)."""


@dataclass(frozen=True)
class MoreStudies:
    """The studies that the pages show in addition to the games of both editions.

    played: by their class, as in `Results.answers`; missing games are played. noted: the same, but
    nothing is played because it would take too long. kept: answers saved elsewhere. For any other
    study, and for one that is not recorded in full, the pages say how to record it.
    """

    played: Mapping[Any, Study[Any]] = field(default_factory=dict)
    noted: Mapping[Any, Study[Any]] = field(default_factory=dict)
    kept: Mapping[Any, Any] = field(default_factory=dict)

    @property
    def steps(self) -> list[str]:
        """The steps of `answers`."""
        return [one.subject for one in (*self.played.values(), *self.noted.values())]

    def runs(self) -> list[Run]:
        """All runs to play, each once."""
        every = [run for one in self.played.values() for run in one.runs()]
        return list({(one.ruleset.label, one.players, one.policy, one.seed, str(one.out)): one
                     for one in every}.values())  # fmt: skip

    def play(self, workers: int, console: Console) -> None:
        """Play what is not recorded yet. Raises UserError as `run` does."""
        for one in self.played.values():
            one.record(workers, console)

    def answers(self, workers: int, console: Console, step: Step) -> Answers:
        """The saved answers and those recorded in full; the console names the others."""
        found = dict(self.kept)
        for study, one in {**self.noted, **self.played}.items():
            step(one.subject)
            answer = one.recorded(workers, console)
            found |= {} if answer is None else {study: answer}
        return found

    @property
    def local(self) -> bool:
        """Are all games in folders? Connections to a store do not survive a fork."""
        every = (*self.played.values(), *self.noted.values())
        return not any(URL in str(one.data) for one in every)

    @contextmanager
    def in_background(
        self, workers: int, console: Console, step: Step
    ) -> Iterator[Callable[[], Answers]]:
        """A function that waits for the answers.

        A forked process computes them meanwhile. Without one, or if it dies, they are computed here
        when the function is called, because no process can be forked once threads read games. Enter
        this context before games are read.
        """
        alone = workers == 1 or not FORK_IS_SAFE
        if alone or not self.local or not (self.played or self.noted):
            yield lambda: self.answers(workers, console, step)
            return
        read = Apply(lambda width: _answers(self, workers, width))
        with WorkerPool(1, read, forked=True) as pool:
            coming = pool.messages([console.width], _no_other)

            def wait() -> Answers:
                try:
                    ((_, (answers, said)),) = coming
                except _LostError:
                    return self.answers(workers, console, step)
                for one in self.steps:
                    step(one)
                console.print(said, end="")
                return answers

            yield wait


class _LostError(Exception):
    """The process that read games died."""


def _no_other(_: int, reason: str) -> NoReturn:
    raise _LostError(reason)


def _answers(more: MoreStudies, workers: int, width: int) -> tuple[Answers, str]:
    """The answers, and what would have been printed."""
    said = io.StringIO()
    answers = more.answers(workers, plain_console(file=said, width=width), lambda text: None)
    return answers, said.getvalue()


def studies() -> list[type[SettingsStudy[Any, Any]]]:
    """All studies in `analysis/studies/` that a report shows."""
    names = [one.name for one in walk_packages(package.__path__, f"{package.__name__}.")]
    return [
        one
        for name in names
        for _, one in getmembers(import_module(name), isclass)
        if one.__module__ == name and issubclass(one, SettingsStudy)
        and not isabstract(one) and one.reported
    ]  # fmt: skip


def gather(
    plan: ForReport,
    places: Mapping[str, Place],
    longer: Path | None,
    console: Console,
) -> MoreStudies:
    """The studies of a report; damaged ones are named on the console.

    Each is the one that its command completed last, or else its answer saved with longer runs, or
    else the plan's own. places: where games of studies are recorded, by folder; without one, the
    pages say which command records them.
    """
    played: dict[Any, Study[Any]] = {}
    noted: dict[Any, Study[Any]] = {}
    answers: dict[Any, Any] = {}
    for study in studies():
        place = places.get(study.folder or study.name)

        def found(read: Callable[[], Any], study: type[SettingsStudy[Any, Any]] = study) -> Any:
            return or_without(study.subject, study.name, read, console)

        recorded = found(partial(study.noted, plan.rules, place)) if place is not None else None
        if recorded is not None:
            noted[study] = recorded
            continue
        if longer is not None:
            answer = found(partial(kept, longer, study, plan.rules))
            answers |= {} if answer is None else {study: answer}
        own = study.of_report(plan, place) if place is not None else None
        if own is not None and (study not in answers or own.more_than(answers[study])):
            played[study] = own
    return MoreStudies(played, noted, answers)
