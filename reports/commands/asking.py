"""How commands run a study: at once, or as part of a batch that first plays the games of many.

A study's options are its settings (`analysis.studies.questions`) and those that all studies share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analysis.studies.typed import Option, Settings, each, options_of
from reports.commands.options import (
    KEEP,
    POLICY,
    TABLE,
    WORKERS,
    Count,
    data_option,
    out_option,
    player_counts,
    policies_alone,
    ruleset_options,
)
from reports.commands.terminal import say, show

if TYPE_CHECKING:
    from rich.console import Console

    from analysis.studies.study import SettingsStudy, Study
    from reports.tables.table import Table


class Planning(tuple[str, ...]):
    """The words of a command that only names the study it would run, and then stops."""


class Planned(Exception):
    """What a command would run: a study, or anything else with `runs` and `forced`."""

    def __init__(self, asked: Any) -> None:
        self.asked = asked


def planned(asked: Any) -> None:
    """Raise Planned if the command was only called to name what it would run."""
    if isinstance(click.get_current_context().find_root().obj, Planning):
        raise Planned(asked)


def answer(study: Study[Any], workers: int, console: Console, keep: Path | None = None) -> Any:
    """The answer of a study, see `analysis.studies.kept.answered`. Raises UserError as that does.

    ``keep`` is only for studies that a report uses.
    """
    from analysis.studies.kept import answered

    planned(study)
    asked: Any = study
    return answered(asked, workers, console, keep) if keep else study.answer(workers, console)


@dataclass(frozen=True)
class Request:
    """What a user asks a study: its settings, and how and where it is answered.

    variant: further arguments of `load_ruleset`. given: the other options of the command.
    """

    settings: Any
    data: Any
    out: Path
    workers: int
    keep: Path | None = None
    variant: Mapping[str, Any] = field(default_factory=dict)
    given: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def console(self) -> Console:
        """The console for the answer."""
        from simulate.base.bars import plain_console

        return plain_console()

    def study(self, kind: Callable[..., SettingsStudy[Any, Any]], **more: Any) -> Any:
        """The study to run. Raises UserError for unknown policies, and for a URL where a local
        folder is needed."""
        from model.errors import UserError
        from simulate import policies

        for name in self.settings.policies:
            policies.get(name)
        if self.settings.local and not isinstance(self.data, Path):
            raise UserError(f"--data {self.data}: must be a local folder, not a URL")
        variant = {"variant": self.variant} if self.variant else {}
        return kind(self.settings, self.data, **variant, **more)

    def answer(self, study: Any) -> Any:
        """The study's answer; it is also saved if --keep names a folder."""
        return answer(study, self.workers, self.console, self.keep)

    def show(self, table: Table, first: int | None = None, without: str = "") -> None:
        """Print a table: all rows or the first ones, all columns or all but one."""
        show(replace(table, rows=table.rows[:first]), self.console, without)

    def say(self, *lines: str) -> None:
        """Print sentences."""
        say(self.console, *lines)

    def wrote(self, what: str, place: Path) -> None:
        """Print where something was written, so that its path can be copied."""
        self.console.print(f"{what}: {place}", highlight=False, soft_wrap=True)

    def write(self, found: Any, *names: str) -> None:
        """Write frames of an answer as CSV, and print where."""
        from reports.spreadsheet import write_csv

        for name in names:
            write_csv(getattr(found, name), self.out / f"{name}.csv")
        self.wrote("tables", self.out)


TOP = click.option("--top", type=Count(1), default=12, show_default=True,
                   help="Rows to print of each table.")  # fmt: skip


