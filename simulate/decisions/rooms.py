"""Rooms: prepared, turned over, given back, and the bonus of a group of one's choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulate.decisions.entries import Action, Frame
from simulate.decisions.forms import one_of, roomed
from simulate.decisions.guests import refuse_late_room
from simulate.decisions.ranges import each, has_effect, some_card
from simulate.engine import codes as c
from simulate.engine.hotel import neighbours, removable, room_price
from simulate.narration.changes import ROOMS
from simulate.narration.names import COLOUR_OF, krones, paid, rooms_in
from simulate.spelling import COLOUR_WORDS, room_name

if TYPE_CHECKING:
    from simulate.narration.decision import Decision
    from simulate.referee.reasons.case import Case, Reason


# -- what is told ---------------------------------------------------------------------------------


def tell_prepare(d: Decision) -> tuple[str, ...]:
    price = int(room_price(d.rules, d.player, d.a, d.frame["discount"]))
    return (f"prepares {d.names.room(d.board, d.a)} {paid(price)}", ROOMS)


def tell_bonus_kind(d: Decision) -> tuple[str, ...]:
    group = int(d.frame["group"])
    what = d.names.group(d.board, group)
    given = d.names.bonus(d.player, group, d.a)
    return (f"chooses the {COLOUR_OF[d.a]} occupancy bonus for the {what}: {given}",)


# -- why it is not legal --------------------------------------------------------------------------


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
    open_to = int(removable(p, frame.state, frame.where))
    choice = " or ".join(room_name(r) for r in rooms_in(open_to)) or "none"
    second = ("emperor_tile.C2.second-room-2015", "emperor_tile.C2.second-room-2021")
    ids = second if frame.where != c.FROM_HIGHEST else ("emperor.rooms-choice",)
    if not tiles >> room & 1:
        return case.because(
            f"room {where} is not {state}: the penalty takes {state} rooms, here {choice}", *ids
        )
    return case.because(
        f"the penalty takes a room from elsewhere, not {where}; open to choice: {choice}", *ids
    )


def refuse_bonus_kind(case: Case) -> Reason | None:
    return case.because("the bonus is that of a blue, red or yellow group")


FRAMES = (
    Frame(
        c.F_PREPARE, "prepare", "rooms to prepare", "which rooms are prepared",
        fields={
            "left": "rooms that may still be prepared",
            "discount": "krones less for each",
            "floors": "floors that are open, from the bottom",
            "groups": "groups completed",
            "bonuses": "columns and floors completed, whose bonus comes last",
        },
        marks={
            c.B_OCCUPY_AT_ONCE: "turned over at once",
            c.B_MANDATORY: "cannot be declined",
            c.B_CELL_SCORED: "a cell was scored",
        },
        stop="prepares no more rooms",
        bound=refuse_stop_rooms,
        order=("set-up.rooms-order",),
    ),
    Frame(
        c.F_OCCUPY, "occupy", "rooms to turn over", "which room is turned over",
        fields={
            "left": "rooms that may still be turned over",
            "floors": "floors that are open, from the bottom",
            "groups": "groups completed",
            "bonuses": "columns and floors completed, whose bonus comes last",
        },
        stop="occupies no more rooms",
    ),
    Frame(
        c.F_REMOVE_ROOM, "remove-room", "room to give back", "which room is given back",
        fields={"state": "which tiles are taken", "where": "from where"},
    ),
    Frame(
        c.F_BONUS_KIND, "bonus-kind", "kind of an occupancy bonus",
        "which occupancy bonus is received",
        fields={"group": "the group completed"},
    ),
)  # fmt: skip

ACTIONS = (
    Action(
        c.PREPARE, "prepare", "prepare a room", roomed("prepare"), tell_prepare,
        {c.F_PREPARE: refuse_prepare}, lambda rules: each(range(c.ROOMS)),
        belongs="action 3, or an effect that lets prepare rooms",
        clauses=("turn.parts", "prepare.by-effect"), samples=("prepare 1.4",),
    ),
    Action(
        c.OCCUPY, "occupy", "turn a room over", roomed("occupy"), lambda d: ("",),
        {c.F_OCCUPY: refuse_occupy, c.F_REWARDS: refuse_late_room},
        lambda rules: each(range(c.ROOMS)),
        belongs="an effect that turns over a vacant room", clauses=("reward.occupy",),
        samples=("occupy 2.1",),
    ),
    Action(
        c.REMOVE_ROOM, "remove-room", "give a room tile back", roomed("remove room"),
        lambda d: ("",), {c.F_REMOVE_ROOM: refuse_remove_room},
        lambda rules: each(range(c.ROOMS if has_effect(rules, c.P_REMOVE_ROOM) else 0)),
        belongs="an emperor's penalty", clauses=("emperor.penalty",),
        samples=("remove room 3.2",), continues=True,
    ),
    Action(
        c.BONUS_KIND, "bonus-kind", "choose the kind of an occupancy bonus",
        one_of("bonus", COLOUR_WORDS), tell_bonus_kind, {c.F_BONUS_KIND: refuse_bonus_kind},
        lambda rules: each(range(c.ROOM_COLOURS if rules.card_choose_bonus.any() else 0)),
        belongs="a card that lets choose the occupancy bonus", samples=("bonus blue",),
        possible=lambda rules: some_card(rules, "choose_bonus"),
    ),
)  # fmt: skip
