"""Does it pay to take the luck of dice and cards off results? Measured on games of players alike.

`python -m tests.luck_adjustment --out verification/luck_adjustment.txt` writes that file and the
same as .json; with players named, of their tables alone, and without --out it prints the lines.
What chance gave is told by the learned value (simulate/experiments/gifts.py); how much of the
variance goes with it, and whether that is worth the time, says analysis/method/adjusting.py.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from analysis.base import stats
from analysis.base.stats import Array, Estimate
from analysis.method.adjusting import Gain, gain
from model import load_ruleset
from simulate.base.outputs import keep
from simulate.base.provenance import commit
from simulate.experiments.gifts import DEAL, KINDS, WORLDS, GiftedGames, Given
from simulate.fingerprint import fingerprint, parts_of

EDITIONS = ("original-2015", "revised-2021")
TABLES = {("greedy", 2): 10_000, ("greedy", 4): 5_000, ("planner", 2): 2_000, ("planner", 4): 1_000}
"""Deals of each table: player, seats."""
AFTER = tuple(kind for place, kind in enumerate(KINDS) if place != DEAL)
WAYS: dict[str, tuple[tuple[str, ...], bool]] = {
    "dice": (("dice",), False),
    "dice, cards": (AFTER, False),
    "deal": (("deal",), False),
    "all": (KINDS, False),
    "all, every seat": (KINDS, True),
}
"""What is taken off: kinds of gifts, and whether every seat judges them or the first one alone."""
MEAN, DIFFERENCE = "mean", "difference"
SEED, TIMED = 616_161, 1 << 20
BLOCKS, DEALS_OF_A_BLOCK = 20, {"greedy": 100, "planner": 12}
"""Blocks of deals, numbered from TIMED, that are played in each way to take its time."""
HEAD = (
    f"{'player':<9}{'seats':>5}  {'of':<12}{'taken off':<17}{'result':<7}{'factor':>7}{'95%':>16}"
    f"{'time':>7}{'95%':>16}{'pays':>7}{'jointly 95%':>16}  verdict"
)


def results(given: Given) -> dict[str, Array]:
    """What the first seat has of each deal: VP above the mean of the others, VP, its win."""
    vp = given.vp
    return {"lead": vp[:, 0] - vp[:, 1:].mean(axis=1), "vp": vp[:, 0], "win": given.win[:, 0]}


def gifts_of(given: Given, way: str) -> Array:
    """The gifts of a way, shape (deals, J)."""
    kinds, every = WAYS[way]
    places = [KINDS.index(kind) for kind in kinds]
    seats = given.gifts.shape[2] if every else 1
    return given.gifts[:, places, :seats].sum(axis=1).reshape(len(given.gifts), -1)


def seconds(games: GiftedGames, deals: int) -> dict[str, Array]:
    """Processor time of each way, shape (BLOCKS, 2): of blocks of deals without it, and with it.

    Each block begins with another way, so that none always comes first.
    """
    ways = ["", *WAYS]
    took: dict[str, list[float]] = {way: [] for way in ways}
    for block in range(BLOCKS):
        for turn in range(len(ways)):
            way = ways[(block + turn) % len(ways)]
            kinds, every = WAYS.get(way, ((), False))
            began = time.process_time()
            seats = games.players if every else 1
            games.play(SEED, TIMED + block * deals, deals, kinds, seats)
            took[way].append(time.process_time() - began)
    return {way: np.stack([took[""], took[way]], axis=1) for way in WAYS}


def measured(policy: str, players: int, deals: int, timed: int) -> list[dict[str, Any]]:
    """The lines of a table: each question, way and result, with the ``Gain`` as ``gain``."""
    tables = [GiftedGames(load_ruleset(edition), players, policy) for edition in EDITIONS]
    before, after = (games.play(SEED, 0, deals, seats=players) for games in tables)
    took = seconds(tables[-1], timed)
    lines = []
    for question in (MEAN, DIFFERENCE):
        for way in WAYS:
            for name, y in results(after).items():
                x = gifts_of(after, way)
                if question == DIFFERENCE:
                    y, x = y - results(before)[name], x - gifts_of(before, way)
                lines.append({
                    "policy": policy, "players": players, "deals": deals, "question": question,
                    "way": way, "result": name, "sd": float(y.std()),
                    "unlike": before.unlike + after.unlike, "gain": gain(y, x, took[way]),
                })  # fmt: skip
    return lines


def plain(line: dict[str, Any], tests: int) -> dict[str, Any]:
    """A line as it is recorded: ratios with their intervals, joint ones of so many lines too."""
    found: Gain = line["gain"]
    level = stats.simultaneous_level(tests)
    return {
        **{key: value for key, value in line.items() if key != "gain"},
        "shift": float(found.shift.value), "shift_se": float(found.shift.se),
        **_ratio("factor", found.factor, level), **_ratio("time", found.time, level),
        **_ratio("pays", found.pays, level), "verdict": found.verdict(tests),
    }  # fmt: skip


def _ratio(name: str, log: Estimate, level: float) -> dict[str, float]:
    bounds = [*log.interval(), *log.interval(level)]
    ends = ("low", "high", "sim_low", "sim_high")
    return {name: float(np.exp(log.value))} | {
        f"{name}_{end}": float(np.exp(bound)) for end, bound in zip(ends, bounds, strict=True)
    }


def row(one: dict[str, Any]) -> str:
    """A line of the table."""
    joint = f"{one['pays_sim_low']:.3f} to {one['pays_sim_high']:.3f}"
    return (
        f"{one['policy']:<9}{one['players']:>5}  {one['question']:<12}{one['way']:<17}"
        f"{one['result']:<7}{_told(one, 'factor')}{_told(one, 'time')}{one['pays']:>7.3f}"
        f"{joint:>16}  {one['verdict']}"
    )


def _told(one: dict[str, Any], name: str) -> str:
    between = f"{one[f'{name}_low']:.3f} to {one[f'{name}_high']:.3f}"
    return f"{one[name]:>7.3f}{between:>16}"


def report(made: dict[str, Any]) -> str:
    """The record as text."""
    lines = made["lines"]
    furthest = max(abs(one["shift"]) / one["shift_se"] for one in lines)
    most = stats.normal_quantile(stats.simultaneous_level(len(lines)))
    return "\n".join([
        "Luck taken off results",
        "======================",
        "",
        "What chance gave the first seat, as the learned value has it, taken off its lead over the",
        "mean of the others, its VP and its win. Each deal, roll and draw is held against",
        f"{WORLDS} other outcomes of the event. Of: the mean of one ruleset, {EDITIONS[1]}, or",
        f"the difference of {EDITIONS[0]} and it on equal deals. Taken off: gifts as the first",
        "seat sees them, or as every seat does. Factor: variance of the plain estimate over that",
        "of the adjusted one, coefficients from other deals. Time: processor time of a game with",
        "gifts told over that without. Pays: factor / time; above 1 it saves more than it costs.",
        "",
        f"Deals: {', '.join(f'{a} {b}, {n:,}' for (a, b), n in made['deals'])}.",
        f"Mean of what was taken off: at most {furthest:.1f} standard errors from 0 in any of"
        f" {len(lines)} lines",
        f"(chance alone stays below {most:.1f} in 95% of such records). Other outcomes of another",
        f"kind than what came up: {sum(one['unlike'] for one in lines)}.",
        "",
        HEAD,
        *map(row, lines),
        "",
        f"{made['date']}, commit {made['commit']}; {made['seconds']} s of processor time",
        "    python -m tests.luck_adjustment --out verification/luck_adjustment.txt",
        "",
    ])  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("policies", nargs="*", help="greedy, planner; without: both")
    parser.add_argument("--scale", type=float, default=1.0, help="share of the games to play")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args(arguments)
    began = time.process_time()
    tables = {
        table: max(60, round(deals * given.scale))
        for table, deals in TABLES.items()
        if not given.policies or table[0] in given.policies
    }
    found = [
        line
        for (policy, players), deals in tables.items()
        for line in measured(
            policy, players, deals, max(1, round(DEALS_OF_A_BLOCK[policy] * given.scale))
        )
    ]
    made = {
        "date": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC", "commit": commit(),
        "seconds": round(time.process_time() - began), "worlds": WORLDS,
        "deals": [[[*table], deals] for table, deals in tables.items()],
        "play": fingerprint(parts_of(EDITIONS, [policy for policy, _ in TABLES])),
        "lines": [plain(line, len(found)) for line in found],
    }  # fmt: skip
    text = report(made)
    print(text)
    if given.out:
        keep(given.out.with_suffix(".json"), json.dumps(made, indent=1) + "\n")
        keep(given.out, text)


if __name__ == "__main__":
    main()
