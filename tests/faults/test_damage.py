"""Damaged shards, leftovers and foreign data in the folder of a run."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.commands.recording import TABLES, Gah, assert_refused, digests, options, shards

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


def test_games_of_another_engine_are_not_mixed_in(whole: Path, tmp_path: Path, gah: Gah):
    """Other code or other weights play other games, so they may not continue a run."""
    out = tmp_path / "out"
    shutil.copytree(whole, out)
    (manifest,) = (out / "runs").glob("*.json")
    said = json.loads(manifest.read_text("utf-8"))
    manifest.write_text(json.dumps({**said, "engine": "another"}), "utf-8")
    assert_refused(gah(*options(out)), "engine", "another folder", "--out")
