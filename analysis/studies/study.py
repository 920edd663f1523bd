"""What all studies share: their runs played, noted when complete, and found again by a report.

A study is a plan of runs, the runs, the record, and frames; `reports/` draws and words them. What
is recorded is kept, so that a study that was stopped goes on; a note in the folder of its games
says which design was completed there last, by the label of its ruleset.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from urllib.parse import quote

from rich.console import Console

from analysis.base.runs import Config
from model import UserError, reading
from simulate import policies
from simulate.batch import Run
from simulate.data.places import store_at
from simulate.data.store import Place

NOTE_BYTES = 1 << 16
"""More than any note holds."""

Design = TypeVar("Design")


def config_of(run: Run) -> Config:
    """Under which name the analysis finds a run."""
    table = [policies.label(name) for name in run.seats()]
    named = table[0] if len(set(table)) == 1 else ",".join(table)
    return Config(run.ruleset.label, run.players, named)


def play(runs: Sequence[Run], workers: int, title: str, console: Console) -> None:
    """Play what is not recorded yet, under one progress bar."""
    from simulate.batch import run_all
    from simulate.batch.progress import Overall
    from simulate.compile_notice import announce

    announce(console.print)
    with Overall(title, sum(run.games for run in runs), console) as bar:
        run_all(runs, workers, bar)


def leave(data: Place, kind: str, label: str, fields: dict[str, Any]) -> None:
    """Note that a design of this kind is complete; replaces the note of the one before."""
    text = json.dumps(fields, indent=2) + "\n"
    store_at(data).write(_name(kind, label), text.encode())


def find(
    data: Place, kind: str, label: str, read: Callable[[dict[str, Any]], Design]
) -> Design | None:
    """The design noted last, as `read` makes it of the note's fields; none if there is no note.

    Raises UserError if the note cannot be read.
    """
    store, name = store_at(data), _name(kind, label)
    try:
        return read(reading.parse_json(reading.decoded(store.read(name, NOTE_BYTES))))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, KeyError):
        raise UserError(
            f"{store.at(name)}: damaged; delete it, or run `gah {kind}` again"
        ) from None


def or_without(
    what: str, kind: str, compute: Callable[[], Design | None], console: Console
) -> Design | None:
    """What `compute` gives; none, and the console is told, if its games cannot be used.

    A design that was stopped half-way does not keep a report from being written.
    """
    try:
        return compute()
    except UserError as error:
        console.print(f"without {what}, which `gah {kind}` completes: {error}")
        return None


def _name(kind: str, label: str) -> str:
    return f"{kind}-{quote(label, safe='+-_.,')}.json"
