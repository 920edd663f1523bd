"""Counts what happens in a game: cards, actions, decisions, rare turns."""

from simulate.engine import codes as c
from simulate.engine.flow import scoring_of, seat_of
from simulate.engine.frames import a_of, b_of, c_of, kind_of
from simulate.engine.jit import compiled
from simulate.verify.check_codes import M_TRACK
from simulate.verify.counting_modules import (
    count_ballroom,
    count_coloured,
    count_end,
    count_of_modules,
    count_round,
)
from simulate.verify.tally import (
    X_AVERTED_FREE,
    X_BARE_HOTEL,
    X_DECK_SHORT,
    X_DECLINED,
    X_EXTRA_TURN,
    X_FORCED_VP,
    X_FULL_HOTEL,
    X_KRONES_LOST,
    X_NEGATIVE,
    X_NO_DICE,
    X_NO_KRONE,
    X_NO_PLACE,
    X_NOTHING,
    X_OVERFLOW,
    X_REFILLED,
    X_REROLL,
    X_REROLLED_TWICE,
    X_RESHUFFLE,
    X_ROW_SHORT,
    X_STRENGTHENED,
    X_TIE_BROKEN,
    X_TIE_WIN,
    X_WITHOUT_DIE,
    X_WITHOUT_EFFECT,
)


@compiled
def before_flow(g, rules, tally):
    """Look at a state in which nobody decides, just before the game moves on by itself."""
    if g.phase == c.PH_TURNS and g.dice_left == 0:
        for i in range(g.n_players):
            if g.players[i].turns_taken < 2:
                tally.events[X_NO_DICE] += 1
                break
    elif g.phase == c.PH_ROUND_END:
        if g.rolls > 2:
            tally.events[X_REROLLED_TWICE] += 1
        count_round(g, rules, tally)
    elif g.phase == c.PH_EMPEROR and g.step < g.n_players:
        at_the_emperor(g, rules, tally)
    elif g.phase == c.PH_BALLROOM:
        count_ballroom(g, rules, tally)


@compiled
def at_the_emperor(g, rules, tally):
    """One player is about to be judged; before the first, all score and retreat."""
    scoring = scoring_of(g, rules)
    p = g.players[seat_of(g, g.step)]
    position = p.emperor
    if g.step == 0:
        position = max(0, position - rules.retreat[scoring])
    if position >= rules.reward_from:
        tally.tile_reward[g.emperor_tiles[scoring]] += 1
    elif position > rules.penalty_up_to:
        tally.events[X_NOTHING] += 1
    elif p.avert_cost == 0:
        tally.events[X_AVERTED_FREE] += 1
    elif p.avert_cost > p.krones:
        tally.events[X_NO_KRONE] += 1


