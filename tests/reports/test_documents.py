"""Tutorials and guides as pages of the report: all there, no link lost, no Markdown left."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from reports.site import documents
from reports.site.build import write_site
from reports.site.pages import questions
from tests.reports.html import broken, read, sentences


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of questions with the documents below it."""
    return write_site([questions.build()], tmp_path_factory.mktemp("site")).parent


def test_every_tutorial_and_guide_is_a_page_that_the_questions_lead_to(site: Path):
    shown = {page.file for page in documents.pages()}
    for file in (documents.DOCS / "tutorials").glob("*.md"):
        assert f"docs/tutorials-{file.stem}.html" in shown
    assert "docs/guide-rulesets.html" in shown
    assert "docs/guide-commands.html" not in shown, "only Sphinx can list the commands"
    assert shown <= set(read(site / "questions.html").used)


def test_their_links_lead_to_pages_and_all_text_is_set(site: Path):
    for file in sorted((site / "docs").glob("*.html")):
        own = [link for link in broken(file) if not link.startswith("../index.html")]
        assert own == [], file.name
        text = " ".join(sentences(file.read_text("utf-8")))
        assert not re.search(r"\]\(|```|^#+ |\*\*", text), file.name
    designer = read(site / "docs" / "tutorials-designer.html")
    assert "2-write-the-change-as-a-patch" in designer.ids


def test_a_link_to_what_the_report_does_not_have_leaves_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "guide").mkdir()
    one, two = tmp_path / "guide" / "one.md", tmp_path / "guide" / "two.md"
    one.write_text(
        "# One\n\nSee [the next](two.md#part), [the rules](../../model/README.md) and"
        " [a page](https://example.org).\n\n| a | b |\n|---|---|\n| <b> | 2 |\n"
    )
    two.write_text("# Two\n\n## Part\n\nText.\n\n```{eval-rst}\n```\n")
    monkeypatch.setattr(documents, "DOCS", tmp_path)
    documents.files.cache_clear()
    try:
        assert [page.title for page in documents.pages()] == ["One"]
        two.write_text("# Two\n\n## Part\n\nText.\n")
        documents.files.cache_clear()
        first, second = documents.pages()
    finally:
        documents.files.cache_clear()
    text, table = first.sections[0].blocks
    assert str(text.text) == (
        '<p>See <a href="../docs/guide-two.html#part">the next</a>, the rules and a page.</p>'
    )
    assert table.head == ["a", "b"]
    assert table.rows == [["&lt;b&gt;", "2"]]
    assert [(kind, name) for kind, name, _, _ in second.entries] == [("Guide", "Part")]
