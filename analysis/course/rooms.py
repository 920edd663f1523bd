"""Rooms in final hotels: the share in which each room is prepared, and occupied.

Recorded games contain no rooms, so games are played again from their seed and their last position
is read. A plain description of what players chose, not an effect.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import numpy as np
import pandas as pd

from analysis.base import stats
from analysis.base.data import in_front
from analysis.base.stats import Array
from model import Ruleset
from simulate.batch.runner import Run
from simulate.playing.player import Player

MEASURES = ("prepared", "occupied")
"""Prepared: a room tile is there, with or without a guest."""


def room_shares(ruleset: Ruleset, players: int, policy: str, seed: int, games: int) -> pd.DataFrame:
    """Share of final hotels in which each room is prepared and occupied, by hotel plan.

    The games 0 .. games - 1 of the run that these settings name; one row per plan used, room and
    measure. Columns: rules, players, policy, board (key of the plan), floor, column (from 1),
    colour, measure (`MEASURES`), estimate (0..1), low, high (95%, by game), hotels, games.
    Raises UserError for settings that `Run` refuses.
    """
    run = Run(ruleset, players, policy, games, seed, Path())  # nothing is recorded
    player = Player(run.job().games)
    last = (player.scratch if player.learned is None else player.learned.scratch)[:1]
    keys = list(ruleset.boards)
    cells = len(next(iter(ruleset.boards.values())).cells)
    bits = 1 << np.arange(cells)
    by_board: dict[str, list[Array]] = defaultdict(list)  # for each game (1 + cells, measures)
    for game in range(games):
        player.play(game, 1)
        seats = last[0]["players"][:players]
        boards = np.array([int(one["board"]) for one in seats])
        rooms = np.stack(
            [
                (np.asarray(mask)[:, None] & bits) > 0
                for mask in (seats["vacant"] | seats["occupied"], seats["occupied"])
            ],
            axis=-1,
        )
        for board in np.unique(boards):
            mine = rooms[boards == board]
            counted = np.concatenate([np.full((1, 2), len(mine)), mine.sum(axis=0)])
            by_board[keys[board]].append(counted.astype(float))
    frames = [
        _shares(np.array(by_board[key]), ruleset.boards[key].cells, key)
        for key in keys
        if key in by_board
    ]
    named = {"rules": ruleset.label, "players": players, "policy": policy}
    return in_front(pd.concat(frames, ignore_index=True), named)


def _shares(counted: Array, colours: tuple[str, ...], board: str) -> pd.DataFrame:
    """Shares from counts of each game (games, 1 + cells, measures): hotels, then each room."""
    cells, frames = len(colours), []
    for index, measure in enumerate(MEASURES):
        hotels, rooms = counted[:, :1, index], counted[:, 1:, index]
        pairs = np.stack([np.broadcast_to(hotels, rooms.shape), rooms], axis=-1)
        products = np.einsum("gri,grj->rij", pairs, pairs)
        share, low, high = stats.share(pairs.sum(axis=0), products, len(counted))
        frames.append(pd.DataFrame({
            "board": board, "floor": np.arange(cells) // 5 + 1, "column": np.arange(cells) % 5 + 1,
            "colour": colours, "measure": measure, "estimate": share, "low": low,
            "high": high, "hotels": int(hotels.sum()), "games": len(counted),
        }))  # fmt: skip
    return pd.concat(frames, ignore_index=True)
