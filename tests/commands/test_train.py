"""`gah players train` as a user types it: tiny settings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from simulate.learned import weights
from tests.commands.recording import Gah, assert_refused

SETTINGS = """
batch = 64
test_deals = 1
[[stage]]
tables = [["revised-2021", 2]]
iterations = 3
games = 100
width = 2
"""


def typed(root: Path, *more: object) -> list[object]:
    """The command with as little as can be, from the weights of the suite."""
    settings = root / "tiny.toml"
    settings.write_text(SETTINGS, "utf-8")
    words = [
        "players",
        "train",
        "--settings",
        settings,
        "--shipped",
        "--iterations",
        1,
        "--games",
        2,
    ]
    return [*words, "--workers", 1, "--out", root / "out", *more]


def test_a_training_against_a_player_tells_how_it_does_against_it(tmp_path: Path, gah: Gah):
    status, text, err = gah(*typed(tmp_path, "--against", "planner"))
    assert (status, err) == (0, "")
    (told,) = [line for line in text.splitlines() if line.startswith("iteration 1 of 1: ")]
    assert "revised-2021, 2 players: " in told
    assert " against planner, " in told
    assert "4/4" in text, "two games, and one deal of the test from both seats"
    assert f"weights in {tmp_path / 'out' / 'value.weights'}" in text
    assert weights.read(tmp_path / "out" / "value.weights").first_bias.any()
    (line,) = json.loads((tmp_path / "out" / "curve.json").read_text("utf-8"))
    assert line["games"] == 2
    assert line["tests"][0]["against"] == "planner"


def test_without_an_opponent_it_is_tested_against_greedy(tmp_path: Path, gah: Gah):
    status, text, _ = gah(*typed(tmp_path))
    assert status == 0
    assert " against greedy, " in text


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--against", "plannner"), "policy 'plannner' is unknown"),
        (("--against", "search:5"), "compiled players only"),
        (("--workers", 0), "at least 1"),
        (("--from", "other.weights"), "cannot be combined with --shipped"),
    ],
)
def test_what_cannot_be_trained_is_refused_before_the_first_game(
    tmp_path: Path, gah: Gah, more: tuple[object, ...], said: str
):
    assert_refused(gah(*typed(tmp_path, *more)), said)
    assert not (tmp_path / "out").exists()


def test_weights_that_are_not_there_are_refused(tmp_path: Path, gah: Gah):
    assert_refused(
        gah("players", "train", "--out", tmp_path / "out", "--from", tmp_path / "no"), "cannot read"
    )
    assert not (tmp_path / "out").exists()


def test_a_scheduler_that_does_not_answer_is_named(
    tmp_path: Path, gah: Gah, monkeypatch: pytest.MonkeyPatch
):
    pytest.importorskip("distributed")
    monkeypatch.setattr("simulate.batch.cluster.CONNECT_SECONDS", 1)
    assert_refused(gah(*typed(tmp_path, "--dask", "tcp://127.0.0.1:9")), "--dask", "127.0.0.1:9")


@pytest.mark.long
def test_a_cluster_comes_to_the_same_weights(tmp_path: Path, gah: Gah):
    pytest.importorskip("distributed")
    assert gah(*typed(tmp_path))[0] == 0
    assert gah(*typed(tmp_path, "--dask", "local", "--out", tmp_path / "far"))[0] == 0
    here, far = (tmp_path / name / "value.weights" for name in ("out", "far"))
    assert here.read_bytes() == far.read_bytes()
