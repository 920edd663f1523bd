"""Checks on what modules bring: ballrooms and dancers, the auction, personal cards, the key."""

from simulate.engine import codes as c
from simulate.engine.codes import BALLROOMS as PLACES
from simulate.engine.codes import LOUNGE, NO_CARD, ROWS, SECTIONS, TOP
from simulate.engine.jit import compiled
from simulate.engine.state import FIRST_ENTRANCE, MAX_OWN_TILES
from simulate.verify.check_codes import (
    AUCTION,
    BALLROOMS,
    CELEBRITY_LOST,
    CELEBRITY_TWICE,
    CELEBRITY_UNKNOWN,
    CELEBRITY_USED,
    DANCERS,
    ENTRANCES,
    FIRST_SEAT,
    KEY,
    M_FIRST,
    M_LOST,
    OK,
    OWN_CARDS,
    SEATS,
    TOKENS,
)


@compiled
def tick_celebrity(rules, seen, card):
    """The code of a celebrity at a place; ``seen`` counts the places of each."""
    if card < 0 or card >= rules.n_celebrities:
        return CELEBRITY_UNKNOWN
    seen[card] += 1
    return CELEBRITY_TWICE if seen[card] > 1 else OK


@compiled
def celebrities(g, rules, seen):
    """Every celebrity is in the deck, discarded, in the lounge or with one player."""
    in_play = rules.n_celebrities if rules.coloured_dice > 0 else 0
    for card in range(in_play):
        seen[card] = 0
    if g.celebrity_deck_size + g.celebrity_discard_size > in_play:
        return CELEBRITY_TWICE
    for i in range(g.celebrity_deck_size):
        code = tick_celebrity(rules, seen, g.celebrity_deck[i])
        if code != OK:
            return code
    for i in range(g.celebrity_discard_size):
        code = tick_celebrity(rules, seen, g.celebrity_discard[i])
        if code != OK:
            return code
    for place in range(LOUNGE):
        code = place_in_lounge(g, rules, seen, place)
        if code != OK:
            return code
    for card in range(in_play):
        if seen[card] == 0:
            return CELEBRITY_LOST
    return OK


@compiled
def place_in_lounge(g, rules, seen, place):
    """One place of the lounge: who waits there, or who met the celebrity of its die."""
    waiting = g.lounge[place]
    if waiting != NO_CARD:
        code = tick_celebrity(rules, seen, waiting)
        if code != OK or place >= rules.coloured_dice:
            return max(code, CELEBRITY_UNKNOWN)
        if g.lounge_waited[place] < 0 or g.lounge_waited[place] >= rules.n_waits:
            return CELEBRITY_USED
    for seat in range(g.n_players):
        p = g.players[seat]
        used = (p.celebrity_used >> place) & 1
        if p.celebrities[place] == NO_CARD:
            if used:
                return CELEBRITY_USED
            continue
        code = tick_celebrity(rules, seen, p.celebrities[place])
        if code != OK:
            return code
        if p.celebrity_used >> LOUNGE or not (p.met >> p.celebrities[place]) & 1:
            return CELEBRITY_USED
    return OK


@compiled
def entrances(g, rules, seen):
    """Each entrance laid out is still there or with one player; after the auction with players.

    It counts from then on, one that is received only after the set-up from the first round on.
    """
    for card in range(rules.n_entrances):
        seen[card] = 0
    there = 0
    for i in range(len(g.entrances)):
        there += g.entrances[i] != NO_CARD
        if not entrance_once(rules, seen, g.entrances[i]):
            return ENTRANCES
    for seat in range(g.n_players):
        p = g.players[seat]
        there += p.entrance != NO_CARD
        if not entrance_once(rules, seen, p.entrance):
            return ENTRANCES
        if g.phase > c.PH_AUCTION and g.entrances[seat] != NO_CARD:
            return ENTRANCES
        if p.entrance_active and p.entrance == NO_CARD:
            return ENTRANCES
        if g.phase > c.PH_AUCTION and p.entrance != NO_CARD and not p.entrance_active:
            if g.round_no > 0 or not rules.entrance_late[p.entrance]:
                return ENTRANCES
    wanted = g.n_players if rules.entrances else 0
    return OK if there == wanted else ENTRANCES


@compiled
def entrance_once(rules, seen, card):
    """Is an entrance (or none) at a place one of the ruleset, and at no other place?"""
    if card == NO_CARD:
        return True
    if card < 0 or card >= rules.n_entrances:
        return False
    seen[card] += 1
    return seen[card] == 1


@compiled
def auction(g):
    """While bids are made: who bids has no entrance, and the leader can pay."""
    if g.top != 1 or g.frames[0].kind != c.F_AUCTION:
        return OK if g.auctioned == NO_CARD else AUCTION
    who = g.frames[0].player
    if g.phase != c.PH_AUCTION or not (g.bidding >> who) & 1:
        return AUCTION
    for seat in range(g.n_players):
        if (g.bidding >> seat) & 1 and g.players[seat].entrance != NO_CARD:
            return AUCTION
    if g.auctioned == NO_CARD:
        return OK if g.bid == -1 else AUCTION
    if g.auctioned >= g.n_players or g.entrances[g.auctioned] == NO_CARD:
        return AUCTION
    if g.leader == who or not (g.bidding >> g.leader) & 1:
        return AUCTION
    return OK if 0 <= g.bid <= g.players[g.leader].krones else AUCTION


