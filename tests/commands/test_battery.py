"""The generated battery: no option, at whatever value, ends a command in a traceback."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from reports import cli
from reports.commands.options import Output, PlaceType
from tests import records
from tests.commands import battery

SAMPLE = 150


@pytest.fixture
def at_hand(tmp_path: Path) -> Iterator[None]:
    """An empty place to work in, and nothing played."""
    with battery.at_hand(tmp_path):
        yield


def tried(cases: list[list[str]]) -> battery.Found:
    found = battery.tried(cases)
    print(f"{found.cases:,} command lines: {found.refused:,} refused, {found.played:,} would play,"
          f" {sum(map(len, found.wrong.values()))} end otherwise than in a line")  # fmt: skip
    return found


def test_every_command_is_in_it():
    assert {name.split()[0] for name in battery.names()} == set(cli.COMMANDS)


def test_the_record_has_a_row_for_every_command_and_nothing_wrong():
    """But for a command that came after it, which `make check` names."""
    record = json.loads(battery.RECORD.read_text("utf-8"))
    assert sorted([*record["rows"], *battery.lacking()]) == battery.names(), battery.COMMAND
    assert all(row["cases"] for row in record["rows"].values())
    assert {name: row["wrong"] for name, row in record["rows"].items() if row["wrong"]} == {}


def test_a_command_that_came_after_the_record_is_named_with_what_adds_its_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    record = json.loads(battery.RECORD.read_text("utf-8"))
    del record["rows"]["data list"]
    monkeypatch.setattr(battery, "RECORD", tmp_path / "battery.json")
    battery.RECORD.write_text(json.dumps(record))
    found = {one.name: (one.commands, why) for one, why in records.incomplete().items()}
    (command,), why = found["battery.json"]
    assert "data list" in why
    assert "--only 'data list'" in command


@pytest.mark.long
@pytest.mark.guard
def test_a_sample_of_all_options_at_odd_values(at_hand: None):
    every = list(battery.cases())
    assert not tried(random.Random(20).sample(every, SAMPLE)).wrong


@pytest.mark.long
@pytest.mark.parametrize("name", battery.names())
def test_every_option_at_odd_values(at_hand: None, name: str):
    assert not tried(battery.cases_of(name)).wrong


WRITTEN = {"out", "html", "transcript", "examples", "baseline"}


def test_every_output_is_tried_before_the_work():
    """By its type, which looks whether it can be written; places of games do so when they open."""
    found = [
        (path, one)
        for path, command in battery.commands()
        for one in command.params
        if isinstance(one, click.Option) and one.name in WRITTEN
    ]
    assert len(found) > 15
    for path, one in found:
        assert isinstance(one.type, (Output, PlaceType)), (path, one.name)
