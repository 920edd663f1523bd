"""What the pages about players show: the ladder and the luck figure, computed once from games."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
from rich.console import Console

from analysis import Tree, open_tree
from analysis.players import ladder, luck
from analysis.studies import study
from analysis.studies.study import config_of, play
from model import Ruleset, load_ruleset
from simulate import policies
from simulate.batch import Run
from simulate.batch.tournament import (
    Crossed,
    Tournament,
    default_rungs,
    parse_rungs,
)
from simulate.data.store import Place

EDITIONS = ("original-2015", "revised-2021")
PLAYERS = (2, 3, 4)
LUCK_TABLES = (("greedy", "politician"), ("greedy", "random"))
"""Two players of one kind, and two that differ as much as can be."""

LUCK_DEALS, LUCK_DICE = 300, 2  # the defaults of `gah luck`, so that its games are these
REPORT_DEALS, REPORT_DEALS_SLOW = 80, 6
"""Deals of the ladder that a report plays if no other is recorded; where a slow player sits."""

REPORT_RUNGS = ("planner", "expert")
"""The slow players on that ladder."""

TWO_OF_THREE = 2 / 3


@dataclass(frozen=True)
class Ladder:
    """Frames of `analysis.players.ladder`, each with a column `players`, and their tournament.

    ratings: one row a rung and number of players; pairings: a pair of rungs; alone: a rung against
    itself under a ruleset. recorded: the tournament is one that `gah ladder` completed.
    """

    plan: Tournament
    ratings: pd.DataFrame
    pairings: pd.DataFrame
    alone: pd.DataFrame
    recorded: bool = False

    @property
    def anchor(self) -> str:
        return ladder.anchor_of(self.plan.rungs)

    def of(self, players: int) -> pd.DataFrame:
        """The ratings with so many players, strongest first."""
        return self.ratings[self.ratings["players"] == players]

    def command(self) -> str:
        """Command that plays this ladder."""
        plan = self.plan
        return (
            f"gah ladder --rules {shlex.quote(plan.ruleset.label)}"
            f" --rungs {','.join(plan.rungs)} --players {','.join(map(str, plan.players))}"
            f" --deals {plan.deals} --deals-search {plan.deals_search} --seed {plan.seed}"
        )


@dataclass(frozen=True)
class Luck:
    """Shares of variance (`luck.analyse_luck`), and the lead that wins two games of three.

    leads: one row a table of two: table, estimate, low, high, in VP.
    """

    plans: tuple[Crossed, ...]
    shares: pd.DataFrame
    leads: pd.DataFrame

    @property
    def kinds(self) -> list[str]:
        """The tables, as the column `kinds` has them."""
        return list(self.shares["kinds"].unique())

    def rows(self, **equal: object) -> pd.DataFrame:
        """Rows of the shares with these values."""
        keep = pd.Series(True, self.shares.index)
        for column, value in equal.items():
            keep &= self.shares[column] == value
        return self.shares[keep]

    def command(self) -> str:
        """Command that plays these games."""
        one = self.plans[0]
        tables = " ".join(f"--table {','.join(plan.table)}" for plan in self.plans)
        return (
            f"gah luck --rules {shlex.quote(one.ruleset.label)} {tables} --players"
            f" {','.join(map(str, one.players))} --deals {one.deals} --dice {one.dice}"
            f" --seed {one.seed}"
        )


def small_ladder(ruleset: Ruleset, seed: int = 1) -> Tournament:
    """The ladder of a report: all policies but those that take longest, few deals."""
    rungs = tuple(
        name
        for name in default_rungs(ruleset)
        if name in REPORT_RUNGS or not policies.slow((name,))
    )
    return Tournament(ruleset, rungs, PLAYERS, REPORT_DEALS, REPORT_DEALS_SLOW, seed, editions())


def luck_plans(ruleset: Ruleset, seed: int = 1) -> tuple[Crossed, ...]:
    """The crossed designs of a report."""
    return tuple(
        Crossed(ruleset, table, PLAYERS, LUCK_DEALS, LUCK_DICE, seed) for table in LUCK_TABLES
    )


def editions() -> tuple[Ruleset, ...]:
    """The rulesets under which every rung plays itself."""
    return tuple(load_ruleset(spec) for spec in EDITIONS)


def compute_ladder(
    plan: Tournament, data: Place, threads: int = 2, recorded: bool = False
) -> Ladder:
    """All frames of a ladder whose games are recorded. Raises UserError if some are not."""
    mixed, alone = plan.mixed(data), plan.alone(data)
    configs = [config_of(run) for run in (*mixed, *alone)]
    ratings, pairings = [], []
    with open_tree(data, configs, seed=plan.seed, threads=threads) as tree:
        itself = ladder.self_play(tree, {config_of(run): run.games for run in alone})
        for players in plan.players:
            tables = {
                config_of(r).policy: r.games // players for r in mixed if r.players == players
            }
            rated, pairs = _rate(tree, plan, players, tables, itself)
            ratings.append(rated)
            pairings.append(pairs)
    return Ladder(plan, pd.concat(ratings, ignore_index=True),
                  pd.concat(pairings, ignore_index=True), itself, recorded)  # fmt: skip


def _rate(
    tree: Tree, plan: Tournament, players: int, tables: dict[str, int], itself: pd.DataFrame
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Ratings (with shares of wins, VP and decisions) and pairings for a number of players."""
    duels = ladder.read_duels(tree, plan.ruleset.label, players, tables)
    rated = ladder.rate(ladder.deal_matrices(duels, plan.rungs), plan.rungs)
    frame = ladder.rating_frame(rated)
    frame = frame.merge(ladder.mixed_play(tree, plan.ruleset.label, players, tables), on="rung")
    same = itself[(itself["rules"] == plan.ruleset.label) & (itself["players"] == players)]
    frame = frame.merge(same[["rung", "decisions"]], on="rung")
    pairs = ladder.pairings(duels, rated)
    for one in (frame, pairs):
        one.insert(0, "players", players)
    frame.insert(2, "deals", [plan.deals_of((rung,)) for rung in frame["rung"]])
    return frame, pairs


