"""Questions that designers, editors and players ask, each with a link to its answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomli

from analysis.studies.modules import ModuleStudy
from analysis.studies.study import Study
from analysis.studies.ways.study import WaysStudy
from reports.links import link
from reports.site import documents
from reports.site.blocks import Doors, Items, Page, Section

if TYPE_CHECKING:
    from reports.results import Results

KEY = "questions"


STUDIES: dict[str, type[Study[Any]]] = {one.name: one for one in (ModuleStudy, WaysStudy)}
"""Studies that answer a question better than the games of every report."""


@dataclass(frozen=True)
class Question:
    """A question of questions.toml, whose head explains the fields."""

    text: str
    href: str
    also: str = ""
    measured: Mapping[str, str] = field(default_factory=dict)

    def address(self, results: Results | None) -> str:
        """The address of the answer in a report."""
        for study, href in self.measured.items():
            if results is not None and results.of(STUDIES[study]) is not None:
                return href
        return self.href


def topics() -> dict[str, list[Question]]:
    """All questions by topic, in the order of questions.toml."""
    text = Path(__file__).with_suffix(".toml").read_text("utf-8")
    return {topic: [Question(**one) for one in some] for topic, some in tomli.loads(text).items()}


def questions() -> list[Question]:
    """All questions, in their order."""
    return [one for some in topics().values() for one in some]


def build(results: Results | None = None) -> Page:
    sections = [
        Section(
            title.lower().replace(" ", "-"),
            title,
            [Items([link(q.address(results), q.text) for q in some])],
        )
        for title, some in topics().items()
    ]
    how = documents.pages()
    if how:
        doors = Doors([(page.file, page.title, page.lead) for page in how])
        sections.append(Section("documents", "Tutorials and guides", [doors]))
    return Page(
        key=KEY,
        title="Questions",
        short="Questions",
        lead="Plain questions, each leading to its answer.",
        sections=sections,
        children=how,
        entries=[("Question", one.text, one.also, one.address(results)) for one in questions()],
    )
