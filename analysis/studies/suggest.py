"""`gah suggest`: costs that should bring every staff card inside its margin, and their test."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pandas as pd
from rich.console import Console

from analysis import Config, open_tree
from analysis.base.kinds import kind
from analysis.base.metrics import metric
from analysis.cards.effects import Subject, chance_effects
from analysis.cards.suggest import suggest
from analysis.studies import price
from analysis.studies.study import config_of, play
from model import Ruleset, UserError
from simulate import outputs
from simulate.batch import Run
from simulate.experiments.prices import patch_text
from simulate.policies import label as policy_label

METRIC = "dealt_vp"
FRESH = 1_000_003
"""How far the seed of the test is from that of the prices."""


@dataclass(frozen=True)
class Suggestion:
    """What came of it.

    changes: of `analysis.cards.suggest.suggest`, with name, and before_* and after_* measured on
    fresh deals: estimate, low, high, verdict (of `chance_effects`). patch: the file; none if
    nothing is suggested.
    """

    margin: float
    games: int
    changes: pd.DataFrame
    patch: Path | None

    @property
    def outside(self) -> pd.DataFrame:
        """The cards that the test shows to be outside still."""
        return self.changes[self.changes["after_verdict"].isin(("too strong", "too weak"))]


def run(
    plan: price.Plan, games: int, out: Path, workers: int, console: Console
) -> Suggestion:  # fmt: skip
    """Find the prices, suggest, write the patch to `out`, and play the rules with and without it.

    One number of players and one policy. games: of the test, for each of both rulesets. Raises
    UserError if more is asked.
    """
    s = plan.settings
    if len(s.players) * len(s.policies) != 1:
        raise UserError("a suggestion is for one number of players and one policy")
    price.record(plan, workers, console)
    margin = metric(METRIC).margin
    assert margin is not None
    with console.status("estimating"):
        changes = suggest(price.curves_of(plan, workers), margin)
    changes.insert(1, "name", changes["item"].map(plan.names))
    rules, patch = plan.base, None
    changed = changes[changes["suggested"] != changes["printed"]]
    if len(changed):
        patch = out
        outputs.keep(patch, _patch(plan, changed, margin))
        rules = plan.load(patch)
    both = [Run(one, s.players[0], s.policies[0], games, s.seed + FRESH, plan.data,
                shard_games=price.SHARD_GAMES) for one in (plan.base, rules)]  # fmt: skip
    play(both[: 1 + (patch is not None)], workers, "games on fresh deals", console)
    with console.status("testing"):
        for side, one in zip(("before", "after"), both, strict=True):
            changes = changes.join(_tested(plan, one, side, workers), on="item")
    return Suggestion(margin, games, changes, patch)


def _tested(plan: price.Plan, run: Run, side: str, threads: int) -> pd.DataFrame:
    """Effects and verdicts of the cards in one run, by item."""
    config: Config = config_of(run)
    ruleset: Ruleset = run.ruleset
    subject = Subject(config, policy_label(run.policy), ruleset)
    with open_tree(plan.data, [config], seed=run.seed, threads=threads) as tree:
        tree.only_first(run.games)
        frame = chance_effects(tree, subject, kind("staff"))
    frame = frame[frame["metric"] == METRIC].set_index("item")
    return frame[["estimate", "low", "high", "verdict"]].add_prefix(f"{side}_")


def _patch(plan: price.Plan, changed: pd.DataFrame, margin: float) -> str:
    s = plan.settings
    values: dict[str, object] = {
        f"staff.{row['item']}.cost": int(row["suggested"]) for _, row in changed.iterrows()
    }
    title = f"Costs of {len(changed)} staff cards for {plan.base.spec}"
    reason = (
        f"within {margin:g} VP of an average card for {s.players[0]} {s.policies[0]} players;"
        f" {s.games} games of seed {s.seed}"
    )
    return patch_text(f"suggested-{plan.base.edition}", title, values, reason)
