"""Which guests are good value, in words: on the page of guests and on each guest's own page."""

from __future__ import annotations

import pandas as pd
from markupsafe import Markup

from analysis.cards.taking import GOOD, POOR
from analysis.studies.guests import Guests, GuestStudy
from reports import names
from reports.results import Results
from reports.site.blocks import Block, Prose
from reports.tables.guests import at_price, price_table, value_table
from reports.text import PERCENT, VP, count, listing, measured, plain, signed, upper

UNMEASURED = Markup("Not measured yet: <code>gah study guests</code> measures it.")
KEY = "guest-value"


def who(found: Guests) -> str:
    """At which table the worths were found."""
    players, policy = found.table
    return names.players(policy, players)


def blocks(results: Results) -> list[Block]:
    """The section on the page of guests."""
    found = results.of(GuestStudy)
    if found is None:
        return [Prose(UNMEASURED)]
    asked = found.settings
    text = (
        f"On the start player's first turn of round {asked.round}, each deal is played once with"
        f" each guest of the row taken and once with none, to its end by {who(found)}. Good value:"
        " taking the guest gains against taking none on that turn, whether these players would take"
        " it or not. To choose between two guests, compare their worth instead of another."
    )
    of = f"{names.ruleset(asked.rules)}, {who(found)}, {count(asked.deals)} deals"
    return [
        Prose(text),
        price_table(found, *found.table, f"Guests at each price, VP of lead: {of}"),
        value_table(found, *found.table, f"What taking each guest is worth, VP of lead: {of}", KEY),
    ]


def sentence(results: Results, item: str) -> str:
    """At which prices a guest is good or poor value; against other guests, and how often taken, at
    the lowest price. Nothing without games."""
    rows = _values(results, item)
    known = rows[rows["verdict"] != ""]
    if known.empty:
        return ""
    said = [one for verdict in (GOOD, POOR) if (one := _prices(known, verdict))]
    text = "; ".join(said) or "not shown to be good or poor value at any price"
    cheapest = known.iloc[0]
    return (
        f"{upper(text)}. Taken {at_price(int(cheapest['price']))} it changes the"
        f" lead by {signed(measured(cheapest, 'instead'), VP)} against another guest of the row;"
        f" left to themselves, {plain(measured(cheapest, 'use'), PERCENT)} of players take it then."
    )


def _prices(known: pd.DataFrame, verdict: str) -> str:
    """ "good value for nothing, +4.1 VP (+2.0 to +6.2) and at 1 krone, ..."; "" at no price."""
    mine = known[known["verdict"] == verdict]
    if mine.empty:
        return ""
    parts = [f"{at_price(int(row['price']))}, {signed(row, VP)}" for _, row in mine.iterrows()]
    return f"{verdict} {listing(parts)}"


def _values(results: Results, item: str) -> pd.DataFrame:
    """The rows of a guest at the first table, the cheapest first; empty if there are none."""
    found = results.of(GuestStudy)
    if found is None:
        return pd.DataFrame({"verdict": [], "price": []})
    frame = found.of(*found.table)
    return frame[frame["item"] == item].sort_values("price", kind="stable")
