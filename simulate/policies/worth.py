"""What cards and effects are worth to a heuristic, computed once for a program and its weights."""

import numba
import numpy as np

from simulate.engine import codes as c
from simulate.engine.jit import TYPES
from simulate.engine.program import MAX_EFFECTS
from simulate.engine.state import MAX_GUESTS, MAX_STAFF, record
from simulate.policies.weights import NAMES

WORTH = record(
    ("w", "f8", (len(NAMES),)),
    ("effect", "f8", (MAX_EFFECTS,)),  # VP that an effect row is worth when it comes
    ("guest", "f8", (MAX_GUESTS,)),  # VP of housing the guest, with the reward
    ("staff", "f8", (MAX_STAFF,)),  # VP of having the card in play from the first turn on
    ("staff_round", "f8", (MAX_STAFF,)),  # VP a round of a once-a-round card
    ("staff_once", "f8", (MAX_STAFF,)),  # VP at once
    ("staff_end_vp", "f8", (MAX_STAFF,)),  # VP a thing counted of a final-scoring card
)

TYPES["worth"] = numba.from_dtype(WORTH)
TYPES["worths"] = TYPES["worth"][::1]


def effect_worth(row: np.ndarray, w: dict[str, float]) -> float:
    """VP that one effect row is worth, by the declared weights."""
    code = int(row[c.COL_CODE])
    n = int(row[c.COL_N])
    cheaper = int(row[c.COL_DISCOUNT])
    if code == c.E_GAIN:
        goods = int(row[c.COL_GOODS : c.COL_GOODS + c.GOODS].sum())
        return (
            goods * (w["good_kitchen"] + 0.3 * w["good_fits"])
            + int(row[c.COL_KRONES]) * w["bonus_krone"]
            + int(row[c.COL_EMPEROR]) * w["bonus_step"]
            + int(row[c.COL_VP])
        )
    if code == c.E_CHOOSE_GOODS:
        return n * (w["good_kitchen"] + 0.6 * w["good_fits"])
    if code == c.E_PREPARE:
        worth = w["prepare_chance"] + min(cheaper, 3) * w["discount"]
        if row[c.COL_FLAG]:
            worth += w["occupy_chance"]
        return n * worth
    if code == c.E_OCCUPY:
        return n * w["occupy_chance"]
    if code in (c.E_HIRE, c.E_DRAW_AND_HIRE):
        played = 1 if code == c.E_DRAW_AND_HIRE else n
        extra = w["draw_chance"] if code == c.E_DRAW_AND_HIRE else 0.0
        return played * (w["hire_chance"] + min(cheaper, 5) * w["discount"]) + extra
    per_unit = {
        c.E_DRAW: w["draw_chance"],
        c.E_TAKE_GUEST: w["guest_chance"],
        c.E_FILL_ORDER: 3.0 * w["good_kitchen"],
        c.E_USE_SPACE: w["action_chance"],
        c.E_EXTRA_TURN: w["action_chance"] + w["guest_chance"],
    }
    if code in (c.E_USE_SPACE, c.E_EXTRA_TURN):
        return per_unit[code]
    return n * per_unit.get(code, 0.0)


# How often things happen to a player in a game, roughly, as a share of what a card waits for.
TURNS = 14
GUESTS_HOUSED = 9
COLOURS = 4
LARGE_ORDERS = 0.25  # guests who order four items
EMPEROR_REWARDS = 2
ROOMS_OF_A_COLOUR = 3
MEAN_ROOM_PRICE = 1.5
SERVINGS = 5


def trigger_worth(rules: np.record, t: int, effect: np.ndarray, w: dict[str, float]) -> float:
    """VP that one answering ability brings in a whole game."""
    first, n = rules.trigger_effect[t], rules.trigger_effect_n[t]
    each = float(effect[first : first + n].sum())
    event = rules.trigger_event[t]
    if event == c.ON_DIE:
        faces = int(rules.trigger_faces[t]).bit_count()
        return w["die_rate"] * TURNS * faces / c.FACES * each
    if event in (c.ON_GUEST_LEAVES, c.ON_ORDER_FILLED):
        share = 1.0 if rules.trigger_colour[t] == c.ANY_COLOUR else 1.0 / COLOURS
        if rules.trigger_min_goods[t] >= 4:
            share *= LARGE_ORDERS
        return GUESTS_HOUSED * share * each
    if event == c.ON_ROOM_OCCUPIED:
        return GUESTS_HOUSED * each
    return EMPEROR_REWARDS * each


def die_worth(action: int, w: dict[str, float]) -> float:
    """VP that one die more brings to a main action."""
    if action == c.A_HIRE:
        return w["bonus_krone"]
    if action == c.A_TRACKS:
        return w["bonus_step"]
    if action == c.A_PREPARE:
        return 0.5 * w["prepare_chance"]
    return w["good_kitchen"] + 0.3 * w["good_fits"]


def permanent_worth(rules: np.record, i: int, effect: np.ndarray, w: dict[str, float]) -> float:
    """VP that a permanent card brings when it is in play from the first turn on."""
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
        saved = MEAN_ROOM_PRICE - int(rules.card_room_cost[i, colour])
        krones += ROOMS_OF_A_COLOUR * max(0.0, saved)
    krones += SERVINGS * max(0, int(rules.serve_cost) - int(rules.card_serve_cost[i]))
    mean_guest = float(np.mean(rules.row_cost))
    krones += GUESTS_HOUSED * max(0.0, mean_guest - int(rules.card_guest_cost[i]))
    if rules.card_avert_cost[i] >= 0:
        worth += w["emperor_penalty"]
    return worth + krones * w["bonus_krone"]


def worth_table(rules: np.record, weights: dict[str, float]) -> np.ndarray:
    """The table a heuristic reads, shape (1,), from a compiled program and weights by feature."""
    table = np.zeros(1, dtype=WORTH)
    out = table[0]
    out.w[:] = [weights[name] for name in NAMES]
    for i in range(rules.n_effects):
        out.effect[i] = effect_worth(rules.effects[i], weights)
    for i in range(rules.n_guests):
        first, n = rules.guest_reward[i], rules.guest_reward_n[i]
        reward = float(out.effect[first : first + n].sum())
        out.guest[i] = rules.guest_vp[i] + weights["housing"] + reward
    for i in range(rules.n_staff):
        first, n = rules.card_effect[i], rules.card_effect_n[i]
        gain = float(out.effect[first : first + n].sum())
        timing = rules.staff_timing[i]
        if timing == c.PERMANENT:
            out.staff[i] = weights["permanent"] * permanent_worth(rules, i, out.effect, weights)
        elif timing == c.ROUND:
            out.staff_round[i] = weights["round_card"] * gain
        elif timing == c.ONCE:
            out.staff_once[i] = gain
        else:
            out.staff_end_vp[i] = max(
                [float(rules.effects[j, c.COL_N]) for j in range(first, first + n)], default=0.0
            )
    return table
