"""The short answer of `gah study compare`: cards before and after, the game, open questions."""

from __future__ import annotations

import pandas as pd

from analysis.base import stats
from analysis.base.verdicts import DIFFERENT, UNDECIDED, UNKNOWN, UNMET
from analysis.rulesets.compare import measures
from analysis.studies.compare import ON, TOTAL, Comparison
from reports import names
from reports.tables.cards import sure_words
from reports.tables.compare import (
    KNOWN,
    NOT_ZERO,
    change_name,
    deals_to_settle,
    moved_words,
    unit_of,
    verdict_words,
)
from reports.tables.table import Table
from reports.text import VP, cell, count, number, signed, with_unit

HEADLINE = [one.name for one in measures() if one.headline]
"""Measures that are shown first."""

MOST = 8
"""Most rows of a table here, so that the answer fits a screen."""


def worth_table(found: Comparison, players: int, policy: str) -> Table:
    """Each touched card: its worth and verdict before and after, and what would settle it."""
    frame = found.worth
    rows = []
    if len(frame):
        frame = frame[(frame["players"] == players) & (frame["policy"] == policy)]
    for _, part in frame.groupby(["name_of", "card"], sort=False) if len(frame) else ():
        by = part.set_index("side")
        last = by.iloc[-1]
        rows.append((f"{last['name']} ({last['item']})", *_side(by, "before"), *_side(by, "after")))
    head = ("Card", "Lead before, VP", "Verdict", "Lead after, VP", "Verdict after")
    more = f"; {count(len(rows) - MOST)} more with --all" if len(rows) > MOST else ""
    caption = f"Cards that change, {names.players(policy, players)} (95% intervals{more})"
    return Table(caption, head, rows[:MOST])


def _side(by: pd.DataFrame, side: str) -> tuple[str, str]:
    if side not in by.index or pd.isna(by.loc[side, "se"]):
        return "–", "too few deals"
    return cell(by.loc[side], VP), sure_words(by.loc[side])


def game_words(found: Comparison, players: int, policy: str) -> list[str]:
    """The effect of the change on the game at one table: the headline measures, in words.

    Without a size where no deal differs: an interval from 0 to 0 would say that none ever does.
    """
    out = []
    for name, rows in _asked(found, players, policy):
        for _, row in rows.iterrows():
            one = next(known for known in measures() if known.name == row["measure"])
            size = "" if row["verdict"] == UNMET else f"{signed(row, unit_of(one))}, "
            out.append(f"{name}{one.label}: {size}{verdict_words(row)}")
    return out


def open_words(found: Comparison) -> str:
    """How many deals would settle the undecided measures; empty if there are none."""
    needed = found.needed(HEADLINE)
    if not needed:
        return ""
    return f"{deals_to_settle(max(needed, found.settings.games + 1))} what is undecided"


def whole_table(found: Comparison) -> Table:
    """The whole difference at every table: the measures shown first, each with its verdict."""
    at = [found.rows(n, policy, kind=TOTAL).set_index("measure") for n, policy in found.tables]
    rows = [
        (
            with_unit(KNOWN[name].label, KNOWN[name].unit),
            *(_judged(one.loc[name], name, verdict_words(one.loc[name])) for one in at),
        )
        for name in HEADLINE
    ]
    plan = found.plan
    after = plan.other.label if plan.other else ""
    caption = f"{after} minus {plan.base.label}: difference (95% interval) and verdict; {NOT_ZERO}"
    return Table(caption, ("Measure", *_heads(found)), rows)


def changes_table(found: Comparison) -> Table:
    """Each single change at every table: what it does to a score, and how many measures differ."""
    rows = []
    for step in found.plan.singles:
        cells = []
        for n, policy in found.tables:
            measured = found.rows(n, policy, kind=ON, name=step)
            vp = measured[measured["measure"] == "vp"].iloc[0]
            cells.append(_judged(vp, "vp", _effect(measured)))
        rows.append((change_name(found, step), *cells))
    most = 100 * float(stats.wilson(0, found.settings.games)[1])
    caption = (
        "Each change alone: VP per player (95% interval), and how many of all measures differ. If"
        f" no deal differs, at most {number(most, 1)}% of all deals do (95% interval)"
    )
    return Table(caption, ("Change", *_heads(found)), rows)


def _heads(found: Comparison) -> list[str]:
    return [names.players(policy, n) for n, policy in found.tables]


def _judged(row: pd.Series, name: str, verdict: str) -> str:
    """An estimate with its verdict; only the verdict where no deal differs."""
    unmet = row["verdict"] == UNMET
    return verdict if unmet else cell(row, unit_of(KNOWN[name]), verdict=verdict)


def _effect(rows: pd.DataFrame) -> str:
    """What a change does to all measures, in a few words."""
    verdicts = rows["verdict"]
    if (verdicts == UNMET).all():
        return "no deal differs"
    if differ := int(verdicts.isin(DIFFERENT).sum()):
        return f"{differ} of {len(rows)} differ"
    if open_ := int(verdicts.isin((UNDECIDED, UNKNOWN)).sum()):
        return f"{open_} of {len(rows)} undecided"
    return "all equivalent"


def _asked(found: Comparison, players: int, policy: str) -> list[tuple[str, pd.DataFrame]]:
    """The headline measures of the whole difference; for single changes only those they move."""
    if found.plan.other is not None:
        rows = found.rows(players, policy, kind=TOTAL)
        return [("", rows[rows["measure"].isin(HEADLINE)])]
    return [
        (f"{step}: ", rows[rows["measure"].isin(HEADLINE) & (rows["verdict"] != UNDECIDED)].head(2))
        for step in list(found.plan.singles)[:MOST]
        for rows in [found.rows(players, policy, kind=ON, name=step)]
    ]


def rest_words(found: Comparison, players: int, policy: str) -> str:
    """One line on the other measures; empty if single changes are asked for."""
    if found.plan.other is None:
        return ""
    rows = found.rows(players, policy, kind=TOTAL)
    moved, open_ = moved_words(rows)
    return f"all measures: {open_} undecided; shown to differ: {moved}"
