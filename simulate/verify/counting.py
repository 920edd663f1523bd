"""Counts what happens in a game: cards, actions, decisions, rare turns."""

from simulate.engine import codes as c
from simulate.engine.ballrooms import dancer_price, dancers_in, dancers_of
from simulate.engine.codes import BALLROOMS, CHAMPAGNE, LOUNGE, ROWS, SECTIONS, TOP
from simulate.engine.dice import coloured_price
from simulate.engine.flow import scoring_of, seat_of
from simulate.engine.frames import a_of, b_of, c_of, kind_of
from simulate.engine.hotel import bits
from simulate.engine.jit import compiled
from simulate.engine.state import FIRST_ENTRANCE
from simulate.verify import rare_turns as turns
from simulate.verify.check_codes import M_TRACK


@compiled
def before_flow(g, rules, tally):
    """Examine a state with no decision pending, just before the game advances."""
    if g.phase == c.PH_TURNS and g.dice_left == 0:
        for i in range(g.n_players):
            if g.players[i].turns_taken < 2:
                tally.events[turns.X_NO_DICE] += 1
                break
    elif g.phase == c.PH_ROUND_END:
        if g.rolls > 2:
            tally.events[turns.X_REROLLED_TWICE] += 1
        count_round(g, rules, tally)
    elif g.phase == c.PH_EMPEROR and g.step < g.n_players:
        at_the_emperor(g, rules, tally)
    elif g.phase == c.PH_BALLROOM:
        count_ballroom(g, rules, tally)


@compiled
def at_the_emperor(g, rules, tally):
    """A player is about to be judged; before the first, all score and retreat."""
    scoring = scoring_of(g, rules)
    p = g.players[seat_of(g, g.step)]
    position = p.emperor
    if g.step == 0:
        position = max(0, position - rules.retreat[scoring])
    if position >= rules.reward_from:
        tally.tile_reward[g.emperor_tiles[scoring]] += 1
    elif position > rules.penalty_up_to:
        tally.events[turns.X_NOTHING] += 1
    elif p.avert_cost == 0:
        tally.events[turns.X_AVERTED_FREE] += 1
    elif p.avert_cost > p.krones:
        tally.events[turns.X_NO_KRONE] += 1


@compiled
def count_action(g, rules, f, act, n, tally):
    """An action of the top frame is about to be carried out; ``n`` actions are legal."""
    kind = kind_of(act)
    a = a_of(act)
    p = g.players[f.player]
    tally.decided[f.kind] += 1
    tally.chosen[kind] += 1
    if (kind == c.DIE or kind == c.SPACE) and c_of(act):
        tally.events[turns.X_STRENGTHENED] += 1
    if kind == c.DIE:
        if b_of(act) & c.D_WITHOUT_EFFECT:
            tally.events[turns.X_WITHOUT_EFFECT] += 1
        else:
            tally.die[a] += 1
        if b_of(act) & c.D_DECLINE_EXTRA_DIE:
            tally.events[turns.X_DECLINED] += 1
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
            tally.events[turns.X_KRONES_LOST] += 1
    elif kind == c.END_TURN:
        if f.marks & c.T_EXTRA:
            tally.events[turns.X_EXTRA_TURN] += 1
        if f.marks & c.T_WITHOUT_DIE:
            tally.events[turns.X_TURN_WITHOUT_DIE] += 1
    elif kind == c.TAKE_PENALTY:
        tally.tile_penalty[f.tile] += 1
    elif kind == c.LOSE_VP:
        tally.tile_vp[f.tile] += 1
        if n == 1:
            tally.events[turns.X_FORCED_VP] += 1
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
            tally.events[turns.X_BARE_HOTEL] += 1
    else:
        count_other(g, rules, f, act, tally)
    if kind == c.DIE or kind == c.SPACE:
        count_coloured(g, rules, f, act, tally)


@compiled
def fills_again(rules, p, room):
    """Would occupying a room fill a group whose bonus was already paid?"""
    group = rules.group_of[p.board, room]
    mask = rules.group_mask[p.board, group]
    return (p.occupied | 1 << room) & mask == mask and (p.groups_paid >> group) & 1 == 1


@compiled
def count_room(rules, p, room, tally):
    if fills_again(rules, p, room):
        tally.events[turns.X_REFILLED] += 1


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
            if g.markers[i] == rules.n_places[g.politics[i]]:
                tally.events[turns.X_NO_PLACE] += 1
    for i in range(len(g.emperor_tiles)):
        if g.emperor_tiles[i] >= 0:
            tally.tile_dealt[g.emperor_tiles[i]] += 1
    tally.events[turns.X_RESHUFFLE] += g.guest_shuffles
    tally.events[turns.X_REROLL] += g.rerolls
    if g.staff_deck_size == 0:
        tally.events[turns.X_DECK_SHORT] += 1
    for i in range(len(g.row)):
        if g.row[i] < 0:
            tally.events[turns.X_ROW_SHORT] += 1
            break
    for i in range(g.n_players):
        beyond = g.players[i].vp_by[c.VP_TRACK] - memo[M_TRACK + i]
        tally.events[turns.X_OVERFLOW] += beyond
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
            tally.events[turns.X_NEGATIVE] += 1
        if p.occupied == (1 << c.ROOMS) - 1:
            tally.events[turns.X_FULL_HOTEL] += 1
    level = 0
    winners = 0
    for i in range(g.n_players):
        if g.players[i].vp == best:
            level += 1
        if g.players[i].rank == 1:
            winners += 1
    if winners > 1:
        tally.events[turns.X_TIE_WIN] += 1
    elif level > 1:
        tally.events[turns.X_TIE_BROKEN] += 1


