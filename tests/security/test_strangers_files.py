"""Files from strangers: patches, transcripts, manifests and records are data, whatever is in them.

Each is read, or refused in one line; nothing is run, nothing outside is touched, nothing grows.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from analysis.base.data import open_tree
from analysis.base.runs import list_runs
from model import UserError, load_ruleset, reading
from reports import cli
from reports.commands import review
from reports.commands.check import fingerprint
from reports.commands.check.bench import read_baseline
from simulate.batch.replay import Given, run_of
from simulate.data import checksummed
from simulate.data.checksummed import MAX_BYTES, DamagedError, read
from simulate.data.folder import Folder
from simulate.data.manifest import (
    SCHEMA_VERSION,
    Manifest,
    manifest_name,
    partition_of,
    read_manifest,
)
from simulate.data.records import record_name
from simulate.policies import weights
from simulate.referee import judge, read_file
from simulate.referee.verdict import UNREADABLE, Verdict
from simulate.referee.writing import document_of
from simulate.training.training import HERE as TRAINING
from simulate.training.training import settings_from
from simulate.verify.gaps import counts
from tests.security import hostile

ROOT = Path(__file__).parents[2]
PATCH = b"""id = "p"\ntitle = "t"\nremove = ["guest.1"]
[set]\n"staff.17.cost" = 4\n[add.guest.201]\nname = "x"\ncolour = "red"\n"""
TRANSCRIPT = (ROOT / "tests/golden/transcripts/by-hand-doris.json").read_bytes()
COUNTS = b"""{"seed": 1, "gaps": {"shared-victory": {"games": {"random": 5}, "witness": {"rules":
 "original-2015", "options": {"hands": "dealt"}, "players": 2, "policy": "random", "game": 506030,
 "step": 93}}}}"""
BASELINE = b"""{"rules": "revised-2021", "made": {"date": "2026-01-01"}, "reference": 1.5,
 "timings": {"random 2": {"games": 10}}, "analysis": {"seconds": 2.5}, "warm_start": 1.0}"""
DEEP = 100_000

RUN: dict[str, Any] = {
    "rules": "revised-2021", "spec": "revised-2021", "assumptions": "default", "patches": [],
    "changes": [], "rulings": {}, "options": {}, "ruleset_hash": "0" * 64, "players": 2,
    "policies": ["random", "random"], "seed": 1, "same_deal": 1, "own_chance": False,
    "schema": SCHEMA_VERSION,
    "version": "0.1.0", "engine": "x", "games": 10, "shard_games": 10,
    "partition": partition_of("revised-2021", 2, ["random"], 1),
    "tables": ["games", "players", "cards"],
}  # fmt: skip
RECORD: dict[str, Any] = {
    "run": "0" * 64, "shard": 0, "first": 0, "games": 10,
    "tables": {t: {"bytes": 1, "rows": 1, "sha256": "0" * 64} for t in RUN["tables"]},
}  # fmt: skip


# --- what can be read, and how ----------------------------------------------------------------


def as_patch(file: Path) -> None:
    load_ruleset(patches=[file])


def as_transcript(file: Path) -> None:
    judge(read_file(file), file.parent, show="none")


def as_manifest(file: Path) -> None:
    root = file.parent / "data"
    path = root / manifest_name(RUN["partition"])
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(file, path)
    list_runs(root)
    try:
        open_tree(root).close()
    finally:
        run_of(Folder(root), manifest_at(path), Given())


def manifest_at(path: Path) -> Manifest:
    root = path.parent.parent
    return read_manifest(Folder(root), path.relative_to(root).as_posix())


def as_record(file: Path) -> None:
    root = file.parent / "data"
    path = root / manifest_name(RUN["partition"])
    record = root / record_name(RUN["partition"], 0)
    record.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(checksummed.dumps(RUN))
    shutil.copy(file, record)
    open_tree(root).close()


def as_review(file: Path) -> None:
    """A folder of transcripts, of which one is the stranger's."""
    folder = file.parent / "games"
    folder.mkdir(exist_ok=True)
    shutil.copy(file, folder / "one.json")
    for _, document, place in review._read([folder]):
        judge(document, place, show="none")


def as_training(file: Path) -> None:
    settings_from(reading.load_toml(file, 1 << 16))


