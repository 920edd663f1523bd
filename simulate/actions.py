"""Actions in words and in compact form, and the conversions between them.

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

import numpy as np

from model import UserError
from simulate.decisions.registry import ACTIONS


def encode(kind: int, a: int = 0, b: int = 0, extra: int = 0) -> int:
    """The compact form. Arguments are 0..255."""
    return kind << 24 | a << 16 | b << 8 | extra


def decode(action: int) -> tuple[int, int, int, int]:
    """(kind, a, b, c) of a compact action."""
    return action >> 24, action >> 16 & 255, action >> 8 & 255, action & 255


def to_words(rules: np.record, action: int) -> str:
    """An action in words; ``rules`` is a compiled program. Raises UserError for a bad number."""
    kind, a, b, extra = decode(int(action))
    if kind not in ACTIONS:
        raise UserError(f"{action} is not an action")
    try:
        return ACTIONS[kind].form.write(rules, a, b, extra)
    except IndexError:
        raise UserError(
            f"{action} is not an action: it names something that is not there"
        ) from None


def from_words(rules: np.record, text: str) -> int:
    """The compact form of an action in words. Raises UserError if no action is written so.

    An out-of-range number ("guest 257") would silently be read as another action. Therefore the
    result must be written exactly as given.
    """
    words = " ".join(text.lower().split())
    words = re.sub(r"^(claim(?: own)?|use tile) ([abc])", lambda m: f"{m[1]} {m[2].upper()}", words)
    for kind, action in ACTIONS.items():
        match = re.fullmatch(action.form.pattern, words)
        if match:
            found = encode(kind, *action.form.read(rules, match))
            if _written(rules, found) == words:
                return found
    raise UserError(f"{text!r} is not an action; see simulate.actions for how actions are written")


def _written(rules: np.record, action: int) -> str:
    """An action in words; "" if it is none."""
    try:
        return to_words(rules, action)
    except UserError:
        return ""
