"""Sentences that crowd numbers: `docs/style.md` allows two in a sentence, and no interval."""

from __future__ import annotations

import re

MOST = 2
NAMES = re.compile(
    r"\([\w-]{1,4}\)|"  # the printed number of a card
    r"\b(2015|2021)\b|"  # editions
    r"\b[2-4] (?:\w+ )?(?:players|planners|experts|masters)\b|"  # tables
    r"\b[A-Za-z]+:\d+\b|"  # players that search
    r"\b\d+ of (?=\d)|"  # "27 of 48" is one number
    r"\bround \d+( of \d+)?\b|“[^”]*”|<code>.*?</code>"
)
"""What has digits and is no measured number: names, tables, rounds, titles, commands."""
NUMBER = re.compile(r"\d[\d.,]*")
INTERVAL = re.compile(r"\([−+]?[\d.,]+%? to [−+]?[\d.,]+")


def crowded(text: str) -> list[str]:
    """The sentences of a text that have an interval, or more numbers than a reader can keep."""
    return [
        one
        for one in re.split(r"(?<=[.?!])\s+", NAMES.sub(" ", str(text)))
        if INTERVAL.search(one) or len(NUMBER.findall(one)) > MOST
    ]
