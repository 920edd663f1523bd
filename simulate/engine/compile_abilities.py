"""Abilities of cards as numbers, the same for staff, celebrities and hotel entrances."""

from typing import Any

from simulate.engine import codes as c
from simulate.engine.ability_table import ABILITIES
from simulate.engine.compile_words import COLOUR_WORDS, DIE_TIMING_WORDS, GOODS_WORDS

PLAIN_EVENTS = {
    "on_room_occupied": c.ON_ROOM_OCCUPIED,
    "on_emperor_reward": c.ON_EMPEROR_REWARD,
    "on_hire": c.ON_HIRE,
    "on_dancer": c.ON_DANCER,
    "on_politics": c.ON_POLITICS,
    "on_krones": c.ON_KRONES,
    "on_champagne": c.ON_CHAMPAGNE,
    "on_column": c.ON_COLUMN,
    "on_floor": c.ON_FLOOR,
    "on_first_pass": c.ON_FIRST_PASS,
}


def no_abilities(o: Any, card: int) -> None:
    """The fields of a card that changes nothing."""
    for one in ABILITIES:
        o[f"card_{one.field}"][card] = one.together.nothing


def ability(o: Any, card: int, word: Any) -> bool:
    """Write what an ability changes while its card is in play; False for a trigger."""
    kind = word.kind
    if kind == "strength":
        for face in word.faces:
            o.card_dice[card, face] += word.dice
            o.card_dice_optional[card, face] |= word.optional
            o.card_dice_apart[card, face] += word.dice if word.apart else 0
        o.dice_apart |= word.apart
    elif kind == "both_tracks":
        for face in word.faces:
            o.card_both_tracks[card, face] = 1
    elif kind == "room_cost":
        o.card_room_cost[card, COLOUR_WORDS[word.colour]] = word.krones
    elif kind == "more":
        o.card_more_vp[card] += word.vp
        o.card_more_krones[card] += word.krones
        o.card_more_steps[card] += word.emperor
    elif kind == "interchange":
        one, other = (GOODS_WORDS.index(good) for good in word.goods)
        o.card_stands_for[card, one] |= 1 << other
        o.card_stands_for[card, other] |= 1 << one
    elif kind == "substitute":
        o.card_substitute[card] = word.amount
        o.card_substitute_good[card] = GOODS_WORDS.index(word.good)
    elif kind == "more_guests":
        o.card_more_guests[card] += word.guests
        o.card_setup_guests[card] += word.setup
        o.card_refill_after[card] |= word.refill == "after"
    elif kind == "round_guests":
        o.card_round_guests_n[card] = len(word.vp)
        o.card_round_guests[card, : len(word.vp)] = word.vp
        o.card_round_filled[card] = word.filled
    elif kind == "occupancy_table":
        bonus_table(o, card, word)
    elif kind == "own_politics":
        o.card_own_politics[card] = 1
        o.card_own_politics_vp[card] = word.vp
        o.card_final_politics_vp[card] = word.final_vp
    elif kind == "own_tiles":
        o.card_own_tiles[card] = word.tiles
        o.card_own_tiles_steps[card] = word.steps
        o.card_own_tiles_answered[card] = word.answered
    elif kind == "row_bonus":
        o.card_row_bonus[card] = word.times
        o.row_bonus_one |= word.as_one
    elif kind in PLAIN_FIELDS:
        field, value = PLAIN_FIELDS[kind]
        getattr(o, f"card_{field}")[card] = getattr(word, value) if value else 1
    else:
        return False
    return True


# Abilities that are a single number: the program's field, and the word's own (or just "yes").
PLAIN_FIELDS = {
    "more_tables": ("tables", "tables"),
    **{one.word: (one.field, one.value) for one in ABILITIES if one.word},
}


def bonus_table(o: Any, card: int, word: Any) -> None:
    """A further table of occupancy bonuses, in addition to the printed one."""
    table = int(o.n_bonus_tables)
    o.n_bonus_tables += 1
    rows = (word.blue_vp, word.red_krones, word.yellow_emperor)
    for colour, amounts in zip((c.BLUE, c.RED, c.YELLOW), rows, strict=True):
        o.bonus[table, colour, 1 : len(amounts) + 1] = amounts
    o.card_bonus_table[card] = table


def trigger(o: Any, t: int, word: Any) -> bool:
    """Write the event and the filters of trigger row ``t``; False for an unknown word."""
    kind = word.kind
    o.trigger_colour[t] = c.ANY_COLOUR
    o.trigger_max_goods[t] = 99
    if kind == "on_die":
        o.trigger_event[t] = c.ON_DIE
        o.trigger_faces[t] = sum(1 << face for face in word.faces)
        o.trigger_timing[t] = DIE_TIMING_WORDS[word.timing]
        o.trigger_must[t] = word.must
    elif kind in ("on_guest_leaves", "on_order_filled"):
        leaves = kind == "on_guest_leaves"
        o.trigger_event[t] = c.ON_GUEST_LEAVES if leaves else c.ON_ORDER_FILLED
        if leaves and word.to == "room":
            o.trigger_event[t] = c.ON_GUEST_HOUSED
        o.trigger_rewarded[t] = leaves and word.rewarded
        o.trigger_to_reward[t] = leaves and word.moment == "reward"
        if word.colour:
            o.trigger_colour[t] = COLOUR_WORDS[word.colour]
        o.trigger_min_goods[t] = word.min_goods
        if word.max_goods is not None:
            o.trigger_max_goods[t] = word.max_goods
    elif kind == "on_advance":
        o.trigger_event[t] = c.ON_ADVANCE if word.per == "gain" else c.ON_ACTION_STEPS
        o.trigger_min_goods[t] = word.min_steps
    elif kind == "on_goods":
        o.trigger_event[t] = c.ON_DISHES if word.goods == "dishes" else c.ON_DRINKS
        o.trigger_min_goods[t] = word.min_goods
    elif kind == "on_group":
        o.trigger_event[t] = c.ON_GROUP
        o.trigger_min_goods[t] = word.min_rooms
    elif kind == "on_first_room":
        o.trigger_event[t] = c.ON_FIRST_ROOM
        o.trigger_colour[t] = COLOUR_WORDS[word.colour]
    elif kind == "on_dice_sum":
        o.trigger_event[t] = c.ON_DICE_SUM
        o.trigger_faces[t] = sum(1 << total for total in word.sums)
    elif kind in PLAIN_EVENTS:
        o.trigger_event[t] = PLAIN_EVENTS[kind]
    else:
        return False
    return True
