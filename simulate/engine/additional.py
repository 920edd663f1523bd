"""Additional actions of a turn: serving, politics cards, staff, and what modules add."""

from simulate.engine import codes as c
from simulate.engine.cafe import ignore_good
from simulate.engine.codes import (
    CHOICE,
    GOODS,
    LOUNGE,
    T_ACTION_DONE,
    T_EXTRA,
    T_TILE_USED,
)
from simulate.engine.count import condition_met
from simulate.engine.effects import any_possible
from simulate.engine.frames import Deciding, a_of, action, fail, kind_of, pop, push
from simulate.engine.goods import apply_pay, legal_pay, serve_price
from simulate.engine.jit import compiled
from simulate.engine.kept_guests import release_guests
from simulate.engine.ledger import gain_krones, missing_anywhere, score, source
from simulate.engine.main_action import note_die
from simulate.engine.reactions import forget_owed
from simulate.engine.staff import start_choice
from simulate.engine.state import FIRST_CELEBRITY, FIRST_ENTRANCE, MAX_OWN_TILES
from simulate.engine.triggers import NOW, answers


@compiled
def can_serve(rules, p):
    """Is there a good in the kitchen that a guest wants, and money to serve it?

    Where no good need be served, being able to pay for it is enough.
    """
    price = serve_price(rules, p)
    if p.krones < price:
        return False
    if rules.serve_least == 0 and price > 0:
        return True
    for k in range(GOODS):
        if p.kitchen[k] > 0 and missing_anywhere(p, k, min(p.kitchen[k], rules.serve_goods)):
            return True
    return False


@compiled
def can_claim(g, rules, p, i):
    """May the player put a marker on politics card ``i``?"""
    card = g.politics[i]
    if card < 0 or (p.claimed >> i) & 1 or g.markers[i] >= rules.n_places[card]:
        return False
    return condition_met(rules, p, card)


@compiled
def can_claim_own(g, rules, p, i):
    """May the player turn over personal politics card ``i``?"""
    if p.entrance < 0 or not rules.card_own_politics[FIRST_ENTRANCE + p.entrance]:
        return False
    if (p.own_done >> i) & 1 or g.own_politics[i] < 0:
        return False
    return condition_met(rules, p, g.own_politics[i])


@compiled
def can_claim_any(g, rules, p, i):
    """The same for common cards (0 to 2) and personal ones (3 to 5)."""
    if i < len(g.politics):
        return can_claim(g, rules, p, i)
    return can_claim_own(g, rules, p, i - len(g.politics))


@compiled
def own_politics_vp(g, rules, p):
    """VP that a personal politics card is worth now: less after each emperor scoring."""
    scorings = 0
    for k in range(rules.n_scorings):
        scorings += rules.scoring_round[k] < g.round_no
    return rules.card_own_politics_vp[FIRST_ENTRANCE + p.entrance, min(scorings, 2)]


@compiled
def claim(g, rules, who, i):
    """Put a marker on the best free place of a politics card, or turn a personal one over."""
    p = g.players[who]
    if i < len(g.politics):
        score(g, p, rules.place_vp[g.politics[i], g.markers[i]], source(c.VP_POLITICS, 0))
        g.markers[i] += 1
        p.claimed |= 1 << i
    else:
        score(g, p, own_politics_vp(g, rules, p), source(c.VP_ENTRANCE, 0))
        p.own_done |= 1 << (i - len(g.politics))
    release_guests(g, rules, who)
    if i < len(g.politics):
        answers(g, rules, who, c.ON_POLITICS, 0, NOW)


@compiled
def can_use(g, rules, who, card):
    """May a once-a-round card be used: can it be paid for, and would it then do something?"""
    if rules.staff_waits[card]:
        return False
    return not rules.staff_pays[card] or worth_paying(g, rules, who, card)


@compiled
def worth_paying(g, rules, who, card):
    """Can the player pay a card's cost, and would any effect of the card do something?"""
    p = g.players[who]
    if p.krones < rules.pay_krones[card] or p.emperor < rules.pay_emperor[card]:
        return False
    left = 0
    for k in range(GOODS):
        if p.kitchen[k] < rules.pay_goods[card, k]:
            return False
        if k < CHOICE:
            left += p.kitchen[k] - rules.pay_goods[card, k]
    if left < rules.pay_items[card]:
        return False
    return any_possible(g, rules, who, rules.card_effect[card], rules.card_effect_n[card])


@compiled
def use_staff(g, rules, who, card):
    """Use a once-a-round card, after paying for it."""
    p = g.players[who]
    for i in range(p.staff_size):
        if p.staff[i] == card:
            p.staff_used[i] = 1
    for k in range(GOODS):
        p.kitchen[k] -= rules.pay_goods[card, k]
    p.krones -= rules.pay_krones[card]
    p.emperor -= rules.pay_emperor[card]
    if rules.pay_items[card] > 0:
        f = push(g, c.F_PAY, who, 0)
        f.left = rules.pay_items[card]
        f.card = card
    else:
        start_card(g, rules, who, card)


@compiled
def start_card(g, rules, who, card):
    """The effects of a staff card that is used."""
    start_choice(
        g, rules, who, rules.card_effect[card], rules.card_effect_n[card], c.VP_STAFF, card
    )
    if rules.staff_gains[card] and rules.card_effect_n[card] > 1:
        g.frames[g.top - 1].marks |= c.R_GAINS_COME