def compute_luck(plans: Sequence[Crossed], data: Place, threads: int = 2) -> Luck:
    """All frames of crossed designs whose games are recorded. Raises UserError if some are not."""
    frames, leads = [], []
    for plan in plans:
        runs = [(run, config_of(run)) for run in plan.runs(data)]
        with open_tree(
            data, [config for _, config in runs], seed=plan.seed, threads=threads
        ) as tree:
            for run, config in runs:
                played = luck.read_crossed(tree, config, run.seats(), run.games)
                frame = luck.analyse_luck(played, config.rules)
                frame["kinds"] = ",".join(plan.table)
                frames.append(frame)
                if run.players == 2:
                    lead = luck.lead_for(played, TWO_OF_THREE)
                    leads.append({"kinds": ",".join(plan.table), **lead})
    return Luck(tuple(plans), pd.concat(frames, ignore_index=True), pd.DataFrame(leads))


def remember(plan: Tournament, data: Place) -> None:
    """Note in the data folder that this ladder is complete; the report shows the last one noted."""
    names = ("rungs", "players", "deals", "deals_search", "seed")
    study.leave(data, "ladder", plan.ruleset.label, {name: getattr(plan, name) for name in names})


def recall(ruleset: Ruleset, data: Place) -> Tournament | None:
    """The ladder last completed in a folder under these rules, if any.

    Raises UserError if the note of it cannot be read.
    """

    def read(raw: dict[str, Any]) -> Tournament:
        rungs = parse_rungs(",".join(raw["rungs"]))
        players = tuple(int(n) for n in raw["players"])
        deals, deals_search, seed = (int(raw[name]) for name in ("deals", "deals_search", "seed"))
        return Tournament(ruleset, rungs, players, deals, deals_search, seed, editions())

    return study.find(data, "ladder", ruleset.label, read)


@dataclass(frozen=True)
class Games:
    """The games about players that a report reads: which they are, and where.

    recorded: the tournament is the one that `gah ladder` completed last, not a report's own.
    """

    tournament: Tournament
    recorded: bool
    crossed: tuple[Crossed, ...]
    ladder: Place
    luck: Place

    @classmethod
    def planned(cls, ruleset: Ruleset, ladder: Place, luck: Place, seed: int) -> Games:
        """The ladder last completed under these rules, else a small one; and the luck designs."""
        recorded = recall(ruleset, ladder)
        tournament = recorded or small_ladder(ruleset, seed)
        return cls(tournament, recorded is not None, luck_plans(ruleset, seed), ladder, luck)

    def runs(self) -> tuple[list[Run], list[Run]]:
        """The runs of the tournament, and those about luck."""
        of_luck = [run for plan in self.crossed for run in plan.runs(self.luck)]
        return self.tournament.runs(self.ladder), of_luck

    def play(self, workers: int, console: Console) -> None:
        """Play what is not recorded yet. Raises UserError as `run` does."""
        rating, of_luck = self.runs()
        play(rating, workers, "games: ladder", console)
        play(of_luck, workers, "games: skill and luck", console)

    def compute(self, threads: int, console: Console) -> tuple[Ladder | None, Luck | None]:
        """All frames; None for what is not recorded in full, and the console is told."""
        rated = study.or_without(
            "the ladder", "ladder",
            lambda: compute_ladder(self.tournament, self.ladder, threads, self.recorded), console,
        )  # fmt: skip
        shares = study.or_without(
            "skill and luck", "luck",
            lambda: compute_luck(self.crossed, self.luck, threads), console,
        )  # fmt: skip
        return rated, shares
