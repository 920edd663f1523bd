"""Descriptions of cards as numbers for the network, computed once per ruleset.

A card changed by a patch is described as changed, so that it is played sensibly at once.
"""

from typing import NamedTuple

import numpy as np

from simulate.engine import codes as c
from simulate.engine.program import MAX_EFFECTS, MAX_TILES
from simulate.engine.state import MAX_GUESTS, MAX_STAFF

# Gains of an effect: goods, champagne, krones, steps, VP, goods of choice, rooms and their
# discount, rooms occupied, cards hired and their discount, cards drawn, guests, orders filled,
# actions and turns, dancers, VP scored by a count.
EFFECT = 17
EVENTS = 21
COUNTS = 17
TIMINGS = 5
WORTHS = 5  # numbers from the hand-made evaluation
STAFF = 2 + TIMINGS + WORTHS + EFFECT + EVENTS + COUNTS


class Cards(NamedTuple):
    """Descriptions by index, each of float32."""

    effect: np.ndarray  # (MAX_EFFECTS, EFFECT)
    guest: np.ndarray  # (MAX_GUESTS, EFFECT): the reward
    tile: np.ndarray  # (MAX_TILES, EFFECT): the reward
    staff: np.ndarray  # (MAX_STAFF, STAFF)


def effect_numbers(row: np.ndarray) -> np.ndarray:
    """The gains of one effect, shape (EFFECT,), in numbers of the order of 1."""
    out = np.zeros(EFFECT, np.float32)
    code, n = int(row[c.COL_CODE]), float(row[c.COL_N])
    cheaper = min(float(row[c.COL_DISCOUNT]), 6.0)
    if code == c.E_GAIN:
        out[0] = row[c.COL_GOODS : c.COL_GOODS + c.CHOICE].sum() / 2
        out[1] = row[c.COL_GOODS + c.CHAMPAGNE] / 2
        out[2], out[3], out[4] = row[c.COL_KRONES] / 3, row[c.COL_EMPEROR] / 3, row[c.COL_VP] / 4
    elif code == c.E_CHOOSE_GOODS:
        out[5] = n / 2
    elif code == c.E_PREPARE:
        out[6], out[7] = n, cheaper / 3
        out[8] = n if row[c.COL_FLAG] else 0
    elif code == c.E_OCCUPY:
        out[8] = n
    elif code in (c.E_HIRE, c.E_DRAW_AND_HIRE):
        out[9], out[10] = 1 if code == c.E_DRAW_AND_HIRE else n, cheaper / 3
        out[11] = 1 if code == c.E_DRAW_AND_HIRE else 0
    elif code == c.E_DRAW:
        out[11] = n / 2
    elif code == c.E_TAKE_GUEST:
        out[12] = n
    elif code == c.E_FILL_ORDER:
        out[13] = n
    elif code in (c.E_USE_SPACE, c.E_EXTRA_TURN):
        out[14] = 1
    elif code in (c.E_SEND_DANCER, c.E_SWAP_GOODS, c.E_BONUS_TOKEN):
        out[15] = n
    elif code == c.E_SCORE:
        out[16] = n / 2
    return out


def total(effect: np.ndarray, first: int, n: int) -> np.ndarray:
    """The sum over some effects."""
    return effect[first : first + n].sum(axis=0)


def staff_numbers(rules: np.record, worth: np.record, effect: np.ndarray, i: int) -> np.ndarray:
    """The description of one staff card, shape (STAFF,)."""
    timing = np.zeros(TIMINGS, np.float32)
    timing[rules.staff_timing[i]] = 1
    worths = [worth.staff[i] / 10, worth.staff_round[i] / 3, worth.staff_once[i] / 5,
              worth.staff_end_vp[i] / 3, worth.staff_bell[i] / 5]  # fmt: skip
    events, counts = np.zeros(EVENTS, np.float32), np.zeros(COUNTS, np.float32)
    first, n = int(rules.card_effect[i]), int(rules.card_effect_n[i])
    does = total(effect, first, n)
    for row in range(first, first + n):
        if rules.effects[row, c.COL_CODE] == c.E_SCORE:
            counts[rules.effects[row, c.COL_PER]] += rules.effects[row, c.COL_N] / 2
    for t in range(rules.card_trigger[i], rules.card_trigger[i] + rules.card_trigger_n[i]):
        events[rules.trigger_event[t]] += 1
        does = does + total(effect, int(rules.trigger_effect[t]), int(rules.trigger_effect_n[t]))
    return np.concatenate([[1, rules.staff_cost[i] / 3], timing, worths, does, events, counts])


def describe(rules: np.record, worth: np.record) -> Cards:
    """The cards of a compiled program; ``worth``: their values by the hand-made evaluation."""
    effect = np.zeros((MAX_EFFECTS, EFFECT), np.float32)
    for i in range(rules.n_effects):
        effect[i] = effect_numbers(rules.effects[i])
    guest = np.zeros((MAX_GUESTS, EFFECT), np.float32)
    for i in range(rules.n_guests):
        guest[i] = total(effect, int(rules.guest_reward[i]), int(rules.guest_reward_n[i]))
    tile = np.zeros((MAX_TILES, EFFECT), np.float32)
    for i in range(rules.n_tiles):
        tile[i] = total(effect, int(rules.tile_reward[i]), int(rules.tile_reward_n[i]))
    staff = np.zeros((MAX_STAFF, STAFF), np.float32)
    for i in range(rules.n_staff):
        staff[i] = staff_numbers(rules, worth, effect, i)
    return Cards(effect, guest, tile, staff)


def blank_cards() -> Cards:
    """Empty descriptions."""
    lengths = (MAX_EFFECTS, EFFECT), (MAX_GUESTS, EFFECT), (MAX_TILES, EFFECT), (MAX_STAFF, STAFF)
    return Cards(*(np.zeros(shape, np.float32) for shape in lengths))
