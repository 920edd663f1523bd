"""The decision page: short enough to read at once, on every screen and on one sheet of paper."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from reports.site import pdf, poster
from reports.site.blocks import Finding
from reports.site.pages import overview
from reports.tables.price import BEYOND
from tests.browser import browser as browser  # a fixture
from tests.browser import opened

WORDS = 350
SCREENS = [(390, 844), (1280, 800), (1920, 1080)]


def seen(text: str) -> str:
    """The words of a page that are seen at first, without pictures."""
    text = text[text.index("<main") : text.index("</main>")]
    for tag in ("svg", "details", "style"):
        text = re.sub(rf"<{tag}\b.*?</{tag}>", " ", text, flags=re.S)
    return unescape(re.sub(r"<[^>]+>", " ", text))


def test_it_has_few_words(report: Path):
    words = re.findall(r"[^\W\d_]{2,}", seen((report / "index.html").read_text("utf-8")))
    assert 80 < len(words) <= WORDS


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_the_first_screen_has_all_answers_and_the_chart(browser, report: Path, width, height):
    with opened(browser, report / "index.html", width) as page:
        page.set_viewport_size({"width": width, "height": height})
        note = page.locator(".note").first
        above = note.bounding_box()["height"] + 40 if note.count() else 0  # games of other rules
        for one in page.locator(".front .answers > div").all():
            box = one.bounding_box()
            assert box["y"] + box["height"] - above <= height
        if width < 640:
            assert not page.locator(".contents").is_visible()
        chart = page.locator(".front .drawn:visible svg").first.bounding_box()
        assert chart["y"] + chart["height"] - above <= height


def test_the_names_of_the_chart_are_text_that_leads_to_cards(report: Path):
    text = (report / "staff.html").read_text("utf-8")
    svg = text[text.index('id="staff-at-a-glance"') :]
    svg = svg[svg.index("<svg") : svg.index("</svg>")]
    assert "Kitchen Hand (17)</text>" in svg
    assert 'href="cards/staff-17.html"' in svg
    title = re.search(r"<title>(Kitchen Hand \(17\): [^<]+)</title>", svg)
    assert title
    assert "Costs: 5 krones" in title[1]
    assert re.search(r"[+−]\d+\.\d\d VP \([+−]", title[1])


def test_the_poster_is_one_sheet(report: Path, tmp_path: Path, browser):
    made = pdf.print_page(report / poster.PAGE, tmp_path / poster.PDF, pdf.find_browser())
    pages = re.findall(rb"/Type\s*/Page\b", made.read_bytes())
    assert len(pages) == 1


@pytest.mark.parametrize("width", [700, 1440])
def test_the_tables_of_the_poster_follow_each_other_on_a_screen(report: Path, browser, width: int):
    with opened(browser, report / poster.PAGE, width) as page:
        boxes = [one.bounding_box() for one in page.locator(".tables table").all()]
        shown = page.evaluate("getComputedStyle(document.querySelector('.tables tr')).display")
    assert shown == "table-row", "not a list of cards"
    ends = [box["y"] + box["height"] for box in boxes]
    assert all(box["y"] - end < 30 for box, end in zip(boxes[1:], ends, strict=False)), boxes


def test_the_poster_says_of_which_players_its_answers_are():
    found = Finding("Is it so?", "Yes, so it is.", more="The table")
    assert poster.with_players(found) == found
    assert poster.with_players(replace(found, who="planners")).text == "Yes, so it is (planners)."


def test_every_answer_of_the_poster_about_play_names_its_players(report: Path):
    text = (report / poster.PAGE).read_text("utf-8")
    answers = seen(text[: text.index("</dl>")] + "</main>")
    assert "players)." in answers


def test_the_poster_stays_one_sheet_with_as_many_cards_as_it_names(
    report: Path, tmp_path: Path, browser
):
    """As with the 15 cards that are off in a long run: the surest of each kind are named, with the
    costs that were tried and what their verdicts mean."""
    text = (report / poster.PAGE).read_text("utf-8")
    table = text[text.index('<table id="table-to-change"') :]
    body = table[table.index("<tbody>") : table.index("</tbody>")]
    row = body[body.index("<tr") : body.index("</tr>") + len("</tr>")]
    worth = " <td>undecided, −3.25 (−4.51 to −2.00)</td>"
    costs = ("<td>5</td>", "<td>0, and gains 5 VP when hired</td>")  # of a strong and a weak card
    head = " <th>Try</th> <th>Measured after the change, VP</th>"
    full = shutil.copytree(report, tmp_path / "report") / poster.PAGE
    row = re.sub(r"(<th[^>]*>).*?(</th>)", r"\1Female Floor Housekeeper (46)\2", row, flags=re.S)
    rows = [row.replace("</tr>", f"{cost}{worth}</tr>") * overview.NAMED for cost in costs]
    full_table = table.replace(body, "<tbody>" + "".join(rows))
    full_table = full_table.replace("</tr>", f"{head}</tr>", 1)
    full_table = full_table.replace(
        "</caption>", "; the surest 4 of each kind. New costs tested in 12,000 further games, in"
        f" which 33 of 48 costs were changed at once; margin 3 VP. {BEYOND}</caption>", 1,
    )  # fmt: skip
    full.write_text(text.replace(table, full_table), "utf-8")
    made = pdf.print_page(full, tmp_path / poster.PDF, pdf.find_browser())
    assert len(re.findall(rb"/Type\s*/Page\b", made.read_bytes())) == 1
