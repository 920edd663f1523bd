"""`gah study suggest`: costs meant to bring each staff card within its margin, tested.

The first costs follow from the prices. Each round plays them on its own deals with several numbers
of players, and changes the cost of every card that is too strong or too weak, until there is none
or none can be changed. A patch that passes may also be judged by other players; further rounds fix
what they find.

A card that is too weak even at no cost gives VP when it comes into play. Costs and VP are one scale
here: a suggested cost below 0 means no cost, and that many VP.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated

import numpy as np
import pandas as pd
from rich.console import Console

from analysis import open_tree
from analysis.base.kinds import kind
from analysis.base.metrics import metric
from analysis.base.verdicts import OFF, WORDS
from analysis.cards.agreement import HEADLINE
from analysis.cards.effects import Subject, chance_effects
from analysis.cards.suggest import Words, mended, suggest, worths
from analysis.studies.frames import Columns
from analysis.studies.price import SHARD_GAMES, PriceStudy
from analysis.studies.questions import PriceSettings, SuggestSettings
from analysis.studies.study import VariedStudy, config_of, play
from model import Ruleset, UserError
from simulate.batch import Run
from simulate.batch.cost import forecast
from simulate.data.manifest import PATCHES
from simulate.experiments.patches import keep_file, patch_text
from simulate.fingerprint import parts_of
from simulate.policies import label as policy_label

METRIC = HEADLINE["dealt"]
MOST_COST = 12
"""Highest cost that is tried."""

MOST_VP = 10
"""Most VP that are tried for a card which is too weak for nothing."""

FRESH = 1_000_003
"""How far the seed of the test is from that of the prices."""

CHECKS = Columns("policy item name verdict", "round players cost estimate low high")
NO_CHECKS = pd.DataFrame(columns=list(CHECKS.names))


@dataclass(frozen=True)
class Suggestion:
    """The result.

    margin: in VP. changes: of `analysis.cards.suggest.suggest`, with name, and before_* and after_*
    measured on fresh deals: estimate, low, high, verdict (of `chance_effects`); with rounds,
    suggested and after_* are those of the last; a suggested cost below 0 means no cost, and as many
    VP when the card comes into play. checks: one row per round, table and card: round (from
    1), players, policy, item, name, cost, and what was measured; without rows if no round was
    played. patch: the text of the last file; empty if nothing is suggested.
    """

    settings: SuggestSettings
    margin: float
    changes: Annotated[
        pd.DataFrame,
        Columns(
            "item name before_verdict after_verdict",
            "printed suggested before after inside least most before_estimate before_low"
            " before_high after_estimate after_low after_high",
        ),
    ]
    checks: Annotated[pd.DataFrame, CHECKS]
    patch: str

    @property
    def outside(self) -> pd.DataFrame:
        """The cards that the test still finds outside."""
        return outside(self.changes, "after_verdict")

    @property
    def last(self) -> pd.DataFrame:
        """The checks of the last round; no rows if none was played."""
        return self.checks[self.checks["round"] == self.checks["round"].max()]


def outside(frame: pd.DataFrame, verdict: str = "verdict") -> pd.DataFrame:
    """The rows of cards that are too strong or too weak."""
    return frame[frame[verdict].isin(OFF)]


@dataclass(frozen=True)
class Round:
    """One patch on fresh deals: its number, costs by card, text, and checks as in `Suggestion`.

    leanings: the likeliest verdict on each card, decided or not, of each table.
    """

    number: int
    costs: Mapping[str, int]
    patch: str
    checks: pd.DataFrame
    leanings: Words = ()

    @property
    def verdicts(self) -> Words:
        """Verdicts by card, for each table."""
        return [dict(zip(rows["item"], rows["verdict"], strict=True))
                for _, rows in self.checks.groupby(["players", "policy"])]  # fmt: skip


@dataclass(frozen=True)
class SuggestStudy(VariedStudy[Suggestion, SuggestSettings]):
    """The prices, the patch that they suggest, and its test on fresh deals.

    threads: for the estimate from which the patch follows. `data` also contains the games of the
    prices, and the patch. Its runs are those of the test, and raise UserError until the prices are
    recorded.
    """

    bar = "games on fresh deals"
    subject = "the suggested costs"
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
        """The suggestion from the prices: a row per card."""
        changes = suggest(self.prices.curves(self.threads), self.margin)
        changes.insert(1, "name", changes["item"].map(self.prices.names))
        return changes

    @property
    def changed(self) -> pd.DataFrame:
        """The cards whose cost changes."""
        return self.suggested[self.suggested["suggested"] != self.suggested["printed"]]

    @cached_property
    def patch(self) -> str:
        """The text of the patch; empty if nothing changes."""
        return _patch(self.prices, self.changed, self.margin) if len(self.changed) else ""

    def parts(self) -> list[str]:
        s = self.settings
        return parts_of([s.rules], [*s.policies, *s.judges])

    def _play(self, workers: int, console: Console) -> None:
        self.prices.record(workers, console)
        super()._play(workers, console)
        for one in self.rounds(workers, console):
            left = len(outside(one.checks))
            console.print(f"round {one.number}: {left} of {len(one.checks)} verdicts are outside"
                          " the limits", highlight=False)  # fmt: skip

    def runs(self) -> list[Run]:
        s, rules = self.settings, [self.ruleset]
        if self.patch:
            rules.append(self._patched(0, self.patch))
        return [Run(one, s.players[0], s.policies[0], s.tested, s.seed + FRESH, self.data,
                    shard_games=SHARD_GAMES) for one in rules]  # fmt: skip

    def frames(self, threads: int) -> Suggestion:
        runs, changes, patch = self.runs(), self.suggested, self.patch
        for side, one in zip(("before", "after"), (runs[0], runs[-1]), strict=True):
            changes = changes.join(_of_side(_effects(self.data, one, threads), side), on="item")
        played = list(self.rounds(threads))
        checks = [one.checks for one in played]
        if played:
            last, patch = played[-1], played[-1].patch
            changes = self._of_round(changes, last, threads)
        return Suggestion(
            self.settings,
            self.margin,
            changes,
            pd.concat(checks, ignore_index=True) if checks else NO_CHECKS,
            patch,
        )

    def rounds(self, threads: int, console: Console | None = None) -> Iterator[Round]:
        """Patches on fresh deals, each fixing what the previous one left.

        console: where to print a round's cost and its progress; without one nothing is played, and
        UserError is raised if games are missing.
        """
        costs = self._costs("suggested")
        tried = {item: [cost] for item, cost in self._costs("printed").items()}
        for number in range(1, self.settings.rounds + 1):
            one = self._round(number, costs, threads, console)
            for item, cost in costs.items():
                tried[item].append(cost)
            wanted = _next(one, tried)
            if wanted == costs or number == self.settings.rounds:
                one = self._asked(one, self.settings.judges, threads, console)
                wanted = _next(one, tried)
            yield one
            if wanted == costs:
                return
            costs = wanted

    def _costs(self, column: str) -> dict[str, int]:
        return dict(zip(self.suggested["item"], self.suggested[column].astype(int), strict=True))

    def _round(
        self, number: int, costs: Mapping[str, int], threads: int, console: Console | None
    ) -> Round:
        """A round of a patch with these costs, by the players of the prices."""
        now = self.suggested.assign(suggested=self.suggested["item"].map(costs))
        changed = now[now["suggested"] != now["printed"]]
        text = _patch(self.prices, changed, self.margin) if len(changed) else ""
        one = Round(number, costs, text, NO_CHECKS)
        return self._asked(one, self.settings.policies, threads, console)

    def _asked(
        self, one: Round, policies: Sequence[str], threads: int, console: Console | None
    ) -> Round:
        """A round, also with these players' verdicts on its patch at each table."""
        s = self.settings
        rules = self._patched(one.number, one.patch) if one.patch else self.ruleset
        runs = [Run(rules, n, policy, s.tested, s.seed + one.number * FRESH + 1, self.data)
                for policy in policies for n in s.check]  # fmt: skip
        if console is not None and runs:
            console.print(f"round {one.number}: {forecast(runs).words(threads)}", highlight=False)
            play(runs, threads, f"round {one.number}", console)
        found = [_effects(self.data, run, threads).assign(
            round=one.number, players=run.players, policy=policy_label(run.seats()[0]),
        ) for run in runs]  # fmt: skip
        if not found:
            return one
        rows = pd.concat(found, ignore_index=True)
        rows = rows.assign(cost=rows["item"].map(one.costs))[list(NO_CHECKS)]
        checks = pd.concat([one.checks, rows], ignore_index=True) if len(one.checks) else rows
        return replace(one, checks=checks, leanings=[*one.leanings, *map(_leaning, found)])

    def _of_round(self, changes: pd.DataFrame, last: Round, threads: int) -> pd.DataFrame:
        """The changes with the costs of the last round, and its results for the cards at the table
        of the prices, if that was among those checked.
        """
        s, suggested = self.settings, changes["item"].map(last.costs)
        after = worths(self.prices.curves(threads), suggested.to_numpy(float))
        changes = changes.assign(suggested=suggested, after=after,
                                 inside=abs(after) <= self.margin)  # fmt: skip
        own = last.checks[(last.checks["players"] == s.players[0])
                          & (last.checks["policy"] == policy_label(s.policies[0]))]  # fmt: skip
        side = _of_side(own, "after").reindex(changes["item"])
        return changes.assign(**{name: side[name].to_numpy() for name in side})

    def _patched(self, number: int, text: str) -> Ruleset:
        """The rules with a patch, saved by its number; 0: the suggestion from the prices."""
        id = f"suggested-{self.ruleset.edition}"
        if number:
            text = text.replace(f'"{id}"', f'"{id}-{number}"', 1)
            id += f"-{number}"
        return self.load(keep_file(self.data / PATCHES, f"{id}.toml", text))


