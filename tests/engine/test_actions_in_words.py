"""Actions are numbers that say kind and arguments, and words that say the same."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from model import UserError, load_ruleset
from simulate.actions import decode, encode, from_words, to_words
from simulate.decisions.registry import ACTIONS
from simulate.engine import codes as c
from simulate.engine.compile import compile_ruleset
from simulate.words.spelling import staff_index
from tests.scenarios.seat import guest_index

# Words as the players say them; kind and arguments by hand (a card by its place in the program).
WORDS = {
    "pass": (c.PASS, 0, 0, 0),
    "end turn": (c.END_TURN, 0, 0, 0),
    "die 3": (c.DIE, 3, 0, 0),
    "die 6 +1": (c.DIE, 6, 0, 1),
    "die 2 red": (c.DIE, 2, 64, 0),
    "die 5 yellow +2": (c.DIE, 5, 192, 2),
    "die 5 moving white from 4": (c.DIE, 5, 4, 0),
    "die 2 moving yellow from 3": (c.DIE, 2, 48 + 8, 0),
    "die 3 blue +1 moving red from 4": (c.DIE, 3, 128 + 16 + 8, 1),
    "die 4 +1 without extra die": (c.DIE, 4, 1, 1),
    "die 6 without effect": (c.DIE, 6, 2, 0),
    "die 1 red moving blue from 2 without extra die without effect": (c.DIE, 1, 107, 0),
    "space 3": (c.SPACE, 3, 0, 0),
    "space 2 +1 moving red from 1": (c.SPACE, 2, 16 + 4, 1),
    "guest 2": (c.TAKE_GUEST, 1, 0, 0),
    "check in table 1 to 2.3": (c.CHECK_IN, 0, 7, 0),
    "claim A": (c.CLAIM, 0, 0, 0),
    "claim C": (c.CLAIM, 2, 0, 0),
    "claim own A": (c.CLAIM, 3, 0, 0),
    "claim own C": (c.CLAIM, 5, 0, 0),
    "claim own B": (c.CLAIM, 4, 0, 0),
    "die bonus 1": (c.DIE_BONUS, 0, 0, 0),
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
    "ignore good on table 2": (c.IGNORE_GOOD, 1, 0, 0),
    "use tile A1": (c.USE_TILE, 0, 0, 0),
    "use tile B2": (c.USE_TILE, 3, 0, 0),
    "use tile C2": (c.USE_TILE, 5, 0, 0),
    "use celebrity 3": (c.USE_CELEBRITY, 2, 0, 0),
    "dance table 1 to 2.top from section 3": (c.DANCE, 0, 5, 2),
    "send to 3.bottom from section 1": (c.SEND, 6, 0, 0),
    "send to 2.middle from section 4": (c.SEND, 4, 3, 0),
    "swap wine for cake": (c.SWAP, 2, 1, 0),
    "pay coffee": (c.PAY, 3, 0, 0),
    "token 1": (c.TOKEN, 0, 0, 0),
    "bonus blue": (c.BONUS_KIND, 0, 0, 0),
    "bonus yellow": (c.BONUS_KIND, 2, 0, 0),
    "bid 4 on entrance 2": (c.BID, 1, 4, 0),
    "rehearsal room 1": (c.REHEARSE, 0, 0, 0),
    "remove die red": (c.REMOVE_DIE, 0, 0, 0),
    "remove die yellow": (c.REMOVE_DIE, 2, 0, 0),
    "remove room 3.2": (c.REMOVE_ROOM, 11, 0, 0),
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


SAMPLES = [sample for action in ACTIONS.values() for sample in action.samples]


@pytest.mark.parametrize("words", sorted(set(SAMPLES) - {"die red"}))  # which names no face
def test_a_sample_of_the_registry_is_read_and_written_alike(words: str):
    assert to_words(rules(), from_words(rules(), words)) == words


def test_arguments_that_are_not_given_are_0():
    assert decode(encode(c.STOP)) == (c.STOP, 0, 0, 0)
    assert decode(encode(c.COPY, 4)) == (c.COPY, 4, 0, 0)
    assert decode(encode(c.SPLIT, 2, 1)) == (c.SPLIT, 2, 1, 0)


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_a_strengthened_die_is_written_with_the_dice_that_it_adds(dice: int):
    changed = rules().copy()
    changed.strengthen_dice = dice
    words, number = f"die 6 +{2 * dice}", encode(c.DIE, 6, 0, 2)
    assert to_words(changed, number) == words
    assert from_words(changed, words) == number
    if dice > 1:
        with pytest.raises(UserError, match="is not an action"):
            from_words(changed, f"die 6 +{2 * dice + 1}")


@pytest.mark.parametrize("words", ["die 3 moving white from 5", "die 3 moving red from 3"])
def test_a_die_is_moved_from_a_neighbouring_space(words: str):
    with pytest.raises(UserError, match=rf"action spaces {words[-1]} and 3 are not neighbours"):
        from_words(rules(), words)


@pytest.mark.parametrize("kind", [c.HIRE, c.BURY, c.USE_STAFF])
def test_staff_are_named_by_their_printed_number(kind: int):
    number = encode(kind, staff_index(rules(), 38))
    assert to_words(rules(), number).endswith(" 38")
    assert from_words(rules(), to_words(rules(), number)) == number


def test_cards_are_found_by_their_printed_number():
    for find, numbers in (
        (staff_index, rules().staff_number[: rules().n_staff]),
        (guest_index, rules().guest_number[: rules().n_guests]),
    ):
        assert [find(rules(), number) for number in numbers] == list(range(len(numbers)))
        for missing in (0, 999):
            with pytest.raises(UserError, match=f"{missing} is not in this ruleset"):
                find(rules(), missing)


def test_capitals_and_spaces_do_not_matter():
    assert from_words(rules(), "  Claim   OWN b ") == encode(c.CLAIM, 4)


@pytest.mark.parametrize("number", [encode(c.CLAIM, 6), encode(c.BONUS_KIND, 3), encode(255)])
def test_a_number_that_means_nothing_is_refused(number: int):
    with pytest.raises(UserError, match="is not an action"):
        to_words(rules(), number)


@pytest.mark.parametrize("words", [
    "guest 0", "guest 257", "steps 256", "copy 260", "split 256 0", "split 0 256", "token 0",
    "die 4 +256", "check in table 0 to 1.1", "bid 256 on entrance 1", "die 3 +0",
])  # fmt: skip
def test_numbers_out_of_bounds_are_not_read_as_another_action(words: str):
    with pytest.raises(UserError, match="is not an action"):
        from_words(rules(), words)
