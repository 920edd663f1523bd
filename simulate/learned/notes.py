"""What training remembers of games: positions as seats saw them, and what was to come of them.

What was to come of a position is not the result alone, which owes more to what came later than to
the position: it is a mean of what the network said at the ends of the seat's later turns and of the
result, the later the less (TD(lambda): Sutton 1988). Where a decision was made at random, what came
of it says little about the positions before: for these the value of the best plan there was
stands in its place.
"""

from typing import NamedTuple

import numba
import numpy as np

from simulate.compiling.signatures import declare
from simulate.engine.jit import compiled
from simulate.engine.state import MAX_PLAYERS
from simulate.learned.features import best_rival
from simulate.learned.network import HEADS, OWN, RIVAL, VP_UNIT, WIN, first_layer
from simulate.learned.plan import N_LEAVES, NODES, ask_heads, describe_position

WITHIN, END, CUT = range(3)  # within a turn; where a seat has no more to decide; at random
HALF = 3  # within a turn, with a target of its own (half_turns.py)
NOBODY = -1  # whose seat: what comes later in the game is no target of the position


class Notes(NamedTuple):
    """Positions noted. Of the features only those that are not 0 are kept."""

    indices: np.ndarray  # uint16: of features, position by position
    amounts: np.ndarray  # float32: their values
    begins: np.ndarray  # (samples + 1,): where those of a position begin
    targets: np.ndarray  # (samples, HEADS): what was to come; before the end: VP so far
    judged: np.ndarray  # (samples, HEADS): final VP and chance to win by the network
    seats: np.ndarray  # (samples,)
    kinds: np.ndarray  # (samples,): WITHIN ... CUT, of which only the seat and what is judged count
    held: np.ndarray  # (1,): how many
    best: np.ndarray  # (HEADS,): what the best plan comes to: see half_turns.py


def new_notes(samples: int, per_sample: int) -> Notes:
    """Room for this many positions of this many features, on average."""
    return Notes(
        np.zeros(samples * per_sample, np.uint16),
        np.zeros(samples * per_sample, np.float32),
        np.zeros(samples + 1, np.int64),
        np.zeros((samples, HEADS), np.float32),
        np.zeros((samples, HEADS), np.float32),
        np.zeros(samples, np.int64),
        np.zeros(samples, np.uint8),
        np.zeros(1, np.int64),
        np.zeros(HEADS),
    )


declare(notes=numba.typeof(new_notes(0, 0)), trace=numba.float64, share=numba.float64)


@compiled
def note_judgement(g, net, mind, notes, who, node, kind):
    """Note what the network says of a node, whose first layer is known."""
    ask_heads(net, mind, node)
    at = notes.held[0]
    notes.judged[at, OWN] = g.players[who].vp + VP_UNIT * np.float64(mind.heads[OWN])
    notes.judged[at, RIVAL] = best_rival(g, who) + VP_UNIT * np.float64(mind.heads[RIVAL])
    notes.judged[at, WIN] = 1.0 / (1.0 + np.exp(-np.float64(mind.heads[WIN])))
    notes.seats[at] = who
    notes.kinds[at] = kind
    notes.held[0] = at + 1


@compiled
def room_left(net, notes):
    """Is there room for one more position, whatever its features?"""
    at = notes.held[0]
    room = len(notes.indices) - len(net.first_weights)
    return at < len(notes.targets) and notes.begins[at] <= room


@compiled
def write_features(g, rules, worth, net, book, mind, notes, who):
    """Write the features of a position that are not 0, as a seat sees it, from ``mind.x[0]``."""
    at = notes.held[0]
    here = notes.begins[at]
    inputs = mind.x[0]
    describe_position(g, rules, worth, net, book, mind, who, mind.seen[who], inputs)
    for i in range(len(net.first_weights)):
        if inputs[i] != 0.0:
            notes.indices[here] = i
            notes.amounts[here] = inputs[i]
            here += 1
    notes.begins[at + 1] = here


@compiled
def note_position(g, rules, worth, net, book, mind, notes, who, kind):
    """Note a position as a seat sees it, if there is room."""
    if not room_left(net, notes):
        return
    at = notes.held[0]
    write_features(g, rules, worth, net, book, mind, notes, who)
    notes.targets[at, OWN] = g.players[who].vp
    notes.targets[at, RIVAL] = best_rival(g, who)
    first_layer(mind.x[0], net.first_weights, net.first_bias, mind.sums[0])
    note_judgement(g, net, mind, notes, who, 0, kind)


@compiled
def note_cut(scratch, net, mind, notes, who):
    """Note the value of the best plan found, as a decision is about to be made at random."""
    at = notes.held[0]
    if at == len(notes.targets) or mind.counts[N_LEAVES] == 0:
        return
    leaf = mind.leaves[0]
    notes.begins[at + 1] = notes.begins[at]
    note_judgement(scratch[NODES + leaf], net, mind, notes, who, leaf, CUT)


@compiled
def finish_notes(g, notes, first, trace):
    """Once a game is over: what was still to come in each position noted of it, from ``first``.

    ``trace``: the share that what came after the next end of a turn has (lambda).
    """
    targets, judged = notes.targets, notes.judged
    for who in range(MAX_PLAYERS):
        if who >= g.n_players:
            break
        best, winners = 0, 0
        for seat in range(g.n_players):
            if g.players[seat].rank == 1:
                winners += 1
                best += seat == who
        mine, rival = 1.0 * g.players[who].vp, 1.0 * best_rival(g, who)
        chance = best / winners if winners else 0.0
        for i in range(notes.held[0] - 1, first - 1, -1):
            if notes.seats[i] != who:
                continue
            keep = 0.0
            if notes.kinds[i] != CUT:
                targets[i, OWN] = (mine - targets[i, OWN]) / VP_UNIT
                targets[i, RIVAL] = (rival - targets[i, RIVAL]) / VP_UNIT
                targets[i, WIN] = chance
                keep = trace if notes.kinds[i] == END else 1.0
            mine = keep * mine + (1.0 - keep) * judged[i, OWN]
            rival = keep * rival + (1.0 - keep) * judged[i, RIVAL]
            chance = keep * chance + (1.0 - keep) * judged[i, WIN]
