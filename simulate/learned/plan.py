"""The best plan for a seat's pending decisions: a beam search judged by the learned value.

A plan is a sequence of decisions up to the point where no decision is pending; in a turn, that is
its end. At each depth the best positions are kept, also within the turn by the learned value.
Positions that other orders of the same actions reach are judged once (transposition table). The
search begins with a determinization by the seat's information alone: chance comes from the number
of the decision, never from the game's key. A plan is remembered and followed as long as events
match the drawn ones.
"""

from typing import NamedTuple

import numba
import numpy as np

from simulate.compiling.signatures import declare
from simulate.engine.codes import PASS, PH_AUCTION, PH_OVER, PH_TURNS
from simulate.engine.frames import kind_of
from simulate.engine.jit import compiled, exported, inlined
from simulate.engine.machine import MAX_ACTIONS, MAX_SETTLING, apply, finish, legal
from simulate.engine.reactions import answers_now, settle_owed
from simulate.engine.rng import mix
from simulate.engine.state import FRAME, GAME, MAX_PLAYERS, MAX_STAFF, PLAYER, WORD
from simulate.learned.auctions import end_auction
from simulate.learned.bars import allowed
from simulate.learned.cards import blank_cards
from simulate.learned.features import (
    FEATURES,
    OF_TURN,
    SEEN,
    best_rival,
    note_seen,
    table_features,
    turn_features,
)
from simulate.learned.further import (
    FURTHER_FEATURES,
    FURTHER_OF_TURN,
    further_table_features,
    further_turn_features,
)
from simulate.learned.network import (
    FIRST,
    HEADS,
    LIST,
    OWN,
    RIVAL,
    SECOND,
    VP_UNIT,
    WIN,
    blank,
    changed_layer,
    first_layer,
    rest,
)
from simulate.learned.parts import FOUND
from simulate.learned.tastes import leaning
from simulate.policies.determinization import determinize
from simulate.policies.greedy import copy_hot

MAX_WIDTH, MAX_LEAVES = 32, 16
DEPTH = 64  # most decisions in a plan
TURNS = 2  # per seat and round
SAME = 1e-4  # VP: rounding differences between values of one position
# Game records: the game, others' look-ahead, the determinization, rollouts with their look-ahead.
WORLD, PLAYOUT = 2, 3
NODES = 5  # the first record of a search node
N_NODES = 2 * MAX_WIDTH + MAX_LEAVES + 2
MIND_GAMES = NODES + N_NODES + 1  # the last one is blank
TABLE = 2048  # size of the transposition table


class Mind(NamedTuple):
    """Buffers for planning. Only the plans persist between decisions."""

    x: np.ndarray  # (N_NODES, FURTHER_FEATURES): features of positions
    sums: np.ndarray  # (N_NODES, FIRST): sums of the first layer
    rows: np.ndarray  # (LIST,): changed features
    amounts: np.ndarray  # (LIST,): amounts of change
    second: np.ndarray  # (SECOND,)
    heads: np.ndarray  # (HEADS,)
    found: np.ndarray  # (FOUND,)
    value: np.ndarray  # (N_NODES,)
    path: np.ndarray  # (N_NODES, DEPTH): actions from the root
    before: np.ndarray  # (N_NODES, DEPTH): hashes of what was seen before each action
    length: np.ndarray  # (N_NODES,): number of actions
    free: np.ndarray  # (N_NODES,): nodes not in use
    level: np.ndarray  # (2, MAX_WIDTH): nodes of this depth and of the next
    leaves: np.ndarray  # (MAX_LEAVES,): the best ends found, best first
    visited: np.ndarray  # (TABLE,): the transposition table, by position hash
    counts: np.ndarray  # (8,): see N_FREE ...
    plan: np.ndarray  # (MAX_PLAYERS, DEPTH): the plan of each seat
    expected: np.ndarray  # (MAX_PLAYERS, DEPTH): what the seat sees before each decision of it
    at: np.ndarray  # (MAX_PLAYERS, 2): index of the next decision, number of decisions
    seen: np.ndarray  # (MAX_PLAYERS + 1, SEEN): cards seen at the time of the plan; last: rollouts
    hidden: np.ndarray  # (MAX_STAFF,)
    out: np.ndarray  # (2, MAX_ACTIONS)
    totals: np.ndarray  # (N_NODES,): of rollouts


N_FREE, N_LEVEL, N_NEXT, N_LEAVES, N_WIDTH, N_JUDGED = range(6)


