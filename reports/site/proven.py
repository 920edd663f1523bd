"""What is proven about the rules, in short: the top of the page of rules."""

from __future__ import annotations

from collections.abc import Sequence

from model.gaps import gaps
from model.sources import sources
from model.wording import many
from reports.places import OPEN, address
from reports.rules.evidence import Evidence
from reports.rules.trace import Traced
from reports.site.blocks import NO, UNKNOWN, YES, Finding
from reports.text import count, listing

NAMED = 5
"""Number of clauses that a sentence names."""
PLAYED = ("implemented", "ruling")


def answers(evidence: Evidence, traced: Sequence[Traced]) -> list[Finding]:
    """Questions about all clauses with yes, no or unknown, and the record behind each answer."""
    played = [one for one in traced if one.clause.status in PLAYED]
    return [_tested(evidence, played, len(traced)), _noticed(evidence), _own(evidence, played),
            _met(evidence, played), _open()]  # fmt: skip


def _finding(about: str, sign: str, text: str, record: str, anchor: str = "") -> Finding:
    said = f"{text} Record: {record}." if record else text
    if anchor == OPEN:
        return Finding(about, said, sign=sign, page=OPEN)
    page = address(anchor).partition(".html")[0] if anchor else ""
    return Finding(about, said, sign=sign, page=page, anchor=anchor)


def _named(ids: Sequence[str]) -> str:
    more = [f"{count(len(ids) - NAMED)} more"] if len(ids) > NAMED else []
    return listing([*ids[:NAMED], *more])


def _tested(evidence: Evidence, played: Sequence[Traced], every: int) -> Finding:
    about = "Is every rule played and tested?"
    left = every - len(played)
    are = "is" if left == 1 else "are"
    out = f"; {count(left)} more {are} not played, each for a stated reason" if left else ""
    said = f"{count(len(played))} clauses are played{out}."
    if evidence.tests is None:
        return _finding(about, UNKNOWN, f"{said} This installation has no tests.", "")
    bare = [one.id for one in played if not one.tests]
    cases = count(len({test.id for one in played for test in one.tests}))
    if bare:
        text = f"{said} No test names {_named(bare)}."
        return _finding(about, NO, text, "the tests of this checkout", bare[0])
    return _finding(about, YES, f"{said} Each is named by a test, {cases} cases in all.",
                    "the tests of this checkout")  # fmt: skip


def _noticed(evidence: Evidence) -> Finding:
    about = "Do the tests notice every planted mistake?"
    if not evidence.planted:
        return _finding(about, UNKNOWN, "No mistakes were planted yet: make mutate.", "")
    parts = [
        f"{count(one.noticed)} of {count(one.tried)} in the {one.part} of the rules"
        for one in evidence.planted
    ]
    missed = sum(one.survived for one in evidence.planted)
    text = f"Noticed: {listing(parts)}" + (
        f"; the {count(missed)} not noticed are listed with their clauses." if missed else "."
    )
    record = listing([
        f"mutation_{one.part}.json of {one.date}, commit {one.commit[:12]}"
        for one in evidence.planted
    ])  # fmt: skip
    return _finding(about, NO if missed else YES, text, record)


def _own(evidence: Evidence, played: Sequence[Traced]) -> Finding:
    about = "Is each rule proven by the tests that name it?"
    if evidence.proofs is None:
        return _finding(about, UNKNOWN, "Not tried rule by rule yet.", "")
    known = [one.id for one in played if one.id in evidence.proofs]
    proven = [id for id in known if evidence.proofs[id].startswith("proven")]
    rest = [id for id in known if id not in proven]
    untried = [id for id in rest if evidence.proofs[id] == "not tried yet"]
    tried = len(known) - len(untried)
    text = f"{count(len(proven))} of {count(tried)} clauses that were tried are proven"
    failed = [id for id in rest if id not in untried]
    text += f"; not {_named(failed)}." if failed else "."
    text += _siblings(evidence)
    complete = len(proven) == len(played)
    return _finding(about, YES if complete else NO if rest else UNKNOWN, text, "clauses.json",
                    (failed or rest or [""])[0])  # fmt: skip


def _siblings(evidence: Evidence) -> str:
    """The strength of the proofs: how often a sibling's tests would also give them."""
    words = {
        "code": "This wrongly proves",
        "notice": "Such tests fail, perhaps only because their own rule uses the changed line, in",
        "data": "They notice a changed value in",
        "former": "The former criterion, by which any change of a function counted, would have"
        " wrongly proven at least",
    }
    said = [f" {words[kind]} {one.text}." for kind, one in (evidence.placebos or {}).items()]
    begin = " As a control, clauses were also tried with the tests of a similar clause."
    return begin + "".join(said) if said else ""


def _met(evidence: Evidence, played: Sequence[Traced]) -> Finding:
    about = "Has every counted rule come up in play?"
    counts = evidence.counts
    if counts is None:
        return _finding(about, UNKNOWN, "Nothing is counted yet: make verify.", "")
    counted = [one for one in played if one.least is not None]
    never = [one.id for one in counted if one.least == 0]
    text = (
        f"{count(len(never))} of {many(len(counted), 'counted clause')}"
        f" {'was' if len(never) == 1 else 'were'} never met: {_named(never)}."
        if never
        else "The only counted clause was met."
        if len(counted) == 1
        else f"All {count(len(counted))} counted clauses were met."
    )
    if rest := len(played) - len(counted):
        text += (
            " 1 other clause has no separate count."
            if rest == 1
            else (f" {count(rest)} other clauses have no separate count.")
        )
    stale = "" if counts.current else ", with rules or players that have changed since"
    record = f"{counts.dated}, {count(counts.games)} games{stale}"
    sign = UNKNOWN if not counts.current or not counted else NO if never else YES
    return _finding(about, sign, text, record, never[0] if never else "")


def _open() -> Finding:
    about = "Is every question that the books leave open decided?"
    switched = sum(one.status == "switch" for one in sources().ruling.values())
    text = (
        f"Each of the {count(len(gaps()))} positions that at most one book decides has a ruling."
        f" {count(switched)} of {count(len(sources().ruling))} rulings can be switched to another"
        " reading; the page Editions and variants shows the effects."
    )
    return _finding(about, YES, text, "model/data/rulings.toml, rulings_*.toml", OPEN)
