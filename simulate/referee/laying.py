"""Checks that set-ups and positions share: places in the file, cards that come once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from model import UserError


@contextmanager
def at(place: str) -> Iterator[None]:
    """Puts the place in the file before the message of a UserError."""
    try:
        yield
    except UserError as error:
        raise UserError(f"{place}: {error}") from None


def distinct(cards: Sequence[int], what: str) -> Sequence[int]:
    """The cards. Raises UserError if one comes twice."""
    if len(set(cards)) < len(cards):
        raise UserError(f"the same {what} is there twice")
    return cards


def lettered(cards: Sequence[int], letters: Any, what: str, *, complete: bool) -> list[int]:
    """Cards by their letter A, B, C; -1 where none is given. Raises UserError for two of a kind."""
    found = [-1, -1, -1]
    for card in cards:
        letter = int(letters[card])
        if found[letter] >= 0:
            raise UserError(f"two {what} of letter {'ABC'[letter]}; one of each is in the game")
        found[letter] = card
    if complete and -1 in found:
        raise UserError(f"no {what} of letter {'ABC'[found.index(-1)]}")
    return found
