"""`gah study variants` as a user types it, with very few deals of random players."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from tests.commands.recording import Gah, assert_refused


def test_every_change_is_measured_alone_and_saved(tmp_path: Path, gah: Gah):
    words = ["study", "variants", "--policy", "random", "--deals", 2, "--workers", 1,
             "--data", tmp_path / "data", "--out", tmp_path / "out"]  # fmt: skip
    status, text, err = gah(*words, "--keep", tmp_path / "kept")
    assert (status, err) == (0, "")
    for change in ("kitchen-hand-cost", "hands=draft", "kaufman-between=any-time", "all together"):
        assert change in text
    measures = pd.read_csv(tmp_path / "out" / "measures.csv")
    assert set(measures["topic"]) == {"edition", "variants", "rulings", "module-rulings", "draft"}
    assert (tmp_path / "kept" / "variants-revised-2021" / "note.json").exists()


def test_rules_that_have_modules_are_refused(tmp_path: Path, gah: Gah):
    refused = gah("study", "variants", "--rules", "revised-2021+ballrooms", "--data", tmp_path)
    assert_refused(refused, "name rules without modules")
