"""Whole games with learned players at the table, recorded, with samples for training."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numba
import numpy as np

from simulate.compiling.signatures import declare
from simulate.engine.codes import PH_AUCTION
from simulate.engine.course import note_choice
from simulate.engine.jit import compiled
from simulate.engine.machine import apply, settle
from simulate.engine.rng import deal_and_chance, draw, game_key, mix
from simulate.engine.setup import start
from simulate.learned.choice import PLANS, plan_choice
from simulate.learned.features import note_seen
from simulate.learned.half_turns import note_half_turns
from simulate.learned.network import Network, blank
from simulate.learned.notes import END, WITHIN, finish_notes, new_notes, note_cut, note_position
from simulate.learned.plan import chance_of, forget_plans, search_plans, settle_own
from simulate.learned.table import Table
from simulate.playing.rows import Rows, record_rows
from simulate.policies.greedy import choose_greedy
from simulate.policies.lots import any_of
from simulate.policies.worth import PLAYS_AT_RANDOM

LEARNER = 0  # the policy that `net` and the training belong to; `others_net` is for the others
S_EXPLORE, S_SAMPLE, S_HALVES = 61, 62, 63  # streams of chance
NO_SAMPLES = 0
TO_UNIT = 1.0 / 2.0**64


class Noting(NamedTuple):
    """How a learner's games become samples.

    ``explore``: chance that a decision of the learner is made at random; ``share``: share of its
    positions within turns that become samples (learned/notes.py), in addition to all ends of its
    turns, as long as there is room; ``halves_share``: share of its plans for which further
    positions of the turn become samples (learned/half_turns.py), from plans of ``halves_width``;
    ``trace``: see ``finish_notes``.
    """

    explore: float = 0.0
    share: float = 0.0
    halves_share: float = 0.0
    halves_width: int = 1
    trace: float = 1.0


NOTHING = Noting()

declare(
    others_net=numba.typeof(blank()),
    policies=numba.int64[::1],
    noting=numba.typeof(NOTHING),
)


@compiled
def play_learned(
    scratch, buffers, rules, worths, dials, net, others_net, second_net, book, mind, policies,
    seat_policy, players, seed, same_deal, own_chance, first, done, end, out, recorded, noting,
    notes,
):  # fmt: skip
    """Play games ``first + done`` .. ``first + end - 1``, as playout.play_range does.

    ``net``, ``others_net``: the networks that the dials name; ``second_net``: for second opinions.
    Returns -1, or the number of a game that met an error.
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
            worth, dial = worths[policy], dials[policy]
            pick = 0
            if n > 1:
                note_choice(g, who, n)
                lot = np.float64(draw(g.key, S_EXPLORE, g.decisions)) * TO_UNIT
                if policy == LEARNER and noting.explore > 0.0 and lot < noting.explore:
                    if worth.kind == PLANS:
                        search_plans(
                            scratch, buffers, rules, worth, dial, net, book, mind, who,
                            chance_of(g, who),
                        )  # fmt: skip
                        note_cut(scratch, net, mind, notes, who)
                    note_seen(g, who, mind.seen[who])
                    mind.at[who, 1] = 0
                    pick = any_of(g, rules, out, n)
                elif worth.kind == PLAYS_AT_RANDOM:
                    pick = any_of(g, rules, out, n)
                elif worth.kind == PLANS:
                    own = net if dial.net == 0 else others_net
                    pick = plan_choice(
                        scratch, buffers, rules, worth, dial, own, second_net, book, mind, who,
                        out, n,
                    )  # fmt: skip
                    random = draw(g.key, S_HALVES, g.decisions)
                    half_turns = np.float64(random) * TO_UNIT < noting.halves_share
                    if half_turns and policy == LEARNER and mind.at[who, 0] == 1:
                        if g.phase != PH_AUCTION:  # bids are judged differently
                            note_half_turns(
                                scratch, buffers, rules, worth, dial, net, book, mind, notes, who,
                                chance_of(g, who), mix(random), noting.halves_width,
                            )  # fmt: skip
                else:
                    note_seen(g, who, mind.seen[who])
                    pick = choose_greedy(scratch, buffers, rules, worth, out, n)
            apply(g, rules, out[pick])
            if policy == LEARNER and notes.held[0] < len(notes.targets):
                left = settle_own(g, rules, who, out)
                lot = np.float64(draw(g.key, S_SAMPLE, g.decisions)) * TO_UNIT
                if left == 0 or (left > 1 and lot < noting.share):
                    kind = END if left == 0 else WITHIN
                    note_position(g, rules, worth, net, book, mind, notes, who, kind)
            n = settle(g, rules, out)
        if g.error:
            return game
        finish_notes(g, notes, before, noting.trace)
        if len(recorded.games):
            record_rows(g, rules, game, deal, seat_policy, recorded, i)
    return -1


class LearnedTable(Table):
    """A table that plays whole games and records them.

    ``others``: the network of all but the first of the cast, if they have another one. ``samples``:
    room for this many samples, with ``per_sample`` features on average.
    """

    def __init__(
        self,
        program: np.ndarray,
        cast: Sequence[str],
        players: int,
        network: Network | None = None,
        others: Network | None = None,
        samples: int = NO_SAMPLES,
        per_sample: int = 256,
    ) -> None:
        super().__init__(program, cast, players, network, others)
        self.notes = new_notes(samples, per_sample)

    def play(
        self,
        codes: np.ndarray,
        seed: int,
        deals: tuple[int, bool],
        games: tuple[int, int, int],
        rows: Rows,
        noting: Noting = NOTHING,
    ) -> int:
        """Play games: see ``play_learned``. ``deals``: how many consecutive games share a deal, and
        whether each has its own chance; ``games``: the first, and the range from it."""
        n = self.players
        return int(
            play_learned(
                self.scratch, self.words, self.program[0], self.worths, self.dials, self.network,
                self.others, self.second, self.book, self.mind, codes, np.zeros(n, np.int64), n,
                seed, *deals, *games, self.out, rows, noting, self.notes,
            )
        )  # fmt: skip
