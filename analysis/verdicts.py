"""Verdicts with a stated margin: too strong, too weak, balanced within it, or undecided.

Three-sided testing (Goeman, Solari & Stijnen 2010, Stat. Med. 29): the margin cuts the line into
three regions, and an effect is said to lie in one if a test rejects that it lies outside. For the
middle that is the equivalence test of two one-sided tests (Schuirmann 1987, J. Pharmacokinet.
Biopharm. 15). All p-values are doubled, so that a verdict at 5% says what a 95% interval within
the region would; no effect can be found in two regions, and no further correction is needed
within a card. Over the cards of a family, q-values are those of Benjamini & Yekutieli (2001, Ann.
Stat. 29), which hold under any dependence: the effects of cards that share hands depend on each
other.

Robustness: the verdicts of several players beside each other, with Cochran's Q (1954, Biometrics
10) for whether the effect depends on who plays. The players' games share deals, so that their
estimates are positively correlated and Q finds too little rather than too much.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy import special
from scipy import stats as scipy_stats

from analysis import stats
from analysis.stats import Array

ALPHA = 0.05

WORDS = {
    "higher": ("too strong", "too weak", "balanced"),
    "lower": ("too weak", "too strong", "balanced"),
    "neutral": ("raises", "lowers", "within margin"),
}
"""By the direction of a metric: above the margin, below it, within it."""

UNDECIDED = "undecided"


def three_sided(estimate: stats.Estimate, margin: float) -> tuple[Array, Array, Array]:
    """p-values (above, below, within) of "it lies outside the region", doubled, at most 1.

    margin: half the width of the middle, in the unit of the estimate, above 0.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        from_top = (estimate.value - margin) / estimate.se
        from_bottom = (estimate.value + margin) / estimate.se
    above, below = special.ndtr(-from_top), special.ndtr(from_bottom)
    within = np.maximum(special.ndtr(from_top), special.ndtr(-from_bottom))
    return np.minimum(1.0, 2 * above), np.minimum(1.0, 2 * below), np.minimum(1.0, 2 * within)


def verdicts(
    estimate: stats.Estimate, margin: float, direction: str = "higher", alpha: float = ALPHA
) -> pd.DataFrame:
    """Verdicts of one family of cards, one row a card.

    Columns: p_above, p_below, p_within (doubled one-sided tests against the margin), q_verdict (BY
    over the family, of the smallest of the three), verdict (a word of `WORDS`, "undecided", or ""
    where there is no estimate), margin.
    """
    p = np.stack(three_sided(estimate, margin), axis=-1)
    known = np.isfinite(p).all(axis=-1)
    smallest = np.where(known, p.min(axis=-1), np.nan)
    q = stats.benjamini_yekutieli(smallest)
    found = np.array(WORDS[direction], dtype=object)[np.argmin(np.nan_to_num(p, nan=1), axis=-1)]
    words = np.where(q <= alpha, found, UNDECIDED)
    return pd.DataFrame({
        "p_above": p[..., 0], "p_below": p[..., 1], "p_within": p[..., 2],
        "q_verdict": q, "verdict": np.where(known, words, ""), "margin": margin,
    })  # fmt: skip


