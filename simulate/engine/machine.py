"""The decision machine: what is legal now, do it, and move on to the next decision."""

from simulate.engine import codes as c
from simulate.engine.additional import finish_pay
from simulate.engine.auction import apply_auction, apply_token, legal_auction, legal_token
from simulate.engine.building import (
    apply_remove_room,
    apply_rooms,
    finish_rooms,
    legal_occupy,
    legal_prepare,
    legal_remove_room,
)
from simulate.engine.dancing import (
    apply_rehearsal,
    apply_remove_dancer,
    apply_send,
    legal_rehearsal,
    legal_remove_dancer,
    legal_send,
)
from simulate.engine.dice import apply_remove_die, legal_remove_die
from simulate.engine.effects import run_effect
from simulate.engine.emperor import apply_penalty, legal_penalty
from simulate.engine.final import apply_copy_final, legal_copy_final
from simulate.engine.flow import flow
from simulate.engine.frames import fail, pop
from simulate.engine.goods import (
    apply_choose_goods,
    apply_goods,
    apply_pay,
    apply_serve,
    apply_swap,
    finish_swap,
    legal_choose_goods,
    legal_goods,
    legal_pay,
    legal_serve,
    legal_swap,
)
from simulate.engine.hiring import (
    apply_bury_hand,
    apply_bury_offer,
    apply_draft,
    apply_hire,
    apply_offer,
    apply_remove_staff,
    finish_bury_offer,
    finish_offer,
    legal_bury_hand,
    legal_bury_offer,
    legal_hire,
    legal_offer,
    legal_remove_staff,
    list_cards,
)
from simulate.engine.hotel import apply_bonus_kind, legal_bonus_kind
from simulate.engine.jit import compiled, exported
from simulate.engine.main_action import (
    apply_copy,
    apply_main,
    apply_space,
    apply_split,
    apply_tracks,
    legal_copy,
    legal_main,
    legal_space,
    legal_split,
    legal_tracks,
)
from simulate.engine.moving_in import apply_rewards, finish_rewards, legal_rewards
from simulate.engine.reactions import answers_now, apply_due, finish_due, legal_due, settle_owed
from simulate.engine.turn import apply_turn, finish_turn, legal_turn
from simulate.engine.visiting import (
    apply_fill,
    apply_take_guest,
    finish_taking,
    legal_fill,
    legal_take_guest,
)

MAX_ACTIONS = 1024
MAX_SETTLING = 100_000


@exported
def legal(g, rules, f, out):
    """Write the legal actions of a frame to ``out``; 0: nothing to decide, CHANGED: look again."""
    kind = f.kind
    if kind == c.F_TURN:
        return legal_turn(g, rules, f, out)
    if kind == c.F_GOODS:
        return legal_goods(g, rules, f, out)
    if kind == c.F_PREPARE:
        return legal_prepare(g, rules, f, out)
    if kind == c.F_SERVE:
        return legal_serve(g, rules, f, out)
    if kind == c.F_REWARDS:
        return legal_rewards(g, rules, f, out)
    if kind == c.F_SPLIT:
        return legal_split(rules, f, out)
    if kind == c.F_TRACKS:
        return legal_tracks(f, out)
    if kind == c.F_HIRE:
        return legal_hire(g, rules, f, out)
    if kind == c.F_MAIN:
        return legal_main(g, rules, f, out)
    if kind == c.F_COPY:
        return legal_copy(rules, f, out)
    if kind == c.F_OCCUPY:
        return legal_occupy(g, rules, f, out)
    if kind == c.F_TAKE_GUEST or kind == c.F_FREE_GUEST or kind == c.F_MORE_GUESTS:
        return legal_take_guest(g, rules, f, out)
    return legal_rare(g, rules, f, out)


