"""Memory and processor time of estimates by the number of games.

`python -m tests.memory FOLDER` records a million random games there, shows their files under up to
thirty seeds (hard links, so that no disk is filled), asks the same questions of each number of
games in a process of its own, and writes verification/memory.json and .svg. Some ten minutes, on
Linux.
"""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from unittest.mock import patch

import click

from analysis import Config, open_tree
from analysis.base.kinds import kind
from analysis.base.measure import measure
from analysis.base.reader import Limits
from analysis.cards.effects import Subject, chance_effects
from analysis.course.scores import score_histogram
from model import load_ruleset
from simulate.data import checksummed
from simulate.data.folder import Folder
from simulate.data.manifest import (
    TABLES,
    manifest_name,
    manifests,
    partition_of,
    read_manifest,
    shard_name,
)
from simulate.data.records import read_record, record_name

RECORD = Path(__file__).parents[1] / "verification" / "memory.json"
RULES, PLAYERS, POLICY = "revised-2021", 4, "random"
GAMES = 1_000_000
TIMES = (1, 3, 10, 30)
"""Multiples of the games."""


def base(folder: Path) -> Path:
    """The million games, recorded unless they are there."""
    from simulate.batch import Run, run  # not in the process that is measured, as all below

    out = folder / "base"
    run(Run(load_ruleset(RULES), PLAYERS, POLICY, GAMES, 1, out, shard_games=10_000, workers=2))
    return out


def repeated(source: Path, times: int) -> Path:
    """A folder in which the games of another are recorded under this many seeds."""
    out = source.with_name(f"seeds-{times}")
    old, new = Folder(source), Folder(out)
    new.prepare()
    (name,) = manifests(old)
    content, first = checksummed.loads(checksummed.read(old, name)), read_manifest(old, name)
    for seed in range(1, times + 1):
        place = partition_of(first.rules, first.players, first.policies, seed)
        named = manifest_name(place)
        new.write(named, checksummed.dumps(content | {"seed": seed, "partition": place}))
        identity = read_manifest(new, named).identity
        for shard in range(first.shards):
            for table in TABLES:
                link = out / shard_name(table, place, shard)
                link.parent.mkdir(parents=True, exist_ok=True)
                if not link.exists():
                    os.link(source / shard_name(table, first.partition, shard), link)
            record = read_record(old, first.partition, shard).model_copy(update={"run": identity})
            file = out / record_name(place, shard)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(checksummed.dumps(record.model_dump()))
    return out


def ask(folder: Path) -> dict[str, Any]:
    """Three totals, the effects of all staff cards and guests, and the scores; what that took."""
    began = time.perf_counter()
    rules = load_ruleset(RULES)
    config = Config(RULES, PLAYERS, POLICY)
    # A file says of which seed its games are: linked ones are of another than their folder.
    with patch("analysis.base.runs.content.problem", lambda *_, **__: ""), \
            open_tree(folder, in_full=False) as tree:  # fmt: skip
        measure(tree, ["vp", "win", "turns"], ["rules"])
        subject = Subject(config, POLICY, rules)
        for id in ("staff", "guest"):
            chance_effects(tree, subject, kind(id))
        score_histogram(tree, config)
        games = tree.games(config)
    used = resource.getrusage(resource.RUSAGE_SELF)
    return {
        "games": games,
        "seconds": round(time.perf_counter() - began, 1),
        "cpu": round(used.ru_utime + used.ru_stime, 1),
        "peak_mb": round(peak() / 1e6),
    }


def peak() -> int:
    """Most bytes that this process held. `ru_maxrss` also counts what its parent held."""
    found = re.search(r"^VmHWM:\s+(\d+) kB$", Path("/proc/self/status").read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1]) * 1024


def slope(rows: list[dict[str, Any]]) -> float:
    """Processor seconds a game, between the smallest and the largest number of games."""
    return (rows[-1]["cpu"] - rows[0]["cpu"]) / (rows[-1]["games"] - rows[0]["games"])


def draw(made: dict[str, Any], file: Path) -> None:
    """Peak memory and processor time by the number of games."""
    import matplotlib.pyplot as plt

    rows, games = made["rows"], [one["games"] / 1e6 for one in made["rows"]]
    with plt.rc_context({"svg.fonttype": "none", "svg.hashsalt": "memory"}):
        figure, (memory, cpu) = plt.subplots(1, 2, figsize=(8, 3), layout="constrained")
        memory.plot(games, [one["peak_mb"] for one in rows], "o-", color="#14508c")
        memory.axhline(made["limit_mb"], color="#999", linestyle="--", linewidth=1)
        memory.annotate("limit", (games[0], made["limit_mb"]), (0, 4), textcoords="offset points",
                        color="#666")  # fmt: skip
        memory.set(ylim=(0, 1.2 * made["limit_mb"]), title="Peak memory, MB", xscale="log")
        cpu.plot(games, [one["cpu"] for one in rows], "o-", color="#14508c")
        cpu.set(title="Processor time, seconds", ylim=(0, None))
        for axes in (memory, cpu):
            axes.set_xlabel("million games")
            axes.spines[["top", "right"]].set_visible(False)
        memory.set_xticks(games, [f"{one:g}" for one in games], minor=False)
        memory.minorticks_off()
        figure.savefig(file, metadata={"Date": None})
        plt.close(figure)


def table(made: dict[str, Any]) -> str:
    """The measured lines, as the guide to clusters shows them."""
    lines = ["| games | seconds | processor seconds | peak memory, MB |", "|---|---|---|---|"]
    for one in made["rows"]:
        lines.append(
            f"| {one['games']:,} | {one['seconds']:.3g} | {one['cpu']:.3g} | {one['peak_mb']} |"
        )
    return "\n".join(lines)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--only", is_flag=True, help="Ask of the games in FOLDER; prints what that took.")
def main(folder: Path, only: bool) -> None:
    """Measure, and write the record; games are recorded in FOLDER."""
    if only:
        print(json.dumps(ask(folder)))
        return
    from tests.strength import stamp

    source, rows = base(folder), []
    for times in TIMES:
        there = repeated(source, times)
        done = subprocess.run(
            [sys.executable, "-m", "tests.memory", str(there), "--only"],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        rows.append(json.loads(done.stdout))
        print(rows[-1], flush=True)
    made = stamp([RULES], [POLICY]) | {"limit_mb": Limits().memory // 10**6, "rows": rows}
    RECORD.write_text(json.dumps(made, indent=1) + "\n", "utf-8")
    draw(made, RECORD.with_suffix(".svg"))
    print(table(made))


if __name__ == "__main__":
    main()
