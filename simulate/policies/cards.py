"""Values of cards and effects in victory points over a game, by the declared weights."""

from collections.abc import Callable

import numpy as np

from simulate.engine import codes as c
from simulate.engine.effects import EFFECTS
from simulate.engine.state import FIRST_ENTRANCE

Weights = dict[str, float]


def champagne(w: Weights) -> float:
    """VP of a bottle of champagne when the number of bottles is not known yet."""
    return (w["champagne_first"] + w["champagne_more"]) / 2


def gained(row: np.ndarray, w: Weights) -> float:
    """Goods, krones, steps and VP."""
    items = int(row[c.COL_GOODS : c.COL_GOODS + c.CHOICE].sum())
    return (
        items * (w["good_kitchen"] + w["gained_fits"] * w["good_fits"])
        + int(row[c.COL_KRONES]) * w["bonus_krone"]
        + int(row[c.COL_EMPEROR]) * w["bonus_step"]
        + int(row[c.COL_VP])
        + int(row[c.COL_GOODS + c.CHAMPAGNE]) * champagne(w)
    )


def chosen(row: np.ndarray, w: Weights) -> float:
    """Goods of choice."""
    return int(row[c.COL_N]) * (w["good_kitchen"] + w["chosen_fits"] * w["good_fits"])


def prepared(row: np.ndarray, w: Weights) -> float:
    """Rooms prepared, and occupied at once."""
    worth = w["prepare_chance"] + min(int(row[c.COL_DISCOUNT]), w["room_discount"]) * w["discount"]
    if row[c.COL_FLAG]:
        worth += w["occupy_chance"]
    return int(row[c.COL_N]) * worth


def hired(cards: int, row: np.ndarray, w: Weights) -> float:
    """Staff cards played at a discount."""
    cheaper = min(int(row[c.COL_DISCOUNT]), w["staff_discount"])
    return cards * (w["hire_chance"] + cheaper * w["discount"])


def sent(row: np.ndarray, w: Weights) -> float:
    """Dancers, each for less champagne."""
    n, reductions = int(row[c.COL_N]), int(row[c.COL_REDUCTIONS])
    less = sum(min((reductions >> (4 * i)) & 15, w["dancer_price"]) for i in range(n))
    return n * w["send_chance"] + less * champagne(w)


def guests_taken(row: np.ndarray, w: Weights) -> float:
    """Guests of the row, with their orders filled or not."""
    filled = w["order_goods"] * w["good_kitchen"] if row[c.COL_FLAG] else 0.0
    return int(row[c.COL_N]) * (w["guest_chance"] + filled)


def found_elsewhere(row: np.ndarray, w: Weights) -> float:
    """Depends on the table, not on the card."""
    return 0.0


WORTH: dict[int, Callable[[np.ndarray, Weights], float]] = {
    c.E_GAIN: gained,
    c.E_CHOOSE_GOODS: chosen,
    c.E_PREPARE: prepared,
    c.E_OCCUPY: lambda row, w: int(row[c.COL_N]) * w["occupy_chance"],
    c.E_HIRE: lambda row, w: hired(int(row[c.COL_N]), row, w),
    c.E_DRAW: lambda row, w: int(row[c.COL_N]) * w["draw_chance"],
    c.E_DRAW_AND_HIRE: lambda row, w: hired(1, row, w) + w["draw_chance"],
    c.E_TAKE_GUEST: guests_taken,
    c.E_FILL_ORDER: lambda row, w: int(row[c.COL_N]) * (w["order_goods"] * w["good_kitchen"]),
    c.E_USE_SPACE: lambda row, w: w["action_chance"],
    c.E_EXTRA_TURN: lambda row, w: w["action_chance"] + w["guest_chance"],
    c.E_SCORE: found_elsewhere,
    c.E_COPY_FINAL: found_elsewhere,
    c.E_SWAP_GOODS: lambda row, w: int(row[c.COL_N]) * w["swap_chance"] + int(row[c.COL_SWAP_VP]),
    c.E_SEND_DANCER: sent,
    c.E_BONUS_TOKEN: found_elsewhere,
}
"""The value of an effect's row, by its code."""

OTHERS = {effect.code: effect.frame for effect in EFFECTS if effect.code not in WORTH}
"""Effects without such a rule, with the decision that each opens: both have a flat weight."""


def effect_worth(row: np.ndarray, w: Weights) -> float:
    """VP of one effect row, by the declared weights; 0 for a penalty."""
    code = int(row[c.COL_CODE])
    if code in OTHERS:
        return int(row[c.COL_N]) * w["other_effect"]
    return WORTH[code](row, w) if code in WORTH else 0.0


