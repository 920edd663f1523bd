"""`gah study price`: arms of an experiment on cards' printed numbers, and the resulting prices."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, ClassVar, Self

import pandas as pd

from analysis import Tree, open_tree
from analysis.base.kinds import kind
from analysis.cards import prices
from analysis.studies.frames import DUELS, Columns, ends
from analysis.studies.questions import PriceSettings
from analysis.studies.study import ForReport, Tabled, VariedStudy, config_of
from model import Ruleset, UserError
from model.names import meant
from simulate.batch import Run
from simulate.data.manifest import PATCHES
from simulate.data.store import Place
from simulate.experiments.prices import ARMS, PriceArm, arms, levels_around, write_patch
from simulate.policies import label as policy_label

SHARD_GAMES = 10_000
REACH = 6
"""How far from the printed number a card's goes."""


@dataclass(frozen=True)
class Prices(Tabled):
    """Frames of `analysis.cards.prices`, each with columns players, policy and outcome.

    prices: a row per card; levels: per card and level; draft: the gain of drafting by these prices
    (`analysis.studies.drafts`), empty unless asked.
    """

    main = "prices"

    settings: PriceSettings
    prices: Annotated[
        pd.DataFrame,
        Columns(
            "item name policy outcome",
            f"players printed {ends('fair even')} least most even_least even_most"
            f" {ends('worth slope floor')} worth_se slope_se floor_se use at_fair fair_use misfit"
            " n q",
        ),
    ]
    levels: Annotated[
        pd.DataFrame,
        Columns(
            "item name policy outcome",
            f"players level printed {ends('worth')} worth_se fit use n arms",
        ),
    ]
    draft: Annotated[pd.DataFrame, DUELS] = field(default_factory=pd.DataFrame)

    def of(self, players: int, policy: str, outcome: str = "lead") -> pd.DataFrame:
        """The prices at one table, the most underpriced cards first.

        If the fair cost lies beyond all levels played, the last level counts.
        """
        frame = self.at(self.prices, players, policy, outcome)
        gap = frame["fair"].clip(frame["least"] - 1, frame["most"] + 1) - frame["printed"]
        return frame.assign(gap=gap).sort_values("gap", ascending=False, kind="stable")


