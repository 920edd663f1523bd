"""Effects and penalties: the model's words, and where their arguments stand in a row of numbers.

A row of the effect table is a code and its arguments, EFFECT_WIDTH numbers in all. An effect of the
model is written into it, and read from it again, by the one table here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np

from simulate.engine import codes as c
from simulate.engine.compile_words import (
    COUNT_WORDS,
    FROM_WORDS,
    GOODS_WORDS,
    STATE_WORDS,
    TIMING_WORDS,
    argument,
)

DECLINES, NEVER = -1, -2


class Shown(Enum):
    """What the number in an argument's column is."""

    NUMBER = "a number in its own unit; for a flag 0 or 1"
    COUNT = "what is counted: codes.N_OCCUPIED and what follows"
    GRANTS = "flags of what an action without a die grants: codes.X_STRENGTHEN and what follows"
    REDUCTIONS = "champagne less for each dancer, four bits each, the first one lowest"


@dataclass(frozen=True)
class Argument:
    """An argument of an effect: its column, and how its number comes from the model's word.

    ``read`` makes the number from the effect; without it the field of the argument's name is it.
    """

    column: int
    read: Callable[[Any], int] | None = None
    shown: Shown = Shown.NUMBER


@dataclass(frozen=True)
class Effect:
    """An effect or penalty: the model's word ``do``, its code, and its arguments by name.

    ``frame``: the decision in which its owner is asked; none: nothing is asked.
    ``may_decline``: may the owner decline there, unless an argument ``must`` says otherwise?
    """

    do: str
    code: int
    arguments: dict[str, Argument]
    frame: int | None = None
    may_decline: bool = False

    @property
    def must(self) -> int:
        """The column that keeps the owner from declining, if it is not 0; DECLINES; NEVER."""
        if not self.may_decline:
            return NEVER
        return self.arguments["must"].column if "must" in self.arguments else DECLINES

    def row(self, effect: Any) -> list[int]:
        """The effect as a row of the effect table, length EFFECT_WIDTH."""
        row = [0] * c.EFFECT_WIDTH
        row[c.COL_CODE] = self.code
        for name, at in self.arguments.items():
            row[at.column] = getattr(effect, name) if at.read is None else at.read(effect)
        return row


def plain(**columns: int) -> dict[str, Argument]:
    """Arguments that stand in the table as the model has them."""
    return {name: Argument(column) for name, column in columns.items()}


def discount(effect: Any) -> int:
    """Krones off the price; enough to cover every price if it is free."""
    return c.FREE if effect.free else effect.discount


def reductions(effect: Any) -> int:
    """Champagne off the price of each dancer; 9 if free."""
    each = [9] * len(effect.less) if effect.free else effect.less
    return sum(less << (4 * i) for i, less in enumerate(each))


def limit(effect: Any) -> int:
    """The most VP that a count scores."""
    most = getattr(effect, "max", None)
    return c.NO_LIMIT if most is None else most


def granted(effect: Any) -> int:
    """What an action without a die grants, as flags."""
    return int(
        c.X_STRENGTHEN * effect.strengthen
        + c.X_DIE_BONUSES * effect.die_bonuses
        + c.X_ACTION * getattr(effect, "action", True)
        + c.X_DIE * getattr(effect, "die", False)
    )


def numbered(words: dict[str, int], field: str) -> Callable[[Any], int]:
    """A word of the model as its code."""
    return lambda effect: words[getattr(effect, field)]


DISCOUNT = Argument(c.COL_DISCOUNT, discount)
COUNTED = {
    **plain(vp=c.COL_N),
    "per": Argument(c.COL_PER, numbered(COUNT_WORDS, "per"), Shown.COUNT),
    "of": Argument(c.COL_ARG, lambda effect: argument(effect.per, effect)),
    "max": Argument(c.COL_MAX, limit),
}
GRANTED = {"grants": Argument(c.COL_FLAG, granted, Shown.GRANTS)}