def new_mind() -> Mind:
    """New buffers for planning, with the shapes given above."""
    f4, f8, i8, u8 = np.float32, np.float64, np.int64, np.uint64
    return Mind(
        x=np.zeros((N_NODES, FURTHER_FEATURES), f4),
        sums=np.zeros((N_NODES, FIRST), f4),
        rows=np.zeros(LIST, i8),
        amounts=np.zeros(LIST, f4),
        second=np.zeros(SECOND, f4),
        heads=np.zeros(HEADS, f4),
        found=np.zeros(FOUND, f8),
        value=np.zeros(N_NODES, f8),
        path=np.zeros((N_NODES, DEPTH), np.int32),
        before=np.zeros((N_NODES, DEPTH), u8),
        length=np.zeros(N_NODES, i8),
        free=np.zeros(N_NODES, i8),
        level=np.zeros((2, MAX_WIDTH), i8),
        leaves=np.zeros(MAX_LEAVES, i8),
        visited=np.zeros(TABLE, u8),
        counts=np.zeros(8, i8),
        plan=np.zeros((MAX_PLAYERS, DEPTH), np.int32),
        expected=np.zeros((MAX_PLAYERS, DEPTH), u8),
        at=np.zeros((MAX_PLAYERS, 2), i8),
        seen=np.zeros((MAX_PLAYERS + 1, SEEN), np.uint8),
        hidden=np.zeros(MAX_STAFF, i8),
        out=np.zeros((2, MAX_ACTIONS), np.int32),
        totals=np.zeros(N_NODES, f8),
    )


declare(
    net=numba.typeof(blank()),
    book=numba.typeof(blank_cards()),
    mind=numba.typeof(new_mind()),
    value=numba.float64,
    worths_of=numba.float64[::1],
    nodes=numba.int64[::1],
    visited=numba.uint64[::1],
)
SALT = np.uint64(0x9E3779B97F4A7C15)
FACTOR = np.uint64(0xBF58476D1CE4E5B9)
ONE, U29, U32 = np.uint64(1), np.uint64(29), np.uint64(32)


