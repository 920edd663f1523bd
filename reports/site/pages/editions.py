"""The two editions: what changed, and what that does; sections of the page of variants."""

from __future__ import annotations

from functools import partial

import pandas as pd

from analysis import Config
from analysis.base.families import FDR
from reports import names
from reports.figures import editions as figures_editions
from reports.figures.figure import for_pages
from reports.results import Results, rows_of
from reports.site.blocks import Block, Finding, Items, Prose, Section
from reports.tables import editions as tables
from reports.tables.table import Table
from reports.text import POINTS, VP, cell, listing, signed

KEY = "variants"


def sections(results: Results) -> list[Section]:
    """What changed and what that does, on the page of editions and variants."""
    found = [
        Section("changes", "What the newer edition changed", _changes(results)),
        Section("game", "What that does to the game",
                [for_pages(partial(figures_editions.sources_figure, results)),
                 tables.totals_table(results)]),
    ]  # fmt: skip
    if not results.touched().empty:
        figure = for_pages(partial(figures_editions.touched_figure, results))
        found.append(
            Section("fixed", "What that does to the cards it changes",
                    [fixed_table(results), figure])
        )  # fmt: skip
    return found


def findings(results: Results) -> list[Finding]:
    """Did the changes of cards fix them; what the new rules do to scores and winners."""
    out = [] if results.touched().empty else [fixed(results)]
    for policy in results.policies:
        configs = [Config(r, n, policy) for r in results.editions for n in results.players]
        out.append(
            Finding(f"What do the new rules do to a game of {names.players(policy)}?",
                    _scores(results, policy), results.judged_grounds(configs), KEY, "game")
        )  # fmt: skip
    return out


def fixed(results: Results) -> Finding:
    """Of the cards whose text changed: which moved, and were they far from average before."""
    config = results.main
    rows = rows_of(results.touched(), config, outcome="win")
    known = rows.dropna(subset=["estimate"])
    moved = known[known["q"] < FDR].sort_values("estimate", key=abs, ascending=False)
    parts = [f"{results.facts.card(int(r['card']))} {_change(r)}" for _, r in moved.iterrows()]
    still = [results.facts.card(int(r["card"])) for _, r in known.drop(moved.index).iterrows()]
    text = (
        f"Of the {len(rows)} staff cards whose text differs, {len(moved) or 'none'} measurably"
        f" changed in worth for {names.players(config.policy, config.players)}"
        + (f": {listing(parts)}" if parts else "")
        + "."
    )
    if still:
        widest = known.drop(moved.index)
        bound = max(abs(widest["sim_low"].min()), abs(widest["sim_high"].max())) * POINTS.factor
        text += (
            f" For {listing(still)} no change is shown; with joint 95% confidence none is beyond"
            f" {bound:.1f} percentage points of win rate either way."
        )
    text += _played(results)
    configs = [Config(rules, config.players, config.policy) for rules in results.editions]
    return Finding("Did the new rules fix the staff cards that they touch?", text,
                   results.judged_grounds(configs), KEY, "fixed", "Card by card")  # fmt: skip


def _played(results: Results) -> str:
    """Which touched cards are played more or less often than before; empty if none is shown."""
    rows = rows_of(results.touched(), results.main, outcome="play_rate").dropna(subset=["q"])
    rows = rows[rows["q"] < FDR].sort_values("estimate", key=abs, ascending=False)
    parts = [
        f"{results.facts.card(int(row['card']))} {row['value_a'] * 100:.0f}% before,"
        f" {row['value_b'] * 100:.0f}% now ({signed(row, POINTS, joint=True)})"
        for _, row in rows.iterrows()
    ]
    return (
        f" What changed is how often they are played when dealt: {listing(parts)}." if parts else ""
    )


def _change(row: pd.Series) -> str:
    """From where to where, and whether that is nearer to the average card."""
    before, after = (row[side] * POINTS.factor for side in ("value_a", "value_b"))
    nearer = "nearer to" if abs(after) < abs(before) else "further from"
    return (
        f"went from {before:+.1f} to {after:+.1f} percentage points, {nearer} the average card:"
        f" {signed(row, POINTS, joint=True)}"
    ).replace("-", "\N{MINUS SIGN}")


def fixed_table(results: Results) -> Table:
    """The touched cards, a row each: worth and play rate before and after, for two policies."""
    touched = results.touched()
    rows = []
    for card in sorted(touched["card"].unique()):
        row = [results.facts.card(int(card))]
        for outcome in ("win", "play_rate"):
            found = rows_of(touched, results.main, outcome=outcome, card=card).iloc[0]
            row += [
                f"{found['value_a'] * 100:.1f}", f"{found['value_b'] * 100:.1f}",
                cell(found, POINTS),
            ]  # fmt: skip
        rows.append(row)
    main = results.main
    before, after = map(results.facts.brief, results.editions)
    return Table(
        f"Staff cards whose text differs, {names.players(main.policy, main.players)}: dealt effect"
        " on the win rate in points, share of dealt cards played in %, change (95% interval, same"
        " deals)",
        ("Staff card", f"Worth, {before}", f"Worth, {after}", "Change", f"Played, {before}",
         f"Played, {after}", "Change"),
        rows, key="changed-cards", frame=touched,
    )  # fmt: skip


def _changes(results: Results) -> list[Block]:
    facts = results.facts
    if not facts.changes:
        return [Prose("The model does not list changes between these labels.")]
    rows = [(c.title, c.reason or "–", c.source) for c in facts.changes]
    before, after = facts.brief(facts.rules_a), facts.brief(facts.rules_b)
    caption = f"From {before} to {after}, as the model declares it"
    blocks: list[Block] = [
        Table(caption, ("Change", "What the books say about it", "Source"), rows, words=True)
    ]
    differ = [one for one in facts.rulings if one.differs]
    if differ:
        blocks += [
            Prose("Besides, the two differ where each book's own words answer a question"
                  " differently:"),
            Items([f"{one.question} {one.played}" for one in differ]),
        ]  # fmt: skip
    return blocks


def _scores(results: Results, policy: str) -> str:
    """What the newer rules do to scores and winners, for one policy."""
    before, after = (results.facts.short(rules) for rules in results.editions)
    parts, winners = [], ""
    for n in results.players:
        config = Config(results.rules, n, policy)
        row = rows_of(results.measures, config, measure="vp").iloc[0]
        parts.append(f"{signed(row, VP)} with {n} players")
        winners = winners or f"At {n} players, {figures_editions.winners_words(results, config)}."
    return (
        f"On the same deals, {after} instead of {before} changes the score of"
        f" {names.players(policy)} by"
        f" {listing(parts)}. {winners}"
    )
