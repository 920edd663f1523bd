"""How commands ask a study: at once, or for a batch that first plays the games of many."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console

    from analysis.studies.study import Study


class Planning(tuple[str, ...]):
    """The words of a command that is to say which study it would ask, and to stop there."""


class Planned(Exception):
    """What a command would ask: a study, or anything else with `runs` and `forced`."""

    def __init__(self, asked: Any) -> None:
        self.asked = asked


def planned(asked: Any) -> None:
    """Raise Planned if the command was only called to say what it would ask."""
    if isinstance(click.get_current_context().find_root().obj, Planning):
        raise Planned(asked)


def answer(study: Study[Any], workers: int, console: Console, keep: Path | None = None) -> Any:
    """The answer of a study, see `analysis.studies.kept.answered`. Raises UserError as that does.

    ``keep`` is only for studies that a report uses.
    """
    from analysis.studies.kept import answered

    planned(study)
    asked: Any = study
    return answered(asked, workers, console, keep) if keep else study.answer(workers, console)
