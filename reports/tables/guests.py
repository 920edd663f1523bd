"""Tables of the worth of taking a guest at each price of the row."""

from __future__ import annotations

import pandas as pd

from analysis.base.verdicts import UNDECIDED
from analysis.cards.taking import GOOD, POOR
from analysis.studies.guests import Guests
from reports.tables.table import Column, Table
from reports.text import PERCENT, POINTS, VP, cell, count, measured, upper

UNKNOWN = "too few games"
ORDER = (GOOD, POOR, UNDECIDED, "")
"""Verdicts in the order of display: claims first."""


def value_table(found: Guests, players: int, policy: str, caption: str, key: str = "") -> Table:
    """One row per guest: the worth of taking it at each price, and at the lowest price its verdict,
    its worth instead of another guest, its worth in wins, and how often the player chooses it.

    Claims come first, the largest worth first. The saved data have one row per guest and price.
    """
    frame = found.at(found.values, players, policy)
    prices = sorted(frame["price"].unique())
    first = frame[frame["price"] == prices[0]]
    first = first.assign(rank=first["verdict"].map(ORDER.index)).sort_values(
        ["rank", "estimate"], ascending=[True, False], kind="stable"
    )
    at, wins = (found.at(found.values, players, policy, outcome).set_index(["item", "price"])
                for outcome in ("lead", "win"))  # fmt: skip
    rows = [
        [
            f"{row['name']} ({row['item']})", row["verdict"] or UNKNOWN, row["colour"],
            str(row["vp"]), *(_worth(at, str(row["item"]), price) for price in prices),
            cell(measured(row, "instead"), VP), cell(wins.loc[(row["item"], prices[0])], POINTS),
            cell(measured(row, "use"), PERCENT, sign=False),
        ]
        for _, row in first.iterrows()
    ]  # fmt: skip
    lowest = at_price(prices[0])
    columns = [
        Column("Guest"), Column(f"Value {lowest}", filter=True),
        Column("Colour", rank=1, filter=True), Column("VP printed", rank=2),
        *(Column(upper(at_price(price)), rank=min(i, 1)) for i, price in enumerate(prices)),
        Column(f"Instead of another, {lowest}", rank=2), Column(f"Wins {lowest}, points", rank=2),
        Column(f"Taken {lowest}, %", rank=2),
    ]  # fmt: skip
    tools = columns if key else ()  # a table at the terminal is not sorted
    head = [one.name for one in columns]
    return Table(caption, head, rows, key=key, columns=tools, frame=frame, brief=True)


def price_table(found: Guests, players: int, policy: str, caption: str) -> Table:
    """One row per price: how many guests are good value, the worth of an average guest, and how
    often the player chooses one."""
    frame = found.at(found.values, players, policy)
    average = found.at(found.averages, players, policy).set_index("price")
    rows = []
    for price, own in frame.groupby("price", sort=True):
        known = average.loc[price] if price in average.index else None
        rows.append([
            upper(at_price(int(price))),
            *(count(int((own["verdict"] == one).sum())) for one in ORDER),
            cell(known, VP) if known is not None else "–",
            cell(measured(known, "use"), PERCENT, sign=False) if known is not None else "–",
        ])  # fmt: skip
    head = ["Price", *(upper(one or UNKNOWN) for one in ORDER), "Average guest, VP", "Taken, %"]
    return Table(caption, head, rows)


def _worth(at: pd.DataFrame, item: str, price: int) -> str:
    """The worth of taking a guest at a price, with the verdict if something can be claimed."""
    if (item, price) not in at.index:
        return "–"
    row = at.loc[(item, price)]
    verdict = row["verdict"] if row["verdict"] in (GOOD, POOR) else ""
    return cell(row, VP, verdict=verdict)


def at_price(krones: int) -> str:
    """ "for nothing", "at 2 krones"."""
    return f"at {krones} krone{'s' if krones > 1 else ''}" if krones else "for nothing"
