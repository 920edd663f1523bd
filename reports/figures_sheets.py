"""The small figures on the page of one card: what being dealt it does, and when it is used."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.lines import Line2D

from analysis import Config
from analysis.cards.effects import chance_effects, dealt_query
from analysis.cards.tallies import rounds_of_use
from reports import draw, style
from reports.figure import Figure, How
from reports.layout import PHONE
from reports.results import Results, rows_of
from reports.text import PERCENT, POINTS, plain, signed

LEFT, RIGHT, BELOW = 1.45, 0.12, 0.55  # inches around the axes
USED = {"staff": "played", "guest": "housed"}


def effect_figure(card: int, name: str, key: str, results: Results) -> Figure | None:
    """Dealt effect on the win rate: a row a policy and player count, a mark an edition.

    None if no hand held the card.
    """
    dealt = results.dealt_by_card.get(card, results.dealt.iloc[:0])
    rows = dealt[dealt["outcome"] == "win"].dropna(subset=["estimate"])
    if rows.empty:
        return None
    rules = _recorded(rows, results)
    table = rows.assign(row=rows["policy"] + ", " + rows["players"].astype(str) + " players")
    order = sorted(set(table["row"]), key=lambda text: (text.startswith("random"), text))
    canvas, ax = _canvas(len(order) * 0.16 * (1 + len(rules)) + 0.15, len(rules))
    series = [
        draw.Series(one, table[table["rules"] == one], style.POLICY_MARKS[index])
        for index, one in enumerate(rules)
    ]
    style.rows_axis(ax, order)
    style.zero_line(ax)
    draw.few_ticks(ax)
    draw.estimates(ax, order, series, "row", POINTS.factor, gap=0.8 / (1 + len(rules)))
    ax.set_xlabel("win rate, percentage points")
    _legend(canvas, [one.label for one in series])
    main = rows_of(table, _main(table, results)).iloc[0]
    title = (
        f"Being dealt it changes the win rate by {signed(main, POINTS)}"
        f" ({main['rules']}, {main['row']})"
    )
    return Figure(
        key=f"{key}-dealt",
        topic="Being dealt the card",
        title=title,
        caption=(
            "Share of wins of the seats whose random starting hand held the card, minus that of the"
            " seats at tables where nobody was dealt it. Lines: 95% intervals, clustered by deal."
            " Filled: differs from 0 at a false discovery rate of 5% over all staff cards."
        ),
        alt=f"Dealt effect of {name} by ruleset, policy and number of players. {title}",
        table=table.drop(columns="row"),
        canvas=canvas,
        small=True,
        how=How((chance_effects,), composed=(dealt_query,)),
    )


def rounds_figure(kind: str, card: str, name: str, key: str, results: Results) -> Figure | None:
    """Share of the times that a card came to a player by the round in which it was used."""
    found = results.rounds_of(kind, card)
    if found.empty:
        return None
    main = _main(found, results)
    rules = _recorded(found, results)
    rounds = list(range(1, int(found["round"].max()) + 1))
    canvas, ax = _canvas(1.7, len(rules), left=0.7)
    shown = [
        draw.Series(one, rows, style.POLICY_MARKS[index])
        for index, one in enumerate(rules)
        if not (rows := _of(found, one, main)).empty
    ]
    for index, one in enumerate(shown):
        shift = (index - (len(shown) - 1) / 2) * 0.16
        x = one.frame["round"].to_numpy(float) + shift
        value, low, high = (one.frame[c].to_numpy(float) * 100 for c in ("estimate", "low", "high"))
        ax.vlines(x, low, high, color=one.mark.color, linewidth=1.5)
        ax.plot(x, value, linestyle="none", marker=one.mark.marker, markersize=4.6,
                color=one.mark.color)  # fmt: skip
    ax.set_xticks(rounds)
    ax.set_ylim(bottom=0)
    ax.grid(axis="y")
    ax.set_xlabel("round")
    ax.set_ylabel("% of the times it came")
    _legend(canvas, [one.label for one in shown])
    first = _of(found, main.rules, main)
    most = first.loc[first["estimate"].idxmax()]
    title = (
        f"Most often {USED[kind]} in round {int(most['round'])}:"
        f" {plain(most, PERCENT)} of the times it came to a player ({main.rules})"
    )
    return Figure(
        key=f"{key}-rounds",
        topic="When it is used",
        title=title,
        caption=(
            f"All seats {main.policy}, {main.players} players. Lines: 95% intervals (Wilson). What"
            " is missing to 100% was never used. The table holds all players and policies."
        ),
        alt=f"Rounds in which {name} is used. {title}",
        table=found,
        canvas=canvas,
        small=True,
        how=How((rounds_of_use,), ("card_rounds",)),
    )


def _recorded(frame: pd.DataFrame, results: Results) -> list[str]:
    """The rulesets that some rows come from: at most as many as there are marks."""
    found = set(frame["rules"])
    known = [one for one in (*results.editions, *results.module_rules) if one in found]
    return known[: len(style.POLICY_MARKS)]


def _main(frame: pd.DataFrame, results: Results) -> Config:
    """The first of the usual configurations that the rows have: the newest rules, best policy."""
    configs = [
        Config(rules, n, policy)
        for rules in (results.rules, results.editions[0], *results.module_rules)
        for policy in results.policies
        for n in sorted(set(frame["players"]))
    ]
    return next(config for config in configs if not rows_of(frame, config).empty)


def _of(frame: pd.DataFrame, rules: str, main: Config) -> pd.DataFrame:
    return rows_of(frame, Config(rules, main.players, main.policy))


def _canvas(height: float, legend_lines: int, left: float = LEFT) -> tuple[Canvas, Axes]:
    """A canvas of a phone's width with one panel of a height in inches, and room for a legend.

    Placed by hand: laying out anew a figure for each card would take most of a report's time.
    """
    above = 0.12 + 0.19 * legend_lines
    full = height + BELOW + above
    canvas = Canvas(figsize=(PHONE, full))
    ax = canvas.add_axes(
        (left / PHONE, BELOW / full, (PHONE - left - RIGHT) / PHONE, height / full)
    )
    return canvas, ax


def _legend(canvas: Canvas, labels: list[str]) -> None:
    handles = [
        Line2D([], [], color=mark.color, marker=mark.marker, markersize=5, linewidth=1.5,
               label=label)
        for label, mark in zip(labels, style.POLICY_MARKS)
    ]  # fmt: skip
    canvas.legend(
        handles=handles, loc="upper left", ncols=1, handletextpad=0.5, borderaxespad=0.2,
        labelspacing=0.25,
    )  # fmt: skip
