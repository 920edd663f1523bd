"""Players who draft their hand by a number for each card, then play as greedy.

With measured worths as numbers they act on the analysis's findings, with costs on the printed
values. A player is a file written by `player_text`; a table names it by its path.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from simulate.engine import codes as c
from simulate.engine.frames import a_of, kind_of
from simulate.experiments.greedily import best_of

if TYPE_CHECKING:
    from simulate.game import Game


def drafter(numbers: Mapping[int, float]) -> Callable[[Game], int]:
    """The player who takes the card with the largest number; cards without one count as 0."""

    def choose(game: Game) -> int:
        """Draft by a number for each card, then play as greedy."""
        actions = game.legal()
        if kind_of(actions[0]) != c.DRAFT:
            return best_of(game, actions)
        printed = game.rules.staff_number
        return max(actions, key=lambda action: numbers.get(int(printed[a_of(action)]), 0.0))

    return choose


def player_text(name: str, numbers: Mapping[int, float]) -> str:
    """A player's file: its name, and the number of each card."""
    table = ", ".join(f"{card}: {value:.4f}" for card, value in sorted(numbers.items()))
    return (
        f'"""Drafts by a number of each card, then plays as greedy."""\n\n'
        "from simulate.experiments.drafting import drafter\n\n"
        f'NAME = "{name}"\nchoose = drafter({{{table}}})\n'
    )
