"""Tables of what guests are worth to whom they are offered first, at each price of the row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pandas as pd

from analysis.cards.offers import GOOD, LEFT, POOR, SET_UP
from analysis.studies.guests import Guests
from reports.tables import Column, Table
from reports.text import PERCENT, POINTS, UNITS, VP, Estimate, cell, measured, number

TOLD = {GOOD: "good value", POOR: "poor value", LEFT: "not taken", "": "too few games"}
"""A verdict in words, where they are not its own."""
ORDER = (GOOD, POOR, "undecided", LEFT, "")


def offer_table(found: Guests, frame: pd.DataFrame, caption: str, key: str = "") -> Table:
    """A row a guest and price: verdict, taken, worth of taking it and of its lying there.

    frame: rows of one table of players by the lead, as `Guests.of`; the best value comes first.
    """
    wins = _by_offer(found.of(int(frame["players"].iloc[0]), str(frame["policy"].iloc[0]), "win"))
    rank = frame["verdict"].map(ORDER.index)
    frame = frame.assign(rank=rank, nothing=frame["using"].isna()).sort_values(
        ["rank", "nothing", "using", "estimate"], ascending=[True, True, False, False],
        kind="stable",
    ).drop(columns=["rank", "nothing"])  # fmt: skip
    rows = [
        [
            f"{row['name']} ({row['item']})", TOLD.get(row["verdict"], row["verdict"]),
            price(row), str(row["colour"]), str(row["vp"]), taken(row), taking(row),
            cell(row, VP), cell(wins.loc[_offer(row)], POINTS),
        ]
        for _, row in frame.iterrows()
    ]  # fmt: skip
    head = ["Guest", "Value", "Price", "Colour", "VP printed", "Taken, %", "Worth of taking it, VP",
            "Worth of its lying there, VP", "The same, wins, points"]  # fmt: skip
    columns = [
        Column("name"), Column("verdict", filter=True), Column("price", filter=True),
        Column("colour", rank=1, filter=True), Column("vp", rank=2), Column("use", rank=1),
        Column("using"), Column("estimate", rank=1), Column("win", rank=2),
    ]  # fmt: skip
    return Table(caption, head, rows, key=key, columns=columns if key else (),
                 frame=frame if key else None)  # fmt: skip


def _by_offer(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.set_index(["occasion", "price", "item"]).sort_index()


def _offer(row: pd.Series) -> tuple[str, int, str]:
    return row["occasion"], row["price"], row["item"]


def price(row: pd.Series) -> str:
    """When and for how much: "free in the set-up", "2"."""
    return "free in the set-up" if row["occasion"] == SET_UP.name else str(row["price"])


def taken(row: pd.Series) -> Estimate:
    """Share of those who may take it first that do."""
    return cell(measured(row, "use"), PERCENT, sign=False)


def taking(row: pd.Series) -> Estimate:
    """The worth of taking it; a dash where too few do."""
    if pd.isna(row["using"]):
        return Estimate("–", "", (0.0, 0.0, 0.0))
    return cell(measured(row, "using"), UNITS.get(row["outcome"], VP))


def summary(frame: pd.DataFrame) -> list[str]:
    """How many guests are good value at each price, in sentences.

    frame: rows of one table of players under one outcome.
    """
    lines = []
    for (_, at), rows in frame.groupby(["occasion", "price"], sort=False):
        counts = Counter(rows["verdict"])
        said = [f"{counts[one]} {TOLD.get(one, one)}" for one in ORDER if counts[one]]
        first = rows.iloc[0]
        where = "Free in the set-up" if first["occasion"] == SET_UP.name else f"At {at} krones"
        lines.append(f"{where}: {', '.join(said)}.{_floor(first)}")
    return lines


def _floor(row: pd.Series) -> str:
    """What a guest is worth that is left lying, by how many."""
    if not row["floor_cards"]:
        return " No guest is left by nine in ten, so that the worth of taking one cannot be told."
    bounds = " to ".join(number(row[f"floor_{end}"], 2, True) for end in ("low", "high"))
    return f" Guests left lying: {number(row['floor'], 2, True)} VP ({bounds})."


def top(tables: Sequence[Table], rows: int) -> list[Table]:
    """The tables with their first rows."""
    return [Table(one.caption, one.head, one.rows[:rows]) for one in tables]
