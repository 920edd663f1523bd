"""Games that another folder of the same data holds are taken over, not played again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from model import load_ruleset
from reports.cli import group
from simulate.batch import Run
from simulate.batch.cost import forecast
from simulate.batch.nearby import folders_nearby
from simulate.batch.runner import run
from simulate.data.audit import check_folder
from simulate.data.folder import Folder
from tests.runner import CliRunner

GAMES, SHARD = 60, 20


def a_run(out: Path, games: int = GAMES, **more) -> Run:
    return Run(load_ruleset("revised-2021"), 2, "random", games, 1, out, shard_games=SHARD, **more)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a run of its own."""
    run(a_run(tmp_path / "data"))
    return tmp_path / "data"


def played(wanted: Run) -> tuple[int, int]:
    """Games that a run had before it played, and games that it played."""
    found = run(wanted)
    return found.before, found.tally.games


def files(folder: Path) -> dict[str, bytes]:
    """All that is recorded in a folder itself, not in those of studies."""
    found = (*folder.glob("*/rules=*/**/*.parquet"), *folder.glob("runs/**/*.json"))
    return {str(one.relative_to(folder)): one.read_bytes() for one in found}


def problems(folder: Path) -> list[str]:
    """What a check finds in a folder."""
    reports, strangers = check_folder(Folder(folder), lambda size: None)
    return [str(one) for one in (*strangers, *(p for report in reports for p in report.problems))]


@pytest.mark.parametrize("name", ["studies/cards", "report", "mine"])
def test_a_second_folder_of_the_same_games_plays_nothing(data: Path, name: str):
    wanted = a_run(data / name)
    assert forecast([wanted]).missing == 0
    assert played(wanted) == (GAMES, 0)
    assert files(data / name) == files(data)
    assert problems(data / name) == problems(data) == []


def test_games_of_a_study_serve_another_study_and_the_data_folder(data: Path):
    longer = a_run(data / "studies/cards", 2 * GAMES)
    assert played(longer) == (GAMES, GAMES)
    assert played(replace(longer, out=data / "studies/luck")) == (2 * GAMES, 0)
    assert played(replace(longer, out=data)) == (2 * GAMES, 0)


def test_who_asks_for_more_plays_only_the_rest(data: Path, tmp_path: Path):
    wanted = a_run(data / "studies/cards", GAMES + SHARD)
    assert forecast([wanted]).missing == SHARD
    assert played(wanted) == (GAMES, SHARD)
    run(replace(wanted, out=tmp_path / "alone"))
    assert files(data / "studies/cards") == files(tmp_path / "alone")


@pytest.mark.parametrize(
    "other",
    [{"seed": 2}, {"policy": "greedy"}, {"players": 3}, {"same_deal": 2},
     {"ruleset": load_ruleset("original-2015")}],
    ids=lambda other: next(iter(other)),
)  # fmt: skip
def test_other_games_are_played(data: Path, other: dict):
    assert played(replace(a_run(data / "studies/cards"), **other)) == (0, GAMES)


def test_games_of_other_rules_by_the_same_name_are_played(data: Path, tmp_path: Path):
    patch = tmp_path / "cheap.toml"
    texts = ['id = "mine"\n[set]\n"staff.1.cost" = 0\n', 'id = "mine"\n[set]\n"staff.1.cost" = 1\n']
    counts = []
    for name, text in zip(("first", "second"), texts, strict=True):
        patch.write_text(text)
        ruleset = load_ruleset("revised-2021", patches=(patch,))
        counts.append(played(replace(a_run(data / "studies" / name), ruleset=ruleset)))
    assert counts == [(0, GAMES), (0, GAMES)]


def test_damaged_games_are_played_and_not_taken_over(data: Path):
    shard = sorted(data.glob("players/**/*.parquet"))[0]
    whole = shard.read_bytes()
    shard.write_bytes(whole[:-100] + bytes([whole[-100] ^ 1]) + whole[-99:])
    assert played(a_run(data / "studies/cards")) == (GAMES - SHARD, SHARD)
    assert problems(data / "studies/cards") == []


def test_games_outside_of_the_data_folder_are_left_alone(data: Path, tmp_path: Path):
    assert played(a_run(tmp_path / "elsewhere" / "data")) == (0, GAMES)
    assert folders_nearby(tmp_path / "elsewhere" / "data") == []
    (data / "linked").symlink_to(tmp_path / "elsewhere" / "data")
    assert data / "linked" not in folders_nearby(data)


def test_a_study_uses_games_that_were_simulated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)

    def asked(*words: str) -> str:
        table = "--rules", "revised-2021", "--players", "2", "--games", "60", "--workers", "1"
        found = CliRunner().invoke(group, [*words, *table], catch_exceptions=False)
        assert found.exit_code == 0, found.output
        return found.output

    asked("simulate", "--policy", "random")
    said = asked("study", "cards", "--policy", "random", "--kind", "emperor_tile")
    assert "60 games, all of them recorded already" in said
    assert files(tmp_path / "data/studies/cards") == files(tmp_path / "data")