def agreement(effects: pd.DataFrame, by: str = "policy") -> pd.DataFrame:
    """One row a card and metric, with the verdict of each kind of player beside each other.

    effects: rows of a frame of effects with the columns rules, players, kind, item, name, metric,
    `by`, estimate, se, verdict. Columns: those keys; verdict_<player>, estimate_<player>,
    low_<player>, high_<player>; p_heterogeneity (Cochran's Q over the players), q_heterogeneity
    (BY over the cards of a metric); agree (all players that decide say the same, and all decide);
    agent_dependent (q_heterogeneity <= 5%, or two players decide differently).
    """
    keys = ["rules", "players", "kind", "item", "name", "metric"]
    low, high = stats.Estimate(effects["estimate"], effects["se"]).interval()
    effects = effects.assign(low=low, high=high)
    wide = effects.pivot_table(
        index=keys, columns=by, values=["verdict", "estimate", "low", "high", "se"],
        aggfunc="first", sort=False, observed=True,
    )  # fmt: skip
    wide["verdict"] = wide["verdict"].fillna("")
    y, s = wide["estimate"].to_numpy(float), wide["se"].to_numpy(float)
    out = wide.index.to_frame(index=False)
    for who in wide["verdict"].columns:
        for name in ("verdict", "estimate", "low", "high"):
            out[f"{name}_{who}"] = wide[name][who].to_numpy()
    out["p_heterogeneity"] = cochran(y, s)
    family = out.groupby(["rules", "players", "kind", "metric"], sort=False)["p_heterogeneity"]
    out["q_heterogeneity"] = family.transform(lambda p: stats.benjamini_yekutieli(p))
    said = [[v for v in row if v and v != UNDECIDED] for row in wide["verdict"].to_numpy()]
    out["agree"] = [
        len(set(v)) == 1 and len(v) == n
        for v, n in zip(said, np.isfinite(y).sum(axis=1), strict=True)
    ]
    out["agent_dependent"] = (out["q_heterogeneity"] <= ALPHA) | np.array(
        [len(set(v)) > 1 for v in said]
    )
    return out


def cochran(y: Array, s: Array) -> Array:
    """p-values of "equal for all players", y and s (cards, players); NaN with fewer than two."""
    weights = np.where(np.isfinite(y) & (s > 0), 1 / s**2, 0.0)
    y = np.where(weights > 0, y, 0.0)
    number = (weights > 0).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = (weights * y).sum(axis=1) / weights.sum(axis=1)
        q = (weights * (y - mean[:, None]) ** 2).sum(axis=1)
    return np.where(number > 1, scipy_stats.chi2.sf(q, np.maximum(number - 1, 1)), np.nan)


def concordance(effects: pd.DataFrame, by: str = "policy") -> pd.DataFrame:
    """Rank correlations of the effects between each two kinds of player.

    One row a metric and pair: rules, players, kind, metric, a, b, spearman, kendall, each with
    _low and _high (95%, Fisher's z with the variances of Fieller, Hartley & Pearson 1957), cards.
    Noise of the estimates draws both towards 0: see `reliability` in the frame of families.
    """
    rows = []
    keys = ["rules", "players", "kind", "metric"]
    for values, group in effects.groupby(keys, sort=False, observed=True):
        wide = group.pivot_table(index="item", columns=by, values="estimate", observed=True)
        for a, b in combinations(wide.columns, 2):
            x, y = wide[a].to_numpy(), wide[b].to_numpy()
            rho, low, high, cards = stats.rank_correlation(x, y)
            tau = kendall(x, y)
            rows.append({
                **dict(zip(keys, values, strict=True)), "a": a, "b": b, "spearman": rho,
                "spearman_low": low, "spearman_high": high, "kendall": tau[0],
                "kendall_low": tau[1], "kendall_high": tau[2], "cards": cards,
            })  # fmt: skip
    return pd.DataFrame(rows)


def kendall(a: ArrayLike, b: ArrayLike) -> tuple[float, float, float]:
    """Kendall's tau of pairs a, b (m,) and its 95% interval; NaN with fewer than 6 pairs.

    Fisher's z with the variance 0.437 / (m - 4): Fieller, Hartley, Pearson (1957), Biometrika 44.
    """
    x, y = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    known = np.isfinite(x) & np.isfinite(y)
    if known.sum() < 6:
        return float("nan"), float("nan"), float("nan")
    tau = float(scipy_stats.kendalltau(x[known], y[known])[0])
    half = stats.normal_quantile(stats.LEVEL) * np.sqrt(0.437 / (known.sum() - 4))
    z = np.arctanh(np.clip(tau, -0.999999, 0.999999))
    return tau, float(np.tanh(z - half)), float(np.tanh(z + half))


def families(effects: pd.DataFrame, keys: Sequence[str]) -> list[pd.DataFrame]:
    """The rows of each family of tests, in order."""
    return [group for _, group in effects.groupby(list(keys), sort=False, observed=True)]
