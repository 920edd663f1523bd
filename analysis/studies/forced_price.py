"""`gah study price` of cards that nobody is dealt: the arms of an experiment on their VP.

In every arm each deal is played in several ways (`parts`): a card is used by force or not, or a
seat may use it or not.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from analysis.cards import prices
from analysis.studies.parts import DealRange, Forced, files_of, parts_of
from analysis.studies.price import Priced
from model import Ruleset
from simulate.experiments.prices import ARMS
from simulate.policies import label as policy_label


@dataclass(frozen=True)
class ForcedPrices(Priced):
    """VP of cards, in parts of deals. In its settings, games are deals."""

    cells: ClassVar[str]
    """The query of the sums of a card in an arm."""

    @abstractmethod
    def table(self, rules: Ruleset, players: int, policy: str) -> Forced:
        """The table whose deals are played in several ways."""

    @property
    def command(self) -> str:
        return self.settings.command.replace(
            "gah study price", f"gah study price --kind {self.kind}", 1
        )

    @classmethod
    def note_name(cls) -> str:
        return f"{cls.name}-{cls.kind}"

    def forced(self) -> list[DealRange]:
        """Raises UserError as `Forced.play`."""
        s = self.settings
        return [
            part for policy in s.policies for n in s.players
            for some in self._parts(n, policy).values() for part in some
        ]  # fmt: skip

    def _curves_by_table(
        self, threads: int
    ) -> Iterator[tuple[dict[str, Any], list[prices.CardCurve]]]:
        levels = {label: arm.levels for label, (arm, _) in self.arms.items()}
        for policy in self.settings.policies:
            for n in self.settings.players:
                files = {label: files_of(parts, self.command)
                         for label, parts in self._parts(n, policy).items()}  # fmt: skip
                cells = prices.read_forced(self.cells, files, levels, self.printed, n)
                table = {"players": n, "policy": policy_label(policy), "outcome": "lead"}
                yield table, prices.curves(cells, rising=True, forced=True)

    def _parts(self, players: int, policy: str) -> dict[str, list[DealRange]]:
        """The parts of a table, by arm."""
        deals = max(1, self.settings.games // ARMS)
        return {
            label: parts_of(self.table(rules, players, policy), deals, self.data)
            for label, (_, rules) in self.arms.items()
        }
