"""Figures of the difference between two rulesets, from games paired by deal."""

from __future__ import annotations

import pandas as pd

from analysis import Config
from analysis.base.families import FDR
from analysis.base.metrics import SOURCES
from analysis.rulesets import compare, touched
from reports import names
from reports.figures import draw, saying, style
from reports.figures.cards import games_words
from reports.figures.figure import Claim, Figure, How
from reports.figures.layout import WIDE, Layout
from reports.results import Results, rows_of
from reports.text import PERCENT, VP, count, listing, plain, signed, upper


def sources_figure(results: Results, layout: Layout = WIDE) -> Figure:
    """Paired difference of VP by source, b - a, one panel per number of players."""
    order = ["vp", *(source.name for source in SOURCES)]
    labels = ["total score", *(source.label for source in SOURCES)]
    players, policies = results.players, results.policies
    canvas, axes = layout.grid([0.8 + 0.36 * len(order)], len(players))
    for ax, n in zip(axes[0], players, strict=True):
        ax.axhline(0.5, color=style.MUTED, linewidth=0.7)
        draw.forest(
            ax, order, draw.of_policies(results, results.measures, n, policies), "measure", 1.0,
            layout.label("VP a player, after minus before"), f"{n} players", rows=labels,
        )  # fmt: skip
    draw.policy_legend(canvas, policies, draw.FDR_NOTES)
    title, claims = sources_title(results)
    facts = results.facts
    return Figure(
        key="edition-sources",
        topic="What the newer rules change in the score",
        title=title,
        claims=claims,
        caption=(
            f"{names.ruleset(facts.rules_b)} minus {names.ruleset(facts.rules_a)}: mean VP of a"
            " player from each source, paired"
            " on the same deals. Lines: 95% intervals, clustered by deal (many are shorter than"
            " their mark). Filled: false discovery rate 5% over the measures of one policy and"
            f" player count. {games_words(results, judged=True)}"
        ),
        alt=f"Differences in VP by source between two rulesets. {title}",
        table=results.measures,
        canvas=canvas,
        how=How((compare.paired_difference,), composed=(compare.totals_query,)),
    )


def sources_title(results: Results) -> tuple[str, list[Claim]]:
    """Whether scores change, and which sources are shown to change, by how much in all."""
    rows = rows_of(results.measures, results.main).set_index("measure")
    total = rows.loc["vp"]
    who = names.players(results.main.policy, results.main.players)
    after = results.facts.short(results.rules)
    claims = saying.shown(rows.loc[["vp"]])
    if not claims:
        return f"No change in the score of {who} is shown between the editions", []
    way = "more" if total["estimate"] > 0 else "less"
    return f"{upper(who)} score {way} in {after}: {signed(total, VP)}", claims


def touched_figure(results: Results, layout: Layout = WIDE) -> Figure:
    """Change of dealt effect and play rate of the cards whose text changed."""
    rows = results.touched()
    order = sorted(rows["card"].unique())
    cards = [results.facts.card(int(card)) for card in order]
    players, policies = results.players, results.policies
    outcomes = (("win", "change of the dealt effect on the win rate"),
                ("play_rate", "change of the share of dealt cards played"))  # fmt: skip
    canvas, axes = layout.grid([0.8 + 0.3 * len(order)] * len(outcomes), len(players))
    for line, (outcome, label) in zip(axes, outcomes, strict=True):
        for ax, n in zip(line, players, strict=True):
            draw.forest(
                ax, order, draw.of_policies(results, rows, n, policies, outcome=outcome), "card",
                100.0, layout.label(f"{label},\npercentage points"), f"{n} players", rows=cards,
            )  # fmt: skip
    draw.policy_legend(canvas, policies, draw.FDR_NOTES)
    title, claims = touched_title(results, rows)
    table = results.card_changes.copy()
    table.insert(5, "name", table["card"].map(results.facts.staff))
    table.insert(6, "touched", table["card"].isin(results.facts.touched))
    facts = results.facts
    return Figure(
        key="edition-cards",
        topic="What the newer rules do to the staff cards that they change",
        title=title,
        claims=claims,
        caption=(
            f"{names.ruleset(facts.rules_b)} minus {names.ruleset(facts.rules_a)}, paired on the"
            " same deals, for the staff cards"
            " whose cost or text differs. Above: change of the effect of being dealt the card."
            " Below: change of the share of dealt cards that are played. Lines: 95% intervals,"
            " clustered by deal. Filled: false discovery rate 5% over the cards shown, for one"
            f" policy and player count. {games_words(results, judged=True)}"
        ),
        alt=f"Changes for the staff cards that differ between two rulesets. {title}",
        table=table,
        canvas=canvas,
        how=How((touched.card_changes, touched.only_touched), ("card_pairs", "pair_totals")),
    )


def touched_title(results: Results, changes: pd.DataFrame) -> tuple[str, list[Claim]]:
    """The changed cards that are shown to be worth more or less, and the number of the others."""
    rows = rows_of(changes, results.main, outcome="win")
    found = rows[rows["q"] < FDR]
    who = names.players(results.main.policy, results.main.players)
    if rows["estimate"].notna().sum() == 0:
        return f"Too few games of {who} to see how the changed staff cards changed in worth", []
    card = results.facts.card
    sides = [
        (word, [card(int(one)) for one in found[found["estimate"] * sign > 0]["card"]])
        for word, sign in (("more", 1), ("less", -1))
    ]
    parts = [f"worth {word}: {listing(cards)}" for word, cards in sides if cards]
    rest = len(rows) - len(found)
    if not parts:
        return f"No change in worth is shown for any of the {rest} changed staff cards", []
    parts += [f"no change shown for {rest}"] if rest else []
    return f"{upper('; '.join(parts))} ({who})", saying.shown(found)


def winners_words(results: Results, config: Config) -> str:
    """Share of the deals that another seat wins, with interval and number of deals."""
    row = rows_of(results.winners, config).iloc[0]
    return f"{plain(row, PERCENT)} of the {count(int(row['games']))} deals have another winner"
