"""A staff card played, never played, or not before the next round: the same deal each way.

The table's policy plays a deal to its end. For each staff card that a seat puts into play, from its
hand or from cards just drawn, the deal is continued twice more from the beginning of that turn (or
of that step of a scoring): the seat may not play the card any more, or not in that round. It knows
that, so it does not choose the action in vain: it decides as if nobody could pay the card, and a
planner as if it did nothing. Everything else is left to the policy, and later draws and rolls are
the same as far as the rules allow.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numba
import numpy as np
import pandas as pd

from simulate.compiling.signatures import TYPES, declare
from simulate.engine import codes as c
from simulate.engine.frames import a_of, kind_of
from simulate.engine.jit import compiled
from simulate.engine.machine import MAX_ACTIONS, apply, settle
from simulate.engine.setup import start
from simulate.engine.state import MAX_ROUNDS, MAX_STAFF, new_games
from simulate.experiments.forced import (
    DOES,
    FORK,
    Deals,
    check_deal,
    lead_of,
    picked,
    seated,
    table_of,
    win_of,
)
from simulate.learned.bars import allowed, bar, lift
from simulate.learned.plan import forget_plans
from simulate.policies.greedy import as_words

LEFT = FORK + 1
"""Index of the record from which the other ways continue; the record at FORK is the beginning of
the turn, the last one is blank."""
FREE, NEVER, WAIT = range(3)
"""Ways: the card is played; it never is; it is not in that round."""
WAYS = ("", "_never", "_wait")
LEAD, VP, WIN = range(3)
OUTCOMES = ("lead", "vp", "win")
SEAT, ROUND = range(2)
NOBODY = -1
PRICELESS = 1_000
"""Krones that nobody can pay: what a card costs to a seat that may not play it."""

declare(
    aside=TYPES["seated"], knowing=TYPES["seated"],
    staff_plays=numba.int16[:, :, ::1], rounds_played=numba.int16[:, :, ::1],
    staff_results=numba.int32[:, :, :, ::1],
)  # fmt: skip


@compiled
def believe(seated, knowing, card, worthless):
    """Make a player value a staff card as worthless, or else as ``knowing`` values it."""
    for k in range(DOES, seated.book.staff.shape[1]):
        seated.book.staff[card, k] = 0.0 if worthless else knowing.book.staff[card, k]


@compiled
def play_on(scratch, buffers, programs, seated, knowing, out, who, card, until):
    """Play ``scratch[0]`` to its end; until the end of a round seat ``who`` may not play a card.

    ``seated``: the players of this way; ``knowing``: those of the rest of the game.
    """
    g = scratch[0]
    forget_plans(seated.mind)
    n = settle(g, programs[0], out)
    while n > 0:
        if g.frames[g.top - 1].player == who and g.round_no <= until:
            bar(seated.dials[0], c.HIRE, card)
            n = allowed(seated.dials[0], out, n)
            believe(seated, knowing, card, True)
            pick = picked(0, scratch, buffers, programs[1 + card], seated, out, n)
            believe(seated, knowing, card, False)
            lift(seated.dials[0])
        else:
            pick = picked(0, scratch, buffers, programs[0], seated, out, n)
        apply(g, programs[0], out[pick])
        n = settle(g, programs[0], out)


@compiled
def round_of(g, who, card):
    """The round in which a seat put a card into play; 0 if it did not."""
    entry = g.log[g.staff_entry[card]]
    mine = entry.kind == c.LOG_STAFF and entry.card == card and entry.seat == who
    return entry.used_round if mine else 0


@compiled
def note(g, at, card, who, way, rounds_played, staff_results):
    """Record the outcome of one way."""
    rounds_played[at, card, way] = round_of(g, who, card)
    staff_results[at, card, way, LEAD] = lead_of(g, who)
    staff_results[at, card, way, VP] = g.players[who].vp
    staff_results[at, card, way, WIN] = win_of(g, who)


@compiled
def play_with_and_without(
    scratch,
    buffers,
    programs,
    seated,
    aside,
    players,
    seed,
    first,
    out,
    staff_plays,
    rounds_played,
    staff_results,
):
    """Play deals ``first``, ``first + 1`` ... each way, one row of the arrays per deal.

    ``programs``: the rules, then for each staff card those under which nobody can pay it. Who plays
    a card, and in which round, is written to ``staff_plays``. ``aside``: the same players, for
    the other ways. Returns -1, or the number of the deal that met an error.
    """
    for at in range(len(staff_plays)):
        scratch[0] = scratch[len(scratch) - 1]
        g = scratch[0]
        start(g, programs[0], players, seed, first + at)
        forget_plans(seated.mind)
        n = settle(g, programs[0], out)
        scratch[FORK] = scratch[0]
        while n > 0:
            act = out[picked(0, scratch, buffers, programs[0], seated, out, n)]
            if kind_of(act) == c.HIRE:
                who, card = g.frames[g.top - 1].player, a_of(act)
                staff_plays[at, card, SEAT] = who
                staff_plays[at, card, ROUND] = max(1, g.round_no)  # an entrance's, before round 1
                scratch[LEFT] = scratch[0]
                for way in range(NEVER, WAIT + 1):
                    scratch[0] = scratch[FORK]
                    until = MAX_ROUNDS if way == NEVER else staff_plays[at, card, ROUND]
                    play_on(scratch, buffers, programs, aside, seated, out, who, card, until)
                    if g.error:
                        return first + at
                    note(g, at, card, who, way, rounds_played, staff_results)
                scratch[0] = scratch[LEFT]
            apply(g, programs[0], act)
            asked = g.place
            n = settle(g, programs[0], out)
            if g.place != asked:  # another turn, or step of a phase
                scratch[FORK] = scratch[0]
        if g.error:
            return first + at
        for card in range(MAX_STAFF):
            who = staff_plays[at, card, SEAT]
            if who != NOBODY:
                note(g, at, card, who, FREE, rounds_played, staff_results)
    return -1


@dataclass(frozen=True)
class Held(Deals):
    """Tables with staff cards held back."""

    folder: ClassVar[str] = "hired"
    code: ClassVar[str] = "experiments/hiring.py"

    def play(self, first: int, deals: int) -> pd.DataFrame:
        """One row per deal and staff card played, of a range of deals.

        Columns: deal, item (number of the card), seat (from 0), round (in which it was played, from
        1); lead (times players - 1), vp and win (twelfths) as it was played, the same with _never
        if the seat never plays it and with _wait if it does not play it in that round; round_never
        and round_wait: the round in which it plays it then, 0 if it does not. round_never is 0
        unless the rules make the seat play a card and it can pay no other.

        Raises UserError for the search by playouts, or a file; RuntimeError for a game that
        meets an error of the engine.
        """
        table = table_of(self.ruleset, self.players, self.policy, "staff cards are held back")
        programs = self.programs()
        scratch = new_games(LEFT + 2)
        plays = np.full((deals, MAX_STAFF, 2), NOBODY, dtype=np.int16)
        rounds = np.zeros((deals, MAX_STAFF, len(WAYS)), dtype=np.int16)
        results = np.zeros((deals, MAX_STAFF, len(WAYS), len(OUTCOMES)), dtype=np.int32)
        failed = play_with_and_without(
            scratch, as_words(scratch), programs, seated(table), seated(table), self.players,
            self.seed, first, np.zeros(MAX_ACTIONS, dtype=np.int32), plays, rounds, results,
        )  # fmt: skip
        check_deal(failed, scratch[0], self.ruleset, self.seed)
        at, card = np.nonzero(plays[:, :, SEAT] != NOBODY)
        found = {
            f"{outcome}{ending}": results[at, card, way, one]
            for one, outcome in enumerate(OUTCOMES) for way, ending in enumerate(WAYS)
        }  # fmt: skip
        return pd.DataFrame({
            "deal": first + at, "item": programs[0]["staff_number"][card],
            "seat": plays[at, card, SEAT], "round": plays[at, card, ROUND], **found,
            **{f"round{WAYS[way]}": rounds[at, card, way] for way in (NEVER, WAIT)},
        })  # fmt: skip

    def programs(self) -> np.ndarray:
        """The rules, then for each staff card those under which nobody can pay it."""
        return self.with_each("n_staff", "staff_cost", PRICELESS)
