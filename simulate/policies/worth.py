"""What cards and effects are worth to a heuristic, computed once for a program and its weights."""

import numba
import numpy as np

from simulate.engine import codes as c
from simulate.engine.jit import TYPES
from simulate.engine.program import MAX_EFFECTS
from simulate.engine.state import MAX_GUESTS, MAX_STAFF, record
from simulate.policies.weights import NAMES

WORTH = record(
    ("w", "f4", (len(NAMES),)),
    ("effect", "f4", (MAX_EFFECTS,)),  # VP that an effect row is worth when it comes
    ("guest", "f4", (MAX_GUESTS,)),  # VP of housing the guest, with the reward
    ("staff", "f4", (MAX_STAFF,)),  # VP of having the card in play from the first turn on
    ("staff_round", "f4", (MAX_STAFF,)),  # VP a round of a once-a-round card
    ("staff_once", "f4", (MAX_STAFF,)),  # VP at once
    ("staff_end_vp", "f4", (MAX_STAFF,)),  # VP a thing counted of a final-scoring card
)

TYPES["worth"] = numba.from_dtype(WORTH)


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
        first, n = rules.staff_effect[i], rules.staff_effect_n[i]
        gain = float(out.effect[first : first + n].sum())
        timing = rules.staff_timing[i]
        if timing == c.PERMANENT:
            out.staff[i] = weights["permanent"] * (rules.staff_cost[i] + 1)
        elif timing == c.ROUND:
            out.staff_round[i] = weights["round_card"] * gain
        elif timing == c.ONCE:
            out.staff_once[i] = gain
        else:
            out.staff_end_vp[i] = max(
                [float(rules.effects[j, c.COL_N]) for j in range(first, first + n)], default=0.0
            )
    return table
