"""Verdicts with a stated margin: on effects of cards, on differences of rulesets, on whole changes.

Cards: too strong, too weak, balanced, or undecided
---------------------------------------------------
Two limits divide the line into three regions. From a model of the whole family, `base.decide` gives
the probability of each region, and verdicts at most 5% of which are wrong. Strength is judged
against the average card, weakness against an unused card if there are any (`cards.floor`); else
both by the same margin. Intervals are shown next to the verdicts.

Differences: shown to differ from 0, small enough not to matter, or undecided
------------------------------------------------------------------------------
A difference has a margin, declared beforehand, below which it does not matter. It is

    equivalent   its whole 95% interval, the one that is shown, is within the margin, though it may
                 differ from 0: two one-sided tests at 2.5% (Schuirmann 1987, J. Pharmacokinet.
                 Biopharm. 15; Lakens 2017, Soc. Psychol. Personal. Sci. 8). Tests at 5% are usual,
                 but they erred more often than that where few deals differ (`validate`);
    more, less   otherwise, if the false discovery rate q over the measures of one comparison is
                 below 5% (Benjamini & Hochberg 1995); better or worse where a measure has a
                 direction;
    undecided    otherwise: it may be 0, and it may matter;
    too few      too few games, or too few deals that differ for an error; if these are so few that
                 differences of no size could move the mean out of the margin, it is equivalent;
    no deal      no deal differed in it: these players, on these deals, never met the change. This
                 does not show how small the difference is where the change is met.

Number of games that settle it, whatever the true difference: an interval shorter than the margin
cannot contain both 0 and a difference that matters. If the joint interval over all measures
(Bonferroni) is shorter than that, one of the first two verdicts is certain.

Changes: one verdict from those on several measures; all changes are judged together
------------------------------------------------------------------------------------
A verdict applies only to the chosen measures and to the players who played:

    matters              some measure differs (false discovery rate 5% over all changes and measures
                         of a table), and its whole 95% interval is beyond the margin
    differs              some measure differs; whether by more than its margin is open
    undecided            none is shown to differ (except within its margin), nor are all shown to be
                         equivalent
    within the margins   every measure is equivalent within its margin, or differed in no deal. All
                         equivalences must hold: no correction is needed
                         (intersection-union test, Berger 1982, Technometrics 24)
    no deal              neither a measure nor anything else recorded of any deal differs
"""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy import special

from analysis.base import decide, stats
from analysis.base.families import FDR, MEASURES
from analysis.base.stats import Array

LEVEL = FDR
"""Level of tests against a margin: the false discovery rate of verdicts and differences."""

EACH_SIDE = LEVEL / 2
"""Level of each of the two tests of equivalence: an interval of `stats.LEVEL` within the margin."""

EQUIVALENT, UNDECIDED, UNKNOWN = "equivalent", "undecided", "too few games"
UNMET = "no deal"
DIFFERENT = ("more", "less", "better", "worse")
MATTERS, DIFFERS, WITHIN = "matters", "differs", "within the margins"
ORDER = (MATTERS, DIFFERS, UNDECIDED, WITHIN, UNMET)

WORDS = {
    "higher": ("too strong", "too weak", "balanced"),
    "neutral": ("raises", "lowers", "within margin"),
}
"""Words by the direction of a metric: above the margin, below it, within it."""

STRONG, WEAK, BALANCED = WORDS["higher"]
OFF = (STRONG, WEAK)


# --- effects of cards ----------------------------------------------------------------------------


def verdicts(
    estimate: stats.Estimate, margin: float, direction: str = "higher",
    *, low: float | None = None, low_se: float = 0.0, unused: ArrayLike = 0.0,
) -> pd.DataFrame:  # fmt: skip
    """Verdicts of one family of cards, one row per card.

    margin: limit above which an effect is too large, in its unit, above 0. low: limit below which
    it is too small, with its error; -margin if None. unused: the probability that a card is hardly
    used, which makes it too weak whatever its effect.

    Columns: p_above, p_below, p_within (probabilities of the three regions), probability (of the
    most probable), verdict (a word of `WORDS`, "undecided", or "" where there is no estimate),
    margin, limit_low.
    """
    low = -margin if low is None else low
    p = decide.regions(estimate.value, estimate.se, low, margin, low_se)
    idle = np.broadcast_to(np.asarray(unused, dtype=float), p.shape[:-1])
    p = p * (1 - idle[..., None])
    p[..., 1] += np.where(np.isfinite(p[..., 1]), idle, 0.0)
    known = np.isfinite(p).all(axis=-1)
    words = decide.words(p, WORDS[direction], UNDECIDED)
    return pd.DataFrame({
        "p_above": p[..., 0], "p_below": p[..., 1], "p_within": p[..., 2],
        "probability": p.max(axis=-1), "verdict": np.where(known, words, ""),
        "margin": margin, "limit_low": low,
    })  # fmt: skip


