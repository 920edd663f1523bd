"""What a playing loop remembers of a game for the checks, in addition to the state.

See check_codes.M_*.
"""

from simulate.engine import codes as c
from simulate.engine.ballrooms import dancers_in, dancers_of
from simulate.engine.codes import FACES, ROWS
from simulate.engine.flow import scoring_of, seat_of
from simulate.engine.frames import a_of, b_of, c_of, kind_of
from simulate.engine.hotel import bits
from simulate.engine.jit import compiled
from simulate.engine.state import FIRST_ENTRANCE
from simulate.verify import check_codes as k
from simulate.verify.check_ballrooms import row_vp, section_vp
from simulate.verify.rare_turns import X_GUESTS_KEPT

FEW_GUESTS = 10  # more than one action draws


@compiled
def forget(memo):
    """Before the first step only the supply of room tiles and what is switched off are known."""
    for i in range(k.M_OFF):
        if not k.M_LIMITS <= i < k.M_LIMITS + 3:
            memo[i] = 0


@compiled
def dice_taken(g):
    """Dice taken by all players in the whole game."""
    n = 0
    for i in range(g.n_players):
        for face in range(1, FACES + 1):
            n += g.players[i].dice_taken[face]
    return n


@compiled
def remember_flow(g, rules, memo):
    """No decision is pending, and the game is about to advance."""
    if g.phase == c.PH_ROUND_START:
        memo[k.M_TAKEN] = dice_taken(g)
        if g.key_holder >= 0:
            memo[k.M_FIRST] = g.key_holder
        elif g.round_no > 0:
            memo[k.M_FIRST] = (memo[k.M_FIRST] + 1) % g.n_players
    elif g.phase == c.PH_ROUND_END:
        remember_guests(g, rules, memo)
    elif g.phase == c.PH_EMPEROR and g.step == 0:
        for i in range(g.n_players):
            memo[k.M_TRACK + i] += rules.emperor_vp[g.players[i].emperor]
    elif g.phase == c.PH_BALLROOM:
        for i in range(g.n_players):
            remember_ballroom(g, rules, memo, i)
    elif g.phase == c.PH_FINAL_STAFF and g.step < g.n_players:
        who = seat_of(g, g.step)
        p = g.players[who]
        if p.entrance_active:
            done = min(bits(p.claimed) + bits(p.own_done), 6)
            card = FIRST_ENTRANCE + p.entrance
            memo[k.M_ENTRANCE + who] += rules.card_final_politics_vp[card, done]


@compiled
def guests_of_round(g, who):
    """Guests of a player who left in this round, by the log."""
    n = 0
    for i in range(g.log_size):
        e = g.log[i]
        n += e.kind == c.LOG_GUEST and e.seat == who and e.used_round == g.round_no
    return n


@compiled
def remember_guests(g, rules, memo):
    """VP that an entrance gives for the guests of the round."""
    for i in range(g.n_players):
        p = g.players[i]
        if p.entrance_active and rules.card_round_guests_n[FIRST_ENTRANCE + p.entrance] > 0:
            card = FIRST_ENTRANCE + p.entrance
            if rules.card_round_filled[card]:
                continue  # the log does not say when an order was filled
            n = min(guests_of_round(g, i), rules.card_round_guests_n[card] - 1)
            memo[k.M_ENTRANCE + i] += rules.card_round_guests[card, n]


@compiled
def share(g, rules, who, place, row):
    """VP of a player for the most dancers in a row (-1: the ballroom), ranks shared if tied."""
    mine = dancers_of(g.players[who], place, row)
    if mine == 0:
        return 0
    before, equal, vp = 0, 0, 0
    for i in range(g.n_players):
        theirs = dancers_of(g.players[i], place, row)
        before += theirs > mine
        equal += theirs == mine
    ballroom = g.ballrooms[place]
    for rank in range(rules.ballroom_vp_n[ballroom, g.n_players]):
        if before <= rank < before + equal:
            vp += rules.ballroom_vp[ballroom, g.n_players, rank]
    return vp // equal


