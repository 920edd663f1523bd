"""Effects and penalties: the model's words and the columns of their arguments.

A row of the effect table is a code and its arguments, EFFECT_WIDTH numbers in all. The entry of an
effect writes the model's effect into a row and reads it back. Entries of effects are declared next
to the decisions that they open, in the tables ``EFFECTS`` that effects.py combines.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from simulate.engine import codes as c
from simulate.engine.compile_words import (
    COUNT_WORDS,
    FROM_WORDS,
    STATE_WORDS,
    TIMING_WORDS,
    argument,
)

DECLINES, NEVER = -1, -2


class Shown(Enum):
    """Meaning of the number in an argument's column."""

    NUMBER = "a number in its own unit; for a flag 0 or 1"
    COUNT = "what is counted: codes.N_OCCUPIED and what follows"
    GRANTS = "flags of what an action without a die grants: codes.X_STRENGTHEN and what follows"
    REDUCTIONS = "champagne less for each dancer, four bits each, the first one lowest"


@dataclass(frozen=True)
class Argument:
    """An argument of an effect: its column, and how to derive its number from the model's word.

    ``read`` derives the number from the effect; by default it is the field of the argument's name.
    """

    column: int
    read: Callable[[Any], int] | None = None
    shown: Shown = Shown.NUMBER


@dataclass(frozen=True)
class Effect:
    """An effect or penalty: the model's word ``do``, its code, and its arguments by name.

    ``frame``: the decision its owner makes; none: no decision.
    ``may_decline``: may the owner decline there, unless an argument ``must`` says otherwise?
    ``ask(f, rules, row)``: fills in the frame of that decision; without it, ``left`` is COL_N.
    ``possible``: would it do anything now? It takes any of g, rules, p and row; without it, always.
    """

    do: str
    code: int
    arguments: dict[str, Argument]
    frame: int | None = None
    may_decline: bool = False
    ask: Callable[..., Any] | None = None
    possible: Callable[..., Any] | None = None

    @property
    def must(self) -> int:
        """The column that, if not 0, keeps the owner from declining; DECLINES; NEVER."""
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
    """Arguments stored in the table exactly as in the model."""
    return {name: Argument(column) for name, column in columns.items()}


def discount(effect: Any) -> int:
    """Krones off the price; FREE if it is free."""
    return c.FREE if effect.free else effect.discount


def reductions(effect: Any) -> int:
    """Champagne off the price of each dancer; 9 if free."""
    each = [9] * len(effect.less) if effect.free else effect.less
    return sum(less << (4 * i) for i, less in enumerate(each))


def limit(effect: Any) -> int:
    """The maximum VP that a count scores."""
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
    """The code of a model word."""
    return lambda effect: words[getattr(effect, field)]


DISCOUNT = Argument(c.COL_DISCOUNT, discount)
COUNTED = {
    **plain(vp=c.COL_N),
    "per": Argument(c.COL_PER, numbered(COUNT_WORDS, "per"), Shown.COUNT),
    "of": Argument(c.COL_ARG, lambda effect: argument(effect.per, effect)),
    "max": Argument(c.COL_MAX, limit),
}
GRANTED = {"grants": Argument(c.COL_FLAG, granted, Shown.GRANTS)}

PENALTIES = (
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
