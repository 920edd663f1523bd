"""What must hold in every settled state of a game, whatever the rules in force.

``broken`` looks at one state and returns the code of the first check that fails, 0 if all hold;
``MESSAGES`` says each in plain words. The checks compute again what the engine keeps up to date
step by step: where every card is, what each source of points must have brought, what staff change.
"""

import numba
import numpy as np

from model import Ruleset
from simulate.compiling.signatures import declare
from simulate.engine.codes import ERR_NONE, LOUNGE, PH_OVER, ROOM_COLOURS, VP_POLITICS
from simulate.engine.jit import compiled, exported
from simulate.engine.state import MAX_GUESTS, MAX_STAFF, PLAYER
from simulate.verify import check_codes as k
from simulate.verify.check_abilities import abilities
from simulate.verify.check_ballrooms import ballrooms
from simulate.verify.check_cards import guests_places, kept_guests, row_filled, staff_places
from simulate.verify.check_celebrities import celebrities
from simulate.verify.check_end import at_the_end
from simulate.verify.check_frames import frames
from simulate.verify.check_hotels import auction, entrances, own_cards
from simulate.verify.check_ledger import ledger
from simulate.verify.check_players import hotel, numbers, owed, used_cards
from simulate.verify.check_start_player import starting_player
from simulate.verify.switching import count_passed, fails, unless_off

declare(
    memo=numba.int64[::1],
    seen=numba.int64[::1],
    spare=numba.from_dtype(PLAYER)[::1],
    anew=numba.from_dtype(PLAYER),
    ignored=numba.int64[:],
)

SEEN = max(MAX_STAFF, MAX_GUESTS)


def new_memo(ruleset: Ruleset) -> np.ndarray:
    """What a check needs besides the state (see check_codes.M_*), as before a game's first step."""
    memo = np.zeros(k.M_SIZE, dtype=np.int64)
    tiles = ruleset.room_tiles
    memo[k.M_LIMITS : k.M_LIMITS + 3] = tiles.blue, tiles.red, tiles.yellow
    return memo


def new_seen() -> np.ndarray:
    """Scratch memory for the checks."""
    return np.zeros(SEEN, dtype=np.int64)


def new_spare() -> np.ndarray:
    """A player's record as scratch memory for the checks."""
    return np.zeros(1, dtype=PLAYER)


@compiled
def dice(g, rules, memo):
    """Every die of the round is on its space, taken by someone, or put aside at a reroll."""
    on_board = 0
    for face in range(1, len(g.dice)):
        if g.dice[face] < 0 and fails(k.DICE_LEFT, memo):
            return k.DICE_LEFT
        on_board += g.dice[face]
    if (on_board != g.dice_left or g.dice[0] != 0) and fails(k.DICE_LEFT, memo):
        return k.DICE_LEFT
    if g.round_no > 0:
        taken = 0
        for i in range(g.n_players):
            for face in range(1, len(g.dice)):
                taken += g.players[i].dice_taken[face]
        aside = g.rolls - 1
        if g.dice_left + aside + taken - memo[k.M_TAKEN] != rules.dice[g.n_players] and fails(
            k.DICE_ROUND, memo
        ):
            return k.DICE_ROUND
        counted = 0
        for i in range(g.n_players):
            counted += g.players[i].dice_this_round
        if counted != taken - memo[k.M_TAKEN] + (g.key_holder >= 0) and fails(k.DICE_COUNTED, memo):
            return k.DICE_COUNTED
    return unless_off(coloured_dice(g, rules), memo)


@compiled
def coloured_dice(g, rules):
    """A coloured die lies among the dice of its space, unless its celebrity has been met."""
    for place in range(LOUNGE):
        face = g.coloured_face[place]
        if face < 0 or face >= len(g.dice) or (face > 0 and place >= rules.coloured_dice):
            return k.DICE_COLOURED
        there = 0
        for other in range(LOUNGE):
            there += face > 0 and g.coloured_face[other] == face
        if there > g.dice[face]:
            return k.DICE_COLOURED
        for seat in range(g.n_players):
            if face > 0 and g.players[seat].celebrities[place] >= 0:
                return k.DICE_COLOURED
    return k.OK


