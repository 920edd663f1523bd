"""What a position must have for an invariant to say anything about it, and how often it did.

An invariant of dancers holds in every game without ballrooms. That shows nothing, so each one
names its premise here, and positions in which that was met are counted.
"""

import numba

from simulate.compiling.signatures import declare
from simulate.engine import codes as c
from simulate.engine.jit import compiled
from simulate.verify import tally as t

declare(premises_met=numba.int64[:])

WORDS = {
    t.P_POSITION: "every position",
    t.P_DECISION: "a decision is pending",
    t.P_ROUND: "the set-up is over",
    t.P_OVER: "the game is over",
    t.P_ROOMS: "a hotel has a room",
    t.P_FULL_GROUP: "a group is fully occupied",
    t.P_PENDING_BONUS: "an occupancy bonus is pending",
    t.P_GUEST_SEATED: "a guest sits in a cafe",
    t.P_GUEST_HOUSED: "a guest has left a cafe",
    t.P_GUEST_KEPT: "a guest is retained",
    t.P_CARDS_IN_HAND: "a hand has a card",
    t.P_STAFF_IN_PLAY: "a staff card is in play",
    t.P_CLAIMED: "a politics card is claimed",
    t.P_COLOURED_DICE: "there are coloured dice",
    t.P_CELEBRITIES: "a celebrity helps a player",
    t.P_ENTRANCES: "there are hotel entrances",
    t.P_AUCTION: "an entrance is up for auction",
    t.P_OWN_CARDS: "an entrance has personal cards or tiles",
    t.P_KEY: "there is a skeleton key",
    t.P_BALLROOMS: "there are ballrooms",
    t.P_DANCERS: "a dancer is in a ballroom",
}
"""Each premise in words."""


@compiled
def count_premises(g, rules, tally):
    """Count the premises that a position meets."""
    premises_met = tally.premises
    premises_met[t.P_POSITION] += 1
    premises_met[t.P_DECISION] += g.top > 0
    premises_met[t.P_ROUND] += g.round_no > 0
    premises_met[t.P_OVER] += g.phase == c.PH_OVER
    premises_met[t.P_COLOURED_DICE] += rules.coloured_dice > 0
    premises_met[t.P_ENTRANCES] += rules.entrances > 0
    premises_met[t.P_AUCTION] += g.auctioned >= 0
    premises_met[t.P_OWN_CARDS] += g.own_politics[0] >= 0 or g.own_tiles[0] >= 0
    premises_met[t.P_KEY] += rules.key != 0
    premises_met[t.P_BALLROOMS] += rules.ballrooms > 0
    kept = False
    for i in range(g.guest_discard_size):
        kept = kept or g.guest_kept[g.guest_discard[i]] != 0
    premises_met[t.P_GUEST_KEPT] += kept
    pending = False
    for i in range(g.top):
        f = g.frames[i]
        pending = pending or f.groups != 0 or f.kind == c.F_BONUS_KIND
    premises_met[t.P_PENDING_BONUS] += pending
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
        for table in range(p.tables):
            seated = seated or p.cafe[table] >= 0
        for place in range(c.LOUNGE):
            celebrities = celebrities or p.celebrities[place] >= 0
        for place in range(c.BALLROOMS):
            for row in range(c.ROWS):
                dancers = dancers or p.dancers[place, row] > 0
    premises_met[t.P_ROOMS] += rooms
    premises_met[t.P_FULL_GROUP] += group
    premises_met[t.P_GUEST_SEATED] += seated
    premises_met[t.P_GUEST_HOUSED] += housed
    premises_met[t.P_CARDS_IN_HAND] += hand
    premises_met[t.P_STAFF_IN_PLAY] += staff
    premises_met[t.P_CLAIMED] += claimed
    premises_met[t.P_CELEBRITIES] += celebrities
    premises_met[t.P_DANCERS] += dancers