def _effects(data: Path, run: Run, threads: int) -> pd.DataFrame:
    """Effects and verdicts of the staff cards in one run."""
    config = config_of(run)
    subject = Subject(config, policy_label(run.seats()[0]), run.ruleset)
    with open_tree(data, [config], seed=run.seed, threads=threads, first=run.games) as tree:
        frame = chance_effects(tree, subject, kind("staff"))
    return frame[frame["metric"] == METRIC]


def _of_side(rows: pd.DataFrame, side: str) -> pd.DataFrame:
    """Measurements of cards, by item, in columns of one side: before_low, after_low, ..."""
    return rows.set_index("item")[["estimate", "low", "high", "verdict"]].add_prefix(f"{side}_")


def _next(one: Round, tried: Mapping[str, Sequence[int]]) -> dict[str, int]:
    """The costs of the next round; unchanged if there is nothing to fix."""
    return mended(tried, one.verdicts, one.leanings, -MOST_VP, MOST_COST)


def _leaning(effects: pd.DataFrame) -> dict[str, str]:
    """The likeliest verdict on each card, by item; none where there is no estimate."""
    known = effects[effects["verdict"] != ""]
    likeliest = known[["p_above", "p_below", "p_within"]].to_numpy(dtype=float).argmax(axis=1)
    return dict(zip(known["item"], np.array(WORDS["higher"])[likeliest], strict=True))


def _patch(plan: PriceStudy, changed: pd.DataFrame, margin: float) -> str:
    s = plan.settings
    values: dict[str, object] = {}
    for item, level in zip(changed["item"], changed["suggested"].astype(int), strict=True):
        values[f"staff.{item}.cost"] = max(level, 0)
        if level < 0:
            values[f"staff.{item}.hired_vp"] = -level
    title = f"Costs of {len(changed)} staff cards for {plan.ruleset.spec}"
    reason = (
        f"within {margin:g} VP of an average card for {s.players[0]} {s.policies[0]} players;"
        f" {s.games} games of seed {s.seed}"
    )
    return patch_text(f"suggested-{plan.ruleset.edition}", title, values, reason)