# --- differences of rulesets ---------------------------------------------------------------------


def equivalence_p(value: ArrayLike, se: ArrayLike, margin: ArrayLike) -> Array:
    """p-value of two one-sided tests that a difference lies within +-margin; NaN if se is NaN.

    With se = 0 (no deal differs at all) it is 0 inside the margin and 1 outside.
    """
    slack = np.asarray(margin, dtype=float) - np.abs(np.asarray(value, dtype=float))
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where(slack == 0, 0.0, slack / np.asarray(se, dtype=float))
    return np.asarray(special.ndtr(-z), dtype=float)


def games_to_settle(se: ArrayLike, games: ArrayLike, margin: ArrayLike, tests: int) -> Array:
    """Games after which a verdict is certain, whatever the true difference (see the module).

    se: standard error with `games` games, proportional to 1 / sqrt(games). tests: number of
    measures judged together, times the number of looks at them.
    """
    half = stats.normal_quantile(stats.simultaneous_level(tests, 1 - LEVEL))
    ratio = 2 * half * np.asarray(se, dtype=float) / np.asarray(margin, dtype=float)
    return np.ceil(np.asarray(games, dtype=float) * ratio**2)


def judge(frame: pd.DataFrame, looks: int = 1) -> pd.DataFrame:
    """Verdicts on one family: the differences of all measures in one comparison.

    frame: estimate, se, low, high, p, games, margin, better ("", "more", "less", "equal"), mean_a,
    mean_b, target (the equal share; NaN without). Returns it with q, p_equivalent, verdict, beyond
    (is the whole 95% interval beyond the margin) and games_needed (0 unless undecided).

    looks: the maximum number of times games are judged while their number grows; q and p_equivalent
    are multiplied by it (Bonferroni).
    """
    out = frame.copy()
    value, se, margin = (out[name].to_numpy(dtype=float) for name in ("estimate", "se", "margin"))
    out["q"] = np.minimum(looks * MEASURES.q(out["p"]), 1.0)
    out["p_equivalent"] = np.minimum(looks * equivalence_p(value, se, margin), 1.0)
    half = stats.normal_quantile(stats.LEVEL) * se
    out["beyond"] = np.abs(value) - half > margin
    bound = np.fmax(np.abs(out["low"]), np.abs(out["high"])) if "low" in out else np.nan
    out["verdict"] = [
        EQUIVALENT if np.isnan(row["se"]) and inside else _verdict(row)
        for row, inside in zip(out.to_dict("records"), bound < margin, strict=True)
    ]
    needed = games_to_settle(se, out["games"], margin, looks * len(out))
    out["games_needed"] = np.where(out["verdict"] == UNDECIDED, needed, 0.0)
    return out


def _verdict(row: dict[str, float | str]) -> str:
    value, se = float(row["estimate"]), float(row["se"])
    if np.isnan(value) or np.isnan(se):
        return UNKNOWN
    if value == 0 and se == 0:
        return UNMET
    if float(row["p_equivalent"]) < EACH_SIDE:
        return EQUIVALENT
    # Without any spread there is no p-value: all deals differ by the same amount.
    if se > 0 and not float(row["q"]) < LEVEL:
        return UNDECIDED
    return direction(row)


def direction(row: dict[str, float | str]) -> str:
    """The word for an existing difference: better or worse where it has a direction."""
    value, better = float(row["estimate"]), str(row["better"])
    if better in ("more", "less"):
        return "better" if (value > 0) == (better == "more") else "worse"
    if better == "equal":
        a, b = (abs(float(row[name]) - float(row["target"])) for name in ("mean_a", "mean_b"))
        return "better" if b < a else "worse"
    return "more" if value > 0 else "less"


# --- whole changes -------------------------------------------------------------------------------


def judge_changes(rows: pd.DataFrame, differing: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Judge the changes of one table; returns (rows judged as one family, one row per change).

    rows: of `compare.contrast_frame`, one row per change and measure, changes distinguished by base
    and name. differing: of `compare.differing`, with base and name. One row per change: base, name,
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
    """The verdict on one change, from its judged rows and the number of deals that differ."""
    verdicts = rows["verdict"]
    different = verdicts.isin(DIFFERENT)
    if changed == 0 and (verdicts == UNMET).all():
        return UNMET
    if (different & rows["beyond"]).any():
        return MATTERS
    if different.any():
        return DIFFERS
    return WITHIN if verdicts.isin((EQUIVALENT, UNMET)).all() else UNDECIDED
