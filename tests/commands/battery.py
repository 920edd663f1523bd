"""Every command with every option and argument at odd values, from the commands' own declarations.

A new option is in it at once. Nothing is played: where a command would begin to, its case is over.
"""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from reports import cli

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

NEEDED = {
    "file": ["patch.toml"], "a": ["original-2015"], "b": ["revised-2021"], "root": ["data"],
    "base": ["original-2015"], "ids": ["serve.price"],
}  # fmt: skip
"""What is given for an argument that must be, while another one is at odd values."""
SMALL = {"simulate": ["--games=2", "--workers=1", "--policy=random"]}
"""Before the odd value, for a command that would play without saying that it begins to."""
SECONDS = 300.0


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
    yield from _below(cli.group, ())


def _below(
    command: click.Command, path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    if not isinstance(command, click.Group):
        yield path, command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        inner = command.get_command(context, name)
        assert inner is not None
        yield from _below(inner, (*path, name))


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
                given += NEEDED[str(other.name)]
    if not isinstance(one, click.Option):
        return [*path, "--", *given]
    option = [one.opts[-1]] if value is None else [f"{one.opts[-1]}={value}"]
    return [*path, *SMALL.get(path[0], ()), *option, *given]


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
