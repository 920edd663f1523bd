"""Tables and words of the page of variants and rulings."""

from __future__ import annotations

import pandas as pd
from markupsafe import Markup

from analysis.base.verdicts import DIFFERENT, DIFFERS, MATTERS, UNDECIDED, UNKNOWN, UNMET, WITHIN
from analysis.method.power import ENOUGH
from analysis.rulesets.compare import Measure
from analysis.studies.variants import SHOWN, ChangeSet
from model.sources import sources
from model.steps import Step
from reports import names
from reports.links import rule_link
from reports.tables.compare import KNOWN, NOT_ZERO, deals_to_settle, difference, rounded_up, unit_of
from reports.tables.table import Table
from reports.text import PERCENT, cell, count, interval, listing, plain, signed, with_unit

NAMED, MEASURED = 2, 4
"""Most changes per verdict that a sentence names, and that are listed with their size; the table
has all."""

DECIDING = 2
"""Most measures of a verdict that a sentence gives."""

SAID = {
    MATTERS: ("matters, beyond a margin", "matter, beyond a margin"),
    DIFFERS: ("differs, perhaps by less than a margin", "differ, perhaps by less than a margin"),
    UNDECIDED: ("is undecided", "are undecided"),
    WITHIN: ("makes no difference beyond a margin", "make no difference beyond a margin"),
    UNMET: ("changes nothing in any deal", "change nothing in any deal"),
}
"""Verdicts in a sentence, about one change and about several."""


def changes_table(group: ChangeSet, players: int, policy: str) -> Table:
    """Each change with one verdict, what it moves, and how many deals go differently."""
    rows, by = group.rows(players, policy), []
    changes = group.changes(players, policy)
    winners = group.winners(players, policy).set_index(["base", "name"])
    for _, one in changes.iterrows():
        part = _of(rows, one)
        moves = _moves(part, float(one["estimate"]))
        by.append((
            _named(group, one),
            Markup("<strong>{}</strong>").format(one["verdict"]) + moves,
            cell(one, PERCENT, sign=False),
            cell(winners.loc[(one["base"], one["name"])], PERCENT, sign=False),
        ))  # fmt: skip
    head = ("Change", "Verdict, and what differs (95% interval)", "Deals that go differently, %",
            "Deals with another winner, %")  # fmt: skip
    caption = (
        f"Compared with {listing([*map(names.ruleset, group.bases)])},"
        f" {names.players(policy, players)}, {count(group.games)} equal deals"
        " of each ruleset: difference (95% interval)"
    )
    frame = changes.assign(title=[group.title(name) for name in changes["name"]])
    key = f"{group.key}-verdicts-{players}-{policy}"
    return Table(caption, head, by, words=True, key=key, frame=frame, brief=True)


def measures_table(group: ChangeSet, players: int, policy: str) -> Table:
    """Each change and measure, with its verdict."""
    rows, by = group.rows(players, policy), []
    for _, one in group.changes(players, policy).iterrows():
        part = _of(rows, one).set_index("measure", drop=False)
        cells = [f"{difference(part.loc[name], unit_of(KNOWN[name]))} {part.loc[name, 'verdict']}"
                 for name in SHOWN]  # fmt: skip
        by.append((Markup("<code>{}</code>").format(one["name"]), *cells))
    heads = [
        f"{with_unit(one.label, one.unit)} (±{one.margin(players) * one.shown:g})"
        for one in (KNOWN[name] for name in SHOWN)
    ]
    caption = (
        f"Every measure, {names.players(policy, players)}, {count(group.games)} equal deals of each"
        f" ruleset: difference (95% interval) and verdict, with the margin in brackets; {NOT_ZERO}"
    )
    key = f"{group.key}-measures-{players}-{policy}"
    return Table(caption, ("Change", *heads), by, key=key, frame=rows, brief=True)


def _of(rows: pd.DataFrame, change: pd.Series) -> pd.DataFrame:
    return rows[(rows["base"] == change["base"]) & (rows["name"] == change["name"])]


def _named(group: ChangeSet, change: pd.Series) -> Markup:
    """A change in words with its id; a ruling is a link to the page of the rules."""
    name = str(change["name"])
    step = group.steps.get(name)
    short = Markup("<code>{}</code>").format(name)
    if step is not None and step.key[0] == "ruling":
        short = rule_link(f"ruling-{step.key[1]}", text=short)
    return Markup("{} <br>{}").format(group.title(name), short)


