"""The interpreter: a table, what is to be decided, and the successor of each answer.

    witness = Witness(rules, document)
    witness.legal                     # actions in words, () while chance has to say something
    witness.answer("die 3 +1")        # or what chance says: see `Chance`

The rules are written as generators that ask for what they need, so that a rule reads from top to
bottom. A state is therefore the start and all answers since; `fork` plays them again.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from model.schema import Rules
from tests.witness.document import read_start
from tests.witness.rounds import play
from tests.witness.setting_up import set_up
from tests.witness.table import Ask, Chance, Table


class Illegal(Exception):
    """An action that is not among the legal ones."""


def whole_game(g: Table, middle: bool):
    if not middle:
        yield from set_up(g)
    yield from play(g, middle)


class Witness:
    """A game from the start that a transcript writes down, as far as it was answered.

    Raises Illegal for an action that is not legal.
    """

    def __init__(self, rules: Rules, document: dict[str, Any]):
        self.rules = rules
        self.document = document
        self.table = read_start(rules, document)
        self.answers: list[Any] = []
        self._game = whole_game(self.table, "position" in document)
        self.asked: Ask | Chance | None = next(self._game, None)

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal actions in words; none while chance decides or after the end."""
        return self.asked.options if isinstance(self.asked, Ask) else ()

    @property
    def chance(self) -> Chance | None:
        return self.asked if isinstance(self.asked, Chance) else None

    def answer(self, answer: Any) -> None:
        """Go on with an action in words, or with what chance says."""
        if isinstance(self.asked, Ask) and answer not in self.asked.options:
            raise Illegal(f"{answer!r} is not among {', '.join(self.asked.options)}")
        self.answers.append(answer)
        try:
            self.asked = self._game.send(answer)
        except StopIteration:
            self.asked = None

    def fork(self) -> Witness:
        """A second interpreter in the same state."""
        other = Witness(self.rules, self.document)
        for answer in self.answers:
            other.answer(deepcopy(answer))
        return other
