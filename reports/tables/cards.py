"""The tables of `gah study cards` at the terminal."""

from __future__ import annotations

import pandas as pd

from analysis.base.decide import PROMISE
from analysis.base.kinds import kind
from analysis.base.metrics import metric
from analysis.base.verdicts import UNDECIDED, UNKNOWN, WORDS
from model.wording import many
from reports.tables.table import Table
from reports.text import PERCENT, POINTS, Unit, cell, count, measured, number, p_cell

AXIS = ["rules", "players", "policies", "policy", "kind", "metric"]
TOP = 12
"""Rows of a table at the terminal; the CSV files have all rows."""


INTERVAL = "(95% interval)"


def unit_of(name: str) -> Unit:
    """How a number in a metric's unit is written: shares as percentage points."""
    return POINTS if name == "share" else Unit(1, 2, name)


def inside(value: float, name: str, sign: bool = True) -> str:
    """A number in a metric's unit, without the unit's name."""
    unit = unit_of(name)
    return number(value * unit.factor, unit.digits, sign)


def effect_tables(effects: pd.DataFrame, top: int = TOP) -> list[Table]:
    """One table for each family judged by a margin, its largest effects first.

    Families without any known estimate are left out.
    """
    tables = []
    for _, family in effects.groupby(AXIS, sort=False, observed=True):
        known = family.dropna(subset=["se"])
        if known.empty or not metric(known["metric"].iloc[0]).judged:
            continue
        known = known.loc[known["estimate"].abs().sort_values(ascending=False).index]
        one = metric(known["metric"].iloc[0])
        rows = [
            [
                f"{row['name']} ({row['item']})", cell(row, unit_of(one.unit)),
                cell(measured(row, "shrunk"), unit_of(one.unit)),
                p_cell(row["q_by"]), *_use(row, one.unit), sure_words(row),
            ]
            for _, row in known.head(top).iterrows()
        ]  # fmt: skip
        head = ["Card", f"Estimate {INTERVAL}", f"Shrunk {INTERVAL}", "q (BY)"]
        head += ["Used, %", "Above unused"] if _use(known.iloc[0], one.unit) else []
        caption = _caption(known.iloc[0], len(known), len(rows)) + _floor(known.iloc[0], one.unit)
        tables.append(Table(caption, [*head, "Verdict"], rows))
    return tables


def _use(row: pd.Series, unit: str) -> list[str]:
    """How many holders use the card, and its worth compared with an unused one, if known."""
    if pd.isna(row.get("use")):
        return []
    return [f"{100 * row['use']:.0f}", inside(row["above"], unit)]


def _floor(row: pd.Series, unit: str) -> str:
    """The baseline of an unused card, if there are any."""
    if pd.isna(row.get("floor")) or not row.get("floor_cards"):
        return ""
    worth = cell(measured(row, "floor"), unit_of(unit))
    return f"; not used: {worth}, {many(int(row['floor_cards']), 'card')}"


def removal_tables(removal: pd.DataFrame, top: int = TOP) -> list[Table]:
    """One table for each judged family: the game without each card, and how many deals differ."""
    tables = []
    for _, family in removal.groupby(AXIS, sort=False, observed=True):
        one = metric(family["metric"].iloc[0])
        if not one.judged:
            continue
        ordered = family.loc[family["estimate"].abs().sort_values(ascending=False).index]
        rows = [
            [
                f"{row['name']} ({row['item']})", cell(row, unit_of(one.unit)),
                cell(measured(row, "changed"), PERCENT, sign=False),
                p_cell(row["q_by"]), sure_words(row),
            ]
            for _, row in ordered.head(top).iterrows()
        ]  # fmt: skip
        head = [
            "Without",
            f"Estimate {INTERVAL}",
            f"Deals changed, % {INTERVAL}",
            "q (BY)",
            "Verdict",
        ]
        tables.append(Table(_caption(ordered.iloc[0], len(ordered), len(rows)), head, rows))
    return tables


