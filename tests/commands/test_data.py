"""`gah data`: every kind of damage is found, and repair gives back the very bytes."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from model import load_ruleset
from reports import cli
from simulate.batch import Run, run
from simulate.batch.replay import drawn_games
from simulate.data import checksummed
from simulate.data.manifest import Manifest
from simulate.data.records import Part, Record
from tests.commands.recording import Gah, assert_refused, digests, options, shards
from tests.security import attacks
from tests.security.test_strangers_files import RUN


def records(out: Path) -> list[Path]:
    return sorted((out / "runs").rglob("shard-*.json"))


def record_in(path: Path) -> Record:
    return Record.model_validate(checksummed.loads(path.read_bytes()))


def part_of(path: Path, rows: int) -> Part:
    data = path.read_bytes()
    return Part(bytes=len(data), rows=rows, sha256=sha256(data).hexdigest())


def manifest_of(out: Path) -> Path:
    (path,) = (out / "runs").glob("*.json")
    return path


# --- damage: each returns what the table must name --------------------------------------------


def flip_a_byte_of(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 4
    path.write_bytes(data)


def flip_a_byte(out: Path) -> str:
    flip_a_byte_of(shards(out, "players")[1])
    return "SHA-256"


def truncate(out: Path) -> str:
    path = shards(out, "cards")[2]
    path.write_bytes(path.read_bytes()[:-1])
    return "bytes instead of"


def delete(out: Path) -> str:
    shards(out)[0].unlink()
    return "is missing"


def swap_two(out: Path) -> str:
    first, second = shards(out)[:2]
    kept = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(kept)
    return "instead of"


def swap_with_their_records(out: Path) -> str:
    for paths in (shards(out), shards(out, "players"), shards(out, "cards"), records(out)):
        kept = paths[0].read_bytes()
        paths[0].write_bytes(paths[1].read_bytes())
        paths[1].write_bytes(kept)
    return "record of another shard"


def unrecord(out: Path) -> str:
    records(out)[1].unlink()
    return "shard 1 is not recorded"


def lose_the_end(out: Path) -> str:
    for paths in (shards(out), shards(out, "players"), shards(out, "cards"), records(out)):
        for path in paths[1:]:
            path.unlink()
    return "shards 1 to 2 are not recorded"


def flip_a_byte_of_a_record(out: Path) -> str:
    path = records(out)[0]
    path.write_bytes(path.read_bytes().replace(b'"rows": 100', b'"rows": 101', 1))
    return "damaged record"


def renumber_games(out: Path) -> str:
    """Wrong rows that are recorded as they are: only the rows themselves can tell."""
    path = shards(out)[1]
    table = pq.read_table(path, partitioning=None)
    pq.write_table(table.take([1, 0, *range(2, 100)]), path)
    record = record_in(records(out)[1])
    parts = {**record.tables, "games": part_of(path, 100)}
    told = Record(**{**record.model_dump(exclude={"tables"}), "tables": parts})
    records(out)[1].write_bytes(checksummed.dumps(told.model_dump()))
    return "not contiguous"


def leave_a_torn_file(out: Path) -> str:
    shards(out)[0].with_name(".shard-00000.parquet.4711.tmp").write_bytes(b"half")
    return "left over"


def add_a_shard(out: Path) -> str:
    shutil.copy(shards(out)[0], shards(out)[0].with_name("shard-00007.parquet"))
    return "beyond"


REPAIRABLE = (
    flip_a_byte, truncate, delete, swap_two, swap_with_their_records, unrecord, lose_the_end,
    flip_a_byte_of_a_record, renumber_games, leave_a_torn_file, add_a_shard,
)  # fmt: skip


@pytest.mark.parametrize("damage", REPAIRABLE)
def test_damage_is_found_and_repaired_byte_for_byte(
    whole: Path, tmp_path: Path, gah: Gah, damage: Callable[[Path], str]
):
    out = tmp_path / "data"
    shutil.copytree(whole, out)
    told = damage(out)
    status, text, err = gah("data", "check", out)
    assert (status, err) == (1, "")
    assert told in text
    assert "gah data repair" in text
    status, text, err = gah("data", "repair", out, "--workers", 1)
    assert (status, err) == (0, ""), text
    assert digests(out) == digests(whole)
    assert gah("data", "check", out)[0] == 0


def test_only_damaged_shards_are_played_again(whole: Path, tmp_path: Path, gah: Gah):
    out = tmp_path / "data"
    shutil.copytree(whole, out)
    flip_a_byte(out)
    times = [path.stat().st_mtime_ns for path in shards(out)]
    assert "1 shard played again" in gah("data", "repair", out, "--workers", 1)[1]
    after = [path.stat().st_mtime_ns for path in shards(out)]
    assert [a == b for a, b in zip(times, after)] == [True, False, True]


def test_whole_data_are_found_whole_and_left_alone(whole: Path, gah: Gah):
    before = digests(whole)
    status, text, _ = gah("data", "check", whole, "--deep", "--sample", 3)
    assert status == 0
    assert "1 run, 3 games played again: nothing wrong" in text
    assert not text.startswith("\n")  # of a bar that no terminal shows
    assert "63.2% of a run's games were changed" in text  # 1 - 0.05 ** (1 / 3)
    drawn = re.search(r"--seed (\d+)", text)
    assert drawn
    again = gah("data", "check", whole, "--deep", "--sample", 3, "--seed", drawn[1])[1]
    assert f"--seed {drawn[1]};" in again
    assert f"--seed {drawn[1]};" not in gah("data", "check", whole, "--deep", "--sample", 3)[1]
    assert gah("data", "repair", whole)[0] == 0
    assert digests(whole) == before


# --- what needs a person ----------------------------------------------------------------------


def spoil_the_manifest(out: Path) -> str:
    path = manifest_of(out)
    path.write_text(path.read_text("utf-8").replace('"games": 250', '"games": 240'), "utf-8")
    return "checksum"


def add_a_foreign_file(out: Path) -> str:
    shards(out)[0].with_name("notes.txt").write_text("mine")
    return "no file of this run"


def forget_the_manifest(out: Path) -> str:
    other = out / "games" / "rules=x" / "players=2" / "policies=random" / "seed=1"
    other.mkdir(parents=True)
    shutil.copy(shards(out)[0], other)
    return "without a manifest"


STRAYS = [
    "notes.txt", "games/notes.txt", "games/rules=x/players=2/notes.txt", "runs/notes.txt",
    "games/shard-00000.parquet", "more/below.txt", "patches",
]  # fmt: skip


@pytest.mark.parametrize("name", STRAYS)
def test_files_that_are_no_part_of_recorded_games_are_named(
    whole: Path, tmp_path: Path, gah: Gah, name: str
):
    out = tmp_path / "data"
    shutil.copytree(whole, out)
    (out / "patches" if name != "patches" else out).mkdir(exist_ok=True)  # studies keep some there
    assert gah("data", "check", out)[0] == 0
    (out / name).parent.mkdir(parents=True, exist_ok=True)
    (out / name).write_bytes(b"mine")
    for command in ("check", "repair"):
        status, text, err = gah("data", command, out)
        assert (status, err) == (1, "")
        assert name.removesuffix("/below.txt").removesuffix("/shard-00000.parquet") in text
    assert (out / name).read_bytes() == b"mine"


@pytest.mark.parametrize("damage", [spoil_the_manifest, add_a_foreign_file, forget_the_manifest])
def test_what_repair_cannot_know_is_named_and_left(
    whole: Path, tmp_path: Path, gah: Gah, damage: Callable[[Path], str]
):
    out = tmp_path / "data"
    shutil.copytree(whole, out)
    told = damage(out)
    before = digests(out)
    for command in ("check", "repair"):
        status, text, err = gah("data", command, out)
        assert (status, err) == (1, "")
        assert told in text
    assert digests(out) == before


def test_rows_that_the_rules_do_not_play_are_found_by_playing_again(
    whole: Path, tmp_path: Path, gah: Gah
):
    """Data that agree with themselves: somebody else's games under this run's name."""
    out = tmp_path / "data"
    assert gah(*options(out, "--seed", 2))[0] == 0
    for path in sorted(out.rglob("*seed=2*"), reverse=True):
        path.rename(path.with_name(path.name.replace("seed=2", "seed=1")))
    manifest = manifest_of(out)
    shutil.copy(manifest_of(whole), manifest)
    said = json.loads(manifest.read_text("utf-8"))
    identity = record_in(records(whole)[0]).run
    for table in said["tables"]:
        for path in shards(out, table):
            found = pq.read_table(path, partitioning=None)
            told = json.loads(found.schema.metadata[b"gah"])
            text = json.dumps({**told, "seed": 1}, sort_keys=True)
            pq.write_table(found.replace_schema_metadata({"gah": text}), path)
    for number, path in enumerate(records(out)):
        record = record_in(path)
        parts = {}
        for table in said["tables"]:
            parts[table] = part_of(shards(out, table)[number], record.tables[table].rows)
        told = Record(**{**record.model_dump(), "run": identity, "tables": parts})
        path.write_bytes(checksummed.dumps(told.model_dump()))
    assert gah("data", "check", out)[0] == 0  # nothing contradicts the records
    status, text, _ = gah("data", "check", out, "--deep", "--sample", 2)
    assert status == 1
    assert "do not play game" in text


EDITS = {
    "spec": "original-2015", "assumptions": "sample:3", "patches": ["mine"],
    "changes": ["kitchen-hand-cost"], "rulings": "another", "options": {"hands": "draft"},
    "ruleset_hash": "0" * 64, "rules": "original-2015", "policies": ["greedy", "greedy"], "seed": 2,
    "same_deal": 2, "own_chance": True, "version": "9.9", "engine": "0" * 12, "games": 240,
    "shard_games": 50, "until": "vp:ci=1vp", "stopped": {"reason": "precision reached"},
}  # fmt: skip


QUICK = ("spec", "rulings", "changes", "until")


@pytest.mark.parametrize(
    "key",
    [*QUICK, *(pytest.param(key, marks=(pytest.mark.long, pytest.mark.guard))
               for key in EDITS if key not in QUICK)],
)  # fmt: skip
def test_an_edited_manifest_with_a_right_checksum_is_found(
    whole: Path, tmp_path: Path, gah: Gah, key: str
):
    out = tmp_path / "data"
    shutil.copytree(whole, out)
    content = checksummed.loads(manifest_of(out).read_bytes())
    if key == "rulings":
        content["rulings"] = {**content["rulings"], "b4-rooms": "occupied"}
        assert content["rulings"] != checksummed.loads(manifest_of(whole).read_bytes())["rulings"]
    else:
        content[key] = EDITS[key]
    manifest_of(out).write_bytes(checksummed.dumps(content))
    status, text, err = gah("data", "check", out, "--deep", "--sample", 1)
    assert (status, err) == (1, ""), text


def test_an_edited_estimate_is_found_from_the_games(tmp_path: Path, gah: Gah):
    """What a manifest says was known when a run stopped follows from its games."""
    assert gah(*options(tmp_path, "--shard-games", 20, "--until", "ci=6vp"))[0] == 0
    assert gah("data", "check", tmp_path, "--deep", "--sample", 1)[0] == 0
    content = checksummed.loads(manifest_of(tmp_path).read_bytes())
    content["stopped"]["estimate"] += 5
    manifest_of(tmp_path).write_bytes(checksummed.dumps(content))
    status, text, _ = gah("data", "check", tmp_path, "--deep", "--sample", 1)
    assert (status, "than its games do" in text) == (1, True)


MANIFEST = Manifest.model_validate(RUN)
SHAPES = [
    (1, 1), (2, 1), (7, 3), (10, 10), (11, 10), (19, 10), (21, 20), (100, 1), (101, 100),
    (250, 100), (999, 500), (1_001, 1_000), (2_000, 20), (2_001, 20), (9_999, 10_000),
    (10_001, 10_000), (20_001, 10_000), (30_000, 10_000), (25_000, 200), (100_001, 50_000),
]  # fmt: skip
"""Games of a run and of its shards, from one game to shards of very different sizes."""


def test_a_sample_finds_a_share_of_changed_games_as_often_as_is_said():
    """What `--deep` prints, by the draws that it makes: 1,000 checks of each shape of run.

    A deviation of four standard errors comes once in 16,000 times.
    """
    checks = 1000
    for games, shard_games in SHAPES:
        manifest = MANIFEST.model_copy(update={"games": games, "shard_games": shard_games})
        sample = 20 if games > 100 else 3
        share = 1 - 0.05 ** (1 / sample)  # of changed games that is said to be found by 95%
        rng = np.random.default_rng([games, shard_games])
        changed = set(rng.permutation(games)[: int(np.ceil(share * games))].tolist())
        found = sum(
            any(game in changed for _, game in drawn_games(manifest, shards, sample, rng))
            for shards in [range(manifest.shards)] * checks
        )
        wanted = 1 - (1 - len(changed) / games) ** sample
        assert wanted >= 0.95
        assert abs(found / checks - wanted) < 4 * (wanted * (1 - wanted) / checks) ** 0.5 + 1e-9


def test_a_run_that_cannot_be_played_again_is_named_and_hides_no_other(
    tmp_path: Path, gah: Gah, monkeypatch: pytest.MonkeyPatch
):
    """Its deals need what this ruleset never lays out; the run next to it is checked as well."""
    out = tmp_path / "data"
    for seed in (1, 2):
        assert gah(*options(out, "--seed", seed, games=20))[0] == 0
    forged, _ = sorted((out / "runs").glob("*.json"))
    raw = json.loads(forged.read_bytes())
    attacks.forge(attacks.Workspace(tmp_path), forged, {**raw, "only": ["staff.17"]})
    flip_a_byte_of(next((out / "games").rglob("seed=2/shard-00000.parquet")))
    monkeypatch.setenv("COLUMNS", "300")
    status, text, err = gah("data", "check", "--deep", "--sample", 2, out)
    assert (status, err) == (1, "")
    (line,) = [line for line in text.splitlines() if "seed=1.json" in line]
    assert "cannot be played again" in line
    assert "seed=2/shard-00000.parquet" in text


@pytest.mark.parametrize(("games", "shard_games"), SHAPES)
def test_a_drawn_game_is_one_of_its_shard(games: int, shard_games: int):
    manifest = MANIFEST.model_copy(update={"games": games, "shard_games": shard_games})
    sound = [n for n in range(manifest.shards) if n % 3 != 1 or n == manifest.shards - 1]
    for shard, game in drawn_games(manifest, sound, 200, np.random.default_rng(games)):
        first, inside = manifest.first_games(shard)
        assert shard in sound
        assert first <= game < first + inside


# --- files that the data do not hold ----------------------------------------------------------


def test_a_patch_is_asked_for_and_must_be_the_one_that_was_played(tmp_path: Path, gah: Gah):
    patch, other, out = tmp_path / "p.toml", tmp_path / "q.toml", tmp_path / "out"
    patch.write_text('id = "p"\nset = {"staff.17.cost" = 4}', encoding="utf-8")
    other.write_text('id = "p"\nset = {"staff.17.cost" = 2}', encoding="utf-8")
    assert gah(*options(out), "--patch", patch)[0] == 0
    before = digests(out)
    flip_a_byte(out)
    status, text, _ = gah("data", "repair", out)
    assert status == 1
    assert "'p'" in text
    assert "--patch FILE" in text
    status, text, _ = gah("data", "repair", out, "--patch", other)
    assert status == 1
    assert "or the patch as it was" in text
    assert digests(out) != before
    assert gah("data", "repair", out, "--patch", patch, "--workers", 1)[0] == 0
    assert digests(out) == before


PLAYER = """
from pathlib import Path
Path({trace!r}).touch()
def choose(game):
    return game.legal()[0]
