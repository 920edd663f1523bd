"""Mutation testing itself: are mutants put in, noticed, told apart and kept from each other?"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import weakref
from collections import deque
from types import SimpleNamespace

import libcst as cst
import pytest

from tests.mutation import caches, forking, linemap, report
from tests.mutation.campaign import Kills
from tests.mutation.operators import OPERATORS
from tests.mutation.results import ROOT, Results
from tests.mutation.running import own_temporary_folder

STATE: list[int] = []


def planted(kind: str, tests: str, tmp_path) -> dict[str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.mutation.planted", kind, tests],
        cwd=ROOT, env={**os.environ, "TMPDIR": str(tmp_path)}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.long
@pytest.mark.guard
def test_planted_changes_of_the_data(tmp_path):
    """A card's points are noticed, its name is not, and one mutant is not in the next."""
    assert planted("data", "model/test_cards.py", tmp_path) == {
        "points": "killed",
        "name": "same",
        "nothing": "same",
        "impossible": "refused",
        "points again": "killed",
    }


@pytest.mark.long
@pytest.mark.guard
def test_planted_changes_of_the_code(tmp_path):
    assert planted("code", "engine/test_dice_parts.py", tmp_path) == {
        "dice": "killed",
        "text": "survived",
        "endless": "timeout",
        "death": "killed",
        "unloadable": "refused",
        "without its table": "refused",  # which the decision machine reads while it is imported
        "dice again": "killed",
    }


# --- children -----------------------------------------------------------------------------------


def work(job, tell):
    if job == "fails":
        raise ValueError
    if job == "dies":
        os._exit(1)
    tell(0.5 if job == "sleeps" else 60, f"working on {job}")
    if job == "sleeps":
        time.sleep(60)
    STATE.append(job)
    return {"seen": list(STATE), "long": "x" * 200_000}


def test_children_share_nothing_and_their_ends_are_told_apart():
    jobs = deque(["fails", 1, "dies", 2, "sleeps"])
    results = dict(forking.run(jobs, work, workers=2))
    assert results[1]["seen"] == [1]
    assert results[2]["seen"] == [2]
    assert len(results[2]["long"]) == 200_000
    assert "ValueError" in results["fails"]["crashed"]
    assert "wait status" in results["dies"]["crashed"]
    assert results["sleeps"]["late"] == "working on sleeps"
    assert STATE == []


@pytest.mark.parametrize(("took", "counts"), [(4.0, True), (6.0, False)])
def test_a_test_that_is_slow_without_a_change_notices_none_by_being_late(took: float, counts: bool):
    """Its limit is 10 seconds; the change it seemed to notice is tried on other tests."""
    part = SimpleNamespace(
        tests=SimpleNamespace(number={"slow": 0}), unusable={}, share=1,
        limit=lambda _: 10.0, known_good=lambda: (), try_on=lambda *_: {"outcome": "survived"},
    )  # fmt: skip
    done = []
    kills = Kills(part, [], lambda _, result: done.append(result["outcome"]))
    kills._settle("change", {"outcome": "timeout", "by": "slow"})
    assert list(kills._jobs) == ["slow"]
    kills._confirmed(kills._jobs.popleft(), {"passes": True, "took": took})
    assert done == ["timeout"] * counts
    assert list(kills._jobs) == [["change"]] * (not counts)
    assert list(part.unusable) == ["slow"] * (not counts)


def test_a_child_with_the_number_of_a_dead_one_has_a_folder_of_its_own(tmp_path, monkeypatch):
    folders = set()
    for _ in range(2):
        for name in ("TMPDIR", "PYTEST_DEBUG_TEMPROOT"):
            monkeypatch.setenv(name, "")
        own_temporary_folder(tmp_path / "children")
        folders.add(os.environ["TMPDIR"])
    assert len(folders) == 2


def test_jobs_can_be_added_meanwhile():
    jobs = deque([1])
    seen = []
    for job, _ in forking.run(jobs, work, workers=2):
        seen.append(job)
        if len(seen) < 4:
            jobs.append(job + 1)
    assert seen == [1, 2, 3, 4]


# --- which tests are tried ----------------------------------------------------------------------


def test_a_line_run_by_imports_concerns_all_tests_that_run_its_module():
    lines = {"a.py": {10: 0b001, 12: 0b110, 14: 0}, "b.py": {1: 0b1000}}
    known = linemap.LineMap(list("pqrs"), lines=lines, shared={"a.py": {20}})
    assert known.tests("a.py", (10, 11)) == ({0}, False)
    assert known.tests("a.py", (10, 20)) == ({0, 1, 2}, True)
    assert known.tests("a.py", (3, 4)) == ({0, 1, 2}, True)
    assert known.tests("b.py", (5, 5)) == ({3}, False)


# --- what is changed ----------------------------------------------------------------------------


