"""The way from one ruleset to another in single steps: complete, and each can be taken alone."""

from __future__ import annotations

from functools import reduce
from pathlib import Path

import pytest

from model import UserError, load_ruleset
from model.sources import sources
from model.steps import Recipe, other_readings, read_recipe, steps_between, variants_of

PAIRS = (
    ("original-2015", "revised-2021"),
    ("revised-2021", "original-2015"),
    ("revised-2021", "revised-2021+original-rules"),
    ("revised-2021", "revised-2021+lets-waltz+draft"),
    ("original-2015+custodian (staff-32=four)", "revised-2021+sweep (hands=draft)"),
    ("revised-2021", "revised-2021 (assumptions=sample:3)"),
)


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_all_steps_together_lead_from_one_ruleset_to_the_other(a: str, b: str):
    base, other = read_recipe(a), read_recipe(b)
    steps = steps_between(base, other)
    start, end = base.filled(other), other.filled(base)
    assert steps
    forth = reduce(lambda recipe, step: step.on(recipe), steps, start)
    back = reduce(lambda recipe, step: step.off(recipe), steps, end)
    assert forth.resolve().hash == other.resolve().hash
    assert back.resolve().hash == base.resolve().hash


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_a_recipe_makes_the_ruleset_that_it_was_read_from(a: str, b: str):
    for text in (a, b):
        recipe = read_recipe(text)
        assert read_recipe(recipe.resolve().label).resolve().hash == recipe.resolve().hash


def test_between_the_editions_each_printed_change_and_each_differing_ruling_is_a_step():
    steps = steps_between(read_recipe("original-2015"), read_recipe("revised-2021"))
    assert {step.id for step in steps if step.key[0] == "change"} == set(
        load_ruleset("revised-2021").changes
    )
    rulings = {step.id for step in steps if step.key[0] == "ruling"}
    assert {"strength-optional=optional", "staff-33=at-least"} <= rulings
    assert not any("gizia" in id for id in rulings)  # settled by the change itself


def test_a_change_taken_back_leaves_the_rulings_as_the_other_side_reads_them():
    a = read_recipe("original-2015 (gizia-strengthen=no)")
    b = read_recipe("revised-2021")
    (gizia,) = (step for step in steps_between(a, b) if step.id == "gizia")
    assert gizia.off(b.filled(a)).resolve().rulings["gizia-strengthen"] == "no"


def test_a_patch_is_one_step(tmp_path: Path):
    file = tmp_path / "mine.toml"
    file.write_text('id = "mine"\ntitle = "Kitchen Hand costs 4"\nset = {"staff.17.cost" = 4}\n')
    base, other = read_recipe("revised-2021"), read_recipe("revised-2021", patches=[file])
    (step,) = steps_between(base, other)
    assert (step.id, step.title) == ("patch mine", "Kitchen Hand costs 4")
    assert step.on(base).resolve().staff[17].cost == 4


def test_every_open_ruling_has_its_other_readings():
    recipe: Recipe = read_recipe("revised-2021")
    steps = other_readings(recipe)
    assert {step.key[1] for step in steps} == set(recipe.values("ruling"))
    hashes = {step.on(recipe).resolve().hash for step in steps}
    assert len(hashes) == len(steps)
    assert recipe.resolve().hash not in hashes


def test_a_step_that_needs_a_module_cannot_be_taken_without_it():
    base, other = read_recipe("revised-2021"), read_recipe("revised-2021+lets-waltz+draft")
    step = next(s for s in steps_between(base, other) if s.id == "draft-kettenbruecke")
    with pytest.raises(UserError, match="needs the module ballrooms"):
        step.on(base).resolve()


@pytest.mark.parametrize("text", ["revised-2021 (hands)", "revised-2021 (", "", "x y"])
def test_what_is_no_ruleset_is_refused(text: str):
    with pytest.raises(UserError):
        read_recipe(text)


def test_variants_are_all_that_players_can_agree_on_beside_edition_and_modules():
    recipe, known = read_recipe("revised-2021"), sources()
    steps = {step.id: step for step in variants_of(recipe)}
    own = set(recipe.values("option").values()) | {"dealt", "night", "with"}
    choices = {f"{id}={one}" for id, option in known.option.items() for one in option.choices
               if one not in own}  # fmt: skip
    variants = {id for id, one in known.change.items() if one.kind == "variant"}
    assert set(steps) == choices | variants | {"original-rules", "online"}
    back = steps["original-rules"].on(recipe).resolve()
    assert back.hash == load_ruleset("revised-2021+original-rules").hash
    assert steps["hands=draft"].on(recipe).resolve().setup.hands == "draft"
    assert "drafted" in steps["hands=draft"].title


def test_a_variant_that_is_there_already_or_does_not_fit_is_left_out():
    ids = {step.id for step in variants_of(read_recipe("original-2015+sweep (hands=draft)"))}
    assert {"hands=dealt", "hands=beginner"} <= ids
    assert not ids & {"sweep", "hands=draft", "original-rules", "draft"}
    assert "draft" in {step.id for step in variants_of(read_recipe("revised-2021+lets-waltz"))}
