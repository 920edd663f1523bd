"""A quick player's choice among some actions: the basis of the experiments' players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from simulate.engine.state import new_games
from simulate.policies import worth_tables
from simulate.policies.chooser import SCRATCH, choose_for_python
from simulate.policies.greedy import as_words

if TYPE_CHECKING:
    from simulate.game import Game

_scratch = new_games(SCRATCH)
_words = as_words(_scratch)
_worths: dict[tuple[int, int, str], tuple[np.ndarray, np.ndarray]] = {}


def best_of(game: Game, actions: Sequence[int], policy: str = "greedy") -> int:
    """The action that greedy, one of its styles or a random player takes among only these."""
    _scratch[0] = game.games[0]
    out = np.array(actions, dtype=np.int32)
    worths = _worths_of(game.program, int(game.state.n_players), policy)
    return actions[
        choose_for_python(0, _scratch, _words, game.program[0], worths, out, len(actions))
    ]


def _worths_of(program: np.ndarray, players: int, policy: str) -> np.ndarray:
    """A player's weights for a program, cached with the program so that its id is not reused."""
    at = id(program), players, policy
    if at not in _worths:
        _worths[at] = program, worth_tables(program[0], (policy,), players)
    return _worths[at][1]
