"""Unique hotels: the auction of entrances, their tokens and personal emperor tiles."""

from __future__ import annotations

import re

import numpy as np

from model import UserError
from simulate.decisions.entries import Action, Frame
from simulate.decisions.forms import Form, counted
from simulate.decisions.ranges import LARGEST, Ranges, each, has_effect
from simulate.decisions.readings import Arguments, Reading, Refused, Scene
from simulate.engine import codes as c
from simulate.engine.state import MAX_OWN_TILES, MAX_PLAYERS

# -- possible arguments ---------------------------------------------------------------------------


def read_tile(at: Scene, match: re.Match[str]) -> Arguments:
    """A personal emperor tile by its key."""
    tile = at.lexicon.tile(match[1])
    for k in range(MAX_OWN_TILES):
        if at.g.own_tiles[k] == tile:
            return k, 0, 0
    raise Refused(f"emperor tile {match[1].upper()} is not a personal one")


def read_bid(at: Scene, match: re.Match[str]) -> Arguments:
    """A bid; without a name it is for the entrance up for auction."""
    bid, name = int(match[1]), match[2]
    if bid > 255:
        raise UserError(f"{bid}: a number is too large")
    if name is None:
        return max(0, int(at.g.auctioned)), bid, 0
    numbered = re.fullmatch(r"entrance ([1-4])", name)
    if numbered:
        return int(numbered[1]) - 1, bid, 0
    there = at.g.entrances[: at.g.n_players]
    return at.place("entrance", name, there, "is not up for auction"), bid, 0


def with_entrances(rules: np.record, *arguments: range) -> Ranges:
    """All combinations if there are hotel entrances, else none."""
    return each(*arguments) if rules.entrances else each(())


def bids(rules: np.record) -> range:
    """The possible bids."""
    return range(min(LARGEST, int(rules.krones_max)) + 1)


FRAMES = (
    Frame(
        c.F_AUCTION, "auction", "bid for an entrance", "the bid for a hotel entrance",
        "who is still in the auction, clockwise",
        declined_by=c.PASS,
        stop="passes",
        order=("auction.next", "auction.raise-or-pass"),
    ),
    Frame(
        c.F_TOKEN, "token", "bonus token", "which bonus token is used",
        fields={"half": "the half that is used"},
    ),
)  # fmt: skip

ACTIONS = (
    Action(
        c.USE_TILE, "use-tile", "use a personal emperor tile",
        Form(
            lambda r, a, b, x: f"use tile {'ABC'[a // 2]}{a % 2 + 1}", "use tile ([ABC])([12])",
            lambda r, m: (2 * "ABC".index(m[1]) + int(m[2]) - 1, 0, 0),
            (
                Reading("use tile ([abc])([12])", lambda at, m:
                    (2 * "abc".index(m[1]) + int(m[2]) - 1, 0, 0)),
                Reading("use own tile (.+)", read_tile),
            ),
        ), (c.F_TURN,),
        lambda rules: with_entrances(
            rules, range(MAX_OWN_TILES if rules.card_own_tiles.any() else 0)
        ),
    ),
    Action(
        c.TOKEN, "token", "take a bonus token", counted("token", 1),
        (c.F_TOKEN,),
        lambda rules: with_entrances(rules, range(int(rules.n_tokens))),
        belongs="an entrance with bonus tokens", clauses=("entrance.dove",), samples=("token 2",),
        possible=lambda rules: has_effect(rules, c.E_BONUS_TOKEN),
    ),
    Action(
        c.BID, "bid", "bid for an entrance",
        Form(
            lambda r, a, b, x: f"bid {b} on entrance {a + 1}", r"bid (\d+) on entrance ([1-4])",
            lambda r, m: (int(m[2]) - 1, int(m[1]), 0),
            (Reading(r"bid (\d+)(?: on (.+))?", read_bid),),
        ), (c.F_AUCTION,),
        lambda rules: with_entrances(rules, range(MAX_PLAYERS), bids(rules)),
        belongs="the auction of the hotel entrances", clauses=("auction.first-bid",),
        samples=("bid 3 on entrance 1",),
    ),
)  # fmt: skip