def asks(
    settings: type[Settings], *more: Any, rulesets: bool = True, out: Any = None
) -> Callable[[Callable[[Request], None]], click.Command]:
    """Decorator: a command that runs a study, with an option for each of its settings.

    more: further options, passed as `Request.given`. rulesets: whether it accepts variants of its
    rules. out: an output option to use instead of a folder.
    """
    own = {one.name: _option(one, how) for one, how in options_of(settings)}
    last = [own.pop(name) for name in ("rules", "players") if name in own]
    seed = [own.pop("seed")]
    name = settings.name
    kind = "Folder" if settings.local else "Folder or URL"
    folders = [
        data_option(settings.folder or name, f"{kind} of recorded games; missing ones are added."),
        out or out_option(name),
    ]  # fmt: skip
    names = [one.name for one in fields(settings)]

    def decorate(command: Callable[[Request], None]) -> click.Command:
        def asked(data: Any, out: Path, workers: int, keep: Path | None = None,
                  variant: Mapping[str, Any] | None = None, **given: Any) -> None:  # fmt: skip
            mine = {one: given.pop(one) for one in names}
            command(Request(settings(**mine), data, out, workers, keep, variant or {}, given))

        asked.__doc__, asked.__name__ = command.__doc__, command.__name__
        found: Any = ruleset_options(asked) if rulesets else asked
        for option in reversed([*own.values(), *more, *folders, KEEP, *last, *seed, WORKERS]):
            found = option(found)
        return click.command(name)(found)

    return decorate


def _option(one: Field[Any], how: Option) -> Any:
    """The option of a setting."""
    if how.shape == "words":
        many = isinstance(one.default, tuple)
        metavar = f"[{how.name.upper()}]..." if many else how.name.upper()
        return click.argument(one.name, nargs=-1 if many else 1, metavar=metavar)
    value = () if one.default is MISSING else one.default
    shown = each(value) if how.shape in ("policies", "tables") else ",".join(each(value)) or None
    named = f"--{how.name or one.name.replace('_', '-')}"
    # As typed: several tables are several options, each with its own commas.
    typed = f" {named} ".join(shown) if how.shape == "tables" and shown else ""
    return click.option(
        named, one.name, default=shown,
        show_default=typed or bool(value) or value == 0, help=how.help,
        **_shape(how),
    )  # fmt: skip


def _shape(how: Option) -> dict[str, Any]:
    """What click must know about an option, such as the range of a number."""
    if how.choices:
        return {"type": click.Choice(how.choices), "multiple": True}
    return SHAPES.get(how.shape) or {"type": Count(how.least, how.most)}


def two_policies(
    context: click.Context, option: click.Parameter, names: tuple[str, ...]
) -> tuple[str, ...]:
    """Two policies from "stronger,weaker", or none."""
    if names == ("none",):
        return ()
    if len(names) != 2 or names[0] == names[1]:
        raise click.BadParameter("name the stronger and the weaker player: planner,greedy; or none")
    return names


def budgets(context: click.Context, option: click.Parameter, text: str) -> tuple[int, ...]:
    """Budgets from "25,50,100", ascending."""
    try:
        found = tuple(sorted(int(word) for word in text.split(",")))
    except ValueError:
        found = ()
    if len(set(found)) < max(2, len(found)) or min(found) < 1:
        raise click.BadParameter(f"{text}: give two different numbers or more, e.g. 25,50,100")
    return found


def tables(
    context: click.Context, option: click.Parameter, seats: tuple[tuple[str, ...] | str, ...]
) -> tuple[str, ...]:
    """Tables, each written "a,b"."""
    return tuple(dict.fromkeys(one if isinstance(one, str) else ",".join(one) for one in seats))


SHAPES: Mapping[str, dict[str, Any]] = {
    "rules": {"type": str},
    "many rules": {"type": str, "multiple": True},
    "players": {"callback": player_counts},
    "policies": {"type": TABLE, "multiple": True, "metavar": "POLICY", "callback": policies_alone},
    "policy": {"type": POLICY},
    "budgets": {"callback": budgets, "metavar": "N[,N]..."},
    "tables": {"type": TABLE, "multiple": True, "callback": tables},
    "pair": {"type": TABLE, "callback": two_policies},
}
"""What click must know about options that are neither numbers nor choices."""
