"""Greedy that goes without a part of the game: beside greedy it shows what that part is worth.

Restricted play: Jaffe, Miller, Andersen, Liu, Karlin & Popovic (2012), Evaluating Competitive Game
Balance with Restricted Play, AIIDE. Each player is a function, e.g. ``restricted.py:no_staff``.
What is forbidden is taken all the same where nothing else is legal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from simulate.engine import codes as c
from simulate.engine.frames import a_of, kind_of
from simulate.experiments.greedily import best_of

if TYPE_CHECKING:
    from simulate.game import Game

NAME = "greedy"
SIXTH = 6
"""The face of the dice whose space lets a player choose among the actions."""

Allowed = Callable[[int], bool]


def _choose(game: Game, allowed: Allowed) -> int:
    actions = game.legal()
    return best_of(game, [action for action in actions if allowed(action)] or actions)


def no_staff(game: Game) -> int:
    """Greedy that plays no staff card."""
    return _choose(game, lambda action: kind_of(action) != c.HIRE)


def no_politics(game: Game) -> int:
    """Greedy that claims no politics card."""
    return _choose(game, lambda action: kind_of(action) != c.CLAIM)


def no_emperor(game: Game) -> int:
    """Greedy that takes krones whenever it could take a step on the emperor track instead."""
    return _choose(game, lambda action: kind_of(action) != c.STEPS or a_of(action) == 0)


def no_celebrities(game: Game) -> int:
    """Greedy that uses no celebrity."""
    return _choose(game, lambda action: kind_of(action) != c.USE_CELEBRITY)


def no_dancers(game: Game) -> int:
    """Greedy that sends no dancer to a ballroom."""
    return _choose(game, lambda action: kind_of(action) not in (c.DANCE, c.SEND))


def no_sixth(game: Game) -> int:
    """Greedy that takes no die of the sixth action space."""
    return _choose(game, lambda action: kind_of(action) != c.DIE or a_of(action) != SIXTH)


def no_rerolls(game: Game) -> int:
    """Greedy that never passes while it has another choice, so as to see no dice rolled again."""
    return _choose(game, lambda action: kind_of(action) != c.PASS)
