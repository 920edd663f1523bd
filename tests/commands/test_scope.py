"""`gah simulate` prints which learned players play what they were not trained on."""

from __future__ import annotations

from pathlib import Path

from tests.commands.recording import Gah


def test_a_run_says_so(gah: Gah, tmp_path: Path):
    command = ["simulate", "--games", "1", "--policy", "planner", "--boards", "day", "--players",
               "2", "--out", str(tmp_path), "--workers", "1"]  # fmt: skip
    status, _, err = gah(*command)
    assert status == 0, err
    assert "planner was not trained on boards=day" in err
    assert "not trained" not in gah(*command, "--quiet")[2]


def test_a_study_says_so_before_it_plays(gah: Gah, tmp_path: Path):
    data, out = str(tmp_path / "data"), str(tmp_path / "out")
    status, said, err = gah("study", "compare", "revised-2021", "revised-2021 (boards=day)",
                            "--policy", "planner", "--deals", "2", "--players", "2",
                            "--data", data, "--out", out)  # fmt: skip
    assert status == 0, err
    assert "planner was not trained on 1 of these 2 rulesets (boards=day)" in said + err


def test_a_batch_says_so_before_it_plays(gah: Gah, tmp_path: Path):
    plan = tmp_path / "plan.toml"
    plan.write_text(
        '[[games]]\nrules = ["revised-2021+ballrooms"]\nplayers = [2]\npolicies = ["planner"]\n'
        "games = 1\n"
    )
    status, said, err = gah("batch", str(plan), "--out", str(tmp_path / "data"), "--workers", "1")
    assert status == 0, err
    assert "planner was not trained on ballrooms alone" in said + err
