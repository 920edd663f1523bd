"""Tables of what it is worth to take a guest at each price of the row."""

from __future__ import annotations

from collections import Counter

import pandas as pd

from analysis.base.verdicts import UNDECIDED
from analysis.cards.taking import GOOD, POOR
from analysis.studies.guests import Guests
from reports.tables.table import Column, Table
from reports.text import PERCENT, POINTS, VP, cell, measured, plain, signed

UNKNOWN = "too few games"
ORDER = (GOOD, POOR, UNDECIDED, "")
"""Verdicts, what can be claimed first."""


def value_table(found: Guests, frame: pd.DataFrame, caption: str, key: str = "") -> Table:
    """A row a guest and price: verdict, worth of taking it, how often the player itself does.

    frame: rows of one table of players by the lead, as `Guests.of`, or some of them; those that can
    be claimed come first, the largest worth first.
    """
    players, policy = int(frame["players"].iloc[0]), str(frame["policy"].iloc[0])
    wins = found.of(players, policy, "win").set_index(["item", "price"])
    frame = frame.assign(rank=frame["verdict"].map(ORDER.index)).sort_values(
        ["rank", "estimate"], ascending=[True, False], kind="stable"
    )
    frame = frame.drop(columns="rank")
    rows = [
        [
            f"{row['name']} ({row['item']})", row["verdict"] or UNKNOWN, str(row["price"]),
            row["colour"], str(row["vp"]), cell(row, VP), cell(measured(row, "instead"), VP),
            cell(wins.loc[(row["item"], row["price"])], POINTS),
            cell(measured(row, "use"), PERCENT, sign=False),
        ]
        for _, row in frame.iterrows()
    ]  # fmt: skip
    head = ["Guest", "Value", "Price", "Colour", "VP printed", "Instead of none, VP",
            "Instead of another, VP", "Instead of none, wins, points", "Taken, %"]  # fmt: skip
    columns = [
        Column("name"), Column("verdict", filter=True), Column("price", filter=True),
        Column("colour", rank=1, filter=True), Column("vp", rank=2), Column("estimate"),
        Column("instead", rank=1), Column("win", rank=2), Column("use", rank=1),
    ]  # fmt: skip
    return Table(caption, head, rows, key=key, columns=columns if key else (),
                 frame=frame if key else None)  # fmt: skip


def at_price(krones: int) -> str:
    """ "for nothing", "at 2 krones"."""
    return f"at {krones} krone{'s' if krones > 1 else ''}" if krones else "for nothing"


def counted(frame: pd.DataFrame) -> list[str]:
    """How many guests are good value at each price, in sentences; rows of one table and outcome."""
    lines = []
    for krones, rows in frame.groupby("price", sort=True):
        counts = Counter(rows["verdict"])
        said = ", ".join(f"{counts[one]} {one or UNKNOWN}" for one in ORDER if counts[one])
        lines.append(_sentence(f"{at_price(int(krones))}: {said}"))
    return lines


def averages(found: pd.DataFrame) -> list[str]:
    """What an average guest is worth at each price, in sentences; rows of `Guests.average`."""
    return [
        _sentence(
            f"{at_price(int(row['price']))} an average guest, taken instead of none, changes the"
            f" lead by {signed(row, VP)}; left to themselves, these players take"
            f" {plain(measured(row, 'use'), PERCENT)}"
        )
        for _, row in found.iterrows()
    ]


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
