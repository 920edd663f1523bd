"""`gah validate`: records the games of the validation, checks, writes the record."""

from __future__ import annotations

import json
import platform
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path

import numpy as np
import pandas as pd

from analysis import Config, open_tree
from analysis.base.stats import Array
from analysis.method.validate import Block, validate
from analysis.rulesets import compare as contrasting
from analysis.studies.study import Study
from model import load_ruleset
from simulate import outputs
from simulate.batch import Run
from simulate.data.files import write_whole
from simulate.data.store import Place
from simulate.fingerprint import fingerprint, parts_of
from simulate.provenance import commit, play_digest

RULES, POLICY, PLAYERS, CARD = "revised-2021", "random", 2, 3
MEASURES = ("vp", "vp_winner", "vp_spread", "win_seat_1", "rerolls", "guests_housed", "vp_staff")
"""Those that such players' games move: continuous, skew, counted and 0 or 1."""


@dataclass(frozen=True)
class ValidationStudy(Study[pd.DataFrame]):
    """The frame of `analysis.method.validate.validate`, on replications of so many deals."""

    name = "validate"
    bar = "games"

    replications: int
    deals: int
    seed: int
    data: Place

    def runs(self) -> list[Run]:
        """Three runs: the rules, again under another seed, and with the planted card."""
        patch = resources.files("analysis.studies").joinpath("planted_card.toml")
        rules, planted = load_ruleset(RULES), load_ruleset(RULES, patches=[str(patch)])
        return [
            Run(ruleset, PLAYERS, POLICY, self.replications * self.deals, number, self.data)
            for ruleset, number in (
                (rules, self.seed),
                (rules, self.seed + 1),
                (planted, self.seed),
            )
        ]

    def frames(self, threads: int) -> pd.DataFrame:
        return validate(self.block(threads), self.replications, self.seed)

    def block(self, threads: int) -> Block:
        """The recorded games as replications."""
        wanted = tuple(one for one in contrasting.measures() if one.name in MEASURES)
        played = self.runs()
        labels = list(dict.fromkeys(run.ruleset.label for run in played))
        configs = [Config(label, PLAYERS, POLICY) for label in labels]
        values, cards = [], []
        with open_tree(self.data, configs, threads=threads) as tree:
            tree.only_first(self.replications * self.deals)
            for run in played:
                which = (run.ruleset.label, PLAYERS, POLICY, run.seed)
                values.append(contrasting.read_values(tree, *which, wanted))
                cards.append(contrasting.read_card(tree, *which, CARD))
        shaped: list[Array] = [
            one.reshape(self.replications, self.deals, -1) for one in (*values, *cards)
        ]
        same, again, planted, cards_same, _, cards_planted = shaped
        return Block(wanted, same, again, planted, cards_same, cards_planted)


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
        f"games        3 runs of {replications * deals:,} {POLICY} games, {PLAYERS} players,"
        f" {RULES}, seeds {seed} and {seed + 1}: {replications} replications of {deals} deals",
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
            bounds = "" if np.isnan(one["low"]) else f"{one['low']:.3f} to {one['high']:.3f}"
            lines.append(
                f"{one['quantity']:<46}{one['replications']:>7}{one['observed']:>10.3f}"
                f"{expected:>10}{bounds:>18}{'' if one['passed'] else '  FAILS'}"
            )
    return "\n".join(lines) + "\n"


def write_record(found: pd.DataFrame, replications: int, deals: int, seed: int, out: Path) -> None:
    """Write the record and, beside it, the same as JSON."""
    write_whole(out, record_text(found, replications, deals, seed).encode())
    rows = json.loads(found.to_json(orient="records", double_precision=6))
    head = {"date": f"{datetime.now(UTC):%Y-%m-%d}", "commit": commit(), "engine": play_digest(),
            "play": fingerprint(parts_of([RULES], [POLICY])), "rules": RULES, "policy": POLICY,
            "players": PLAYERS, "seed": seed, "replications": replications,
            "deals": deals}  # fmt: skip
    text = json.dumps({**head, "checks": rows}, indent=1)
    outputs.keep(out.with_suffix(".json"), text + "\n")
