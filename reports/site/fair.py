"""Fair costs of staff cards in words: on the overview, among all cards, on each card's page."""

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
"""Why a card may be balanced at a worth that makes another, at printed costs, too weak."""


def prices_of(results: Results) -> pd.DataFrame:
    """The prices at the first recorded table, by item; empty if there are none."""
    found = results.of(PriceStudy)
    return pd.DataFrame() if found is None else first_table(found).set_index("item", drop=False)


def first_table(found: Prices) -> pd.DataFrame:
    """The rows of the first number of players and policy asked for."""
    row = found.prices.iloc[0]
    return found.of(int(row["players"]), str(row["policy"]), str(row["outcome"]))


def sentence(results: Results, item: str) -> str:
    """Cost, fair and even cost of a card, and the effect of a krone more; empty without prices."""
    prices = prices_of(results)
    if item not in prices.index or results.of(PriceStudy) is None:
        return ""
    row = prices.loc[item]
    return (
        f"Costs {row['printed']}; the fair cost is {level(row, 'fair')}. One krone more changes"
        f" its worth by {worth(row, 'slope', 1.0, 2)} VP. {_gain(row)}"
    ).rstrip()


def _gain(row: pd.Series) -> str:
    """The cost up to which buyers gain."""
    even = float(row["even"])
    if pd.isna(even):
        return "Too few players buy it to say what buying it gains."
    if even == float("inf"):
        return "Buying it gains at every cost at which these players buy it."
    if even == -float("inf"):
        cost = "at no cost" if row["even_least"] == 0 else f"at {row['even_least']:.0f}"
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
        "A cost is fair if being dealt the card is worth as much as an average card, in VP ahead of"
        " the others; it is even if those who buy the card gain nothing. For"
        f" {who}, {low} printed costs are shown to be too low and {high} too high."
        f" {precision(frame)}"
    )
    rules = names.ruleset(found.settings.rules)
    settings = f"{rules}, {who}, {count(found.settings.games)} games"
    return [Prose(text), price_table(frame, settings, KEY), *_drafted(found)]


def politics(results: Results) -> list[Block]:
    """Fair VP of politics cards, or the command that measures them."""
    found = results.of(PoliticsPriceStudy)
    if found is None:
        return [
            Prose(
                Markup(
                    "Not measured yet: <code>gah study price --kind politics</code> measures it."
                )
            )
        ]
    frame, who = first_table(found), names.seated(*found.table)
    text = (
        "The worth of the right to claim the card: a seat's lead minus its lead in the same deal in"
        f" which it alone may not claim the card and plays accordingly, for {who}. The VP of the"
        " first place, with later places in proportion, are fair if this right is worth as much as"
        f" with an average card. {precision(frame, POLITICS)} Players who never aim for a card gain"
        " nothing from the right to it, whatever it pays: a fair value far from the printed VP"
        " means that these players ignore the card, or take it only when it comes by itself."
    )
    rules = names.ruleset(found.settings.rules)
    settings = f"{rules}, {who}, {count(found.settings.games)} deals"
    return [Prose(text), price_table(frame, settings, "fair-politics", POLITICS)]


def suggestion(results: Results) -> list[Block]:
    """The patch that brings every card inside its margin, and its test; empty without one."""
    found = results.of(SuggestStudy)
    if found is None:
        return []
    asked = found.settings
    who = names.players(asked.policies[0], asked.players[0])
    text = (
        "The smallest number of new costs, derived from the fair costs, that brings every card"
        f" within its margin for {who}, and the verdicts of games on fresh deals with all new costs"
        " at once."
        f" {' '.join(suggestion_words(found))} {BAR}"
    )
    brief = f"{names.ruleset(asked.rules)}, {who}, {count(asked.tested)} fresh games of each"
    checks = [checks_table(found, "suggested-checks")] if len(found.checks) else []
    return [Prose(text), suggestion_table(found, brief, "suggested"), *checks,
            More("The patch, ready to play", [Code(found.patch)])]  # fmt: skip


def _drafted(found: Prices) -> list[Block]:
    """The gain from acting on the worths; empty if it was not tried."""
    if found.draft.empty:
        return []
    text = (
        "The worths are tested by acting on them: on other deals a player drafts its hand by these"
        " worths and its opponents by printed cost; then all play the same way."
    )
    players = int(found.draft["players"].iloc[0])
    caption = f"Gain from drafting by these worths, {names.players('greedy', players)}"
    return [Prose(text), duel_table(found.draft, caption, "Against drafter", "drafted")]
