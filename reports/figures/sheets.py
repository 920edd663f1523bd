"""The small figures on the page of a card: its worth by who plays, and when it is used."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from analysis import Config
from analysis.base.families import FDR
from analysis.cards.agreement import agreement
from analysis.cards.effects import chance_effects, dealt_query
from analysis.cards.tallies import rounds_of_use
from reports import names
from reports.figures import draw, saying, style
from reports.figures.figure import Figure, How
from reports.figures.layout import PHONE
from reports.results import Results, rows_of
from reports.text import PERCENT, Unit, listing, plain, signed, upper
from reports.verdicts import headline, unit_of
from simulate.base.roster import RANDOM

LEFT, RIGHT, BELOW = 1.45, 0.12, 0.55  # inches around the axes
USED = {"staff": "played", "guest": "housed"}


def worth_figure(kind: str, card: str, name: str, key: str, results: Results) -> Figure | None:
    """What a card is worth by who plays: from random players to the strongest, at each table.

    One mark per edition, by the measure that its kind is judged by first. None without estimates.
    """
    effects = results.judged.effects
    first = headline(kind)
    mine = effects[(effects["kind"] == kind) & (effects["item"] == card)]
    table = mine[mine["metric"] == first].dropna(subset=["estimate"])
    if table.empty:
        return None
    unit, rules = unit_of(first), _recorded(table, results)
    table = table.assign(q=table["q_by"], row=table["players"].astype(str) + " " + table["policy"])
    weakest_first = results.policies[::-1]
    labels: dict[str, str] = {}
    for players in sorted(set(table["players"])):
        labels[str(players)] = f"{players} players:"
        labels |= {f"{players} {one}": one for one in weakest_first}
    known = {*table["row"], *table["players"].astype(str)}
    order = [row for row in labels if row in known]
    canvas, ax = small_canvas(len(order) * 0.14 * (1 + len(rules)) + 0.15, len(rules))
    series = [
        draw.Series(one, table[table["rules"] == one], style.POLICY_MARKS[index])
        for index, one in enumerate(rules)
    ]
    what = "win rate" if kind == "staff" else "score of a player"
    draw.forest(
        ax, order, series, "row", unit.factor, f"{what}, {unit.name}",
        rows=[labels[row] for row in order], gap=0.8 / (1 + len(rules)), joined=True,
    )  # fmt: skip
    small_legend(canvas, [(names.ruleset(one.label), one.mark) for one in series])
    title = _worth_title(table, first, weakest_first, results)
    said = _worth_words(table, unit, weakest_first, results)
    return Figure(
        key=f"{key}-worth",
        topic="Worth by who plays",
        title=title,
        caption=f"{said} {WORTH[kind == 'staff']}"
        " Rows go from players who choose at random to the strongest."
        " Lines: 95% intervals, clustered by deal. Filled: differs from 0 at a false discovery"
        " rate of 5% over all cards of its kind.",
        alt=f"Worth of {name} by edition, kind of player and number of players. {title}",
        table=table.drop(columns="row"),
        canvas=canvas,
        small=True,
        how=How((chance_effects, agreement), composed=(dealt_query,)),
    )


WORTH = (
    "Mean score of a player in games in which the card came up by chance, minus that in all other"
    " games: a comparison with an average other card in its place.",
    "Lead (VP less the mean of the other seats) of the seats whose random starting hand held the"
    " card, minus that of the seats at tables where nobody was dealt it.",
)


def _known(
    table: pd.DataFrame, order: Sequence[str], results: Results
) -> tuple[Config, dict[str, pd.Series]]:
    """The first table, and its rows by kind of player, from the weakest to the strongest."""
    main = _main(table, results)
    found = {policy: rows_of(table, Config(main.rules, main.players, policy)) for policy in order}
    return main, {policy: rows.iloc[0] for policy, rows in found.items() if len(rows)}


def _worth_words(table: pd.DataFrame, unit: Unit, order: Sequence[str], results: Results) -> str:
    """The worth to each kind of player at the first table."""
    main, known = _known(table, order, results)
    said = listing([f"{policy} {signed(one, unit, name=False)}" for policy, one in known.items()])
    where = f"{names.ruleset(main.rules)}, {main.players} players"
    return f"{upper(unit.name)} ({where}): {said}."


def _worth_title(
    table: pd.DataFrame, metric: str, order: Sequence[str], results: Results
) -> str:  # fmt: skip
    """Whether the card is shown to be worth different amounts to different non-random players."""
    main, known = _known(table, order, results)
    row = table.iloc[0]
    found = results.judged.agreement
    asked = found[
        (found["rules"] == main.rules) & (found["players"] == main.players)
        & (found["metric"] == metric) & (found["kind"] == row["kind"])
        & (found["item"] == row["item"])
    ]  # fmt: skip
    thinking = listing([one for one in known if one != RANDOM] or list(known))
    if " and " in thinking and len(asked) and pd.notna(asked.iloc[0]["q_heterogeneity"]):
        if asked.iloc[0]["q_heterogeneity"] <= FDR:
            return f"Its worth depends on who plays: {thinking} differ"
        return f"No difference is shown in its worth to {thinking}"
    return f"Its worth to {thinking}"


def rounds_figure(kind: str, card: str, name: str, key: str, results: Results) -> Figure | None:
    """Share of the times that a card came to a player by the round in which it was used."""
    found = results.rounds_of(kind, card)
    if found.empty:
        return None
    main = _main(found, results)
    rules = _recorded(found, results)
    canvas, ax = small_canvas(1.7, len(rules), left=0.7)
    shown = [
        draw.Series(one, rows, style.POLICY_MARKS[index])
        for index, one in enumerate(rules)
        if not (rows := _of(found, one, main)).empty
    ]
    draw.by_round(ax, shown, PERCENT.factor)
    ax.set_ylim(bottom=0)
    ax.set_xlabel("round")
    ax.set_ylabel("% of the times it came")
    small_legend(canvas, [(names.ruleset(one.label), one.mark) for one in shown])
    first = _of(found, main.rules, main)
    most, claim = saying.largest(first)
    title = f"{upper(USED[kind])} most often in round {int(most['round'])}" \
        if claim.shown else f"No round stands out in which it is {USED[kind]}"  # fmt: skip
    return Figure(
        key=f"{key}-rounds",
        topic="When it is used",
        title=title,
        claims=[claim] if claim.shown else [],
        caption=(
            f"{plain(most, PERCENT)} of the times a player had it in round"
            f" {int(most['round'])} ({names.ruleset(main.rules)}). All seats {main.policy},"
            f" {main.players} players. Lines: 95% intervals (Wilson). The"
            " rest up to 100% was never used. The table has all players and policies."
        ),
        alt=f"Rounds in which {name} is used. {title}",
        table=found,
        canvas=canvas,
        small=True,
        how=How((rounds_of_use,), ("card_rounds",)),
    )


def _recorded(frame: pd.DataFrame, results: Results) -> list[str]:
    """The rulesets of some rows, at most as many as there are marks."""
    found = set(frame["rules"])
    known = [one for one in (*results.editions, *results.module_rules) if one in found]
    return known[: len(style.POLICY_MARKS)]


def _main(frame: pd.DataFrame, results: Results) -> Config:
    """The first of the usual configurations in the rows: newest rules, best policy."""
    configs = [
        Config(rules, n, policy)
        for rules in (results.rules, results.editions[0], *results.module_rules)
        for policy in results.policies
        for n in sorted(set(frame["players"]))
    ]
    return next(config for config in configs if not rows_of(frame, config).empty)


def _of(frame: pd.DataFrame, rules: str, main: Config) -> pd.DataFrame:
    return rows_of(frame, Config(rules, main.players, main.policy))


def small_canvas(height: float, legend_lines: int, left: float = LEFT) -> tuple[Canvas, Axes]:
    """A canvas as wide as a phone, with one panel of a height in inches and room for a legend.

    Placed by hand, because a layout for each card's figure would take most of a report's time.
    """
    above = 0.12 + 0.19 * legend_lines
    full = height + BELOW + above
    canvas = Canvas(figsize=(PHONE, full))
    ax = canvas.add_axes(
        (left / PHONE, BELOW / full, (PHONE - left - RIGHT) / PHONE, height / full)
    )
    return canvas, ax


def small_legend(canvas: Canvas, entries: Sequence[tuple[str, style.Mark]]) -> None:
    """A line for each entry, above the panel."""
    canvas.legend(
        handles=[draw.handle(*one) for one in entries], loc="upper left", ncols=1,
        handletextpad=0.5, borderaxespad=0.2, labelspacing=0.25,
    )  # fmt: skip
