"""The model's words as the numbers that the engine reads: rows of the effect table, codes."""

import zlib
from typing import Any

from simulate.engine import codes as c

GOODS_WORDS = ("strudel", "cake", "wine", "coffee", "champagne")
COLOUR_WORDS = {"blue": c.BLUE, "red": c.RED, "yellow": c.YELLOW, "green": c.GREEN}
TIMING_WORDS = {
    "once": c.ONCE,
    "round": c.ROUND,
    "permanent": c.PERMANENT,
    "end": c.END,
    "bell": c.BELL,
}
COUNT_WORDS = {
    "occupied_rooms": c.N_OCCUPIED,
    "rooms": c.N_ROOMS,
    "staff": c.N_STAFF,
    "groups": c.N_GROUPS,
    "floors": c.N_FLOORS,
    "columns": c.N_COLUMNS,
    "full_colours": c.N_FULL_COLOURS,
    "colour_sets": c.N_COLOUR_SETS,
    "politics": c.N_POLITICS,
    "emperor": c.N_EMPEROR,
    "krones": c.N_KRONES,
    "goods": c.N_GOODS,
    "good_sets": c.N_GOOD_SETS,
    "dancers": c.N_DANCERS,
    "orders": c.N_ORDERS,
    "guest_vp": c.N_GUEST_VP,
    "rich_colours": c.N_RICH_COLOURS,
}
FROM_WORDS = {
    "highest": c.FROM_HIGHEST,
    "next-floor-below": c.FROM_NEXT_FLOOR_BELOW,
    "same-column-below": c.FROM_SAME_COLUMN_BELOW,
}
STATE_WORDS = {"vacant": c.VACANT, "occupied": c.OCCUPIED}
ACTION_WORDS = {
    "goods": c.A_GOODS,
    "prepare": c.A_PREPARE,
    "tracks": c.A_TRACKS,
    "hire": c.A_HIRE,
    "copy": c.A_COPY,
}
DIE_TIMING_WORDS = {
    "with": c.WITH_DIE,
    "before-or-after": c.BEFORE_OR_AFTER,
    "before": c.BEFORE,
    "after": c.AFTER,
}
HANDS_WORDS = {"dealt": c.HANDS_DEALT, "draft": c.HANDS_DRAFT, "beginner": c.HANDS_BEGINNER}
SCORING_WORDS = {
    "best_row": c.B_BEST_ROW,
    "row_majorities": c.B_ROW_MAJORITIES,
    "dancers_table": c.B_DANCERS_TABLE,
    "majority": c.B_MAJORITY,
    "per_dancers": c.B_PER_DANCERS,
}
BONUS_TIMING_WORDS = {"before-or-after": c.BEFORE_OR_AFTER, "before": c.BEFORE, "after": c.AFTER}


