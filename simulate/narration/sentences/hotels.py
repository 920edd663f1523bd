"""Sentences for the actions of `decisions/hotels.py`."""

from __future__ import annotations

from model.words import many
from simulate.engine import codes as c
from simulate.engine.additional import own_tile
from simulate.narration.changes import ENTRANCE
from simulate.narration.decision import Decision, Sentences


def tell_bid(d: Decision) -> tuple[str, ...]:
    if d.state["auctioned"] >= 0:
        return (f"bids {many(d.b, 'krone')}",)
    entrance = d.names.entrance(int(d.state["entrances"][d.a]))
    return (f"puts {entrance} up for auction and bids {many(d.b, 'krone')}",)


def tell_use_tile(d: Decision) -> tuple[str, ...]:
    steps = int(own_tile(d.state, d.rules, d.player, d.a))
    tile = int(d.state["own_tiles"][d.a])
    given = d.names.effects(d.rules.tile_reward[tile], d.rules.tile_reward_n[tile])
    back = many(steps, "emperor step")
    return (
        f"gives {back} for the reward of the personal tile {d.names.tile_keys[tile]}: {given}",
        ENTRANCE,
    )


SENTENCES: Sentences = {
    c.USE_TILE: tell_use_tile,
    c.TOKEN: lambda d: (f"uses {d.names.token(d.a, int(d.frame['half']))}",),
    c.BID: tell_bid,
}