@compiled
def count_action(g, rules, f, act, n, tally):
    """An action of the top frame is about to be carried out; ``n`` are legal."""
    kind = kind_of(act)
    a = a_of(act)
    p = g.players[f.player]
    tally.decided[f.kind] += 1
    tally.chosen[kind] += 1
    if (kind == c.DIE or kind == c.SPACE) and c_of(act):
        tally.events[X_STRENGTHENED] += 1
    if kind == c.DIE:
        if b_of(act) & c.D_WITHOUT_EFFECT:
            tally.events[X_WITHOUT_EFFECT] += 1
        else:
            tally.die[a] += 1
        if b_of(act) & c.D_DECLINE_EXTRA_DIE:
            tally.events[X_DECLINED] += 1
    elif kind == c.COPY:
        tally.copied[a] += 1
    elif kind == c.SPACE:
        tally.space[a] += 1
    elif kind == c.USE_STAFF:
        tally.staff_used[a] += 1
    elif kind == c.HIRE:
        tally.staff_played[a] += 1
    elif kind == c.STEPS:
        if p.krones + f.strength - a > rules.krones_max:
            tally.events[X_KRONES_LOST] += 1
    elif kind == c.END_TURN:
        if f.marks & c.T_EXTRA:
            tally.events[X_EXTRA_TURN] += 1
        if f.marks & c.T_WITHOUT_DIE:
            tally.events[X_WITHOUT_DIE] += 1
    elif kind == c.TAKE_PENALTY:
        tally.tile_penalty[f.tile] += 1
    elif kind == c.LOSE_VP:
        tally.tile_vp[f.tile] += 1
        if n == 1:
            tally.events[X_FORCED_VP] += 1
    elif kind == c.AVERT:
        tally.tile_averted[f.tile] += 1
    elif kind == c.CHECK_IN:
        tally.guest_housed[p.cafe[a]] += 1
        count_room(rules, p, b_of(act), tally)
    elif kind == c.OCCUPY or (kind == c.PREPARE and f.marks & c.B_OCCUPY_AT_ONCE):
        count_room(rules, p, a, tally)
    elif kind == c.REMOVE_ROOM:
        tiles = p.vacant | p.occupied
        if tiles == 1 << a:
            tally.events[X_BARE_HOTEL] += 1
    else:
        count_of_modules(g, rules, f, act, tally)
    if kind == c.DIE or kind == c.SPACE:
        count_coloured(g, rules, f, act, tally)


@compiled
def fills_again(rules, p, room):
    """Would occupying a room fill a group whose bonus was paid before?"""
    group = rules.group_of[p.board, room]
    mask = rules.group_mask[p.board, group]
    return (p.occupied | 1 << room) & mask == mask and (p.groups_paid >> group) & 1 == 1


@compiled
def count_room(rules, p, room, tally):
    """A room is about to be occupied."""
    if fills_again(rules, p, room):
        tally.events[X_REFILLED] += 1


@compiled
def count_game(g, rules, memo, tally):
    """A game is over: cards by the log, politics cards and tiles dealt, and how it ended."""
    tally.games += 1
    tally.decisions += g.decisions
    for i in range(g.log_size):
        e = g.log[i]
        if e.kind == c.LOG_STAFF:
            tally.staff_came[e.card] += 1
        else:
            tally.guest_taken[e.card] += 1
    for i in range(len(g.politics)):
        if g.politics[i] >= 0:
            tally.politics_dealt[g.politics[i]] += 1
            if g.markers[i] == rules.n_places:
                tally.events[X_NO_PLACE] += 1
    for i in range(len(g.emperor_tiles)):
        if g.emperor_tiles[i] >= 0:
            tally.tile_dealt[g.emperor_tiles[i]] += 1
    tally.events[X_RESHUFFLE] += g.guest_shuffles
    tally.events[X_REROLL] += g.rerolls
    if g.staff_deck_size == 0:
        tally.events[X_DECK_SHORT] += 1
    for i in range(len(g.row)):
        if g.row[i] < 0:
            tally.events[X_ROW_SHORT] += 1
            break
    for i in range(g.n_players):
        beyond = g.players[i].vp_by[c.VP_TRACK] - memo[M_TRACK + i]
        tally.events[X_OVERFLOW] += beyond
    count_scores(g, tally)
    count_end(g, rules, tally)


@compiled
def count_scores(g, tally):
    """Final scores below zero, full hotels, shared wins and wins by leftovers."""
    best = g.players[0].vp
    for i in range(g.n_players):
        p = g.players[i]
        best = max(best, p.vp)
        if p.vp < 0:
            tally.events[X_NEGATIVE] += 1
        if p.occupied == (1 << c.ROOMS) - 1:
            tally.events[X_FULL_HOTEL] += 1
    level = 0
    winners = 0
    for i in range(g.n_players):
        if g.players[i].vp == best:
            level += 1
        if g.players[i].rank == 1:
            winners += 1
    if winners > 1:
        tally.events[X_TIE_WIN] += 1
    elif level > 1:
        tally.events[X_TIE_BROKEN] += 1
