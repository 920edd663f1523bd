"""Why actions of `decisions/hotels.py` are not legal."""

from __future__ import annotations

from simulate.engine import codes as c
from simulate.engine.additional import own_tile, tile_brings
from simulate.engine.state import FIRST_ENTRANCE
from simulate.referee.reasons.case import Case, Reason, Reasons
from simulate.words.names import krones


def refuse_bid(case: Case) -> Reason | None:
    g, entrance, amount = case.g, case.a, case.b
    if entrance >= g.n_players or g.entrances[entrance] < 0:
        return case.because(f"no hotel entrance {entrance + 1} is left", "auction.one-each")
    if g.auctioned >= 0 and g.auctioned != entrance:
        name = case.names.entrance(int(g.entrances[g.auctioned]))
        return case.because(f"{name} is up for auction, no other entrance", "auction.raise-or-pass")
    if amount > case.p.krones:
        return case.because(f"the bid is {krones(amount)}; {case.has_krones()}", "auction.means")
    if amount <= g.bid:
        return case.because(
            f"the bid is {krones(int(g.bid))}: the next one must be higher", "auction.raise-or-pass"
        )
    return None


def refuse_use_tile(case: Case) -> Reason | None:
    k, g, p = case.a, case.g, case.p
    own = p.entrance >= 0 and case.rules.card_own_tiles[FIRST_ENTRANCE + p.entrance]
    if not own or k >= len(g.own_tiles) or g.own_tiles[k] < 0:
        return case.because(
            f"{case.player} has no such personal emperor tile", "entrance.grand-wray.tiles"
        )
    name = case.names.tile_keys[int(g.own_tiles[k])]
    if not p.own_tiles_left >> k & 1:
        return case.because(
            f"the personal emperor tile {name} is used up", "entrance.grand-wray.used-up"
        )
    if case.frame.marks & c.T_TILE_USED:
        return case.because(
            "a personal emperor tile was already used: one per turn", "entrance.grand-wray"
        )
    if int(own_tile(g, case.rules, p, k)) < 0:
        steps = int(case.rules.card_own_tiles_steps[FIRST_ENTRANCE + p.entrance, k // 2])
        return case.because(
            f"the personal emperor tile {name} costs {steps} steps back; {case.player} is on space"
            f" {int(p.emperor)}",
            "entrance.grand-wray",
        )
    if case.rules.idle_tile_not_usable and not tile_brings(g, case.rules, case.frame.player, k):
        return case.because(
            f"the personal emperor tile {name} would bring nothing now",
            "entrance.grand-wray.nothing",
        )
    return None


def refuse_token(case: Case) -> Reason | None:
    if case.a >= case.rules.n_tokens:
        return case.because(f"there is no bonus token {case.a + 1}")
    return case.because(f"bonus token {case.a + 1} is used up", "entrance.dove.used-up")


REASONS: Reasons = {
    (c.F_AUCTION, c.PASS): lambda case: case.because(
        "the player who starts an auction names an entrance and bids at least 0 krones",
        "auction.first-bid",
    ),
    (c.F_TURN, c.USE_TILE): refuse_use_tile,
    (c.F_TOKEN, c.TOKEN): refuse_token,
    (c.F_AUCTION, c.BID): refuse_bid,
}
