"""Why actions of `decisions/rooms.py` are not legal."""

from __future__ import annotations

from simulate.engine import codes as c
from simulate.engine.building import column_follows, open_to_removal
from simulate.engine.hotel import neighbours, room_price
from simulate.referee.reasons.case import Case, Reason, Reasons
from simulate.referee.reasons.guests import refuse_late_room
from simulate.words.names import krones, rooms_in
from simulate.words.spelling import room_name


def refuse_prepare(case: Case) -> Reason | None:
    p, room = case.p, case.a
    where = case.names.room(case.board, room)
    tiles = int(p.vacant) | int(p.occupied)
    if tiles >> room & 1:
        state = "occupied" if p.occupied >> room & 1 else "prepared"
        return case.because(f"room {where} is {state} already", "room.one-tile")
    if room >= int(case.frame.floors) * c.COLUMNS:
        return case.because(
            f"only rooms of floors 1 to {case.frame.floors} may be prepared here",
            "reward.prepare-low",
        )
    if not int(neighbours(tiles)) >> room & 1:
        if tiles == 0:
            return case.because(
                "the first room of a hotel is 1.1, the one at the bottom left",
                *only_in_set_up(case, "set-up.rooms-bottom-left"), "prepare.bare-hotel",
            )  # fmt: skip
        return case.because(
            f"room {where} touches no room of the hotel at a side"
            f" ({case.names.rooms(case.board, tiles)})",
            *only_in_set_up(case, "set-up.rooms-adjoin"), "prepare.adjoin",
        )  # fmt: skip
    price = int(room_price(case.rules, p, room, case.frame.discount))
    if price > p.krones:
        return case.because(
            f"preparing room {where} costs {krones(price)}; {case.has_krones()}",
            *only_in_set_up(case, "set-up.rooms-paid"), "prepare.floor-price",
            "prepare.unaffordable",
        )  # fmt: skip
    return None


def only_in_set_up(case: Case, id: str) -> tuple[str, ...]:
    """A clause about the first rooms, while they are prepared."""
    return (id,) if case.g.phase == c.PH_SETUP_ROOMS else ()


def refuse_occupy(case: Case) -> Reason | None:
    p, room = case.p, case.a
    where = case.names.room(case.board, room)
    if p.occupied >> room & 1:
        return case.because(f"room {where} is occupied already", "reward.occupy")
    if not p.vacant >> room & 1:
        return case.because(
            f"room {where} is not prepared: only a vacant room is turned over", "reward.occupy"
        )
    return case.because(f"only rooms of floors 1 to {case.frame.floors} may be turned over here")


def refuse_stop_rooms(case: Case) -> Reason | None:
    if case.frame.kind == c.F_PREPARE and case.frame.marks & c.B_MANDATORY:
        return case.because(
            f"all first rooms must be prepared: {case.frame.left} more", "set-up.rooms-2021"
        )
    return None


def refuse_remove_room(case: Case) -> Reason | None:
    p, room, frame = case.p, case.a, case.frame
    where = case.names.room(case.board, room)
    state = "vacant" if frame.state == c.VACANT else "occupied"
    tiles = int(p.vacant if frame.state == c.VACANT else p.occupied)
    open_to = int(open_to_removal(case.g, case.rules, frame))
    choice = " or ".join(room_name(r) for r in rooms_in(open_to)) or "none"
    second = ("emperor_tile.C2.second-room-2015", "emperor_tile.C2.second-room-2021")
    ids = second if frame.where != c.FROM_HIGHEST else ("emperor.rooms-choice",)
    if case.rules.upper_room_above_another and column_follows(case.g, frame):
        ids = ("emperor_tile.C2.upper-room",)
    if not tiles >> room & 1:
        return case.because(
            f"room {where} is not {state}: the penalty takes {state} rooms, here {choice}", *ids
        )
    return case.because(
        f"the penalty takes a room from elsewhere, not {where}; open to choice: {choice}", *ids
    )


REASONS: Reasons = {
    (c.F_PREPARE, c.STOP): refuse_stop_rooms,
    (c.F_PREPARE, c.PREPARE): refuse_prepare,
    (c.F_OCCUPY, c.OCCUPY): refuse_occupy,
    (c.F_REWARDS, c.OCCUPY): refuse_late_room,
    (c.F_REMOVE_ROOM, c.REMOVE_ROOM): refuse_remove_room,
    (c.F_BONUS_KIND, c.BONUS_KIND): lambda case: case.because(
        "the bonus is that of a blue, red or yellow group"
    ),
}
