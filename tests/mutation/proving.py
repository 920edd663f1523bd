"""Runs the proofs of the clauses by changes of the data or of the code, in a process of its own:
python -m tests.mutation.proving OPTIONS, and tells what they came to."""

from __future__ import annotations

import datetime
import json
import os
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from simulate.base.provenance import commit
from tests.mutation.part import matches
from tests.mutation.report import wrapped
from tests.mutation.results import SURVIVORS, Results, digest
from tests.mutation.survivors import read

KINDS = {
    "data": "with a place in the data",
    "code": "that code alone carries out, or of which no value can be another",
}


FORM = "by place and clause"  # of what is kept; each line holds as long as its own digests do
Line = dict[str, Any]


def results(work: Path, part: str) -> Results:
    """What is known of the places of a part."""
    return Results(work / f"clauses-{part}.jsonl", FORM)


def run(part: str, only: str, workers: int, again: bool, work: Path) -> None:
    """Change each place and run the tests of its clauses; what is known already is left.

    ``again``: also try once more what was not noticed.
    """
    import pytest
    from hypothesis import settings

    from tests.mutation import by_clause
    from tests.mutation.campaign import pytest_arguments
    from tests.mutation.data_mutants import Data

    known = results(work, part)
    scratch = work / f"tmp-{os.getpid()}"
    counts: Counter[str] = Counter()
    places: dict[str, dict[str, str]] = {}

    def jobs(tests: by_clause.ClausePart) -> list[by_clause.Job]:
        source = tests.source
        if isinstance(source, Data):
            every = by_clause.data_jobs(source, wanted)
        else:
            every = by_clause.code_jobs(source, wanted, unchanging(work))
        for job in every:
            places[job.key] = {id: tests.digest(id, job.changes) for id in job.clauses}
        named = {id: len(numbers) for id, numbers in tests.by_clause.items()}
        number = {job.key: len(job.changes) for job in every}
        asked = {"tests": named, "places": places, "changes": number}
        places_file(work, part).write_text(json.dumps(asked), "utf-8")
        todo = [job for job in every if remaining(job, current(job.key), again)]
        print(f"{part}: {len(every)} places, {len(todo)} to change", file=sys.stderr, flush=True)
        return todo

    def wanted(id: str) -> bool:
        return matches(id, only)

    def current(key: str) -> Line:
        """What is known of a place and still holds."""
        line = known.known.get(key, {"found": {}, "of": {}, "tried": {}})
        held = [id for id, digest in places[key].items() if line["of"].get(id) == digest]
        return {
            "of": {id: places[key][id] for id in held},
            "found": {id: line["found"][id] for id in held if id in line["found"]},
            "tried": {id: line["tried"][id] for id in held},
        }

    def told(job: by_clause.Job, result: Line) -> None:
        before = current(job.key)
        found = before["found"]
        found |= {id: test for id, test in result["found"].items() if test or not found.get(id)}
        tried = dict.fromkeys(job.clauses, job.tried + result["changes"])
        known.add(
            job.key, found=found, of=before["of"] | {id: places[job.key][id] for id in tried},
            tried=before["tried"] | tried, outcome=result["outcome"],
        )  # fmt: skip
        counts[result["outcome"]] += 1
        done = sum(counts.values())
        if done % 50 == 0:
            print(f"{part}: {done} tried {dict(counts)}", file=sys.stderr, flush=True)

    work.mkdir(parents=True, exist_ok=True)
    settings.register_profile("mutation", deadline=None, derandomize=True, max_examples=2)
    plugin = by_clause.Proofs(
        data=part == "data", workers=workers, scratch=scratch, choose=lambda _: [],
        done=lambda _, __: None, jobs=jobs, told=told,
        lines=None if part == "data" else work / f"clauses-lines-{digest()}.json",
    )  # fmt: skip
    arguments = [*pytest_arguments(by_clause.FOLDERS), "--hypothesis-profile=mutation"]
    try:
        status = pytest.main(arguments, plugins=[plugin])
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise SystemExit(f"pytest ended with {status!r}")


def unchanging(work: Path) -> frozenset[str]:
    """The clauses whose functions are changed because no value of theirs can be; of those whose
    values were not tried yet, none."""
    from tests.mutation.by_clause import noticed_of, unchanging_of

    asked = asked_of(work, "data")
    if not asked:
        return frozenset()
    known = results(work, "data").known
    return unchanging_of(noticed_of(asked["places"], known, asked["changes"]))


