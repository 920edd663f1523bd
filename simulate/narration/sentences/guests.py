"""Sentences for the actions of `decisions/guests.py`."""

from __future__ import annotations

from typing import Any

from simulate.engine import codes as c
from simulate.engine.cafe import row_price
from simulate.narration.changes import ROW, answering
from simulate.narration.decision import Decision, Sentences
from simulate.words.names import Names, paid


def tell_take_guest(d: Decision) -> tuple[str, ...]:
    guest = int(d.state["row"][d.a])
    bought = d.frame["kind"] in (c.F_TURN, c.F_MORE_GUESTS)
    price = int(row_price(d.rules, d.player, d.a)) if bought else 0
    text = f"takes {d.names.guest_text(guest)} from place {d.a + 1} of the row, {paid(price)}"
    return (text, ROW)


def tell_check_in(d: Decision) -> tuple[str, ...]:
    guest = int(d.player["cafe"][d.a])
    room = d.names.room(d.board, d.b)
    return (f"{d.names.guest(guest)} moves from table {d.a + 1} into {room}",)


def tell_reward(d: Decision) -> tuple[str, ...]:
    row = int(d.frame["effect"]) + d.a
    source = d.names.source(int(d.frame["source"]), d.state["log"], row)
    told = [f"{reward_title(d.frame, source)}: {d.names.effect_texts[row]}"]
    if d.rules.effects[row, c.COL_CODE] == c.E_USE_SPACE:
        told = [*due_bonuses(d.names, d.state, d.frame), *told]  # they are taken before it
    return ("; ".join(told),)


def due_bonuses(names: Names, state: Any, frame: Any) -> list[str]:
    """The bonuses around a reward that are still due."""
    player, marks = state["players"][int(frame["player"])], int(frame["marks"])
    due = dancer_bonuses(names, state, frame, marks)
    if frame["groups"]:
        due.append(names.bonuses(player, int(frame["groups"])))
    if marks & c.R_STAFF_DUE:
        due += staff_for_leaving(names, state, frame)
    return due


def dancer_bonuses(names: Names, state: Any, frame: Any, marks: int) -> list[str]:
    """The bonuses of a section and a row that a frame's ``marks`` show as due."""
    player, found = state["players"][int(frame["player"])], []
    if marks & c.R_SECTION_DUE:
        found.append(names.section_bonus(player, int(frame["section"])))
    if marks & c.R_ROW_DUE:
        found.append(names.row_bonus(state, int(frame["seat"]), int(player["row_bonus"])))
    return found


def reward_title(frame: Any, source: str) -> str:
    """ "reward of 65 Knight of the Empire", or the card itself for other lists of effects."""
    return f"reward of {source}" if int(frame["marks"]) & c.R_GUEST else source


def staff_for_leaving(names: Names, state: Any, frame: Any) -> list[str]:
    """What staff pay for the guest of a frame, who leaves the café; empty if none pays."""
    events = [c.ON_GUEST_LEAVES]
    if frame["marks"] & c.R_HOUSED:
        events.append(c.ON_GUEST_HOUSED)
    cards = None if names.rules.staff_asked_paying else int(frame["before"])
    return [
        text
        for event in events
        for text in answering(names, state, int(frame["player"]), event, int(frame["guest"]), cards)
    ]


SENTENCES: Sentences = {
    c.TAKE_GUEST: tell_take_guest,
    c.CHECK_IN: tell_check_in,
    c.FILL: lambda d: ("fills an order from the supply",),
    c.REWARD: tell_reward,
    c.OCCUPANCY_BONUS: lambda d: (d.names.bonuses(d.player, int(d.frame["groups"])),),
    c.STAFF_BONUS: lambda d: ("; ".join(staff_for_leaving(d.names, d.state, d.frame)),),
}
