"""Checks on hotel entrances, their auction, and what lies beside them."""

from simulate.engine import codes as c
from simulate.engine.codes import NO_CARD
from simulate.engine.jit import compiled
from simulate.engine.state import FIRST_ENTRANCE, MAX_OWN_TILES
from simulate.verify import check_codes as k
from simulate.verify.switching import fails


@compiled
def entrances(g, rules, seen):
    """Each entrance laid out is still there or with one player; after the auction with players.

    It counts from then on, one that is received only after the set-up from the first round on.
    """
    for card in range(rules.n_entrances):
        seen[card] = 0
    there = 0
    for i in range(len(g.entrances)):
        there += g.entrances[i] != NO_CARD
        if not entrance_once(rules, seen, g.entrances[i]):
            return k.ENTRANCES
    for seat in range(g.n_players):
        p = g.players[seat]
        there += p.entrance != NO_CARD
        if not entrance_once(rules, seen, p.entrance):
            return k.ENTRANCES
        if g.phase > c.PH_AUCTION and g.entrances[seat] != NO_CARD:
            return k.ENTRANCES
        if p.entrance_active and p.entrance == NO_CARD:
            return k.ENTRANCES
        if g.phase > c.PH_AUCTION and p.entrance != NO_CARD and not p.entrance_active:
            if g.round_no > 0 or not rules.entrance_late[p.entrance]:
                return k.ENTRANCES
    wanted = g.n_players if rules.entrances else 0
    return k.OK if there == wanted else k.ENTRANCES


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
    """While bids are made: who bids has no entrance, and the leader can pay."""
    if g.top != 1 or g.frames[0].kind != c.F_AUCTION:
        return k.OK if g.auctioned == NO_CARD else k.AUCTION
    who = g.frames[0].player
    if g.phase != c.PH_AUCTION or not (g.bidding >> who) & 1:
        return k.AUCTION
    for seat in range(g.n_players):
        if (g.bidding >> seat) & 1 and g.players[seat].entrance != NO_CARD:
            return k.AUCTION
    if g.auctioned == NO_CARD:
        return k.OK if g.bid == -1 else k.AUCTION
    if g.auctioned >= g.n_players or g.entrances[g.auctioned] == NO_CARD:
        return k.AUCTION
    if g.leader == who or not (g.bidding >> g.leader) & 1:
        return k.AUCTION
    return k.OK if 0 <= g.bid <= g.players[g.leader].krones else k.AUCTION


@compiled
def own_cards(g, rules, memo):
    """Personal politics cards and tiles: others than those for all; used only by their owner."""
    for i in range(len(g.own_politics)):
        card = g.own_politics[i]
        if (
            card != NO_CARD and (card == g.politics[i] or rules.politics_letter[card] != i)
        ) and fails(k.OWN_CARDS, memo):
            return k.OWN_CARDS
    for i in range(MAX_OWN_TILES):
        tile = g.own_tiles[i]
        if tile == NO_CARD:
            continue
        if (tile == g.emperor_tiles[i // 2] or rules.tile_letter[tile] != i // 2) and fails(
            k.OWN_CARDS, memo
        ):
            return k.OWN_CARDS
        if tile == g.own_tiles[i ^ 1] and fails(k.OWN_CARDS, memo):
            return k.OWN_CARDS
    for seat in range(g.n_players):
        p = g.players[seat]
        cards, tiles = 0, 0
        if p.entrance != NO_CARD:
            cards = rules.card_own_politics[FIRST_ENTRANCE + p.entrance]
            tiles = rules.card_own_tiles[FIRST_ENTRANCE + p.entrance]
        if ((p.own_done and not cards) or p.own_done >> len(g.own_politics)) and fails(
            k.OWN_CARDS, memo
        ):
            return k.OWN_CARDS
        for i in range(MAX_OWN_TILES):
            if ((p.own_tiles_left >> i) & 1 and (not tiles or g.own_tiles[i] == NO_CARD)) and fails(
                k.OWN_CARDS, memo
            ):
                return k.OWN_CARDS
        if ((p.tokens and p.entrance == NO_CARD) or p.tokens >> rules.n_tokens) and fails(
            k.TOKENS, memo
        ):
            return k.TOKENS
    return k.OK
