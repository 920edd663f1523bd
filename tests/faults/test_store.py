"""Recorded games in an object store: the same bytes, checks, repairs and results as in a folder."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pyarrow as pa
import pytest
from fsspec.registry import _registry

from analysis import open_tree
from model import UserError, load_ruleset
from simulate.batch import Run, run
from simulate.batch.runner import open_manifest
from simulate.data import lease
from simulate.data.bucket import Bucket
from simulate.data.manifest import lock_name, manifest_name
from simulate.data.mirror import mirror_of
from simulate.data.places import store_at
from tests.commands.recording import Gah, assert_refused, digests, options
from tests.faults.bucket import (
    contents,
    flip_a_byte,
    object_of,
    objects,
    s3,
)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leases are renewed, and lapse, in fractions of a second."""
    monkeypatch.setattr(lease, "RENEW", 0.05)
    monkeypatch.setattr(lease, "LOOK", 0.05)
    monkeypatch.setattr(lease, "LAPSE", 3.0)  # S3 tells the time in whole seconds


# --- writing ----------------------------------------------------------------------------------


def test_a_run_into_a_store_writes_the_same_bytes(whole: Path, url: str, gah: Gah):
    assert gah(*options(url)) == (0, "", "")
    assert contents(url) == digests(whole)


def test_a_run_continues_with_what_is_there(whole: Path, stored: str, gah: Gah):
    for name in objects(stored):
        if "00002" in name or ("00001" in name and name.startswith("cards")):
            s3().rm_file(f"{stored.removeprefix('s3://')}/{name}")
    words = [word for word in options(stored) if word != "--quiet"]
    status, text, err = gah(*words)
    assert (status, err) == (0, "")
    assert "100 of 250 games are recorded already" in text
    assert "shard 1 is damaged or incomplete" in text
    assert f"recorded in {stored}" in text
    assert contents(stored) == digests(whole)


@pytest.mark.long
@pytest.mark.guard
def test_a_run_that_stops_by_itself_leaves_the_same_bytes(tmp_path: Path, url: str, gah: Gah):
    for out in (tmp_path / "local", url):
        assert gah(*options(out, "--shard-games", 20, "--until", "ci=6vp"))[0] == 0
    assert contents(url) == digests(tmp_path / "local")


# --- two at once ------------------------------------------------------------------------------


def a_run(out: str, games: int) -> Run:
    return Run(load_ruleset(), 2, "random", games, 1, out, shard_games=100)


