"""A fixed numbering of all actions that the games of a ruleset can offer.

The table lists, in ascending order, every compact action that the ruleset's data allow in some
decision of some game of 2 to 4 players; an action's number is its place in the table. An action
means the same in every decision; the observation shows which decision is pending.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from model import UserError
from simulate.actions import encode, to_words
from simulate.decisions.registry import ACTIONS


class ActionTable:
    """The actions of a ruleset, numbered from 0.

    ``rules`` is a compiled program (``game.rules``). ``actions``: the compact actions in ascending
    order, shape (len(table),), int32.
    """

    def __init__(self, rules: np.record) -> None:
        self.rules = rules
        self.actions = np.array(sorted(set(possible(rules))), dtype=np.int32)

    def __len__(self) -> int:
        return len(self.actions)

    def numbers(self, actions: Iterable[int]) -> np.ndarray:
        """The numbers of compact actions, shape (len(actions),). Raises UserError for others."""
        wanted = np.fromiter(actions, dtype=np.int32)
        found = np.minimum(np.searchsorted(self.actions, wanted), len(self) - 1)
        missing = wanted[self.actions[found] != wanted]
        if len(missing):
            raise UserError(f"{missing[0]} is not an action of this ruleset")
        return found

    def number(self, action: int) -> int:
        """The number of a compact action. Raises UserError if the ruleset does not have it."""
        return int(self.numbers([action])[0])

    def action(self, number: int) -> int:
        """The compact action of a number. Raises UserError for one beyond the table."""
        if not 0 <= number < len(self):
            raise UserError(f"action {number}: the actions are numbered 0 to {len(self) - 1}")
        return int(self.actions[number])

    def mask(self, legal: Iterable[int]) -> np.ndarray:
        """1 for each of these compact actions, else 0: shape (len(table),), int8."""
        mask = np.zeros(len(self), dtype=np.int8)
        mask[self.numbers(legal)] = 1
        return mask

    def names(self) -> list[str]:
        """Every action in words."""
        return [to_words(self.rules, int(action)) for action in self.actions]


def possible(rules: np.record) -> Iterator[int]:
    """Every compact action that the data of a ruleset allow, unordered, perhaps repeatedly."""
    for kind, action in ACTIONS.items():
        for arguments in action.arguments(rules):
            yield encode(kind, *arguments)