@compiled
def finish_pay(g, rules, f):
    """All items are paid: the card paid for has its effect (a penalty has none)."""
    who, card = f.player, f.card
    pop(g)
    if card >= 0:
        start_card(g, rules, who, card)


@compiled
def own_tile(g, rules, p, i):
    """The steps that a personal emperor tile costs, or -1 if it cannot be used."""
    if not (p.own_tiles_left >> i) & 1:
        return -1
    steps = rules.card_own_tiles_steps[FIRST_ENTRANCE + p.entrance, i // 2]
    return steps if steps <= p.emperor else -1


@compiled
def may_use_tile(g, rules, who, i):
    """May a personal emperor tile be used: can it be paid for, and may its reward be nothing?"""
    if own_tile(g, rules, g.players[who], i) < 0:
        return False
    return not rules.idle_tile_not_usable or tile_brings(g, rules, who, i)


@compiled
def tile_brings(g, rules, who, i):
    """Would the reward of a personal emperor tile do something now?"""
    tile = g.own_tiles[i]
    return any_possible(g, rules, who, rules.tile_reward[tile], rules.tile_reward_n[tile])


@compiled
def key_left(g, rules, p, f):
    """May the skeleton key be taken instead of a die?"""
    if not rules.key or g.key_holder >= 0 or p.passed_once:
        return False
    return not f.marks & (T_ACTION_DONE | T_EXTRA)


@compiled
def legal_module_actions(g, rules, f, out, n):
    """Actions that celebrities, entrances and the skeleton key add to a turn."""
    p = g.players[f.player]
    if key_left(g, rules, p, f):
        out[n] = action(c.KEY)
        n += 1
    if p.ignore_good:
        for t in range(p.tables):
            if p.missing_total[t] == 1 and rules.guest_goods[p.cafe[t]] > 1:
                out[n] = action(c.IGNORE_GOOD, t)
                n += 1
    for place in range(LOUNGE):
        if p.celebrities[place] >= 0 and not (p.celebrity_used >> place) & 1:
            card = FIRST_CELEBRITY + p.celebrities[place]
            first, effects = rules.card_effect[card], rules.card_effect_n[card]
            if any_possible(g, rules, f.player, first, effects):
                out[n] = action(c.USE_CELEBRITY, place)
                n += 1
    if p.own_tiles_left and not f.marks & T_TILE_USED:
        for i in range(MAX_OWN_TILES):
            if may_use_tile(g, rules, f.player, i):
                out[n] = action(c.USE_TILE, i)
                n += 1
    return n


@compiled
def use_celebrity(g, rules, who, place):
    """Use the once-a-round ability of a celebrity."""
    p = g.players[who]
    p.celebrity_used |= 1 << place
    card = FIRST_CELEBRITY + p.celebrities[place]
    start_choice(
        g, rules, who, rules.card_effect[card], rules.card_effect_n[card], c.VP_CELEBRITIES, 0
    )


@compiled
def use_tile(g, rules, who, i):
    """Step back on the emperor track for the reward of a personal tile, which is then used up."""
    p = g.players[who]
    p.emperor -= own_tile(g, rules, p, i)
    p.own_tiles_left &= ~(1 << i)
    tile = g.own_tiles[i]
    start_choice(
        g, rules, who, rules.tile_reward[tile], rules.tile_reward_n[tile], c.VP_ENTRANCE, 0
    )
    if rules.card_own_tiles_answered[FIRST_ENTRANCE + p.entrance]:
        answers(g, rules, who, c.ON_EMPEROR_REWARD, 0, NOW)


@compiled
def take_key(g, rules, who):
    """Take the skeleton key instead of a die: goods of choice and a main action of choice."""
    g.key_holder = who
    g.players[who].keys += 1
    for behind in range(1, g.n_players):
        other = g.players[(who + behind) % g.n_players]
        gain_krones(rules, other, rules.key_krones[behind - 1])
        forget_owed(other)  # cards answer only in their owner's turn
    f = push(g, c.F_COPY, who, 0)
    f.strength = rules.key_strength
    f.marks = c.C_OPTIONAL
    if rules.key_goods > 0:
        f = push(g, c.F_CHOOSE_GOODS, who, 0)
        f.left = rules.key_goods
    answers(g, rules, who, c.ON_DICE_SUM, note_die(g.players[who], 0), NOW)


@compiled
def apply_module_action(g, rules, f, act):
    """Carry out an action that celebrities, entrances or the skeleton key add to a turn."""
    who, kind = f.player, kind_of(act)
    if kind == c.KEY:
        f.marks |= T_ACTION_DONE
        take_key(g, rules, who)
    elif kind == c.IGNORE_GOOD:
        ignore_good(g, rules, who, a_of(act))
    elif kind == c.USE_CELEBRITY:
        use_celebrity(g, rules, who, a_of(act))
    elif kind != c.USE_TILE:
        fail(g, c.ERR_ACTION)
    else:
        f.marks |= T_TILE_USED
        use_tile(g, rules, who, a_of(act))


DECISIONS = (Deciding(c.F_PAY, legal_pay, apply_pay, finish_pay),)
