"""`gah study price --kind guest`: fair VP of guests, by taking them by force or none."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.studies.forced_price import ForcedPrices
from model import Ruleset
from simulate.experiments.taking import AskedTurn


@dataclass(frozen=True)
class GuestPriceStudy(ForcedPrices):
    """VP of guests."""

    bar = "deals for VP of guests"
    subject = "the VP of guests"
    reported = False
    kind = "guest"
    number = "vp"
    most = 16
    cells = "taken_cells"

    def table(self, rules: Ruleset, players: int, policy: str) -> AskedTurn:
        return AskedTurn(rules, players, policy, self.settings.seed)
