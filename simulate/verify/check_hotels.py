"""Checks on hotel entrances, their auction, and the pieces next to them."""

from simulate.engine import codes as c
from simulate.engine.codes import NO_CARD
from simulate.engine.jit import compiled
from simulate.engine.state import FIRST_ENTRANCE, MAX_OWN_TILES
from simulate.verify import check_codes as k
from simulate.verify.switching import must


@compiled
def entrances(g, rules, seen, memo):
    """Each entrance laid out is still there or with one player; after the auction with players.

    It counts from then on; one received only after the set-up counts from the first round on.
    """
    for card in range(rules.n_entrances):
        seen[card] = 0
    there = 0
    for i in range(len(g.entrances)):
        there += g.entrances[i] != NO_CARD
        must(entrance_once(rules, seen, g.entrances[i]), k.ENTRANCES, memo)
    for seat in range(g.n_players):
        p = g.players[seat]
        owned, auctioned = p.entrance != NO_CARD, g.phase > c.PH_AUCTION
        there += owned
        must(entrance_once(rules, seen, p.entrance), k.ENTRANCES, memo)
        must(not auctioned or g.entrances[seat] == NO_CARD, k.ENTRANCES, memo)
        must(owned or not p.entrance_active, k.ENTRANCES, memo)
        if auctioned and owned and not p.entrance_active:
            must(g.round_no == 0 and rules.entrance_late[p.entrance], k.ENTRANCES, memo)
    must(there == (g.n_players if rules.entrances else 0), k.ENTRANCES, memo)


@compiled
def entrance_once(rules, seen, card):
    """Is an entrance (or none) at a place one of the ruleset, and at no other place?"""
    if card == NO_CARD:
        return True
    if card < 0 or card >= rules.n_entrances:
        return False
    seen[card] += 1
    return seen[card] == 1


@compiled
def auction(g):
    """During bidding: the bidder has no entrance, and the leader can pay."""
    if g.top != 1 or g.frames[0].kind != c.F_AUCTION:
        return g.auctioned == NO_CARD
    who = g.frames[0].player
    if g.phase != c.PH_AUCTION or not (g.bidding >> who) & 1:
        return False
    for seat in range(g.n_players):
        if (g.bidding >> seat) & 1 and g.players[seat].entrance != NO_CARD:
            return False
    if g.auctioned == NO_CARD:
        return g.bid == -1
    if g.auctioned >= g.n_players or g.entrances[g.auctioned] == NO_CARD:
        return False
    if g.leader == who or not (g.bidding >> g.leader) & 1:
        return False
    return 0 <= g.bid <= g.players[g.leader].krones


@compiled
def own_cards(g, rules, memo):
    """Personal politics cards and tiles: none of the common ones; used only by their owner."""
    for i in range(len(g.own_politics)):
        card = g.own_politics[i]
        if card != NO_CARD:
            other = card != g.politics[i] and rules.politics_letter[card] == i
            must(other, k.OWN_CARDS, memo)
    for i in range(MAX_OWN_TILES):
        tile = g.own_tiles[i]
        if tile == NO_CARD:
            continue
        other = tile != g.emperor_tiles[i // 2] and rules.tile_letter[tile] == i // 2
        must(other and tile != g.own_tiles[i ^ 1], k.OWN_CARDS, memo)
    for seat in range(g.n_players):
        p = g.players[seat]
        cards, tiles = 0, 0
        if p.entrance != NO_CARD:
            cards = rules.card_own_politics[FIRST_ENTRANCE + p.entrance]
            tiles = rules.card_own_tiles[FIRST_ENTRANCE + p.entrance]
        must(cards or not p.own_done, k.OWN_CARDS, memo)
        must(not p.own_done >> len(g.own_politics), k.OWN_CARDS, memo)
        for i in range(MAX_OWN_TILES):
            if (p.own_tiles_left >> i) & 1:
                must(tiles and g.own_tiles[i] != NO_CARD, k.OWN_CARDS, memo)
        must(not p.tokens or p.entrance != NO_CARD, k.TOKENS, memo)
        must(not p.tokens >> rules.n_tokens, k.TOKENS, memo)
