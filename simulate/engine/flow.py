"""Between frames: set-up, rounds, turn order, rerolls, scorings, the end."""

from simulate.engine import codes as c
from simulate.engine.auction import activate, auction, on_receipt
from simulate.engine.ballrooms import score_ballroom
from simulate.engine.building import ask_rooms
from simulate.engine.cafe import sweep
from simulate.engine.codes import (
    B_MANDATORY,
    F_DRAFT,
    F_FREE_GUEST,
    F_TURN,
    T_WITHOUT_DIE,
)
from simulate.engine.course import note_round, turn_begins
from simulate.engine.dice import coloured_left, roll
from simulate.engine.emperor import answer_reward, judge, score_and_retreat
from simulate.engine.final import rank_players, score_hotel, score_staff
from simulate.engine.frames import push
from simulate.engine.jit import compiled, exported
from simulate.engine.ledger import score, source
from simulate.engine.lounge import say_goodbye
from simulate.engine.reactions import close_action, forget_action, forget_owed
from simulate.engine.state import FIRST_ENTRANCE

NEVER = 2  # players who have not passed in the round


@compiled
def tile_of(g, seat):
    """Which turn order tile (0: the one with the 1) a seat has this round."""
    tile = seat - g.first_seat
    return tile if tile >= 0 else tile + g.n_players


@compiled
def seat_of(g, tile):
    """The seat that has a turn order tile this round."""
    return (tile + g.first_seat) % g.n_players


@compiled
def enter(g, phase):
    """Begin a phase."""
    g.phase = phase
    g.step = 0


@compiled
def flow(g, rules):
    """No decision pending: advance the game to the next one (or to its end)."""
    if not close_actions(g, rules):
        move_on(g, rules)


@exported
def move_on(g, rules):
    """The next step of the phase."""
    if g.phase != c.PH_AUCTION:  # bids are no steps of the phase
        g.place = 0
    if g.phase == c.PH_DRAFT:
        draft(g, rules)
    elif g.phase == c.PH_AUCTION:
        if not auction(g, rules):
            enter(g, c.PH_REHEARSAL)
    elif g.phase == c.PH_REHEARSAL:
        rehearsal(g, rules)
    elif g.phase == c.PH_FREE_GUESTS:
        free_guests(g, rules)
    elif g.phase == c.PH_SETUP_ROOMS:
        setup_rooms(g, rules)
    elif g.phase == c.PH_ROUND_START:
        start_round(g, rules)
    elif g.phase == c.PH_TURNS:
        next_turn(g, rules)
    elif g.phase == c.PH_ROUND_END:
        end_round(g, rules)
    elif g.phase == c.PH_EMPEROR:
        emperor_scoring(g, rules)
    elif g.phase == c.PH_BALLROOM:
        score_ballroom(g, rules, scoring_of(g, rules))
        after_round(g, rules)
    elif g.phase == c.PH_FINAL_STAFF:
        final_staff(g, rules)
    elif g.phase == c.PH_FINAL:
        for i in range(g.n_players):
            score_hotel(g, rules, i)
        rank_players(g)
        g.phase = c.PH_OVER


@exported
def close_actions(g, rules):
    """A waiting card may have been triggered outside turns, too. Returns whether a frame opened."""
    for i in range(g.n_players):
        if close_action(g, rules, i):
            return True
    return False


@compiled
def draft(g, rules):
    """Choose a card, pass the rest to the left, until the packs are empty."""
    n = g.n_players
    if g.step == n * rules.hand:
        enter(g, c.PH_AUCTION)
        return
    if g.step > 0 and g.step % n == 0:
        pass_packs(g)
    push(g, F_DRAFT, g.step % n, 0)
    g.step += 1


