"""Figures on the course of a game: who leads and wins, what a lead is worth, whether it grows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from analysis import Config
from analysis.base import stats
from analysis.base.measure import measure
from analysis.course import chance, quality
from reports import names
from reports.figures import draw, saying, style
from reports.figures.cards import games_words
from reports.figures.figure import Claim, Figure, How
from reports.figures.layout import WIDE, Layout
from reports.results import Results, rows_of
from reports.text import PERCENT, VP, Unit, equal_share, listing, plain, signed, upper

LEAST_GAMES = 30
"""Fewest games for a point in the figure of chances."""

SHOWN = 3
"""Number of rounds in the figure of chances, spread over the game."""


def last_round(results: Results) -> int:
    """The number of rounds of a game."""
    return int(results.quality.rounds["round"].max())


def middle(results: Results) -> int:
    """The round that titles are about: the first of the second half."""
    return last_round(results) // 2 + 1


def by_round(results: Results, config: Config, metric: str) -> pd.DataFrame:
    """A measure of one configuration by round, in order."""
    rows = rows_of(results.quality.rounds, config, metric=metric)
    return rows.sort_values("round")


def at_round(results: Results, config: Config, metric: str, number: int) -> pd.Series:
    """A measure of one configuration at the end of a round."""
    return by_round(results, config, metric).set_index("round").loc[number]


def decided_figure(results: Results, layout: Layout = WIDE) -> Figure:
    """How often the leader after each round wins, and in how many games the lead lasts."""
    lines = (("round_leader", "share of wins of\nthe leader, %"),
             ("round_settled", "games led for good, %"))  # fmt: skip
    canvas, axes = layout.grid([2.2, 2.2], len(results.players))
    for line, (metric, label) in zip(axes, lines, strict=True):
        for ax, n in zip(line, results.players, strict=True):
            _curves(ax, results, n, metric, PERCENT.factor)
            if metric == "round_leader":
                ax.axhline(PERCENT.factor / n, color=style.INK, linewidth=0.9, linestyle=":")
            ax.set_ylim(0, 100)
            ax.set_ylabel(label)
            ax.set_title(f"{n} players")
            ax.set_xlabel(layout.label("at the end of round"))
    draw.policy_legend(canvas, results.policies)
    title, claims = decided_headline(results)
    return Figure(
        key="decided",
        topic="How early a game is decided",
        title=title,
        claims=claims,
        caption=(
            f"{'. '.join(decided_numbers(results))}."
            f" Edition {names.ruleset(results.rules)}. Above: wins"
            " of the seat with most VP on the"
            " track at the end of each round; one of tied leaders is drawn at random. Dotted: what"
            " chance would give. Below: games in which the eventual winner leads then and after"
            " every later round. Both are before the final scoring. Lines through the marks: 95%"
            f" intervals, clustered by deal, often hidden by the marks. {games_words(results)}"
        ),
        alt=f"Lines over the rounds for each policy and number of players. {title}",
        table=results.quality.rounds,
        canvas=canvas,
        how=How((measure,), ("rounds",), (quality.rounds_query,)),
    )


def decided_headline(results: Results) -> tuple[str, list[Claim]]:
    """Does the leader halfway win more often than by chance?"""
    number_of = middle(results)
    claims = [
        Claim.of(at_round(results, one, "round_leader", number_of), 1 / one.players)
        for one in results.jury
    ]
    when = f"after round {number_of} of {last_round(results)}"
    if saying.all_shown(claims) and all(one.low > one.bound for one in claims):
        return f"The leader {when} wins more often than by chance", claims
    return f"Leading {when} is not shown to decide the game with every number of players", []


def decided_numbers(results: Results) -> list[str]:
    """How often the leader of the middle round wins, at each table of the best policy."""
    number_of = middle(results)
    rows = [at_round(results, one, "round_leader", number_of) for one in results.jury]
    return [
        f"{names.players(one.policy, one.players).capitalize()}: the leader after round"
        f" {number_of} wins {plain(row, PERCENT)} of games; chance gives"
        f" {equal_share(one.players)}"
        for one, row in zip(results.jury, rows, strict=True)
    ]


def _curves(ax: Axes, results: Results, players: int, metric: str, factor: float) -> None:
    """A line over the rounds for each policy, marks with intervals."""
    for index, policy in enumerate(results.policies):
        rows = by_round(results, Config(results.rules, players, policy), metric)
        mark = draw.policy_mark(results.policies, policy)
        x = rows["round"].to_numpy(float) + (index - (len(results.policies) - 1) / 2) * 0.12
        low, high = rows["low"] * factor, rows["high"] * factor
        ax.plot(x, rows["estimate"] * factor, color=mark.color, marker=mark.marker,
                markersize=4.6, linewidth=1.2)  # fmt: skip
        ax.vlines(x, low, high, color=mark.color, linewidth=1.8)
    ax.set_xticks(range(1, last_round(results) + 1))
    ax.grid(axis="y")


def shown_rounds(results: Results) -> list[int]:
    """Rounds spread over the game, including the last."""
    last = last_round(results)
    return sorted({round(last * (i + 1) / SHOWN) for i in range(SHOWN)})


def chances_figure(results: Results, layout: Layout = WIDE) -> Figure:
    """What a lead is worth: the leader's chance to win by its lead, fitted and as counted."""
    canvas, axes = layout.grid([3.0], len(results.players))
    policy, rounds = results.policies[0], shown_rounds(results)
    for ax, n in zip(axes[0], results.players, strict=True):
        config = Config(results.rules, n, policy)
        for mark, number_of in zip(style.POLICY_MARKS, rounds, strict=True):
            counts = rows_of(results.quality.counts, config, round=number_of)
            _chance(ax, counts, mark)
        ax.axhline(100 / n, color=style.INK, linewidth=0.9, linestyle=":")
        ax.set_ylim(0, 102)
        ax.grid(axis="y")
        ax.set_title(f"{n} players")
        ax.set_xlabel(layout.label("VP by which the first leads the second"))
        ax.set_ylabel("the leader wins, %")
    entries = [(f"after round {r}", m) for r, m in zip(rounds, style.POLICY_MARKS, strict=True)]
    draw.legend(canvas, entries)
    title = f"How large a lead wins, after rounds {listing([str(one) for one in rounds])}"
    return Figure(
        key="chances",
        topic="What a lead is worth",
        title=title,
        caption=(
            f"{chances_title(results)}. Edition {names.ruleset(results.rules)},"
            f" {names.players(policy)}. Lines:"
            " logistic curve fitted to all games, with its 95% interval shaded. Marks: the share in"
            " tenths of the games, ordered by lead, with 95% intervals (Wilson), if each tenth"
            f" holds {LEAST_GAMES} or more. Dotted: what chance would give. VP on the track before"
            " the final scoring."
            f" {games_words(results, policy)}"
        ),
        alt=f"Curves of the leader's chance to win over its lead. {title}",
        table=results.quality.chances,
        canvas=canvas,
        how=How((chance.chances,), ("rounds",), (chance.lead_counts_query,)),
    )


