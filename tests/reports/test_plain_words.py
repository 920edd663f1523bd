"""Pages in plain English: words that docs/style.md replaces do not come back."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from model.clauses import clauses
from model.gaps import gaps
from model.sources import sources
from reports.pieces import KINDS, pieces
from tests.reports.html import sentences

WORST = re.compile(
    r"(?<![\w-])(told|beside|anew|so many|comes? to|came to|no odds|mended|had better)(?![\w-])",
    re.IGNORECASE,
)


@cache
def stated() -> tuple[str, ...]:
    """Texts that state rules and titles of the model: there a room does lie beside another."""
    known = sources()
    found = [one.text for one in clauses().values()]
    for clause in clauses().values():
        found += [clause.reason, *clause.source.values()]
    found += [
        text for kind in KINDS for piece in pieces(kind.tally)
        for side in piece.sides.values() for _, text in side
    ]  # fmt: skip
    for gap in gaps().values():
        found += [gap.title, gap.question, gap.silent]
    for some in (known.change, known.bundle, known.combination):
        found += [text for one in some.values()
                  for text in (one.title, getattr(one, "reason", ""))]  # fmt: skip
    for option in known.option.values():
        found += [option.title, *(one.title for one in option.choices.values())]
    for ruling in known.ruling.values():
        found += [
            ruling.question,
            ruling.reason,
            *ruling.sources,
            *(one.title for one in ruling.readings.values()),
        ]
    return tuple(sorted({_even(text) for text in found if text}, key=len, reverse=True))


def _even(text: str) -> str:
    return " ".join(text.split())


def worst_words(text: str) -> list[str]:
    """Sentences of a page with one of the words, apart from the texts of the model."""
    found = []
    for one in map(_even, sentences(text)):
        if not WORST.search(one) or " => " in one:  # a change of the code, as it was tried
            continue
        for known in stated():
            if WORST.search(known):
                one = one.replace(known, "").replace(known[:1].lower() + known[1:], "")
        if WORST.search(one) and not any(one in known for known in stated()):
            found.append(one)
    return found


def test_a_word_that_the_guide_replaces_is_found():
    assert worst_words("<p>The games are told anew.</p>") == ["The games are told anew."]
    assert worst_words("<p>A finding in plain words.</p>") == []
    assert worst_words("<pre>told</pre>") == []


def test_pages_have_none_of_the_worst_words(report: Path):
    found = {
        f"{path.relative_to(report)}: {one}"
        for path in sorted(report.rglob("*.html"))
        for one in worst_words(path.read_text("utf-8"))
    }
    assert found == set()