@compiled
def count_other(g, rules, f, act, tally):
    """An action without a specific count in the base game."""
    kind, a, b = kind_of(act), a_of(act), b_of(act)
    p = g.players[f.player]
    if kind == c.PLACE:
        if c_of(act) > 0:
            tally.events[turns.X_SUBSTITUTED] += 1
    elif kind == c.DANCE:
        tally.guest_danced[p.cafe[a]] += 1
        if b != c.NO_SEAT:
            count_dancer(g, rules, p, b, c_of(act), 0, tally)
    elif kind == c.SEND:
        count_dancer(g, rules, p, a, b, f.reductions & 15, tally)
    elif kind == c.USE_CELEBRITY:
        tally.celebrity_used[p.celebrities[a]] += 1
    elif kind == c.KEY:
        tally.key_taken += 1
    elif kind == c.STOP:
        if f.kind == c.F_COPY:
            tally.events[turns.X_KEY_WITHOUT_ACTION] += 1
    elif kind == c.USE_TILE:
        tally.tile_own[g.own_tiles[a]] += 1
    elif kind == c.TOKEN:
        tally.token_taken[2 * a + f.half] += 1
    elif kind == c.REHEARSE:
        tally.rehearsal_chosen[g.rehearsal_rooms[a]] += 1
    elif kind == c.BID:
        if g.auctioned >= 0:
            tally.events[turns.X_OUTBID] += 1
    elif kind == c.REMOVE_DIE:
        tally.events[turns.X_ONLY_COLOURED_DICE] += 1


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
        tally.events[turns.X_DANCER_ON_CREDIT] += 1


@compiled
def count_coloured(g, rules, f, act, tally):
    """A die is about to be taken or moved: coloured ones, and the celebrities they bring."""
    face, how = a_of(act), b_of(act)
    colour = (how // c.D_TAKEN) & c.D_COLOUR
    moved = (how // c.D_MOVED) & c.D_COLOUR
    arrives = how & (c.D_FROM_BELOW | c.D_FROM_ABOVE) != 0
    if arrives:
        tally.events[turns.X_MOVED_DIE] += 1
        if moved > 0:
            tally.events[turns.X_MOVED_COLOURED_DIE] += 1
    if colour == 0:
        return
    if how & c.D_WITHOUT_EFFECT:
        tally.events[turns.X_COLOURED_WITHOUT_EFFECT] += 1
        return
    tally.events[turns.X_COLOURED_DIE] += 1
    if coloured_price(g, rules, face, colour, arrives, moved) > 0:
        tally.events[turns.X_COLOURED_DIE_PAID] += 1
    if g.lounge[colour - 1] >= 0:
        tally.celebrity_met[g.lounge[colour - 1]] += 1
        tally.waited[g.lounge_waited[colour - 1]] += 1


@compiled
def count_round(g, rules, tally):
    """A round ends: guests swept from the row, celebrities leaving, guests of an entrance."""
    if rules.sweep and g.guests_taken == 0:
        tally.events[turns.X_SWEPT] += 1
    for place in range(LOUNGE):
        if g.lounge[place] >= 0 and g.lounge_waited[place] + 1 >= rules.n_waits:
            tally.events[turns.X_CELEBRITY_GONE] += 1
    for i in range(g.n_players):
        p = g.players[i]
        if p.keeps_guests:
            card = FIRST_ENTRANCE + p.entrance
            last = rules.card_round_guests_n[card] - 1
            if rules.card_round_guests[card, min(p.round_guests, last)] > 0:
                tally.events[turns.X_ROUND_GUESTS] += 1


@compiled
def count_ballroom(g, rules, tally):
    place = scoring_of(g, rules)
    ballroom = g.ballrooms[place]
    if ballroom < 0:
        return
    kind = rules.ballroom_scoring[ballroom]
    best, level = 0, 0
    for i in range(g.n_players):
        n = dancers_in(g.players[i], place)
        if n == 0:
            tally.events[turns.X_NO_DANCER] += 1
        else:
            tally.ballroom_scored[ballroom] += 1
        if n > best:
            best, level = n, 1
        elif n == best:
            level += 1
    for i in range(g.n_players):
        p = g.players[i]
        if level == 1 and dancers_in(p, place) == best and p.most_dancers_vp > 0:
            tally.events[turns.X_MOST_DANCERS] += 1
    if kind == c.B_MAJORITY:
        count_shared(g, place, -1, tally)
    elif kind == c.B_ROW_MAJORITIES:
        for row in range(ROWS):
            count_shared(g, place, row, tally)


@compiled
def count_shared(g, place, row, tally):
    """Players tied on dancers share ranks."""
    for i in range(g.n_players):
        mine = dancers_of(g.players[i], place, row)
        for j in range(g.n_players):
            if j != i and mine > 0 and mine == dancers_of(g.players[j], place, row):
                tally.events[turns.X_SHARED_RANK] += 1
                break


@compiled
def count_end(g, rules, tally):
    """A game is over: its entrances and ballrooms, and their owners' progress."""
    tally.events[turns.X_CELEBRITIES_RESHUFFLED] += g.celebrity_shuffles
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
                tally.events[turns.X_ALL_DANCERS] += 1
        if p.entrance >= 0:
            tally.entrance_won[p.entrance] += 1
            card = FIRST_ENTRANCE + p.entrance
            if rules.card_final_politics_vp[card, min(bits(p.claimed) + bits(p.own_done), 6)] > 0:
                tally.events[turns.X_FINAL_POLITICS] += 1
