"""`gah price`: the arms of an experiment on the costs of staff cards, and the prices they show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from shlex import quote as word
from typing import Any

import pandas as pd

from analysis import Tree, open_tree
from analysis.cards import prices
from analysis.studies import study
from analysis.studies.study import Study, config_of
from model import Ruleset, UserError, load_ruleset
from model.defaults import DEFAULT_SPEC
from model.names import meant
from simulate.batch import Run
from simulate.data.manifest import PATCHES
from simulate.experiments.prices import ARMS, Arm, arms, levels_around, write_patch
from simulate.policies import label as policy_label

SHARD_GAMES = 10_000
REACH, MOST = 6, 12
"""How far from the printed cost a card's cost goes, and the highest that is asked."""


@dataclass(frozen=True)
class Settings:
    """What is asked. cards: numbers of those whose cost varies, none for all; games: of each table,
    over all arms; outcome: of `analysis.cards.prices.OUTCOMES`."""

    rules: str = DEFAULT_SPEC
    players: tuple[int, ...] = (2,)
    policies: tuple[str, ...] = ("greedy",)
    cards: tuple[str, ...] = ()
    games: int = 480_000
    seed: int = 1

    @property
    def command(self) -> str:
        """Command that plays these games."""
        return " ".join([
            "gah price", *self.cards, "--rules", word(self.rules),
            "--players", ",".join(map(str, self.players)), "--policy", ",".join(self.policies),
            "--games", str(self.games), "--seed", str(self.seed),
        ])  # fmt: skip


@dataclass(frozen=True)
class Prices:
    """Frames of `analysis.cards.prices`, each with columns players, policy and outcome.

    prices: a row a card; levels: a row a card and level.
    """

    settings: Settings
    prices: pd.DataFrame
    levels: pd.DataFrame

    def of(self, players: int, policy: str, outcome: str = "lead") -> pd.DataFrame:
        """The prices at one table, those whose printed cost is farthest below the fair one first.

        Where the fair cost lies beyond all that were played, that end counts.
        """
        frame = self.prices
        frame = frame[(frame["players"] == players) & (frame["policy"] == policy)]
        frame = frame[frame["outcome"] == outcome]
        gap = frame["fair"].clip(frame["least"] - 1, frame["most"] + 1) - frame["printed"]
        return frame.assign(gap=gap).sort_values("gap", ascending=False, kind="stable")