@compiled
def pass_packs(g):
    """Pass every pack to the left: seat i receives what seat i - 1 held."""
    n = g.n_players
    last = g.players[n - 1]
    size = last.offer_size
    for k in range(size):
        card = last.offer[k]
        for i in range(n - 1, 0, -1):
            g.players[i].offer[k] = g.players[i - 1].offer[k]
        g.players[0].offer[k] = card


@compiled
def rehearsal(g, rules):
    """In reverse order, each player chooses one of the rehearsal rooms laid out."""
    if g.step == g.n_players or rules.ballrooms == 0:
        enter(g, c.PH_FREE_GUESTS)
        return
    push(g, c.F_REHEARSAL, g.n_players - 1 - g.step, 0)
    g.step += 1


@compiled
def free_guests(g, rules):
    """One free guest each, in reverse order from the last player to the start player."""
    if g.step == g.n_players:
        enter(g, c.PH_SETUP_ROOMS)
        return
    who = g.n_players - 1 - g.step
    f = push(g, F_FREE_GUEST, who, 0)
    f.left = rules.free_guests + g.players[who].setup_guests
    g.step += 1


@compiled
def setup_rooms(g, rules):
    """Then each player, in turn order, prepares the first rooms at the usual price."""
    if g.step == 2 * g.n_players:
        enter(g, c.PH_ROUND_START)
        return
    if g.step >= g.n_players:  # all players have their rooms
        late_receipt(g, rules, g.step - g.n_players)
        g.step += 1
        return
    entrance = g.players[g.step].entrance
    if entrance >= 0:  # further rooms are optional and come after the first ones
        f = ask_rooms(g, g.step, rules.entrance_free_rooms[entrance])
        f.discount = c.FREE
        ask_rooms(g, g.step, rules.entrance_rooms[entrance])
    f = ask_rooms(g, g.step, rules.setup_rooms)
    f.marks = B_MANDATORY if rules.setup_rooms_mandatory else 0
    g.step += 1


@compiled
def late_receipt(g, rules, who):
    """What an entrance gives only at the end of the set-up."""
    entrance = g.players[who].entrance
    if entrance >= 0 and rules.entrance_late[entrance]:
        on_receipt(g, rules, who)


@compiled
def start_round(g, rules):
    """A new round: all dice are rolled, used staff is ready again."""
    if g.round_no > 0:
        g.first_seat = g.key_holder if g.key_holder >= 0 else (g.first_seat + 1) % g.n_players
    else:
        for i in range(g.n_players):
            activate(rules, g.players[i])
    g.round_no += 1
    g.rolls = 0
    g.key_holder = -1
    g.guests_taken = 0
    g.pass_seen = 0
    for i in range(g.n_players):
        p = g.players[i]
        p.turns_taken = 0
        p.passed = 0
        p.passed_once = 0
        p.dice_this_round = 0
        p.round_guests = 0
        for j in range(p.staff_size):
            if p.staff_used[j] == 1:
                p.staff_used[j] = 0
    for place in range(rules.coloured_dice):
        g.coloured_face[place] = 1
    roll(g, rules.dice[g.n_players])
    enter(g, c.PH_TURNS)


@compiled
def lowest_number(g, rules, passed):
    """The seat with the lowest visible number; -1 if there is none.

    ``passed``: only seats that have not passed (0), have passed (1), or have not passed in the
    whole round (NEVER).
    """
    best = -1
    lowest = 99
    for i in range(g.n_players):
        p = g.players[i]
        if p.turns_taken < 2 and (p.passed_once == 0 if passed == NEVER else p.passed == passed):
            number = rules.turn_tiles[g.n_players, tile_of(g, i), p.turns_taken]
            if number < lowest:
                lowest = number
                best = i
    return best


@compiled
def place_of_turn(g, who):
    """The number of a turn's first decision; different for any two turns of a round.

    A turn repeated after passing, when dice were rolled or none are left, has a new number.
    """
    p = g.players[who]
    again = 2 * g.rolls + (1 if g.dice_left == 0 else 0) if p.passed_once else 0
    return ((who * 4 + p.turns_taken) * 256 + again) * 65536


