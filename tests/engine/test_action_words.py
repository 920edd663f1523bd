"""Actions are numbers that say kind and arguments, and words that say the same."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from model import UserError, load_ruleset
from simulate.actions import decode, encode, from_words, staff_index, to_words
from simulate.engine import codes as c
from simulate.engine.compile import compile_ruleset

# Words as the players say them; kind and arguments by hand (a card by its place in the program).
WORDS = {
    "pass": (c.PASS, 0, 0, 0),
    "end turn": (c.END_TURN, 0, 0, 0),
    "die 3": (c.DIE, 3, 0, 0),
    "die 6 +1": (c.DIE, 6, 0, 1),
    "guest 2": (c.TAKE_GUEST, 1, 0, 0),
    "check in table 1 to 2.3": (c.CHECK_IN, 0, 7, 0),
    "claim A": (c.CLAIM, 0, 0, 0),
    "claim C": (c.CLAIM, 2, 0, 0),
    "claim own A": (c.CLAIM, 3, 0, 0),
    "claim own C": (c.CLAIM, 5, 0, 0),
    "split 2 1": (c.SPLIT, 2, 1, 0),
    "place wine on table 2": (c.PLACE, 2, 1, 0),
    "place coffee on table 1 for cake": (c.PLACE, 3, 0, 2),
    "keep wine": (c.KEEP, 2, 0, 0),
    "prepare 1.4": (c.PREPARE, 3, 0, 0),
    "occupy 4.5": (c.OCCUPY, 19, 0, 0),
    "steps 0": (c.STEPS, 0, 0, 0),
    "copy 4": (c.COPY, 4, 0, 0),
    "fill table 3": (c.FILL, 2, 0, 0),
    "reward 1": (c.REWARD, 0, 0, 0),
    "use tile A1": (c.USE_TILE, 0, 0, 0),
    "use tile C2": (c.USE_TILE, 5, 0, 0),
    "use celebrity 3": (c.USE_CELEBRITY, 2, 0, 0),
    "dance table 1 to 2.top from section 3": (c.DANCE, 0, 5, 2),
    "send to 3.bottom from section 1": (c.SEND, 6, 0, 0),
    "swap wine for cake": (c.SWAP, 2, 1, 0),
    "pay coffee": (c.PAY, 3, 0, 0),
    "token 1": (c.TOKEN, 0, 0, 0),
    "bonus blue": (c.BONUS_KIND, 0, 0, 0),
    "bonus yellow": (c.BONUS_KIND, 2, 0, 0),
    "bid 4 on entrance 2": (c.BID, 1, 4, 0),
    "rehearsal room 1": (c.REHEARSE, 0, 0, 0),
    "remove die red": (c.REMOVE_DIE, 0, 0, 0),
    "remove dancer top": (c.REMOVE_DANCER, 2, 0, 0),
}


@cache
def rules() -> Any:
    return compile_ruleset(load_ruleset("revised-2021"))[0]


@pytest.mark.parametrize("words", WORDS)
def test_an_action_in_words_and_as_a_number(words: str):
    kind, a, b, extra = WORDS[words]
    number = ((kind * 256 + a) * 256 + b) * 256 + extra
    assert encode(kind, a, b, extra) == number
    assert decode(number) == WORDS[words]
    assert to_words(rules(), number) == words
    assert from_words(rules(), words) == number


def test_arguments_that_are_not_given_are_0():
    assert decode(encode(c.STOP)) == (c.STOP, 0, 0, 0)
    assert decode(encode(c.COPY, 4)) == (c.COPY, 4, 0, 0)
    assert decode(encode(c.SPLIT, 2, 1)) == (c.SPLIT, 2, 1, 0)


@pytest.mark.parametrize("kind", [c.HIRE, c.BURY, c.USE_STAFF])
def test_staff_are_named_by_their_printed_number(kind: int):
    number = encode(kind, staff_index(rules(), 38))
    assert to_words(rules(), number).endswith(" 38")
    assert from_words(rules(), to_words(rules(), number)) == number


def test_capitals_and_spaces_do_not_matter():
    assert from_words(rules(), "  Claim   OWN b ") == encode(c.CLAIM, 4)


@pytest.mark.parametrize("number", [encode(c.CLAIM, 6), encode(c.BONUS_KIND, 3), encode(255)])
def test_a_number_that_means_nothing_is_refused(number: int):
    with pytest.raises(UserError, match="is not an action"):
        to_words(rules(), number)
