"""Compares what a transcript claims about the state with the state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simulate.referee.document import Expect
from simulate.referee.fields import GAME, SEAT
from simulate.referee.fields.field import Field, FieldView
from simulate.referee.laying import at
from simulate.referee.reasons import Reason
from simulate.referee.stepper import Stepper
from simulate.referee.words import read_action
from simulate.words.lexicon import Lexicon

STAFF_HAND = next(field.claims for field in SEAT if field.name == "hand")


class Expectations:
    """Compares expectations with the state of a stepper."""

    def __init__(self, lexicon: Lexicon, stepper: Stepper) -> None:
        self.lexicon, self.stepper = lexicon, stepper
        self.view = FieldView(lexicon, stepper.g, unknown=stepper.unknown)

    def unmet(self, expect: Expect) -> list[str]:
        """Differences from what is expected, in words. Raises UserError for unknown cards."""
        found = [*self._fields(self.view, GAME, expect), *self._player(expect)]
        found += self._legal(expect)
        for name, claims in expect.players.items():
            with at("expect.players"):
                seat = self.lexicon.seat(name)
            self._learn(seat, claims)
            texts = self._fields(self.view.of(seat), SEAT, claims)
            found += [f"{self.lexicon.players[seat]}: {text}" for text in texts]
        return found

    def _fields(self, view: FieldView, fields: tuple[Field, ...], claims: Any) -> Iterator[str]:
        for field in fields:
            claimed = getattr(claims, field.name) if field.claimed else None
            if claimed is None:
                continue
            with at(f"expect.{field.name}"):
                wanted = field.claims.find(self.lexicon, claimed)
            there = field.get(view)
            if there is None and view.seat in view.unknown.open:
                continue  # unknown value
            yield from field.claims.differs(self.lexicon, field.name, wanted, there)

    def _learn(self, seat: int, claims: Any) -> None:
        """Learn the cards of an unknown hand from a claim about it."""
        stepper, hand, size = self.stepper, claims.hand, claims.hand_size
        if hand is not None:
            with at("expect.hand"):
                for card in STAFF_HAND.find(self.lexicon, hand):
                    if card >= 0:
                        stepper.unknown.hold(stepper.g, seat, card)
            size = len(hand)
        if size is not None and seat in stepper.unknown.open:
            with at("expect.hand"):
                stepper.unknown.resize(stepper.g, stepper.rules, seat, size)
        stepper.refresh()

    def _player(self, expect: Expect) -> Iterator[str]:
        if expect.player is None:
            return
        with at("expect.player"):
            wanted = self.lexicon.seat(expect.player)
        there = self.stepper.player
        if wanted != there:
            who = self.lexicon.players[there] if there >= 0 else "nobody"
            yield f"the decision is with {who}, not with {self.lexicon.players[wanted]}"

    # -- actions ---------------------------------------------------------------------------------

    def _legal(self, expect: Expect) -> Iterator[str]:
        for words in expect.legal:
            if not self._allows(words):
                yield f"{words!r} is not legal here"
        for words in expect.not_legal:
            if self._allows(words):
                yield f"{words!r} is legal here"
        if expect.only_legal is not None:
            wanted = {self._action(words) for words in expect.only_legal}
            there = set(self.stepper.legal())
            if wanted != there:
                yield f"legal are: {', '.join(self.stepper.legal_words()) or 'no actions'}"

    def _action(self, words: str) -> int | Reason:
        seat, legal = max(0, self.stepper.player), self.stepper.legal_words()
        return read_action(self.lexicon, self.stepper.g, seat, words, legal)

    def _allows(self, words: str) -> bool:
        action = self._action(words)
        return isinstance(action, int) and self.stepper.allows(action)
