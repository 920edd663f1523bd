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
ALL = "revised-2021+lets-waltz+herlius+rowe-smith"
SPECS = (*EDITIONS, "original-2015+lets-waltz", ALL, f"{ALL}+draft")
GOODS = ("strudel", "cake", "wine", "coffee", "champagne")
COLOURS = ("blue", "red", "yellow", "green")
TIMINGS = ("once", "round", "permanent", "end", "bell")
COUNTS = (
    "occupied_rooms", "rooms", "staff", "groups", "floors", "columns",
    "full_colours", "colour_sets", "politics", "emperor", "krones",
    "goods", "good_sets", "dancers", "orders", "guest_vp", "rich_colours",
)  # fmt: skip
COUNTED = {
    1: "choose_goods goods",
    8: "fill_order guests",
    23: "bury_staff cards",
}
EVENTS = (
    "on_die", "on_guest_leaves anywhere", "on_order_filled", "on_room_occupied",
    "on_emperor_reward", "on_hire", "on_dancer", "on_politics", "on_krones", "on_champagne",
    "on_advance gain", "on_advance action", "on_goods dishes", "on_goods drinks", "on_group",
    "on_first_room",
    "on_column", "on_floor", "on_dice_sum", "on_first_pass", "on_guest_leaves room",
)  # fmt: skip
NOTHING = 99  # a price that the card does not change
STEP = 8  # what narrows a count down may be two numbers in one
Tree = dict[str, Any]


# --- decoding ---------------------------------------------------------------------------------


def named(keys: tuple[str, ...], values: Any) -> Tree:
    return {key: int(value) for key, value in zip(keys, values) if value}


def flags(keys: tuple[str, ...], values: Any) -> Tree:
    return {key: True for key, value in zip(keys, values) if value}


def priced(discount: int) -> Tree:
    """A discount, or "free" if it covers the dearest price that the model allows."""
    return {"free": True} if discount >= NOTHING else named(("discount",), [discount])


def narrowed(count: str, argument: int) -> Tree:
    """What narrows a count down."""
    first, second = argument % STEP, argument // STEP
    if count in ("occupied_rooms", "rooms"):
        return named(("floor",), [second]) | ({"colour": COLOURS[first - 1]} if first else {})
    if count == "orders":
        colour = {"guest_colour": COLOURS[first - 1]} if first else {}
        return named(("min_goods",), [second]) | colour
    if count == "goods":
        return {"good": GOODS[argument]}
    if count == "good_sets":
        return {"goods": [good for i, good in enumerate(GOODS) if argument >> i & 1]}
    return {"rooms": argument} if count == "rich_colours" else {}


def scored(do: str, row: list[int]) -> Tree:
    count = COUNTS[row[2]]
    word: Tree = {"do": do, "vp": row[1], "per": count, **narrowed(count, row[3])}
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
    assert len(row) == 9
    code = row[0]
    if code >= 20:
        return penalty(row)
    if code in COUNTED:
        do, field = COUNTED[code].split()
        return {"do": do, field: row[1]}
    if code == 0:
        return {"do": "gain", **named((*GOODS, "krones", "emperor", "vp"), row[1:9])}
    if code == 5:
        return {"do": "draw", "cards": row[1], **flags(("asks",), [row[4]])}
    if code == 2:
        flag = flags(("occupied",), [row[4]])
        return {"do": "prepare", "rooms": row[1], **priced(row[2]), "floors": row[3], **flag}
    if code == 3:
        return {"do": "occupy", "rooms": row[1], "floors": row[3]}
    if code in (4, 6):
        do = "hire" if code == 4 else "draw_and_hire"
        return {"do": do, "cards": row[1], **priced(row[2]), **flags(("must",), [row[4]])}
    if code == 7:
        return {"do": "take_guest", "guests": row[1], **flags(("filled",), [row[4]])}
    if code in (9, 10):
        return spaces("use_action_space" if code == 9 else "extra_turn", row)
    if code == 11:
        return scored("score", row)
    return of_modules(row)


def of_modules(row: list[int]) -> Tree:
    """Effects that only modules bring, and the copied card."""
    code = row[0]
    if code == 13:
        word = {"do": "swap_goods", "goods": row[1], **named(("vp",), [row[2]])}
        return word | flags(("all",), [row[4]])
    if code == 14:
        return {"do": "send_dancer", "less": [row[2] >> (4 * i) & 15 for i in range(row[1])]}
    if code == 15:
        return {"do": "bonus_token", "half": ("upper", "lower")[row[1]]}
    assert code == 12, row
    return {"do": "copy_final"}