def _word_of(field: str, after: bool = False) -> int:
    """Index of the word of a game record in which a field begins (or of the one after its end)."""
    kind, start = GAME.fields[field][:2]  # type: ignore[index]
    return -(-(start + kind.itemsize) // WORD) if after else start // WORD


# Words of a game record that distinguish positions of one search; the order of decks does not.
DICE_WORDS = (_word_of("n_players"), _word_of("dice_left", after=True))
NEXT_WORD = _word_of("guest_next")
ROW_WORDS = (_word_of("row"), _word_of("roll_due", after=True))
BOARD_WORDS = (_word_of("staff_top"), _word_of("players"))
FIRST_PLAYER, ONE_PLAYER = GAME.fields["players"][1], PLAYER.itemsize  # type: ignore[index]
FIRST_FRAME, ONE_FRAME = GAME.fields["frames"][1], FRAME.itemsize  # type: ignore[index]


@compiled
def hash_words(buffers, index, first, last, word):
    """Mix some words of a record into a hash."""
    other = SALT
    i, end = np.uint64(first), np.uint64(last)  # unsigned indices need no check of their sign
    while i + ONE < end:
        word = (word ^ buffers[index, i]) * FACTOR
        other = (other ^ buffers[index, i + ONE]) * SALT
        word ^= word >> U29
        other ^= other >> U32
        i += ONE + ONE
    if i < end:
        word = (word ^ buffers[index, i]) * FACTOR
    return (word ^ other) * FACTOR


@compiled
def hash_seat(buffers, index, who, top, word):
    """Mix a seat's things and the frames into a hash."""
    first = (FIRST_PLAYER + ONE_PLAYER * who) // WORD
    last = (FIRST_PLAYER + ONE_PLAYER * (who + 1)) // WORD + 1
    word = hash_words(buffers, index, first, last, word)
    first = FIRST_FRAME // WORD
    last = (FIRST_FRAME + ONE_FRAME * top) // WORD
    over = (FIRST_FRAME + ONE_FRAME * top) % WORD
    word = hash_words(buffers, index, first, last, word)
    if over:  # nothing is stored beyond the last frame
        rest_of_it = buffers[index, last] & ((np.uint64(1) << np.uint64(8 * over)) - np.uint64(1))
        word = (word ^ rest_of_it) * FACTOR
    return word


@compiled
def position_hash(g, buffers, index, who):
    """Hash of a position for the transposition table; never 0."""
    word = hash_words(buffers, index, DICE_WORDS[0], DICE_WORDS[1], SALT)
    word = hash_words(buffers, index, NEXT_WORD, NEXT_WORD + 1, word)
    word = hash_words(buffers, index, ROW_WORDS[0], ROW_WORDS[1], word)
    word = hash_words(buffers, index, BOARD_WORDS[0], BOARD_WORDS[1], word)
    if g.phase == PH_AUCTION:  # fields of the auction may share a word with those of the first seat
        auction = np.uint64((g.auctioned + 1) << 24 | (g.bid + 1) << 16 | (g.leader + 1) << 8)
        word = (word ^ (auction | np.uint64(g.bidding))) * FACTOR
    word = hash_seat(buffers, index, who, g.top, word) + np.uint64(g.top)
    return word | np.uint64(1)


@compiled
def sight(g, buffers, index, who):
    """A hash of what a seat sees: the same in the game and in a determinization."""
    word = SALT + np.uint64(g.round_no)
    for face in range(len(g.dice)):
        word = (word ^ np.uint64(g.dice[face])) * FACTOR
    for i in range(len(g.row)):
        word = (word ^ np.uint64(g.row[i] + 1)) * FACTOR
    word ^= word >> U29
    return hash_seat(buffers, index, who, g.top, word)


@compiled
def settle_own(g, rules, who, out):
    """The engine's settle, until no decision of the seat is pending.

    Returns the number of its legal actions; 0: no more decisions now.
    """
    for _ in range(MAX_SETTLING):
        if g.phase == PH_OVER or g.top == 0:
            return 0
        f = g.frames[g.top - 1]
        if f.player != who:
            return 0
        if g.players[who].owing and answers_now(rules, f):
            settle_owed(g, rules, who)
            continue
        n = legal(g, rules, f, out)
        if n > 0:
            return n
        if n == 0:
            finish(g, rules, f)
    return 0


@compiled
def visited_before(visited, word):
    """Is a position in the transposition table? If not, it is added."""
    place = np.int64(word >> U32) & (TABLE - 1)
    for _ in range(16):
        if visited[place] == word:
            return True
        if visited[place] == 0:
            visited[place] = word
            return False
        place = (place + 1) & (TABLE - 1)
    return False


@inlined
def value_of(g, rules, dial, who, heads):
    """The value of a position to a seat: its final VP less a share of the best rival's."""
    value = g.players[who].vp + VP_UNIT * np.float64(heads[OWN])
    value -= dial.rivals * (best_rival(g, who) + VP_UNIT * np.float64(heads[RIVAL]))
    if dial.win != 0.0:
        value += dial.win / (1.0 + np.exp(-np.float64(heads[WIN])))
    if dial.passing != 0.0 and g.players[who].passed:
        value -= dial.passing
    if dial.leans:
        value += leaning(g, rules, who, dial)
    return value


@inlined
def describe_position(g, rules, worth, net, book, mind, who, noted, inputs):
    """All features of a position that the network reads."""
    n = len(net.first_weights)
    for i in range(FURTHER_FEATURES):
        inputs[i] = 0.0
    table_features(g, rules, worth, who, book.tile, mind.found, inputs)
    turn_features(
        g, rules, worth, who, noted, book.effect, book.guest, book.staff, mind.found, inputs
    )
    if n > FEATURES:
        further_table_features(g, rules, worth, who, inputs)
        further_turn_features(g, rules, who, noted, book.guest, mind.found, inputs)


@inlined
def ask_heads(net, mind, node):
    """The network's output for a position whose first layer is known, in ``mind.heads``."""
    rest(
        mind.sums[node],
        net.second_weights,
        net.second_bias,
        net.head_weights,
        net.head_bias,
        mind.second,
        mind.heads,
    )


@inlined
def note_value(g, rules, dial, net, mind, who, node):
    """The value of a position whose first layer is known."""
    ask_heads(net, mind, node)
    mind.value[node] = value_of(g, rules, dial, who, mind.heads)


@inlined
def judge_root(g, rules, worth, dial, net, book, mind, who, noted, node):
    """The value of a position, computed from all features."""
    describe_position(g, rules, worth, net, book, mind, who, noted, mind.x[node])
    first_layer(mind.x[node], net.first_weights, net.first_bias, mind.sums[node])
    note_value(g, rules, dial, net, mind, who, node)


@inlined
def judge_child(g, rules, worth, dial, net, book, mind, who, noted, node, parent):
    """The value of a position of the same turn, updated from its parent's."""
    n = len(net.first_weights)
    inputs, others = mind.x[node], mind.x[parent]
    for i in range(OF_TURN):
        inputs[i] = others[i]
    for i in range(OF_TURN, FURTHER_FEATURES):
        inputs[i] = 0.0
    turn_features(
        g, rules, worth, who, noted, book.effect, book.guest, book.staff, mind.found, inputs
    )
    if n > FEATURES:
        for i in range(FEATURES, FURTHER_OF_TURN):
            inputs[i] = others[i]
        further_turn_features(g, rules, who, noted, book.guest, mind.found, inputs)
    changed_layer(
        inputs,
        others,
        mind.sums[parent],
        net.first_weights,
        mind.rows,
        mind.amounts,
        mind.sums[node],
    )
    note_value(g, rules, dial, net, mind, who, node)


@compiled
def judge_bid(g, rules, worth, dial, net, book, mind, who, node):
    """The value of a position of the auction, if nobody bids any more."""
    end_auction(g, rules, worth, who, mind.out[1])
    judge_root(g, rules, worth, dial, net, book, mind, who, mind.seen[who], node)


@inlined
def take_node(mind):
    """Take a free node."""
    mind.counts[N_FREE] -= 1
    return mind.free[mind.counts[N_FREE]]


@inlined
def give_node(mind, node):
    """Free a node."""
    mind.free[mind.counts[N_FREE]] = node
    mind.counts[N_FREE] += 1


@compiled
def placed(nodes, n, most, value, worths_of, node):
    """Insert a node among the ``n`` best, best first.

    Returns the node to drop if there are more than ``most`` now; -1: none.
    """
    gone = -1
    if n == most:
        if worths_of[nodes[n - 1]] >= value:
            return node
        gone = nodes[n - 1]
        n -= 1
    while n > 0 and worths_of[nodes[n - 1]] < value:
        nodes[n] = nodes[n - 1]
        n -= 1
    nodes[n] = node
    return gone


@inlined
def extend_path(mind, node, parent, action, word):
    """Write the path to a node: its parent's and one more action."""
    n = mind.length[parent]
    for k in range(n):
        mind.path[node, k] = mind.path[parent, k]
        mind.before[node, k] = mind.before[parent, k]
    mind.path[node, n] = action
    mind.before[node, n] = word
    mind.length[node] = n + 1


@inlined
def keep(mind, nodes, which, most, node):
    """Insert a node among the best of its kind, or free it (or the one it displaces)."""
    gone = placed(nodes, mind.counts[which], most, mind.value[node], mind.value, node)
    if gone >= 0:
        give_node(mind, gone)
    else:
        mind.counts[which] += 1


@compiled
def one_is_worth(mind, nodes, n, value):
    """Has one of ``n`` nodes this value? Usually it is the same position, reached another way."""
    for i in range(n):
        if abs(mind.value[nodes[i]] - value) < SAME:
            return True
    return False


@compiled
def gives_a_turn_away(g, rules, who, act):
    """Does passing leave too few dice for the seat's remaining turns, whatever happens?

    That is so when the others have played: a die is removed before the rest are rolled again.
    """
    if kind_of(act) != PASS or g.phase != PH_TURNS or not rules.no_dice_turn_round_ends:
        return False
    for seat in range(g.n_players):
        if seat != who and g.players[seat].turns_taken < TURNS:
            return False
    return g.dice_left - 1 < TURNS - g.players[who].turns_taken


@inlined
def expand(scratch, buffers, rules, worth, dial, net, book, mind, who, node, nexts):
    """Judge the position after each action from a node; a bid by what it would win."""
    at = NODES + node
    n = settle_own(scratch[at], rules, who, mind.out[0])
    if dial.barred:
        n = allowed(dial, mind.out[0], n)
    word = sight(scratch[at], buffers, at, who)
    for j in range(n):
        if n > 1 and gives_a_turn_away(scratch[at], rules, who, mind.out[0, j]):
            continue
        child = take_node(mind)
        copy_hot(scratch, buffers, NODES + child, at)
        g = scratch[NODES + child]
        apply(g, rules, mind.out[0, j])
        left = settle_own(g, rules, who, mind.out[1])
        while left == 1:
            apply(g, rules, mind.out[1, 0])
            left = settle_own(g, rules, who, mind.out[1])
        if visited_before(mind.visited, position_hash(g, buffers, NODES + child, who)):
            give_node(mind, child)
            continue
        mind.counts[N_JUDGED] += 1
        if left == 0 and g.phase == PH_AUCTION:
            judge_bid(g, rules, worth, dial, net, book, mind, who, child)
        else:
            judge_child(g, rules, worth, dial, net, book, mind, who, mind.seen[who], child, node)
        extend_path(mind, child, node, mind.out[0, j], word)
        if left == 0:
            keep(mind, mind.leaves, N_LEAVES, dial.leaves, child)
        elif dial.distinct and one_is_worth(mind, nexts, mind.counts[N_NEXT], mind.value[child]):
            give_node(mind, child)
        else:
            keep(mind, nexts, N_NEXT, mind.counts[N_WIDTH], child)


@compiled
def chance_of(g, who):
    """The key by which a seat draws hidden information: from the number of the decision alone."""
    return mix(SALT + np.uint64(g.decisions * MAX_PLAYERS + who) * FACTOR)


@exported
def search_plans(scratch, buffers, rules, worth, dial, net, book, mind, who, word):
    """Find the ``dial.leaves`` best plans of a seat in the position of ``scratch[0]``.

    ``word``: the chance by which hidden information is drawn. Leaves the plans in ``mind.leaves``,
    best first; their number in ``mind.counts[N_LEAVES]``.
    """
    note_seen(scratch[0], who, mind.seen[who])
    copy_hot(scratch, buffers, WORLD, 0)
    determinize(scratch[WORLD], rules, who, word, mind.hidden)
    search_world(scratch, buffers, rules, worth, dial, net, book, mind, who)


@exported
def search_world(scratch, buffers, rules, worth, dial, net, book, mind, who):
    """The same in the sampled state ``scratch[WORLD]``; ``mind.seen``: what was seen before."""
    late = rules.rounds - scratch[WORLD].round_no < dial.late
    mind.counts[N_WIDTH] = dial.late_width if late else dial.width
    for i in range(TABLE):
        mind.visited[i] = 0
    for i in range(N_NODES):
        mind.free[i] = N_NODES - 1 - i
    mind.counts[N_FREE] = N_NODES
    mind.counts[N_LEAVES] = 0
    root = take_node(mind)
    copy_hot(scratch, buffers, NODES + root, WORLD)
    mind.length[root] = 0
    judge_root(
        scratch[NODES + root], rules, worth, dial, net, book, mind, who, mind.seen[who], root
    )
    mind.level[0, 0] = root
    mind.counts[N_LEVEL] = 1
    now = 0
    for _ in range(DEPTH - 1):
        mind.counts[N_NEXT] = 0
        for i in range(mind.counts[N_LEVEL]):
            node = mind.level[now, i]
            expand(
                scratch,
                buffers,
                rules,
                worth,
                dial,
                net,
                book,
                mind,
                who,
                node,
                mind.level[1 - now],
            )
            give_node(mind, node)
        now = 1 - now
        mind.counts[N_LEVEL] = mind.counts[N_NEXT]
        if mind.counts[N_LEVEL] == 0:
            break


@compiled
def place_of(out, n, action):
    """The index of an action among the legal ones; -1: not legal."""
    for i in range(n):
        if out[i] == action:
            return i
    return -1


@compiled
def remembered(g, buffers, mind, who, out, n):
    """The next action of a seat's plan, as an index in ``out``; -1: events differ from the plan."""
    k = mind.at[who, 0]
    if k >= mind.at[who, 1] or mind.expected[who, k] != sight(g, buffers, 0, who):
        return -1
    i = place_of(out, n, mind.plan[who, k])
    if i >= 0:
        mind.at[who, 0] = k + 1
    return i


@compiled
def remember_plan(mind, who, leaf):
    """Save the plan that ends in a leaf; its first action is about to be taken."""
    for k in range(mind.length[leaf]):
        mind.plan[who, k] = mind.path[leaf, k]
        mind.expected[who, k] = mind.before[leaf, k]
    mind.at[who, 0] = 1
    mind.at[who, 1] = mind.length[leaf]


@compiled
def forget_plans(mind):
    """Drop the plans of all seats."""
    for seat in range(MAX_PLAYERS):
        mind.at[seat, 0] = 0
        mind.at[seat, 1] = 0