@compiled
def next_turn(g, rules):
    """The lowest visible number plays; when all have played or passed, dice are rolled again."""
    if g.roll_due:  # a step of its own, as every roll: nobody decides before the dice are known
        g.roll_due = 0
        roll(g, g.dice_left)
        return
    who = lowest_number(g, rules, 0)
    if g.dice_left == 0 and rules.no_dice_turn_round_ends:
        key_left = rules.key_without_dice and g.key_holder < 0
        who = lowest_number(g, rules, NEVER) if key_left else -1
        if who < 0:
            enter(g, c.PH_ROUND_END)
            return
    if who >= 0:
        forget_owed(g.players[who])
        forget_action(g.players[who])
        g.players[who].most_krones = g.players[who].krones
        turn_begins(g, who)
        g.place = place_of_turn(g, who)
        f = push(g, F_TURN, who, 0)
        if g.dice_left == 0 and rules.no_dice_turn_turn_without_die:
            f.marks = T_WITHOUT_DIE
        return
    if lowest_number(g, rules, 1) < 0:
        enter(g, c.PH_ROUND_END)
        return
    for i in range(g.n_players):
        g.players[i].passed = 0
    if g.dice_left > 1:
        g.rerolls += 1
    if g.dice_left == 0:
        return
    if coloured_left(g) == g.dice_left:
        push(g, c.F_REMOVE_DIE, lowest_number(g, rules, 0), 0)
    else:
        roll(g, g.dice_left - 1)


@compiled
def end_round(g, rules):
    """End of a round: an emperor scoring after some rounds, then the next round."""
    clear_round(g, rules)
    for k in range(rules.n_scorings):
        if rules.scoring_round[k] == g.round_no:
            enter(g, c.PH_EMPEROR)
            return
    after_round(g, rules)


@compiled
def clear_round(g, rules):
    """Retained guests of the round are counted, the row is swept, celebrities leave."""
    for i in range(g.n_players):
        p = g.players[i]
        if p.keeps_guests:
            card = FIRST_ENTRANCE + p.entrance
            last = rules.card_round_guests_n[card] - 1
            vp = rules.card_round_guests[card, min(p.round_guests, last)]
            score(g, p, vp, source(c.VP_ENTRANCE, 0))
    for k in range(g.guest_discard_size):
        g.guest_kept[g.guest_discard[k]] &= ~1
    if rules.sweep:
        sweep(g, rules)
    if rules.coloured_dice > 0:
        say_goodbye(g, rules)


@compiled
def scoring_of(g, rules):
    """The emperor scoring (0, 1, 2) that belongs to the round."""
    scoring = 0
    for k in range(rules.n_scorings):
        if rules.scoring_round[k] == g.round_no:
            scoring = k
    return scoring


@compiled
def after_round(g, rules):
    """The last round leads to the final scoring."""
    note_round(g)
    if g.round_no >= rules.rounds:
        enter(g, c.PH_FINAL_STAFF)
    else:
        enter(g, c.PH_ROUND_START)


@compiled
def emperor_scoring(g, rules):
    """Steps 1 and 2 together; step 3 in the player order of the round just ended."""
    if g.rewarded > 0:
        answer_reward(g, rules)
        return
    scoring = scoring_of(g, rules)
    if g.step == 0:
        score_and_retreat(g, rules, scoring)
    if g.step == g.n_players:
        if rules.ballrooms:
            enter(g, c.PH_BALLROOM)
        else:
            after_round(g, rules)
        return
    who = seat_of(g, g.step)
    g.step += 1
    judge(g, rules, who, scoring)


@compiled
def final_staff(g, rules):
    """Final-scoring staff, player by player."""
    if g.step == g.n_players:
        enter(g, c.PH_FINAL)
        return
    who = seat_of(g, g.step)
    g.step += 1
    score_staff(g, rules, who)
