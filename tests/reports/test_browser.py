"""The pages in a real browser: whole and legible at every width, with tables that work."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pandas as pd
import pytest
from markupsafe import Markup

from reports.links import link
from reports.site.blocks import Finding, Page, Prose, Section, Terms
from reports.site.build import write_site
from reports.site.pdf import find_browser, print_pdf
from reports.tables.table import BRIEF, Column, Table
from reports.text import POINTS, cell
from tests.browser import DESK, PHONE, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from playwright.sync_api import Page as Shown

WIDTHS = (PHONE, DESK, 1920)
PROBE = Path(__file__).with_name("probe.js").read_text("utf-8")
HOSTILE = '<script>window.hacked = 1</script><img src=x onerror="window.hacked = 2">"&\'\u202e'


def faults(shown: Shown, pages: list[Path], widths: tuple[int, ...] = WIDTHS) -> list[str]:
    """What is wrong with some pages, each loaded once and then made wider."""
    found: list[str] = []
    for file in pages:
        shown.goto(file.resolve().as_uri())
        for width in widths:
            shown.set_viewport_size({"width": width, "height": 900})
            found += [f"{file.name} at {width}: {one}" for one in shown.evaluate(PROBE)]
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_whole_and_legible_at_every_width(report: Path, browser: Browser, scheme):
    pages = sorted(report.rglob("*.html"))
    assert len(pages) > 15
    with opened(browser, pages[0], color_scheme=scheme) as shown:
        assert faults(shown, pages) == []


def test_what_is_wrong_is_found(browser: Browser, tmp_path: Path):
    """The probe itself: one that finds nothing anywhere would pass everything."""
    (tmp_path / "bad.html").write_text(
        '<!DOCTYPE html><body style="margin: 0; background: white">'
        '<main><div style="width: 800px">wide</div><p style="color: #aaa">pale</p>'
        '<div style="width: 90px; overflow: hidden"><table><tr><td>Kitchen</td><td>Handkerchief'
        '</td></tr></table></div><p><a href="#nowhere">nowhere</a></p>'
        '<div style="background: #222"><b style="color: #333">dark</b></div></main>'
        '<main><img src="data:image/png;base64,AAAA" alt=""><a href="x.html"></a><h3>deep</h3>'
        "<table><tr><th></th></tr></table></main>"
    )
    with opened(browser, tmp_path / "bad.html", width=PHONE) as shown:
        said = "\n".join(faults(shown, [tmp_path / "bad.html"], (PHONE,)))
    for fault in ("px wide", "cut off", "no picture", "pale", "dark", "#nowhere", "without a name",
                  "“deep”", "empty heading"):  # fmt: skip
        assert fault in said, fault
    assert "“wide”" not in said


# ---- Tables that are sorted, filtered and searched.

ROWS = (
    # name, German, worth in points, edition, games
    ("Kitchen Hand", "Küchenhilfe", -2.5, "2021", "3,000"),
    ("Butler", "Butler", 1.5, "2021", "900"),
    ("Chef", "Chefkoch", 7.0, "2021", "3,000"),
    (HOSTILE, "böse", -9.0, "2021", "3,000"),
    ("Kitchen Hand", "Küchenhilfe", 6.0, "2015", "3,000"),
    ("Unmet", "Ungetroffen", None, "2021", "3,000"),
)


def worth(points: float | None) -> str:
    if points is None:
        return "–"
    row = {"estimate": points / 100, "low": points / 100 - 0.01, "high": points / 100 + 0.01}
    return cell(pd.Series(row), POINTS)


def table() -> Table:
    rows = [
        (link("index.html", name) + Markup(' <span class="german">{}</span>').format(german),
         worth(points), edition, games)
        for name, german, points, edition, games in ROWS
    ]  # fmt: skip
    columns = (Column("Card"), Column("Worth", span=10.0), Column("Edition", 2, True, "2021"),
               Column("Games", 2, least=True))  # fmt: skip
    return Table("Cards", [one.name for one in columns], rows, key="all", columns=columns,
                 ids=[f"row-{i}" for i in range(len(rows))], shown=5)  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of one page and one card, with names that would do harm."""
    out = tmp_path_factory.mktemp("site")
    card = Page("cards/staff-1", HOSTILE, HOSTILE, lead=f"Staff card 1, {HOSTILE}, Küchenhilfe")
    finding = Finding(f"Is {HOSTILE} too strong?", f"Yes, {HOSTILE}.")
    page = Page(
        "index", f"Cards {HOSTILE}", "Cards", lead=HOSTILE, findings=[finding],
        sections=[Section("all", HOSTILE, [table(), Prose(HOSTILE),
                                           Terms([("Krone", HOSTILE)], "term")])],
        children=[card],
    )  # fmt: skip
    return write_site([page], out)


