"""Editions are lists of changes: complete, separate and each of them switchable."""

import pytest

from model import diff_rulesets, load_ruleset
from model.ruleset import parse_spec
from model.sources import Change, sources

# Every change of the revised edition with the values it turns over: path -> (2015, 2021).
CHANGES = {
    "gizia": {"guest.97.reward": ("extra_turn", "use_action_space")},
    "operator-cap": {"staff.41.effects.0.max": (12, None)},
    "kitchen-hand-cost": {"staff.17.cost": (3, 5)},
    "emperor-c2": {
        "emperor_tile.C2.penalty.1.from": ("same-column-below", "next-floor-below"),
    },
    "forced-penalty": {"emperor.penalty_alternative": ("chosen", "forced")},
    "custodian": {"staff.23.abilities": ("on_guest_leaves", "on_room_occupied")},
    "setup-rooms": {"setup.rooms_mandatory": (False, True)},
    "promo-guests": {"setup.promos": (False, True)},
}
# What else differs between the editions: rulings whose default follows each edition's words.
RULINGS = {
    "procedure.occupancy_bonus": ("after", "before-or-after"),
    "staff.13.abilities.0.optional": (False, True),
    "staff.17.abilities.1.optional": (False, True),
    "staff.18.abilities.0.optional": (False, True),
    "staff.33.abilities.0.max_goods": (4, None),
    "procedure.staff_asked": ("moving-in", "paying"),
}


def of_editions(change: Change) -> bool:
    """Is it a difference of the editions, not a variant, a module or what builds on one."""
    return change.kind == "change" and not change.modules


def plain(value: object) -> object:
    """A list of words by its first: an effect, or an ability."""
    if not isinstance(value, list):
        return value
    return value[0].get("do") or value[0]["kind"]


def differences(a: str, b: str) -> dict[str, tuple[object, object]]:
    found = diff_rulesets(load_ruleset(a), load_ruleset(b))
    return {d.path: (plain(d.left), plain(d.right)) for d in found}


def test_editions_differ_by_the_changes_and_edition_rulings_and_nothing_else() -> None:
    expected = {path: pair for change in CHANGES.values() for path, pair in change.items()}
    assert differences("original-2015", "revised-2021") == {**expected, **RULINGS}


def test_every_difference_of_the_editions_names_its_one_cause() -> None:
    for d in diff_rulesets(load_ruleset("original-2015"), load_ruleset("revised-2021")):
        if d.path in RULINGS:
            assert d.change_ids[0].startswith("ruling:")
        else:
            assert [d.path in CHANGES[id] for id in d.change_ids] == [True]
        assert all(d.sources)


@pytest.mark.parametrize("change", CHANGES)
def test_change_added_alone_turns_over_only_its_paths(change: str) -> None:
    assert differences("original-2015", f"original-2015+{change}") == CHANGES[change]


@pytest.mark.parametrize("change", CHANGES)
def test_change_removed_alone_turns_back_only_its_paths(change: str) -> None:
    back = {path: (new, old) for path, (old, new) in CHANGES[change].items()}
    assert differences("revised-2021", f"revised-2021-{change}") == back


def test_known_changes_are_those_tested() -> None:
    assert {id for id, c in sources().change.items() if of_editions(c)} == set(CHANGES)
    assert sources().edition["revised-2021"].changes == tuple(CHANGES)
    assert sources().edition["original-2015"].changes == ()


def test_every_change_tells_its_source_and_reason() -> None:
    for change in sources().change.values():
        if of_editions(change):
            assert "Revised 2021" in change.source
            assert change.reason


def test_spec_with_several_signs_is_split_at_known_ids() -> None:
    edition, changes = parse_spec("original-2015+kitchen-hand-cost+gizia")
    assert (edition, set(changes)) == ("original-2015", {"kitchen-hand-cost", "gizia"})
    edition, changes = parse_spec("revised-2021-setup-rooms-promo-guests-gizia")
    assert set(changes) == set(CHANGES) - {"setup-rooms", "promo-guests", "gizia"}


def test_order_of_changes_in_a_spec_does_not_matter() -> None:
    one = load_ruleset("original-2015+gizia+custodian")
    other = load_ruleset("original-2015+custodian+gizia")
    assert one.hash == other.hash


def test_all_changes_over_the_original_leave_only_the_edition_rulings() -> None:
    spec = "original-2015" + "".join(f"+{change}" for change in CHANGES)
    assert differences(spec, "revised-2021") == RULINGS
