"""What winners do: the ways of play of recorded games (`analysis.course.ways`)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd

from analysis import open_tree
from analysis.course import ways
from analysis.course.play import seats_of
from analysis.studies.study import config_of
from analysis.studies.ways.part import Frames, WaysAsked, WaysPart
from simulate.batch import Run
from simulate.policies import label as policy_label


def games_of(asked: WaysAsked, players: int, policy: str) -> Run:
    """The recorded games of one table: each deal several times, with other dice and cards."""
    s = asked.settings
    return Run(asked.ruleset, players, policy, s.games, s.seed, asked.data,
               same_deal=s.repeats, own_chance=True)  # fmt: skip


def played_at(asked: WaysAsked, players: int, policy: str, threads: int) -> ways.TableSeats:
    """The seats of one table. Raises UserError if games are missing."""
    run = games_of(asked, players, policy)
    config = config_of(run)
    with open_tree(asked.data, [config], seed=run.seed, threads=threads, first=run.games) as tree:
        seats = seats_of(tree, config, asked.ruleset)
    return ways.TableSeats(players, policy_label(policy), seats)


class WinnersPart(WaysPart):
    """Every seat described by its play; the ways found; the wins of each."""

    name = "winners"
    gives = ("axes", "ways", "traits", "stability", "typical")

    def runs(self, asked: WaysAsked) -> list[Run]:
        return [games_of(asked, *table) for table in asked.tables]

    def frames(self, asked: WaysAsked, threads: int, known: Frames) -> Frames:
        tables = [played_at(asked, *table, threads) for table in asked.tables]
        found = ways.group(tables, np.random.default_rng(asked.settings.seed))

        def each(frame: Callable[[ways.Grouping, int], pd.DataFrame]) -> pd.DataFrame:
            return pd.concat([frame(found, at) for at in range(len(tables))], ignore_index=True)

        return {
            "axes": pd.concat(map(ways.axes_frame, tables), ignore_index=True),
            "ways": each(ways.ways_frame), "traits": each(ways.traits_frame),
            "stability": ways.stability_frame(found.tried), "typical": each(ways.typical_frame),
        }  # fmt: skip
