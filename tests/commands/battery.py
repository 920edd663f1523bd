"""Every command with every option and argument at odd values, from the commands' own declarations.

A new option is in it at once. Nothing is played: where a command would begin to, its case is over.

python -m tests.commands.battery --out verification/battery.txt [--only "study cards"]
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import pickle
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
import pytest

import model.ruleset
from model import Ruleset
from reports import cli
from reports.rules.evidence import Evidence
from simulate.base.files import write_whole
from simulate.base.provenance import commit
from simulate.fingerprint import RULES, fingerprint

ANY = [
    "", " ", "x", "-", "..", "*", ".", ",", "=", "+", "%s", "{", "a,b", "a=b", "=b", "\n",
    "\x1b[2J", "[/x]", "[red]",
    "'", '"', "é" * 300, "\udcff", "\u202e", "\u0663", "-1", "0", "1", "0x10",
    "9" * 18, "9" * 500, "9" * 5000, "-" + "9" * 30, str(2**63), "1e400", "nan", "inf",
    "(" * 2000,
]  # fmt: skip
WORDS = [
    "greedy", "greedy,random", "revised-2021", "original-2015+", "revised-2021+lets-waltz",
    "search:" + "9" * 4000, "search:\u0663", "search:0", "~nosuchuser/x.py", "loop.py",
    "folder.py", "n" * 300 + ".py", "fails.py", "exits.py", "sample:" + "9" * 500, "sample:-1",
    "ci=0vp", "ci=1e-300vp", "b4-rooms=occupied", "b4-rooms=\x1b", "staff.17", "staff.*",
    "staff." + "9" * 500, "2,3,4", "2,2", "3-1", "1-" + "9" * 100, "0.2vp", "-1pp", "1e400vp",
]  # fmt: skip
PLACES = [
    "folder", "data", "patch.toml", "transcript.json", "binary", "loop", "fifo", "missing/below",
    "binary/below", "/dev/null", "/dev/null/below", "/dev/zero", "/dev/full", "/proc/gah", "a\0b",
    "n" * 300, "folder/" + "n" * 300, ("n" * 200 + "/") * 30, "~nosuchuser/x", "a[/x]b", "[red]a",
    "br[a]c", "s3://", "s3://b", "s3://b/x", "ftp://127.0.0.1:1/x", "http://127.0.0.1:1/x",
    "nonsense://x", "://", "file:///nowhere", "memory://x", "x::s3://b/y", "zip://x::binary",
    "local://folder", "=cmd|x", "fails.py", "loop.py",
]  # fmt: skip

NEEDED = {"out": ["table.csv"],
    "file": ["patch.toml"], "a": ["original-2015"], "b": ["revised-2021"], "root": ["data"],
    "base": ["original-2015"], "ids": ["serve.price"], "rules": ["revised-2021"],
}  # fmt: skip
"""What is given for an argument that must be, while another one is at odd values."""
SMALL = {"simulate": ["--games=2", "--workers=1", "--policy=random"]}
"""Before the odd value, for a command that would play without saying that it begins to."""
SECONDS = 300.0

RECORD = Path(__file__).parents[2] / "verification" / "battery.json"
COMMAND = "python -m tests.commands.battery --out verification/battery.txt"
"""What makes the record."""


class Reached(BaseException):
    """A command would now begin to play, or takes too long."""


@dataclass
class Found:
    """What came of the cases: how many, how many got as far as playing, and what went wrong."""

    cases: int = 0
    played: int = 0
    refused: int = 0
    wrong: dict[str, list[str]] = field(default_factory=dict)

    def note(self, what: str, words: list[str]) -> None:
        shown = " ".join(word if len(word) < 60 else f"{word[:40]}..." for word in words)
        self.wrong.setdefault(what, []).append(repr(shown))


def commands() -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command that is no group, with the words that call it."""
    return ((path, command) for path, command in walk() if not isinstance(command, click.Group))


