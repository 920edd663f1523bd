"""The value of the markers on the two tracks: krones, and the way to the next emperor scoring."""

import numba

from simulate.compiling.signatures import declare
from simulate.engine import codes as c
from simulate.engine.count import scored_vp
from simulate.engine.jit import compiled
from simulate.policies import features as w

TURNS_IN_GAME = 14.0

declare(late=numba.float64, early=numba.float64)


@compiled
def early_share(worth, turns):
    """1 while there is time to use gains, falling to 0 in the last turns."""
    return min(1.0, turns / worth.w[w.LAST_TURNS])


@compiled
def between(worth, late, early, turns):
    """A value that changes from ``early`` to ``late`` over the last turns."""
    return late + early_share(worth, turns) * (early - late)


@compiled
def krones_worth(rules, worth, krones, turns):
    """Money buys more early; at the end a krone is worth its final scoring."""
    scarce, first, more = worth.w[w.SCARCE_TO], worth.w[w.FIRST_TO], worth.w[w.MORE_TO]
    early = worth.w[w.KRONE_SCARCE] * min(krones, scarce)
    early += worth.w[w.KRONE_FIRST] * min(max(krones - scarce, 0.0), first - scarce)
    early += worth.w[w.KRONE_MORE] * min(max(krones - first, 0.0), more - first)
    early += worth.w[w.KRONE_MANY] * max(krones - more, 0.0)
    return between(worth, 1.0 * krones * rules.final_krone_vp, early, turns)


@compiled
def emperor_worth(g, rules, p, worth, position):
    """The next scoring from a position on the track: VP, reward or penalty, steps left."""
    v = 0.0
    for k in range(rules.n_scorings):
        when = rules.scoring_round[k]
        if when < g.round_no or (when == g.round_no and g.phase == c.PH_EMPEROR):
            continue
        turns = 2 * (when - g.round_no) + 2 - p.turns_taken
        expected = position + worth.w[w.STEP_DRIFT] * turns
        at = min(int(expected), rules.emperor_max)
        points = 1.0 * rules.emperor_vp[at]
        if at < rules.emperor_max:
            points += (expected - at) * (rules.emperor_vp[at + 1] - rules.emperor_vp[at])
        v += worth.w[w.EMPEROR_VP] * points
        left = expected - rules.retreat[k]
        # Near a border the outcome is open while turns remain.
        slack = worth.w[w.OUTCOME_OPEN] + worth.w[w.OUTCOME_DRIFT] * turns
        reward = min(1.0, max(0.0, (left - rules.reward_from + slack) / (2.0 * slack)))
        danger = min(1.0, max(0.0, (rules.penalty_up_to + 1 - left + slack) / (2.0 * slack)))
        v += worth.w[w.EMPEROR_REWARD] * reward
        row = worth.tile_scores[g.emperor_tiles[k]]
        if row >= 0:
            v += (scored_vp(rules, p, row) - worth.w[w.EMPEROR_REWARD]) * reward
        if p.avert_cost < 0:
            v -= worth.w[w.EMPEROR_PENALTY] * danger
        if k + 1 < rules.n_scorings:
            v += worth.w[w.STEP_LATER] * max(0.0, left)
        break
    return v


@compiled
def bonus_unit(rules, worth, colour):
    """VP of one unit of a colour's occupancy bonus."""
    kind = rules.bonus_kind[colour]
    if kind == c.COL_KRONES:
        return 1.0 * worth.w[w.BONUS_KRONE]
    if kind == c.COL_EMPEROR:
        return 1.0 * worth.w[w.BONUS_STEP]
    return 1.0


@compiled
def tracks_worth(g, rules, p, worth, n, turns):
    """n krones or steps in any mix: the best mix given what the player has now."""
    krones = krones_worth(rules, worth, p.krones, turns)
    emperor = emperor_worth(g, rules, p, worth, p.emperor)
    best = 0.0
    for steps in range(n + 1):
        more = krones_worth(rules, worth, min(rules.krones_max, p.krones + n - steps), turns)
        beyond = max(0, p.emperor + steps - rules.emperor_max)
        further = emperor_worth(g, rules, p, worth, p.emperor + steps - beyond)
        gained = more - krones + further - emperor + beyond * rules.emperor_overflow_vp
        best = max(best, gained)
    return best
