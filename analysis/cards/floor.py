"""The floor: the value of an unused card; which cards are not used, or misused.

A hand has a fixed size, so a card that its holder never uses takes the place of an average card:
its dealt effect is minus the value of an average card, whatever is printed on it. That is the
*floor*. It is the precision-weighted mean of the dealt effects of those cards that are shown to be
used by less than `UNUSED` of their holders. If there is no such card, there is no floor.

Errors. Effects of cards that share hands and games add up to nearly 0, so that any two of them are
correlated by -1 / (cards - 1); contrasts of a card with the floor take this into account. A card
that belongs to the floor itself is compared with the other cards of the floor.

*Worth against an unused card*: dealt effect minus floor. *Worth of using it*: that divided by the
share of holders who use it, by instrument (being dealt it; Wald 1940, Ann. Math. Stat. 11; Imbens &
Angrist 1994, Econometrica 62). It applies to those who use the card if they are dealt it, under
these assumptions: hands are random; nobody uses the card without being dealt it; and holding it
without using it is worth exactly the floor. It ignores holders who keep a card for its own sake,
and other players who play differently because of it.

*Misplayed*: being dealt the card is worth less than the floor, by a one-sided test, at a false
discovery rate of `FDR` over the cards of a family (Benjamini & Yekutieli 2001). Leaving it unused
would be better: that reflects on the player, not on the card.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import special
from scipy import stats as scipy_stats

from analysis.base import stats
from analysis.base.families import CARDS, FDR
from analysis.base.stats import Array, Estimate
from analysis.base.verdicts import verdicts

UNUSED = 0.10
"""A card is unused if fewer than this share of its holders are shown to use it."""

WEAK_PART = 1 / 3
"""A card is too weak if it is worth less than this part of the margin more than an unused one."""


@dataclass(frozen=True)
class Floor:
    """The value of an unused card, and the value of each card above it; shapes () and (cards,).

    cards: number of cards in the floor. p_alike: Cochran's Q, whether their values are equal.
    """

    floor: Estimate
    above: Estimate
    cards: int
    p_alike: float


def floor_of(effects: Estimate, unused: NDArray[np.bool_]) -> Floor:
    """The floor from the dealt effects of a family, shape (cards,), and which cards are unused."""
    known = np.isfinite(effects.se) & (effects.se > 0)
    pool = known & unused
    cards = len(effects.value)
    weights = np.where(pool, 1 / np.where(known, effects.se, 1.0) ** 2, 0.0)
    if not pool.any():
        nothing = np.full(cards, np.nan)
        return Floor(Estimate(np.array(np.nan), np.array(np.nan)),
                     Estimate(nothing, nothing), 0, float("nan"))  # fmt: skip
    value, se = (np.where(known, one, 0.0) for one in (effects.value, effects.se))
    shared = shared_hands(se, int(known.sum()))
    mean = weights / weights.sum()
    # For each card: its own effect minus the mean of the floor's other cards.
    others = weights * (1 - np.eye(cards))
    total = others.sum(axis=1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        contrast = np.eye(cards) - others / total
        above = contrast @ value
        spread = np.sqrt(np.einsum("ij,jk,ik->i", contrast, shared, contrast))
        q = float(np.sum(weights * (value - mean @ value) ** 2))
    there = known & (total[:, 0] > 0)
    number = int(pool.sum())
    return Floor(
        Estimate(np.array(mean @ value), np.array(np.sqrt(mean @ shared @ mean))),
        Estimate(above, spread).where(there),
        number,
        float(scipy_stats.chi2.sf(q, number - 1)) if number > 1 else float("nan"),
    )


def shared_hands(se: Array, cards: int) -> Array:
    """Covariance (k, k) of effects with errors se (k,), for this many cards that share hands."""
    rho = -1 / max(cards - 1, 1)
    return np.asarray(rho * np.outer(se, se) + (1 - rho) * np.diag(se**2))


def with_floor(frame: pd.DataFrame) -> pd.DataFrame:
    """Add floor, misuse and verdicts to the rows of one family of dealt effects, which contain use.

    Columns added: floor, floor_low, floor_high, floor_cards, p_alike (the same in all rows; NaN
    unless at least two cards make the floor); above, above_low, above_high (worth against an unused
    card); using, using_low, using_high (worth of using it, by instrument; NaN for unused cards);
    q_misplayed; unused, misplayed (is that shown). The columns of `verdicts` are computed again,
    with weakness judged against an unused card: a card is too weak if it is hardly used, or worth
    less than `WEAK_PART` of the margin more than an unused card.
    """
    effects = Estimate(frame["estimate"].to_numpy(float), frame["se"].to_numpy(float))
    unused = frame["use_high"].to_numpy(float) < UNUSED
    found = floor_of(effects, unused)
    low, high = found.floor.interval()
    above_low, above_high = found.above.interval()
    with np.errstate(divide="ignore", invalid="ignore"):
        one_sided = special.ndtr(found.above.value / found.above.se)
        use = frame["use"].to_numpy(float)
        share = np.where(unused | (use == 0), np.nan, use)
    q = CARDS.q(one_sided)
    frame = frame.assign(
        floor=float(found.floor.value), floor_low=float(low), floor_high=float(high),
        floor_cards=found.cards, p_alike=found.p_alike,
        above=found.above.value, above_low=above_low, above_high=above_high,
        using=found.above.value / share, using_low=above_low / share, using_high=above_high / share,
        q_misplayed=q,
    )  # fmt: skip
    frame["unused"], frame["misplayed"] = unused, (q <= FDR) & ~unused
    if "verdict" in frame and found.cards:
        margin = float(frame["margin"].iloc[0])
        again = verdicts(
            effects, margin, low=min(0.0, float(found.floor.value) + WEAK_PART * margin),
            low_se=float(found.floor.se), unused=_hardly_used(frame),
        )  # fmt: skip
        frame[list(again)] = again.set_axis(frame.index)
    return frame


def _hardly_used(frame: pd.DataFrame) -> Array:
    """Probability that fewer than `UNUSED` of the holders use each card, from its interval."""
    use, low, high = (frame[name].to_numpy(float) for name in ("use", "use_low", "use_high"))
    error = np.maximum(high - low, 1e-9) / (2 * stats.normal_quantile(stats.LEVEL))
    return np.nan_to_num(special.ndtr((UNUSED - use) / error))
