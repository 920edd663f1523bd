"""The rules page and `gah rules trace`: complete, linked, and honest about what is missing."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from rich.console import Console

from analysis.studies import compare
from analysis.studies.variants import ChangeSet
from model import UserError
from model.clauses import clauses
from model.gaps import gaps
from model.sources import sources
from model.steps import read_recipe
from reports.commands.rules import trace as command
from reports.rules import evidence
from reports.rules.evidence import (
    Counts,
    Evidence,
    Planted,
    Proof,
    Survivor,
    all_counts,
    read_counts,
    read_planted,
    read_survivors,
)
from reports.rules.trace import trace
from reports.site import build, proven
from reports.site.pages import rules as page
from reports.tables.variants import readings_by
from tests.runner import CliRunner

COUNTS = Counts(
    records=(("verify.json", "2026-01-02"),),
    counts={
        "games": {"random": 1000, "greedy": 234},
        "staff.17.played": {"random": 5, "greedy": 6},
        "staff.17.hand": {"random": 100, "greedy": 1},
        "event.strengthened": {"random": 77, "greedy": 0},
    },
    gaps={"shared-victory": {"random": 3, "greedy": 4}},
)
TESTS = {
    "staff.17": [
        Proof("tests/scenarios/test_x.py::test_copy[1]", 12, False),
        Proof("tests/scenarios/test_x.py::test_copy[2]", 12, False),
        Proof("tests/scenarios/test_y.py::test_no_krone[6]", 30, True),
    ]
}
MISTAKE = Survivor("data:staff.17.cost:+1", "staff.17.cost", "staff.17.cost: 5 instead of 4")
PROOFS = {"staff.17": "proven: its own tests notice a change of each of 9 values"}
KNOWN = Evidence(TESTS, COUNTS, [MISTAKE], PROOFS)


def rendered() -> str:
    """The page and those below it as HTML, one after the other."""
    return "".join(of_each().values())


def of_each() -> dict[str, str]:
    """The page and those below it, as HTML by key."""
    one = page.build()
    return {place.page.key: build.render(place, [one]) for place in build.places([one])}


@pytest.fixture(scope="module")
def html() -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page, "gather", lambda: KNOWN)
        return rendered()


@pytest.fixture
def known(monkeypatch):
    monkeypatch.setattr(command, "gather", lambda note=None: KNOWN)


def call(*arguments: str):
    return CliRunner().invoke(command.trace, list(arguments))


def article(html: str, id: str) -> str:
    """The text of one clause on the page."""
    found = re.search(rf'<article id="{re.escape(id)}".*?</article>', html, re.S)
    assert found, id
    return unescape(re.sub(r"<[^>]+>", " ", found[0]))


def test_every_clause_ruling_and_open_position_is_on_the_page(html):
    ids = re.findall(r'<article id="([^"]+)"', html)
    wanted = [
        *clauses(),
        *(f"gap-{id}" for id in gaps()),
        *(f"ruling-{r}" for r in sources().ruling),
    ]
    assert sorted(ids) == sorted(wanted)


def test_every_link_within_the_page_leads_somewhere(html):
    ids = set(re.findall(r'id="([^"]+)"', html))
    assert {link for link in re.findall(r'href="#([^"]+)"', html) if link not in ids} == set()
    across = re.findall(r'href="rules[a-z-]*\.html#([^"]+)"', html)
    assert len(across) > 500
    assert set(across) <= ids


def test_no_page_of_rules_is_longer_than_a_reader_takes(monkeypatch):
    monkeypatch.setattr(page, "gather", lambda: KNOWN)
    words = {
        key: len(re.findall(r"[^\W\d_]{2,}", shown_at_first(text)))
        for key, text in of_each().items()
    }
    assert len(words) > 12
    limit = {key: number for key, number in words.items() if number > 3000}
    assert limit == {}


def shown_at_first(text: str) -> str:
    """The words of a page that are seen before anything is opened."""
    text = text[text.index("<main") : text.index("</main>")]
    text = re.sub(r"</summary>.*?</details>", "", text, flags=re.S)
    return unescape(re.sub(r"<[^>]+>", " ", text))


def test_the_page_needs_no_network(html):
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', html)


def test_a_clause_shows_its_evidence(html):
    text = article(html, "staff.17")
    for words in ("test_copy (2 cases)", "tests/scenarios/test_y.py:30", "corner", "11",
                  "staff.17.cost: 5 instead of 4", "simulate/engine/", "of 9 values"):  # fmt: skip
        assert words in text, words


def test_the_least_met_count_of_a_clause_is_told(html):
    assert "seen at least 11 times" in article(html, "staff.17")


def test_open_positions_tell_how_often_they_were_met(html):
    assert "7 games" in article(html, "gap-shared-victory")
    assert "not counted yet" in article(html, "gap-below-zero")


def test_what_other_readings_change_is_said_not_to_be_measured_without_games(monkeypatch):
    monkeypatch.setattr(page, "gather", lambda: KNOWN)
    text = " ".join(of_each()["rules-rulings"].split())
    assert "What the other readings change in play is not measured." in text
    assert "Effect in play" not in text


def test_a_ruling_says_what_its_other_reading_changes(tmp_path):
    arms = compare.plan_rulings(read_recipe("revised-2021"), "", only=["staff-32", "staff-33"])
    settings = compare.Settings((2,), ("random",), 20, 1)
    study = compare.CompareStudy(arms, settings, tmp_path, cards=False)
    study.record(1, Console(file=io.StringIO()))
    group = ChangeSet("rulings", (study.frames(1),))
    lines = {one.id: one.measured for one in page.rulings({"rulings": group})}
    assert {id for id, measured in lines.items() if measured} == {"staff-32", "staff-33"}
    changes = group.changes(2, "random").set_index("name")
    for id, reading in (("staff-32", "four"), ("staff-33", "exactly")):
        (said,) = lines[id]
        assert sources().ruling[id].readings[reading].title in said
        assert f"to {100 * changes['high'][f'{id}={reading}']:.1f}" in said
    assert readings_by(group) == "2 random players, 20 deals of each reading"


def test_counts_that_other_play_may_have_made_are_pointed_out(html):
    assert "Counted with other rules or players" in html
    assert "1,234 games of the records verify.json of 2026-01-02." in re.sub(r"\s+", " ", html)


def test_what_is_missing_is_said(monkeypatch):
    monkeypatch.setattr(page, "gather", lambda: Evidence(None, None, None))
    text = rendered()
    assert "This installation has no tests" in text
    assert "No verification is recorded yet" in text


def test_trace_answers_the_four_questions(known):
    output = call("staff.17").output
    for words in (
        "source    Rulebook of the original edition, 2015 (German): ",
        "declared  staff.17 = ",
        "test      tests/scenarios/test_x.py:12 test_copy, 2 cases",
        "test      tests/scenarios/test_y.py:30 test_no_krone[6] (corner)",
        "in play   staff.17.played: 11 times",
        "mutation  proven: its own tests notice a change of each of 9 values",
        "unnoticed staff.17.cost: 5 instead of 4",
        "In play: 1,234 games of verify.json of 2026-01-02, by rules or players that may have"
        " changed since.",
    ):
        assert words in output, words


def test_trace_of_a_rule_that_differs_by_edition(known):
    output = " ".join(call("staff.17.cost-2015", "staff.17.cost-2021").output.split())
    assert "holds in original-2015" in output
    assert "staff.17.cost = original-2015: 3; revised-2021: 5" in output


def test_what_came_of_changing_a_rule_is_read_from_its_record(tmp_path):
    path = tmp_path / "clauses.json"
    assert evidence.read_proofs(path) is None
    one = {"by": "data", "places": 2, "proven": False, "missing": [], "excused": {}, "unrun": 0,
           "reason": "", "placebo": None}  # fmt: skip
    line = {**one, "by": "code", "places": 1}
    found = {
        "staff.1": {**one, "missing": ["staff.1.cost"]},
        "staff.2": {**one, "unrun": 1},
        "staff.3": {**one, "proven": True},
        "staff.4": {**one, "proven": True, "excused": {"staff.4.cost": "why"}},
        "staff.5": {**line, "proven": True, "placebo": {"of": "staff.6", "proves": True}},
        "staff.6": {**line, "proven": True, "placebo": {"of": "staff.5", "proves": False}},
        "staff.7": {**line, "missing": ["turn.legal_turn: a => b"]},
    }
    rate = {"tried": 40, "prove": 4, "low": 0.04, "high": 0.23}
    path.write_text(json.dumps({"clauses": found, "placebo": {"code": rate}}))
    notice = "proven: its own tests notice a change of each of 2 values"
    changed = "proven: its own tests notice a change of the line"
    also = "; so does a test of staff.6, whose own rule is not affected"
    assert evidence.read_proofs(path) == {
        "staff.1": "not proven: among 2 values its own tests miss changes of staff.1.cost",
        "staff.2": "not tried yet",
        "staff.3": notice,
        "staff.4": f"{notice}, except 1 that need not be noticed",
        "staff.5": f"{changed}{also}",
        "staff.6": changed,
        "staff.7": "not proven: its own tests do not notice a change of the line",
    }
    placebos = evidence.read_placebos(path)
    assert placebos["code"].text == "4 of 40: 10% (4 to 23)"
    one = replace(KNOWN, placebos=placebos)
    assert "4 of 40: 10%" in proven.answers(one, list(trace(["staff.17"], one)))[2].text
    path.write_text("[]")
    for read in (evidence.read_proofs, evidence.read_placebos):
        with pytest.raises(UserError, match="not the record of proofs"):
            read(path)


def test_the_line_that_a_rule_hangs_on_is_shown_where_it_stands(known):
    condition = clauses()["prepare.vacant"].condition
    file, _, line = evidence.place_of(condition).partition(":")
    assert condition.line in (evidence.ROOT / file).read_text("utf-8").splitlines()[int(line) - 1]
    for words in (call("prepare.vacant").output, rendered()):
        assert evidence.place_of(condition) in words
        assert condition.line.replace("<", "&lt;") in words or condition.line in words


def test_trace_names_every_case_if_asked(known):
    assert "test_copy[1]" in call("staff.17", "--tests").output


def test_trace_of_an_unknown_rule(known):
    result = call("staff.999")
    assert result.exit_code == 2
    assert "no clause staff.999" in result.output


def test_a_mistake_concerns_the_clauses_that_declare_or_execute_its_place():
    found = trace(["staff.17", "staff.1", "strengthen.price"], KNOWN)
    assert [len(one.unnoticed) for one in found] == [1, 0, 0]


def test_every_declared_value_can_be_told():
    for one in trace(clauses(), Evidence(None, None, None)):
        for path in one.declared:
            assert path.values, (one.id, path.path)


def _survivors_beside(path: Path) -> list[Survivor] | None:
    return read_survivors(path.parent)


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (read_counts, "[]"),
        (read_counts, '{"date": "x"}'),
        (_survivors_beside, '{"survivors": [1]}'),
        (_survivors_beside, "no JSON"),
    ],
)
def test_a_damaged_record_is_a_user_error(tmp_path: Path, read, text):
    path = tmp_path / "mutation_data.json"
    path.write_text(text, "utf-8")
    with pytest.raises(UserError, match=r"mutation_data\.json: not the"):
        read(path)


def test_what_several_records_counted_is_added_up(tmp_path: Path):
    for name, times, played in (("verify", 3, "1"), ("rare", 40, "2")):
        made = {
            "date": f"2026-01-0{played}", "commit": "abc", "engine": "e", "play": {"rules": played},
            "counts": {"games": {"random": 10}, "event.full-hotel": {"random": times}},
            "gaps": {"shared-victory": {"games": {"random": times}}},
        }  # fmt: skip
        (tmp_path / f"{name}.json").write_text(json.dumps(made), "utf-8")
    found = all_counts(tmp_path)
    assert found is not None
    assert (found.games, found.total("event.full-hotel")) == (20, 43)
    assert found.gaps == {"shared-victory": {"random": 43}}
    assert found.dated == "verify.json of 2026-01-01, rare.json of 2026-01-02"
    assert not found.current
    assert all_counts(tmp_path / "none") is None


def test_there_may_be_no_record(tmp_path: Path):
    assert read_counts(tmp_path / "none.json") is None
    assert read_survivors(tmp_path) is None


def test_survivors_of_data_and_code_are_read_together(tmp_path: Path):
    for part in ("data", "code"):
        survivor = {"id": part, "where": "x", "text": "y"}
        (tmp_path / f"mutation_{part}.json").write_text(json.dumps({"survivors": [survivor]}))
    found = read_survivors(tmp_path)
    assert found is not None
    assert [one.id for one in found] == ["code", "data"]


def test_the_index_of_tests_is_kept_until_a_test_changes(tmp_path: Path, monkeypatch):
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "tracing.py").write_text("", "utf-8")
    collected = []

    def collect(path: Path) -> None:
        collected.append(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        entry = {"test": "tests/t.py::test_a", "line": 3, "corner": True}
        path.write_text(json.dumps({"clauses": {"a": [entry]}}), "utf-8")

    monkeypatch.setattr(evidence, "ROOT", tmp_path)
    monkeypatch.setattr(evidence, "_collect", collect)
    said: list[str] = []
    for _ in range(2):
        index = evidence.index_of_tests(tmp_path / "cache", said.append)
        assert index == {"a": [Proof("tests/t.py::test_a", 3, True)]}
    assert len(collected) == len(said) == 1
    (folder / "test_new.py").write_text("# another", "utf-8")
    evidence.index_of_tests(tmp_path / "cache")
    assert len(collected) == 2


PLANTED = [Planted("code", "2026-01-03", "1234567890abcdef", 90, 2),
           Planted("data", "2026-01-03", "1234567890abcdef", 50, 0)]  # fmt: skip


def said(**known) -> dict[str, tuple[str, str]]:
    """What the head of the page says: its sign and text by question, of the rules of one card."""
    evidence = replace(KNOWN, **known)
    traced = list(trace([id for id in clauses() if id.split(".")[:2] == ["staff", "17"]], evidence))
    return {
        " ".join(one.about.split()[: 5 if one.about[0] == "D" else 4]): (one.sign, one.text)
        for one in proven.answers(evidence, traced)
    }


def test_the_page_says_first_what_is_proven_and_by_which_record():
    own = [id for id in clauses() if id.split(".")[:2] == ["staff", "17"]]
    all_tested = dict.fromkeys(own, TESTS["staff.17"])
    told = said(tests=all_tested, planted=PLANTED, proofs=dict.fromkeys(own, "proven: yes"))
    assert told["Is each rule proven"][0] == "Yes"
    assert "clauses.json" in told["Is each rule proven"][1]
    assert told["Is every rule played"][0] == "Yes"
    assert "3 cases in all" in told["Is every rule played"][1]
    assert "mutation_code.json of 2026-01-03" in told["Do the tests notice every"][1]
    assert told["Has every counted rule"][0] == "Unknown"  # counted with other rules or players
    assert "verify.json of 2026-01-02, 1,234 games" in told["Has every counted rule"][1]


def test_that_all_counted_clauses_were_met_is_not_said_of_those_that_are_not_counted():
    evidence = replace(KNOWN, counts=Counts({"staff.17.played": {"random": 11}}, {}, ()))
    traced = list(trace(["emperor.retreat", "staff.17"], evidence))
    (met,) = [
        one for one in proven.answers(evidence, traced) if "Has every counted rule" in one.about
    ]
    assert met.about == "Has every counted rule come up in play?"
    assert "The only counted clause was met. 1 other clause has no separate count." in met.text
    never = replace(KNOWN, counts=Counts({"staff.17.played": {"random": 0}}, {}, ()))
    (met,) = [
        one
        for one in proven.answers(never, list(trace(["emperor.retreat", "staff.17"], never)))
        if "Has every counted rule" in one.about
    ]
    assert "1 of 1 counted clause was never met: staff.17." in met.text


def test_what_is_not_proven_is_not_called_so():
    none = said(tests=None, planted=None, proofs=None, counts=None)
    assert {sign for sign, _ in list(none.values())[:-1]} == {"Unknown"}
    evidence = replace(KNOWN, tests={}, planted=PLANTED)
    traced = list(trace(["staff.17"], evidence))
    tested, noticed, own, *_ = proven.answers(evidence, traced)
    assert tested.sign == "No"
    assert "No test names staff.17" in tested.text
    assert noticed.sign == "No"
    assert "90 of 92 in the code" in noticed.text
    assert "the 2 not noticed are listed" in noticed.text
    assert "1 of 1 clauses that were tried are proven" in own.text
    html_of = replace(KNOWN, proofs={"staff.17": "not proven: of 1 value ..."})
    own = proven.answers(html_of, list(trace(["staff.17"], html_of)))[2]
    assert own.sign == "No"
    assert "not staff.17" in own.text


def test_planted_mistakes_are_read_from_their_records(tmp_path):
    assert read_planted(tmp_path) is None
    record = {"part": "data", "date": "d", "commit": "c", "survivors": [],
              "outcomes": {"killed": 7, "timeout": 1, "survived": 2, "same": 3}}  # fmt: skip
    (tmp_path / "mutation_data.json").write_text(json.dumps(record))
    assert read_planted(tmp_path) == [Planted("data", "d", "c", 8, 2)]
    (tmp_path / "mutation_code.json").write_text("[]")
    with pytest.raises(UserError, match="mutation_code"):
        read_planted(tmp_path)


def test_a_count_that_other_clauses_share_is_not_the_clauses_own():
    counts = Counts({"games": {"random": 90}, "staff.17.played": {"random": 11}}, {}, ())
    end, card = trace(["emperor.retreat", "staff.17"], Evidence(None, counts, None))
    shared = [one for one in end.counted if one.key == "games"]
    assert end.least is None
    assert shared[0].shared > 10
    assert card.least == 11
    assert card.counted[0].shared == 0


def test_a_proof_by_one_value_is_singular():
    one = {"unrun": [], "proven": True, "placebo": None, "by": "data", "excused": [], "places": 1}
    assert evidence._proof(one) == "proven: its own tests notice a change of its one value"
    assert evidence._proof({**one, "places": 2}).endswith("a change of each of 2 values")
