"""Players without a part of the game: compared with unrestricted players, they show its worth.

Restricted play: Jaffe, Miller, Andersen, Liu, Karlin & Popovic (2012), Evaluating Competitive Game
Balance with Restricted Play, AIIDE. A forbidden action is still taken if nothing else is legal. A
learned player knows its restriction and plans its turns accordingly. A player is a file written by
`player_text`; a table names it by its path.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from model import UserError
from simulate import policies
from simulate.engine import codes as c
from simulate.experiments.greedily import best_of
from simulate.learned.bars import ANY, allowed
from simulate.learned.network import DIAL
from simulate.learned.table import choosing
from simulate.policies.seating import asked_by_python

if TYPE_CHECKING:
    from simulate.game import Game

SIXTH = 6
"""The face of the dice whose space lets a player choose among the actions."""

PARTS: dict[str, tuple[tuple[int, ...], int, bool]] = {
    "no_staff": ((c.HIRE,), ANY, False),
    "no_politics": ((c.CLAIM,), ANY, False),
    "no_emperor": ((c.STEPS,), 0, True),  # krones whenever it could take a step instead
    "no_celebrities": ((c.USE_CELEBRITY,), ANY, False),
    "no_dancers": ((c.DANCE, c.SEND), ANY, False),
    "no_sixth": ((c.DIE,), SIXTH, False),
    "no_rerolls": ((c.PASS,), ANY, False),  # never passes while it has another choice
    "no_key": ((c.KEY,), ANY, False),
}
"""What players go without: kinds of actions, a first argument, and whether it is barred or all
but it is (`learned.bars`)."""


def bar_of(part: str) -> np.ndarray:
    """A dial that bars a part of the game and does nothing else, shape (1,)."""
    dial = np.zeros(1, DIAL)
    kinds, dial["first"], dial["but_first"] = PARTS[part]
    dial["barred"] = sum(1 << kind for kind in kinds)
    return dial


def without(policy: str, part: str) -> Callable[[Game], int]:
    """A player of this suite that goes without a part of the game.

    Raises UserError for the search by playouts, or a file.
    """
    dial = bar_of(part)
    if asked_by_python((policy,)):
        raise UserError(
            f"policy {policy}: it takes too long; learned players, greedy and its styles, and"
            " random players can go without a part of the game (`gah players list`)"
        )
    planned = choosing(policy, dial[0]) if policies.get(policy).plans else None

    def choose(game: Game) -> int:
        """Choose among the actions that are not barred."""
        out = np.array(game.legal(), dtype=np.int32)
        actions = out[: allowed(dial[0], out, len(out))].tolist()
        if planned is not None:
            return planned(game, actions)
        return best_of(game, actions, policy)

    return choose


def player_text(policy: str, part: str) -> str:
    return (
        f'"""{policy} that goes without a part of the game."""\n\n'
        "from simulate.experiments.restricted import without\n\n"
        f'NAME = "{label_of(policy, part)}"\nchoose = without("{policy}", "{part}")\n'
    )


def label_of(policy: str, part: str) -> str:
    """The player's name in tables."""
    return f"{policies.label(policy)}-{part}"
