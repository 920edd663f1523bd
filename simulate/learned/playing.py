"""Whole games with learned players at the table, and what training remembers of them."""

import numba
import numpy as np

from simulate.batch.rows import record_cards, record_game, record_players
from simulate.engine import codes as c
from simulate.engine.course import note_choice
from simulate.engine.jit import compiled, declare, exported
from simulate.engine.machine import apply, settle
from simulate.engine.rng import below, deal_and_chance, draw, game_key
from simulate.engine.setup import start
from simulate.learned.features import FEATURES, best_rival, note_seen
from simulate.learned.network import OWN, RIVAL, VP_UNIT, WIN
from simulate.learned.plan import (
    N_LEAVES,
    describe_position,
    forget_plans,
    place_of,
    remember_plan,
    remembered,
    search_plans,
    settle_own,
)
from simulate.learned.rollouts import best_of_plans
from simulate.policies.greedy import choose_greedy
from simulate.policies.worth import PLAYS_AT_RANDOM

PLANS = 2  # a kind of policy, beside those of worth.py
S_EXPLORE, S_SAMPLE = 61, 62  # streams of chance
TO_UNIT = 1.0 / 2.0**64

declare(
    card_count=numba.int64[::1],
    policies=numba.int64[::1],
    indices=numba.uint16[::1],
    amounts=numba.float32[::1],
    begins=numba.int64[::1],
    targets=numba.float32[:, ::1],
    sample_seats=numba.int64[::1],
    sample_count=numba.int64[::1],
    explore=numba.float64,
    share=numba.float64,
)


@exported
def plan_choice(scratch, buffers, rules, worth, dial, net, book, mind, who, out, n):
    """Place in ``out`` of what a learned player does in the position of ``scratch[0]``."""
    pick = remembered(scratch[0], buffers, mind, who, out, n)
    if pick >= 0:
        return pick
    search_plans(scratch, buffers, rules, worth, dial, net, book, mind, who)
    if mind.counts[N_LEAVES] == 0:
        return 0
    leaf = mind.leaves[0]
    if dial.playouts > 0 and mind.counts[N_LEAVES] > 1:
        leaf = best_of_plans(scratch, buffers, rules, worth, dial, net, book, mind, who)
    remember_plan(mind, who, leaf)
    return max(0, place_of(out, n, mind.plan[who, 0]))


@compiled
def note_sample(
    g, rules, worth, book, mind, who, indices, amounts, begins, targets, sample_seats, count
):
    """Remember a position as a seat sees it, and the VP that there are so far.

    Of the features only those that are not 0 are kept: ``indices`` and ``amounts`` from
    ``begins[count]`` on. Returns whether there was room.
    """
    at = begins[count]
    if at + FEATURES > len(indices):
        return False
    inputs = mind.x[0]
    describe_position(g, rules, worth, book, mind, who, mind.seen[who], inputs)
    for i in range(FEATURES):
        if inputs[i] != 0.0:
            indices[at] = i
            amounts[at] = inputs[i]
            at += 1
    begins[count + 1] = at
    sample_seats[count] = who
    targets[count, OWN] = g.players[who].vp
    targets[count, RIVAL] = best_rival(g, who)
    return True


@compiled
def finish_samples(g, targets, sample_seats, first, last):
    """Once a game is over: what was still to come in each position remembered of it."""
    for i in range(first, last):
        who = sample_seats[i]
        mine, rival = g.players[who].vp, best_rival(g, who)
        targets[i, OWN] = (mine - targets[i, OWN]) / VP_UNIT
        targets[i, RIVAL] = (rival - targets[i, RIVAL]) / VP_UNIT
        best, winners = 0, 0
        for seat in range(g.n_players):
            if g.players[seat].rank == 1:
                winners += 1
                best += seat == who
        targets[i, WIN] = best / winners if winners else 0.0


@compiled
def play_learned(
    scratch,
    buffers,
    rules,
    worths,
    dials,
    net,
    book,
    mind,
    policies,
    seat_policy,
    players,
    seed,
    same_deal,
    own_chance,
    first,
    done,
    end,
    out,
    game_rows,
    player_rows,
    card_rows,
    card_count,
    explore,
    share,
    indices,
    amounts,
    begins,
    targets,
    sample_seats,
    sample_count,
):
    """Play games ``first + done`` .. ``first + end - 1``, as playout.play_range does.

    ``explore``: chance of a decision to be made at random; ``share``: of the positions within turns
    that are remembered (``note_sample``), beside all ends of turns, as long as there is room.
    ``sample_count[0]`` is their number. Returns -1, or the number of a game that met an error.
    """
    for i in range(done, end):
        game = first + i
        for seat in range(players):
            seat_policy[seat] = policies[(seat + game) % players]
        deal, chance = deal_and_chance(game, same_deal, own_chance)
        scratch[0] = scratch[len(scratch) - 1]
        g = scratch[0]
        start(g, rules, players, seed, deal)
        g.key = game_key(seed, chance)
        forget_plans(mind)
        before = sample_count[0]
        n = settle(g, rules, out)
        while n > 0:
            who = g.frames[g.top - 1].player
            pick = 0
            if n > 1:
                note_choice(g, who, n)
                policy = seat_policy[who]
                chosen = draw(g.key, S_EXPLORE, g.decisions)
                if explore > 0.0 and np.float64(chosen) * TO_UNIT < explore:
                    note_seen(g, who, mind.seen[who])
                    mind.at[who, 1] = 0
                    pick = below(draw(g.key, c.S_POLICY, g.decisions), n)
                elif worths[policy].kind == PLAYS_AT_RANDOM:
                    pick = below(draw(g.key, c.S_POLICY, g.decisions), n)
                elif worths[policy].kind == PLANS:
                    pick = plan_choice(
                        scratch,
                        buffers,
                        rules,
                        worths[policy],
                        dials[policy],
                        net,
                        book,
                        mind,
                        who,
                        out,
                        n,
                    )
                else:
                    note_seen(g, who, mind.seen[who])
                    pick = choose_greedy(scratch, buffers, rules, worths[policy], out, n)
            apply(g, rules, out[pick])
            if sample_count[0] < len(targets) and worths[seat_policy[who]].kind != PLAYS_AT_RANDOM:
                left = settle_own(g, rules, who, out)
                lot = np.float64(draw(g.key, S_SAMPLE, g.decisions)) * TO_UNIT
                if left == 0 or (left > 1 and lot < share):
                    sample_count[0] += note_sample(
                        g,
                        rules,
                        worths[seat_policy[who]],
                        book,
                        mind,
                        who,
                        indices,
                        amounts,
                        begins,
                        targets,
                        sample_seats,
                        sample_count[0],
                    )
            n = settle(g, rules, out)
        if g.error:
            return game
        finish_samples(g, targets, sample_seats, before, sample_count[0])
        if len(game_rows):
            record_game(g, rules, game, deal, game_rows, i)
            winners = game_rows[i].winners
            record_players(g, rules, game, deal, seat_policy, player_rows, i * players, winners)
            card_count[0] = record_cards(g, rules, game, card_rows, card_count[0])
    return -1
