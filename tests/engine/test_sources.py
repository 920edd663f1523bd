"""Who gets the credit: every frame that comes up in recorded games has a source that is there."""

from __future__ import annotations

from typing import Any

import pytest

from simulate.engine import codes as c
from tests.golden.recorded import GAMES, begin, read

# Frames of the set-up and of a turn: no card and no tile stands behind them.
OF_NOBODY = {
    c.F_DRAFT, c.F_FREE_GUEST, c.F_TURN, c.F_MAIN, c.F_SPLIT, c.F_GOODS, c.F_SERVE, c.F_TRACKS,
    c.F_DUE, c.F_BONUS_KIND, c.F_AUCTION, c.F_REHEARSAL, c.F_REMOVE_DIE, c.F_MORE_GUESTS,
}  # fmt: skip
WITHOUT_CARD = {c.VP_BALLROOMS, c.VP_CELEBRITIES, c.VP_ENTRANCE}
OF_A_TILE = {c.F_PENALTY, c.F_BURY_HAND, c.F_REMOVE_ROOM, c.F_REMOVE_STAFF, c.F_REMOVE_DANCER}


def fault(g: Any, f: Any) -> str:
    """What is wrong with the source of a frame; empty if nothing is."""
    column, card = int(f.source) >> 8, int(f.source) & 255
    p = g.players[f.player]
    if f.kind in OF_NOBODY:
        return "of nobody" if f.source else ""
    if f.kind == c.F_REWARDS and f.marks & c.R_GUEST:
        entry = g.log[card]
        its = (column, entry.kind, entry.card) == (c.VP_GUESTS, c.LOG_GUEST, f.guest)
        return "" if its else "another guest's"
    if f.kind in OF_A_TILE:
        return "" if column == c.VP_TILES and card in g.emperor_tiles else "another tile's"
    if column == c.VP_STAFF:
        return "" if card in p.staff[: p.staff_size] else "a card that is not in play"
    if column == c.VP_TILES:
        return "" if card in g.emperor_tiles else "a tile that is not there"
    if column == c.VP_GUESTS:
        of_guest = g.log[card].kind == c.LOG_GUEST and g.log[card].seat == f.player
        return "" if f.source == 0 or of_guest else "a guest of somebody else"
    return "" if column in WITHOUT_CARD and card == 0 else "no source"


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_frame_of_a_recorded_game_has_a_source_that_is_there(name: str):
    game, _ = begin(name)
    for step in read(name).steps:
        if step.do is not None:
            game.apply(step.do)
            g = game.state
            for f in g.frames[: g.top]:
                assert not fault(g, f), (step.do, int(f.kind), int(f.source))