"""


def test_a_players_file_is_run_only_if_it_is_named_and_the_very_one(tmp_path: Path, gah: Gah):
    trace = tmp_path / "was-run"
    mine, other = tmp_path / "mine.py", tmp_path / "other.py"
    mine.write_text(PLAYER.format(trace=str(trace)), encoding="utf-8")
    other.write_text(mine.read_text("utf-8") + "# edited\n", encoding="utf-8")
    out = tmp_path / "out"
    words = options(out, "--shard-games", 2, games=4, policy=str(mine))
    assert gah(*words)[0] == 0
    before = digests(out)
    flip_a_byte(out)
    trace.unlink()
    for more in ((), ("--player", other)):
        status, text, _ = gah("data", "repair", out, *more)
        assert status == 1
        assert "--player FILE.py" in text
        assert not trace.exists()
    assert gah("data", "repair", out, "--player", mine, "--workers", 1)[0] == 0
    assert digests(out) == before


# --- the list ---------------------------------------------------------------------------------


def test_the_list_names_runs_games_and_what_is_unfinished(whole: Path, tmp_path: Path, gah: Gah):
    out = tmp_path / "data"
    shutil.copytree(whole, out)
    assert gah(*options(out, "--rules", "original-2015", "--boards", "day", games=120))[0] == 0
    next((out / "runs").rglob("*boards*/shard-00001.json")).unlink()
    status, text, err = gah("data", "list", out)
    assert (status, err) == (0, "")
    lines = [line for line in text.splitlines() if "complete" in line or "unfinished" in line]
    assert len(lines) == 2
    assert all(part in lines[0] for part in ("original-2015 (boards=day)", "120", "1 of 2"))
    assert all(part in lines[1] for part in ("revised-2021", "random", "250", "3 of 3"))
    assert all(re.search(r"\b[1-9]\d* kB", line) for line in lines), "no small run has size 0.0"


def test_a_run_that_is_being_written_is_not_called_damaged(whole: Path, tmp_path: Path, gah: Gah):
    import fcntl

    out = tmp_path / "data"
    shutil.copytree(whole, out)
    lose_the_end(out)
    with manifest_of(out).with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        status, text, _ = gah("data", "check", out)
        assert status == 0
        assert "being written" in text
        assert "nothing wrong" not in text
        assert "being written" in gah("data", "list", out)[1]


@pytest.mark.parametrize("command", ["list", "check", "repair"])
def test_no_data_folder(command: str, tmp_path: Path, gah: Gah):
    assert_refused(gah("data", command, tmp_path / "nowhere"), "no such folder")
    assert_refused(gah("data", command, tmp_path), "no finished run")
    (tmp_path / "plan.toml").touch()
    assert_refused(gah("data", command, tmp_path / "plan.toml"), "plan.toml: a file, not a folder")


def test_options_of_a_deep_check_need_it(whole: Path, gah: Gah):
    assert cli.run(["data", "check", str(whole), "--patch", "x.toml"]) == 2
    assert cli.run(["data", "check", str(whole), "--seed", "1"]) == 2


def test_games_without_a_card_are_played_again_without_it(tmp_path: Path):
    rules = load_ruleset("revised-2021", without=["staff.17"])
    run(Run(rules, 2, "random", 20, seed=1, out=tmp_path))
    before = digests(tmp_path)
    assert cli.run(["data", "check", str(tmp_path), "--deep"]) == 0
    shards(tmp_path)[0].unlink()
    assert cli.run(["data", "repair", str(tmp_path)]) == 0
    assert digests(tmp_path) == before


def test_one_of_a_thing_is_singular(tmp_path: Path, gah: Gah):
    """No "1 games", "1 values" or "1 clauses" in what commands print of a single one."""
    out = tmp_path / "data"
    said = "".join(
        gah(*words)[1]
        for words in (
            ("simulate", "--games", 1, "--players", 2, "--policy", "random", "--workers", 1,
             "--out", out),
            ("data", "summary", out, "--workers", 1),
            ("data", "check", out, "--deep", "--sample", 1),
            ("data", "export", out, tmp_path / "seats.csv"),
            ("data", "remove", out, "--all", "--yes"),
            ("rules", "clauses", "--find", "Kitchen Hand costs 3"),
            ("rules", "assumptions", "staff.119.cost"),
        )
    )  # fmt: skip
    for one in ("1 game,", "1 game played again", "1 game\n", "1 clause:", "1 value, of which"):
        assert one in said or one.replace(",", "") in said, one
    assert not re.search(r"(?<![\d.,])1 (games|runs|deals|shards|values|clauses|files)\b", said)
