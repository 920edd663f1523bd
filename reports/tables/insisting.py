"""Tables and sentences on the cost of insisting on a way, kinds of play, and who beats whom."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from analysis.base.stats import LEVEL, normal_quantile
from analysis.players.insisting import DOMINANT, MUCH, NOT, OPEN, SURE, VIABLE
from analysis.studies.ways.study import Ways
from analysis.studies.ways.tastes import way
from reports import names
from reports.tables.table import Column, Table, sortable
from reports.text import PERCENT, POINTS, EstimateText, Unit, cell, count, listing, measured, number
from simulate.base.notation import bounds

SPREADS = Unit(1, 2, "SD")
HALF = normal_quantile(LEVEL)
NO_MORE, TOO_MUCH = "gets no more of it", "costs too much"
"""Why a way is not viable."""

SAID = (DOMINANT, VIABLE, TOO_MUCH, NO_MORE, OPEN)
"""Verdicts on a way, as shown."""

LISTED = 3
"""Most rulesets that a sentence names; the table has all."""


def insist_table(found: Ways, players: int, policy: str) -> Table:
    """One row per way: gain of its thing and cost, at the strength most probably viable."""
    frame = found.at("insist", players, policy).sort_values("wins", ascending=False, kind="stable")
    beyond = out_of_reach(found.at("curves", players, policy))
    rows = [
        [way(row["taste"]).words, number(row["strength"], 2), cell(measured(row, "more"), SPREADS),
         cell(measured(row, "wins"), POINTS), number(row["vp"], 1),
         number(100 * row["viable"], 0), verdict_word(row, beyond), number(row["settles"], 0)]
        for _, row in frame.iterrows()
    ]  # fmt: skip
    head = ["Way", "Strength, VP", "More of its thing", "Wins, points", "VP",
            "Viable with probability, %", "Verdict", "Deals that decide it"]  # fmt: skip
    deals = int(frame["deals"].iloc[0])
    caption = (
        f"Insisting on a way, {players} players, {names.players(policy)}, {count(deals)} deals per"
        " strength; “more of its thing” is in standard deviations of players without a taste"
    )
    return Table(caption, head, rows)


def verdict_word(row: pd.Series, beyond: Sequence[str]) -> str:
    """The verdict on a way; if it is not viable, the reason. beyond: `out_of_reach` there."""
    if row["verdict"] != NOT:
        return str(row["verdict"])
    return NO_MORE if row["taste"] in beyond else TOO_MUCH


def by_verdict(found: Ways, players: int, policy: str) -> dict[str, pd.DataFrame]:
    """The rows of a table's ways by verdict: a frame, perhaps empty, for each of `SAID`."""
    frame = found.at("insist", players, policy)
    beyond = out_of_reach(found.at("curves", players, policy))
    said = [verdict_word(row, beyond) for _, row in frame.iterrows()]
    return {one: frame[[word == one for word in said]] for one in SAID}


def costs_table(found: Ways, key: str = "") -> Table:
    """One row per way: wins at the strength that `telling` gives, and verdict, at each table."""
    tables = found.contests("insist")
    curves = {at: found.at("curves", *at) for at in tables}
    beyond = {at: out_of_reach(one) for at, one in curves.items()}
    frames = {at: found.at("insist", *at).set_index("taste", drop=False) for at in tables}
    rows = [
        [way(str(taste)).words, *(
            _cost(frame.loc[taste], curves[at], beyond[at]) if taste in frame.index else ""
            for at, frame in frames.items()
        )]
        for taste in dict.fromkeys(found.insist["taste"])
    ]  # fmt: skip
    columns = [Column("Way"), *(Column(f"{n} {names.players(policy)}", rank=min(i, 2))
                                for i, (n, policy) in enumerate(tables))]  # fmt: skip
    caption = (
        "Wins above an equal share, in points, at the strength that is most probably viable."
        " Viable: gets half a standard deviation more of its thing and costs at most 3 points."
        f" “{TOO_MUCH}”: every strength that gets this much costs more; the cheapest is shown."
        f" “{NO_MORE}”: insisting does not get this much more at any strength, whatever it wins"
    )
    return sortable(caption, columns, rows, key=key, frame=found.insist)


def _cost(row: pd.Series, curves: pd.DataFrame, beyond: Sequence[str]) -> EstimateText:
    verdict = verdict_word(row, beyond)
    shown = telling(row, curves) if verdict == TOO_MUCH else row
    return cell(measured(shown, "wins"), POINTS, verdict=verdict)


def telling(row: pd.Series, curves: pd.DataFrame) -> pd.Series:
    """The strength to show. For a way that costs too much it is the cheapest one that gets
    substantially more of its thing, or the one that gets most if none is measured to."""
    own = curves[curves["taste"] == row["taste"]]
    enough = own[own["more"] >= MUCH]
    return enough.loc[enough["wins"].idxmax()] if len(enough) else own.loc[own["more"].idxmax()]