def penalty(row: list[int]) -> Tree:
    """A penalty of an emperor tile."""
    code = row[0]
    if code == 20:
        lost = (row[6], row[5], row[1], row[8])
        return {"do": "lose", **named(("krones", "champagne", "items", "vp"), lost)}
    if code == 21:
        return scored("lose_score", row)
    if code == 22:
        return {"do": "empty", **flags(("kitchen", "cafe", "krones", "champagne"), row[1:5])}
    if code == 24:
        return removed_room(row)
    if code == 25:
        return {"do": "remove_staff", "cards": row[1], "timing": TIMINGS[row[2]]}
    if code == 26:
        return {"do": "remove_dancer", "dancers": row[1], "ballroom": row[2] + 1}
    do, field = COUNTED[code].split()
    return {"do": do, field: row[1]}


def decoded(rules: Any, first: int, n: int) -> list[Tree]:
    return [decode(rules.effects[i]) for i in range(first, first + n)]


def said(word: Tree) -> Tree:
    """A word of the model without what it says by saying nothing."""
    kept = {k: v for k, v in word.items() if v not in (0, False, None) or k == "vp"}
    if word["do"] in ("gain", "lose", "swap_goods") and not word["vp"]:
        del kept["vp"]
    if word["do"] == "send_dancer" and kept.pop("free", False):
        kept["less"] = [9] * len(word["less"])  # no place in a ballroom is dearer
    if kept.get("free"):
        kept.pop("discount", None)
    if isinstance(kept.get("goods"), list):
        kept["goods"] = sorted(set(kept["goods"]), key=GOODS.index)
    return kept


def said_ability(word: Tree) -> Tree:
    """An ability of the model, its effects and pairs of goods as the decoder tells them."""
    word = dict(word)
    if "effects" in word:
        word["effects"] = [said(effect) for effect in word["effects"]]
    if word["kind"] == "interchange":
        word["goods"] = sorted(word["goods"], key=GOODS.index)
    return word


def bits(mask: int) -> list[int]:
    return [i for i in range(16) if mask >> i & 1]


def filtered(rules: Any, t: int, kind: str, part: str) -> Tree:
    """What an answering ability asks of its event."""
    least = int(rules.trigger_min_goods[t])
    colour = int(rules.trigger_colour[t])
    shade = COLOURS[colour] if colour >= 0 else None
    if kind == "on_die":
        timing = ("with", "before-or-after", "before", "after")[rules.trigger_timing[t]]
        must = bool(rules.trigger_must[t])
        return {"faces": bits(int(rules.trigger_faces[t])), "timing": timing, "must": must}
    if kind in ("on_guest_leaves", "on_order_filled"):
        most = int(rules.trigger_max_goods[t])
        most_told = most if most < NOTHING else None
        where = {"to": part} if kind == "on_guest_leaves" else {}
        if where:
            moment = "reward" if rules.trigger_to_reward[t] else "leaving"
            where |= {"rewarded": bool(rules.trigger_rewarded[t]), "moment": moment}
        return {**where, "colour": shade, "min_goods": least, "max_goods": most_told}
    if kind == "on_advance":
        return {"min_steps": least, "per": part}
    if kind == "on_goods":
        return {"goods": part, "min_goods": least}
    if kind == "on_group":
        return {"min_rooms": least}
    if kind == "on_dice_sum":
        return {"sums": bits(int(rules.trigger_faces[t]))}
    return {"colour": shade} if kind == "on_first_room" else {}


def triggers(rules: Any, card: int) -> Iterator[Tree]:
    """The abilities of a card that answer events."""
    first = int(rules.card_trigger[card])
    for t in range(first, first + int(rules.card_trigger_n[card])):
        kind, _, part = EVENTS[rules.trigger_event[t]].partition(" ")
        first_effect, n = int(rules.trigger_effect[t]), int(rules.trigger_effect_n[t])
        effects = decoded(rules, first_effect, n)
        yield {"kind": kind, **filtered(rules, t, kind, part), "effects": effects}


def standing(rules: Any, card: int) -> Iterator[Tree]:
    """The abilities of a card that change a number or what its owner may do."""
    yield from prices(rules, card)
    yield from liberties(rules, card)
    yield from tables(rules, card)


