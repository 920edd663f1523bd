"""`gah suggest`: costs that should bring every staff card inside its margin, and their test."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pandas as pd
from rich.console import Console

from analysis import open_tree
from analysis.base.kinds import kind
from analysis.base.metrics import metric
from analysis.cards.effects import Subject, chance_effects
from analysis.cards.suggest import suggest
from analysis.studies.price import SHARD_GAMES, PriceStudy
from analysis.studies.study import Study, config_of
from model import UserError
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


@dataclass(frozen=True)
class SuggestStudy(Study[Suggestion]):
    """The prices, what they suggest, and a test of it on fresh deals.

    prices: of one number of players and one policy. games: of the test, for each of both rulesets.
    patch: where what is suggested is written. threads: of the estimate that it follows from.
    Its runs are those of the test, and raise UserError until the prices are recorded.
    """

    name = "suggest"
    bar = "games on fresh deals"
    told = "the suggested costs"

    prices: PriceStudy
    games: int
    patch: Path
    data: Path
    threads: int = 2

    def __post_init__(self) -> None:
        s = self.prices.settings
        if len(s.players) * len(s.policies) != 1:
            raise UserError("a suggestion is for one number of players and one policy")

    @property
    def margin(self) -> float:
        """How far from an average card a card may be, in VP."""
        margin = metric(METRIC).margin
        assert margin is not None
        return margin

    @cached_property
    def suggested(self) -> pd.DataFrame:
        """What the prices suggest: a row a card."""
        changes = suggest(self.prices.curves(self.threads), self.margin)
        changes.insert(1, "name", changes["item"].map(self.prices.names))
        return changes

    @property
    def changed(self) -> pd.DataFrame:
        """The cards whose cost is another."""
        return self.suggested[self.suggested["suggested"] != self.suggested["printed"]]

    def record(self, workers: int, console: Console) -> None:
        self.prices.record(workers, console)
        with console.status("estimating"):
            changed = self.changed
        if len(changed):
            outputs.keep(self.patch, _patch(self.prices, changed, self.margin))
        super().record(workers, console)

    def runs(self) -> list[Run]:
        s = self.prices.settings
        rules = [self.prices.base]
        if len(self.changed):
            rules.append(self.prices.load(self.patch))
        return [Run(one, s.players[0], s.policies[0], self.games, s.seed + FRESH, self.data,
                    shard_games=SHARD_GAMES) for one in rules]  # fmt: skip

    def frames(self, threads: int) -> Suggestion:
        runs, changes = self.runs(), self.suggested
        for side, one in zip(("before", "after"), (runs[0], runs[-1]), strict=True):
            changes = changes.join(self._tested(one, side, threads), on="item")
        return Suggestion(self.margin, self.games, changes, self.patch if runs[1:] else None)

    def _tested(self, run: Run, side: str, threads: int) -> pd.DataFrame:
        """Effects and verdicts of the cards in one run, by item."""
        config = config_of(run)
        subject = Subject(config, policy_label(run.policy), run.ruleset)
        with open_tree(self.data, [config], seed=run.seed, threads=threads) as tree:
            tree.only_first(run.games)
            frame = chance_effects(tree, subject, kind("staff"))
        frame = frame[frame["metric"] == METRIC].set_index("item")
        return frame[["estimate", "low", "high", "verdict"]].add_prefix(f"{side}_")


def _patch(plan: PriceStudy, changed: pd.DataFrame, margin: float) -> str:
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
