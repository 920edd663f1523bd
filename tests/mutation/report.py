"""The report of mutation testing as plain text."""

from __future__ import annotations

import fnmatch
import textwrap
from collections import Counter
from collections.abc import Iterator
from typing import Any

from analysis.base.stats import wilson

KILLED = ("killed", "refused", "timeout")
WIDTH = 100
TITLES = {"data": "Rules data", "code": "Rules code", "timing": "Timing of triggers"}
MEANINGS = {
    "killed": "a test failed, or the process died",
    "refused": "the model would not load the data, or Python not the module",
    "timeout": "a test took far longer than it usually does",
    "survived": "no test noticed",
    "same": "no edition, change, reading or option plays otherwise (left out of the rate)",
    "error": "the harness itself failed",
}

Summary = dict[str, Any]


def report(summary: Summary, reasons: dict[str, str]) -> str:
    """The whole report of the data or of the code."""
    lines = [
        "MUTATION TESTING",
        "",
        *wrapped(
            "One thing of the rules data or of the rules code is changed at a time, and the tests"
            " are run until one fails. A mutant that no test notices is a missing test, unless it"
            " has a reason (tests/mutation/survivors.toml). Written by `make mutate`; how it works:"
            " tests/mutation/README.md."
        ),
        "",
        *section(summary, reasons),
    ]
    return "\n".join(lines) + "\n"


def record(summary: Summary, reasons: dict[str, str]) -> dict[str, Any]:
    """The survivors as data, for `gah rules trace`: id, where (path or module.function), words."""
    found: list[dict[str, str]] = []
    for result in summary["results"]:
        if result["outcome"] == "survived":
            why = reason_for(result["id"], reasons)
            text = f"{result['id']} ({why or 'no reason known: a test is missing'})"
            where = result["path"].removeprefix("engine.")
            found.append({"id": result["id"], "where": where, "text": text})
    outcomes = Counter(result["outcome"] for result in summary["results"])
    kept = ("part", "date", "commit", "digest", "population", "seed", "seconds")
    told = {key: summary[key] for key in kept}
    return {**told, "outcomes": dict(outcomes), "survivors": found}


def section(summary: Summary, reasons: dict[str, str]) -> Iterator[str]:
    title = TITLES[summary["part"]]
    yield title
    yield "=" * len(title)
    yield f"date       {summary['date']}"
    yield f"commit     {summary['commit']}"
    yield f"digest     {summary['digest']} of sources and tests"
    versions = (f"Python {summary['python']}", f"numba {summary['numba']}",
                f"mutmut {summary['mutmut']}")  # fmt: skip
    yield f"made with  {', '.join(versions)}"
    yield f"seconds    {summary['seconds']} on all mutants, {summary['workers']} at a time"
    yield f"tests      {summary['tests']} to choose from"
    if summary["part"] != "data":
        yield f"budget     {summary['budget']:g} seconds of computing for the tests of one change"
    yield from counts(summary)
    yield from shares(summary, reasons)
    yield from table(summary["results"])
    yield from killers(summary["results"])
    yield from unusable(summary["unusable"])
    yield from survivors(summary, reasons)


def counts(summary: Summary) -> Iterator[str]:
    results = summary["results"]
    outcomes = Counter(result["outcome"] for result in results)
    drawn = f"{len(results)} run"
    if summary["population"] > len(results):
        drawn += f" of {summary['population']}, drawn at random with seed {summary['seed']}"
    if summary.get("earlier"):
        drawn += f"; {summary['earlier']} of them noticed before the last tests were added"
    only = f" (only {summary['only']!r})" if summary["only"] else ""
    yield f"mutants    {drawn}{only}"
    yield ""
    for word, meaning in MEANINGS.items():
        if outcomes[word]:
            yield f"  {outcomes[word]:6}  {word:9} {meaning}"


def shares(summary: Summary, reasons: dict[str, str]) -> Iterator[str]:
    """How many were noticed: of all, and of those without a reason why none could be.

    Tests written for the survivors of a sample say nothing of the mutants that it left out: where
    such were added, the intervals are of what was noticed before.
    """
    results = summary["results"]
    dead = sum(result["outcome"] in KILLED for result in results)
    alive = [result["id"] for result in results if result["outcome"] == "survived"]
    excused = sum(bool(reason_for(id, reasons)) for id in alive)
    tried = dead + len(alive)
    fair = summary.get("earlier") or dead
    cases = [(tried, "that could be noticed were")]
    if excused:
        cases.append((tried - excused, "were, leaving out the survivors with a reason"))
    for of, words in cases:
        if of:
            text = f"  {dead / of:6.1%}  of {of} {words}"
            if summary["population"] > len(results):
                low, high = (float(x) for x in wilson(fair, of))
                was = f", {fair / of:.1%} before the last tests were added" if fair < dead else ""
                text += f"{was}; 95% interval of the share of all {low:.1%} to {high:.1%}"
            yield text


