"""Tables of the factorial over the modules, for the terminal, its page and the report."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from analysis.base.verdicts import DIFFERENT, EQUIVALENT, UNDECIDED
from analysis.rulesets.factorial import ALONE, AVERAGE, LAST, PAIR, SUBSET, TOGETHER
from analysis.studies.modules import ALONE as ALONE_SET
from analysis.studies.modules import SINGLES, Modules
from reports import names
from reports.tables.compare import NOT_ZERO
from reports.tables.table import Column, Table, sortable
from reports.text import (
    PERCENT,
    POINTS,
    Unit,
    cell,
    count,
    interval,
    listing,
    number,
    p_cell,
    with_unit,
)
from simulate.base.notation import bounds

PLACES = ("1st", "2nd", "3rd", "4th")
GIVEN = "chance"
CHOSEN = "players chose"
"""Marks comparisons of the players' own choices, which are not causal."""


def unit_of(row: pd.Series) -> Unit:
    """The unit of a row's measure."""
    return POINTS if row["unit"] == POINTS.name else Unit(1, 2, str(row["unit"]))


def bare(row: pd.Series) -> str:
    """Estimate and interval without the unit's name."""
    return cell(row, unit_of(row))


def who(players: int, policy: str) -> str:
    return f"{names.player(policy)}, {players} players"


def effects_table(found: Modules, players: int, policy: str) -> Table:
    """Average effect of each module on every measure, with verdict."""
    rows = found.rows("effects", players=players, policy=policy, kind=AVERAGE)
    body = []
    for _, part in rows.groupby("measure", sort=False):
        by = part.set_index("name")
        first = by.iloc[0]
        margin = first["margin"] * unit_of(first).factor
        body.append((
            f"{with_unit(first['label'], first['unit'])} (±{margin:.3g})",
            *(f"{bare(by.loc[one])} {by.loc[one, 'verdict']}" for one in found.factors),
        ))  # fmt: skip
    caption = (
        f"{who(players, policy)}, {count(int(rows['games'].iloc[0]))} deals of each of"
        f" {2 ** len(found.factors)} subsets: with the module minus without, averaged over the"
        f" others (95% interval) and verdict, with the margin in brackets; {NOT_ZERO}"
    )
    key = f"module-effects-{players}-{policy}"
    return Table(caption, ("Measure", *map(names.change, found.factors)), body, key=key, frame=rows)


MATRIX = ("decisions", "vp_winner", "vp_spread", "close_games", "win_seat_1")
NARROW = ("decisions", "vp_spread")
"""Measures of the matrix: length, level and spread of scores, closeness, and the worth of starting;
and those shown if there is little room."""


def matrix_table(found: Modules) -> Table:
    """Every combination of the modules at every table, compared with the game without any."""
    columns = [
        Column("Modules"),
        *(Column(names.change(one), 2, filter=True) for one in found.factors),
    ]
    rows: list[Sequence[str]] = []
    frame = found.rows("effects", kind=SUBSET)
    first = frame.drop_duplicates("measure").set_index("measure")
    for name in MATRIX:
        row = first.loc[name]
        mine = frame[frame["measure"] == name]
        reach = float(mine[["low", "high"]].abs().to_numpy().max()) * unit_of(row).factor
        heading = with_unit(str(row["label"]), unit_of(row).name)
        columns.append(Column(heading, 0 if name in NARROW else 1, span=reach or 1.0))
    for n, policy in found.tables:
        mine = found.rows("effects", players=n, policy=policy, kind=SUBSET)
        for name, part in mine.groupby("name", sort=False):
            by, some = part.set_index("measure"), set(str(name).split("+"))
            rows.append((
                names.together(str(name)),
                *("with" if one in some else "–" for one in found.factors),
                *(cell(by.loc[m], Unit(unit_of(by.loc[m]).factor, 1, "")) for m in MATRIX),
                str(n), policy,
            ))  # fmt: skip
    n, policy = found.tables[0]
    columns += [Column("At the table", 2, filter=True, start=str(n)),
                Column("Played by", 2, filter=True, start=policy)]  # fmt: skip
    caption = (
        f"Each of the {2 ** len(found.factors)} combinations minus the game without a module, on"
        f" {count(int(frame['games'].min()))} equal deals (95% interval)"
    )
    shown = len(rows) // max(len(found.tables), 1)
    return sortable(caption, columns, rows, words=True, key="module-matrix", frame=frame,
                    shown=shown, brief=True)  # fmt: skip


