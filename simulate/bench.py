"""Speed of playing and recording games, in CPU seconds of this process."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from model import load_ruleset

if TYPE_CHECKING:
    from simulate.batch.runner import Run

# Benchmarked configurations: a policy, the number of players, and the part of the games it plays.
BENCHED = (
    *(("random", players, 1) for players in (2, 3, 4)),
    *(("greedy", players, 10) for players in (2, 3, 4)),
    ("search", 2, 5_000),
)
REFERENCE_GAME, REFERENCE_SECONDS = "backgammon", 1.0
WARM_START = "from simulate import Game; from model import load_ruleset; Game(load_ruleset())"


@dataclass(frozen=True)
class BenchTiming:
    """One measured configuration; seconds are CPU seconds of this process, the best of all runs."""

    policy: str
    players: int
    games: int
    decisions: int
    play: float
    recorded: float
    bytes: int


def measure(rules: str, policy: str, players: int, games: int, repeats: int) -> BenchTiming:
    """Play the same games with and without writing files, ``repeats`` times alternately."""
    from simulate.batch.runner import Run
    from simulate.batch.shard import ShardRecorder

    folder = Path(tempfile.mkdtemp(prefix="gah-bench-"))
    try:
        recorder = ShardRecorder(Run(load_ruleset(rules), players, policy, games, 1, folder).job())
        recorder.record(0, 0, min(games, 50))
        plays, records = [], []
        for _ in range(repeats):
            start = time.process_time()
            rows = recorder.player.play(0, games)
            plays.append(time.process_time() - start)
            start = time.process_time()
            recorder.record(0, 0, games)
            records.append(time.process_time() - start)
        size = sum(path.stat().st_size for path in folder.rglob("*.parquet"))
    finally:
        shutil.rmtree(folder)
    decisions = int(rows[0]["decisions"].sum())
    return BenchTiming(policy, players, games, decisions, min(plays), min(records), size)


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
        """Milliseconds a decision, including forced ones: the decisions that games record."""
        return self.seconds / self.decisions * 1e3


def pace(run: Run, seconds: float) -> Pace:
    """Play the games of a run on one core, unrecorded, for this many CPU seconds.

    One game is played first, to load compiled code; at least one game is measured.
    """
    from simulate.playing.player import Player

    player = Player(run.job().games)
    player.play(0, 1)
    games = decisions = 0
    chunk, spent = 1, 0.0
    while spent < seconds or games == 0:
        start = time.process_time()
        rows = player.play(1 + games, chunk)[0]
        spent += time.process_time() - start
        games += chunk
        decisions += int(rows["decisions"].sum())
        # As many games as should fill the remaining time, at most twice as many as so far.
        chunk = max(1, min(2 * games, int(games * (seconds / max(spent, 1e-9) - 1))))
    return Pace(games, decisions, spent)


def warm_start() -> float:
    """Seconds from a new process to the first decision of a game, with a warm code cache."""
    seconds = 0.0
    for _ in range(2):  # the first run compiles what is missing
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", WARM_START], check=True)
        seconds = time.perf_counter() - start
    return seconds


def reference() -> float | None:
    """Decisions a second of another engine on this machine now: OpenSpiel's backgammon.

    Two random players, in compiled code, for a second of computing. It measures the machine's
    current speed: compare two measurements of this suite only as far as these two agree. None where
    the package is not installed (Lanctot et al. 2019, "OpenSpiel", arXiv:1908.09453).
    """
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(REFERENCE_GAME)
    moves, seed, start = 0, 0, time.process_time()
    while time.process_time() - start < REFERENCE_SECONDS:
        state = game.new_initial_state()
        bots = [pyspiel.make_uniform_random_bot(seat, 2 * seed + seat) for seat in (0, 1)]
        pyspiel.evaluate_bots(state, bots, seed)
        moves += state.move_number()
        seed += 1
    return float(moves / (time.process_time() - start))
