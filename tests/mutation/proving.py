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

from simulate.provenance import commit
from tests.mutation.part import matches
from tests.mutation.report import wrapped
from tests.mutation.results import Results, digest

KINDS = {"data": "with a place in the data", "code": "that code alone carries out"}


def results(work: Path, part: str, again: bool = False) -> Results:
    """What is known of the places of a part."""
    return Results(work / f"clauses-{part}.jsonl", digest(), again=again)


def run(part: str, only: str, workers: int, again: bool, work: Path) -> None:
    """Change each place and run the tests of its clauses; what is known already is left."""
    import pytest
    from hypothesis import settings

    from tests.mutation import by_clause
    from tests.mutation.campaign import pytest_arguments

    known = results(work, part, again)
    scratch = work / f"tmp-{os.getpid()}"
    counts: Counter[str] = Counter()

    def jobs(tests: by_clause.ClausePart) -> list[by_clause.Job]:
        make = by_clause.data_jobs if part == "data" else by_clause.code_jobs
        every = make(tests.source, lambda id: matches(id, only))  # type: ignore[arg-type]
        named = {id: len(numbers) for id, numbers in tests.by_clause.items()}
        (work / "clauses-tests.json").write_text(json.dumps(named), "utf-8")
        todo = [job for job in every if remaining(job, known.known.get(job.key))]
        print(f"{part}: {len(every)} places, {len(todo)} to change", file=sys.stderr, flush=True)
        return todo

    def told(key: str, result: dict[str, Any]) -> None:
        before = known.known.get(key, {})
        found = dict(before.get("found", {})) if before.get("digest") == known.digest else {}
        found |= {id: test for id, test in result["found"].items() if test or id not in found}
        known.add(key, key=key, outcome=result["outcome"], found=found)
        counts[result["outcome"]] += 1
        done = sum(counts.values())
        if done % 50 == 0:
            print(f"{part}: {done} tried {dict(counts)}", file=sys.stderr, flush=True)

    work.mkdir(parents=True, exist_ok=True)
    settings.register_profile("mutation", deadline=None, derandomize=True, max_examples=2)
    plugin = by_clause.Proofs(
        data=part == "data", workers=workers, scratch=scratch, choose=lambda _: [],
        done=lambda _, __: None, jobs=jobs, told=told,
    )  # fmt: skip
    arguments = [*pytest_arguments(by_clause.FOLDERS), "--hypothesis-profile=mutation"]
    try:
        status = pytest.main(arguments, plugins=[plugin])
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise SystemExit(f"pytest ended with {status!r}")


def remaining(job: Any, known: dict[str, Any] | None) -> bool:
    """Is there something to be learned of a place; leaves the clauses that are proven out."""
    if known is None:
        return True
    found = known.get("found", {})
    if known["outcome"] in ("refused", "same") or (set(job.clauses) <= set(found) and not job.rest):
        return False
    job.clauses = [id for id in job.clauses if not found.get(id)]
    return bool(job.clauses)


def proof_record(work: Path, only: str = "") -> dict[str, Any]:
    """What the proofs came to, clause by clause."""
    from tests.mutation.by_clause import verdicts

    lines = [one for part in KINDS for one in results(work, part).known.values()]
    tests = json.loads((work / "clauses-tests.json").read_text("utf-8"))
    found = {id: one for id, one in verdicts(lines, tests).items() if matches(id, only)}
    return {
        "date": datetime.date.today().isoformat(),
        "commit": commit(),
        "digest": digest(),
        "seconds": round(sum(one.get("seconds", 0) for one in lines)),
        "clauses": found,
    }


def proof_text(record: dict[str, Any]) -> str:
    """The record as text: how many are proven, and which are not."""
    lines = [
        "CLAUSES PROVEN BY MUTATION",
        "",
        *wrapped(
            "The rule of each clause is changed, one place at a time, and only the tests that name"
            " the clause are run. A clause with a place in the data is proven if one of them fails"
            " for every value there; one that code alone carries out if, for every function that"
            " it names, one of them fails under some change of that function. Written by"
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
        proven = sum(one["proven"] for one in those)
        share = f"{proven / len(those):.1%}" if those else "none"
        lines.append(f"{proven} of {len(those)} clauses {words} are proven ({share})")
    lines += ["", *unproven(found)]
    return "\n".join(lines) + "\n"


def unproven(found: dict[str, Any]) -> Iterator[str]:
    """The clauses that are not proven, each with what its tests do not notice."""
    yield "Not proven"
    yield "----------"
    for id, one in found.items():
        if not one["proven"]:
            of = f"{len(one['missing'])} of {one['places']}: " if one["missing"] else ""
            yield from wrapped(f"- {id}: {of}{one['reason'] or ', '.join(one['missing'])}", "  ")


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # tidy up then as well
    given = json.loads(sys.argv[1])
    try:
        run(given["part"], given["only"], given["workers"], given["again"], Path(given["work"]))
    except KeyboardInterrupt:
        sys.exit(130)
