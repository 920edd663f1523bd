"""Figures about whole games: scores, where they come from, and the seats."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from analysis import Config
from analysis.base.metrics import SOURCES
from analysis.course.scores import quantiles, score_histogram, vp_by_source
from analysis.course.seats import seat_advantage
from reports import names
from reports.figures import draw, style
from reports.figures.cards import games_words
from reports.figures.figure import Figure, How
from reports.figures.layout import WIDE, Layout
from reports.results import Results, rows_of
from reports.text import POINTS, VP, listing, number, p_value, plain, signed


def scores_figure(results: Results, layout: Layout = WIDE) -> Figure:
    """Distribution of scores: all seats filled, winners as a line; a row a number of players."""
    players, policies = results.players, results.policies
    canvas, axes = layout.grid([2.2] * len(players), 1, width=8.2, share="all")
    for (ax,), n in zip(axes, players, strict=True):
        for line, policy in enumerate(policies):
            rows = rows_of(results.histograms, Config(results.rules, n, policy))
            _distribution(ax, rows, draw.policy_mark(policies, policy), policy, line)
        ax.set_title(f"{n} players")
        ax.set_ylabel("share of seats,\n% a VP")
        ax.set_ylim(bottom=0)
        ax.grid(axis="x")
    axes[-1][0].set_xlabel(layout.label("VP of a player at the end of the game"))
    title = scores_title(results)
    return Figure(
        key="scores",
        topic="How scores spread",
        title=title,
        caption=(
            f"Edition {results.facts.brief(results.rules)}. Filled: all players. Line: winners,"
            " each scaled to the same"
            " area. Dotted: median; the words give median and the range of the middle 90% of"
            f" all players. {games_words(results)}"
        ),
        alt=f"Histograms of final scores for each policy and player count. {title}",
        table=results.histograms,
        canvas=canvas,
        how=How((score_histogram,), ("histogram",)),
    )


def _distribution(ax: Axes, rows: pd.DataFrame, mark: style.Mark, policy: str, line: int) -> None:
    vp = np.arange(rows["vp"].min(), rows["vp"].max() + 1)
    full = rows.set_index("vp")[["seats", "winners"]].reindex(vp, fill_value=0)
    share = full["seats"].to_numpy(float) / full["seats"].sum() * 100
    winners = full["winners"].to_numpy(float) / max(full["winners"].sum(), 1) * 100
    ax.stairs(share, np.append(vp, vp[-1] + 1) - 0.5, fill=True, color=mark.color, alpha=0.28)
    ax.stairs(winners, np.append(vp, vp[-1] + 1) - 0.5, color=mark.color, linewidth=1.3)
    low, median, high = quantiles(rows, "seats", (0.05, 0.5, 0.95))
    ax.vlines(median, 0, share.max(), color=mark.color, linestyle=":", linewidth=1.2)
    words = f"{policy}: median {number(median, 0)}, 90% from {number(low, 0)} to {number(high, 0)}"
    # In the corner, one line a policy: beside the curves they would cover each other.
    ax.annotate(words, (1, 1), xycoords="axes fraction", xytext=(-4, -4 - 14 * line),
                textcoords="offset points", ha="right", va="top", fontsize=8.5,
                color=mark.color, weight="bold")  # fmt: skip
    top = ax.get_ylim()[1]
    ax.set_ylim(0, max(top, max(share.max(), winners.max()) * 1.08))


def scores_title(results: Results) -> str:
    """Mean score of each policy at the smallest table."""
    n = results.players[0]
    parts = []
    for policy in results.policies:
        config = Config(results.rules, n, policy)
        row = rows_of(results.sources, config, source="vp", group="all").iloc[0]
        parts.append(f"{names.players(policy)} score {plain(row, VP)} on average")
    return f"With {n} players, " + "; ".join(parts)


def by_source_figure(results: Results, layout: Layout = WIDE) -> Figure:
    """Mean VP by source of winners (filled) and others (hollow)."""
    order, labels = [s.name for s in SOURCES], [s.label for s in SOURCES]
    players, policies = results.players, results.policies
    canvas, axes = layout.grid([0.8 + 0.4 * len(order)], len(players))
    for ax, n in zip(axes[0], players, strict=True):
        style.rows_axis(ax, labels)
        style.zero_line(ax)
        for index, policy in enumerate(policies):
            rows = rows_of(results.sources, Config(results.rules, n, policy))
            mark = draw.policy_mark(policies, policy)
            y = np.arange(len(order)) + (index - (len(policies) - 1) / 2) * 0.34
            groups = {
                group: rows[rows["group"] == group].set_index("source").reindex(order)
                for group in ("others", "winners")
            }
            ends = [one["estimate"] for one in groups.values()]
            ax.hlines(y, *ends, color=mark.color, linewidth=1.6, alpha=0.5, zorder=2)
            for (group, one), face in zip(groups.items(), ("white", mark.color), strict=True):
                ax.plot(
                    one["estimate"], y, linestyle="none", marker=mark.marker, markersize=5,
                    markerfacecolor=face, markeredgecolor=mark.color, zorder=3, label=group,
                )  # fmt: skip
                ax.hlines(y, one["low"], one["high"], color=mark.color, linewidth=1.6, zorder=2.5)
        ax.set_title(f"{n} players")
        ax.set_xlabel(layout.label("mean VP a player"))
    entries = [(policy, draw.policy_mark(policies, policy)) for policy in policies]
    draw.legend(canvas, entries, ("filled: winners", "hollow: other players"))
    title = by_source_title(results)
    return Figure(
        key="vp-by-source",
        topic="Where victory points come from",
        title=title,
        caption=(
            f"Edition {results.facts.brief(results.rules)}. Mean VP of a player from each source;"
            " the ten add up to the"
            " score. The pale line between winners and the others is descriptive. 95% intervals,"
            " clustered by deal, are drawn solid behind the marks, mostly hidden by them."
            f" {games_words(results)}"
        ),
        alt=f"Dot plot of mean VP by source for winners and others. {title}",
        table=results.sources,
        canvas=canvas,
        how=How((vp_by_source,), ("sources",)),
    )


def by_source_title(results: Results) -> str:
    """The largest source, and the one in which winners lead most."""
    rows = rows_of(results.sources, results.main)
    rows = rows[rows["source"] != "vp"]
    largest = rows[rows["group"] == "all"].set_index("source")
    largest = largest.loc[largest["estimate"].idxmax()]
    lead = rows[rows["group"] == "difference"].set_index("source")
    lead = lead.loc[lead["estimate"].idxmax()]
    who = f"With {names.players(results.main.policy, results.main.players)}"
    return (
        f"{who}, {largest['label']} bring most: {plain(largest, VP)}; winners are furthest ahead"
        f" of the others in {lead['label']}: {signed(lead, VP)}"
    )


def seats_figure(results: Results, layout: Layout = WIDE) -> Figure:
    """Seat advantage in win rate (above) and VP (below); a panel a number of players."""
    players, policies = results.players, results.policies
    outcomes = (("win", POINTS, "win rate minus 1/{n}, percentage points"),
                ("vp", VP, "mean VP minus that of all seats"))  # fmt: skip
    canvas, axes = layout.grid([0.75 + 0.36 * max(players)] * 2, len(players))
    for line, (outcome, unit, label) in zip(axes, outcomes, strict=True):
        for ax, n in zip(line, players, strict=True):
            series = [
                draw.Series(
                    policy,
                    rows_of(results.seats, Config(results.rules, n, policy), outcome=outcome),
                    draw.policy_mark(policies, policy),
                )
                for policy in policies
            ]  # fmt: skip
            names = ["1st (starts)", "2nd", "3rd", "4th"][:n]
            style.rows_axis(ax, names)
            style.zero_line(ax)
            draw.few_ticks(ax)
            draw.estimates(ax, list(range(n)), series, "seat", unit.factor, fdr=None)
            ax.set_title(f"{n} players")
            ax.set_xlabel(layout.label(label.format(n=n)))
    draw.legend(canvas, [(p, draw.policy_mark(policies, p)) for p in policies])
    title = seats_title(results)
    return Figure(
        key="seats",
        topic="Win rate and score by seat",
        title=title,
        caption=(
            f"Edition {results.facts.brief(results.rules)}. Seats in the order of the first"
            " round, all played by the"
            " same policy. Lines: 95% intervals, clustered by deal."
            f" Test that all seats win equally often: {seat_tests(results)}."
            f" {games_words(results, judged=True)}"
        ),
        alt=f"Seat advantages for each policy and player count. {title}",
        table=results.seats,
        canvas=canvas,
        how=How((seat_advantage,), ("seats",)),
    )


def seats_title(results: Results) -> str:
    """Largest seat advantage of each player count for the first policy, joint interval."""
    parts = []
    for n in results.players:
        config = Config(results.rules, n, results.policies[0])
        rows = rows_of(results.seats, config, outcome="win")
        most = rows.loc[rows["estimate"].abs().idxmax()]
        name = ("1st", "2nd", "3rd", "4th")[int(most["seat"])]
        parts.append(f"{signed(most, POINTS, joint=True)} for the {name} seat of {n}")
    return (
        f"Win rate against a fair share, {results.policies[0]} players, the seat furthest from"
        f" it: {listing(parts)}"
    )


def seat_tests(results: Results) -> str:
    """Global tests of equal win rates, one a configuration."""
    parts = []
    for policy in results.policies:
        for n in results.players:
            config = Config(results.rules, n, policy)
            row = rows_of(results.seats, config, outcome="win").iloc[0]
            parts.append(
                f"{policy}, {n} players: χ²({int(row['df'])}) = {number(row['chi2'], 1)},"
                f" {p_value(row['p_all'])}"
            )
    return "; ".join(parts)
