"""Nothing that lies on disk runs a program, leads elsewhere, blocks, or ends in a traceback."""

from __future__ import annotations

import itertools
import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from simulate.base.cache import root
from simulate.data.manifest import Manifest
from tests.security import attacks
from tests.security.attacks import REPLACED, Said, Workspace

CACHE = str(root())
"""Where compiled code is, which should not be compiled again for each copy's user."""

MEMORY = Path("/dev/shm")
"""Memory as a file system. Thousands of folders are removed: on a disk, a quarter of the time."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """The workspace as the suite wrote it; tests attack copies."""
    return attacks.workspace(tmp_path_factory.mktemp("space"))


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """A folder of a short name: the names of runs hold it, and file systems limit them."""
    roomy = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > 2**30
    with tempfile.TemporaryDirectory(prefix="gah-", dir=MEMORY if roomy else None) as folder:
        yield Path(folder)


@pytest.fixture
def space(made: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workspace]:
    """A copy whose user lives in it, and whose traces are its own."""
    yield from copied(made, tmp_path / "copy", monkeypatch)


def copied(
    made: Workspace, path: Path, monkeypatch: pytest.MonkeyPatch, document: Path | None = None
) -> Iterator[Workspace]:
    """A copy; for an attack on one document, of the saved answers only those that it belongs to:
    a report would read all others again, unchanged, for each attack."""

    def others(folder: str, names: list[str]) -> list[str]:
        if document is None or Path(folder) != made.longer:
            return []
        return [one for one in names if made.longer / one not in (made.path / document).parents
                and (made.longer / one).is_dir()]  # fmt: skip

    shutil.copytree(made.path, path, ignore=others)
    mine = Workspace(path)
    evil = attacks.EVIL.format(trace=str(mine.trace)).encode()
    for place in (mine.outside, path):
        (place / "evil.py").write_bytes(evil)
    mine.made = {one.name: one.read_bytes() for one in mine.outside.iterdir()}
    monkeypatch.chdir(path)
    monkeypatch.setenv("GAH_CACHE_DIR", CACHE)
    monkeypatch.setenv("HOME", str(path))
    yield mine


def assert_harmless(space: Workspace, what: str, said: Said) -> None:
    """Nothing was run or touched, nothing blocked, and an error is one line."""
    assert not space.trace.exists(), f"{what}: a program was run"
    assert space.untouched(), f"{what}: something outside of the folder was changed"
    assert not said.raised, f"{what}: {said.raised}"
    assert said.status in (0, 1, 2), f"{what}: status {said.status}"
    assert "Traceback" not in said.out + said.err, what
    if said.status == 2:
        line = said.err or said.out
        assert line.startswith("gah: "), f"{what}: {line!r}"
        assert line.count("\n") == 1, f"{what}: {line!r}"


# --- names of files in every text of every document --------------------------------------------


def attack_by_name(
    made: Workspace, folder: Path, monkeypatch: pytest.MonkeyPatch,
    place: tuple[Path, tuple[Any, ...]], at: int,
) -> int:  # fmt: skip
    """Forge one text of one document in one way; returns how many commands were tried on it."""
    document, way = place
    for space in copied(made, folder, monkeypatch, document):
        raw = json.loads((space.path / document).read_bytes())
        name = attacks.names(space)[at]
        attacks.forge(space, space.path / document, attacks.with_text(raw, way, name))
        games = document.parts[0] == "data" and "runs" in document.parts
        readers = attacks.of_games(space) if games else attacks.of_notes(space, document)
        for command, read in readers.items():
            assert_harmless(space, f"{document} {way} = {name!r}: {command}", read())
    shutil.rmtree(folder)
    return len(readers)


def test_no_text_in_a_document_runs_a_program(
    made: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Every field once, by one of the names in turn."""
    ways = len(attacks.names(made))
    for number, place in enumerate(attacks.places(made)):
        attack_by_name(made, tmp_path / str(number), monkeypatch, place, number % ways)


@pytest.mark.long
@pytest.mark.parametrize("at", range(17))
def test_no_text_in_any_document_runs_a_program(
    made: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int
):
    """Every field by every name."""
    assert len(attacks.names(made)) == 17
    for number, place in enumerate(attacks.places(made)):
        attack_by_name(made, tmp_path / str(number), monkeypatch, place, at)


def test_the_documents_hold_every_field_that_a_manifest_may_have(made: Workspace):
    held = {
        key for path in (made.data / "runs").glob("*.json") for key in json.loads(path.read_bytes())
    }
    named = {one.alias or name for name, one in Manifest.model_fields.items()}
    assert named <= held


