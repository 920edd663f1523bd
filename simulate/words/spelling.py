"""The spelling of rooms, rows of ballrooms, dice and cards in actions."""

import numpy as np

from model import UserError
from simulate.engine import codes as c

DICE_WORDS = ("white", "red", "blue", "yellow")  # coloured ones by their place in the lounge
ROW_WORDS = ("bottom", "middle", "top")
COLOUR_WORDS = ("blue", "red", "yellow")


def room_name(room: int) -> str:
    """``floor.column``, both from 1, of a room 0..19."""
    return f"{room // c.COLUMNS + 1}.{room % c.COLUMNS + 1}"


def read_room(text: str) -> int:
    """Parse the spelling of a room."""
    floor, column = (int(part) for part in text.split("."))
    return (floor - 1) * c.COLUMNS + column - 1


def dance_seat_name(seat: int) -> str:
    """``ballroom.row`` of a seat, ballrooms counted from 1 at the left."""
    return f"{seat // c.ROWS + 1}.{ROW_WORDS[seat % c.ROWS]}"


def read_dance_seat(text: str) -> int:
    """Parse the spelling of a seat."""
    ballroom, row = text.split(".")
    return (int(ballroom) - 1) * c.ROWS + ROW_WORDS.index(row)


def claim_name(card: int) -> str:
    """The letter of a politics card, prefixed with "own" for a personal one."""
    return f"own {'ABC'[card - 3]}" if card > 2 else "ABC"[card]


def staff_index(rules: np.record, number: int) -> int:
    """The program's index of a staff card. Raises UserError if it is not in the ruleset."""
    found = np.flatnonzero(rules.staff_number[: rules.n_staff] == number)
    if found.size == 0:
        raise UserError(f"staff card {number} is not in this ruleset")
    return int(found[0])
