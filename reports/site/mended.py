"""What the newer edition changed, and whether it fixed it: yes, no or unknown for each change.

A change of a staff card fixes it if the card was shown to be too strong or too weak before and is
shown to be balanced now, or has moved towards the average card by more than chance (its paired
difference, at the false discovery rate over all touched cards). It does not fix it if the card is
shown to be off to the same side now, or to be off now and balanced before, or to be off now and to
have moved away from the average card. Any other card that was shown to be balanced before needed no
fix.
All other changes are played alone by greedy players: such a change changes play if some measure is
shown to differ, and makes no difference if all are shown to be within their margins.
"""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from analysis import Config
from analysis.base.families import FDR
from analysis.base.verdicts import BALANCED, DIFFERS, MATTERS, STRONG, UNMET, WEAK, WITHIN
from model.marks import covered
from model.sources import sources
from reports import names
from reports.facts import Change
from reports.results import Results, rows_of
from reports.site.blocks import NO, UNKNOWN, YES
from reports.tables.variants import largest
from reports.text import PERCENT, POINTS, EstimateText, cell, plain, signed, upper
from reports.verdicts import headline, judged, unit_of

NOTHING = "Nothing to fix"
PLAYS, SAME = "Changes play", "Makes no difference"
"""Answers for changes that touch no card, and so have no card's balance to fix."""


@dataclass(frozen=True)
class Mended:
    """A change with its answer. before, after: worth of the card in both editions, if it is about
    one; why: the comparison that supports the answer, or what is missing; worse: the card is off
    now and was not shown to be before, or moved away from the average card by more than chance."""

    change: Change
    sign: str
    why: str
    card: int | None = None
    before: EstimateText | None = None
    after: EstimateText | None = None
    worse: bool = False


def mended(results: Results) -> list[Mended]:
    """The answers, unknown ones last."""
    order = (YES, NO, NOTHING, PLAYS, SAME, UNKNOWN)
    found = [_mended(change, results) for change in results.facts.changes]
    return sorted(found, key=lambda one: (order.index(one.sign), one.card is None))


def _mended(change: Change, results: Results) -> Mended:
    card = next((n for n in results.facts.touched if _touches(change, n)), None)
    if card is None:
        return _alone(change, results)
    before, after = (_row(results, rules, card) for rules in results.editions)
    if before is None or after is None:
        return Mended(change, UNKNOWN, "Not judged in both editions.", card)
    moved = rows_of(results.touched(), results.main, outcome="win", card=card)
    sign, why = decide(before, after, moved.iloc[0] if len(moved) else None)
    unit = unit_of(headline("staff"))
    worse = sign == NO and (
        str(before["verdict"]) != str(after["verdict"])
        or (len(moved) > 0 and _further(before, after, moved.iloc[0]))
    )
    return Mended(change, sign, why, card, cell(before, unit), cell(after, unit), worse)


def _alone(change: Change, results: Results) -> Mended:
    """The answer for a change that touches no card: its effect alone."""
    group = results.variants.get("edition")
    if group is None:
        command = f"gah study compare {' '.join(results.editions)}"
        return Mended(change, UNKNOWN, f"Not played alone here; {command} does.")
    table = group.tables[0]
    changes = group.changes(*table)
    mine = changes[changes["name"] == change.id]
    if mine.empty:
        return Mended(change, UNKNOWN, "It cannot be played without the others.")
    row = mine.iloc[0]
    share = f"{plain(row, PERCENT)} of the deals go differently ({names.seated(*table)})"
    if row["verdict"] in (MATTERS, DIFFERS):
        return Mended(change, PLAYS, f"{largest(row, group.rows(*table))}. {share}.")
    if row["verdict"] in (WITHIN, UNMET):
        return Mended(change, SAME, f"All measures are within their margins. {share}.")
    return Mended(change, UNKNOWN, f"Too few games to see a difference. {share}.")


def decide(before: pd.Series, after: pd.Series, moved: pd.Series | None) -> tuple[str, str]:
    """The answer and its reason, from the verdicts on a card (estimate, verdict) in both editions
    and the paired difference (estimate, low, high, q) between them."""
    was, now = str(before["verdict"]), str(after["verdict"])
    change = f"Change on equal deals: {signed(moved, POINTS)}" if moved is not None else ""
    if was in (STRONG, WEAK) and now == was:
        return NO, f"Shown to be {was} before and now. {change}".strip()
    if was in (STRONG, WEAK) and now == BALANCED:
        return YES, f"Shown to be {was} before, to be balanced now. {change}".strip()
    if was == BALANCED and now in (STRONG, WEAK):
        return NO, f"Was shown to be balanced before, and to be {now} now. {change}".strip()
    if now in (STRONG, WEAK) and moved is not None and _further(before, after, moved):
        return NO, f"Shown to be {now} now, and further from the average card. {change}"
    if was == BALANCED:
        still = ", and still is" if now == BALANCED else f"; now {now or 'not judged'}"
        return NOTHING, f"Was shown to be balanced before{still}. {change}".strip()
    if moved is not None and float(moved["q"]) < FDR and was in (STRONG, WEAK):
        nearer = abs(float(after["estimate"])) < abs(float(before["estimate"]))
        if nearer:
            return YES, f"Was {was}, and moved towards the average card. {change}"
    words = f"{was or 'not judged'} before, {now or 'not judged'} now"
    return UNKNOWN, f"{upper(words)}. {change}".strip()


def _further(before: pd.Series, after: pd.Series, moved: pd.Series) -> bool:
    """Has a card moved away from the average card, by more than chance?"""
    further = abs(float(after["estimate"])) > abs(float(before["estimate"]))
    return further and float(moved["q"]) < FDR


def _row(results: Results, rules: str, card: int) -> pd.Series | None:
    main = results.main
    found = judged(results, "staff", Config(rules, main.players, main.policy))
    return found.loc[str(card)] if str(card) in found.index else None


def _touches(change: Change, card: int) -> bool:
    """Does a change concern a staff card?"""
    known = sources().change.get(change.id)
    paths = () if known is None else (*known.set, *known.remove, *_leaves(known.add))
    return any(covered(path, (f"staff.{card}",)) for path in paths)


def _leaves(tree: object, path: str = "") -> list[str]:
    """The paths of a tree of tables."""
    if not isinstance(tree, dict):
        return [path]
    return [leaf for key, one in tree.items() for leaf in _leaves(one, f"{path}.{key}".lstrip("."))]
