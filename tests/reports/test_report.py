"""The page and its figures, made from synthetic data with planted effects."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pandas as pd
import pytest
from matplotlib import pyplot as plt

from analysis import open_tree
from model.errors import UserError
from reports import facts, findings, page, results, style
from reports.pipeline import run_report

KEYS = {
    "edition-sources", "edition-cards", "dealt-win", "dealt-vp", "played-beside-dealt", "scores",
    "vp-by-source", "seats",
}  # fmt: skip
INTERVAL = re.compile(r"(joint )?95% interval [−+]?[\d.,]+%? to [−+]?[\d.,]+%?")


class Page(HTMLParser):
    """Collects what the tests ask about."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


@pytest.fixture(scope="module")
def text(report) -> str:
    return (report / "index.html").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def computed(data):
    with open_tree(data) as tree:
        yield results.compute(tree, facts.gather("original-2015", "revised-2021", tree.runs))


def test_every_figure_has_its_three_files_and_is_on_the_page(report, text):
    files = {path.name for path in (report / "figures").iterdir()}
    assert files == {f"{key}.{end}" for key in KEYS for end in ("svg", "png", "csv")}
    assert {tag["id"] for tag in Page(text).all("figure")} == KEYS


def test_tables_of_figures_have_numbers_and_bounds(report):
    for key in KEYS - {"scores", "played-beside-dealt"}:
        table = pd.read_csv(report / "figures" / f"{key}.csv")
        assert {"estimate", "low", "high"} <= set(table.columns)
        known = table.dropna(subset=["estimate", "low", "high"])
        assert (known["low"] <= known["estimate"]).all()
        assert (known["estimate"] <= known["high"]).all()


def test_the_page_needs_no_network(text):
    for tag, attributes in Page(text).tags:
        assert tag not in {"script", "link", "iframe", "object", "embed"}
        for name in ("src", "srcset", "poster", "data"):
            assert (attributes.get(name) or "data:").startswith("data:")
        if tag == "a":
            assert (attributes["href"] or "").startswith(("#", "data:", "rules.html"))
    assert "@import" not in text
    assert not re.search(r"url\((?!data:)", text)


def test_every_picture_has_words(text):
    images = Page(text).all("img")
    assert len(images) == len(KEYS)
    assert all(len(image["alt"] or "") > 60 for image in images)


def test_contents_lead_somewhere(text):
    parsed = Page(text)
    ids = {attributes.get("id") for _, attributes in parsed.tags}
    links = [a["href"] for a in parsed.all("a") if (a["href"] or "").startswith("#")]
    assert links
    assert all(link is not None and link[1:] in ids for link in links)


def test_every_finding_and_title_states_an_interval_and_who_played(computed):
    sentences = findings.findings(computed)
    assert len(sentences) >= 6
    for one in sentences:
        sentence = one.text
        assert INTERVAL.search(sentence) or "±" in sentence, sentence
        assert "greedy" in sentence or "random" in sentence or "combinations" in sentence
        assert "nan" not in sentence
    for figure in page.build_figures(computed):
        assert INTERVAL.search(figure.title), figure.title
        assert "Games: " in figure.caption
        assert "1\u202f500" in figure.caption
        assert "nan" not in figure.title


def test_findings_follow_the_data(computed):
    title = next(figure.title for figure in page.build_figures(computed) if figure.key ==
                 "dealt-vp")  # fmt: skip
    assert f"highest {computed.facts.card(5)}" in title
    assert f"lowest {computed.facts.card(9)}" in title


def test_hashes_seeds_and_commands_are_on_the_page(text, computed):
    for run in computed.runs:
        assert run.ruleset_hash[:12] in text
        assert run.command in text
    assert "gah report --games-greedy 1500 --games-random 1500 --seed 1" in text


def test_the_same_data_give_the_same_bytes(report, computed, tmp_path, monkeypatch):
    """All numbers again from the files; of the drawings the smallest, because drawing is slow."""
    monkeypatch.setitem(style.SETTINGS, "savefig.dpi", 50)
    for figure in page.build_figures(computed):
        if figure.key in {"seats", "edition-cards"}:
            figure.save(tmp_path)
        else:
            figure.table.to_csv(tmp_path / f"{figure.key}.csv", index=False, float_format="%.6g",
                                lineterminator="\n")  # fmt: skip
            plt.close(figure.canvas)
    again = sorted(tmp_path.iterdir())
    assert len(again) == 2 * 3 + 6
    for path in again:
        assert path.read_bytes() == (report / "figures" / path.name).read_bytes(), path.name


def test_data_of_other_rules_are_pointed_out(text, computed):
    """The synthetic runs carry made-up hashes, so the model cannot be what they were played by."""
    assert computed.facts.stale == ("original-2015", "revised-2021")
    assert "Recorded under other rules" in text


def test_unknown_labels_still_make_a_page(data):
    """A ruleset that the model no longer knows: no names and changes, but all numbers."""
    with open_tree(data) as tree:
        found = facts.gather("original-2015", "no-such-ruleset", tree.runs)
    assert found.changes == ()
    assert found.card(7) == "Card (7)"


def test_missing_data_is_a_user_error(tmp_path):
    with pytest.raises(UserError, match="no such folder"):
        run_report(tmp_path / "out", tmp_path / "none", skip_simulation=True)


def test_the_rules_are_beside_the_page(report, text):
    assert 'href="rules.html"' in text
    assert "The rules, one by one" in (report / "rules.html").read_text("utf-8")
