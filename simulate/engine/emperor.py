"""The emperor scoring: points, retreat, then reward or penalty in player order."""

from simulate.engine import codes as c
from simulate.engine.ballrooms import dancers_in
from simulate.engine.cafe import order_emptied
from simulate.engine.codes import (
    CHAMPAGNE,
    CHOICE,
    COL_CODE,
    COL_FLAG,
    COL_FROM,
    COL_GOODS,
    COL_ITEMS,
    COL_KRONES,
    COL_N,
    COL_STATE,
    COL_VP,
    GOODS,
    ON_EMPEROR_REWARD,
    P_BURY_STAFF,
    P_EMPTY,
    P_LOSE,
    P_LOSE_SCORE,
    P_REMOVE_DANCER,
    P_REMOVE_ROOM,
    P_REMOVE_STAFF,
    VACANT,
    VP_TILES,
    VP_TRACK,
)
from simulate.engine.count import scored_vp
from simulate.engine.frames import Deciding, action, fail, kind_of, pop, push
from simulate.engine.goods import choice_in_kitchen
from simulate.engine.hotel import bits
from simulate.engine.jit import compiled
from simulate.engine.ledger import score, source
from simulate.engine.reactions import forget_action
from simulate.engine.staff import cards_of, start_choice
from simulate.engine.triggers import NOW, answers


@compiled
def score_and_retreat(g, rules, scoring):
    """Steps 1 and 2, for all players: VP of the space, then back by the number of the round."""
    for i in range(g.n_players):
        p = g.players[i]
        score(g, p, rules.emperor_vp[p.emperor], source(VP_TRACK, 0))
        p.emperor = max(0, p.emperor - rules.retreat[scoring])


@compiled
def judge(g, rules, who, scoring):
    """Step 3 for one player: the reward, nothing, or the penalty."""
    p = g.players[who]
    tile = g.emperor_tiles[scoring]
    forget_action(p)
    if p.emperor >= rules.reward_from:
        start_choice(
            g, rules, who, rules.tile_reward[tile], rules.tile_reward_n[tile], VP_TILES, tile
        )
        if rules.emperor_staff_after_reward:
            g.rewarded = 1 + who
        else:
            answers(g, rules, who, ON_EMPEROR_REWARD, 0, NOW)
    elif p.emperor <= rules.penalty_up_to:
        if p.avert_cost == 0:
            return
        p.penalties += 1
        f = push(g, c.F_PENALTY, who, source(VP_TILES, tile))
        f.tile = tile


@compiled
def answer_reward(g, rules):
    """Cards answer the emperor's reward, including cards that it brought into play."""
    who = g.rewarded - 1
    g.rewarded = 0
    answers(g, rules, who, ON_EMPEROR_REWARD, 0, NOW)


@compiled
def can_lose(rules, p, row):
    """Has the player the krones, champagne, dishes and drinks that a row takes?"""
    e = rules.effects[row]
    return (
        e[COL_KRONES] <= p.krones
        and e[COL_GOODS + CHAMPAGNE] <= p.kitchen[CHAMPAGNE]
        and e[COL_ITEMS] <= choice_in_kitchen(p)
    )


@compiled
def can_suffer(rules, p, tile):
    """Can the tile's penalty (not its VP alternative) be carried out in full?"""
    first = rules.tile_penalty[tile]
    vacant = 0
    occupied = 0
    for row in range(first, first + rules.tile_penalty_n[tile]):
        e = rules.effects[row]
        code = e[COL_CODE]
        if code == P_LOSE and not can_lose(rules, p, row):
            return False
        if code == P_REMOVE_DANCER and e[COL_N] > dancers_in(p, e[COL_STATE]):
            return False
        if code == P_BURY_STAFF and e[COL_N] > p.hand_size:
            return False
        if code == P_REMOVE_STAFF and cards_of(rules, p, e[COL_STATE]) < e[COL_N]:
            return False
        if code == P_REMOVE_ROOM:
            if e[COL_STATE] == VACANT:
                vacant += 1
            else:
                occupied += 1
    return vacant <= bits(p.vacant) and occupied <= bits(p.occupied)