@compiled
def own_cards(g, rules):
    """Personal politics cards and tiles: others than those for all; used only by their owner."""
    for i in range(len(g.own_politics)):
        card = g.own_politics[i]
        if card != NO_CARD and (card == g.politics[i] or rules.politics_letter[card] != i):
            return OWN_CARDS
    for i in range(MAX_OWN_TILES):
        tile = g.own_tiles[i]
        if tile == NO_CARD:
            continue
        if tile == g.emperor_tiles[i // 2] or rules.tile_letter[tile] != i // 2:
            return OWN_CARDS
        if tile == g.own_tiles[i ^ 1]:
            return OWN_CARDS
    for seat in range(g.n_players):
        p = g.players[seat]
        cards, tiles = 0, 0
        if p.entrance != NO_CARD:
            cards = rules.card_own_politics[FIRST_ENTRANCE + p.entrance]
            tiles = rules.card_own_tiles[FIRST_ENTRANCE + p.entrance]
        if (p.own_done and not cards) or p.own_done >> len(g.own_politics):
            return OWN_CARDS
        for i in range(MAX_OWN_TILES):
            if (p.own_tiles_left >> i) & 1 and (not tiles or g.own_tiles[i] == NO_CARD):
                return OWN_CARDS
        if (p.tokens and p.entrance == NO_CARD) or p.tokens >> rules.n_tokens:
            return TOKENS
    return OK


@compiled
def starting_player(g, rules, memo):
    """Who took the key begins the next round, else whoever sits next; there is one key at most."""
    if g.first_seat != memo[M_FIRST]:
        return FIRST_SEAT
    if g.key_holder < -1 or g.key_holder >= g.n_players:
        return KEY
    if g.key_holder >= 0 and not (rules.key and g.round_no > 0):
        return KEY
    for seat in range(g.n_players):
        if g.players[seat].keys < (seat == g.key_holder):
            return KEY
    return OK


@compiled
def ballrooms(g, rules, memo, seen):
    """Ballrooms and rehearsal rooms are there once; every dancer rests, dances or was lost."""
    code = rooms_once(g, rules, seen)
    for seat in range(g.n_players):
        if code == OK:
            code = dancers(g, rules, memo, seat)
    for place in range(PLACES):
        for row in range(ROWS):
            taken = 0
            for seat in range(g.n_players):
                taken += g.players[seat].dancers[place, row]
            balcony = place == PLACES - 1 and row == TOP
            if code == OK and taken > 0 and not balcony:
                if taken > rules.row_seats[g.ballrooms[place], row, g.n_players]:
                    return SEATS
    return code


@compiled
def rooms_once(g, rules, seen):
    """Three ballrooms, and as many rehearsal rooms as are laid out, none of them twice."""
    for i in range(max(rules.n_ballrooms, rules.n_rehearsal)):
        seen[i] = 0
    there = 0
    for place in range(PLACES):
        ballroom = g.ballrooms[place]
        if ballroom == NO_CARD:
            continue
        if ballroom < 0 or ballroom >= rules.n_ballrooms or seen[ballroom] & 1:
            return BALLROOMS
        seen[ballroom] |= 1
        there += 1
    if there != min(rules.ballrooms, rules.n_ballrooms):
        return BALLROOMS
    there = 0
    for i in range(len(g.rehearsal_rooms) + g.n_players):
        room = NO_CARD
        if i < len(g.rehearsal_rooms):
            room = g.rehearsal_rooms[i]
        else:
            room = g.players[i - len(g.rehearsal_rooms)].rehearsal
        if room == NO_CARD:
            continue
        if room < 0 or room >= rules.n_rehearsal or seen[room] & 2:
            return BALLROOMS
        seen[room] |= 2
        there += 1
    laid_out = rules.n_rehearsal if rules.all_rehearsal_rooms else g.n_players
    return OK if there == (laid_out if rules.ballrooms > 0 else 0) else BALLROOMS


@compiled
def dancers(g, rules, memo, seat):
    """A player's dancers: resting in their sections, in a row, or given up for a penalty."""
    p = g.players[seat]
    had, there = 0, memo[M_LOST + seat]
    for section in range(SECTIONS):
        most = 0
        if p.rehearsal != NO_CARD:
            most = rules.section_dancers[p.rehearsal, section]
        if p.resting[section] < 0 or p.resting[section] > most:
            return DANCERS
        had += most
        there += p.resting[section]
    for place in range(PLACES):
        for row in range(ROWS):
            if p.dancers[place, row] < 0:
                return DANCERS
            if p.dancers[place, row] > 0 and g.ballrooms[place] == NO_CARD:
                return DANCERS
            there += p.dancers[place, row]
    return OK if had == there else DANCERS


@compiled
def gained_vp(rules, first, n):
    """VP of the plain gains among effects."""
    vp = 0
    for row in range(first, first + n):
        if rules.effects[row, c.COL_CODE] == c.E_GAIN:
            vp += rules.effects[row, c.COL_VP]
    return vp


@compiled
def row_vp(g, rules, p, seat):
    """VP that the row of a seat in a ballroom brings a player."""
    ballroom, row = g.ballrooms[seat // ROWS], seat % ROWS
    once = gained_vp(rules, rules.row_effect[ballroom, row], rules.row_effect_n[ballroom, row])
    return once * p.row_bonus


@compiled
def section_vp(rules, p, section):
    """VP that an empty section brings a player."""
    first = rules.section_effect[p.rehearsal, section]
    return gained_vp(rules, first, rules.section_effect_n[p.rehearsal, section])


@compiled
def ballroom_vp_due(g, rules, seat):
    """VP of rows and sections that a player has not taken yet."""
    p = g.players[seat]
    vp = 0
    for i in range(g.top):
        f = g.frames[i]
        if f.player == seat and f.kind == c.F_REWARDS:
            if f.marks & c.R_ROW_DUE:
                vp += row_vp(g, rules, p, f.seat)
            if f.marks & c.R_SECTION_DUE:
                vp += section_vp(rules, p, f.section)
    return vp
