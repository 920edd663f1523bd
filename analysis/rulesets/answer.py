"""Effects of a change on the cards that it touches, for a designer: verdicts before and after, and
the deals needed to settle what is undecided.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from analysis.base import decide, stats
from analysis.base.data import Tree
from analysis.base.kinds import kind
from analysis.base.runs import Config
from analysis.base.stats import Array
from analysis.base.verdicts import UNDECIDED
from analysis.cards.agreement import HEADLINE
from analysis.cards.effects import chance_effects, subjects
from analysis.rulesets.compare import Contrast
from model import Ruleset

NEAREST = 1 / 4
"""A card nearer to a limit than this fraction of the margin need not be decided: that would take
endless play."""

COLUMNS = ["side", "card", "item", "name", "metric", "unit", "estimate", "low", "high", "se",
           "verdict", "probability", "p_above", "p_below", "p_within", "margin", "limit_low",
           "deals", "needed"]  # fmt: skip
"""Columns of `worth`."""


def worth(
    tree: Tree, contrast: Contrast, rulesets: dict[str, Ruleset], players: int, policy: str,
    touched: list[int],
) -> pd.DataFrame:  # fmt: skip
    """Worth and verdict, before and after, of each staff card that a contrast touches.

    One row per card and side ("before", "after") with the columns `COLUMNS`: those of
    `effects.chance_effects` by the metric of verdicts, in a family of all cards of that ruleset;
    needed: `deals_to_decide` of an undecided one, else 0. Empty if no card is touched.
    """
    frames = []
    for side, label in zip(("before", "after"), contrast.pair or (), strict=False):
        if not touched:
            break
        subject = subjects(Config(label, players, policy), rulesets[label])[0]
        found = chance_effects(tree, subject, kind("staff"))
        if found.empty:
            continue
        found = found[found["metric"] == HEADLINE["dealt"]]
        mine = found[found["item"].isin([str(card) for card in touched])]
        needed = deals_to_decide(
            mine["estimate"], mine["se"], mine["deals"], mine["limit_low"], mine["margin"]
        )
        frames.append(mine.assign(
            side=side, card=mine["item"].astype(int),
            needed=np.where(mine["verdict"] == UNDECIDED, needed, 0.0),
        )[COLUMNS])  # fmt: skip
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame(columns=COLUMNS)


def deals_to_decide(
    value: ArrayLike, se: ArrayLike, deals: ArrayLike, low: ArrayLike, high: ArrayLike
) -> Array:
    """Deals after which an effect lies clearly on one side of both limits, if it is as estimated.

    Its error shrinks with the root of the deals. It is decided where the nearer limit is as many
    errors away as the probability of error requires (`decide.LEVEL`, one side). An effect at a
    limit counts as `NEAREST` of the margin away. Rounded up; NaN without an error.
    """
    y, s, n, below, above = (np.asarray(one, dtype=float) for one in (value, se, deals, low, high))
    gap = np.maximum(np.minimum(np.abs(y - below), np.abs(y - above)), NEAREST * above)
    z = stats.normal_quantile(1 - 2 * decide.LEVEL)
    return np.asarray(np.ceil(n * (z * s / gap) ** 2), dtype=float)
