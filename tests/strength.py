"""How strong the players are: one against others alike, on mirrored deals.

`python -m tests.strength planner greedy --players 2 --deals 500` measures one line more and writes
verification/players.txt anew. Each deal is played once from every seat, with the same dice; none of
them was seen in training. Games a second are those of one core, by processor time.
"""

from __future__ import annotations

import argparse
import json
import math
import shlex
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import track

from model.reading import parse_json
from simulate.base.outputs import keep
from simulate.base.provenance import commit
from simulate.batch.job import code_digest
from simulate.batch.runner import Run
from simulate.fingerprint import fingerprint, parts_of
from simulate.playing.player import Player
from simulate.training.chunks import Worker
from simulate.training.training import CURVE, TrainingSettings, TrainingStage, duels_of, ruleset_of

RECORD = Path(__file__).parents[1] / "verification" / "players.json"
SEED = 424_242
Z95 = 1.959963984540054
HEAD = (
    f"{'player':<12}{'against':<14}{'rules':<26}{'players':>7}{'games':>7}{'wins':>8}"
    f"{'95% (Wilson)':>18}{'VP':>7}{'theirs':>8}{'winner':>8}{'games/s':>9}"
)


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The interval of a share (Wilson 1927); shared wins count in part."""
    share, z = wins / games, Z95 * Z95 / games
    middle = (share + z / 2) / (1 + z)
    half = Z95 * math.sqrt(share * (1 - share) / games + z / (4 * games)) / (1 + z)
    return middle - half, middle + half


def measured(policy: str, against: str, rules: str, players: int, deals: int) -> dict[str, Any]:
    """One line: a player against others alike, on so many mirrored deals."""
    table = ",".join([policy, *[against] * (players - 1)])
    games = deals * players
    run = Run(ruleset_of(rules), players, table, games, SEED, Path("unused"), same_deal=players)
    player = Player(run.job().games)
    player.play(games, 1)  # whatever has to be compiled or loaded first
    began = time.process_time()
    told = track(range(deals), f"{policy} against {against}, {players} players")
    rows = np.concatenate([player.play(deal * players, players)[1] for deal in told])
    seconds = time.process_time() - began
    return {
        "policy": policy,
        "against": against,
        "rules": rules,
        **told_by(rows, players, seconds),
        "engine": code_digest((policy, against)),
        **stamp([rules], [policy, against]),
    }


def by_weights(held: bytes, against: str, rules: str, players: int, deals: int) -> dict[str, Any]:
    """The same of the planner with other weights; the others play with the suite's."""
    worker, stage = (
        Worker(),
        TrainingStage(((rules, players),), iterations=1, games=0, against=against),
    )
    asked = TrainingSettings((stage,), test_seed=SEED, test_deals=deals)
    parts = duels_of(asked, stage, {rules: ruleset_of(rules)})
    parts[0].play(worker, held)  # whatever has to be compiled or loaded first
    began = time.process_time()
    told = track(parts, f"against {against}, {players} players")
    rows = np.concatenate([part.play(worker, held) for part in told])
    found = told_by(rows, players, time.process_time() - began)
    return {"against": against, "rules": rules, **found}


def of_training(lines: list[dict[str, Any]], folder: Path) -> dict[str, Any]:
    """The record of lines ``by_weights``, with the curve of the training that a folder holds."""
    return {**stamp_of(lines), "lines": lines, "curve": curve_of(folder)}


def curve_of(folder: Path) -> Any:
    """The curve of the training that a folder holds."""
    return parse_json((folder / CURVE).read_text("utf-8"))


def stamp_of(lines: list[dict[str, Any]]) -> dict[str, Any]:
    """The stamp of lines ``by_weights``."""
    rules, others = (sorted({one[key] for one in lines}) for key in ("rules", "against"))
    return stamp(rules, others)


def stamp(rules: Sequence[str], policies: Sequence[str]) -> dict[str, Any]:
    """When and with which code a record was made, and how its rules and players play.

    rules: tables as trainings name them; how an edition plays includes its options.
    """
    editions = dict.fromkeys(one.partition(" ")[0] for one in rules)
    return {
        "date": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "commit": commit(),
        "play": fingerprint(parts_of(editions, policies)),
    }


def closing(made: dict[str, Any], commands: Sequence[str]) -> list[str]:
    """The last lines of a record: its stamp, and the commands that make it."""
    return ["", f"{made['date']}, commit {made['commit']}", *(f"    {one}" for one in commands), ""]


def write(record: Path, made: dict[str, Any], text: str) -> None:
    """Show the text of a record; write both."""
    print(text)
    keep(record, json.dumps(made, indent=1) + "\n")
    keep(record.with_suffix(".txt"), text)


def told_by(rows: np.ndarray, players: int, seconds: float) -> dict[str, Any]:
    """What the rows of players tell of the first of their cast; ``seconds``: what they took."""
    games, mine = len(rows) // players, rows["policy"] == 0
    wins = float(rows["win"][mine].sum())
    low, high = wilson(wins, games)
    return {
        "players": players,
        "games": games,
        "share": wins / games,
        "low": low,
        "high": high,
        "vp": float(rows["vp"][mine].mean()),
        "rivals": float(rows["vp"][~mine].mean()),
        "winner": float(rows["vp"][rows["rank"] == 1].mean()),
        "pace": games / seconds,
    }


def line(one: dict[str, Any]) -> str:
    """A line of the table."""
    between = f"{one['low']:.1%} to {one['high']:.1%}"
    return (
        f"{one['policy']:<12}{one['against']:<14}{one['rules']:<26}{one['players']:>7}"
        f"{one['games']:>7}{one['share']:>8.1%}{between:>18}{one['vp']:>7.1f}{one['rivals']:>8.1f}"
        f"{one['winner']:>8.1f}{one['pace']:>9.2f}"
    )


def report(lines: list[dict[str, Any]]) -> str:
    """The record as text."""
    commands = [
        f"    python -m tests.strength {one['policy']} {one['against']} --players {one['players']}"
        f" --deals {one['games'] // one['players']} --rules {shlex.quote(one['rules'])}"
        for one in lines
    ]
    made: dict[tuple[str, str], list[str]] = {}
    for one in lines:
        made.setdefault((one["engine"], one["commit"]), []).append(one["date"])
    engines = [
        f"{engine} ({commit}; {min(dates)} to {max(dates)})"
        for (engine, commit), dates in made.items()
    ]
    return "\n".join(
        [
            "Strength of the players",
            "=======================",
            "",
            "One player against others alike on mirrored deals not seen in training. An equal one",
            "wins 50% with two, 33% with three, 25% with four. VP are means: of the player,",
            "of the others, of the winners. Games/s: on one core that other work uses too.",
            "",
            HEAD,
            *map(line, lines),
            "",
            "Code and weights",
            *(f"    {engine}" for engine in engines),
            "",
            "Measured by",
            *commands,
            "",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("policy")
    parser.add_argument("against")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--rules", default="revised-2021", help="as in 'revised-2021 boards=day'")
    given = parser.parse_args()
    found = measured(given.policy, given.against, given.rules, given.players, given.deals)
    print(line(found))
    keys = ("policy", "against", "rules", "players")
    kept = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else []
    kept = [one for one in kept if any(one[key] != found[key] for key in keys)]
    lines = sorted([*kept, found], key=lambda one: [one["players"], one["rules"], one["policy"]])
    keep(RECORD, json.dumps(lines, indent=1) + "\n")
    keep(RECORD.with_suffix(".txt"), report(lines))


if __name__ == "__main__":
    main()
