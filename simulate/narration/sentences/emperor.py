"""Sentences for the actions of `decisions/emperor.py`."""

from __future__ import annotations

from simulate.engine import codes as c
from simulate.narration.decision import Decision, Sentences
from simulate.words.names import paid


def tile_of_penalty(d: Decision) -> int:
    return int(d.frame["tile"])


def tell_take_penalty(d: Decision) -> tuple[str, ...]:
    tile = tile_of_penalty(d)
    first, n = d.rules.tile_penalty[tile], d.rules.tile_penalty_n[tile]
    return (f"suffers the penalty: {d.names.effects(first, n)}",)


def tell_lose_vp(d: Decision) -> tuple[str, ...]:
    return (f"loses {d.rules.tile_or_vp[tile_of_penalty(d)]} VP instead of the penalty",)


def tell_avert(d: Decision) -> tuple[str, ...]:
    return (f"averts the penalty {paid(int(d.player['avert_cost']))}",)


SENTENCES: Sentences = {
    c.TAKE_PENALTY: tell_take_penalty,
    c.LOSE_VP: tell_lose_vp,
    c.AVERT: tell_avert,
}
