"""Files of weights: their form, values by number of players and module, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from model import UserError, load_ruleset
from simulate.engine.compile import compile_ruleset
from simulate.policies import weights, worth_tables
from simulate.policies.weights import NAMES, chosen, declared, modules_of, read

BALLROOMS = frozenset({"ballrooms"})


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of weights of which `greedy` declares every feature as 1."""
    (tmp_path / "greedy.toml").write_text("".join(f"{name} = 1\n" for name in NAMES))
    monkeypatch.setattr(weights, "FOLDER", tmp_path)
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    declared.cache_clear()
    weights.ranges.cache_clear()


def test_a_style_changes_what_it_names_and_nothing_else(folder: Path):
    (folder / "bold.toml").write_text("turn = 4\n[housing]\nvalue = 2.5\n")
    found = declared("bold")
    assert {name: value for name, value in found.items() if value != 1} == {
        "turn": 4.0,
        "housing": 2.5,
    }


def test_a_value_by_number_of_players_counts_at_that_table_alone(folder: Path):
    (folder / "bold.toml").write_text("[turn]\nvalue = 4\nplayers.3 = 5\n")
    assert [declared("bold", players)["turn"] for players in (0, 2, 3, 4)] == [4, 4, 5, 4]


def test_a_module_in_play_goes_before_the_number_of_players(folder: Path):
    (folder / "bold.toml").write_text("[turn]\nvalue = 4\nplayers.3 = 5\nwith.ballrooms = 6\n")
    assert declared("bold", 3, BALLROOMS)["turn"] == 6
    assert declared("bold", 3, frozenset({"celebrities"}))["turn"] == 5


def test_a_style_replaces_all_values_of_a_feature(folder: Path):
    text = (folder / "greedy.toml").read_text()
    text = text.replace("turn = 1\n", "", 1) + "[turn]\nvalue = 1\nplayers.2 = 9\n"
    (folder / "greedy.toml").write_text(text)
    (folder / "bold.toml").write_text("turn = 4\n")
    assert declared("greedy", 2)["turn"] == 9
    assert declared("bold", 2)["turn"] == 4


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("trun = 4\n", "no feature 'trun'"),
        ("turn = 'much'\n", "neither a number nor a table"),
        ("turn = true\n", "neither a number nor a table"),
        ("[turn]\nmeaning = 'x'\n", "turn.value must be a number"),
        ("[turn]\nvalue = 1\nvalues = 2\n", "no 'values'"),
        ("[turn]\nvalue = 1\nplayers.5 = 2\n", "turn.players is a table of 2, 3, 4"),
        ("[turn]\nvalue = 1\nplayers.2 = 'x'\n", "turn.players must hold numbers"),
        ("[turn]\nvalue = 1\nwith.ballroom = 2\n", "turn.with is a table of ballrooms"),
        ("[turn]\nvalue = 1\nrange = [2, 0]\n", "turn.range is the least and the most"),
        ("[turn]\nvalue = 1\nrange = 2\n", "turn.range is the least and the most"),
        ("[turn]\nvalue = 1\nrange = [2, 3]\n", "turn 1 is not from 2 to 3"),
        ("[turn]\nvalue = 1\nrange = [0, 3]\nplayers.2 = 4\n", "turn 4 is not from 0 to 3"),
        ("turn = \n", "not TOML"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(folder: Path, text: str, said: str):
    (folder / "bold.toml").write_text(text)
    with pytest.raises(UserError) as error:
        declared("bold")
    assert said in str(error.value)
    assert str(error.value).startswith("bold.toml: ") or "bold.toml" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_style_stays_in_the_ranges_that_greedy_declares(folder: Path):
    text = (folder / "greedy.toml").read_text().replace("turn = 1\n", "", 1)
    (folder / "greedy.toml").write_text(text + "[turn]\nvalue = 1\nrange = [0, 3]\n")
    (folder / "bold.toml").write_text("turn = 4\n")
    assert weights.ranges()["turn"] == (0, 3)
    assert weights.ranges()["housing"] == weights.ANY
    with pytest.raises(UserError, match=r"bold\.toml: turn 4 is not from 0 to 3"):
        declared("bold")


def test_a_feature_that_greedy_lacks_is_named(folder: Path):
    text = (folder / "greedy.toml").read_text()
    (folder / "greedy.toml").write_text(text.replace("\nhousing = 1\n", "\n"))
    with pytest.raises(UserError, match=r"greedy\.toml: features missing: housing$"):
        declared()


def test_a_file_that_is_not_there_is_named(tmp_path: Path):
    with pytest.raises(UserError, match=r"none\.toml: no such file"):
        read(tmp_path / "none.toml")


@pytest.mark.parametrize("module", weights.MODULES)
def test_a_compiled_program_shows_its_modules(module: str):
    assert modules_of(compile_ruleset(load_ruleset("revised-2021"))[0]) == frozenset()
    rules = compile_ruleset(load_ruleset(f"revised-2021+{module}"))[0]
    assert modules_of(rules) == {module}


def test_players_get_the_weights_of_their_table(folder: Path):
    text = (folder / "greedy.toml").read_text().replace("turn = 1\n", "", 1)
    (folder / "greedy.toml").write_text(
        text + "[turn]\nvalue = 1\nplayers.2 = 9\nwith.ballrooms = 7\n"
    )
    at = NAMES.index("turn")
    for spec, expected in (("revised-2021", [9, 1, 1]), ("revised-2021+ballrooms", [7, 7, 7])):
        rules = compile_ruleset(load_ruleset(spec))[0]
        found = [worth_tables(rules, ("greedy",), players)[0].w[at] for players in (2, 3, 4)]
        assert found == expected


def test_of_several_values_the_last_module_decides():
    entry = {"value": 1, "with": {"ballrooms": 2, "celebrities": 3}}
    assert chosen(entry, 2, frozenset({"ballrooms", "celebrities"})) == 3
    assert chosen(entry, 2, BALLROOMS) == 2


def test_vp_that_a_card_brings_when_it_comes_into_play_are_worth_as_many(tmp_path: Path):
    """Of a card of any timing, early and in the last turn."""
    file = tmp_path / "gifts.toml"
    file.write_text('id = "gifts"\nset = { "staff.22.hired_vp" = 2, "staff.45.hired_vp" = 3 }\n')
    plain, gifts = (
        compile_ruleset(load_ruleset("revised-2021", patches=patches))[0]
        for patches in ([], [file])
    )
    before, after = (worth_tables(rules, ("greedy",), 2)[0] for rules in (plain, gifts))
    for name in ("staff_once", "staff_once_late"):
        more = {
            int(plain.staff_number[i]): float(after[name][i] - before[name][i])
            for i in range(plain.n_staff)
        }
        assert {number: vp for number, vp in more.items() if vp} == {22: 2.0, 45: 3.0}
