"""A guest, or none, taken by a forced action: one game's outcome for each choice on one turn.

The table's policy plays to the first turn of a round of seat 0. From that position the game is
played to its end once for each affordable guest of the row, who is taken at once, and once with no
guest taken from the row on that turn. Everything else is left to the policy, and later draws and
rolls are the same as far as the rules allow. The policy's own choice of guest is recorded.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numba
import numpy as np
import pandas as pd

from simulate.compiling.signatures import declare
from simulate.engine import codes as c
from simulate.engine.cafe import row_price
from simulate.engine.codes import T_EXTRA, T_STARTED
from simulate.engine.frames import a_of, action, kind_of
from simulate.engine.jit import compiled
from simulate.engine.machine import MAX_ACTIONS, apply, settle
from simulate.engine.setup import start
from simulate.engine.state import GAME, new_games
from simulate.experiments.forced import (
    FORK,
    Deals,
    check_deal,
    lead_of,
    picked,
    seated,
    table_of,
    win_of,
)
from simulate.learned.bars import ANY, allowed, bar, lift
from simulate.learned.plan import forget_plans
from simulate.policies.greedy import as_words

PLACES = GAME["row"].shape[0]
NONE = PLACES
"""The way without a guest, after those of the places of the row."""
WHO = 0
"""The seat whose turn it is: who begins the game."""

declare(
    guests_offered=numba.int16[:, ::1], krones_asked=numba.int16[:, ::1],
    leads_after=numba.int32[:, ::1], wins_after=numba.int32[:, ::1], places_chosen=numba.int16[::1],
)  # fmt: skip


@compiled
def in_turn(g, round_no):
    """Is the turn in question still in progress or to come?"""
    return g.round_no < round_no or (g.round_no == round_no and g.players[WHO].turns_taken == 0)


@compiled
def decided(scratch, buffers, rules, seated, out, n, without):
    """The action that the policy takes of ``n``.

    ``without``: only of those that take no guest of the row in a turn of seat WHO.
    """
    g = scratch[0]
    f = g.frames[g.top - 1]
    if without and f.kind == c.F_TURN and f.player == WHO:
        bar(seated.dials[0], c.TAKE_GUEST, ANY)
        n = allowed(seated.dials[0], out, n)
    pick = picked(0, scratch, buffers, rules, seated, out, n)
    lift(seated.dials[0])
    return out[pick]


@compiled
def to_the_turn(scratch, buffers, rules, seated, players, seed, deal, round_no, out):
    """Play a deal in ``scratch[0]`` to the first turn of seat WHO in the round.

    Returns the number of legal actions then, 0 if that turn never comes.
    """
    scratch[0] = scratch[len(scratch) - 1]
    g = scratch[0]
    start(g, rules, players, seed, deal)
    forget_plans(seated.mind)
    n = settle(g, rules, out)
    while n > 0 and in_turn(g, round_no):
        f = g.frames[g.top - 1]
        if f.kind == c.F_TURN and f.player == WHO and g.round_no == round_no:
            if not f.marks & (T_STARTED | T_EXTRA):
                return n
        apply(g, rules, decided(scratch, buffers, rules, seated, out, n, False))
        n = settle(g, rules, out)
    return 0


@compiled
def to_the_end(scratch, buffers, rules, seated, round_no, without, out):
    """Play ``scratch[0]`` to its end; ``without``: no guest of the row is taken on the turn."""
    g = scratch[0]
    forget_plans(seated.mind)
    n = settle(g, rules, out)
    while n > 0:
        barred = without and in_turn(g, round_no)
        apply(g, rules, decided(scratch, buffers, rules, seated, out, n, barred))
        n = settle(g, rules, out)


@compiled
def place_taken(scratch, buffers, rules, seated, round_no, out):
    """The place of the row from which the policy takes a guest on the turn; NONE if it takes none.

    Plays the turn in ``scratch[0]``.
    """
    g = scratch[0]
    forget_plans(seated.mind)
    n = settle(g, rules, out)
    while n > 0 and in_turn(g, round_no):
        f = g.frames[g.top - 1]
        mine = f.kind == c.F_TURN and f.player == WHO
        act = decided(scratch, buffers, rules, seated, out, n, False)
        if mine and kind_of(act) == c.TAKE_GUEST:
            return a_of(act)
        apply(g, rules, act)
        n = settle(g, rules, out)
    return NONE


@compiled
def play_each_way(
    scratch,
    buffers,
    programs,
    seated,
    players,
    seed,
    first,
    round_no,
    out,
    guests_offered,
    krones_asked,
    leads_after,
    wins_after,
    places_chosen,
):
    """Play deals ``first``, ``first + 1`` ... each way, one row of the arrays per deal.

    Guests are named by their printed number, -1 where none can be taken. Returns -1, or the number
    of the deal that met an error.
    """
    rules = programs[0]
    for at in range(len(places_chosen)):
        n = to_the_turn(scratch, buffers, rules, seated, players, seed, first + at, round_no, out)
        g = scratch[0]
        legal = 0
        for i in range(n):
            if kind_of(out[i]) == c.TAKE_GUEST:
                legal |= 1 << a_of(out[i])
        scratch[FORK] = scratch[0]
        places_chosen[at] = NONE
        for way in range(PLACES + 1):
            if way < PLACES:
                guests_offered[at, way] = -1
            if legal == 0 or (way < PLACES and not (legal >> way) & 1):
                continue
            scratch[0] = scratch[FORK]
            if way < PLACES:
                guests_offered[at, way] = rules.guest_number[g.row[way]]
                krones_asked[at, way] = row_price(rules, g.players[WHO], way)
                apply(g, rules, action(c.TAKE_GUEST, way))
            to_the_end(scratch, buffers, rules, seated, round_no, way == NONE, out)
            if g.error:
                return first + at
            leads_after[at, way] = lead_of(g, WHO)
            wins_after[at, way] = win_of(g, WHO)
        if legal:
            scratch[0] = scratch[FORK]
            places_chosen[at] = place_taken(scratch, buffers, rules, seated, round_no, out)
    return -1


@dataclass(frozen=True)
class AskedTurn(Deals):
    """The turn of the experiment: of seat 0, its first of a round, among players of one kind.

    round: from 1; seed: of the deals.
    """

    folder: ClassVar[str] = "taken"
    code: ClassVar[str] = "experiments/taking.py"

    round: int = 1

    def play(self, first: int, deals: int) -> pd.DataFrame:
        """One row per deal and guest that could be taken, of a range of deals.

        Columns: deal, place (of the row, from 0), item (number of the guest), price (krones),
        chosen (0 or 1: does the policy itself take it), lead (times players - 1) and win (twelfths)
        with the guest taken, lead_none and win_none of the same deal with none.

        Raises UserError for the search by playouts, or a file; RuntimeError for a game that
        meets an error of the engine.
        """
        table = table_of(self.ruleset, self.players, self.policy, "guests are taken by force")
        scratch = new_games(FORK + 2)
        guests, prices = (np.full((deals, PLACES), -1, dtype=np.int16) for _ in range(2))
        leads, wins = (np.zeros((deals, PLACES + 1), dtype=np.int32) for _ in range(2))
        chosen = np.full(deals, NONE, dtype=np.int16)
        failed = play_each_way(
            scratch, as_words(scratch), table.program, seated(table), self.players, self.seed,
            first, self.round, np.zeros(MAX_ACTIONS, dtype=np.int32), guests, prices, leads, wins,
            chosen,
        )  # fmt: skip
        check_deal(failed, scratch[0], self.ruleset, self.seed)
        at, place = np.nonzero(guests >= 0)
        return pd.DataFrame({
            "deal": first + at, "place": place, "item": guests[at, place],
            "price": prices[at, place], "chosen": (chosen[at] == place).astype(np.int8),
            "lead": leads[at, place], "win": wins[at, place],
            "lead_none": leads[at, NONE], "win_none": wins[at, NONE],
        })  # fmt: skip
