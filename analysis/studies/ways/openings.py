"""First guests, rooms and dice, and how many of them equal the best (`analysis.course.opening`)."""

from __future__ import annotations

import numpy as np
import pandas as pd

from analysis.course.opening import opening_frame, openings_of
from analysis.studies.parts import DealRange, files_of, parts_of
from analysis.studies.ways.part import Frames, WaysAsked, WaysPart
from analysis.studies.ways.winners import games_of, played_at
from simulate.batch import Run
from simulate.experiments.first_moves import FirstMoves
from simulate.policies import label as policy_label


class OpeningsPart(WaysPart):
    """The first moves of the games whose winners are described, replayed up to there."""

    name = "openings"
    gives = ("openings",)

    def runs(self, asked: WaysAsked) -> list[Run]:
        return [games_of(asked, *table) for table in asked.tables]

    def forced(self, asked: WaysAsked) -> list[DealRange]:
        return [one for table in asked.tables for one in self._parts(asked, *table)]

    def frames(self, asked: WaysAsked, threads: int, known: Frames) -> Frames:
        rng = np.random.default_rng(asked.settings.seed)
        found = []
        for players, policy in asked.tables:
            files = files_of(self._parts(asked, players, policy), asked.settings.command)
            first = pd.concat(map(pd.read_parquet, files), ignore_index=True)
            seats = played_at(asked, players, policy, threads).seats
            both = seats.merge(first, on=["game", "seat"], suffixes=("", "_first"))
            frame = opening_frame(both, openings_of(both, asked.ruleset), rng)
            found.append(frame.assign(players=players, policy=policy_label(policy)))
        return {"openings": pd.concat(found, ignore_index=True)}

    def _parts(self, asked: WaysAsked, players: int, policy: str) -> list[DealRange]:
        s = asked.settings
        table = FirstMoves(asked.ruleset, players, policy, s.seed, s.repeats)
        return parts_of(table, s.games, asked.data)
