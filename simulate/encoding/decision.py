"""The pending decision as numbers: who decides what, and its frame's fields, by name.

A field of a frame is shown if the kind of decision uses it according to the registry
(``simulate.decisions``), and is zero otherwise.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from simulate.decisions.entries import FIELDS, GRANTS, Frame, Unit
from simulate.decisions.ranges import EFFECT_LISTS, longest_list, most_die_bonuses, tables
from simulate.decisions.registry import FRAMES
from simulate.encoding.labels import (
    FACES,
    PLACES,
    guest_names,
    placed,
    staff_names,
    tile_names,
)
from simulate.encoding.parts import (
    OWN,
    Part,
    Parts,
    Sight,
    bits,
    crossed,
    flags,
    numbers,
    one_hot,
)
from simulate.engine import codes as c
from simulate.engine.compile_effects import Argument, Shown
from simulate.engine.compile_words import (
    COUNT_WORDS,
    FROM_WORDS,
    GOODS_WORDS,
    STATE_WORDS,
    TIMING_WORDS,
)
from simulate.engine.effects import BY_CODE
from simulate.words.spelling import ROW_WORDS

DANCERS = 3  # the most that one effect sends
NOTHING = -1  # the index for nothing


def top(sight: Sight) -> Any:
    """The open frame; after the end, that of an arbitrary decision."""
    return sight.state["frames"][max(0, int(sight.state["top"]) - 1)]


def there(sight: Sight) -> int:
    """1 while a decision is pending, 0 after the end."""
    return min(1, int(sight.state["top"]))


def kind(sight: Sight) -> Frame:
    """The registry's entry of the pending decision."""
    return FRAMES[int(top(sight)["kind"])]


def holds(sight: Sight, name: str) -> bool:
    """Is a decision pending whose frame uses the field of a name?"""
    return bool(there(sight)) and kind(sight).holds(name, int(top(sight)["marks"]))


def open_decision(rules: np.record) -> Parts:
    """Who decides what (all zero after the end)."""
    names = [frame.name for frame in FRAMES.values()]

    def who(sight: Sight) -> np.ndarray:
        return there(sight) * one_hot(sight.place(int(top(sight)["player"])), len(OWN))

    yield flags("decision", names, lambda s: there(s) * one_hot(top(s)["kind"], len(names)))
    yield flags("decides", OWN, who)
    for name, unit in FIELDS.items():
        if unit not in (Unit.EFFECT, Unit.EFFECTS):
            yield shown(rules, name, unit)
    for frame in FRAMES.values():
        if frame.marks:
            yield marks(frame)
    yield effects(rules)


def marks(frame: Frame) -> Part:
    """The flags of one kind of decision."""
    each = np.array(list(frame.marks))

    def read(sight: Sight) -> np.ndarray:
        found = there(sight) and int(top(sight)["kind"]) == frame.code
        return (each & int(top(sight)["marks"]) != 0) * found

    return flags(frame.name, list(frame.marks.values()), read)


def shown(rules: np.record, name: str, unit: Unit) -> Part:
    """The field of a name, in its encoding."""
    title = f"decision: {name.replace('_', ' ')}"

    def value(sight: Sight) -> int:
        return int(top(sight)[name]) if holds(sight, name) else 0

    if unit in (Unit.NUMBER, Unit.ORDER):
        return numbers("decision", [name], value, np.int16)
    if unit is Unit.GOODS:
        goods = np.zeros(c.GOODS)
        return numbers(
            title, GOODS_WORDS, lambda s: top(s)[name] if holds(s, name) else goods, np.int16
        )
    if unit is Unit.REDUCTIONS:
        four = 4 * np.arange(DANCERS)
        labels = placed("dancer", DANCERS)
        return numbers(title, labels, lambda s: value(s) >> four & 15, np.int16)
    if unit is Unit.GROUPS:
        groups = placed("group", rules.n_groups.max())
        return flags(title, groups, lambda s: bits(value(s), len(groups)))
    if unit is Unit.BONUSES:
        bonuses = placed("bonus", most_die_bonuses(rules))
        return flags(title, bonuses, lambda s: bits(value(s), len(bonuses)))
    labels, first = INDEXED[unit](rules)
    return flags(
        title,
        labels,
        lambda s: one_hot(value(s) - first if holds(s, name) else NOTHING, len(labels)),
    )