def changes(name: str, text: str) -> list[str]:
    """What an operator makes of the first statement of a text, anywhere in it."""
    kind, operator = next((kind, operator) for n, kind, operator in OPERATORS if n == name)
    module = cst.parse_module(text)
    found = []

    def walk(node):
        if isinstance(node, kind):
            found.extend(module.deep_replace(node, new).code.strip() for new in operator(node))
        for child in node.children:
            walk(child)

    walk(module)
    return found


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("number + 1", "x = 3", ["x = 4"]),
        ("number - 1", "x = 3", ["x = 2"]),
        ("number - 1", "x = 0", ["x = (-1)"]),
        ("True, False", "x = True", ["x = False"]),
        ("x += 1 to x = 1", "x += 1", ["x = 1"]),
        ("not removed", "x = not y", ["x = y"]),
        ("operator swapped", "x = a < b", ["x = a <= b"]),
        ("operator swapped", "x = a and b", ["x = a or b"]),
        ("operator swapped", "x += 1", ["x -= 1"]),
        ("comparison opposite", "x = a < b", ["x = a >= b"]),
        ("comparison opposite", "x = a == b", []),
        ("condition negated", "if a:\n    b()", ["if not (a):\n    b()"]),
        ("condition negated", "if a < b:\n    b()", []),
        ("statement deleted", "f(x)", ["pass"]),
        ("statement deleted", "'text'", []),
        ("value returned", "def f():\n    return x", ["def f():\n    return 0"]),
        ("value returned", "def f():\n    return 0", ["def f():\n    return 1"]),
    ],
)
def test_operator(name, text, expected):
    assert changes(name, text) == expected


# --- results and report -------------------------------------------------------------------------


def test_results_are_kept_for_the_same_sources_only(tmp_path):
    file = tmp_path / "data.jsonl"
    first = Results(file, "aaa")
    first.add("one", outcome="killed")
    Results(file, "bbb").add("two", outcome="survived")
    with file.open("a") as stream:
        stream.write('{"id": "three", "dig')  # interrupted
    assert set(Results(file, "aaa").known) == {"one"}
    assert set(Results(file, "bbb").known) == {"two"}


def summary(**outcomes: str) -> dict:
    results = [
        {"id": id, "group": "g", "path": "", "outcome": outcome, "by": "", "ran": 1}
        for id, outcome in outcomes.items()
    ]
    return {
        "part": "data", "date": "", "commit": "", "digest": "", "python": "", "numba": "",
        "mutmut": "", "seconds": 1, "workers": 1, "tests": 1, "population": len(results),
        "seed": 1, "only": "", "budget": 1, "unusable": {}, "results": results,
    }  # fmt: skip


def test_report_tells_survivors_with_and_without_a_reason_and_reasons_out_of_date():
    made = summary(a="killed", b="survived", c="survived", d="killed")
    text = report.report(made, {"c": "because", "d": "was alive", "e": "is gone"})
    assert "Survivors without a reason: 1\n  - b" in text
    assert "Survivors with a reason: 1\n  - c\n      because" in text
    assert "whose mutant is killed now: 1\n  - d" in text
    assert "for no mutant: 1\n  - e" in text
    assert "50.0%  of 4 that could be noticed were\n" in text
    assert "66.7%  of 3 were, leaving out the survivors with a reason\n" in text


def test_a_sample_comes_with_its_interval():
    """Wilson, 1 of 2: 1/2 +- 1.96 / (1 + 1.96**2 / 2) * sqrt(1/8 + 1.96**2 / 16) = 0.5 +- 0.405."""
    made = {**summary(a="killed", b="survived"), "population": 50}
    assert "95% interval of the share of all 9.5% to 90.5%" in report.report(made, {})


def test_tests_written_for_a_sample_do_not_count_for_what_it_left_out():
    """Wilson, 1 of 2, as above, and not 2 of 2."""
    made = {**summary(a="killed", b="killed"), "population": 50, "earlier": 1}
    text = report.report(made, {})
    assert "100.0%  of 2 that could be noticed were, 50.0% before the last tests were added" in text
    assert "95% interval of the share of all 9.5% to 90.5%" in text


def test_a_star_in_a_reason_stands_for_any_text_and_brackets_for_themselves():
    assert report.reason_for("f: x[0] = 1 => x[0] = 2", {"f: x[0] = 1 => *": "why"}) == "why"
    assert report.reason_for("f: x0 = 1 => x0 = 2", {"f: x[0] = 1 => *": "why"}) == ""


def test_caches_are_found_next_to_a_proxy_of_what_is_gone():
    """Libraries leave such proxies, and whoever asks one anything is told that it is dead."""
    thing = deque([1])
    proxy = weakref.proxy(thing)
    del thing
    caches.remember()
    with pytest.raises(ReferenceError):
        str(proxy)
