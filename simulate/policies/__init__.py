"""The players of `base/roster.py` at work; see seating.py, and chooser for a loop of your own."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np

from simulate.engine.machine import MAX_ACTIONS
from simulate.engine.state import new_games
from simulate.policies import own
from simulate.policies.chooser import SCRATCH, choose_for_python
from simulate.policies.greedy import as_words
from simulate.policies.search import SEARCH_SCRATCH, choose_search
from simulate.policies.seating import (
    Table,
    asked_by_python,
    cast,
    distinct,
    get,
    label,
    learned,
    named,
    names,
    rotated,
    seats,
    slow,
    worth_tables,
)

if TYPE_CHECKING:
    from simulate.game import Game

__all__ = [
    "Table",
    "asked_by_python",
    "cast",
    "chooser",
    "distinct",
    "get",
    "label",
    "learned",
    "named",
    "names",
    "rotated",
    "seats",
    "slow",
    "worth_tables",
]


def chooser(name: str, rules: np.record) -> Callable[[Game], int]:
    """A policy as a function of a game, for your own loop: ``game.apply(pick(game))``.

    ``rules`` is the compiled program that the games are played by. The function takes the very
    actions that the policy takes in recorded games. A file of yours is named by
    ``named("my_player.py")[0]``. Raises UserError for an unknown name.
    """
    if own.is_own(name):
        return own.picker(name)
    policy = get(name)
    if policy.plans:
        from simulate.learned.table import chooser as learned_chooser  # only where one plays

        return learned_chooser(policy.name, rules)
    scratch = new_games(SEARCH_SCRATCH if policy.searches else SCRATCH)
    words = as_words(scratch)
    out = np.zeros(MAX_ACTIONS, dtype=np.int32)
    tables_for = cache(partial(worth_tables, rules, (name,)))

    def pick(game: Game) -> int:
        legal = game.legal()
        scratch[0] = game.games[0]
        out[: len(legal)] = legal
        tables = tables_for(int(game.state.n_players))
        if policy.searches:
            return legal[choose_search(scratch, words, rules, tables[0], out, len(legal))]
        return legal[choose_for_python(0, scratch, words, rules, tables, out, len(legal))]

    return pick
