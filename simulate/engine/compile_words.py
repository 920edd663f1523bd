"""The model's words as the numbers that the engine reads."""

import zlib
from typing import Any

from model.wording import GOODS
from simulate.engine import codes as c

GOODS_WORDS = GOODS  # their codes are their places
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

GAIN_ANSWER_WORDS = {
    "before-laying": c.BEFORE_LAYING,
    "after-laying": c.AFTER_LAYING,
    "after-action": c.AFTER_ACTION,
}


def stable_number(key: str) -> int:
    """A number derived from a card's key alone, for cards without a printed number."""
    return zlib.crc32(key.encode())


def argument(count: str, given: Any) -> int:
    """The argument that narrows a count, encoded as the single number that count.py reads."""
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
