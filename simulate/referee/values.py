"""The small values of a transcript: goods, rooms, dice, cards and letters, as people write them.

A form keeps what was written; the functions ``read_...`` turn it into what the engine takes, and
raise UserError for anything else. They also check the fields of the forms.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

from model import UserError
from simulate.actions import DICE_WORDS, read_room, read_seat
from simulate.engine import codes as c
from simulate.engine.compile_words import COLOUR_WORDS, GOODS_WORDS

MAX_TEXT = 400
ALL = "all"  # on a guest's card: the order is filled


class Form(BaseModel):
    """A part of a transcript: closed to unknown fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def read_goods(value: Any) -> list[int]:
    """Amounts in the order of GOODS_WORDS from "2 wine 1 coffee" or {"wine": 2, "coffee": 1}."""
    if isinstance(value, str):
        words = value.replace(",", " ").split()
        pairs = list(zip(words[1::2], words[::2], strict=False))
        if len(words) % 2 or not all(n.isdecimal() for _, n in pairs):
            raise UserError(f"{value[:40]!r} are no goods; write them as '2 wine 1 coffee'")
        value = _summed(pairs)
    if not isinstance(value, Mapping):
        raise UserError('goods are written as \'2 wine 1 coffee\' or {"wine": 2, "coffee": 1}')
    for word, n in value.items():
        if word not in GOODS_WORDS:
            raise UserError(f"{str(word)[:40]!r} is no good; goods: {', '.join(GOODS_WORDS)}")
        if not isinstance(n, int) or isinstance(n, bool) or not 0 <= n <= 99:
            raise UserError(f"{word}: the amount must be a whole number from 0 to 99")
    return [int(value.get(word, 0)) for word in GOODS_WORDS]


def _summed(pairs: list[tuple[str, str]]) -> dict[str, int]:
    """Amounts by good; a good that is named twice counts together."""
    total: dict[str, int] = {}
    for word, n in pairs:
        total[word] = total.get(word, 0) + min(int(n), 100)
    return total


def read_placed(value: Any) -> list[int] | None:
    """Goods on a guest's card; None for "all": the order is filled."""
    return None if value == ALL else read_goods(value)


ROOM = re.compile(r"([1-4]\.[1-5])(?:-([1-4]\.[1-5]))?")


def read_rooms(value: Any) -> int:
    """A bit set of rooms from "1.1 1.2 2.1-2.5", or from a list of such texts."""
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        value = " ".join(value)
    if not isinstance(value, str):
        raise UserError("rooms are written as floor.column, e.g. '1.1 1.2 2.1-2.5'")
    mask = 0
    for word in value.replace(",", " ").split():
        match = ROOM.fullmatch(word)
        if not match:
            raise UserError(
                f"{word[:40]!r} is no room; floors are 1 to 4 from the bottom, columns 1 to 5 from"
                " the left, e.g. 2.3, or 2.1-2.5 for a stretch"
            )
        first, last = read_room(match[1]), read_room(match[2] or match[1])
        if last < first or first // c.COLUMNS != last // c.COLUMNS:
            raise UserError(f"{word}: a stretch goes from left to right on one floor")
        mask |= sum(1 << room for room in range(first, last + 1))
    return mask


DIE = re.compile(rf"({'|'.join(DICE_WORDS[1:])}) ?([1-6])|([1-6])")
Die = int | str


def read_dice(value: Any) -> list[Die]:
    """Faces, lowest first, from [1, 1, 2] or "1 1 2" or "11 2"; then coloured ones as "red3"."""
    if isinstance(value, str):
        if re.sub(r"[ ,]", "", DIE.sub("", value)):
            raise UserError('dice are a list of faces, e.g. [1, 1, 2, 6], or "1 1 2 red6"')
        value = [match[0] for match in DIE.finditer(value)]
    if not isinstance(value, list) or len(value) > 40:
        raise UserError("dice are a list of faces, e.g. [1, 1, 2, 6]")
    white, coloured = [], []
    for face in value:
        match = None if isinstance(face, bool) else DIE.fullmatch(str(face))
        if not match:
            raise UserError(f"{str(face)[:40]} is no face of a die; faces are 1 to 6")
        if match[1]:
            coloured.append(f"{match[1]}{match[2]}")
        else:
            white.append(int(match[3]))
    coloured.sort(key=lambda die: DICE_WORDS.index(die[:-1]))
    if len({die[:-1] for die in coloured}) < len(coloured):
        raise UserError("there is one die of each colour")
    return [*sorted(white), *coloured]


def white_dice(dice: Sequence[Die]) -> list[int]:
    """The faces of the white ones among dice as ``read_dice`` gives them."""
    return [die for die in dice if isinstance(die, int)]


def coloured_dice(dice: Sequence[Die]) -> list[int]:
    """The faces of the red, blue and yellow one; 0 for one that is not among them."""
    faces = {die[:-1]: int(die[-1]) for die in dice if isinstance(die, str)}
    return [faces.get(word, 0) for word in DICE_WORDS[1:]]


def read_tiles(value: Any) -> list[str]:
    """Keys of emperor tiles from "A1 B3" or ["A1", "B3"]."""
    if isinstance(value, str):
        value = value.replace(",", " ").split()
    if not isinstance(value, list) or not all(isinstance(key, str) for key in value):
        raise UserError("emperor tiles are named by key, e.g. 'A3 B6'")
    return value


