"""What the cards in play change for their owner: staff, celebrities of the round, the entrance."""

from simulate.engine.codes import FACES, GOODS, LOUNGE, PERMANENT, ROOM_COLOURS
from simulate.engine.jit import compiled, exported
from simulate.engine.state import FIRST_CELEBRITY, FIRST_ENTRANCE, HAND, MAX_TABLES

NO_CAP = 99


@compiled
def reset_abilities(rules, p):
    """The abilities of a hotel without any cards."""
    for f in range(FACES + 1):
        p.extra_dice[f] = 0
        p.extra_optional[f] = 0
        p.both_tracks[f] = 0
    for k in range(ROOM_COLOURS):
        p.room_cost[k] = NO_CAP
    p.serve_cost = NO_CAP
    p.guest_cost = NO_CAP
    p.copy_cost = NO_CAP
    p.avert_cost = -1
    p.events = 0
    p.owners_size = 0
    p.tables = rules.tables
    p.more_vp = 0
    p.more_krones = 0
    p.more_steps = 0
    for k in range(GOODS):
        p.stands_for[k] = 0
    p.flexible = 0
    p.substitute = 0
    p.substitute_good = -1
    p.ignore_good = 0
    p.anywhere = 0
    p.choose_bonus = 0
    p.no_stranded = 0
    p.more_guests = 0
    p.setup_guests = 0
    p.refill_after = 0
    p.keeps_guests = 0
    p.bonus_table = 0
    p.move_die = 0
    p.row_bonus = 1
    p.most_dancers_vp = 0


@compiled
def dice_apart(rules, p, face):
    """Of the dice that cards add to a face, how many are outside the proportion of goods."""
    n = 0
    if rules.dice_apart:
        for i in range(p.staff_size):
            if has_abilities(rules, p.staff[i]):
                n += rules.card_dice_apart[p.staff[i], face]
        for place in range(LOUNGE):
            if p.celebrities[place] >= 0:
                n += rules.card_dice_apart[FIRST_CELEBRITY + p.celebrities[place], face]
        if p.entrance_active:
            n += rules.card_dice_apart[FIRST_ENTRANCE + p.entrance, face]
    return n


@compiled
def has_abilities(rules, card):
    """Does a staff card in play change or answer anything by lying there?"""
    return rules.staff_timing[card] == PERMANENT or rules.staff_waits[card] != 0


@compiled
def add_abilities(rules, p, card):
    """Add what one card changes; it answers events from now on."""
    add_prices(rules, p, card)
    add_liberties(rules, p, card)
    first = rules.card_trigger[card]
    for t in range(first, first + rules.card_trigger_n[card]):
        p.events |= 1 << rules.trigger_event[t]
    if rules.card_trigger_n[card] > 0 and p.owners_size < HAND:
        p.owners[p.owners_size] = card
        p.owners_size += 1


@compiled
def add_prices(rules, p, card):
    """Dice, prices, and more of what is received."""
    for f in range(1, FACES + 1):
        p.extra_dice[f] += rules.card_dice[card, f]
        p.extra_optional[f] |= rules.card_dice_optional[card, f]
        p.both_tracks[f] |= rules.card_both_tracks[card, f]
    for k in range(ROOM_COLOURS):
        p.room_cost[k] = min(p.room_cost[k], rules.card_room_cost[card, k])
    p.serve_cost = min(p.serve_cost, rules.card_serve_cost[card])
    p.guest_cost = min(p.guest_cost, rules.card_guest_cost[card])
    p.copy_cost = min(p.copy_cost, rules.card_copy_cost[card])
    avert = rules.card_avert_cost[card]
    if avert >= 0 and (p.avert_cost < 0 or avert < p.avert_cost):
        p.avert_cost = avert
    p.more_vp += rules.card_more_vp[card]
    p.more_krones += rules.card_more_krones[card]
    p.more_steps += rules.card_more_steps[card]
    p.row_bonus = max(p.row_bonus, rules.card_row_bonus[card])
    p.most_dancers_vp += rules.card_most_dancers_vp[card]


@compiled
def add_liberties(rules, p, card):
    """What the owner may do that others may not."""
    p.tables = min(MAX_TABLES, p.tables + rules.card_tables[card])
    for k in range(GOODS):
        p.stands_for[k] |= rules.card_stands_for[card, k]
        if rules.card_stands_for[card, k]:
            p.flexible = 1
    if rules.card_substitute[card]:
        p.substitute = rules.card_substitute[card]
        p.substitute_good = rules.card_substitute_good[card]
        p.flexible = 1
    p.ignore_good |= rules.card_ignore_good[card]
    p.anywhere |= rules.card_anywhere[card]
    p.choose_bonus |= rules.card_choose_bonus[card]
    p.no_stranded |= rules.card_no_stranded[card]
    p.more_guests += rules.card_more_guests[card]
    p.setup_guests += rules.card_setup_guests[card]
    p.refill_after |= rules.card_refill_after[card]
    p.keeps_guests |= rules.card_round_guests_n[card] > 0
    p.move_die |= rules.card_move_die[card]
    if rules.card_bonus_table[card] > 0:
        p.bonus_table = rules.card_bonus_table[card]


@exported
def rebuild_abilities(rules, p):
    """Work out again what all cards of a player change, after one of them is gone."""
    reset_abilities(rules, p)
    for i in range(p.staff_size):
        if has_abilities(rules, p.staff[i]):
            add_abilities(rules, p, p.staff[i])
    for place in range(LOUNGE):
        if p.celebrities[place] >= 0:
            add_abilities(rules, p, FIRST_CELEBRITY + p.celebrities[place])
    if p.entrance_active:
        add_abilities(rules, p, FIRST_ENTRANCE + p.entrance)
