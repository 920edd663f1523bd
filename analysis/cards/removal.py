"""Removal: compare the game of a deal without a card in the deck with the same deal with it.

The shuffle ties each card to a random number of its own, so that removing one leaves the order of
all others unchanged. Both games are equal until the card would have appeared, and a deal in which
it never does adds an exact 0. The difference is causal for these players, and includes everything
they do because the card is missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from analysis.base import stats
from analysis.base.data import Tree
from analysis.base.families import CARDS
from analysis.base.metrics import Metric, fitting, metric, of_estimand, per_game_query, seats_of
from analysis.base.moments import Moments
from analysis.base.runs import fail
from analysis.cards.effects import Subject, infer


def removal_effects(
    tree: Tree, subject: Subject, removed: Mapping[tuple[str, str, str], str],
    margins: Mapping[str, float] | None = None,
) -> pd.DataFrame:  # fmt: skip
    """Paired difference without - with of each removed card, over the deals played both ways.

    removed: (kind, item, name) of each card to the ruleset (its label) without it, recorded with
        the same players, policy and seed.
    Columns as of `effects.chance_effects` (mean_with, mean_without: of the game with and
    without the card; n_with = n_without = games), and changed: the share of deals in which any of
    the outcomes differs, with changed_low and changed_high (95%). Outcomes are those of
    the game, whoever sits at it. Raises UserError if nothing is paired.
    """
    wanted = fitting(of_estimand("removal"), subject.config.players)
    frames = []
    for (kind, item, name), rules in removed.items():
        moments = _paired(tree, subject, rules, wanted)
        games, changed = moments.sum("games")[0], moments.sum("changed")[0]
        if games == 0:
            fail(
                f"{subject.config.rules} and {rules} have no deal in common; record both with the"
                " same --seed"
            )
        _, (low,), (high,) = stats.share(*moments.select("games", "changed"), moments.clusters)
        for one in wanted:
            outcome = metric(one.outcome)
            factor = moments.clusters / games / outcome.scale
            factor = factor / seats_of(outcome, subject.config.players)
            sums, products = moments.select(f"{outcome.id}_a", f"{outcome.id}_b")
            estimate = stats.paired_mean(sums, products, moments.clusters) * float(factor[0])
            differ = moments.sum(f"{outcome.id}_changed") * moments.clusters / games  # in deals
            estimate = stats.where_enough_differ(estimate, differ)
            means = sums[0] / moments.clusters[0] * factor[0]
            frames.append(pd.DataFrame({
                "rules": subject.config.rules, "players": subject.config.players,
                "policies": subject.config.policy, "policy": subject.policy, "kind": kind,
                "metric": one.id, "item": item, "name": name, "estimand": one.estimand,
                "outcome": outcome.id, "unit": one.unit, **stats.columns(estimate),
                "mean_with": means[0], "mean_without": means[1], "n_with": int(games),
                "n_without": int(games), "deals": int(moments.clusters[0]),
                "changed": changed / games, "changed_low": float(low), "changed_high": float(high),
            }))  # fmt: skip
    if not frames:
        return pd.DataFrame()
    rows = pd.concat(frames, ignore_index=True)
    families = [
        _family(rows[(rows["metric"] == one.id) & (rows["kind"] == kind)], one, margins)
        for kind in dict.fromkeys(kind for kind, _, _ in removed)
        for one in wanted
    ]
    return pd.concat(families, ignore_index=True)


def _family(rows: pd.DataFrame, one: Metric, margins: Mapping[str, float] | None) -> pd.DataFrame:
    rows = rows.reset_index(drop=True)
    level = stats.simultaneous_level(int(np.isfinite(rows["se"]).sum()))
    both = stats.Estimate(rows["estimate"].to_numpy(), rows["se"].to_numpy())
    rows["sim_low"], rows["sim_high"] = both.interval(level)
    rows["q_by"] = CARDS.q(rows["p"])
    return infer(rows, one, margins)


def _paired(tree: Tree, subject: Subject, rules: str, wanted: Sequence[Metric]) -> Moments:
    """Moments over deals: games, each outcome with (_a) and without (_b) the card, and the number
    of games in which it differs (_changed); changed: the number in which any does."""
    outcomes = [metric(one.outcome) for one in wanted]
    config = subject.config
    other = next(
        (c for c in tree.configs
         if (c.rules, c.players, c.policy) == (rules, config.players, config.policy)), None,
    )  # fmt: skip
    if other is None:
        fail(f"no games of {rules} with {config.players} players and policy {config.policy}")
    here = "players = $players AND policies = $policy AND rules"
    sides = [per_game_query(outcomes, f"{here} = {side}") for side in ("$rules_a", "$rules_b")]
    names = [one.id for one in outcomes]
    columns = ", ".join(
        f"a.{n} AS {n}_a, b.{n} AS {n}_b, (a.{n} <> b.{n})::BIGINT AS {n}_changed" for n in names
    )
    differs = " OR ".join(f"a.{n} <> b.{n}" for n in names)
    query = (
        f"SELECT a.deal, 1 AS games, ({differs})::BIGINT AS changed, {columns}\n"
        f"FROM ({sides[0]}) AS a\nJOIN ({sides[1]}) AS b USING (seed, game)"
    )
    params = {
        "rules_a": config.rules, "rules_b": rules, "players": config.players,
        "policy": config.policy,
    }  # fmt: skip
    blocks = [
        ("games", "changed"),
        *(block for n in names for block in ((f"{n}_a", f"{n}_b"), (f"{n}_changed",))),
    ]
    return tree.moments(query, blocks, params, configs=(config, other))
