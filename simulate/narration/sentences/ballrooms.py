"""Sentences for the actions of `decisions/ballrooms.py`."""

from __future__ import annotations

from simulate.engine import codes as c
from simulate.engine.ballrooms import dancer_price
from simulate.narration.changes import DANCERS
from simulate.narration.decision import Decision, Sentences
from simulate.words.spelling import ROW_WORDS


def sent_words(d: Decision, seat: int, section: int, less: int) -> str:
    """ "a dancer from section 3 to the top row of Apollosaal for 3 champagne"."""
    place, row = divmod(seat, c.ROWS)
    price = int(dancer_price(d.state, d.rules, place, row, 0))
    left = int(dancer_price(d.state, d.rules, place, row, less))
    cost = f"for {left} champagne" if left else "free"
    cost += f" ({price} less {min(less, price)})" if left not in (0, price) else ""
    where = d.names.row_of(d.state, seat)
    if d.names.on_balcony(d.state, seat):
        where = f"the balcony next to {where}"
    return f"a dancer from section {section + 1} to {where} {cost}"


def tell_dance(d: Decision) -> tuple[str, ...]:
    guest = d.names.guest(int(d.player["cafe"][d.a]))
    later = d.b == c.NO_SEAT
    sent = "the seat is chosen after the reward" if later else sent_words(d, d.b, d.extra, 0)
    return (f"{guest} leaves table {d.a + 1} and goes dancing: {sent}", DANCERS)


def tell_send(d: Decision) -> tuple[str, ...]:
    return (f"sends {sent_words(d, d.a, d.b, int(d.frame['reductions']) & 15)}", DANCERS)


def tell_rehearse(d: Decision) -> tuple[str, ...]:
    room = int(d.state["rehearsal_rooms"][d.a])
    return (f"chooses {d.names.rehearsal(room)} ({d.names.sections(room)})", DANCERS)


SENTENCES: Sentences = {
    c.DANCE: tell_dance,
    c.SEND: tell_send,
    c.ROW_BONUS: lambda d: (
        d.names.row_bonus(d.state, int(d.frame["seat"]), int(d.player["row_bonus"])),
    ),
    c.SECTION_BONUS: lambda d: (d.names.section_bonus(d.player, int(d.frame["section"])),),
    c.REHEARSE: tell_rehearse,
    c.REMOVE_DANCER: lambda d: (f"gives up a dancer of the {ROW_WORDS[d.a]} row",),
}
