"""Changes by cards in play for their owner: staff, celebrities of the round, the entrance."""

from simulate.compiling.written import written
from simulate.engine.ability_table import add_lines, begin_lines
from simulate.engine.codes import FACES, GOODS, LOUNGE, PERMANENT
from simulate.engine.jit import compiled, exported
from simulate.engine.state import FIRST_CELEBRITY, FIRST_ENTRANCE, HAND, MAX_TABLES

begin_numbers = compiled(written("begin_numbers(p)", "As without any cards.", begin_lines()))
add_numbers = compiled(
    written("add_numbers(rules, p, card)", "Add the plain numbers of a card.", add_lines())
)


@compiled
def reset_abilities(rules, p):
    """The abilities of a hotel without any cards."""
    begin_numbers(p)
    for f in range(FACES + 1):
        p.extra_dice[f] = 0
        p.extra_optional[f] = 0
    p.events = 0
    p.owners_size = 0
    p.tables = rules.tables
    p.flexible = 0
    p.substitute_good = -1
    p.keeps_guests = 0


@compiled
def dice_apart(rules, p, face):
    """How many of the dice that cards add to a face are outside the proportion of goods."""
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
    """Does a staff card in play change or answer anything just by being in play?"""
    return rules.staff_timing[card] == PERMANENT or rules.staff_waits[card] != 0


@compiled
def add_abilities(rules, p, card):
    """Add what one card changes; it answers events from now on."""
    add_numbers(rules, p, card)
    add_further(rules, p, card)
    first = rules.card_trigger[card]
    for t in range(first, first + rules.card_trigger_n[card]):
        p.events |= 1 << rules.trigger_event[t]
    if rules.card_trigger_n[card] > 0 and p.owners_size < HAND:
        p.owners[p.owners_size] = card
        p.owners_size += 1


@compiled
def add_further(rules, p, card):
    """Dice, tables, and what follows from the simple numbers."""
    for f in range(1, FACES + 1):
        p.extra_dice[f] += rules.card_dice[card, f]
        p.extra_optional[f] |= rules.card_dice_optional[card, f]
    p.tables = min(MAX_TABLES, p.tables + rules.card_tables[card])
    for k in range(GOODS):
        if rules.card_stands_for[card, k]:
            p.flexible = 1
    if rules.card_substitute[card]:
        p.substitute_good = rules.card_substitute_good[card]
        p.flexible = 1
    p.keeps_guests |= rules.card_round_guests_n[card] > 0


@exported
def rebuild_abilities(rules, p):
    """Recompute the abilities from all cards of a player after one of them is gone.

    In the order in which they come: the entrance in the set-up, celebrities for a round only. Of
    several that answer the same thing with a decision the last one does so first.
    """
    reset_abilities(rules, p)
    if p.entrance_active:
        add_abilities(rules, p, FIRST_ENTRANCE + p.entrance)
    for i in range(p.staff_size):
        if has_abilities(rules, p.staff[i]):
            add_abilities(rules, p, p.staff[i])
    for place in range(LOUNGE):
        if p.celebrities[place] >= 0:
            add_abilities(rules, p, FIRST_CELEBRITY + p.celebrities[place])