@dataclass(frozen=True)
class Priced(VariedStudy[Prices, PriceSettings]):
    """Arms in which the printed numbers of many cards of one kind are changed at once, on equal
    deals; the patches are saved next to the recorded games."""

    asks = PriceSettings
    answers = Prices

    data: Path
    kind: ClassVar[str]
    """Of `analysis.base.kinds`."""

    number: ClassVar[str]
    """The printed number that varies."""

    most: ClassVar[int]
    """The highest level tried."""

    @abstractmethod
    def _curves_by_table(
        self, threads: int
    ) -> Iterator[tuple[dict[str, Any], list[prices.CardCurve]]]:
        """Players, policy and outcome, with the curves of all cards for each."""

    def note(self) -> tuple[str, dict[str, Any]] | None:
        """No note for some of the cards either."""
        return None if self.settings.cards else super().note()

    @cached_property
    def names(self) -> dict[str, str]:
        """The name of each card, by its key as text."""
        return kind(self.kind).names(self.ruleset)

    @cached_property
    def printed(self) -> dict[str, int]:
        """The printed number of each card."""
        cards = getattr(self.ruleset, self.kind)
        return {str(key): getattr(card, self.number) for key, card in cards.items()}

    def levels(self, printed: int) -> tuple[int, ...]:
        """The levels of a card, by its printed number."""
        return levels_around(printed, 0, self.most, REACH)

    def set_to(self, key: str, level: int) -> Mapping[str, object]:
        """The values that a card's level sets, by path of the rules."""
        return {f"{self.kind}.{key}.{self.number}": level}

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards whose number varies."""
        return self.settings.cards or tuple(self.printed)

    @cached_property
    def arms(self) -> dict[str, tuple[PriceArm, Ruleset]]:
        """The arms by the label of their ruleset; writes their patches."""
        levels = {
            key: self.levels(value) if key in self.cards else (value,)
            for key, value in self.printed.items()
        }
        values = {key: {one: self.set_to(key, one) for one in some} for key, some in levels.items()}
        found = arms(self.printed, levels, values, f"price-{self.kind}")
        # If few cards vary, some arms set nothing: they are the rules themselves, played once.
        rules = [
            self.load(write_patch(arm, self.data / PATCHES)) if arm.values else self.ruleset
            for arm in found
        ]
        return {one.label: (arm, one) for arm, one in zip(found, rules, strict=True)}

    def frames(self, threads: int) -> Prices:
        """Raises UserError also if there are too few games for any card."""
        priced, by_level = [], []
        for table, every in self._curves_by_table(threads):
            found = [one for one in every if one.item in self.cards]
            if not found:
                raise UserError(f"--games {self.settings.games}: too few for these; give more")
            priced.append(prices.price_frame(found, self.names).assign(**table))
            by_level.append(prices.level_frame(found, self.names).assign(**table))
        return Prices(self.settings, pd.concat(priced, ignore_index=True),
                      pd.concat(by_level, ignore_index=True))  # fmt: skip

    def of(self, cards: Sequence[str]) -> Self:
        """The study of cards given as "17", "staff.17" or by name; all if none is given.

        Raises UserError, with suggestions, for an unknown card.
        """
        keys = {name.casefold(): key for key, name in self.names.items()}
        found = []
        for one in cards:
            key = one.removeprefix(f"{kind(self.kind).path}.")
            key = keys.get(key.casefold(), key)
            if key not in self.names:
                those, near = kind(self.kind).name, meant(one, self.names.values())
                raise UserError(f"{one}: not one of the {those} of {self.ruleset.label}{near}")
            found.append(key)
        return replace(self, settings=replace(self.settings, cards=tuple(dict.fromkeys(found))))


@dataclass(frozen=True)
class PriceStudy(Priced):
    """Costs of staff cards, in recorded games. outcomes: by which worth is measured."""

    bar = "games for prices"
    subject = "the prices of staff cards"
    kind = "staff"
    number = "cost"
    most = 12
    counted = "games"

    outcomes: tuple[str, ...] = ("lead",)

    @classmethod
    def of_report(cls, plan: ForReport, data: Place) -> PriceStudy | None:
        if not plan.prices:
            return None
        asked = PriceSettings(plan.rules, plan.players[:1], (plan.many,), games=plan.prices,
                              seed=plan.seed)  # fmt: skip
        return cls(asked, Path(str(data)), small=True)

    @cached_property
    def ruleset(self) -> Ruleset:
        found = self.load()
        if found.setup.hands != "dealt":
            raise UserError(
                f"{found.label}: hands are {found.setup.hands}; prices need hands that chance dealt"
            )
        return found

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

    def curves(self, threads: int) -> list[prices.CardCurve]:
        """The curves of all cards at the first table, by the lead. Raises UserError as `frames`."""
        with self._tree(threads) as tree:
            policy = policy_label(self.settings.policies[0])
            return self._curves(tree, self.settings.players[0], policy, "lead")

    def _curves_by_table(
        self, threads: int
    ) -> Iterator[tuple[dict[str, Any], list[prices.CardCurve]]]:
        with self._tree(threads) as tree:
            for policy in map(policy_label, self.settings.policies):
                for n in self.settings.players:
                    for outcome in self.outcomes:
                        table = {"players": n, "policy": policy, "outcome": outcome}
                        yield table, self._curves(tree, n, policy, outcome)

    def _tree(self, threads: int) -> Tree:
        runs = self.runs()
        configs = dict.fromkeys(config_of(run) for run in runs)
        return open_tree(
            self.data, configs, seed=self.settings.seed, threads=threads, first=runs[0].games
        )

    def _curves(
        self, tree: Tree, players: int, policy: str, outcome: str
    ) -> list[prices.CardCurve]:
        levels = {label: arm.levels for label, (arm, _) in self.arms.items()}
        return prices.curves(
            prices.read_cells(tree, levels, self.printed, players, policy, outcome)
        )
