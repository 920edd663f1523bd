"""Sentences for the actions of `decisions/politics.py`."""

from __future__ import annotations

from simulate.engine import codes as c
from simulate.narration.changes import CLAIM, ENTRANCE
from simulate.narration.decision import Decision, Sentences


def tell_claim(d: Decision) -> tuple[str, ...]:
    common = len(d.state["politics"])
    if d.a >= common:
        return claim_own(d, d.a - common)
    card = d.names.politics(int(d.state["politics"][d.a]))
    place = int(d.state["markers"][d.a]) + 1
    return (f"puts a marker on politics card {card}, place {place}", CLAIM)


def claim_own(d: Decision, letter: int) -> tuple[str, ...]:
    card = d.names.politics(int(d.state["own_politics"][letter]))
    return (f"turns over the personal politics card {card}", CLAIM, ENTRANCE)


SENTENCES: Sentences = {
    c.CLAIM: tell_claim,
}
