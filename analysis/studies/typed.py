"""Settings of a study: one declaration for its options, the command that repeats it, and its note.

Light: the options of a command are made from here, and `--help` must not wait for the engine.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import Field, dataclass, fields, replace
from typing import Annotated, Any, ClassVar, get_type_hints

from annotated_types import Ge, Le, Len, Lt

from simulate.base.roster import registered

GROUPS = {"ladder": "players", "curve": "players", "validate": "check"}
"""Groups of the commands that are not in `gah study`."""

Value = str | int | tuple[int, ...] | tuple[str, ...]


@dataclass(frozen=True)
class Option:
    """How one of the settings is typed.

    help: its line of help. name: of the option, if not the field's. least, most: bounds of a
    number, at the terminal. none: the text for no value; several values are then one list, "a,b".
    shape: a kind of option, see `reports.commands.asking.SHAPES`; empty for numbers and choices.
    choices: the words to choose from.
    """

    help: str
    name: str = ""
    least: int = 0
    most: int | None = None
    none: str = ""
    shape: str = ""
    choices: tuple[str, ...] = ()


class Registered:
    """A text that must name a policy of this suite, or several, "a,b": a note may be a stranger's.

    most: the largest number of names.
    """

    def __init__(self, most: int = 1) -> None:
        self.most = most

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic_core.core_schema import no_info_after_validator_function

        def checked(text: str) -> str:
            return ",".join(map(registered, text.split(",", self.most - 1)))

        return no_info_after_validator_function(checked, handler(source))


PolicyName = Annotated[str, Registered()]
Table = Annotated[str, Registered(4)]
"""Who sits at a table, "a,b", repeated until all seats are taken."""

Spec = Annotated[str, Len(0, 400), Option("The ruleset.", shape="rules")]
Players = Annotated[
    tuple[Annotated[int, Ge(2), Le(4)], ...],
    Len(0, 3),
    Option("Numbers of players.", shape="players"),
]
Policies = Annotated[
    tuple[PolicyName, ...],
    Len(1, 30),
    Option("Policy of all seats; repeat for several, each at its own tables.", "policy",
           shape="policies"),
]  # fmt: skip
Number = Annotated[int, Ge(0), Le(2**31 - 1)]
Seed = Annotated[int, Ge(0), Lt(2**63), Option("Random seed.")]
"""What settings hold, how a note of them is checked, and how they are typed."""


class Settings:
    """Settings of a study: a frozen dataclass of plain values, with tuples for lists.

    Each field has an `Option` in its annotation. The docstring explains the fields.
    """

    name: ClassVar[str]
    """The name of the command."""

    folder: ClassVar[str] = ""
    """The folder of its games below data/studies/, if not its name."""

    shown: ClassVar[str] = ""
    """What a report finds in its folder, for a line of help; empty: the report has no option for
    this study."""

    local: ClassVar[bool] = True
    """Are its games in a folder only, never in an object store?"""

    rules: str
    """The rulesets of the question."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def rulesets(self) -> tuple[str, ...]:
        """All rules played, spelled as in tables."""
        return (self.rules,)

    @property
    def command(self) -> str:
        """The command that asks with these settings."""
        words, options = [], []
        for field, option in options_of(type(self)):
            value = getattr(self, field.name)
            if option.shape == "words":
                words += [value] if isinstance(value, str) else list(value)
            else:
                named = f"--{option.name or field.name.replace('_', '-')}"
                typed = (",".join(value) or option.none,) if option.none else each(value)
                options += [part for one in typed for part in (named, one)]
        return " ".join([command(self.name), *map(shlex.quote, (*words, *options))])


def options_of(settings: type[Settings]) -> Iterator[tuple[Field[Any], Option]]:
    """The fields of settings and how each is typed.

    The last `Option` of the annotation counts; its name and shape default to those of its type.
    """
    hints = get_type_hints(settings, include_extras=True)
    for field in fields(settings):
        found = [one for one in hints[field.name].__metadata__ if isinstance(one, Option)]
        how = Option("")
        for one in found:
            how = replace(one, name=one.name or how.name, shape=one.shape or how.shape)
        yield field, how


def command(name: str) -> str:
    """The command of a study: "gah study cards"."""
    return f"gah {GROUPS.get(name, 'study')} {name}"


def asked(name: str, *words: str, **options: Value) -> str:
    """A command line of a study: its name, positional words and options, whose underscores stand
    for hyphens.
    """
    line = [command(name), *map(shlex.quote, words)]
    for option, value in options.items():
        named = f"--{option.replace('_', '-')}"
        line += [part for one in each(value) for part in (named, shlex.quote(one))]
    return " ".join(line)


def each(value: Value) -> tuple[str, ...]:
    """The texts of an option: several numbers are one list, "2,4"; for several names the option is
    repeated.
    """
    if not isinstance(value, tuple):
        return (str(value),)
    if value and all(isinstance(one, int) for one in value):
        return (",".join(map(str, value)),)
    return tuple(map(str, value))