def elsewhere_table(found: Ways, key: str = "") -> Table:
    """One row per other ruleset and way: the change in its price from the rules asked about."""
    frame = found.elsewhere.assign(size=found.elsewhere["change"].abs() / found.elsewhere["se"])
    frame = frame.sort_values("size", ascending=False, kind="stable")
    rows = [
        [names.ruleset(str(row["rules"])), way(str(row["taste"])).words,
         number(100 * row["wins_a"], 1), number(100 * row["wins_b"], 1),
         cell(measured(row, "change"), POINTS),
         str(row["verdict"])]
        for _, row in frame.iterrows()
    ]  # fmt: skip
    here = names.ruleset(found.settings.rules)
    columns = [Column("Rules", filter=True), Column("Way"),
               Column(f"Wins, {here}, points", rank=2), Column("Wins there, points", rank=1),
               Column("Change, points"), Column("Verdict there", filter=True)]  # fmt: skip
    caption = (
        "The cost of getting more of its thing, here and under other rules: a mean over strengths,"
        " weighted towards half a standard deviation more if any comes near; clearest changes first"
    )
    return sortable(caption, columns, rows, key=key, frame=found.elsewhere, brief=True)


def widened_table(found: Ways) -> Table:
    """One row per other ruleset: how many ways are viable there, more or fewer than here?"""
    rows = [
        [names.ruleset(str(row["rules"])), number(row["viable_b"], 1), number(row["viable_a"], 1),
         number(100 * row["wider"], 0), number(100 * row["narrower"], 0),
         f"{number(row['rho'], 2)} ({bounds(row['rho_low'], row['rho_high'], 2)})"]
        for _, row in found.widened.iterrows()
    ]  # fmt: skip
    here = names.ruleset(found.settings.rules)
    head = ["Rules", "Viable ways, expected number", f"{here}: the same", "More there, %",
            "Fewer there, %", "Rank correlation of the prices"]  # fmt: skip
    first = found.widened.iloc[0]
    caption = (
        f"How many ways are viable under other rules, {int(first['players'])}"
        f" {names.players(str(first['policy']))}, {count(int(first['deals']))} deals per strength"
    )
    return Table(caption, head, rows)


def cells_table(found: Ways, players: int, policy: str, number_of: int) -> Table:
    """One row per cell of one map: the best player of its kind, on fresh deals."""
    frame = found.at("cells", players, policy)
    frame = frame[frame["map"] == number_of].sort_values("wins", ascending=False, kind="stable")
    rows = [
        [row["name"], number(row["x"], 1), number(row["y"], 1), cell(measured(row, "wins"), POINTS),
         number(100 * row["found"], 1), number(100 * row["within"], 0)]
        for _, row in frame.iterrows()
    ]  # fmt: skip
    head = ["Player", frame["x_axis"].iloc[0], frame["y_axis"].iloc[0], "Wins, points",
            "In the search", "Within 3 points, %"]  # fmt: skip
    caption = f"The best player of each kind, {players} players, {names.players(policy)}"
    return Table(caption, head, rows)


def equilibrium_table(found: Ways, players: int, policy: str) -> Table:
    """One row per player that met the others."""
    frame = found.at("equilibrium", players, policy)
    frame = frame.sort_values("share", ascending=False, kind="stable")
    rows = [
        [row["label"], cell(measured(row, "share"), PERCENT, sign=False),
         number(100 * row["survives"], 0), number(100 * row["beats_all"], 0)]
        for _, row in frame.iterrows()
    ]  # fmt: skip
    head = ["Way", "Share of the equilibrium, %", "In the equilibrium in, % of replicates",
            "Beats all others with probability, %"]  # fmt: skip
    deals = int(frame["deals"].iloc[0])
    return Table(f"Ways left in equilibrium, {count(deals)} deals per pair", head, rows)


def crowding_table(found: Ways, players: int, policy: str) -> Table:
    """One row per way and number of other seats that play it too."""
    frame = found.at("crowding", players, policy)
    rows = [
        [row["words"], str(int(row["followers"])), cell(measured(row, "wins"), POINTS)]
        for _, row in frame.iterrows()
    ]
    head = ["Way", "Others playing it too", "Wins of each seat, points"]
    return Table(f"Crowding, {players} players, {names.players(policy)}", head, rows)


def shown(found: Ways) -> list[Table]:
    """All tables of these parts, for the terminal."""
    out = [insist_table(found, *at) for at in found.contests("insist")]
    for at in found.contests("cells"):
        maps = found.at("cells", *at)["map"].unique()
        out += [cells_table(found, *at, int(one)) for one in maps]
    out += [equilibrium_table(found, *at) for at in found.contests("equilibrium")]
    out += [crowding_table(found, *at) for at in found.contests("crowding")]
    return [*out, widened_table(found), elsewhere_table(found)] if len(found.widened) else out


