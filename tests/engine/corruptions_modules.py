"""Ways to corrupt a state of a game with all modules; see corruptions.py."""

from __future__ import annotations

from typing import Any

from simulate.engine import codes as c
from simulate.verify import check_codes as k
from simulate.verify.table import CheckedTable
from tests.engine.corruptions import END, MIDDLE, Corrupt, booked, element, field, first, own

ONE_BID = 1


def unknown_celebrity(table: CheckedTable, state: Any, player: Any) -> None:
    state.celebrity_deck[0] = table.rules.n_celebrities


def same_celebrity(table: CheckedTable, state: Any, player: Any) -> None:
    state.celebrity_deck[0] = state.celebrity_deck[1]


def lost_celebrity(table: CheckedTable, state: Any, player: Any) -> None:
    state.celebrity_deck_size -= 1


def waits_too_long(table: CheckedTable, state: Any, player: Any) -> None:
    place = first(i for i in range(c.LOUNGE) if state.lounge[i] >= 0)
    state.lounge_waited[place] = table.rules.n_waits


def absent_celebrity(table: CheckedTable, state: Any, player: Any) -> None:
    place = first(i for i in range(c.LOUNGE) if player.celebrities[i] < 0)
    player.celebrity_used |= 1 << place


def die_of_nobody(table: CheckedTable, state: Any, player: Any) -> None:
    state.coloured_face[:] = first(face for face in range(1, 7) if state.dice[face] < c.LOUNGE)


def die_of_a_celebrity_met(table: CheckedTable, state: Any, player: Any) -> None:
    owners = state.players[: state.n_players]
    place = first(i for owner in owners for i in range(c.LOUNGE) if owner.celebrities[i] >= 0)
    lying = state.coloured_face
    state.coloured_face[place] = first(
        face for face in range(1, 7) if state.dice[face] > (lying == face).sum()
    )


def entrance_twice(table: CheckedTable, state: Any, player: Any) -> None:
    state.entrances[0] = player.entrance


def another_key(table: CheckedTable, state: Any, player: Any) -> None:
    if state.key_holder < 0:
        player.dice_this_round += 1
    state.key_holder = 3


def key_of_nobody(table: CheckedTable, state: Any, player: Any) -> None:
    if state.key_holder < 0:
        player.dice_this_round += 1
    state.key_holder = 0
    player.keys = 0


def same_politics(table: CheckedTable, state: Any, player: Any) -> None:
    state.own_politics[1] = state.politics[1]


def same_tile(table: CheckedTable, state: Any, player: Any) -> None:
    state.own_tiles[2] = state.emperor_tiles[1]


def tile_of_nobody(table: CheckedTable, state: Any, player: Any) -> None:
    state.own_tiles[:] = -1
    player.own_tiles_left = 1


def room_twice(table: CheckedTable, state: Any, player: Any) -> None:
    state.rehearsal_rooms[0] = player.rehearsal


def dancer_vanishes(table: CheckedTable, state: Any, player: Any) -> None:
    section = first(i for i in range(c.SECTIONS) if player.resting[i])
    player.resting[section] -= 1


def full_row(table: CheckedTable, state: Any, player: Any) -> None:
    first(owner for owner in state.players[: state.n_players] if owner.resting.sum() > 5)
    state.players["dancers"][:, 0, c.TOP] = 0
    for owner in state.players[: state.n_players]:
        owner.dancers[0, c.TOP] = int(owner.resting.sum())
        owner.resting[:] = 0
    lost = 10 - state.players["dancers"].sum(axis=(1, 2))[: state.n_players]
    table.memo[k.M_LOST : k.M_LOST + state.n_players] = lost


CORRUPTIONS: list[tuple[int, int, Corrupt]] = [
    (k.KITCHEN, MIDDLE, lambda t, s, p: p.kitchen.__setitem__(c.CHAMPAGNE, -1)),
    (k.DICE_COLOURED, MIDDLE, element("coloured_face", 0, 9)),
    (k.DICE_COLOURED, MIDDLE, die_of_nobody),
    (k.DICE_COLOURED, MIDDLE, die_of_a_celebrity_met),
    (k.KEY, MIDDLE, another_key),
    (k.KEY, MIDDLE, key_of_nobody),
    (k.ABILITY_REST, MIDDLE, own("bonus_table", 7)),
    (k.CELEBRITY_UNKNOWN, MIDDLE, unknown_celebrity),
    (k.CELEBRITY_TWICE, MIDDLE, same_celebrity),
    (k.CELEBRITY_LOST, MIDDLE, lost_celebrity),
    (k.CELEBRITY_USED, MIDDLE, waits_too_long),
    (k.CELEBRITY_USED, MIDDLE, absent_celebrity),
    (k.ENTRANCES, MIDDLE, entrance_twice),
    (k.AUCTION, ONE_BID, field("bid", 99)),
    (k.AUCTION, ONE_BID, field("bidding", 0)),
    (k.AUCTION, MIDDLE, field("auctioned", 0)),
    (k.OWN_CARDS, MIDDLE, same_politics),
    (k.OWN_CARDS, MIDDLE, same_tile),
    (k.OWN_CARDS, MIDDLE, tile_of_nobody),
    (k.OWN_CARDS, MIDDLE, own("own_done", 1 << 3)),
    (k.TOKENS, MIDDLE, own("tokens", 1 << 6)),
    (k.BALLROOMS, MIDDLE, lambda t, s, p: s.ballrooms.__setitem__(0, s.ballrooms[1])),
    (k.BALLROOMS, END, room_twice),
    (k.DANCERS, MIDDLE, dancer_vanishes),
    (k.DANCERS, MIDDLE, lambda t, s, p: p.dancers.__setitem__((1, 1), 7)),
    (k.SEATS, MIDDLE, full_row),
    (k.LEDGER_BALLROOMS, END, booked(c.VP_BALLROOMS, -1)),
    (k.LEDGER_CELEBRITIES, END, booked(c.VP_CELEBRITIES, -50)),
    (k.LEDGER_ENTRANCE, END, booked(c.VP_ENTRANCE, -50)),
]
