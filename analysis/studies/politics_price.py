"""`gah study price --kind politics`: fair VP of politics cards, by seats that may not claim one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from analysis.studies.forced_price import ForcedPrices
from model import Ruleset, UserError
from model.vocabulary.base import MOST_VP
from simulate.experiments.claiming import Barred


@dataclass(frozen=True)
class PoliticsPriceStudy(ForcedPrices):
    """VP of the first place of politics cards; the others are in the printed proportion, rounded.

    Levels are thirds of the printed VP, from nothing to `most` thirds: few, so that each is played
    in several arms, which have too few politics cards to say what one arm changes by itself.
    """

    bar = "deals for VP of politics cards"
    subject = "the VP of politics cards"
    kind = "politics"
    number = "places"
    most = 9
    cells = "claimed_cells"

    def table(self, rules: Ruleset, players: int, policy: str) -> Barred:
        return Barred(rules, players, policy, self.settings.seed)

    @cached_property
    def printed(self) -> dict[str, int]:
        """The VP of the first place of each card. Raises UserError if one pays nothing there."""
        politics = self.ruleset.politics
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
        places = self.ruleset.politics.places_of(key)
        scaled = [round(level * vp / places[0]) for vp in places]
        return {f"politics.cards.{key}.places": scaled}
