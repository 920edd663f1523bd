"""Resolution, options and the hash: equal play, equal hash, whatever things are called."""

import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import ValidationError

from model import UserError, load_ruleset
from model.base import later
from model.ruleset import playable
from model.schema import Procedure


def patched(tmp_path: Path, text: str, **kwargs: object) -> str:
    file = tmp_path / "patch.toml"
    file.write_text(f'id = "p"\n{text}\n', encoding="utf-8")
    return load_ruleset(patches=[file], **kwargs).hash


def test_hash_does_not_depend_on_names(tmp_path: Path) -> None:
    text = 'set = { "staff.17.name" = "Scullion", "guest.63.german" = "x" }'
    assert patched(tmp_path, text) == load_ruleset().hash


def test_hash_depends_on_numbers(tmp_path: Path) -> None:
    assert patched(tmp_path, 'set = { "staff.17.cost" = 4 }') != load_ruleset().hash


def test_patch_that_restores_a_value_restores_the_hash(tmp_path: Path) -> None:
    by_patch = patched(tmp_path, 'set = { "staff.17.cost" = 3 }')
    assert by_patch == load_ruleset("revised-2021-kitchen-hand-cost").hash


def test_own_places_of_a_politics_card_count_where_they_are_other_than_those_of_all(
    tmp_path: Path,
) -> None:
    text = 'set = { "politics.cards.A-krones.places" = [%s] }'
    assert patched(tmp_path, text % "15, 10, 5") == load_ruleset().hash
    assert patched(tmp_path, text % "15, 10, 4") != load_ruleset().hash


def test_cards_out_of_play_do_not_count(tmp_path: Path) -> None:
    text = 'set = { "guest.118.vp" = 9 }'
    without = load_ruleset(promos=False).hash
    assert patched(tmp_path, text, promos=False) == without
    assert patched(tmp_path, text) != load_ruleset().hash


def test_boards_out_of_play_do_not_count(tmp_path: Path) -> None:
    text = 'set = { "boards.day_a.rows" = ["RYRRY", "BYBBB", "BYRRY", "BYBRB"] }'
    assert patched(tmp_path, text) == load_ruleset().hash
    assert patched(tmp_path, text, boards="day") != load_ruleset(boards="day").hash


def test_hash_is_the_same_in_another_process() -> None:
    """No dependence on hash seeds or on the order in which rulesets are loaded."""
    code = "import model; print(model.load_ruleset('original-2015').hash)"
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root
    )
    load_ruleset("revised-2021", hands="draft")
    assert done.stdout.strip() == load_ruleset("original-2015").hash


def test_two_rulesets_do_not_share_what_patches_change(tmp_path: Path) -> None:
    before = load_ruleset().hash
    patched(tmp_path, 'remove = ["staff.1", "guest.49"]')
    assert load_ruleset().hash == before


def test_options_set_what_they_name() -> None:
    rules = load_ruleset(hands="draft", boards="day", promos="without")
    assert (rules.setup.hands, rules.setup.boards, rules.setup.promos) == ("draft", "day", False)
    assert rules.options == {"hands": "draft", "boards": "day", "promos": "without"}
    assert len(rules.guests_in_play) == 56
    assert len(load_ruleset("original-2015", promos=True).guests_in_play) == 58


@pytest.mark.parametrize("edition", ["original-2015", "revised-2021"])
def test_edition_has_its_own_guests_without_an_option(edition: str) -> None:
    count = {"original-2015": 56, "revised-2021": 58}[edition]
    assert len(load_ruleset(edition).guests_in_play) == count


@pytest.mark.parametrize("kwargs", [{"hands": "all"}, {"boards": "dusk"}, {"promos": "maybe"}])
def test_unknown_choice_of_an_option_says_what_is_allowed(kwargs: dict[str, str]) -> None:
    with pytest.raises(UserError, match="choices: "):
        load_ruleset(**kwargs)


def test_label_names_what_deviates() -> None:
    assert load_ruleset("revised-2021").label == "revised-2021"
    rules = load_ruleset(boards="day", rulings={"b4-rooms": "occupied", "staff-32": "two"})
    assert rules.label == "revised-2021 (boards=day, b4-rooms=occupied)"


def test_ruleset_cannot_be_altered() -> None:
    with pytest.raises(ValidationError):
        load_ruleset().staff[17].cost = 1  # type: ignore[misc]


def test_beginner_hands_need_whole_sets(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text('id = "p"\nremove = ["staff.48"]\n')
    assert 48 not in load_ruleset(patches=[file]).staff
    with pytest.raises(UserError, match="beginner set A"):
        load_ruleset(hands="beginner", patches=[file])


OPTIONS = [
    ("hands", "dealt", "dealt"),
    ("hands", "draft", "draft"),
    ("hands", "beginner", "beginner"),
    ("boards", "night", "night"),
    ("boards", "day", "day"),
    ("promos", "without", False),
    ("promos", "with", True),
]


@pytest.mark.parametrize("spec", ["original-2015", "revised-2021"])
@pytest.mark.parametrize(("option", "choice", "means"), OPTIONS)
def test_an_option_sets_what_it_names(option, choice, means, spec):
    assert getattr(load_ruleset(spec, **{option: choice}).setup, option) == means


LATER = [
    ("revised-2021+unique-hotels", {"dove-again": "once"}),  # a choice of procedure
    ("revised-2021", {"staff-33-moment": "leaving"}),  # of an ability of a card
    ("revised-2021+more", {"coachwoman-vp": "may"}),  # of a card
]


@pytest.mark.parametrize(("spec", "rulings"), LATER)
def test_a_choice_asked_later_changes_the_hash_off_its_default_only(spec, rulings, monkeypatch):
    """A ruleset keeps its hash when somebody asks what nobody had asked before."""
    ruleset = load_ruleset(spec)
    assert not set(later(Procedure)) & set(playable(ruleset)["procedure"])
    assert "gains" not in playable(ruleset)["staff"]["1"]
    assert load_ruleset(spec, rulings=rulings).hash != ruleset.hash
    known = ruleset.hash
    monkeypatch.setattr("model.ruleset.later", lambda word: {})
    assert load_ruleset(spec).hash != known
