"""`gah check bench`: the table, the baseline, and ratios freed of the machine's speed."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from model import UserError
from reports import cli
from reports.commands.check.bench import Measured, ratio, read_baseline

MADE = {"date": "2026-01-01", "commit": "none", "machine": "x", "cores": "2", "python": "3.11"}


def measured(games: int, reference: float | None) -> Measured:
    """So many recorded random games in two seconds."""
    row = {
        "policy": "random", "players": 2, "games": games, "decisions": 10 * games, "play": 1.5,
        "recorded": 2.0, "bytes": 100 * games,
    }  # fmt: skip
    analysis = {"games": 10, "seconds": 1.0, "megabytes": 100.0}
    return Measured("revised-2021", MADE, reference, {"random 2": row}, analysis, 1.0)


def test_ratio_of_two_measurements_on_a_machine_that_did_not_change():
    assert ratio(measured(3000, 50.0), measured(2000, 50.0), "random 2") == pytest.approx(1.5)


def test_half_the_games_on_a_machine_half_as_fast_is_no_change():
    assert ratio(measured(1000, 25.0), measured(2000, 50.0), "random 2") == pytest.approx(1.0)


def test_without_the_reference_engine_speeds_are_compared_as_they_are():
    assert ratio(measured(1000, None), measured(2000, 50.0), "random 2") == pytest.approx(0.5)


def test_a_row_that_the_baseline_lacks_has_no_ratio():
    before = dataclasses.replace(measured(2000, None), timings={})
    assert ratio(measured(1000, None), before, "random 2") is None


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"rules": 1}'])
def test_a_file_that_is_no_measurement_is_refused_by_name(tmp_path: Path, text: str):
    file = tmp_path / "old.json"
    file.write_text(text)
    with pytest.raises(UserError, match=r"old\.json: not a measurement"):
        read_baseline(file)


@pytest.mark.guard
@pytest.mark.long
def test_the_first_measurement_is_the_baseline_of_the_next(tmp_path: Path, capsys):
    file = tmp_path / "bench.json"
    call = [
        "bench",
        "--policy",
        "random",
        "--games",
        "100",
        "--repeats",
        "1",
        "--baseline",
        str(file),
    ]
    assert cli.run(call) == 0
    first = capsys.readouterr().out
    assert "saved as the baseline" in first
    assert "ratio" not in first.partition("analysis")[0]
    kept = json.loads(file.read_text())
    assert set(kept["timings"]) == {"random 2", "random 3", "random 4"}
    assert cli.run(call) == 0
    second = capsys.readouterr().out
    assert "ratio" in second
    assert "saved as the baseline" not in second
    assert json.loads(file.read_text()) == kept
