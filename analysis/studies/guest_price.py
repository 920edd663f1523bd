"""`gah price --kind guest`: the arms of an experiment on the VP of guests, and what is fair.

In every arm each guest that could be taken is taken by force, and none is (`cards.taking`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich.console import Console

from analysis.cards import prices
from analysis.studies.guests import Part, files_of, parts_of, play_parts
from analysis.studies.price import Priced
from simulate.batch import Run
from simulate.experiments.prices import ARMS
from simulate.experiments.taking import Turn
from simulate.policies import label as policy_label


@dataclass(frozen=True)
class GuestPriceStudy(Priced):
    """VP of guests, in parts of deals. Of its settings, games are deals."""

    bar = "deals for VP of guests"
    told = "the VP of guests"
    kind = "guest"
    number = "vp"
    most = 16

    @property
    def command(self) -> str:
        return self.settings.command.replace("gah price", "gah price --kind guest", 1)

    def note(self) -> None:
        """Nothing: what a report shows are the prices of staff cards."""

    def runs(self) -> list[Run]:
        """None: no whole games are recorded."""
        return []

    def _play(self, workers: int, console: Console) -> None:
        """Raises UserError as `Turn.play`."""
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
                cells = prices.read_taken(files, levels, self.printed, n)
                table = {"players": n, "policy": policy_label(policy), "outcome": "lead"}
                yield table, prices.curves(cells, rising=True, forced=True)

    def _parts(self, players: int, policy: str) -> dict[str, list[Part]]:
        """The parts of a table, by arm."""
        deals = max(1, self.settings.games // ARMS)
        return {
            label: parts_of(Turn(rules, players, policy, self.settings.seed), deals, self.data)
            for label, (_, rules) in self.arms.items()
        }