def skill_table(found: Modules, players: int, policy: str) -> Table:
    """Share of wins of the stronger player without and with each module."""
    rows = found.rows("matches", players=players, policy=policy, kind=AVERAGE)
    body = [
        (names.change(row["name"]), number(row["mean_a"] * 100, 1),
         number(row["mean_b"] * 100, 1), bare(row), p_cell(row["q"]), row["verdict"])
        for _, row in rows.iterrows()
    ]  # fmt: skip
    first = rows.iloc[0]
    caption = (
        f"Share of wins of {names.player(policy.split(',')[0])} at a table of"
        f" {names.player(policy)},"
        f" {players} players, {count(int(first['games']))} deals of each subset in all rotated"
        " seats: with the module minus without, averaged over the others (95% interval); margin"
        f" ±{first['margin'] * 100:g} points; {NOT_ZERO}"
    )
    head = ("Module", "Without, %", "With, %", "Difference, points", "q", "Verdict")
    key = f"module-skill-{players}-{policy.replace(',', '-')}"
    return Table(caption, head, body, key=key, frame=rows)


def single_ways_table(found: Modules, players: int, policy: str) -> Table:
    """VP per player: each module on average, alone, and added last; the gain from pairing."""
    rows = found.rows("effects", players=players, policy=policy, measure="vp")
    by = rows.set_index(["kind", "name"])
    body = []
    for one in found.factors:
        mean = by.loc[AVERAGE, one]
        body.append((
            names.change(one), *(bare(by.loc[kind, one]) for kind in (AVERAGE, ALONE, LAST)),
            f"{number(mean['correlation'])}"
            f" ({interval(mean['correlation_low'], mean['correlation_high'], Unit(1, 2, ''))})",
            f"{number(mean['gain'], 1)}"
            f" ({interval(mean['gain_low'], mean['gain_high'], Unit(1, 1, ''))})",
        ))  # fmt: skip
    body.append(("all together", "", bare(by.loc[TOGETHER, ""]), "", "", ""))
    head = ("Module", "On average", "Alone", "Added last", "Correlation", "Gain from equal deals")
    caption = (
        f"VP per player, {who(players, policy)}: difference (95% interval). Correlation, and gain"
        " in unpaired deals per paired one, are for the subsets with and without the module"
    )
    key = f"module-ways-{players}-{policy}"
    return Table(caption, head, body, key=key, frame=rows)


def pairs_table(found: Modules, players: int, policy: str) -> Table:
    """The interactions of two modules that are shown and matter; the CSV has all."""
    rows = found.rows("effects", players=players, policy=policy, kind=PAIR)
    moved = rows[rows["verdict"].isin(DIFFERENT)]
    body = [
        (names.together(row["name"]), row["label"], row["unit"], bare(row), p_cell(row["q"]),
         row["verdict"])
        for _, row in moved.iterrows()
    ]  # fmt: skip
    same, open_ = (int((rows["verdict"] == one).sum()) for one in (EQUIVALENT, UNDECIDED))
    caption = (
        f"Interactions of two modules, {who(players, policy)}: how much more one changes with the"
        f" other than without (95% interval). {len(moved)} of {len(rows)} (pairs and measures)"
        f" {'is' if len(moved) == 1 else 'are'} listed, {same} equivalent to none within the"
        f" margin, {open_} undecided"
    )
    head = ("Modules", "Measure", "Unit", "Interaction", "q", "Verdict")
    return Table(caption, head, body, key=f"module-pairs-{players}-{policy}", frame=rows)


