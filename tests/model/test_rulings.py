"""Rulings: each reading can be chosen, changes what it says, and nothing else."""

import pytest

from model import UserError, diff_rulesets, load_ruleset
from model.sources import sources

EDITIONS = ("original-2015", "revised-2021")
SWITCHES = {id: r for id, r in sources().ruling.items() if r.status == "switch"}
READINGS = [(id, name) for id, ruling in SWITCHES.items() for name in ruling.readings]


def edition_for(id: str) -> str:
    """An edition in which the question is open."""
    return "original-2015" if SWITCHES[id].superseded_by else "revised-2021"


@pytest.mark.parametrize(("id", "reading"), READINGS)
def test_reading_changes_only_what_its_ruling_names(id: str, reading: str) -> None:
    spec = edition_for(id)
    ruleset = load_ruleset(spec, rulings={id: reading})
    assert ruleset.rulings[id] == reading
    own = {path for r in SWITCHES[id].readings.values() for path in r.set}
    found = diff_rulesets(load_ruleset(spec), ruleset)
    assert {d.path for d in found} <= own
    assert bool(found) == (reading != SWITCHES[id].default_for(spec))
    assert all(d.change_ids == (f"ruling:{id}={reading}",) for d in found)


@pytest.mark.parametrize("id", SWITCHES)
def test_switch_has_readings_that_play_differently(id: str) -> None:
    spec = edition_for(id)
    hashes = {load_ruleset(spec, rulings={id: name}).hash for name in SWITCHES[id].readings}
    assert len(hashes) == len(SWITCHES[id].readings) > 1


def test_no_path_belongs_to_two_layers_of_the_data() -> None:
    """Else the outcome would hang on the order of the layers. A card taken out settles nothing."""
    changed = {p for c in sources().change.values() for p in c.set}
    owner: dict[str, str] = {}
    for id, ruling in SWITCHES.items():
        for path in {p for r in ruling.readings.values() for p in r.set}:
            assert owner.setdefault(path, id) == id
            settled = any(path == p or path.startswith(f"{p}.") for p in changed)
            assert bool(ruling.superseded_by) == settled, path


@pytest.mark.parametrize("reading", SWITCHES["strength-optional"].readings)
def test_a_ruling_leaves_out_a_card_that_a_variant_takes_out(reading: str) -> None:
    chosen = {"strength-optional": reading}
    ruleset = load_ruleset("revised-2021+no-kitchen-hand", rulings=chosen)
    assert 17 not in ruleset.staff
    assert ruleset.staff[13].abilities[0].optional == (reading == "optional")


def test_numbers_that_nobody_lists_as_changed_are_the_same_in_both_editions() -> None:
    for spec in EDITIONS:
        rules = load_ruleset(spec)
        assert rules.staff[32].effects[0].vp == 2
        assert rules.staff[26].abilities[0].krones == 1
        assert [p.state for p in rules.emperor_tile["B4"].penalty] == ["vacant", "vacant"]


def test_ruling_settled_by_a_change_cannot_be_chosen_with_it() -> None:
    with pytest.raises(UserError, match="settled by the change gizia"):
        load_ruleset("original-2015+gizia", rulings={"gizia-extra-turn": "with-action"})
    assert "gizia-extra-turn" not in load_ruleset("revised-2021").rulings
    assert "gizia-extra-turn" in load_ruleset("revised-2021-gizia").rulings


@pytest.mark.parametrize("id", sources().ruling)
def test_ruling_is_argued(id: str) -> None:
    ruling = sources().ruling[id]
    assert ruling.question.endswith("?")
    assert ruling.reason.endswith(".")
    assert all(":" in source or "tile" in source for source in ruling.sources)
    for edition in EDITIONS:
        assert ruling.default_for(edition) in ruling.readings
    if ruling.status == "documented":
        assert len(ruling.readings) == 1
        assert not any(reading.set for reading in ruling.readings.values())


def test_unknown_ruling_and_reading_say_what_is_allowed() -> None:
    with pytest.raises(UserError, match="b4-rooms"):
        load_ruleset(rulings={"b5-rooms": "vacant"})
    with pytest.raises(UserError, match="vacant, occupied"):
        load_ruleset(rulings={"b4-rooms": "both"})
