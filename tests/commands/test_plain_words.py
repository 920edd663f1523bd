"""Help texts: an imperative sentence first, and none of the words that make a reader stop."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
import pytest

from reports import cli
from reports.commands.lazy import LazyGroup
from tests.commands import battery

STOPS = re.compile(
    r"\b(told|tells?|telling|besides?|anew|so many|comes? to|came to|stands? behind|held? against"
    r"|goes on|go on|at turn|alike|no odds|mended|had better)\b",
    re.I,
)
"""Words of an odd sense; the style guide of CONTRIBUTING.md has the plain ones."""
LINES = 24
"""Of a screen."""


ALL = {" ".join(("gah", *path)): command for path, command in battery.walk()}
"""Every command and group of `gah` by its path."""


def help_of(path: str) -> str:
    command = ALL[path]
    context = click.Context(command, info_name=path, terminal_width=100)
    return " ".join(command.get_help(context).split())


@pytest.mark.parametrize("path", ALL)
def test_a_help_text_is_plain(path: str):
    assert STOPS.findall(help_of(path)) == []


@pytest.mark.parametrize("path", [path for path in ALL if path != "gah"])
def test_a_help_text_begins_with_an_imperative(path: str):
    first = (ALL[path].help or "").split()[0]
    assert not first.endswith("s"), f"{path}: {first}"


def values_named(path: str) -> Iterator[tuple[str, str, str]]:
    """The options of a command with a value: its name in the help text, and the kind of value."""
    context = click.Context(ALL[path])
    for one in ALL[path].params:
        if isinstance(one, click.Option) and not one.is_flag:
            yield one.opts[-1], one.make_metavar(context), one.type.name


def test_a_value_has_one_name_in_all_commands():
    """Names for readers, too, not the ones that programmers give to types."""
    found: dict[tuple[str, str], set[str]] = {}
    for path in ALL:
        for option, name, kind in values_named(path):
            found.setdefault((option, kind), set()).add(name)
    several = {option for (option, _), names in found.items() if len(names) > 1}
    assert several <= {"--dask", "--policy", "--ruling", "--section"}  # with one or several forms
    shown = {name for names in found.values() for name in names}
    assert not shown & {"INTEGER", "INTEGER RANGE", "FLOAT", "FLOAT RANGE", "DIRECTORY", "NUMBERS"}


LAZY = [group for group in ALL.values() if isinstance(group, LazyGroup) and group.lazy]


@pytest.mark.parametrize("group", LAZY, ids=lambda group: group.name)
def test_a_list_of_commands_has_a_line_for_each(group: LazyGroup):
    context = click.Context(group)
    for name, line in group.lazy.items():
        command = group.get_command(context, name)
        assert command is not None
        if group is not cli.group:  # whose lines are of its groups, too
            assert line == command.get_short_help_str(1000)
        assert len(name) + len(line) < 80


def test_a_word_in_an_odd_sense_is_noticed():
    assert STOPS.findall("Draws games anew, so many as told.") == ["anew", "so many", "told"]


def test_all_commands_are_on_one_screen():
    context = click.Context(cli.group, info_name="gah", terminal_width=80)
    assert len(cli.group.get_help(context).splitlines()) <= LINES
