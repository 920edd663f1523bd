"""Actions in words and in their compact form, and the way from one to the other.

Compact: a 32-bit integer, ``kind << 24 | a << 16 | b << 8 | c`` (see ``simulate.engine.codes``).
In words: short English that names cards by their printed number, rooms as ``floor.column`` counted
from 1 at the bottom left, tables and places of the row from 1 at the left. Examples::

    pass                 die 3                    die 6 +1            die 1 +1 without extra die
    guest 2              check in table 1 to 2.3  claim B             use 17
    split 2 1            place wine on table 2    keep wine           choose coffee
    prepare 1.4          occupy 2.1               steps 2             copy 4
    hire 38              bury 12                  fill table 3        reward 1
    occupancy bonus      staff bonus              stop                end turn
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from model import UserError
from simulate.engine import codes as c
from simulate.engine.compile import GOODS_WORDS

Arguments = tuple[int, int, int]


@dataclass(frozen=True)
class Form:
    """How one kind of action is written and read."""

    kind: int
    write: Callable[[np.record, int, int, int], str]
    pattern: str
    read: Callable[[np.record, re.Match[str]], Arguments]


def room_name(room: int) -> str:
    """``floor.column``, both from 1, of a room 0..19."""
    return f"{room // c.COLUMNS + 1}.{room % c.COLUMNS + 1}"


def read_room(text: str) -> int:
    floor, column = (int(part) for part in text.split("."))
    return (floor - 1) * c.COLUMNS + column - 1


def staff_index(rules: np.record, number: int) -> int:
    """The program's index of a staff card. Raises UserError if it is not in the ruleset."""
    found = np.flatnonzero(rules.staff_number[: rules.n_staff] == number)
    if found.size == 0:
        raise UserError(f"staff card {number} is not in this ruleset")
    return int(found[0])


def guest_index(rules: np.record, number: int) -> int:
    """The program's index of a guest. Raises UserError if it is not in the ruleset."""
    found = np.flatnonzero(rules.guest_number[: rules.n_guests] == number)
    if found.size == 0:
        raise UserError(f"guest {number} is not in this ruleset")
    return int(found[0])


def fixed(kind: int, words: str) -> Form:
    """An action without arguments."""
    return Form(kind, lambda r, a, b, x: words, words, lambda r, m: (0, 0, 0))


def counted(kind: int, words: str, first: int) -> Form:
    """An action with one number, counted from ``first``."""
    return Form(
        kind,
        lambda r, a, b, x: f"{words} {a + first}",
        rf"{words} (\d+)",
        lambda r, m: (int(m[1]) - first, 0, 0),
    )


def staffed(kind: int, words: str) -> Form:
    """An action with a staff card."""
    return Form(
        kind,
        lambda r, a, b, x: f"{words} {r.staff_number[a]}",
        rf"{words} (\d+)",
        lambda r, m: (staff_index(r, int(m[1])), 0, 0),
    )


def roomed(kind: int, words: str) -> Form:
    """An action with a room."""
    return Form(
        kind,
        lambda r, a, b, x: f"{words} {room_name(a)}",
        rf"{words} ([1-4]\.[1-5])",
        lambda r, m: (read_room(m[1]), 0, 0),
    )


def good(kind: int, words: str) -> Form:
    """An action with a kind of goods."""
    return Form(
        kind,
        lambda r, a, b, x: f"{words} {GOODS_WORDS[a]}",
        rf"{words} ({'|'.join(GOODS_WORDS)})",
        lambda r, m: (GOODS_WORDS.index(m[1]), 0, 0),
    )


def write_die(words: str) -> Callable[[np.record, int, int, int], str]:
    def write(rules: np.record, a: int, b: int, times: int) -> str:
        text = f"{words} {a}"
        if times:
            text += f" +{times * rules.strengthen_dice}"
        if b & c.D_DECLINE_EXTRA_DIE:
            text += " without extra die"
        if b & c.D_WITHOUT_EFFECT:
            text += " without effect"
        return text

    return write


def read_die(rules: np.record, match: re.Match[str]) -> Arguments:
    flags = c.D_DECLINE_EXTRA_DIE if match[3] else 0
    flags |= c.D_WITHOUT_EFFECT if match[4] else 0
    return int(match[1]), flags, int(match[2] or 0) // max(1, int(rules.strengthen_dice))


