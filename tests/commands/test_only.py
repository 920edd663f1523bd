"""`gah simulate --only`: the deals that set a component out, as a run of all deals plays them."""

from __future__ import annotations

from pathlib import Path

import pytest

from analysis import open_tree
from model import UserError
from reports import cli
from tests.commands.recording import Gah, assert_refused, query

TILE = "emperor_tile.C1"
FILES = ("games", "players", "cards")


def typed(out: Path, games: int, *more: object) -> list[str]:
    words = ("simulate", "--players", 2, "--policy", "random", "--games", games, "--workers", 1,
             "--shard-games", 20, "--quiet", "--out", out, *more)  # fmt: skip
    return [str(word) for word in words]


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All deals."""
    out = tmp_path_factory.mktemp("every")
    assert cli.run(typed(out, 200)) == 0
    return out


@pytest.fixture(scope="module")
def some(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Those with a tile."""
    out = tmp_path_factory.mktemp("some")
    assert cli.run(typed(out, 30, "--only", TILE)) == 0
    return out


def test_they_are_the_games_of_all_deals_in_which_it_lies_there(every: Path, some: Path):
    there = query(every, "select deal from games where emperor_c = 'C1' order by deal limit 30")
    assert query(some, "select deal from games order by game") == there
    assert query(some, "select game from games order by game") == [(n,) for n in range(30)]
    for table in FILES:
        asked = f"select g.deal, c.* exclude (game) from {table} as c join games as g using (game)"
        found, wanted = (
            sorted(str(row) for row in query(out, asked) if row[:1] in there)
            for out in (some, every)
        )
        assert len(found) >= 30
        assert found == wanted, table


def test_a_run_that_was_stopped_goes_on_to_the_same_bytes(some: Path, tmp_path: Path):
    for games in (7, 30):
        assert cli.run(typed(tmp_path, games, "--only", TILE)) == 0
    whole = {p.relative_to(some): p.read_bytes() for p in some.rglob("*.parquet")}
    assert len(whole) == 6
    assert {p.relative_to(tmp_path): p.read_bytes() for p in tmp_path.rglob("*.parquet")} == whole


def test_it_can_be_verified_by_playing_again(some: Path, gah: Gah):
    status, text, err = gah("data", "check", some, "--deep", "--sample", 2)
    assert (status, err) == (0, ""), text + err


def test_the_list_of_runs_says_so(some: Path, gah: Gah):
    status, text, _ = gah("data", "list", some)
    assert status == 0
    assert "complete, only deals with emperor_tile.C1" in " ".join(text.replace("│", " ").split())


def test_who_asks_for_all_deals_is_refused(every: Path, some: Path, gah: Gah):
    with pytest.raises(UserError, match=r"it contains only deals with emperor_tile\.C1, not all"):
        open_tree(some, threads=1)
    with pytest.raises(UserError, match="it contains all deals, not those with"):
        open_tree(every, threads=1, only=[TILE])
    with open_tree(some, threads=1, only=[TILE]) as tree:
        assert tree.runs[0].command.endswith("--only emperor_tile.C1")
    assert_refused(gah(*typed(some, 30)), "this folder contains another run of that name (only is")
    assert_refused(gah(*typed(every, 30, "--only", TILE)), "another run of that name (only is")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--only", "emperor_tile.C9"), "has no such component"),
        (("--only", "staff.17"), "has no such component"),
        (("--only", TILE, "--rules", "revised-2021+unique-hotels"), "with hotel entrances all"),
        (("--only", TILE, "--same-deal", 2), "cannot be combined with --same-deal or --until"),
        (("--only", TILE, "--until", "ci=1vp"), "cannot be combined with --same-deal or --until"),
    ],
)
def test_what_is_not_known_by_the_seed_alone_is_refused(
    more: tuple[object, ...], words: str, tmp_path: Path, gah: Gah
):
    out = tmp_path / "data"
    assert_refused(gah(*typed(out, 30, *more)), words)
    assert not out.exists()  # a record would refuse the games that are asked for next