def _moves(rows: pd.DataFrame, share: float) -> Markup:
    """The measures that a change moves, largest in margins first, and those undecided, line by
    line.

    share: share of the deals that go differently.
    """
    size = (rows["estimate"] / rows["margin"]).abs()
    moved = rows[rows["verdict"].isin(DIFFERENT)]
    moved = moved.loc[size[moved.index].sort_values(ascending=False).index]
    words = [
        f"{row['label']} {cell(row, unit_of(KNOWN[row['measure']]))}, {row['verdict']}"
        for _, row in moved.iterrows()
    ]
    if len(words) > 3:
        words[3:] = [f"{len(words) - 3} more"]
    open_ = rows[rows["verdict"] == UNDECIDED]
    if len(open_):
        words.append(
            f"{len(open_)} of {len(rows)} undecided,"
            f" {deals_to_settle(open_['games_needed'].max())} them"
        )
    few = rows[rows["verdict"] == UNKNOWN]
    if len(few) and share > 0:
        words.append(f"{len(few)} of {len(rows)} differ in too few deals")
        if (least := rounded_up(ENOUGH / share)) > rows["games"].max():
            words[-1] += f"; at least {count(least)} are needed"
    return Markup("").join(Markup("<br>{}").format(line) for line in words)


def summary(group: ChangeSet, changes: pd.DataFrame) -> str:
    """Numbers of changes by verdict, and which of them matter; the tables have all."""
    parts: list[str] = []
    for verdict, words in SAID.items():
        some = changes[changes["verdict"] == verdict]
        if some.empty:
            continue
        shown = some.head(NAMED)
        more = [f"{len(some) - NAMED} more"] if len(some) > NAMED else []
        said = f"{len(some)} {words[len(some) > 1]}"
        if verdict == MATTERS:
            said += f" ({listing([*(called(group, one) for one in shown['name']), *more])})"
        parts.append(said)
    return "; ".join(parts)


def sizes(group: ChangeSet, changes: pd.DataFrame, rows: pd.DataFrame) -> list[str]:
    """Sizes of the changes that matter, or else of those with the next verdict; and how rare
    effects of those that change nothing may be."""
    found = (changes[changes["verdict"] == verdict] for verdict in (MATTERS, DIFFERS, UNDECIDED))
    some = next((one for one in found if len(one)), changes[:0]).head(MEASURED)
    out = [f"{called(group, row['name'])}: {largest(row, rows)}" for _, row in some.iterrows()]
    unmet = changes[changes["verdict"] == UNMET]
    if len(unmet):
        most = interval(0, unmet["high"].max(), PERCENT)
        out.append(f"Deals that differ by changes without any effect seen: none ({most}%)")
    return out


def called(group: ChangeSet, name: str) -> str:
    """A change in a sentence, in a few words."""
    return f"“{in_brief(group, name)}”"


def in_brief(group: ChangeSet, name: str) -> str:
    """A change in a few words: the ruling or option, followed by its reading or choice."""
    step = group.steps.get(name)
    said = names.change(name)
    if step is not None and step.key[0] in ("ruling", "option"):
        asked = f"{names.ruling(step.key[1])}: "
        return said if said.startswith(asked) else asked + said
    return said if said != name else group.title(name)


def readings(group: ChangeSet, ruling: str) -> list[str]:
    """The effect of each other reading of a ruling at the first table, one sentence each; empty if
    the ruling was not played. `readings_by` names the players."""
    table = group.tables[0]
    rows = group.rows(*table)
    return [
        f"{_reading(group.steps[change['name']])} {SAID[change['verdict']][0]}"
        f"{_effect(change, rows)}."
        for _, change in group.changes(*table).iterrows()
        if change["name"] in group.steps and group.steps[change["name"]].key == ("ruling", ruling)
    ]


def readings_by(group: ChangeSet) -> str:
    """Players and number of deals for `readings`."""
    return f"{names.seated(*group.tables[0])}, {count(group.games)} deals of each reading"


def _reading(step: Step) -> str:
    return f"“{sources().ruling[step.key[1]].readings[step.after or ''].title}”"


def _effect(change: pd.Series, rows: pd.DataFrame) -> str:
    """The size of a change's effect, and in how many deals it shows."""
    if change["verdict"] == UNMET:
        return f" ({interval(0, change['high'], PERCENT)}% of deals)"
    return f": {largest(change, rows)}; {plain(change, PERCENT)} of deals go differently"


def largest(change: pd.Series, rows: pd.DataFrame) -> str:
    """The measures that gave a change its verdict, largest in margins first; if there are none, the
    measure that differs most and the score of the winner."""
    part = _of(rows, change).set_index("measure")
    decided = part[part["verdict"].isin(DIFFERENT)]
    if change["verdict"] == MATTERS:
        decided = decided[decided["beyond"]]
    size = (decided["estimate"] / decided["margin"]).abs().sort_values(ascending=False)
    names = list(size.index[:DECIDING]) or list(dict.fromkeys([change["measure"], SHOWN[0]]))
    return " and ".join(_sized(part.loc[name], KNOWN[name]) for name in names)


def _sized(row: pd.Series, measure: Measure) -> str:
    """A measure with its difference, and the unit unless the label names it."""
    unit = unit_of(measure)
    return f"{row['label']} {signed(row, unit, name=unit.name not in row['label'])}"
