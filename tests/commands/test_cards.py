"""`gah study cards` from the outside: plays what is missing, judges, writes tables and queries."""

from __future__ import annotations

import re

import pandas as pd
import pytest

from reports.cli import group
from tests.runner import CliRunner


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    root = tmp_path_factory.mktemp("cards")
    arguments = [
        "study", "cards", "--players", "2", "--policy", "random", "--policy", "random,greedy",
        "--policy", "greedy", "--kind", "staff", "--kind", "emperor_tile", "--games", "100",
        "--remove", "emperor_tile.A1", "--pairs", "--workers", "1",
        "--data", str(root / "data"), "--out", str(root / "out"),
    ]  # fmt: skip
    return root, arguments, CliRunner().invoke(group, arguments, catch_exceptions=False)


def test_every_frame_is_written_with_the_queries_that_gave_it(done):
    root, _, result = done
    assert result.exit_code == 0, result.output
    for name in ("effects", "played", "use", "removal", "pairs"):
        assert len(pd.read_csv(root / "out" / f"{name}.csv"))
        assert "SELECT" in (root / "out" / f"{name}.sql").read_text()
    effects = pd.read_csv(root / "out" / "effects.csv")
    assert set(effects["kind"]) == {"staff", "emperor_tile"}
    seats = effects[effects["policies"] == "random,greedy"]
    assert set(seats["policy"]) == {"random", "greedy"}
    agreement = pd.read_csv(root / "out" / "agreement.csv")
    assert {"verdict_greedy", "verdict_random", "agent_dependent"} <= set(agreement)


def test_terminal_shows_intervals_margins_and_verdicts(done):
    output = done[2].output
    assert "95% interval" in output
    assert "Margin" in output
    assert "undecided" in output
    assert "nan" not in output.split()
    assert "not used: n/a" not in output
    assert not re.search(r"\d\.?\d*e-\d", output)  # a q-value as computers write it


def test_the_same_command_again_plays_nothing_and_gives_the_same(done):
    root, arguments, _ = done
    before = {path.name: path.read_bytes() for path in (root / "out").iterdir()}
    stamps = [path.stat().st_mtime_ns for path in (root / "data").rglob("*.parquet")]
    assert CliRunner().invoke(group, arguments).exit_code == 0
    assert stamps == [path.stat().st_mtime_ns for path in (root / "data").rglob("*.parquet")]
    for name, content in before.items():
        if name.endswith(".csv"):
            assert (root / "out" / name).read_bytes() == content, name


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--kind", "dice"], "unknown kind"),
        (["--remove", "dice.1"], "no card of the kinds in question"),
        (["--kind", "staff", "--remove", "staff.999"], "no such path"),
        (["--policy", "nobody"], "nobody"),
    ],
)
def test_bad_input_is_told_in_one_line(arguments, says, tmp_path):
    folders = ["--data", str(tmp_path / "d"), "--out", str(tmp_path / "o")]
    result = CliRunner().invoke(group, ["study", "cards", *arguments, *folders])
    assert result.exit_code == 2
    assert says in result.output