def places_file(work: Path, part: str) -> Path:
    """Where stands what was asked of a part."""
    return work / f"clauses-{part}-places.json"


def asked_of(work: Path, part: str) -> dict[str, Any]:
    """What was asked of a part: the clauses of each place, their tests, the number of changes;
    empty if nothing was."""
    path = places_file(work, part)
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found


def remaining(job: Any, known: Line, again: bool = False) -> bool:
    """Is there something to be learned of a place; leaves out what is known and was tried."""
    tried = {} if again else known["tried"]
    left = [id for id in job.clauses if not known["found"].get(id)]
    job.clauses = [id for id in left if tried.get(id, 0) < len(job.changes)]
    if job.clauses:
        job.tried = min(tried.get(id, 0) for id in job.clauses)
        job.changes = job.changes[job.tried :]
    return bool(job.clauses)


def proof_record(work: Path, only: str = "") -> dict[str, Any]:
    """What the proofs came to, clause by clause."""
    from tests.mutation.by_clause import verdicts

    places: dict[str, dict[str, str]] = {}
    known: dict[str, Line] = {}
    tests: dict[str, int] = {}
    changes: dict[str, int] = {}
    begun = []
    for part in KINDS:
        if asked := asked_of(work, part):
            places |= asked["places"]
            tests |= asked["tests"]
            changes |= asked["changes"]
            begun.append(part)
            known |= results(work, part).known
    reasons = read(SURVIVORS).get("clauses", {})
    found = verdicts(places, known, tests, reasons, changes, begun)
    return {
        "date": datetime.date.today().isoformat(),
        "commit": commit(),
        "digest": digest(),
        "clauses": {id: one for id, one in found.items() if matches(id, only)},
    }


def proof_text(record: dict[str, Any]) -> str:
    """The record as text: how many are proven, and which are not."""
    lines = [
        "CLAUSES PROVEN BY MUTATION",
        "",
        *wrapped(
            "The rule of each clause is changed, one place at a time, and only the tests that name"
            " the clause are run. A clause with a place in the data is proven if one of them fails"
            " for every value there under some change of it; one that code alone carries out if"
            " that holds for every function that it names. Written by"
            " `python -m tests.mutation --clauses`; how it works: tests/mutation/README.md."
        ),
        "",
        f"date       {record['date']}",
        f"commit     {record['commit']}",
        f"digest     {record['digest']} of sources and tests",
        "",
    ]
    found = record["clauses"]
    for kind, words in KINDS.items():
        those = [one for one in found.values() if one["by"] == kind]
        run = [one for one in those if not one["unrun"]]
        proven = sum(one["proven"] for one in run)
        share = f"{proven / len(run):.1%}" if run else "none"
        more = f"; {len(those) - len(run)} more were not tried whole" if run != those else ""
        lines.append(f"{proven} of {len(run)} clauses {words} are proven ({share}){more}")
    lines += [*listed(found)]
    return "\n".join(lines) + "\n"


def listed(found: dict[str, Any]) -> Iterator[str]:
    """The clauses that are not proven, each with what its tests do not notice; then what need not
    be noticed, and what was not tried. Of what there is none, nothing is said."""
    failed, excused = [], []
    for id, one in found.items():
        if not one["proven"] and not one["unrun"]:
            of = f"{len(one['missing'])} of {one['places']}: " if one["missing"] else ""
            what = one["reason"] or ", ".join(one["missing"])
            failed += wrapped(f"- {id}: {of}{what}", "  ")
        for key, why in one["excused"].items():
            excused += [*wrapped(f"- {id}: {key}", "  "), *wrapped(why, "      ")]
    unrun = ", ".join(id for id, one in found.items() if one["unrun"])
    for title, lines in (
        ("Not proven", failed), ("Changes that need not be noticed", excused),
        ("Not tried whole", wrapped(unrun) if unrun else ()),
    ):  # fmt: skip
        if lines:
            yield from ("", title, "-" * len(title), *lines)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # tidy up then as well
    given = json.loads(sys.argv[1])
    try:
        run(given["part"], given["only"], given["workers"], given["again"], Path(given["work"]))
    except KeyboardInterrupt:
        sys.exit(130)
