"""A check that is itself at fault is reported by name and line; the others go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulate.properties import compiled, evaluate
from simulate.properties.running import PlanOutcome, run
from simulate.properties.verdicts import verdicts
from tests.invariants.files import HEAD, plan_of

GOOD = "TWENTY = 20\n@invariant\ndef good(player):\n    return player.krones >= 0\n"
FIRST = (HEAD + GOOD).count("\n") + 1

FAULTS = {
    "raises": ("(game):\n    return 1 / 0\n", "raises ZeroDivisionError"),
    "writes": ("(player):\n    player.krones = 20\n", "changes the position"),
    "fills": ("(player):\n    player.kitchen['wine'] = 1\n", "changes the position"),
    "moves": ("(game):\n    game.row[0].guest = None\n", "changes the position"),
    "endless": ("(game):\n    while True:\n        pass\n", "does not end"),
    "stubborn": (
        "(game):\n    while True:\n        try:\n            len('')\n        except Exception:\n"
        "            pass\n", "does not end",
    ),
    "peeks": ("(player):\n    return len(player.hand) < 9\n", "reads a player's hand"),
    "decks": ("(game):\n    return game.guest_deck\n", "reads the order of the guest deck"),
    "five": ("(game):\n    return 5\n", "returns 5"),
    "forgets": ("(player):\n    player.krones <= 20\n", "write return"),
    "adds": ("(player):\n    assume(player)\n    sum([player.vp]) < TWENTY\n", "write return"),
    "asks": ("(game):\n    all(one.vp > game.round for one in game.players)\n", "write return"),
    "leaves": ("(game):\n    raise SystemExit\n", "raises SystemExit"),
    "bursts": ("(game):\n    raise BaseException('no')\n", "raises BaseException"),
    "typo": ("(player):\n    return player.crowns\n", "no attribute 'crowns'"),
}  # fmt: skip


def test_each_fault_is_named_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(evaluate, "SECONDS", 0.2)
    text, lines = GOOD, {}
    for name, (body, _) in FAULTS.items():
        lines[name] = (HEAD + text).count("\n") + 1
        text += f"@invariant\ndef {name}{body}"
    plan = plan_of(tmp_path, text, collect=True, games=3)
    outcome = run(plan, PlanOutcome.blank(plan))
    found = {one.check.name: one for one in verdicts(outcome)}
    assert found.pop("good").status == "holds"
    assert outcome.counts["good"].asked > 1000
    for name, (body, said) in FAULTS.items():
        mistake = outcome.counts[name].mistake
        assert found[name].status == "at fault", name
        assert mistake is not None
        assert said in mistake.text
        assert lines[name] <= mistake.line <= lines[name] + 1 + body.count("\n"), name


ANSWERS = {
    "asserts": ("player", "    assert player.krones <= 20, 'rich'\n"),
    "raises": ("player", "    if player.krones > 20:\n        raise AssertionError\n"),
    "delegates": ("player", "    holds(player)\n"),
    "delegates_each": ("game", "    [holds(one) for one in game.players]\n"),
    "sometimes": ("player", "    if player.krones > 20:\n        return False\n"),
    "negates": ("player", "    if player.krones > 20:\n        return not player\n"),
}


def test_a_function_may_assert_in_many_ways(tmp_path: Path):
    text = "def holds(player):\n    assert player.krones <= 20\n"
    for name, (given, body) in ANSWERS.items():
        text += f"@invariant\ndef {name}({given}):\n{body}"
    plan = plan_of(tmp_path, text, collect=True, games=3)
    outcome = run(plan, PlanOutcome.blank(plan))
    assert {one.check.name: one.status for one in verdicts(outcome)} == dict.fromkeys(
        ANSWERS, "holds"
    )


COMPILED = {
    "impure": ("    g.players[0].krones = 3\n    return True\n", "changes the position"),
    "endless": (
        "    n = 0\n    while n >= 0:\n        n = (n + 1) % 1000\n    return True\n",
        "does not end",
    ),
    "untyped": ("    return g.no_such_field > 0\n", "raises"),
}  # fmt: skip


def test_compiled_checks_are_watched_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(compiled, "SECONDS", 6.0)
    monkeypatch.setattr(compiled, "COMPILING", 8.0)
    text = GOOD + "".join(
        f"@invariant\n@numba.njit\ndef {name}(g, rules):\n{body}"
        for name, (body, _) in COMPILED.items()
    )
    plan = plan_of(tmp_path, text, collect=True, games=3)
    outcome = run(plan, PlanOutcome.blank(plan))
    assert outcome.counts["good"].mistake is None
    for name, (_, said) in COMPILED.items():
        mistake = outcome.counts[name].mistake
        assert mistake is not None, name
        assert said in mistake.text


def test_a_target_at_fault_is_named(tmp_path: Path):
    text = "@invariant(target=lambda player: player.riches)\ndef a(player):\n    return True\n"
    plan = plan_of(tmp_path, text, collect=True, games=2, policies=("random", "guided"))
    mistake = run(plan, PlanOutcome.blank(plan)).counts["a"].mistake
    assert mistake is not None
    assert "its target raises AttributeError" in mistake.text
    assert mistake.line == HEAD.count("\n") + 1
