"""The command `gah`: a group that imports a command of `reports/commands/` only when it is called.

Errors that a user, a file or the machine can cause print one line and exit with 2, here and nowhere
else; an interrupt exits with 130, a request to end (SIGTERM) with 143, after the same tidying up.
Other exceptions are bugs and keep their traceback.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from reports.commands.lazy import LazyGroup

COMMANDS = {
    "rules": "Show, compare and check rulesets.",
    "play": "Play one game and print what happens.",
    "review": "Review a game: better lines, and what was luck.",
    "analyse": "Find the best moves of a position, and why.",
    "referee": "Judge transcripts of games, step by step.",
    "simulate": "Play many games and record them.",
    "data": "List, check and repair recorded games.",
    "policies": "List the computer players.",
    "tune": "Find the weights of a heuristic by self-play.",
    "train": "Teach the learned players by self-play.",
    "ladder": "Rate the computer players by a tournament.",
    "curve": "Measure what a larger budget of the search buys.",
    "cards": "Estimate what each card is worth, with verdicts.",
    "luck": "Measure how much of a result is skill or luck.",
    "modules": "Measure modules alone and together; fair prices.",
    "assumed": "Say which findings hold whatever assumed values are.",
    "compare": "Measure what one ruleset changes against another.",
    "guests": "Say which guests are good value at each price.",
    "timing": "Say in which round staff cards are worth playing.",
    "price": "Say what staff cards should cost, guests score.",
    "suggest": "Suggest costs that balance the staff cards.",
    "restrict": "Measure what a player loses without a part of the game.",
    "power": "Say how many games a question needs.",
    "bench": "Measure how fast games are played.",
    "verify": "Check the engine over many games.",
    "validate": "Check that the statistics keep their promises.",
    "fingerprint": "Tell whether fixed games still come to the same.",
    "gaps": "List what the rulebooks leave open, as found.",
    "trace": "Tell what stands behind a rule: tests, play, code.",
    "report": "Write the report: a site of findings, figures and cards.",
}
"""Each is the function of that name in the module of that name in `reports/commands/`."""


@click.group(
    "gah", cls=LazyGroup, lazy=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(package_name="grand-austria-hotel-suite", prog_name="gah")
def group() -> None:
    """Rules verification and balance analysis for the board game Grand Austria Hotel."""


LONGEST = 4096
"""Characters of an argument: as many as a path can have, fewer than digits that int() refuses."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Entry point of the command line."""
    signal.signal(signal.SIGTERM, _ended)
    # What a start makes nearly all stays: looking it through for garbage every 700 objects, which
    # is the default, and once more at the end takes a third of the time of a short command.
    gc.set_threshold(50_000)
    status = run(arguments)
    if "numpy" not in sys.modules:  # compiled libraries want what they made to be given back
        gc.freeze()
    sys.exit(status)


class Ended(KeyboardInterrupt):
    """Somebody asked the process to end."""


def _ended(*_: object) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second one would interrupt the tidying up
    raise Ended


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    # The project has no plugin of pydantic, and looking for some takes time at every start.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    words = list(sys.argv[1:] if arguments is None else arguments)
    if any(len(word) > LONGEST or "\0" in word for word in words):
        return _complain(f"an argument has more than {LONGEST} characters, or a null character")
    try:
        # Without standalone mode click raises instead of printing its own three lines.
        result = group.main(args=words, prog_name="gah", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 0
    except click.ClickException as error:
        return _complain(_one_line(error))
    except ValueError as error:
        # Imported once it is needed: with it comes all of model/, half a second of `gah --help`.
        from model.errors import UserError

        if not isinstance(error, UserError):
            raise
        return _complain(str(error))
    except BrokenPipeError:
        # The reader of a pipe (head, less) has gone; Python must not complain about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        # What reads and writes says more; this is for what happens to nobody in particular.
        named = f"{error.filename}: " if error.filename is not None else ""
        return _complain(f"{named}{error.strerror or error}")
    except MemoryError:
        return _complain("out of memory")
    except (click.Abort, KeyboardInterrupt) as error:
        click.echo("gah: interrupted", err=True)
        # click turns an interrupt into an exception of its own.
        return 143 if isinstance(error, Ended) or isinstance(error.__cause__, Ended) else 130
    return result if isinstance(result, int) else 0


def _one_line(error: click.ClickException) -> str:
    """What is wrong and what is right, from any of click's exceptions."""
    message = error.format_message().rstrip(".")
    kind = error.param.type if isinstance(error, click.BadParameter) and error.param else None
    if isinstance(kind, click.IntRange):
        # click's own words name the type, not what would be right.
        upper = "" if kind.max is None else f", at most {kind.max}"
        message += f"; give a whole number of at least {kind.min or 0}{upper}"
    context = getattr(error, "ctx", None)
    if isinstance(error, click.UsageError) and context is not None:
        message += f"; see `{context.command_path} --help`"
    return message


def _complain(message: str) -> int:
    from model.errors import one_line  # as above

    click.echo(f"gah: {one_line(message)}", err=True)
    return 2


if __name__ == "__main__":
    main()
