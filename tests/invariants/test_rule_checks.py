"""Checks of the rules themselves: each holds as printed, and detects a patch that breaks it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from model import Ruleset, load_ruleset
from model.clauses import clauses
from reports.commands.check.verify import verify
from reports.commands.rules import rules as rules_command
from reports.rule_checks import Report
from simulate.properties.dominance import dominated
from simulate.properties.keeping import stored_of_rules
from simulate.properties.of_rules import Finding, RuleCheck
from simulate.properties.replaying import OF_RULES
from simulate.properties.running import Rules
from simulate.referee import judge
from simulate.verify.check_codes import M_LIMITS
from simulate.verify.invariants import new_memo
from simulate.verify.listed import BUILT_IN
from tests.runner import CliRunner

CHECKS = {
    "invariants", "legal-action", "endless-turn", "unbounded-gain", "card-playable",
    "tile-reachable", "dominated-card", "always-early",
}  # fmt: skip


def card(abilities: str) -> str:
    """A patch that adds a free card in play for good."""
    return (
        '[add.staff]\n201 = { name = "x", german = "x", cost = 0, timing = "permanent",'
        f" abilities = [{abilities}] }}\n"
    )


# Patches with the check that must notice, what its evidence says, and for whom they are played.
PLANTED = {
    "legal-action": (
        card('{ kind = "on_krones", effects = [{ do = "gain", krones = 1 }] }'),
        "no decision comes", (2,),
    ),
    "endless-turn": (
        card('{ kind = "on_goods", goods = "drinks", min_goods = 1, effects ='
             ' [{ do = "swap_goods", goods = 1 }] }'),
        "can be repeated", (2,),
    ),
    "unbounded-gain": (
        card('{ kind = "on_goods", goods = "dishes", min_goods = 1, effects ='
             ' [{ do = "choose_goods" }] }'),
        "which gains 1 goods: choose", (2,),
    ),
    "card-playable": ('[set]\n"tracks.krones_max" = 10\n', "never: A (20 krones): claimed", (3,)),
    "tile-reachable": (
        '[set]\n"emperor.reward_from" = 13\n"emperor.retreat" = [20, 20, 20]\n',
        "A1: reward received", (3,),
    ),
    "dominated-card": (
        '[set]\n"staff.1.effects" = [{ do = "gain", wine = 1 }]\n"staff.1.cost" = 5\n',
        "staff 1 Breakfast Server is worse than 3 Barkeeper", (2,),
    ),
    "always-early": ('[set]\n"dice.count" = { 2 = 10, 3 = 12, 4 = 4 }\n', "with 4 players", (4,)),
}  # fmt: skip


def findings(rules: Rules, players: tuple[int, ...], games: int) -> dict[str, Finding]:
    """What checks of a ruleset find, by name."""
    _, found = RuleCheck(rules, ("random", "greedy"), players, games).run()
    return {one.name: one for one in found}


@pytest.fixture
def patched(tmp_path: Path) -> Callable[[str], Rules]:
    def made(text: str) -> Rules:
        path = tmp_path / "planted.toml"
        path.write_text(f'id = "planted"\n{text}', encoding="utf-8")
        return Rules("revised-2021", patches=(str(path),))

    return made


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_patch_is_noticed(name: str, patched: Callable[[str], Rules]):
    text, says, players = PLANTED[name]
    found = findings(patched(text), players, 30)[name]
    assert found.status == ("not reached" if "able" in name else "violated")
    assert any(says in line for line in found.evidence), found.evidence
    if name in ("legal-action", "endless-turn", "unbounded-gain"):
        assert found.document is not None
        assert judge(found.document).exit_code == 0


@pytest.mark.parametrize("name", OF_RULES)
def test_a_kept_violation_is_replayed_first(
    name: str, patched: Callable[[str], Rules], tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """And said to be violated, whatever play finds this time, until the rules are mended."""
    text, _, players = PLANTED[name]
    rules, folder = patched(text), tmp_path / "kept"
    at_first = Report(("random", "greedy"), players, 30, folder=folder)
    assert not at_first.check(rules)
    assert "still violated" not in capsys.readouterr().out
    kept = {path.stem for path in folder.glob("*.json")}
    assert name in kept
    for other in kept - {name}:
        (folder / f"{other}.json").unlink()
    again = Report(("greedy",), players, 1, folder=folder, seconds=0.2)
    assert not again.check(rules)
    first = capsys.readouterr().out.splitlines()[0]
    assert first.startswith(f"still violated: {name}: ")
    ((_, _, mended),) = stored_of_rules(folder, Rules("revised-2021"))
    assert not mended.violated
    assert mended.why == "it holds there now" or "cannot be played any more" in mended.why


def test_a_kept_violation_that_cannot_be_read_is_named(
    tmp_path: Path,
):
    (tmp_path / "endless-turn.json").write_text("{", encoding="utf-8")
    ((name, _, now),) = stored_of_rules(tmp_path, Rules("revised-2021"))
    assert name == "endless-turn"
    assert not now.violated
    assert now.why


def test_the_printed_rules_pass():
    found = findings(Rules("revised-2021"), (2, 3, 4), 60)
    assert set(found) == CHECKS
    assert {one.status for one in found.values()} == {"holds"}, found


@pytest.mark.parametrize("spec", ["original-2015", "revised-2021+lets-waltz"])
def test_no_printed_card_is_worse_than_another_in_everything(spec: str):
    assert not list(dominated(load_ruleset(spec)))


def test_what_is_better_in_one_thing_and_worse_in_another_is_not_dominated(
    patched: Callable[[str], Rules],
):
    text = '[set]\n"staff.1.effects" = [{ do = "gain", wine = 1 }]\n"staff.1.cost" = 3\n'
    ((worse, better),) = dominated(patched(text).load())
    assert (worse[:7], better[:1]) == ("staff 3", "1")
    cake = text.replace("wine = 1", "cake = 1, vp = 1")  # Waitress: 6 krones for a cake
    assert [pair[0][:7] for pair in dominated(patched(cake).load())] == ["staff 2"]
    two = text.replace("wine = 1", "wine = 2").replace("3\n", "9\n")
    assert not list(dominated(patched(two).load()))


def test_every_invariant_names_clauses_that_there_are():
    known = set(clauses())
    named = {clause for one in BUILT_IN.values() for clause in one.clauses}
    assert named <= known
    assert len(named) > 50


# -- on the command line ---------------------------------------------------------------------------


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(verify, ["--players", "2", *arguments])
    return result.exit_code, result.output


def test_all_invariants_are_listed_with_counts():
    code, output = run("--list", "--games", "30")
    assert code == 0, output
    for one in BUILT_IN.values():
        (line,) = [line for line in output.splitlines() if line.startswith(f"{one.name}: never so")]
        assert one.sentence in line
        assert "times checked" in line
        assert all(clause in line for clause in one.clauses)
    seats = next(line for line in output.splitlines() if line.startswith("seats:"))
    assert "premise met in 0: a dancer is in a ballroom" in seats


def test_an_invariant_that_is_meant_to_break_is_switched_off(monkeypatch: pytest.MonkeyPatch):
    """With a supply of two tiles of each colour it breaks in every game."""

    def few(ruleset: Ruleset) -> np.ndarray:
        memo = new_memo(ruleset)
        memo[M_LIMITS : M_LIMITS + 3] = 2
        return memo

    monkeypatch.setattr("simulate.verify.table.new_memo", few)
    code, output = run("--list", "--games", "10")
    assert code == 1
    assert "more room tiles of a colour are in use" in output
    code, output = run("--without", "room-tiles", "--games", "10")
    line = next(line for line in output.splitlines() if "without room-tiles" in line)
    assert int(line.split("which ")[1].split()[0].replace(",", "")) > 100
    assert "holds        invariants" in output


def test_what_cannot_be_switched_off_is_refused():
    for name, says in (("room-tile", "did you mean room-tiles"), ("engine-error", "no game goes")):
        code, output = run("--without", name)
        assert code == 2
        assert says in output


def test_the_short_form_judges_what_needs_few_games_on_any_machine(tmp_path: Path):
    """Its time is limited, so that a slow machine may not see every card played."""
    patch = tmp_path / "rich.toml"
    patch.write_text('id = "rich"\n[set]\n"setup.krones" = 18\n', encoding="utf-8")
    result = CliRunner().invoke(rules_command, ["check", str(patch), "--play"])
    assert result.exit_code == 0, result.output
    for name in CHECKS - {"card-playable", "tile-reachable"}:
        assert f"holds        {name}: " in result.output


def test_no_time_is_enough_for_what_needs_few_games():
    _, found = RuleCheck(Rules("revised-2021"), players=(2,), seconds=0.0).run()
    by = {one.name: one.status for one in found}
    assert by["always-early"] == by["endless-turn"] == by["unbounded-gain"] == "holds"
