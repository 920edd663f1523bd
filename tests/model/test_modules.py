"""Modules and what builds on them: every selection loads, and each part changes its own alone."""

from functools import cache
from itertools import combinations

import pytest

from model import UserError, diff_rulesets, load_ruleset
from model.marks import still_assumed
from model.paths import OPEN_TABLES
from model.ruleset import parse_spec
from model.sources import Change, Combination, sources

load = cache(load_ruleset)
EDITIONS = tuple(sources().edition)
KNOWN = sources().change
MODULES = tuple(id for id, change in KNOWN.items() if change.kind == "module")
VARIANTS = tuple(id for id, change in KNOWN.items() if change.kind == "variant")
EXTRAS = tuple(id for id, change in KNOWN.items() if change.kind == "extra")
DRAFT = tuple(id for id, c in KNOWN.items() if c.kind == "change" and c.modules)
SUBSETS = [names for n in range(6) for names in combinations(MODULES, n)]
# What the printed box adds to the tables: guests, staff, politics cards, emperor tiles, ballrooms,
# rehearsal rooms, celebrities, entrances. The two that need the ballrooms are told apart below.
COUNTS = {
    "ballrooms": {"guest": 29, "staff": 15, "politics": 3, "emperor_tile": 3, "ballroom": 5,
                  "rehearsal_room": 4},
    "celebrities": {"celebrity": 8},
    "unique-hotels": {"entrance": 8, "bonus_token": 5},
    "start-player": {},
    "more": {"staff": 14, "politics": 3, "emperor_tile": 3},
}  # fmt: skip


def plus(edition: str, *names: str) -> str:
    return "+".join((edition, *names))


def sizes(spec: str) -> dict[str, int]:
    rules = load(spec)
    tables = {table: len(getattr(rules, table)) for table in OPEN_TABLES if "." not in table}
    return {**tables, "politics": len(rules.politics.cards)}


def paths_of(layer: Change | Combination) -> set[str]:
    """What a layer touches; a new card by the path of the card."""
    added = {f"{table}.{key}" for table in OPEN_TABLES for key in (_within(layer.add, table) or {})}
    return {*layer.set, *layer.remove, *added}


def _within(tree: dict, path: str) -> dict | None:
    for part in path.split("."):
        tree = tree.get(part, {}) if tree else {}
    return tree


def test_there_are_the_five_modules_of_the_box() -> None:
    assert [KNOWN[id].number for id in MODULES] == [1, 2, 3, 4, 5]
    assert set(MODULES) == set(COUNTS)
    assert sources().bundle["lets-waltz"].changes == MODULES


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("names", SUBSETS, ids="+".join)
def test_every_selection_of_modules_loads(names: tuple[str, ...], edition: str) -> None:
    ruleset = load(plus(edition, *names))
    assert ruleset.modules == names
    expected = sizes(edition)
    for name in names:
        for table, n in COUNTS[name].items():
            expected[table] += n
    if {"ballrooms", "celebrities"} <= set(names):
        expected["celebrity"] += 3
    if {"ballrooms", "unique-hotels"} <= set(names):
        expected["entrance"] += 1
    assert sizes(plus(edition, *names)) == expected


@pytest.mark.parametrize("names", SUBSETS, ids="+".join)
def test_combinations_apply_if_both_modules_are_there(names: tuple[str, ...]) -> None:
    layers = {x.id for x in load(plus("revised-2021", *names)).layers}
    for id, combination in sources().combination.items():
        assert (id in layers) == (set(combination.modules) <= set(names))


def test_hashes_of_all_selections_differ() -> None:
    specs = [plus(edition, *names) for edition in EDITIONS for names in SUBSETS]
    assert len({load(spec).hash for spec in specs}) == len(specs) == 64


@pytest.mark.parametrize("names", SUBSETS, ids="+".join)
def test_a_module_touches_only_its_own_paths(names: tuple[str, ...]) -> None:
    own = {path for name in names for path in paths_of(KNOWN[name])}
    for combination in sources().combination.values():
        own |= paths_of(combination)
    own |= {"bonus_token"}  # whole tokens are assumed
    differences = diff_rulesets(load(), load(plus("revised-2021", *names)))
    for d in differences:
        assert any(d.path == p or d.path.startswith(f"{p}.") for p in own), d.path
        assert d.change_ids


def shared(layers: dict[str, Change | Combination]) -> list[tuple[str, str, str]]:
    """Pairs of layers with a path of which one touches the same value, or a part of it."""
    touched = [(id, path) for id, layer in layers.items() for path in paths_of(layer)]
    return [
        (one, other, path)
        for one, path in touched
        for other, below in touched
        if one != other and (below == path or below.startswith(f"{path}."))
    ]


def test_no_path_belongs_to_two_modules_or_variants() -> None:
    """Else the outcome would hang on their order. Kitchens are shared out by single goods."""
    changes = {id: KNOWN[id] for id in (*MODULES, *VARIANTS, *EXTRAS)}
    assert not shared(changes | sources().combination)


def test_changes_of_the_draft_do_not_touch_each_other() -> None:
    assert not shared({id: KNOWN[id] for id in DRAFT})


