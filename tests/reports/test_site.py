"""The pages and their figures, made from synthetic data with planted effects."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from pathlib import Path

import pandas as pd
import pytest
from matplotlib.layout_engine import ConstrainedLayoutEngine

from analysis import open_tree
from model.errors import UserError
from reports import facts, pieces
from reports.figures import games as figures_games
from reports.figures import quality as figures_quality
from reports.figures import sheets as figures_sheets
from reports.figures import style
from reports.figures.catalogue import rows_of_kind
from reports.figures.figure import for_pages
from reports.pipeline import ReportPlan, run_report
from reports.results import Results
from reports.site import build, index, pdf, poster
from reports.site.contents import PAGES
from reports.site.pages import court, method, overview, staff
from reports.text import VP, signed
from reports.verdicts import verdicts_of
from tests.reports.html import Page, broken, read

KEYS = {
    "edition-sources", "edition-cards", "staff-at-a-glance", "played-and-dealt", "scores",
    "vp-by-source", "seats", "decided", "chances", "runaway", "variants-forest", "rulings-forest",
    "draft-forest",
}  # fmt: skip
INTERVAL = re.compile(r"\([−+]?[\d.,]+%? to [−+]?[\d.,]+%?")


@pytest.fixture(scope="module")
def pages(report: Path) -> dict[str, str]:
    """The text of every page by its path below the report."""
    found = [path for path in sorted(report.rglob("*.html")) if path.name != poster.PAGE]
    return {str(p.relative_to(report)): p.read_text(encoding="utf-8") for p in found}


def test_every_entry_of_the_list_is_a_page_and_in_the_navigation(pages):
    for text in pages.values():
        nav = text[text.index('<nav aria-label="Pages">') : text.index("</nav>")]
        listed = [href.removeprefix("../") for href in re.findall(r'href="([^"]+)"', nav)]
        assert len(listed) == len(PAGES) <= 12
        assert set(listed) <= set(pages)


def test_the_overview_leads_to_every_other_page():
    keys = [entry.key for entry in PAGES]
    assert [overview.KEY, *(key for key, *_ in overview.DOORS)] == keys


def test_every_link_anchor_figure_and_style_is_there(report):
    assert {str(path): broken(path) for path in report.rglob("*.html") if broken(path)} == {}


def test_ids_are_given_once(report):
    for path in report.rglob("*.html"):
        ids = read(path).ids
        assert len(ids) == len(set(ids)), path


def test_pages_need_no_network(pages, report):
    for name, text in pages.items():
        assert "http" not in "".join(Page(text).used), name
        for tag, attributes in Page(text).tags:
            assert tag not in {"iframe", "object", "embed"}
            assert tag != "script" or attributes["src"] in {"site.js", "../site.js"}, name
    assert not re.search(r"@import|url\(", (report / "site.css").read_text("utf-8"))


def test_every_figure_has_its_files_and_is_on_one_page(pages, report):
    shown = [tag["id"] for text in pages.values() for tag in Page(text).all("figure")]
    assert len(shown) == len(set(shown))
    assert set(shown) >= KEYS
    files = {path.name for path in (report / "figures").iterdir()}
    for key in KEYS:
        assert {f"{key}.svg", f"{key}-narrow.svg", f"{key}.png", f"{key}.csv"} <= files
    for key in set(shown) - KEYS:
        assert {f"{key}.svg", f"{key}.csv"} <= files


def test_every_figure_says_how_it_was_computed(pages):
    for text in pages.values():
        for part in text.split("<figure ")[1:]:
            assert "Computed by <code>analysis." in part
            # the validation is a record of many queries
            assert "SELECT" in part or part.startswith('id="validation"')


def test_every_picture_has_words(pages):
    images = [image for text in pages.values() for image in Page(text).all("img")]
    assert all(len(image["alt"] or "") > 60 for image in images)


def test_tables_of_figures_have_numbers_and_bounds(report):
    for key in KEYS - {"scores", "played-and-dealt"}:
        table = pd.read_csv(report / "figures" / f"{key}.csv")
        assert {"estimate", "low", "high"} <= set(table.columns)
        known = table.dropna(subset=["estimate", "low", "high"])
        assert (known["low"] <= known["estimate"]).all()
        assert (known["estimate"] <= known["high"]).all()


def test_every_finding_has_an_interval_grounds_and_a_page(computed):
    found = [one for one in overview.answers(computed) if one.grounds is not None]
    assert len(found) >= 8
    for one in found:
        nothing = ("no card is shown to be", "no measure is shown to have changed")
        said = "; ".join(one.lines)
        assert INTERVAL.search(said) or any(text in one.text for text in nothing), said
        assert "nan" not in one.text
        assert "1,500 games" in one.grounds.games
        assert one.grounds.commands
        assert "seed 1" in one.grounds.line


def test_what_is_said_of_shared_cards_is_what_their_chart_and_table_say(computed):
    """It once ranked them by the VP of a few games, against verdicts from many."""
    for found in court.findings(computed):
        kind = "politics" if "politics" in found.about else "emperor_tile"
        known = verdicts_of(computed, kind, computed.main)
        moved = len(known.strong) + len(known.weak)
        assert found.text.startswith(f"{moved or 'No'} ")
        assert len(found.numbers) == max(moved, 1)


def test_what_is_not_recorded_names_its_command(computed):
    missing = [one.text for one in overview.answers(computed) if one.grounds is None]
    for command in (
        "gah players ladder",
        "gah study luck",
        "gah study modules",
        "gah study variants",
    ):
        assert any(command in text for text in missing)


def test_planted_cards_are_found_too_strong_and_too_weak(computed):
    for rules in computed.editions:
        text = staff.verdicts(computed, rules).text
        strong, weak = text.split(". ")[:2]
        assert computed.facts.card(5) in strong
        assert computed.facts.card(9) in weak
    rows = rows_of_kind(computed, "staff", computed.main)
    assert rows[0].name == computed.facts.card(5)
    assert rows[-1].name == computed.facts.card(9)


def test_every_kind_of_player_has_a_verdict_on_every_staff_card(computed, monkeypatch):
    monkeypatch.setattr(index, "pieces", pieces.pieces)
    table = index.index_table("staff", computed)
    heads = [one.name for one in table.columns]
    rows = [dict(zip(heads, row, strict=True)) for row in table.rows]
    assert table.shown == 48
    usual = {(row["Edition"], row["At the table"], row["Played by"]) for row in rows[:48]}
    assert usual == {("2021", "2", "greedy")}
    for edition in ("2015", "2021"):
        for policy in ("greedy", "random"):
            for players in ("2", "4"):
                mine = [
                    row
                    for row in rows
                    if (row["Edition"], row["At the table"], row["Played by"])
                    == (edition, players, policy)
                ]
                assert len(mine) == 48
                by_card = {row["Staff card"].striptags(): row for row in mine}
                for card, word in ((5, "too strong"), (9, "too weak")):
                    (row,) = [row for name, row in by_card.items() if f"({card})" in name]
                    assert word in row["Verdict"]
                    assert row["For whom"] == "not shown to depend on it"


def test_cards_are_sorted_by_what_can_be_claimed(computed, monkeypatch):
    """The bound nearest to nothing: a large estimate that may be nothing comes last."""
    monkeypatch.setattr(index, "pieces", pieces.pieces)
    table = index.index_table("staff", computed)
    (at,) = [i for i, one in enumerate(table.columns) if one.sorted]
    claims = [row[at].numbers[0] for row in table.rows[: table.shown]]
    assert claims == sorted(claims, reverse=True)
    assert claims[0] > 0
    for row in table.rows[: table.shown]:
        _, low, high = row[at - 1].numbers
        assert row[at].numbers[0] == pytest.approx(max(low, -high, 0))


def test_a_table_says_from_how_many_games_verdicts_and_counts_are(computed):
    """Verdicts of a longer run stand next to counts of the report's own games."""
    more = replace(computed.long_run, games={computed.main: 90_000})
    table = index.index_table("staff", replace(computed, long_run=more))
    assert "90,000 games; how often" in table.caption
    assert table.caption.endswith("what they score, from 1,500 games")
    page = method.build(replace(computed, long_run=more))
    said = build.render(build.Place(page, (), None, None), [page])
    assert "saved with the suite: 90,000 games of 2 greedy players (2021)" in said
    assert index.index_table("staff", computed).caption.endswith(" 1,500 games")


