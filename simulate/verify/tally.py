"""What a playing loop counts: filled by compiled code from states and chosen actions."""

import numba
import numpy as np

from simulate.engine import codes as c
from simulate.engine.codes import FACES
from simulate.engine.frames import a_of, b_of, c_of, kind_of
from simulate.engine.jit import TYPES
from simulate.engine.program import MAX_POLITICS, MAX_TILES
from simulate.engine.state import MAX_GUESTS, MAX_STAFF, record
from simulate.verify.check_codes import M_REMOVED, M_TAKEN, M_TRACK
from simulate.verify.gaps.codes import GAPS
from simulate.verify.jit import compiled

KINDS, FRAMES, PLACES = 33, 25, 8

# Rare turns of a game, counted one by one.
(
    X_RESHUFFLE,
    X_REROLL,
    X_REROLLED_TWICE,
    X_NO_DICE,
    X_WITHOUT_EFFECT,
    X_DECLINED,
    X_STRENGTHENED,
    X_OVERFLOW,
    X_KRONES_FULL,
    X_KRONES_LOST,
    X_EXTRA_TURN,
    X_NEGATIVE,
    X_TIE_WIN,
    X_TIE_BROKEN,
    X_FORCED_VP,
    X_NO_KRONE,
    X_AVERTED_FREE,
    X_NOTHING,
    X_NO_PLACE,
    X_BARE_HOTEL,
    X_REFILLED,
    X_ROW_SHORT,
    X_DECK_SHORT,
    X_FULL_HOTEL,
) = range(24)
EVENTS = 24

TALLY = record(
    ("games", "i8"),
    ("games_every_step", "i8"),
    ("decisions", "i8"),
    ("checks", "i8"),
    ("staff_came", "i8", (MAX_STAFF,)),
    ("staff_played", "i8", (MAX_STAFF,)),
    ("staff_used", "i8", (MAX_STAFF,)),
    ("guest_taken", "i8", (MAX_GUESTS,)),
    ("guest_housed", "i8", (MAX_GUESTS,)),
    ("politics_dealt", "i8", (MAX_POLITICS,)),
    ("politics_claimed", "i8", (MAX_POLITICS,)),
    ("place_claimed", "i8", (PLACES,)),
    ("tile_dealt", "i8", (MAX_TILES,)),
    ("tile_reward", "i8", (MAX_TILES,)),
    ("tile_penalty", "i8", (MAX_TILES,)),
    ("tile_vp", "i8", (MAX_TILES,)),
    ("tile_averted", "i8", (MAX_TILES,)),
    ("die", "i8", (FACES + 1,)),
    ("copied", "i8", (FACES + 1,)),
    ("space", "i8", (FACES + 1,)),
    ("chosen", "i8", (KINDS,)),
    ("decided", "i8", (FRAMES,)),
    ("finished", "i8", (FRAMES,)),
    ("events", "i8", (EVENTS,)),
    ("gaps", "i8", (len(GAPS),)),  # games in which a position came up that the books leave open
    # The simplest such position: what lay on the table, the game, and the decisions before it.
    ("gap_weight", "i8", (len(GAPS),)),
    ("gap_game", "i8", (len(GAPS),)),
    ("gap_step", "i8", (len(GAPS),)),
)
COUNTS = TALLY.fields["gap_weight"][1] // 8  # type: ignore[index]  # words that are summed
TYPES["tally"] = numba.from_dtype(TALLY)


def new_tally() -> np.ndarray:
    """Blank counts, shape (1,)."""
    return np.zeros(1, dtype=TALLY)


def add(total: np.ndarray, more: np.ndarray) -> None:
    """Add the counts of ``more`` to ``total``, both of shape (1,); the simpler witness stays.

    Of equal ones the lower game number stays, so that the order of adding does not matter.
    """
    known, new = total[0], more[0]
    for i in range(len(GAPS)):
        one, other = witness(known, i), witness(new, i)
        best = min((one, other), key=lambda w: (w is None, w or ()))
        known.gap_weight[i], known.gap_game[i], known.gap_step[i] = best or (0, 0, 0)
    words = total.view(np.int64)[:COUNTS]
    words += more.view(np.int64)[:COUNTS]


def witness(tally: np.record, gap: int) -> tuple[int, int, int] | None:
    """(things on the table, game, decisions before) of the simplest position, or None."""
    if not tally.gaps[gap]:
        return None
    return int(tally.gap_weight[gap]), int(tally.gap_game[gap]), int(tally.gap_step[gap])


@compiled
def dice_taken(g):
    """Dice taken by all players in the whole game."""
    n = 0
    for i in range(g.n_players):
        for face in range(1, FACES + 1):
            n += g.players[i].dice_taken[face]
    return n


@compiled
def before_flow(g, rules, memo, tally):
    """Look at a state in which nobody decides, just before the game moves on by itself."""
    if g.phase == c.PH_ROUND_START:
        memo[M_TAKEN] = dice_taken(g)
    elif g.phase == c.PH_TURNS and g.dice_left == 0:
        for i in range(g.n_players):
            if g.players[i].turns_taken < 2:
                tally.events[X_NO_DICE] += 1
                break
    elif g.phase == c.PH_ROUND_END:
        if g.rolls > 2:
            tally.events[X_REROLLED_TWICE] += 1
    elif g.phase == c.PH_EMPEROR and g.step < g.n_players:
        at_the_emperor(g, rules, memo, tally)