@dataclass(frozen=True)
class PriceStudy(Study[Prices]):
    """The rulesets and runs behind the settings, recorded below `data`; the patches lie there too.

    variant: what `load_ruleset` takes besides. outcomes: by which worth is measured.
    """

    name = "price"
    bar = "games for prices"
    told = "the prices of staff cards"

    settings: Settings
    data: Path
    variant: Mapping[str, Any] = field(default_factory=dict)
    outcomes: tuple[str, ...] = ("lead",)

    @classmethod
    def noted(cls, rules: str, data: Path) -> PriceStudy | None:
        """That of all cards last completed in a folder under these rules, if any.

        Raises UserError if the note of it cannot be read.
        """
        settings = study.find_settings(data, cls.name, rules, Settings)
        return None if settings is None else cls(settings, data)

    @property
    def command(self) -> str:
        return self.settings.command

    def note(self) -> tuple[str, dict[str, Any]] | None:
        if self.settings.cards or self.base.label != self.settings.rules:
            return None
        return self.settings.rules, asdict(self.settings)

    @cached_property
    def base(self) -> Ruleset:
        base = self.load()
        if base.setup.hands != "dealt":
            raise UserError(
                f"{base.label}: hands are {base.setup.hands}; prices need hands that chance dealt"
            )
        return base

    def load(self, *patches: Path) -> Ruleset:
        """The rules with patches on top."""
        own = tuple(self.variant.get("patches", ()))
        return load_ruleset(self.settings.rules, **{**self.variant, "patches": (*own, *patches)})

    @cached_property
    def printed(self) -> dict[str, int]:
        """The cost of each staff card, by its number as text."""
        return {str(key): card.cost for key, card in self.base.staff.items()}

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards whose cost varies."""
        return self.settings.cards or tuple(self.printed)

    @cached_property
    def names(self) -> dict[str, str]:
        """The name of each staff card."""
        return {str(key): card.name for key, card in self.base.staff.items()}

    @cached_property
    def arms(self) -> dict[str, tuple[Arm, Ruleset]]:
        """The arms by the label of their ruleset; their patches are written."""
        levels = {
            key: levels_around(cost, 0, MOST, REACH) if key in self.cards else (cost,)
            for key, cost in self.printed.items()
        }
        values = {
            key: {one: {f"staff.{key}.cost": one} for one in some} for key, some in levels.items()
        }
        found = arms(self.printed, levels, values, "price-staff")
        # Where few vary, some arms set nothing: they are the rules themselves, which play once.
        rules = [
            self.load(write_patch(arm, self.data / PATCHES)) if arm.values else self.base
            for arm in found
        ]
        return {one.label: (arm, one) for arm, one in zip(found, rules, strict=True)}

    def runs(self) -> list[Run]:
        """Every arm at each table."""
        s = self.settings
        deals = max(1, s.games // ARMS)
        return [
            Run(ruleset, n, policy, deals, s.seed, self.data, shard_games=SHARD_GAMES)
            for policy in s.policies
            for n in s.players
            for _, ruleset in self.arms.values()
        ]

    def frames(self, threads: int) -> Prices:
        priced, by_level = [], []
        with self._tree(threads) as tree:
            for policy in map(policy_label, self.settings.policies):
                for n in self.settings.players:
                    for outcome in self.outcomes:
                        every = self._curves(tree, n, policy, outcome)
                        found = [one for one in every if one.item in self.cards]
                        named = {"players": n, "policy": policy, "outcome": outcome}
                        priced.append(prices.price_frame(found, self.names).assign(**named))
                        by_level.append(prices.level_frame(found, self.names).assign(**named))
        return Prices(self.settings, pd.concat(priced, ignore_index=True),
                      pd.concat(by_level, ignore_index=True))  # fmt: skip

    def curves(self, threads: int) -> list[prices.Curve]:
        """The curves of all cards at the first table, by the lead. Raises UserError as `frames`."""
        with self._tree(threads) as tree:
            policy = policy_label(self.settings.policies[0])
            return self._curves(tree, self.settings.players[0], policy, "lead")

    def _tree(self, threads: int) -> Tree:
        runs = self.runs()
        configs = dict.fromkeys(config_of(run) for run in runs)
        tree = open_tree(self.data, configs, seed=self.settings.seed, threads=threads)
        tree.only_first(runs[0].games)
        return tree

    def _curves(self, tree: Tree, players: int, policy: str, outcome: str) -> list[prices.Curve]:
        levels = {label: arm.levels for label, (arm, _) in self.arms.items()}
        return prices.curves(
            prices.read_cells(tree, levels, self.printed, players, policy, outcome)
        )


def study_of(
    settings: Settings, data: Path, variant: Mapping[str, Any], cards: Sequence[str]
) -> PriceStudy:
    """The study of cards given as "17", "staff.17" or by their name; for all if none is given.

    Raises UserError, with what may have been meant, for one that is not there.
    """
    every = PriceStudy(settings, data, variant)
    keys = {name.casefold(): key for key, name in every.names.items()}
    found = []
    for one in cards:
        key = one.removeprefix("staff.")
        key = keys.get(key.casefold(), key)
        if key not in every.names:
            near = meant(one, every.names.values())
            raise UserError(f"{one}: no staff card of {every.base.label}{near}")
        found.append(key)
    return replace(every, settings=replace(settings, cards=tuple(dict.fromkeys(found))))