def names(shown: Shown) -> list[str]:
    """The cards that are seen, from above."""
    rows = shown.locator("tbody tr:visible a:not(.here)")
    return [text.strip() for text in rows.all_text_contents()]


def test_a_table_shows_its_start_and_sorts_by_numbers(site: Path, browser: Browser):
    with opened(browser, site) as shown:
        assert names(shown) == ["Kitchen Hand", "Butler", "Chef", HOSTILE, "Unmet"]
        shown.get_by_role("button", name="Worth").click()
        assert names(shown) == ["Chef", "Butler", "Kitchen Hand", HOSTILE, "Unmet"]
        assert shown.locator("th[aria-sort=descending]").inner_text().startswith("Worth")
        shown.get_by_role("button", name="Worth").click()
        assert names(shown) == [HOSTILE, "Kitchen Hand", "Butler", "Chef", "Unmet"]
        shown.get_by_role("button", name="Card").click()
        assert names(shown)[1:] == ["Butler", "Chef", "Kitchen Hand", "Unmet"]


def test_a_table_is_filtered_and_searched_in_both_languages(site: Path, browser: Browser):
    with opened(browser, site) as shown:
        search = shown.locator(".controls input[type=search]")
        search.fill("kuchen")  # no umlaut on this keyboard
        assert names(shown) == ["Kitchen Hand"]
        shown.get_by_label("Edition").select_option("all")
        assert names(shown) == ["Kitchen Hand", "Kitchen Hand"]
        search.fill("script")
        assert names(shown) == [HOSTILE]
        search.fill("nothing like it")
        assert names(shown) == []
        shown.get_by_role("button", name="Reset").click()
        shown.locator(".controls input[type=number]").fill("1000")
        assert "Butler" not in names(shown)
        assert len(names(shown)) == 4


def test_choices_that_are_numbers_stand_in_their_order(site: Path, browser: Browser):
    """The rows begin with the edition of 2021."""
    with opened(browser, site) as shown:
        choices = shown.get_by_label("Edition").locator("option").all_inner_texts()
        assert choices == ["all", "2015", "2021"]


def test_the_state_is_in_the_address(site: Path, browser: Browser):
    with opened(browser, site) as shown:
        shown.get_by_label("Edition").select_option("2015")
        shown.locator(".controls input[type=search]").fill("hand & <b>")
        shown.locator(".controls input[type=search]").fill("hand")
        shown.get_by_role("button", name="Worth").click()
        address = shown.url
        assert "all.Edition=2015" in unquote(address)
    with opened(browser, site) as shown:
        shown.goto("about:blank")
        shown.goto(address)
        assert names(shown) == ["Kitchen Hand"]
        assert shown.get_by_label("Edition").input_value() == "2015"
        assert shown.locator(".controls input[type=search]").input_value() == "hand"
        assert shown.locator("th[aria-sort]").inner_text().startswith("Worth")


def test_a_link_to_a_row_shows_it_whatever_is_chosen(site: Path, browser: Browser):
    with opened(browser, site) as shown:
        shown.goto(f"{site.as_uri()}#row-4")
        assert shown.locator("#row-4").is_visible()
        assert names(shown) == ["Kitchen Hand"]


def test_what_is_seen_can_be_downloaded(site: Path, browser: Browser):
    with opened(browser, site) as shown:
        shown.locator(".controls input[type=search]").fill("kitchen")
        with shown.expect_download() as got:
            shown.get_by_text("Download (CSV)").click()
        text = Path(got.value.path()).read_text("utf-8-sig")
        assert got.value.suggested_filename == "all.csv"
    assert list(csv.reader(io.StringIO(text))) == [
        ["Card", "Worth", "Worth: low", "Worth: high", "Games"],
        ["Kitchen Hand", "-2.5", "-3.5", "-1.5", "3000"],
    ]


def test_without_a_script_the_table_is_whole(site: Path, browser: Browser):
    with opened(browser, site, java_script_enabled=False) as shown:
        assert shown.locator("tbody tr:visible").count() == len(ROWS)
        assert not shown.locator(".find").is_visible()


