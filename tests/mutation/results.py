"""Results of mutants on disk: one line of JSON each, so that an interrupted run can go on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SURVIVORS = Path(__file__).with_name("survivors.toml")
WORK = ROOT / "build" / "mutation"
SOURCES = (
    "model/**/*.py", "model/data/*.toml", "model/data/clauses/*.toml",
    "model/data/modules/*.toml", "simulate/**/*.py", "simulate/**/*.toml", "tests/**/*.py",
    "tests/**/*.toml", "tests/**/*.json",
)  # fmt: skip


def digest() -> str:
    """Of all sources and tests: results are worth something as long as it is the same."""
    found = hashlib.sha256(version("mutmut").encode())
    for path in sorted({path for pattern in SOURCES for path in ROOT.glob(pattern)}):
        if path != SURVIVORS:
            found.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:12]


class Results:
    """The results of one part, by id of the mutant, for one digest of sources and tests.

    ``again``: what was noticed under an earlier digest counts as noticed. That holds if nothing but
    tests was added since; what survived then is run again.
    """

    def __init__(self, path: Path, digest: str, *, again: bool = False) -> None:
        self.path, self.digest = path, digest
        lines = list(self._lines())
        noticed = [line for line in lines if again and line["outcome"] not in ("survived", "error")]
        current = [line for line in lines if line["digest"] == digest]
        self.known = {line["id"]: line for line in (*noticed, *current)}

    def _lines(self) -> Iterator[dict[str, Any]]:
        if self.path.exists():
            for line in self.path.read_text("utf-8").splitlines():
                try:
                    yield json.loads(line)
                except json.JSONDecodeError:  # the last line of an interrupted run
                    continue

    def add(self, id: str, **result: Any) -> None:
        line = {"id": id, "digest": self.digest, **result}
        self.known[id] = line
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            print(json.dumps(line), file=file)
