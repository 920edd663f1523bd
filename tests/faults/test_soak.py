"""The soak of verification/soak.txt: it kills, goes on, compares, and finds what is wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

from model import UserError, load_ruleset
from simulate.data.manifest import TABLES
from tests.commands.recording import ROOT, environment, shards
from tests.soak.checks import broken_rows
from tests.soak.keeper import Keeper, State, join
from tests.soak.plan import PLAYERS, POLICIES, Part, plan

SPECS = ("original-2015+kitchen-hand-cost", "revised-2021+ballrooms+celebrities")


def test_the_plan_plays_every_ruleset_by_every_player_and_no_game_twice():
    parts = plan(10**8)
    assert sum(part.games for part in parts) == 10**8
    rulesets = {str(part.rules) for part in parts}
    kinds = {(str(part.rules), part.players, part.policy) for part in parts}
    assert len(parts) == len(kinds) == len(rulesets) * len(PLAYERS) * len(POLICIES)
    assert len({part.seed for part in parts}) == len(parts)
    assert 0.08 < sum(part.games for part in parts if part.sampled) / 10**8 < 0.12


@pytest.fixture(scope="module")
def rows(whole: Path) -> list[pa.Table]:
    """The rows of a shard as they were recorded."""
    return [pq.read_table(shards(whole, table)[1], partitioning=None) for table in TABLES]


def test_rows_as_they_are_recorded_break_nothing(rows: list[pa.Table]):
    assert not broken_rows(load_ruleset(), 2, *rows)


CHANGED = [
    ("games", "rounds"), ("games", "winner"), ("games", "winners"), ("players", "vp"),
    ("players", "vp_staff"), ("players", "rank"), ("players", "krones"), ("players", "emperor"),
    ("players", "occupied"), ("players", "rooms"), ("players", "hand"), ("players", "options"),
    ("cards", "card"), ("cards", "seat"), ("cards", "came_round"), ("cards", "used_round"),
]  # fmt: skip


@pytest.mark.parametrize(("table", "name"), CHANGED)
def test_one_changed_number_is_found(rows: list[pa.Table], table: str, name: str):
    changed = list(rows)
    place = TABLES.index(table)
    column = rows[place].column_names.index(name)
    values = rows[place][name].to_pylist()
    values[7] = -100 if name != "occupied" else values[7] + 1
    changed[place] = rows[place].set_column(
        column, name, pa.array(values, rows[place].schema.field(name).type)
    )
    (found, *_) = broken_rows(load_ruleset(), 2, *changed)
    assert found.startswith(f"game {rows[place]['game'][7].as_py()}: ")


def test_a_card_of_another_game_is_found(rows: list[pa.Table]):
    games, players, cards = rows
    stranger = pc.if_else(pc.equal(cards["kind"], "guest"), 999, cards["card"])
    changed = cards.set_column(cards.column_names.index("card"), "card", stranger.cast(pa.int16()))
    assert "no deck" in broken_rows(load_ruleset(), 2, games, players, changed)[0]


# --- what it makes of what came ------------------------------------------------------------------


def keeper(folder: Path, **known: object) -> Keeper:
    return Keeper(folder, State(1000, [*SPECS], "code", "commit", "today", **known), 60, print)


def test_a_soak_of_other_code_or_size_is_not_continued(tmp_path: Path):
    keeper(tmp_path)._note()
    keeper(tmp_path)
    for other in (State(1001, [*SPECS], "code", "", ""), State(1000, [*SPECS], "other", "", "")):
        with pytest.raises(UserError, match="go on with what began it"):
            Keeper(tmp_path, other, 60, print)


def test_shares_play_each_run_once_and_come_to_one_soak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    shares = [keeper(tmp_path / f"{first}", share=(first, 2)) for first in range(2)]
    for number, one in enumerate(shares):
        one.folder.mkdir()
        played = [*range(number, len(one.parts), 2)]
        monkeypatch.setattr(
            one, "_under_fire",
            lambda left, one=one: [
                one._done({"done": run, "digest": "", "problems": []}) for run in left
            ],
        )  # fmt: skip
        one.keep_on()
        assert sorted(map(int, one.state.done)) == played
    shares[0].state.kills, shares[1].state.kills = 2, 3
    shares[1].state.met.append(1)
    begun = keeper(tmp_path).state
    join(tmp_path, begun, [one.state for one in shares])
    whole = keeper(tmp_path)
    assert (whole.games, whole.state.kills, whole.state.met) == (1000, 5, [1])
    assert len(whole.state.done) == len(whole.parts)


@pytest.mark.long
@pytest.mark.guard
def test_a_share_that_ends_before_it_is_done_is_told_in_a_line(tmp_path: Path):
    for share in ("share-1-of-2", "share-2-of-2"):
        (tmp_path / "soak" / share).mkdir(parents=True)
        (tmp_path / "soak" / share / "state.json").write_text("[")  # it cannot begin
    words = ["--games", "10", "--processes", "2", "--dir", tmp_path / "soak", "--part", SPECS[0]]
    ended = subprocess.run(
        [sys.executable, "-m", "tests.soak", *map(str, words), "--out", str(tmp_path / "soak.txt")],
        cwd=ROOT, env=environment(), capture_output=True, text=True,
    )  # fmt: skip
    assert ended.returncode == 2
    assert "a share of it ended before it was done" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_other_bytes_are_told_and_their_files_kept(tmp_path: Path):
    one = keeper(tmp_path)
    folder = tmp_path / "killed" / "00000"
    folder.mkdir(parents=True)
    one._done({"done": 0, "digest": "a", "problems": []})
    assert folder.exists()  # run 0 is sampled: it is compared first
    one.state.again["0"] = False
    one._forget(0)
    assert folder.exists()
    assert one.wrong == {0: ["other bytes than when it is played uninterrupted"]}
    one.state.again["0"] = True
    one._forget(0)
    assert not folder.exists()


def test_a_run_that_ends_its_process_is_told_and_left(tmp_path: Path):
    one = keeper(tmp_path)
    for _ in range(3):
        one.at = 4
        one._died()
    assert "ended the process" in one.wrong[4][0]
    assert not one._is_due(4)


def test_an_engine_error_is_a_problem_of_its_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from simulate.playing.player import EngineError
    from tests.soak import player

    def fail(*_: object) -> None:
        raise EngineError("game 3: a loop")

    monkeypatch.setattr(player, "run", fail)
    part: Part = plan(1000, SPECS)[0]
    assert player.play(part, tmp_path, checked=True)["problems"] == ["engine error: game 3: a loop"]


# --- for real ------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_small_soak_is_killed_goes_on_and_finds_nothing(tmp_path: Path):
    folder, out = tmp_path / "soak", tmp_path / "soak.txt"
    words = ["--games", 30_000, "--every", 2, "--dir", folder, "--out", out]
    words += [word for spec in SPECS for word in ("--part", spec)]
    command = [sys.executable, "-m", "tests.soak", *map(str, words)]
    for limit in (40, None):  # the first is ended itself, in the midst of it
        first = subprocess.Popen(command, cwd=ROOT, env=environment(), text=True,
                                 stdout=subprocess.PIPE, start_new_session=True)  # fmt: skip
        try:
            said, _ = first.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            first.kill()
            first.communicate()
    assert first.returncode == 0, said
    found = json.loads(out.with_suffix(".json").read_text("utf-8"))
    assert not found["wrong"]
    counts = found["counts"]
    assert counts["games"] == 30_000
    assert counts["kills"] > 0
    assert counts["runs played again uninterrupted"] >= counts["runs met by a kill"] > 0
    assert counts["of them with other bytes"] == 0
    assert not list((folder / "killed").glob("*"))
    assert "No error, no broken invariant, no byte that differs." in out.read_text("utf-8")
