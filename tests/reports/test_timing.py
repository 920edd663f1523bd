"""When staff cards are worth playing, in words and figures, from worths that are known."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from analysis.studies.questions import TimingSettings
from analysis.studies.timing import Timing, TimingStudy
from reports.figures import timing as figures_timing
from reports.figures.figure import Figure
from reports.figures.layout import NARROW, PHONE, WIDE
from reports.figures.style import styled
from reports.pieces import pieces
from reports.site import sheets, timing
from reports.site.blocks import Answers, blocks_of
from reports.tables.timing import card_table, round_table, summary
from tests.reports.conftest import answered


def row(worth: float, now: float, **more: Any) -> dict[str, Any]:
    return {
        "estimate": worth, "low": worth - 1, "high": worth + 1,
        "sim_low": worth - 1.25, "sim_high": worth + 1.25, "now": now, "now_low": now - 1,
        "now_high": now + 1, "later": 0.5, "later_low": 0.4, "later_high": 0.6, "n": 1_000,
        "players": 2, "policy": "greedy", **more,
    }  # fmt: skip


def of_all_outcomes(rows: list[dict[str, Any]]) -> pd.DataFrame:
    lead = pd.DataFrame(rows).assign(outcome="lead")
    win = lead.assign(outcome="win", estimate=lead["estimate"] / 100)
    return pd.concat([lead, lead.assign(outcome="vp"), win], ignore_index=True)


def worths() -> Timing:
    """Worths of playing five cards, in four rounds, that are known."""
    cards = of_all_outcomes([
        row(2.0, 3.0, item="17", name="Late", verdict="gains", waiting="costs"),
        row(6.0, -2.0, item="18", name="Early", verdict="gains", waiting="gains"),
        row(-3.0, 0.5, item="19", name="Poor", verdict="costs", waiting="undecided"),
        row(np.nan, np.nan, item="20", name="Rare", verdict="", waiting=""),
        row(0.5, np.nan, item="21", name="Last", verdict="undecided", waiting=""),
    ])  # fmt: skip
    rounds = of_all_outcomes([
        row(3.0, 2.0, round=0), row(5.0, 4.0, round=1), row(0.5, 0.2, round=2),
        row(-4.0, -2.0, round=3), row(1.5, np.nan, round=4),
    ])  # fmt: skip
    values = of_all_outcomes([
        row(4.0, 2.0, round=1, item="17"), row(np.nan, np.nan, round=2, item="17"),
        row(np.nan, np.nan, round=1, item="20"),
    ])  # fmt: skip
    return Timing(TimingSettings(deals=900), values, cards, rounds)


@pytest.fixture
def results() -> Any:
    facts = SimpleNamespace(brief=lambda rules: "2021", short=lambda rules: "2021")
    return answered({TimingStudy: worths()}, facts=facts)


@pytest.mark.parametrize(
    ("item", "words"),
    [
        ("17", "Playing it is shown to gain: +2.00 VP (+1.00 to +3.00) in lead rather than never,"
               " +3.00 VP (+2.00 to +4.00) rather than a round later. If made to wait a round,"
               " these players play it later in 50.0% (40.0 to 60.0) of games."),
        ("19", "Playing it is shown to cost: −3.00 VP (−4.00 to −2.00) in lead rather than never,"),
        ("21", "Playing it is not shown to gain or cost: +0.50 VP (−0.50 to +1.50) in lead"
               " rather than never."),
        ("20", ""),
        ("22", ""),
    ],
)  # fmt: skip
def test_the_page_of_a_card_says_what_playing_and_waiting_change(results, item, words):
    found = timing.sentence(results, item)
    assert found.startswith(words)
    assert bool(found) == bool(words)


def test_the_summary_counts_rounds_and_cards_and_names_those_played_too_early(results):
    assert summary(results.of(TimingStudy), 2, "greedy") == [
        "Playing a staff card rather than never changes the lead by +3.00 VP (+2.00 to +4.00) over"
        " all rounds; waiting a round changes it by −2.00 VP (−3.00 to −1.00).",
        "Playing gains in rounds 1 and 4 and costs in round 3: +5.00 VP (+3.75 to +6.25"
        " jointly) in round 1 and +1.50 VP (+0.25 to +2.75 jointly) in round 4.",
        "Playing it is shown to gain with 2 and to cost with 1 of 5 cards.",
        "Waiting a round is shown to gain with 1 and to cost with 1 of 5 cards.",
        "These players lose points by playing Poor.",
        "These players play too early Early.",
    ]


def test_tables_show_what_can_be_claimed_first_and_all_rounds_last(results):
    cards = card_table(results.of(TimingStudy), 2, "greedy", "here", "key")
    assert [line[0] for line in cards.rows] == [
        "Early (18)", "Late (17)", "Poor (19)", "Last (21)", "Rare (20)",
    ]  # fmt: skip
    assert cards.rows[0][1:4] == ["gains", "gains", "+6.00 (+5.00 to +7.00)"]
    assert cards.rows[-1][1] == "too few plays"
    assert len(cards.columns) == len(cards.head) == len(cards.rows[0])
    rounds = round_table(results.of(TimingStudy), 2, "greedy", "here")
    assert [line[0] for line in rounds.rows] == ["1", "2", "3", "4", "all"]
    assert len(rounds.head) == len(rounds.rows[0])


def test_figures_fit_a_phone_and_have_a_mark_for_each_round_that_is_known(results):
    with styled():
        known = results.of(TimingStudy)
        wide, narrow = (figures_timing.rounds_figure(known, one) for one in (WIDE, NARROW))
        one = figures_timing.card_figure(known, "17", "Late (17)", "staff-17")
        none = figures_timing.card_figure(known, "20", "Rare (20)", "staff-20")
    assert narrow.canvas.get_figwidth() == PHONE
    assert wide.title.startswith("Playing a staff card pays")
    assert "+3.00 VP (+2.00 to +4.00) to the lead rather than never" in wide.caption
    assert len(wide.table) == 5
    assert one is not None
    assert none is None
    points = [line.get_xdata() for line in one.canvas.axes[0].get_lines() if len(line.get_xdata())]
    assert any(np.allclose(x, [0.92]) for x in points)


def test_without_games_the_pages_say_how_to_get_them(results):
    results.answers[TimingStudy] = None
    assert timing.sentence(results, "17") == ""
    (prose,) = timing.blocks(results)
    assert "gah study timing" in prose.text


def test_the_page_of_a_card_shows_its_own_rounds_but_not_in_a_report_that_comes_again(
    computed, few, results
):
    (piece,) = (one for one in pieces("staff") if one.key == "17")
    told = replace(computed, answers={TimingStudy: results.of(TimingStudy)})
    with styled():
        page, early = sheets.sheet(piece, told), sheets.sheet(piece, replace(told, early=True))
    texts = [one.text for block in blocks_of(page) if isinstance(block, Answers)
             for one in block.findings]  # fmt: skip
    assert timing.sentence(results, "17") in texts
    keys = [{block.key for block in blocks_of(one) if isinstance(block, Figure)}
            for one in (page, early)]  # fmt: skip
    assert "staff-17-timing" in keys[0]
    assert "staff-17-timing" not in keys[1]
