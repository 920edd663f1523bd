"""What lies in the lounge and beside hotel entrances: set up by keys, and read by keys."""

from __future__ import annotations

from typing import Any

from simulate.engine import codes
from tests.scenarios.seat import Seat
from tests.scenarios.table import Table, lay_apart

LOUNGE = "revised-2021+celebrities"
MUSICAL = "revised-2021+ballrooms+celebrities"
HOTELS = "revised-2021+unique-hotels"
STROUP = f"{HOTELS}+stroup"
KEY = "revised-2021+start-player"


def celebrities(t: Table) -> list[str]:
    """The keys of all celebrities in play, in the order of the engine."""
    return sorted(t.ruleset.celebrity)


def in_lounge(t: Table) -> list[str | None]:
    """Who waits for the red, blue and yellow die."""
    t.look()
    known = celebrities(t)
    return [known[i] if i >= 0 else None for i in t.state.lounge]


def helping(seat: Seat) -> set[str]:
    """The celebrities of a player."""
    seat.table.look()
    known = celebrities(seat.table)
    return {known[i] for i in seat.p.celebrities if i >= 0}


def waited(t: Table, *rounds: int) -> Table:
    """How many rounds the celebrities of the three dice have waited (the chips on them)."""
    t.state.lounge_waited[:] = rounds
    return t


def stack(t: Table, deck: str, discards: str = "") -> Table:
    """The deck of celebrities from the top, and the discard pile."""
    known = celebrities(t)
    g = t.state
    cards, pile = (
        [known.index(key) for key in deck.split()],
        [known.index(key) for key in discards.split()],
    )
    g.celebrity_deck[: len(cards)] = cards
    g.celebrity_deck_size = len(cards)
    g.celebrity_discard[: len(pile)] = pile
    g.celebrity_discard_size = len(pile)
    return t


def deck_and_discards(t: Table) -> tuple[list[str], list[str]]:
    """Both as keys."""
    t.look()
    known, g = celebrities(t), t.state
    return (
        [known[i] for i in g.celebrity_deck[: g.celebrity_deck_size]],
        [known[i] for i in g.celebrity_discard[: g.celebrity_discard_size]],
    )


def offered(t: Table, keys: str) -> Table:
    """These entrances are laid out for the auction, from left to right."""
    known = sorted(t.ruleset.entrance)
    t.state.entrances[: t.players] = [known.index(key) for key in keys.split()]
    if "ninas-melange" in keys:
        own_politics(t, "A-krones B-floors C-three-each")
    if "grand-wray" in keys:
        own_tiles(t, "A1 A2 B1 B2 C1 C3")
    t.game.refresh()
    return t


def own_politics(t: Table, keys: str) -> Table:
    """The politics cards beside Ninas Melange, one of each letter."""
    known = list(t.ruleset.politics.cards)
    t.state.own_politics[:] = [known.index(key) for key in keys.split()]
    lay_apart(t.state.politics, t.state.own_politics, known)
    t.fresh = False
    return t


def fulfilled_own(t: Table, n: int) -> Table:
    """Ninas Melange of seat 0 with its politics cards, of which the first n are fulfilled."""
    own_politics(t, "A-krones B-floors C-three-each")
    t.me.p.own_done = (1 << n) - 1
    return t


def own_tiles(t: Table, keys: str) -> Table:
    """The emperor tiles beside the Grand Wray Hotel, two of each letter."""
    known = sorted(t.ruleset.emperor_tile)
    t.state.own_tiles[:] = [known.index(key) for key in keys.split()]
    lay_apart(t.state.emperor_tiles, t.state.own_tiles, known)
    t.fresh = False
    return t


def entrance_of(seat: Seat) -> str | None:
    """The entrance of a player."""
    known = sorted(seat.table.ruleset.entrance)
    i = int(seat.p.entrance)
    return known[i] if i >= 0 else None


def turns(t: Table, n: int) -> list[int]:
    """The seats that play the next ``n`` turns; in each of them any die is taken."""
    order = []
    for _ in range(n):
        order.append(t.player)
        t.plays()
    return order


def all_pass(t: Table, players: int) -> Table:
    """Everybody passes, one after the other."""
    return t.does(*["pass"] * players)


def coloured(t: Table) -> list[int]:
    """The faces of the red, blue and yellow die; 0: not on the board."""
    t.look()
    return [int(face) for face in t.state.coloured_face[: codes.LOUNGE]]


def with_help(celebrity: str, spec: str = LOUNGE, **things: Any) -> Table:
    """The celebrity came earlier in the round."""
    return Table(spec, celebrities=celebrity, **things)


def done(t: Table) -> Table:
    """The turn goes on: nothing is left to decide of what was begun."""
    t.legal("end turn")
    return t
