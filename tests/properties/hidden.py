"""The same position to a player, while what it cannot know is otherwise."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from simulate import Game
from simulate.narration.changes import guest_deck
from simulate.properties.strategies.seeing import celebrity_deck, seats


def with_other_cards_hidden(game: Game, rng: random.Random, seat: int | None = None) -> Game:
    """The same position to a seat (by default who decides), but what it cannot see lies otherwise.

    What is legal is looked up again only for the seat that decides: its hand is as it was.
    """
    twin = game.copy()
    g, me = twin.state, game.player if seat is None else seat
    deck = guest_deck(g)
    rng.shuffle(deck)
    g.guest_deck[g.guest_next : g.guest_deck_size] = deck
    celebrities = celebrity_deck(g)
    rng.shuffle(celebrities)
    g.celebrity_deck[: g.celebrity_deck_size] = celebrities
    ring = [(int(g.staff_top) + i) % len(g.staff_deck) for i in range(g.staff_deck_size)]
    slots: list[tuple[Any, int]] = [(g.staff_deck, k) for k in ring]
    for seat, p in enumerate(seats(g)):
        if seat != me:
            slots += [(p.hand, k) for k in range(p.hand_size)]
            slots += [(p.offer, k) for k in range(p.offer_size)]
    cards = [int(place[k]) for place, k in slots]
    entries = [int(g.staff_entry[card]) for card in cards]
    rng.shuffle(cards)
    for (place, k), card, entry in zip(slots, cards, entries):
        place[k] = card
        g.staff_entry[card] = entry  # what the log says of the place is now said of this card
        if place is not g.staff_deck and entry < g.log_size:
            g.log[entry].card = card
    if me == game.player:
        twin.refresh()
    return twin


def with_another_future(game: Game) -> Game:
    """The same position, but what is still to be rolled, shuffled or drawn by chance differs."""
    twin = game.copy()
    twin.state.key ^= np.uint64(0x5DEECE66D)
    twin.refresh()
    return twin


def with_other_rolls(game: Game) -> Game:
    """The same with the game's key kept, which players may draw on.

    The next rolls of the round and the next reshuffles are numbered as if others had gone before.
    """
    twin = game.copy()
    twin.state.rolls += 32
    twin.state.guest_shuffles += 1
    twin.state.celebrity_shuffles += 1
    return twin