@compiled
def legal_penalty(g, rules, f, out):
    """The choices for a penalty: avert it, suffer it, lose VP instead."""
    p = g.players[f.player]
    n = 0
    if p.avert_cost > 0 and p.krones >= p.avert_cost:
        out[n] = action(c.AVERT)
        n += 1
    alternative = rules.tile_or_vp[f.tile] >= 0
    suffer = not alternative or can_suffer(rules, p, f.tile)
    if suffer:
        out[n] = action(c.TAKE_PENALTY)
        n += 1
    forced = rules.penalty_forced or rules.tile_forced[f.tile]
    if alternative and (not suffer or not forced):
        out[n] = action(c.LOSE_VP)
        n += 1
    return n


@compiled
def apply_penalty(g, rules, f, act):
    """Avert, suffer, or pay with VP."""
    who = f.player
    p = g.players[who]
    tile = f.tile
    src = f.source
    pop(g)
    if kind_of(act) == c.AVERT:
        p.krones -= p.avert_cost
    elif kind_of(act) == c.LOSE_VP:
        score(g, p, -rules.tile_or_vp[tile], src)
    else:
        first = rules.tile_penalty[tile]
        for row in range(first + rules.tile_penalty_n[tile] - 1, first - 1, -1):
            suffer(g, rules, who, row, src)


@compiled
def suffer(g, rules, who, row, src):
    """Carry out one row of a penalty; any choice it leaves becomes a frame."""
    p = g.players[who]
    e = rules.effects[row]
    code = e[COL_CODE]
    if code == P_LOSE:
        p.krones = max(0, p.krones - e[COL_KRONES])
        p.kitchen[CHAMPAGNE] = max(0, p.kitchen[CHAMPAGNE] - e[COL_GOODS + CHAMPAGNE])
        score(g, p, -e[COL_VP], src)
        if e[COL_ITEMS] > 0:
            f = push(g, c.F_PAY, who, src)
            f.left = min(e[COL_ITEMS], choice_in_kitchen(p))
            f.card = c.NO_CARD
    elif code == P_LOSE_SCORE:
        score(g, p, -scored_vp(rules, p, row), src)
    elif code == P_EMPTY:
        goods = GOODS if e[COL_FLAG] else CHOICE
        if e[COL_N]:
            for k in range(goods):
                p.kitchen[k] = 0
        if e[COL_STATE]:
            empty_cafe(rules, p, goods)
        if e[COL_FROM]:
            p.krones = 0
    elif code == P_BURY_STAFF:
        f = push(g, c.F_BURY_HAND, who, src)
        f.left = min(e[COL_N], p.hand_size)
    elif code == P_REMOVE_ROOM:
        f = push(g, c.F_REMOVE_ROOM, who, src)
        f.state = e[COL_STATE]
        f.where = e[COL_FROM]
    elif code == P_REMOVE_STAFF:
        f = push(g, c.F_REMOVE_STAFF, who, src)
        f.left = e[COL_N]
        f.timing = e[COL_STATE]
    elif code == P_REMOVE_DANCER:
        f = push(g, c.F_REMOVE_DANCER, who, src)
        f.left = e[COL_N]
        f.ballroom = e[COL_STATE]
    else:
        fail(g, c.ERR_EFFECT)


@compiled
def empty_cafe(rules, p, goods):
    """Remove the first this many goods from guests' cards; the guests stay and want them again."""
    for t in range(p.tables):
        guest = p.cafe[t]
        if guest >= 0:
            filled = p.missing_total[t] == 0
            p.missing_total[t] = 0
            for k in range(GOODS):
                if k < goods:
                    p.missing[t, k] = rules.guest_order[guest, k]
                p.missing_total[t] += p.missing[t, k]
            if filled and p.missing_total[t] > 0:
                order_emptied(rules, p, t)


DECISIONS = (Deciding(c.F_PENALTY, legal_penalty, apply_penalty),)
