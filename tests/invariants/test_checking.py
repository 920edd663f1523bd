"""Checks over games: what holds, is violated, vacuous or reached, counted, stopped and resumed."""

from __future__ import annotations

from pathlib import Path

import pytest

from model import UserError
from simulate.policies.seating import Table
from simulate.properties import keeping
from simulate.properties.running import (
    CheckExample,
    CheckPlan,
    PlanOutcome,
    Rules,
    play_part,
    players_of,
    run,
)
from simulate.properties.verdicts import passed, verdicts
from tests.invariants.files import BASE, plan_of

TEXT = '''
@invariant
def holds(player):
    """Krones are never negative."""
    return player.krones >= 0

@invariant
def breaks(player):
    """Nobody ever has 12 krones."""
    assert player.krones != 12, f"{player.name} has them"

@invariant
def vacuous(game):
    """In round 99 all is well."""
    assume(game.round == 99)
    return False

@invariant(when=lambda player: player.emperor > 3)
def ahead(player):
    return player.emperor > 3

@invariant(when=lambda: True)
def at_their_places(game, player):
    """A player belongs to the position that is asked about."""
    return player.game is game and game[player] is player

@reachable
def reached(player):
    """Somebody can house three guests."""
    return player.guests_moved_in >= 3

@reachable
def unreached(player):
    """Somebody can house 99 guests."""
    return player.guests_moved_in >= 99

@never
def never_rich(player):
    """Nobody has 99 krones."""
    return player.krones == 99

@transition
def orderly(before, action, after):
    """Decisions are counted one by one."""
    return after.decisions == before.decisions + 1

@final
def ended(game):
    """The game ends after its last round."""
    return game.over and game.round == 7
'''
# Apart, because numba compiles it again for each file.
COMPILED = '''
@invariant
@numba.njit
def compiled(g, rules):
    """Krones are never negative, said in numba."""
    for seat in range(g.n_players):
        if g.players[seat].krones < 0:
            return False
    return True
'''
WANTED = {
    "holds": "holds", "breaks": "violated", "vacuous": "vacuous", "ahead": "holds",
    "at_their_places": "holds", "reached": "reached", "unreached": "not reached",
    "never_rich": "holds", "orderly": "holds", "ended": "holds", "compiled": "holds",
}  # fmt: skip


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> PlanOutcome:
    plan = plan_of(
        tmp_path_factory.mktemp("checking"), TEXT + COMPILED, collect=True, games=30,
        policies=("random", "greedy", "seeker"),
    )  # fmt: skip
    return run(plan, PlanOutcome.blank(plan))


def test_each_check_gets_its_verdict(outcome: PlanOutcome):
    assert {one.check.name: one.status for one in verdicts(outcome)} == WANTED
    assert not passed(verdicts(outcome))


def test_premises_are_counted(outcome: PlanOutcome):
    ahead, vacuous = outcome.counts["ahead"], outcome.counts["vacuous"]
    assert 0 < ahead.met < ahead.asked
    assert vacuous.met == 0 < vacuous.asked
    assert outcome.counts["ended"].asked == outcome.games == 90
    lines = {one.check.name: one.line for one in verdicts(outcome)}
    assert f"premise met in {ahead.met:,}" in lines["ahead"]
    assert lines["vacuous"].startswith("vacuous")


def test_every_position_of_every_seat_is_asked(outcome: PlanOutcome):
    players = [2, 3] * 15
    decisions = outcome.counts["orderly"].asked
    assert outcome.positions == decisions + outcome.games
    assert outcome.counts["compiled"].asked == outcome.positions
    assert outcome.counts["at_their_places"].met == outcome.counts["holds"].asked
    assert 2 * outcome.positions < outcome.counts["holds"].asked < 3 * outcome.positions
    assert len(players) * 3 == outcome.games


def test_a_violation_names_its_place(outcome: PlanOutcome):
    example = outcome.counts["breaks"].example
    assert example is not None
    assert example.policy == "random"
    state = example.states[example.found.at]
    assert state["players"][example.found.seat]["krones"] == 12
    assert example.found.why == f"Seat {example.found.seat + 1} has them"
    assert int(state["decisions"]) == example.step


