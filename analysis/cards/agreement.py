"""Verdicts on the cards of several kinds, and whether players agree on them.

The verdicts of several players side by side, with Cochran's Q (1954, Biometrics 10) for whether the
effect depends on the player. The players' games share deals, so their estimates are positively
correlated and Q finds too little rather than too much.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy import stats as scipy_stats

from analysis.base import stats
from analysis.base.data import Tree
from analysis.base.families import CARDS
from analysis.base.kinds import Kind
from analysis.base.metrics import Estimand
from analysis.base.runs import Config
from analysis.base.shrink import reml
from analysis.base.stats import Array
from analysis.base.verdicts import LEVEL, UNDECIDED
from analysis.cards.effects import chance_effects, subjects
from model import Ruleset

HEADLINE: Mapping[Estimand, str] = {"dealt": "dealt_lead", "available": "available_vp"}
"""The metric by which a card is judged first, by the estimand of its kind."""


@dataclass(frozen=True)
class Judged:
    """effects: as `chance_effects`, for tables of one kind of player each.

    agreement: as `agreement`, even with only one kind of player. Both may be empty.
    """

    effects: pd.DataFrame
    agreement: pd.DataFrame


def judge_kinds(
    tree: Tree,
    configs: Iterable[Config],
    rulesets: Mapping[str, Ruleset],
    kinds: Iterable[Kind],
    aside: Sequence[str] = (),
) -> Judged:
    """Effects and verdicts of the cards of some kinds, in the configurations of some rulesets.

    rulesets: by their labels; other configurations, and mixed tables, are left out. aside: as in
    `agreement`. Raises UserError where hands were not dealt by chance.
    """
    kinds = list(kinds)
    frames = [
        chance_effects(tree, subject, kind)
        for config in configs
        if config.rules in rulesets and "," not in config.policy
        for subject in subjects(config, rulesets[config.rules])
        for kind in kinds
    ]
    # In games without a kind of card, it has rows without an item.
    frames = [frame.dropna(subset=["item"]) for frame in frames if len(frame)]
    frames = [frame for frame in frames if len(frame)]
    if not frames:
        return Judged(pd.DataFrame(), pd.DataFrame())
    effects = pd.concat(frames, ignore_index=True)
    return Judged(effects, agreement(effects[effects["verdict"].notna()], aside=aside))


def agreement(effects: pd.DataFrame, by: str = "policy", aside: Sequence[str] = ()) -> pd.DataFrame:
    """One row per card and metric, with the verdicts of all kinds of players side by side.

    aside: players that are shown but not asked whether they agree, if two others are there: what
    a card is worth to players that take any action says little of whether good players differ.

    effects: rows of a frame of effects with the columns rules, players, kind, item, name, metric,
    `by`, estimate, se, verdict. Columns: those keys; verdict_<player>, estimate_<player>,
    low_<player>, high_<player>; p_heterogeneity (Cochran's Q over the players), q_heterogeneity
    (BY over the cards of a metric); agree (all players that decide say the same, and all decide);
    agent_dependent (q_heterogeneity <= 5%, or two players decide differently).
    """
    keys = ["rules", "players", "kind", "item", "name", "metric"]
    low, high = stats.Estimate(effects["estimate"], effects["se"]).interval()
    effects = effects.assign(low=low, high=high)
    told = ["verdict", "estimate", "low", "high", "se"]
    wide = effects.pivot_table(
        index=keys, columns="policy", values=told, aggfunc="first", sort=False, observed=True,
    )  # fmt: skip
    players = wide["verdict"].columns  # for numbers, a player with none at all is left out
    wide = wide.reindex(columns=pd.MultiIndex.from_product([told, players]))
    wide["verdict"] = wide["verdict"].fillna("")
    asked = [who for who in players if who not in aside]
    asked = asked if len(asked) > 1 else list(players)
    y, s = wide["estimate"][asked].to_numpy(float), wide["se"][asked].to_numpy(float)
    out = wide.index.to_frame(index=False)
    for who in players:
        for name in ("verdict", "estimate", "low", "high"):
            out[f"{name}_{who}"] = wide[name][who].to_numpy()
    out["p_heterogeneity"] = cochran(y, s)
    family = out.groupby(["rules", "players", "kind", "metric"], sort=False)["p_heterogeneity"]
    out["q_heterogeneity"] = family.transform(CARDS.q)
    said = [[v for v in row if v and v != UNDECIDED] for row in wide["verdict"][asked].to_numpy()]
    out["agree"] = [
        len(set(v)) == 1 and len(v) == n
        for v, n in zip(said, np.isfinite(y).sum(axis=1), strict=True)
    ]
    out["agent_dependent"] = (out["q_heterogeneity"] <= LEVEL) | np.array(
        [len(set(v)) > 1 for v in said]
    )
    return out


def cochran(y: Array, s: Array) -> Array:
    """p-values of "equal for all players", y and s (cards, players); NaN with fewer than two."""
    known = np.isfinite(y) & (s > 0)
    weights = np.divide(1.0, s**2, out=np.zeros_like(s), where=known)
    y = np.where(weights > 0, y, 0.0)
    number = (weights > 0).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = (weights * y).sum(axis=1) / weights.sum(axis=1)
        q = (weights * (y - mean[:, None]) ** 2).sum(axis=1)
    return np.where(number > 1, scipy_stats.chi2.sf(q, np.maximum(number - 1, 1)), np.nan)


def across_players(effects: pd.DataFrame, order: Sequence[str]) -> pd.DataFrame:
    """Each card's effect over several kinds of player, from the weakest to the strongest (order).

    Random effects: the value of a card differs between players with the standard deviation tau
    (`shrink.reml`), beyond the errors; `estimate` is the mean over such players (DerSimonian &
    Laird 1986, Control. Clin. Trials 7) and i2 the share of its spread that is not error (Higgins &
    Thompson 2002, Stat. Med. 21). With two or three kinds of player tau is hardly known: p tests
    whether they differ at all (Cochran). trend: Spearman's rank correlation of the effect with the
    place in the order, +1 where every stronger player has a larger effect.

    effects: as in `agreement`. One row per card and metric: rules, players, kind, item, name,
    metric, estimate, se, low, high, tau, i2, p, trend, kinds (of player). Cards with fewer than two
    kinds of player are left out.
    """
    keys = ["rules", "players", "kind", "item", "name", "metric"]
    rows = []
    for values, part in effects.groupby(keys, sort=False, observed=True):
        known = part.set_index("policy").reindex(list(order))
        known = known[np.isfinite(known["se"].astype(float)) & (known["se"] > 0)]
        if len(known) < 2:
            continue
        y, s = known["estimate"].to_numpy(float), known["se"].to_numpy(float)
        tau2 = reml(y, s)
        weights = 1 / (s**2 + tau2)
        mean = stats.Estimate(
            np.array(weights @ y / weights.sum()), np.array(weights.sum() ** -0.5)
        )
        fixed = 1 / s**2
        q = float(fixed @ (y - fixed @ y / fixed.sum()) ** 2)
        rows.append({
            **dict(zip(keys, values, strict=True)),
            **{name: float(value) for name, value in stats.columns(mean).items() if name != "p"},
            "tau": tau2**0.5, "i2": max(0.0, 1 - (len(y) - 1) / q) if q > 0 else 0.0,
            "p": float(scipy_stats.chi2.sf(q, len(y) - 1)),
            "trend": stats.spearman(np.arange(len(y)), y), "kinds": len(y),
        })  # fmt: skip
    return pd.DataFrame(rows)


def concordance(effects: pd.DataFrame) -> pd.DataFrame:
    """Rank correlations of the effects between each two kinds of player.

    One row per metric and pair: rules, players, kind, metric, a, b, spearman, kendall, each with
    _low and _high (95%, Fisher's z with the variances of Fieller, Hartley & Pearson 1957), cards.
    Noise of the estimates biases both towards 0: see `reliability` in the frame of families.
    """
    rows = []
    keys = ["rules", "players", "kind", "metric"]
    for values, group in effects.groupby(keys, sort=False, observed=True):
        wide = group.pivot_table(index="item", columns="policy", values="estimate", observed=True)
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
    return tau, *stats.fisher_interval(tau, 0.437 / (known.sum() - 4))
