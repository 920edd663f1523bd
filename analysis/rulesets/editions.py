"""What a change of rules does: paired differences between two rulesets, b - a.

The same (seed, game) under two rulesets is the same deal as far as the rules allow, played by
the same kind of player. The difference b - a of one deal is therefore free of most of its luck;
its mean over deals, with the usual standard error, is the effect of the change on games between
such players. Deals, not seats, are the independent units.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd

from analysis.base import families, stats
from analysis.base.data import Tree, sql
from analysis.base.metrics import MEASURES, Metric, per_game_query
from analysis.base.moments import Moments
from analysis.base.runs import Config, fail
from analysis.cards.staff import OUTCOMES, require_dealt

# Columns of sql/card_pairs.sql whose products the estimators below need with each other.
_PAIR_BLOCKS = (
    ("n1_a", "win1_a", "n1_b", "win1_b", "n", "win_a", "win_b"),
    ("n1_a", "vp1_a", "n1_b", "vp1_b", "n", "vp_a", "vp_b"),
    ("n1_a", "np_a", "n1_b", "np_b"),
)
_TOTAL_BLOCKS = (("n", "win_a", "win_b"), ("n", "vp_a", "vp_b"))


def pairs_of(tree: Tree, rules_a: str, rules_b: str) -> list[tuple[Config, Config]]:
    """Configurations recorded under both rulesets, sorted by policy and players.

    Raises UserError if there is none: pairing needs the same players, policy and seed.
    """
    known = set(tree.configs)
    found = [
        (config, Config(rules_b, config.players, config.policy))
        for config in sorted(known, key=lambda c: (c.policy, c.players))
        if config.rules == rules_a and Config(rules_b, config.players, config.policy) in known
    ]
    if not found:
        fail(
            f"no runs of {rules_a} and {rules_b} with the same players and policy; record both"
            " with the same --players, --policy and --seed"
        )
    return found


def pairs_query() -> str:
    """SQL: a row a deal, with `n` seats and each measure under ruleset a and under b."""
    names = [measure.name for measure in MEASURES]
    paired = ", ".join(f"a.{name} AS {name}_a, b.{name} AS {name}_b" for name in names)
    where = "rules IN ($rules_a, $rules_b) AND players = $players AND policies = $policy"
    return (
        f"WITH per_game AS ({per_game_query(MEASURES, where)})\n"
        f"SELECT a.n AS n, {paired} FROM per_game AS a JOIN per_game AS b USING (seed, game)\n"
        "WHERE a.rules = $rules_a AND b.rules = $rules_b"
    )


def edition_differences(tree: Tree, a: Config, b: Config) -> pd.DataFrame:
    """Paired difference b - a of every measure; one row a measure.

    Columns: measure, label, unit, per, mean_a, mean_b, estimate, se, low, high (95%, clustered
    by game), p, q (BH over the measures), correlation and gain (variance of an unpaired
    comparison over that of the paired one) with bounds, games (deals played under both).
    """
    blocks = [(f"{measure.name}_a", f"{measure.name}_b") for measure in MEASURES]
    moments = tree.moments(pairs_query(), blocks, _params(a, b), configs=(a, b))
    games = int(moments.clusters[0])
    if games == 0:
        fail(f"{a.rules} and {b.rules} have no deal in common; record both with the same --seed")
    frame = pd.DataFrame([_measure_row(moments, measure, a.players) for measure in MEASURES])
    every = stats.Estimate(frame["estimate"].to_numpy(), frame["se"].to_numpy())
    level = stats.simultaneous_level(len(MEASURES))
    frame["sim_low"], frame["sim_high"] = every.interval(level)
    frame["q"] = families.MEASURES.q(frame["p"])
    frame["games"] = games
    return _label(frame, a, b)


def _measure_row(moments: Moments, measure: Metric, players: int) -> dict[str, object]:
    factor = 1 / players if measure.per == "seat" else 1.0
    sums, products = moments.select(f"{measure.name}_a", f"{measure.name}_b")
    estimate = stats.paired_mean(sums, products, moments.clusters) * factor
    pairing = stats.pairing(sums, products, moments.clusters)
    means = sums[0] / moments.clusters[0] * factor
    row: dict[str, object] = {
        "measure": measure.name, "label": measure.label, "unit": measure.unit,
        "per": measure.per, "mean_a": means[0], "mean_b": means[1],
    }  # fmt: skip
    row |= {name: float(value[0]) for name, value in stats.columns(estimate).items()}
    row |= {name: float(getattr(pairing, name)[0]) for name in pairing.__dataclass_fields__}
    return row


def changed_winners(tree: Tree, a: Config, b: Config) -> pd.DataFrame:
    """Share of deals that another seat wins under b than under a; one row.

    Columns: estimate, low, high (Wilson: one trial a deal), changed, games.
    """
    found = tree.query(sql("winner_pairs"), _params(a, b)).iloc[0]
    changed, games = int(found["changed"]), int(found["games"])
    low, high = stats.wilson(changed, games)
    row = {
        "estimate": changed / games if games else np.nan, "low": float(low), "high": float(high),
        "changed": changed, "games": games,
    }  # fmt: skip
    return _label(pd.DataFrame([row]), a, b)


def card_changes(tree: Tree, a: Config, b: Config) -> pd.DataFrame:
    """Change of each card's dealt effect and play rate from a to b; one row a card and outcome.

    outcome: "win" (0..1), "vp", "play_rate" (0..1). Columns: value_a, value_b, estimate (b - a),
    se, low, high, p, q (BH over all cards), sim_low, sim_high, games. A card dealt under one
    ruleset only (removed, added) has no change: NaN. For the cards that the changes name, see
    `only_touched`.
    """
    require_dealt(tree)
    params = _params(a, b)
    moments = tree.moments(sql("card_pairs"), _PAIR_BLOCKS, params, ("card",), (a, b))
    totals = tree.moments(sql("pair_totals"), _TOTAL_BLOCKS, params, configs=(a, b))
    moments = moments.with_rest(totals)
    cards = moments.keys["card"].to_numpy(dtype=int)
    frames = []
    for outcome, factor in OUTCOMES.items():
        sums, products = moments.select(
            *(
                name
                for side in "ab"
                for name in (
                    f"n1_{side}", f"{outcome}1_{side}",
                    f"n - n1_{side}", f"{outcome}_{side} - {outcome}1_{side}",
                )
            )
        )  # fmt: skip
        estimate = stats.change_of_difference(sums, products, moments.clusters) * factor
        values = [stats.difference_weights(sums[:, part])[0] * factor
                  for part in (slice(0, 4), slice(4, 8))]  # fmt: skip
        frames.append(_change_frame(cards, outcome, values, estimate))
    sums, products = moments.select("n1_b", "np_b", "n1_a", "np_a")
    estimate = stats.difference(sums, products, moments.clusters)
    values = [sums[:, 3] / sums[:, 2], sums[:, 1] / sums[:, 0]]
    frames.append(_change_frame(cards, "play_rate", values, estimate))
    out = pd.concat(frames, ignore_index=True)
    out["games"] = int(totals.clusters[0])
    return _label(out, a, b)


def _change_frame(
    cards: np.ndarray, outcome: str, values: list[stats.Array],
    estimate: stats.Estimate,
) -> pd.DataFrame:  # fmt: skip
    frame = pd.DataFrame(
        {"card": cards, "outcome": outcome, "value_a": values[0], "value_b": values[1]}
    )
    frame = frame.assign(**stats.columns(estimate, tests=int(np.isfinite(estimate.se).sum())))
    frame["q"] = families.CARDS.q(frame["p"])
    return frame


def compare_editions(
    tree: Tree, rules_a: str, rules_b: str
) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """Frames (measures, winners, cards) of all configurations recorded under both rulesets."""
    pairs = pairs_of(tree, rules_a, rules_b)
    measures = pd.concat([edition_differences(tree, a, b) for a, b in pairs], ignore_index=True)
    winners = pd.concat([changed_winners(tree, a, b) for a, b in pairs], ignore_index=True)
    cards = pd.concat([card_changes(tree, a, b) for a, b in pairs], ignore_index=True)
    return measures, winners, cards


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
        out.loc[rows, "q"] = families.CARDS.q(family["p"])
    return out


def _params(a: Config, b: Config) -> dict[str, object]:
    if (a.players, a.policy) != (b.players, b.policy):
        fail("only runs with the same number of players and the same policy can be paired")
    return {"rules_a": a.rules, "rules_b": b.rules, "players": a.players, "policy": a.policy}


def _label(frame: pd.DataFrame, a: Config, b: Config) -> pd.DataFrame:
    for position, (name, value) in enumerate(_params(a, b).items()):
        frame.insert(position, name, value)
    return frame
