"""The referee judges each scenario: it would notice a step that it does not agree with."""

from __future__ import annotations

import pytest

from simulate.referee import judge
from simulate.referee.writing import document_of, plain
from tests.scenarios.judged import Journal, few_guests
from tests.scenarios.table import Table


def played(journals: list[Journal]) -> Journal:
    t = Table("revised-2021", row=[93, 94, 95, 77, 79])
    t.does("guest 5").illegal("guest 1")
    return journals[-1]


def test_a_usual_scenario_is_one_transcript_and_nothing_is_left_out(journals: list[Journal]):
    journal = played(journals)
    assert journal.faults() == []
    assert (len(journal.documents), journal.left_out) == (1, 0)


@pytest.mark.parametrize(
    ("step", "planted"),
    [
        (-1, {"expect": {"players": {"Seat 1": {"krones": 99}}}}),
        (-2, {"illegal": "die 1"}),
        (1, {"expect": {"only_legal": ["pass"]}}),
    ],
)
def test_a_step_that_is_told_wrongly_is_noticed(journals: list[Journal], step: int, planted: dict):
    journal = played(journals)
    journal.close()
    tree = plain(journal.documents[0])
    tree["steps"][step] = planted
    assert judge(document_of(tree)).faults


def test_an_edit_between_actions_begins_a_new_transcript(journals: list[Journal]):
    t = Table("revised-2021", row=[93, 94, 95, 77, 79]).does("pass", "pass")
    t.me.has(krones=3)
    t.fresh = False
    t.does("die 1")
    assert journals[-1].faults() == []
    assert len(journals[-1].documents) == 2


@few_guests
def test_a_position_that_no_game_reaches_is_left_out(journals: list[Journal]):
    """The deck is used up though nobody discarded a guest."""
    t = Table("revised-2021", row=[93])
    t.state.guest_next = t.state.guest_deck_size
    t.does("guest 1")
    assert journals[-1].faults() == []
    assert journals[-1].left_out == 1
