"""Counts what modules and variants bring: dancers, celebrities, coloured dice, bids, bonuses."""

from simulate.engine import codes as c
from simulate.engine.ballrooms import dancer_price, dancers_in, dancers_of
from simulate.engine.codes import BALLROOMS, CHAMPAGNE, LOUNGE, ROWS, SECTIONS, TOP
from simulate.engine.dice import coloured_price
from simulate.engine.flow import scoring_of
from simulate.engine.frames import a_of, b_of, c_of, kind_of
from simulate.engine.hotel import bits
from simulate.engine.jit import compiled
from simulate.engine.state import FIRST_ENTRANCE
from simulate.verify.tally import (
    X_ABSENT,
    X_ALL_DANCERS,
    X_CELEBRITIES,
    X_CELEBRITY_GONE,
    X_COLOURED,
    X_COLOURED_LEFT,
    X_COLOURED_PAID,
    X_COLOURED_WITHOUT,
    X_CREDIT,
    X_FINAL_POLITICS,
    X_KEY_ALONE,
    X_MOST_DANCERS,
    X_MOVED,
    X_MOVED_COLOURED,
    X_OUTBID,
    X_ROUND_GUESTS,
    X_SHARED_RANK,
    X_SUBSTITUTED,
    X_SWEPT,
)


@compiled
def count_of_modules(g, rules, f, act, tally):
    """An action that the base game does not count in a way of its own."""
    kind, a, b = kind_of(act), a_of(act), b_of(act)
    p = g.players[f.player]
    if kind == c.PLACE:
        if c_of(act) > 0:
            tally.events[X_SUBSTITUTED] += 1
    elif kind == c.DANCE:
        tally.guest_danced[p.cafe[a]] += 1
        count_dancer(g, rules, p, b, c_of(act), 0, tally)
    elif kind == c.SEND:
        count_dancer(g, rules, p, a, b, f.reductions & 15, tally)
    elif kind == c.USE_CELEBRITY:
        tally.celebrity_used[p.celebrities[a]] += 1
    elif kind == c.KEY:
        tally.key_taken += 1
    elif kind == c.STOP:
        if f.kind == c.F_COPY:
            tally.events[X_KEY_ALONE] += 1
    elif kind == c.USE_TILE:
        tally.tile_own[g.own_tiles[a]] += 1
    elif kind == c.TOKEN:
        tally.token_taken[2 * a + f.half] += 1
    elif kind == c.REHEARSE:
        tally.rehearsal_chosen[g.rehearsal_rooms[a]] += 1
    elif kind == c.BID:
        if g.auctioned >= 0:
            tally.events[X_OUTBID] += 1
    elif kind == c.REMOVE_DIE:
        tally.events[X_COLOURED_LEFT] += 1


@compiled
def count_dancer(g, rules, p, seat, section, less, tally):
    """A dancer is about to go to a seat."""
    place, row = seat // ROWS, seat % ROWS
    ballroom = g.ballrooms[place]
    tally.row_sent[ROWS * ballroom + row] += 1
    taken = 0
    for i in range(g.n_players):
        taken += g.players[i].dancers[place, row]
    balcony = place == BALLROOMS - 1 and row == TOP
    if balcony and taken >= rules.row_seats[ballroom, row, g.n_players]:
        tally.balcony += 1
    if p.resting[section] == 1:
        tally.section_paid[SECTIONS * p.rehearsal + section] += 1
    if dancer_price(g, rules, place, row, less) > p.kitchen[CHAMPAGNE]:
        tally.events[X_CREDIT] += 1


@compiled
def count_coloured(g, rules, f, act, tally):
    """A die is about to be taken or moved: coloured ones, and the celebrities they bring."""
    face, how = a_of(act), b_of(act)
    colour = (how // c.D_TAKEN) & c.D_COLOUR
    moved = (how // c.D_MOVED) & c.D_COLOUR
    arrives = how & (c.D_FROM_BELOW | c.D_FROM_ABOVE) != 0
    if arrives:
        tally.events[X_MOVED] += 1
        if moved > 0:
            tally.events[X_MOVED_COLOURED] += 1
    if colour == 0:
        return
    if how & c.D_WITHOUT_EFFECT:
        tally.events[X_COLOURED_WITHOUT] += 1
        return
    tally.events[X_COLOURED] += 1
    if coloured_price(g, rules, face, colour, arrives, moved) > 0:
        tally.events[X_COLOURED_PAID] += 1
    if g.lounge[colour - 1] >= 0:
        tally.celebrity_met[g.lounge[colour - 1]] += 1
        tally.waited[g.lounge_waited[colour - 1]] += 1


@compiled
def count_round(g, rules, tally):
    """A round ends: guests swept from the row, celebrities leaving, guests of an entrance."""
    if rules.sweep and g.guests_taken == 0:
        tally.events[X_SWEPT] += 1
    for place in range(LOUNGE):
        if g.lounge[place] >= 0 and g.lounge_waited[place] + 1 >= rules.n_waits:
            tally.events[X_CELEBRITY_GONE] += 1
    for i in range(g.n_players):
        p = g.players[i]
        if p.keeps_guests:
            card = FIRST_ENTRANCE + p.entrance
            last = rules.card_round_guests_n[card] - 1
            if rules.card_round_guests[card, min(p.round_guests, last)] > 0:
                tally.events[X_ROUND_GUESTS] += 1


@compiled
def count_ballroom(g, rules, tally):
    """A ballroom is about to be scored."""
    place = scoring_of(g, rules)
    ballroom = g.ballrooms[place]
    if ballroom < 0:
        return
    kind = rules.ballroom_scoring[ballroom]
    best, level = 0, 0
    for i in range(g.n_players):
        n = dancers_in(g.players[i], place)
        if n == 0:
            tally.events[X_ABSENT] += 1
        else:
            tally.ballroom_scored[ballroom] += 1
        if n > best:
            best, level = n, 1
        elif n == best:
            level += 1
    for i in range(g.n_players):
        p = g.players[i]
        if level == 1 and dancers_in(p, place) == best and p.most_dancers_vp > 0:
            tally.events[X_MOST_DANCERS] += 1
    if kind == c.B_MAJORITY:
        count_shared(g, place, -1, tally)
    elif kind == c.B_ROW_MAJORITIES:
        for row in range(ROWS):
            count_shared(g, place, row, tally)


@compiled
def count_shared(g, place, row, tally):
    """Players with as many dancers as another one share ranks."""
    for i in range(g.n_players):
        mine = dancers_of(g.players[i], place, row)
        for j in range(g.n_players):
            if j != i and mine > 0 and mine == dancers_of(g.players[j], place, row):
                tally.events[X_SHARED_RANK] += 1
                break


@compiled
def count_end(g, rules, tally):
    """A game is over: entrances and ballrooms that were in it, and how far their owners came."""
    tally.events[X_CELEBRITIES] += g.celebrity_shuffles
    for place in range(BALLROOMS):
        if g.ballrooms[place] >= 0:
            tally.ballroom_dealt[g.ballrooms[place]] += 1
    for i in range(g.n_players):
        p = g.players[i]
        if p.rehearsal >= 0:
            resting = 0
            for section in range(SECTIONS):
                resting += p.resting[section]
            if resting == 0:
                tally.events[X_ALL_DANCERS] += 1
        if p.entrance >= 0:
            tally.entrance_won[p.entrance] += 1
            card = FIRST_ENTRANCE + p.entrance
            if rules.card_final_politics_vp[card, min(bits(p.claimed) + bits(p.own_done), 6)] > 0:
                tally.events[X_FINAL_POLITICS] += 1
