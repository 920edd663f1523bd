"""Possible arguments of actions: bounds from the data of a ruleset."""

from collections.abc import Iterable, Iterator
from itertools import product

import numpy as np

from simulate.engine import codes as c
from simulate.engine.state import FIRST_CELEBRITY, FIRST_ENTRANCE, MAX_TABLES

LARGEST = 255  # the largest argument of a compact action
EFFECT_LISTS = ("guest_reward", "card_effect", "trigger_effect", "tile_reward", "token_effect")
Ranges = Iterator[tuple[int, ...]]


def each(*arguments: Iterable[int]) -> Ranges:
    """Every combination of arguments."""
    yield from (tuple(map(int, values)) for values in product(*arguments))


def tables(rules: np.record) -> range:
    """The tables of a café including all that could be added."""
    return range(min(MAX_TABLES, int(rules.tables) + int(rules.card_tables.sum())))


def staff(rules: np.record) -> range:
    return range(int(rules.n_staff))


def greatest_strength(rules: np.record) -> int:
    """An upper bound for any main action: all dice on one space, and every card that adds some."""
    more = np.maximum(rules.card_dice, 0).sum(axis=0).max()
    bought = int(rules.strengthen_times) * int(rules.strengthen_dice)
    return min(LARGEST, max(int(rules.dice.max()) + bought + int(more), int(rules.key_strength)))


def longest_list(rules: np.record) -> int:
    """The most effects that may be offered together, to be taken in any order."""
    return max(int(rules[f"{name}_n"].max()) for name in EFFECT_LISTS)


def has_effect(rules: np.record, *codes: int) -> bool:
    """Has some card or tile one of these effects or penalties?"""
    return bool(np.isin(rules.effects[: rules.n_effects, c.COL_CODE], codes).any())


def some_card(rules: np.record, field: str) -> bool:
    """Has any card with abilities (staff, celebrity, entrance) a number there that is not 0?"""
    values = rules[f"card_{field}"]
    firsts = (0, FIRST_CELEBRITY, FIRST_ENTRANCE)
    counts = (rules.n_staff, rules.n_celebrities, rules.n_entrances)
    return any(
        bool(values[first : first + n].any()) for first, n in zip(firsts, counts, strict=True)
    )


def most_die_bonuses(rules: np.record) -> int:
    """The total number of bonuses to the main action of one die, on all cards together."""
    beside = (rules.trigger_event == c.ON_DIE) & (rules.trigger_timing != c.WITH_DIE)
    faces = [(rules.trigger_faces >> face) & 1 for face in range(1, c.FACES + 1)]
    return max(int((beside & (answers == 1)).sum()) for answers in faces)
