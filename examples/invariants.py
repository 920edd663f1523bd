"""Invariants of each kind, in the words of the game.

gah check verify --invariant examples/invariants.py --all
gah check verify --invariant examples/invariants.py::rich_enough --patch my.toml --policy guided
"""

import numba

from simulate.properties import assume, final, invariant, never, reachable, transition


@invariant(target=lambda player: player.krones)
def rich_enough(player):
    """A player holds at most 20 krones."""
    return player.krones <= 20


@invariant
def rooms_are_rooms(player):
    """A hotel has twenty cells, and at most nine red rooms of them are occupied."""
    hotel = player.hotel
    assert hotel.occupied() + hotel.vacant() <= 20, f"{hotel} are more than twenty cells"
    assert hotel.occupied("red") <= 9


@invariant(when=lambda game: game.phase == "turns")
def row_is_tempting(game):
    """During turns somebody in the row is free, if anybody is there at all."""
    there = [place for place in game.row if place.guest is not None]
    assume(len(there) == 5)
    return any(place.cost == 0 for place in there)


@transition
def claims_pay(before, action, after):
    """Who claims a politics card gets points for it."""
    assume(action.kind == "claim")
    return after[action.player].vp > action.player.vp


@transition
def others_keep_their_money(before, action, after):
    """While one player acts, nobody else loses krones."""
    others = [player for player in before.players if player != action.player]
    return all(after[player].krones >= player.krones for player in others)


@final
def somebody_wins(game):
    """A finished game has a winner, whom nobody surpasses."""
    first = [player for player in game.players if player.rank == 1]
    return bool(first) and all(player.vp <= first[0].vp for player in game.players)


@reachable
def decorator_is_played(player):
    """The Decorator can come into play."""
    return "Decorator" in player.staff


@reachable(when=lambda game: game.round == 7)
def still_poor(player):
    """In the last round somebody can be without a krone and without a good in the kitchen."""
    return player.krones == 0 and player.kitchen.total == 0


@never
def two_places_on_a_card(game):
    """Nobody is twice among those who claimed a politics card."""
    return any(len(set(card.claimed_by)) < len(card.claimed_by) for card in game.politics)


@invariant(hidden=True)
def hands_are_counted(player):
    """The number of cards in hand is that of the cards there (hands are hidden: it asks for
    them)."""
    return len(player.hand) == player.hand_size


@invariant
@numba.njit
def on_the_track(g, rules):
    """Krones stay on the track: compiled, on the state and the rules as the engine has them."""
    for seat in range(g.n_players):
        if not 0 <= g.players[seat].krones <= rules.krones_max:
            return False
    return True
