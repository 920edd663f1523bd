"""Greedy's choice among some of the legal actions: what players of experiments are made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from simulate.engine.state import new_games
from simulate.policies import worth_tables
from simulate.policies.chooser import SCRATCH
from simulate.policies.greedy import as_words, choose_greedy

if TYPE_CHECKING:
    from simulate.game import Game

_scratch = new_games(SCRATCH)
_words = as_words(_scratch)
_worths: dict[tuple[int, int], tuple[np.ndarray, np.ndarray]] = {}


def best_of(game: Game, actions: Sequence[int]) -> int:
    """The action that greedy would take if there were only these."""
    _scratch[0] = game.games[0]
    out = np.array(actions, dtype=np.int32)
    worth = _worth(game.program, int(game.state.n_players))
    return actions[choose_greedy(_scratch, _words, game.program[0], worth, out, len(actions))]


def _worth(program: np.ndarray, players: int) -> np.record:
    """Greedy's weights for a program, which is kept with them so that its id stays its own."""
    at = id(program), players
    if at not in _worths:
        _worths[at] = program, worth_tables(program[0], ("greedy",), players)
    return _worths[at][1][0]
