"""Tables about the players, as plain rows of text for the page and the terminal."""

from __future__ import annotations

import pandas as pd

from analysis.players.ladder import STEP, points_for
from analysis.studies.curve import BudgetCurve
from analysis.studies.ladder import Ladder
from analysis.studies.luck import TWO_OF_THREE, Luck
from reports import names
from reports.tables.table import Table
from reports.text import PERCENT, VP, Unit, cell, count, equal_share, listing, measured, number

RATING = Unit(1, 0, "points")
TENTHS = Unit(1, 1, "")
OUTCOME_WORDS = {"vp": "VP", "margin": "lead over the table's mean", "win": "winning"}
GROUP_WORDS = {
    "player": "player",
    "seat": "seat",
    "deal": "deal (hands, tiles, order of the decks)",
    "chance": "dice and other chance after the set-up",
}
SOURCE_WORDS = {
    "player": "player",
    "seat": "seat",
    "player:seat": "player × seat",
    "deal": "deal, the same for all seats",
    "deal:seat": "deal × seat (the hand dealt there)",
    "deal:player": "deal × player",
    "deal:player:seat": "deal × player × seat",
    "chance": "dice and other chance after the set-up",
}


def ladder_table(ladder: Ladder, players: int) -> Table:
    """The ladder for one number of players, strongest first; with times if measured."""
    rows, pace = [], ladder.pace
    for _, one in ladder.of(players).iterrows():
        row = [
            one["rung"],
            "0" if one["rung"] == ladder.anchor else cell(one, RATING),
            "" if pd.isna(one["gap"]) else cell(measured(one, "gap"), RATING),
            count(one["games"]),
            cell(measured(one, "win"), PERCENT, sign=False),
            cell(measured(one, "vp"), TENTHS, sign=False),
            number(one["decisions"], 0),
        ]
        if len(pace):
            timed = pace[(pace["rung"] == one["rung"]) & (pace["players"] == players)].iloc[0]
            row += [_ms(timed["game_ms"]), _ms(timed["decision_ms"])]
        rows.append(row)
    head = ["Player", "Rating, points", "Above the next", "Games", "Share of wins, %", "Mean VP",
            "Decisions per game"]  # fmt: skip
    if len(pace):
        head += ["ms per game", "ms per decision"]
    two_of_three = number(points_for(TWO_OF_THREE), 0)
    caption = (
        f"{names.ruleset(ladder.label)}, {players} players: mixed tables, an equal"
        f" share of wins is {equal_share(players)}; {ladder.anchor} is 0, a lead of"
        f" {two_of_three} points wins 2 of 3 games between two; {depth(ladder, players)}"
        " (95% interval)" + ("; time of self-play on one core" if len(pace) else "")
    )
    return Table(caption, head, rows)


def depth_words(ladder: Ladder) -> str:
    """How many steps of strength the ladder has at each table, in words."""
    parts = [f"{number(ladder.of(n).iloc[0]['steps'], 1)} with {n} players"
             for n in ladder.settings.players[:2]]  # fmt: skip
    return f"Steps of strength from the weakest player to the strongest: {listing(parts)}."


def depth(ladder: Ladder, players: int) -> str:
    """The number of steps of strength from the weakest to the strongest rung."""
    rated = ladder.of(players)
    best, worst = rated.iloc[0], rated.iloc[-1]
    steps = cell(measured(best, "steps"), TENTHS, sign=False)
    return (
        f"from {worst['rung']} to {best['rung']} there are {steps} steps of strength, at each of"
        f" which a player wins {number(100 * STEP, 0)}% of games against the one below"
    )


def winning_table(ladder: Ladder) -> Table:
    """Mean VP of the winner in self-play: one column per ruleset and number of players."""
    alone = ladder.alone
    columns = list(alone[["rules", "players"]].drop_duplicates().itertuples(index=False, name=None))
    rows = []
    for rung in ladder.settings.rungs:
        row = [rung]
        for rules, players in columns:
            found = alone[
                (alone["rung"] == rung) & (alone["rules"] == rules) & (alone["players"] == players)
            ].iloc[0]
            row.append(cell(measured(found, "winner"), TENTHS, sign=False))
        rows.append(row)
    games = sorted({int(n) for n in alone["games"]})
    words = count(games[0]) if len(games) == 1 else f"{count(games[0])} to {count(games[-1])}"
    caption = (
        "Mean VP of the winner when all seats are played by the same player"
        f" (95% interval); {words} games each"
    )
    return Table(
        caption, ["Player", *(f"{names.ruleset(r)}, {n} players" for r, n in columns)], rows
    )


def luck_table(luck: Luck, kinds: str, groups: bool = False) -> Table:
    """Components of one design: % of variance, one row per number of players and outcome.

    groups: the four groups that the figure shows, instead of all eight sources.
    """
    words = GROUP_WORDS if groups else SOURCE_WORDS
    of_kinds = luck.rows(kinds=kinds, kind="group" if groups else "source")
    rows = []
    for (players, outcome), found in of_kinds.groupby(["players", "outcome"], sort=False):
        shares = found.set_index("source")
        cells = [cell(shares.loc[source], PERCENT, sign=False) for source in words]
        rows.append([f"{players} players, {OUTCOME_WORDS[outcome]}", *cells])
    caption = (
        f"{kinds.replace(',', ', ')} at the table: shares of the variance of a seat's result, %"
        " (95% interval)"
    )
    return Table(caption, ["", *words.values()], rows)


def budget_table(curve: BudgetCurve) -> Table:
    """One row per budget and number of players."""
    rows = [
        [
            f"{one['playouts']}, {one['players']} players",
            count(int(one["games"])),
            cell(measured(one, "win"), PERCENT, sign=False),
            cell(measured(one, "vp"), VP, sign=False),
            cell(measured(one, "winner"), VP, sign=False),
        ]
        for _, one in curve.points.iterrows()
    ]
    head = ["Playouts per decision", "Games", "Share of wins, %", "Mean VP", "Winner's VP"]
    edition = names.ruleset(curve.settings.rules)
    caption = f"{curve.settings.search} against {curve.settings.against}, {edition} (95% interval)"
    return Table(caption, head, rows)


def _ms(value: float) -> str:
    """Milliseconds with two significant digits."""
    return f"{value:,.2g}" if value < 100 else f"{value:,.0f}"
