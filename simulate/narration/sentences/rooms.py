"""Sentences for the actions of `decisions/rooms.py`."""

from __future__ import annotations

from simulate.engine import codes as c
from simulate.engine.hotel import room_price
from simulate.narration.changes import ROOMS
from simulate.narration.decision import Decision, Sentences
from simulate.words.names import COLOUR_OF, paid


def tell_prepare(d: Decision) -> tuple[str, ...]:
    price = int(room_price(d.rules, d.player, d.a, d.frame["discount"]))
    return (f"prepares {d.names.room(d.board, d.a)} {paid(price)}", ROOMS)


def tell_bonus_kind(d: Decision) -> tuple[str, ...]:
    group = int(d.frame["group"])
    what = d.names.group(d.board, group)
    given = d.names.bonus(d.player, group, d.a)
    return (f"chooses the {COLOUR_OF[d.a]} occupancy bonus for the {what}: {given}",)


SENTENCES: Sentences = {
    c.PREPARE: tell_prepare,
    c.BONUS_KIND: tell_bonus_kind,
}