TURNS, ROUNDS = 14, 7  # per player and game
COLOURS = 4  # of guests
LARGE_ORDER = 4  # goods
OWN_POLITICS = OWN_TILE_LETTERS = 3
WAYS_TO_ROLL = {total: 6 - abs(7 - total) for total in range(2, 13)}  # of WAYS, with two dice
WAYS = 36
# Events per player and game that only cards of modules answer.
EVENTS = {
    c.ON_HIRE: "hires",
    c.ON_DANCER: "dancers_sent",
    c.ON_POLITICS: "politics_fulfilled",
    c.ON_KRONES: "krones_received",
    c.ON_CHAMPAGNE: "champagne_received",
    c.ON_ADVANCE: "advances",
    c.ON_ACTION_STEPS: "long_advances",
    c.ON_DISHES: "dish_actions",
    c.ON_DRINKS: "drink_actions",
    c.ON_GROUP: "groups_filled",
    c.ON_FIRST_ROOM: "groups_begun",
    c.ON_COLUMN: "columns_filled",
    c.ON_FLOOR: "floors_filled",
    c.ON_FIRST_PASS: "first_passes",
}
# Chances that this many guests leave a hotel's café in one round, starting with none.
GUESTS_OF_A_ROUND = tuple(f"round_guests_{n}" for n in range(5))
GROUPS_OF_A_COLOUR = {size: f"groups_of_{size}" for size in range(1, 5)}  # full ones, by size


def trigger_worth(rules: np.record, t: int, effect: np.ndarray, w: Weights) -> float:
    """VP of one answering ability over a whole game."""
    first, n = rules.trigger_effect[t], rules.trigger_effect_n[t]
    each = float(effect[first : first + n].sum())
    event = rules.trigger_event[t]
    if event == c.ON_DIE:
        faces = int(rules.trigger_faces[t]).bit_count()
        return w["die_rate"] * TURNS * faces / c.FACES * each
    if event in (c.ON_GUEST_LEAVES, c.ON_GUEST_HOUSED, c.ON_ORDER_FILLED):
        share = 1.0 if rules.trigger_colour[t] == c.ANY_COLOUR else 1.0 / COLOURS
        if rules.trigger_min_goods[t] >= LARGE_ORDER:
            share *= w["large_orders"]
        return w["guests_housed"] * share * each
    if event == c.ON_ROOM_OCCUPIED:
        return w["guests_housed"] * each
    if event == c.ON_DICE_SUM:
        sums = int(rules.trigger_faces[t])
        ways = sum(n for total, n in WAYS_TO_ROLL.items() if (sums >> total) & 1)
        return ROUNDS * ways / WAYS * each
    return w[EVENTS.get(event, "emperor_rewards")] * each


def die_worth(action: int, w: Weights) -> float:
    """VP of one additional die for a main action."""
    if action == c.A_HIRE:
        return w["bonus_krone"]
    if action == c.A_TRACKS:
        return w["bonus_step"]
    if action == c.A_PREPARE:
        return w["die_room"] * w["prepare_chance"]
    return w["good_kitchen"] + w["gained_fits"] * w["good_fits"]


def permanent_worth(rules: np.record, i: int, effect: np.ndarray, w: Weights) -> float:
    """VP of a permanent card that is in play from the first turn on."""
    first = rules.card_trigger[i]
    worth = sum(
        trigger_worth(rules, t, effect, w) for t in range(first, first + rules.card_trigger_n[i])
    )
    share = w["die_rate"] * TURNS / c.FACES
    for face in range(1, c.FACES + 1):
        worth += share * int(rules.card_dice[i, face]) * die_worth(int(rules.action[face]), w)
    worth += share * float(rules.card_both_tracks[i].sum()) * 2 * w["bonus_step"]
    krones = 0.0
    copy_cost = int(rules.copy_cost.max())
    if rules.card_copy_cost[i] < copy_cost:
        krones += share * (copy_cost - int(rules.card_copy_cost[i]))
    for colour in range(c.ROOM_COLOURS):
        saved = w["mean_room_price"] - int(rules.card_room_cost[i, colour])
        krones += w["rooms_of_a_colour"] * max(0.0, saved)
    krones += w["servings"] * max(0, int(rules.serve_cost) - int(rules.card_serve_cost[i]))
    mean_guest = float(np.mean(rules.row_cost))
    krones += w["guests_housed"] * max(0.0, mean_guest - int(rules.card_guest_cost[i]))
    if rules.card_avert_cost[i] >= 0:
        worth += w["emperor_penalty"]
    return worth + krones * w["bonus_krone"] + liberties_worth(rules, i, w)


