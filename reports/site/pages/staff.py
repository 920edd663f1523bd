"""Staff cards: which are too strong or too weak in each edition, and what each is worth."""

from __future__ import annotations

from functools import partial

import pandas as pd

from analysis import Config
from analysis.cards import FDR
from reports import figures_cards, tables
from reports.figure import for_pages
from reports.findings import robust_finding
from reports.results import Results, rows_of
from reports.site.blocks import Block, Finding, More, Page, Prose, Section
from reports.site.index import index_table
from reports.site.sheets import sheets
from reports.text import POINTS, count, listing, signed

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
            Section("played", "Played, and what that says", [figures[2], *numbers]),
            Section("all", "Card by card", [index_table("staff", results)]),
        ],
        children=sheets("staff", results),
    )


def findings(results: Results) -> list[Finding]:
    """Too strong or too weak in each edition, the newer first; then who plays."""
    out = [extremes(results, rules) for rules in reversed(results.editions)]
    robust = robust_finding(results)
    if robust:
        configs = [Config(results.rules, n, p) for p in results.policies for n in results.players]
        out.append(
            Finding("Does that depend on who plays?", robust, results.grounds(configs), KEY,
                    "worth", "All cards")
        )  # fmt: skip
    return out


def extremes(results: Results, rules: str) -> Finding:
    """The cards that are better or worse than the average card with every number of players."""
    policy = results.policies[0]
    configs = [Config(rules, n, policy) for n in results.players]
    frames = {c: rows_of(results.dealt, c, outcome="win").set_index("card") for c in configs}
    main = frames[configs[0]]
    parts = []
    for sign, word in ((1, "too strong"), (-1, "too weak")):
        marked = [
            set(one.index[(one["q"] < FDR) & (one["estimate"] * sign > 0)])
            for one in frames.values()
        ]
        parts.append(_side(results, main, set.intersection(*marked), sign, word))
    numbers = listing([str(n) for n in results.players])
    text = (
        f"At tables of {numbers} alike, {parts[0]}; {parts[1]}. Against an average card in its"
        f" place, in percentage points of the win rate with {results.players[0]} players, each"
        " interval for its card alone."
    )
    return Finding(
        f"Which staff cards are too strong or too weak in {results.facts.short(rules)}?",
        text, results.grounds(configs), KEY, "worth", "All cards",
    )  # fmt: skip


def _side(results: Results, main: pd.DataFrame, cards: set[int], sign: int, word: str) -> str:
    if not cards:
        return f"no card is told apart as {word}"
    rows = main.loc[sorted(cards)].sort_values("estimate", ascending=sign < 0)
    named = [
        f"{results.facts.card(int(card))} {signed(row, POINTS, name=False)}"
        for card, row in rows.head(NAMED).iterrows()
    ]
    rest = len(rows) - len(named)
    named += [f"{count(rest)} more"] if rest else []
    return f"{count(len(rows))} cards are {word}: {listing(named)}" if len(rows) > 1 else (
        f"one card is {word}: {named[0]}"
    )  # fmt: skip
