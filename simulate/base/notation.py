"""Format of numbers and intervals, in the terminal, on pages and in records.

The bounds of an interval follow the estimate in brackets: "+2.1 (+1.4 to +2.8)", "51.2% (50.6 to
51.8)". They are at 95% unless stated otherwise.
"""

from __future__ import annotations

import math

MINUS = "\N{MINUS SIGN}"
UNKNOWN = "n/a"
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""First characters of cells that a spreadsheet would compute or run."""


def number(value: float, digits: int = 2, sign: bool = False) -> str:
    """A number with a true minus sign, e.g. "+2.10", "−0.35"; "n/a" for NaN."""
    if value is None or math.isnan(value):
        return UNKNOWN
    if math.isinf(value):
        return f"{MINUS if value < 0 else ''}∞"
    text = f"{abs(value):,.{digits}f}"
    if float(text.replace(",", "")) == 0:
        return text
    return (MINUS if value < 0 else "+" if sign else "") + text


def bounds(low: float, high: float, digits: int = 2, sign: bool = False) -> str:
    """The bounds of an interval, for use in brackets: "+1.4 to +2.8"; "n/a" for NaN."""
    if math.isnan(low) and math.isnan(high):
        return UNKNOWN
    return f"{number(low, digits, sign)} to {number(high, digits, sign)}"


def estimate(
    value: float, low: float, high: float, digits: int = 2, sign: bool = False, unit: str = ""
) -> str:
    """An estimate with its interval: "+2.10 VP (+1.40 to +2.80)", "51.2% (50.6 to 51.8)"."""
    space = " " if unit and unit != "%" else ""
    return f"{number(value, digits, sign)}{space}{unit} ({bounds(low, high, digits, sign)})"


def in_bytes(size: float) -> str:
    """An amount of data: "310 kB", "1.9 GB"."""
    for unit, factor in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6)):
        if size >= factor:
            return f"{size / factor:.1f} {unit}"
    return f"{size / 1e3:.0f} kB"