def effect_row(effect: Any) -> list[int]:
    """One effect or penalty of the model as a row of the effect table, length EFFECT_WIDTH."""
    row = [0] * c.EFFECT_WIDTH
    do = effect.do
    if do == "gain":
        row[0] = c.E_GAIN
        row[c.COL_GOODS : c.COL_KRONES] = [getattr(effect, word) for word in GOODS_WORDS]
        row[c.COL_KRONES : c.COL_VP + 1] = [effect.krones, effect.emperor, effect.vp]
    elif do == "prepare":
        row[0:5] = [c.E_PREPARE, effect.rooms, discount(effect), effect.floors, effect.occupied]
    elif do == "occupy":
        row[0:4] = [c.E_OCCUPY, effect.rooms, 0, effect.floors]
    elif do == "hire":
        row[0:3] = [c.E_HIRE, effect.cards, discount(effect)]
    elif do == "draw_and_hire":
        row[0:3] = [c.E_DRAW_AND_HIRE, effect.cards, discount(effect)]
    elif do == "score" or do == "lose_score":
        limit = getattr(effect, "max", None)
        row[0:5] = [
            c.E_SCORE if do == "score" else c.P_LOSE_SCORE,
            effect.vp,
            COUNT_WORDS[effect.per],
            argument(effect.per, effect),
            c.NO_LIMIT if limit is None else limit,
        ]
    elif do == "lose":
        row[0] = c.P_LOSE
        row[c.COL_ITEMS], row[c.COL_GOODS + c.CHAMPAGNE] = effect.items, effect.champagne
        row[c.COL_KRONES], row[c.COL_VP] = effect.krones, effect.vp
    elif do == "empty":
        row[0:4] = [c.P_EMPTY, effect.kitchen, effect.cafe, effect.krones]
    elif do == "remove_dancer":
        row[0:3] = [c.P_REMOVE_DANCER, effect.dancers, effect.ballroom - 1]
    elif do == "take_guest":
        row[0:2], row[c.COL_FLAG] = [c.E_TAKE_GUEST, effect.guests], effect.filled
    elif do == "swap_goods":
        row[0:2], row[c.COL_DISCOUNT] = [c.E_SWAP_GOODS, effect.goods], effect.vp
        row[c.COL_FLAG] = effect.all
    elif do == "send_dancer":
        row[0:3] = [c.E_SEND_DANCER, len(effect.less), reductions(effect)]
    elif do == "bonus_token":
        row[0:2] = [c.E_BONUS_TOKEN, 0 if effect.half == "upper" else 1]
    elif do == "remove_room":
        row[0:4] = [c.P_REMOVE_ROOM, 1, STATE_WORDS[effect.state], FROM_WORDS[effect.from_]]
    elif do == "remove_staff":
        row[0:3] = [c.P_REMOVE_STAFF, effect.cards, TIMING_WORDS[effect.timing]]
    elif do == "use_action_space" or do == "extra_turn":
        code = c.E_USE_SPACE if do == "use_action_space" else c.E_EXTRA_TURN
        row[0] = code
        row[c.COL_FLAG] = (
            c.X_STRENGTHEN * effect.strengthen
            + c.X_DIE_BONUSES * effect.die_bonuses
            + c.X_ACTION * getattr(effect, "action", True)
            + c.X_DIE * getattr(effect, "die", False)
        )
    else:
        code, field = COUNTED[do]
        row[0:2] = [code, getattr(effect, field) if field else 1]
    return row


COUNTED = {
    "choose_goods": (c.E_CHOOSE_GOODS, "goods"),
    "draw": (c.E_DRAW, "cards"),
    "fill_order": (c.E_FILL_ORDER, "guests"),
    "copy_final": (c.E_COPY_FINAL, ""),
    "bury_staff": (c.P_BURY_STAFF, "cards"),
}


def stable_number(key: str) -> int:
    """A number that depends on a card's key alone, for cards without a printed number."""
    return zlib.crc32(key.encode())


def discount(effect: Any) -> int:
    """Krones off the price; enough to cover every price if it is free."""
    return c.FREE if effect.free else effect.discount


def reductions(effect: Any) -> int:
    """Champagne off the price of each dancer, the first in the lowest four bits; 9 if free."""
    each = [9] * len(effect.less) if effect.free else effect.less
    return sum(less << (4 * i) for i, less in enumerate(each))


def argument(count: str, given: Any) -> int:
    """What narrows a count down, as the one number that count.py reads."""
    if count in ("occupied_rooms", "rooms"):
        colour = COLOUR_WORDS[given.colour] + 1 if given.colour else 0
        return int(colour + c.ARG_STEP * (given.floor or 0))
    if count == "goods":
        return GOODS_WORDS.index(given.good)
    if count == "good_sets":
        return sum(1 << GOODS_WORDS.index(good) for good in set(given.goods))
    if count == "orders":
        colour = COLOUR_WORDS[given.guest_colour] + 1 if given.guest_colour else 0
        return int(colour + c.ARG_STEP * min(given.min_goods or 0, 7))
    return int(given.rooms or 0) if count == "rich_colours" else 0
