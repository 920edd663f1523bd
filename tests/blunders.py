"""How many blunders do learned players make? A review by another player counts them.

`python -m tests.blunders` writes verification/blunders.json and .txt: each player's games against
itself are reviewed by the strong player. Every choice for which the review names a better line is
then checked by games in sampled states that the review has not seen; a blunder costs `proof.LARGE`
VP or more by that check. Reviews have a budget, so what they do not look at is not counted. About
a minute and a half a game.
"""

from __future__ import annotations

import argparse
import itertools
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from analysis.review import proof, review_of
from model import load_ruleset
from simulate.base.outputs import keep
from simulate.batch.pool import mapping
from simulate.engine.compile import compile_ruleset
from simulate.learned.advice import STRONG, Adviser
from simulate.policies import chooser
from simulate.referee import record
from tests.review_power import CHECK, PLAYERS, RULES, cost_of_named, row_of
from tests.strength import Z95, closing, stamp, write

RECORD = Path(__file__).parents[1] / "verification" / "blunders.json"
POLICIES = ("planner", "expert", "planner-v2", "expert-v2")
SEED = 2021
LATE = 6
"""The first of the last two rounds, of which the record says how many blunders fell into them."""


def of_game(task: tuple[str, int]) -> dict[str, Any]:
    """What a review names in one game of a player against itself, each with its checked cost."""
    policy, number = task
    ruleset = load_ruleset(RULES)
    program = compile_ruleset(ruleset)
    document = record(ruleset, PLAYERS, SEED, chooser(policy, program[0]), number=number)
    adviser = Adviser(program, PLAYERS)
    named = [one for one in review_of(document).choices if one.grade]
    rows = [row_of(one, None) | {"cost": cost_of_named(adviser, one)} for one in named]
    return {"policy": policy, "game": number, "rows": rows}


def counted(games: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Blunders a seat and game, with half of their 95% interval by game, and what they cost."""
    found = [[row for row in one["rows"] if row["cost"]["mean"] >= proof.LARGE] for one in games]
    blunders = np.array([len(rows) for rows in found]) / PLAYERS
    lost = np.array([sum(row["cost"]["mean"] for row in rows) for rows in found]) / PLAYERS
    late = sum(row["round"] >= LATE for rows in found for row in rows)
    error = [Z95 * some.std(ddof=1) / np.sqrt(len(games)) for some in (blunders, lost)]
    return {
        "seats": len(games) * PLAYERS, "named": sum(len(one["rows"]) for one in games),
        "late": late,
        "blunders": blunders.mean(), "blunders_half": error[0],
        "lost": lost.mean(), "lost_half": error[1],
    }  # fmt: skip


def report(made: dict[str, Any]) -> str:
    """The record as text."""
    title = "How many blunders do learned players make?"
    lines = [
        title, "=" * len(title), "",
        f"Games of each player against itself, {RULES}, {PLAYERS} players, reviewed by {STRONG}.",
        f"A blunder: a better line gains {proof.LARGE:g} VP or more in {CHECK} fresh sampled"
        " states,", f"played to their end by {STRONG}. 95% intervals by game.", "",
        f"{'player':<12}{'seats':>7}{'named':>7}{'blunders a seat':>20}{'VP lost by them':>19}"
        f"{f'in rounds {LATE}, 7':>15}",
    ]  # fmt: skip
    for policy, games in itertools.groupby(made["games"], key=lambda one: one["policy"]):
        one = counted(list(games))
        blunders = f"{one['blunders']:.2f} ± {one['blunders_half']:.2f}"
        lost = f"{one['lost']:.1f} ± {one['lost_half']:.1f}"
        share = f"{one['late']} of {one['blunders'] * one['seats']:.0f}"
        lines.append(f"{policy:<12}{one['seats']:>7}{one['named']:>7}{blunders:>20}{lost:>19}"
                     f"{share:>15}")  # fmt: skip
    each = len(made["games"]) // len(POLICIES)
    return "\n".join([*lines, *closing(made, [f"python -m tests.blunders --games {each}"])])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    made = {**stamp([RULES], [*POLICIES, STRONG]), "games": []}
    kept = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else made
    if kept["play"] == made["play"]:  # a record that was interrupted, or has fewer games
        made["games"] = kept["games"]
    there = {(one["policy"], one["game"]) for one in made["games"]}
    tasks = [one for one in itertools.product(POLICIES, range(given.games)) if one not in there]
    with mapping(of_game, given.workers, print) as review_all:
        for _, game in review_all(tasks):
            made["games"].append(game)
            made["games"].sort(key=lambda one: (POLICIES.index(one["policy"]), one["game"]))
            keep(RECORD, json.dumps(made, indent=1) + "\n")
    write(RECORD, made, report(made))


if __name__ == "__main__":
    main()
