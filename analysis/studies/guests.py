"""`gah study guests`: the worth of taking a guest at each price, by force on equal deals.

These are not whole games of a table: each position is played to its end in several ways
(`parts`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated

import pandas as pd

from analysis.cards.taking import average_frame, taking_frame
from analysis.studies.frames import ESTIMATE, JOINT, Columns, ends
from analysis.studies.parts import DealRange, files_of, parts_of
from analysis.studies.questions import GuestSettings
from analysis.studies.study import Tabled, VariedStudy
from model import UserError
from simulate.experiments.taking import AskedTurn
from simulate.policies import label as policy_label


@dataclass(frozen=True)
class Guests(Tabled):
    """Frames of `analysis.cards.taking`, each with columns players and policy; values also with
    colour and vp (as printed). values: a row per guest, price and outcome; averages: per price.
    """

    main = "values"

    settings: GuestSettings
    values: Annotated[
        pd.DataFrame,
        Columns(
            "item name colour outcome unit verdict policy",
            f"vp price {JOINT} {ends('instead use')} deals q players",
        ),
    ]
    averages: Annotated[
        pd.DataFrame,
        Columns("outcome unit policy", f"price {ESTIMATE} {ends('use')} deals players"),
    ]


@dataclass(frozen=True)
class GuestStudy(VariedStudy[Guests, GuestSettings]):
    """The parts behind the settings, below `data`."""

    bar = "deals for guests"
    subject = "which guests are good value"
    asks = GuestSettings
    answers = Guests

    data: Path

    @cached_property
    def turns(self) -> list[AskedTurn]:
        """The turn of the experiment, at each table."""
        s = self.settings
        if not 1 <= s.round <= self.ruleset.game.rounds:
            raise UserError(f"--round {s.round}: from 1 to {self.ruleset.game.rounds}")
        return [AskedTurn(self.ruleset, n, policy, s.seed, s.round)
                for policy in s.policies for n in s.players]  # fmt: skip

    def forced(self) -> list[DealRange]:
        """Raises UserError for a player that cannot be forced."""
        return [part for turn in self.turns for part in self._parts(turn)]

    def frames(self, threads: int) -> Guests:
        names = {str(key): card.name for key, card in self.ruleset.guest.items()}
        values, averages = [], []
        for turn in self.turns:
            files = files_of(self._parts(turn), self.command)
            told = {"players": turn.players, "policy": policy_label(turn.policy)}
            values.append(taking_frame(files, turn.players, names, threads).assign(**told))
            averages.append(average_frame(files, turn.players, threads).assign(**told))
        frame = pd.concat(values, ignore_index=True)
        cards = [self.ruleset.guest[int(item)] for item in frame["item"]]
        frame = frame.assign(colour=[one.colour for one in cards], vp=[one.vp for one in cards])
        return Guests(self.settings, frame, pd.concat(averages, ignore_index=True))

    def _parts(self, turn: AskedTurn) -> list[DealRange]:
        return parts_of(turn, self.settings.deals, self.data)
