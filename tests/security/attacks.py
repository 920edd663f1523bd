"""Attacks on everything that is read from disk, generated from the files themselves.

A workspace is made by the suite's own commands. Then each text in each of its documents is
replaced by names of a player's file, with the checksums put right as an attacker would, and each
file by something that is no file. A new field, or a new kind of file, is attacked as soon as the
suite writes it.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from rich.console import Console

from analysis.studies.long_run import kept as long_run
from analysis.studies.study import SettingsStudy, leave
from model import UserError
from reports import cli
from reports.pipeline import ReportPlan, studies_of
from simulate.data import checksummed
from simulate.data.manifest import IDENTITY, TABLES, partition_of, run_name

ROOT = Path(__file__).parents[2]
RULES = "revised-2021"
NAME_MAX = 240  # characters of a file's name, with its ending
SECONDS = 60  # after which a command counts as blocked
COMPILING = 600  # the same of the first commands, which may have to compile the engine

EVIL = """
import pathlib
pathlib.Path({trace!r}).touch()
NAME = "evil"
def choose(game):
    return game.legal()[0]
"""


class Blocked(BaseException):
    """A command took longer than it may."""


@dataclass
class Said:
    """What a command left: its exit status, both streams, and what it raised unforeseen."""

    status: int
    out: str
    err: str
    raised: str = ""


@dataclass
class Workspace:
    """A folder with recorded games, notes and saved answers, and what must never be touched."""

    path: Path
    made: dict[str, bytes] = field(default_factory=dict)

    @property
    def data(self) -> Path:
        return self.path / "data"

    @property
    def longer(self) -> Path:
        return self.path / "longer"

    @property
    def outside(self) -> Path:
        return self.path / "outside"

    @property
    def trace(self) -> Path:
        return self.outside / "was-run"

    def untouched(self) -> bool:
        """Is everything outside of the folders as it was, and was nothing run?"""
        there = {one.name: one.read_bytes() for one in self.outside.iterdir() if one.is_file()}
        return there == self.made


def workspace(path: Path) -> Workspace:
    """One of each kind of file that the suite reads again; what reads the games is compiled."""
    made = Workspace(path)
    made.outside.mkdir(parents=True)
    (made.outside / "victim").write_bytes(b"the user's own\n")
    evil = EVIL.format(trace=str(made.trace)).encode()
    for place in (made.outside, path, path / "data"):
        place.mkdir(exist_ok=True)
        (place / "evil.py").write_bytes(evil)
    (path / "data" / "evil.py").unlink()  # where only a hostile folder would have one
    made.made = {one.name: one.read_bytes() for one in made.outside.iterdir()}
    record(made, "--seed", "1")
    record(made, "--seed", "2", "--only", "emperor_tile.C1")
    record(made, "--seed", "3", "--until", "ci=9vp")
    mine = path / "mine.py"
    mine.write_text('NAME = "mine"\ndef choose(game):\n    return game.legal()[0]\n')
    record(made, "--seed", "4", policy=str(mine))
    for study in studies():
        asked = {"players": (2,), "completions": 1, "rungs": ("random", "greedy"), "rules": RULES}
        known = {one.name for one in fields(study.asks)}
        settings = study.asks(**{name: one for name, one in asked.items() if name in known})
        noted = study(settings, made.data).note()
        if noted is not None:
            leave(made.data, study.note_name(), *noted)
    shutil.copytree(ROOT / "verification" / "long_run", made.longer)
    for read in of_games(made, COMPILING).values():
        said = read()
        assert not said.raised, said
    return made


def record(made: Workspace, *more: str, policy: str = "random") -> None:
    words = ["simulate", "--players", "2", "--policy", policy, "--games", "12", "--shard-games",
             "5", "--workers", "1", "--quiet", "--out", str(made.data), *more]  # fmt: skip
    said = run(words, COMPILING)
    assert said.status == 0, said


def studies() -> list[type[SettingsStudy[Any, Any]]]:
    """All studies that leave a note of their settings."""
    found: list[type[Any]] = []
    waiting: list[type[Any]] = [SettingsStudy]
    while waiting:
        one = waiting.pop()
        waiting += one.__subclasses__()
        if hasattr(one, "asks") and not one.__abstractmethods__:
            found.append(one)
    return sorted(found, key=lambda one: (one.note_name(), one.__name__))


# --- what reads -------------------------------------------------------------------------------


def run(words: list[str], seconds: int = SECONDS) -> Said:
    """A command as its user types it, in this process, within a limit in seconds."""
    return said_by(lambda: cli.run(words), seconds)


def said_by(work: Callable[[], int | None], seconds: int = SECONDS) -> Said:
    out, err = io.StringIO(), io.StringIO()
    before = signal.signal(signal.SIGALRM, _late)
    signal.alarm(seconds)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = work() or 0
        raised = ""
    except Blocked:
        status, raised = -1, f"blocked for {seconds} s"
    except Exception as error:
        status, raised = -1, f"{type(error).__name__}: {error}"
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    return Said(status, out.getvalue(), err.getvalue(), raised)


def _late(*_: object) -> None:
    raise Blocked


def of_games(made: Workspace, seconds: int = SECONDS) -> dict[str, Callable[[], Said]]:
    """The commands that read recorded games, each within a limit in seconds."""
    data = str(made.data)
    games = ["--players", "2", "--policy", "random", "--games", "12", "--seed", "1"]
    words = {
        "data list": ["data", "list", data],
        "data check": ["data", "check", data],
        "data check --deep": ["data", "check", "--deep", "--sample", "2", "--seed", "1", data],
        "data export": ["data", "export", data, str(made.path / "seats.csv"), "--force"],
        "data repair": ["data", "repair", "--workers", "1", data],
        "simulate": ["simulate", *games, "--shard-games", "5", "--workers", "1", "--quiet",
                     "--out", data],
    }  # fmt: skip
    return {name: partial(run, typed, seconds) for name, typed in words.items()}


def of_notes(made: Workspace, document: Path) -> dict[str, Callable[[], Said]]:
    """What a report reads besides: notes of studies, or saved answers, whichever it is.

    document: below the workspace. Of the study whose note it is, what it would play is asked for.
    """
    of = ["ladder", "luck", "modules", "price", "assumed", "guests", "restrict", "timing"]
    places = dict.fromkeys(of, made.data)

    def report(longer: Path | None) -> Callable[[], Said]:
        def work() -> int:
            console = Console(file=io.StringIO())
            try:
                if document.parent == Path("longer"):
                    long_run(made.longer)
                    return 0
                found = studies_of(ReportPlan.usual(), {} if longer else places, longer, console)
                for study in (*found.noted.values(), *found.played.values()):
                    if document.name.startswith(f"{study.note_name()}-{RULES}"):
                        study.runs()
            except UserError as error:
                print(f"gah: {error}")
                return 2
            return 0

        return lambda: said_by(work)

    if document.parts[0] == "longer":
        return {"report: answers": report(made.longer)}
    return {"report: notes": report(None)}


# --- names of a player's file ------------------------------------------------------------------


def names(made: Workspace) -> list[str]:
    """Ways to write the name of a player's file, some of which a careless parser would clean up."""
    evil = str(made.path / "evil.py")
    return [
        evil, f"{evil} ", f" {evil}", f"{evil},random", f"random,{evil}", f"{evil}:choose",
        "evil.py", "evil.py ", "./evil.py", "~/evil.py", "evil.py:choose", "outside/evil.py",
        f"random\t,{evil}", f"search:2,{evil}", "evil", os.path.relpath(evil, "/"),
        f"x'; COPY (SELECT 1) TO '{made.trace}'; --",
    ]  # fmt: skip


