"""Which guests are good value, in words: for the page of guests and each guest's page."""

from __future__ import annotations

import pandas as pd
from markupsafe import Markup

from analysis.cards.taking import GOOD, POOR
from analysis.studies.guests import GuestStudy
from reports import names
from reports.figures import saying
from reports.grounds import grounds_of_study
from reports.results import Results
from reports.site.blocks import Block, Finding, Prose
from reports.tables.guests import at_price, price_table, value_table
from reports.text import PERCENT, VP, count, listing, measured, plain, signed, upper

UNMEASURED = Markup("Not measured yet: <code>gah study guests</code> measures it.")
KEY, SECTION, NAMED = "guest-value", "value", 3


def blocks(results: Results) -> list[Block]:
    """The section on the page of guests."""
    found = results.of(GuestStudy)
    if found is None:
        return [Prose(UNMEASURED)]
    asked, who = found.settings, names.seated(*found.table)
    text = (
        f"On the start player's first turn of round {asked.round}, each deal is played once with"
        f" each guest of the row taken and once with none, to its end by {who}. A guest is good"
        " value if taking it gains more than taking none on that turn, whether or not these players"
        " would take it. To choose between two guests, compare their worth “instead of another”."
    )
    of = f"{names.ruleset(asked.rules)}, {who}, {count(asked.deals)} deals"
    return [
        Prose(text),
        price_table(found, *found.table, f"Guests at each price, VP of lead: {of}"),
        value_table(found, *found.table, f"What taking each guest is worth, VP of lead: {of}", KEY),
    ]


def findings(results: Results, page: str) -> list[Finding]:
    """How many guests are good value at the lowest price, which gain most, if shown, and how many
    are poor value at the highest."""
    found = results.of(GuestStudy)
    if found is None:
        return []
    frame = found.at(found.values, *found.table)
    prices = sorted(frame["price"].unique())
    low, high = (frame[frame["price"] == price] for price in (prices[0], prices[-1]))
    good = low[low["verdict"] == GOOD].sort_values("estimate", ascending=False, kind="stable")
    best, at = saying.set_apart(low, NAMED), at_price(int(prices[0]))
    said = [f"Taken {at}, {count(len(good))} of {count(len(low))} guests are good value"]
    if len(best):
        gain = "gains" if len(best) == 1 else "gain"
        said[0] += f"; {listing([_called(row) for _, row in best.iterrows()])} {gain} most"
    if len(prices) > 1:
        poor, some = (int((high["verdict"] == one).sum()) for one in (POOR, GOOD))
        said.append(f"{upper(at_price(int(prices[-1])))}, {count(poor)} of {count(len(high))} are"
                    f" poor value and {count(some) if some else 'none'} good value")  # fmt: skip
    numbers = [f"{_called(row)}, {at}: lead {signed(row, VP, joint=True)} against taking no guest"
               for _, row in good.head(NAMED).iterrows()]  # fmt: skip
    asked = found.settings
    grounds = grounds_of_study(asked, f"{listing(asked.policies)} at all seats",
                               f"{count(asked.deals)} deals")  # fmt: skip
    return [Finding("Which guests are good value?", f"{'. '.join(said)}.", grounds, page, SECTION,
                    numbers=numbers)]  # fmt: skip


def _called(row: pd.Series) -> str:
    return f"{row['name']} ({row['item']})"


def sentence(results: Results, item: str) -> str:
    """The prices at which a guest is good or poor value; at the lowest price, its worth instead of
    other guests and how often it is taken. Empty without games."""
    rows = _values(results, item)
    known = rows[rows["verdict"] != ""]
    if known.empty:
        return ""
    said = [one for verdict in (GOOD, POOR) if (one := _prices(known, verdict))]
    text = "; ".join(said) or "not shown to be good or poor value at any price"
    cheapest = known.iloc[0]
    return (
        f"{upper(text)}. Taking it {at_price(int(cheapest['price']))} changes the"
        f" lead by {signed(measured(cheapest, 'instead'), VP)} compared with another guest of the"
        f" row; by free choice, {plain(measured(cheapest, 'use'), PERCENT)} of players take it."
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
    frame = found.at(found.values, *found.table)
    return frame[frame["item"] == item].sort_values("price", kind="stable")
