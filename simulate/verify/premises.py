"""What a position must have for an invariant to say anything about it, and how often it did.

An invariant of dancers holds in every game without ballrooms. That shows nothing, so each one
names its premise here, and positions in which that was met are counted.
"""

import numba

from simulate.compiling.signatures import declare
from simulate.engine import codes as c
from simulate.engine.jit import compiled
from simulate.verify.tally import (
    P_AUCTION,
    P_BALLROOMS,
    P_CARDS_IN_HAND,
    P_CELEBRITIES,
    P_CLAIMED,
    P_COLOURED_DICE,
    P_DANCERS,
    P_DECISION,
    P_ENTRANCES,
    P_FULL_GROUP,
    P_GUEST_HOUSED,
    P_GUEST_KEPT,
    P_GUEST_SEATED,
    P_KEY,
    P_OVER,
    P_OWN_CARDS,
    P_PENDING_BONUS,
    P_POSITION,
    P_ROOMS,
    P_ROUND,
    P_STAFF_IN_PLAY,
)

declare(premises_met=numba.int64[:])

WORDS = {
    P_POSITION: "every position",
    P_DECISION: "a decision is pending",
    P_ROUND: "the set-up is over",
    P_OVER: "the game is over",
    P_ROOMS: "a hotel has a room",
    P_FULL_GROUP: "a group is fully occupied",
    P_PENDING_BONUS: "an occupancy bonus is pending",
    P_GUEST_SEATED: "a guest sits in a cafe",
    P_GUEST_HOUSED: "a guest has left a cafe",
    P_GUEST_KEPT: "a guest is retained",
    P_CARDS_IN_HAND: "a hand has a card",
    P_STAFF_IN_PLAY: "a staff card is in play",
    P_CLAIMED: "a politics card is claimed",
    P_COLOURED_DICE: "there are coloured dice",
    P_CELEBRITIES: "a celebrity helps a player",
    P_ENTRANCES: "there are hotel entrances",
    P_AUCTION: "an entrance is up for auction",
    P_OWN_CARDS: "an entrance has personal cards or tiles",
    P_KEY: "there is a skeleton key",
    P_BALLROOMS: "there are ballrooms",
    P_DANCERS: "a dancer is in a ballroom",
}
"""Each premise in words."""


@compiled
def count_premises(g, rules, tally):
    """Count the premises that a position meets."""
    premises_met = tally.premises
    premises_met[P_POSITION] += 1
    premises_met[P_DECISION] += g.top > 0
    premises_met[P_ROUND] += g.round_no > 0
    premises_met[P_OVER] += g.phase == c.PH_OVER
    premises_met[P_COLOURED_DICE] += rules.coloured_dice > 0
    premises_met[P_ENTRANCES] += rules.entrances > 0
    premises_met[P_AUCTION] += g.auctioned >= 0
    premises_met[P_OWN_CARDS] += g.own_politics[0] >= 0 or g.own_tiles[0] >= 0
    premises_met[P_KEY] += rules.key != 0
    premises_met[P_BALLROOMS] += rules.ballrooms > 0
    kept = False
    for i in range(g.guest_discard_size):
        kept = kept or g.guest_kept[g.guest_discard[i]] != 0
    premises_met[P_GUEST_KEPT] += kept
    pending = False
    for i in range(g.top):
        f = g.frames[i]
        pending = pending or f.groups != 0 or f.kind == c.F_BONUS_KIND
    premises_met[P_PENDING_BONUS] += pending
    count_of_players(g, premises_met)


@compiled
def count_of_players(g, premises_met):
    """Count those premises that any player may meet."""
    rooms = group = seated = housed = hand = staff = claimed = False
    celebrities = dancers = False
    for seat in range(g.n_players):
        p = g.players[seat]
        rooms = rooms or p.vacant | p.occupied != 0
        group = group or p.groups_paid != 0
        housed = housed or p.housed > 0
        hand = hand or p.hand_size > 0
        staff = staff or p.staff_size > 0
        claimed = claimed or p.claimed != 0
        for t in range(p.tables):
            seated = seated or p.cafe[t] >= 0
        for place in range(c.LOUNGE):
            celebrities = celebrities or p.celebrities[place] >= 0
        for place in range(c.BALLROOMS):
            for row in range(c.ROWS):
                dancers = dancers or p.dancers[place, row] > 0
    premises_met[P_ROOMS] += rooms
    premises_met[P_FULL_GROUP] += group
    premises_met[P_GUEST_SEATED] += seated
    premises_met[P_GUEST_HOUSED] += housed
    premises_met[P_CARDS_IN_HAND] += hand
    premises_met[P_STAFF_IN_PLAY] += staff
    premises_met[P_CLAIMED] += claimed
    premises_met[P_CELEBRITIES] += celebrities
    premises_met[P_DANCERS] += dancers
