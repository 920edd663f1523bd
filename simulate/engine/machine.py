"""The decision machine: list legal actions, apply one, advance to the next decision."""

from simulate.compiling.written import call, functions, ladder, written
from simulate.engine import (
    additional,
    dice,
    effects,
    emperor,
    final,
    hotel,
    main_action,
    moving_in,
    reactions,
    turn,
)
from simulate.engine import codes as c
from simulate.engine.flow import flow
from simulate.engine.frames import fail, pop
from simulate.engine.jit import compiled, exported
from simulate.engine.reactions import answers_now, settle_owed

MAX_ACTIONS = 1024
MAX_SETTLING = 100_000

PARTS = (
    *effects.PARTS,
    turn,
    moving_in,
    main_action,
    effects,
    emperor,
    final,
    reactions,
    additional,
    hotel,
    dice,
)
DECISIONS = {one.code: one for part in PARTS for one in part.DECISIONS}
# The most frequent frames; checking them first makes play faster.
COMMON = {
    code: DECISIONS[code]
    for code in (
        c.F_TURN,
        c.F_GOODS,
        c.F_PREPARE,
        c.F_SERVE,
        c.F_REWARDS,
        c.F_SPLIT,
        c.F_TRACKS,
        c.F_HIRE,
        c.F_MAIN,
        c.F_COPY,
        c.F_OCCUPY,
        c.F_TAKE_GUEST,
        c.F_FREE_GUEST,
        c.F_MORE_GUESTS,
    )
}


@compiled
def count(g, kind):
    """Number the next decision; those of a turn itself get multiples of 256."""
    g.decisions += 1
    g.place = (g.place | 255) + 1 if kind == c.F_TURN else g.place + 1


CALLED = functions(one for d in DECISIONS.values() for one in (d.legal, d.apply, d.finish))
RARE = {code: one for code, one in DECISIONS.items() if code not in COMMON}

legal_rare = compiled(
    written(
        "legal_rare(g, rules, f, out)",
        "The legal actions of frames that come up seldom.",
        [
            *ladder("f.kind", {k: f"return {call(d.legal)}" for k, d in RARE.items()}),
            "fail(g, ERR_FRAME)",
            "return 0",
        ],
        fail=fail,
        ERR_FRAME=c.ERR_FRAME,
        **CALLED,
    )
)

legal = exported(
    written(
        "legal(g, rules, f, out)",
        "Write the legal actions of a frame to ``out``; 0: nothing to decide, CHANGED: look again.",
        [
            *ladder("f.kind", {k: f"return {call(d.legal)}" for k, d in COMMON.items()}),
            "return legal_rare(g, rules, f, out)",
        ],
        legal_rare=legal_rare,
        **CALLED,
    )
)

apply_rare = compiled(
    written(
        "apply_rare(g, rules, f, act)",
        "Actions of frames that come up seldom.",
        [
            *ladder("f.kind", {k: call(d.apply) for k, d in RARE.items()}),
            "fail(g, ERR_ACTION)",
        ],
        fail=fail,
        ERR_ACTION=c.ERR_ACTION,
        **CALLED,
    )
)

apply = exported(
    written(
        "apply(g, rules, act)",
        "Carry out an action of the top frame (which must be legal).",
        [
            "f = g.frames[g.top - 1]",
            "count(g, f.kind)",
            *ladder("f.kind", {k: call(d.apply) for k, d in COMMON.items()}),
            "apply_rare(g, rules, f, act)",
        ],
        count=count,
        apply_rare=apply_rare,
        **CALLED,
    )
)

finish = exported(
    written(
        "finish(g, rules, f)",
        "A frame with nothing left to decide: do what still follows and take it off.",
        [
            *ladder("f.kind", {k: call(d.finish) for k, d in DECISIONS.items() if d.finish}),
            "pop(g)",
        ],
        pop=pop,
        **CALLED,
    )
)


@exported
def settle(g, rules, out):
    """Run everything that needs no decision; return the number of legal actions (0: game over)."""
    for _ in range(MAX_SETTLING):
        if g.phase == c.PH_OVER:
            return 0
        if g.top == 0:
            flow(g, rules)
            continue
        f = g.frames[g.top - 1]
        if g.players[f.player].owing and answers_now(rules, f):
            settle_owed(g, rules, f.player)
            continue
        n = legal(g, rules, f, out)
        if n > 0:
            return n
        if n == 0:
            finish(g, rules, f)
    fail(g, c.ERR_LOOP)
    return 0


@exported
def step(g, rules, act, out):
    """Apply an action and settle; returns the number of legal actions that follow."""
    apply(g, rules, act)
    return settle(g, rules, out)