def read_counts(value: Any) -> list[int]:
    """Numbers from "3 1 2 4" or [3, 1, 2, 4]: dancers by section, bonus tokens."""
    if isinstance(value, str):
        words = value.replace(",", " ").split()
        value = [int(word) if word.isdecimal() and len(word) < 3 else word for word in words]
    fits = isinstance(value, list) and all(
        isinstance(n, int) and not isinstance(n, bool) and 0 <= n <= 99 for n in value
    )
    if not fits or len(value) > 8:
        raise UserError("these are numbers, e.g. '3 1 2 4'")
    return list(value)


SEAT = re.compile(r"([1-3]\.(?:bottom|middle|top))")


def read_dancers(value: Any) -> list[int]:
    """Dancers by seat (3 rows of 3 ballrooms) from "1.top 2.bottom 2.bottom" or {"2.bottom": 2}."""
    if isinstance(value, str):
        words = value.replace(",", " ").split()
        value = {word: words.count(word) for word in words}
    if not isinstance(value, Mapping):
        raise UserError("dancers are written by ballroom and row, e.g. '1.top 2.bottom 2.bottom'")
    found = [0] * (c.BALLROOMS * c.ROWS)
    for word, n in value.items():
        if not SEAT.fullmatch(str(word)):
            raise UserError(f"{str(word)[:40]!r} is no row; rows are written as 1.top, 2.bottom")
        if not isinstance(n, int) or isinstance(n, bool) or not 0 <= n <= 20:
            raise UserError(f"{word}: a number of dancers is from 0 to 20")
        found[read_seat(str(word))] = n
    return found


ORDERS = re.compile(rf"({'|'.join(COLOUR_WORDS)}) ([1-9])")


def read_orders(value: Any) -> dict[tuple[int, int], int]:
    """Guests who left, by colour and goods of their order, from {"green 3": 2, "red 4": 1}."""
    if not isinstance(value, Mapping):
        raise UserError('orders are written as {"green 3": 2}: colour and goods, how many guests')
    found = {}
    for word, n in value.items():
        match = ORDERS.fullmatch(str(word))
        if not match or not isinstance(n, int) or isinstance(n, bool) or not 0 <= n <= 99:
            raise UserError(f"{str(word)[:40]!r}: write a colour and a number of goods, 'green 3'")
        found[COLOUR_WORDS[match[1]], int(match[2])] = n
    return found


def read_met(value: Any) -> list[int | str | None]:
    """Celebrities by the die that brought them, red, blue, yellow, from {"blue": "Curie"}."""
    if not isinstance(value, Mapping) or not set(value) <= set(DICE_WORDS[1:]):
        raise UserError('celebrities are written with their die: {"red": "Marie Curie"}')
    return [read_gap(value.get(word)) for word in DICE_WORDS[1:]]


def read_round_dice(value: Any) -> list[int]:
    """What was taken this round: faces of dice, 0 for the skeleton key ("key")."""
    if not isinstance(value, list) or len(value) > 40:
        raise UserError('dice taken are a list such as [3, "key"]')
    for entry in value:
        if entry != "key" and (
            not isinstance(entry, int) or isinstance(entry, bool) or not 1 <= entry <= c.FACES
        ):
            raise UserError(f'{str(entry)[:40]!r} is no face of a die, and not "key"')
    return [0 if entry == "key" else entry for entry in value]


def read_letters(value: Any) -> list[int]:
    """Politics cards as 0, 1, 2 from "A C" or ["A", "C"]."""
    if isinstance(value, list):
        value = " ".join(str(part) for part in value)
    words = value.replace(",", " ").split() if isinstance(value, str) else ["?"]
    if any(word not in ("A", "B", "C") for word in words) or len(set(words)) < len(words):
        raise UserError("politics cards are named by letter, each once, e.g. 'A C'")
    return sorted("ABC".index(word) for word in words)


def read_card(value: Any) -> int | str:
    """A card as it was written: a number or a name."""
    if isinstance(value, str) and value.strip() and len(value) <= 80:
        return value
    if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= 9999:
        return value
    raise UserError("a card is a printed number or a name")


def read_gap(value: Any) -> int | str | None:
    """A card, or None where there is none."""
    return None if value is None else read_card(value)


def read_guests(value: Any) -> list[tuple[int | str, list[int] | None] | None]:
    """Guests at tables from 1 on, each with the goods on the card; None: a free table.

    Either {"Baroness": "2 wine", "76": "all"}, or a list of null and of objects such as
    {"guest": "Baroness", "goods": "2 wine"}, which can leave a table free between two guests.
    """
    if isinstance(value, Mapping):
        value = [{"guest": guest, "goods": goods} for guest, goods in value.items()]
    if not isinstance(value, list) or len(value) > 8:
        raise UserError('guests are written as {"Duke": "2 wine", "76": "all"}')
    return [None if entry is None else _guest(entry) for entry in value]


def _guest(entry: Any) -> tuple[int | str, list[int] | None]:
    if not isinstance(entry, Mapping) or not {"guest"} <= set(entry) <= {"guest", "goods"}:
        raise UserError('a table is null, or {"guest": ..., "goods": ...}')
    guest, goods = entry["guest"], entry.get("goods", "")
    try:
        return read_card(guest), read_placed(goods)
    except UserError as error:
        raise UserError(f"{str(guest)[:40]}: {error}") from None


def read_expected_guests(value: Any) -> list[Any]:
    """Guests with the goods on their cards as in ``read_guests``; or a list of guests alone."""
    alone = isinstance(value, list) and all(isinstance(entry, (int, str)) for entry in value)
    if alone:
        return [read_card(entry) for entry in value]
    return read_guests(value)


def read_who(value: Any) -> int | str:
    """A player by name or by seat from 1 on."""
    if isinstance(value, bool) or not isinstance(value, (int, str)) or not str(value).strip():
        raise UserError("a player is a name, or a seat: 1 is the first start player")
    return value
