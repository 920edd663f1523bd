"""Chance in the lounge: celebrities are drawn and reshuffled within one step of the engine.

At the end of a round those who leave are discarded, and the empty places are filled from left to
right. If the deck runs out meanwhile, it is rebuilt from those who left (or, in another edition,
those who leave go under the deck in random order). ``LoungeChance`` compares the lounge before and
after the step, and puts the reshuffled celebrities in the order given.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from model import UserError
from simulate.engine import codes as c


class LoungeChance:
    """Knowledge of the celebrities' deck: ``known`` of its top ones in their order."""

    def __init__(self, g: Any, known: int) -> None:
        self.known = known
        self.missing = False
        self._order: list[int] = []  # the reshuffled ones, in the order of the engine's own chance
        self._fresh: list[int] = []  # places of the lounge that some of them filled
        self.mark(g)

    def mark(self, g: Any) -> None:
        """Note the state before a step."""
        self._size = int(g.celebrity_deck_size)
        self._shuffles = int(g.celebrity_shuffles)
        self._round = (int(g.phase), int(g.round_no))
        self._deck = [int(i) for i in g.celebrity_deck[: g.celebrity_deck_size]]

    def name_next(self, g: Any, celebrity: int) -> None:
        """Name the next unknown celebrity of the deck.

        Raises UserError if the celebrity is elsewhere.
        """
        hidden = [int(i) for i in g.celebrity_deck[self.known : g.celebrity_deck_size]]
        if celebrity not in hidden:
            raise UserError("this celebrity is not in the deck")
        place = self.known + hidden.index(celebrity)
        g.celebrity_deck[place] = g.celebrity_deck[self.known]
        g.celebrity_deck[self.known] = celebrity
        self.known += 1

    def look(self, g: Any, rules: Any) -> list[int]:
        """The celebrities that the step reshuffled, in the order in which they are drawn.

        Empty if there were none; then ``missing`` says whether an unknown one was drawn.
        """
        self.missing = False
        if self._round[0] != c.PH_ROUND_END or self._round == (int(g.phase), int(g.round_no)):
            return []
        there = [place for place in range(int(rules.coloured_dice)) if g.lounge[place] >= 0]
        came = [place for place in there if g.lounge_waited[place] == 0]
        deck = [int(i) for i in g.celebrity_deck[: g.celebrity_deck_size]]
        of_old = min(len(came), self._size)
        self.missing = of_old > self.known
        self._fresh = came[of_old:]
        self._order = [int(g.lounge[place]) for place in self._fresh]
        if int(g.celebrity_shuffles) > self._shuffles:
            self._order += deck
        else:
            left = max(0, self._size - of_old)
            self._order += deck[left:]
        self.known = max(0, self.known - of_old)
        if len(self._order) == 1:  # a single one has only one order
            whole = self._size - of_old == self.known
            self.known += whole and not self._fresh
            return []
        return self._order

    def tell(self, g: Any, order: Sequence[int]) -> None:
        """Put the reshuffled ones in the given order; the last of them may be unknown.

        Raises UserError if they are not those who were reshuffled, or too few for the lounge.
        """
        cards = set(self._order)
        if len(set(order)) < len(order) or not set(order) <= cards or not order:
            raise UserError(f"{len(cards)} celebrities are shuffled here, and not these")
        if len(order) < len(self._fresh):
            raise UserError(
                f"{len(self._fresh)} celebrities come into the lounge: name all of them"
            )
        told = [*order, *(i for i in self._order if i not in order)]
        for place, celebrity in zip(self._fresh, told, strict=False):
            g.lounge[place] = celebrity
        rest = told[len(self._fresh) :]
        before = int(g.celebrity_deck_size) - len(rest)
        g.celebrity_deck[before : before + len(rest)] = rest
        if self.known == before:
            self.known += len(order) - len(self._fresh)
