"""Training samples of games: positions as seats saw them, and their targets.

The target of a position is not the result alone, which depends more on later events than on the
position. It is a mean of the network's values at the ends of the seat's later turns and of the
result, with weights that fall with time (TD(lambda): Sutton 1988). After a decision made at random,
the results say little about the positions before it: for these the value of the best plan at that
decision is used instead.
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

WITHIN, END, CUT = range(3)  # within a turn; at its end; before a random decision
HALF = 3  # within a turn, with a target of its own (half_turns.py)
NOBODY = -1  # in place of a seat: later events of the game do not enter the target


class Notes(NamedTuple):
    """Training samples. Only features other than 0 are stored."""

    indices: np.ndarray  # of features, position by position
    amounts: np.ndarray  # float32: their values
    begins: np.ndarray  # (samples + 1,): where the features of each position begin
    targets: np.ndarray  # (samples, HEADS): the targets; before the end: VP so far
    judged: np.ndarray  # (samples, HEADS): final VP and chance to win by the network
    seats: np.ndarray  # (samples,)
    kinds: np.ndarray  # (samples,): WITHIN ... CUT; of CUT only seat and judged values count
    held: np.ndarray  # (1,): number of samples
    best: np.ndarray  # (HEADS,): value of the best plan, see half_turns.py


def new_notes(samples: int, per_sample: int) -> Notes:
    """Buffers for this many positions with this many features each, on average."""
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
    """Save the network's output for a node whose first layer is known."""
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
    """Write the non-zero features of a position, as a seat sees it, from ``mind.x[0]``."""
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
    """Add a position to the samples as a seat sees it, if there is room."""
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
    """Save the value of the best plan found, before a decision is made at random."""
    at = notes.held[0]
    if at == len(notes.targets) or mind.counts[N_LEAVES] == 0:
        return
    leaf = mind.leaves[0]
    notes.begins[at + 1] = notes.begins[at]
    note_judgement(scratch[NODES + leaf], net, mind, notes, who, leaf, CUT)


@compiled
def finish_notes(g, notes, first, trace):
    """After a game, compute the targets of its samples, which begin at ``first``.

    ``trace``: the weight of everything after the next end of a turn (lambda).
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
