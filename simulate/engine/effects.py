"""The interpreter of effects: gains happen, everything else opens a frame for its owner."""

from typing import Any

import numpy as np

from simulate.compiling.written import call, functions, ladder, written
from simulate.engine import auction, building, dancing, goods, hiring, visiting
from simulate.engine import codes as c
from simulate.engine.codes import (
    COL_CODE,
    COL_DISCOUNT,
    COL_FLAG,
    COL_N,
    E_DRAW,
    E_DRAW_AND_HIRE,
    E_EXTRA_TURN,
    E_GAIN,
    E_SCORE,
)
from simulate.engine.compile_effects import (
    COUNTED,
    DISCOUNT,
    GRANTED,
    NEVER,
    PENALTIES,
    Effect,
    plain,
)
from simulate.engine.compile_words import GOODS_WORDS
from simulate.engine.count import scored_vp
from simulate.engine.frames import Deciding, fail, pop, push
from simulate.engine.jit import compiled, exported
from simulate.engine.ledger import gain, score
from simulate.engine.staff import bury, draw_staff, to_hand
from simulate.engine.state import OFFER


@compiled
def die_price(rules, p, face, helped):
    """Krones to use a space: only copying costs; some staff make it cheaper."""
    if rules.action[face] != c.A_COPY:
        return 0
    cost = rules.copy_cost[face]
    return min(cost, p.copy_cost) if helped else cost


@compiled
def ask_space(f, rules, row):
    """Which modifiers an action without a die keeps."""
    f.marks = rules.effects[row, COL_FLAG]


@compiled
def some_space(g, rules, p):
    """Is there an action space with a die whose cost this player can pay?"""
    for face in range(1, c.FACES + 1):
        if g.dice[face] > 0 and die_price(rules, p, face, False) <= p.krones:
            return True
    return False


@compiled
def some_staff_to_draw(g):
    """Is there a card in the staff deck?"""
    return g.staff_deck_size > 0


PARTS = (goods, building, hiring, visiting, dancing, auction)
EFFECTS = (
    Effect(
        "gain",
        E_GAIN,
        plain(
            **{good: c.COL_GOODS + k for k, good in enumerate(GOODS_WORDS)},
            krones=c.COL_KRONES,
            emperor=c.COL_EMPEROR,
            vp=c.COL_VP,
        ),
    ),
    Effect("draw", E_DRAW, plain(cards=COL_N, asks=COL_FLAG), possible=some_staff_to_draw),
    Effect(
        "draw_and_hire",
        E_DRAW_AND_HIRE,
        {**plain(cards=COL_N, must=COL_FLAG), "discount": DISCOUNT},
        c.F_OFFER,
        possible=some_staff_to_draw,
    ),
    Effect(
        "use_action_space",
        c.E_USE_SPACE,
        GRANTED,
        c.F_SPACE,
        may_decline=True,
        ask=ask_space,
        possible=some_space,
    ),
    Effect("extra_turn", E_EXTRA_TURN, GRANTED),
    Effect("score", E_SCORE, COUNTED),
    Effect("copy_final", c.E_COPY_FINAL, {}, c.F_COPY_FINAL),
    *(effect for part in PARTS for effect in part.EFFECTS),
)
"""All effects: those that ask nothing or whose decision needs this file, and those of the parts."""

BY_WORD = {effect.do: effect for effect in (*EFFECTS, *PENALTIES)}
BY_CODE = {effect.code: effect for effect in BY_WORD.values()}

MOST_CODES = 1 + max(effect.code for effect in EFFECTS)
MUST = np.full(MOST_CODES, NEVER)
"""By code: the column of what keeps the owner from declining; or DECLINES, or NEVER."""

ASKS_IN = np.full(MOST_CODES, -1)
"""By code: the decision in which an effect's owner is asked; -1: it asks nothing."""

