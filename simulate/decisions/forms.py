"""How actions are written and read: forms shared by several of them, and the dice's."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from model import UserError
from simulate.decisions.readings import Arguments, Reading, Scene
from simulate.engine import codes as c
from simulate.engine.compile_words import GOODS_WORDS
from simulate.words.spelling import DICE_WORDS, read_room, room_name, staff_index

Write = Callable[[np.record, int, int, int], str]
Read = Callable[[np.record, "re.Match[str]"], Arguments]

SEAT = r"([1-3]\.(?:bottom|middle|top))"
GOOD = f"({'|'.join(GOODS_WORDS)})"
ROOM = r"([1-4]\.[1-5])"


@dataclass(frozen=True)
class Form:
    """How one kind of action is written and read.

    ``write`` makes words from arguments, ``read`` makes arguments from a match of ``pattern``; both
    take the compiled program. ``readings``: alternative spellings by people, in the order in which
    they are tried.
    """

    write: Write
    pattern: str
    read: Read
    readings: tuple[Reading, ...] = ()

    def also(self, *readings: Reading) -> "Form":
        """The form with additional spellings."""
        return replace(self, readings=readings)


def fixed(words: str) -> Form:
    """An action without arguments."""
    return Form(lambda r, a, b, x: words, words, lambda r, m: (0, 0, 0))


def counted(words: str, first: int) -> Form:
    """An action with one number, counted from ``first``."""
    return Form(
        lambda r, a, b, x: f"{words} {a + first}",
        rf"{words} (\d+)",
        lambda r, m: (int(m[1]) - first, 0, 0),
    )


def staffed(words: str) -> Form:
    def named(at: Scene, match: re.Match[str]) -> str:
        cards = at.lexicon.staff
        return f"{words} {cards.numbers[cards.find(match[1])]}"

    return Form(
        lambda r, a, b, x: f"{words} {r.staff_number[a]}",
        rf"{words} (\d+)",
        lambda r, m: (staff_index(r, int(m[1])), 0, 0),
        (Reading(f"{words} (.+)", named),),
    )


def roomed(words: str) -> Form:
    return Form(
        lambda r, a, b, x: f"{words} {room_name(a)}",
        f"{words} {ROOM}",
        lambda r, m: (read_room(m[1]), 0, 0),
        (Reading(f"{words} (?:room )?{ROOM}", lambda at, m: f"{words} {m[1]}"),),
    )


def good(words: str) -> Form:
    """An action with a kind of goods."""
    return one_of(words, GOODS_WORDS)


def one_of(words: str, labels: tuple[str, ...]) -> Form:
    """An action with one of several words."""
    return Form(
        lambda r, a, b, x: f"{words} {labels[a]}",
        rf"{words} ({'|'.join(labels)})",
        lambda r, m: (labels.index(m[1]), 0, 0),
    )


def die(words: str) -> Form:
    """An action with a die, in every way of taking it."""
    return Form(write_die(words), DIE_PATTERN.format(words), read_die)


DIE_PATTERN = (
    r"{} ([1-6])(?: (red|blue|yellow))?(?: \+(\d+))?"
    r"(?: moving (white|red|blue|yellow) from ([1-6]))?( without extra die)?( without effect)?"
)


def write_die(words: str) -> Write:
    """The words of a die: its space, its colour, what is bought, and how it is taken."""

    def write(rules: np.record, a: int, b: int, times: int) -> str:
        text = f"{words} {a}"
        taken = (b // c.D_TAKEN) & c.D_COLOUR
        if taken:
            text += f" {DICE_WORDS[taken]}"
        if times:
            text += f" +{times * rules.strengthen_dice}"
        if b & (c.D_FROM_BELOW | c.D_FROM_ABOVE):
            start = a - 1 if b & c.D_FROM_BELOW else a + 1
            text += f" moving {DICE_WORDS[(b // c.D_MOVED) & c.D_COLOUR]} from {start}"
        if b & c.D_DECLINE_EXTRA_DIE:
            text += " without extra die"
        if b & c.D_WITHOUT_EFFECT:
            text += " without effect"
        return text

    return write


def read_die(rules: np.record, match: re.Match[str]) -> Arguments:
    """Parse the same. Raises UserError for a die moved from a space that is not adjacent."""
    face = int(match[1])
    flags = c.D_TAKEN * DICE_WORDS.index(match[2]) if match[2] else 0
    if match[4]:
        flags |= c.D_MOVED * DICE_WORDS.index(match[4])
        if int(match[5]) not in (face - 1, face + 1):
            raise UserError(f"action spaces {match[5]} and {face} are not neighbours")
        flags |= c.D_FROM_BELOW if int(match[5]) < face else c.D_FROM_ABOVE
    flags |= c.D_DECLINE_EXTRA_DIE if match[6] else 0
    flags |= c.D_WITHOUT_EFFECT if match[7] else 0
    return face, flags, int(match[3] or 0) // int(rules.strengthen_dice)