def test_the_lead_that_wins_is_one_that_was_seen(computed):
    rows = computed.quality.chances
    assert (rows["games"] == 1500).all()
    assert figures_quality.chances_title(computed).startswith("After round 7, the lead")


def test_the_page_of_a_card_shows_both_editions_and_what_play_shows(pages):
    text = pages["cards/staff-17.html"]
    assert "3 krones" in text
    assert "5 krones" in text
    assert "The editions differ" in text
    assert '<figure id="staff-17-worth"' in text
    assert "Staff cards" in text[: text.index("<main")]  # breadcrumbs
    assert "(assumed)" in pages["cards/staff-122.html"]
    assert "No recorded game" in pages["cards/celebrity-freud.html"]


def test_worth_is_drawn_from_random_players_to_the_strongest(computed):
    with style.styled():
        figure = figures_sheets.worth_figure("staff", "9", "Card", "card", computed)
        none = figures_sheets.worth_figure("staff", "999", "Card", "card", computed)
    assert none is None
    assert figure is not None
    rows = [label.get_text() for label in figure.canvas.axes[0].get_yticklabels()]
    assert rows == [
        f"{n} players:" if who is None else who
        for n in computed.players
        for who in (None, *computed.policies[::-1])
    ]
    main = figure.table[(figure.table["rules"] == computed.rules) & (figure.table["players"] == 2)]
    for _, row in main.iterrows():
        assert f"{row['policy']} {signed(row, VP, name=False)}" in figure.caption