@compiled
def at_the_emperor(g, rules, memo, tally):
    """One player is about to be judged; before the first, all score and retreat."""
    scoring = 0
    for k in range(rules.n_scorings):
        if rules.scoring_round[k] == g.round_no:
            scoring = k
    if g.step == 0:
        for i in range(g.n_players):
            memo[M_TRACK + i] += rules.emperor_vp[g.players[i].emperor]
    p = g.players[(g.step + g.round_no - 1) % g.n_players]
    position = p.emperor
    if g.step == 0:
        position = max(0, position - rules.retreat[scoring])
    if position >= rules.reward_from:
        tally.tile_reward[g.emperor_tiles[scoring]] += 1
    elif position > rules.penalty_up_to:
        tally.events[X_NOTHING] += 1
    elif p.avert_cost == 0:
        tally.events[X_AVERTED_FREE] += 1
    elif p.avert_cost > p.krones:
        tally.events[X_NO_KRONE] += 1


@compiled
def count_action(g, rules, f, act, n, memo, tally):
    """An action of the top frame is about to be carried out; ``n`` are legal."""
    kind = kind_of(act)
    a = a_of(act)
    p = g.players[f.player]
    tally.decided[f.kind] += 1
    tally.chosen[kind] += 1
    if (kind == c.DIE or kind == c.SPACE) and c_of(act):
        tally.events[X_STRENGTHENED] += 1
    if kind == c.DIE:
        if b_of(act) & c.D_WITHOUT_EFFECT:
            tally.events[X_WITHOUT_EFFECT] += 1
        else:
            tally.die[a] += 1
        if b_of(act) & c.D_DECLINE_EXTRA_DIE:
            tally.events[X_DECLINED] += 1
    elif kind == c.COPY:
        tally.copied[a] += 1
    elif kind == c.SPACE:
        tally.space[a] += 1
    elif kind == c.USE_STAFF:
        tally.staff_used[a] += 1
    elif kind == c.CLAIM:
        tally.politics_claimed[g.politics[a]] += 1
        tally.place_claimed[g.markers[a]] += 1
    elif kind == c.STEPS:
        if p.krones + f.n - a > rules.krones_max:
            tally.events[X_KRONES_LOST] += 1
    elif kind == c.END_TURN:
        if f.marks & c.T_EXTRA:
            tally.events[X_EXTRA_TURN] += 1
    elif kind == c.TAKE_PENALTY:
        tally.tile_penalty[f.card] += 1
    elif kind == c.LOSE_VP:
        tally.tile_vp[f.card] += 1
        if n == 1:
            tally.events[X_FORCED_VP] += 1
    elif kind == c.AVERT:
        tally.tile_averted[f.card] += 1
    elif kind == c.REMOVE_STAFF:
        memo[M_REMOVED] += 1
    elif kind == c.CHECK_IN:
        count_room(rules, p, b_of(act), tally)
    elif kind == c.OCCUPY or (kind == c.PREPARE and f.marks & c.B_OCCUPY_AT_ONCE):
        count_room(rules, p, a, tally)
    elif kind == c.REMOVE_ROOM:
        tiles = p.vacant | p.occupied
        if tiles == 1 << a:
            tally.events[X_BARE_HOTEL] += 1


@compiled
def fills_again(rules, p, room):
    """Would occupying a room fill a group whose bonus was paid before?"""
    group = rules.group_of[p.board, room]
    mask = rules.group_mask[p.board, group]
    return (p.occupied | 1 << room) & mask == mask and (p.groups_paid >> group) & 1 == 1


@compiled
def count_room(rules, p, room, tally):
    """A room is about to be occupied."""
    if fills_again(rules, p, room):
        tally.events[X_REFILLED] += 1


@compiled
def count_game(g, rules, memo, tally):
    """A game is over: cards by the log, politics cards and tiles dealt, and how it ended."""
    tally.games += 1
    tally.decisions += g.decisions
    for i in range(g.log_size):
        e = g.log[i]
        if e.kind == c.LOG_STAFF:
            tally.staff_came[e.card] += 1
            if e.used_round > 0:
                tally.staff_played[e.card] += 1
        else:
            tally.guest_taken[e.card] += 1
            if e.used_round > 0:
                tally.guest_housed[e.card] += 1
    for i in range(len(g.politics)):
        if g.politics[i] >= 0:
            tally.politics_dealt[g.politics[i]] += 1
            if g.markers[i] == rules.n_places:
                tally.events[X_NO_PLACE] += 1
    for i in range(len(g.emperor_tiles)):
        if g.emperor_tiles[i] >= 0:
            tally.tile_dealt[g.emperor_tiles[i]] += 1
    tally.events[X_RESHUFFLE] += g.guest_shuffles
    tally.events[X_REROLL] += g.rerolls
    if g.staff_deck_size == 0:
        tally.events[X_DECK_SHORT] += 1
    for i in range(len(g.row)):
        if g.row[i] < 0:
            tally.events[X_ROW_SHORT] += 1
            break
    for i in range(g.n_players):
        beyond = g.players[i].vp_by[c.VP_TRACK] - memo[M_TRACK + i]
        tally.events[X_OVERFLOW] += beyond
    count_scores(g, tally)


@compiled
def count_scores(g, tally):
    """Final scores below zero, full hotels, shared wins and wins by leftovers."""
    best = g.players[0].vp
    for i in range(g.n_players):
        p = g.players[i]
        best = max(best, p.vp)
        if p.vp < 0:
            tally.events[X_NEGATIVE] += 1
        if p.occupied == (1 << c.ROOMS) - 1:
            tally.events[X_FULL_HOTEL] += 1
    level = 0
    winners = 0
    for i in range(g.n_players):
        if g.players[i].vp == best:
            level += 1
        if g.players[i].rank == 1:
            winners += 1
    if winners > 1:
        tally.events[X_TIE_WIN] += 1
    elif level > 1:
        tally.events[X_TIE_BROKEN] += 1