def texts(raw: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where a document holds text: the ways to each value, and to each key (ends with a pair)."""
    if isinstance(raw, dict):
        for key, value in raw.items():
            yield (*path, (key,))
            yield from texts(value, (*path, key))
    elif isinstance(raw, list):
        for at, value in enumerate(raw):
            yield from texts(value, (*path, at))
    elif isinstance(raw, str):
        yield path


def with_text(raw: Any, path: tuple[Any, ...], text: str) -> Any:
    """A copy of a document with another text in one place."""
    copy = json.loads(json.dumps(raw))
    node = copy
    for step in path[:-1]:
        node = node[step]
    last = path[-1]
    if isinstance(last, tuple):
        node[text] = node.pop(last[0])
    else:
        node[last] = text
    return copy


def documents(made: Workspace) -> list[Path]:
    """All JSON documents of the workspace."""
    return sorted([*made.data.rglob("*.json"), *made.longer.rglob("*.json")])


MANY = ("play", "rulings")
"""Dictionaries of many entries that are read alike."""


def places(made: Workspace) -> list[tuple[Path, tuple[Any, ...]]]:
    """Each field that holds text in each kind of document, once: a document and the way there.

    Records are of one kind, and so are manifests, and the answers of a study; of the items of a
    list, of parts of play and of rulings the first stands for all.
    """
    found: dict[tuple[Any, ...], tuple[Path, tuple[Any, ...]]] = {}
    for path in documents(made):
        document = path.relative_to(made.path)
        runs = document.parts[:2] == ("data", "runs")
        if runs:
            kind = "record" if path.name.startswith("shard-") else "manifest"
        else:
            kind = str(document).partition("-")[0]
        for way in texts(json.loads(path.read_bytes())):
            items = tuple("item" if isinstance(step, int) else step for step in way)
            key = items[:1] if items[0] in MANY and len(items) > 1 else items
            found.setdefault((kind, key, isinstance(way[-1], tuple)), (document, way))
    return list(found.values())


def forge(made: Workspace, path: Path, raw: dict[str, Any]) -> None:
    """Write a document as an attacker would, who makes everything around it fit."""
    if checksummed.CHECKSUM not in raw:
        path.write_text(json.dumps(raw))
        return
    raw.pop(checksummed.CHECKSUM)
    if path.parent != made.data / "runs":
        path.write_bytes(checksummed.dumps(raw))
        return
    with contextlib.suppress(KeyError, TypeError, AttributeError, pa.ArrowException):
        before = path.stem.replace("__", "/")
        part = partition_of(raw["rules"], raw["players"], raw["policies"], raw["seed"])
        if len(run_name(part)) < NAME_MAX:
            raw["partition"] = part
            path.unlink()
            path = _moved(made, before, part)
        _reseal(made, part, raw)
    path.write_bytes(checksummed.dumps(raw))


def _moved(made: Workspace, before: str, after: str) -> Path:
    """Move what belongs to a run to where the manifest says; returns the manifest's new place."""
    runs = made.data / "runs"
    if before != after:
        for old, new in [
            (runs / run_name(before), runs / run_name(after)),
            *((made.data / table / before, made.data / table / after) for table in TABLES),
        ]:
            if old.exists():
                new.parent.mkdir(parents=True, exist_ok=True)
                old.rename(new)
    return runs / f"{run_name(after)}.json"


def _reseal(made: Workspace, part: str, raw: dict[str, Any]) -> None:
    """Let shards and records say that they are of the run of this manifest."""
    identity = {key: raw[key] for key in IDENTITY if key in raw}
    for path in (made.data / "runs" / run_name(part)).glob("*.json"):
        record = json.loads(path.read_bytes())
        record.pop(checksummed.CHECKSUM, None)
        for table in TABLES:
            shard = made.data / table / part / f"{path.stem}.parquet"
            said = {**identity, "first": record["first"], "games": record["games"], "table": table}
            _rewrite(shard, said, raw["policies"])
            data = shard.read_bytes()
            record["tables"][table] |= {"bytes": len(data), "sha256": sha256(data).hexdigest()}
        record["run"] = checksummed.fingerprint(identity)
        path.write_bytes(checksummed.dumps(record))


def _rewrite(shard: Path, said: dict[str, Any], policies: list[str]) -> None:
    """Write a shard again that says something else of itself, and names other players."""
    table = pq.ParquetFile(shard).read()
    if "policy" in table.column_names:
        codes = table["policy"].combine_chunks().indices
        column = pa.DictionaryArray.from_arrays(codes, pa.array(dict.fromkeys(policies)))
        at = table.column_names.index("policy")
        table = table.set_column(at, "policy", column)
    pq.write_table(table.replace_schema_metadata({"gah": json.dumps(said)}), shard)


# --- what is no file --------------------------------------------------------------------------


def _to_link(path: Path, made: Workspace) -> None:
    path.symlink_to(made.outside / "victim")


def _to_nothing(path: Path, made: Workspace) -> None:
    path.symlink_to(made.outside / "made-by-the-attack")


def _to_copy(path: Path, made: Workspace) -> None:
    """A link to a file of the same content elsewhere."""
    path.symlink_to(made.path / "original")


def _huge(path: Path, made: Workspace) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)


REPLACED: dict[str, Callable[[Path, Workspace], object]] = {
    "a link to a user's file": _to_link,
    "a link to a file that does not exist": _to_nothing,
    "a link to the same content": _to_copy,
    "a named pipe": lambda path, made: os.mkfifo(path),
    "a folder": lambda path, made: path.mkdir(),
    "an empty file": lambda path, made: path.touch(),
    "a huge file": _huge,
}


def replace(path: Path, kind: str, made: Workspace) -> None:
    """Put something else in place of a file."""
    shutil.copy(path, made.path / "original")
    path.unlink()
    REPLACED[kind](path, made)