def summary(found: Ways) -> list[str]:
    """The findings in sentences."""
    out = [*verdicts_words(found), *agreement_words(found)]
    for at in found.contests("plateau"):
        row = found.at("plateau", *at).iloc[0]
        out.append(
            f"{int(row['viable'])} of {int(row['tried'])} kinds of play within reach with {at[0]}"
            " players win within 3 points of a player without a taste,"
            f" {int(row['not_viable'])} do not, and {int(row['undecided'])} are undecided."
        )
    for at in found.contests("equilibrium"):
        out.append(equilibrium_words(found.at("equilibrium", *at), found.at("cycles", *at)))
    return [*out, *crowding_words(found), *widened_words(found)]


def verdicts_words(found: Ways) -> list[str]:
    """How many ways are viable at each table."""
    return [verdict_words(found, *at) for at in found.contests("insist")]


def agreement_words(found: Ways) -> list[str]:
    """Do other juries rank the ways like the first one?"""
    return [
        f"By cost, {names.players(str(row['jury']))} and {names.players(found.settings.juries[0])}"
        f" rank the {int(row['ways'])} ways"
        f" in {'a similar order' if row['rho_low'] > 0 else 'orders not shown to agree'}: rank"
        f" correlation {number(row['rho'], 2)}"
        f" ({bounds(row['rho_low'], row['rho_high'], 2)})."
        for _, row in found.agreement.iterrows()
    ]


def crowding_words(found: Ways) -> list[str]:
    """Does a way win less the more others play it? Only if the intervals show it."""
    out = []
    for at in found.contests("crowding"):
        worse: list[str] = []
        rest: list[str] = []
        for words, own in found.at("crowding", *at).groupby("words", sort=False):
            first, last = own.iloc[0], own.iloc[-1]
            change = last["wins"] - first["wins"]
            half = HALF * float(np.hypot(first["wins_se"], last["wins_se"]))
            (worse if change + half < 0 else rest).append(str(words))
        said = []
        if worse:
            said.append(f"{listing(worse)} {'wins' if len(worse) == 1 else 'win'} less")
        if rest:
            said.append(f"for {listing(rest)} no such loss is shown")
        out.append(f"With {at[0]} players, if others play the same way: {'; '.join(said)}.")
    return out


def widened_words(found: Ways) -> list[str]:
    """Which rules have more or fewer viable ways, only if it is nearly certain."""
    if not len(found.widened):
        return []
    frame = found.widened
    said = []
    for column, word in (("wider", "more"), ("narrower", "fewer")):
        some = [names.ruleset(str(one)) for one in frame[frame[column] > SURE]["rules"]]
        if some:
            said.append(f"{listing(some)}: {word} viable ways")
    open_ = frame[frame[["wider", "narrower"]].max(axis=1) <= SURE]
    rest = [names.ruleset(str(one)) for one in open_["rules"]]
    if rest:
        them = listing(rest) if len(rest) <= LISTED else f"any of {len(rest)} other rulesets"
        said.append(f"no difference in their number is shown for {them}")
    here = names.ruleset(found.settings.rules)
    return [f"Against {here}, with {int(frame['players'].iloc[0])} players: {'; '.join(said)}."]


def equilibrium_words(rows: pd.DataFrame, cycle: pd.DataFrame) -> str:
    """Who beats whom, only as far as nearly all resampled deals agree."""
    best = list(rows[rows["beats_all"] > SURE]["label"])
    left = list(rows[rows["survives"] > SURE]["label"])
    said = f"{best[0]} beats all others" if best else "No way beats all others"
    around = "there is a cycle" if len(cycle) and cycle["decided"].any() else "no cycle is shown"
    stays = "it is open which ways are left in equilibrium"
    if left:
        stays = f"in equilibrium {listing(left)} {'is' if len(left) == 1 else 'are'} played"
    return f"{said}; {around}; {stays}."


def verdict_words(found: Ways, players: int, policy: str) -> str:
    """How many ways are viable: "Five of 11 ways are viable with 2 players; ..."."""
    ways = by_verdict(found, players, policy)
    by = {one: [way(taste).words for taste in rows["taste"]] for one, rows in ways.items()}
    good = len(by[DOMINANT]) + len(by[VIABLE])
    said = (
        f"{good} of {sum(map(len, by.values()))} ways {'is' if good == 1 else 'are'} viable with"
        f" {players} players ({names.players(policy)})"
    )
    if by[DOMINANT]:
        win = "wins" if len(by[DOMINANT]) == 1 else "win"
        said += f"; {listing(by[DOMINANT])} {win} more than playing without a taste"
    for one, words in (
        (VIABLE, "viable"), (TOO_MUCH, "these cost too much"),
        (NO_MORE, "nobody gets substantially more of this by insisting"), (OPEN, "undecided"),
    ):  # fmt: skip
        if by[one]:
            said += f"; {words}: {listing(by[one])}"
    return f"{said}."


def out_of_reach(curves: pd.DataFrame) -> list[str]:
    """The ways whose upper interval ends show that no strength gets substantially more."""
    most = curves.groupby("taste", sort=False)["more_high"].max()
    return [str(taste) for taste in most[most < MUCH].index]