def test_modules_do_not_touch_what_the_editions_change() -> None:
    of_editions = {p for c in sources().edition["revised-2021"].changes for p in KNOWN[c].set}
    for id in (*MODULES, *DRAFT, *EXTRAS):
        assert not of_editions & paths_of(KNOWN[id])


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("change", [*DRAFT, *EXTRAS, *VARIANTS])
def test_a_single_change_changes_its_own_paths_alone(change: str, edition: str) -> None:
    below = plus(edition, "lets-waltz")
    differences = diff_rulesets(load(below), load(plus(below, change)))
    assert differences
    own = paths_of(KNOWN[change])
    for d in differences:
        assert any(d.path == p or d.path.startswith(f"{p}.") for p in own), d.path
        assert [x.partition(":")[2] or x for x in d.change_ids] == [change]
        assert d.sources == (KNOWN[change].source,)
    assert load(plus(below, change)).hash != load(below).hash


@pytest.mark.parametrize("change", [*DRAFT, *EXTRAS])
def test_what_builds_on_a_module_needs_it(change: str) -> None:
    needed = KNOWN[change].modules
    assert load(plus("revised-2021", *needed, change)).modules == tuple(
        sorted(needed, key=MODULES.index)
    )
    for module in needed:
        without = [name for name in needed if name != module]
        with pytest.raises(UserError, match=f"{change} needs the module {module}") as error:
            load(plus("revised-2021", *without, change))
        assert "\n" not in str(error.value)


@pytest.mark.parametrize("names", SUBSETS, ids="+".join)
def test_the_draft_follows_the_modules_in_play(names: tuple[str, ...]) -> None:
    _, changes = parse_spec(plus("revised-2021", *names, "draft"))
    expected = {id for id in (*DRAFT, *EXTRAS) if set(KNOWN[id].modules) <= set(names)}
    assert set(changes) & {*DRAFT, *EXTRAS} == expected
    load(plus("revised-2021", *names, "draft"))


def test_the_draft_follows_modules_that_are_named_behind_it() -> None:
    """It was applied to those before it only, so that the retail rules came, silently."""
    behind, before = "revised-2021+draft+ballrooms+more", "revised-2021+ballrooms+more+draft"
    assert load(behind).hash == load(before).hash
    assert load("revised-2021+draft+lets-waltz").hash == load("revised-2021+lets-waltz+draft").hash


def test_original_rules_takes_back_the_changes_that_the_site_lists() -> None:
    back = sources().bundle["original-rules"].takes_back
    left = load("revised-2021+original-rules")
    assert set(left.changes) == set(sources().edition["revised-2021"].changes) - set(back)
    assert left.hash == load("revised-2021-" + "-".join(back)).hash
    assert load("revised-2021+original-rules-original-rules").hash == load().hash


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("revised-2021+walzer", ["+walzer", "ballrooms", "lets-waltz"]),
        ("revised-2021+ballroom", ["+ballroom", "ballrooms"]),
        ("revised-2021+more+lets-waltz", ["more", "already"]),
        ("revised-2021+lets-waltz+more", ["more", "already"]),
        ("revised-2021-more", ["more", "not part"]),
        ("revised-2021+draft-sissi", ["draft-sissi", "unique-hotels"]),
        ("revised-2021+ballrooms+draft-empty-kitchens", ["unique-hotels"]),
        ("revised-2021+lets-waltz+draft-unique-hotels", ["needs the module unique-hotels"]),
        ("original-2015+original-rules", ["gizia", "not part"]),
    ],
)
def test_bad_selection_is_refused_in_one_line(spec: str, words: list[str]) -> None:
    with pytest.raises(UserError) as error:
        load(spec)
    assert "\n" not in str(error.value)
    for word in words:
        assert word in str(error.value)


def test_the_name_of_a_selection_may_list_it_in_any_order() -> None:
    one = load("revised-2021+more+ballrooms+draft")
    other = load("revised-2021+draft-section-bonus+ballrooms+more-draft-section-bonus")
    assert one.modules == other.modules == ("ballrooms", "more")
    assert load("revised-2021+ballrooms+more+draft").hash == one.hash


def test_a_variant_settles_its_ruling() -> None:
    assert load("revised-2021+turn-without-dice").procedure.no_dice_turn == ("turn-without-die")
    with pytest.raises(UserError, match="settled by the change turn-without-dice"):
        load_ruleset("revised-2021+turn-without-dice", rulings={"no-dice-turn": "round-ends"})


@pytest.mark.parametrize("names", SUBSETS, ids="+".join)
def test_assumed_values_are_those_of_the_modules_in_play(names: tuple[str, ...]) -> None:
    ruleset = load(plus("revised-2021", *names))
    expected = {
        name
        for name, paths in {
            "ballrooms": ("guest.134.order", "staff.119.cost", "ballroom.zum-sperl.top.seats"),
            "unique-hotels": ("bonus_token.one",),
            "more": ("staff.166.cost",),
        }.items()
        if set(paths) <= set(ruleset.assumed)
    }
    assert expected == set(names) - {"celebrities", "start-player"}
    assert still_assumed(ruleset) == ruleset.assumed
    assert len(set(ruleset.assumed)) == len(ruleset.assumed)
