"""Patches change exactly what they name, and what the program cannot hold is refused in words."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model import Ruleset, UserError, load_ruleset
from model.vocabulary.effects import MOST_WORDS
from simulate.engine import compile
from simulate.engine.compile import compile_ruleset
from simulate.engine.program import (
    MAX_EFFECTS,
    MAX_NEEDS,
    MAX_POLITICS,
    MAX_TILES,
    MAX_TRIGGERS,
)
from simulate.engine.state import MAX_GUESTS, MAX_STAFF
from tests.engine.decoding import ALL, GOODS, Tree, base, compiled_base, standing

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
        ('set = {"politics.cards.A-krones.places" = [9, 4]}', "n_places place_vp"),
        ('set = {"politics.cards.A-krones.places" = [15, 10, 5]}', ""),
        ('set = {"final.stranded_guest_vp" = -3}', "stranded_vp"),
        ('set = {"procedure.staff_bonus" = "after"}', "staff_bonus_timing"),
        ('set = {"setup.krones" = 12}', "start_krones"),
        ('set = {"setup.kitchen.wine" = 2}', "start_kitchen"),
        ('set = {"setup.boards" = "day"}', "day_boards first_board"),
        ('set = {"setup.hands" = "draft"}', "hands"),
        ('set = {"actions.6.krones" = 2}', "copy_cost"),
        ('set = {"emperor_tile.A1.or_lose_vp" = 6}', "tile_or_vp"),
        ('set = {"guest.74.reward.0.krones" = 2}', "effects"),
        ('set = {"staff.17.abilities.0.krones" = 1}', "card_copy_cost"),
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
    answering = int((rules.card_trigger_n[: rules.n_staff]).sum())
    return {"effects": int(rules.n_effects), "triggers": answering}


def gaining(n: int) -> str:
    """``n`` effects on new staff cards and guests, as many on each as a card may have."""
    cards = []
    for i, size in enumerate(portions(n)):
        gains = ",".join([GAIN] * size)
        entry = STAFF.format(timing="once", body=f"effects=[{gains}]")
        guest = GUEST.replace("vp=1", f"vp=1,reward=[{gains}]")
        new = f"staff.{1000 + i} = {entry}" if i < 40 else f"guest.{1000 + i} = {guest}"
        cards.append(f"add.{new}")
    return "\n".join(cards)


def spread(n: int) -> str:
    """``n`` answering abilities on new staff cards."""
    cards = []
    for i, size in enumerate(portions(n)):
        body = f"abilities=[{','.join([ANSWER] * size)}]"
        cards.append(f"add.staff.{1000 + i} = " + STAFF.format(timing="permanent", body=body))
    return "\n".join(cards)


def portions(n: int) -> list[int]:
    return [min(MOST_WORDS, n - start) for start in range(0, n, MOST_WORDS)]


PLAIN_STAFF = STAFF.format(timing="once", body="effects=[]")
LIMITS = {
    "guests": lambda over: many("guest", GUEST, MAX_GUESTS - 58 + over),
    "staff cards": lambda over: many("staff", PLAIN_STAFF, MAX_STAFF - 48 + over),
    "emperor tiles": lambda over: many("emperor_tile", TILE, MAX_TILES - 12 + over),
    "politics cards": lambda over: many("politics.cards", CARD, MAX_POLITICS - 12 + over),
    "conditions": lambda over: (
        f'set = {{"politics.cards.A-krones.needs" = [{",".join([NEED] * (MAX_NEEDS + over))}]}}'
    ),
    "effects": lambda over: gaining(MAX_EFFECTS - in_use()["effects"] + over),
    "answering abilities": lambda over: spread(MAX_TRIGGERS - in_use()["triggers"] + over),
}


@pytest.mark.parametrize("what", LIMITS)
def test_limits_are_refused_in_words_and_not_before(what: str, tmp_path: Path):
    compile_ruleset(patched(LIMITS[what](0), tmp_path))
    with pytest.raises(UserError, match=rf"\d+ {what}.*; the engine takes \d+$") as error:
        compile_ruleset(patched(LIMITS[what](1), tmp_path))
    assert "\n" not in str(error.value)


# What the program holds of each, by the constant that says so, with all modules in play.
SIZES = {
    "guests": ("MAX_GUESTS", lambda r: len(r.guests_in_play)),
    "staff cards": ("MAX_STAFF", lambda r: len(r.staff)),
    "politics cards": ("MAX_POLITICS", lambda r: len(r.politics.cards)),
    "emperor tiles": ("MAX_TILES", lambda r: len(r.emperor_tile)),
    "rounds": ("MAX_ROUNDS", lambda r: r.game.rounds),
    "café tables": ("MAX_TABLES", lambda r: r.cafe.tables),
    "ballrooms": ("MAX_BALLROOMS", lambda r: len(r.ballroom)),
    "rehearsal rooms": ("MAX_REHEARSAL", lambda r: len(r.rehearsal_room)),
    "celebrities": ("MAX_CELEBRITIES", lambda r: len(r.celebrity)),
    "hotel entrances": ("MAX_ENTRANCES", lambda r: len(r.entrance)),
    "bonus tokens": ("MAX_TOKENS", lambda r: len(r.bonus_token)),
}


def test_a_ruleset_with_one_of_anything_too_many_is_refused(monkeypatch: pytest.MonkeyPatch):
    ruleset = load_ruleset(ALL)
    for what, (constant, size) in SIZES.items():
        with monkeypatch.context() as patch:
            patch.setattr(compile, constant, size(ruleset))
            compile_ruleset(ruleset)
            patch.setattr(compile, constant, size(ruleset) - 1)
            with pytest.raises(UserError, match=f": {size(ruleset)} {what}; the engine takes"):
                compile_ruleset(ruleset)


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
        'set = {"politics.cards.A-krones.places" = [15, 10, 5, 2, 1]}',
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
    one = '{kind="strength",faces=[1],dice=7}'
    text = staff(f"abilities=[{','.join([one] * 7)}]", "permanent")
    rules, card = new_card(text, tmp_path)
    assert rules.card_dice[card].tolist() == [0, 49, 0, 0, 0, 0, 0]


def test_must_and_may_on_one_card_stay_apart(tmp_path: Path):
    may = '{kind="strength",faces=[1],dice=1,optional=true,apart=false}'
    must = '{kind="strength",faces=[2],dice=1,optional=false,apart=false}'
    for first, second in ((may, must), (must, may)):
        rules, card = new_card(staff(f"abilities=[{first},{second}]", "permanent"), tmp_path)
        assert list(standing(rules, card)) == [json_word(must), json_word(may)]


def json_word(text: str) -> Tree:
    """An ability written in TOML as plain data."""
    word: Tree = tomllib.loads(f"word = {text}")["word"]
    return word


def test_a_card_that_costs_a_krone_and_a_step_costs_something(tmp_path: Path):
    staff = load_ruleset("revised-2021").staff
    number = next(key for key, card in staff.items() if card.timing == "round")
    text = f'set = {{ "staff.{number}.pay" = {{ krones = 1, emperor = 1 }} }}'
    rules = compile_ruleset(patched(text, tmp_path))[0]
    (index,) = np.flatnonzero(rules.staff_number[: rules.n_staff] == int(number))
    assert rules.staff_pays[index]
    assert (rules.pay_krones[index], rules.pay_emperor[index]) == (1, 1)
