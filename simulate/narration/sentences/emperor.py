"""Sentences for the actions of `decisions/emperor.py`."""

from __future__ import annotations

from simulate.engine import codes as c
from simulate.narration.decision import Decision, Sentences
from simulate.words.names import paid


def tell_take_penalty(d: Decision) -> tuple[str, ...]:
    tile = int(d.frame["tile"])
    first, n = d.rules.tile_penalty[tile], d.rules.tile_penalty_n[tile]
    return (f"suffers the penalty: {d.names.effects(first, n)}",)


SENTENCES: Sentences = {
    c.TAKE_PENALTY: tell_take_penalty,
    c.LOSE_VP: lambda d: (
        f"loses {d.rules.tile_or_vp[d.frame['tile']]} VP instead of the penalty",
    ),
    c.AVERT: lambda d: (f"averts the penalty {paid(int(d.player['avert_cost']))}",),
}