@compiled
def legal_rare(g, rules, f, out):
    """The legal actions of frames that come up seldom."""
    kind = f.kind
    if kind == c.F_OFFER:
        return legal_offer(g, rules, f, out)
    if kind == c.F_BURY_OFFER:
        return legal_bury_offer(g, rules, f, out)
    if kind == c.F_CHOOSE_GOODS:
        return legal_choose_goods(f, out)
    if kind == c.F_SPACE:
        return legal_space(g, rules, f, out)
    if kind == c.F_FILL:
        return legal_fill(g, rules, f, out)
    if kind == c.F_PENALTY:
        return legal_penalty(g, rules, f, out)
    if kind == c.F_BURY_HAND:
        return legal_bury_hand(g, f, out)
    if kind == c.F_REMOVE_ROOM:
        return legal_remove_room(g, f, out)
    if kind == c.F_REMOVE_STAFF:
        return legal_remove_staff(g, rules, f, out)
    if kind == c.F_COPY_FINAL:
        return legal_copy_final(g, rules, f, out)
    if kind == c.F_DRAFT:
        p = g.players[f.player]
        return list_cards(c.DRAFT, p.offer, p.offer_size, out)
    return legal_of_modules(g, rules, f, out)


@compiled
def legal_of_modules(g, rules, f, out):
    """The legal actions of frames that only modules and variants bring."""
    kind = f.kind
    if kind == c.F_SEND:
        return legal_send(g, rules, f, out)
    if kind == c.F_DUE:
        return legal_due(g, rules, f, out)
    if kind == c.F_PAY:
        return legal_pay(g, f, out)
    if kind == c.F_SWAP:
        return legal_swap(g, f, out)
    if kind == c.F_TOKEN:
        return legal_token(g, rules, f, out)
    if kind == c.F_BONUS_KIND:
        return legal_bonus_kind(out)
    if kind == c.F_AUCTION:
        return legal_auction(g, f, out)
    if kind == c.F_REHEARSAL:
        return legal_rehearsal(g, out)
    if kind == c.F_REMOVE_DIE:
        return legal_remove_die(g, out)
    if kind == c.F_REMOVE_DANCER:
        return legal_remove_dancer(g, f, out)
    if kind != c.F_EFFECT:
        fail(g, c.ERR_FRAME)
    return 0


@compiled
def count(g, kind):
    """Number the next decision: whatever a turn asks itself, at a multiple of 256."""
    g.decisions += 1
    g.place = (g.place | 255) + 1 if kind == c.F_TURN else g.place + 1


@exported
def apply(g, rules, act):
    """Carry out an action of the top frame (which must be legal)."""
    f = g.frames[g.top - 1]
    kind = f.kind
    count(g, kind)
    if kind == c.F_TURN:
        apply_turn(g, rules, f, act)
    elif kind == c.F_GOODS:
        apply_goods(g, rules, f, act)
    elif kind == c.F_PREPARE or kind == c.F_OCCUPY:
        apply_rooms(g, rules, f, act)
    elif kind == c.F_SERVE:
        apply_serve(g, rules, f, act)
    elif kind == c.F_REWARDS:
        apply_rewards(g, rules, f, act)
    elif kind == c.F_SPLIT:
        apply_split(g, rules, f, act)
    elif kind == c.F_TRACKS:
        apply_tracks(g, rules, f, act)
    elif kind == c.F_HIRE:
        apply_hire(g, rules, f, act)
    elif kind == c.F_MAIN:
        apply_main(g, rules, f, act)
    elif kind == c.F_COPY:
        apply_copy(g, rules, f, act)
    elif kind == c.F_TAKE_GUEST or kind == c.F_FREE_GUEST or kind == c.F_MORE_GUESTS:
        apply_take_guest(g, rules, f, act)
    else:
        apply_rare(g, rules, f, act)


