"""The command `gah`: a group that imports a command of `reports/commands/` only when it is called.

Errors that a user, a file or the machine can cause print one line and exit with 2, here and nowhere
else. An interrupt exits with 130 and SIGTERM with 143, after the same tidying up. If the reader of
the output goes away (`gah ... | head`), the command exits with 0. A closed stdin, stdout or stderr
is replaced by /dev/null. Other exceptions are bugs and keep their traceback.
"""

from __future__ import annotations

import gc
import io
import os
import resource
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn, TextIO

import click

from reports.commands.lazy import LazyGroup
from reports.commands.renamed import REMOVED, renamed

COMMANDS = {
    "rules": "Show, compare, check and trace rulesets.",
    "play": "Play one game and print what happens.",
    "review": "Review a game: mistakes, better lines, and luck.",
    "analyse": "Find the best moves of a position, and why.",
    "referee": "Judge transcripts of games, step by step.",
    "simulate": "Play many games and record them.",
    "batch": "Play the games of a plan and ask its questions.",
    "data": "List, sum up, check, repair and remove recorded games.",
    "study": "Answer one question about balance.",
    "players": "List, rate and train the computer players.",
    "report": "Write the report: a site of findings, figures and cards.",
    "check": "Check the engine, the statistics and the speed.",
}
"""Each is the function of that name in the module of that name in `reports/commands/`. The commands
of a group are in its module, or in a package with a module for each."""


class NoReader(Exception):
    """The reader of the output has gone."""


@contextmanager
def _until_nobody_reads() -> Iterator[None]:
    """Raise NoReader for a broken pipe, which libraries would turn into exit status 1."""
    try:
        yield
    except BrokenPipeError:
        raise NoReader from None
    except SystemExit as error:
        if isinstance(error.__context__, BrokenPipeError):
            raise NoReader from None
        raise


class Root(LazyGroup):
    """All commands."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        with _until_nobody_reads():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        with _until_nobody_reads():
            return super().invoke(ctx)


@click.group(
    "gah",
    cls=Root,
    package="reports.commands",
    lazy=COMMANDS,
    removed=REMOVED,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="grand-austria-hotel-suite", prog_name="gah")
def group() -> None:
    """Rules verification and balance analysis for the board game Grand Austria Hotel."""


WITHOUT_ENGINE = frozenset({("rules",), ("players", "list")})
"""Commands that neither compile, play nor analyse."""
RESUMED = frozenset({"simulate", "batch", "study", "players", "report"})
"""Commands that continue where they were stopped; a group covers all of its commands."""
ADDRESS_SPACE = 3 << 30
"""Bytes that all other commands may need: `gah players ladder` reserved 2.8 GB on two cores. With
less, libraries crash, or wait forever for a thread that could not start."""

LONGEST = 4096
"""Characters of an argument: the most that a path can have, and fewer than int() refuses."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Entry point of the command line."""
    _open_streams()
    signal.signal(signal.SIGTERM, _ended)
    # Nearly all objects made at the start stay. Collecting garbage every 700 objects, the default,
    # and once more at the end takes a third of the time of a short command.
    gc.set_threshold(50_000)
    status = _flushed(run(arguments))
    if "numpy" not in sys.modules:  # compiled libraries need their objects to be freed
        gc.freeze()
    sys.exit(status)


