"""Unique hotels: the auction of entrances, their tokens and personal emperor tiles."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from model import UserError
from model.words import many
from simulate.decisions.entries import Action, Frame
from simulate.decisions.forms import Form, counted
from simulate.decisions.ranges import LARGEST, Ranges, each, has_effect, some_card
from simulate.decisions.readings import Arguments, Reading, Refused, Scene
from simulate.engine import codes as c
from simulate.engine.additional import own_tile
from simulate.engine.state import FIRST_ENTRANCE, MAX_OWN_TILES, MAX_PLAYERS
from simulate.narration.changes import ENTRANCE
from simulate.narration.names import krones

if TYPE_CHECKING:
    from simulate.narration.decision import Decision
    from simulate.referee.reasons.case import Case, Reason


# -- what is told ---------------------------------------------------------------------------------


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


def tell_token(d: Decision) -> tuple[str, ...]:
    return (f"uses {d.names.token(d.a, int(d.frame['half']))}",)


# -- why it is not legal --------------------------------------------------------------------------


def refuse_bid(case: Case) -> Reason | None:
    """A bid in an auction."""
    g, entrance, amount = case.g, case.a, case.b
    if entrance >= g.n_players or g.entrances[entrance] < 0:
        return case.because(f"no hotel entrance {entrance + 1} is left", "auction.one-each")
    if g.auctioned >= 0 and g.auctioned != entrance:
        name = case.names.entrance(int(g.entrances[g.auctioned]))
        return case.because(f"{name} is up for auction, no other entrance", "auction.raise-or-pass")
    if amount > case.p.krones:
        return case.because(f"the bid is {krones(amount)}; {case.has_krones()}", "auction.means")
    if amount <= g.bid:
        return case.because(
            f"the bid is {krones(int(g.bid))}: a further one is higher", "auction.raise-or-pass"
        )
    return None


def refuse_pass(case: Case) -> Reason | None:
    return case.because(
        "whoever starts an auction names an entrance and bids 0 krones or more", "auction.first-bid"
    )


def refuse_use_tile(case: Case) -> Reason | None:
    """A personal emperor tile."""
    k, g, p = case.a, case.g, case.p
    own = p.entrance >= 0 and case.rules.card_own_tiles[FIRST_ENTRANCE + p.entrance]
    if not own or k >= len(g.own_tiles) or g.own_tiles[k] < 0:
        return case.because(
            f"{case.player} has no such personal emperor tile", "entrance.grand-wray.tiles"
        )
    name = case.names.tile_keys[int(g.own_tiles[k])]
    if not p.own_tiles_left >> k & 1:
        return case.because(
            f"the personal emperor tile {name} is used up", "entrance.grand-wray.used-up"
        )
    if case.frame.marks & c.T_TILE_USED:
        return case.because(
            "a personal emperor tile has been used in this turn: one a turn", "entrance.grand-wray"
        )
    if int(own_tile(g, case.rules, p, k)) < 0:
        steps = int(case.rules.card_own_tiles_steps[FIRST_ENTRANCE + p.entrance, k // 2])
        return case.because(
            f"the personal emperor tile {name} costs {steps} steps back; {case.player} is on space"
            f" {int(p.emperor)}",
            "entrance.grand-wray",
        )
    return None


def refuse_token(case: Case) -> Reason | None:
    if case.a >= case.rules.n_tokens:
        return case.because(f"there is no bonus token {case.a + 1}")
    return case.because(f"bonus token {case.a + 1} is used up", "entrance.dove.used-up")


# -- what there is --------------------------------------------------------------------------------


def read_tile(at: Scene, match: re.Match[str]) -> Arguments:
    """A personal emperor tile by its key."""
    tile = at.lexicon.tile(match[1])
    for k in range(MAX_OWN_TILES):
        if at.g.own_tiles[k] == tile:
            return k, 0, 0
    raise Refused(f"emperor tile {match[1].upper()} is no personal one")


def read_bid(at: Scene, match: re.Match[str]) -> Arguments:
    """A bid; without a name it is for the entrance that is up for auction."""
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
    """All combinations where there are hotel entrances, else none."""
    return each(*arguments) if rules.entrances else each(())


def bids(rules: np.record) -> range:
    """What may be bid."""
    return range(min(LARGEST, int(rules.krones_max)) + 1)


FRAMES = (
    Frame(
        c.F_AUCTION, "auction", "bid for an entrance", "the bid for a hotel entrance",
        "who is still in the auction, clockwise",
        bound=refuse_pass,
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
        ),
        tell_use_tile, {c.F_TURN: refuse_use_tile},
        lambda rules: with_entrances(
            rules, range(MAX_OWN_TILES if rules.card_own_tiles.any() else 0)
        ),
        possible=lambda rules: some_card(rules, "own_tiles"),
    ),
    Action(
        c.TOKEN, "token", "take a bonus token", counted("token", 1), tell_token,
        {c.F_TOKEN: refuse_token},
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
        ),
        tell_bid, {c.F_AUCTION: refuse_bid},
        lambda rules: with_entrances(rules, range(MAX_PLAYERS), bids(rules)),
        belongs="the auction of the hotel entrances", clauses=("auction.first-bid",),
        samples=("bid 3 on entrance 1",),
        possible=lambda rules: bool(rules.entrances),
    ),
)  # fmt: skip
