"""Which guests are good value, in words: each kind of sentence from worths that are known."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from analysis.studies.guests import Guests, GuestStudy
from analysis.studies.questions import GuestSettings
from reports.site import value
from reports.tables.guests import price_table, value_table
from tests.reports.conftest import answered


def valued(item: str, price: int, verdict: str, worth: float, **more: Any) -> dict[str, Any]:
    return {
        "item": item, "name": f"Guest {item}", "colour": "red", "vp": 3, "price": price,
        "outcome": "lead", "verdict": verdict, "estimate": worth, "low": worth - 1,
        "high": worth + 1, "sim_low": worth - 2, "sim_high": worth + 2,
        "instead": worth - 2, "instead_low": worth - 3, "instead_high": worth - 1, "use": 0.25,
        "use_low": 0.2, "use_high": 0.3, "players": 2, "policy": "greedy", **more,
    }  # fmt: skip


@pytest.fixture
def results() -> Any:
    rows = [
        valued("49", 0, "good value", 6.0),
        valued("49", 1, "good value", 5.0), valued("49", 2, "undecided", 1.0),
        valued("49", 3, "poor value", -3.0),
        valued("50", 0, "undecided", 1.0),
        valued("51", 0, "", np.nan),
    ]  # fmt: skip
    values = pd.DataFrame(rows)
    values = pd.concat([values, values.assign(outcome="win", estimate=values["estimate"] / 100)])
    mean = valued("", 1, "", 2.0) | {"use": 0.1, "use_low": 0.05, "use_high": 0.15}
    found = Guests(GuestSettings(deals=12_000), values, pd.DataFrame([mean]))
    facts = SimpleNamespace(brief=lambda rules: "2021", short=lambda rules: "2021")
    return answered({GuestStudy: found}, facts=facts)


@pytest.mark.parametrize(
    ("item", "words"),
    [
        ("49", "Good value for nothing, +6.00 VP (+5.00 to +7.00) and at 1 krone, +5.00 VP (+4.00"
               " to +6.00); poor value at 3 krones, −3.00 VP (−4.00 to −2.00). Taking it for"
               " nothing changes the lead by +4.00 VP (+3.00 to +5.00) compared with another guest"
               " of the row; by free choice, 25.0% (20.0 to 30.0) of players take it."),
        ("50", "Not shown to be good or poor value at any price. Taking it for nothing changes"),
        ("51", ""),
        ("52", ""),
    ],
)  # fmt: skip
def test_the_page_of_a_guest_names_prices_with_their_intervals(results, item, words):
    found = value.sentence(results, item)
    assert found.startswith(words)
    assert bool(found) == bool(words)


def test_the_page_of_guests_counts_verdicts_and_lists_what_can_be_claimed_first(results):
    _, prices, table = value.blocks(results)
    assert prices.rows[0][:5] == ["For nothing", "1", "0", "1", "1"]
    assert prices.rows[3][:5] == ["At 3 krones", "0", "1", "0", "0"]
    assert prices.rows[1][5:] == ["+2.00 (+1.00 to +3.00)", "10.0 (5.0 to 15.0)"]
    assert [row[1] for row in table.rows] == ["good value", "undecided", "too few games"]
    assert table.rows[0][0] == "Guest 49 (49)"
    assert table.rows[0][4:8] == [
        "+6.00 (+5.00 to +7.00) good value", "+5.00 (+4.00 to +6.00) good value",
        "+1.00 (0.00 to +2.00)", "−3.00 (−4.00 to −2.00) poor value",
    ]  # fmt: skip
    assert table.rows[1][5] == "–"
    assert len(table.frame) == 6  # what is saved has a row a guest and price


def test_the_first_answer_on_guests_names_the_best_and_counts_by_price(results):
    (found,) = value.findings(results, "guests")
    assert found.text == (
        "Taken for nothing, 1 of 3 guests are good value; Guest 49 (49) gains most. At 3 krones,"
        " 1 of 1 are poor value and none good value."
    )
    assert found.numbers == [
        "Guest 49 (49), for nothing: lead +6.00 VP (+4.00 to +8.00 jointly) against taking no guest"
    ]
    assert found.href == "guests.html#value"
    results.answers[GuestStudy] = None
    assert value.findings(results, "guests") == []


@pytest.mark.parametrize(("second", "named"), [(1.9, True), (2.1, False)])
def test_guests_gain_most_only_if_joint_intervals_set_them_apart(results, second, named):
    """Good value or not: an undecided guest may be the one that gains most."""
    frame = results.of(GuestStudy).values
    at = (frame["item"] == "50") & (frame["outcome"] == "lead")
    frame.loc[at, ["estimate", "sim_low", "sim_high"]] = [second, second - 2, second + 2]
    (found,) = value.findings(results, "guests")
    assert ("Guest 49 (49) gains most" in found.text) is named
    assert found.text.startswith("Taken for nothing, 1 of 3 guests are good value")
    assert len(found.numbers) == 1


def test_a_table_at_the_terminal_says_the_same_without_tools(results):
    found = results.of(GuestStudy)
    table = value_table(found, 2, "greedy", "here")
    assert not table.columns
    assert table.rows == value.blocks(results)[2].rows
    assert len(price_table(found, 2, "greedy", "here").rows) == 4


def test_without_games_the_pages_say_how_to_get_them(results):
    results.answers[GuestStudy] = None
    assert value.sentence(results, "49") == ""
    (prose,) = value.blocks(results)
    assert "gah study guests" in prose.text
