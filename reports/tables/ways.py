"""Tables and sentences on the ways to win: their play, their wins, and openings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from analysis.course.opening import KINDS, MISTAKE, STRONG
from analysis.course.play import axis
from analysis.course.ways import BETTER, EQUAL, WORSE, deciding
from analysis.studies.ways.study import Ways
from reports import names
from reports.tables.table import Column, Table, sortable
from reports.text import (
    PERCENT,
    POINTS,
    Unit,
    cell,
    count,
    equal_share,
    listing,
    measured,
    number,
)
from simulate.base.notation import bounds

LEAD = Unit(1, 1, "VP")
PLAIN = Unit(1, 1, "")
ORDER = (BETTER, EQUAL, "undecided", WORSE)
AVERAGE = {
    BETTER: "pays more than the average way",
    EQUAL: "pays about as much as the average way",
    WORSE: "pays less than the average way",
}
"""The verdicts in sentences."""
FEW = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def few(n: int) -> str:
    """A small number as a word."""
    return FEW[n] if 0 <= n < len(FEW) else str(n)


def ways_table(found: Ways, players: int, policy: str, key: str = "") -> Table:
    """One row per way: how often it is played, what it wins, and how far the deal suggests it."""
    frame = found.at("ways", players, policy)
    rows = [
        [row["name"], cell(measured(row, "played"), PERCENT, sign=False),
         cell(measured(row, "win"), PERCENT, sign=False), cell(measured(row, "lead"), LEAD),
         cell(measured(row, "within"), POINTS), cell(measured(row, "fixed"), PERCENT, sign=False),
         row["verdict"]]
        for _, row in frame.iterrows()
    ]  # fmt: skip
    columns = [
        Column("Way"), Column("Played by, % of seats", rank=1), Column("Wins, %"),
        Column("Lead, VP", rank=1),
        Column("Wins more than the average way on the same deal, points"),
        Column("Suggested by deal and seat, %", rank=2), Column("Verdict, against average"),
    ]  # fmt: skip
    games = int(frame["games"].iloc[0])
    caption = (
        f"Ways of play, {names.players(policy, players)}, {count(games)} games; an equal share"
        f" of wins is {equal_share(players)}. 95% intervals, clustered by deal"
    )
    return sortable(caption, columns, rows, key=key, frame=frame)


def axes_table(found: Ways, players: int, policy: str, key: str = "") -> Table:
    """One row per axis: how much more of it winners have, and the gain from more of it; the largest
    gains or costs first."""
    frame = found.at("axes", players, policy)
    frame = frame.loc[frame["within"].abs().sort_values(ascending=False, kind="stable").index]
    rows = [
        [f"{axis(row['axis']).more}, {row['unit']}", number(row["mean"], 1), number(row["sd"], 1),
         cell(measured(row, "winners"), PLAIN), cell(measured(row, "within"), POINTS),
         cell(measured(row, "fixed"), PERCENT, sign=False)]
        for _, row in frame.iterrows()
    ]  # fmt: skip
    columns = [
        Column("What a seat has"), Column("Mean", rank=1), Column("Standard deviation", rank=2),
        Column("Winners minus the others"),
        Column("Wins per standard deviation more, same deal and seat, points"),
        Column("Suggested by deal and seat, %", rank=2),
    ]  # fmt: skip
    caption = f"What winners have more of, {names.players(policy, players)}"
    return sortable(caption, columns, rows, key=key, frame=frame, brief=True)


def stability_table(found: Ways, key: str = "") -> Table:
    """One row per number of ways tried."""
    rows = [
        [str(row["k"]), number(row["index"], 2), number(row["tight"], 3),
         number(row["shuffled"], 3), number(row["cloud"], 3), "yes" if row["found"] else "no",
         "yes" if row["separate"] else "no"]
        for _, row in found.stability.iterrows()
    ]  # fmt: skip
    head = ["Ways", "Agreement of two halves", "Variance between ways", "With shuffled axes",
            "In one cloud", "Found again", "Separate"]  # fmt: skip
    caption = "How many ways there are. Agreement: adjusted Rand index, 0 is chance, 1 is identical"
    return Table(caption, head, rows, key=key, frame=found.stability)


def openings_table(found: Ways, players: int, policy: str, kind: str, key: str = "") -> Table:
    """One row per opening of one kind, the best first."""
    frame = found.at("openings", players, policy)
    frame = frame[frame["kind"] == kind].sort_values("mean", ascending=False, kind="stable")
    rows = [
        [row["name"], cell(row, POINTS), cell(measured(row, "mean"), POINTS), row["verdict"],
         number(100 * row["played"], 1)]
        for _, row in frame.iterrows()
    ]  # fmt: skip
    columns = [Column("Opening"), Column("Wins more than the average, points", rank=1),
               Column("The same, shrunk"), Column("It is", filter=True),
               Column("Played by, %", rank=1)]  # fmt: skip
    caption = f"Openings by {KINDS[kind]}, {names.players(policy, players)}"
    return sortable(caption, columns, rows, key=key, frame=frame, brief=len(rows) > 16)


def openings(found: Ways) -> list[tuple[int, str, str]]:
    """Number of players, policy and kind of each table of openings, grouped by table of players;
    the kind with the fewest openings first."""
    if found.openings.empty:
        return []
    frame = found.openings[found.openings["kind"] != "plan"]
    tables = list(dict.fromkeys(zip(frame["players"], frame["policy"], strict=True)))
    counted = frame.groupby(["players", "policy", "kind"]).size()
    return [
        (int(n), str(policy), str(kind))
        for n, policy in tables
        for kind in counted[n, policy].sort_values(kind="stable").index
    ]


def shown(found: Ways) -> list[Table]:
    """All tables, for the terminal."""
    out = []
    for n, policy in found.tables:
        out += [ways_table(found, n, policy), axes_table(found, n, policy)]
    if len(found.stability):
        out.append(stability_table(found))
    out += [openings_table(found, *one) for one in openings(found)]
    return out


def summary(found: Ways) -> list[str]:
    """The findings in sentences."""
    out = [how_many(found)] if len(found.ways) else []
    out += [said for n, policy in found.tables for said in paying(found, n, policy)]
    return [*out, *(f"Openings. {one}" for one in opening_words(found))]


def how_many(found: Ways) -> str:
    """How many ways there are, and whether they are separate."""
    ways = found.ways["way"].nunique()
    if not found.stability["found"].any():
        return (
            "These players have no separate ways: seats differ by degrees, and no grouping of them"
            f" is found again on other deals. Each of the {few(ways)} ways is the style that a seat"
            " leans to most."
        )
    tried = found.stability.set_index("k")
    apart = bool(tried.loc[ways, "separate"])
    how = "separate from each other" if apart else "parts of a continuum, with all degrees between"
    return (
        f"Grouped by what they achieved, seats fall into {few(ways)} ways of play, which are found"
        f" again on other deals; they are {how}."
    )


def paying(found: Ways, players: int, policy: str) -> list[str]:
    """Which ways pay more or less than the average one, and how far the deal explains them."""
    frame = found.at("ways", players, policy)
    if len(frame) < 2:
        return []
    said = []
    for verdict in ORDER:
        some = list(frame[frame["verdict"] == verdict]["name"])
        if some:
            listed = listing([f"“{one}”" for one in some])
            what = AVERAGE.get(verdict, "cannot be judged yet")
            said.append(f"{listed} {what.replace('pays', 'pay') if len(some) > 1 else what}")
    fixed = 100 * float((frame["fixed"] * frame["played"] * (1 - frame["played"])).sum()
                        / (frame["played"] * (1 - frame["played"])).sum())  # fmt: skip
    return [
        f"{names.players(policy, players).capitalize()}: {'; '.join(said)}. The deal and the seat"
        f" explain {number(fixed, 0)}% of the choice of way."
    ]


def decisive(found: Ways, players: int, policy: str) -> list[str]:
    """Which sources of VP decide the game alone, if any."""
    axes = found.at("axes", players, policy)
    if axes.empty:
        return []
    some, who = deciding(axes), names.players(policy, players).capitalize()
    if some.empty:
        return [f"{who}: no single source of VP decides the game."]
    return [
        f"{who}: {axis(str(row['axis'])).more} decides the game:"
        f" {cell(measured(row, 'within'), POINTS)} points of wins per standard deviation more."
        for _, row in some.iterrows()
    ]


@dataclass(frozen=True)
class Openings:
    """The findings on one kind of opening at one table.

    near: how many openings are within 2 points of wins of the best, out of all, with a 95%
    interval; strong, mistakes: those shown to win more, or fewer, games than most.
    """

    players: int
    policy: str
    kind: str
    near: str
    strong: list[str]
    mistakes: list[str]


def _openings_found(found: Ways) -> Iterator[Openings]:
    """Each kind at each table with estimates."""
    if found.openings.empty:
        return
    for (n, policy, kind), rows in found.openings.groupby(
        ["players", "policy", "kind"], sort=False
    ):
        known = rows[rows["mean"].notna()]
        if known.empty or kind == "plan":
            continue
        near, low, high = (int(known[f"best_near{end}"].iloc[0]) for end in ("", "_low", "_high"))
        strong, mistakes = ([*known[known["verdict"] == one]["name"]] for one in (STRONG, MISTAKE))
        yield Openings(
            *(int(n), str(policy), str(kind)),
            *(f"{near} of {len(known)} ({bounds(low, high, 0)})", strong, mistakes),
        )


def opening_words(found: Ways) -> list[str]:
    """How many openings are near the best, and which are mistakes, for each table."""
    out = []
    for one in _openings_found(found):
        better = [f"better than most: {listing(one.strong)}"] if one.strong else []
        worse = [f"mistakes: {listing(one.mistakes)}"] if one.mistakes else ["no mistake is shown"]
        said = "; ".join([f"{one.near} are within 2 points of wins of the best", *better, *worse])
        out.append(f"By {KINDS[one.kind]}, {names.players(one.policy, one.players)}: {said}.")
    return out


def openings_in_short(found: Ways) -> Table:
    """The same as a table: one row per kind of opening and table, grouped by kind."""
    every = sorted(_openings_found(found), key=lambda one: list(KINDS).index(one.kind))
    rows = [
        [KINDS[one.kind].capitalize(), str(one.players), one.near,
         *(listing(some) if some else "none shown" for some in (one.strong, one.mistakes))]
        for one in every
    ]  # fmt: skip
    policy = names.players(every[0].policy) if every else ""
    return Table(
        f"Openings in short, {policy}: number within 2 points of wins of the best (95%"
        " intervals), and those better or worse than most",
        ["Opening by", "Players", "Near the best", "Better than most", "Mistakes"],
        rows, words=True,
    )  # fmt: skip