def test_every_component_has_a_page_with_its_words():
    found = [piece for kind in pieces.KINDS for piece in pieces.pieces(kind.tally)]
    assert len({piece.href for piece in found}) == len(found)
    assert {"staff.17", "guest.49", "politics.cards.A-krones"} <= {piece.path for piece in found}
    for piece in found:
        assert piece.sides
        assert all(text for side in piece.sides.values() for _, text in side), piece.path


def test_hashes_seeds_and_commands_are_told(pages, computed):
    text = pages["method.html"]
    for run in computed.runs:
        assert run.ruleset_hash[:12] in text
        assert run.command in text
    assert "gah report --games-greedy 1500 --games-random 1500 --games-modules 0 --seed 1" in text


def test_the_same_data_give_the_same_bytes(report, computed, few, tmp_path):
    """Some pages with their figures and tables again: few, because drawing is slow."""
    entries = [entry for entry in PAGES if entry.key in {"players", "game"}]
    build.write_report(computed, tmp_path, entries)
    made = [path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()]
    assert {path.suffix for path in made} == {".html", ".css", ".js", ".svg", ".png", ".csv"}
    for path in made:
        old, new = ((folder / path).read_bytes() for folder in (report, tmp_path))
        if path.name == "index.js":  # of fewer pages
            lines = [{line.rstrip(b",") for line in text.splitlines()} for text in (old, new)]
            assert lines[1] < lines[0]
            continue
        if path.suffix == ".html":  # the navigation around them is shorter
            old, new = (text[text.index(b"<main") : text.index(b"</main>")] for text in (old, new))
        assert old == new, path


def test_figures_do_not_depend_on_the_last_digits_of_a_layout(computed, monkeypatch, tmp_path):
    """Its solver finds others in another process."""
    solve = ConstrainedLayoutEngine.execute

    def drawn(off: float) -> bytes:
        def solve_with_an_error(engine, canvas):
            solve(engine, canvas)
            for ax in canvas.axes:
                box = ax.get_position(original=True).translated(off, off)
                ax._set_position(box, which="original")

        monkeypatch.setattr(ConstrainedLayoutEngine, "execute", solve_with_an_error)
        with style.styled():
            figure = for_pages(partial(figures_games.seats_figure, computed))
        return b"".join(path.read_bytes() for path in figure.save(tmp_path))

    exactly = drawn(0.0)
    assert drawn(1e-12) == exactly
    assert drawn(1e-3) != exactly


