"""`gah simulate` as a user meets it: its files, what they hold, what no interruption changes."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from scipy import stats

from model import load_ruleset
from reports import cli
from simulate import policies

ROOT = Path(__file__).parents[2]
TABLES = ("games", "players", "cards")
Gah = Callable[..., tuple[int, str, str]]

# As recorded data is described: whole numbers by their bits, "text" for dictionaries of texts.
SCHEMAS = {
    "games": {
        "game": "int32", "ruleset": "text",
        **{f"{kind}_{letter}": "text" for kind in ("emperor", "politics") for letter in "abc"},
        "rounds": "int8", "turns": "int16", "rerolls": "int16", "decisions": "int32",
        "winner": "int8", "winners": "int8",
    },
    "players": {
        "game": "int32", "seat": "int8", "policy": "text", "board": "text", "vp": "int16",
        "rank": "int8", "win": "float", "tie_break": "int16",
        **{f"vp_{source}": "int16" for source in (
            "guests", "staff", "politics", "emperor_track", "emperor_tiles", "occupancy",
            "cells", "floors", "leftovers", "stranded")},
        "krones": "int8", "emperor": "int8", "kitchen": "int16", "hand": "int8",
        "staff_in_play": "int8", "rooms": "int8", "occupied": "int8",
        **{f"occupied_{colour}": "int8" for colour in ("blue", "red", "yellow")},
        "groups": "int8", "politics_markers": "int8", "guests_housed": "int8",
        "guests_left": "int8", "passes": "int16", "strengthened": "int8",
        **{f"dice_{face}": "int8" for face in range(1, 7)},
    },
    "cards": {
        "game": "int32", "seat": "int8", "kind": "text", "card": "int16", "came": "text",
        "came_round": "int8", "paid_in": "int8", "used_round": "int8", "paid": "int8",
        "vp": "int16",
    },
}  # fmt: skip
SOURCES = [name for name in SCHEMAS["players"] if name.startswith("vp_")]


@pytest.fixture
def gah(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Gah:
    """Runs a command; returns its exit status, output and error output."""
    monkeypatch.setenv("COLUMNS", "200")

    def run(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        status = cli.run([str(argument) for argument in arguments])
        return status, *capsys.readouterr()

    return run


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "reports.cli", *map(str, arguments)]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200"}


def options(out: Path, *more: object, games: int = 250, policy: str = "random") -> list[object]:
    """A small run: shards of 100 games at a table of two."""
    head = ["simulate", "--players", 2, "--policy", policy, "--games", games, "--shard-games", 100]
    return [*head, "--workers", 1, "--quiet", "--out", out, *more]


def files(out: Path) -> list[Path]:
    """All files of a tree but locks, sorted."""
    found = (path for path in out.rglob("*") if path.is_file() and path.suffix != ".lock")
    return sorted(found)


def digests(out: Path) -> dict[str, str]:
    """The bytes of a tree, file by file."""
    return {
        str(path.relative_to(out)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files(out)
    }


def shards(out: Path, table: str = "games") -> list[Path]:
    return sorted((out / table).rglob("shard-*.parquet"))


def metadata(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(pq.read_schema(path).metadata[b"gah"])
    return found


def query(out: Path, sql: str) -> list[tuple[Any, ...]]:
    """Rows of a query on the views games, players and cards: each one glob over the whole tree."""
    with duckdb.connect() as db:
        for table in TABLES:
            glob = str(out / table).replace("'", "''") + "/*/*/*/*/*.parquet"
            db.execute(
                f"create view {table} as select * from read_parquet('{glob}',"
                " hive_partitioning = true)"
            )
        return db.execute(sql).fetchall()


def assert_refused(result: tuple[int, str, str], *parts: str) -> None:
    status, _, err = result
    assert status == 2
    assert err.startswith("gah: ")
    assert err.count("\n") == 1
    for part in parts:
        assert part in err


# --- one tree, several runs -------------------------------------------------------------------

LABEL = "original-2015 (hands=draft, boards=day)"


@pytest.fixture(scope="module")
def typed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """A tree with three runs, and what the first printed; it was typed at a terminal."""
    out = tmp_path_factory.mktemp("tree")
    words = [*options(out, policy="greedy,random", games=300)]
    words.remove("--quiet")
    done = subprocess.run(
        command(*words), env=environment(), cwd=ROOT, capture_output=True, text=True, check=True
    )
    draft = ("--rules", "original-2015", "--hands", "draft", "--boards", "day", "--seed", 5)
    for more in (draft, ("--rules", "original-2015", "--players", 4, "--policy", "greedy")):
        assert cli.run([str(word) for word in [*options(out, games=120), *more]]) == 0
    return out, done.stdout, done.stderr


@pytest.fixture(scope="module")
def tree(typed: tuple[Path, str, str]) -> Path:
    return typed[0]


def test_files_are_where_they_should_be(tree: Path):
    runs = {
        ("revised-2021", "2", "greedy,random", "1"): 3,
        ("original-2015%20%28hands%3Ddraft%2C%20boards%3Dday%29", "2", "random", "5"): 2,
        ("original-2015", "4", "greedy", "1"): 2,
    }
    expected = {
        f"{table}/rules={rules}/players={players}/policies={names}/seed={seed}/shard-{i:05d}.parquet"
        for table in TABLES
        for (rules, players, names, seed), count in runs.items()
        for i in range(count)
    }
    found = {str(path.relative_to(tree)) for path in files(tree)}
    assert {unquoted_comma(name) for name in found if not name.startswith("runs/")} == {
        unquoted_comma(name) for name in expected
    }
    manifests = [name for name in found if name.startswith("runs/")]
    assert len(manifests) == len(runs)
    assert all(name.endswith(".json") for name in manifests)


def unquoted_comma(name: str) -> str:
    return name.replace("%2C", ",")


def test_one_glob_reads_all_runs_with_their_partitions(tree: Path):
    for table, each in (("games", 1), ("players", None)):
        rows = query(
            tree,
            f"select rules, players, policies, seed, count(*) from {table} group by all order by 1",
        )
        assert rows == [
            ("original-2015", 4, "greedy", 1, 120 * (each or 4)),
            (LABEL, 2, "random", 5, 120 * (each or 2)),
            ("revised-2021", 2, "greedy,random", 1, 300 * (each or 2)),
        ]
    assert query(tree, "select count(distinct policy) from players") == [(2,)]


@pytest.mark.parametrize("table", TABLES)
def test_columns_have_their_types(tree: Path, table: str):
    text = pa.dictionary(pa.int8(), pa.string())
    for path in shards(tree, table):
        schema = pq.read_schema(path)
        assert schema.names == list(SCHEMAS[table])
        for name, kind in SCHEMAS[table].items():
            found = schema.field(name).type
            assert found == text if kind == "text" else str(found) == kind, name
        assert pq.ParquetFile(path).metadata.row_group(0).column(0).compression == "ZSTD"


def test_no_value_is_missing(tree: Path):
    for table, columns in SCHEMAS.items():
        missing = " or ".join(f"{name} is null" for name in columns)
        assert query(tree, f"select count(*) from {table} where {missing}") == [(0,)]


def test_games_are_numbered_and_seats_complete(tree: Path):
    rows = query(
        tree,
        """select players, min(game), max(game), count(distinct game), count(distinct (game, seat)),
        count(*), max(seat) from players group by rules, players, policies, seed order by 1, 3""",
    )
    assert rows == [
        (2, 0, 119, 120, 240, 240, 1),
        (2, 0, 299, 300, 600, 600, 1),
        (4, 0, 119, 120, 480, 480, 3),
    ]


def test_sources_add_up_in_every_row(tree: Path):
    wrong = f"select count(*) from players where vp <> {' + '.join(SOURCES)}"
    assert query(tree, wrong) == [(0,)]
    # Every source brought something to somebody, or this would say little.
    nonzero = ", ".join(f"count_if({source} <> 0) > 0" for source in SOURCES)
    assert all(query(tree, f"select {nonzero} from players")[0])


def test_ranks_and_wins_agree_with_points(tree: Path):
    wrong = query(
        tree,
        """with p as (select *, rank() over (partition by rules, players, policies, seed, game
            order by vp desc, tie_break desc) as place,
            count_if(rank = 1) over (partition by rules, players, policies, seed, game) as first
            from players)
        select count(*) from p where place <> rank
        or abs(win - case when rank = 1 then 1.0 / first else 0 end) > 1e-6""",
    )
    assert wrong == [(0,)]
    wrong = query(
        tree,
        """select count(*) from games join (
            select rules, players, policies, seed, game, sum(win) as wins,
            count_if(win > 0) as number, max(case when win = 1 then seat else -1 end) as alone
            from players group by all) using (rules, players, policies, seed, game)
        where abs(wins - 1) > 1e-6 or number <> winners or alone <> winner""",
    )
    assert wrong == [(0,)]


def test_hotels_agree_with_themselves(tree: Path):
    wrong = query(
        tree,
        """select count(*) from players where occupied <> occupied_blue + occupied_red
        + occupied_yellow or rooms < occupied or rooms > 20 or occupied < 0
        or krones not between 0 and 20 or emperor not between 0 and 13 or guests_left > 3
        or politics_markers > 3 or kitchen < 0 or tie_break <> krones + kitchen
        or vp_leftovers <> tie_break or vp_stranded <> -5 * guests_left""",
    )
    assert wrong == [(0,)]


def test_boards_and_turns(tree: Path):
    rows = query(tree, "select distinct rules, board from players order by all")
    assert [row for row in rows if row[0] != LABEL] == [
        ("original-2015", "night"), ("revised-2021", "night"),
    ]  # fmt: skip
    assert {row[1] for row in rows if row[0] == LABEL} == {"day_a", "day_b", "day_c", "day_d"}
    assert query(tree, "select distinct rounds from games") == [(7,)]
    wrong = query(
        tree,
        """select count(*) from games where turns > 2 * 7 * players + 10 or turns < 7
        or decisions < turns or rerolls < 0""",
    )
    assert wrong == [(0,)]
    dice = " + ".join(f"dice_{face}" for face in range(1, 7))
    # Two dice a round and player at most, and one more from an extra turn.
    assert query(tree, f"select max({dice}) <= 16, max({dice}) >= 13 from players") == [
        (True, True)
    ]


def test_every_seat_starts_with_six_cards(tree: Path):
    rows = query(
        tree,
        """select distinct rules, came, number from (select rules, players, game, seat, came,
        count(*) as number from cards where kind = 'staff' and came_round = 0 group by all)
        order by all""",
    )
    assert rows == [
        ("original-2015", "dealt", 6), (LABEL, "drafted", 6), ("revised-2021", "dealt", 6),
    ]  # fmt: skip
    # No card is dealt twice in a game.
    twice = """select count(*) from (select rules, game, card from cards where kind = 'staff'
        and came_round = 0 group by all having count(*) > 1)"""
    assert query(tree, twice) == [(0,)]
    setup = query(
        tree,
        """select distinct number from (select rules, game, seat, count(*) as number from cards
        where came = 'setup' group by all)""",
    )
    assert setup == [(1,)]


def test_cards_agree_with_players(tree: Path):
    wrong = query(
        tree,
        """with c as (select rules, players, policies, seed, game, seat,
            sum(case when kind = 'staff' then vp else 0 end) as staff,
            sum(case when kind = 'guest' then vp else 0 end) as guests,
            count_if(kind = 'guest' and used_round > 0) as housed,
            count_if(kind = 'guest' and used_round = 0) as waiting
            from cards group by all)
        select count(*) from players join c using (rules, players, policies, seed, game, seat)
        where staff <> vp_staff or guests <> vp_guests or housed <> guests_housed
        or waiting <> guests_left""",
    )
    assert wrong == [(0,)]
    wrong = query(
        tree,
        """select count(*) from cards where used_round not between 0 and 7
        or came_round not between 0 and 7 or (used_round > 0 and used_round < came_round)
        or paid_in not between 0 and 3 or (paid_in > 0 and came <> 'row')
        or (kind = 'staff') <> (came in ('dealt', 'drafted', 'drawn', 'offered'))
        or (used_round = 0 and (paid > 0 or vp <> 0))""",
    )
    assert wrong == [(0,)]


def test_editions_are_recorded_on_the_same_deals(tmp_path: Path, gah: Gah):
    for rules in ("original-2015", "revised-2021"):
        more = ("--rules", rules, "--promos", "without")
        assert gah(*options(tmp_path, games=60), *more)[0] == 0
    tiles = ", ".join(f"{kind}_{letter}" for kind in ("emperor", "politics") for letter in "abc")
    for select in (
        f"select game, {tiles} from games",
        "select game, seat, card from cards where came = 'dealt'",
    ):
        both = [
            query(tmp_path, add_where(select, rules) + " order by all")
            for rules in ("original-2015", "revised-2021")
        ]
        assert len(both[0]) >= 60
        assert both[0] == both[1]


def add_where(select: str, rules: str) -> str:
    return f"{select} {'and' if 'where' in select else 'where'} rules like '{rules}%'"


# --- what files say of themselves -------------------------------------------------------------


def test_files_say_what_they_are(tree: Path):
    for table in TABLES:
        paths = [path for path in shards(tree, table) if "revised" in str(path)]
        for number, path in enumerate(paths):
            said = metadata(path)
            assert said["table"] == table
            assert said["rules"] == "revised-2021"
            assert said["ruleset_hash"] == load_ruleset("revised-2021").hash
            assert said["players"] == 2
            assert said["policies"] == ["greedy", "random"]
            assert said["seed"] == 1
            assert (said["first"], said["games"]) == (100 * number, 100)
            assert re.match(r"\d+[.+]", said["version"])
            first, last = (f(pq.read_table(path, columns=["game"])["game"].to_pylist())
                           for f in (min, max))  # fmt: skip
            assert (first, last) == (100 * number, 100 * number + 99)
    (digest,) = query(tree, "select distinct ruleset from games where rules = 'revised-2021'")[0]
    assert digest == load_ruleset("revised-2021").hash[:12]


def test_manifests_describe_the_runs(tree: Path):
    found = {}
    for path in (tree / "runs").glob("*.json"):
        raw = json.loads(path.read_text(encoding="utf-8"))
        found[raw["rules"]] = raw
        for table in raw["tables"]:
            assert list((tree / table / raw["partition"]).glob("*.parquet"))
    assert set(found) == {"revised-2021", "original-2015", LABEL}
    draft = found[LABEL]
    assert draft["options"] == {"hands": "draft", "boards": "day"}
    assert draft["changes"] == []
    assert (draft["games"], draft["seed"], draft["players"]) == (120, 5, 2)
    ruleset = load_ruleset("original-2015", hands="draft", boards="day")
    assert draft["ruleset_hash"] == ruleset.hash
    assert draft["rulings"] == ruleset.rulings
    assert set(draft["tables"]) == set(TABLES)
    assert found["revised-2021"]["changes"] == list(load_ruleset("revised-2021").changes)


def test_a_patch_is_recorded_under_its_own_label(tmp_path: Path, gah: Gah):
    patch = tmp_path / "cheap.toml"
    patch.write_text('id = "cheap"\nset = {"staff.17.cost" = 0}', encoding="utf-8")
    out = tmp_path / "out"
    assert gah(*options(out, games=20))[0] == 0
    assert gah(*options(out, games=20), "--patch", patch)[0] == 0
    rows = query(out, "select rules, count(distinct ruleset) from games group by all order by 1")
    assert rows == [("revised-2021", 1), ("revised-2021 (patch cheap)", 1)]
    assert query(out, "select count(distinct ruleset) from games") == [(2,)]
    hashes = {metadata(path)["ruleset_hash"] for path in shards(out)}
    assert hashes == {load_ruleset().hash, load_ruleset(patches=[patch]).hash}


# --- seats ------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["greedy,random", "random,greedy"])
def test_mixed_tables_rotate_the_seats(tmp_path: Path, gah: Gah, table: str):
    assert gah(*options(tmp_path, games=150, policy=table))[0] == 0
    names = table.split(",")
    rows = query(tmp_path, "select game, seat, policy from players order by all")
    assert rows == [(g, s, names[(s + g) % 2]) for g in range(150) for s in range(2)]


def test_rotation_goes_on_over_shards_of_odd_size(tmp_path: Path, gah: Gah):
    names = ["greedy", "random", "random"]
    more = ("--players", 3, "--shard-games", 7)
    assert gah(*options(tmp_path, games=20, policy=",".join(names)), *more)[0] == 0
    rows = query(tmp_path, "select game, seat, policy from players order by all")
    assert rows == [(g, s, names[(s + g) % 3]) for g in range(20) for s in range(3)]


# --- the same bytes ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An uninterrupted run of 250 games on one worker."""
    out = tmp_path_factory.mktemp("whole")
    assert cli.run([str(word) for word in options(out)]) == 0
    return out


