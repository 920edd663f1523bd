"""Names of cards, tiles and places in the names of entries."""

from typing import Any

import numpy as np

from simulate.engine import codes as c

FACES = [str(face) for face in range(1, c.FACES + 1)]
LETTERS = ("A", "B", "C")
PLACES = ("left", "middle", "right")  # positions of ballrooms


def printed(kind: str, numbers_: Any, n: int) -> list[str]:
    """Labels of cards with printed numbers."""
    return [f"{kind} {number}" for number in numbers_[:n]]


def placed(kind: str, n: int) -> list[str]:
    """Labels of cards by their place in the model's order, from 1."""
    return [f"{kind} {i + 1}".strip() for i in range(int(n))]


def lettered(kind: str, letters: Any, n: int) -> list[str]:
    """Labels of cards with letters: "politics B 3" is the third of that letter."""
    known = [LETTERS[letter] for letter in letters[:n]]
    return [f"{kind} {letter} {known[: i + 1].count(letter)}" for i, letter in enumerate(known)]


def staff_names(rules: np.record) -> list[str]:
    """The staff cards of a ruleset, by printed number."""
    return printed("staff", rules.staff_number, rules.n_staff)


def guest_names(rules: np.record) -> list[str]:
    """The guests of a ruleset, by printed number."""
    return printed("guest", rules.guest_number, rules.n_guests)


def tile_names(rules: np.record) -> list[str]:
    """The emperor tiles of a ruleset."""
    return lettered("emperor tile", rules.tile_letter, int(rules.n_tiles))
