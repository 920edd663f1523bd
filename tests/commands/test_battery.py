"""The generated battery: no option, at whatever value, ends a command in a traceback."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from reports.rules.evidence import Evidence
from tests.commands import battery

SAMPLE = 150
NOWHERE = {
    "ACCESS_KEY_ID": "x",
    "SECRET_ACCESS_KEY": "x",
    "MAX_ATTEMPTS": "1",
    "ENDPOINT_URL": "http://127.0.0.1:1",
    "DEFAULT_REGION": "x",
}
"""An object store that does not answer."""


def reached(*_: object, **__: object) -> Any:
    raise battery.Reached


@pytest.fixture
def at_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty place to work in, and nothing played: a command that would begin to is over."""
    battery.prepare(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("simulate.compile_notice.is_compiled", reached)
    monkeypatch.setattr("reports.commands.trace.gather", lambda: Evidence(None, None, None))
    for name, value in NOWHERE.items():
        monkeypatch.setenv(f"AWS_{name}", value)


def tried(cases: list[list[str]]) -> battery.Found:
    found = battery.Found()
    for words in cases:
        battery.run(words, found)
    print(f"{found.cases:,} command lines: {found.refused:,} refused, {found.played:,} would play,"
          f" {sum(map(len, found.wrong.values()))} end otherwise than in a line")  # fmt: skip
    return found


def test_a_sample_of_all_options_at_odd_values(at_hand: None):
    every = list(battery.cases())
    assert not tried(random.Random(20).sample(every, SAMPLE)).wrong


@pytest.mark.long
@pytest.mark.parametrize("name", sorted({path[0] for path, _ in battery.commands()}))
def test_every_option_at_odd_values(at_hand: None, name: str):
    assert not tried([words for words in battery.cases() if words[0] == name]).wrong
