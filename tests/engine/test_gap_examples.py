"""Each example of an open position is played differently under another reading of its ruling."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from model import UserError
from model.gaps import gaps
from model.sources import sources
from simulate.actions import from_words
from simulate.referee.document import Document
from simulate.referee.position import start_of
from simulate.referee.rules import resolve
from simulate.referee.stepper import ROLL, Stepper
from simulate.referee.writing import document_of, plain, read_file
from simulate.words.lexicon import Lexicon

EXAMPLES = Path(__file__).parents[2] / "verification" / "gaps"
SWITCHES = {id for id, one in sources().ruling.items() if one.status == "switch"}
SWITCHED = [id for id, gap in gaps().items() if SWITCHES & set(gap.rulings)]
WITH_EXAMPLE = [id for id in SWITCHED if (EXAMPLES / f"{id}.json").exists()]


def course(document: Document, rulings: dict[str, str]) -> list[Any]:
    """What is legal at each decision of a transcript, the row at its end, and what the seats have.

    It breaks off at a step that is not legal under the rulings.
    """
    ruleset, program = resolve(document.rules.model_copy(update={"rulings": rulings}))
    games, known = start_of(document, Lexicon(ruleset, document.names, program))
    stepper = Stepper(program, games, known)
    stepper.run()
    found: list[Any] = [sorted(stepper.legal())]
    for step in document.steps:
        if step.roll is not None and stepper.waiting == ROLL:
            stepper.roll(step.roll)
            found.append(sorted(stepper.legal()))
        if step.do is None:
            continue
        try:
            action = from_words(stepper.rules, step.do)
        except UserError:
            return [*found, "illegal"]
        if action not in stepper.legal():
            return [*found, "illegal"]
        stepper.apply(action)
        found.append(sorted(stepper.legal()))
    seats = stepper.g.players[: stepper.g.n_players]
    return [
        *found,
        stepper.g.row.tolist(),
        [
            (p.vp, p.krones, p.emperor, p.vacant, p.occupied, p.hand_size, p.kitchen.tolist())
            for p in seats
        ],
    ]


def differs(document: Document, gap: str) -> bool:
    """Is the example played differently under some other reading of a ruling of its position?"""
    played = course(document, document.rules.rulings)
    in_force = resolve(document.rules)[0].rulings
    return any(
        course(document, {**document.rules.rulings, id: reading}) != played
        for id in gaps()[gap].rulings
        if id in in_force and id in SWITCHES
        for reading in sources().ruling[id].readings
        if reading != in_force[id]
    )


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