def words(known: dict[str, int]) -> tuple[list[str], int]:
    """The words of successive codes, and the first code."""
    return sorted(known, key=known.__getitem__), min(known.values())


# The range of an index: its labels, and the index of the first.
INDEXED: dict[Unit, Callable[[np.record], tuple[list[str], int]]] = {
    Unit.SPACE: lambda rules: (FACES, 1),
    Unit.GUEST: lambda rules: (guest_names(rules), 0),
    Unit.STAFF: lambda rules: (staff_names(rules), 0),
    Unit.TILE: lambda rules: (tile_names(rules), 0),
    Unit.TABLE: lambda rules: (placed("table", len(tables(rules))), 0),
    Unit.GROUP: lambda rules: (placed("group", rules.n_groups.max()), 0),
    Unit.TIMING: lambda rules: words(TIMING_WORDS),
    Unit.STATE: lambda rules: words(STATE_WORDS),
    Unit.WHERE: lambda rules: words(FROM_WORDS),
    Unit.HALF: lambda rules: (["upper", "lower"], 0),
    Unit.BALLROOM: lambda rules: (list(PLACES), 0),
    Unit.SEAT: lambda rules: (crossed(PLACES, ROW_WORDS), 0),
    Unit.SECTION: lambda rules: (placed("section", c.SECTIONS), 0),
}


def listed_effects(rules: np.record) -> list[int]:
    """The codes of effects that may be among several to take in any order."""
    found = set()
    for name in EFFECT_LISTS:
        first, n = rules[name].ravel(), rules[f"{name}_n"].ravel()
        for start, length in zip(first.tolist(), n.tolist(), strict=True):
            found |= set(rules.effects[start : start + length, c.COL_CODE].tolist())
    return sorted(found)


def effects(rules: np.record) -> Part:
    """The effects still to be taken, each with its code and its arguments."""
    longest, places = longest_list(rules), {}
    labels: list[str] = []
    for code in listed_effects(rules):
        entry = BY_CODE[code]
        places[code] = len(labels)
        labels.append(entry.do)
        for name, argument in entry.arguments.items():
            labels += [f"{entry.do}: {label}" for label in argument_labels(name, argument)]

    def read(sight: Sight) -> np.ndarray:
        found = np.zeros((longest, len(labels)))
        if holds(sight, "effects"):
            frame = top(sight)
            for i in np.flatnonzero(bits(frame["effects"], longest)):
                row = rules.effects[int(frame["effect"]) + i]
                values = [1, *argument_values(row)]
                at = places[int(row[c.COL_CODE])]
                found[i, at : at + len(values)] = values
        return found

    return numbers("", crossed(placed("reward", longest), labels), read, np.int16)


def argument_labels(name: str, argument: Argument) -> list[str]:
    """The labels of an argument's numbers."""
    if argument.shown is Shown.COUNT:
        return [f"{name} {word}" for word in words(COUNT_WORDS)[0]]
    if argument.shown is Shown.GRANTS:
        return list(GRANTS.values())
    if argument.shown is Shown.REDUCTIONS:
        return placed(f"{name}, dancer", DANCERS)
    return [name]


def argument_values(row: np.ndarray) -> list[int]:
    """The numbers of all arguments of an effect row, in the order of their labels."""
    found: list[int] = []
    for argument in BY_CODE[int(row[c.COL_CODE])].arguments.values():
        value = int(row[argument.column])
        if argument.shown is Shown.COUNT:
            found += [int(value == code) for code in sorted(COUNT_WORDS.values())]
        elif argument.shown is Shown.GRANTS:
            found += [int(value & flag != 0) for flag in GRANTS]
        elif argument.shown is Shown.REDUCTIONS:
            found += [value >> 4 * i & 15 for i in range(DANCERS)]
        else:
            found.append(value)
    return found
