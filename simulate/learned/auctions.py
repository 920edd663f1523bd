"""What a bid is worth: the auction is taken to end with it.

The learned value cannot judge a position in the middle of an auction: who leads there is mostly
outbid, so that a bid beyond all reason looks like any other. So a bid is worth what winning by it
brings, and a pass what is left when the leader wins: who goes by that raises while the entrance
is worth its price, as is right where a bid goes up in steps (Vickrey 1961 on English auctions).
"""

from simulate.engine import codes as c
from simulate.engine.frames import action
from simulate.engine.jit import compiled
from simulate.engine.machine import MAX_SETTLING, apply, settle
from simulate.policies.hotels import best_left
from simulate.policies.worth import worth_table  # noqa: F401  (there ``worth`` is declared)


@compiled
def end_auction(g, rules, worth, who, out):
    """Let nobody bid any more: the leader wins, and the others take what is left for nothing.

    Ends where the auction does, or where the seat itself is asked what its entrance brings at once.
    """
    for _ in range(MAX_SETTLING):
        n = settle(g, rules, out)
        if n == 0 or g.phase != c.PH_AUCTION:
            return
        f = g.frames[g.top - 1]
        if f.kind != c.F_AUCTION:
            if f.player == who:
                return
            apply(g, rules, out[0])
        elif g.auctioned >= 0:
            apply(g, rules, action(c.PASS))
        else:
            apply(g, rules, action(c.BID, best_left(g, worth), 0))
