"""Numbers in words: signs, intervals, lists. Every claim of the pages is built from these.

Numbers and intervals follow `simulate.base.notation`; `NOTATION` explains it on every page.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from simulate.base.notation import MINUS as MINUS
from simulate.base.notation import UNKNOWN, bounds, estimate
from simulate.base.notation import number as number

NBSP = "\N{NO-BREAK SPACE}"
NOTATION = (
    "Brackets contain 95% intervals: +2.1 (+1.4 to +2.8) means that +2.1 was measured and the true"
    " value is probably between +1.4 and +2.8. “Jointly” means that all intervals of a list hold"
    " together."
)


@dataclass(frozen=True)
class Unit:
    """How an outcome is written: factor for its value, decimals, name after the number."""

    factor: float
    digits: int
    name: str


POINTS = Unit(100, 1, "percentage points")
PERCENT = Unit(100, 1, "%")
VP = Unit(1, 2, "VP")
KRONES = Unit(1, 1, "krones")
PLAIN = Unit(1, 2, "")
UNITS = {"win": POINTS, "play_rate": POINTS, "vp": VP}


class EstimateText(str):
    """An estimate with its interval as text, which keeps its parts for sorting and drawing: `value`
    and `bounds` as written, `numbers` (estimate, low, high) as measured, and a verdict, if any."""

    value: str
    bounds: str
    numbers: tuple[float, float, float]
    verdict: str

    def __new__(
        cls, value: str, bounds: str, numbers: tuple[float, float, float], verdict: str = ""
    ) -> EstimateText:
        bounds = "" if value == UNKNOWN else bounds
        text = f"{value} ({bounds})" if bounds else value
        one = super().__new__(cls, f"{text} {verdict}" if verdict else text)
        one.value, one.bounds, one.numbers, one.verdict = value, bounds, numbers, verdict
        return one

    def __reduce__(self) -> tuple[type[EstimateText], tuple[Any, ...]]:
        """Its parts, so that it can be sent to another process."""
        return EstimateText, (self.value, self.bounds, self.numbers, self.verdict)


def signed(row: pd.Series, unit: Unit, *, joint: bool = False, name: bool = True) -> str:
    """An estimated difference with its interval: "+2.1 VP (+1.4 to +2.8)".

    joint: use the interval that is joint over all rows of its family.
    """
    low, high = ("sim_low", "sim_high") if joint else ("low", "high")
    held = interval(row[low], row[high], unit, sign=True)
    label = f" {unit.name}" if name and unit.name else ""
    value = number(row["estimate"] * unit.factor, unit.digits, True)
    return f"{value}{label} ({held}{' jointly' if joint else ''})"


def plain(row: pd.Series, unit: Unit, *, joint: bool = False) -> str:
    """An estimated level with its interval: "129.85 VP (129.58 to 130.13)".

    joint: use the interval that is joint over all rows of its family.
    """
    ends = ("sim_low", "sim_high") if joint else ("low", "high")
    at, low, high = (row[name] * unit.factor for name in ("estimate", *ends))
    said = estimate(at, low, high, unit.digits, unit=unit.name)
    return f"{said.removesuffix(')')} jointly)" if joint and said.endswith(")") else said


def interval(low: float, high: float, unit: Unit, sign: bool = False) -> str:
    """Bounds of an interval: "+1.4 to +2.8"."""
    return bounds(low * unit.factor, high * unit.factor, unit.digits, sign)


def cell(row: pd.Series, unit: Unit, sign: bool = True, verdict: str = "") -> EstimateText:
    """A table cell: estimate and interval, and a verdict if one is given."""
    at, low, high = (float(row[name]) * unit.factor for name in ("estimate", "low", "high"))
    value = number(at, unit.digits, sign)
    return EstimateText(value, bounds(low, high, unit.digits, sign), (at, low, high), verdict)


def measured(row: pd.Series, name: str) -> pd.Series:
    """One of several measured columns in the form that sentences need: estimate, low, high."""
    return pd.Series(
        {"estimate": row[name], "low": row[f"{name}_low"], "high": row[f"{name}_high"]}
    )


def listing(items: Sequence[str], last: str = "and") -> str:
    """ "a", "a and b", "a, b and c"; ``last`` joins the last item."""
    items = list(items)
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + f" {last} {items[-1]}"


def with_unit(label: str, unit: str) -> str:
    """A label with its unit, unless the label contains it."""
    return label if unit in label else f"{label}, {unit}"


def upper(text: str) -> str:
    """A sentence with its first letter capitalized."""
    return text[:1].upper() + text[1:]


def count(value: int) -> str:
    """A whole number with thousands separated by commas."""
    return f"{value:,}"


def equal_share(players: int) -> str:
    """The share of wins of one of several equals: "50%", "33.3%", "25%"."""
    return f"{number(100 / players, 1 if 100 % players else 0)}%"


def p_cell(p: float) -> str:
    """A p- or q-value in a cell with a heading: "0.031", "< 0.001"."""
    return "n/a" if pd.isna(p) else "< 0.001" if p < 0.001 else f"{p:.3f}"


def p_value(p: float) -> str:
    """ "p = 0.031" or "p < 0.001", with non-breaking spaces."""
    return (
        "p n/a"
        if math.isnan(p)
        else f"p{NBSP}<{NBSP}0.001"
        if p < 0.001
        else f"p{NBSP}={NBSP}{p:.3f}"
    )
