"""The interpreter of effects: gains happen, everything else opens a frame for its owner."""

from simulate.engine import codes as c
from simulate.engine.ballrooms import some_seat
from simulate.engine.cafe import free_table
from simulate.engine.codes import (
    CHOICE,
    COL_CODE,
    COL_DISCOUNT,
    COL_FLAG,
    COL_FLOORS,
    COL_N,
    E_BONUS_TOKEN,
    E_DRAW,
    E_DRAW_AND_HIRE,
    E_EXTRA_TURN,
    E_FILL_ORDER,
    E_GAIN,
    E_HIRE,
    E_OCCUPY,
    E_PREPARE,
    E_SCORE,
    E_SEND_DANCER,
    E_SWAP_GOODS,
    E_TAKE_GUEST,
    E_USE_SPACE,
)
from simulate.engine.compile_effects import ASKS_IN
from simulate.engine.count import scored_vp
from simulate.engine.frames import Deciding, fail, pop, push
from simulate.engine.hotel import affordable, below_floor, sites
from simulate.engine.jit import compiled, exported
from simulate.engine.ledger import gain, score
from simulate.engine.staff import bury, draw_staff, hire_price, to_hand
from simulate.engine.state import OFFER


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
def ask(f, rules, row):
    """Fill in the frame of an effect that asks the player."""
    e = rules.effects[row]
    code = e[COL_CODE]
    if code == E_BONUS_TOKEN:
        f.half = e[COL_N]
    elif code == E_USE_SPACE:
        f.marks = e[COL_FLAG]
    else:
        f.left = e[COL_N]
        if code == E_PREPARE:
            f.discount = e[COL_DISCOUNT]
            f.floors = e[COL_FLOORS]
            f.marks = c.B_OCCUPY_AT_ONCE if e[COL_FLAG] else 0
        elif code == E_OCCUPY:
            f.floors = e[COL_FLOORS]
        elif code == E_HIRE:
            f.discount = e[COL_DISCOUNT]
            f.marks = c.O_MUST if e[COL_FLAG] else 0
        elif code == E_TAKE_GUEST:
            f.marks = c.G_FILLED if e[COL_FLAG] else 0
        elif code == E_FILL_ORDER:
            f.marks = c.FILL_UP_TO if e[COL_N] > 1 else 0
        elif code == E_SWAP_GOODS:
            f.vp = e[c.COL_SWAP_VP]
            f.marks = c.W_ALL if e[COL_FLAG] else 0
        elif code == E_SEND_DANCER:
            f.reductions = e[c.COL_REDUCTIONS]


@compiled
def finish_effect(g, rules, f):
    """An effect that asks nothing comes."""
    row, who, src = f.effect, f.player, f.source
    pop(g)
    run_effect(g, rules, who, row, src)


@compiled
def offer_staff(g, who, cards, discount, must, src):
    """Draw cards to play (or having to play) one of them; what is there if the deck runs short."""
    p = g.players[who]
    if p.offer_size + cards > OFFER:  # no room for those of offers that brought this one
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


@compiled
def some_hire(rules, p, discount):
    """Is there a card in hand that this player can pay for?"""
    for i in range(p.hand_size):
        if hire_price(rules, p.hand[i], discount) <= p.krones:
            return True
    return False


@compiled
def die_price(rules, p, face, helped):
    """Krones to use a space: only copying costs; staff make it cheaper where they help."""
    if rules.action[face] != c.A_COPY:
        return 0
    cost = rules.copy_cost[face]
    return min(cost, p.copy_cost) if helped else cost


@compiled
def some_space(g, rules, p):
    """Is there an action space with a die that this player can pay for?"""
    for face in range(1, c.FACES + 1):
        if g.dice[face] > 0 and die_price(rules, p, face, False) <= p.krones:
            return True
    return False


@compiled
def choice_in_kitchen(p):
    """Dishes and drinks in the kitchen."""
    n = 0
    for k in range(CHOICE):
        n += p.kitchen[k]
    return n


@exported
def possible(g, rules, who, row):
    """Would this effect do anything at all now?"""
    p = g.players[who]
    e = rules.effects[row]
    code = e[COL_CODE]
    if code == E_PREPARE:
        rooms = sites(p) & below_floor(e[COL_FLOORS])
        return (rooms & affordable(rules, p, e[COL_DISCOUNT])) != 0
    if code == E_OCCUPY:
        return (p.vacant & below_floor(e[COL_FLOORS])) != 0
    if code == E_HIRE:
        return some_hire(rules, p, e[COL_DISCOUNT])
    if code == E_DRAW or code == E_DRAW_AND_HIRE:
        return g.staff_deck_size > 0
    if code == E_TAKE_GUEST:
        if free_table(p) < 0:
            return False
        for i in range(len(g.row)):
            if g.row[i] >= 0:
                return True
        return False
    if code == E_FILL_ORDER:
        for t in range(p.tables):
            if p.cafe[t] >= 0 and p.missing_total[t] > 0:
                return True
        return False
    if code == E_SEND_DANCER:
        return some_seat(g, rules, p, e[c.COL_REDUCTIONS] & 15)
    if code == E_SWAP_GOODS:
        return choice_in_kitchen(p) >= (e[COL_N] if e[COL_FLAG] else 1)
    if code == E_BONUS_TOKEN:
        return p.tokens != 0
    if code == E_USE_SPACE:
        return some_space(g, rules, p)
    return True


@compiled
def any_possible(g, rules, who, first, n):
    """Would any of ``n`` effects from row ``first`` on do something now?"""
    for row in range(first, first + n):
        if possible(g, rules, who, row):
            return True
    return False


@compiled
def nothing_legal(out):
    """Nothing is decided about an effect that comes by itself."""
    return 0


@compiled
def not_decided(g):
    """No action belongs to it."""
    fail(g, c.ERR_ACTION)


DECISIONS = (Deciding(c.F_EFFECT, nothing_legal, not_decided, finish_effect),)
