"""The smallest set of changed numbers that should bring every card inside its margin.

From the fitted worths by level (`analysis.cards.prices`): a card outside the margin gets the level
nearest to its printed one at which the whole interval of its worth is inside. If there is none, it
gets the level at which its worth is nearest to that of an average card. A change affects the value
of an average card, and with it every other card; so the changes are found in rounds until none is
missing and none is superfluous. Cards that no number brings inside are left as they are, and
reported.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from analysis.base.stats import LEVEL, Array, normal_quantile
from analysis.base.verdicts import OFF
from analysis.cards.prices import CardCurve

ROUNDS = 50
"""More than any search has needed; it may alternate between two sets."""


def suggest(found: Sequence[CardCurve], margin: float) -> pd.DataFrame:
    """The suggested level of each card; one row per card.

    Columns: item, printed, suggested, before (worth as printed), after (worth then, with all
    changes), inside (is it within the margin then), least, most (levels played).
    """
    levels = np.array([one.printed for one in found])
    printed = levels.copy()
    for _ in range(ROUNDS):
        now = worths(found, levels)
        shift = now - np.array([_at(one, at) for one, at in zip(found, levels, strict=True)])
        wanted = levels.copy()
        for i, one in enumerate(found):
            as_printed = _at(one, printed[i]) + shift[i]
            if abs(as_printed) <= margin:
                wanted[i] = printed[i]
            elif levels[i] == printed[i] or abs(now[i]) > margin:
                wanted[i] = _nearest(one, shift[i], margin)
        if (wanted == levels).all():
            break
        levels = wanted
    before, after = worths(found, printed), worths(found, levels)
    return pd.DataFrame({
        "item": [one.item for one in found], "printed": printed.astype(int),
        "suggested": levels.astype(int), "before": before, "after": after,
        "inside": np.abs(after) <= margin,
        "least": [int(one.levels[0]) for one in found],
        "most": [int(one.levels[-1]) for one in found],
    })  # fmt: skip


Words = Sequence[Mapping[str, str]]
"""Verdicts on cards, by their keys: "too strong", "too weak" or others; one for each table."""


def mended(
    tried: Mapping[str, Sequence[int]], verdicts: Words, leanings: Words, least: int, most: int
) -> dict[str, int]:
    """The next costs to try, from the verdicts at several tables on a patch that was played.

    tried: the costs of each card, as printed and then of each round; the last is that of the patch.
    A card that is too strong somewhere and too weak nowhere costs more, one that is too weak
    somewhere and too strong nowhere less: by one, and by one more each time that it is still off
    after moving that way, as long as that cost was not tried yet and is valid (least..most). A card
    with opposite verdicts cannot be fixed by a number, and is left.

    If any card moves, so does each card that is probably off without a verdict (`leanings`: the
    most probable, decided or not). Otherwise every round, on other deals, would find one of them.
    """
    levels = {item: costs[-1] for item, costs in tried.items()}
    off = {item for one in verdicts for item, word in one.items() if word in OFF}
    out = levels | {item: _moved(tried[item], item, verdicts, least, most) for item in off}
    if out != levels:
        unsaid = levels.keys() - off
        out |= {item: _moved(tried[item], item, leanings, least, most) for item in unsaid}
    return out


def _moved(costs: Sequence[int], item: str, words: Words, least: int, most: int) -> int:
    """The next cost of a card (see `mended`); the current one if it should stay."""
    said = {one.get(item, "") for one in words}
    way = ("too strong" in said) - ("too weak" in said)
    moves = np.diff(costs[1:])[::-1]
    again = next((at for at, move in enumerate(moves) if move * way <= 0), len(moves))
    for step in range(1 + again, 0, -1):
        wanted = min(max(costs[-1] + way * step, least), most)
        if wanted not in costs:
            return wanted
    return costs[-1]


def worths(found: Sequence[CardCurve], levels: Array) -> Array:
    """The fitted worth of each card with all at these levels, against the mean of the others.

    Beyond the levels that were played a card has the worth of the nearest one.
    """
    own = np.array([_at(one, at) for one, at in zip(found, levels, strict=True)])
    start = np.array([_at(one, one.printed) for one in found])
    moved = own - start
    return np.asarray(own - (moved.sum() - moved) / max(len(found) - 1, 1))


def _at(one: CardCurve, level: float) -> float:
    return float(one.fit[0, min(int(np.searchsorted(one.levels, level)), len(one.levels) - 1)])


def _nearest(one: CardCurve, shift: float, margin: float) -> float:
    """The level nearest to the printed one with its interval inside, else with worth nearest 0."""
    worth = one.fit[0] + shift
    half = normal_quantile(LEVEL) * one.fit[1:].std(axis=0, ddof=1)
    surely = np.abs(worth) + half <= margin
    if surely.any():
        away = np.where(surely, np.abs(one.levels - one.printed), np.inf)
        return float(one.levels[int(np.argmin(away))])
    return float(one.levels[int(np.argmin(np.abs(worth)))])