def additivity_table(found: Modules, players: int, policy: str) -> Table:
    """How far the effects of subsets are the sum of their modules' effects."""
    rows = found.rows("additivity", players=players, policy=policy)
    body = []
    for _, row in rows.iterrows():
        cells = [
            f"{number(row[k] * 100, 0)} ({interval(row[f'{k}_low'], row[f'{k}_high'], WHOLE)})"
            for k in ("one", "pairs", "more")
        ]
        body.append((row["label"], *cells, p_cell(row["p_pairs"]), p_cell(row["p_more"])))
    head = ("Measure", "Modules one by one, %", "Pairs, %", "Three or more, %",
            "p: no pairs", "p: no more")  # fmt: skip
    caption = (
        f"Parts of the differences between subsets, {who(players, policy)}: share of"
        " the variance of their means (95% interval)"
    )
    return Table(caption, head, body, key=f"module-sums-{players}-{policy}", frame=rows)


WHOLE = Unit(100, 0, "")


def entrances_table(found: Modules, players: int, policy: str) -> Table:
    """The worth of each entrance and its fair price, the largest worth first."""
    mine = found.rows("entrances", players=players, policy=policy)
    by = mine.set_index(["outcome", "item"])
    bids = found.rows("bids", players=players, policy=policy)
    paid = bids[bids["metric"] == "entrance_bid"].set_index("item")
    body = []
    for item in order_of_entrances(found, players, policy):
        lead = by.loc["lead", item]
        body.append((
            str(lead["name"]),
            bounds(lead["rank_low"], lead["rank_high"], 0),
            _joint(lead, 1), _joint(by.loc["win", item], 100), _joint(by.loc["handicap", item], 1),
            _joint(by.loc["bid", item], 1),
            cell(paid.loc[item], Unit(1, 1, ""), sign=False) if item in paid.index else "–",
        ))  # fmt: skip
    krone = found.rows("prices", players=players, policy=policy).set_index("outcome")
    head = ("Entrance", "Rank", "Lead, VP", "Win rate, points", "Fair handicap, VP",
            "Fair bid, krones", "Bid in auctions (players chose)")  # fmt: skip
    caption = (
        f"Hotel entrances assigned by design at no price, {who(players, policy)},"
        f" {count(int(mine['deals'].iloc[0]))} deals, four orders each: estimate (95% interval,"
        " joint over the entrances). Paying a krone more than the others changes the lead by"
        f" {cell(krone.loc['lead'], Unit(1, 2, ''))} VP and the win rate by"
        f" {cell(krone.loc['win'], Unit(100, 1, ''))} points"
    )
    return Table(caption, head, body, key=f"entrances-{players}-{policy}", frame=mine)


def bids_table(found: Modules) -> Table:
    """The bid to make for each entrance: one column per set of modules and number of players."""
    mine = found.rows("by_set", policy=found.tables[0][1], outcome="bid")
    columns = list(
        mine[["modules", "players"]].drop_duplicates().itertuples(index=False, name=None)
    )
    columns.sort(key=lambda one: one[0] != ALONE_SET)
    by = mine.set_index(["modules", "players", "item"])
    first = mine[(mine["modules"] == columns[0][0]) & (mine["players"] == columns[0][1])]
    order = list(first.sort_values("estimate", ascending=False, kind="stable")["item"])
    order += [item for item in dict.fromkeys(mine["item"]) if item not in order]
    called = mine.drop_duplicates("item").set_index("item")["name"]
    body = [
        (str(called[item]), *(
            _joint(by.loc[(*one, item)], 1) if (*one, item) in by.index else "–" for one in columns
        ))
        for item in order
    ]  # fmt: skip
    head = ("Entrance", *(f"{n} players, {some}" for some, n in columns))
    caption = (
        "The bid to make, in krones more than the others pay, at which the owner wins an equal"
        f" share of games; below 0, do not bid. Played by {names.players(found.tables[0][1])},"
        f" {count(int(mine['deals'].min()))} deals, four orders each (95% interval, joint over the"
        " entrances of a column)"
    )
    return Table(caption, head, body, key="entrance-bids", frame=mine)


