"""What a game that was played on by force is measured by."""

from __future__ import annotations

from simulate.engine.jit import compiled


@compiled
def lead_of(g, seat):
    """The lead of a seat over the mean of the others, times (players - 1)."""
    total = 0
    for i in range(g.n_players):
        total += g.players[i].vp
    return g.players[seat].vp * g.n_players - total
