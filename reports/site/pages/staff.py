"""Staff cards: which are too strong or too weak in each edition, and what each is worth."""

from __future__ import annotations

from functools import partial

import pandas as pd

from analysis import Config, stats
from reports import figures_cards, tables
from reports.figure import for_pages
from reports.results import Results
from reports.site.blocks import Block, Finding, More, Page, Prose, Section
from reports.site.index import index_table
from reports.site.sheets import sheets
from reports.tables_agreement import agreement_sections, judged, verdict_words
from reports.text import POINTS, count, listing, number, signed

KEY, NAMED = "staff", 3


def build(results: Results) -> Page:
    figures = [
        for_pages(partial(figures_cards.dealt_figure, results, "win")),
        for_pages(partial(figures_cards.dealt_figure, results, "vp")),
        for_pages(partial(figures_cards.played_figure, results)),
    ]
    numbers: list[Block] = [
        More(f"All staff cards in numbers: {one.caption}", [one])
        for one in (tables.cards_table(results, n) for n in results.players)
    ]
    worth = Prose(
        "Hands are dealt at random, so a seat that was dealt a card differs from the others by luck"
        " alone: the dealt effect is causal. It compares the card with an average card in its"
        " place, since every hand has the same size."
    )
    return Page(
        key=KEY,
        title="Staff cards",
        short="Staff cards",
        lead="What it is worth to be dealt each of them, and how they are used.",
        findings=findings(results),
        sections=[
            Section("worth", "What a card is worth", [worth, *figures[:2]]),
            *agreement_sections(results, "staff"),
            Section("played", "Played, and what that says", [figures[2], *numbers]),
            Section("all", "Card by card", [index_table("staff", results)]),
        ],
        children=sheets("staff", results),
    )


def findings(results: Results) -> list[Finding]:
    """Too strong or too weak in each edition, the newer first; then who plays."""
    out = [verdicts(results, rules) for rules in reversed(results.editions)]
    return [*out, *robust(results)]


def verdicts(results: Results, rules: str) -> Finding:
    """The cards that are judged too strong or too weak, at each number of players."""
    about = f"Which staff cards are too strong or too weak in {results.facts.short(rules)}?"
    configs = [Config(rules, n, p) for n in results.players for p in results.policies]
    words = [verdict_words(results, "staff", rules, n) for n in results.players]
    if not any(words):
        text = "No verdicts: the model does not know these rules any longer."
        return Finding(about, text, results.grounds(configs), KEY, "worth", "All cards")
    first = judged(results, "staff", configs[0])
    margin = number(first["margin"].iloc[0] * POINTS.factor, 0)
    text = (
        f"{'. '.join(filter(None, words))}. Effects of being dealt the card instead of an average"
        f" one, in percentage points of the win rate, against a margin of ±{margin}; a verdict"
        " holds at a false discovery rate of 5%, each interval for its card alone."
    )
    return Finding(about, text, results.grounds(configs), KEY, "verdicts", "All verdicts")


def robust(results: Results) -> list[Finding]:
    """On how many cards the kinds of players differ, the surest first."""
    found = results.judged.agreement
    if found.empty or len(results.policies) < 2:
        return []
    rows = found[(found["rules"] == results.rules) & (found["kind"] == "staff")]
    rows = rows[(rows["metric"] == "dealt_win") & (rows["players"] == results.players[0])]
    marked = rows[rows["agent_dependent"]].sort_values("q_heterogeneity")
    named = [
        f"{row['name']} (" + ", ".join(f"{p} {_effect(row, p)}" for p in results.policies) + ")"
        for _, row in marked.head(NAMED).iterrows()
    ]
    rho, low, high, cards = stats.rank_correlation(
        *(rows[f"estimate_{p}"] for p in (results.policies[0], results.policies[-1]))
    )
    text = (
        f"With {results.players[0]} players {count(len(marked)) if len(marked) else 'none'} of"
        f" {count(len(rows))} staff cards are shown to depend on who plays"
        + (f", most surely {listing(named)}" if named else "")
        + f". Effects for {results.policies[0]} and {results.policies[-1]} players have a rank"
        f" correlation of {number(rho, 2, True)} (95% interval {number(low, 2, True)} to"
        f" {number(high, 2, True)}, {cards} cards)."
    )
    configs = [Config(results.rules, results.players[0], p) for p in results.policies]
    return [Finding("Does that depend on who plays?", text, results.grounds(configs), KEY,
                    "verdicts", "All verdicts")]  # fmt: skip


def _effect(row: pd.Series, policy: str) -> str:
    one = pd.Series({name: row[f"{name}_{policy}"] for name in ("estimate", "low", "high")})
    return signed(one, POINTS, name=False)
