"""How people write actions: names in two languages, rooms in words, and what is no action."""

import pytest

from tests.referee.table import last

STATE = {
    "guests": {"75": "all", "56": "1 wine"}, "vacant": "1.1 2.1 3.1", "hand": [9, 7],
    "staff": [1], "krones": 9, "kitchen": "1 wine",
}  # fmt: skip
HEAD = {"row": [76, 63, 85, 66, 77], "guest_deck": [50], "staff_deck": [12, 17, 3]}


@pytest.mark.parametrize(
    "steps",
    [
        ["guest Duke"], ["guest duke"], ["guest Herzog"], ["guest 76"], ["guest 76 Duke"],
        ["Guest 1."], ["guest dame"], ["guest Baroness"],
        ["check in Baroness to 1.1"], ["check in 75 to 1.1"], ["check in table 1 to 1.1"],
        ["check in Baronin to floor 1 column 1"], ["check in 75 Baroness to room 1.1"],
        ["serve", "place wine on Vocalist"], ["serve", "place wine on table 2"],
        ["serve", "place wine on Kammersängerin"], ["serve", "place wine on 56"],
        ["use Breakfast Server"], ["use frühstückskellner"], ["use 1 Breakfast Server"],
        ["die 5", "hire Butler"], ["die 5", "hire Masseurin"],
        ["die 3", "prepare floor 2 column 2"], ["die 3", "prepare room 2.2"],
        ["die 6 +1", "copy 4", "steps 2"], ["DIE 4", "Steps  1"],
    ],
)  # fmt: skip
def test_understood(steps):
    step = last(*steps, head=HEAD, **STATE)
    assert step.status == "ok", step.reason


def test_politics_cards_by_letter_key_and_name():
    for words in ("claim A", "claim a", "claim card A", "claim A-krones", "claim 20 krones"):
        assert last(words, krones=20).status == "ok"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("dye 3", "did you mean die 3"),
        ("end my turn", "did you mean end turn"),
        ("end", "did you mean end turn"),
        ("hire Buttler", "there is no staff card 'buttler' in this ruleset; did you mean Butler"),
        ("guest Duck", "there is no guest 'duck' in this ruleset; did you mean"),
        ("claim 30 krones", "there is no politics card '30 krones'"),
        ("use 99", "there is no staff card '99'"),
        ("guest 999", "there is no guest '999'"),
        ("split 900 0", "too large"),
        ("place beer on table 1", "is no action"),
        ("check in to 1.1", "is no action"),
        ("die", "is no action"),
        ("die 7", "is no action"),
    ],
)
def test_not_understood(words, says):
    step = last(words, head=HEAD, **STATE)
    assert step.status == "unreadable"
    assert says in step.reason


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("guest 0", "counted from 1"),
        ("fill table 9", "there is no table 9"),
        ("check in table 0 to 1.1", "there is no table 0"),
        ("check in 75 to 0.1", "there is no room 0.1"),
        ("prepare 1.6", "there is no room 1.6"),
    ],
)
def test_understood_but_not_there(words, says):
    step = last(words, head=HEAD, **STATE)
    assert step.status == "illegal"
    assert says in step.reason


def test_a_name_that_two_guests_share_needs_a_number():
    """Baroness is 75 in English and 63 in German."""
    step = last("guest Baroness", head={"row": [75, 63, 85, 66, 77]})
    assert step.status == "unreadable"
    assert "write 63 Dame or 75 Baroness" in step.reason
