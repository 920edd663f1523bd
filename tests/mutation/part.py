"""Runs one part, the data or the code, in a process of its own: python -m tests.mutation.part ...

The process begins here because plain Python must be chosen before the engine is imported.
"""

from __future__ import annotations

import argparse
import datetime
import fnmatch
import json
import math
import os
import platform
import random
import shutil
import signal
import sys
from collections import Counter
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tests.mutation.report import KILLED, reason_for
from tests.mutation.results import SURVIVORS, Results, digest
from tests.mutation.survivors import read


@dataclass
class Options:
    """``quick``: no map of lines, and code mutants drawn without listing all of them first."""

    part: str
    sample: int | None = None
    seed: int = 1
    workers: int = 2
    only: str = ""
    quick: bool = False
    work: str = ""
    folders: str = ""
    budget: float = 6.0
    again: bool = False


def matches(id: str, pattern: str) -> bool:
    """A pattern with * matches a whole id, another one any piece of it."""
    return fnmatch.fnmatchcase(id, pattern) if "*" in pattern else pattern in id


def chosen(part: Any, options: Options, population: list[int]) -> list[Any]:
    """The mutants to run. ``population`` is told how many there are to draw from (0: not known)."""
    reasons = read(SURVIVORS).get(options.part, {})
    if options.quick and options.part == "code" and options.sample and not options.only:
        sites = part.source.some_sites(2 * options.sample, options.seed)
        fit = [m for m in part.source.mutants(sites) if not reason_for(m.id, reasons)]
        return fit[: options.sample]
    fit = [m for m in part.mutants() if matches(m.id, options.only)]
    if options.quick:
        fit = [m for m in fit if not reason_for(m.id, reasons)]
    population.append(len(fit))
    if options.sample is not None and options.sample < len(fit):
        fit = random.Random(options.seed).sample(fit, options.sample)
    return fit


def run(options: Options) -> dict[str, Any]:
    """Run the part; returns (and keeps) its summary."""
    import pytest
    from hypothesis import settings
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from simulate.base.provenance import commit
    from tests.mutation.campaign import FOLDERS, LAST_RESORT, Campaign, pytest_arguments

    work = Path(options.work)
    made_from, from_commit = digest(), commit()
    results = Results(work / f"{options.part}.jsonl", made_from, again=options.again)
    scratch = work / f"tmp-{os.getpid()}"
    population: list[int] = []
    asked: list[Any] = []
    counts: Counter[str] = Counter()
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
               TimeElapsedColumn(), TimeRemainingColumn())  # fmt: skip
    progress = Progress(*columns, console=console, auto_refresh=False)
    task = progress.add_task(f"{options.part}: collecting tests", total=None)

    def settled(result: dict[str, Any] | None) -> bool:
        """Is nothing new to be learned; a survivor is tried again with a larger budget."""
        again = result and result["outcome"] == "survived"
        return bool(result) and not (again and result.get("budget", math.inf) < options.budget)

    def choose(part: Any) -> list[Any]:
        asked.extend(chosen(part, options, population))
        todo = [m for m in asked if not settled(results.known.get(m.id))]
        progress.update(task, total=len(asked), completed=len(asked) - len(todo))
        return todo

    def done(mutant: Any, result: dict[str, Any]) -> None:
        spent = {} if options.part == "data" else {"budget": options.budget}
        results.add(mutant.id, group=mutant.group, path=mutant.path, **spent, **result)
        counts[result["outcome"]] += 1
        said = ", ".join(f"{n} {word}" for word, n in sorted(counts.items()))
        progress.update(task, advance=1, description=f"{options.part}: {said}", refresh=True)

    def note(words: str) -> None:
        progress.update(task, description=f"{options.part}: {words}", refresh=True)

    quick_code = options.quick or options.part != "code"
    folders = options.folders.split(",") if options.folders else list(FOLDERS)
    if options.part != "data" and not options.quick and not options.folders:
        folders.append(LAST_RESORT)
    campaign = Campaign(
        data=options.part == "data", workers=options.workers, scratch=scratch, choose=choose,
        done=done, lines=None if quick_code else work / f"lines-{made_from}.json", note=note,
        budget=options.budget, timing=options.part == "timing",
    )  # fmt: skip
    work.mkdir(parents=True, exist_ok=True)
    try:
        with progress:
            settings.register_profile("mutation", deadline=None, derandomize=True, max_examples=2)
            arguments = [*pytest_arguments(folders), "--hypothesis-profile=mutation"]
            status = pytest.main(arguments, plugins=[campaign])
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise SystemExit(f"pytest ended with {status!r}")
    part = campaign.part
    assert part is not None
    found = [results.known[m.id] for m in asked if m.id in results.known]
    summary = {
        "part": options.part,
        "date": datetime.date.today().isoformat(),
        "commit": from_commit,
        "digest": made_from,
        "python": platform.python_version(),
        "numba": version("numba"),
        "mutmut": version("mutmut"),
        "population": population[0] if population else 0,
        "sample": options.sample,
        "seed": options.seed,
        "only": options.only,
        "budget": options.budget,
        "seconds": round(sum(one["seconds"] for one in found)),
        "workers": options.workers,
        "tests": len(part.tests.items),
        "unusable": part.unusable,
        "earlier": sum(one["digest"] != made_from and one["outcome"] in KILLED for one in found),
        "results": found,
    }
    path = work / f"{options.part}-summary.json"
    path.write_text(json.dumps(summary, indent=1) + "\n", "utf-8")
    return summary


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("options", help="the fields of Options, as JSON")
    options = Options(**json.loads(parser.parse_args().options))
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # tidy up then as well
    run(options)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
