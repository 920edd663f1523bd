"""Numba functions asked as games are played say the same as of trails, and cost little."""

from __future__ import annotations

import time
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simulate.policies.seating import Table
from simulate.properties import compiled, playing, running
from simulate.properties.running import CheckPlan, GameRange, Result, Rules, play_part
from tests.invariants.files import plan_of

TEXT = '''
@invariant
@numba.njit
def holds(g, rules):
    for seat in range(g.n_players):
        if g.players[seat].krones < 0:
            return False
    return True

@invariant
@numba.njit
def breaks(g, rules):
    """Whoever has 12 krones breaks it: after some games."""
    for seat in range(g.n_players):
        if g.players[seat].krones == 12:
            return False
    return True

@never
@numba.njit
def counts(g, rules):
    """Truth is not always 1: the rounds after the fifth."""
    return max(0, g.round_no - 5)

@reachable
@numba.njit
def seldom(g, rules):
    for seat in range(g.n_players):
        if g.players[seat].housed >= 4:
            return True
    return False

@reachable
@numba.njit
def unreached(g, rules):
    return g.round_no == 99

@final
@numba.njit
def ends(g, rules):
    return g.round_no == rules.rounds

@invariant
@numba.njit
def raises(g, rules):
    """An exception where 12 krones are there: 1 // 0."""
    most = 0
    for seat in range(g.n_players):
        most = max(most, g.players[seat].krones)
    return 1 // (12 - min(most, 12)) >= 0
'''
TABLES: tuple[Table, ...] = ("random", ("greedy", "seeker"))


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> CheckPlan:
    return plan_of(
        tmp_path_factory.mktemp("compiled"), TEXT, collect=True, games=40, players=(2,),
        policies=TABLES,
    )  # fmt: skip


def said(result: Result) -> dict[str, object]:
    """All that a part found, but for the time it took."""
    found: dict[str, object] = {"games": result.games, "positions": result.positions,
                                "error": result.error}  # fmt: skip
    for name, count in result.counts.items():
        one = count.example
        where = one and (one.game, one.step, one.found, one.states.tobytes(), one.taken.tobytes())
        found[name] = (
            count.asked, count.met, count.examples, count.games, count.mistake, where
        )  # fmt: skip
    return found


def in_trails(plan: CheckPlan, part: GameRange) -> Result:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running, "asked_in_play", lambda checks: False)
        return play_part(part, plan)


@pytest.mark.parametrize("table", TABLES)
def test_it_says_the_same_as_of_trails(
    plan: CheckPlan, table: Table, monkeypatch: pytest.MonkeyPatch
):
    part = GameRange(plan.rules[0], table, 0, plan.games)
    slow = said(in_trails(plan, part))
    done = []
    play = compiled.Asking.play
    monkeypatch.setattr(
        compiled.Asking, "play", lambda self, games: (play(self, games), done.append(self.done))
    )
    assert said(play_part(part, plan)) == slow
    assert sum(done) > plan.games // 2  # most games were played without trails
    verdicts = plan_verdicts(plan, part)
    assert verdicts == {
        "holds": True, "breaks": False, "counts": False, "seldom": False, "unreached": True,
        "ends": True, "raises": True,
    }  # fmt: skip


def plan_verdicts(plan: CheckPlan, part: GameRange) -> dict[str, bool]:
    """By check: is there no example?"""
    return {name: one.example is None for name, one in play_part(part, plan).counts.items()}


def test_an_exception_is_named_as_of_trails(plan: CheckPlan):
    result = play_part(GameRange(plan.rules[0], "random", 0, plan.games), plan)
    mistake = result.counts["raises"].mistake
    assert mistake is not None
    assert "ZeroDivisionError" in mistake.text


def test_a_game_without_end_is_broken_off_and_the_next_one_played(
    plan: CheckPlan, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(playing, "LENGTH", 64)
    monkeypatch.setattr(running, "MOST_DECISIONS", 70)
    monkeypatch.setattr(running, "players_of", lambda rules: playing.Players(rules.load()))
    part = GameRange(plan.rules[0], "random", 0, 6)
    result = play_part(part, plan)
    assert "did not end within 70" in result.error
    assert said(result) == said(in_trails(plan, part))
    assert result.games == 6


def test_one_that_stops_answering_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """It ends in the first game, in which it is tried, and not in a later one."""
    text = (
        "@invariant\n@numba.njit\ndef stops(g, rules):\n    n = 0\n"
        "    while g.key != FIRST and n < 10_000_000_000:\n"
        "        n += 1 + (n * n) % 2\n    return n >= 0\n"
        "@reachable\n@numba.njit\ndef good(g, rules):\n    return g.round_no == 7\n"
    )
    first = running.players_of(Rules("revised-2021")).deal(2, 1, 0).state["key"]
    plan = plan_of(
        tmp_path, text.replace("FIRST", f"{int(first)}"), collect=True, games=4, players=(2,)
    )
    monkeypatch.setattr(compiled, "SECONDS", 2.0)
    result = play_part(plan.parts()[0], plan)
    assert result.counts["good"].games == 4
    mistake = result.counts["stops"].mistake
    assert mistake is not None
    assert "does not end" in mistake.text


def test_the_time_that_compiling_takes_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    compile_now = compiled.callable_at

    @lru_cache
    def slowly(function: Any) -> Any:
        time.sleep(1.5)
        return compile_now(function)

    monkeypatch.setattr(compiled, "callable_at", slowly)
    monkeypatch.setattr(compiled, "SECONDS", 1.0)
    text = "@reachable\n@numba.njit\ndef last(g, rules):\n    return g.round_no == 7\n"
    plan = plan_of(tmp_path, text, games=1, players=(2,))
    found = play_part(plan.parts()[0], plan).counts["last"]
    assert found.mistake is None
    assert found.games == 1


def test_what_may_change_something_is_not_asked_in_play(tmp_path: Path):
    """It would change the game itself."""
    text = "@invariant\n@numba.njit\ndef sets(g, rules):\n    g.dice[1] += 0\n    return True\n"
    plan = plan_of(tmp_path, text, collect=True, games=3)
    checks = plan.checks()
    assert play_part(plan.parts()[0], plan).counts["sets"].mistake is None
    assert not compiled.asked_in_play(checks)


def test_positions_are_those_of_trails_to_the_byte(plan: CheckPlan):
    """A function that sums what it sees: one wrong byte of any field would show."""
    players = running.players_of(plan.rules[0])
    for number in range(3):
        *_, last = players.play(players.deal(3, plan.seed, number), "greedy")
        asking = compiled.Asking(players, [], 20_000, plan.seed)
        asking.play([(number, 3, *players.seated("greedy", 3))])
        assert np.array_equal(as_bytes(asking.scratch[:1]), as_bytes(last.games[-1:]))


def as_bytes(games: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(games).view(np.uint8)