def test_two_workers_write_the_same_bytes(whole: Path, tmp_path: Path, gah: Gah):
    assert gah(*options(tmp_path), "--workers", 2)[0] == 0
    assert digests(tmp_path) == digests(whole)


def test_the_size_of_shards_changes_no_row(whole: Path, tmp_path: Path, gah: Gah):
    assert gah(*options(tmp_path), "--shard-games", 33)[0] == 0
    assert len(shards(tmp_path)) == 8
    for table in TABLES:
        rows = [query(out, f"select * from {table} order by all") for out in (whole, tmp_path)]
        assert rows[0] == rows[1]


def test_doing_it_again_plays_nothing(whole: Path, tmp_path: Path, gah: Gah):
    out = tmp_path / "again"
    shutil.copytree(whole, out)
    times = {path: path.stat().st_mtime_ns for path in shards(out)}
    words = options(out)
    words.remove("--quiet")
    status, text, _ = gah(*words)
    assert status == 0
    assert "250 of 250 games are recorded already" in text
    assert {path: path.stat().st_mtime_ns for path in shards(out)} == times
    assert digests(out) == digests(whole)


def test_more_games_continue_a_run(whole: Path, tmp_path: Path, gah: Gah):
    out, straight = tmp_path / "longer", tmp_path / "straight"
    shutil.copytree(whole, out)
    kept = shards(out)[0].stat().st_mtime_ns
    assert gah(*options(out, games=420))[0] == 0
    assert shards(out)[0].stat().st_mtime_ns == kept
    assert gah(*options(straight, games=420))[0] == 0
    assert digests(out) == digests(straight)


