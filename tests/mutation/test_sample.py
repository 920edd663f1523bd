"""A few mutants of the data and of the code, drawn with a fixed seed: the tests notice each.

Mutants with a reason in survivors.toml are not drawn. One that survives here is a missing test, or
needs such a reason; `make mutate` runs all of them.
"""

import json
import subprocess
import sys

import pytest

from tests.mutation.report import KILLED
from tests.mutation.results import ROOT

DRAWN = 12


@pytest.mark.long
@pytest.mark.guard
@pytest.mark.parametrize(
    ("part", "folders"), [("data", "model,scenarios"), ("code", "golden,engine,scenarios")]
)
def test_drawn_mutants_are_noticed(part, folders, tmp_path):
    options = ["--sample", str(DRAWN), "--seed", "1", "--quick", "--budget", "900"]
    options += ["--folders", folders, "--work", str(tmp_path)]
    command = [sys.executable, "-m", "tests.mutation", f"--{part}", *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    results = json.loads((tmp_path / f"{part}-summary.json").read_text())["results"]
    assert len(results) == DRAWN
    alive = {r["id"]: r["by"] for r in results if r["outcome"] not in (*KILLED, "same")}
    assert alive == {}