def test_on_a_phone_rows_are_cards_with_named_cells(site: Path, browser: Browser):
    with opened(browser, site, width=PHONE) as shown:
        shown.add_style_tag(content="#table-all td { min-width: 11rem }")
        row = shown.locator("tbody tr").first
        narrow = "getComputedStyle(document.querySelector('tbody tr')).display"
        assert shown.evaluate(narrow) in ("grid", "table-row")
        assert shown.locator("td.r2:visible").count() == 0
        assert row.bounding_box()["width"] <= PHONE


def test_on_a_phone_no_heading_has_a_line_for_a_link_that_is_never_seen(report, browser: Browser):
    """It is seen under a mouse, and otherwise stands in a line of its own after a full one."""
    shown = "[...document.querySelectorAll('.here')].filter(one => one.offsetParent).length"
    with opened(browser, report / "game.html", PHONE, is_mobile=True) as page:
        assert page.evaluate(shown) == 0
    with opened(browser, report / "game.html") as page:
        assert page.evaluate(shown) > 0


def test_on_a_phone_a_number_that_heads_a_card_says_what_it_counts(tmp_path, browser: Browser):
    head = ("Players", "Starter wins", "Seat that wins more", "Games")
    cells = ("50.3% (50.0 to 50.7)", "2nd: 26.1% (25.7 to 26.5 jointly)", "90,000")
    counted = Table("Counted", head, [("2", *cells), ("4", *cells)], key="counted", words=True)
    named = Table("Named", ("Card", *head[1:]), [("Chef", *cells)], key="named", words=True)
    site = write_site([Page("index", "Seats", "Seats", sections=[
        Section("all", "All", [counted, named])])], tmp_path)  # fmt: skip
    before = "getComputedStyle(document.querySelector('#table-{} tbody th'), '::before').content"
    with opened(browser, site, width=PHONE) as shown:
        assert shown.evaluate(before.format("counted")) == '"Players"'
        assert shown.evaluate(before.format("named")) == "none"


def test_on_a_phone_a_card_begins_with_its_name(tmp_path, browser: Browser):
    head = ("Verdict", "Card", "Starter wins", "Seat that wins more")
    cells = ("balanced", "Chef", "50.3% (50.0 to 50.7)", "2nd: 26.1% (25.7 to 26.5 jointly)")
    one = Table("Named", head, [cells], key="named", words=True, named=1)
    page = Page("index", "Seats", "Seats", sections=[Section("all", "All", [one])])
    with opened(browser, write_site([page], tmp_path), width=PHONE) as shown:
        name, verdict = (shown.locator(f"#table-named tbody {tag}").first for tag in ("th", "td"))
        assert name.bounding_box()["y"] < verdict.bounding_box()["y"]


def test_on_a_phone_a_long_table_shows_its_first_rows_and_all_on_demand(
    tmp_path: Path, browser: Browser
):
    rows = [(str(i), "seen") for i in range(30)]
    long = Table("Thirty", ["Number", "What"], rows, ids=[f"row-{i}" for i in range(30)])
    site = write_site([Page("index", "Long", "Long", sections=[Section("all", "All", [long])])],
                      tmp_path)  # fmt: skip
    seen = "tbody tr:visible"
    with opened(browser, site, width=PHONE) as shown:
        assert shown.locator(seen).count() == 8
        shown.get_by_role("button", name="Show all 30 rows").click()
        assert shown.locator(seen).count() == 30
        assert not shown.get_by_role("button", name="Show all 30 rows").is_visible()
    with opened(browser, site, width=PHONE) as shown:
        shown.evaluate("location.hash = '#row-20'")
        shown.wait_for_selector("#row-20", state="visible")
    with opened(browser, site, width=DESK) as shown:
        assert shown.locator(seen).count() == 30


def test_a_brief_table_shows_its_first_rows_on_every_screen_and_what_is_searched(
    tmp_path: Path, browser: Browser
):
    rows = [(f"number {i}", "seen") for i in range(30)]
    columns = (Column("Number"), Column("What"))
    brief = Table("Thirty", ["Number", "What"], rows, columns=columns, key="brief", brief=True,
                  frame=pd.DataFrame(rows))  # fmt: skip
    few = Table("Few", ["Number", "What"], rows[:5], columns=columns, key="few",
                frame=pd.DataFrame(rows[:5]))  # fmt: skip
    page = Page("index", "Brief", "Brief", sections=[Section("all", "All", [brief, few])])
    site = write_site([page], tmp_path)
    seen = "#table-brief tbody tr:visible"
    with opened(browser, site, width=DESK) as shown:
        assert shown.locator(seen).count() == BRIEF
        assert shown.locator(".controls:visible").count() == 1  # five rows are read, not searched
        shown.locator(".controls input[type=search]:visible").fill("number 29")
        assert shown.locator(seen).count() == 1
        shown.get_by_role("button", name="Reset").first.click()
        shown.get_by_role("button", name="Show all 30 rows").click()
        assert shown.locator(seen).count() == 30


