"""Numbers as words."""

from __future__ import annotations

import math

import pandas as pd
import pytest

from reports import text


@pytest.mark.parametrize(
    ("value", "digits", "sign", "expected"),
    [
        (1.234, 2, True, "+1.23"),
        (-1.5, 1, True, "−1.5"),
        (-0.001, 2, True, "0.00"),
        (12345.6, 0, False, "12,346"),
        (math.nan, 2, True, "n/a"),
        (math.inf, 1, False, "∞"),
    ],
)
def test_number(value, digits, sign, expected):
    assert text.number(value, digits, sign) == expected


def test_signed_has_an_interval_and_a_unit():
    row = pd.Series({"estimate": 0.021, "low": 0.014, "high": 0.028, "sim_low": 0.01,
                     "sim_high": 0.032})  # fmt: skip
    assert text.signed(row, text.POINTS) == "+2.1 percentage points (+1.4 to +2.8)"
    assert "(+1.0 to +3.2 jointly)" in text.signed(row, text.POINTS, joint=True)


def test_small_words():
    assert text.listing(["a"]) == "a"
    assert text.listing(["a", "b", "c"]) == "a, b and c"
    assert text.count(20_000) == "20,000"
    assert [text.equal_share(n) for n in (2, 3, 4)] == ["50%", "33.3%", "25%"]
    assert text.p_value(0.0001) == "p\u00a0<\u00a00.001"
    assert text.p_value(0.0314) == "p\u00a0=\u00a00.031"


def test_what_is_not_known_has_no_interval():
    """As for cards of which no deal tells anything: "n/a", not "n/a (n/a to n/a)"."""
    unknown = pd.Series({"estimate": math.nan, "low": math.nan, "high": math.nan})
    assert text.cell(unknown, text.VP) == "n/a"
    assert text.EstimateText("n/a", "n/a", (math.nan, math.nan, math.nan)) == "n/a"
    assert text.interval(math.nan, math.nan, text.VP) == "n/a"
