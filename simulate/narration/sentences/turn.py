"""Sentences for the actions of `decisions/turn.py`."""

from __future__ import annotations

from typing import Any

from simulate.engine import codes as c
from simulate.engine.flow import tile_of
from simulate.narration.decision import Decision, Sentences


def tile_number(state: Any, rules: Any, seat: int) -> int:
    """The smallest visible number of the seat's turn order tile."""
    tiles = rules.turn_tiles[state["n_players"], tile_of(state, seat)]
    return int(tiles[min(1, int(state["players"][seat]["turns_taken"]))])


def tell_pass(d: Decision) -> tuple[str, ...]:
    if d.frame["kind"] != c.F_TURN:
        return (d.declined,)
    number = tile_number(d.state, d.rules, d.seat)
    return (f"passes: the {number} stays open until the dice are rolled again",)


def tell_stop(d: Decision) -> tuple[str, ...]:
    if d.frame["kind"] == c.F_REWARDS:
        rest = d.names.masked(d.frame["effect"], int(d.frame["effects"]))
        return (f"leaves the rest of the reward ({rest})",)
    return (d.declined,)


SENTENCES: Sentences = {
    c.PASS: tell_pass,
    c.END_TURN: lambda d: ("ends the turn",),
    c.STOP: tell_stop,
}
