"""Seats: does the first player have an advantage? A section of the page of the game."""

from __future__ import annotations

from functools import partial

import pandas as pd

from analysis import Config
from analysis.base.metrics import margin_at, metric
from analysis.base.verdicts import LEVEL
from reports import names
from reports.figures import games as figures_games
from reports.figures.figure import for_pages
from reports.results import Results, rows_of
from reports.site.blocks import NO, UNKNOWN, YES, Finding, Section
from reports.tables.table import Table
from reports.text import PERCENT, POINTS, UNITS, cell, count, equal_share, number, plain

KEY = "game"


def section(results: Results) -> Section:
    """The section on seats for the page of the game."""
    figure = for_pages(partial(figures_games.seats_figure, results))
    return Section("advantage", "Does it matter who starts?", [figure, seats_table(results)])


def findings(results: Results) -> list[Finding]:
    """The start player's share of wins compared with a fair one, in each edition."""
    return [first_player(results, rules) for rules in reversed(results.editions)]


def first_player(results: Results, rules: str) -> Finding:
    """The worth of starting for the best policy, with the test over all seats."""
    policy = results.policies[0]
    parts, configs, numbers = [], [], []
    for n in results.seat_tables(rules):
        config = Config(rules, n, policy)
        rows = rows_of(results.seats, config, outcome="win")
        first = rows[rows["seat"] == 0].iloc[0]
        share = first.copy()
        for name in ("estimate", "low", "high"):
            share[name] = first[name] + 1 / n
        fair = equal_share(n)
        said = {
            YES: f"the starter wins {number(share['estimate'] * 100, 1)}% instead of {fair}",
            NO: "the starter wins about its share",
            UNKNOWN: "no difference is shown",
        }[seat_matters(first, n)]
        parts.append(said)
        numbers.append(f"{names.players(policy, n).capitalize()}: the starter wins"
                       f" {plain(share, PERCENT)}; an equal share is {fair}, and up to"
                       f" {number(seat_margin(n) * 100, 1)} points more or less count as about"
                       " that")  # fmt: skip
        configs.append(config)
    return Finding(
        f"Does the first player have an advantage in {results.facts.short(rules)}?",
        names.by_table([(one.players, "players") for one in configs], parts),
        results.judged_grounds(configs), KEY, "advantage",
        names.players(policy).capitalize(), numbers=numbers,
    )  # fmt: skip


def seat_margin(players: int) -> float:
    """By how much a share of wins may differ from an equal one and count as about equal."""
    one = metric("win_seat_1").compared
    assert one is not None
    return margin_at(one, players)


def seat_matters(row: pd.Series, players: int) -> str:
    """Yes if places are shown to win differently and the first one differs, no if its interval lies
    within the margin of its measure."""
    margin = seat_margin(players)
    low, high, p = float(row["low"]), float(row["high"]), float(row["p_all"])
    if -margin <= low and high <= margin:
        return NO
    return YES if p < LEVEL and (low > 0 or high < 0) else UNKNOWN


def seats_table(results: Results) -> Table:
    """Shares of wins and advantages of every seat in all configurations of both editions."""
    rows = []
    for rules in reversed(results.editions):
        for policy in results.policies:
            for n in results.seat_tables(rules, policy):
                config = Config(rules, n, policy)
                for seat in range(n):
                    rows.append(_row(results, config, seat))
    head = ("Edition, players", "Seat", "Games", "Share of wins, %", "Win rate, points",
            "VP against all seats")  # fmt: skip
    return Table("Estimate (95% interval), clustered by deal", head, rows,
                 key="seats", frame=results.seats, brief=True)  # fmt: skip


def _row(results: Results, config: Config, seat: int) -> tuple[str, ...]:
    win, vp = (
        rows_of(results.seats, config, outcome=outcome, seat=seat).iloc[0]
        for outcome in ("win", "vp")
    )
    return (
        f"{names.ruleset(config.rules)}, {config.policy}, {config.players} players",
        figures_games.PLACES[seat],
        count(int(win["games"])),
        number(win["mean"] * PERCENT.factor, 1),
        cell(win, POINTS),
        cell(vp, UNITS["vp"]),
    )