def order_of_entrances(found: Modules, players: int, policy: str) -> list[str]:
    """The entrances by their lead, the largest first."""
    rows = found.rows("entrances", players=players, policy=policy, outcome="lead")
    return list(rows.sort_values("estimate", ascending=False, kind="stable")["item"])


FEW_FIRST = 3
"""Most entrances that may rank first to name."""


def stands_alone(row: pd.Series) -> bool:
    """Is an entrance shown to rank first."""
    return bool(row["rank_high"] <= 1)


def may_be_first(rows: pd.DataFrame) -> str:
    """How many entrances may rank first, and which if they are few: "2 of 12 (Dove and Kozi)"."""
    lead = rows[rows["outcome"] == "lead"]
    first = lead[lead["rank_low"] <= 1].sort_values("estimate", ascending=False)
    few = len(first) <= FEW_FIRST and len(first) < len(lead)
    named = f" ({listing(list(first['name']))})" if few else ""
    return f"{len(first)} of {len(lead)}{named}"


def curve_table(found: Modules, players: int, policy: str) -> Table:
    """Share of wins at each price, as played; the fair bid summarizes it."""
    rows = found.rows("curve", players=players, policy=policy, outcome="win")
    called = found.entrances.drop_duplicates("item").set_index("item")["name"]
    prices = sorted(rows["price"].unique())
    by = rows.set_index(["item", "price"])
    body = [
        (str(called[item]), *(cell(by.loc[item, price], Unit(100, 1, "")) for price in prices))
        for item in order_of_entrances(found, players, policy)
    ]
    head = ("Entrance", *(f"{price:g} krones" for price in prices))
    caption = (
        f"Win rate of the owner minus 1/n, points, by krones paid, {who(players, policy)}"
        " (95% interval); the others also paid for theirs"
    )
    return Table(caption, head, body, key=f"entrance-prices-{players}-{policy}", frame=rows)


def _joint(row: pd.Series, factor: float) -> str:
    joint = {"estimate": row["estimate"], "low": row["sim_low"], "high": row["sim_high"]}
    return cell(pd.Series(joint), Unit(factor, 1, ""))


def seats_table(found: Modules, players: int, policy: str) -> Table:
    """Share of wins and VP of each place at the start, by rules."""
    rows = found.rows("seats", players=players, policy=policy)
    body = []
    for rules, part in rows.groupby("rules", sort=False):
        by = part.set_index(["outcome", "seat"])
        for seat in range(players):
            win = by.loc["win", seat]
            called = names.with_modules(names.ruleset(rules))
            body.append((f"{called}, {PLACES[seat]}", number(win["mean"] * 100, 1),
                         cell(win, POINTS), cell(by.loc["vp", seat], Unit(1, 2, "")),
                         count(int(win["games"]))))  # fmt: skip
    head = ("Rules, place at the start", "Share of wins, %", "Win rate, points",
            "VP against all", "Deals")  # fmt: skip
    caption = (
        f"Places at the start, {who(players, policy)}: estimate (95% interval). Nobody chose a"
        " place: causal for such players"
    )
    return Table(caption, head, body, key=f"module-seats-{players}-{policy}", frame=rows)


def singles_table(found: Modules, players: int, policy: str) -> Table:
    """The effects of the key, krones by place and the VP of celebrities, on equal deals."""
    rows = found.rows("singles", players=players, policy=policy)
    order = [text for _, _, text in SINGLES if text in set(rows["name"])]
    body = []
    for _, part in rows.groupby("measure", sort=False):
        by = part.set_index("name")
        first = by.iloc[0]
        cells = [f"{bare(by.loc[one])} {by.loc[one, 'verdict']}" for one in order]
        body.append((with_unit(first["label"], first["unit"]), *cells))
    caption = (
        f"Parts of modules, {who(players, policy)}, {count(int(rows['games'].iloc[0]))} equal"
        " deals: the module with it minus the module without it (95% interval). Causal"
    )
    return Table(caption, ("Measure", *order), body, key=f"module-parts-{players}-{policy}",
                 frame=rows)  # fmt: skip