def _chance(ax: Axes, counts: pd.DataFrame, mark: style.Mark) -> None:
    """Points with equal numbers of games, and the fitted curve over their range; over that of all
    games where these are too few for a point."""
    curve = chance.fit(counts["lead"], counts["won"], counts["games"])
    points = tenths(counts)
    lead = np.linspace(0, float((counts if points.empty else points)["lead"].max()), 60)
    value, low, high = (part * PERCENT.factor for part in curve.at(lead))
    ax.plot(lead, value, color=mark.color, linewidth=1.3)
    ax.fill_between(lead, low, high, color=mark.color, alpha=0.2, linewidth=0)
    least, most = stats.wilson(points["won"], points["games"])
    ax.vlines(points["lead"], least * PERCENT.factor, most * PERCENT.factor, color=mark.color)
    ax.plot(points["lead"], points["won"] / points["games"] * PERCENT.factor, linestyle="none",
            marker=mark.marker, color=mark.color, markersize=4.2)  # fmt: skip


def tenths(counts: pd.DataFrame) -> pd.DataFrame:
    """Games in up to ten groups of similar leads, with enough games: mean lead, wins, games."""
    each = counts.assign(
        won=counts["won"] * counts["games"], total=counts["lead"] * counts["games"]
    )
    by_lead = each.groupby("lead")[["won", "total", "games"]].sum()
    before = by_lead["games"].cumsum() - by_lead["games"] / 2
    group = np.minimum((10 * before / by_lead["games"].sum()).astype(int), 9)
    points = by_lead.groupby(group.to_numpy()).sum()
    points = points[points["games"] >= LEAST_GAMES]
    return points.assign(lead=points["total"] / points["games"])


