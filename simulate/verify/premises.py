"""What a position must have for an invariant to apply, and how often it did.

An invariant of dancers holds trivially in games without ballrooms. So each invariant declares its
premise here, and the positions in which it held are counted.
"""

import numba

from simulate.compiling.signatures import declare
from simulate.engine import codes as c
from simulate.engine.jit import compiled

declare(premises_met=numba.int64[:])

WORDS: dict[int, str] = {}
"""Each premise in words."""


def premise(words: str) -> int:
    """Declare a premise; returns its code."""
    WORDS[len(WORDS)] = words
    return len(WORDS) - 1


POSITION = premise("every position")
DECISION = premise("a decision is pending")
ROUND = premise("the set-up is over")
OVER = premise("the game is over")
ROOMS = premise("a hotel has a room")
FULL_GROUP = premise("a group is fully occupied")
PENDING_BONUS = premise("an occupancy bonus is pending")
GUEST_SEATED = premise("a guest sits in a café")
GUEST_HOUSED = premise("a guest has left a café")
GUEST_KEPT = premise("a guest is retained")
CARDS_IN_HAND = premise("a hand has a card")
STAFF_IN_PLAY = premise("a staff card is in play")
CLAIMED = premise("a politics card is claimed")
COLOURED_DICE = premise("there are coloured dice")
CELEBRITIES = premise("a celebrity helps a player")
ENTRANCES = premise("there are hotel entrances")
AUCTION = premise("an entrance is up for auction")
OWN_CARDS = premise("an entrance has personal cards or tiles")
KEY = premise("there is a skeleton key")
BALLROOMS = premise("there are ballrooms")
DANCERS = premise("a dancer is in a ballroom")


@compiled
def count_premises(g, rules, tally):
    """Count the premises that a position meets."""
    premises_met = tally.premises
    premises_met[POSITION] += 1
    premises_met[DECISION] += g.top > 0
    premises_met[ROUND] += g.round_no > 0
    premises_met[OVER] += g.phase == c.PH_OVER
    premises_met[COLOURED_DICE] += rules.coloured_dice > 0
    premises_met[ENTRANCES] += rules.entrances > 0
    premises_met[AUCTION] += g.auctioned >= 0
    premises_met[OWN_CARDS] += g.own_politics[0] >= 0 or g.own_tiles[0] >= 0
    premises_met[KEY] += rules.key != 0
    premises_met[BALLROOMS] += rules.ballrooms > 0
    kept = False
    for i in range(g.guest_discard_size):
        kept = kept or g.guest_kept[g.guest_discard[i]] != 0
    premises_met[GUEST_KEPT] += kept
    pending = False
    for i in range(g.top):
        f = g.frames[i]
        pending = pending or f.groups != 0 or f.kind == c.F_BONUS_KIND
    premises_met[PENDING_BONUS] += pending
    count_of_players(g, premises_met)


@compiled
def count_of_players(g, premises_met):
    """Count the premises that any player may meet."""
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
    premises_met[ROOMS] += rooms
    premises_met[FULL_GROUP] += group
    premises_met[GUEST_SEATED] += seated
    premises_met[GUEST_HOUSED] += housed
    premises_met[CARDS_IN_HAND] += hand
    premises_met[STAFF_IN_PLAY] += staff
    premises_met[CLAIMED] += claimed
    premises_met[CELEBRITIES] += celebrities
    premises_met[DANCERS] += dancers
