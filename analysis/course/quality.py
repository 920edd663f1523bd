"""The course of games over the rounds: measures of quality, curves by round, chances by lead.

The measures are those of the groups "quality" and "by round" in metrics.toml, which explains how
each follows Browne (2008) and where it departs from him. A score at the end of a round is the VP on
the track: krones, goods and guests in the café have a value that it does not show.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pandas as pd

from analysis.base import stats
from analysis.base.data import Tree
from analysis.base.measure import BY, measure
from analysis.base.metrics import metric, of_group
from analysis.base.runs import Config
from analysis.course.chance import chances, lead_counts
from analysis.rulesets import compare

QUALITY = of_group("quality")
BY_ROUND = of_group("by round")
LEVELS = (
    *(one.id for one in QUALITY), "vp_closeness", "close_games", "turns_taken", "dead_share",
    "choices_turn", "options_choice", "passes", "passing",
)  # fmt: skip
"""Measures reported for each configuration: those of quality, and those they are compared with."""


@dataclass(frozen=True)
class Quality:
    """Frames, each with rules (or rules_a, rules_b), players, policy; intervals clustered by deal.

    levels: as `measure`, one row per metric of `LEVELS`. rounds: the same for `BY_ROUND`, with
    round. counts: games by round and lead of the first over the second, see `chance.lead_counts`.
    chances: the value of a lead, see `chance.chances`. changes: paired differences of `QUALITY` and
    their verdicts, as `compare.contrast_frame`. runaway: `runaway_changes`.
    """

    levels: pd.DataFrame
    rounds: pd.DataFrame
    counts: pd.DataFrame
    chances: pd.DataFrame
    changes: pd.DataFrame
    runaway: pd.DataFrame


def analyse_quality(tree: Tree, configs: Iterable[Config], rules_a: str, rules_b: str) -> Quality:
    """All frames for some configurations; changes are those from rules_a to rules_b.

    Raises UserError if no configuration was recorded under both.
    """
    configs = list(configs)
    counts = pd.concat([lead_counts(tree, config) for config in configs], ignore_index=True)
    pairs = compare.pairs_of(tree, rules_a, rules_b)
    return Quality(
        levels=_named(measure(tree, LEVELS, configs=configs)),
        rounds=_named(measure(tree, BY_ROUND, by=(*BY, "round"), configs=configs)),
        counts=counts,
        chances=chances(counts),
        changes=pd.concat([_changes(tree, a, b) for a, b in pairs], ignore_index=True),
        runaway=pd.concat([runaway_changes(tree, a, b) for a, b in pairs], ignore_index=True),
    )


def _named(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.rename(columns={"policies": "policy"})


def _changes(tree: Tree, a: Config, b: Config) -> pd.DataFrame:
    """The changes from a to b on the same deals, one row per measure of quality."""
    wanted = [one for one in compare.measures() if one.metric.group == "quality"]
    return compare.paired_difference(tree, a, b, wanted)


def runaway_changes(tree: Tree, a: Config, b: Config) -> pd.DataFrame:
    """Change of the slope `round_runaway` on the same deals, one row per round.

    Columns: rules_a, rules_b, players, policy, round, value_a, value_b, estimate (b - a), se, low,
    high, p, games. The error carries what the two games of a deal share.
    """
    one = metric("round_runaway")
    columns = [f"any_value({name}) FILTER (rules = ${side}) AS {alias}_{side[-1]}"
               for side in ("rules_a", "rules_b")
               for name, alias in ((one.over, "n"), (one.value, "y"))]  # fmt: skip
    query = (
        f"SELECT round, deal, {', '.join(columns)} FROM rounds"
        " WHERE rules IN ($rules_a, $rules_b) AND players = $players AND policies = $policy"
        " GROUP BY seed, deal, game, round HAVING count(*) = 2"
    )
    block = ("n_b", "y_b", "n_a", "y_a")
    moments = tree.moments(query, [block], compare.pair_params(a, b), ("round",), (a, b))
    sums, products = moments.select(*block)
    estimate = stats.difference(sums, products, moments.clusters)
    frame = moments.keys.assign(
        value_a=sums[:, 3] / sums[:, 2], value_b=sums[:, 1] / sums[:, 0], **stats.columns(estimate)
    )
    return compare.named_pair(frame.assign(games=moments.clusters.astype(int)), a, b)


def rounds_query() -> str:
    """SQL: one row per deal and round, with the sums for the means of the measures by round."""
    each = ", ".join(f"sum({one.value}) AS {one.id}, sum({one.over}) AS n_{one.id}"
                     for one in BY_ROUND)  # fmt: skip
    return f"SELECT rules, players, policies, seed, deal, round, {each}\nFROM rounds GROUP BY ALL"
