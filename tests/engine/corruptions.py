"""Ways to corrupt a state, each with the invariant that must notice it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from simulate.decisions.registry import FRAMES
from simulate.engine import codes as c
from simulate.engine.frames import push
from simulate.verify import check_codes as k
from simulate.verify.table import CheckedTable


class NotHere(Exception):
    """The state has nothing that could be corrupted so: try a later one."""


def first(found: Iterable[Any]) -> Any:
    """The first of what is found. Raises NotHere if there is nothing."""
    for one in found:
        return one
    raise NotHere


Corrupt = Callable[[CheckedTable, Any, Any], None]
MIDDLE, END = 120, -1  # after so many decisions


def field(name: str, value: int) -> Corrupt:
    """Set a field of the state."""
    return lambda table, state, player: setattr(state, name, value)


def own(name: str, value: int) -> Corrupt:
    """Set a field of the first player."""
    return lambda table, state, player: setattr(player, name, value)


def booked(source: int, vp: int) -> Corrupt:
    """Book points that nothing brought, with a total that agrees."""

    def corrupt(table: CheckedTable, state: Any, player: Any) -> None:
        player.vp_by[source] += vp
        player.vp += vp

    return corrupt


def seated(state: Any) -> tuple[Any, int]:
    """A player and a table with a guest."""
    for player in state.players[: state.n_players]:
        for t in range(3):
            if player.cafe[t] >= 0:
                return player, t
    raise NotHere


def guest_of_row_discarded(table: CheckedTable, state: Any, player: Any) -> None:
    """The row has a gap; the guest is discarded, so that no guest is lost."""
    state.guest_discard[state.guest_discard_size] = state.row[0]
    state.guest_discard_size += 1
    state.row[0] = -1


def frame(state: Any, kind: int, groups: int = 0) -> None:
    """Open a decision of the first player on top."""
    push(state, kind, 0, 0)
    if groups:
        state.frames[state.top - 1].groups = groups


def one_die_more(table: CheckedTable, state: Any, player: Any) -> None:
    state.dice[1] += 1
    state.dice_left += 1


def order_beyond(table: CheckedTable, state: Any, player: Any) -> None:
    owner, t = seated(state)
    owner.missing[t, 0] += 9
    owner.missing_total[t] += 9


def order_total(table: CheckedTable, state: Any, player: Any) -> None:
    owner, t = seated(state)
    owner.missing_total[t] += 1


def full_hotel(table: CheckedTable, state: Any, player: Any) -> None:
    player.vacant, player.occupied, player.covered = 0, (1 << 20) - 1, (1 << 20) - 1


def both_sides(table: CheckedTable, state: Any, player: Any) -> None:
    player.occupied |= player.vacant | 1
    player.vacant |= 1
    player.covered |= 1


def pending_group(table: CheckedTable, state: Any, player: Any) -> None:
    player.groups_paid = 0
    player.occupied = 0
    frame(state, c.F_PREPARE, 1)


def same_card(table: CheckedTable, state: Any, player: Any) -> None:
    state.staff_deck[state.staff_top] = player.hand[0] if player.hand_size else player.staff[0]


def swapped_hands(table: CheckedTable, state: Any, player: Any) -> None:
    other = first(p for p in state.players[1:3] if p.hand_size and player.hand_size)
    mine, theirs = int(player.hand[0]), int(other.hand[0])
    player.hand[0], other.hand[0] = theirs, mine


def marker_off_play(table: CheckedTable, state: Any, player: Any) -> None:
    state.politics[0] = -1
    free_marker(table, state, player)


def free_marker(table: CheckedTable, state: Any, player: Any) -> None:
    first([0] if not player.claimed & 1 else [])
    player.claimed |= 1
    state.markers[0] += 1


def few_tiles(table: CheckedTable, state: Any, player: Any) -> None:
    table.memo[k.M_LIMITS : k.M_LIMITS + 3] = 0


def duplicate_guest(table: CheckedTable, state: Any, player: Any) -> None:
    state.row[0] = state.row[1]


def unfinished_turn(table: CheckedTable, state: Any, player: Any) -> None:
    frame(state, c.F_TURN)


def offered(table: CheckedTable, state: Any, player: Any) -> None:
    player.offer[0] = state.staff_deck[state.staff_top]
    player.offer_size = 1
    state.staff_top += 1
    state.staff_deck_size -= 1


def unknown_tile(table: CheckedTable, state: Any, player: Any) -> None:
    frame(state, c.F_PENALTY)
    state.frames[state.top - 1].tile = 99


def used_thrice(table: CheckedTable, state: Any, player: Any) -> None:
    first(p for p in state.players[: state.n_players] if p.staff_size).staff_used[0] = 3


def kept_for_nothing(table: CheckedTable, state: Any, player: Any) -> None:
    state.guest_kept[int(state.guest_discard[0])] = 2


def element(name: str, index: int, change: int, owner: str = "state") -> Corrupt:
    """Change one number of an array by so much."""

    def corrupt(table: CheckedTable, state: Any, player: Any) -> None:
        array = getattr(state if owner == "state" else player, name)
        array[index] += change

    return corrupt


def grow(name: str, change: int, owner: str = "state") -> Corrupt:
    """Change one number by so much."""

    def corrupt(table: CheckedTable, state: Any, player: Any) -> None:
        record = state if owner == "state" else player
        setattr(record, name, int(getattr(record, name)) + change)

    return corrupt


CORRUPTIONS: list[tuple[int, int, Corrupt]] = [
    (k.ENGINE_ERROR, MIDDLE, field("error", c.ERR_HAND)),
    (k.PLAYERS, MIDDLE, field("n_players", 5)),
    (k.ROUND_NUMBER, MIDDLE, field("round_no", 8)),
    (k.FRAME_STACK, MIDDLE, field("top", 0)),
    (k.FRAME_PLAYER, MIDDLE, lambda t, s, p: setattr(s.frames[0], "player", 3)),
    (k.FRAME_KIND, MIDDLE, lambda t, s, p: setattr(s.frames[0], "kind", len(FRAMES))),
    (k.FRAME_CONTENT, MIDDLE, unknown_tile),
    (k.DICE_COUNTED, MIDDLE, grow("dice_this_round", 1, "player")),
    (k.FIRST_SEAT, MIDDLE, grow("first_seat", 1)),
    (k.COUNTERS, MIDDLE, own("passed_once", 2)),
    (k.OWED, MIDDLE, lambda t, s, p: setattr(s.players[s.frames[s.top - 1].player], "owing", 1)),
    (k.STAFF_USED, MIDDLE, used_thrice),
    (k.ABILITY_REST, MIDDLE, grow("more_krones", 1, "player")),
    (k.GUESTS_GONE, MIDDLE, grow("guest_vp", 1, "player")),
    (k.GUEST_KEPT, MIDDLE, lambda t, s, p: s.guest_kept.__setitem__(int(s.row[4]), 1)),
    (k.GUEST_KEPT, END, kept_for_nothing),
    (k.DICE_LEFT, MIDDLE, grow("dice_left", 1)),
    (k.DICE_ROUND, MIDDLE, one_die_more),
    (k.KRONES, MIDDLE, own("krones", 21)),
    (k.KRONES, END, own("krones", -1)),
    (k.EMPEROR, MIDDLE, own("emperor", 14)),
    (k.KITCHEN, MIDDLE, lambda t, s, p: p.kitchen.__setitem__(2, -1)),
    (k.TABLE_EMPTY, MIDDLE, lambda t, s, p: p.cafe.__setitem__(3, 0)),
    (k.ORDER, MIDDLE, order_beyond),
    (k.ORDER_TOTAL, MIDDLE, order_total),
    (k.TURNS, MIDDLE, own("turns_taken", 3)),
    (k.CARD_COUNTS, MIDDLE, own("hand_size", -1)),
    (k.BOARD, MIDDLE, own("board", 7)),
    (k.ROOM_CELLS, MIDDLE, own("vacant", 1 << 20)),
    (k.ROOM_BOTH, MIDDLE, both_sides),
    (k.ROOM_COVERED, MIDDLE, own("covered", 0)),
    (k.GROUP_UNKNOWN, MIDDLE, own("groups_paid", 1 << 12)),
    (k.GROUP_UNPAID, MIDDLE, full_hotel),
    (k.GROUP_PENDING, MIDDLE, pending_group),
    (k.ABILITY_DICE, MIDDLE, element("extra_dice", 5, 1, "player")),
    (k.ABILITY_PRICES, MIDDLE, grow("serve_cost", -1, "player")),
    (k.ABILITY_EVENTS, MIDDLE, lambda t, s, p: setattr(p, "events", int(p.events) ^ 1)),
    (k.STAFF_UNKNOWN, MIDDLE, lambda t, s, p: s.staff_deck.__setitem__(int(s.staff_top), 48)),
    (k.STAFF_TWICE, MIDDLE, same_card),
    (k.STAFF_LOST, MIDDLE, grow("staff_deck_size", -1)),
    (k.STAFF_LOST, END, lambda t, s, p: t.memo.__setitem__(k.M_REMOVED, 9)),
    (k.STAFF_LOG, MIDDLE, swapped_hands),
    (k.GUEST_UNKNOWN, MIDDLE, lambda t, s, p: s.row.__setitem__(4, 58)),
    (k.GUEST_TWICE, MIDDLE, duplicate_guest),
    (k.GUEST_LOST, MIDDLE, lambda t, s, p: s.row.__setitem__(0, -1)),
    (k.ROW_GAP, MIDDLE, guest_of_row_discarded),
    (k.MARKERS, MIDDLE, element("markers", 1, 1)),
    (k.MARKERS_PLACES, MIDDLE, marker_off_play),
    (k.POLITICS_VP, MIDDLE, free_marker),
    (k.ROOM_TILES, MIDDLE, few_tiles),
    (k.LEDGER, MIDDLE, grow("vp", 1, "player")),
    (k.LEDGER_CARDS, MIDDLE, booked(c.VP_GUESTS, 1)),
    (k.LEDGER_CARDS, END, booked(c.VP_STAFF, -2)),
    (k.LEDGER_GROUPS, MIDDLE, booked(c.VP_OCCUPANCY, 2)),
    (k.LEDGER_CELLS, MIDDLE, booked(c.VP_CELLS, -1)),
    (k.LEDGER_TRACK, MIDDLE, booked(c.VP_TRACK, -1)),
    (k.LEDGER_FINAL, MIDDLE, booked(c.VP_FLOORS, 1)),
    (k.LEDGER_FINAL, END, booked(c.VP_STRANDED, -5)),
    (k.HOUSED, MIDDLE, grow("housed", 1, "player")),
    (k.LEDGER_BALLROOMS, MIDDLE, booked(c.VP_BALLROOMS, 1)),
    (k.LEDGER_CELEBRITIES, MIDDLE, booked(c.VP_CELEBRITIES, 1)),
    (k.LEDGER_ENTRANCE, END, booked(c.VP_ENTRANCE, 1)),
    (k.END_FRAMES, END, unfinished_turn),
    (k.END_ROUNDS, END, field("round_no", 6)),
    (k.END_DECISIONS, END, field("decisions", 0)),
    (k.END_RANK, END, grow("rank", 1, "player")),
    (k.END_OFFER, END, offered),
]


# --- of a game with all modules


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


CORRUPTIONS_OF_MODULES: list[tuple[int, int, Corrupt]] = [
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