@compiled
def markers(g, rules, memo):
    """Markers on politics cards are those the players put there; each place pays its VP once."""
    paid = 0
    for i in range(len(g.markers)):
        claimed = 0
        for seat in range(g.n_players):
            claimed += (g.players[seat].claimed >> i) & 1
        if claimed != g.markers[i] and fails(k.MARKERS, memo):
            return k.MARKERS
        card = g.politics[i]
        if (g.markers[i] > (rules.n_places[card] if card >= 0 else 0)) and fails(
            k.MARKERS_PLACES, memo
        ):
            return k.MARKERS_PLACES
        for place in range(g.markers[i]):
            paid += rules.place_vp[card, place]
    booked = 0
    for seat in range(g.n_players):
        if g.players[seat].claimed >> len(g.markers) and fails(k.MARKERS, memo):
            return k.MARKERS
        booked += g.players[seat].vp_by[VP_POLITICS]
    if booked != paid and fails(k.POLITICS_VP, memo):
        return k.POLITICS_VP
    return k.OK


@compiled
def room_tiles(g, rules, memo):
    """The supply of room tiles suffices: no more of a colour lie in all hotels than there are."""
    for colour in range(ROOM_COLOURS):
        used = 0
        for seat in range(g.n_players):
            p = g.players[seat]
            tiles = (p.vacant | p.occupied) & rules.colour_mask[p.board, colour]
            while tiles:
                used += tiles & 1
                tiles >>= 1
        if used > memo[k.M_LIMITS + colour]:
            return k.ROOM_TILES
    return k.OK


@compiled
def of_players(g, rules, memo, spare):
    """What each player has: tracks, tables, hotel, abilities, cards used."""
    code = k.OK
    for seat in range(g.n_players):
        if code == k.OK:
            code = numbers(rules, g.players[seat], memo)
        if code == k.OK:
            code = hotel(g, rules, seat, memo)
        if code == k.OK:
            code = abilities(rules, g.players[seat], spare, memo)
        if code == k.OK:
            code = unless_off(used_cards(g, rules, seat), memo)
    return unless_off(owed(g, rules), memo) if code == k.OK else code


@compiled
def of_modules(g, rules, memo, seen):
    """What modules bring."""
    code = starting_player(g, rules, memo)
    if code == k.OK:
        code = celebrities(g, rules, seen, memo)
    if code == k.OK:
        code = unless_off(entrances(g, rules, seen), memo)
    if code == k.OK:
        code = unless_off(auction(g), memo)
    if code == k.OK:
        code = own_cards(g, rules, memo)
    if code == k.OK:
        code = ballrooms(g, rules, memo, seen)
    return code


@compiled
def of_table(g, rules, memo, seen, spare):
    """What is common to all games, and what each player has."""
    code = frames(g, rules, memo)
    if code == k.OK:
        code = dice(g, rules, memo)
    if code == k.OK:
        code = of_players(g, rules, memo, spare)
    if code == k.OK:
        code = staff_places(g, rules, memo, seen)
    if code == k.OK:
        code = guests_places(g, rules, seen, memo)
    if code == k.OK:
        code = unless_off(kept_guests(g, rules, seen), memo)
    if code == k.OK:
        code = unless_off(row_filled(g, rules), memo)
    return code


@compiled
def first_broken(g, rules, memo, seen, spare):
    """The code of the first invariant that is broken and not switched off, or 0."""
    if g.error != ERR_NONE:
        return k.ENGINE_ERROR
    if g.n_players < 2 or g.n_players > 4:
        return unless_off(k.PLAYERS, memo)  # nothing else can be looked at
    if (g.round_no < 0 or g.round_no > rules.rounds) and fails(k.ROUND_NUMBER, memo):
        return k.ROUND_NUMBER
    code = of_table(g, rules, memo, seen, spare)
    if code == k.OK:
        code = of_modules(g, rules, memo, seen)
    if code == k.OK:
        code = markers(g, rules, memo)
    if code == k.OK:
        code = unless_off(room_tiles(g, rules, memo), memo)
    for seat in range(g.n_players):
        if code == k.OK:
            code = ledger(g, rules, memo, seat)
    if code == k.OK and g.phase == PH_OVER:
        code = at_the_end(g, rules, memo)
    return code


@exported
def broken(g, rules, memo, seen, spare, ignored):
    """The code of the first invariant that a settled state breaks, or 0.

    ``memo`` is what the loop that plays remembers (see check_codes), ``seen`` and ``spare`` are
    scratch memory. Invariants that memo says are off are passed over, each by itself, and counted
    in ``ignored``; only what cannot be looked at without one is passed over with it.
    """
    code = first_broken(g, rules, memo, seen, spare)
    count_passed(memo, ignored)
    return code
