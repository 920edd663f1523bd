"""What modules lay out comes back from the compiled program: ballrooms, entrances, the key ..."""

from __future__ import annotations

from typing import Any

import pytest

from model import Ruleset, load_ruleset
from model.tree import dump
from simulate.engine.compile import compile_ruleset
from simulate.engine.state import FIRST_CELEBRITY, FIRST_ENTRANCE
from tests.engine.decoding import EDITIONS, GOODS, SPECS, Tree, abilities, declared, decoded, said

SCORINGS = ("best_row", "row_majorities", "dancers_table", "majority", "per_dancers")
MODULES = [spec for spec in SPECS if spec not in EDITIONS]


@pytest.fixture(params=MODULES)
def both(request: pytest.FixtureRequest) -> tuple[Tree, Any]:
    ruleset = load_ruleset(request.param)
    return dump(ruleset), compile_ruleset(ruleset)[0]


def told(effects: list[Tree]) -> list[Tree]:
    return [said(effect) for effect in effects]


def test_every_ballroom_comes_back(both: tuple[Tree, Any]):
    tree, rules = both
    assert rules.ballrooms == tree["ballrooms"]["in_play"] == 3
    assert rules.absent_vp == tree["ballrooms"]["absent_vp"]
    assert rules.n_ballrooms == len(tree["ballroom"])
    numbers = rules.ballroom_number[: rules.n_ballrooms].tolist()
    assert len(set(numbers)) == len(numbers)
    for b, key in enumerate(sorted(tree["ballroom"])):
        room = tree["ballroom"][key]
        for row, name in enumerate(("bottom", "middle", "top")):
            given = room[name]
            assert rules.row_champagne[b, row] == given["champagne"]
            seats = {str(n): int(rules.row_seats[b, row, n]) for n in (2, 3, 4)}
            assert seats == given["seats"]
            first, n = int(rules.row_effect[b, row]), int(rules.row_effect_n[b, row])
            assert decoded(rules, first, n) == told(given["bonus"])


def test_every_scoring_of_ballrooms_comes_back(both: tuple[Tree, Any]):
    tree, rules = both
    for b, key in enumerate(sorted(tree["ballroom"])):
        scoring = tree["ballroom"][key]["scoring"]
        assert SCORINGS[rules.ballroom_scoring[b]] == scoring["kind"]
        assert rules.ballroom_per[b] == scoring.get("dancers", 1)
        for players in (2, 3, 4):
            n = int(rules.ballroom_vp_n[b, players])
            vp = rules.ballroom_vp[b, players, :n].tolist()
            given = scoring.get("vp", [])
            given = given[str(players)] if isinstance(given, dict) else given
            assert vp == ([given] if isinstance(given, int) else given), key


def test_every_rehearsal_room_comes_back(both: tuple[Tree, Any]):
    tree, rules = both
    assert rules.n_rehearsal == len(tree["rehearsal_room"])
    assert bool(rules.all_rehearsal_rooms) == (tree["ballrooms"]["rehearsal_rooms"] == "all")
    for i, key in enumerate(sorted(tree["rehearsal_room"])):
        sections = tree["rehearsal_room"][key]["sections"]
        assert rules.n_sections[i] == len(sections)
        for k, section in enumerate(sections):
            assert rules.section_dancers[i, k] == section["dancers"]
            first, n = int(rules.section_effect[i, k]), int(rules.section_effect_n[i, k])
            assert decoded(rules, first, n) == told(section["bonus"])
        assert rules.section_dancers[i].sum() == tree["ballrooms"]["dancers"]


def test_every_celebrity_comes_back(both: tuple[Tree, Any]):
    tree, rules = both
    assert rules.n_celebrities == len(tree["celebrity"])
    assert rules.waited_vp[: rules.n_waits].tolist() == tree["lounge"]["vp"]
    assert ("discard", "under-deck")[rules.celebrities_return] == tree["lounge"]["returns"]
    assert rules.coloured_dice == tree["dice"]["coloured"]
    assert ("other-dice", "white-dice")[rules.coloured_price] == tree["dice"]["coloured_price"]
    for i, key in enumerate(sorted(tree["celebrity"])):
        card, at = tree["celebrity"][key], FIRST_CELEBRITY + i
        effects = decoded(rules, int(rules.card_effect[at]), int(rules.card_effect_n[at]))
        assert effects == told(card["effects"])
        assert abilities(rules, at) == declared(card["abilities"]), key


def test_every_entrance_comes_back(both: tuple[Tree, Any]):
    tree, rules = both
    assert rules.entrances == tree["entrances"]["in_play"] == 1
    assert rules.n_entrances == len(tree["entrance"])
    for i, key in enumerate(sorted(tree["entrance"])):
        card = tree["entrance"][key]
        assert rules.entrance_kitchen[i].tolist() == [card["kitchen"][good] for good in GOODS]
        first, n = int(rules.entrance_effect[i]), int(rules.entrance_effect_n[i])
        assert decoded(rules, first, n) == told(card["on_receipt"])
        assert rules.entrance_rooms[i] == card["rooms"]
        assert rules.entrance_free_rooms[i] == card["free_rooms"]
        assert bool(rules.entrance_active[i]) == (card["active"] == "at-once")
        assert bool(rules.entrance_late[i]) == (card["receipt"] == "after-set-up")
        assert abilities(rules, FIRST_ENTRANCE + i) == declared(card["abilities"]), key


def test_every_bonus_token_comes_back(both: tuple[Tree, Any]):
    tree, rules = both
    assert rules.n_tokens == len(tree["bonus_token"])
    for i, key in enumerate(tree["bonus_token"]):
        for half, name in enumerate(("upper", "lower")):
            first, n = int(rules.token_effect[i, half]), int(rules.token_effect_n[i, half])
            assert decoded(rules, first, n) == told(tree["bonus_token"][key][name])


def test_the_key_comes_back(both: tuple[Tree, Any]):
    tree, rules = both
    key = tree["skeleton_key"]
    assert (rules.key, rules.key_goods, rules.key_strength) == (1, key["goods"], key["strength"])
    assert rules.key_krones.tolist() == key["krones"]


def test_the_printed_bonus_of_groups_is_the_first_table(both: tuple[Tree, Any]):
    tree, rules = both
    bonus = tree["hotel"]["occupancy_bonus"]
    printed = [bonus["blue"]["vp"], bonus["red"]["krones"], bonus["yellow"]["emperor"]]
    assert rules.bonus[0, :, 1:5].tolist() == printed


@pytest.mark.parametrize("edition", EDITIONS)
def test_without_modules_nothing_of_them_is_in_the_program(edition: str):
    ruleset: Ruleset = load_ruleset(edition)
    rules = compile_ruleset(ruleset)[0]
    for field in ("ballrooms", "n_ballrooms", "n_rehearsal", "coloured_dice", "n_celebrities",
                  "entrances", "n_entrances", "n_tokens", "key"):  # fmt: skip
        assert rules[field] == 0, field
    assert not rules.guest_order[:, 4].any()
    assert rules.start_kitchen[4] == 0
