"""The value of a bid: the auction is assumed to end with it.

The learned value cannot judge a position during an auction: the leader there is usually outbid, so
even an absurd bid looks like any other. So a bid is worth what winning with it brings, and a pass
what is left when the leader wins. A player that follows this raises as long as the entrance is
worth its price, which is right where bids go up in steps (Vickrey 1961 on English auctions).
"""

from simulate.engine import codes as c
from simulate.engine.frames import action
from simulate.engine.jit import compiled
from simulate.engine.machine import MAX_SETTLING, apply, settle
from simulate.policies.hotels import best_left
from simulate.policies.worth import worth_table  # noqa: F401  (there ``worth`` is declared)


@compiled
def end_auction(g, rules, worth, who, out):
    """End the bidding: the leader wins, and the others take the remaining entrances for nothing.

    Stops where the auction ends, or where the seat itself decides on what its entrance brings at
    once.
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
