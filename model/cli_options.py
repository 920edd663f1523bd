"""What commands share: the options of a ruleset, and bad input told in one line, exit code 2."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import click

from model.assumptions import DEFAULT_ASSUMPTIONS
from model.errors import UserError
from model.sources import sources

Command = Callable[..., Any]


class BadInput(click.ClickException):
    """Shows a UserError as one line."""

    exit_code = 2


def user_errors(command: Command) -> Command:
    """Decorator: a UserError of the command ends it with one line and exit code 2."""

    @functools.wraps(command)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except UserError as error:
            raise BadInput(str(error)) from None

    return wrapped


def _pairs(values: tuple[str, ...]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for value in values:
        key, sign, reading = value.partition("=")
        if not sign:
            raise UserError(f"--ruling {value}: write id=reading, e.g. --ruling b4-rooms=occupied")
        if key in pairs:
            raise UserError(f"--ruling {key}: given twice")
        pairs[key] = reading
    return pairs


def _choices(option: str) -> str:
    return "|".join(sources().option[option].choices)


def ruleset_options(command: Command) -> Command:
    """Decorator: adds --hands, --boards, --promos, --ruling, --assumptions and --patch.

    The command receives them as one keyword `variant`, a dict for `load_ruleset(spec, **variant)`.
    """

    @click.option("--hands", metavar=_choices("hands"), help="How hands are formed.")
    @click.option("--boards", metavar=_choices("boards"), help="Side of the hotels.")
    @click.option("--promos", metavar=_choices("promos"), help="Promotional guests.")
    @click.option("--ruling", multiple=True, metavar="ID=READING", help="A ruling's reading.")
    @click.option(
        "--assumptions", default=DEFAULT_ASSUMPTIONS, metavar="default|sample:N",
        help="What no source gives: the defaults, or the Nth plausible completion.",
    )  # fmt: skip
    @click.option("--patch", "patches", multiple=True, metavar="FILE", help="A patch file.")
    @functools.wraps(command)
    def wrapped(
        *args: Any,
        hands: str | None,
        boards: str | None,
        promos: str | None,
        ruling: tuple[str, ...],
        assumptions: str,
        patches: tuple[str, ...],
        **kwargs: Any,
    ) -> Any:
        variant = {
            "hands": hands,
            "boards": boards,
            "promos": promos,
            "rulings": _pairs(ruling),
            "assumptions": assumptions,
            "patches": patches,
        }
        return command(*args, variant=variant, **kwargs)

    return user_errors(wrapped)
