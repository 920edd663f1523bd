"""Conditions that hold in every settled state of a game, whatever the rules in force.

``broken`` examines one state and returns the code of the first check that fails, 0 if all hold;
``MESSAGES`` describes each in plain words. The checks recompute what the engine updates step by
step: where every card is, what each source of points gave, what staff change.
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
from simulate.verify.switching import count_passed, must

declare(
    memo=numba.int64[::1],
    seen=numba.int64[::1],
    spare=numba.from_dtype(PLAYER)[::1],
    anew=numba.from_dtype(PLAYER),
    ignored=numba.int64[:],
)

SEEN = max(MAX_STAFF, MAX_GUESTS)


def new_memo(ruleset: Ruleset) -> np.ndarray:
    """What a check needs in addition to the state (check_codes.M_*), before the first step."""
    memo = np.zeros(k.M_SIZE, dtype=np.int64)
    tiles = ruleset.room_tiles
    memo[k.M_LIMITS : k.M_LIMITS + 3] = tiles.blue, tiles.red, tiles.yellow
    return memo


def new_seen() -> np.ndarray:
    """Scratch memory for the checks."""
    return np.zeros(SEEN, dtype=np.int64)


def new_spare() -> np.ndarray:
    """A blank player's record as scratch memory for the checks."""
    return np.zeros(1, dtype=PLAYER)


@compiled
def dice(g, rules, memo):
    """Every die of the round is on its space, taken by someone, or put aside at a reroll."""
    on_board = 0
    for face in range(1, len(g.dice)):
        must(g.dice[face] >= 0, k.DICE_LEFT, memo)
        on_board += g.dice[face]
    must(on_board == g.dice_left and g.dice[0] == 0, k.DICE_LEFT, memo)
    if g.round_no > 0:
        taken, counted = -memo[k.M_TAKEN], 0
        for i in range(g.n_players):
            counted += g.players[i].dice_this_round
            for face in range(1, len(g.dice)):
                taken += g.players[i].dice_taken[face]
        aside = g.rolls - 1
        must(g.dice_left + aside + taken == rules.dice[g.n_players], k.DICE_ROUND, memo)
        must(counted == taken + (g.key_holder >= 0), k.DICE_COUNTED, memo)
    must(coloured_dice(g, rules), k.DICE_COLOURED, memo)


@compiled
def coloured_dice(g, rules):
    """A coloured die is among the dice of its space, unless its celebrity has been met."""
    for place in range(LOUNGE):
        face = g.coloured_face[place]
        if face < 0 or face >= len(g.dice) or (face > 0 and place >= rules.coloured_dice):
            return False
        there = 0
        for other in range(LOUNGE):
            there += face > 0 and g.coloured_face[other] == face
        if there > g.dice[face]:
            return False
        for seat in range(g.n_players):
            if face > 0 and g.players[seat].celebrities[place] >= 0:
                return False
    return True


@compiled
def markers(g, rules, memo):
    """Markers on politics cards are those the players put there; each place pays its VP once."""
    paid = 0
    for i in range(len(g.markers)):
        claimed = 0
        for seat in range(g.n_players):
            claimed += (g.players[seat].claimed >> i) & 1
        must(claimed == g.markers[i], k.MARKERS, memo)
        card = g.politics[i]
        places = rules.n_places[card] if card >= 0 else 0
        must(g.markers[i] <= places, k.MARKERS_PLACES, memo)
        for place in range(min(g.markers[i], places)):
            paid += rules.place_vp[card, place]
    booked = 0
    for seat in range(g.n_players):
        must(not g.players[seat].claimed >> len(g.markers), k.MARKERS, memo)
        booked += g.players[seat].vp_by[VP_POLITICS]
    must(booked == paid, k.POLITICS_VP, memo)


@compiled
def room_tiles(g, rules, memo):
    """The supply of room tiles suffices: all hotels together need no more of a colour."""
    for colour in range(ROOM_COLOURS):
        used = 0
        for seat in range(g.n_players):
            p = g.players[seat]
            tiles = (p.vacant | p.occupied) & rules.colour_mask[p.board, colour]
            while tiles:
                used += tiles & 1
                tiles >>= 1
        must(used <= memo[k.M_LIMITS + colour], k.ROOM_TILES, memo)


@compiled
def of_players(g, rules, memo, spare):
    """The players' part: tracks, tables, hotel, abilities, cards used."""
    for seat in range(g.n_players):
        numbers(rules, g.players[seat], memo)
        if memo[k.M_BROKEN]:  # perhaps the number of cards used next
            return
        hotel(g, rules, seat, memo)
        abilities(rules, g.players[seat], spare, memo)
        must(used_cards(g, rules, seat), k.STAFF_USED, memo)
    must(owed(g, rules), k.OWED, memo)


@compiled
def of_modules(g, rules, memo, seen):
    """The part of the modules."""
    starting_player(g, rules, memo)
    celebrities(g, rules, seen, memo)
    entrances(g, rules, seen, memo)
    if memo[k.M_BROKEN]:  # perhaps the number of an entrance
        return
    must(auction(g), k.AUCTION, memo)
    own_cards(g, rules, memo)
    ballrooms(g, rules, memo, seen)


@compiled
def of_table(g, rules, memo, seen, spare):
    """The part common to all games, and each player's part."""
    frames(g, rules, memo)
    dice(g, rules, memo)
    of_players(g, rules, memo, spare)
    if memo[k.M_BROKEN]:
        return
    staff_places(g, rules, memo, seen)
    guests_places(g, rules, seen, memo)
    must(kept_guests(g, rules, seen), k.GUEST_KEPT, memo)
    must(row_filled(g, rules), k.ROW_GAP, memo)


@compiled
def look(g, rules, memo, seen, spare):
    """Note the first broken invariant, and those before it that are switched off.

    If an invariant is broken that others rely on, these are not checked.
    """
    must(g.error == ERR_NONE, k.ENGINE_ERROR, memo)
    must(2 <= g.n_players <= 4, k.PLAYERS, memo)
    if g.error != ERR_NONE or g.n_players < 2 or g.n_players > 4:
        return  # nothing else can be checked
    must(0 <= g.round_no <= rules.rounds, k.ROUND_NUMBER, memo)
    of_table(g, rules, memo, seen, spare)
    if memo[k.M_BROKEN]:
        return
    of_modules(g, rules, memo, seen)
    if memo[k.M_BROKEN]:
        return
    markers(g, rules, memo)
    room_tiles(g, rules, memo)
    for seat in range(g.n_players):
        ledger(g, rules, memo, seat)
    if g.phase == PH_OVER:
        at_the_end(g, rules, memo)


@exported
def broken(g, rules, memo, seen, spare, ignored):
    """The code of the first invariant that a settled state breaks, or 0.

    ``memo`` is the memo of the playing loop (see check_codes); ``seen`` and ``spare`` are scratch
    memory. Invariants that memo switches off are skipped one by one, and counted in ``ignored``;
    with them are skipped only checks that are impossible without them.
    """
    memo[k.M_BROKEN] = k.OK
    look(g, rules, memo, seen, spare)
    count_passed(memo, ignored)
    return memo[k.M_BROKEN]