def test_two_runs_at_once_without_a_lease_write_the_same_bytes(
    whole: Path, url: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(lease, "held", lambda *_: nullcontext())
    both = [threading.Thread(target=run, args=(a_run(url, 250),)) for _ in range(2)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert contents(url) == digests(whole)


@pytest.mark.parametrize("there", [0, 100])
def test_a_manifest_that_another_run_wrote_meanwhile_is_kept(
    url: str, monkeypatch: pytest.MonkeyPatch, there: int
):
    """A run of 150 games has read the manifest when one of 250 games replaces it."""
    if there:
        open_manifest(a_run(url, there), a_run(url, there).job())
    swap, others = Bucket.swap, [a_run(url, 250)]

    def late(self: Bucket, *arguments: object) -> bool:
        while others:
            open_manifest(others[0], others.pop().job())
        return swap(self, *arguments)

    monkeypatch.setattr(Bucket, "swap", late)
    assert open_manifest(a_run(url, 150), a_run(url, 150).job()) == 250
    name = manifest_name(a_run(url, 150).job().partition)
    assert json.loads(store_at(url).read(name, 10_000))["games"] == 250


def test_a_second_run_is_refused_while_the_first_one_is_alive(stored: str, quick: None, gah: Gah):
    partition = a_run(stored, 250).job().partition
    with store_at(stored).claim(lock_name(partition), print):
        assert_refused(gah(*options(stored)), stored, "another run is writing", "process")
        assert "being written" in gah("data", "list", stored)[1]
    assert lock_name(partition) not in objects(stored)
    assert gah(*options(stored))[0] == 0


@pytest.mark.parametrize(
    "left", [{"host": "elsewhere", "process": 1, "beat": 0}, {"host": None, "process": 2**22 + 1}]
)
def test_a_lease_of_the_dead_is_taken_over(
    whole: Path, stored: str, quick: None, gah: Gah, left: dict[str, object],
    monkeypatch: pytest.MonkeyPatch,
):  # fmt: skip
    """One on another machine is waited for; of one on this machine it is known at once."""
    if left["host"] is None:
        left = {**left, "host": lease.socket.gethostname()}
        monkeypatch.setattr(lease, "LAPSE", 1e9)
    name = lock_name(a_run(stored, 250).job().partition)
    store_at(stored).write(name, json.dumps(left).encode())
    assert gah(*options(stored))[0] == 0
    assert contents(stored) == digests(whole)


@pytest.mark.parametrize("place", ["s3", "memory"])
def test_a_swap_takes_place_only_if_nothing_changed(place: str, url: str):
    store = store_at(url if place == "s3" else url.replace("s3://", "memory://"))
    assert not store.swap("x", b"before", b"after")
    assert store.swap("x", None, b"1")
    assert not store.swap("x", None, b"2")
    assert not store.swap("x", b"0", b"2")
    assert store.swap("x", b"1", b"22")
    assert store.read("x", 100) == b"22"


# --- checking and repairing -------------------------------------------------------------------


def test_a_flipped_byte_is_found_and_mended(whole: Path, stored: str, gah: Gah):
    status, text, _ = gah("data", "check", stored, "--deep", "--sample", 2)
    assert (status, "nothing wrong" in text) == (0, True)
    flip_a_byte(object_of(stored, "players"))
    status, text, err = gah("data", "check", stored)
    assert (status, err) == (1, "")
    assert "SHA-256" in text
    assert f"gah data repair {stored}" in text
    status, text, _ = gah("data", "repair", stored, "--workers", 1)
    assert (status, "1 shard played again" in text) == (0, True)
    assert contents(stored) == digests(whole)


def test_objects_that_are_missing_cut_short_or_foreign_are_named(stored: str, gah: Gah):
    cards, games = object_of(stored, "cards"), object_of(stored, "games", 0)
    s3().rm_file(cards)
    s3().pipe_file(games, s3().cat_file(games)[:-1])
    s3().pipe_file(games.replace("00000", "00007"), b"")
    s3().pipe_file(games.replace("shard-00000.parquet", "notes.txt"), b"mine")
    status, text, _ = gah("data", "check", stored)
    assert status == 1
    for told in ("is missing", "bytes instead of", "last shard", "no file of this run"):
        assert told in text


def test_the_list_names_runs_and_their_size(stored: str, gah: Gah):
    status, text, err = gah("data", "list", stored)
    assert (status, err) == (0, "")
    assert all(part in text for part in ("revised-2021", "250", "3 of 3", "complete"))


# --- reading ----------------------------------------------------------------------------------

SUMS = """select seat, count(*) as n, sum(vp) as vp, sum(win) as wins from players
    where policies = 'random' group by all order by all"""


def sums(place: Path | str, **how: bool) -> list[tuple[object, ...]]:
    with open_tree(place, **how) as tree:
        return [tuple(row) for row in tree.query(SUMS).itertuples(index=False)]


def test_an_analysis_of_a_store_gives_what_that_of_the_folder_gives(whole: Path, stored: str):
    assert sums(stored) == sums(whole)


def test_what_was_fetched_is_kept_and_what_is_damaged_fetched_again(
    whole: Path, stored: str, monkeypatch: pytest.MonkeyPatch
):
    fetched: list[str] = []
    pieces = Bucket.pieces

    def counted(self: Bucket, name: str) -> Iterator[bytes]:
        fetched.append(name)
        return pieces(self, name)

    monkeypatch.setattr(Bucket, "pieces", counted)
    sums(stored)
    assert len(fetched) == 3  # of players alone: nothing else is asked about
    mirror = mirror_of(store_at(stored)).path
    copies = sorted(mirror.rglob("players/**/*.parquet"))
    copies[0].write_bytes(bytes(copies[0].stat().st_size))
    copies[1].unlink()
    fetched.clear()
    assert sums(stored) == sums(whole)
    assert {name.rpartition("/")[2] for name in fetched} == {
        "shard-00000.parquet", "shard-00001.parquet"}  # fmt: skip
    fetched.clear()
    sums(stored)
    assert fetched == []


def test_damage_in_the_store_is_named_by_its_url(stored: str):
    name = object_of(stored, "players", 2)
    flip_a_byte(name)
    with pytest.raises(UserError, match="damaged shard") as error:
        sums(stored)
    assert f"s3://{name}" in str(error.value)
    assert f"gah data check {stored}" in str(error.value)


def test_a_damaged_manifest_in_the_store_is_named_by_its_url(stored: str):
    name = manifest_name(a_run(stored, 250).job().partition)
    flip_a_byte(f"{stored.removeprefix('s3://')}/{name}")
    with pytest.raises(UserError, match="damaged manifest") as error:
        sums(stored)
    assert f"{stored}/{name}" in str(error.value)


def test_a_half_written_run_is_not_analysed(stored: str):
    (record,) = [name for name in objects(stored) if name.endswith("shard-00001.json")]
    s3().rm_file(f"{stored.removeprefix('s3://')}/{record}")
    with pytest.raises(UserError, match="1 of 3 shards are not recorded"):
        sums(stored)


@pytest.mark.long
@pytest.mark.guard
def test_commands_that_play_and_analyse_take_a_url(url: str, tmp_path: Path, gah: Gah):
    words = ("study", "power", "revised-2021", "--policy", "random", "--measure", "vp", "--pilot",
             60, "--workers", 1)  # fmt: skip
    texts = [gah(*words, "--data", place)[1] for place in (tmp_path / "local", url)]
    tables = [text.partition("random players")[2] for text in texts]  # below the progress bar
    assert "Effect" in tables[0]
    assert tables[0] == tables[1]


# --- what cannot be done ----------------------------------------------------------------------


def test_a_missing_bucket_is_named(gah: Gah):
    place = "s3://no-such-bucket/x"
    assert_refused(gah(*options(place)), place, "no such bucket")
    assert_refused(gah("data", "check", place), place, "no such bucket")


@pytest.fixture
def afresh() -> Iterator[None]:
    """Clients are made anew, by the environment of the test."""
    type(s3()).clear_instance_cache()
    yield
    type(s3()).clear_instance_cache()


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"AWS_ENDPOINT_URL": "http://127.0.0.1:9"}, "Could not connect to the endpoint"),
        ({"AWS_ACCESS_KEY_ID": None, "AWS_SECRET_ACCESS_KEY": None}, "locate credentials"),
    ],
    ids=["endpoint", "credentials"],
)
def test_a_store_that_cannot_be_asked_is_named_with_the_reason(
    url: str, afresh: None, environment: dict[str, str | None], said: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, gah: Gah,
):  # fmt: skip
    for name in ("AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE"):
        monkeypatch.setenv(name, str(tmp_path / "none"))
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")
    for name, value in environment.items():
        monkeypatch.delenv(name) if value is None else monkeypatch.setenv(name, value)
    assert_refused(gah(*options(url)), url, said)
    assert_refused(gah("data", "list", url), url, said)