def verdict_counts(effects: pd.DataFrame) -> Table:
    """Number of cards by family and verdict."""
    judged = effects[effects.get("verdict", pd.Series("", effects.index)).fillna("") != ""]
    rows = []
    for values, family in judged.groupby(AXIS, sort=False, observed=True):
        _, players, policies, policy, kind_id, metric_id = values
        one = metric(metric_id)
        counts = family["verdict"].value_counts()
        words = ", ".join(f"{n} {word}" for word, n in counts.items())
        margin = inside(family["margin"].iloc[0], one.unit, sign=False)
        rows.append([kind(kind_id).name, one.label, str(players), _who(policies, policy),
                     f"±{margin} {_unit(one.unit)}", words])  # fmt: skip
    head = ["Kind", "Measure", "Players", "Played by", "Margin", "Verdicts"]
    return Table(
        f"Verdicts (at most {PROMISE:.0%} of those given are expected to be wrong)", head, rows
    )


def agreement_table(found: pd.DataFrame, top: int = TOP) -> Table:
    """Cards whose effect depends on who plays, the surest first."""
    names = [c.removeprefix("verdict_") for c in found if c.startswith("verdict_")]
    marked = found[found["agent_dependent"]].sort_values("q_heterogeneity")
    rows = []
    for _, row in marked.head(top).iterrows():
        unit = metric(row["metric"]).unit
        cells = [f"{inside(row[f'estimate_{n}'], unit)} {row[f'verdict_{n}']}" for n in names]
        title = f"{row['name']} ({row['item']})"
        rows.append([title, metric(row["metric"]).label, str(row["players"]), *cells,
                     p_cell(row["q_heterogeneity"])])  # fmt: skip
    caption = (
        f"Effects that depend on who plays: {len(marked)} of {len(found)}"
        f" ({int(found['agree'].sum())} verdicts shared by all)"
    )
    return Table(caption, ["Card", "Measure", "Players", *names, "q"], rows)


def pairs_table(pairs: pd.DataFrame, top: int = TOP) -> list[Table]:
    """The pairs of cards with the surest interactions of each family."""
    tables = []
    for _, family in pairs.groupby(AXIS, sort=False, observed=True):
        known = family.dropna(subset=["p"]).sort_values("p")
        if known.empty:
            continue
        one = metric(known["metric"].iloc[0])
        rows = [
            [f"{row['name_a']} + {row['name_b']}", cell(row, unit_of(one.unit)),
             p_cell(row["q_by"]), inside(row["detectable"], one.unit, sign=False)]
            for _, row in known.head(top).iterrows()
        ]  # fmt: skip
        head = ["Pair", f"Interaction {INTERVAL}", "q (BY)", "Detectable"]
        caption = _caption(known.iloc[0], len(known), len(rows)).replace("cards", "pairs")
        tables.append(Table(caption, head, rows))
    return tables


def _caption(row: pd.Series, cards: int, shown: int) -> str:
    one = metric(row["metric"])
    games = row["games"] if "games" in row else row["deals"]
    return (
        f"{kind(row['kind']).name}: {one.label}, {_unit(one.unit)} ({one.estimand});"
        f" {row['rules']}, {row['players']} players, {_who(row['policies'], row['policy'])},"
        f" {count(games)} deals; {shown} of {cards} cards"
    )


def _who(policies: str, policy: str) -> str:
    return policy if policies == policy else f"{policy} at {policies}"


def _unit(unit: str) -> str:
    return "percentage points" if unit == "share" else unit


def sure_words(row: pd.Series) -> str:
    """A verdict with its probability, e.g. "too strong (94%)"; for an undecided card the likeliest.

    row: one of the judged effects: verdict, p_above, p_below, p_within, probability, metric.
    """
    verdict = str(row.get("verdict") or "")
    if not verdict or pd.isna(row["probability"]):
        return UNKNOWN
    share = (
        f"{min(100 * row['probability'], 99):.0f}%" if row["probability"] < 0.995 else "over 99%"
    )
    if verdict != UNDECIDED:
        return f"{verdict} ({share})"
    above, below, within = WORDS[metric(row["metric"]).direction]
    likeliest = {"p_above": above, "p_below": below, "p_within": within}
    name = max(likeliest, key=lambda one: float(row[one]))
    return f"{verdict} ({likeliest[name]}: {share})"
