"""`gah check verify --invariant`: exit status, what is printed and left, by any rules and patch."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from reports.commands.verify import verify
from simulate.verify.check_codes import LEDGER, MESSAGES
from simulate.verify.table import CheckedTable, Failure
from simulate.verify.tally import new_tally
from tests.invariants.files import write

FINE = '''
@invariant
def fine(player):
    """Krones are never negative."""
    return player.krones >= 0
'''
POOR = '''
@invariant(target=lambda player: player.krones)
def poor(player):
    """A player holds at most 17 krones."""
    return player.krones <= 17
'''


def call(folder: Path, text: str, *arguments: str) -> Result:
    file = str(write(folder, text))
    more = ["--workers", "1", "--violations", str(folder / "violations"), *arguments]
    return CliRunner().invoke(verify, ["--invariant", file, *more])


def test_what_holds_exits_0(tmp_path: Path):
    result = call(tmp_path, FINE, "--games", "6", "--policy", "random,seeker")
    assert result.exit_code == 0, result.output
    assert "1 invariant, 12 games by random, seeker: about" in result.output
    assert "holds        fine: Krones are never negative. (" in result.output
    assert not list((tmp_path / "violations").glob("*"))


def test_a_violation_exits_1_and_leaves_three_files(tmp_path: Path):
    result = call(tmp_path, FINE + POOR, "--games", "400", "--seed", "3")
    assert result.exit_code == 1, result.output
    assert "violated: poor: A player holds at most 17 krones." in result.output
    assert "shrunk to 2 players and " in result.output
    left = {path.name for path in (tmp_path / "violations").iterdir()}
    assert {"poor.json", "poor.html", "test_poor.py"} <= left
    again = call(tmp_path, FINE + POOR, "--games", "1")
    assert again.exit_code == 1
    assert again.output.startswith("still violated: poor")
    mended = call(tmp_path, FINE + POOR.replace("17", "20"), "--games", "2")
    assert mended.exit_code == 0, mended.output
    assert "kept violation of poor: it holds there now" in mended.output


def test_a_patch_alone_decides(tmp_path: Path):
    patch = tmp_path / "rich.toml"
    patch.write_text('id = "rich"\n[set]\n"setup.krones" = 18\n', encoding="utf-8")
    arguments = ("--games", "2", "--policy", "random", "--all", "--players", "2")
    assert call(tmp_path, POOR, *arguments).exit_code == 0
    result = call(tmp_path, POOR, *arguments, "--patch", str(patch))
    assert result.exit_code == 1
    assert "from 0 (" in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--invariant", "nowhere.py"], "nowhere.py"),
        (["--invariant", "mine.txt"], "name a Python file"),
        (["--policy", "greedi"], "did you mean greedy"),
        (["--games", "0"], "--games 0: from 1"),
        (["--workers", "0"], "--workers 0"),
        (["--rules", "revised-1999"], "unknown ruleset"),
        (["--patch", "nowhere.toml"], "nowhere.toml"),
        (["--players", "5"], "give 2, 3, 4"),
    ],
)
def test_bad_input_is_one_line(tmp_path: Path, arguments: list[str], message: str):
    result = call(tmp_path, FINE, *arguments)
    assert result.exit_code == 2, result.output
    assert message in result.output
    assert "Traceback" not in result.output


def test_changed_rules_alone_are_checked_by_the_suites_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    patch = tmp_path / "rich.toml"
    patch.write_text('id = "rich"\n[set]\n"setup.krones" = 18\n', encoding="utf-8")
    arguments = ["--patch", str(patch), "--games", "1", "--policy", "random,seeker"]
    result = CliRunner().invoke(verify, arguments)
    assert result.exit_code == 0, result.output
    assert "rich" in result.output
    assert "6 games" in result.output
    failure = Failure(1, 7, LEDGER, MESSAGES[LEDGER])
    monkeypatch.setattr(CheckedTable, "check", lambda self, *_: (new_tally(), failure))
    broken = CliRunner().invoke(verify, arguments)
    assert broken.exit_code == 1
    assert f"violated: {MESSAGES[LEDGER]}" in broken.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--hands", "draft", "--policy", "planner"], "the suite's invariants take random"),
        (["--all"], "need --invariant"),
        (["--ruling", "b4-rooms=sideways"], "b4-rooms"),
    ],
)
def test_bad_input_without_a_file_is_one_line(arguments: list[str], message: str):
    result = CliRunner().invoke(verify, arguments)
    assert result.exit_code == 2, result.output
    assert message in result.output


def test_the_examples_hold(tmp_path: Path):
    example = Path(__file__).parents[2] / "examples" / "invariants.py"
    result = CliRunner().invoke(
        verify,
        ["--invariant", str(example), "--all", "--games", "12", "--workers", "1",
         "--violations", str(tmp_path)],
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    assert result.output.count("\nholds ") == 9
    assert result.output.count("\nreached ") == 2
