"""When staff cards are worth playing, in words: on the page of staff cards and of each card."""

from __future__ import annotations

from functools import partial

from markupsafe import Markup

from analysis.cards.timing import COSTS, GAINS
from analysis.studies.timing import TimingStudy
from reports import names
from reports.figures import timing as figures_timing
from reports.figures.figure import for_pages
from reports.results import Results
from reports.site.blocks import Block, Prose
from reports.tables.timing import card_table, round_table, summary
from reports.text import PERCENT, VP, count, measured, plain, signed

UNMEASURED = Markup("Not measured yet: <code>gah study timing</code> measures it.")
KEY = "timing-cards"
SHOWN = {GAINS: "Playing it is shown to gain", COSTS: "Playing it is shown to cost"}
OPEN = "Playing it is not shown to gain or cost"


def blocks(results: Results) -> list[Block]:
    """The section on the page of staff cards."""
    found = results.of(TimingStudy)
    if found is None:
        return [Prose(UNMEASURED)]
    rules, who = names.ruleset(found.settings.rules), names.seated(*found.table)
    text = (
        f"The worth of a play to {who}, who choose its time: the same deal is played on with"
        " the player barred from the card for good, and barred until the next round. The result is"
        " causal for these players in positions in which they themselves play the card; it says"
        " nothing about other positions. Positions differ between rounds; the effect of waiting a"
        " round is measured from one and the same position."
    )
    asked = f"{rules}, {who}, {count(found.settings.deals)} deals"
    return [
        Prose(" ".join(summary(found, *found.table))), Prose(text),
        for_pages(partial(figures_timing.rounds_figure, found)),
        round_table(found, *found.table, f"Staff cards by the round of play: {asked}",
                    "timing-rounds"),
        card_table(found, *found.table, f"Staff cards over all rounds of play: {asked}", KEY),
    ]  # fmt: skip


def sentence(results: Results, item: str) -> str:
    """The gain from playing a card, and from waiting a round; empty without games or with too few
    plays."""
    found = results.of(TimingStudy)
    if found is None:
        return ""
    cards = found.at(found.cards, *found.table).set_index("item")
    if item not in cards.index or not cards.loc[item, "verdict"]:
        return ""
    row = cards.loc[item]
    text = f"{SHOWN.get(row['verdict'], OPEN)}: {signed(row, VP)} in lead {figures_timing.NEVER}"
    if not row["waiting"]:
        return f"{text}."
    return (
        f"{text}, {signed(measured(row, 'now'), VP)} {figures_timing.NOW}. If made to wait a round,"
        f" these players play it later in {plain(measured(row, 'later'), PERCENT)} of games."
    )