def test_data_of_other_rules_are_pointed_out(pages, computed):
    """The synthetic runs carry made-up hashes, so the model cannot be what they were played by."""
    assert computed.facts.stale == ("original-2015", "revised-2021")
    assert "Recorded under other rules" in pages["index.html"]


def test_unknown_labels_still_have_numbers(data):
    """A ruleset that the model no longer knows: no names and changes."""
    with open_tree(data) as tree:
        found = facts.gather("original-2015", "no-such-ruleset", tree.runs)
    assert found.changes == ()
    assert found.card(7) == "Card (7)"


def test_missing_data_is_a_user_error(tmp_path):
    with pytest.raises(UserError, match="no such folder"):
        run_report(tmp_path / "out", tmp_path / "none", skip_simulation=True)


def test_one_document_of_all_pages_leaves_out_what_is_folded_and_keeps_its_links(pages, report):
    of_cards = {file for file in pages if "/" in file or file.startswith("rules-")}
    assert set(pages) - of_cards - {pdf.WHOLE} == {f"{name}.html" for name in pdf.NAMES}
    whole = pdf.join_pages(report)
    assert "<pre" not in whole
    assert "<details class=" not in whole, "nothing can be opened on paper"
    parsed = Page(whole)
    assert len(parsed.ids) == len(set(parsed.ids))
    inner = [link[1:] for link in parsed.used if link.startswith("#")]
    assert len(inner) > 20
    assert set(inner) <= set(parsed.ids)


def test_a_full_plan_has_all_players_and_every_module_by_itself():
    plan = ReportPlan.full().with_games({"greedy": 500, "random": None}, None)
    configs = {config for config, _ in plan.configs}
    assert {config.players for config in configs} == {2, 3, 4}
    assert {f"revised-2021+{name}" for name in plan.modules} <= {c.rules for c in configs}
    assert dict(plan.games)["greedy"] == 500
    assert ReportPlan.usual().with_games({}, 0).modules == ()
    assert ReportPlan.usual().with_games({}, None, 0).variants == 0
    assert plan.variants > ReportPlan.usual().variants


def test_results_know_each_component(computed: Results):
    assert len(computed.tallies_of("staff", "17")) > 0
    assert computed.tallies_of("staff", "999").empty
    rounds = computed.rounds_of("staff", "17")
    assert rounds.groupby(["rules", "players", "policy"])["estimate"].sum().between(0.1, 0.9).all()


def test_what_is_printed_shows_the_first_rows_of_long_tables_and_figures_without_theirs(tmp_path):
    def table(key: str, rows: int) -> str:
        inner = "".join(f"<tr><td>{key} {row}</td></tr>" for row in range(rows))
        return f'<table id="table-{key}"><caption>Of {key}.</caption><tbody>{inner}</tbody></table>'

    body = (
        f"<section>{table('long', 30)}{table('all-staff', 30)}</section>"
        f"<section><figure></figure>{table('drawn', 3)}</section>"
        "<details><summary>x</summary><details open>folded</details></details>"
        '<a href="#table-drawn">drawn</a> <a href="one.html#table-long">kept</a>'
        "<details open>kept</details><p>Reproduce:</p> <pre>gah report</pre>"
    )
    text = f'<html><body><div class="head">{body}<footer></footer></body></html>'
    (tmp_path / "one.html").write_text(text, "utf-8")
    whole = pdf.join_pages(tmp_path, ["one"])
    assert whole.count("long ") == pdf.ROWS
    assert f"First {pdf.ROWS} of 30 rows" in whole
    assert whole.count("all-staff ") == 30
    assert "drawn 0" not in whole
    assert "folded" not in whole
    assert "kept" in whole
    assert "Reproduce" not in whole
    assert "gah report" not in whole
    assert '<a href="#one">drawn</a>' in whole, "what was left out is not led to"
    assert '<a href="#one--table-long">kept</a>' in whole