def test_the_attack_succeeds_where_text_is_run(space: Workspace, monkeypatch: pytest.MonkeyPatch):
    """The control: with text parsed where it is played, as a careless reader would, the same forged
    manifest runs the file."""
    from simulate import policies
    from simulate.batch import replay

    (path,) = (space.data / "runs").glob("*seed=1.json")
    raw = json.loads(path.read_bytes())
    raw["policies"] = [f"{space.path / 'evil.py'} "] * 2
    attacks.forge(space, path, raw)
    monkeypatch.setattr(replay, "registered", lambda name: policies.named(name)[0])
    attacks.run(["data", "check", "--deep", str(space.data)])
    assert space.trace.exists()


# --- what is no file, in the place of each ------------------------------------------------------

HARMLESS = {("lock", "an empty file"), ("lock", "a huge file")}
"""What a lock may be, whatever it holds."""


def kinds_of_files(made: Workspace) -> list[Path]:
    """One file of each kind that recorded games have."""
    found = {
        "manifest": next((made.data / "runs").glob("*seed=1.json")),
        "lock": next((made.data / "runs").glob("*seed=1.lock")),
        "record": next((made.data / "runs").rglob("*seed=1/shard-00000.json")),
    }
    for table in ("games", "players", "cards"):
        found[table] = next((made.data / table).rglob("seed=1/shard-00000.parquet"))
    return [path.relative_to(made.path) for path in found.values()]


@pytest.mark.parametrize("kind", REPLACED)
def test_a_file_of_recorded_games_may_be_anything(
    made: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
):
    for number, (name, command) in enumerate(
        itertools.product(kinds_of_files(made), attacks.of_games(made))
    ):
        for space in copied(made, tmp_path / str(number), monkeypatch):
            attacks.replace(space.path / name, kind, space)
            said = attacks.of_games(space)[command]()
            assert_harmless(space, f"{name} is {kind}: {command}", said)
            if command == "data check" and (name.suffix[1:], kind) not in HARMLESS:
                assert said.status == 1, f"{name} is {kind}: {command} found nothing wrong"
            shutil.rmtree(space.path)


def files_of_answers(made: Workspace) -> list[Path]:
    """The note of each study's answer, and one of its tables, which are all read alike."""
    found: dict[tuple[str, str], Path] = {}
    for path in sorted(made.longer.rglob("*.*")):
        found.setdefault((path.parent.name.partition("-")[0], path.suffix), path)
    return [one.relative_to(made.path) for one in found.values()]


@pytest.mark.parametrize("kind", REPLACED)
def test_a_note_or_a_saved_answer_may_be_anything(
    made: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
):
    notes = [one.relative_to(made.path) for one in made.data.glob("*.json")]
    for number, name in enumerate((*notes, *files_of_answers(made))):
        for space in copied(made, tmp_path / str(number), monkeypatch, name):
            attacks.replace(space.path / name, kind, space)
            for command, read in attacks.of_notes(space, name).items():
                assert_harmless(space, f"{name} is {kind}: {command}", read())
            shutil.rmtree(space.path)


def files_a_user_names(space: Workspace) -> dict[str, Callable[[Path], list[str]]]:
    """Commands that take a file that a stranger may have sent."""
    train = ["players", "train", "--out", str(space.path / "w")]
    return {
        "patch": lambda file: ["rules", "show", "revised-2021", "--patch", str(file)],
        "transcript": lambda file: ["referee", str(file)],
        "review": lambda file: ["review", str(file)],
        "weights": lambda file: [*train, "--from", str(file)],
        "settings": lambda file: [*train, "--settings", str(file)],
        "baseline": lambda file: ["check", "bench", "--baseline", str(file)],
        "fingerprint": lambda file: ["check", "fingerprint", "--against", str(file)],
        "counts": lambda file: ["rules", "gaps", "--counts", str(file)],
        "data": lambda file: ["data", "check", str(file)],
    }


@pytest.mark.parametrize("kind", sorted(set(REPLACED) - {"a link to the same content"}))
def test_a_file_that_a_user_names_may_be_anything(space: Workspace, kind: str):
    for what, words in files_a_user_names(space).items():
        file = space.path / f"{what}.file"
        file.touch()
        attacks.replace(file, kind, space)
        said = attacks.run(words(file))
        assert_harmless(space, f"{what} is {kind}", said)
        assert "o such option" not in said.err, what
        if kind != "an empty file":  # to some, that is a document without anything in it
            assert said.status, f"{what} is {kind}: accepted"
