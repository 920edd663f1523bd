"""The final scoring: staff, rooms, leftovers, guests still in the café; then the ranking."""

from simulate.engine import codes as c
from simulate.engine.codes import (
    COLUMNS,
    END,
    GOODS,
    ROOMS,
    VP_ENTRANCE,
    VP_FLOORS,
    VP_LEFTOVERS,
    VP_STAFF,
    VP_STRANDED,
)
from simulate.engine.effects import run_effect
from simulate.engine.frames import Deciding, a_of, action, kind_of, or_stop, pop, push
from simulate.engine.hotel import bits
from simulate.engine.jit import compiled
from simulate.engine.ledger import score, source
from simulate.engine.state import FIRST_ENTRANCE


@compiled
def score_staff(g, rules, who):
    """The entrance and every final-scoring card in play; a copying card asks which card to copy."""
    p = g.players[who]
    if p.entrance_active:
        card = FIRST_ENTRANCE + p.entrance
        done = min(bits(p.claimed) + bits(p.own_done), 6)
        score(g, p, rules.card_final_politics_vp[card, done], source(VP_ENTRANCE, 0))
    for i in range(p.staff_size):
        card = p.staff[i]
        if rules.staff_timing[card] == END:
            if rules.staff_copies[card]:
                f = push(g, c.F_COPY_FINAL, who, source(VP_STAFF, card))
                f.card = card
            else:
                score_card(g, rules, who, card, source(VP_STAFF, card))


@compiled
def score_card(g, rules, who, card, src):
    """Apply a final-scoring card to a player's own hotel."""
    first = rules.card_effect[card]
    for row in range(first, first + rules.card_effect_n[card]):
        run_effect(g, rules, who, row, src)


@compiled
def legal_copy_final(g, rules, f, out):
    """Final-scoring cards in other hotels (copying a copying card has no effect)."""
    n = 0
    for i in range(g.n_players):
        if i != f.player:
            p = g.players[i]
            for j in range(p.staff_size):
                card = p.staff[j]
                if rules.staff_timing[card] == END and not rules.staff_copies[card]:
                    out[n] = action(c.COPY_FINAL, card)
                    n += 1
    return or_stop(out, n)


@compiled
def apply_copy_final(g, rules, f, act):
    """Score another hotel's card for one's own hotel."""
    pop(g)
    if kind_of(act) != c.STOP:
        score_card(g, rules, f.player, a_of(act), f.source)


@compiled
def score_hotel(g, rules, who):
    """Occupied rooms by floor, leftovers, and guests that were never housed."""
    p = g.players[who]
    for room in range(ROOMS):
        if (p.occupied >> room) & 1:
            score(g, p, rules.floor_vp[room // COLUMNS], source(VP_FLOORS, 0))
    goods = 0
    for k in range(GOODS):
        goods += p.kitchen[k]
    leftovers = goods * rules.final_good_vp + p.krones * rules.final_krone_vp
    score(g, p, leftovers, source(VP_LEFTOVERS, 0))
    p.tie_break = leftovers
    for t in range(p.tables):
        if p.cafe[t] >= 0 and not p.no_stranded:
            score(g, p, rules.stranded_vp, source(VP_STRANDED, 0))


@compiled
def rank_players(g):
    """Most VP first; ties by leftovers; players still tied share the rank."""
    for i in range(g.n_players):
        p = g.players[i]
        rank = 1
        for j in range(g.n_players):
            q = g.players[j]
            if q.vp > p.vp or (q.vp == p.vp and q.tie_break > p.tie_break):
                rank += 1
        p.rank = rank


DECISIONS = (Deciding(c.F_COPY_FINAL, legal_copy_final, apply_copy_final),)
