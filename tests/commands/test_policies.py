"""`gah players list`, and the names that it lists, which other commands take."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from reports import cli
from simulate import policies
from simulate.base import roster


def listed(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """Name and description of each policy that the command prints."""
    assert cli.run(["players", "list"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    players, _, tastes = out.partition("\n\n")
    assert tastes.startswith("Tastes of learned players")
    matches = [re.match(r"(\S+)\s{2,}(\S.*)$", line) for line in players.splitlines()]
    assert all(matches), out
    return {match[1]: match[2] for match in matches if match}


def test_every_policy_is_listed_once_with_a_line(capsys: pytest.CaptureFixture[str]):
    found = listed(capsys)
    told = (*roster.POLICIES, roster.SEEKER)
    assert list(found) == [*policies.names(), "seeker"]
    assert found == {policy.name: policy.description for policy in told}
    assert {"random", "greedy"} <= set(found)


@pytest.mark.long
@pytest.mark.guard
def test_every_listed_name_plays(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    for name in (name for name in listed(capsys) if name != roster.SEEKER.name):
        name += ":2" if policies.get(name).searches else ""
        words = ["--players", "2", "--policy", name]
        assert cli.run(["play", "--rounds", "1", *words]) == 0
        small = ["--games", "2", "--workers", "1", "--quiet", "--out", str(tmp_path)]
        assert cli.run(["simulate", *words, *small]) == 0
        assert "seat" in capsys.readouterr().out.lower()


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_an_unknown_name_is_answered_with_the_known_ones(
    command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    extra = ["--out", str(tmp_path)] if command == "simulate" else []
    assert cli.run([command, "--policy", "clever", *extra]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "'clever'" in err
    for name in policies.names():
        assert name in err


def test_the_told_game_is_the_recorded_one(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    import pyarrow.parquet as pq

    table = ["--players", "2", "--policy", "greedy,random", "--seed", "4"]
    small = ["--games", "4", "--workers", "1", "--quiet", "--out", str(tmp_path)]
    assert cli.run(["simulate", *table, *small]) == 0
    (path,) = (tmp_path / "players").rglob("*.parquet")
    rows = pq.read_table(path, columns=["game", "vp", "policy"]).to_pylist()
    for game in range(4):
        capsys.readouterr()
        assert cli.run(["play", *table, "--game", str(game)]) == 0
        text = capsys.readouterr().out
        (totals,) = [
            words[1:] for words in map(str.split, text.splitlines()) if words[:1] == ["total"]
        ]
        assert [int(total) for total in totals] == [
            row["vp"] for row in rows if row["game"] == game
        ]
