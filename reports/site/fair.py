"""What staff cards should cost, in words: on the overview, among all cards, on each card's page."""

from __future__ import annotations

import pandas as pd
from markupsafe import Markup

from analysis.studies.politics_price import PoliticsPriceStudy
from analysis.studies.price import Prices, PriceStudy
from analysis.studies.suggest import SuggestStudy
from reports import names
from reports.results import Results
from reports.site.blocks import Block, Code, More, Prose
from reports.tables.price import (
    OFF_COST,
    POLITICS,
    checks_table,
    duel_table,
    level,
    precision,
    price_table,
    suggestion_table,
    suggestion_words,
    verdict,
    worth,
)
from reports.text import count, number

UNPRICED = "Fair cost: not measured yet; gah study price measures it"
KEY = "fair-costs"
BAR = (
    "A card is too weak if holding it is hardly better than holding one you never play. The better"
    " the other cards, the lower that limit."
)
"""Why a card may be balanced at a worth with which another, by the printed costs, is too weak."""


def prices_of(results: Results) -> pd.DataFrame:
    """The prices at the first table of those recorded, by item; empty if there are none."""
    found = results.of(PriceStudy)
    return pd.DataFrame() if found is None else first_table(found).set_index("item", drop=False)


def first_table(found: Prices) -> pd.DataFrame:
    """The rows of the first number of players and policy that were asked for."""
    row = found.prices.iloc[0]
    return found.of(int(row["players"]), str(row["policy"]), str(row["outcome"]))


def sentence(results: Results, item: str) -> str:
    """Cost, fair and even cost of a card, and what a krone more changes; nothing without prices."""
    prices = prices_of(results)
    if item not in prices.index or results.of(PriceStudy) is None:
        return ""
    row = prices.loc[item]
    return (
        f"Costs {row['printed']}; fair is {level(row, 'fair')}. A krone more changes"
        f" {worth(row, 'slope', 1.0, 2)} VP. {_gain(row)}"
    ).rstrip()


def _gain(row: pd.Series) -> str:
    """Until which cost those who buy it gain."""
    even = float(row["even"])
    if pd.isna(even):
        return "Too few players buy it to say what that gains."
    if even == float("inf"):
        return "Buying it gains at every cost at which these players buy it."
    if even == -float("inf"):
        cost = "for nothing" if row["even_least"] == 0 else f"at {row['even_least']:.0f}"
        return f"These players lose by buying it, even {cost}."
    return f"Buying it gains up to a cost of {number(even, 1)}."


def blocks(results: Results) -> list[Block]:
    """The section on the page of staff cards."""
    found = results.of(PriceStudy)
    if found is None:
        return [Prose(f"{UNPRICED}.")]
    frame, who = first_table(found), names.seated(*found.table)
    said = [verdict(row) for _, row in frame.iterrows()]
    low, high = (said.count(one) for one in OFF_COST)
    text = (
        "Fair is the cost at which being dealt the card is worth as much as an average card, in VP"
        " ahead of the others; even is the cost from which those who buy it gain nothing. For"
        f" {who}, {low} printed costs are shown to be too low and {high} too high."
        f" {precision(frame)}"
    )
    rules = names.ruleset(found.settings.rules)
    settings = f"{rules}, {who}, {count(found.settings.games)} games"
    return [Prose(text), price_table(frame, settings, KEY), *_drafted(found)]


def politics(results: Results) -> list[Block]:
    """What politics cards should pay; which command measures it, if nobody has."""
    found = results.of(PoliticsPriceStudy)
    if found is None:
        return [
            Prose(Markup("Not measured yet: <code>gah study price --kind politics</code> does."))
        ]
    frame, who = first_table(found), names.seated(*found.table)
    text = (
        "What it is worth to a seat that it may claim the card: its lead over the same deal in"
        f" which it alone may not, and plays accordingly, for {who}. Fair are the VP of the"
        " first place, later places in proportion, at which that is worth as much as with an"
        f" average card. {precision(frame, POLITICS)} Who never goes for a card gains nothing by"
        " the right to it, whatever it pays: far from the printed VP a fair one says that these"
        " players leave the card alone, or take it as it comes."
    )
    rules = names.ruleset(found.settings.rules)
    settings = f"{rules}, {who}, {count(found.settings.games)} deals"
    return [Prose(text), price_table(frame, settings, "fair-politics", POLITICS)]


def suggestion(results: Results) -> list[Block]:
    """The patch that brings every card inside its margin, and its test; nothing without one."""
    found = results.of(SuggestStudy)
    if found is None:
        return []
    asked = found.settings
    who = names.players(asked.policies[0], asked.players[0])
    text = (
        "The fewest costs to change, by the fair costs, so that every card is within its margin for"
        f" {who}, and what games on fresh deals, with all new costs at once, say of the cards"
        " then."
        f" {' '.join(suggestion_words(found))} {BAR}"
    )
    brief = f"{names.ruleset(asked.rules)}, {who}, {count(asked.tested)} fresh games of each"
    checks = [checks_table(found, "suggested-checks")] if len(found.checks) else []
    return [Prose(text), suggestion_table(found, brief, "suggested"), *checks,
            More("The patch, to play it", [Code(found.patch)])]  # fmt: skip


def _drafted(found: Prices) -> list[Block]:
    """What acting on the worths gains; nothing if it was not tried."""
    if found.draft.empty:
        return []
    text = (
        "The worths are tested by acting on them: on other deals a player drafts its hand by them,"
        " its opponents by printed cost, and all play on alike."
    )
    players = int(found.draft["players"].iloc[0])
    caption = f"Gained by drafting by these worths, {names.players('greedy', players)}"
    return [Prose(text), duel_table(found.draft, caption, "Against who drafts", "drafted")]
