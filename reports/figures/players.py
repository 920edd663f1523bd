"""Figures about the players: the ladder of ratings, and the sources of a result's variance."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.patches import Patch
from matplotlib.ticker import NullLocator, PercentFormatter

from analysis.base.verdicts import LEVEL
from analysis.players import budget
from analysis.players import ladder as ladder_analysis
from analysis.players.luck import GROUPS, analyse_luck
from analysis.studies.curve import BudgetCurve
from analysis.studies.ladder import Ladder
from analysis.studies.luck import Luck
from reports import names
from reports.figures import draw, saying, style
from reports.figures.figure import Claim, Figure, How
from reports.figures.layout import WIDE, Layout
from reports.tables.players import GROUP_WORDS, OUTCOME_WORDS, RATING
from reports.text import (
    PERCENT,
    POINTS,
    Unit,
    cell,
    count,
    interval,
    listing,
    measured,
    number,
    plain,
    signed,
    upper,
)

LEAD = Unit(1, 1, "VP")
_FILLS = {
    "player": (style.BLUE, ""),
    "seat": (style.GREEN, "xxx"),
    "deal": (style.ORANGE, "///"),
    "chance": ("#e4e3de", ""),
}
_LEGIBLE, _ROOMY = 0.05, 0.16  # shares of a bar with room for a number, and for its interval too
_FAR = 600  # rating points: wins 97 games of 100
ARROW = "\N{BLACK LEFT-POINTING SMALL TRIANGLE}"


def ladder_figure(ladder: Ladder, layout: Layout = WIDE) -> Figure:
    """Ratings with intervals: one panel per player count, rungs in the order of the first."""
    players = ladder.settings.players
    order = list(ladder.of(players[0])["rung"])
    canvas, axes = layout.grid([0.8 + 0.34 * len(order)], len(players), width=3.1)
    far = _far_below(ladder)
    for ax, n in zip(axes[0], players, strict=True):
        rows = ladder.of(n)
        series = draw.Series("rating", rows[~rows["rung"].isin(far)], style.Mark(style.BLUE, "o"))
        draw.forest(ax, order, [series], "rung", 1.0,
                    layout.label(f"rating, points ({ladder.anchor} = 0)"), f"{n} players",
                    fdr=None)  # fmt: skip
        for _, row in rows[rows["rung"].isin(far)].iterrows():
            said = "0" if row["rung"] == ladder.anchor else cell(row, RATING)
            ax.annotate(
                f"{ARROW} {said}", (0.02, order.index(row["rung"])),
                xycoords=("axes fraction", "data"), va="center", fontsize=7.5, color=style.BLUE,
                bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 0.8},
            )  # fmt: skip
    if far:
        near = ladder.ratings[~ladder.ratings["rung"].isin(far)]
        left, right = near["low"].min(), near["high"].max()
        edge = 0.05 * (right - left)
        for ax in axes[0]:  # after all panels: drop the line at 0, which has nothing near it
            ax.set_xlim(left - edge, right + edge)
    title, claims = ladder_headline(ladder)
    return Figure(
        key="ladder",
        topic="The ladder of players",
        title=title,
        claims=claims,
        caption=f"{ladder_title(ladder)}. {ladder_caption(ladder)}",
        alt=f"Dot plot of ratings for each player and number of players. {title}",
        table=ladder.ratings,
        canvas=canvas,
        how=How((ladder_analysis.rate,), ("duels",)),
    )


def _far_below(ladder: Ladder) -> set[str]:
    """Rungs so far below all others that one scale could not resolve the others; they are written
    left of a scale that fits the others with their intervals."""
    by_rung = ladder.ratings.groupby("rung")
    best, low, high = by_rung["estimate"].max(), by_rung["low"].min(), by_rung["high"].max()
    far = best < best.max() - _FAR
    while far.any() and (within := far & (high >= low[~far].min())).any():
        far &= ~within
    return set(far.index[far]) if (~far).sum() > 1 else set()


def _leaders(ladder: Ladder, players: int) -> tuple[pd.Series, pd.Series]:
    """The two highest-rated rungs."""
    rated = ladder.of(players)
    return rated.iloc[0], rated.iloc[1]


def _lead(ladder: Ladder, first: pd.Series) -> pd.Series:
    """By how much the first is rated above the second, in the form that sentences need. The
    interval is joint over all numbers of players, because a title picks some of them."""
    return saying.widened(measured(first, "gap"), len(ladder.settings.players))


def ladder_headline(ladder: Ladder) -> tuple[str, list[Claim]]:
    """Who is shown to be strongest, with how many players; or else who may be."""
    parts, claims = [], []
    for n in ladder.settings.players:
        first, _ = _leaders(ladder, n)
        claim = Claim.of(_lead(ladder, first), joint=True)
        if claim.low > 0:
            parts.append((first["rung"], n))
            claims.append(claim)
    if not parts:
        first, second = _leaders(ladder, ladder.settings.players[0])
        return f"Neither {first['rung']} nor {second['rung']} is shown to be strongest", []
    said = [
        f"{one} with {listing([str(n) for who, n in parts if who == one])} players"
        for one in dict.fromkeys(who for who, _ in parts)
    ]
    return f"Shown to be strongest: {listing(said)}", claims


def ladder_title(ladder: Ladder) -> str:
    """Who is strongest with each number of players, and by how much, if that is known."""
    return f"{strongest(ladder)} {'; '.join(gaps(ladder))}"


def strongest(ladder: Ladder) -> str:
    """Who is rated highest with each number of players, if that is known."""
    parts = []
    for n in ladder.settings.players:
        first, second = _leaders(ladder, n)
        alone = _lead(ladder, first)["sim_low"] > 0
        parts.append(f"With {n} players {first['rung']} is rated highest." if alone
                     else f"With {n} players {first['rung']} and {second['rung']} are rated"
                     " highest, and no difference between them is shown.")  # fmt: skip
    return " ".join(parts)


def gaps(ladder: Ladder) -> list[str]:
    """By how much the first is rated above the second, with each number of players."""
    out = []
    for n in ladder.settings.players:
        first, second = _leaders(ladder, n)
        gap = signed(_lead(ladder, first), RATING, joint=len(ladder.settings.players) > 1)
        out.append(f"{first['rung']} above {second['rung']} with {n} players: {gap}")
    return out


def ladder_caption(ladder: Ladder) -> str:
    """Rules, unit, intervals and games of the ladder."""
    s = ladder.settings
    fewer = (ladder.ratings["deals"] != s.deals).any()
    few = f", {s.deals_search} with a slow player" if fewer else ""
    misfit = (ladder.pairings["share"] - ladder.pairings["rated"]).abs().max()
    seats = listing([
        f"{count(int(ladder.of(n)['seats'].sum()) // n)} games with {n}" for n in s.players
    ])  # fmt: skip
    far = (
        f" {ARROW}: far below the others, written as numbers left of the scale."
        if _far_below(ladder)
        else ""
    )
    return (
        f"Edition {names.ruleset(ladder.label)}. Ratings from the order of finish"
        " (Plackett-Luce): between two players, a lead of 120 points wins 2 games of 3, and 400"
        f" points win 10 of 11; {ladder.anchor} is 0. Rotated"
        f" seats on {count(s.deals)} equal deals per table{few}: {seats}. Lines: 95%"
        f" intervals, bootstrap over deals.{far} Largest difference between a pairing as played and"
        f" as rated: {number(misfit * 100, 1)} percentage points.{_wins_fit(ladder)}"
    )


def pace_figure(ladder: Ladder, layout: Layout = WIDE) -> Figure:
    """Ratings, and processor time of a seat per game: one row per player, at the first table.

    Each quantity has its own panel, and rows name the players, so that nothing overlaps.
    """
    n = ladder.settings.players[0]
    rated = ladder.ratings.merge(ladder.pace[["rung", "players", "game_ms"]])
    rated = rated.assign(seat_ms=rated["game_ms"] / rated["players"])
    rows = rated[rated["players"] == n].sort_values("seat_ms", ascending=False)
    order = list(rows["rung"])
    canvas, axes = layout.grid([0.9 + 0.3 * len(order)], 2, top=0.1, share="none")
    strength, time = axes[0]
    mark = style.Mark(style.BLUE, "o")
    draw.forest(
        strength, order, [draw.Series("rating", rows, mark)], "rung", 1.0,
        layout.label(f"rating, points ({ladder.anchor} = 0)"), "Strength", fdr=None,
    )  # fmt: skip
    style.rows_axis(time, order)
    time.set_xscale("log")
    time.plot(rows["seat_ms"], range(len(order)), "s", color=style.ORANGE, markersize=5)
    few, many = (float(rows["seat_ms"].agg(one)) for one in ("min", "max"))
    powers = range(int(np.floor(np.log10(few))), int(np.ceil(np.log10(many))) + 1)
    step = max(1, len(powers) // 4)
    time.set_xticks([10.0**power for power in powers][::step])
    time.xaxis.set_major_formatter(
        lambda ms, position: f"{ms / 1000:g} s" if ms >= 1000 else f"{ms:g} ms"
    )
    time.xaxis.set_minor_locator(NullLocator())
    time.set_xlim(10.0 ** (powers[0] - 0.2), 10.0 ** (powers[-1] + 0.2))
    lines = " (each line is 10 times more)" if step == 1 else ""
    time.set_xlabel(layout.label(f"time of a seat per game, one core{lines}"))
    time.set_title("Time")
    title, claims = pace_title(ladder)
    return Figure(
        key="pace",
        topic="Strength against time",
        title=title,
        claims=claims,
        caption=(
            f"Edition {names.ruleset(ladder.label)}, {n} players, slowest first. Lines: 95%"
            " intervals. Time is measured in games against itself; it differs on other machines."
            " The table has all numbers of players."
        ),
        alt=f"A row for each player with its rating and its time. {title}",
        table=rated,
        canvas=canvas,
        how=How((ladder_analysis.rate,), ("duels",)),
    )


def pace_title(ladder: Ladder) -> tuple[str, list[Claim]]:
    """How much more time the strongest player takes than the anchor, and whether it is stronger."""
    n = ladder.settings.players[0]
    rows = ladder.of(n).merge(ladder.pace[ladder.pace["players"] == n], on="rung")
    rows = rows[rows["rung"] != ladder.anchor]
    anchor = ladder.pace[(ladder.pace["players"] == n) & (ladder.pace["rung"] == ladder.anchor)]
    best = rows.loc[rows["estimate"].idxmax()]
    ratio = float(best["game_ms"]) / float(anchor.iloc[0]["game_ms"])
    claim = Claim.of(best)
    if not claim.shown or claim.high < 0 or ratio < 1:
        return f"No slower player is shown to be stronger than {ladder.anchor}", []
    times = count(round(ratio, -2 if ratio > 1000 else 0).__int__())
    return (
        f"{upper(best['rung'])} is stronger than {ladder.anchor} and takes about {times}"
        " times as long",
        [claim],
    )


def _wins_fit(ladder: Ladder) -> str:
    """How far shares of wins are from those that the ratings predict; ratings come from ranks."""
    if ladder.fits.empty:
        return ""
    wins = ladder.fits[ladder.fits["about"] == "wins"]
    if wins.empty:
        return ""
    far = number(float(wins["misfit"].max()) * 100, 1)
    off = wins.loc[wins["p"] < LEVEL, "players"]
    tables = listing([str(n) for n in off]) if len(off) else ""
    misfits = f"; the ratings do not fit the wins with {tables} players" if tables else ""
    return f" The same for a player's share of wins at its tables: {far} points{misfits}."


def luck_figure(luck: Luck, layout: Layout = WIDE) -> Figure:
    """Stacked shares of variance: one panel per outcome, one bar per table and player count."""
    bars = list(
        luck.shares[["kinds", "players"]].drop_duplicates().itertuples(index=False, name=None)
    )
    outcomes = list(OUTCOME_WORDS)
    height = 0.7 + (0.42 if layout.narrow else 0.27) * len(bars)
    canvas, axes = layout.grid([height] * len(outcomes), 1, width=8.2, share="all")
    for (ax,), outcome in zip(axes, outcomes, strict=True):
        ax.set_ylim(len(bars) - 0.5, -0.5)
        between = "\n" if layout.narrow else " "
        labels = [f"{kinds.replace(',', ', ')}:{between}{n} players" for kinds, n in bars]
        ax.set_yticks(range(len(bars)), labels)
        ax.spines["left"].set_visible(False)
        for line, (kinds, n) in enumerate(bars):
            rows = luck.rows(kinds=kinds, players=n, outcome=outcome, kind="group")
            _stack(ax, line, rows.set_index("source"), bounds=not layout.narrow)
        ax.set_xlim(0, 1)
        ax.set_xticks((0, 0.25, 0.5, 0.75, 1), ("0", "25", "50", "75", "100"))
        ax.set_title(OUTCOME_WORDS[outcome])
        ax.set_xlabel(layout.label("% of the variance of a seat's result"))
    _luck_legend(canvas)
    title, claims = luck_headline(luck)
    s = luck.settings
    games = int(luck.shares.drop_duplicates(["kinds", "players"])["games"].sum())
    return Figure(
        key="luck",
        topic="Skill and luck",
        title=title,
        claims=claims,
        caption=(
            f"{luck_title(luck)}. Edition {names.ruleset(s.rules)}. Sources of the variance"
            " of a seat's result, with 95% intervals (bootstrap over deals) if there is room."
            f" Each table plays every deal in all rotated seats, {s.dice} times with other chance"
            f" after the set-up ({count(s.deals)} deals per table, {count(games)} games). The deal"
            " includes everything that it does to one seat or one player, chance everything that"
            " it does to any; the choices of random are chance. Estimates near 0 may fall below 0"
            " and are then drawn as 0."
        ),
        alt=f"Stacked bars of the shares of player, seat, deal and chance. {title}",
        table=luck.shares,
        canvas=canvas,
        how=How((analyse_luck,), ("crossed",)),
    )


def _stack(ax: Axes, line: int, rows: pd.DataFrame, bounds: bool) -> None:
    """One bar: the groups side by side, with number and, if asked for, interval if they fit."""
    left = 0.0
    for group in GROUPS:
        row = rows.loc[group]
        share = max(float(row["estimate"]), 0.0)
        color, hatch = _FILLS[group]
        ax.barh(
            line, share, left=left, height=0.8, color=color, hatch=hatch, edgecolor="white",
            linewidth=0.8,
        )  # fmt: skip
        words = f"{number(share * 100, 0)}%"
        if bounds and share >= _ROOMY:
            words += f" ({interval(max(row['low'], 0.0), row['high'], Unit(100, 0, ''))})"
        if share >= (_LEGIBLE if bounds else _ROOMY):
            ax.annotate(
                words, (left + share / 2, line), ha="center", va="center", fontsize=7,
                bbox={"boxstyle": "round,pad=0.15", "facecolor": "white", "alpha": 0.9,
                      "linewidth": 0},
            )  # fmt: skip
        left += share


def _luck_legend(canvas: Canvas) -> None:
    """One line above the panels, as `draw.legend` places it."""
    handles = [
        Patch(facecolor=color, hatch=hatch, edgecolor="white", label=GROUP_WORDS[group])
        for group, (color, hatch) in _FILLS.items()
    ]
    draw.place_legend(canvas, [handles])


def luck_headline(luck: Luck) -> tuple[str, list[Claim]]:
    """The pairs of players whose winner chance decides by more than half, at the smallest table."""
    n = int(luck.shares["players"].min())
    claims = {}
    for kinds in luck.kinds:
        claims[kinds] = Claim.of(_owing(luck, kinds, n).loc["chance"], 0.5)
    over = [kinds for kinds, one in claims.items() if one.low > one.bound]
    if not over:
        return "No source is shown to decide more than half of who wins", []
    pairs = [names.table(kinds) for kinds in over]
    return (
        f"Dice and cards after the set-up decide more than half of who wins between"
        f" {'; '.join(pairs)}",
        [claims[kinds] for kinds in over],
    )


def luck_title(luck: Luck) -> str:
    """The sources of winning for each pair of players compared, which depend on who they are."""
    n = int(luck.shares["players"].min())
    return f"Sources of winning at a table of {n}: " + "; ".join(
        _owed(luck, kinds, n) for kinds in luck.kinds
    )


def _owing(luck: Luck, kinds: str, players: int) -> pd.DataFrame:
    """The share of winning that each group of sources explains at one table, by group."""
    rows = luck.rows(kinds=kinds, players=players, outcome="win", kind="group")
    return rows.set_index("source")


def _owed(luck: Luck, kinds: str, players: int) -> str:
    rows = _owing(luck, kinds, players)
    parts = [
        f"{plain(rows.loc[group], PERCENT)} {words}"
        for group, words in (
            ("chance", "from dice and other chance after the set-up"), ("deal", "from the deal"),
            ("player", "from which of the two plays"),
        )
    ]  # fmt: skip
    return f"between {names.table(kinds)}, {listing(parts)}"


def luck_words(luck: Luck) -> str:
    """What chance and the deal decide between the first two players compared, in words."""
    n, kinds = int(luck.shares["players"].min()), luck.kinds[0]
    owed = _owing(luck, kinds, n)["estimate"] * 100
    said = (
        f"Between {names.table(kinds)}, dice and other chance after the set-up decide"
        f" {number(owed['chance'], 0)}% of who wins, the deal {number(owed['deal'], 0)}%."
    )
    for _, lead in luck.leads[:1].iterrows():
        won = number(lead["win"] * 100, 0)
        said += f" Between them, {lead['kinds'].split(',')[0]} wins {won}% of games."
    return said


def luck_numbers(luck: Luck) -> list[str]:
    """The same with intervals, and the part that depends on who plays."""
    n = int(luck.shares["players"].min())
    owed = [upper(_owed(luck, kinds, n)) for kinds in luck.kinds]
    wins = [
        f"{lead['kinds'].split(',')[0]} wins {plain(measured(lead, 'win'), PERCENT)} of games"
        f" against {lead['kinds'].split(',')[-1]}"
        for _, lead in luck.leads.iterrows()
    ]
    return owed + wins


def lead_words(luck: Luck) -> str:
    """The lead in VP that wins two games of three; empty without tables of two."""
    if luck.leads.empty:
        return ""
    row = luck.leads.iloc[0]
    who = names.table(row["kinds"])
    return (
        f"Between two players whose scores vary as much as those of {who}, the one who wins two"
        f" games of three scores {plain(row, LEAD)} more than the other on average."
    )


def budget_title(curve: BudgetCurve) -> str:
    """The share of wins at the largest budget, and the gain from doubling it."""
    return "; ".join(budget_numbers(curve))


def budget_words(curve: BudgetCurve) -> str:
    """Whether a larger budget is shown to win more, and the wins at its ends, in words."""
    n = curve.settings.players[0]
    (_, first), *_, (_, last) = curve.of(n).iterrows()
    low, high = (number(one["win"] * 100, 0) for one in (first, last))
    return (
        f"A larger budget {'wins' if _wins_more(curve) else 'is not shown to win'} more."
        f" {first['rung'].capitalize()} wins {low}% of games against {curve.settings.against},"
        f" and {last['rung']} {high}%."
    )


def _wins_more(curve: BudgetCurve) -> bool:
    """Is doubling the budget shown to win more at every table?"""
    claims = [Claim.of(row) for _, row in curve.slopes.iterrows()]
    return saying.all_shown(claims) and all(one.low > 0 for one in claims)


def budget_numbers(curve: BudgetCurve) -> list[str]:
    """The share of wins at the largest budget and the gain from doubling, at each table."""
    parts = []
    for (_, slope), players in zip(curve.slopes.iterrows(), curve.settings.players, strict=True):
        last = curve.of(players).iloc[-1]
        share = measured(last, "win")
        parts.append(
            f"With {players} players {last['rung']} wins"
            f" {plain(share, PERCENT)} against {curve.settings.against}; each doubling adds"
            f" {signed(slope, POINTS)}"
        )
    return parts


def budget_figure(curve: BudgetCurve, layout: Layout = WIDE) -> Figure:
    """Share of wins over the budget, on a logarithmic scale: one line per player count."""
    canvas, axes = layout.grid([3.0], 1, width=6.4)
    ax = axes[0][0]
    for mark, players in zip(style.POLICY_MARKS, curve.settings.players, strict=False):
        rows = curve.of(players)
        x = rows["playouts"].to_numpy(float)
        win, low, high = (rows[name].to_numpy(float) for name in ("win", "win_low", "win_high"))
        ax.plot(
            x, win, marker=mark.marker, color=mark.color, linewidth=1.2, label=f"{players} players"
        )
        ax.vlines(x, low, high, color=mark.color, linewidth=1.5)
        ax.axhline(1 / players, color=mark.color, linestyle=":", linewidth=1)
        ax.annotate(
            f"equal share of {players}", (1, 1 / players), xycoords=("axes fraction", "data"),
            xytext=(0, 3), textcoords="offset points", ha="right", fontsize=8, color=mark.color,
        )  # fmt: skip
    ax.set_xscale("log", base=2)
    ax.set_xticks(curve.settings.playouts, [str(one) for one in curve.settings.playouts])
    ax.xaxis.set_minor_locator(NullLocator())
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    ax.set_ylim(min(0.25, float(np.nanmin(curve.points["win_low"])) - 0.05), 1.0)
    ax.grid(axis="y")
    ax.set_xlabel(layout.label("playouts per decision"))
    ax.set_ylabel("share of wins, %")
    if len(curve.settings.players) > 1:
        ax.legend(loc="lower right")
    claims = [Claim.of(row) for _, row in curve.slopes.iterrows()]
    words = (
        "More playouts per decision win more games"
        if _wins_more(curve)
        else "More playouts per decision are not shown to win more games"
    )
    return Figure(
        key="budget",
        topic="Playing strength by search budget",
        title=words,
        claims=claims if saying.all_shown(claims) else [],
        caption=(
            f"{budget_title(curve)}. Edition {names.ruleset(curve.settings.rules)}. One seat"
            f" is played by {curve.settings.search}, all others by {curve.settings.against}:"
            f" {count(int(curve.points['games'].iloc[0]))} games per budget,"
            f" on the same {curve.settings.deals} deals, once at each seat. Lines: 95% intervals,"
            " clustered by deal. The gain from doubling is the slope over the logarithm of the"
            " budget, paired by deal."
        ),
        alt=f"Line of the share of wins over playouts per decision. {words}",
        table=curve.points,
        canvas=canvas,
        how=How((budget.budget_curve, budget.doubling), ("rung_deals",)),
    )