EFFECTS = (
    Effect("gain", c.E_GAIN, plain(
        **{good: c.COL_GOODS + k for k, good in enumerate(GOODS_WORDS)},
        krones=c.COL_KRONES, emperor=c.COL_EMPEROR, vp=c.COL_VP,
    )),
    Effect("choose_goods", c.E_CHOOSE_GOODS, plain(goods=c.COL_N), c.F_CHOOSE_GOODS),
    Effect("prepare", c.E_PREPARE, {
        **plain(rooms=c.COL_N), "discount": DISCOUNT,
        **plain(floors=c.COL_FLOORS, occupied=c.COL_FLAG),
    }, c.F_PREPARE, may_decline=True),
    Effect("occupy", c.E_OCCUPY,
           plain(rooms=c.COL_N, floors=c.COL_FLOORS), c.F_OCCUPY, may_decline=True),
    Effect("hire", c.E_HIRE,
           {**plain(cards=c.COL_N, must=c.COL_FLAG), "discount": DISCOUNT},
           c.F_HIRE, may_decline=True),
    Effect("draw", c.E_DRAW, plain(cards=c.COL_N, asks=c.COL_FLAG)),
    Effect("draw_and_hire", c.E_DRAW_AND_HIRE,
           {**plain(cards=c.COL_N, must=c.COL_FLAG), "discount": DISCOUNT}, c.F_OFFER),
    Effect("take_guest", c.E_TAKE_GUEST,
           plain(guests=c.COL_N, filled=c.COL_FLAG), c.F_TAKE_GUEST, may_decline=True),
    Effect("fill_order", c.E_FILL_ORDER, plain(guests=c.COL_N), c.F_FILL, may_decline=True),
    Effect("use_action_space", c.E_USE_SPACE, GRANTED, c.F_SPACE, may_decline=True),
    Effect("extra_turn", c.E_EXTRA_TURN, GRANTED),
    Effect("score", c.E_SCORE, COUNTED),
    Effect("copy_final", c.E_COPY_FINAL, {}, c.F_COPY_FINAL),
    Effect("swap_goods", c.E_SWAP_GOODS,
           plain(goods=c.COL_N, vp=c.COL_SWAP_VP, all=c.COL_FLAG), c.F_SWAP),
    Effect("send_dancer", c.E_SEND_DANCER, {
        "dancers": Argument(c.COL_N, lambda effect: len(effect.less)),
        "less": Argument(c.COL_REDUCTIONS, reductions, Shown.REDUCTIONS),
    }, c.F_SEND, may_decline=True),
    Effect("bonus_token", c.E_BONUS_TOKEN, {
        "half": Argument(c.COL_N, lambda effect: 0 if effect.half == "upper" else 1),
    }, c.F_TOKEN),
    # penalties
    Effect("lose", c.P_LOSE, plain(
        items=c.COL_ITEMS, champagne=c.COL_GOODS + c.CHAMPAGNE,
        krones=c.COL_KRONES, vp=c.COL_VP,
    ), c.F_PAY),
    Effect("lose_score", c.P_LOSE_SCORE, COUNTED),
    Effect("empty", c.P_EMPTY, plain(
        kitchen=c.COL_N, cafe=c.COL_STATE, krones=c.COL_FROM, champagne=c.COL_FLAG,
    )),
    Effect("bury_staff", c.P_BURY_STAFF, plain(cards=c.COL_N), c.F_BURY_HAND),
    Effect("remove_room", c.P_REMOVE_ROOM, {
        "state": Argument(c.COL_STATE, numbered(STATE_WORDS, "state")),
        "from": Argument(c.COL_FROM, numbered(FROM_WORDS, "from_")),
    }, c.F_REMOVE_ROOM),
    Effect("remove_staff", c.P_REMOVE_STAFF, {
        **plain(cards=c.COL_N), "timing": Argument(c.COL_STATE, numbered(TIMING_WORDS, "timing")),
    }, c.F_REMOVE_STAFF),
    Effect("remove_dancer", c.P_REMOVE_DANCER, {
        **plain(dancers=c.COL_N),
        "ballroom": Argument(c.COL_STATE, lambda effect: effect.ballroom - 1),
    }, c.F_REMOVE_DANCER),
)  # fmt: skip
BY_WORD = {effect.do: effect for effect in EFFECTS}
BY_CODE = {effect.code: effect for effect in EFFECTS}
MOST_CODES = 1 + max(BY_CODE)
MUST = np.array([BY_CODE[code].must if code in BY_CODE else NEVER for code in range(MOST_CODES)])
"""By code: the column of what keeps the owner from declining; or DECLINES, or NEVER."""

ASKS_IN = np.full(MOST_CODES, -1)
"""By code: the decision in which an effect's owner is asked; -1: it asks nothing."""
for effect in EFFECTS:
    ASKS_IN[effect.code] = -1 if effect.frame is None else effect.frame


def effect_row(effect: Any) -> list[int]:
    """One effect or penalty of the model as a row of the effect table, length EFFECT_WIDTH."""
    return BY_WORD[effect.do].row(effect)