@compiled
def apply_rare(g, rules, f, act):
    """Actions of frames that come up seldom."""
    kind = f.kind
    if kind == c.F_OFFER:
        apply_offer(g, rules, f, act)
    elif kind == c.F_BURY_OFFER:
        apply_bury_offer(g, f, act)
    elif kind == c.F_CHOOSE_GOODS:
        apply_choose_goods(g, rules, f, act)
    elif kind == c.F_SPACE:
        apply_space(g, rules, f, act)
    elif kind == c.F_FILL:
        apply_fill(g, rules, f, act)
    elif kind == c.F_PENALTY:
        apply_penalty(g, rules, f, act)
    elif kind == c.F_BURY_HAND:
        apply_bury_hand(g, f, act)
    elif kind == c.F_REMOVE_ROOM:
        apply_remove_room(g, f, act)
    elif kind == c.F_REMOVE_STAFF:
        apply_remove_staff(g, rules, f, act)
    elif kind == c.F_COPY_FINAL:
        apply_copy_final(g, rules, f, act)
    elif kind == c.F_DRAFT:
        apply_draft(g, f, act)
    else:
        apply_of_modules(g, rules, f, act)


@compiled
def apply_of_modules(g, rules, f, act):
    """Actions of frames that only modules and variants bring."""
    kind = f.kind
    if kind == c.F_SEND:
        apply_send(g, rules, f, act)
    elif kind == c.F_DUE:
        apply_due(g, rules, f, act)
    elif kind == c.F_PAY:
        apply_pay(g, f, act)
    elif kind == c.F_SWAP:
        apply_swap(g, f, act)
    elif kind == c.F_TOKEN:
        apply_token(g, rules, f, act)
    elif kind == c.F_BONUS_KIND:
        apply_bonus_kind(g, rules, f, act)
    elif kind == c.F_AUCTION:
        apply_auction(g, f, act)
    elif kind == c.F_REHEARSAL:
        apply_rehearsal(g, rules, f, act)
    elif kind == c.F_REMOVE_DIE:
        apply_remove_die(g, act)
    elif kind == c.F_REMOVE_DANCER:
        apply_remove_dancer(g, f, act)
    else:
        fail(g, c.ERR_ACTION)


@exported
def finish(g, rules, f):
    """A frame with nothing left to decide: do what still follows and take it off."""
    kind = f.kind
    if kind == c.F_REWARDS:
        finish_rewards(g, rules, f)
    elif kind == c.F_PREPARE or kind == c.F_OCCUPY:
        finish_rooms(g, rules, f)
    elif kind == c.F_OFFER:
        finish_offer(g, f)
    elif kind == c.F_BURY_OFFER:
        finish_bury_offer(g, f)
    elif kind == c.F_TURN:
        finish_turn(g, f)
    elif kind == c.F_TAKE_GUEST or kind == c.F_FREE_GUEST or kind == c.F_MORE_GUESTS:
        finish_taking(g, rules, f)
    elif kind == c.F_DUE:
        finish_due(g, rules, f)
    elif kind == c.F_PAY:
        finish_pay(g, rules, f)
    elif kind == c.F_SWAP:
        finish_swap(g, rules, f)
    elif kind == c.F_EFFECT:
        row, who, src = f.effect, f.player, f.source
        pop(g)
        run_effect(g, rules, who, row, src)
    else:
        pop(g)


@exported
def settle(g, rules, out):
    """Run everything that nobody decides; return the number of legal actions (0: game over)."""
    for _ in range(MAX_SETTLING):
        if g.phase == c.PH_OVER:
            return 0
        if g.top == 0:
            flow(g, rules)
            continue
        f = g.frames[g.top - 1]
        if g.players[f.player].owing and answers_now(rules, f):
            settle_owed(g, rules, f.player)
            continue
        n = legal(g, rules, f, out)
        if n > 0:
            return n
        if n == 0:
            finish(g, rules, f)
    fail(g, c.ERR_LOOP)
    return 0


@exported
def step(g, rules, act, out):
    """Apply an action and settle; returns the number of legal actions that follow."""
    apply(g, rules, act)
    return settle(g, rules, out)
