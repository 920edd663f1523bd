"""Checks shared by set-ups and positions: places in the file, cards that occur once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from model import UserError


class Faults(UserError):
    """Everything that is wrong with a file; ``faults``: a line for each."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = tuple(faults)


def faults_of(error: UserError) -> tuple[str, ...]:
    """The lines of an error, one for each fault."""
    return error.faults if isinstance(error, Faults) else (str(error),)


@contextmanager
def at(place: str, faults: list[str] | None = None) -> Iterator[None]:
    """Put the place in the file before the message of a UserError; that of an entry: ".2".

    ``faults``: the message is added to them, and nothing is raised.
    """
    try:
        yield
    except UserError as error:
        between = "" if str(error).startswith(".") else ": "
        text = f"{place}{between}{error}"
        if faults is None:
            raise UserError(text) from None
        faults.append(text)


def distinct(cards: Sequence[int], what: str) -> Sequence[int]:
    """The cards. Raises UserError if one occurs twice."""
    if len(set(cards)) < len(cards):
        raise UserError(f"the same {what} is there twice")
    return cards


def exactly(cards: Sequence[int], wanted: int) -> None:
    """Raises UserError unless there are exactly this many, without gaps."""
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
