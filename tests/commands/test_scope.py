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
