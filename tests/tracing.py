"""Which test proves which clause: reads the marks of all tests, and finds the gaps.

python -m tests.tracing              check: every clause has a test, every named clause exists,
                                     every card has a plain test and one of its awkward corner
python -m tests.tracing --out FILE   write the index (JSON) as well
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import pytest

from model import passages
from model.clauses import cards, clauses, problems

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Mention:
    """One clause that a test names. ``test``: its node id; ``line``: of its function, from 1."""

    clause: str
    test: str
    line: int
    corner: bool


def mentions(item: pytest.Item) -> Iterator[Mention]:
    """The clauses that a test names, parameters filled in.

    Raises pytest.UsageError for a name that its parameters cannot fill.
    """
    params = item.callspec.params if hasattr(item, "callspec") else {}
    for mark in item.iter_markers("clause"):
        for pattern in mark.args:
            try:
                id = pattern.format(**params)
            except (KeyError, IndexError, AttributeError) as error:
                raise pytest.UsageError(
                    f"{item.nodeid}: clause {pattern!r}: no such parameter ({error})"
                ) from None
            corner = bool(mark.kwargs.get("corner", False))
            yield Mention(id, item.nodeid, (item.location[1] or 0) + 1, corner)


class Collector:
    """A plugin that keeps what the collected tests name."""

    def __init__(self) -> None:
        self.mentions: list[Mention] = []
        self.tests = 0

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.tests = len(session.items)
        for item in session.items:
            self.mentions.extend(mentions(item))


def collect() -> Collector:
    """Collect all tests, the long ones too, without running any.

    Raises click.ClickException if the tests cannot be collected.
    """
    found = Collector()
    arguments = ["--collect-only", "-qq", "-p", "no:cacheprovider", "-m", "long or not long"]
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        status = pytest.main([*arguments, str(ROOT / "tests")], plugins=[found])
    if status != pytest.ExitCode.OK:
        raise click.ClickException(f"the tests cannot be collected\n{said.getvalue()}")
    return found


def gaps(found: Iterable[Mention]) -> Iterator[str]:
    """What is missing between clauses and tests, one line each."""
    known = clauses()
    plain = {m.clause for m in found if not m.corner}
    corner = {m.clause for m in found if m.corner}
    for m in found:
        if m.clause not in known:
            yield f"{m.test}: there is no clause {m.clause}"
    for id, clause in known.items():
        if clause.status != "out-of-scope" and id not in plain | corner:
            yield f"clause {id}: no test names it"
    for card in cards():
        if not _any_of(card, plain):
            yield f"card {card}: no test shows what it does"
        if not _any_of(card, corner):
            yield f"card {card}: no test shows its awkward corner"


def _any_of(card: str, ids: set[str]) -> bool:
    """Is the card's clause, or one of its parts, among these?"""
    return any(id == card or id.startswith(card + ".") for id in ids)


def index(found: Collector) -> dict[str, Any]:
    """The index as JSON: for each clause its tests, in the order of the files."""
    by_clause: dict[str, list[dict[str, Any]]] = {}
    for m in found.mentions:
        entry = {"test": m.test, "line": m.line, "corner": m.corner}
        by_clause.setdefault(m.clause, []).append(entry)
    return {"tests": found.tests, "clauses": by_clause}


@click.command()
@click.option("--out", type=click.Path(path_type=Path), help="Write the index there, as JSON.")
def main(out: Path | None) -> None:
    """Checks that clauses and tests name each other; exit status 1 if not."""
    found = collect()
    if out:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(json.dumps(index(found), indent=1) + "\n", "utf-8")
    wrong = [*problems(), *passages.problems(), *dict.fromkeys(gaps(found.mentions))]
    for line in wrong:
        click.echo(line, err=True)
    tagged = len({m.test for m in found.mentions})
    click.echo(
        f"{len(clauses())} clauses; {tagged} of {found.tests} tests name one; {len(wrong)} problems"
    )
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
