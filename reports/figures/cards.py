"""Figures about the staff cards: the dealt effect, and what "played" shows beside it."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from analysis import Config
from analysis.base import stats
from analysis.base.families import FDR
from analysis.cards.effects import chance_effects, dealt_query, played_differences
from reports import names
from reports.figures import draw, style
from reports.figures.figure import Figure, How
from reports.figures.layout import WIDE, Layout
from reports.results import Results, rows_of
from reports.text import UNITS, count, listing, number, signed

WHAT = {"win": "win rate", "vp": "score"}
VERB = {"win": "win rate", "vp": "VP"}


def dealt_figure(results: Results, outcome: str, layout: Layout = WIDE) -> Figure:
    """Dealt effect of the 48 staff cards: a panel a number of players, a colour a policy."""
    unit, players, policies = UNITS[outcome], results.players, results.policies
    main = rows_of(results.dealt, results.main, outcome=outcome)
    order = main.sort_values("estimate", ascending=False)["card"].tolist()
    canvas, axes = _panels(layout, len(players), rows=len(order))
    for ax, n in zip(axes, players, strict=True):
        series = [
            draw.Series(policy, _rows(results.dealt, results, n, policy, outcome),
                        draw.policy_mark(policies, policy))
            for policy in policies
        ]  # fmt: skip
        style.rows_axis(ax, [results.facts.card(card) for card in order])
        style.zero_line(ax)
        draw.few_ticks(ax)
        draw.estimates(ax, order, series, "card", unit.factor)
        ax.set_title(f"{n} players")
        ax.set_xlabel(layout.label(f"dealt minus not dealt, {unit.name}"))
        ax.tick_params(labeltop=True, top=True)
    draw.legend(canvas, [(p, draw.policy_mark(policies, p)) for p in policies], draw.FDR_NOTES)
    table = results.dealt[results.dealt["outcome"] == outcome]
    title = dealt_title(results, outcome)
    return Figure(
        key=f"dealt-{outcome}",
        topic=f"Being dealt a staff card: {WHAT[outcome]}",
        title=title,
        caption=(
            f"Edition {results.facts.brief(results.rules)}. {_unit_words(outcome)} of the seats"
            " whose random starting"
            " hand held the card, minus that of the seats at tables where nobody was dealt it:"
            " causal, and relative to an average card in its place. Lines: 95% intervals, clustered"
            f" by deal, each for its card alone. Filled: false discovery rate {FDR:.0%} over the 48"
            f" cards of one policy and player count. {games_words(results, judged=True)}"
            " Rows are ordered by the"
            " first policy in the first panel."
        ),
        alt=f"Forest plot of the 48 staff cards. {title}",
        table=table,
        canvas=canvas,
        how=How((chance_effects,), composed=(dealt_query,)),
    )


def dealt_title(results: Results, outcome: str) -> str:
    """How many cards matter, and the extremes with intervals that hold for all cards jointly."""
    unit = UNITS[outcome]
    main = rows_of(results.dealt, results.main, outcome=outcome)
    found = main[main["q"] < FDR]
    best, worst = main.loc[main["estimate"].idxmax()], main.loc[main["estimate"].idxmin()]
    who = f"With {names.players(results.main.policy, results.main.players)}"
    if found.empty:
        limit = max(abs(main["sim_low"].min()), abs(main["sim_high"].max())) * unit.factor
        return (
            f"{who}, no staff card is shown to differ from the average card: all joint intervals"
            f" lie within {number(-limit, unit.digits)} to {number(limit, unit.digits, True)}"
            f" {unit.name}"
        )
    return (
        f"{who}, {len(found)} of {len(main)} staff cards change the {VERB[outcome]} of the seat"
        f" dealt them; highest {results.facts.card(int(best['card']))}"
        f" {signed(best, unit, joint=True)}, lowest {results.facts.card(int(worst['card']))}"
        f" {signed(worst, unit, joint=True)}"
    )


def played_figure(results: Results, layout: Layout = WIDE) -> Figure:
    """Played difference beside the dealt effect on the win rate, for the first policy."""
    outcome, policy = "win", results.policies[0]
    unit = UNITS[outcome]
    main = rows_of(results.dealt, results.main, outcome=outcome)
    order = main.sort_values("estimate", ascending=False)["card"].tolist()
    canvas, axes = _panels(layout, len(results.players), rows=len(order))
    entries = [("dealt (causal)", style.DEALT_MARK),
               ("played minus not played (descriptive)", style.PLAYED_MARK)]  # fmt: skip
    for ax, n in zip(axes, results.players, strict=True):
        series = [
            draw.Series(label, _rows(frame, results, n, policy, outcome), mark)
            for frame, (label, mark) in zip((results.dealt, results.played), entries, strict=True)
        ]
        style.rows_axis(ax, [results.facts.card(card) for card in order])
        style.zero_line(ax)
        draw.few_ticks(ax)
        draw.estimates(ax, order, series, "card", unit.factor, fdr=None)
        ax.set_title(f"{n} players")
        ax.set_xlabel(layout.label(f"difference in win rate, {unit.name}"))
        ax.tick_params(labeltop=True, top=True)
    draw.legend(canvas, entries)
    keys = ["rules", "players", "policy", "card", "name", "outcome"]
    values = ["estimate", "se", "low", "high", "p", "q"]
    table = results.dealt[[*keys, *values, "n_with"]].merge(
        results.played[[*keys, *values, "n_with", "n_without"]],
        on=keys, suffixes=("_dealt", "_played"),
    )  # fmt: skip
    title = played_title(results)
    return Figure(
        key="played-beside-dealt",
        topic="“Played” beside “dealt”: a description beside an effect",
        title=title,
        caption=(
            f"Edition {results.facts.brief(results.rules)}, {names.players(policy)}. Red: win rate"
            " of the seats that played the card minus that of the seats that were dealt it and did"
            " not: confounded, for good positions play more cards. Blue: the dealt effect of the"
            " figure above. Lines: 95% intervals, clustered by deal; cards with fewer than 30"
            " seats on a side are left out. Rank correlation: Spearman's."
            f" {games_words(results, policy)}"
        ),
        alt=f"Forest plot of two differences for each of the 48 staff cards. {title}",
        table=table,
        canvas=canvas,
        how=How((chance_effects, played_differences), composed=(dealt_query,)),
    )


def played_title(results: Results) -> str:
    """Rank correlation of both differences over the cards, with its interval."""
    rho, low, high, cards = rank_agreement(results)
    return (
        f"With {names.players(results.main.policy, results.main.players)}, the played difference"
        f" ranks the cards {_strength(rho)} the dealt effect: rank correlation"
        f" {number(rho, 2, True)} ({number(low, 2, True)} to {number(high, 2, True)}, {cards}"
        " cards)"
    )


def rank_agreement(results: Results) -> tuple[float, float, float, int]:
    """Rank correlation of played difference and dealt effect (win), its interval, the cards."""
    both = rows_of(results.dealt, results.main, outcome="win").merge(
        rows_of(results.played, results.main, outcome="win"), on="card"
    )
    return stats.rank_correlation(both["estimate_x"], both["estimate_y"])


def games_words(results: Results, policy: str | None = None, judged: bool = False) -> str:
    """Sentence with the number of games of each configuration shown; judged: of verdicts."""
    games = results.judged_games if judged else results.games
    numbers = {
        (name, n): games(Config(results.rules, n, name))
        for name in ([policy] if policy else results.policies)
        for n in results.players
    }
    if len(set(numbers.values())) == 1:
        return f"Games: {count(next(iter(numbers.values())))} for each policy and player count."
    parts = [f"{count(games)} ({name}, {n} players)" for (name, n), games in numbers.items()]
    return f"Games: {listing(parts)}."


def _strength(rho: float) -> str:
    if np.isnan(rho):
        return "in no measurable relation to"
    return "unlike" if rho < 0.3 else "only loosely like" if rho < 0.7 else "much like"


def _unit_words(outcome: str) -> str:
    return "Share of wins" if outcome == "win" else "Mean VP"


def _rows(
    frame: pd.DataFrame, results: Results, players: int, policy: str, outcome: str
) -> pd.DataFrame:
    config = Config(results.rules, players, policy)
    return rows_of(frame, config, outcome=outcome)


def _panels(layout: Layout, columns: int, rows: int) -> tuple[Canvas, list[Axes]]:
    canvas, axes = layout.grid([0.75 + 0.215 * rows], columns)
    return canvas, axes[0]
