"""The pictures in the documents, drawn from transcripts: `python -m tests.illustrations`.

Draws them anew; a test says whether they are today's.
"""

from __future__ import annotations

from pathlib import Path

from reports.pictures import ending
from simulate.referee import parse, read_file
from simulate.referee.document import Document

ROOT = Path(__file__).parents[1]
REFEREE = ROOT / "simulate" / "referee"
GAME, STEPS = "revised-three-waltz", 190


def of_readme() -> Document:
    """The transcript that the README of the referee begins with."""
    page = (REFEREE / "README.md").read_text("utf-8")
    return parse(page[page.index("    {\n") : page.index("![")])


def of_a_game() -> Document:
    """A recorded game of all modules, as far as its middle."""
    whole = read_file(ROOT / "tests" / "golden" / "transcripts" / f"{GAME}.json")
    return whole.model_copy(update={"steps": whole.steps[:STEPS]})


def drawings() -> dict[Path, str]:
    """All pictures by their files."""
    return {
        REFEREE / "example.svg": ending(of_readme()).drawn,
        ROOT / "reports" / "pictures" / "example.svg": ending(
            of_a_game(), title="A game of three with all modules, in its middle"
        ).drawn,
    }


def main() -> None:
    """Write them."""
    for file, drawn in drawings().items():
        file.write_text(drawn, "utf-8")
        print(file.relative_to(ROOT))


if __name__ == "__main__":
    main()
