"""Effects of a change of rules on the cards that it touches, on the same deals.

The change of a staff card's dealt effect is the difference of two dealt effects (`cards.effects`):
under each ruleset, the seats that were dealt the card compared with those at tables where nobody
was. A deal's luck is in both, and cancels.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd

from analysis.base import stats
from analysis.base.data import WIN_UNIT, Tree, sql
from analysis.base.families import CARDS
from analysis.base.kinds import kind
from analysis.base.metrics import margin_at, metric
from analysis.base.runs import Config
from analysis.base.verdicts import verdicts
from analysis.cards.effects import require_chance
from analysis.cards.floor import shared_hands
from analysis.rulesets.compare import Contrast, about, named_pair, pair_params

OUTCOMES = {"win": 1 / WIN_UNIT, "vp": 1.0}
"""Outcome and the factor from its unit in the queries: share of a win (0..1), VP."""

# Columns of sql/card_pairs.sql whose pairwise products the estimators below need.
_BLOCKS = (
    *(
        tuple(f"{name}_{side}" for side in "ab" for name in ("n1", f"{y}1", "near", f"{y}near", y))
        + ("n",)
        for y in OUTCOMES
    ),
    ("n1_a", "np_a", "n1_b", "np_b"),
)
_GUEST_BLOCKS = (("a", "b"), ("changed",))
_TOTAL_BLOCKS = tuple(("n", f"{y}_a", f"{y}_b") for y in OUTCOMES)


def card_changes(tree: Tree, a: Config, b: Config) -> pd.DataFrame:
    """Change of each staff card's dealt effect and use from a to b; one row per card and outcome.

    outcome: "win" (0..1), "vp", "play_rate" (0..1). Columns: rules_a, rules_b, players, policy,
    card, outcome, value_a, value_b, estimate (b - a), se, low, high (95%, clustered by deal), p,
    sim_low, sim_high (joint over the cards), q, games (deals). A card dealt under one ruleset only
    (removed, added) has no change: NaN. For the cards that the changes name, see `only_touched`.
    """
    require_chance(tree, (a, b), kind("staff"))
    params = pair_params(a, b)
    moments = tree.moments(sql("card_pairs"), _BLOCKS, params, ("card",), (a, b))
    totals = tree.moments(sql("pair_totals"), _TOTAL_BLOCKS, params, configs=(a, b))
    moments = moments.with_rest(totals)
    cards = moments.keys["card"].to_numpy(dtype=int)
    frames = []
    for y, factor in OUTCOMES.items():
        sums, products = moments.select(
            *(
                name
                for side in "ab"
                for name in (f"n1_{side}", f"{y}1_{side}", f"n - near_{side}",
                             f"{y}_{side} - {y}near_{side}")
            )
        )  # fmt: skip
        estimate = stats.change_of_difference(sums, products, moments.clusters) * factor
        values = [stats.difference_weights(sums[:, part])[0] * factor
                  for part in (slice(0, 4), slice(4, 8))]  # fmt: skip
        frames.append(_frame(cards, y, values, estimate))
    sums, products = moments.select("n1_b", "np_b", "n1_a", "np_a")
    estimate = stats.difference(sums, products, moments.clusters)
    values = [sums[:, 3] / sums[:, 2], sums[:, 1] / sums[:, 0]]
    frames.append(_frame(cards, "play_rate", values, estimate))
    out = pd.concat(frames, ignore_index=True)
    out["games"] = int(totals.clusters[0])
    return named_pair(out, a, b)


def _frame(
    cards: np.ndarray, outcome: str, values: list[stats.Array], estimate: stats.Estimate
) -> pd.DataFrame:
    frame = pd.DataFrame(
        {"card": cards, "outcome": outcome, "value_a": values[0], "value_b": values[1]}
    )
    frame = frame.assign(**stats.columns(estimate, tests=int(np.isfinite(estimate.se).sum())))
    frame["q"] = CARDS.q(frame["p"])
    return frame


def only_touched(changes: pd.DataFrame, touched: Iterable[int]) -> pd.DataFrame:
    """Rows of the cards that the changes name: the family of tests that was asked beforehand.

    q, sim_low and sim_high are those of this smaller family, for each configuration and outcome.
    """
    out = changes[changes["card"].isin(list(touched))].reset_index(drop=True)
    for _, rows in out.groupby(["players", "policy", "outcome"]).groups.items():
        family = out.loc[rows]
        estimate = stats.Estimate(family["estimate"].to_numpy(), family["se"].to_numpy())
        again = stats.columns(estimate, tests=max(int(family["se"].notna().sum()), 1))
        out.loc[rows, ["sim_low", "sim_high"]] = np.column_stack(
            [again["sim_low"], again["sim_high"]]
        )
        out.loc[rows, "q"] = CARDS.q(family["p"])
    return out


def touched_cards(
    tree: Tree, contrast: Contrast, players: int, policy: str, touched: Iterable[int]
) -> pd.DataFrame:
    """Change of the dealt effect and the play rate of the staff cards that a change touches.

    Columns as `card_changes`, with kind and name, and those of `own_changes`; empty for contrasts
    of more than two rulesets or without such cards.
    """
    touched = list(touched)
    if contrast.pair is None or not touched:
        return pd.DataFrame()
    a, b = (Config(label, players, policy) for label in contrast.pair)
    changes = card_changes(tree, a, b)
    own = own_changes(changes, touched)
    return about(contrast, only_touched(changes, touched).join(own, on=["card", "outcome"]))


def own_changes(changes: pd.DataFrame, touched: Iterable[int]) -> pd.DataFrame:
    """The value of each touched card's change by itself; by card and outcome (win, vp).

    changes: of all cards, at one table. A card's value is relative to an average one: any gain of
    one card is taken from all others, by its share. The untouched cards show that common shift;
    without it, the rest is the card's own gain.

    Columns: shift; own, own_low, own_high (95%); margin (of `dealt_win`, `dealt_vp`) and verdict
    ("raises", "lowers", "within margin", "undecided"; a family of the touched cards of an outcome).
    """
    touched = list(touched)
    frames = []
    for outcome in OUTCOMES:
        rows = changes[changes["outcome"] == outcome].dropna(subset=["se"])
        mine = rows["card"].isin(touched).to_numpy()
        if not mine.any() or mine.all():
            continue
        value, se = rows["estimate"].to_numpy(float), rows["se"].to_numpy(float)
        cards = len(rows)
        contrast = (np.eye(cards) - ~mine / (~mine).sum())[mine] * (cards - 1) / cards
        cov = contrast @ shared_hands(se, cards) @ contrast.T
        own = stats.Estimate(contrast @ value, np.sqrt(np.diag(cov)))
        low, high = own.interval()
        margin = margin_at(metric(f"dealt_{outcome}"), int(rows["players"].iloc[0]))
        frames.append(pd.DataFrame({
            "card": rows["card"].to_numpy()[mine], "outcome": outcome,
            "shift": value[~mine].mean(), "own": own.value, "own_low": low, "own_high": high,
        }).join(verdicts(own, margin, "neutral")[["verdict", "margin"]]))  # fmt: skip
    columns = ["card", "outcome", "shift", "own", "own_low", "own_high", "verdict", "margin"]
    found = pd.concat(frames) if frames else pd.DataFrame(columns=columns)
    return found.set_index(["card", "outcome"])


def touched_guests(
    tree: Tree, contrast: Contrast, players: int, policy: str, touched: Iterable[int]
) -> pd.DataFrame:
    """How often the guests that a change touches are housed per game; one row per guest.

    Columns kind, name, card, value_a, value_b (times a game), estimate (b - a), se, low, high, p, q
    (BY over these guests), games; empty as `touched_cards`.
    """
    if contrast.pair is None:
        return pd.DataFrame()
    a, b = contrast.pair
    named = {"rules_a": a, "rules_b": b, "players": players, "policy": policy}
    rows = []
    for card in touched:
        found = tree.moments(sql("guest_pairs"), _GUEST_BLOCKS, {**named, "card": card})
        sums, products = found.select("a", "b")
        estimate = stats.paired_mean(sums, products, found.clusters)
        estimate = stats.where_enough_differ(estimate, found.sum("changed"))
        means = sums[0] / found.clusters[0]
        row = {"card": card, "value_a": means[0], "value_b": means[1]}
        row |= {name: float(value[0]) for name, value in stats.columns(estimate).items()}
        rows.append(row | {"games": int(found.clusters[0])})
    if not rows:
        return pd.DataFrame()
    frame = pd.DataFrame(rows)
    frame["q"] = CARDS.q(frame["p"])
    return about(contrast, frame)
