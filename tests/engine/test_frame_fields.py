"""Every field of a decision frame has one meaning, and code reads it only where it has it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from simulate.decisions.entries import FIELDS
from simulate.decisions.registry import FRAMES
from simulate.engine import codes as c
from simulate.engine.frames import push
from simulate.engine.state import FRAME, GAME

COMMON = ("kind", "player", "marks", "source")


def test_every_field_is_declared():
    assert set(FRAME.names) == {*COMMON, *FIELDS}
    for frame in FRAMES.values():
        assert set(frame.fields) <= set(FIELDS), frame.key
        assert set(frame.only) <= set(frame.fields), frame.key
    assert {name for frame in FRAMES.values() for name in frame.fields} == set(FIELDS)


def test_every_kind_of_decision_and_every_flag_is_declared():
    kinds = {n: code for n, code in vars(c).items() if n.startswith("F_")}
    assert {
        frame.code: f"F_{frame.key.upper().replace('-', '_')}" for frame in FRAMES.values()
    } == {code: name for name, code in kinds.items()}
    prefixes = {
        c.F_TURN: "T_", c.F_REWARDS: "R_", c.F_MAIN: "M_", c.F_TAKE_GUEST: "G_", c.F_SWAP: "W_",
        c.F_COPY: "C_", c.F_PREPARE: "B_", c.F_SPACE: "X_", c.F_SERVE: "S_",
        c.F_OFFER: "O_", c.F_HIRE: "O_", c.F_FILL: "FILL_", c.F_DUE: "U_",
    }  # fmt: skip
    flags = {
        "B_OCCUPY_AT_ONCE",
        "B_MANDATORY",
        "B_CELL_SCORED",
        "S_SERVED",
    }  # B_, S_ begin other words as well
    for code, frame in FRAMES.items():
        prefix = prefixes.get(code, "none")
        named = {
            value
            for name, value in vars(c).items()
            if name.startswith(prefix) and (prefix not in ("B_", "S_") or name in flags)
        }
        assert set(frame.marks) == named, frame.key


PLAY = """
import random, sys
import numpy as np

from simulate.decisions.entries import FIELDS
from simulate.engine import state

KNOWN = {}
CLEARS = "clear"  # it sets all fields to 0


class Strict(np.record):
    # A record whose parts are of this class as well.
    def check(self, name):
        names = np.record.__getattribute__(self, "dtype").names
        if name in FIELDS and names == state.FRAME.names:
            caller = sys._getframe(2).f_code
            kind = int(np.record.__getattribute__(self, "kind"))
            if caller.co_name != CLEARS and name not in KNOWN[kind]:
                raise AssertionError(f"{caller.co_filename}: {caller.co_name}: {name} of {kind}")

    def __getattribute__(self, name):
        if name != "check":
            self.check(name)
        return np.record.__getattribute__(self, name)

    def __setattr__(self, name, value):
        self.check(name)
        np.record.__setattr__(self, name, value)


state.GAME = np.dtype((Strict, state.record(*state.GAME_FIELDS)))

from model import load_ruleset
from simulate import Game
from simulate.decisions.registry import FRAMES

KNOWN.update({code: set(frame.fields) for code, frame in FRAMES.items()})
met = set()
for spec, options in (("revised-2021+lets-waltz", {}), ("original-2015", {"hands": "draft"})):
    for seed in range(2):
        game, rng = Game(load_ruleset(spec, **options), 2, seed), random.Random(seed)
        while not game.over:
            met.add(int(game.state.frames[game.state.top - 1].kind))
            assert type(game.state.frames[0]) is Strict
            legal = game.legal_words()
            liked = [w for w in legal if w.startswith(
                ("check", "dance", "reward", "place", "serve", "prepare", "claim", "use", "hire"))]
            game.apply(rng.choice(liked if liked and rng.random() < 0.8 else legal))
print(len(met))
"""


def test_the_engine_reads_and_writes_only_fields_of_the_kind_of_decision(tmp_path: Path):
    """In plain Python, where a record can look at who asks it for what."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "GAH_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PLAY],
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) >= 15


def test_a_fresh_frame_is_blank():
    games = np.zeros(1, dtype=GAME)
    games["frames"].view(np.uint8)[:] = 255
    push(games[0], c.F_TURN, 1, 5)
    blank = {name: np.zeros(FRAME[name].shape, FRAME[name].base) for name in FRAME.names}
    blank |= {"player": 1, "source": 5, "kind": c.F_TURN}
    frame = games["frames"][0, 0]
    assert all(np.array_equal(frame[name], value) for name, value in blank.items())