def liberties_worth(rules: np.record, i: int, w: Weights) -> float:
    """VP over a whole game of a card's permissions and of higher gains for its owner."""
    worth = w["own_scorings"] * int(rules.card_more_vp[i])
    worth += w["krones_received"] * int(rules.card_more_krones[i]) * w["bonus_krone"]
    worth += w["advances"] * int(rules.card_more_steps[i]) * w["bonus_step"]
    worth += w["guests_housed"] * int(rules.card_ignore_good[i]) * w["ignore_good"]
    other = int((rules.card_stands_for[i] != 0).sum()) + 2 * bool(rules.card_substitute[i])
    worth += w["servings"] * other * w["swap_chance"]
    worth += int(rules.card_tables[i]) * w["more_table"]
    worth += int(rules.card_move_die[i]) * w["move_die"]
    worth += int(rules.card_anywhere[i] + rules.card_choose_bonus[i]) * w["discount"]
    worth += int(rules.card_no_stranded[i]) * -int(rules.stranded_vp) * w["stranded"]
    return worth + w["ballrooms_led"] * int(rules.card_most_dancers_vp[i])


def pay_worth(rules: np.record, i: int, w: Weights) -> float:
    """VP of the price that a staff card charges for each use."""
    items = int(rules.pay_goods[i, : c.CHOICE].sum()) + int(rules.pay_items[i])
    return (
        items * w["good_kitchen"]
        + int(rules.pay_goods[i, c.CHAMPAGNE]) * champagne(w)
        + int(rules.pay_krones[i]) * w["bonus_krone"]
        + int(rules.pay_emperor[i]) * w["bonus_step"]
    )


def bonus_table_worth(rules: np.record, table: int, w: Weights) -> float:
    """VP of a hotel's own table of occupancy bonuses, relative to the printed one."""
    unit = {c.COL_KRONES: w["bonus_krone"], c.COL_EMPEROR: w["bonus_step"]}
    worth = 0.0
    for colour in range(c.ROOM_COLOURS):
        for size, groups in GROUPS_OF_A_COLOUR.items():
            more = int(rules.bonus[table, colour, size]) - int(rules.bonus[0, colour, size])
            worth += w[groups] * more * unit.get(int(rules.bonus_kind[colour]), 1.0)
    return worth


def entrance_worth(rules: np.record, i: int, out: np.record, w: Weights) -> float:
    """VP of an entrance at the start of the game: goods, effects, rooms, abilities."""
    card = FIRST_ENTRANCE + i
    goods = rules.entrance_kitchen[i]
    worth = int(goods[: c.CHOICE].sum()) * w["entrance_good"]
    worth += int(goods[c.CHAMPAGNE]) * champagne(w)
    first, n = rules.entrance_effect[i], rules.entrance_effect_n[i]
    worth += float(out.effect[first : first + n].sum())
    worth += w["entrance_room"] * int(rules.entrance_rooms[i]) * w["prepare_chance"]
    free = w["prepare_chance"] + w["mean_room_price"] * w["discount"]
    worth += int(rules.entrance_free_rooms[i]) * free
    worth += permanent_worth(rules, card, out.effect, w)
    if rules.card_bonus_table[card] > 0:
        worth += bonus_table_worth(rules, int(rules.card_bonus_table[card]), w)
    worth += int(rules.card_more_guests[card]) * w["more_guest"]
    worth += int(rules.card_setup_guests[card]) * w["guest_chance"]
    last = int(rules.card_round_guests_n[card]) - 1
    for guests, chance in enumerate(GUESTS_OF_A_ROUND):
        if last >= 0:
            worth += ROUNDS * w[chance] * int(rules.card_round_guests[card, min(guests, last)])
    if rules.card_own_politics[card]:
        mean = float(np.mean(rules.card_own_politics_vp[card]))
        worth += OWN_POLITICS * mean * w["own_politics"]
    if rules.card_own_tiles[card]:
        rewards = float(np.mean(out.tile[: rules.n_tiles]))
        steps = float(np.mean(rules.card_own_tiles_steps[card])) * w["bonus_step"]
        tiles = OWN_TILE_LETTERS * int(rules.card_own_tiles[card])
        worth += tiles * max(0.0, rewards - steps) * w["tiles_used"]
    rows = out.row[: rules.n_ballrooms]
    if rows.size:
        more = int(rules.card_row_bonus[card]) - 1
        worth += w["dancers_sent"] * more * float(np.mean(rows))
    return w["entrance"] * worth
