"""Sensitivity of findings to assumed values: are they robust, and how far do they move?

Printed values that no source gives are assumed (`model.assumptions`). A completion is one draw of
all of them from their plausible ranges (an imputation); K completions play the same deals. For each
finding

    same          in how many of the K its verdict is the one under the defaults; likewise its sign
    least, most   the range of the K estimates, with the noise of sampling in it
    spread        the standard deviation between completions, without that noise
    real          the finding under the printed values, if they are one more such draw

The K estimates are t_k = truth_k + error_k. Their errors share the luck of the deals, so with the
covariances C of the errors the sample variance of the t_k has the mean

    spread^2 + mean of C_kk - mean of C_kl over k != l

and spread^2 is estimated by the rest without the last two terms, at least 0: the moment
estimator of a random effect (DerSimonian & Laird 1986, Control. Clin. Trials 7) with errors that
depend on each other. Subtracting the mean sampling variance alone would remove noise that equal
deals share, which does not separate completions. Interval of the spread: chi-square of
K - 1 degrees of freedom, for truths near normal and noise taken as known. Interval of the real one:
Student's t of K - 1, for one more draw and the mean of K (Higgins, Thompson & Spiegelhalter 2009,
J. R. Stat. Soc. A 172). Both apply only to the ranges declared plausible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy import stats as scipy_stats

from analysis.base import stats
from analysis.base.data import Tree, sql
from analysis.base.stats import LEVEL, Array
from analysis.base.verdicts import UNKNOWN

OUTCOMES = {"dealt_vp": ("vp", 1.0), "dealt_win": ("win", 1 / 12)}
"""Metrics of a dealt card: the columns of `sql/dealt_by_game.sql`, and the unit that they count."""


@dataclass(frozen=True)
class Between:
    """How far completions move F findings, each (F,): the spread with its 95% interval, the noise
    in addition (a standard deviation), and the interval of the real one.
    """

    spread: Array
    spread_low: Array
    spread_high: Array
    noise: Array
    real_low: Array
    real_high: Array


def between(values: Array, cov: Array) -> Between:
    """The spread of findings between completions. NaN where an estimate is.

    values (F, K): estimates of F findings under K completions, K >= 2. cov (F, K, K): covariances
    of their sampling errors.
    """
    k = values.shape[1]
    own = np.einsum("fkk->f", cov) / k
    shared = (cov.sum(axis=(1, 2)) - k * own) / (k * (k - 1))
    noise = np.maximum(own - shared, 0.0)
    total = values.var(axis=1, ddof=1)
    tail = (1 - LEVEL) / 2
    upper, lower = scipy_stats.chi2.ppf((1 - tail, tail), k - 1)
    spread2, low2, high2 = (
        np.maximum(variance - noise, 0.0)
        for variance in (total, (k - 1) * total / upper, (k - 1) * total / lower)
    )
    mean = values.mean(axis=1)
    error = spread2 * (1 + 1 / k) + np.maximum(cov.sum(axis=(1, 2)), 0.0) / k**2
    half = scipy_stats.t.ppf(1 - tail, k - 1) * np.sqrt(error)
    return Between(
        np.sqrt(spread2), np.sqrt(low2), np.sqrt(high2), np.sqrt(noise), mean - half, mean + half
    )


def tally(default: pd.DataFrame, drawn: Sequence[pd.DataFrame], cov: Array) -> pd.DataFrame:
    """The rows of the defaults, each with its results under the completions.

    default: a row per finding with estimate and verdict. drawn: the same rows for each of K
    completions. cov (F, K, K): covariances of the completions' errors. Further
    columns: completions, same and same_sign (how many of them), held, held_low, held_high (share of
    plausible completions with the same verdict, 95%, Wilson), others (the other verdicts met, with
    how many), least, most, and those of `Between`.
    """
    values = np.stack([one["estimate"].to_numpy(dtype=float) for one in drawn], axis=1)
    words = np.stack([one["verdict"].to_numpy(dtype=str) for one in drawn], axis=1)
    known = default["verdict"].to_numpy(dtype=str)
    same = (words == known[:, None]).sum(axis=1)
    k = len(drawn)
    low, high = stats.wilson(same, k)
    signs = np.sign(values) == np.sign(default["estimate"].to_numpy(dtype=float))[:, None]
    return default.assign(
        completions=k, same=same, same_sign=signs.sum(axis=1), held=same / k, held_low=low,
        held_high=high, others=[_others(*one) for one in zip(words, known, strict=True)],
        least=values.min(axis=1), most=values.max(axis=1),
        **vars(between(values, cov)),
    ).reset_index(drop=True)  # fmt: skip


def _others(words: Sequence[str], known: str) -> str:
    """The verdicts other than the known one, each with its count, the commonest first."""
    counted = Counter(one or UNKNOWN for one in map(str, words) if one != known)
    return ", ".join(f"{word} {times}" for word, times in counted.most_common())


def choices(about: str, default: pd.Series, drawn: Sequence[pd.Series]) -> dict[str, object]:
    """The largest under the defaults, and in how many completions it is the same.

    The series: estimates by item; if none is known, "" is chosen. Keys: about, choice, completions,
    same, held_low, held_high (share of completions with the same choice, 95%, Wilson), others.
    """
    known, *words = ("" if one.isna().all() else str(one.idxmax()) for one in (default, *drawn))
    same = words.count(known)
    low, high = stats.wilson(same, len(words))
    return {
        "about": about, "choice": known, "completions": len(words), "same": same,
        "held_low": float(low), "held_high": float(high), "others": _others(words, known),
    }  # fmt: skip


def read_dealt(
    tree: Tree, labels: Sequence[str], players: int, policy: str, cards: Sequence[int]
) -> Array:
    """Staff cards in every game (L, C, G, 6): n1, vp1, win1, n0, vp0, win0, wins in twelfths.

    Under L rulesets on the same deals, one game of each; columns as in `sql/dealt_by_game.sql`.
    """
    shape = (len(cards), -1, 6)
    found = []
    for label in labels:
        named = {"rules": label, "players": players, "policy": policy, "cards": list(cards)}
        rows = tree.query(sql("dealt_by_game"), named)
        found.append(rows.to_numpy(dtype=np.float64).reshape(shape))
    return np.stack(found)


def dealt_covariance(dealt: Array, outcome: str) -> Array:
    """Covariances (C, L, L) of a dealt effect's errors between rulesets on the same deals.

    dealt: of `read_dealt`. outcome: of `OUTCOMES`. The effect itself is `cards.effects`.
    """
    name, factor = OUTCOMES[outcome]
    at = [0, ("vp", "win").index(name) + 1, 3, ("vp", "win").index(name) + 4]
    rulesets, cards, games, _ = dealt.shape
    found = []
    for card in range(cards):
        x = dealt[:, card][..., at].transpose(1, 0, 2).reshape(games, -1)
        _, gradient = stats.difference_weights(x.sum(axis=0).reshape(rulesets, 4))
        every = stats.joint_covariance(stats.apart(gradient), x.T @ x, games)
        found.append(every * factor**2)
    return np.stack(found)
