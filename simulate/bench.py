"""The command `bench`: how fast games are played and recorded on this machine."""

from __future__ import annotations

import os
import platform
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from model import load_ruleset
from model.cli_options import user_errors
from model.ruleset import DEFAULT_SPEC

if TYPE_CHECKING:
    from simulate.batch.runner import Run

# What is measured: a policy, the number of players, and which part of the games it plays.
BENCHED = (
    *(("random", players, 1) for players in (2, 3, 4)),
    *(("greedy", players, 10) for players in (2, 3, 4)),
    ("search", 2, 5_000),
)
WARM_START = "from simulate import Game; from model import load_ruleset; Game(load_ruleset())"


@dataclass(frozen=True)
class Timing:
    """One measured configuration; seconds are CPU seconds of this process, the best of all runs."""

    policy: str
    players: int
    games: int
    decisions: int
    play: float
    recorded: float
    bytes: int


def measure(rules: str, policy: str, players: int, games: int, repeats: int) -> Timing:
    """Play the same games with and without writing files, ``repeats`` times in turn."""
    from simulate.batch.runner import Run
    from simulate.batch.shard import Player

    folder = Path(tempfile.mkdtemp(prefix="gah-bench-"))
    try:
        player = Player(Run(load_ruleset(rules), players, policy, games, 1, folder).job())
        player.record(0, 0, min(games, 50))
        plays, records = [], []
        for _ in range(repeats):
            start = time.process_time()
            rows = player.play(0, games)
            plays.append(time.process_time() - start)
            start = time.process_time()
            player.record(0, 0, games)
            records.append(time.process_time() - start)
        size = sum(path.stat().st_size for path in folder.rglob("*.parquet"))
    finally:
        shutil.rmtree(folder)
    decisions = int(rows[0]["decisions"].sum())
    return Timing(policy, players, games, decisions, min(plays), min(records), size)


@dataclass(frozen=True)
class Pace:
    """How fast a policy plays itself: CPU seconds of one process, without recording."""

    games: int
    decisions: int
    seconds: float

    @property
    def game_ms(self) -> float:
        """Milliseconds a game."""
        return self.seconds / self.games * 1e3

    @property
    def decision_ms(self) -> float:
        """Milliseconds a decision, forced ones among them: those that the games record."""
        return self.seconds / self.decisions * 1e3


def pace(run: Run, seconds: float) -> Pace:
    """Play the games of a run on one core, unrecorded, until they took so many CPU seconds.

    One game comes before them, to load what is compiled; at least one game is measured.
    """
    from simulate.batch.shard import Player

    player = Player(run.job())
    player.play(0, 1)
    games = decisions = 0
    chunk, spent = 1, 0.0
    while spent < seconds or games == 0:
        start = time.process_time()
        rows = player.play(1 + games, chunk)[0]
        spent += time.process_time() - start
        games += chunk
        decisions += int(rows["decisions"].sum())
        # As many games as should take the rest of the time, at most twice as many as so far.
        chunk = max(1, min(2 * games, int(games * (seconds / max(spent, 1e-9) - 1))))
    return Pace(games, decisions, spent)


def warm_start() -> float:
    """Seconds from a new process to the first decision of a game, compiled code being kept."""
    seconds = 0.0
    for _ in range(2):  # the first one compiles whatever was not needed before
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", WARM_START], check=True)
        seconds = time.perf_counter() - start
    return seconds


def number(value: float) -> str:
    """Whole where it is large, with three digits where it is small."""
    return f"{value:,.0f}" if value >= 10 else f"{value:.3g}"


@click.command()
@click.option("--rules", default=DEFAULT_SPEC, show_default=True, help="The ruleset.")
@click.option("--games", type=click.IntRange(100), default=20_000, show_default=True)
@click.option("--repeats", type=click.IntRange(1, 50), default=3, show_default=True)
@user_errors
def bench(rules: str, games: int, repeats: int) -> None:
    """Measures games a second on one core, with and without recording, and prints a table.

    cost: the share of the time that recording takes. decisions and bytes are per game.
    Policies that look ahead play a tenth of the games, a search a few, once. Times are CPU times of
    one process, the best of the repeats; other work on the machine still disturbs them a little.
    """
    from rich.console import Console
    from rich.table import Table

    from simulate import policies
    from simulate.provenance import commit
    from simulate.warmth import announce

    load_ruleset(rules)
    console = Console()
    announce(console.print)
    table = Table(title=f"one core, {rules}, best of {repeats}")
    headings = ("games/s", "recorded/s", "cost", "decisions", "ns each", "bytes")
    for heading in ("policy", "players", *headings):
        table.add_column(heading, justify="left" if heading == "policy" else "right")
    for policy, players, share in BENCHED:
        slow = policies.slow((policy,))
        t = measure(rules, policy, players, max(2, games // share), 1 if slow else repeats)
        table.add_row(
            t.policy,
            str(t.players),
            number(t.games / t.play),
            number(t.games / t.recorded),
            f"{1 - t.play / t.recorded:.0%}",
            number(t.decisions / t.games),
            number(t.play / t.decisions * 1e9),
            number(t.bytes / t.games),
        )
    console.print(table)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    console.print(
        f"warm start {warm_start():.1f} s; peak memory {memory:,.0f} MiB; "
        f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, "
        f"commit {commit()}",
        highlight=False,
        soft_wrap=True,
    )