def _open_streams() -> None:
    """Open /dev/null for each standard stream that is closed, and read any bytes from stdin."""
    for handle, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:  # otherwise the next file opened may take its place
            null = os.open(os.devnull, os.O_RDWR)
            if null != handle:
                os.dup2(null, handle)
                os.close(null)
            setattr(sys, name, open(handle, mode, encoding="utf-8"))  # noqa: SIM115
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def _flushed(status: int) -> int:
    """Flush the output; returns the status, or that of the failure to write."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        return _without_reader()
    except OSError as error:
        _to_nowhere(sys.stdout)
        if status:  # the error has been reported already, and may be this one
            return status
        return _complain(f"cannot write the output ({error.strerror})")
    return status


def _without_reader() -> int:
    """The reader of a pipe (head, less) has gone; Python must not complain about it at exit."""
    _to_nowhere(sys.stdout)
    return 0


def _to_nowhere(stream: TextIO) -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class Ended(KeyboardInterrupt):
    """Somebody asked the process to end."""

    asked = False
    """Whether SIGTERM was received: it is then the cause of any exit that follows."""


def _ended(*_: object) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second one would interrupt the tidying up
    Ended.asked = True
    raise Ended


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    # The project uses no pydantic plugins, and looking for some slows every start.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    words = list(sys.argv[1:] if arguments is None else arguments)
    if any(len(word) > LONGEST or "\0" in word for word in words):
        return _complain(f"an argument has more than {LONGEST} characters, or a null character")
    words, notes = renamed(words)
    for note in notes:
        _say(f"gah: {note}")
    if _may_need_the_engine(words):
        limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        if limit != resource.RLIM_INFINITY and limit < ADDRESS_SPACE:
            return _complain(
                f"out of memory: this process may reserve {limit / 1e9:.1f} GB (ulimit -v), and"
                f" `gah {words[0]}` may need {ADDRESS_SPACE / 1e9:.1f}"
            )
    try:
        result = _called(words)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 0
    except click.ClickException as error:
        return _complain(_one_line(error))
    except ValueError as error:
        # Imported late because it loads all of model/: half a second of `gah --help`.
        from model.errors import UserError

        if not isinstance(error, UserError):
            raise
        return _complain(str(error))
    except NoReader:
        return _without_reader()
    except OSError as error:
        # Code that reads and writes files reports more; this catches the remaining errors.
        named = f"{error.filename}: " if error.filename is not None else ""
        return _complain(f"{named}{error.strerror or error}")
    except MemoryError:
        return _complain("out of memory")
    except (click.Abort, KeyboardInterrupt):
        return _interrupted(words)
    return result if isinstance(result, int) else 0


def _may_need_the_engine(words: Sequence[str]) -> bool:
    """Does a command line name a command that compiles, plays or analyses?"""
    if not words or words[0] not in COMMANDS or not {"-h", "--help"}.isdisjoint(words):
        return False
    return WITHOUT_ENGINE.isdisjoint((tuple(words[:1]), tuple(words[:2])))


def _called(words: list[str]) -> Any:
    """Run the command that the words name, and return its result."""
    try:
        # Without standalone mode click raises instead of printing its own three lines.
        return group.main(args=words, prog_name="gah", standalone_mode=False, obj=tuple(words))
    except BaseException:
        if Ended.asked:  # a library may have replaced the exception on the way
            raise Ended from None
        raise


def _interrupted(words: Sequence[str]) -> int:
    kept = not RESUMED.isdisjoint(words[:1]) and tuple(words[:2]) not in WITHOUT_ENGINE
    _say("gah: interrupted" + ("; recorded games are saved, the same command continues" * kept))
    return 143 if Ended.asked else 130


NUMBERS = {
    "integer range": "a whole number",
    "integer": "a whole number",
    "float range": "a number",
    "float": "a number",
}
"""What click calls kinds of numbers in its messages, the longer names first; and in words."""


def _one_line(error: click.ClickException) -> str:
    """One line for any of click's exceptions: what is wrong and what would be right."""
    message = error.format_message().rstrip(".")
    for typed, meant in NUMBERS.items():
        message = message.replace(f"not a valid {typed}", f"not {meant}")
    kind = error.param.type if isinstance(error, click.BadParameter) and error.param else None
    if isinstance(kind, click.IntRange):
        # click's own message names the type, not what would be right.
        upper = "" if kind.max is None else f", at most {kind.max}"
        message = message.partition(" is not in the range")[0]
        message += f"; give at least {kind.min or 0}{upper}"
    context = getattr(error, "ctx", None)
    if isinstance(error, click.UsageError) and context is not None:
        message += f"; see `{context.command_path} --help`"
    return message


def _say(line: str) -> None:
    try:
        click.echo(line, err=True)
    except OSError:  # stderr has no reader either
        _to_nowhere(sys.stderr)


def _complain(message: str) -> int:
    from model.errors import one_line  # as above

    _say(f"gah: {one_line(message)}")
    return 2


if __name__ == "__main__":
    main()
