"""The commands: readable output, exit code 2 and one line for bad input."""

import json
from pathlib import Path
from typing import get_args

import pytest
from click.testing import Result

from model import load_ruleset
from model.schema import Procedure
from model.show import SETTLED
from model.sources import sources
from reports.commands.rules import rules
from tests.runner import CliRunner


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


@pytest.mark.parametrize("change", ["", "+auto-claim", "+ballrooms+draft-section-bonus"])
def test_show_tells_every_choice_of_procedure_as_a_question_and_an_answer(change: str) -> None:
    output = run("show", f"revised-2021{change}", "--section", "procedure").output
    lines = output.partition("---\n")[2].splitlines()
    assert len(lines) == len(load_ruleset("revised-2021").procedure.model_dump())
    for line in lines:
        _, mark, answer = line.partition("? ")
        assert mark, line
        assert answer, line


def test_every_value_of_procedure_has_words() -> None:
    """Those that no ruling asks about; a value without words would end `rules show`."""
    asked = {
        (path, value)
        for ruling in sources().ruling.values()
        for reading in ruling.readings.values()
        for path, value in reading.set.items()
        if path.startswith("procedure.")
    }
    for name, field in Procedure.model_fields.items():
        for value in get_args(field.annotation):
            assert (f"procedure.{name}", value) in asked or value in SETTLED[name][1]


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


ALL = "revised-2021+lets-waltz"


@pytest.mark.parametrize("spec", [f"{ALL}+draft", f"{ALL}+agatha-christie+stroup"])
def test_show_tells_every_tile_of_the_modules(spec: str) -> None:
    output = run("show", spec).output
    rules_ = load_ruleset(spec)
    tables = (rules_.ballroom, rules_.rehearsal_room, rules_.celebrity, rules_.entrance)
    for table in tables:
        for key, card in table.items():
            assert f"\n{key}: {card.name}" in output
    for number, guest in rules_.guest.items():
        assert f"\n{number:>3} {guest.name} (" in output
    for number, card in rules_.staff.items():
        assert f"\n{number:>3} {card.name} (" in output


def test_base_game_shows_nothing_of_the_modules() -> None:
    output = run("show").output
    for word in ("Ballrooms", "Celebrities", "Bonus tokens", "Skeleton key", "assum", "champagne"):
        assert word not in output
    assert run("show", "--section", "ballrooms").output.endswith("---------\nnone\n")


def test_show_marks_every_assumed_value() -> None:
    output = run("show", ALL).output
    assumed = load_ruleset(ALL).assumed
    assert output.count("(assumed)") == len(assumed)
    assert f"{len(assumed)} values" in output
    line = next(line for line in output.splitlines() if line.startswith("140 "))
    assert "(assumed), 15 VP:" in line  # its order is assumed, its VP are printed


def test_a_patched_value_is_not_assumed_any_more(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text('id = "p"\nset = { "staff.119.cost" = 4 }')
    spec = "revised-2021+ballrooms"
    result = run("show", spec, "--patch", str(file))
    assert "119 Dancing Master (Tanzmeister), 4 krones, permanent" in result.output
    row = next(
        line
        for line in run("diff", spec, spec, "--patch", str(file)).output.splitlines()
        if "staff.119.cost" in line
    )
    left = load_ruleset(spec).staff[119].cost
    assert f"{left} (assumed)" in row
    assert row.count("(assumed)") == 1


def test_show_json_lists_what_is_assumed() -> None:
    data = json.loads(run("show", ALL, "--json").output)
    assert data["assumptions"] == "default"
    assert data["assumed"] == list(load_ruleset(ALL).assumed)
    assert json.loads(run("show", "--json").output)["assumed"] == []


def test_diff_lists_every_change_of_the_draft_with_its_source() -> None:
    result = run("diff", ALL, f"{ALL}+draft")
    assert result.exit_code == 0
    rows = {line.split()[0]: line for line in result.output.splitlines() if line.strip()}
    for id in sources().bundle["draft"].changes:
        change = sources().change[id]
        row = rows[id if change.kind == "change" else f"{change.kind}:{id}"]
        assert " ".join(change.title.split()[:3]) in row
        assert " ".join(change.source.split()[:3]) in row
    assert "ruling" not in result.output


def test_diff_of_a_ruleset_with_itself_is_empty() -> None:
    assert run("diff", "original-2015", "original-2015").output.strip().endswith("0 values differ")


def test_diff_shows_a_patch(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text('id = "p"\nset = { "staff.17.cost" = 4 }')
    output = run("diff", "revised-2021", "revised-2021", "--patch", str(file)).output
    assert "1 value differs" in output
    assert "patch:p" in output


def test_show_tells_only_what_holds_for_the_players_that_a_patch_allows(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text('id = "p"\nset = { "game.max_players" = 2, "tracks.krones_max" = 1,'
                    ' "setup.krones" = 1 }')  # fmt: skip
    output = run("show", "--section", "numbers", "--patch", str(file)).output
    assert "10 for 2 players" in output
    assert "3 players" not in output
    assert "at most 1 krone\n" in output


def test_show_tells_the_reading_that_a_patch_sets(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text('id = "p"\nset = { "procedure.seat_freed" = "after" }')
    lines = run("show", "--section", "rulings", "--patch", str(file)).output.splitlines()
    (line,) = [one for one in lines if one.startswith("seat-freed: ")]
    assert line.endswith("(after)")


def test_check_prints_what_a_patch_changes(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text('id = "p"\nset = { "staff.17.cost" = 4 }')
    result = run("check", str(file), "--rules", "original-2015")
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
    layers = {**known.edition, **known.change, **known.combination, **known.bundle}
    for id, layer in layers.items():
        assert f"  {id}: {layer.title}" in output
    for id in [*known.ruling, *known.option]:
        assert f"  {id}: " in output


def test_list_puts_each_kind_below_its_heading() -> None:
    lines = run("list").output.splitlines()
    heads = [i for i, line in enumerate(lines) if not line.startswith(" ")]
    parts = {
        lines[i].split()[0].rstrip(":"): {x.split(":")[0].strip() for x in lines[i + 1 : end]}
        for i, end in zip(heads, [*heads[1:], len(lines)])
    }
    known = sources()
    for head, kind in (("Modules", "module"), ("Variants", "variant"), ("Extras", "extra")):
        assert parts[head] == {id for id, c in known.change.items() if c.kind == kind}
    assert parts["Changes"] == {id for id, c in known.change.items() if c.kind == "change"}
    assert parts["Bundles"] == set(known.bundle)
    assert parts["Additions"] == set(known.combination)


def test_list_says_what_a_change_needs() -> None:
    output = run("list").output
    assert "Agatha Christie is among the celebrities (with celebrities) [" in output
    assert "takes back gizia, operator-cap" in output


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
        (["show", "revised-2021+draft-sissi"], ["draft-sissi needs the module unique-hotels"]),
        (["diff", "revised-2021", "revised-2021+modules"], ["+modules", "lets-waltz"]),
    ],
)
def test_bad_input_is_one_line_and_exit_code_two(args: list[str], words: list[str]) -> None:
    assert_refused(run(*args), *words)
