"""The two editions: their differences and the effects; sections of the page of variants."""

from __future__ import annotations

from functools import partial

import pandas as pd

from analysis import Config
from analysis.base.families import FDR
from reports import names
from reports.figures import editions as figures_editions
from reports.figures.figure import Claim, for_pages
from reports.results import Results, rows_of
from reports.site.blocks import Block, Finding, Items, Prose, Section
from reports.site.others import by_others
from reports.tables import editions as tables
from reports.tables.table import Table
from reports.text import POINTS, VP, cell, count, listing, number, signed

KEY = "variants"


def sections(results: Results) -> list[Section]:
    """The changes and their effects, for the page of editions and variants."""
    found = [
        Section("changes", "What the newer edition changed", _changes(results)),
        Section("game", "What that does to the game",
                [for_pages(partial(figures_editions.sources_figure, results)),
                 tables.totals_table(results, results.jury),
                 *by_others(results, tables.totals_table)]),
    ]  # fmt: skip
    if not results.touched().empty:
        figure = for_pages(partial(figures_editions.touched_figure, results))
        found.append(
            Section("fixed", "What that does to the cards it changes",
                    [fixed_table(results), figure])
        )  # fmt: skip
    return found


def findings(results: Results) -> list[Finding]:
    """Whether changed cards are fixed, and the effects of the new rules on scores and winners."""
    out = [] if results.touched().empty else [fixed(results)]
    return [*out, _scores(results)]


def fixed(results: Results) -> Finding:
    """Which cards with a changed text moved, and whether they were far from average before."""
    config = results.main
    rows = rows_of(results.touched(), config, outcome="win")
    known = rows.dropna(subset=["estimate"])
    moved = known[known["q"] < FDR].sort_values("estimate", key=abs, ascending=False)
    still = known.drop(moved.index)
    who = names.players(config.policy, config.players)
    nearer = moved["value_b"].abs() < moved["value_a"].abs()
    parts = [f"{_card(results, row)} moved {'nearer to' if nearer[at] else 'further from'} the"
             " average card" for at, row in moved.iterrows()]  # fmt: skip
    text = (f"For {who}, {listing(parts)}." if parts
            else f"No change of worth is shown for {who}.")  # fmt: skip
    if len(still) and parts:
        others = "1 other card" if len(still) == 1 else f"{count(len(still))} other cards"
        text += f" No change is shown for {others} with a different text."
    configs = [Config(rules, config.players, config.policy) for rules in results.editions]
    numbers = [
        f"{_card(results, row)}: worth {_from_to(row, 1)} percentage points of wins, a change of"
        f" {signed(row, POINTS, joint=True)}"
        for _, row in moved.iterrows()
    ]
    if len(still):
        bound = max(abs(still["sim_low"].min()), abs(still["sim_high"].max())) * POINTS.factor
        numbers.append(
            f"{listing([_card(results, row) for _, row in still.iterrows()])}: with joint 95%"
            f" confidence, no change beyond {number(bound, 1)} percentage points either way"
        )
    return Finding("Did the new rules fix the staff cards that they touch?", text,
                   results.judged_grounds(configs), KEY, "fixed", "Card by card",
                   numbers=[*numbers, *_played(results)])  # fmt: skip


def _card(results: Results, row: pd.Series) -> str:
    return results.facts.card(int(row["card"]))


def _from_to(row: pd.Series, digits: int) -> str:
    """The values before and after, in percent or points."""
    before, after = (number(row[side] * 100, digits) for side in ("value_a", "value_b"))
    return f"from {before} to {after}"


def _played(results: Results) -> list[str]:
    """Which touched cards are played more or less often than before; empty if none is shown."""
    rows = rows_of(results.touched(), results.main, outcome="play_rate").dropna(subset=["q"])
    rows = rows[rows["q"] < FDR].sort_values("estimate", key=abs, ascending=False)
    return [
        f"{_card(results, row)}: played {_from_to(row, 0)}% of the times it is dealt, a change of"
        f" {signed(row, POINTS, joint=True)}"
        for _, row in rows.iterrows()
    ]


def fixed_table(results: Results) -> Table:
    """One row per touched card: worth and play rate before and after, for two policies."""
    touched = results.touched()
    rows = []
    for card in sorted(touched["card"].unique()):
        row = [results.facts.card(int(card))]
        for outcome in ("win", "play_rate"):
            found = rows_of(touched, results.main, outcome=outcome, card=card).iloc[0]
            row += [
                number(found["value_a"] * 100, 1), number(found["value_b"] * 100, 1),
                cell(found, POINTS),
            ]  # fmt: skip
        rows.append(row)
    main = results.main
    before, after = map(names.ruleset, results.editions)
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
    before, after = names.ruleset(facts.rules_a), names.ruleset(facts.rules_b)
    caption = f"From {before} to {after}, as the model declares it"
    blocks: list[Block] = [
        Table(caption, ("Change", "What the books say about it", "Source"), rows, words=True)
    ]
    differ = [one for one in facts.rulings if one.differs]
    if differ:
        blocks += [
            Prose("The two also differ in questions that each book's own words answer"
                  " differently:"),
            Items([f"{one.question} {one.played}" for one in differ]),
        ]  # fmt: skip
    return blocks


def _scores(results: Results) -> Finding:
    """The effect of the newer rules on scores and winners, for the strongest players."""
    policy = results.policies[0]
    configs = results.jury
    rows = [rows_of(results.measures, config, measure="vp").iloc[0] for config in configs]
    shown = [(row, config.players) for row, config in zip(rows, configs, strict=True)
             if Claim.of(row).shown]  # fmt: skip
    after = results.facts.short(results.rules)
    text = (
        f"On equal deals, {after} changes scores by "
        + listing([f"{number(row['estimate'], 1, True)} VP with {n} players"
                   for row, n in shown[:2]]) + "."
        if shown else "No difference in scores is shown on equal deals."
    )  # fmt: skip
    winners = rows_of(results.winners, configs[0]).iloc[0]
    return Finding(
        "What do the new rules do to scores and winners?",
        f"{text} With {results.players[0]} players, {number(winners['estimate'] * 100, 0)}% of the"
        " deals have another winner.",
        results.judged_grounds(results.compared), KEY, "game", names.players(policy).capitalize(),
        numbers=[
            *(f"{names.players(policy, config.players).capitalize()}: {signed(row, VP)}, and"
              f" {figures_editions.winners_words(results, config)}"
              for row, config in zip(rows, configs, strict=True)),
        ],
    )  # fmt: skip
