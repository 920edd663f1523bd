"""`gah check verify --invariant`: exit status, what is printed and left, by any rules and patch."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import Result

from reports.commands.check.verify import verify
from simulate.properties import of_rules
from simulate.verify.check_codes import LEDGER, MESSAGES
from simulate.verify.table import CheckedTable, Failure
from simulate.verify.tally import new_tally
from tests.invariants.files import write
from tests.runner import CliRunner

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
    result = call(tmp_path, FINE, "--games", "6", "--policy", "random", "--policy", "seeker")
    assert result.exit_code == 0, result.output
    assert "1 invariant, 12 games by random, seeker: about" in result.output
    assert "holds        fine: Krones are never negative. (" in result.output
    assert not list((tmp_path / "violations").glob("*"))


def test_a_mixed_table_is_one_table(tmp_path: Path):
    mixed = ("--policy", "random,seeker", "--players", "2", "--games", "4")
    result = call(tmp_path, FINE, *mixed)
    assert result.exit_code == 0, result.output
    assert "1 invariant, 4 games by random,seeker: about" in result.output


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
    assert "saved violation of poor: it holds there now" in mended.output


def test_any_ruling_is_accepted(tmp_path: Path):
    rulings = ("--ruling", "b4-rooms=occupied", "--ruling", "staff-26=free")
    result = call(tmp_path, FINE, *rulings, "--games", "2", "--policy", "random")
    assert result.exit_code == 0, result.output


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
        (["--policy", "random,greedy"], "for each alone: --policy random --policy greedy"),
        (["--policy", "greedy,guided", "--players", "2"], "guided plays all seats"),
        (["--policy", "planner,seeker", "--players", "2"], "seeker sits with quick policies"),
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
    arguments = ["--patch", str(patch), "--games", "1", "--policy", "random", "--policy", "seeker"]
    result = CliRunner().invoke(verify, arguments)
    assert result.exit_code == 0, result.output
    assert "rich" in result.output
    assert "holds        invariants: The suite's own invariants hold. (6 games" in result.output
    failure = Failure(1, 7, LEDGER, MESSAGES[LEDGER])
    monkeypatch.setattr(CheckedTable, "check", lambda self, *_: (new_tally(), failure))
    monkeypatch.setattr(of_rules, "WANTED", 1)
    broken = CliRunner().invoke(verify, arguments)
    assert broken.exit_code == 1
    assert "violated     invariants" in broken.output
    assert f"  {MESSAGES[LEDGER]} (revised-2021" in broken.output


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


def test_a_rules_editor_sees_what_a_patch_breaks(tmp_path: Path):
    """Ten invariants: five hold, a patch breaks three, one is vacuous, one is rarely reached."""
    example = Path(__file__).parents[2] / "examples" / "rules_editor"
    result = CliRunner().invoke(
        verify,
        ["--invariant", f"{example}.py", "--patch", f"{example}.toml", "--all", "--games", "40",
         "--workers", "1", "--violations", str(tmp_path)],
    )  # fmt: skip
    assert result.exit_code == 1
    statuses = [line.split("  ")[0] for line in result.output.splitlines() if ": " in line]
    assert [statuses.count(one) for one in ("holds", "violated", "vacuous")] == [5, 3, 1]
    lengths = re.findall(r"shrunk to 2 players and (\d+) action", result.output)
    assert len(lengths) == 3
    assert all(int(length) <= 6 for length in lengths)


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
