"""Nothing is lost and nothing appears: each piece of the game is in exactly one place."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from hypothesis import given

from simulate.actions import decode
from simulate.engine import codes, machine
from simulate.properties.strategies.playing import new_game, play
from simulate.properties.strategies.seeing import frames
from tests.clauses import clause
from tests.properties.playing import FEW, WHOLE_GAMES


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
