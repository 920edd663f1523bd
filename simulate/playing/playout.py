"""Whole games in compiled code: each seat's policy decides until the game is over."""

from simulate.compiling.signatures import TYPES, declare
from simulate.engine.course import note_choice
from simulate.engine.jit import compiled, inlined
from simulate.engine.machine import settle, step
from simulate.engine.rng import deal_and_chance, game_key
from simulate.engine.setup import start
from simulate.playing.rows import record_rows
from simulate.policies.chooser import choose

declare(policies=TYPES["seat_policy"])


@inlined
def play_game(scratch, buffers, rules, worths, seat_policy, players, seed, deal, chance, out):
    """Play one game in ``scratch[0]``; the last record is blank. Returns the error code.

    ``deal`` is the number of the set-up; ``chance`` is the number of all chance after it.
    """
    scratch[0] = scratch[len(scratch) - 1]
    g = scratch[0]
    start(g, rules, players, seed, deal)
    g.key = game_key(seed, chance)
    n = settle(g, rules, out)
    while n > 0:
        pick = 0
        if n > 1:
            seat = g.frames[g.top - 1].player
            note_choice(g, seat, n)
            pick = choose(seat_policy[seat], scratch, buffers, rules, worths, out, n)
        n = step(g, rules, out[pick], out)
    return g.error


@compiled
def play_range(
    scratch, buffers, rules, worths, policies, seat_policy, players, seed, same_deal, own_chance,
    first, done, end, out, recorded,
):  # fmt: skip
    """Play and record games ``first + done`` .. ``first + end - 1`` of a shard.

    The policies of a mixed table rotate by one seat with each game; ``same_deal`` and
    ``own_chance`` are as in ``rng.deal_and_chance``. Returns -1, or the number of the game that met
    an error.
    """
    for i in range(done, end):
        game = first + i
        for seat in range(players):
            seat_policy[seat] = policies[(seat + game) % players]
        deal, chance = deal_and_chance(game, same_deal, own_chance)
        error = play_game(
            scratch, buffers, rules, worths, seat_policy, players, seed, deal, chance, out
        )
        if error:
            return game
        record_rows(scratch[0], rules, game, deal, seat_policy, recorded, i)
    return -1
