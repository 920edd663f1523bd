"""The report does not contradict itself: verdict, cost and number of games of one population."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pandas as pd
import pytest

from analysis.studies.long_run import LongRun
from analysis.studies.suggest import SuggestStudy
from reports.figures import style
from reports.grounds import Grounds
from reports.results import Results
from reports.site.blocks import NO, UNKNOWN, YES, Finding, Page, Section
from reports.site.contents import PAGES
from reports.site.pages import overview
from reports.tables.table import Table
from reports.verdicts import verdicts_of
from tests.reports.agreeing import contradictions, games_named, of_data, of_finding

GROUNDS = Grounds("2021", "2 and 4 players", "planner at all seats", "12,000 games", "1", ())


@pytest.mark.parametrize("entry", [one for one in PAGES if one.key not in ("rules", "questions")],
                         ids=lambda one: one.key)  # fmt: skip
def test_no_page_contradicts_itself(computed: Results, few: None, entry):
    with style.styled():
        assert contradictions(entry.build(computed)) == []


@pytest.mark.parametrize("key", ["variants", "game"])
def test_no_page_says_fewer_games_than_a_longer_run_played(computed: Results, few: None, key: str):
    """What a longer run stands in for is of its games, also in captions."""
    games = {run.config: 10 * run.games for run in computed.runs}
    frames = {
        name: getattr(computed, name) for name in ("measures", "winners", "card_changes", "seats")
    }
    longer = replace(
        computed, long_run=LongRun(games),
        **{name: one.assign(games=10 * one["games"]) for name, one in frames.items()},
    )  # fmt: skip
    (entry,) = [one for one in PAGES if one.key == key]
    with style.styled():
        assert contradictions(entry.build(longer)) == []


@pytest.mark.parametrize(
    ("text", "sign", "more", "wrong"),
    [
        ("With 2 players the starter wins 55.0% instead of 50%.", YES, "planners", ""),
        ("With 2 players the starter wins 55.0% instead of 50%.", UNKNOWN, "", "badge"),
        ("With 3 players the starter wins 40.0% instead of 33%.", YES, "", "tables of [3]"),
        ("Too few games to tell.", UNKNOWN, "planners", ""),
        ("Too few games to tell.", UNKNOWN, "greedy players", "names ['greedy']"),
        ("Too few games to tell.", YES, "", "badge"),
        ("Sommelier is too strong.", YES, "", "badge"),
        ("All 48 cards are shown to be balanced.", NO, "", "badge"),
        ("All 48 cards are shown to be balanced.", YES, "2 planners", ""),
    ],
)
def test_a_sentence_that_is_at_odds_with_its_badge_or_its_players_is_found(text, sign, more, wrong):
    found = list(of_finding(Finding("Is it so?", text, GROUNDS, more=more, sign=sign)))
    assert (wrong in found[0]) if wrong else not found, found


def test_a_badge_that_cannot_answer_its_question_is_found():
    asked = Finding("Which cards are too strong?", "Sommelier is too strong.", GROUNDS, sign=NO)
    assert "cannot be answered" in next(of_finding(asked))


@pytest.mark.parametrize(
    ("caption", "planted", "wrong"),
    [
        ("Judged by 2 planners, 12,000 games", {}, ""),
        ("Judged by 2 planners, 12,000 games", {"policy": "greedy"}, "its data hold ['greedy']"),
        ("Judged by 2 planners, 12,000 games", {"players": 4}, "its data hold [4]"),
        ("Judged by 2 planners, 500 games", {}, "the caption says [500] games"),
        ("Judged by 2 planners, 12,000 games", {"tried_policy": "greedy"}, "within a row"),
        ("Judged by 2 planners, 12,000 games", {"tried_players": 4}, "within a row"),
        ("Judged by all", {"policy": "greedy"}, ""),
        ("Games: 12,000 (planner, 2 players) and 9 (greedy, 2 players).", {}, ""),
        ("Games: 500 (planner, 2 players).", {}, "the caption says 500 games of 2 planner"),
    ],
)
def test_a_row_or_a_caption_of_another_population_is_found(caption, planted, wrong):
    frame = pd.DataFrame({"policy": ["planner", "planner"], "players": 2, "games": 12_000})
    frame = frame.assign(**planted)
    page = Page("p", "P", "P", sections=[Section("s", "", [Table(caption, (), (), frame=frame,
                                                                 key="t")])])  # fmt: skip
    found = contradictions(page)
    assert (wrong in found[0]) if wrong else not found, found


def test_the_remedy_of_other_players_is_found_where_a_page_shows_it(
    computed: Results, monkeypatch: pytest.MonkeyPatch
):
    """The page leaves it out; made to show it, it contradicts itself."""
    changes = pd.DataFrame(
        [
            {
                "item": "5",
                "printed": 2,
                "suggested": 4,
                "after_verdict": "balanced",
                "after_estimate": 0.5,
                "after_low": 0.1,
                "after_high": 1.1,
            }
        ]
    )
    asked = SimpleNamespace(policies=("planner",), players=(4,), tested=6000)
    tried = SimpleNamespace(settings=asked, margin=3.0, changes=changes)
    with_one = replace(computed, answers={SuggestStudy: tried})
    judged = verdicts_of(computed, "staff", computed.main)
    assert judged is not None
    assert overview.remedies(with_one) is None
    monkeypatch.setattr(overview, "remedies", lambda _: changes.set_index("item"))
    shown = overview.change_table(with_one, judged)
    assert shown.frame is not None
    found = list(of_data(shown.key, shown.caption, shown.frame))
    assert any("policy and tried_policy differ" in one for one in found)
    assert any("players and tried_players differ" in one for one in found)


def test_numbers_of_games_are_read_as_pages_write_them():
    assert games_named("12,000 games") == {12_000}
    assert games_named("6,000 other games and 500 games") == {6_000, 500}
