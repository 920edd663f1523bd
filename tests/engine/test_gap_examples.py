"""Each example of an open position is played differently under another reading of its ruling."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.gaps import gaps
from model.sources import sources
from reports.commands.rules.gaps import shown
from simulate.referee.writing import document_of, plain, read_file
from simulate.verify.gaps.readings import course, differs, switches

EXAMPLES = Path(__file__).parents[2] / "verification" / "gaps"
SWITCHES = {id for id, one in sources().ruling.items() if one.status == "switch"}
SWITCHED = [id for id in gaps() if switches(id)]
WITH_EXAMPLE = [id for id in SWITCHED if (EXAMPLES / f"{id}.json").exists()]
NOWHERE_OPEN = {"staff-33"}  # no guest of the box orders more than four goods


def test_every_switch_is_open_in_some_position_and_shown_there():
    asked = {id for gap in gaps().values() for id in gap.rulings}
    assert SWITCHES - asked == NOWHERE_OPEN
    assert SWITCHED == WITH_EXAMPLE


@pytest.mark.parametrize("gap", WITH_EXAMPLE)
def test_an_example_is_played_differently_under_another_reading(gap: str) -> None:
    assert differs(read_file(EXAMPLES / f"{gap}.json"), gap)


def test_a_position_in_which_the_readings_play_alike_is_found_out() -> None:
    """With another die on the space, moving one there is no question."""
    gap = "die-moved-onto-an-empty-space"
    tree = plain(read_file(EXAMPLES / f"{gap}.json"))
    tree["position"]["dice"] = [face for face in range(1, 7) for _ in range(2)]
    assert not differs(document_of({**tree, "players": 4}), gap)


def test_a_transcript_is_followed_past_guests_that_are_shuffled() -> None:
    """Its row at the end says so: a course that breaks off has none."""
    tree = plain(read_file(EXAMPLES / "last-guest-of-the-deck.json"))
    guests = tree["position"]["guest_discard"]
    document = document_of({**tree, "steps": ["guest 5", {"reshuffle": guests}, "end turn"]})
    assert course(document, {"guest-shuffle": "at-once"})[-1] != "illegal"


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.json")), ids=lambda file: file.stem)
def test_an_example_is_told_and_drawn_as_it_is_played_today(example: Path) -> None:
    for suffix, text in shown(example.stem, read_file(example)).items():
        assert example.with_suffix(suffix).read_text("utf-8") == text