for effect in EFFECTS:
    MUST[effect.code] = effect.must
    ASKS_IN[effect.code] = -1 if effect.frame is None else effect.frame

CALLED = functions(one for effect in EFFECTS for one in (effect.ask, effect.possible))

ask = compiled(
    written(
        "ask(f, rules, row)",
        "Fill in the frame of an effect that asks the player.",
        [
            "e = rules.effects[row]",
            *ladder("e[COL_CODE]", {e.code: call(e.ask) for e in EFFECTS if e.ask}),
            "f.left = e[COL_N]",
        ],
        COL_CODE=COL_CODE,
        COL_N=COL_N,
        **CALLED,
    )
)

possible_now = compiled(
    written(
        "possible_now(g, rules, p, row)",
        "Would an effect do anything for this player?",
        [
            *ladder(
                "rules.effects[row, COL_CODE]",
                {e.code: f"return {call(e.possible)}" for e in EFFECTS if e.possible},
            ),
            "return True",
        ],
        COL_CODE=COL_CODE,
        **CALLED,
    )
)


def effect_row(effect: Any) -> list[int]:
    """One effect or penalty of the model as a row of the effect table, length EFFECT_WIDTH."""
    return BY_WORD[effect.do].row(effect)


@compiled
def run_effect(g, rules, who, row, src):
    """Carry out one effect row for a player; VP are booked under ``src``."""
    e = rules.effects[row]
    code = e[COL_CODE]
    if code == E_GAIN:
        gain(g, rules, who, row, src)
    elif code == E_SCORE:
        score(g, g.players[who], scored_vp(rules, g.players[who], row), src)
    elif code == E_DRAW:
        for _ in range(e[COL_N]):
            card = draw_staff(g)
            if card >= 0:
                to_hand(g, who, card, c.CAME_DRAWN)
    elif code == E_DRAW_AND_HIRE:
        offer_staff(g, who, e[COL_N], e[COL_DISCOUNT], e[COL_FLAG], src)
    elif code == E_EXTRA_TURN:
        g.players[who].extra_turns += 1
        g.players[who].extra_turn_marks = e[COL_FLAG]
    else:
        kind = ASKS_IN[code] if 0 <= code < len(ASKS_IN) else -1
        if kind >= 0:
            ask(push(g, kind, who, src), rules, row)
        else:
            fail(g, c.ERR_EFFECT)


@compiled
def finish_effect(g, rules, f):
    """Execute an effect that asks nothing."""
    row, who, src = f.effect, f.player, f.source
    pop(g)
    run_effect(g, rules, who, row, src)


@compiled
def offer_staff(g, who, cards, discount, must, src):
    """Draw cards and play (or have to play) one; fewer if the deck runs short."""
    p = g.players[who]
    if p.offer_size + cards > OFFER:  # no room next to earlier offers of cards
        for i in range(p.offer_size):
            bury(g, p.offer[i])
        p.offer_size = 0
    before = p.offer_size
    for _ in range(min(cards, OFFER)):
        card = draw_staff(g)
        if card >= 0:
            p.offer[p.offer_size] = card
            p.offer_size += 1
    if p.offer_size > before:
        f = push(g, c.F_OFFER, who, src)
        f.before = before
        f.discount = discount
        f.marks = c.O_MUST if must else 0


@exported
def possible(g, rules, who, row):
    """Would this effect do anything at all now?"""
    return possible_now(g, rules, g.players[who], row)


@compiled
def any_possible(g, rules, who, first, n):
    """Would any of ``n`` effects starting at row ``first`` do something now?"""
    for row in range(first, first + n):
        if possible(g, rules, who, row):
            return True
    return False


@compiled
def nothing_legal(out):
    """An effect that asks nothing has no legal actions."""
    return 0


@compiled
def not_decided(g):
    """No action belongs to it."""
    fail(g, c.ERR_ACTION)


DECISIONS = (Deciding(c.F_EFFECT, nothing_legal, not_decided, finish_effect),)