@compiled
def remember_ballroom(g, rules, memo, who):
    """VP that a player is about to score in a ballroom, and for a sole majority there."""
    place = scoring_of(g, rules)
    ballroom = g.ballrooms[place]
    if ballroom < 0:
        return
    p = g.players[who]
    n = dancers_in(p, place)
    if n == 0:
        memo[k.M_BALLROOM + who] += rules.absent_vp
        return
    kind = rules.ballroom_scoring[ballroom]
    vp = 0
    if kind == c.B_MAJORITY:
        vp = share(g, rules, who, place, -1)
    for row in range(ROWS):
        if kind == c.B_ROW_MAJORITIES:
            vp += share(g, rules, who, place, row)
        elif kind == c.B_BEST_ROW and p.dancers[place, row] > 0:
            vp = n * (1 + row)
    if kind == c.B_DANCERS_TABLE:
        last = rules.ballroom_vp_n[ballroom, g.n_players]
        vp = rules.ballroom_vp[ballroom, g.n_players, min(n, last) - 1]
    elif kind == c.B_PER_DANCERS:
        vp = rules.ballroom_vp[ballroom, g.n_players, 0] * (n // rules.ballroom_per[ballroom])
    memo[k.M_BALLROOM + who] += vp
    if p.entrance_active and alone(g, who, place):
        memo[k.M_ENTRANCE + who] += rules.card_most_dancers_vp[FIRST_ENTRANCE + p.entrance]


@compiled
def alone(g, who, place):
    """Have all others fewer dancers in a ballroom?"""
    most = 0
    for i in range(g.n_players):
        if i != who:
            most = max(most, dancers_in(g.players[i], place))
    return dancers_in(g.players[who], place) > most


@compiled
def remember_action(g, rules, f, act, memo):
    """An action of the top frame is about to be carried out."""
    kind = kind_of(act)
    who = f.player
    if kind == c.REMOVE_STAFF:
        memo[k.M_REMOVED] += 1
    elif kind == c.REMOVE_DANCER:
        memo[k.M_LOST + who] += 1
    elif kind == c.DANCE:
        memo[k.M_DANCED + who] += 1
        if b_of(act) != c.NO_SEAT:
            remember_dancer(g, rules, memo, who, b_of(act), c_of(act))
    elif kind == c.OCCUPY and f.kind == c.F_REWARDS:  # no seat was affordable after the reward
        memo[k.M_DANCED + who] -= 1
    elif kind == c.SEND:
        remember_dancer(g, rules, memo, who, a_of(act), b_of(act))
    elif kind == c.BONUS_KIND:
        p = g.players[who]
        memo[k.M_KINDS + who] |= 1 << f.group
        if rules.bonus_kind[a_of(act)] == c.COL_VP:
            size = rules.group_size[p.board, f.group]
            memo[k.M_KIND_VP + who] += rules.bonus[p.bonus_table, a_of(act), size]
    elif kind == c.DIE and not b_of(act) & c.D_WITHOUT_EFFECT:
        colour = (b_of(act) // c.D_TAKEN) & c.D_COLOUR
        if colour > 0 and g.lounge[colour - 1] >= 0:
            memo[k.M_MET] |= 1 << who
            memo[k.M_WAITED + who] += rules.waited_vp[g.lounge_waited[colour - 1]]


@compiled
def remember_dancer(g, rules, memo, who, seat, section):
    """A dancer goes to a seat: VP of the row, and of the section if it was its last one."""
    p = g.players[who]
    memo[k.M_BALLROOM + who] += row_vp(g, rules, p, seat)
    ballroom, row = g.ballrooms[seat // ROWS], seat % ROWS
    memo[k.M_LOOSE] |= scores(
        rules, rules.row_effect[ballroom, row], rules.row_effect_n[ballroom, row]
    )
    if p.resting[section] == 1:
        memo[k.M_BALLROOM + who] += section_vp(rules, p, section)
        first = rules.section_effect[p.rehearsal, section]
        memo[k.M_LOOSE] |= scores(rules, first, rules.section_effect_n[p.rehearsal, section])


@compiled
def scores(rules, first, n):
    """Is there an effect that gives VP other than as a simple gain?"""
    for row in range(first, first + n):
        code = rules.effects[row, c.COL_CODE]
        if code == c.E_SCORE or code == c.E_SWAP_GOODS:
            return True
    return False


@compiled
def remember_claims(g, rules, memo, tally):
    """Count markers just placed on politics cards, and personal cards fulfilled."""
    for who in range(g.n_players):
        p = g.players[who]
        now = p.claimed | p.own_done << len(g.politics)
        new = now & ~memo[k.M_CLAIMED + who]
        if new == 0:
            continue
        memo[k.M_CLAIMED + who] = now
        for i in range(len(g.politics)):
            if (new >> i) & 1:
                tally.politics_claimed[g.politics[i]] += 1
                tally.place_claimed[g.markers[i] - 1] += 1
            if (new >> (len(g.politics) + i)) & 1:
                tally.politics_own[g.own_politics[i]] += 1
                memo[k.M_ENTRANCE + who] += own_politics_vp(g, rules, p)


@compiled
def own_politics_vp(g, rules, p):
    """VP for a personal politics card: more the fewer emperor scorings there have been."""
    scorings = 0
    for scoring in range(rules.n_scorings):
        scorings += rules.scoring_round[scoring] < g.round_no
    return rules.card_own_politics_vp[FIRST_ENTRANCE + p.entrance, min(scorings, 2)]


@compiled
def remember_kept(g, memo):
    """Before an action: how often guests were shuffled if some are retained now, else -1."""
    memo[k.M_SHUFFLES] = -1
    if g.guest_deck_size - g.guest_next > FEW_GUESTS:
        return
    for i in range(g.guest_discard_size):
        if g.guest_kept[g.guest_discard[i]]:
            memo[k.M_SHUFFLES] = g.guest_shuffles


@compiled
def count_kept(g, memo, tally):
    """After it: were discards shuffled without the retained guests?"""
    if 0 <= memo[k.M_SHUFFLES] < g.guest_shuffles:
        tally.events[X_GUESTS_KEPT] += 1
