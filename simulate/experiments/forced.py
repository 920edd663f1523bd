"""Shared by the experiments that force a choice: who decides, what is barred, and the outcome."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numba
import numpy as np

from model import Ruleset, UserError
from simulate.compiling.signatures import declare
from simulate.engine import codes as c
from simulate.engine.compile import compile_ruleset
from simulate.engine.jit import compiled, inlined
from simulate.learned.cards import TIMINGS, Cards, blank_cards
from simulate.learned.choice import PLANS, plan_choice
from simulate.learned.network import DIAL, Network, blank
from simulate.learned.plan import MIND_GAMES, Mind, new_mind
from simulate.learned.table import Table
from simulate.policies.chooser import choose
from simulate.policies.seating import asked_by_python
from simulate.policies.worth import WORTH

FORK = MIND_GAMES - 1
"""The first of the game records that no player needs; the last one of all is blank."""

DOES = 2 + TIMINGS
"""The first index, in the description of a staff card, of the numbers that say what it does."""


@dataclass(frozen=True)
class Deals:
    """The tables of an experiment: players of one kind. seed: of the deals."""

    folder: ClassVar[str]
    code: ClassVar[str]

    ruleset: Ruleset
    players: int
    policy: str
    seed: int

    def with_each(self, cards: str, field: str, value: int) -> np.ndarray:
        """The rules, then for each card the rules with another value in one of its fields.

        cards: the field of the program that counts them.
        """
        rules = compile_ruleset(self.ruleset)
        found = np.repeat(rules, 1 + int(rules[0][cards]))
        for card, one in enumerate(found[1:]):
            one[field][card] = value
        return found


class Seated(NamedTuple):
    """Players of one kind, for compiled code: arrays. A decision writes to all but two of them.

    worths: one for each program that is played or assumed. dials: of shape (1,).
    """

    worths: np.ndarray
    dials: np.ndarray
    net: Network
    second: Network
    book: Cards
    mind: Mind


def seated(table: Table, programs: int = 1) -> Seated:
    """The players of a table, with their own memory."""
    book = Cards(*(one.copy() for one in table.book))
    worths, dials = np.repeat(table.worths, programs), table.dials.copy()
    return Seated(worths, dials, table.network, table.second, book, new_mind())


def table_of(ruleset: Ruleset, players: int, policy: str, what: str) -> Table:
    """The table of an experiment.

    Raises UserError for a player that compiled play cannot use: the search by playouts, or a file.

    what: is done by force, "guests are taken by force".
    """
    if asked_by_python((policy,)):
        raise UserError(
            f"policy {policy}: it takes too long; {what} at tables of learned players, of greedy"
            " and its styles, or of random players (`gah players list`)"
        )
    return Table(compile_ruleset(ruleset), (policy,), players)


declare(
    seated=numba.typeof(
        Seated(np.zeros(1, WORTH), np.zeros(1, DIAL), blank(), blank(), blank_cards(), new_mind())
    )
)


@inlined
def picked(view, scratch, buffers, rules, seated, out, n):
    """Index of the action that the player to move takes of the ``n`` legal ones of ``scratch[0]``.

    ``rules``: those that it assumes, with its worths of number ``view``.
    """
    if n == 1:
        return 0
    if seated.worths[view].kind == PLANS:
        return plan_choice(
            scratch, buffers, rules, seated.worths[view], seated.dials[0], seated.net,
            seated.second, seated.book, seated.mind, scratch[0].frames[scratch[0].top - 1].player,
            out, n,
        )  # fmt: skip
    return choose(view, scratch, buffers, rules, seated.worths, out, n)


@compiled
def lead_of(g, seat):
    """The lead of a seat over the mean of the others, times (players - 1)."""
    total = 0
    for i in range(g.n_players):
        total += g.players[i].vp
    return g.players[seat].vp * g.n_players - total


@compiled
def win_of(g, seat):
    """The win of a seat in twelfths, shared by all that are first."""
    winners = 0
    for i in range(g.n_players):
        if g.players[i].rank == 1:
            winners += 1
    return 12 // winners if g.players[seat].rank == 1 else 0


def check_deal(failed: int, g: Any, ruleset: Ruleset, seed: int) -> None:
    """Raises RuntimeError for the number of a deal that met an error of the engine; -1: none."""
    if failed >= 0:
        raise RuntimeError(f"{ruleset.label}, seed {seed}, deal {failed}: {c.ERRORS[int(g.error)]}")
