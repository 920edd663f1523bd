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
    dance table 1 to 2.top from section 3         send to 3.bottom from section 1
    die 4 red +1         die 5 moving white from 4                    take key
    bid 4 on entrance 2  swap wine for cake       place coffee on table 1 for cake
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from model import UserError
from simulate.engine import codes as c
from simulate.engine.compile_words import GOODS_WORDS

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
    face = int(match[1])
    flags = c.D_TAKEN * DICE_WORDS.index(match[2]) if match[2] else 0
    if match[4]:
        flags |= c.D_MOVED * DICE_WORDS.index(match[4])
        if int(match[5]) not in (face - 1, face + 1):
            raise UserError(f"action spaces {match[5]} and {face} are no neighbours")
        flags |= c.D_FROM_BELOW if int(match[5]) < face else c.D_FROM_ABOVE
    flags |= c.D_DECLINE_EXTRA_DIE if match[6] else 0
    flags |= c.D_WITHOUT_EFFECT if match[7] else 0
    return face, flags, int(match[3] or 0) // int(rules.strengthen_dice)


DICE_WORDS = ("white", "red", "blue", "yellow")  # the coloured ones by their place in the lounge
DIE_PATTERN = (
    r"{} ([1-6])(?: (red|blue|yellow))?(?: \+(\d+))?"
    r"(?: moving (white|red|blue|yellow) from ([1-6]))?( without extra die)?( without effect)?"
)
ROW_WORDS = ("bottom", "middle", "top")
COLOUR_WORDS = ("blue", "red", "yellow")


def seat_name(seat: int) -> str:
    """``ballroom.row`` of a seat, ballrooms counted from 1 at the left."""
    return f"{seat // c.ROWS + 1}.{ROW_WORDS[seat % c.ROWS]}"


def read_seat(text: str) -> int:
    ballroom, row = text.split(".")
    return (int(ballroom) - 1) * c.ROWS + ROW_WORDS.index(row)


SEAT = r"([1-3]\.(?:bottom|middle|top))"


def claim_name(card: int) -> str:
    """The letter of a politics card; "own" before that of a personal one."""
    return f"own {'ABC'[card - 3]}" if card > 2 else "ABC"[card]


def write_place(rules: np.record, a: int, b: int, wanted: int) -> str:
    instead = f" for {GOODS_WORDS[wanted - 1]}" if wanted else ""
    return f"place {GOODS_WORDS[a]} on table {b + 1}{instead}"


def read_place(rules: np.record, match: re.Match[str]) -> Arguments:
    wanted = GOODS_WORDS.index(match[3]) + 1 if match[3] else 0
    return GOODS_WORDS.index(match[1]), int(match[2]) - 1, wanted


GOOD = f"({'|'.join(GOODS_WORDS)})"

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
        lambda r, a, b, x: f"claim {claim_name(a)}",
        "claim (own )?([ABC])",
        lambda r, m: ("ABC".index(m[2]) + (3 if m[1] else 0), 0, 0),
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
        write_place,
        rf"place {GOOD} on table (\d)(?: for {GOOD})?",
        read_place,
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
    fixed(c.KEY, "take key"),
    counted(c.IGNORE_GOOD, "ignore good on table", 1),
    Form(
        c.USE_TILE,
        lambda r, a, b, x: f"use tile {'ABC'[a // 2]}{a % 2 + 1}",
        "use tile ([ABC])([12])",
        lambda r, m: (2 * "ABC".index(m[1]) + int(m[2]) - 1, 0, 0),
    ),
    counted(c.USE_CELEBRITY, "use celebrity", 1),
    Form(
        c.DANCE,
        lambda r, a, b, x: f"dance table {a + 1} to {seat_name(b)} from section {x + 1}",
        rf"dance table (\d) to {SEAT} from section ([1-4])",
        lambda r, m: (int(m[1]) - 1, read_seat(m[2]), int(m[3]) - 1),
    ),
    Form(
        c.SEND,
        lambda r, a, b, x: f"send to {seat_name(a)} from section {b + 1}",
        rf"send to {SEAT} from section ([1-4])",
        lambda r, m: (read_seat(m[1]), int(m[2]) - 1, 0),
    ),
    fixed(c.ROW_BONUS, "row bonus"),
    fixed(c.SECTION_BONUS, "section bonus"),
    good(c.PAY, "pay"),
    Form(
        c.SWAP,
        lambda r, a, b, x: f"swap {GOODS_WORDS[a]} for {GOODS_WORDS[b]}",
        rf"swap {GOOD} for {GOOD}",
        lambda r, m: (GOODS_WORDS.index(m[1]), GOODS_WORDS.index(m[2]), 0),
    ),
    counted(c.TOKEN, "token", 1),
    Form(
        c.BONUS_KIND,
        lambda r, a, b, x: f"bonus {COLOUR_WORDS[a]}",
        f"bonus ({'|'.join(COLOUR_WORDS)})",
        lambda r, m: (COLOUR_WORDS.index(m[1]), 0, 0),
    ),
    Form(
        c.BID,
        lambda r, a, b, x: f"bid {b} on entrance {a + 1}",
        r"bid (\d+) on entrance ([1-4])",
        lambda r, m: (int(m[2]) - 1, int(m[1]), 0),
    ),
    counted(c.REHEARSE, "rehearsal room", 1),
    Form(
        c.REMOVE_DIE,
        lambda r, a, b, x: f"remove die {DICE_WORDS[a + 1]}",
        "remove die (red|blue|yellow)",
        lambda r, m: (DICE_WORDS.index(m[1]) - 1, 0, 0),
    ),
    Form(
        c.REMOVE_DANCER,
        lambda r, a, b, x: f"remove dancer {ROW_WORDS[a]}",
        f"remove dancer ({'|'.join(ROW_WORDS)})",
        lambda r, m: (ROW_WORDS.index(m[1]), 0, 0),
    ),
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
    """The compact form of an action in words. Raises UserError if nothing is so written.

    A number that is out of bounds ("guest 257") would be read as another action without notice:
    so what was read must be written as it was given.
    """
    words = " ".join(text.lower().split())
    words = re.sub(r"^(claim(?: own)?|use tile) ([abc])", lambda m: f"{m[1]} {m[2].upper()}", words)
    for form in FORMS:
        match = re.fullmatch(form.pattern, words)
        if match:
            found = encode(form.kind, *form.read(rules, match))
            if _written(rules, found) == words:
                return found
    raise UserError(f"{text!r} is not an action; see simulate.actions for how actions are written")


def _written(rules: np.record, action: int) -> str:
    """An action in words; "" for what is none."""
    try:
        return to_words(rules, action)
    except UserError:
        return ""