def test_names_are_text_and_nothing_that_they_hold_is_run(site: Path, browser: Browser):
    with opened(browser, site) as shown:
        box = shown.locator(".find input")
        box.fill("script")
        shown.locator("#found li").first.wait_for()
        assert HOSTILE in shown.locator("#found li").first.text_content()
        assert HOSTILE in shown.locator("h1").text_content()
        assert shown.locator("main script, main img, #found img").count() == 0
        assert shown.evaluate("window.hacked") is None


def test_the_search_finds_cards_by_their_german_name_words_and_findings(site, browser: Browser):
    with opened(browser, site) as shown:
        box = shown.locator(".find input")
        for words, address in (("kuchenhilfe", "cards/staff-1.html"), ("krone", "#term-krone"),
                               ("too strong", "#finding-is")):  # fmt: skip
            box.fill(words)
            first = shown.locator("#found a").first
            first.wait_for()
            assert address in first.get_attribute("href"), words
        box.fill("kuchenhilfe")
        box.press("ArrowDown")
        box.press("Enter")
        shown.wait_for_url("**/cards/staff-1.html")
        shown.locator(".find input").fill("krone")
        shown.locator("#found a").first.wait_for()
        assert shown.locator("#found a").first.get_attribute("href") == "../index.html#term-krone"


def test_the_overview_search_leads_to_cards_rules_and_rulings(report: Path, browser: Browser):
    with opened(browser, report / "index.html") as shown:
        for words, part in (("küchenhilfe", "cards/staff-17.html"),
                            ("extra dice of the restaurant manager", "#ruling-"),
                            ("kitchen hand", "staff-17")):  # fmt: skip
            shown.locator(".find input").fill(words)
            shown.locator("#found a").first.wait_for()
            hrefs = [one.get_attribute("href") for one in shown.locator("#found a").all()]
            assert any(part in href for href in hrefs), (words, hrefs)


def test_all_pages_print_into_one_pdf(report: Path, browser: Browser, tmp_path: Path):
    own = shutil.copytree(report, tmp_path / "report")
    path = print_pdf(own, find_browser())
    assert path.read_bytes().startswith(b"%PDF")
    assert path.stat().st_size > 50_000


def test_the_index_of_the_search_is_data(site: Path):
    text = (site.parent / "index.js").read_text("utf-8")
    entries = json.loads(text.removeprefix("window.gahIndex = ").removesuffix(";\n"))
    assert any(HOSTILE in title for _, title, _, _ in entries)


def test_pages_run_their_own_script_files_only(tmp_path: Path, browser: Browser):
    """Even where a text got through as HTML: neither inline scripts, nor handlers, nor others'."""
    (tmp_path / "pages").mkdir()
    prose = Section("all", "All", [Prose(Markup(HOSTILE))])
    page = Page("index", "Pages", "Pages", sections=[prose])
    write_site([page], tmp_path / "pages")
    first = tmp_path / "pages" / "index.html"
    assert "<script>window.hacked" in first.read_text("utf-8"), "it is there to be refused"
    shown = browser.new_page()
    said: list[str] = []
    shown.on("console", lambda one: said.append(one.text))
    shown.goto(first.resolve().as_uri())
    shown.wait_for_timeout(300)
    assert shown.evaluate("window.hacked") is None
    assert sum("Content Security Policy" in one for one in said) >= 2, said
    for refused in ("data:text/javascript,window.hacked=3", "https://example.org/x.js"):
        shown.evaluate(
            "src => new Promise(done => { const one = document.createElement('script');"
            "one.src = src; one.onerror = one.onload = done; document.head.append(one) })",
            refused,
        )
    assert shown.evaluate("window.hacked") is None
    shown.close()


def test_every_page_says_what_it_may_load(report: Path):
    for file in report.rglob("*.html"):
        text = file.read_text("utf-8")
        (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
        rules = dict(part.strip().partition(" ")[::2] for part in policy.split(";"))
        assert rules["default-src"] == "'none'"
        assert "unsafe" not in rules["script-src"]
        if "<script" in text:  # all but the sheet to be printed
            assert text.index("Content-Security-Policy") < text.index("<script")
