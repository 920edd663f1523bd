"""Staff cards: which are too strong or too weak in each edition, and the worth of each."""

from __future__ import annotations

from functools import partial

import pandas as pd

from analysis import Config
from analysis.base import stats
from reports.figures import cards as figures_cards
from reports.figures import overview as figures_overview
from reports.figures.figure import for_pages
from reports.results import Results
from reports.site import fair, partners, timing
from reports.site.blocks import UNKNOWN, YES, Block, Finding, Page, Prose, Section
from reports.site.index import index_table
from reports.site.sheets import sheets
from reports.text import count, listing, signed
from reports.verdicts import (
    headline,
    unit_of,
    verdict_numbers,
    verdict_table,
    verdict_words,
    verdicts_of,
)
from simulate.base.notation import estimate
from simulate.base.roster import RANDOM

KEY, NAMED = "staff", 3


def build(results: Results) -> Page:
    found = verdicts_of(results, "staff", results.main)
    chart: list[Block] = []
    if found is not None:
        chart = [for_pages(partial(figures_overview.staff_figure, results, found))]
    suggested = fair.suggestion(results)
    worth = Prose(
        "Cards are dealt at random, so the difference in leads is caused by the card. It is"
        " compared with an average card in its place. “At least” is the smallest effect"
        " consistent with the data."
    )
    return Page(
        key=KEY,
        title="Staff cards",
        short="Staff cards",
        lead="Which are too strong or too weak, what each is worth, and how it is used.",
        findings=findings(results),
        sections=[
            Section("chart", "All cards in one chart", chart),
            *_verdicts(results),
            Section("all", "Card by card", [worth, index_table("staff", results)]),
            Section("fair", "What a card should cost", fair.blocks(results)),
            *(
                [Section("suggested", "Costs that would balance them", suggested)]
                if suggested
                else []
            ),
            Section("partners", "Best partners", partners.of_all(results)),
            Section("when", "When to play a card", timing.blocks(results)),
            Section(
                "played",
                "Why “win rate when played” misleads",
                [for_pages(partial(figures_cards.played_figure, results))],
            ),
        ],
        children=sheets("staff", results),
    )


def _verdicts(results: Results) -> list[Section]:
    if verdicts_of(results, "staff", results.main) is None:
        return []
    return [Section("verdicts", "Who says so", [verdict_table(results, "staff")])]


def findings(results: Results) -> list[Finding]:
    """Which cards are too strong or too weak in each edition, the newer first; then robustness."""
    out = [verdicts(results, rules) for rules in reversed(results.editions)]
    return [*out, *robust(results)]


def verdicts(results: Results, rules: str) -> Finding:
    """The cards that are judged too strong or too weak, by the strongest players there are."""
    about = f"Which staff cards are too strong or too weak in {results.facts.short(rules)}?"
    configs = [Config(rules, n, p) for n in results.players for p in results.policies]
    said = verdict_words(results, "staff", configs[0])
    if not said:
        text = "No verdicts: the model no longer knows these rules."
        return Finding(about, text, results.judged_grounds(configs), KEY, "all", "All cards")
    return Finding(about, f"{said} Judged by lead in VP, compared with an average card.",
                   results.judged_grounds(configs[:1]), KEY, "verdicts", "Other tables and players",
                   numbers=verdict_numbers(results, "staff", configs[0]))  # fmt: skip


def robust(results: Results) -> list[Finding]:
    """The number of cards whose worth depends on the kind of player, the surest first."""
    found = results.judged.agreement
    if found.empty or len(results.policies) < 2:
        return []
    rows = found[(found["rules"] == results.rules) & (found["kind"] == "staff")]
    rows = rows[(rows["metric"] == headline("staff")) & (rows["players"] == results.players[0])]
    marked = rows[rows["agent_dependent"]].sort_values("q_heterogeneity")
    first = marked.head(NAMED)
    good = [policy for policy in results.policies if policy != RANDOM]
    pair = (good if len(good) > 1 else results.policies)[:2]
    rho, low, high, cards = stats.rank_correlation(*(rows[f"estimate_{p}"] for p in pair))
    text = f"With {results.players[0]} players " + (
        f"the worth of {count(len(marked))} of {count(len(rows))} staff cards is shown to depend"
        " on who plays."
        f" The surest: {listing([*first['name']])}."
        if len(marked)
        else "it is not shown that any staff card's worth depends on who plays."
    )
    numbers = [
        *(f"{row['name']}: {listing([f'{p} {_effect(row, p)}' for p in results.policies])}"
          for _, row in first.iterrows()),
        f"Rank correlation of the effects for {pair[0]} and {pair[1]} players, over {cards} cards:"
        f" {estimate(rho, low, high, 2, True)}",
    ]  # fmt: skip
    configs = [Config(results.rules, results.players[0], p) for p in results.policies]
    return [Finding("Do verdicts on staff cards depend on who plays?", text,
                    results.judged_grounds(configs), KEY, "all", "All cards",
                    sign=YES if len(marked) else UNKNOWN, numbers=numbers)]  # fmt: skip


def _effect(row: pd.Series, policy: str) -> str:
    one = pd.Series({name: row[f"{name}_{policy}"] for name in ("estimate", "low", "high")})
    return signed(one, unit_of(headline("staff")), name=False)
