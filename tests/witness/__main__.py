"""Compare the witness with the engine at length: python -m tests.witness --positions 100000

Each ruleset of the plan gets an equal share of the positions. What is done is kept in --dir, so
that a run that was stopped goes on; the record is written at the end of each run, also of one
that was stopped by --seconds.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from simulate.base.outputs import keep
from simulate.base.provenance import commit
from simulate.base.roster import SEEKER
from simulate.fingerprint import fingerprint, parts_of
from tests.witness.plan import PLAYERS, Rules, compare, rulesets

ROOT = Path(__file__).parents[2]
SHARES = 2  # parts of a ruleset's share, so that much is kept when a run is stopped


def share(rules: Rules, positions: int, seed: int) -> dict[str, Any]:
    """A part of the positions of a ruleset, compared; as plain data."""
    began = time.process_time()
    done = compare(rules, positions, seed)
    told = vars(done) | {"positions": dict(done.positions)}
    return {"rules": str(rules), "seed": seed, "seconds": time.process_time() - began} | told


def run(given: argparse.Namespace) -> list[dict[str, Any]]:
    """All shares, those kept among them. Several runs may share the folder: none is done twice."""
    given.dir.mkdir(parents=True, exist_ok=True)
    plan = rulesets()
    each = -(-given.positions // (len(plan) * SHARES))
    jobs = [
        (plan[i], given.seed + part * len(plan) + i)
        for part in range(SHARES)
        for i in range(len(plan))
    ]
    files = [given.dir / f"{seed}-{each}.json" for _, seed in jobs]
    until = time.monotonic() + given.seconds if given.seconds else None
    for number, ((rules, seed), file) in enumerate(zip(jobs, files, strict=True), 1):
        if until and time.monotonic() > until:
            break
        try:
            file.with_suffix(".begun").touch(exist_ok=False)
        except FileExistsError:
            continue
        found = share(rules, each, seed)
        keep(file, json.dumps(found))
        compared = sum(found["positions"].values())
        print(f"{number}/{len(jobs)} {rules}: {compared} positions", flush=True)
        for problem in found["wrong"]:
            print(problem, flush=True)
    return [json.loads(file.read_text("utf-8")) for file in files if file.exists()]


def lines_of(done: list[dict[str, Any]]) -> list[str]:
    """The table of rulesets and players."""
    by_rules: dict[str, list[dict[str, Any]]] = {}
    for one in done:
        by_rules.setdefault(one["rules"], []).append(one)
    width = max(map(len, by_rules)) + 2
    head = f"{'rules':<{width}}{'games':>7}" + "".join(f"{name:>10}" for name in PLAYERS)
    lines = [head + f"{'all':>10}{'cut':>6}{'wrong':>7}"]
    for rules, parts in by_rules.items():
        lines.append(line(rules, parts, width))
    return [*lines, line("all", done, width)]


def line(name: str, parts: list[dict[str, Any]], width: int) -> str:
    by_player: Counter[str] = Counter()
    for part in parts:
        by_player.update(part["positions"])
    games, cut = sum(part["games"] for part in parts), sum(part["cut"] for part in parts)
    wrong = sum(len(part["wrong"]) for part in parts)
    counts = "".join(f"{by_player[player]:>10,}" for player in PLAYERS)
    return f"{name:<{width}}{games:>7,}{counts}{by_player.total():>10,}{cut:>6}{wrong:>7}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=100_000, help="in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, help="begin nothing more after so long")
    parser.add_argument("--dir", type=Path, default=ROOT / "build" / "witness")
    parser.add_argument("--out", type=Path, help="the record, .txt; the same as .json beside it")
    given = parser.parse_args()
    done = run(given)
    wrong = [problem for one in done for problem in one["wrong"]]
    named = [one["rules"] for one in done if " " not in one["rules"]]
    made = {
        "date": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "commit": commit(),
        "seconds": round(sum(one["seconds"] for one in done)),
        "positions": sum(sum(one["positions"].values()) for one in done),
        "games": sum(one["games"] for one in done),
        "cut": sum(one["cut"] for one in done),
        "play": fingerprint(parts_of(named, [name for name in PLAYERS if name != SEEKER.name])),
    }
    text = [
        "The engine and the witness, compared decision by decision",
        "=========================================================",
        "",
        f"{made['positions']:,} positions of {made['games']:,} games; {len(wrong)} disagreements.",
        "",
        "Positions by player; cut: games that the recorder of transcripts could not follow.",
        "",
        *lines_of(done),
        "",
        *(["Wrong", "-----", *wrong, ""] if wrong else []),
        f"{made['date']}, commit {made['commit']}; {made['seconds']} s of processor time",
        f"    python -m tests.witness --positions {given.positions} --seed {given.seed}",
        "",
    ]
    print("\n".join(text))
    if given.out:
        keep(given.out, "\n".join(text))
        keep(given.out.with_suffix(".json"), json.dumps(made | {"wrong": wrong}, indent=1) + "\n")
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
