"""A compiled program says what the ruleset says: cards decoded back, limits, patches, plain Python.

The decoder below is written from the layout of the program alone and shares no code with the
compiler: a word that the compiler writes wrongly comes back as another word.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model import Ruleset, UserError, load_ruleset
from model.sources import dump, sources
from simulate.engine.compile import compile_ruleset

EDITIONS = tuple(sources().edition)
GOODS = ("strudel", "cake", "wine", "coffee")
COLOURS = ("blue", "red", "yellow", "green")
COUNTS = (
    "occupied_rooms", "rooms", "staff", "groups", "floors", "columns",
    "full_colours", "colour_sets", "politics", "emperor", "krones",
)  # fmt: skip
COUNTED = {
    1: "choose_goods goods",
    5: "draw cards",
    7: "take_guest guests",
    8: "fill_order guests",
    23: "bury_staff cards",
}
NOTHING = 99  # a price that the card does not change
Tree = dict[str, Any]


# --- decoding ---------------------------------------------------------------------------------


def named(keys: tuple[str, ...], values: Any) -> Tree:
    return {key: int(value) for key, value in zip(keys, values) if value}


def priced(discount: int) -> Tree:
    """A discount, or "free" if it covers the dearest price that the model allows."""
    return {"free": True} if discount >= NOTHING else named(("discount",), [discount])


def scored(do: str, row: list[int]) -> Tree:
    word: Tree = {"do": do, "vp": row[1], "per": COUNTS[row[2]]}
    if row[3] >= 0:
        word["colour"] = COLOURS[row[3]]
    if do == "score" and row[4] < 30_000:
        word["max"] = row[4]
    return word


def spaces(do: str, row: list[int]) -> Tree:
    bits = {"strengthen": row[4] & 1, "die_bonuses": row[4] & 4}
    if do == "extra_turn":
        bits |= {"action": row[4] & 2, "die": row[4] & 8}
    return {"do": do, **{key: True for key, bit in bits.items() if bit}}


def removed_room(row: list[int]) -> Tree:
    origin = ("highest", "next-floor-below", "same-column-below")[row[3]]
    return {"do": "remove_room", "state": ("", "vacant", "occupied")[row[2]], "from": origin}


def decode(values: np.ndarray) -> Tree:
    """One row of the table of effects as the word of the model that it stands for."""
    row = [int(value) for value in values]
    code = row[0]
    if code in COUNTED:
        do, field = COUNTED[code].split()
        return {"do": do, field: row[1]}
    if code == 0:
        return {"do": "gain", **named((*GOODS, "krones", "emperor", "vp"), row[1:8])}
    if code == 2:
        flag = named(("occupied",), [row[4]])
        return {"do": "prepare", "rooms": row[1], **priced(row[2]), "floors": row[3], **flag}
    if code == 3:
        return {"do": "occupy", "rooms": row[1], "floors": row[3]}
    if code in (4, 6):
        do = "hire" if code == 4 else "draw_and_hire"
        return {"do": do, "cards": row[1], **priced(row[2])}
    if code in (9, 10):
        return spaces("use_action_space" if code == 9 else "extra_turn", row)
    if code in (11, 21):
        return scored("score" if code == 11 else "lose_score", row)
    if code == 20:
        return {"do": "lose", **named(("krones", "vp"), [row[5], row[7]])}
    if code == 22:
        return {"do": "empty", **named(("kitchen", "cafe"), row[1:3])}
    if code == 24:
        return removed_room(row)
    if code == 25:
        timing = ("once", "round", "permanent", "end")[row[2]]
        return {"do": "remove_staff", "cards": row[1], "timing": timing}
    assert code == 12, row
    return {"do": "copy_final"}


def decoded(rules: Any, first: int, n: int) -> list[Tree]:
    return [decode(rules.effects[i]) for i in range(first, first + n)]


def said(word: Tree) -> Tree:
    """A word of the model without what it says by saying nothing."""
    kept = {k: v for k, v in word.items() if v not in (0, False, None) or k == "vp"}
    if word["do"] in ("gain", "lose") and not word["vp"]:
        del kept["vp"]
    if kept.get("free"):
        kept.pop("discount", None)
    return kept


def triggers(rules: Any, card: int) -> Iterator[Tree]:
    """The abilities of a card that answer events."""
    first = int(rules.staff_trigger[card])
    for t in range(first, first + int(rules.staff_trigger_n[card])):
        kind = ("on_die", "on_guest_leaves", "on_order_filled", "on_room_occupied",
                "on_emperor_reward")[rules.trigger_event[t]]  # fmt: skip
        word: Tree = {"kind": kind}
        if kind == "on_die":
            word["faces"] = [face for face in range(1, 7) if rules.trigger_faces[t] >> face & 1]
            timing = ("with", "before-or-after", "before", "after")[rules.trigger_timing[t]]
            word["timing"] = timing
        elif kind in ("on_guest_leaves", "on_order_filled"):
            colour = int(rules.trigger_colour[t])
            most = int(rules.trigger_max_goods[t])
            word["colour"] = COLOURS[colour] if colour >= 0 else None
            word["min_goods"] = int(rules.trigger_min_goods[t])
            word["max_goods"] = most if most < 99 else None
        elif kind == "on_room_occupied":
            word["by"] = ("any", "guest")[rules.trigger_by[t]]
        first_effect = int(rules.trigger_effect[t])
        word["effects"] = decoded(rules, first_effect, int(rules.trigger_effect_n[t]))
        yield word


def standing(rules: Any, card: int) -> Iterator[Tree]:
    """The abilities of a card that change a number."""
    dice = rules.staff_dice[card].tolist()
    optional = rules.staff_dice_optional[card].tolist()
    for n, may in sorted(set(zip(dice, optional)) - {(0, 0)}):
        faces = [face for face in range(1, 7) if (dice[face], optional[face]) == (n, may)]
        yield {"kind": "strength", "faces": faces, "dice": n, "optional": bool(may)}
    both = [face for face in range(1, 7) if rules.staff_both_tracks[card, face]]
    if both:
        yield {"kind": "both_tracks", "faces": both}
    for colour in range(3):
        krones = int(rules.staff_room_cost[card, colour])
        if krones != NOTHING:
            yield {"kind": "room_cost", "colour": COLOURS[colour], "krones": krones}
    for kind in ("serve_cost", "guest_cost", "copy_cost"):
        krones = int(rules[f"staff_{kind}"][card])
        if krones != NOTHING:
            yield {"kind": kind, "krones": krones}
    if rules.staff_avert_cost[card] >= 0:
        yield {"kind": "avert_penalty", "krones": int(rules.staff_avert_cost[card])}


def by_text(words: Any) -> list[str]:
    return sorted(json.dumps(word, sort_keys=True) for word in words)


# --- every card of every edition --------------------------------------------------------------


@pytest.fixture(params=EDITIONS)
def both(request: pytest.FixtureRequest) -> tuple[Ruleset, Tree, Any]:
    ruleset = load_ruleset(request.param, promos="with")
    return ruleset, dump(ruleset), compile_ruleset(ruleset)[0]


def test_every_staff_card_comes_back(both: tuple[Ruleset, Tree, Any]):
    ruleset, tree, rules = both
    assert rules.staff_number[: rules.n_staff].tolist() == sorted(ruleset.staff)
    for i, number in enumerate(sorted(ruleset.staff)):
        card = tree["staff"][str(number)]
        assert rules.staff_cost[i] == card["cost"]
        assert ("once", "round", "permanent", "end")[rules.staff_timing[i]] == card["timing"]
        assert rules.staff_set[i] == (-1 if card["set"] is None else "ABCD".index(card["set"]))
        effects = decoded(rules, int(rules.staff_effect[i]), int(rules.staff_effect_n[i]))
        assert effects == [said(effect) for effect in card["effects"]], card["name"]
        copies = any(effect["do"] == "copy_final" for effect in card["effects"])
        assert bool(rules.staff_copies[i]) == copies
        declared = []
        for ability in card["abilities"]:
            if "effects" in ability:
                ability["effects"] = [said(effect) for effect in ability["effects"]]
            declared.append(ability)
        found = [*triggers(rules, i), *standing(rules, i)]
        assert by_text(found) == by_text(declared), card["name"]


def test_every_guest_comes_back(both: tuple[Ruleset, Tree, Any]):
    ruleset, tree, rules = both
    assert rules.guest_number[: rules.n_guests].tolist() == sorted(ruleset.guest)
    for i, number in enumerate(sorted(ruleset.guest)):
        card = tree["guest"][str(number)]
        assert COLOURS[rules.guest_colour[i]] == card["colour"]
        assert rules.guest_order[i].tolist() == [card["order"][good] for good in GOODS]
        assert rules.guest_goods[i] == sum(card["order"].values())
        assert rules.guest_vp[i] == card["vp"]
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
            colour = int(rules.need_colour[i, j])
            count = COUNTS[rules.need_count[i, j]]
            least = int(rules.need_at_least[i, j])
            name = COLOURS[colour] if colour >= 0 else None
            needs.append({"count": count, "at_least": least, "colour": name})
        assert needs == card["needs"], card["name"]


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


@cache
def base() -> Ruleset:
    return load_ruleset()


@cache
def compiled_base() -> np.ndarray:
    return compile_ruleset(base())


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
# A die count of another number of players is in the program; so is every board. `letter` and
# `timing` of cards are compared above. Words choose between fields, so they are not leaves here.
WORDS = {"do", "kind", "per", "count", "colour", "timing", "set", "letter", "state", "from", "by"}


def samples() -> list[tuple[tuple[Any, ...], Any]]:
    """One leaf for each kind of place: `staff.17.cost` and `staff.18.cost` are of one kind, as is
    a field of the same effect wherever it stands."""
    tree, found = dump(base()), {}
    for path, value in leaves(tree):
        if UNPLAYED & set(path) or WORDS & set(path) or "rows" in path or value is None:
            continue
        if isinstance(value, str) and path[0] != "procedure":
            continue
        owner: Any = tree
        for part in path[:-1]:
            owner = owner[part]
        if path[-1] == "discount" and owner["free"]:
            continue  # says nothing beside "free"
        word = owner.get("do", owner.get("kind")) if isinstance(owner, dict) else None
        table = path[0] in ("staff", "guest", "emperor_tile", "politics")
        cards = tuple("*" if i in (1, 2) else part for i, part in enumerate(path))
        key = (word, path[-1]) if word else cards if table else path
        found.setdefault(key, (path, value))
    return list(found.values())


def other_values(path: tuple[Any, ...], value: Any) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1, value + 2, value - 2]
    words = {
        "occupancy_bonus": ["before-or-after", "after"],
        "staff_bonus": ["before-or-after", "before", "after"],
        "seat_freed": ["before", "after"],
        "no_dice_turn": ["round-ends", "turn-without-die"],
        "unpayable_die": ["without-effect", "skip-die"],
    }
    return [word for word in words[path[-1]] if word != value]


def name_of(sample: tuple[tuple[Any, ...], Any]) -> str:
    return ".".join(map(str, sample[0]))


@pytest.mark.parametrize("sample", samples(), ids=name_of)
def test_no_value_is_ignored(sample: tuple[tuple[Any, ...], Any]):
    path, value = sample
    before = compiled_base().tobytes()
    for other in other_values(path, value):
        try:
            changed = compile_ruleset(rebuilt(base(), path, other))
        except (ValueError, UserError):
            continue  # out of range, or it would contradict another part
        assert changed.tobytes() != before, other
        return
    assert path[0] == "turn_order"  # no place of it can be changed by itself


def test_the_timing_of_removed_staff_is_not_ignored():
    path = next(p for p, v in leaves(dump(base())) if v == "remove_staff")
    changed = rebuilt(base(), (*path[:-1], "timing"), "permanent")
    assert compile_ruleset(changed).tobytes() != compiled_base().tobytes()


# --- patches ----------------------------------------------------------------------------------


def patched(text: str, tmp_path: Path) -> Ruleset:
    file = tmp_path / "p.toml"
    file.write_text(f'id = "p"\n{text}', encoding="utf-8")
    return load_ruleset(patches=[file])


def changed_fields(text: str, tmp_path: Path) -> set[str]:
    before, after = compiled_base(), compile_ruleset(patched(text, tmp_path))
    return {name for name in before.dtype.names if not np.array_equal(before[name], after[name])}


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ('set = {"staff.17.cost" = 4}', "staff_cost"),
        ('set = {"guest.74.vp" = 9}', "guest_vp"),
        ('set = {"guest.74.colour" = "red"}', "guest_colour"),
        ('set = {"guest.74.order.wine" = 1}', "guest_order guest_goods"),
        ('set = {"serve.krones" = 2}', "serve_cost"),
        ('set = {"serve.goods" = 4}', "serve_goods"),
        ('set = {"row.costs" = [4, 3, 2, 1, 0]}', "row_cost"),
        ('set = {"cafe.tables" = 4}', "tables"),
        ('set = {"game.rounds" = 8}', "rounds"),
        ('set = {"dice.count.3" = 11}', "dice"),
        ('set = {"strengthen.per_turn" = 2}', "strengthen_times"),
        ('set = {"hotel.floor_costs.3" = 4}', "floor_cost"),
        ('set = {"hotel.floor_vp.3" = 5}', "floor_vp"),
        ('add.hotel.cell_vp.0 = 3', "cell_vp"),
        ('set = {"hotel.occupancy_bonus.red.krones" = [1, 2, 3, 4]}', "bonus"),
        ('set = {"tracks.krones_max" = 25}', "krones_max"),
        ('set = {"emperor.retreat" = [3, 4, 5]}', "retreat"),
        ('set = {"emperor.rounds" = [2, 4, 6]}', "scoring_round"),
        ('set = {"politics.places" = [15, 10, 5, 2]}', "n_places place_vp"),
        ('set = {"final.stranded_guest_vp" = -3}', "stranded_vp"),
        ('set = {"procedure.staff_bonus" = "after"}', "staff_bonus_timing"),
        ('set = {"setup.krones" = 12}', "start_krones"),
        ('set = {"setup.kitchen.wine" = 2}', "start_kitchen"),
        ('set = {"setup.boards" = "day"}', "day_boards first_board"),
        ('set = {"setup.hands" = "draft"}', "hands"),
        ('set = {"actions.6.krones" = 2}', "copy_cost"),
        ('set = {"emperor_tile.A1.or_lose_vp" = 6}', "tile_or_vp"),
        ('set = {"guest.74.reward.0.krones" = 2}', "effects"),
        ('set = {"staff.17.abilities.0.krones" = 1}', "staff_copy_cost"),
        ('set = {"staff.17.name" = "Sous-chef"}', ""),
    ],
)  # fmt: skip
def test_a_patch_changes_exactly_its_fields(text: str, fields: str, tmp_path: Path):
    assert changed_fields(text, tmp_path) == set(fields.split())


def test_equal_hashes_give_equal_programs(tmp_path: Path):
    renamed = patched('set = {"staff.17.name" = "Sous-chef"}', tmp_path)
    assert base().hash == renamed.hash
    assert compile_ruleset(renamed).tobytes() == compiled_base().tobytes()


# --- limits -----------------------------------------------------------------------------------

STAFF = '{{name="x",german="x",cost=1,timing="{timing}",{body}}}'
GUEST = '{name="x",german="x",colour="red",order={wine=1},vp=1}'
TILE = '{letter="A",reward=[],penalty=[]}'
CARD = '{letter="A",name="x",needs=[{count="staff",at_least=4}]}'
NEED = '{count="staff",at_least=4}'
GAIN = '{do="gain",krones=1}'
ANSWER = '{kind="on_emperor_reward",effects=[]}'


def many(table: str, entry: str, n: int, first: int = 1000) -> str:
    return "\n".join(f"add.{table}.{first + i} = {entry}" for i in range(n))


def staff(body: str, timing: str = "once") -> str:
    return "add.staff.1000 = " + STAFF.format(timing=timing, body=body)


def in_use() -> dict[str, int]:
    rules = compiled_base()[0]
    answering = int((rules.staff_trigger_n[: rules.n_staff]).sum())
    return {"effects": int(rules.n_effects), "triggers": answering}


PLAIN_STAFF = STAFF.format(timing="once", body="effects=[]")
LIMITS = {
    "guests": lambda over: many("guest", GUEST, 96 - 58 + over),
    "staff cards": lambda over: many("staff", PLAIN_STAFF, 96 - 48 + over),
    "emperor tiles": lambda over: many("emperor_tile", TILE, 24 - 12 + over),
    "politics cards": lambda over: many("politics.cards", CARD, 24 - 12 + over),
    "conditions": lambda over: (
        f'set = {{"politics.cards.A-krones.needs" = [{",".join([NEED] * (4 + over))}]}}'
    ),
    "effects": lambda over: staff(
        f"effects=[{','.join([GAIN] * (768 - in_use()['effects'] + over))}]"
    ),
    "answering abilities": lambda over: staff(
        f"abilities=[{','.join([ANSWER] * (160 - in_use()['triggers'] + over))}]", "permanent"
    ),
}


@pytest.mark.parametrize("what", LIMITS)
def test_limits_are_refused_in_words_and_not_before(what: str, tmp_path: Path):
    compile_ruleset(patched(LIMITS[what](0), tmp_path))
    with pytest.raises(UserError, match=rf"\d+ {what}.*; the engine takes \d+$") as error:
        compile_ruleset(patched(LIMITS[what](1), tmp_path))
    assert "\n" not in str(error.value)


def taken(text: str, tmp_path: Path) -> Any:
    """The program of a patch that the model accepts; None if the compiler refuses it in words.

    What the program has no room for must be refused: it must never be cut off or fail otherwise.
    """
    try:
        return compile_ruleset(patched(text, tmp_path))[0]
    except UserError:
        return None


@pytest.mark.parametrize(
    "text",
    [
        f'set = {{"actions.1.goods" = {list(GOODS)}}}',
        'set = {"cafe.tables" = 5}',
        'set = {"politics.places" = [15, 10, 5, 2, 1]}',
        'set = {"setup.hand" = 13}',
        'set = {"game.max_players" = 5}',
    ],
)
def test_the_model_refuses_what_the_program_has_no_room_for(text: str, tmp_path: Path):
    with pytest.raises(UserError) as error:
        compile_ruleset(patched(text, tmp_path))
    assert "\n" not in str(error.value)


def test_two_copying_spaces_have_prices_of_their_own(tmp_path: Path):
    rules = compile_ruleset(patched('set = {"actions.5" = {do="copy",krones=3}}', tmp_path))[0]
    assert rules.copy_cost.tolist() == [0, 0, 0, 0, 0, 3, 1]


def new_card(text: str, tmp_path: Path) -> tuple[Any, int]:
    """The program of a patch that adds staff 1000, and where that card stands in it."""
    rules = compile_ruleset(patched(text, tmp_path))[0]
    return rules, rules.staff_number.tolist().index(1000)


def test_abilities_that_strengthen_one_face_add_up(tmp_path: Path):
    one = '{kind="strength",faces=[1],dice=20}'
    text = staff(f"abilities=[{','.join([one] * 7)}]", "permanent")
    rules, card = new_card(text, tmp_path)
    assert rules.staff_dice[card].tolist() == [0, 140, 0, 0, 0, 0, 0]


def test_must_and_may_on_one_card_stay_apart(tmp_path: Path):
    may = '{kind="strength",faces=[1],dice=1,optional=true}'
    must = '{kind="strength",faces=[2],dice=1,optional=false}'
    for first, second in ((may, must), (must, may)):
        rules, card = new_card(staff(f"abilities=[{first},{second}]", "permanent"), tmp_path)
        assert list(standing(rules, card)) == [json_word(must), json_word(may)]


def json_word(text: str) -> Tree:
    """An ability written in TOML as plain data."""
    word: Tree = tomllib.loads(f"word = {text}")["word"]
    return word
