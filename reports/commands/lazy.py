"""Groups of commands that start fast."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Mapping
from pathlib import Path

import click

METAVARS = {
    "integer": "N",
    "integer range": "N",
    "numbers": "N[,N]...",
    "float": "X",
    "float range": "X",
    "policies": "POLICY[,POLICY]...",
    "place": "FOLDER|URL",
    "directory": "FOLDER",
}
"""What help texts call a value, by the name of its type."""
OF_TEXT = {
    **dict.fromkeys(("--rules", "--older", "--other"), "RULESET"),
    **dict.fromkeys(("--players", "--check"), METAVARS["numbers"]),
    "--section": "FOLDER",
}
"""The same for options that take text, by the name of the option."""


def named_values(command: click.Command) -> click.Command:
    """The command, the values of whose options have the same names as those of all others."""
    for one in command.params:
        if isinstance(one, click.Option) and one.metavar is None:
            kind = one.type.name
            one.metavar = OF_TEXT.get(one.opts[-1]) if kind == "text" else METAVARS.get(kind)
    return command


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called.

    Each is a module of ``package`` with a function of the same name, perhaps followed by `_`
    (`list_`). Listing the commands imports none: their help lines are read from the files.
    ``lazy``: the help lines, for a package that also has other modules.
    ``removed``: commands of earlier versions, and what to use instead.
    """

    def __init__(
        self,
        *args: object,
        package: str = "",
        lazy: Mapping[str, str] | None = None,
        removed: Mapping[str, str] | None = None,
        **kwargs: object,
    ) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.package = package
        if lazy is None and package:
            lazy = lines_of_help(package)
        self.lazy = dict(lazy or {})
        self.removed = dict(removed or {})

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.lazy, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.lazy:
            added = super().get_command(ctx, cmd_name)
            return added and named_values(added)
        found = vars(importlib.import_module(f"{self.package}.{cmd_name}"))
        command = found[cmd_name if cmd_name in found else f"{cmd_name}_"]
        assert isinstance(command, click.Command)
        return named_values(command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name in self.removed:
            raise click.ClickException(
                f"{ctx.command_path} {name} was removed; {self.removed[name]}"
            )
        if not name.startswith("-") and name not in self.list_commands(ctx):
            from model.names import meant  # here, because a known command does not need it

            known = self.list_commands(ctx)
            near = meant(name, known)
            raise click.UsageError(f"no command {name!r}; commands: {', '.join(known)}{near}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = dict(self.lazy)
        for name, command in self.commands.items():
            rows[name] = command.get_short_help_str(formatter.width)
        with formatter.section("Commands"):
            formatter.write_dl(list(rows.items()))


def lines_of_help(package: str) -> dict[str, str]:
    """The help line of each command of a package: the first line of its docstring."""
    folder = Path(str(sys.modules[package].__file__)).parent
    found = {}
    for file in sorted(folder.glob("[!_]*.py")):
        source = file.read_text("utf-8")
        first = re.search(rf'^def {file.stem}_?\(.*?"""(.*?)(\n|""")', source, re.M | re.S)
        assert first is not None, f"{file}: no function of its name with a docstring"
        found[file.stem] = first[1]
    return found