def table(results: list[dict[str, Any]]) -> Iterator[str]:
    """Outcomes by what was changed."""
    groups: dict[str, Counter[str]] = {}
    for result in results:
        groups.setdefault(result["group"], Counter())[result["outcome"]] += 1
    words = [word for word in MEANINGS if any(found[word] for found in groups.values())]
    if groups:
        wide = max(map(len, groups))
        yield ""
        yield "  " + " " * wide + "".join(f"{word:>10}" for word in words)
        for group, found in sorted(groups.items()):
            yield f"  {group:{wide}}" + "".join(f"{found[word] or '.':>10}" for word in words)


def killers(results: list[dict[str, Any]]) -> Iterator[str]:
    """Which folders of tests the kills came from; the first test that fails takes the credit."""
    folders = Counter(
        result["by"].split("/")[1] if result["by"].startswith("tests/") else "a crash"
        for result in results if result["outcome"] == "killed"
    )  # fmt: skip
    if folders:
        yield ""
        yield "  first test to fail: " + ", ".join(f"{f} {n}" for f, n in folders.most_common())


def unusable(tests: dict[str, str]) -> Iterator[str]:
    """Tests that could not be used, by reason."""
    for reason in sorted(set(tests.values())):
        ids = [id for id, why in tests.items() if why == reason]
        files = Counter(id.partition("::")[0] for id in ids)
        said = ", ".join(f"{file} {n}" for file, n in files.most_common())
        yield ""
        yield from wrapped(f"{len(ids)} tests not used, because each {reason}: {said}", "  ")


def survivors(summary: Summary, reasons: dict[str, str]) -> Iterator[str]:
    """Survivors without a reason first, then those with one, then reasons that are out of date."""
    outcomes = {result["id"]: result["outcome"] for result in summary["results"]}
    alive = [result for result in summary["results"] if result["outcome"] == "survived"]
    named = {result["id"]: reason_for(result["id"], reasons) for result in alive}
    missing = [result for result in alive if not named[result["id"]]]
    yield ""
    yield f"Survivors without a reason: {len(missing)}"
    for result in missing:
        after = f" ({result['ran']} tests)"
        yield from wrapped("- " + result["id"] + after, "  ")
    known = [result["id"] for result in alive if named[result["id"]]]
    yield ""
    yield f"Survivors with a reason: {len(known)}"
    for id in known:
        yield from wrapped(f"- {id}", "  ")
        yield from wrapped(named[id], "      ")
    stale = [
        pattern for pattern in reasons
        if any(fits(id, pattern) for id in outcomes)
        and not any(fits(id, pattern) and outcomes[id] == "survived" for id in outcomes)
    ]  # fmt: skip
    complete = summary["population"] == len(outcomes) and not summary["only"]
    lost = [p for p in reasons if complete and not any(fits(id, p) for id in outcomes)]
    for text, ids in (("whose mutant is killed now", stale), ("for no mutant", lost)):
        if ids:
            yield ""
            yield f"Reasons in survivors.toml {text}: {len(ids)}"
            for id in ids:
                yield from wrapped(f"- {id}", "  ")
    errors = [result for result in summary["results"] if result["outcome"] == "error"]
    for result in errors:
        yield ""
        yield f"Error of the harness: {result['id']}"
        yield from (f"    {line}" for line in result["by"].splitlines()[-4:])


def fits(id: str, pattern: str) -> bool:
    """Is a mutant meant by a key of survivors.toml, in which * stands for any text."""
    literal = pattern.replace("[", "[[]")
    return id == pattern or ("*" in pattern and fnmatch.fnmatchcase(id, literal))


def reason_for(id: str, reasons: dict[str, str]) -> str:
    if id in reasons:
        return reasons[id]
    return next((reason for pattern, reason in reasons.items() if fits(id, pattern)), "")


def wrapped(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=indent, subsequent_indent=indent + "  " * bool(indent),
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
