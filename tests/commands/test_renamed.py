"""Names of commands and options of earlier versions work, with a note."""

from __future__ import annotations

import pytest

from reports.cli import run
from reports.commands.renamed import MOVED, OPTIONS, renamed
from tests.commands import battery


@pytest.mark.parametrize(
    ("old", "new", "notes"),
    [
        ("cards --kind staff", "study cards --kind staff", 1),
        ("study cards --kind staff", "study cards --kind staff", 0),
        ("policies", "players list", 1),
        ("gaps --counts", "rules gaps --counts", 1),
        ("compare a b --games=9", "study compare a b --deals=9", 2),
        ("luck --table greedy,random", "study luck --policy greedy,random", 2),
        ("ladder --rungs a,b --deals 4", "players ladder --policy=a --policy=b --deals 4", 2),
        ("ladder --rungs=a,b", "players ladder --policy=a --policy=b", 2),
        ("simulate --games 5", "simulate --games 5", 0),
        ("", "", 0),
    ],
)
def test_a_command_line_is_put_into_the_names_of_today(old: str, new: str, notes: int):
    words, said = renamed(old.split())
    assert " ".join(words) == new
    assert len(said) == notes


def test_each_new_name_exists():
    declared = dict(battery.commands())
    assert set(MOVED.values()) <= set(declared)
    for command, options in OPTIONS.items():
        known = {opt for one in declared[command].params for opt in one.opts}
        assert set(options.values()) <= known
        assert not known & set(options)


def test_an_old_name_says_the_new_one(capsys: pytest.CaptureFixture[str]):
    assert run(["policies"]) == 0
    out, err = capsys.readouterr()
    assert "planner" in out
    assert err == "gah: `gah policies` is now `gah players list`\n"
