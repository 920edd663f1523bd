"""Nothing is lost and nothing appears: each piece of the game is in exactly one place."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from simulate.actions import decode
from simulate.engine import codes, machine
from simulate.properties.strategies import invariants
from simulate.properties.strategies.invariants import MODULE_INVARIANTS
from simulate.properties.strategies.playing import new_game, play
from simulate.properties.strategies.seeing import COLOURS, frames
from tests.clauses import clause
from tests.properties.playing import FEW, WHOLE_GAMES, holds_throughout


def goods_of(state: Any, rules: Any, seat: int) -> np.ndarray:
    """A player's goods by kind: in the kitchen, on guests' cards, and in hand to be laid down."""
    p = state["players"][seat]
    goods = p["kitchen"].astype(int)
    for table, guest in enumerate(p["cafe"]):
        if guest >= 0:
            goods += rules["guest_order"][guest] - p["missing"][table]
    for f in frames(state):
        if f["player"] == seat and f["kind"] == codes.F_GOODS:
            goods += f["goods"]
    return goods


@FEW
@given(**WHOLE_GAMES)
def test_each_staff_card_is_in_exactly_one_place(drawn, n, seed):
    holds_throughout(invariants.each_staff_card_is_in_one_place, drawn, n, seed)


@FEW
@given(**WHOLE_GAMES)
@clause("check-in.discard")
def test_each_guest_is_in_exactly_one_place(drawn, n, seed):
    holds_throughout(invariants.each_guest_is_in_one_place, drawn, n, seed)


@FEW
@given(**WHOLE_GAMES)
@clause("round.roll", "pass.bin", "round.all-dice-back")
def test_each_die_is_on_the_board_taken_or_in_the_bin(drawn, n, seed):
    holds_throughout(invariants.each_die_is_in_one_place, drawn, n, seed)


@FEW
@given(**WHOLE_GAMES)
@clause("politics-card.one-marker", "politics-card.fourth")
def test_each_politics_marker_is_on_one_place(drawn, n, seed):
    holds_throughout(invariants.each_marker_is_on_one_place, drawn, n, seed)


@FEW
@given(**WHOLE_GAMES)
@pytest.mark.parametrize("holds", MODULE_INVARIANTS, ids=lambda holds: holds.__name__)
def test_pieces_of_modules_are_where_they_belong(holds, drawn, n, seed):
    holds_throughout(holds, drawn, n, seed)


@FEW
@given(**WHOLE_GAMES)
@clause("components.room-tiles")
def test_room_tiles_are_within_the_printed_supply(drawn, n, seed):
    game = holds_throughout(invariants.room_tiles_are_within_the_supply, drawn, n, seed)
    supply = drawn.load().room_tiles
    assert {c: getattr(supply, c) for c in COLOURS} == invariants.PRINTED_TILES
    assert game.over


@FEW
@given(**WHOLE_GAMES)
@clause("goods.to-the-kitchen")
def test_goods_laid_down_or_kept_are_neither_more_nor_less(drawn, n, seed):
    """Laying a good on a card, from the hand or from the kitchen, and keeping goods, moves them."""
    game = new_game(drawn, n, seed)
    for action in play(game, random.Random(seed)):
        kind, _, table, _ = decode(action)
        if kind not in (codes.PLACE, codes.KEEP):
            continue
        who = game.player
        if game.state.players[who].substitute:  # several goods may stand for one
            continue
        last = kind == codes.PLACE and game.state.players[who].missing_total[table] == 1
        if last:  # staff may answer to a filled order with further goods
            continue
        after = game.games.copy()
        machine.apply(after[0], game.rules, action)
        have = goods_of(game.state, game.rules, who)
        now = goods_of(after[0], game.rules, who)
        assert now.sum() == have.sum()
        if not (game.state.players[who].flexible or after[0].players[who].flexible):
            assert (now == have).all()
