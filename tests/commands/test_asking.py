"""Options, the command that repeats a study, and its note come from the settings of the study."""

from __future__ import annotations

import json
import shlex
from dataclasses import Field, asdict, fields
from importlib import import_module
from typing import Any

import click
import pytest

from analysis.studies import questions, typed
from model import UserError, reading

ALL = typed.Settings.__subclasses__()
OTHER: dict[str, Any] = {
    "rules": "original-2015+ballrooms (boards=day)",
    "many rules": ("original-2015", "revised-2021 (boards=day)"),
    "players": (4, 2), "policy": "expert", "policies": ("planner+staff=2.5", "expert:20"),
    "pair": ("expert", "random"), "tables": ("greedy,random", "expert:20"), "budgets": (9, 99),
}  # fmt: skip
"""Values by the shape of their option that no default is."""


def another(one: Field[Any], how: typed.Option) -> Any:
    """A value of a setting that is not its default."""
    if isinstance(one.default, int):
        return how.most or one.default + 1000
    if how.shape == "words" and isinstance(one.default, tuple):
        return ("17", "3")
    if how.choices:
        return how.choices[-2:]
    return OTHER["rules" if how.shape == "words" else how.shape]


def asked(settings: type[typed.Settings]) -> Any:
    """Settings of which no value is the default."""
    return settings(**{one.name: another(one, how) for one, how in typed.options_of(settings)})


def read_back(settings: Any) -> Any:
    """The settings that the command makes of the line that repeats these."""
    group, name, *words = shlex.split(settings.command)[1:]
    assert group in ("study", "players")
    command = getattr(import_module(f"reports.commands.{group}.{name}"), name)
    assert isinstance(command, click.Command)
    with command.make_context(name, list(words)) as context:
        return type(settings)(**{one.name: context.params[one.name] for one in fields(settings)})


@pytest.mark.parametrize("settings", ALL, ids=lambda one: one.__name__)
def test_the_line_that_repeats_a_study_asks_the_same(settings: type[typed.Settings]):
    other = asked(settings)
    for some in (settings(), other):
        assert read_back(some) == some
    assert all(getattr(other, one.name) != one.default for one in fields(settings))


@pytest.mark.parametrize("settings", ALL, ids=lambda one: one.__name__)
def test_a_note_of_a_study_is_read_as_it_was_written(settings: type[typed.Settings]):
    some = asked(settings)
    assert reading.parse_as(settings, json.dumps(asdict(some))) == some


def test_no_list_of_names_is_typed_as_none():
    some = questions.ModuleSettings(skill=())
    assert "--skill none" in some.command
    assert read_back(some) == some


@pytest.mark.parametrize(
    "wrong",
    [{"seed": -1}, {"players": [5]}, {"policies": ["my.py:Player"]}, {"policies": []},
     {"rules": "x" * 401}, {"deals": 2**31}],
)  # fmt: skip
def test_a_note_that_no_command_writes_is_refused(wrong: dict[str, Any]):
    note = {**asdict(questions.TimingSettings()), **wrong}
    with pytest.raises(UserError):
        reading.parse_as(questions.TimingSettings, json.dumps(note))


@pytest.mark.parametrize(
    ("settings", "wrong"),
    [(questions.CurveSettings, {"playouts": [0]}), (questions.CurveSettings, {"playouts": [10**7]}),
     (questions.CurveSettings, {"against": "my.py:Player"}),
     (questions.LuckSettings, {"tables": ["greedy,my.py:Player"]}),
     (questions.LuckSettings, {"tables": ["greedy,random,greedy,random,greedy"]})],
)  # fmt: skip
def test_a_note_about_players_names_what_the_suite_has(settings: Any, wrong: dict[str, Any]):
    assert reading.parse_as(settings, json.dumps(asdict(settings()))) == settings()
    note = {**asdict(settings()), **wrong}
    with pytest.raises(UserError):
        reading.parse_as(settings, json.dumps(note))
