"""The commands: readable output, exit code 2 and one line for bad input."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from model.cli import rules
from model.sources import sources


def run(*args: str) -> Result:
    return CliRunner().invoke(rules, list(args))


def assert_refused(result: Result, *words: str) -> None:
    assert result.exit_code == 2
    lines = result.output.strip().splitlines()
    assert len(lines) == 1
    for word in words:
        assert word in lines[0]


def test_show_tells_every_card_in_words() -> None:
    output = run("show", "revised-2021").output
    assert "17 Kitchen Hand (Küchenhilfe), 5 krones, permanent: copying an action is free" in output
    assert "74 Earl (Reichsgraf), blue, orders 1 cake, 2 coffee, 10 VP: gain 1 krone" in output
    assert "B4: reward: prepare a room free on the lowest 2 floors and occupy it." in output
    assert "C-three-each: at least 3 sets" in output
    for number in [*range(1, 105), 117, 118]:
        assert f"\n{number:>3} " in output


def test_show_one_section_shows_no_other() -> None:
    output = run("show", "original-2015", "--section", "politics").output
    assert "A-krones" in output
    assert "Kitchen Hand" not in output


def test_show_json_is_the_resolved_tree() -> None:
    data = json.loads(run("show", "original-2015", "--json", "--boards", "day").output)
    assert data["rules"]["staff"]["17"]["cost"] == 3
    assert data["options"] == {"boards": "day"}
    assert len(data["hash"]) == 64


def test_diff_names_change_path_values_and_source() -> None:
    result = run("diff", "original-2015", "revised-2021")
    assert result.exit_code == 0
    for change in sources().edition["revised-2021"].changes:
        assert change in result.output
    line = next(line for line in result.output.splitlines() if "staff.17.cost" in line)
    cells = line.split()
    assert cells[0] == "kitchen-hand-cost"
    assert cells[cells.index("staff.17.cost") + 1 :][:2] == ["3", "5"]
    assert "Revised" in line


def test_diff_of_a_ruleset_with_itself_is_empty() -> None:
    assert run("diff", "original-2015", "original-2015").output.strip().endswith("0 values differ")


def test_diff_shows_a_patch(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text('id = "p"\nset = { "staff.17.cost" = 4 }')
    output = run("diff", "revised-2021", "revised-2021", "--patch", str(file)).output
    assert "1 values differ" in output
    assert "patch:p" in output


def test_check_prints_what_a_patch_changes(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text('id = "p"\nset = { "staff.17.cost" = 4 }')
    result = run("check", str(file), "--ruleset", "original-2015")
    assert result.exit_code == 0
    assert "staff.17.cost: 3 -> 4" in result.output


def test_check_refuses_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text('id = "p"\nset = { "staff.17.cost" = "four" }')
    assert_refused(run("check", str(file)), "p.toml", "staff.17.cost", "whole number")
    assert_refused(run("check", str(tmp_path / "none.toml")), "no such file")


def test_list_names_all_ids() -> None:
    output = run("list").output
    known = sources()
    for id in [*known.edition, *known.change, *known.ruling, *known.option]:
        assert f"  {id}: " in output


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["show", "revised"], ["original-2015, revised-2021"]),
        (["diff", "original-2015", "revised-2021+x"], ["+x", "gizia"]),
        (["show", "--ruling", "b4-rooms"], ["id=reading"]),
        (["show", "--ruling", "b4-rooms=all"], ["vacant, occupied"]),
        (["show", "--ruling", "x=y"], ["b4-rooms"]),
        (["show", "--patch", "nowhere.toml"], ["no such file"]),
        (["show", "--hands", "all"], ["dealt, draft, beginner"]),
        (["show", "--section", "dice"], ["numbers, procedure"]),
    ],
)
def test_bad_input_is_one_line_and_exit_code_two(args: list[str], words: list[str]) -> None:
    assert_refused(run(*args), *words)
