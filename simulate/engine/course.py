"""Course of a game for the record: scores by round, turns, choices. Play never reads it."""

from simulate.compiling.written import places, written
from simulate.engine.codes import BALLROOMS, GOODS, ROWS
from simulate.engine.jit import compiled
from simulate.engine.ledger import in_turn
from simulate.engine.state import PLAYER

COMPARED = (
    *("vp", "krones", "emperor", "vacant", "occupied", "housed", "staff_size", "hand_size"),
    *("claimed", "own_done", "keys", "kitchen", "cafe", "missing_total", "dancers"),
)
"""The fields of a player that ``gained`` compares: a copy of all takes longer."""

note_player = compiled(
    written(
        "note_player(p, before)",
        "Remember of a player what is compared when the turn ends.",
        [
            f"before.{place} = p.{place}"
            for name in COMPARED
            for place in places(name, PLAYER[name].shape)
        ],
    )
)


@compiled
def note_round(g):
    """A round is over and fully scored; the final scoring is still to come."""
    for i in range(g.n_players):
        g.course[i].vp[g.round_no - 1] = g.players[i].vp


@compiled
def note_choice(g, who, n):
    """A seat has ``n`` legal actions, two or more; counted only in turns."""
    if in_turn(g):
        g.course[who].choices += 1
        g.course[who].options += n


@compiled
def turn_begins(g, who):
    """Remember what a seat has when its turn begins."""
    note_player(g.players[who], g.turn_began[0])


@compiled
def turn_ends(g, who):
    """Count a turn; it is dead if its seat gained nothing."""
    g.course[who].turns += 1
    if not gained(g.players[who], g.turn_began[0]):
        g.course[who].dead_turns += 1


@compiled
def gained(p, before):
    """Has a player gained anything since: VP, krones, steps, goods, guests, rooms, cards?

    A good laid on a guest counts as gained, even one only moved there: the guest is nearer to its
    room. So do another turn and the skeleton key.
    """
    if p.vp > before.vp or p.krones > before.krones or p.emperor > before.emperor:
        return True
    if (p.vacant | p.occupied) & ~(before.vacant | before.occupied):
        return True
    if p.occupied & ~before.occupied or p.housed > before.housed:
        return True
    if p.staff_size > before.staff_size or p.hand_size > before.hand_size:
        return True
    if p.claimed & ~before.claimed or p.own_done & ~before.own_done:
        return True
    if p.extra_turns > 0 or p.keys > before.keys:
        return True
    return more_goods(p, before) or more_dancers(p, before)


@compiled
def more_goods(p, before):
    """Are there more goods in the kitchen, or a guest who wants less or is new?"""
    for k in range(GOODS):
        if p.kitchen[k] > before.kitchen[k]:
            return True
    for t in range(p.tables):
        if p.cafe[t] >= 0:
            if p.cafe[t] != before.cafe[t] or p.missing_total[t] < before.missing_total[t]:
                return True
    return False


@compiled
def more_dancers(p, before):
    """Does any row of a ballroom hold more dancers?"""
    for place in range(BALLROOMS):
        for row in range(ROWS):
            if p.dancers[place, row] > before.dancers[place, row]:
                return True
    return False
