"""Which guests are good value, in words: on the page of guests and on each guest's own page."""

from __future__ import annotations

import pandas as pd

from analysis.cards.offers import FIRST_TURN, GOOD, LEFT, POOR
from analysis.studies.guests import Guests
from reports import names
from reports.results import Results
from reports.site.blocks import Block, Prose
from reports.tables_guests import TOLD, offer_table, price, summary, taken, taking
from reports.text import VP, count, listing, signed

UNMEASURED = "Which guests are good value is not measured yet; gah guests measures it"
KEY = "guest-value"


def who(found: Guests) -> str:
    """At which table the worths were found."""
    row = found.offers.iloc[0]
    return names.players(row["policy"], row["players"])


def blocks(results: Results) -> list[Block]:
    """The section on the page of guests."""
    found = results.guests
    if found is None:
        return [Prose(f"{UNMEASURED}.")]
    frame = found.first_table
    text = (
        "Seats to whom chance offers a guest before anybody else, beside the same seats where"
        f" another guest lies, for {who(found)}: on the start player's first turn the guest that"
        f" came in last, for which the rules ask {found.printed} krones and which other prices were"
        " set for on the same deals, those of the other places staying as they are; and in the"
        " set-up, where the first to choose takes any for nothing. Worth is in VP ahead of the"
        " others. That of its lying there is against an average guest at that price; that of taking"
        " it against guests that are left lying, on the assumption that a guest left lying makes no"
        " difference to who leaves it."
    )
    rules = results.facts.brief(found.settings.rules)
    settings = f"{rules}, {who(found)}, {count(found.settings.games)} games at each price"
    caption = f"What a guest is worth to whom it is offered first: {settings}"
    return [Prose(text), Prose(" ".join(summary(frame))),
            offer_table(found, frame, caption, KEY)]  # fmt: skip


def sign(results: Results, item: str) -> str:
    """What stands before the sentence: the verdict at the highest price where there is one."""
    rows = _first_turn(results, item)
    said = rows[rows["verdict"].isin((GOOD, POOR))]
    return "" if said.empty else str(said.iloc[-1]["verdict"])


def sentence(results: Results, item: str) -> str:
    """At which prices a guest is good or poor value, and how much; nothing without games.

    The worth is told at the highest price of the first such verdict; without a verdict, at the
    price at which most seats take it.
    """
    rows = _first_turn(results, item)
    if (rows["verdict"] == "").all():
        return ""
    parts = [_at_prices(rows, verdict) for verdict in (GOOD, POOR)]
    said = "; ".join(part for part in parts if part)
    if not said and (rows["verdict"] == LEFT).all():
        first = rows.iloc[0]
        said = f"not taken at any price: at {price(first)} krones {_measured(first)}"
    elif not said:
        most = rows.loc[rows["use"].idxmax()]
        said = f"not shown to be good or poor value: at {price(most)} krones {_measured(most)}"
    return f"{said[:1].upper()}{said[1:]}."


def _at_prices(rows: pd.DataFrame, verdict: str) -> str:
    """ "good value at 0 and 1 krones: at 1 taking it is worth ..."; nothing without a price."""
    mine = rows[rows["verdict"] == verdict]
    if mine.empty:
        return ""
    last = mine.iloc[-1]
    prices = listing([price(row) for _, row in mine.iterrows()])
    return f"{TOLD[verdict]} at {prices} krones: at {price(last)} {_measured(last)}"


def _measured(row: pd.Series) -> str:
    """ "taking it is worth +4.1 VP (+1.0 to +7.2), 63.0% (61.1 to 64.9) take it"."""
    if pd.isna(row["using"]):
        worth = f"its lying there is worth {signed(row, VP)}"
    else:
        one = taking(row)
        worth = f"taking it is worth {one.value} VP ({one.bounds})"
    share = taken(row)
    return f"{worth}; {share.value}% ({share.bounds}) take it"


def _first_turn(results: Results, item: str) -> pd.DataFrame:
    """The rows of a guest on the first turn, the cheapest first; empty if there are none."""
    found = results.guests
    if found is None:
        return pd.DataFrame({"verdict": []})
    frame = found.first_table
    mine = frame[(frame["item"] == item) & (frame["occasion"] == FIRST_TURN.name)]
    return mine.sort_values("price", kind="stable")