def test_pyarrow_reads_a_folder_without_python(whole: Path):
    """A thread of pyarrow that needs Python while Python ends would abort the process."""
    shard = next(path for path in whole.rglob("*.parquet"))
    with store_at(str(whole)).source(str(shard.relative_to(whole))) as source:
        assert isinstance(source, pa.NativeFile)
        assert not isinstance(source, pa.PythonFile)
        assert source.read() == shard.read_bytes()


def test_an_empty_prefix_is_named(url: str, gah: Gah):
    assert_refused(gah("data", "list", url), url, "no finished run")


@pytest.mark.parametrize(
    ("place", "said"),
    [("s3://", "names no bucket"), ("nowhere://x/y", "Protocol not known")],
)
def test_a_url_that_leads_nowhere_is_named(place: str, said: str, gah: Gah):
    assert_refused(gah(*options(place)), place, said)


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch, gah: Gah):
    monkeypatch.setitem(sys.modules, "s3fs", None)
    monkeypatch.delitem(_registry, "s3", raising=False)
    assert_refused(gah(*options("s3://games/without-the-extra")), "extra `s3`", "pip install")


def test_memory_is_for_one_process(url: str, gah: Gah, whole: Path):
    place = url.replace("s3://", "memory://")
    assert_refused(gah(*options(place, "--workers", 2)), "no other process", "--workers 1")
    assert gah(*options(place))[0] == 0
    assert contents(place) == digests(whole)
