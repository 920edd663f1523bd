"""`gah price --kind guest`: the arms of an experiment on the VP of guests, and what is fair.

In every arm each guest that could be taken is taken by force, and none is (`cards.taking`); the VP
of many guests are changed at once, on equal deals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd
from rich.console import Console

from analysis.cards import prices
from analysis.studies.guests import Part, files_of, parts_of, play_parts
from analysis.studies.price import Prices, Settings
from analysis.studies.study import Study
from model import Ruleset, UserError, load_ruleset
from model.names import meant
from simulate.batch import Run
from simulate.data.manifest import PATCHES
from simulate.experiments.prices import ARMS, Arm, arms, levels_around, write_patch
from simulate.experiments.taking import Turn
from simulate.policies import label as policy_label

REACH, MOST = 6, 16
"""How far from the printed VP a guest's VP go, and the most that are asked."""


@dataclass(frozen=True)
class GuestPriceStudy(Study[Prices]):
    """The parts behind the settings, below `data`; the patches lie there too.

    settings: games are deals, over all arms. variant: what `load_ruleset` takes besides.
    """

    name = "price"
    bar = "deals for VP of guests"
    told = "the VP of guests"

    settings: Settings
    data: Path
    variant: Mapping[str, Any] = field(default_factory=dict)

    @property
    def command(self) -> str:
        return self.settings.command.replace("gah price", "gah price --kind guest", 1)

    def load(self, *patches: Path) -> Ruleset:
        """The rules with patches on top."""
        own = tuple(self.variant.get("patches", ()))
        return load_ruleset(self.settings.rules, **{**self.variant, "patches": (*own, *patches)})

    @cached_property
    def base(self) -> Ruleset:
        """The rules with the printed VP."""
        return self.load()

    @cached_property
    def printed(self) -> dict[str, int]:
        """The VP of each guest, by its number as text."""
        return {str(key): card.vp for key, card in self.base.guest.items()}

    @cached_property
    def names(self) -> dict[str, str]:
        """The name of each guest."""
        return {str(key): card.name for key, card in self.base.guest.items()}

    @property
    def cards(self) -> tuple[str, ...]:
        """The guests whose VP vary."""
        return self.settings.cards or tuple(self.printed)

    @cached_property
    def arms(self) -> dict[str, tuple[Arm, Ruleset]]:
        """The arms by the label of their ruleset; their patches are written."""
        levels = {
            key: levels_around(vp, 0, MOST, REACH) if key in self.cards else (vp,)
            for key, vp in self.printed.items()
        }
        values = {
            key: {one: {f"guest.{key}.vp": one} for one in some} for key, some in levels.items()
        }
        found = arms(self.printed, levels, values, "price-guest")
        # Where few vary, some arms set nothing: they are the rules themselves, which play once.
        rules = [
            self.load(write_patch(arm, self.data / PATCHES)) if arm.values else self.base
            for arm in found
        ]
        return {one.label: (arm, one) for arm, one in zip(found, rules, strict=True)}

    def runs(self) -> list[Run]:
        """None: no whole games are recorded."""
        return []

    def record(self, workers: int, console: Console) -> None:
        """Play the parts that are missing. Raises UserError as `Turn.play`."""
        s = self.settings
        parts = [
            part for policy in s.policies for n in s.players
            for some in self._parts(n, policy).values() for part in some
        ]  # fmt: skip
        play_parts(parts, workers, self.bar, console)

    def frames(self, threads: int) -> Prices:
        levels = {label: arm.levels for label, (arm, _) in self.arms.items()}
        priced, by_level = [], []
        for policy in self.settings.policies:
            for n in self.settings.players:
                files = {label: files_of(parts, self.command)
                         for label, parts in self._parts(n, policy).items()}  # fmt: skip
                cells = prices.read_taken(files, levels, self.printed, n)
                every = prices.curves(cells, rising=True, forced=True)
                found = [one for one in every if one.item in self.cards]
                if not found:
                    raise UserError(
                        f"--games {self.settings.games}: too few for these guests; give more"
                    )
                named = {"players": n, "policy": policy_label(policy), "outcome": "lead"}
                priced.append(prices.price_frame(found, self.names).assign(**named))
                by_level.append(prices.level_frame(found, self.names).assign(**named))
        return Prices(self.settings, pd.concat(priced, ignore_index=True),
                      pd.concat(by_level, ignore_index=True))  # fmt: skip

    def _parts(self, players: int, policy: str) -> dict[str, list[Part]]:
        """The parts of a table, by arm."""
        deals = max(1, self.settings.games // ARMS)
        return {
            label: parts_of(Turn(rules, players, policy, self.settings.seed), deals, self.data)
            for label, (_, rules) in self.arms.items()
        }


def study_of(
    settings: Settings, data: Path, variant: Mapping[str, Any], guests: Sequence[str]
) -> GuestPriceStudy:
    """The study of guests given as "57", "guest.57" or by their name; of all if none is given.

    Raises UserError, with what may have been meant, for one that is not there.
    """
    every = GuestPriceStudy(settings, data, variant)
    keys = {name.casefold(): key for key, name in every.names.items()}
    found = []
    for one in guests:
        key = one.removeprefix("guest.")
        key = keys.get(key.casefold(), key)
        if key not in every.names:
            near = meant(one, every.names.values())
            raise UserError(f"{one}: no guest of {every.base.label}{near}")
        found.append(key)
    return replace(every, settings=replace(settings, cards=tuple(dict.fromkeys(found))))
