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
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from analysis.base.stats import wilson
from model.clauses import clauses
from simulate.base.provenance import commit
from tests.mutation.part import matches
from tests.mutation.placebo import drawn, is_placebo, own
from tests.mutation.report import wrapped
from tests.mutation.results import SURVIVORS, Results, digest
from tests.mutation.survivors import read

KINDS = {
    "data": "with a place in the data",
    "code": "that name a line of the engine",
}
OF = {"data": "data", "code": "code", "notice": "code", "former": "code"}  # a rate's part
FORMER = 60  # clauses, by lot, whose siblings are also tried by the former criterion


FORM = "by place and clause"  # of what is kept; each line holds as long as its own digests do
Line = dict[str, Any]


def results(work: Path, part: str) -> Results:
    """What is known of the places of a part."""
    return Results(work / f"clauses-{part}.jsonl", FORM)


def run(
    part: str, only: str, workers: int, again: bool, work: Path, sample: int | None = None,
    chosen: list[str] | None = None,
) -> None:  # fmt: skip
    """Change each place and run the tests of its clauses; what is known already is left.

    ``again``: also try once more what was not noticed; ``sample``: how many clauses
    have a sibling asked, and how many with a place in the data are tried at all;
    ``chosen``: only these clauses.
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
        most = len(clauses()) if sample is None else sample
        if isinstance(source, Data):
            every = by_clause.data_jobs(source, drawn_of(wanted, most).__contains__)
            by_clause.with_placebos(every, tests.by_clause, most)
        else:
            every = by_clause.condition_jobs(wanted)
            asked = by_clause.former_asked(every, tests.by_clause, FORMER)
            by_clause.with_placebos(every, tests.by_clause, most)
            every += by_clause.function_jobs(source, asked)
        for job in every:
            places[job.key] = {id: tests.digest(id, job.changes) for id in job.clauses}
        named = {id: len(numbers) for id, numbers in tests.by_clause.items()}
        number = {job.key: len(job.changes) for job in every}
        asked = {"tests": named, "places": places, "changes": number, "chosen": chosen}
        places_file(work, part).write_text(json.dumps(asked), "utf-8")
        todo = [job for job in every if remaining(job, current(job.key), again)]
        print(f"{part}: {len(every)} places, {len(todo)} to change", file=sys.stderr, flush=True)
        return todo

    def wanted(id: str) -> bool:
        return matches(id, only) and (chosen is None or id in chosen)

    def current(key: str) -> Line:
        """What is known of a place and still holds."""
        line = {"found": {}, "of": {}, "tried": {}, "apart": {}} | known.known.get(key, {})
        held = [id for id, digest in places[key].items() if line["of"].get(id) == digest]
        return {
            "of": {id: places[key][id] for id in held},
            "found": {id: line["found"][id] for id in held if id in line["found"]},
            "tried": {id: line["tried"][id] for id in held},
            "apart": {id: line["apart"][id] for id in held if id in line["apart"]},
        }

    def told(job: by_clause.Job, result: Line) -> None:
        before = current(job.key)
        found = before["found"]
        found |= {id: test for id, test in result["found"].items() if test or not found.get(id)}
        tried = dict.fromkeys(job.clauses, job.tried + result["changes"])
        known.add(
            job.key, found=found, of=before["of"] | {id: places[job.key][id] for id in tried},
            tried=before["tried"] | tried, apart=before["apart"] | result.get("apart", {}),
            outcome=result["outcome"],
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
    )  # fmt: skip
    arguments = [*pytest_arguments(by_clause.FOLDERS), "--hypothesis-profile=mutation"]
    try:
        status = pytest.main(arguments, plugins=[plugin])
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise SystemExit(f"pytest ended with {status!r}")


def drawn_of(wanted: Callable[[str], bool], most: int) -> set[str]:
    """So many of the clauses with a place in the data, by lot."""
    from tests.mutation.by_clause import proven_by_data

    fit = [id for id, one in clauses().items() if proven_by_data(one) and wanted(id)]
    return set(sorted(fit, key=drawn)[:most])


def places_file(work: Path, part: str) -> Path:
    """Where stands what was asked of a part."""
    return work / f"clauses-{part}-places.json"


def asked_of(work: Path, part: str) -> dict[str, Any]:
    """What was asked of a part: the clauses of each place, their tests, the number of changes, and
    which clauses were chosen (None: all); empty if nothing was."""
    path = places_file(work, part)
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found


def remaining(job: Any, known: Line, again: bool = False) -> bool:
    """Is there something to be learned of a place; leaves out what is known and was tried.

    A sibling is asked about what the clause's own tests notice, which are then run once more.
    """
    tried = {} if again else known["tried"]
    found = known["found"]
    with_own = [one for one in job.clauses if is_placebo(one) and own(one) in job.clauses]
    left = [
        one for one in job.clauses
        if one not in with_own and not found.get(one) and tried.get(one, 0) < len(job.changes)
    ]  # fmt: skip
    fresh = [
        one for one in with_own if one not in found and (own(one) in left or found.get(own(one)))
    ]
    once_more = [own(one) for one in fresh if own(one) not in left]
    job.clauses = left + once_more + fresh
    if job.clauses:
        job.tried = 0 if once_more else min(tried.get(one, 0) for one in left)
        job.changes = job.changes[job.tried :]
    return bool(job.clauses)


def proof_record(work: Path, only: str = "", before: Path | None = None) -> dict[str, Any]:
    """What the proofs came to, clause by clause. Of a part that was not begun, and of a clause that
    was not tried, what the record ``before`` says, which named the same criterion for it; so are
    the siblings' rates of a part of which only some clauses were tried."""
    from tests.mutation.by_clause import former, noticed_of, verdicts

    places: dict[str, dict[str, str]] = {}
    known: dict[str, Line] = {}
    tests: dict[str, int] = {}
    changes: dict[str, int] = {}
    begun: dict[str, list[str] | None] = {}  # the clauses of a part that were chosen; None: all
    for part in KINDS:
        if asked := asked_of(work, part):
            places |= asked["places"]
            tests |= asked["tests"]
            changes |= asked["changes"]
            begun[part] = asked.get("chosen")
            known |= results(work, part).known
    reasons = read(SURVIVORS).get("clauses", {})
    found = verdicts(places, known, tests, reasons, changes, begun)
    siblings = {
        kind: [one["placebo"]["proves"] for one in found.values()
               if one["by"] == kind and one["proven"] and one["placebo"]]
        for kind in KINDS
    }  # fmt: skip
    pairs = [one["placebo"] for one in found.values() if one["by"] == "code" and one["placebo"]]
    siblings["code"] = [one["proves"] for one in pairs]
    siblings["notice"] = [one["notices"] for one in pairs]
    siblings["former"] = list(former(noticed_of(places, known, changes)).values())
    told = json.loads(before.read_text("utf-8")) if before and before.exists() else {}
    kept: Counter[str] = Counter()
    for id, one in found.items():
        by, former_one = one["by"], told.get("clauses", {}).get(id, {})
        asked_now = by in begun and (begun[by] is None or id in begun[by])
        if not asked_now and former_one.get("by") == by:
            found[id] = {**one, **former_one}
            kept[by] += not former_one["unrun"]
    whole = [kind for kind in KINDS if kind in begun and not kept[kind]]
    rates = {kind: share(seen) for kind, seen in siblings.items() if seen and OF[kind] in whole}
    return {
        "date": datetime.date.today().isoformat(),
        "commit": commit(),
        "digest": digest(),
        "earlier": {kind: {**_first_of(told, kind), "kept": n} for kind, n in kept.items() if n},
        "placebo": told.get("placebo", {}) | rates,
        "apart": (
            share([one["apart"] for one in pairs])
            if pairs and "code" in whole
            else told.get("apart")
        ),
        "clauses": {id: one for id, one in found.items() if matches(id, only)},
    }


