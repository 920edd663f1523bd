"""One verdict on each change from those on several measures; all changes are judged together.

A verdict says no more than the measures that are asked for, and the players who played:

    matters              some measure differs (false discovery rate 5% over all changes and measures
                         of a table), and its whole 95% interval lies beyond the margin
    differs              some measure differs; whether by more than its margin is open
    undecided            no measure is told apart from 0, and not all are shown to be equivalent
    within the margins   every measure is equivalent within its margin, or differed in no deal. Each
                         equivalence is tested at 5%, and all must hold: no correction is needed
                         (intersection-union test, Berger 1982, Technometrics 24)
    no deal              nothing that is recorded of any deal differs, nor any measure
"""

from __future__ import annotations

import pandas as pd

from analysis.judging import DIFFERENT, EQUIVALENT, UNDECIDED, UNMET, judge

MATTERS, DIFFERS, WITHIN = "matters", "differs", "within the margins"
ORDER = (MATTERS, DIFFERS, UNDECIDED, WITHIN, UNMET)


def judge_changes(rows: pd.DataFrame, differing: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Judge the changes of one table; returns (rows judged as one family, one row a change).

    rows: of `compare.contrast_frame`, a row a change and measure, changes told apart by base and
    name. differing: of `compare.differing`, with base and name. A row a change: base, name,
    verdict, measure (the one that differs most, in margins), size (how far, in margins), and
    estimate, low, high (95%, Wilson), changed, games: the share of deals that go differently.
    Those that matter come first; among these, those that differ most.
    """
    judged = judge(rows)
    shares = differing.set_index(["base", "name"])
    found = []
    for key, part in judged.groupby(["base", "name"], sort=False):
        share = shares.loc[[key]].iloc[0]
        size = (part["estimate"] / part["margin"]).abs()
        found.append({
            "base": key[0], "name": key[1], "verdict": overall(part, int(share["changed"])),
            "measure": part.loc[size.idxmax(), "measure"], "size": size.max(),
            **share[["estimate", "low", "high", "changed", "games"]],
        })  # fmt: skip
    changes = pd.DataFrame(found)
    rank = changes["verdict"].map(ORDER.index)
    order = changes.assign(rank=rank).sort_values(
        ["rank", "size", "estimate"], ascending=[True, False, False], kind="stable"
    )
    return judged, changes.loc[order.index].reset_index(drop=True)


def overall(rows: pd.DataFrame, changed: int) -> str:
    """The verdict on one change: its judged rows, and in how many deals anything differed."""
    verdicts = rows["verdict"]
    different = verdicts.isin(DIFFERENT)
    if changed == 0 and (verdicts == UNMET).all():
        return UNMET
    if (different & rows["beyond"]).any():
        return MATTERS
    if different.any():
        return DIFFERS
    return WITHIN if verdicts.isin((EQUIVALENT, UNMET)).all() else UNDECIDED
