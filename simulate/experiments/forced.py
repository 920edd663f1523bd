"""What the experiments share that force a choice: legal actions taken away, and what came of it."""

from __future__ import annotations

from typing import Any

from model import Ruleset, UserError
from simulate import policies
from simulate.engine import codes as c
from simulate.engine.frames import a_of, kind_of
from simulate.engine.jit import compiled


@compiled
def without(out, n, kind, first):
    """Take the action of a kind with that first argument from the ``n`` legal ones; returns how
    many are left. What is forbidden stays where nothing else is legal."""
    kept = 0
    for i in range(n):
        if kind_of(out[i]) != kind or a_of(out[i]) != first:
            out[kept] = out[i]
            kept += 1
    return kept if kept > 0 else n


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


def check_player(name: str, what: str) -> None:
    """Raises UserError for a player that takes too long to be forced, or is a file.

    what: is done by force, "guests are taken by force".
    """
    policy = policies.get(name)
    if policy.searches or policy.plans:
        raise UserError(
            f"policy {name}: it takes too long; {what} at tables of greedy and its styles, or"
            " random players (`gah players list`)"
        )


def check_deal(failed: int, g: Any, ruleset: Ruleset, seed: int) -> None:
    """Raises RuntimeError for the number of a deal that met an error of the engine; -1: none."""
    if failed >= 0:
        raise RuntimeError(f"{ruleset.label}, seed {seed}, deal {failed}: {c.ERRORS[int(g.error)]}")