READERS: dict[str, tuple[Callable[[Path], object], bytes]] = {
    "patch": (as_patch, PATCH),
    "transcript": (as_transcript, TRANSCRIPT),
    "manifest": (as_manifest, checksummed.dumps(RUN)),
    "record": (as_record, checksummed.dumps(RECORD)),
    "weights": (weights.read, (weights.FOLDER / "emperor.toml").read_bytes()),
    "counts": (counts.read, COUNTS),
    "baseline": (read_baseline, BASELINE),
    "review": (as_review, TRANSCRIPT),
    "fingerprint": (fingerprint._read, b'{"parts": {"revised-2021": "0123456789ab"}}'),
    "training": (as_training, (TRAINING / "training.toml").read_bytes()),
}
OF_TOML = ("patch", "weights", "training")
readers = pytest.mark.parametrize("kind", READERS)


def read_or_refuse(kind: str, data: bytes) -> str:
    """Read bytes as a file of a kind; returns the one line that refuses it, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "stranger"
        file.write_bytes(data)
        try:
            READERS[kind][0](file)
        except (UserError, DamagedError) as error:
            text = str(error)
            assert text.isprintable()
            return text
    return ""


# --- garbage ----------------------------------------------------------------------------------

ODD = st.sampled_from(
    [0, -1, 2**31, 2**63, -(2**70), 10**400, 1e308, float("nan"), float("inf"), None, True, "",
     "\x00", "\x1b[31m", "\ud800", "../../etc", "a" * 5000, "\u202e", "random.py", [], {},
     [[]], {"": {}}]
)  # fmt: skip
VALUES = st.recursive(
    ODD | st.text(max_size=20) | st.integers() | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)


@st.composite
def mutated_bytes(draw: Callable[..., Any], whole: bytes) -> bytes:
    """A valid file with a piece cut out, doubled or replaced."""
    start = draw(st.integers(0, len(whole)))
    end = min(len(whole), start + draw(st.integers(0, 40)))
    piece = draw(st.sampled_from([b"", whole[start:end] * 2, b"\x00", b"\xff", b"[[[[", b"-1e999"])
                 | st.binary(max_size=20))  # fmt: skip
    return whole[:start] + piece + whole[end:]


@st.composite
def mutated_json(draw: Callable[..., Any], whole: dict[str, Any], seal: bool) -> bytes:
    """A valid document with something else in one place, its checksum put right."""
    data = json.loads(json.dumps(whole))
    node: Any = data
    for _ in range(draw(st.integers(0, 3))):
        inner = [key for key in keys_of(node) if isinstance(node[key], (dict, list)) and node[key]]
        if inner:
            node = node[draw(st.sampled_from(inner))]
    key = draw(st.sampled_from(keys_of(node)))
    if draw(st.booleans()) or isinstance(node, list):
        node[key] = draw(VALUES)
    else:
        del node[key]
    return checksummed.dumps(data) if seal else json.dumps(data).encode()


def keys_of(node: Any) -> list[Any]:
    return list(node) if isinstance(node, dict) else list(range(len(node)))


@readers
@given(data=st.data())
def test_mutated_files_are_read_or_refused(kind: str, data: st.DataObject):
    read_or_refuse(kind, data.draw(mutated_bytes(READERS[kind][1])))


# An empty style is as greedy, empty settings are those of no stage.
@pytest.mark.parametrize("kind", sorted(set(READERS) - {"weights", "training"}))
@given(data=st.binary(max_size=200) | st.text(max_size=100).map(str.encode) | VALUES.map(repr).map(
    lambda text: text.encode("utf-8", "surrogatepass")))  # fmt: skip
@example(data=b"\xef\xbb\xbf{}")
@example(data=b"")
def test_garbage_is_refused(kind: str, data: bytes):
    assert read_or_refuse(kind, data)


@given(data=st.data())
def test_transcripts_with_wrong_values_are_judged_or_refused(data: st.DataObject):
    read_or_refuse("transcript", data.draw(mutated_json(json.loads(TRANSCRIPT), False)))


@given(data=st.data())
def test_manifests_with_wrong_values_are_refused(data: st.DataObject):
    assert read_or_refuse("manifest", data.draw(mutated_json(RUN, True)))


@given(data=st.data())
def test_records_with_wrong_values_are_refused(data: st.DataObject):
    assert read_or_refuse("record", data.draw(mutated_json(RECORD, True)))


# --- too much ---------------------------------------------------------------------------------

NESTED = {
    "patch": b"id = 'p'\nset = { 'staff.17.cost' = " + b"[" * DEEP + b"]" * DEEP + b" }",
    "transcript": b'{"format": "gah-transcript-1", "steps": ' + b"[" * DEEP + b"]" * DEEP + b"}",
    "manifest": b'{"schema": %d, "rules": ' % SCHEMA_VERSION + b"[" * DEEP + b"]" * DEEP + b"}",
    "record": b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    "weights": b"turn = " + b"[" * DEEP + b"]" * DEEP,
    "counts": b'{"seed": 1, "gaps": ' + b"[" * DEEP + b"]" * DEEP + b"}",
    "baseline": b'{"rules": ' + b"[" * DEEP + b"]" * DEEP + b"}",
    "review": b'{"format": "gah-transcript-1", "position": ' + b"[" * DEEP + b"]" * DEEP + b"}",
    "fingerprint": b'{"parts": ' + b"[" * DEEP + b"]" * DEEP + b"}",
    "training": b"stage = " + b"[" * DEEP + b"]" * DEEP,
}


@readers
@pytest.mark.parametrize("depth", [150, 400, 900, DEEP])
def test_deep_nesting_is_refused(kind: str, depth: int):
    text = NESTED[kind].replace(b"[" * DEEP, b"[" * depth).replace(b"]" * DEEP, b"]" * depth)
    text = text.replace(b'{"a":' * DEEP, b'{"a":' * depth).replace(b"}" * DEEP, b"}" * depth)
    assert read_or_refuse(kind, text)


@readers
def test_a_huge_file_is_refused_unread(kind: str, tmp_path: Path):
    file = tmp_path / "stranger"
    with file.open("wb") as stream:
        stream.truncate(1 << 30)  # a hole: it takes no room, but would if it were read
    if kind in ("manifest", "record"):
        with pytest.raises(DamagedError, match=f"larger than {MAX_BYTES}"):
            read(Folder(tmp_path), file.name)
        return
    with pytest.raises(UserError, match="larger than"):
        READERS[kind][0](file)


SECONDS = 6.0  # of processor time: the worst takes some 1 s when nothing else is at work
MEGABYTES = 250


def within_budget(kind: str, data: bytes) -> None:
    """Read or refuse a file, in bounded time and memory."""
    start = time.process_time()
    read_or_refuse(kind, data)
    assert time.process_time() - start < SECONDS
    tracemalloc.start()
    try:
        read_or_refuse(kind, data)
        assert tracemalloc.get_traced_memory()[1] < MEGABYTES << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", ["dotted key", "dotted header", "set.", "hexadecimal", "aa"])
def test_a_small_patch_does_not_exhaust_the_machine(name: str):
    within_budget("patch", hostile.TOML[name](40_000).encode())


def test_cards_that_answer_themselves_without_end_are_soon_refused():
    """A transcript may bring a patch with it, under which a step never comes to an end."""
    steps = ["die 4", "steps 0"]

    def judged(*abilities: dict[str, Any]) -> Verdict:
        document: dict[str, Any] = {
            "format": "gah-transcript-1", "players": 2, "steps": steps,
            "rules": {"patches": [{"id": "mine", "set": {"staff.14.abilities": abilities}}]},
            "position": {"turn": "Seat 1", "dice": [4], "players": {"Seat 1": {"staff": [14]}}},
        }  # fmt: skip
        return judge(document_of(document))

    gain = [{"do": "gain", "krones": 1}]
    assert not judged({"kind": "on_advance", "effects": gain}).faults  # the engine is compiled now
    start = time.process_time()
    fault = judged({"kind": "on_krones", "effects": gain}).faults[0]
    assert time.process_time() - start < SECONDS
    assert (fault.number, fault.status) == (len(steps), UNREADABLE)  # no rule forbids the step
    assert "answer each other without end" in fault.reason


@pytest.mark.long
@pytest.mark.parametrize(("kind", "name"), [
    *((kind, name) for kind in OF_TOML for name in hostile.TOML),
    *((kind, name) for kind in READERS if kind not in OF_TOML for name in hostile.JSON),
])  # fmt: skip
def test_no_file_exhausts_the_machine(kind: str, name: str):
    made = (hostile.TOML if kind in OF_TOML else hostile.JSON)[name]
    within_budget(kind, made(1_000_000).encode())


@pytest.mark.long
@pytest.mark.parametrize("seed", range(200))
def test_the_look_at_a_shape_is_linear_whatever_is_repeated(seed: int):
    small, large = (hostile.repeated(seed, size) for size in (50_000, 800_000))
    start = time.process_time()
    with suppress(UserError):
        reading.check_shape(small)
    one = time.process_time() - start
    with suppress(UserError):
        reading.check_shape(large)
    assert time.process_time() - start < max(64 * one, 1.5)


def test_a_manifest_that_promises_billions_of_shards_costs_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("COLUMNS", "200")
    path = tmp_path / manifest_name(RUN["partition"])
    path.parent.mkdir()
    path.write_bytes(checksummed.dumps({**RUN, "games": 2**31 - 1, "shard_games": 1}))
    assert cli.run(["data", "check", str(tmp_path)]) == 1
    assert "not recorded" in capsys.readouterr().out


# --- nothing is run, nothing outside is touched -----------------------------------------------


def manifest_in(root: Path, **changes: Any) -> Path:
    raw = {**RUN, **changes}
    raw.setdefault("own", {})
    raw = {key: value for key, value in raw.items() if key != "own" or value}
    path = root / manifest_name(partition_of(raw["rules"], 2, raw["policies"], raw["seed"]))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(checksummed.dumps(raw))
    return path


@pytest.mark.parametrize("own", [{}, {"evil": "0" * 12}])
def test_a_file_that_a_manifest_names_is_not_run(tmp_path: Path, own: dict[str, str]):
    evil, trace = tmp_path / "evil.py", tmp_path / "was-run"
    evil.write_text(f"open({str(trace)!r}, 'w')\ndef choose(game): return 0\n", "utf-8")
    rules = load_ruleset()
    names = [str(evil), "random"] if not own else ["evil", "random"]
    changes = {"ruleset_hash": rules.hash, "rulings": dict(rules.rulings), "policies": names}
    part = partition_of(rules.label, 2, names, 1)
    path = manifest_in(tmp_path / "data", **changes, own=own, partition=part)
    for command in ("list", "check", "repair"):
        cli.run(["data", command, str(path.parent.parent)])
    cli.run(["data", "check", "--deep", str(path.parent.parent)])
    with pytest.raises(UserError, match="file"):
        run_of(Folder(path.parent.parent), manifest_at(path), Given())
    assert not trace.exists()


@pytest.mark.parametrize(
    "partition",
    ["../../..", "/etc", "rules=revised-2021/players=2/policies=random/seed=1/..", "", "rules=*",
     "rules=revised-2021/players=2/policies=../seed=1"],
)  # fmt: skip
def test_a_partition_is_the_one_of_the_run_and_no_other_path(tmp_path: Path, partition: str):
    path = manifest_in(tmp_path, partition=partition)
    with pytest.raises(DamagedError):
        manifest_at(path)


@pytest.mark.parametrize("place", ["games", "players/rules=revised-2021", "runs/{stem}"])
def test_a_link_out_of_the_folder_is_refused(tmp_path: Path, place: str):
    path = manifest_in(tmp_path / "data")
    outside = tmp_path / "outside"
    outside.mkdir()
    link = tmp_path / "data" / place.format(stem=path.stem)
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(outside)
    with pytest.raises(DamagedError, match="leads out of the data folder"):
        manifest_at(path)


def test_names_in_a_manifest_cannot_command_a_terminal_or_a_shell(tmp_path: Path):
    for name in ("\x1b]0;owned\x07", "a\nb", "\u202e"):
        with pytest.raises(DamagedError):
            manifest_at(manifest_in(tmp_path, version=name))
    policy = "$(touch owned);random"
    part = partition_of("revised-2021", 2, [policy], 1)
    manifest_in(tmp_path / "b", policies=[policy, policy], partition=part)
    (run,) = list_runs(tmp_path / "b")
    assert f"'{policy}'" in run.command
    assert Manifest.model_validate(RUN).table == "random"
