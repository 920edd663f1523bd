"""Sentences for the actions of `decisions/staff.py`."""

from __future__ import annotations

from simulate.engine import codes as c
from simulate.engine.staff import hire_price
from simulate.narration.changes import HAND, OFFER, cards
from simulate.narration.decision import Decision, Sentences
from simulate.words.names import paid, seat_name


def tell_hire(d: Decision) -> tuple[str, ...]:
    printed = int(d.rules.staff_cost[d.a])
    price = int(hire_price(d.rules, d.a, d.frame["discount"]))
    cost = f"printed cost {printed}, " if price != printed else ""
    text = f"plays {d.names.staff(d.a)}, {cost}{paid(price)} ({d.names.staff_text(d.a)})"
    return (text, HAND)


def tell_copy_final(d: Decision) -> tuple[str, ...]:
    owner = next(
        seat
        for seat in range(d.state["n_players"])
        if seat != d.seat and d.a in cards(d.state["players"][seat], "staff")
    )
    own = d.names.staff(int(d.frame["card"]))
    return (f"{own} copies {d.names.staff(d.a)} of {seat_name(owner)} ({d.names.staff_text(d.a)})",)


def tell_draft(d: Decision) -> tuple[str, ...]:
    rest = "" if d.player["offer_size"] == 1 else ", passes the rest to the left"
    return (f"keeps {d.names.staff_cost(d.a)}{rest}", HAND, OFFER)


SENTENCES: Sentences = {
    c.USE_STAFF: lambda d: (f"uses {d.names.staff(d.a)} ({d.names.staff_text(d.a)})",),
    c.HIRE: tell_hire,
    c.COPY_FINAL: tell_copy_final,
    c.DRAFT: tell_draft,
}
