"""`gah guests`: what guests are worth at each price of the row, to whom they are offered first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from shlex import quote as word
from typing import Any

import pandas as pd

from analysis import Config, open_tree
from analysis.cards.offers import FIRST_TURN, SET_UP, Occasion, offer_frame, value_up_to
from analysis.studies import study
from analysis.studies.study import Study, config_of
from model import Ruleset, UserError, load_ruleset
from model.defaults import DEFAULT_SPEC
from simulate.batch import Run
from simulate.data.manifest import PATCHES
from simulate.experiments.newcomers import write_price
from simulate.policies import label as policy_label

SHARD_GAMES = 10_000


@dataclass(frozen=True)
class Settings:
    """What is asked. games: of each table and price."""

    rules: str = DEFAULT_SPEC
    players: tuple[int, ...] = (2,)
    policies: tuple[str, ...] = ("greedy",)
    games: int = 400_000
    seed: int = 1

    @property
    def command(self) -> str:
        """Command that plays these games."""
        return " ".join([
            "gah guests", "--rules", word(self.rules),
            "--players", ",".join(map(str, self.players)), "--policy", ",".join(self.policies),
            "--games", str(self.games), "--seed", str(self.seed),
        ])  # fmt: skip


@dataclass(frozen=True)
class Guests:
    """offers: rows of `analysis.cards.offers.offer_frame` at every table, occasion and price;
    printed: the price of a guest that comes into the row."""

    settings: Settings
    offers: pd.DataFrame
    printed: int

    def of(self, players: int, policy: str, outcome: str = "lead") -> pd.DataFrame:
        """The rows of one table under one outcome."""
        frame = self.offers
        frame = frame[(frame["players"] == players) & (frame["policy"] == policy)]
        return frame[frame["outcome"] == outcome]

    @property
    def first_table(self) -> pd.DataFrame:
        """The rows of the first table that was asked for, by the lead."""
        row = self.offers.iloc[0]
        return self.of(int(row["players"]), str(row["policy"]))

    @property
    def up_to(self) -> dict[str, int]:
        """By guest, the highest price at which it is good value at the first table."""
        return value_up_to(self.first_table)


@dataclass(frozen=True)
class GuestStudy(Study[Guests]):
    """The rulesets and runs behind the settings, recorded below `data`; the patches lie there too.

    variant: what `load_ruleset` takes besides.
    """

    name = "guests"
    bar = "games for guests"
    told = "what guests are worth"

    settings: Settings
    data: Path
    variant: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def noted(cls, rules: str, data: Path) -> GuestStudy | None:
        """That last completed in a folder under these rules, if any.

        Raises UserError if the note of it cannot be read.
        """
        settings = study.find_settings(data, cls.name, rules, Settings)
        return None if settings is None else cls(settings, data)

    @property
    def command(self) -> str:
        return self.settings.command

    def note(self) -> tuple[str, dict[str, Any]] | None:
        if self.base.label != self.settings.rules:
            return None
        return self.settings.rules, asdict(self.settings)

    @cached_property
    def base(self) -> Ruleset:
        base = self._load()
        if base.entrance:
            raise UserError(
                f"{base.label}: hotel entrances bring guests of their own in the set-up; what a"
                " guest is worth needs rules without them"
            )
        return base

    def _load(self, *patches: Path) -> Ruleset:
        """The rules with patches on top."""
        own = tuple(self.variant.get("patches", ()))
        return load_ruleset(self.settings.rules, **{**self.variant, "patches": (*own, *patches)})

    @property
    def printed(self) -> int:
        """The price of a guest that comes into the row."""
        return self.base.row.costs[0]

    @cached_property
    def prices(self) -> dict[int, Ruleset]:
        """The rules by the price of a guest that comes in, from 0 to the highest of the row, the
        printed one first. Their patches are written."""
        others = [one for one in range(max(self.base.row.costs), -1, -1) if one != self.printed]
        folder = self.data / PATCHES
        return {self.printed: self.base} | {
            one: self._load(write_price(self.base, one, folder)) for one in others
        }

    @property
    def asked(self) -> list[tuple[Occasion, int, Ruleset]]:
        """Each occasion with its price, and the rules whose games have it."""
        free = [(SET_UP, 0, self.base)] if self.base.setup.free_guests else []
        return free + [(FIRST_TURN, price, self.prices[price]) for price in sorted(self.prices)]

    def runs(self) -> list[Run]:
        """Every price at each table."""
        s = self.settings
        return [
            Run(ruleset, n, policy, s.games, s.seed, self.data, shard_games=SHARD_GAMES)
            for policy in s.policies
            for n in s.players
            for ruleset in self.prices.values()
        ]

    def frames(self, threads: int) -> Guests:
        s = self.settings
        configs = dict.fromkeys(config_of(run) for run in self.runs())
        with open_tree(self.data, configs, seed=s.seed, threads=threads) as tree:
            tree.only_first(s.games)
            found = [
                offer_frame(tree, Config(rules.label, n, policy), rules, occasion, price)
                for policy in map(policy_label, s.policies)
                for n in s.players
                for occasion, price, rules in self.asked
            ]
        return Guests(s, pd.concat(found, ignore_index=True), self.printed)