def _first_of(told: dict[str, Any], kind: str) -> dict[str, str]:
    """Date and commit of what a record says of a kind, which may itself be of an earlier one."""
    known = told.get("earlier", {}).get(kind, told)
    return {key: known[key] for key in ("date", "commit")}


def unproven(record: Path) -> list[str]:
    """The clauses that a record does not prove, or does not have."""
    told = json.loads(record.read_text("utf-8"))["clauses"] if record.exists() else {}
    return [
        id for id, one in clauses().items()
        if one.status != "out-of-scope" and not told.get(id, {}).get("proven")
    ]  # fmt: skip


def share(seen: list[bool]) -> dict[str, Any]:
    """How many of some siblings prove a clause that is not theirs, with a 95% interval (Wilson)."""
    low, high = (round(float(end), 4) for end in wilson(sum(seen), len(seen)))
    return {"tried": len(seen), "prove": sum(seen), "low": low, "high": high}


def proof_text(record: dict[str, Any]) -> str:
    """The record as text: how many are proven, and which are not."""
    lines = [
        "CLAUSES PROVEN BY MUTATION",
        "",
        *wrapped(
            "The rule of each clause is changed, and only the tests that name the clause are run."
            " A clause that names a line of the engine is proven if one of them fails once that"
            " line is what it would be without the rule, and the same test passes without the rule"
            " of a sibling drawn by lot; one with a place in the data if one of them fails for"
            " every value there under some change of it. The placebo: the tests of the sibling, by"
            " the same criterion. Written by `python -m tests.mutation --clauses`; how it works:"
            " tests/mutation/README.md."
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
        more = f"; {len(those) - len(run)} more are not tried yet" if run != those else ""
        when = record["earlier"].get(kind)
        some = f"{when['kept']} of them " if when and when["kept"] < len(run) else ""
        then = (
            f", {some}as found since {when['date']} (commit {when['commit'][:12]})" if when else ""
        )
        lines += wrapped(f"{proven} of {len(run)} clauses {words} are proven ({share}){then}{more}")
    lines += ["", "Own tests and those of a sibling", "--------------------------------"]
    rates = {"apart": record.get("apart"), **record["placebo"]}
    for kind, words in SIBLINGS.items():
        if one := rates.get(kind):
            lines += wrapped(
                f"{words}: {one['prove']} of {one['tried']} ({one['prove'] / one['tried']:.1%},"
                f" 95% interval {one['low']:.1%} to {one['high']:.1%})"
            )
    lines += [*listed(found)]
    return "\n".join(lines) + "\n"


SIBLINGS = {
    "apart": "a test of the clause fails without its rule and passes without the sibling's",
    "code": "placebo: a test of the sibling fails without the clause's rule and passes without its"
    " own",
    "notice": "a test of the sibling fails without the clause's rule, also where it rightly does"
    " because its own rule builds on the clause's",
    "data": "a test of the sibling notices a change of each value of the clause",
    "former": "before clauses named lines, when any change of each function counted, a test of the"
    " sibling noticed, at least",
}
"""What is said of each rate of a record."""


def listed(found: dict[str, Any]) -> Iterator[str]:
    """The clauses that are not proven, each with what its tests do not notice; then those that a
    sibling proves as well, what need not be noticed, and what was not tried. Of what there is none,
    nothing is said."""
    failed, excused, shared = [], [], []
    for id, one in found.items():
        if one["proven"] and one["placebo"] and one["placebo"]["proves"]:
            shared += wrapped(f"- {id}: {one['placebo']['of']}", "  ")
        if not one["proven"] and not one["unrun"]:
            of = f"{len(one['missing'])} of {one['places']}: " if one["missing"] else ""
            what = one["reason"] or ", ".join(one["missing"])
            failed += wrapped(f"- {id}: {of}{what}", "  ")
        for key, why in one["excused"].items():
            excused += [*wrapped(f"- {id}: {key}", "  "), *wrapped(why, "      ")]
    unrun = ", ".join(id for id, one in found.items() if one["unrun"])
    for title, lines in (
        ("Not proven", failed), ("Proven by the tests of the sibling as well", shared),
        ("Changes that need not be noticed", excused),
        ("Not tried yet", wrapped(unrun) if unrun else ()),
    ):  # fmt: skip
        if lines:
            yield from ("", title, "-" * len(title), *lines)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # tidy up then as well
    given = json.loads(sys.argv[1])
    try:
        run(given["part"], given["only"], given["workers"], given["again"], Path(given["work"]),
            given["sample"], given["chosen"])  # fmt: skip
    except KeyboardInterrupt:
        sys.exit(130)
