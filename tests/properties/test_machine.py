"""Any sequence of uses of a game keeps the invariants, and a failure would be told shortly."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

from simulate import Game
from simulate.actions import decode
from simulate.engine import codes
from simulate.game import IllegalAction
from simulate.properties.strategies.invariants import (
    each_staff_card_is_in_one_place,
    points_are_the_sum_of_their_sources,
)
from simulate.properties.strategies.rulesets import Drawn, rulesets
from simulate.properties.strategies.telling import Broken
from simulate.referee import judge, read_file
from tests.properties.machine import GameMachine, of

MACHINE = settings(max_examples=max(12, settings.default.max_examples // 4), stateful_step_count=20)

TestGame = GameMachine.TestCase
TestGame.settings = MACHINE


# --- the machine itself: planted faults are found and told shortly ------------------------------

LINES = 15
right = Game.apply


def miscounts_points(game: Game, action: int | str) -> None:
    """One VP too many for a guest who moves in."""
    who = game.player
    right(game, action)
    if decode(int(action))[0] == codes.CHECK_IN:
        game.state.players[who].vp += 1


def lets_turns_end_early(game: Game, action: int | str) -> None:
    """A turn may be ended before its die is taken: one action that is not legal is carried out."""
    try:
        right(game, action)
    except IllegalAction:
        frame = game.state.frames[game.state.top - 1]
        if decode(int(action))[0] != codes.END_TURN or frame.kind != codes.F_TURN:
            raise
        frame.marks |= codes.T_ACTION_DONE | codes.T_STARTED
        game.refresh()


def loses_a_card(game: Game, action: int | str) -> None:
    """A staff card played at no price leaves the hand and comes nowhere."""
    right(game, action)
    p = game.state.players[0]
    if decode(int(action))[0] == codes.HIRE and p.staff_size:
        p.staff_size -= 1


def told(monkeypatch: pytest.MonkeyPatch, fault: object, machine: type[GameMachine]) -> str:
    """What the machine says of a faulty game."""
    monkeypatch.setattr(Game, "apply", fault)
    searching = settings(
        derandomize=True,
        database=None,
        deadline=None,
        max_examples=100,
        stateful_step_count=10,
        phases=[Phase.generate, Phase.shrink],
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    with pytest.raises(Broken) as failure:
        run_state_machine_as_test(machine, settings=searching)
    monkeypatch.undo()
    return str(failure.value).strip()


EDITIONS = st.sampled_from([Drawn("original-2015"), Drawn("revised-2021")])
# With the one check that finds the fault, which takes less time than all of them.
POINTS = of(rulesets(), points_are_the_sum_of_their_sources)
CARDS = of(EDITIONS, each_staff_card_is_in_one_place)
NOTHING = of(EDITIONS)


@pytest.mark.parametrize(
    ("machine", "fault", "named"),
    [
        (POINTS, miscounts_points, ("check in table", "VP, the ledger")),
        (NOTHING, lets_turns_end_early, ("end turn", "is not legal")),
        (CARDS, loses_a_card, ("hire", "are gone")),
    ],
    ids=["miscounted points", "an illegal action", "a lost card"],
)
@pytest.mark.long
@pytest.mark.guard
def test_a_planted_fault_is_told_in_a_few_lines(monkeypatch, tmp_path, machine, fault, named):
    monkeypatch.setattr(machine, "folder", tmp_path)
    text = told(monkeypatch, fault, machine)
    *lines, file, picture = text.splitlines()
    assert len(lines) < LINES, text
    assert "to decide" in text
    assert all(words in text for words in named), text
    # The turn is also left as a transcript, which is in order if it is played rightly.
    assert file == f"to judge it: gah referee {tmp_path / 'turn.json'}"
    assert picture == f"a picture of it: {tmp_path / 'turn.svg'}"
    assert (tmp_path / "turn.svg").read_text("utf-8").startswith("<svg")
    verdict = judge(read_file(tmp_path / "turn.json"))
    assert verdict.ok == (fault is not lets_turns_end_early), verdict
