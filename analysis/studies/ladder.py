"""How strong the players are: a tournament on equal deals, and every player against itself."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from analysis import Tree, open_tree
from analysis.players import ladder
from analysis.studies import study
from analysis.studies.study import Study, config_of
from model import Ruleset, load_ruleset
from simulate import policies
from simulate.batch import Run
from simulate.batch.tournament import Tournament, default_rungs, parse_rungs
from simulate.data.store import Place

EDITIONS = ("original-2015", "revised-2021")
PLAYERS = (2, 3, 4)
REPORT_DEALS, REPORT_DEALS_SLOW = 80, 6
"""Deals of the ladder that a report plays if no other is recorded; where a slow player sits."""

REPORT_RUNGS = ("planner", "expert")
"""The slow players on that ladder."""


@dataclass(frozen=True)
class Ladder:
    """Frames of `analysis.players.ladder`, each with a column `players`, and their tournament.

    ratings: one row a rung and number of players; pairings: a pair of rungs; alone: a rung against
    itself under a ruleset; fits: do the ratings fit ranks, and wins. recorded: the tournament is
    one that `gah ladder` completed.
    """

    plan: Tournament
    ratings: pd.DataFrame
    pairings: pd.DataFrame
    alone: pd.DataFrame
    recorded: bool = False
    fits: pd.DataFrame = field(default_factory=pd.DataFrame)

    @property
    def anchor(self) -> str:
        return ladder.anchor_of(self.plan.rungs)

    def of(self, players: int) -> pd.DataFrame:
        """The ratings with so many players, strongest first."""
        return self.ratings[self.ratings["players"] == players]

    @property
    def command(self) -> str:
        """What plays these games."""
        return command_of(self.plan)


@dataclass(frozen=True)
class LadderStudy(Study[Ladder]):
    """A tournament. small: a report's own, which is played where `gah ladder` completed none."""

    name = "ladder"
    bar = "games: ladder"
    told = "the ladder"

    plan: Tournament
    data: Place
    small: bool = False

    @classmethod
    def of_report(cls, ruleset: Ruleset, data: Place, seed: int) -> LadderStudy:
        """The ladder last completed under these rules, else one of few deals without those players
        that take longest."""
        noted = cls.noted(ruleset, data)
        if noted is not None:
            return noted
        rungs = tuple(
            name
            for name in default_rungs(ruleset)
            if name in REPORT_RUNGS or not policies.slow((name,))
        )
        few = (REPORT_DEALS, REPORT_DEALS_SLOW)
        return cls(Tournament(ruleset, rungs, PLAYERS, *few, seed, editions()), data, small=True)

    @classmethod
    def noted(cls, ruleset: Ruleset, data: Place) -> LadderStudy | None:
        """The ladder last completed in a folder under these rules, if any.

        Raises UserError if the note of it cannot be read.
        """

        def read(raw: dict[str, Any]) -> LadderStudy:
            rungs = parse_rungs(",".join(raw["rungs"]))
            players = tuple(int(n) for n in raw["players"])
            deals, few, seed = (int(raw[name]) for name in ("deals", "deals_search", "seed"))
            return cls(Tournament(ruleset, rungs, players, deals, few, seed, editions()), data)

        return study.find(data, cls.name, ruleset.label, read)

    @property
    def command(self) -> str:
        return command_of(self.plan)

    def runs(self) -> list[Run]:
        return self.plan.runs(self.data)

    def note(self) -> tuple[str, dict[str, Any]] | None:
        if self.small:
            return None
        names = ("rungs", "players", "deals", "deals_search", "seed")
        return self.plan.ruleset.label, {name: getattr(self.plan, name) for name in names}

    def frames(self, threads: int) -> Ladder:
        plan = self.plan
        mixed, alone = plan.mixed(self.data), plan.alone(self.data)
        configs = [config_of(run) for run in (*mixed, *alone)]
        ratings, pairings, fits = [], [], []
        with open_tree(self.data, configs, seed=plan.seed, threads=threads) as tree:
            itself = ladder.self_play(tree, {config_of(run): run.games for run in alone})
            for players in plan.players:
                tables = {
                    config_of(r).policy: r.games // players for r in mixed if r.players == players
                }
                rated, pairs, fit = _rate(tree, plan, players, tables, itself)
                ratings.append(rated)
                pairings.append(pairs)
                fits.append(fit)
        return Ladder(
            plan, pd.concat(ratings, ignore_index=True), pd.concat(pairings, ignore_index=True),
            itself, not self.small, pd.concat(fits, ignore_index=True),
        )  # fmt: skip


def editions() -> tuple[Ruleset, ...]:
    """The rulesets under which every rung plays itself."""
    return tuple(load_ruleset(spec) for spec in EDITIONS)


def _rate(
    tree: Tree, plan: Tournament, players: int, tables: dict[str, int], itself: pd.DataFrame
) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """Ratings (with shares of wins, VP and decisions), pairings and fits, for so many players."""
    duels = ladder.read_duels(tree, plan.ruleset.label, players, tables)
    rated = ladder.rate(ladder.deal_matrices(duels, plan.rungs), plan.rungs)
    frame = ladder.rating_frame(rated)
    frame = frame.merge(ladder.mixed_play(tree, plan.ruleset.label, players, tables), on="rung")
    same = itself[(itself["rules"] == plan.ruleset.label) & (itself["players"] == players)]
    frame = frame.merge(same[["rung", "decisions"]], on="rung")
    pairs = ladder.pairings(duels, rated)
    fit = ladder.fits(tree, plan.ruleset.label, players, tables, duels, rated)
    for one in (frame, pairs, fit):
        one.insert(0, "players", players)
    frame.insert(2, "deals", [plan.deals_of((rung,)) for rung in frame["rung"]])
    return frame, pairs, fit


def command_of(plan: Tournament) -> str:
    """What a user types to play these games."""
    return (
        f"gah ladder --rules {shlex.quote(plan.ruleset.label)}"
        f" --rungs {','.join(plan.rungs)} --players {','.join(map(str, plan.players))}"
        f" --deals {plan.deals} --deals-search {plan.deals_search} --seed {plan.seed}"
    )
