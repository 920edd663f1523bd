"""Passages: every sentence of the rulebooks, and the clauses that state its rule.

A file of `data/passages/` holds the passages of one document of `clauses.DOCUMENTS`, in the order
of its text, one per line:

    LINE FIRST WORDS: CLAUSE CLAUSE ...      a rule, and the clauses that state it
    LINE FIRST WORDS ~ REASON                no rule of its own; the reason is a word of REASONS
    LINE FIRST WORDS ?                       a rule that no clause states yet

LINE is the line number in the document's text, as extracted from the PDF or, with empty lines
between paragraphs, from a scan with text recognition. A passage ends where the next one begins, so
nothing between them is left out; the first words help to find it again. The texts themselves are
not part of this project.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass

import tomli

from model.clauses import DOCUMENTS, clauses
from model.errors import UserError
from model.sources import DATA

FOLDER = DATA / "passages"
READ = tuple(name for name in DOCUMENTS if name != "components")  # documents with texts

# Reasons why a passage states no rule of its own.
REASONS = {
    "heading": "a heading, or says only what comes next",
    "flavour": "a story, a joke or praise",
    "advice": "advice on how to play well, or what to begin with",
    "example": "an example of a rule that is stated next to it",
    "again": "repeats in brief a rule that the same text states in full elsewhere",
    "reference": "says only where something is explained",
    "component": "lists the contents of the box",
    "handling": "how pieces are moved, stored or distinguished",
    "naming": "names of things, also in earlier editions",
    "picture": "the legend of a picture",
    "nothing": "says that nothing changes",
    "site": "how the website shows or handles something",
    "credit": "who made the game and where to write to",
}
FORM = re.compile(r"(\d+) (.+?)(?:: ([^:~?]+)| ~ (\w+)|( \?))")


@dataclass(frozen=True)
class Passage:
    """Lines ``first`` .. ``last`` of a document, from 1, by their first words."""

    document: str
    first: int
    last: int
    words: str
    clauses: tuple[str, ...]
    reason: str

    @property
    def covered(self) -> bool:
        """Does a clause state it, or is there a reason why none needs to?"""
        return bool(self.clauses or self.reason)


@functools.cache
def passages(document: str) -> tuple[Passage, ...]:
    """The passages of a document. Raises UserError naming the line at fault."""
    with (FOLDER / f"{document}.toml").open("rb") as file:
        table = tomli.load(file)
    rows = [_row(document, line) for line in table["passages"].strip().splitlines()]
    starts = [first for first, *_ in rows]
    if starts != sorted(starts) or starts[0] != 1 or starts[-1] > table["lines"]:
        raise UserError(f"passages/{document}.toml: the lines do not go from 1 up to the last")
    ends = [max(a, b - 1) for a, b in zip(starts, [*starts[1:], table["lines"] + 1])]
    return tuple(
        Passage(document, first, last, words, named, reason)
        for (first, words, named, reason), last in zip(rows, ends)
    )


def _row(document: str, line: str) -> tuple[int, str, tuple[str, ...], str]:
    found = FORM.fullmatch(line)
    if not found:
        raise UserError(f"passages/{document}.toml: {line!r}: not LINE WORDS: CLAUSES or ~ REASON")
    number, words, named, reason, _ = found.groups()
    return int(number), words, tuple((named or "").split()), reason or ""


def problems() -> Iterator[str]:
    """Contradictions between passages and clauses, one line each.

    A clause has a passage in every document that it names as a source. A passage may also name
    clauses of another document: an expansion repeats much of the base game.
    """
    for document in READ:
        named: set[str] = set()
        for one in passages(document):
            where = f"passages/{document}.toml, line {one.first} {one.words!r}"
            if one.reason and one.reason not in REASONS:
                yield f"{where}: there is no reason {one.reason}"
            yield from (f"{where}: there is no clause {id}" for id in one.clauses
                        if id not in clauses())  # fmt: skip
            named.update(one.clauses)
        for id, clause in clauses().items():
            if document in clause.source and id not in named:
                yield f"clause {id}: {document} is its source, but no passage of that names it"


def coverage(document: str) -> tuple[int, int, int]:
    """The numbers of passages with a clause, with a reason, and with neither."""
    every = passages(document)
    stated = sum(bool(one.clauses) for one in every)
    covered = sum(one.covered for one in every)
    return stated, covered - stated, len(every) - covered