def walk(
    command: click.Command = cli.group, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command and group with the words that call it."""
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from walk(inner, (*path, name))


def cases() -> Iterator[list[str]]:
    """The command lines, in a fixed order."""
    for path, command in commands():
        yield [*path]
        yield [*path, "--nonsense"]
        yield [*path, "superfluous", "superfluous", "superfluous"]
        for one in command.params:
            for value in _values(one):
                yield _line(path, command, one, value)


def _values(one: click.Parameter) -> list[str | None]:
    if getattr(one, "is_flag", False):
        return [None]
    if isinstance(one.type, (click.types.IntParamType, click.types.FloatParamType)):
        return [*ANY]
    return [*ANY, *WORDS, *PLACES]


def _line(
    path: tuple[str, ...], command: click.Command, one: click.Parameter, value: str | None
) -> list[str]:
    given: list[str] = []
    for other in command.params:
        if isinstance(other, click.Argument):
            if other is one:
                given.append(str(value))
            elif other.required:
                given += NEEDED.get(str(other.name), ["x"])
    if not isinstance(one, click.Option):
        return [*path, "--", *given]
    option = [one.opts[-1]] if value is None else [f"{one.opts[-1]}={value}"]
    return [*path, *SMALL.get(" ".join(path), ()), *option, *given]


def prepare(folder: Path) -> None:
    """What the odd names stand for."""
    (folder / "folder").mkdir()
    (folder / "folder.py").mkdir()
    (folder / "binary").write_bytes(bytes(range(256)) * 8)
    (folder / "patch.toml").write_text('id = "p"\nset = { "staff.17.cost" = 4 }\n')
    (folder / "transcript.json").write_text('{"format": "gah-transcript-1", "players": 2}')
    (folder / "loop").symlink_to("loop")
    (folder / "loop.py").symlink_to("loop.py")
    (folder / "fails.py").write_text("raise BaseException('no')\n")
    (folder / "exits.py").write_text("import sys; sys.exit('no')\n")
    os.mkfifo(folder / "fifo")


def run(words: list[str], found: Found) -> None:
    """Run one case in this process and note what is wrong with how it ends."""
    streams = [io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2)]
    found.cases += 1
    signal.signal(signal.SIGALRM, _too_long)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        with contextlib.redirect_stdout(streams[0]), contextlib.redirect_stderr(streams[1]):
            status: Any = cli.run(words)
    except Reached as reached:
        found.played += 1
        if reached.args:
            found.note(str(reached.args[0]), words)
        return
    except BaseException as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(last.filename).name}:{last.lineno}"
        found.note(f"{type(error).__name__} at {where}: {str(error)[:80]!r}", words)
        return
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        sys.stdout.flush()
    out, err = (stream.buffer.getvalue().decode("utf-8") for stream in streams)  # type: ignore[attr-defined]
    if status == 2:
        found.refused += 1
        last_line = err.rstrip("\n").rpartition("\n")[2]
        if not last_line.startswith("gah: ") or len(last_line) > 1500:
            found.note(f"status 2 without a line: {err[-100:]!r}", words)
        if not last_line.isprintable():
            found.note("a line that cannot be printed", words)
    elif status not in (0, 1):
        found.note(f"status {status}", words)
    if "\x1b" in out + err:
        found.note("an escape reaches the terminal", words)
    if "Traceback" in out + err:
        found.note("a traceback is printed", words)


def _too_long(*_: object) -> None:
    raise Reached("takes too long")


NOWHERE = {
    "ACCESS_KEY_ID": "x",
    "SECRET_ACCESS_KEY": "x",
    "MAX_ATTEMPTS": "1",
    "ENDPOINT_URL": "http://127.0.0.1:1",
    "DEFAULT_REGION": "x",
}
"""An object store that does not answer."""


@contextlib.contextmanager
def at_hand(folder: Path) -> Iterator[None]:
    """An empty place to work in, and nothing played: a command that would begin to is over."""
    prepare(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr("simulate.compiling.ahead.is_compiled", _reached)
        patch.setattr("reports.commands.rules.trace.gather", lambda: Evidence(None, None, None))
        patch.setattr("model.ruleset._resolved", _remembered(model.ruleset._resolved))
        for name, value in NOWHERE.items():
            patch.setenv(f"AWS_{name}", value)
        yield


def _remembered(resolve: Callable[..., Ruleset]) -> Callable[..., Ruleset]:
    """Each ruleset resolved once: `gah report` plans games by two hundred of them."""
    known: dict[bytes, Ruleset] = {}

    def resolved(*asked: Any) -> Ruleset:
        *_, files, _ = asked
        if not all(file.is_file() for file in files):
            return resolve(*asked)
        key = pickle.dumps((asked, [file.read_bytes() for file in files]))
        if key not in known:
            known[key] = resolve(*asked)
        return known[key]

    return resolved


def _reached(*_: object, **__: object) -> Any:
    raise Reached


def names() -> list[str]:
    """The commands as they are typed, "study cards", sorted."""
    return sorted(" ".join(path) for path, _ in commands())


def cases_of(name: str) -> list[list[str]]:
    """The command lines of one command."""
    path = name.split()
    return [words for words in cases() if words[: len(path)] == path]


def tried(lines: list[list[str]]) -> Found:
    """Run these cases."""
    found = Found()
    for words in lines:
        run(words, found)
    return found


@dataclass(frozen=True)
class Row:
    """What came of one command's cases, and which version they were run by."""

    cases: int
    refused: int
    played: int
    wrong: dict[str, list[str]]
    commit: str

    @property
    def bad(self) -> int:
        """Cases that end otherwise than they should."""
        return sum(map(len, self.wrong.values()))


def row_of(name: str) -> Row:
    """Run the cases of one command."""
    found = tried(cases_of(name))
    return Row(found.cases, found.refused, found.played, found.wrong, commit())


def recorded(file: Path) -> dict[str, Row]:
    """The rows of a record by command; none if there is no record."""
    if not file.exists():
        return {}
    return {name: Row(**row) for name, row in json.loads(file.read_text("utf-8"))["rows"].items()}


def lacking() -> list[str]:
    """The commands without a row in the record, which came after it."""
    return sorted(set(names()) - recorded(RECORD).keys())


def shown(rows: dict[str, Row]) -> str:
    """The record in lines."""
    heads = ("command lines", "refused", "would play", "wrong")
    counts = {name: (row.cases, row.refused, row.played, row.bad) for name, row in rows.items()}
    counts["all"] = tuple(map(sum, zip(*counts.values(), strict=True)))  # type: ignore[assignment]
    versions = dict.fromkeys(row.commit for row in rows.values())
    lines = [
        "Every command with every option and argument at odd values",
        "==========================================================",
        "",
        f"date         {datetime.now(UTC):%Y-%m-%d}",
        *(
            f"version      commit {one}"
            + (f" ({', '.join(n for n in rows if rows[n].commit == one)})" if i else "")
            for i, one in enumerate(sorted(versions, key=_rows_of(rows)))
        ),
        "",
        f"{'':<20}" + "".join(f"{head:>15}" for head in heads),
        *(f"{name:<20}" + "".join(f"{n:>15,}" for n in row) for name, row in counts.items()),
        "",
        "Refused: status 2 and one line. Would play: it got as far as that, and was ended there.",
        "Wrong: a traceback, another status, an escape at the terminal, or more than "
        f"{SECONDS:.0f} s.",
        *(
            f"WRONG {what}: {words[0]} and {len(words) - 1} more"
            for row in rows.values() for what, words in row.wrong.items()
        ),
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def _rows_of(rows: dict[str, Row]) -> Callable[[str], int]:
    """Sorts versions: the one with most rows first."""
    return lambda one: -sum(row.commit == one for row in rows.values())


@click.command()
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The record.")
@click.option("--only", multiple=True, metavar="COMMAND",
              help="Renew the row of this command, as \"study cards\"; repeatable.")  # fmt: skip
def main(out: Path, only: tuple[str, ...]) -> None:
    """Runs all cases and writes what came of them; exit status 1 if anything is wrong."""
    out, start = out.absolute(), time.monotonic()
    file = out.with_suffix(".json")
    rows = recorded(file) if only else {}
    with tempfile.TemporaryDirectory() as folder, at_hand(Path(folder)):
        for name in only or names():
            rows[name] = row_of(name)
            click.echo(f"{name}: {rows[name].cases:,} cases, {rows[name].bad} wrong")
    rows = {name: rows[name] for name in names() if name in rows}
    seconds = time.monotonic() - start
    if only and file.exists():
        seconds = json.loads(file.read_text("utf-8"))["seconds"]  # of the whole
    made = {
        "date": f"{datetime.now(UTC):%Y-%m-%d}", "commit": commit(), "seconds": round(seconds),
        "play": fingerprint([RULES]), "rows": {name: asdict(row) for name, row in rows.items()},
    }  # fmt: skip
    write_whole(out, shown(rows).encode())
    write_whole(file, (json.dumps(made, indent=1) + "\n").encode())
    click.echo(f"record in {out}")
    sys.exit(1 if any(row.wrong for row in rows.values()) else 0)


if __name__ == "__main__":
    main()
