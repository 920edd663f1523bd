"""Groups of commands that start fast."""

from __future__ import annotations

import importlib
from collections.abc import Mapping

import click


class LazyGroup(click.Group):
    """A group with commands that are imported when they are called.

    ``lazy``: the line of help of each. A command is the function of its name in the module of its
    name in this folder, or in the one that ``modules`` names (as "module" or "module:function");
    listing commands imports none of them.
    ``removed``: what to use instead of each command that earlier versions had.
    """

    def __init__(
        self,
        *args: object,
        lazy: Mapping[str, str] | None = None,
        modules: Mapping[str, str] | None = None,
        removed: Mapping[str, str] | None = None,
        **kwargs: object,
    ) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.lazy = dict(lazy or {})
        self.modules = dict(modules or {})
        self.removed = dict(removed or {})

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.lazy, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.lazy:
            return super().get_command(ctx, cmd_name)
        module, _, function = self.modules.get(cmd_name, cmd_name).partition(":")
        found = importlib.import_module(f"reports.commands.{module}")
        command = getattr(found, function or cmd_name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name in self.removed:
            raise click.ClickException(
                f"{ctx.command_path} {name} was removed; {self.removed[name]}"
            )
        if not name.startswith("-") and name not in self.list_commands(ctx):
            from model.names import meant  # here, because a known command needs none of it

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
