"""`gah study suggest`: costs that should bring each staff card inside its margin, tested."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pandas as pd
from rich.console import Console

from analysis import open_tree
from analysis.base.kinds import kind
from analysis.base.metrics import metric
from analysis.cards.agreement import HEADLINE
from analysis.cards.effects import Subject, chance_effects
from analysis.cards.suggest import mended, suggest
from analysis.studies.price import SHARD_GAMES, PriceStudy
from analysis.studies.questions import PriceSettings, SuggestSettings
from analysis.studies.study import VariedStudy, config_of, play
from model import UserError
from simulate.batch import Run
from simulate.batch.cost import forecast
from simulate.data.manifest import PATCHES
from simulate.experiments.patches import keep_patch
from simulate.experiments.prices import patch_text
from simulate.policies import label as policy_label

METRIC = HEADLINE["dealt"]
MOST_COST = 12
"""Highest cost that is tried."""

FRESH = 1_000_003
"""How far the seed of the test is from that of the prices."""


@dataclass(frozen=True)
class Suggestion:
    """What came of it.

    margin: in VP. changes: of `analysis.cards.suggest.suggest`, with name, and before_* and after_*
    measured on fresh deals: estimate, low, high, verdict (of `chance_effects`). patch: the text of
    the file; empty if nothing is suggested.
    """

    settings: SuggestSettings
    margin: float
    changes: pd.DataFrame
    patch: str

    @property
    def outside(self) -> pd.DataFrame:
        """The cards that the test shows to be outside still."""
        return self.changes[self.changes["after_verdict"].isin(("too strong", "too weak"))]


@dataclass(frozen=True)
class SuggestStudy(VariedStudy[Suggestion, SuggestSettings]):
    """The prices, what they suggest, and a test of it on fresh deals.

    threads: of the estimate that the patch follows from. The games of the prices lie at `data` too,
    and the patch. Its runs are those of the test, and raise UserError until the prices are
    recorded.
    """

    bar = "games on fresh deals"
    told = "the suggested costs"
    asks = SuggestSettings
    answers = Suggestion

    data: Path

    threads: int = 2

    def __post_init__(self) -> None:
        s = self.settings
        if len(s.players) * len(s.policies) != 1:
            raise UserError("a suggestion is for one number of players and one policy")

    @cached_property
    def prices(self) -> PriceStudy:
        """The prices that the suggestion follows from."""
        s = self.settings
        asked = PriceSettings(s.rules, s.players, s.policies, (), s.games, s.seed)
        return PriceStudy(asked, self.data, self.variant)

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

    @cached_property
    def patch(self) -> str:
        """The text of the patch; empty if nothing is to be changed."""
        return _patch(self.prices, self.changed, self.margin) if len(self.changed) else ""

    def _play(self, workers: int, console: Console) -> None:
        self.prices.record(workers, console)
        super()._play(workers, console)

    def runs(self) -> list[Run]:
        s, rules = self.settings, [self.ruleset]
        if self.patch:
            id = f"suggested-{self.ruleset.edition}"
            rules.append(self.load(keep_patch(self.data / PATCHES, id, self.patch)))
        return [Run(one, s.players[0], s.policies[0], s.tested, s.seed + FRESH, self.data,
                    shard_games=SHARD_GAMES) for one in rules]  # fmt: skip

    def frames(self, threads: int) -> Suggestion:
        runs, changes = self.runs(), self.suggested
        for side, one in zip(("before", "after"), (runs[0], runs[-1]), strict=True):
            changes = changes.join(self._tested(one, side, threads), on="item")
        return Suggestion(self.settings, self.margin, changes, self.patch)

    def _tested(self, run: Run, side: str, threads: int) -> pd.DataFrame:
        """Effects and verdicts of the cards in one run, by item."""
        frame = _effects(self.data, run, threads).set_index("item")
        return frame[["estimate", "low", "high", "verdict"]].add_prefix(f"{side}_")


@dataclass(frozen=True)
class Round:
    """One patch on fresh deals: its number, its costs by card, and the verdicts at each table.

    effects: rows of `chance_effects` with a column `table` (number of players).
    """

    number: int
    costs: Mapping[str, int]
    effects: pd.DataFrame
    patch: str

    @property
    def outside(self) -> pd.DataFrame:
        """The cards that are too strong or too weak at some table."""
        return self.effects[self.effects["verdict"].isin(("too strong", "too weak"))]

    @property
    def verdicts(self) -> list[dict[str, str]]:
        """Verdicts by card, of each table."""
        return [dict(zip(rows["item"], rows["verdict"], strict=True))
                for _, rows in self.effects.groupby("table")]  # fmt: skip


def rounds(
    study: SuggestStudy, tables: Sequence[int], most: int, workers: int, console: Console
) -> Iterator[Round]:
    """Patches on fresh deals with these numbers of players, each mended by what the last one left.

    The first is what the prices suggest. Ends with a patch under which no card is too strong or too
    weak, or that no other cost could mend, or after `most`. Each plays deals of its own; games that
    are recorded are not played again.
    """
    s = study.settings
    cards = study.suggested
    printed = dict(zip(cards["item"], cards["printed"].astype(int), strict=True))
    costs = dict(zip(cards["item"], cards["suggested"].astype(int), strict=True))
    tried: dict[str, set[int]] = {item: {cost} for item, cost in printed.items()}
    for number in range(1, most + 1):
        now = cards.assign(suggested=cards["item"].map(costs))
        changed = now[now["suggested"] != now["printed"]]
        text = _patch(study.prices, changed, study.margin) if len(changed) else ""
        rules = study.ruleset
        if text:
            id = f"suggested-{rules.edition}"
            text = text.replace(f'"{id}"', f'"{id}-{number}"', 1)
            rules = study.load(keep_patch(study.data / PATCHES, f"{id}-{number}", text))
        runs = [Run(rules, players, s.policies[0], s.tested, s.seed + number * FRESH + 1,
                    study.data, shard_games=SHARD_GAMES) for players in tables]  # fmt: skip
        console.print(f"round {number}: {forecast(runs).words(workers)}", highlight=False)
        play(runs, workers, f"round {number}", console)
        effects = pd.concat([_effects(study.data, run, workers).assign(table=run.players)
                             for run in runs], ignore_index=True)  # fmt: skip
        done = Round(number, costs, effects, text)
        yield done
        for item, cost in costs.items():
            tried[item].add(cost)
        wanted = mended(costs, tried, done.verdicts, 0, MOST_COST)
        if wanted == costs:
            return
        costs = wanted


def _effects(data: Path, run: Run, threads: int) -> pd.DataFrame:
    """Effects and verdicts of the staff cards in one run."""
    config = config_of(run)
    subject = Subject(config, policy_label(run.seats()[0]), run.ruleset)
    with open_tree(data, [config], seed=run.seed, threads=threads, first=run.games) as tree:
        frame = chance_effects(tree, subject, kind("staff"))
    return frame[frame["metric"] == METRIC]


def _patch(plan: PriceStudy, changed: pd.DataFrame, margin: float) -> str:
    s = plan.settings
    values: dict[str, object] = {
        f"staff.{row['item']}.cost": int(row["suggested"]) for _, row in changed.iterrows()
    }
    title = f"Costs of {len(changed)} staff cards for {plan.ruleset.spec}"
    reason = (
        f"within {margin:g} VP of an average card for {s.players[0]} {s.policies[0]} players;"
        f" {s.games} games of seed {s.seed}"
    )
    return patch_text(f"suggested-{plan.ruleset.edition}", title, values, reason)
