"""A violation becomes a position and few actions, which the referee accepts and a page shows."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest

from reports.invariants import replay_page
from simulate.properties import keeping
from simulate.properties.own_file import load
from simulate.properties.replaying import again, holds
from simulate.properties.running import CheckExample, CheckPlan, PlanOutcome, Rules, players_of, run
from simulate.properties.shrinking import Counterexample, counterexample
from simulate.referee import judge
from simulate.referee.writing import plain, read_file, text_of
from tests.invariants.files import BASE, plan_of

TEXT = '''
@invariant
def rich(player):
    """A player holds at most 15 krones."""
    return player.krones <= 15

@transition
def leap(before, action, after):
    """One action brings at most 10 VP."""
    return after[action.player].vp <= action.player.vp + 10

@never
def served(player):
    """Two guests wait for a room."""
    return sum(t.guest is not None and t.missing.total == 0 for t in player.cafe) >= 2

@final
def modest(game):
    """Nobody ends with more than 25 VP."""
    return all(player.vp <= 25 for player in game.players)

@invariant
def hand(player):
    """Nobody begins with six cards."""
    assume(player.game.round == 1)
    return player.hand_size < 6

@invariant
def set_up(player):
    """Nobody is poor in the set-up."""
    assume(player.game.round == 0)
    return player.krones >= 9
'''
MOST_ACTIONS = 6


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> CheckPlan:
    return plan_of(
        tmp_path_factory.mktemp("shrinking"), TEXT, collect=True, games=60, players=(3, 4)
    )


@pytest.fixture(scope="module")
def shrunk(plan: CheckPlan) -> dict[str, Counterexample]:
    examples: list[CheckExample] = []
    run(plan, PlanOutcome.blank(plan), found=examples.append)
    checks = {check.name: check for check in plan.checks()}
    return {
        one.check: counterexample(one, checks[one.check], players_of(one.rules))
        for one in examples
    }  # fmt: skip


def test_all_are_found_and_short(plan: CheckPlan, shrunk: dict[str, Counterexample]):
    assert set(shrunk) == {check.name for check in plan.checks()}
    for name, shown in shrunk.items():
        assert shown.actions <= MOST_ACTIONS, name
        assert shown.players == 2, name
        assert shown.actions <= shown.before
    assert max(shown.before for shown in shrunk.values()) > 50


def test_a_hand_that_matters_is_written_and_shown(shrunk: dict[str, Counterexample]):
    """Hands that are not said are filled up, which would hide what breaks the check."""
    shown = shrunk["hand"]
    players = plain(shown.document)["position"]["players"]
    hands = [len(row["hand"]) for row in players.values()]
    assert max(hands) == hands[shown.found.seat] == 6
    page = replay_page(shown, "hand.json")
    assert f"Does not hold for Seat {shown.found.seat + 1}." in page
    rich = plain(shrunk["rich"].document)["position"]["players"]
    assert not any("hand" in row for row in rich.values())


@pytest.mark.parametrize("name", ["rich", "leap", "served", "modest", "set_up", "hand"])
def test_the_referee_accepts_it_and_it_shows_the_violation(
    shrunk: dict[str, Counterexample], name: str
):
    shown = shrunk[name]
    assert judge(shown.document).exit_code == 0
    assert not holds(shown.check, shown.document)
    assert shown.check.sentence.rstrip(".") in shown.document.notes


def test_no_action_and_no_entry_can_go(shrunk: dict[str, Counterexample]):
    """What is left matters: the player's money, and the action that brings more."""
    data = plain(shrunk["rich"].document)
    rows = data["position"]["players"]
    (rich,) = [row for row in rows.values() if row]
    assert set(rich) == {"krones"}
    assert rich["krones"] <= 15
    for i in range(len(data["steps"])):
        less = json.loads(json.dumps(data))
        del less["steps"][i]
        document = shrunk["rich"].document.model_validate(less)
        assert not again(document, shrunk["rich"].check).violated


def test_it_holds_again_once_the_rule_is_mended(tmp_path: Path, shrunk: dict[str, Counterexample]):
    patch = tmp_path / "short.toml"
    patch.write_text('id = "short"\n[set]\n"tracks.krones_max" = 15\n', encoding="utf-8")
    rules = Rules("revised-2021", patches=(str(patch),))
    assert again(shrunk["rich"].document, shrunk["rich"].check, BASE).violated
    now = again(shrunk["rich"].document, shrunk["rich"].check, rules)
    assert not now.violated


def test_the_page_opens_at_the_violation(shrunk: dict[str, Counterexample]):
    for shown in shrunk.values():
        text = replay_page(shown, "x.json")
        opens = json.loads(text.split('"opens":')[1].split("}")[0].split(",")[0])
        assert opens >= shown.actions
        assert "Violation: " + shown.check.name in text


def test_files_are_kept_and_asked_first(
    tmp_path: Path, plan: CheckPlan, shrunk: dict[str, Counterexample]
):
    transcript, test = keeping.keep(tmp_path, shrunk["rich"], plan.files[0], BASE)
    assert read_file(transcript).title == "A player holds at most 15 krones."
    ((check, path, now),) = keeping.stored(tmp_path, plan.checks(), [BASE])
    assert (check.name, path, now.violated) == ("rich", transcript, True)
    made = runpy.run_path(str(test))
    with pytest.raises(AssertionError):
        made["test_rich"]()


def test_a_kept_violation_names_no_code(tmp_path: Path, plan: CheckPlan):
    """A file in the folder of violations can only name checks that were loaded."""
    ran = tmp_path / "ran"
    evil = tmp_path / "evil.py"
    evil.write_text(f"open({str(ran)!r}, 'w')\n", encoding="utf-8")
    data = {
        "format": "gah-transcript-1", "title": str(evil), "notes": f"{evil}::rich",
        "players": 2, "rules": {"spec": "revised-2021", "patches": ["evil.py"]},
        "position": {"round": 1}, "steps": [],
    }  # fmt: skip
    for name in ("rich", "evil", "evil.py::rich"):
        (tmp_path / f"{name}.json").write_text(json.dumps(data), encoding="utf-8")
    found = list(keeping.stored(tmp_path, plan.checks(), [BASE]))
    assert [check.name for check, _, _ in found] == ["rich"]
    assert not ran.exists()


def test_text_of_a_sentence_cannot_end_the_test(tmp_path: Path, shrunk: dict[str, Counterexample]):
    text = (
        '@invariant\ndef rich(player):\n    r"""Quotes \\"\\"\\" and \\\\ of "krones"."""\n'
        "    return player.krones <= 15\n"
    )
    plan = plan_of(tmp_path, text)
    (check,) = load(plan.files[0]).checks
    shown = shrunk["rich"].__class__(**{**vars(shrunk["rich"]), "check": check})
    made = keeping.test_of(shown, plan.files[0], BASE)
    compile(made, "test_rich.py", "exec")
    assert text_of(shown.document)
