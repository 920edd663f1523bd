"""Checks that set-ups and positions share: places in the file, cards that come once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from model import UserError


@contextmanager
def at(place: str) -> Iterator[None]:
    """Puts the place in the file before the message of a UserError; that of an entry: ".2"."""
    try:
        yield
    except UserError as error:
        between = "" if str(error).startswith(".") else ": "
        raise UserError(f"{place}{between}{error}") from None


def distinct(cards: Sequence[int], what: str) -> Sequence[int]:
    """The cards. Raises UserError if one comes twice."""
    if len(set(cards)) < len(cards):
        raise UserError(f"the same {what} is there twice")
    return cards


def exactly(cards: Sequence[int], wanted: int) -> None:
    """Raises UserError unless there are so many of them, with no gap among them."""
    if len(cards) != wanted or -1 in cards:
        raise UserError(f"{len(cards)} are written; {wanted} are laid out here")


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
