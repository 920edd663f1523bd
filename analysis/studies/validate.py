"""`gah check validate`: records the games of the validation, checks them, writes the record."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path

import numpy as np
import pandas as pd

from analysis import open_tree
from analysis.base.kinds import kind
from analysis.base.reader import MEMORY, PROCESS
from analysis.base.stats import LEVEL, Array, Estimate, normal_quantile
from analysis.cards.agreement import HEADLINE
from analysis.cards.effects import Subject, chance_effects
from analysis.method.validate import (
    ENOUGH,
    Block,
    halves,
    of_games,
    of_results_made_up,
    shared_deals,
)
from analysis.rulesets import compare as contrasting
from analysis.studies.study import Study, config_of
from model import load_ruleset
from simulate.base import outputs
from simulate.base.files import write_whole
from simulate.base.notation import bounds
from simulate.base.provenance import commit, play_digest
from simulate.batch import Run
from simulate.data.store import Place
from simulate.fingerprint import fingerprint, parts_of

RULES, CARD = "revised-2021", 3
TABLES = (("random", 2, 1.0), ("greedy", 4, 0.125))
"""Policy and players of the tables, and how many of the deals asked for each plays."""

JUDGES, JUDGED_GAMES = ("planner", 2), 12_000
"""The players of games whose cards are judged from one half and checked by the other."""

SAME_DEAL = 8
"""Games of a deal in the run of the first table whose games share deals."""

LEAST_DEALS = 50

ROOM_A_GAME = 1500
"""Bytes that DuckDB may use for each game of a run."""

MEASURES = ("vp", "vp_winner", "vp_spread", "win_seat_1", "rerolls", "guests_housed", "vp_staff")
"""Metrics that these players' games move: continuous, skewed, counts, and 0 or 1."""


