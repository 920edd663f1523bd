"""Whole games for verification: checked at their end, some at every step, and counted.

The loop is the engine's own (machine.settle), interrupted where a state is examined.
"""

import numba

from simulate.compiling.signatures import declare
from simulate.engine import codes as c
from simulate.engine.flow import close_actions, move_on
from simulate.engine.frames import fail
from simulate.engine.jit import compiled
from simulate.engine.machine import MAX_SETTLING, apply, finish, legal
from simulate.engine.reactions import answers_now, settle_owed
from simulate.engine.rng import below, draw, game_key
from simulate.engine.setup import start
from simulate.verify.check_codes import M_GAME
from simulate.verify.counting import before_flow, count_action, count_game
from simulate.verify.gap_detection import (
    gaps_of_action,
    gaps_of_decision,
    gaps_of_end,
    gaps_of_flow,
)
from simulate.verify.invariants import broken
from simulate.verify.memo import (
    count_kept,
    forget,
    remember_action,
    remember_claims,
    remember_flow,
    remember_kept,
)
from simulate.verify.premises import count_premises
from simulate.verify.rare_turns import X_KRONES_FULL
from simulate.verify.seeker import decide

S_EVERY_STEP = 63  # the stream that selects the games checked at every step
MILLION = 1_000_000

# Contents of `failure` after a failed game.
FAILED_GAME, FAILED_STEP, FAILED_CODE, FAILED_ERROR = 0, 1, 2, 3
FAILURE_SIZE = 4
declare(failure=numba.int64[::1])


@compiled
def settle_counting(g, rules, out, memo, tally):
    """The engine's settle, examining the state whenever the game advances by itself."""
    for _ in range(MAX_SETTLING):
        if g.phase == c.PH_OVER:
            return 0
        if g.top == 0:
            if close_actions(g, rules):
                continue
            before_flow(g, rules, tally)
            remember_flow(g, rules, memo)
            gaps_of_flow(g, rules, memo, tally)
            move_on(g, rules)
            continue
        f = g.frames[g.top - 1]
        if g.players[f.player].owing and answers_now(rules, f):
            settle_owed(g, rules, f.player)
            continue
        n = legal(g, rules, f, out)
        if n > 0:
            return n
        if n == 0:
            tally.finished[f.kind] += 1
            finish(g, rules, f)
    fail(g, c.ERR_LOOP)
    return 0


@compiled
def play_checked(
    scratch,
    buffers,
    rules,
    worths,
    seat_policy,
    players,
    seed,
    game,
    every_step,
    stop,
    out,
    memo,
    seen,
    spare,
    tally,
):
    """Play one game in ``scratch[0]`` and return the code of the invariant it breaks, or 0.

    The last record is blank. With ``every_step`` each settled state is checked, else only
    the last one. ``stop``: break off after this many decisions (-1: play to the end).
    """
    scratch[0] = scratch[len(scratch) - 1]
    g = scratch[0]
    forget(memo)
    memo[M_GAME] = game
    start(g, rules, players, seed, game)
    n = settle_counting(g, rules, out, memo, tally)
    while n > 0 and g.decisions != stop:
        if every_step:
            tally.checks += 1
            count_premises(g, rules, tally)
            code = broken(g, rules, memo, seen, spare, tally.ignored)
            if code:
                return code
        f = g.frames[g.top - 1]
        gaps_of_decision(g, rules, f, memo, tally)
        pick = decide(scratch, buffers, rules, worths, seat_policy, out, n)
        count_action(g, rules, f, out[pick], n, tally)
        remember_action(g, rules, f, out[pick], memo)
        remember_kept(g, memo)
        gaps_of_action(g, rules, f, out[pick], memo, tally)
        p = g.players[f.player]
        krones = p.krones
        apply(g, rules, out[pick])
        remember_claims(g, rules, memo, tally)
        if krones < rules.krones_max and p.krones == rules.krones_max:
            tally.events[X_KRONES_FULL] += 1
        n = settle_counting(g, rules, out, memo, tally)
        count_kept(g, memo, tally)
    if n == 0:
        count_game(g, rules, memo, tally)
        gaps_of_end(g, memo, tally)
    tally.checks += 1
    count_premises(g, rules, tally)
    return broken(g, rules, memo, seen, spare, tally.ignored)


@compiled
def play_checked_range(
    scratch,
    buffers,
    rules,
    worths,
    seat_policy,
    players,
    seed,
    first,
    end,
    per_million,
    stop,
    out,
    memo,
    seen,
    spare,
    tally,
    failure,
):
    """Play games ``first`` .. ``end - 1``; ``per_million`` of a million are checked at every step.

    The choice depends only on seed and game. ``stop``: see ``play_checked``. Returns 1 and fills
    ``failure`` at the first game that breaks something, else 0.
    """
    for game in range(first, end):
        key = game_key(seed, game)
        every_step = below(draw(key, S_EVERY_STEP, 0), MILLION) < per_million
        if every_step:
            tally.games_every_step += 1
        code = play_checked(
            scratch,
            buffers,
            rules,
            worths,
            seat_policy,
            players,
            seed,
            game,
            every_step,
            stop,
            out,
            memo,
            seen,
            spare,
            tally,
        )
        if code:
            failure[FAILED_GAME] = game
            failure[FAILED_STEP] = scratch[0].decisions
            failure[FAILED_CODE] = code
            failure[FAILED_ERROR] = scratch[0].error
            return 1
    return 0


@compiled
def look_at(g, rules, memo, seen, spare, tally):
    """``broken`` for Python: reuses the machine code of its unit instead of compiling it again."""
    return broken(g, rules, memo, seen, spare, tally.ignored)