def keys_table(found: Modules, players: int, policy: str) -> Table:
    """Players by how often they took the skeleton key: a description."""
    rows = found.rows("keys", players=players, policy=policy)
    by = rows.set_index(["metric", "keys"])
    body = [
        (str(keys), count(int(by.loc["vp", keys]["clusters"])),
         cell(by.loc["vp", keys], Unit(1, 1, ""), sign=False),
         cell(by.loc["win", keys], Unit(100, 1, ""), sign=False))
        for keys in sorted(rows["keys"].unique()) if not pd.isna(by.loc["vp", keys]["estimate"])
    ]  # fmt: skip
    head = ("Keys taken", "Games", "VP", "Share of wins, %")
    caption = (
        f"Players by how often they took the skeleton key, {who(players, policy)} (95% interval)."
        f" {CHOSEN.capitalize()}: descriptive, not the effect of the key"
    )
    return Table(caption, head, body, key=f"module-keys-{players}-{policy}", frame=rows)


ITEMS = {
    "celebrities": ("Celebrity", "in whose first lounge they were", "who met them"),
    "hotels": ("Entrance", "in which they were auctioned", "who owned them"),
}
"""The frames of module components: their noun, the games with them by chance, their users."""


def items_table(found: Modules, players: int, policy: str, name: str) -> Table:
    """Celebrities or entrances by the games in which they came up, and by who used them."""
    one, chance, used = ITEMS[name]
    rows = found.rows(name, players=players, policy=policy)
    by = rows.set_index(["metric", "item"])
    columns = (
        ("available_vp", f"VP of all ({GIVEN})", Unit(1, 1, "")),
        ("available_spread", f"First to last, VP ({GIVEN})", Unit(1, 1, "")),
        ("played_vp", f"VP of {used} ({CHOSEN})", Unit(1, 1, "")),
        ("played_win", f"Win rate, points ({CHOSEN})", Unit(100, 1, "")),
    )
    body = [
        (str(part["name"].iloc[0]), *(
            cell(by.loc[metric, item], unit) if (metric, item) in by.index else "–"
            for metric, _, unit in columns
        ))
        for item, part in rows.groupby("item", sort=True)
    ]  # fmt: skip
    caption = (
        f"{who(players, policy)}: games {chance} minus the others (causal); players {used} minus"
        " the rest (descriptive) (95% interval)"
    )
    return Table(caption, (one, *(head for _, head, _ in columns)), body,
                 key=f"module-{name}-{players}-{policy}", frame=rows)  # fmt: skip


def shared_table(found: Modules) -> Table:
    """The part of a deal that is the same with and without each module."""
    rows = found.shared.drop_duplicates(["rules_b", "players", "part"])
    body = []
    for (rules, players), part in rows.groupby(["rules_b", "players"], sort=False):
        cells = [cell(row, PERCENT, sign=False) for _, row in part.iterrows()]
        body.append((f"{names.ruleset(rules)}, {players} players", *cells))
    head = ("Rules", *dict.fromkeys(f"{label}, %" for label in rows["label"]))
    caption = (
        f"Share of the deal of {names.ruleset(rows['rules_a'].iloc[0])} that is in the same place"
        " with a module (95% interval); dice are always the same"
    )
    return Table(caption, head, body, key="module-deals", frame=rows)


def terminal_tables(found: Modules) -> list[Table]:
    """The tables that `gah study modules` shows at the terminal."""
    out = []
    for n, policy in found.tables:
        out += [make(found, n, policy) for make in (
            effects_table, pairs_table, entrances_table, seats_table, singles_table)]  # fmt: skip
    for n, policy in skill_tables(found):
        out.append(skill_table(found, n, policy))
    return [one for one in out if one.rows]


def skill_tables(found: Modules) -> list[tuple[int, str]]:
    """Number of players and policies of the mixed tables; none if they were not played."""
    rows = found.rows("matches")
    if rows.empty:
        return []
    return [(int(rows["players"].iloc[0]), str(rows["policy"].iloc[0]))]
