"""One store: runs and studies in one folder do not get in each other's way; runs are removed."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import pytest

from simulate.data.sections import stores
from tests.commands.recording import Gah, digests, options

CARDS = ("study", "cards", "--policy", "random", "--kind", "staff", "--players", 2, "--games", 40,
         "--workers", 1)  # fmt: skip


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, which tests stand in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def record(gah: Gah, *words: object) -> None:
    status, _, err = gah(*words)
    assert (status, err) == (0, "")


def test_runs_and_studies_share_a_folder_in_which_nothing_is_wrong(here: Path, gah: Gah):
    record(gah, *options(Path("data"), games=60))
    record(gah, *options(Path("data/mine"), games=20))
    record(gah, *CARDS)
    record(gah, "study", "timing", "--policy", "random", "--players", 2, "--deals", 2,
           "--workers", 1)  # fmt: skip
    record(gah, "study", "restrict", "--deals", 2, "--workers", 1)
    assert set(stores("data")) == {"", "mine", "studies/cards", "studies/restrict"}
    status, text, err = gah("data", "check", "data")
    assert (status, err) == (0, "")
    assert "nothing wrong" in text
    _, listed, _ = gah("data", "list", "data")
    assert "studies/cards" in listed
    assert "mine" in listed
    # What is wrong in a section is still found, and named from the folder.
    shard = next(Path("data/studies/cards/players").rglob("*.parquet"))
    shard.write_bytes(shard.read_bytes()[:-1])
    Path("data/strange.txt").touch()
    status, text, _ = gah("data", "check", "data")
    assert status == 1
    assert str(shard.relative_to("data")) in text
    assert "strange.txt" in text
    assert gah("data", "repair", "data", "--workers", 1)[0] == 1  # a person decides of the text
    Path("data/strange.txt").unlink()
    assert gah("data", "check", "data")[0] == 0


def test_studies_of_a_folder_inside_are_found_as_well(here: Path, gah: Gah):
    record(gah, *options(Path("data/mine"), games=20))
    record(gah, *CARDS, "--data", "data/mine/studies/cards")
    record(gah, *CARDS, "--data", "data/alone/studies/cards")
    known = {"mine", "mine/studies/cards", "alone/studies/cards"}
    assert set(stores("data")) == known
    assert gah("data", "check", "data")[0] == 0
    for section in known:
        shard = next(Path("data", section, "players").rglob("*.parquet"))
        before = shard.read_bytes()
        shard.write_bytes(before[:-1])
        status, text, _ = gah("data", "check", "data")
        assert status == 1
        assert str(shard.relative_to("data")) in text
        shard.write_bytes(before)


def test_folders_of_earlier_versions_are_read_where_they_are(here: Path, gah: Gah):
    record(gah, *CARDS)
    before = digests(Path("data/studies/cards"))
    shutil.move("data/studies/cards", "data/cards")
    shutil.rmtree("data/studies")
    record(gah, *options(Path("data"), games=60))  # whose table of cards lies beside it
    record(gah, *options(Path("data/games"), games=60))  # where `gah simulate` wrote once
    _, text, _ = gah(*CARDS)
    assert "40 games, all of them recorded already" in text
    assert before.items() <= digests(Path("data/cards")).items()
    assert not Path("data/studies").exists()
    assert set(stores("data")) == {"", "cards", "games"}
    status, text, _ = gah("data", "check", "data")
    assert "nothing wrong" in text
    assert status == 0


@pytest.mark.parametrize("answer", ["n\n", "\n"])
def test_who_is_asked_and_declines_removes_nothing(
    answer: str, here: Path, gah: Gah, monkeypatch: pytest.MonkeyPatch
):
    record(gah, *options(Path("data"), games=20))
    before = digests(here / "data")
    monkeypatch.setattr("sys.stdin", io.StringIO(answer))
    status, text, err = gah("data", "remove", "data", "--all")
    assert (status, err) == (0, "")
    assert text.endswith("nothing was removed\n")
    assert digests(here / "data") == before


def test_without_an_answer_nothing_is_removed_and_the_way_is_named(
    here: Path, gah: Gah, monkeypatch: pytest.MonkeyPatch
):
    record(gah, *options(Path("data"), games=20))
    before = digests(here / "data")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    status, _, err = gah("data", "remove", "data", "--all")
    assert status == 2
    assert err.strip().endswith("nothing was removed; --yes removes without asking")
    assert digests(here / "data") == before


def test_a_run_is_removed_whole_and_alone(here: Path, gah: Gah):
    record(gah, *options(Path("data"), games=250))
    kept = digests(here / "data")
    record(gah, *options(Path("data"), "--players", 3, games=120))
    record(gah, *options(Path("data"), "--seed", 5, games=120))
    assert gah("data", "remove", "data")[0] == 2  # which?
    assert gah("data", "remove", "data", "--players", 4, "--yes")[0] == 2  # none
    status, text, _ = gah("data", "remove", "data", "--players", 3, "--yes")
    assert (status, "1 run, 120 games" in text) == (0, True)
    assert gah("data", "remove", "data", "--seed", 5, "--yes")[0] == 0
    assert digests(here / "data") == kept
    status, text, _ = gah("data", "check", "data")
    assert (status, "nothing wrong" in text) == (0, True)


def test_the_summary_describes_what_is_chosen(here: Path, gah: Gah):
    record(gah, *options(Path("data"), "--same-deal", 2, games=250, policy="greedy,random"))
    record(gah, *options(Path("data"), games=120))
    status, text, err = gah("data", "summary", "data")
    assert (status, err) == (0, "")
    assert "2 runs, 370 games" in text
    assert "2 games in a row share a deal" in text
    _, text, _ = gah("data", "summary", "data", "--policy", "random")
    assert "greedy" not in text
    assert text.count("seat ") == 2