DIE_PATTERN = r"{} ([1-6])(?: \+(\d+))?( without extra die)?( without effect)?"

FORMS = (
    fixed(c.PASS, "pass"),
    fixed(c.END_TURN, "end turn"),
    Form(c.DIE, write_die("die"), DIE_PATTERN.format("die"), read_die),
    Form(c.SPACE, write_die("space"), DIE_PATTERN.format("space"), read_die),
    counted(c.TAKE_GUEST, "guest", 1),
    fixed(c.SERVE, "serve"),
    Form(
        c.CHECK_IN,
        lambda r, a, b, x: f"check in table {a + 1} to {room_name(b)}",
        r"check in table (\d) to ([1-4]\.[1-5])",
        lambda r, m: (int(m[1]) - 1, read_room(m[2]), 0),
    ),
    Form(
        c.CLAIM,
        lambda r, a, b, x: f"claim {'ABC'[a]}",
        "claim ([ABC])",
        lambda r, m: ("ABC".index(m[1]), 0, 0),
    ),
    staffed(c.USE_STAFF, "use"),
    fixed(c.DO_MAIN, "main action"),
    counted(c.DIE_BONUS, "die bonus", 1),
    Form(
        c.SPLIT,
        lambda r, a, b, x: f"split {a} {b}",
        r"split (\d+) (\d+)",
        lambda r, m: (int(m[1]), int(m[2]), 0),
    ),
    Form(
        c.PLACE,
        lambda r, a, b, x: f"place {GOODS_WORDS[a]} on table {b + 1}",
        rf"place ({'|'.join(GOODS_WORDS)}) on table (\d)",
        lambda r, m: (GOODS_WORDS.index(m[1]), int(m[2]) - 1, 0),
    ),
    good(c.KEEP, "keep"),
    good(c.CHOOSE_GOOD, "choose"),
    roomed(c.PREPARE, "prepare"),
    roomed(c.OCCUPY, "occupy"),
    counted(c.STEPS, "steps", 0),
    counted(c.COPY, "copy", 0),
    staffed(c.HIRE, "hire"),
    staffed(c.BURY, "bury"),
    counted(c.FILL, "fill table", 1),
    counted(c.REWARD, "reward", 1),
    fixed(c.OCCUPANCY_BONUS, "occupancy bonus"),
    fixed(c.STAFF_BONUS, "staff bonus"),
    fixed(c.STOP, "stop"),
    fixed(c.TAKE_PENALTY, "take penalty"),
    fixed(c.LOSE_VP, "lose vp"),
    fixed(c.AVERT, "avert penalty"),
    roomed(c.REMOVE_ROOM, "remove room"),
    staffed(c.REMOVE_STAFF, "remove staff"),
    staffed(c.COPY_FINAL, "copy card"),
    staffed(c.DRAFT, "draft"),
)
BY_KIND = {form.kind: form for form in FORMS}


def encode(kind: int, a: int = 0, b: int = 0, extra: int = 0) -> int:
    """The compact form. Arguments are 0..255."""
    return kind << 24 | a << 16 | b << 8 | extra


def decode(action: int) -> tuple[int, int, int, int]:
    """(kind, a, b, c) of a compact action."""
    return action >> 24, action >> 16 & 255, action >> 8 & 255, action & 255


def to_words(rules: np.record, action: int) -> str:
    """An action in words; ``rules`` is a compiled program. Raises UserError for a bad number."""
    kind, a, b, extra = decode(int(action))
    if kind not in BY_KIND:
        raise UserError(f"{action} is not an action")
    try:
        return BY_KIND[kind].write(rules, a, b, extra)
    except IndexError:
        raise UserError(
            f"{action} is not an action: it names something that is not there"
        ) from None


def from_words(rules: np.record, text: str) -> int:
    """The compact form of an action in words. Raises UserError if nothing is so written."""
    words = " ".join(text.lower().split())
    words = re.sub(r"^claim ([abc])$", lambda m: f"claim {m[1].upper()}", words)
    for form in FORMS:
        match = re.fullmatch(form.pattern, words)
        if match:
            return encode(form.kind, *form.read(rules, match))
    raise UserError(f"{text!r} is not an action; see simulate.actions for how actions are written")
