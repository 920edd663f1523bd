"""Read a compiled program back into the words of the model, independently of the compiler."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from model import Ruleset, load_ruleset
from model.sources import sources
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


@cache
def base() -> Ruleset:
    return load_ruleset()


@cache
def compiled_base() -> np.ndarray:
    return compile_ruleset(base())
