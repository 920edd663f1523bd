"""Checks on abilities: recomputed from the cards in play."""

from simulate.compiling.written import written
from simulate.engine.abilities import rebuild_abilities
from simulate.engine.ability_table import ABILITIES
from simulate.engine.codes import FACES, LOUNGE, NO_CARD, PERMANENT, ROOM_COLOURS
from simulate.engine.jit import compiled
from simulate.engine.state import FIRST_CELEBRITY, FIRST_ENTRANCE
from simulate.verify import check_codes as k
from simulate.verify.switching import must

NO_PRICE = 99  # no card in play caps this price


@compiled
def cards(p):
    """How many places of a player may hold a card with abilities: see ``card_at``."""
    return p.staff_size + LOUNGE + 1


@compiled
def card_at(rules, p, i):
    """The card with abilities at the ``i``-th of those places, or NO_CARD."""
    if i < p.staff_size:
        card = p.staff[i]
        if card < 0 or card >= rules.n_staff:
            return NO_CARD
        lies = rules.staff_timing[card] == PERMANENT or rules.staff_waits[card] != 0
        return card if lies else NO_CARD
    place = i - p.staff_size
    if place < LOUNGE:
        met = p.celebrities[place]
        return FIRST_CELEBRITY + met if 0 <= met < rules.n_celebrities else NO_CARD
    if p.entrance_active and 0 <= p.entrance < rules.n_entrances:
        return FIRST_ENTRANCE + p.entrance
    return NO_CARD


@compiled
def abilities(rules, p, spare, memo):
    """Dice first, then prices and events, then the rest; ``spare`` is scratch memory."""
    for face in range(1, FACES + 1):
        dice, optional, both = 0, 0, 0
        for i in range(cards(p)):
            card = card_at(rules, p, i)
            if card != NO_CARD:
                dice += rules.card_dice[card, face]
                optional |= rules.card_dice_optional[card, face] != 0
                both |= rules.card_both_tracks[card, face] != 0
        counted = dice == p.extra_dice[face] and optional == p.extra_optional[face]
        must(counted and both == p.both_tracks[face], k.ABILITY_DICE, memo)
    prices(rules, p, memo)
    spare[0] = p
    rebuild_abilities(rules, spare[0])
    must(same_rest(p, spare[0]), k.ABILITY_REST, memo)


@compiled
def prices(rules, p, memo):
    """Prices and answered events, recomputed."""
    serve, guest, copy, avert, events = NO_PRICE, NO_PRICE, NO_PRICE, -1, 0
    for i in range(cards(p)):
        card = card_at(rules, p, i)
        if card == NO_CARD:
            continue
        serve = min(serve, rules.card_serve_cost[card])
        guest = min(guest, rules.card_guest_cost[card])
        copy = min(copy, rules.card_copy_cost[card])
        price = rules.card_avert_cost[card]
        if price >= 0:
            avert = price if avert < 0 else min(avert, price)
        first = rules.card_trigger[card]
        for t in range(first, first + rules.card_trigger_n[card]):
            events |= 1 << rules.trigger_event[t]
    capped = serve == p.serve_cost and guest == p.guest_cost and copy == p.copy_cost
    must(capped and avert == p.avert_cost, k.ABILITY_PRICES, memo)
    for colour in range(ROOM_COLOURS):
        room = NO_PRICE
        for i in range(cards(p)):
            card = card_at(rules, p, i)
            if card != NO_CARD:
                room = min(room, rules.card_room_cost[card, colour])
        must(room == p.room_cost[colour], k.ABILITY_PRICES, memo)
    must(events == p.events, k.ABILITY_EVENTS, memo)


same_numbers = compiled(
    written(
        "same_numbers(p, anew)",
        "Are the plain numbers those that the cards in play give (``anew``)?",
        [
            f"if p.{one.field}{at} != anew.{one.field}{at}: return False"
            for one in ABILITIES
            for at in one.places()
        ]
        + ["return True"],
    )
)


@compiled
def same_rest(p, anew):
    """Do all other numbers, and the owners, equal those recomputed (``anew``) from the cards?"""
    if p.owners_size != anew.owners_size:
        return False
    for i in range(p.owners_size):
        known = False
        for j in range(anew.owners_size):
            known = known or p.owners[i] == anew.owners[j]
        if not known:
            return False
    return (
        p.tables == anew.tables
        and p.flexible == anew.flexible
        and p.substitute_good == anew.substitute_good
        and p.keeps_guests == anew.keeps_guests
        and same_numbers(p, anew)
    )