def test_fewer_games_lose_none(whole: Path, tmp_path: Path, gah: Gah):
    out = tmp_path / "fewer"
    shutil.copytree(whole, out)
    assert gah(*options(out, games=220))[0] == 0
    assert query(out, "select count(*) from games") == [(250,)]
    assert digests(out) == digests(whole)


# --- interruptions ----------------------------------------------------------------------------

LONG = {"games": 1500, "policy": "greedy"}
SHORT_SHARDS = ("--shard-games", 25)


@contextlib.contextmanager
def running(out: Path, at_least: int) -> Iterator[subprocess.Popen[str]]:
    """A long run in a process group of its own, once it has finished so many shards."""
    process = subprocess.Popen(
        command(*options(out, *SHORT_SHARDS, "--workers", 2, **LONG)),
        env=environment(),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + 240  # the engine may have to be compiled first
        while len(shards(out)) < at_least and process.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.005)
        assert process.poll() is None, process.communicate()
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def members(group: int) -> list[int]:
    """Living processes of a process group (Linux)."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, pgrp = path.read_text().rpartition(")")[2].split()[:3]
            if int(pgrp) == group and state != "Z":
                found.append(int(path.parent.name))
    return found


def survivors_of(group: int, seconds: float = 5) -> list[int]:
    """Processes of a group that are still there after some seconds in which they could end."""
    deadline = time.monotonic() + seconds
    while members(group) and time.monotonic() < deadline:
        time.sleep(0.02)
    return members(group)


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("uninterrupted")
    assert cli.run([str(word) for word in options(out, *SHORT_SHARDS, **LONG)]) == 0
    return out


@dataclass
class Killed:
    """A run that was killed, what a second one beside it met, and what lived on after it."""

    out: Path
    refused: tuple[int, str, str]
    beside: int
    done: int
    survivors: list[int]


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Killed:
    out = tmp_path_factory.mktemp("killed")
    with running(out, at_least=3) as process:
        err = io.StringIO()
        with contextlib.redirect_stderr(err):
            status = cli.run([str(word) for word in options(out, *SHORT_SHARDS, **LONG)])
        beside = cli.run([str(word) for word in options(out, "--seed", 2, games=10)])
        assert process.poll() is None
        process.kill()
        process.wait()
        survivors = survivors_of(process.pid)
    shutil.rmtree(next((out / "games").rglob("seed=2")))
    for path in [*out.rglob("*seed=2*.json"), *out.rglob("seed=2/*.parquet")]:
        path.unlink()
    return Killed(out, (status, "", err.getvalue()), beside, len(shards(out)), survivors)


def test_a_second_run_into_the_same_files_is_refused(killed: Killed):
    assert_refused(killed.refused, "another run is writing", str(killed.out))
    assert killed.beside == 0  # another seed is another run


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
def test_workers_do_not_outlive_a_killed_run(killed: Killed):
    assert killed.survivors == []


def test_a_killed_run_continues_to_the_same_bytes(
    killed: Killed, uninterrupted: Path, tmp_path: Path, gah: Gah
):
    out = tmp_path / "continued"
    shutil.copytree(killed.out, out)
    assert 3 <= killed.done < 60
    words = options(out, *SHORT_SHARDS, **LONG)
    words.remove("--quiet")
    status, text, err = gah(*words)
    assert (status, err) == (0, "")
    assert re.search(r"[\d,]+ of 1,500 games are recorded already; continuing", text)
    assert digests(out) == digests(uninterrupted)


def test_control_c_stops_at_once_and_in_one_line(uninterrupted: Path, tmp_path: Path, gah: Gah):
    with running(tmp_path, at_least=2) as process:
        os.killpg(process.pid, signal.SIGINT)  # a terminal signals the whole group
        out, err = process.communicate(timeout=15)
        assert process.returncode == 130
        assert survivors_of(process.pid) == []
    assert out.strip() == ""
    assert err.strip() == "gah: interrupted"
    assert gah(*options(tmp_path, *SHORT_SHARDS, **LONG))[0] == 0
    assert digests(tmp_path) == digests(uninterrupted)


# --- damage -----------------------------------------------------------------------------------


def truncate(path: Path, whole: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def empty(path: Path, whole: Path) -> None:
    path.write_bytes(b"")


def garble(path: Path, whole: Path) -> None:
    path.write_bytes(b"PAR1" + bytes(range(256)) * 8 + b"PAR1")


def delete(path: Path, whole: Path) -> None:
    path.unlink()


def replace_by_another_shard(path: Path, whole: Path) -> None:
    shutil.copy(path.with_name("shard-00000.parquet"), path)


def replace_by_a_foreign_file(path: Path, whole: Path) -> None:
    pq.write_table(pa.table({"game": [1, 2, 3]}), path)


def blank_the_middle(path: Path, whole: Path) -> None:
    # What a power failure leaves: the length and the end are right, a block is not.
    data = bytearray(path.read_bytes())
    data[40 : len(data) // 4] = bytes(len(data) // 4 - 40)
    path.write_bytes(data)


DAMAGES = (
    truncate, empty, garble, delete, replace_by_another_shard, replace_by_a_foreign_file,
    blank_the_middle,
)  # fmt: skip


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_shards_are_played_again(
    whole: Path, tmp_path: Path, gah: Gah, damage: Callable[[Path, Path], None], table: str
):
    out = tmp_path / "damaged"
    shutil.copytree(whole, out)
    damage(shards(out, table)[1], whole)
    assert digests(out) != digests(whole)
    words = options(out)
    words.remove("--quiet")
    status, text, err = gah(*words)
    assert (status, err) == (0, "")
    assert digests(out) == digests(whole)
    if (damage, table) != (delete, "games"):  # without its games a shard was never finished
        assert "shard 1 is damaged or incomplete: played again" in text
    assert "150 of 250 games are recorded already" in text


def test_leftovers_of_a_killed_writer_go(whole: Path, tmp_path: Path, gah: Gah):
    out = tmp_path / "leftovers"
    shutil.copytree(whole, out)
    for path in [shards(out, table)[0] for table in TABLES]:
        path.with_name(f".{path.name}.99999.tmp").write_bytes(b"half a file")
    assert gah(*options(out))[0] == 0
    assert digests(out) == digests(whole)


@pytest.mark.parametrize("text", ["{", "", "\x00", '{"games": "many"}', "[]", "null", "3"])
def test_a_damaged_manifest_is_named(whole: Path, tmp_path: Path, gah: Gah, text: str):
    out = tmp_path / "manifest"
    shutil.copytree(whole, out)
    (manifest,) = (out / "runs").glob("*.json")
    manifest.write_text(text, encoding="utf-8")
    assert_refused(gah(*options(out)), manifest.name)
    manifest.unlink()
    assert gah(*options(out))[0] == 0
    assert digests(out) == digests(whole)


# --- one label, one game ----------------------------------------------------------------------


def test_other_rules_under_the_same_label_are_refused(tmp_path: Path, gah: Gah):
    patch, out = tmp_path / "p.toml", tmp_path / "out"
    patch.write_text('id = "p"\nset = {"staff.17.cost" = 4}', encoding="utf-8")
    assert gah(*options(out), "--patch", patch)[0] == 0
    before = digests(out)
    patch.write_text('id = "p"\nset = {"staff.17.cost" = 2}', encoding="utf-8")
    assert_refused(gah(*options(out), "--patch", patch), "another run", "--out")
    assert digests(out) == before
    # The same content again is the same run, whatever its file is called.
    patch.write_text('id = "p"\nset = {"staff.17.cost" = 4}', encoding="utf-8")
    renamed = patch.rename(tmp_path / "q.toml")
    assert gah(*options(out), "--patch", renamed)[0] == 0
    assert digests(out) == before


def test_another_size_of_shards_is_refused(whole: Path, tmp_path: Path, gah: Gah):
    out = tmp_path / "size"
    shutil.copytree(whole, out)
    assert_refused(gah(*options(out), "--shard-games", 90), "shard_games", "100")
    assert digests(out) == digests(whole)


# --- at the terminal --------------------------------------------------------------------------


def test_quiet_prints_nothing(tmp_path: Path, gah: Gah):
    assert gah(*options(tmp_path, games=30)) == (0, "", "")


def test_the_table_at_the_end_is_what_was_recorded(typed: tuple[Path, str, str]):
    tree, text, err = typed
    assert err == ""
    assert "revised-2021, 2 players, 300 games" in text
    assert str(tree) in text
    rows = query(
        tree,
        """select policy, sum(win), avg(vp), stddev_samp(vp) from players
        where rules = 'revised-2021' group by policy order by policy""",
    )
    assert [row[0] for row in rows] == ["greedy", "random"]
    for name, wins, mean, spread in rows:
        (line,) = [line for line in text.splitlines() if re.match(rf"\W*{name}\b.*%.*%", line)]
        found = [float(number) for number in re.findall(r"-?\d+\.\d", line)]
        assert found[0] == pytest.approx(100 * wins / 300, abs=0.051)
        assert found[3:] == [pytest.approx(mean, abs=0.051), pytest.approx(spread, abs=0.051)]
        if wins == int(wins):
            interval = stats.binomtest(int(wins), 300).proportion_ci(0.95, "wilson")
            assert found[1:3] == [pytest.approx(100 * end, abs=0.051) for end in interval]
        assert found[1] <= found[0] <= found[2]


def test_a_table_of_equals_is_shown_by_seat(tmp_path: Path, gah: Gah):
    words = options(tmp_path, "--players", 3, games=90)
    words.remove("--quiet")
    status, text, _ = gah(*words)
    assert status == 0
    rows = query(tmp_path, "select seat, sum(win), avg(vp) from players group by seat order by 1")
    for seat, wins, mean in rows:
        (line,) = [line for line in text.splitlines() if re.match(rf"\W*{seat + 1}\b.*%.*%", line)]
        found = [float(number) for number in re.findall(r"-?\d+\.\d", line)]
        assert found[0] == pytest.approx(100 * wins / 90, abs=0.051)
        assert found[3] == pytest.approx(mean, abs=0.051)


def test_the_table_covers_the_games_asked_for_and_those_before(tmp_path: Path, gah: Gah):
    assert gah(*options(tmp_path, games=100))[0] == 0
    words = options(tmp_path, games=200)
    words.remove("--quiet")
    _, text, _ = gah(*words)
    assert "200 games" in text
    (wins,) = query(tmp_path, "select sum(win) from players where seat = 0")[0]
    assert f"{wins / 200:.1%}" in text


@pytest.mark.parametrize(
    "name", ["it's here", "runs [1]", "what?", "all*", "a=b", "ö ü", "{x}", "%41"]
)
def test_folders_of_any_name(tmp_path: Path, gah: Gah, name: str):
    out = tmp_path / name
    words = options(out, games=20)
    words.remove("--quiet")
    status, text, err = gah(*words)
    assert (status, err) == (0, "")
    assert "20 games" in text
    assert "mean" in text
    assert len(shards(out)) == 1


def test_output_into_a_pipe_has_no_colours(typed: tuple[Path, str, str]):
    assert "\x1b" not in typed[1]


def test_defaults_are_the_ones_that_help_names(
    tmp_path: Path, gah: Gah, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    assert gah("simulate", "--games", 3, "--quiet")[0] == 0
    (shard,) = shards(tmp_path / "data" / "games")
    said = metadata(shard)
    assert (said["rules"], said["players"], said["seed"]) == ("revised-2021", 4, 1)
    assert said["policies"] == ["greedy"] * 4
    assert set(said["policies"]) <= set(policies.names())


@pytest.mark.parametrize("seed", [0, 2**63 - 1])
def test_the_least_and_the_greatest_seed(tmp_path: Path, gah: Gah, seed: int):
    assert gah(*options(tmp_path, "--seed", seed, games=5))[0] == 0
    assert query(tmp_path, "select distinct seed from games") == [(seed,)]
    assert metadata(shards(tmp_path)[0])["seed"] == seed
