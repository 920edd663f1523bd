"""Figures about whole games: scores, their sources, and the seats."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from analysis import Config
from analysis.base.metrics import SOURCES
from analysis.course.scores import quantiles, score_histogram, vp_by_source
from analysis.course.seats import seat_advantage
from reports import names
from reports.figures import draw, saying, style
from reports.figures.cards import games_words
from reports.figures.figure import Claim, Figure, How
from reports.figures.layout import WIDE, Layout
from reports.grounds import games_of
from reports.results import Results, rows_of
from reports.text import POINTS, VP, listing, number, p_value, plain, signed, upper
from simulate.base.notation import bounds


def scores_figure(results: Results, layout: Layout = WIDE) -> Figure:
    """Distribution of scores: all seats filled, winners as a line; one row per player count."""
    players, policies = results.players, results.policies
    canvas, axes = layout.grid([2.2] * len(players), 1, width=8.2, share="all")
    for (ax,), n in zip(axes, players, strict=True):
        for line, policy in enumerate(policies):
            rows = rows_of(results.histograms, Config(results.rules, n, policy))
            _distribution(ax, rows, draw.policy_mark(policies, policy), policy, line)
        ax.set_title(f"{n} players")
        ax.set_ylabel("% of seats")
        ax.set_xlabel(layout.label("VP of a player at the end of the game"))
        ax.set_ylim(bottom=0)
        ax.grid(axis="x")
    title, claims = scores_title(results)
    return Figure(
        key="scores",
        topic="How scores spread",
        title=title,
        claims=claims,
        caption=(
            f"Edition {names.ruleset(results.rules)}. Each bar is {BIN} VP wide. Filled: all"
            f" players. Line: winners, scaled to the same area. {spread_words(results)}"
            f" {games_words(results)}"
        ),
        alt=f"Histograms of final scores for each policy and player count. {title}",
        table=results.histograms,
        canvas=canvas,
        how=How((score_histogram,), ("histogram",)),
    )


BIN = 10
"""Width of a bar in VP. Bars of 1 VP would show which single scores are likely, not the spread."""


def _distribution(ax: Axes, rows: pd.DataFrame, mark: style.Mark, policy: str, line: int) -> None:
    """Shares of seats and of winners in bars of `BIN` VP, named above the highest."""
    first = int(np.floor(rows["vp"].min() / BIN)) * BIN
    edges = np.arange(first, rows["vp"].max() + BIN + 1, BIN)
    shares = [
        np.histogram(rows["vp"], edges, weights=rows[name])[0] / max(rows[name].sum(), 1) * 100
        for name in ("seats", "winners")
    ]
    ax.stairs(shares[0], edges, fill=True, color=mark.color, alpha=0.28)
    ax.stairs(shares[1], edges, color=mark.color, linewidth=1.3)
    top = float(max(part.max() for part in shares))
    ax.set_ylim(0, max(ax.get_ylim()[1], top * 1.3))
    at = int(np.argmax(shares[0]))
    ax.annotate(
        policy, ((edges[at] + edges[at + 1]) / 2, top), xytext=(0, 4 + 12 * (line % 2)),
        textcoords="offset points", ha="center", va="bottom", fontsize=8.5, color=mark.color,
        weight="bold",
    )  # fmt: skip


def spread_words(results: Results) -> str:
    """Median and middle 90% of the scores of each kind of player, at the smallest table."""
    n, parts = results.players[0], []
    for policy in results.policies:
        rows = rows_of(results.histograms, Config(results.rules, n, policy))
        low, median, high = quantiles(rows, "seats", (0.05, 0.5, 0.95))
        parts.append(f"{names.players(policy)} {number(median, 0)} ({bounds(low, high, 0)})")
    return f"Median and middle 90% with {n} players: {listing(parts)}."


def scores_title(results: Results) -> tuple[str, list[Claim]]:
    """The order of players by score at the smallest table, as far as intervals show it."""
    n = results.players[0]
    rows = [
        rows_of(results.sources, Config(results.rules, n, one), source="vp", group="all").iloc[0]
        for one in results.policies
    ]
    who = [names.players(policy) for policy in results.policies]
    claims = [saying.above(one, other) for one, other in pairwise(rows)]
    if saying.all_shown(claims):
        return f"{upper(who[0])} score more than {' and these more than '.join(who[1:])}", \
            claims  # fmt: skip
    return f"How many VP {listing(who)} score with {n} players", []


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
    draw.policy_legend(canvas, policies, ("filled: winners", "hollow: other players"))
    title, claims = by_source_title(results)
    return Figure(
        key="vp-by-source",
        topic="Where victory points come from",
        title=title,
        claims=claims,
        caption=(
            f"Edition {names.ruleset(results.rules)}. Mean VP of a player from each source;"
            " the ten sources add up to the"
            " score. The pale line between winners and the others is descriptive. 95% intervals,"
            " clustered by deal, are solid lines behind the marks, which mostly hide them."
            f" {games_words(results)}"
        ),
        alt=f"Dot plot of mean VP by source for winners and others. {title}",
        table=results.sources,
        canvas=canvas,
        how=How((vp_by_source,), ("sources",)),
    )


def by_source_title(results: Results) -> tuple[str, list[Claim]]:
    """The largest source, and the one with the largest lead of winners, if intervals show them."""
    rows = rows_of(results.sources, results.main)
    rows = rows[rows["source"] != "vp"]
    most, first = saying.largest(rows[rows["group"] == "all"])
    lead, second = saying.largest(rows[rows["group"] == "difference"])
    who = names.players(results.main.policy, results.main.players)
    parts = [f"more VP come from {most['label']} than from any other source"] if first.shown else []
    parts += [f"winners lead most in {lead['label']}"] if second.shown else []
    if not parts:
        return f"No source of VP stands out for {who}", []
    return f"With {who}, {' and '.join(parts)}", [one for one in (first, second) if one.shown]


def by_source_numbers(results: Results) -> list[str]:
    """The largest source and the largest lead of winners, with their intervals."""
    rows = rows_of(results.sources, results.main)
    rows = rows[rows["source"] != "vp"]
    most, _ = saying.largest(rows[rows["group"] == "all"])
    lead, _ = saying.largest(rows[rows["group"] == "difference"])
    return [
        f"{upper(most['label'])}: {plain(most, VP)} a player",
        f"Winners' lead in {lead['label']}: {signed(lead, VP)}",
    ]


def seats_figure(results: Results, layout: Layout = WIDE) -> Figure:
    """Seat advantage in win rate (above) and VP (below), one panel per number of players."""
    players, policies = results.seat_tables(results.rules), results.policies
    outcomes = (("win", POINTS, "win rate minus 1/{n}, percentage points"),
                ("vp", VP, "mean VP minus that of all seats"))  # fmt: skip
    canvas, axes = layout.grid([0.75 + 0.36 * max(players)] * 2, len(players))
    for line, (outcome, unit, label) in zip(axes, outcomes, strict=True):
        for ax, n in zip(line, players, strict=True):
            some = [one for one in policies if n in results.seat_tables(results.rules, one)]
            series = draw.of_policies(results, results.seats, n, some, outcome=outcome)
            draw.forest(
                ax, range(n), series, "seat", unit.factor, layout.label(label.format(n=n)),
                f"{n} players", rows=list(PLACES[:n]), fdr=None,
            )  # fmt: skip
    draw.policy_legend(canvas, policies)
    title, claims = seats_title(results)
    shown = [Config(results.rules, n, one) for one in policies
             for n in results.seat_tables(results.rules, one)]  # fmt: skip
    return Figure(
        key="seats",
        topic="Win rate and score by seat",
        title=title,
        claims=claims,
        caption=(
            f"Edition {names.ruleset(results.rules)}. Seats in the order of the first"
            " round, all played by the"
            " same policy. Lines: 95% intervals, clustered by deal."
            f" Test that all seats win equally often: {seat_tests(results)}."
            f" {games_of(shown, lambda one: int(rows_of(results.seats, one)['games'].iloc[0]))}."
        ),
        alt=f"Seat advantages for each policy and player count. {title}",
        table=results.seats,
        canvas=canvas,
        how=How((seat_advantage,), ("seats",)),
    )


PLACES = ("1st (starts)", "2nd", "3rd", "4th")
SEATS = ("starter", "second seat", "third seat", "fourth seat")


def seats_title(results: Results) -> tuple[str, list[Claim]]:
    """The seats that are shown to win more or less than their share, by number of players."""
    parts, claims = [], []
    for n in results.seat_tables(results.rules):
        config = Config(results.rules, n, results.main.policy)
        rows = rows_of(results.seats, config, outcome="win")
        for _, row in rows.iterrows():
            claim = Claim.of(row, joint=True)
            if claim.shown:
                way = "more" if row["estimate"] > 0 else "less"
                parts.append((n, f"the {SEATS[int(row['seat'])]} {way}"))
                claims.append(claim)
    if not parts:
        return "No seat is shown to win more or less than its share", []
    by = [
        f"with {n} players, {listing([said for at, said in parts if at == n])}"
        for n in dict.fromkeys(at for at, _ in parts)
    ]
    return f"Seats that win more or less than their share: {'; '.join(by)}", claims


def seat_tests(results: Results) -> str:
    """Global tests of equal win rates, one per configuration."""
    parts = []
    for policy in results.policies:
        for n in results.seat_tables(results.rules, policy):
            config = Config(results.rules, n, policy)
            row = rows_of(results.seats, config, outcome="win").iloc[0]
            parts.append(
                f"{policy}, {n} players: χ²({int(row['df'])}) = {number(row['chi2'], 1)},"
                f" {p_value(row['p_all'])}"
            )
    return "; ".join(parts)
