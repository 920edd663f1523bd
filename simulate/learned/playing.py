"""Whole games with learned players at the table."""

import numba
import numpy as np

from simulate.engine.course import note_choice
from simulate.engine.jit import compiled, declare, exported
from simulate.engine.machine import apply, settle
from simulate.engine.rng import deal_and_chance, draw, game_key
from simulate.engine.setup import start
from simulate.learned.features import note_seen
from simulate.learned.network import blank
from simulate.learned.notes import END, WITHIN, finish_notes, note_cut, note_position
from simulate.learned.plan import (
    N_LEAVES,
    chance_of,
    forget_plans,
    place_of,
    remember_plan,
    remembered,
    search_plans,
    settle_own,
)
from simulate.learned.rollouts import best_of_plans
from simulate.playing.rows import record_cards, record_game, record_players
from simulate.policies.greedy import choose_greedy
from simulate.policies.lots import any_of
from simulate.policies.worth import PLAYS_AT_RANDOM

PLANS = 2  # a kind of policy, beside those of worth.py
LEARNER = 0  # the policy that `net` is of, and that training is about; of others `others_net` is
S_EXPLORE, S_SAMPLE = 61, 62  # streams of chance
TO_UNIT = 1.0 / 2.0**64

declare(
    card_count=numba.int64[::1],
    policies=numba.int64[::1],
    explore=numba.float64,
    others_net=numba.typeof(blank()),
)


@exported
def plan_choice(scratch, buffers, rules, worth, dial, net, book, mind, who, out, n):
    """Place in ``out`` of what a learned player does in the position of ``scratch[0]``."""
    pick = remembered(scratch[0], buffers, mind, who, out, n)
    if pick >= 0:
        return pick
    word = chance_of(scratch[0], who)
    search_plans(scratch, buffers, rules, worth, dial, net, book, mind, who, word)
    if mind.counts[N_LEAVES] == 0:
        return 0
    leaf = mind.leaves[0]
    if dial.playouts > 0 and mind.counts[N_LEAVES] > 1:
        leaf = best_of_plans(scratch, buffers, rules, worth, dial, net, book, mind, who)
    remember_plan(mind, who, leaf)
    return max(0, place_of(out, n, mind.plan[who, 0]))


@compiled
def play_learned(
    scratch,
    buffers,
    rules,
    worths,
    dials,
    net,
    others_net,
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
    trace,
    notes,
):
    """Play games ``first + done`` .. ``first + end - 1``, as playout.play_range does.

    ``net``: of the policy ``LEARNER``; ``others_net``: of all others that learned. ``explore``:
    chance of a decision of the learner's to be made at random; ``share``: of its positions within
    turns that are noted (notes.py), beside all ends of its turns, as long as there is room;
    ``trace``: see ``finish_notes``. Returns -1, or the number of a game that met an error.
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
        before = notes.held[0]
        n = settle(g, rules, out)
        while n > 0:
            who = g.frames[g.top - 1].player
            policy = seat_policy[who]
            pick = 0
            if n > 1:
                note_choice(g, who, n)
                lot = np.float64(draw(g.key, S_EXPLORE, g.decisions)) * TO_UNIT
                if policy == LEARNER and explore > 0.0 and lot < explore:
                    if worths[policy].kind == PLANS:
                        search_plans(
                            scratch,
                            buffers,
                            rules,
                            worths[policy],
                            dials[policy],
                            net,
                            book,
                            mind,
                            who,
                            chance_of(g, who),
                        )
                        note_cut(scratch, net, mind, notes, who)
                    note_seen(g, who, mind.seen[who])
                    mind.at[who, 1] = 0
                    pick = any_of(g, rules, out, n)
                elif worths[policy].kind == PLAYS_AT_RANDOM:
                    pick = any_of(g, rules, out, n)
                elif worths[policy].kind == PLANS:
                    pick = plan_choice(
                        scratch,
                        buffers,
                        rules,
                        worths[policy],
                        dials[policy],
                        net if policy == LEARNER else others_net,
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
            if policy == LEARNER and notes.held[0] < len(notes.targets):
                left = settle_own(g, rules, who, out)
                lot = np.float64(draw(g.key, S_SAMPLE, g.decisions)) * TO_UNIT
                if left == 0 or (left > 1 and lot < share):
                    note_position(
                        g,
                        rules,
                        worths[policy],
                        net,
                        book,
                        mind,
                        notes,
                        who,
                        END if left == 0 else WITHIN,
                    )
            n = settle(g, rules, out)
        if g.error:
            return game
        finish_notes(g, notes, before, trace)
        if len(game_rows):
            record_game(g, rules, game, deal, game_rows, i)
            winners = game_rows[i].winners
            record_players(g, rules, game, deal, seat_policy, player_rows, i * players, winners)
            card_count[0] = record_cards(g, rules, game, card_rows, card_count[0])
    return -1