@dataclass(frozen=True)
class ValidationStudy(Study[pd.DataFrame]):
    """The frame of `analysis.method.validate.validate`, on replications of this many deals."""

    name = "validate"
    bar = "games"

    replications: int
    deals: int
    seed: int
    data: Place

    def runs(self) -> list[Run]:
        """Three runs of each table, see `table`; for the first also one whose games share deals."""
        tables = [run for at in range(len(TABLES)) for run in self.table(at)]
        return [*tables, self.sharing, *self.judged]

    @property
    def judged(self) -> list[Run]:
        """Two runs of the cards' judge, on different deals; none if replications are few."""
        if self.replications < ENOUGH:
            return []
        policy, players = JUDGES
        return [Run(load_ruleset(RULES), players, policy, JUDGED_GAMES // 2, self.seed + 3 + half,
                    self.data) for half in range(2)]  # fmt: skip

    def deals_at(self, table: int) -> int:
        """Deals per replication at a table."""
        return max(LEAST_DEALS, int(self.deals * TABLES[table][2]))

    def table(self, table: int) -> list[Run]:
        """The rules, the same under another seed, and the rules with the planted card."""
        patch = resources.files("analysis.studies").joinpath("planted_card.toml")
        rules, planted = load_ruleset(RULES), load_ruleset(RULES, patches=[str(patch)])
        policy, players, _ = TABLES[table]
        games = self.replications * self.deals_at(table)
        return [
            Run(ruleset, players, policy, games, number, self.data)
            for ruleset, number in (
                (rules, self.seed),
                (rules, self.seed + 1),
                (planted, self.seed),
            )
        ]

    @property
    def sharing(self) -> Run:
        """Games of which `SAME_DEAL` in a row share a deal, each with its own dice."""
        policy, players, _ = TABLES[0]
        deals = max(LEAST_DEALS, self.deals // SAME_DEAL)
        return Run(
            load_ruleset(RULES), players, policy, self.replications * deals * SAME_DEAL,
            self.seed + 2, self.data, same_deal=SAME_DEAL, own_chance=True,
        )  # fmt: skip

    def frames(self, threads: int) -> pd.DataFrame:
        frames = []
        for at, (policy, players, _) in enumerate(TABLES):
            frame = of_games(self.block(threads, at), self.seed)
            where = "" if at == 0 else f", {players} {policy}"
            frames.append(frame.assign(quantity=frame["quantity"] + where))
        (values,), (cards,) = self._read([self.sharing], threads)
        shape = (self.replications, -1, SAME_DEAL)
        frames.append(pd.DataFrame(shared_deals(
            _wanted(), values.reshape(*shape, values.shape[1]), cards.reshape(*shape, 4)
        )))  # fmt: skip
        if self.judged:
            frames.append(pd.DataFrame(halves(*self._halves(threads))))
        frames.append(of_results_made_up(self.replications, self.seed))
        return pd.concat([frame for frame in frames if len(frame)], ignore_index=True)

    def _halves(self, threads: int) -> tuple[Estimate, Estimate, float, float, float]:
        """The arguments of `halves`, from the two runs of `judged`."""
        found = []
        for run in self.judged:
            config = config_of(run)
            with open_tree(self.data, [config], seed=run.seed, threads=threads) as tree:
                subject = Subject(config, config.policy, run.ruleset)
                frame = chance_effects(tree, subject, kind("staff"))
            found.append(frame[frame["metric"] == HEADLINE["dealt"]].set_index("item"))
        one, two = found[0], found[1].reindex(found[0].index)
        row = one.iloc[0]
        floor_se = (row["floor_high"] - row["floor_low"]) / (2 * normal_quantile(LEVEL))
        estimates = [Estimate(half["estimate"].to_numpy(), half["se"].to_numpy())
                     for half in (one, two)]  # fmt: skip
        return estimates[0], estimates[1], float(row["limit_low"]), floor_se, float(row["margin"])

    def block(self, threads: int, table: int = 0) -> Block:
        """The recorded games of a table as replications."""
        values, cards = self._read(self.table(table), threads)
        shaped: list[Array] = [
            one.reshape(self.replications, self.deals_at(table), -1) for one in (*values, *cards)
        ]
        same, again, planted, cards_same, _, cards_planted = shaped
        return Block(_wanted(), same, again, planted, cards_same, cards_planted)

    def _read(self, played: list[Run], threads: int) -> tuple[list[Array], list[Array]]:
        """For each run the values of all measures, and the planted card, game by game."""
        values, cards = [], []
        configs, games = {config_of(run) for run in played}, played[0].games
        # A run is read as a whole: memory grows with its games, unless limited.
        memory = None if os.environ.get(MEMORY) else f"{PROCESS + ROOM_A_GAME * games}B"
        with open_tree(self.data, configs, memory=memory, threads=threads, first=games) as tree:
            for run in played:
                which = (run.ruleset.label, run.players, config_of(run).policy, run.seed)
                values.append(contrasting.read_values(tree, *which, _wanted()))
                cards.append(contrasting.read_card(tree, *which, CARD))
        return values, cards


def _wanted() -> tuple[contrasting.Measure, ...]:
    return tuple(one for one in contrasting.measures() if one.name in MEASURES)


def record_text(found: pd.DataFrame, replications: int, deals: int, seed: int) -> str:
    """The record as text."""
    failed = int((~found["passed"]).sum())
    lines = [
        "Validation of the method",
        "========================",
        "",
        f"date         {datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        f"version      commit {commit()}, engine {play_digest()}",
        f"made with    Python {platform.python_version()}, numpy {np.__version__}",
        *_tables(replications, deals, seed),
        "planted      staff card 3 costs nothing and brings 1 VP"
        " (analysis/studies/planted_card.toml)",
        "bounds       central 99.9% of the binomial distribution; for uniform: p of the"
        " Kolmogorov-Smirnov test",
        "",
        f"{len(found) - failed} of {len(found)} checks hold."
        if failed else f"All {len(found)} checks hold.",
    ]  # fmt: skip
    for check, rows in found.groupby("check", sort=False):
        head = f"{'':<46}{'times':>7}{'observed':>10}{'expected':>10}{'bounds':>18}"
        lines += ["", str(check), "-" * len(str(check)), "", head]
        for _, one in rows.iterrows():
            expected = "" if np.isnan(one["expected"]) else f"{one['expected']:.3f}"
            held = "" if np.isnan(one["low"]) else bounds(one["low"], one["high"], 3)
            lines.append(
                f"{one['quantity']:<46}{one['replications']:>7}{one['observed']:>10.3f}"
                f"{expected:>10}{held:>18}{'' if one['passed'] else '  FAILS'}"
            )
    return "\n".join(lines) + "\n"


def _tables(replications: int, deals: int, seed: int) -> list[str]:
    """Lines about the games."""
    study = ValidationStudy(replications, deals, seed, Path())
    lines = []
    for at, (policy, players, _) in enumerate(TABLES):
        each = study.deals_at(at)
        lines.append(
            f"{'' if at else 'games':<13}3 runs of {replications * each:,} {policy} games,"
            f" {players} players, {RULES}, seeds {seed} and {seed + 1}: {replications} replications"
            f" of {each} deals"
        )
    lines.append(
        f"{'':<13}{study.sharing.games:,} {TABLES[0][0]} games, {TABLES[0][1]} players, of which"
        f" {SAME_DEAL} share a deal, seed {seed + 2}"
    )
    for run in study.judged:
        lines.append(
            f"{'':<13}{run.games:,} {JUDGES[0]} games, {JUDGES[1]} players, {RULES},"
            f" seed {run.seed}: one half of the verdicts on cards"
        )
    return lines


def write_record(found: pd.DataFrame, replications: int, deals: int, seed: int, out: Path) -> None:
    """Write the record and, next to it, a JSON copy."""
    write_whole(out, record_text(found, replications, deals, seed).encode())
    judges = [JUDGES[0]] if replications >= ENOUGH else []
    rows = json.loads(found.to_json(orient="records", double_precision=6))
    head = {"date": f"{datetime.now(UTC):%Y-%m-%d}", "commit": commit(), "engine": play_digest(),
            "play": fingerprint(parts_of([RULES], [*(policy for policy, _, _ in TABLES), *judges])),
            "rules": RULES, "tables": [[policy, players] for policy, players, _ in TABLES],
            "seed": seed, "replications": replications, "deals": deals}  # fmt: skip
    text = json.dumps({**head, "checks": rows}, indent=1)
    outputs.keep(out.with_suffix(".json"), text + "\n")
