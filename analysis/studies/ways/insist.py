"""The cost of insisting on a way: players with a taste against the same player without it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from analysis import open_tree
from analysis.players.between import agreement
from analysis.players.insisting import Point, measured, verdicts
from analysis.studies.study import config_of
from analysis.studies.ways.part import Frames, WaysAsked, WaysPart
from analysis.studies.ways.tastes import WAYS, Way, of_deals, spreads
from simulate.batch import Run
from simulate.policies import label as policy_label

SHARD_DEALS = 25

INSISTED = 4_000_003
"""Added to the seed: the same player may also play games of its own, which describe winners."""


class InsistPart(WaysPart):
    """Curves: a row per way and strength; insist: per way, with its verdict; agreement: per further
    jury, its agreement with the first on the costs of ways.
    """

    name = "insist"
    gives = ("curves", "insist", "agreement")

    def runs(self, asked: WaysAsked) -> list[Run]:
        return [run for table in asked.contests for run in runs_of(asked, *table)]

    def frames(self, asked: WaysAsked, threads: int, known: Frames) -> Frames:
        curves = {table: curves_of(asked, *table, threads) for table in asked.contests}
        first = curves[asked.smallest]
        agree = [
            {"jury": policy_label(jury), **agreement(first, own), **at(*asked.smallest)}
            for (_, jury), own in curves.items()
            if jury != asked.smallest[1]
        ]
        all_of = [own.assign(**at(*table)) for table, own in curves.items()]
        found = [verdicts(own).assign(**at(*table)) for table, own in curves.items()]
        return {"curves": pd.concat(all_of, ignore_index=True),
                "insist": pd.concat(found, ignore_index=True),
                "agreement": pd.DataFrame(agree)}  # fmt: skip


def at(players: int, policy: str) -> dict[str, Any]:
    """The columns that identify a row's table."""
    return {"players": players, "policy": policy_label(policy)}


def tasted(policy: str, ways: Sequence[Way]) -> list[tuple[Way, float, str]]:
    """Every way and strength, and its player."""
    return [(way, one, way.name(policy, one)) for way in ways for one in way.strengths]


def ways_of(asked: WaysAsked) -> list[Way]:
    """The ways to insist on."""
    wanted = asked.settings.tastes
    return [one for one in WAYS if not wanted or one.id in wanted]


def runs_of(asked: WaysAsked, players: int, policy: str) -> list[Run]:
    """The games that `curves_of` needs."""
    tables = [(name, *[policy] * (players - 1)) for _, _, name in tasted(policy, ways_of(asked))]
    return [untasted(asked, players, policy), *(mirrored(asked, players, one) for one in tables)]


def seed_of(asked: WaysAsked, more: int = INSISTED) -> int:
    """The seed of games played for their own purpose."""
    return (asked.settings.seed + more) % 2**63


def untasted(asked: WaysAsked, players: int, policy: str) -> Run:
    """The deals, played only by players without tastes; once, as all seats are alike."""
    return Run(asked.ruleset, players, (policy,) * players, asked.deals(players), seed_of(asked),
               asked.data, shard_games=SHARD_DEALS * players)  # fmt: skip


def mirrored(
    asked: WaysAsked, players: int, table: tuple[str, ...], deals: int = 0, more: int = INSISTED
) -> Run:
    """A table that plays every deal once in each rotation. more: added to the seed."""
    return Run(
        asked.ruleset, players, table, (deals or asked.deals(players)) * players,
        seed_of(asked, more), asked.data, shard_games=SHARD_DEALS * players, same_deal=players,
    )  # fmt: skip


def rows_of(asked: WaysAsked, run: Run, threads: int) -> tuple[pd.DataFrame, dict[str, float]]:
    """`of_deals` and `spreads` of a run. Raises UserError if games are missing."""
    config = config_of(run)
    with open_tree(asked.data, [config], seed=run.seed, threads=threads, first=run.games) as tree:
        return of_deals(tree, config), spreads(tree, config)


def curves_of(asked: WaysAsked, players: int, policy: str, threads: int) -> pd.DataFrame:
    """One row per way and strength: how much more of its component it gets, and its cost."""
    free, spread = rows_of(asked, untasted(asked, players, policy), threads)
    free = free.set_index("deal")
    found: list[dict[str, Any]] = []
    for way, strength, name in tasted(policy, ways_of(asked)):
        run = mirrored(asked, players, (name, *[policy] * (players - 1)))
        rows, _ = rows_of(asked, run, threads)
        own = rows[rows["name"] == name].set_index("deal").loc[free.index]
        thing = f"thing_{way.id}"
        point = Point(
            own["win"].to_numpy(), own["vp"].to_numpy(), own[thing].to_numpy(),
            free["vp"].to_numpy(), free[thing].to_numpy(), spread[way.id], way.sign,
        )  # fmt: skip
        found.append({
            "taste": way.id, "words": way.words, "unit": way.unit, "strength": strength,
            "name": name, "spread": spread[way.id], **measured(point, players),
        })  # fmt: skip
    return pd.DataFrame(found)
