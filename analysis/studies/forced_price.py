"""`gah price --kind guest` and `--kind politics`: what is fair for cards that nobody is dealt.

In every arm each deal is played several ways: each guest that could be taken is taken by force, and
none is (`cards.taking`); each seat may claim each politics card, and may not.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from rich.console import Console

from analysis.cards import prices
from analysis.studies.parts import Forced, Part, files_of, parts_of, play_parts
from analysis.studies.price import Priced
from model import Ruleset, UserError
from model.vocabulary.base import MOST_VP
from simulate.batch import Run
from simulate.experiments.claiming import Barred
from simulate.experiments.prices import ARMS
from simulate.experiments.taking import Turn
from simulate.policies import label as policy_label


@dataclass(frozen=True)
class ForcedPrices(Priced):
    """VP of cards, in parts of deals. Of its settings, games are deals."""

    cells: ClassVar[str]
    """The query of the sums of a card in an arm."""

    @abstractmethod
    def table(self, rules: Ruleset, players: int, policy: str) -> Forced:
        """The table of which deals are played several ways."""

    @property
    def command(self) -> str:
        return self.settings.command.replace("gah price", f"gah price --kind {self.kind}", 1)

    def note(self) -> None:
        """Nothing: what a report shows are the prices of staff cards."""

    def runs(self) -> list[Run]:
        """None: no whole games are recorded."""
        return []

    def _play(self, workers: int, console: Console) -> None:
        """Raises UserError as `Forced.play`."""
        s = self.settings
        parts = [
            part for policy in s.policies for n in s.players
            for some in self._parts(n, policy).values() for part in some
        ]  # fmt: skip
        play_parts(parts, workers, self.bar, console)

    def _curves_by_table(self, threads: int) -> Iterator[tuple[dict[str, Any], list[prices.Curve]]]:
        levels = {label: arm.levels for label, (arm, _) in self.arms.items()}
        for policy in self.settings.policies:
            for n in self.settings.players:
                files = {label: files_of(parts, self.command)
                         for label, parts in self._parts(n, policy).items()}  # fmt: skip
                cells = prices.read_forced(self.cells, files, levels, self.printed, n)
                table = {"players": n, "policy": policy_label(policy), "outcome": "lead"}
                yield table, prices.curves(cells, rising=True, forced=True)

    def _parts(self, players: int, policy: str) -> dict[str, list[Part]]:
        """The parts of a table, by arm."""
        deals = max(1, self.settings.games // ARMS)
        return {
            label: parts_of(self.table(rules, players, policy), deals, self.data)
            for label, (_, rules) in self.arms.items()
        }


@dataclass(frozen=True)
class GuestPriceStudy(ForcedPrices):
    """VP of guests."""

    bar = "deals for VP of guests"
    told = "the VP of guests"
    kind = "guest"
    number = "vp"
    most = 16
    cells = "taken_cells"

    def table(self, rules: Ruleset, players: int, policy: str) -> Turn:
        return Turn(rules, players, policy, self.settings.seed)


@dataclass(frozen=True)
class PoliticsPriceStudy(ForcedPrices):
    """VP of the first place of politics cards; the others are in the printed proportion, rounded.

    Levels are thirds of the printed VP, from nothing to `most` thirds: few, so that each is played
    in several arms, which have too few politics cards to tell what one arm changes by itself.
    """

    bar = "deals for VP of politics cards"
    told = "the VP of politics cards"
    kind = "politics"
    number = "places"
    most = 9
    cells = "claimed_cells"

    def table(self, rules: Ruleset, players: int, policy: str) -> Barred:
        return Barred(rules, players, policy, self.settings.seed)

    @cached_property
    def printed(self) -> dict[str, int]:
        """The VP of the first place of each card. Raises UserError if one pays nothing there."""
        politics = self.base.politics
        found = {key: politics.places_of(key)[0] for key in politics.cards}
        for key, vp in found.items():
            if vp <= 0:
                raise UserError(f"politics.cards.{key}: its first place pays {vp} VP, so that the"
                                " others are in no proportion to it")  # fmt: skip
        return found

    def levels(self, printed: int) -> tuple[int, ...]:
        thirds = {round(printed * third / 3) for third in range(self.most + 1)}
        return tuple(sorted(one for one in thirds if one <= MOST_VP))

    def set_to(self, key: str, level: int) -> Mapping[str, object]:
        places = self.base.politics.places_of(key)
        scaled = [round(level * vp / places[0]) for vp in places]
        return {f"politics.cards.{key}.places": scaled}