def chances_title(results: Results) -> str:
    """The lead that wins nine games of ten, after the last round."""
    policy, number_of = results.policies[0], last_round(results)
    parts = []
    for n in results.players:
        config = Config(results.rules, n, policy)
        row = rows_of(results.quality.chances, config, round=number_of).iloc[0]
        most = rows_of(results.quality.counts, config, round=number_of)["lead"].max()
        lead = plain(row, Unit(1, 0, "VP")) if row["estimate"] <= most else "none that was seen"
        parts.append(f"{lead} at a table of {n}")
    return (
        f"After round {number_of}, the lead over the second seat that wins {chance.LIKELY:.0%} of"
        f" games of {names.players(policy)} is {listing(parts)}"
    )


def runaway_figure(results: Results, layout: Layout = WIDE) -> Figure:
    """Whether leads grow: VP gained until the end for each VP ahead, by round."""
    canvas, axes = layout.grid([2.6], len(results.players))
    for ax, n in zip(axes[0], results.players, strict=True):
        _curves(ax, results, n, "round_runaway", 1.0)
        ax.axhline(0, color=style.INK, linewidth=0.9)
        ax.set_title(f"{n} players")
        ax.set_xlabel(layout.label("at the end of round"))
        ax.set_ylabel("VP gained until the end\nfor each VP ahead")
    draw.policy_legend(canvas, results.policies)
    title, claims = runaway_headline(results)
    return Figure(
        key="runaway",
        topic="Whether a lead grows",
        title=title,
        claims=claims,
        caption=(
            f"{'. '.join(runaway_numbers(results, results.policies[:1]))}."
            f" Edition {names.ruleset(results.rules)}. Slope of"
            " a seat's further gain"
            " (final scoring included) on"
            " its VP, both relative to the mean of its table. Above 0 leads grow; below 0 players"
            " who are behind catch up. Descriptive: a seat may lead because it has spent what"
            " others still hold. Lines through the marks: 95% intervals, clustered by deal."
            f" {games_words(results)}"
        ),
        alt=f"Lines of the slope over the rounds for each policy. {title}",
        table=results.quality.rounds[results.quality.rounds["metric"] == "round_runaway"],
        canvas=canvas,
        how=How((measure, quality.runaway_changes), ("rounds",), (quality.rounds_query,)),
    )


def _slopes(results: Results, policy: str) -> list[pd.Series]:
    """The slope of the middle round at each table of a policy."""
    return [
        at_round(results, Config(results.rules, n, policy), "round_runaway", middle(results))
        for n in results.players
    ]


def runaway_numbers(results: Results, policies: Sequence[str]) -> list[str]:
    """The VP that each VP ahead brings, at each table of these policies."""
    return [
        f"{names.players(policy, n).capitalize()}: each VP ahead after round"
        f" {middle(results)} brings {signed(row, VP)}"
        for policy in policies
        for n, row in zip(results.players, _slopes(results, policy), strict=True)
    ]


GROWS, SHRINKS = "leads grow", "players who are behind catch up"
NEITHER = "it is undecided"


def runaway_headline(results: Results) -> tuple[str, list[Claim]]:
    """Whether leads grow after the middle round, and for which players: only what the intervals
    show with every number of players."""
    among: dict[str, list[str]] = {}
    claims = []
    for policy in results.policies:
        found = [Claim.of(row) for row in _slopes(results, policy)]
        words = (
            GROWS if all(one.low > 0 for one in found)
            else SHRINKS if all(one.high < 0 for one in found)
            else NEITHER
        )  # fmt: skip
        claims += found if words != NEITHER else []
        among.setdefault(words, []).append(names.players(policy))
    when = f"after round {middle(results)}"
    if not claims:
        return f"No tendency of leads is shown at every table {when}", []
    said = [f"{words} among {listing(who)}" for words, who in among.items()]
    return f"{upper(when)}, {'; '.join(said)}", claims
