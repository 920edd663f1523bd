"""How strong the players are: a tournament on equal deals, and every player against itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated

import pandas as pd

from analysis import Tree, open_tree
from analysis.players import ladder
from analysis.studies.frames import Columns, ends
from analysis.studies.questions import LadderSettings
from analysis.studies.study import ForReport, VariedStudy, config_of
from model import Ruleset, load_ruleset
from simulate import policies
from simulate.batch import Run
from simulate.batch.tournament import Tournament, default_rungs
from simulate.data.store import Place
from simulate.fingerprint import parts_of

EDITIONS = ("original-2015", "revised-2021")
PLAYERS = (2, 3, 4)
REPORT_DEALS, REPORT_DEALS_SLOW = 80, 6
"""Deals of the ladder that a report plays if no other is recorded; where a slow player sits."""

REPORT_RUNGS = ("planner", "expert")
"""The slow players on that ladder."""


@dataclass(frozen=True)
class Ladder:
    """Frames of `analysis.players.ladder`, each with a column `players`.

    ratings: one row per rung and number of players; pairings: per pair of rungs; alone: per rung
    against itself and ruleset; fits: do the ratings fit ranks, and wins? pace: milliseconds of a
    rung against itself, columns rung, players, games, game_ms, decision_ms; empty if not measured.
    label: of the rules. recorded: the tournament is one that `gah players ladder` completed.
    """

    settings: LadderSettings
    label: str
    ratings: Annotated[
        pd.DataFrame,
        Columns(
            "rung",
            f"players deals estimate low high {ends('gap steps win vp')} games seats decisions",
        ),
    ]
    pairings: Annotated[pd.DataFrame, Columns("a b", f"players met deals rated {ends('share')}")]
    alone: Annotated[
        pd.DataFrame, Columns("rules rung", f"players games {ends('winner vp decisions')}")
    ]
    fits: Annotated[pd.DataFrame, Columns("about", "players chi2 df p misfit")]
    recorded: bool = False
    pace: Annotated[pd.DataFrame, Columns("rung", "players games game_ms decision_ms")] = field(
        default_factory=pd.DataFrame
    )

    @property
    def anchor(self) -> str:
        return ladder.anchor_of(self.settings.rungs)

    def of(self, players: int) -> pd.DataFrame:
        """The ratings with this many players, strongest first."""
        return self.ratings[self.ratings["players"] == players]


@dataclass(frozen=True)
class LadderStudy(VariedStudy[Ladder, LadderSettings]):
    """A tournament."""

    bar = "games: ladder"
    subject = "the ladder"
    asks = LadderSettings
    answers = Ladder

    @classmethod
    def of_report(cls, plan: ForReport, data: Place) -> LadderStudy:
        """One of few deals without those players that take longest."""
        rules = plan.rules
        rungs = tuple(
            name
            for name in default_rungs(load_ruleset(rules))
            if name in REPORT_RUNGS or not policies.slow((name,))
        )
        few = (REPORT_DEALS, REPORT_DEALS_SLOW)
        return cls(LadderSettings(rules, rungs, PLAYERS, *few, plan.seed), data, small=True)

    @cached_property
    def plan(self) -> Tournament:
        """The tables to play."""
        s = self.settings
        return Tournament(
            self.ruleset, s.rungs, s.players, s.deals, s.deals_search, s.seed, editions()
        )

    def runs(self) -> list[Run]:
        return self.plan.runs(self.data)

    def parts(self) -> list[str]:
        return parts_of([self.settings.rules, *EDITIONS], self.settings.policies)

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
        rated, paired, fitted = (
            pd.concat(one, ignore_index=True) for one in (ratings, pairings, fits)
        )
        return Ladder(
            self.settings, plan.ruleset.label, rated, paired, itself, fitted, not self.small
        )


def editions() -> tuple[Ruleset, ...]:
    """The rulesets under which every rung plays against itself."""
    return tuple(load_ruleset(spec) for spec in EDITIONS)


def _rate(
    tree: Tree, plan: Tournament, players: int, tables: dict[str, int], itself: pd.DataFrame
) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """Ratings (with shares of wins, VP and decisions), pairings and fits, for this many players."""
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
