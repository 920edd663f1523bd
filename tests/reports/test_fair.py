"""Fair costs in words: each kind of sentence from prices that are known."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from analysis.studies.politics_price import PoliticsPriceStudy
from analysis.studies.price import Prices, PriceStudy
from analysis.studies.questions import PriceSettings, SuggestSettings
from analysis.studies.suggest import NO_CHECKS, Suggestion, SuggestStudy
from reports.site import fair
from reports.tables.price import (
    checks_table,
    precision,
    price_table,
    suggestion_table,
    suggestion_words,
)
from tests.reports.conftest import answered


def priced(
    item: str, name: str, fair_cost: tuple[float, float, float], **more: Any
) -> dict[str, Any]:
    known = dict(zip(("fair", "fair_low", "fair_high"), fair_cost, strict=True))
    usual = {
        "item": item, "name": name, "printed": 4, "even": 7.0, "even_low": 6.0, "even_high": np.inf,
        "least": 0, "most": 10, "even_least": 0.0, "even_most": 8.0,
        "worth": 1.0, "worth_low": 0.5, "worth_high": 1.5, "worth_se": 0.25,
        "use": 0.8, "at_fair": 0.1, "fair_use": 0.4, "slope": -0.6, "slope_low": -0.9,
        "slope_high": -0.3, "q": 0.5, "players": 2, "policy": "greedy", "outcome": "lead",
    }  # fmt: skip
    return {**usual, **known, **more}


@pytest.fixture
def results() -> Any:
    rows = [
        priced("1", "Cheap", (6.5, 5.5, 7.25), q=0.001),
        priced("2", "Dear", (-np.inf, -np.inf, 1.5), q=0.001, worth=-2.0, even=-np.inf),
        priced("3", "Mighty", (np.inf, 9.0, np.inf), q=0.04, worth=5.0, even=np.inf),
        priced("4", "Open", (3.0, 2.0, 5.0), even=np.nan),
        priced("5", "Late", (4.0, 2.0, 6.0), even=-np.inf, even_least=2.0),
    ]
    found = Prices(PriceSettings(games=24_000), pd.DataFrame(rows), pd.DataFrame())
    facts = SimpleNamespace(brief=lambda rules: "2021", short=lambda rules: "2021")
    return answered({PriceStudy: found}, facts=facts)


def test_rows_are_sorted_by_how_far_the_printed_cost_is_off(results):
    assert [row["item"] for _, row in fair.first_table(results.of(PriceStudy)).iterrows()] == list(
        "31542"
    )


@pytest.mark.parametrize(
    ("item", "words"),
    [
        ("1", "Costs 4; the fair cost is 6.5 (5.5 to 7.2). One krone more changes its worth by"
              " −0.60 (−0.90 to −0.30) VP. Buying it gains up to a cost of 7.0."),
        ("2", "the fair cost is below 0 (below 0 to 1.5)."),
        ("2", "These players lose by buying it, even at no cost."),
        ("5", "These players lose by buying it, even at 2."),
        ("3", "the fair cost is above 10 (9.0 to above 10)."),
        ("3", "Buying it gains at every cost at which these players buy it."),
        ("4", "Too few players buy it to say what buying it gains."),
    ],
)  # fmt: skip
def test_a_card_page_says_no_more_than_was_played(results, item, words):
    assert words in fair.sentence(results, item)


def test_only_costs_told_apart_over_all_cards_are_called_too_low_or_high(results):
    table = price_table(fair.first_table(results.of(PriceStudy)), "here", "k")
    said = {row[0]: row[1] for row in table.rows}
    assert said == {"Cheap (1)": "too low", "Dear (2)": "too high", "Mighty (3)": "too low",
                    "Open (4)": "open", "Late (5)": "open"}  # fmt: skip
    even = dict(
        zip((row[0] for row in table.rows), (str(row[4]) for row in table.rows), strict=True)
    )
    assert even["Mighty (3)"] == "above 8 (6.0 to above 8)"  # nobody buys it for more
    assert even["Late (5)"].startswith("below 2 (")
    prose, shown = fair.blocks(results)
    assert "2 printed costs are shown to be too low and 1 too high" in str(prose)
    assert shown.head == table.head


def test_precision_counts_intervals_that_are_closed(results):
    text = precision(results.of(PriceStudy).prices)
    assert "within ±1.50 krones (3 of 5 are closed; 2 have an end beyond" in text


def test_without_prices_the_pages_say_how_to_get_them(results):
    results.answers[PriceStudy] = None
    assert fair.sentence(results, "1") == ""
    assert "gah study price" in str(fair.blocks(results)[0])


def test_a_suggestion_shows_costs_and_what_fresh_deals_say_before_and_after():
    sides = {
        f"{side}_{name}": value
        for side, verdict in (("before", "too strong"), ("after", "balanced"))
        for name, value in (("estimate", 4.0), ("low", 3.5), ("high", 4.5), ("verdict", verdict))
    }
    usual = {"item": "1", "name": "Cheap", "printed": 2, "suggested": 4, "before": 5.0,
             "after": 1.0, "inside": True, **sides}  # fmt: skip
    same = {**usual, "item": "2", "name": "Same", "suggested": 2, "before_verdict": "undecided"}
    found = Suggestion(SuggestSettings(tested=300), 3.0, pd.DataFrame([usual, same]), NO_CHECKS, "")
    (row,) = suggestion_table(found, "here").rows
    assert list(row) == ["Cheap (1)", "2", "4", "+4.00 (+3.50 to +4.50)", "too strong",
                         "+4.00 (+3.50 to +4.50)", "balanced"]  # fmt: skip
    assert suggestion_words(found) == [
        "1 cost is changed. Margin 3 VP. As printed: 1 too strong, 0 too weak, 0 balanced,"
        " 1 undecided; with the patch: 0 too strong, 0 too weak, 2 balanced, 0 undecided.",
        "A verdict weighs a card's estimate against the spread of all cards, so a card just"
        " beyond the margin may be balanced.",
    ]
    found.changes["after_estimate"] = 2.9
    assert len(suggestion_words(found)) == 1


def test_the_rounds_of_a_suggestion_are_counted_and_the_last_says_what_is_off(results):
    def rows(number: int, policy: str, *verdicts: str) -> list[dict[str, object]]:
        return [{"round": number, "players": 2, "policy": policy, "item": str(i),
                 "name": f"Card {i}", "cost": 3, "estimate": 1.0, "low": 0.5, "high": 1.5,
                 "verdict": one}
                for i, one in enumerate(verdicts)]  # fmt: skip

    checks = pd.DataFrame(rows(1, "planner", "too strong", "too weak")
                          + rows(2, "planner", "balanced", "balanced")
                          + rows(2, "expert", "balanced", "too weak"))  # fmt: skip
    table = checks_table(
        Suggestion(SuggestSettings(tested=300), 3.0, pd.DataFrame(), checks, "[set]")
    )
    assert [list(row) for row in table.rows] == [
        ["1", "2 planners", "1", "1", "0", "0", "–"],
        ["2", "2 planners", "0", "0", "2", "0", "none"],
        ["2", "2 experts", "0", "1", "1", "0", "Card 1 (too weak)"],
    ]


def test_the_last_round_of_a_suggestion_says_who_judged_it_and_how_many_are_off():
    def said(*verdicts: str) -> str:
        row = {"item": "1", "name": "Card", "printed": 2, "suggested": 3, "inside": True,
               "before_verdict": "too strong", "after_verdict": "balanced",
               "after_estimate": 1.0}  # fmt: skip
        checks = pd.DataFrame([
            {"round": 2, "players": 4, "policy": policy, "item": "1", "name": "Card", "cost": 3,
             "verdict": verdict}
            for policy, verdict in zip(("planner", "expert"), verdicts, strict=True)
        ])  # fmt: skip
        found = Suggestion(SuggestSettings(tested=300), 3.0, pd.DataFrame([row]), checks, "[set]")
        return suggestion_words(found)[-1]

    judged = "The patch is from round 2, judged by 4 planners and 4 experts: "
    assert said("balanced", "undecided") == f"{judged}none is outside."
    assert said("balanced", "too weak") == f"{judged}1 of its 2 verdicts is outside."


def test_a_card_that_no_cost_mends_is_named():
    row = {"item": "1", "name": "Gift", "printed": 2, "suggested": 0, "inside": False,
           "before_verdict": "too weak", "after_verdict": "balanced",
           "after_estimate": -2.0}  # fmt: skip
    check = {"round": 1, "players": 4, "policy": "planner", "item": "1", "name": "Gift",
             "cost": 0, "verdict": "too weak"}  # fmt: skip
    said = [
        suggestion_words(Suggestion(SuggestSettings(tested=300), 3.0, pd.DataFrame([row]),
                                    pd.DataFrame([{**check, "cost": cost}]), "[set]"))[-1]
        for cost in (0, 1)
    ]  # fmt: skip
    assert said[0] == "Too weak at a table even at no cost, so no cost fixes it: Gift."
    assert "Gift" not in said[1]


def test_a_card_that_brings_vp_because_it_is_too_weak_for_nothing_says_how_many():
    sides = {f"{side}_{name}": value for side in ("before", "after")
             for name, value in (("estimate", -4.0), ("low", -4.5), ("high", -3.5))}  # fmt: skip
    row = {"item": "1", "name": "Gift", "printed": 2, "suggested": -2, "inside": True,
           "before_verdict": "too weak", "after_verdict": "balanced", **sides}  # fmt: skip
    check = {"round": 1, "players": 4, "policy": "planner", "item": "1", "name": "Gift",
             "cost": -2, "verdict": "balanced"}  # fmt: skip
    found = Suggestion(SuggestSettings(tested=300), 3.0, pd.DataFrame([row]),
                       pd.DataFrame([check]), "[set]")  # fmt: skip
    assert suggestion_words(found)[-1] == (
        "Too weak even at no cost, so it gives VP when hired: Gift (2 VP)."
    )
    (shown,) = suggestion_table(found, "here").rows
    assert shown[1:3] == ["2", "0, and gains 2 VP when hired"]


def test_what_drafting_by_the_worths_gains_is_shown_where_it_was_tried(results):
    rows = [
        {"about": "the dearest card first", "players": 2, "outcome": outcome, "estimate": value,
         "low": value / 2, "high": 2 * value, "deals": 200}
        for outcome, value in (("vp", 4.0), ("win", 0.05))
    ]  # fmt: skip
    assert len(fair.blocks(results)) == 2
    results.answers[PriceStudy] = replace(results.of(PriceStudy), draft=pd.DataFrame(rows))
    table = fair.blocks(results)[-1]
    assert table.caption.endswith("200 deals")
    assert table.rows == [["the dearest card first", "+4.0 (+2.0 to +8.0)",
                           "+5.0 (+2.5 to +10.0)"]]  # fmt: skip


def test_the_suggested_patch_is_shown_with_its_test_where_one_is_known(results):
    results.answers[SuggestStudy] = None
    assert fair.suggestion(results) == []
    row = {"item": "1", "name": "Cheap", "printed": 2, "suggested": 4, "before": 5.0, "after": 1.0,
           "inside": True, "before_estimate": 4.0, "before_low": 3.5, "before_high": 4.5,
           "before_verdict": "too strong", "after_estimate": 1.0, "after_low": 0.5,
           "after_high": 1.5, "after_verdict": "balanced"}  # fmt: skip
    results.answers[SuggestStudy] = Suggestion(
        SuggestSettings(tested=300), 3.0, pd.DataFrame([row]), NO_CHECKS, "[set]"
    )
    prose, table, patch = fair.suggestion(results)
    assert "1 too strong, 0 too weak, 0 balanced, 0 undecided; with the patch: 0 too" in prose.text
    assert table.caption == "Suggested costs: 2021, 2 greedy players, 300 fresh games of each"
    assert [one.text for one in patch.blocks] == ["[set]"]
    assert "with all new costs at once" in prose.text
    assert "hardly better than holding one you never play" in prose.text


def test_politics_cards_have_fair_vp_where_they_were_priced(results):
    results.answers[PoliticsPriceStudy] = None
    assert "gah study price --kind politics" in str(fair.politics(results)[0])
    row = priced("A-rooms", "12 rooms", (6.7, 6.2, 7.3), printed=15, q=0.001, worth=5.0)
    results.answers[PoliticsPriceStudy] = Prices(
        PriceSettings(games=108_000), pd.DataFrame([row]), pd.DataFrame()
    )
    prose, table = fair.politics(results)
    assert "for 2 greedy players" in prose.text
    assert table.caption.startswith("What the first place of politics cards should pay: 2021, 2")
    assert table.caption.endswith("000 deals")
    assert [str(cell) for cell in table.rows[0][:4]] == [
        "12 rooms (A-rooms)", "too high", "15", "6.7 (6.2 to 7.3)",
    ]  # fmt: skip
