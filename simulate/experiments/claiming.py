"""A politics card that a seat may not claim: the same game's outcome with and without the ban.

The table's policy plays a deal to its end. Then it plays it once more for each politics card on the
table and each seat. That seat may not claim that card and knows it: it decides as if the card paid
nothing. Everything else is left to the policy, and later draws and rolls are the same as far as the
rules allow. The personal cards of an entrance are never barred.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numba
import numpy as np
import pandas as pd

from model import UserError
from simulate.compiling.signatures import declare
from simulate.engine import codes as c
from simulate.engine.jit import compiled
from simulate.engine.machine import MAX_ACTIONS, apply, settle
from simulate.engine.setup import start
from simulate.engine.state import GAME, new_games
from simulate.experiments.forced import FORK, Deals, check_deal, lead_of, picked, seated, table_of
from simulate.learned.bars import allowed, bar, lift
from simulate.learned.plan import forget_plans
from simulate.policies.greedy import as_words

CARDS = GAME["politics"].shape[0]
NOBODY = -1
"""Instead of a seat: all may claim every card."""

declare(
    cards_there=numba.int16[:, ::1], seats_claim=numba.int8[:, :, ::1],
    leads_free=numba.int32[:, ::1], leads_barred=numba.int32[:, :, ::1],
)  # fmt: skip


@compiled
def play_barred(scratch, buffers, programs, seated, out, who, place):
    """Play ``scratch[0]`` to its end; seat ``who`` may not claim the politics card at a place."""
    g = scratch[0]
    forget_plans(seated.mind)
    n = settle(g, programs[0], out)
    while n > 0:
        if g.frames[g.top - 1].player == who:
            view = 1 + g.politics[place]
            bar(seated.dials[0], c.CLAIM, place)
            n = allowed(seated.dials[0], out, n)
            pick = picked(view, scratch, buffers, programs[view], seated, out, n)
            lift(seated.dials[0])
        else:
            pick = picked(0, scratch, buffers, programs[0], seated, out, n)
        apply(g, programs[0], out[pick])
        n = settle(g, programs[0], out)


@compiled
def play_with_and_without(
    scratch,
    buffers,
    programs,
    seated,
    players,
    seed,
    first,
    out,
    cards_there,
    seats_claim,
    leads_free,
    leads_barred,
):
    """Play deals ``first``, ``first + 1`` ... each way, one row of the arrays per deal.

    ``programs``: the rules, then for each politics card those under which it pays nothing. Returns
    -1, or the number of the deal that met an error.
    """
    for at in range(len(cards_there)):
        for way in range(1 + CARDS * players):
            place, who = (way - 1) // players, (way - 1) % players
            if way == 0:
                place, who = 0, NOBODY
            scratch[0] = scratch[len(scratch) - 1]
            g = scratch[0]
            start(g, programs[0], players, seed, first + at)
            play_barred(scratch, buffers, programs, seated, out, who, place)
            if g.error:
                return first + at
            if way > 0:
                leads_barred[at, place, who] = lead_of(g, who)
                continue
            for seat in range(players):
                leads_free[at, seat] = lead_of(g, seat)
            for i in range(CARDS):
                cards_there[at, i] = g.politics[i]
                for seat in range(players):
                    seats_claim[at, i, seat] = (g.players[seat].claimed >> i) & 1
    return -1


@dataclass(frozen=True)
class Barred(Deals):
    """Tables with barred politics cards."""

    folder: ClassVar[str] = "claimed"
    code: ClassVar[str] = "experiments/claiming.py"

    def play(self, first: int, deals: int) -> pd.DataFrame:
        """One row per deal, politics card and seat, of a range of deals.

        Columns: deal, item (key of the card), seat (from 0), claimed (0 or 1: does the seat where
        it may), lead (times players - 1) where all may claim it, lead_barred where the seat may
        not.

        Raises UserError for the search by playouts, for a file, and where claims are automatic;
        RuntimeError for a game that meets an error of the engine.
        """
        table = table_of(self.ruleset, self.players, self.policy, "politics cards are barred")
        if self.ruleset.procedure.politics_claim != "action":
            raise UserError(
                f"{self.ruleset.label}: markers are put by themselves; nobody can be kept from it"
            )
        programs = self.programs()
        scratch = new_games(FORK + 1)
        cards = np.zeros((deals, CARDS), dtype=np.int16)
        claims = np.zeros((deals, CARDS, self.players), dtype=np.int8)
        free = np.zeros((deals, self.players), dtype=np.int32)
        barred = np.zeros((deals, CARDS, self.players), dtype=np.int32)
        failed = play_with_and_without(
            scratch, as_words(scratch), programs, seated(table, len(programs)), self.players,
            self.seed, first, np.zeros(MAX_ACTIONS, dtype=np.int32), cards, claims, free, barred,
        )  # fmt: skip
        check_deal(failed, scratch[0], self.ruleset, self.seed)
        at, place, seat = (one.ravel() for one in np.indices(barred.shape))
        keys = np.array(list(self.ruleset.politics.cards))
        return pd.DataFrame({
            "deal": first + at, "item": keys[cards[at, place]], "seat": seat,
            "claimed": claims.ravel(), "lead": free[at, seat], "lead_barred": barred.ravel(),
        })  # fmt: skip

    def programs(self) -> np.ndarray:
        """The rules, then for each politics card those under which it pays nothing."""
        return self.with_each("n_politics", "place_vp", 0)
