"""The process that plays runs of the soak. It may be killed at any moment.

It is told what to do in one line of JSON, and tells of each run when it begins and what came of
it, in a line each. It ends with the process that started it.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
import threading
from pathlib import Path
from typing import Any

from simulate.batch.runner import Run, run
from simulate.playing.player import EngineError
from tests.soak.checks import problems
from tests.soak.plan import Part, plan


def digest_of(folder: Path) -> str:
    """SHA-256 (hex) of all files below a folder and of their names; of locks the names alone."""
    whole = hashlib.sha256()
    for path in sorted(one for one in folder.rglob("*") if one.is_file()):
        content = b"" if path.suffix == ".lock" else path.read_bytes()
        name = path.relative_to(folder).as_posix()
        whole.update(f"{name} {hashlib.sha256(content).hexdigest()}\n".encode())
    return whole.hexdigest()


def play(part: Part, folder: Path, checked: bool) -> dict[str, Any]:
    """Play a run, or the rest of one, and say what came of it."""
    ruleset = part.rules.load()
    asked = Run(ruleset, part.players, part.policy, part.games, part.seed, folder,
                shard_games=part.shard_games)  # fmt: skip
    try:
        run(asked)
    except EngineError as error:
        return {"digest": "", "problems": [f"engine error: {error}"]}
    found: list[str] = []
    counts: dict[str, int] = {}
    if checked:
        found, counts = problems(part, ruleset, folder)
    return {"digest": digest_of(folder), "problems": found, **counts}


def main() -> None:
    """Do as the line on the standard input says, until that is closed."""
    asked = json.loads(sys.stdin.readline())
    threading.Thread(target=_follow, daemon=True).start()
    parts = plan(asked["games"], asked["names"])
    for number in asked["numbers"]:
        _tell(begun=number)
        folder = Path(asked["folder"]) / f"{number:05d}"
        if asked["afresh"]:
            shutil.rmtree(folder, ignore_errors=True)
        _tell(done=number, **play(parts[number], folder, checked=not asked["afresh"]))


def _tell(**said: Any) -> None:
    print(json.dumps(said), flush=True)


def _follow() -> None:
    """End when whoever started this does."""
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    main()
