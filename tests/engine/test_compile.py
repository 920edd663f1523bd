"""A compiled program says what the ruleset says: cards decoded back, limits, patches, plain Python.

The decoder below is written from the layout of the program alone and shares no code with the
compiler: a word that the compiler writes wrongly comes back as another word.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import pytest

from model import Ruleset, UserError, load_ruleset
from model.schema import Procedure
from model.tree import dump
from simulate.engine.compile import compile_ruleset
from tests.engine.decoding import (
    ALL,
    COLOURS,
    COUNTS,
    GOODS,
    SPECS,
    TIMINGS,
    Tree,
    abilities,
    base,
    compiled_base,
    declared,
    decoded,
    narrowed,
    said,
)

# --- every card of every edition --------------------------------------------------------------


@pytest.fixture(params=SPECS)
def both(request: pytest.FixtureRequest) -> tuple[Ruleset, Tree, Any]:
    ruleset = load_ruleset(request.param, promos="with")
    return ruleset, dump(ruleset), compile_ruleset(ruleset)[0]


def test_every_staff_card_comes_back(both: tuple[Ruleset, Tree, Any]):
    ruleset, tree, rules = both
    assert rules.staff_number[: rules.n_staff].tolist() == sorted(ruleset.staff)
    for i, number in enumerate(sorted(ruleset.staff)):
        card = tree["staff"][str(number)]
        assert rules.staff_cost[i] == card["cost"]
        assert TIMINGS[rules.staff_timing[i]] == card["timing"]
        assert bool(rules.staff_waits[i]) == ruleset.staff[number].waits
        assert ("may", "come")[rules.staff_gains[i]] == card["gains"]
        pay = card["pay"]
        assert rules.pay_goods[i].tolist() == [pay[good] for good in GOODS]
        for field in ("items", "krones", "emperor"):
            assert rules[f"pay_{field}"][i] == pay[field]
        in_full = any(effect.get("all") for effect in card["effects"])  # gives up goods as well
        assert bool(rules.staff_pays[i]) == (any(pay.values()) or in_full)
        assert rules.staff_set[i] == (-1 if card["set"] is None else "ABCD".index(card["set"]))
        effects = decoded(rules, int(rules.card_effect[i]), int(rules.card_effect_n[i]))
        assert effects == [said(effect) for effect in card["effects"]], card["name"]
        copies = any(effect["do"] == "copy_final" for effect in card["effects"])
        assert bool(rules.staff_copies[i]) == copies
        assert abilities(rules, i) == declared(card["abilities"]), card["name"]


def test_every_guest_comes_back(both: tuple[Ruleset, Tree, Any]):
    ruleset, tree, rules = both
    assert rules.guest_number[: rules.n_guests].tolist() == sorted(ruleset.guest)
    for i, number in enumerate(sorted(ruleset.guest)):
        card = tree["guest"][str(number)]
        assert COLOURS[rules.guest_colour[i]] == card["colour"]
        assert rules.guest_order[i].tolist() == [card["order"][good] for good in GOODS]
        assert rules.guest_goods[i] == sum(card["order"].values())
        assert rules.guest_vp[i] == card["vp"]
        assert rules.guest_dances[i] == card["dances"]
        reward = decoded(rules, int(rules.guest_reward[i]), int(rules.guest_reward_n[i]))
        assert reward == [said(effect) for effect in card["reward"]], card["name"]


def test_every_emperor_tile_comes_back(both: tuple[Ruleset, Tree, Any]):
    _, tree, rules = both
    keys = sorted(tree["emperor_tile"])
    assert rules.n_tiles == len(keys)
    for i, key in enumerate(keys):
        tile = tree["emperor_tile"][key]
        assert "ABC"[rules.tile_letter[i]] == tile["letter"]
        reward = decoded(rules, int(rules.tile_reward[i]), int(rules.tile_reward_n[i]))
        penalty = decoded(rules, int(rules.tile_penalty[i]), int(rules.tile_penalty_n[i]))
        assert reward == [said(effect) for effect in tile["reward"]], key
        assert penalty == [said(effect) for effect in tile["penalty"]], key
        assert bool(rules.tile_forced[i]) == (tile["alternative"] == "forced"), key
        alternative = tile["or_lose_vp"]
        assert rules.tile_or_vp[i] == (-1 if alternative is None else alternative)


def test_every_politics_card_comes_back(both: tuple[Ruleset, Tree, Any]):
    _, tree, rules = both
    cards = list(tree["politics"]["cards"].values())
    assert rules.n_politics == len(cards)
    for i, card in enumerate(cards):
        assert "ABC"[rules.politics_letter[i]] == card["letter"]
        needs = []
        for j in range(rules.politics_needs[i]):
            count = COUNTS[rules.need_count[i, j]]
            least = int(rules.need_at_least[i, j])
            by = narrowed(count, int(rules.need_arg[i, j]))
            needs.append({"count": count, "at_least": least, **by})
        told = [{k: v for k, v in need.items() if v is not None} for need in card["needs"]]
        assert needs == told, card["name"]
        assert rules.place_vp[i, : rules.n_places[i]].tolist() == tree["politics"]["places"]


def test_every_board_comes_back(both: tuple[Ruleset, Tree, Any]):
    _, tree, rules = both
    assert rules.n_boards == len(tree["boards"]) == 5
    for b, name in enumerate(("night", "day_a", "day_b", "day_c", "day_d")):
        letters = "".join(tree["boards"][name]["rows"])
        assert "".join("BRY"[colour] for colour in rules.colour[b]) == letters
        group_of = rules.group_of[b].tolist()
        for cell, group in enumerate(group_of):
            assert rules.group_mask[b, group] >> cell & 1
            assert rules.group_size[b, group] == group_of.count(group)
            assert rules.group_colour[b, group] == rules.colour[b, cell]
            assert rules.colour_mask[b, rules.colour[b, cell]] >> cell & 1
            # Neighbours of one colour are one group, others are not.
            beside = [cell + 1] if cell % 5 < 4 else []
            for other in [*beside, *([cell + 5] if cell < 15 else [])]:
                assert (group_of[other] == group) == (letters[cell] == letters[other])
        assert rules.n_groups[b] == len(set(group_of)) == 10


def test_every_number_comes_back(both: tuple[Ruleset, Tree, Any]):
    _, tree, rules = both
    setup, tracks, emperor = tree["setup"], tree["tracks"], tree["emperor"]
    plain = {
        "rounds": tree["game"]["rounds"],
        "start_krones": setup["krones"],
        "hand": setup["hand"],
        "free_guests": setup["free_guests"],
        "setup_rooms": setup["rooms"],
        "setup_rooms_mandatory": setup["rooms_mandatory"],
        "hands": ("dealt", "draft", "beginner").index(setup["hands"]),
        "day_boards": setup["boards"] == "day",
        "first_board": setup["boards"] == "day",
        "krones_max": tracks["krones_max"],
        "emperor_max": len(tracks["emperor_vp"]) - 1,
        "emperor_overflow_vp": tracks["emperor_overflow_vp"],
        "n_scorings": len(emperor["rounds"]),
        "reward_from": emperor["reward_from"],
        "penalty_up_to": emperor["penalty_up_to"],
        "penalty_forced": emperor["penalty_alternative"] == "forced",
        "final_krone_vp": tree["final"]["krone_vp"],
        "final_good_vp": tree["final"]["good_vp"],
        "stranded_vp": tree["final"]["stranded_guest_vp"],
        "sweep": tree["row"]["sweep"],
        "tables": tree["cafe"]["tables"],
        "strengthen_cost": tree["strengthen"]["krones"],
        "strengthen_dice": tree["strengthen"]["dice"],
        "strengthen_times": tree["strengthen"]["per_turn"],
        "serve_cost": tree["serve"]["krones"],
        "serve_goods": tree["serve"]["goods"],
        "cell_vp_again": tree["hotel"]["cell_vp_again"],
    }
    assert {name: int(rules[name]) for name in plain} == plain


def test_every_list_of_numbers_comes_back(both: tuple[Ruleset, Tree, Any]):
    _, tree, rules = both
    lists = {
        "krones_by_place": tree["setup"]["krones_by_place"],
        "start_kitchen": [tree["setup"]["kitchen"][good] for good in GOODS],
        "emperor_vp": tree["tracks"]["emperor_vp"],
        "scoring_round": tree["emperor"]["rounds"],
        "retreat": tree["emperor"]["retreat"],
        "row_cost": tree["row"]["costs"],
        "floor_cost": tree["hotel"]["floor_costs"],
        "floor_vp": tree["hotel"]["floor_vp"],
        "cell_vp": [tree["hotel"]["cell_vp"].get(str(cell), 0) for cell in range(20)],
    }
    for name, wanted in lists.items():
        found = rules[name].tolist()
        assert found == [*wanted, *[0] * (len(found) - len(wanted))], name
    for players in (2, 3, 4):
        assert rules.dice[players] == tree["dice"]["count"][str(players)]
        tiles = tree["turn_order"]["tiles"][str(players)]
        assert rules.turn_tiles[players, :players].tolist() == tiles
    bonus = tree["hotel"]["occupancy_bonus"]
    for colour, amounts in enumerate((bonus["blue"]["vp"], bonus["red"]["krones"],
                                      bonus["yellow"]["emperor"])):  # fmt: skip
        assert rules.bonus[0, colour].tolist() == [0, *amounts, *[0] * (5 - len(amounts))]


def test_every_choice_of_procedure_comes_back(both: tuple[Ruleset, Tree, Any]):
    _, tree, rules = both
    said = tree["procedure"]
    assert bool(rules.no_dice_turn_round_ends) == (said["no_dice_turn"] == "round-ends")
    assert bool(rules.unpayable_die_without_effect) == (said["unpayable_die"] == "without-effect")
    assert bool(rules.seat_freed_before) == (said["seat_freed"] == "before")
    assert bool(rules.politics_claim_turn_end) == (said["politics_claim"] == "turn-end")
    assert bool(rules.section_bonus_before_paying) == (said["section_bonus"] == "before-paying")


def test_every_action_space_comes_back(both: tuple[Ruleset, Tree, Any]):
    _, tree, rules = both
    for face in range(1, 7):
        action = tree["actions"][str(face)]
        assert ("goods", "prepare", "tracks", "hire", "copy")[rules.action[face]] == action["do"]
        goods = [GOODS[i] for i in rules.action_goods[face, : rules.action_goods_n[face]]]
        assert goods == action.get("goods", [])
        if action["do"] == "copy":
            assert rules.copy_cost[face] == action["krones"]


# --- every number counts ----------------------------------------------------------------------


def rebuilt(ruleset: Ruleset, path: tuple[Any, ...], value: Any) -> Ruleset:
    """The ruleset with one value replaced, validated as a patch would be."""
    tree: Tree = ruleset.model_dump(mode="json", by_alias=True)
    node: Any = tree
    for part in path[:-1]:
        node = node[part]
    node[path[-1]] = value
    return Ruleset.model_validate(tree)


def leaves(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    items: Any = node.items() if isinstance(node, dict) else enumerate(node)
    for key, value in items:
        if isinstance(value, (dict, list)):
            yield from leaves(value, (*path, key))
        else:
            yield (*path, key), value


# Descriptions; how many tiles the box holds (rooms beyond it are not in the rules that we play);
# and how many may play, which commands check.
UNPLAYED = {"name", "german", "evidence", "number", "room_tiles", "max_players", "promo", "promos"}
# A die count of another number of players is in the program; so is every board. Words of cards are
# compared where the cards come back: they choose between fields, so they are no leaves here.
WORDS = {"do", "kind", "per", "count", "colour", "timing", "set", "letter", "state", "from"}
CARDS = ("staff", "guest", "emperor_tile", "politics", "ballroom", "rehearsal_room", "celebrity",
         "entrance", "bonus_token")  # fmt: skip
CHOICES = {
    "coloured_price": ["other-dice", "white-dice"],
    "rehearsal_rooms": ["by-players", "all"],
    "returns": ["discard", "under-deck"],
    "active": ["at-once", "after-receipt"],
    "receipt": ["at-once", "after-set-up"],
    "refill": ["each", "after"],
    "half": ["upper", "lower"],
    "points": ["helping", "before-helping"],
    **{name: [*get_args(field.annotation)] for name, field in Procedure.model_fields.items()},
}
# Values of which none can be changed by itself: places of turns; dancers of players and sections,
# which are the same number told twice.
TIED = {"turn_order", "dancers"}


@cache
def everything() -> Ruleset:
    return load_ruleset(ALL)


@cache
def compiled_everything() -> bytes:
    return compile_ruleset(everything()).tobytes()


def samples() -> list[tuple[tuple[Any, ...], Any]]:
    """One leaf for each kind of place: `staff.17.cost` and `staff.18.cost` are of one kind, as is
    a field of the same effect wherever it stands."""
    tree, found = dump(everything()), {}
    for path, value in leaves(tree):
        if UNPLAYED & set(path) or WORDS & set(path) or "rows" in path or value is None:
            continue
        if isinstance(value, str) and path[-1] not in CHOICES and path[0] != "procedure":
            continue
        owner: Any = tree
        for part in path[:-1]:
            owner = owner[part]
        if path[-1] == "discount" and owner["free"]:
            continue  # says nothing beside "free"
        if path[-2:-1] == ("less",) and parent(tree, path)["free"]:
            continue
        word = owner.get("do", owner.get("kind")) if isinstance(owner, dict) else None
        cards = tuple("*" if i in (1, 2) else part for i, part in enumerate(path))
        key = (word, path[-1]) if word else cards if path[0] in CARDS else path
        found.setdefault(key, (path, value))
    return list(found.values())


def parent(tree: Tree, path: tuple[Any, ...]) -> Any:
    """The word that a list of numbers belongs to."""
    node: Any = tree
    for part in path[:-2]:
        node = node[part]
    return node


def other_values(path: tuple[Any, ...], value: Any) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1, value + 2, value - 2, 0]
    return [word for word in CHOICES[path[-1]] if word != value]


def name_of(sample: tuple[tuple[Any, ...], Any]) -> str:
    return ".".join(map(str, sample[0]))


@pytest.mark.parametrize("sample", samples(), ids=name_of)
def test_no_value_is_ignored(sample: tuple[tuple[Any, ...], Any]):
    path, value = sample
    for other in other_values(path, value):
        try:
            changed = compile_ruleset(rebuilt(everything(), path, other))
        except (ValueError, UserError):
            continue  # out of range, or it would contradict another part
        assert changed.tobytes() != compiled_everything(), other
        return
    assert TIED & set(path)


def test_own_places_of_a_politics_card_are_those_of_no_other():
    changed = rebuilt(base(), ("politics", "cards", "B-floors", "places"), [20, 7])
    rules = compile_ruleset(changed)[0]
    for i, key in enumerate(base().politics.cards):
        places = rules.place_vp[i, : rules.n_places[i]].tolist()
        assert places == ([20, 7] if key == "B-floors" else [15, 10, 5])


def test_the_timing_of_removed_staff_is_not_ignored():
    path = next(p for p, v in leaves(dump(base())) if v == "remove_staff")
    changed = rebuilt(base(), (*path[:-1], "timing"), "permanent")
    assert compile_ruleset(changed).tobytes() != compiled_base().tobytes()