def prices(rules: Any, card: int) -> Iterator[Tree]:
    dice = rules.card_dice[card].tolist()
    optional = rules.card_dice_optional[card].tolist()
    apart = rules.card_dice_apart[card].tolist()
    for n, may, aside in sorted(set(zip(dice, optional, apart)) - {(0, 0, 0)}):
        assert aside in (0, n)
        faces = [f for f in range(1, 7) if (dice[f], optional[f], apart[f]) == (n, may, aside)]
        word = {"kind": "strength", "faces": faces, "dice": n}
        yield {**word, "optional": bool(may), "apart": bool(aside)}
    both = [face for face in range(1, 7) if rules.card_both_tracks[card, face]]
    if both:
        yield {"kind": "both_tracks", "faces": both}
    for colour in range(3):
        krones = int(rules.card_room_cost[card, colour])
        if krones != NOTHING:
            yield {"kind": "room_cost", "colour": COLOURS[colour], "krones": krones}
    for kind in ("serve_cost", "guest_cost", "copy_cost"):
        krones = int(rules[f"card_{kind}"][card])
        if krones != NOTHING:
            yield {"kind": kind, "krones": krones}
    if rules.card_avert_cost[card] >= 0:
        yield {"kind": "avert_penalty", "krones": int(rules.card_avert_cost[card])}


FLAGS = {
    "ignore_good": "ignore_good",
    "anywhere": "prepare_anywhere",
    "choose_bonus": "choose_bonus",
    "no_stranded": "no_stranded",
    "move_die": "move_die",
}
NUMBERS = {  # field, kind, name of the number, value that says nothing
    "tables": ("more_tables", "tables", 0),
    "most_dancers_vp": ("most_dancers", "vp", 0),
}


def liberties(rules: Any, card: int) -> Iterator[Tree]:
    for field, kind in FLAGS.items():
        if rules[f"card_{field}"][card]:
            yield {"kind": kind}
    for field, (kind, name, plain) in NUMBERS.items():
        value = int(rules[f"card_{field}"][card])
        if value != plain:
            yield {"kind": kind, name: value}
    if rules.card_row_bonus[card] != 1:
        times, as_one = int(rules.card_row_bonus[card]), bool(rules.row_bonus_one)
        yield {"kind": "row_bonus", "times": times, "as_one": as_one}
    more = [int(rules[f"card_more_{name}"][card]) for name in ("vp", "krones", "steps")]
    if any(more):
        yield {"kind": "more", **dict(zip(("vp", "krones", "emperor"), more))}
    for one in range(5):
        for other in bits(int(rules.card_stands_for[card, one])):
            assert int(rules.card_stands_for[card, other]) >> one & 1
            if one < other:
                yield {"kind": "interchange", "goods": [GOODS[one], GOODS[other]]}
    if rules.card_substitute[card]:
        good = GOODS[rules.card_substitute_good[card]]
        yield {"kind": "substitute", "good": good, "amount": int(rules.card_substitute[card])}


def tables(rules: Any, card: int) -> Iterator[Tree]:
    guests = int(rules.card_more_guests[card]), int(rules.card_setup_guests[card])
    if any(guests):
        refill = "after" if rules.card_refill_after[card] else "each"
        yield {"kind": "more_guests", "guests": guests[0], "setup": guests[1], "refill": refill}
    n = int(rules.card_round_guests_n[card])
    if n:
        filled = bool(rules.card_round_filled[card])
        vp = rules.card_round_guests[card, :n].tolist()
        yield {"kind": "round_guests", "filled": filled, "vp": vp}
    table = int(rules.card_bonus_table[card])
    if table:
        names = ("blue_vp", "red_krones", "yellow_emperor")
        rows = rules.bonus[table, :, 1:5].tolist()
        yield {"kind": "occupancy_table", **dict(zip(names, rows))}
    if rules.card_own_politics[card]:
        yield {
            "kind": "own_politics",
            "vp": rules.card_own_politics_vp[card].tolist(),
            "final_vp": rules.card_final_politics_vp[card].tolist(),
        }
    if rules.card_own_tiles[card]:
        steps = rules.card_own_tiles_steps[card].tolist()
        answered = bool(rules.card_own_tiles_answered[card])
        tiles = int(rules.card_own_tiles[card])
        yield {"kind": "own_tiles", "tiles": tiles, "steps": steps, "answered": answered}


def abilities(rules: Any, card: int) -> list[str]:
    """All abilities of a card, as texts that can be compared."""
    return by_text([*triggers(rules, card), *standing(rules, card)])


def declared(words: list[Tree]) -> list[str]:
    """The abilities that the model gives a card, as such texts."""
    return by_text(said_ability(word) for word in words)


def by_text(words: Any) -> list[str]:
    return sorted(json.dumps(word, sort_keys=True) for word in words)


@cache
def base() -> Ruleset:
    return load_ruleset()


@cache
def compiled_base() -> np.ndarray:
    return compile_ruleset(base())