def test_a_mixed_table_moves_on_by_a_seat(tmp_path: Path):
    """Games of a random and a greedy player are those of neither alone, whoever begins."""
    text = "@final\ndef ends(game):\n    return True\n"
    plan = plan_of(tmp_path, text, players=(2,))
    players = players_of(BASE)

    def end(table: Table, number: int) -> bytes:
        *_, last = players.play(players.deal(2, plan.seed, 1), table, number)
        return last.games[-1].tobytes()

    mixed, other = ("random", "greedy"), ("greedy", "random")
    assert end(mixed, 0) == end(other, 1) != end(mixed, 1) == end(other, 0)
    assert len({end(table, 0) for table in ("random", "greedy", mixed, other)}) == 4


def test_without_all_the_first_violation_ends_it(tmp_path: Path):
    plan = plan_of(tmp_path, TEXT, games=400)
    found: list[CheckExample] = []
    outcome = run(plan, PlanOutcome.blank(plan), found=found.append)
    assert [check.name for check in outcome.violated()] == ["breaks"]
    assert outcome.games < plan.games
    assert "breaks" in [example.check for example in found]


def test_results_do_not_depend_on_workers(tmp_path: Path):
    plan = plan_of(tmp_path, TEXT, games=30, collect=True)
    one = run(plan, PlanOutcome.blank(plan), 1)
    two = run(plan, PlanOutcome.blank(plan), 2)
    assert (one.games, one.positions) == (two.games, two.positions) == (30, one.positions)
    for name, count in one.counts.items():
        other = two.counts[name]
        assert (count.asked, count.met, count.examples) == (other.asked, other.met, other.examples)


@pytest.mark.long
def test_a_cluster_counts_the_same(tmp_path: Path):
    plan = plan_of(tmp_path, TEXT, games=30, collect=True)
    here = run(plan, PlanOutcome.blank(plan), 1)
    there = run(plan, PlanOutcome.blank(plan), 2, dask="local")
    assert (here.games, here.positions) == (there.games, there.positions)
    for name, count in here.counts.items():
        other = there.counts[name]
        assert (count.asked, count.met, count.examples) == (other.asked, other.met, other.examples)
    assert here.counts["breaks"].example is not None
    assert there.counts["breaks"].example is not None


def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path):
    plan = plan_of(tmp_path, TEXT, games=50, collect=True)
    whole = run(plan, PlanOutcome.blank(plan))
    first = PlanOutcome.blank(plan)
    parts = plan.parts()
    first.add(0, play_part(parts[0], plan))
    keeping.save(tmp_path / "kept", first)
    resumed = keeping.resumed(tmp_path / "kept", plan)
    assert resumed.done == {0}
    assert resumed.games == first.games
    run(plan, resumed)
    for name in ("holds", "ahead", "reached", "ended"):
        assert resumed.counts[name].asked == whole.counts[name].asked
        assert resumed.counts[name].met == whole.counts[name].met


def test_progress_of_another_plan_is_not_gone_on_with(tmp_path: Path):
    plan = plan_of(tmp_path, TEXT, collect=True)
    outcome = PlanOutcome.blank(plan)
    outcome.add(0, play_part(plan.parts()[0], plan))
    keeping.save(tmp_path, outcome)
    other = CheckPlan(plan.files, plan.rules, plan.policies, plan.players, plan.games, seed=2)
    assert not keeping.resumed(tmp_path, other).done
    (tmp_path / keeping.PROGRESS).write_text('{"identity": 3}')
    assert not keeping.resumed(tmp_path, plan).done


def test_a_patch_changes_what_holds(tmp_path: Path):
    patch = tmp_path / "rich.toml"
    patch.write_text('id = "rich"\n[set]\n"setup.krones" = 12\n', encoding="utf-8")
    patched = Rules("revised-2021", patches=(str(patch),))
    plan = plan_of(tmp_path, TEXT, rules=(BASE, patched), games=2)
    outcome = PlanOutcome.blank(plan)
    results = [play_part(part, plan) for part in plan.parts()]
    assert [bool(result.counts["breaks"].example) for result in results][1]
    outcome.add(1, results[1])
    assert outcome.violated()


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"games": 0}, "--games 0"),
        ({"seed": -1}, "--seed -1"),
        ({"policies": ("greedi",)}, "did you mean greedy"),
    ],
)
def test_what_cannot_be_played_is_refused(tmp_path: Path, more: dict[str, object], message: str):
    with pytest.raises(UserError, match=message):
        plan_of(tmp_path, TEXT, **more)
