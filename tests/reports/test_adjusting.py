"""What taking luck off results gains: told as the record has it, and only while that holds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analysis.method.adjusting import COSTS, PAYS
from reports import adjusting
from reports.site.pages import method
from simulate.fingerprint import fingerprint, parts_of
from tests import luck_adjustment


def line(question: str, result: str, factor: float, time: float) -> adjusting.Line:
    ratios = {"factor": factor, "pays": factor / time}
    bounds = {f"{name}_sim_low": value - 0.1 for name, value in ratios.items()}
    bounds |= {f"{name}_sim_high": value + 0.1 for name, value in ratios.items()}
    verdict = PAYS if factor / time > 1.1 else COSTS
    return {"question": question, "result": result, "policy": "random", "players": 3,
            "way": "dice", "verdict": verdict, **ratios, **bounds}  # fmt: skip


LINES = [
    line("mean", "vp", 1.8, 3.0),
    line("mean", "lead", 1.5, 1.25),
    line("difference", "win", 1.25, 1.6),
]


def recorded(folder: Path, play: dict[str, str]) -> Path:
    path = folder / "luck_adjustment.json"
    path.write_text(json.dumps({"play": play, "lines": LINES}), "utf-8")
    return path


def test_what_was_measured_by_other_play_is_not_told(tmp_path: Path):
    assert adjusting.measured(tmp_path / "none.json") == []
    play = fingerprint(parts_of(["revised-2021"], ["random"]))
    assert adjusting.measured(recorded(tmp_path, play)) == LINES
    assert adjusting.measured(recorded(tmp_path, dict.fromkeys(play, "0" * 12))) == []
    assert adjusting.words([]) == ""


def test_words_name_the_largest_factor_and_the_best_bargain_of_each_question():
    said = adjusting.words(LINES)
    assert "mean under one ruleset falls by a factor of 1.80 (1.70 to 1.90) at most (VP," in said
    assert "worth 1.20 (1.10 to 1.30) times the games at most (lead, random, 3 players" in said
    assert "save more than it costs in 1 of 2 cases" in said
    assert "equal deals falls by a factor of 1.25 (1.15 to 1.35)" in said
    assert "worth 0.78 (0.68 to 0.88) times the games at most (wins," in said
    assert "in 0 of 1 cases" in said


def test_the_page_on_method_tells_it_if_there_is_a_record(monkeypatch: pytest.MonkeyPatch):
    for lines in ([], LINES):
        monkeypatch.setattr(adjusting, "measured", lambda lines=lines: lines)
        assert dict(method.sure()).get("Luck", "") == adjusting.words(lines)


def test_the_measurement_writes_its_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """As a user types it, of few games: each line has its ratios, and the text tells all."""
    monkeypatch.setattr(luck_adjustment, "TABLES", {("random", 2): 60, ("planner", 2): 60})
    monkeypatch.setattr(luck_adjustment, "DEALS_OF_A_BLOCK", {"random": 2})
    monkeypatch.setattr(luck_adjustment, "fingerprint", lambda names: dict.fromkeys(names, "0"))
    out = tmp_path / "luck.txt"
    luck_adjustment.main(["random", "--out", str(out)])
    found = json.loads(out.with_suffix(".json").read_text("utf-8"))
    cases = [(one["question"], one["way"], one["result"]) for one in found["lines"]]
    assert len(set(cases)) == 2 * len(luck_adjustment.WAYS) * 3
    for one in found["lines"]:
        assert (one["policy"], one["deals"]) == ("random", 60)
        assert one["pays"] == pytest.approx(one["factor"] / one["time"])
        assert one["pays_sim_low"] < one["pays_low"] < one["pays"] < one["pays_high"]
    text = out.read_text("utf-8")
    assert all(luck_adjustment.row(one) in text for one in found["lines"])
    assert adjusting.words(found["lines"])
