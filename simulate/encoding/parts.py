"""Parts of an observation: names of its entries, their range, and how to read them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

OWN = ("you", "1 on", "2 on", "3 on")  # seats clockwise from the observer


@dataclass(frozen=True)
class Sight:
    """A position as one seat sees it.

    ``state``: the game's record. ``seats``: the players' records in the order of OWN, shape
    (players,). ``seat``: the observer.
    """

    state: Any
    seats: np.ndarray
    seat: int

    def place(self, seat: int) -> int:
        """How far clockwise of the observer a seat is, -1 for none."""
        return (seat - self.seat) % len(self.seats) if seat >= 0 else -1


@dataclass(frozen=True)
class Part:
    """Entries that belong together. ``read`` returns their values, in any shape of that size."""

    names: tuple[str, ...]
    low: float
    high: float
    read: Callable[[Sight], Any]


Parts = Iterator[Part]


def one_hot(values: Any, size: int) -> np.ndarray:
    """1 at the place of each value; nowhere for -1. Shape (*values.shape, size)."""
    result: np.ndarray = np.asarray(values)[..., None] == np.arange(size)
    return result


def bits(values: Any, size: int) -> np.ndarray:
    """The lowest bits of each value, shape (*values.shape, size)."""
    result: np.ndarray = (np.asarray(values, dtype=np.int64)[..., None] >> np.arange(size)) & 1
    return result


def among(cards: np.ndarray, sizes: np.ndarray, n: int, values: np.ndarray | int = 1) -> np.ndarray:
    """A value for each of ``n`` cards: 0 if it is not in the list.

    ``cards``, ``values``: shape (lists, longest); ``sizes``: how many of each list count, (lists,).
    """
    row, at = np.nonzero(np.arange(cards.shape[1]) < np.asarray(sizes)[:, None])
    result = np.zeros((len(cards), n), dtype=np.float32)
    result[row, cards[row, at]] = values if isinstance(values, int) else values[row, at]
    return result


def numbers(title: str, labels: Sequence[str], read: Callable[[Sight], Any], dtype: Any) -> Part:
    """Numbers in their own units, in the range of the field that holds them."""
    limits = np.iinfo(dtype)
    return Part(tuple(named(title, labels)), float(limits.min), float(limits.max), read)


def flags(title: str, labels: Sequence[str], read: Callable[[Sight], Any]) -> Part:
    """Entries that are 0 or 1."""
    return Part(tuple(named(title, labels)), 0.0, 1.0, read)


def named(title: str, labels: Iterable[str]) -> list[str]:
    """The entries' names: "title: label", or only the label if there is no title."""
    return [f"{title}: {label}" if title else label for label in labels]


def crossed(*labels: Sequence[str]) -> list[str]:
    """Labels of an array's entries from those of its axes, the last one fastest."""
    found = [""]
    for axis in labels:
        found = [f"{before}, {label}" if before else label for before in found for label in axis]
    return found
