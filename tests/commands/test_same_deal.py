"""`gah simulate --same-deal N [--own-chance]`: mirrored seats, and dice shared or not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reports import cli
from tests.commands.recording import Gah, files, metadata, options, query, shards

CARDS = """select game, seat, list(card order by card) from cards
    where came = 'dealt' group by all order by all"""
SET_UP = "select emperor_a, emperor_b, emperor_c, politics_a, politics_b, politics_c from games"
RESULTS = "select game, seat, vp, tie_break from players order by all"


def simulated(out: Path, *more: object, policy: str) -> Path:
    words = options(out, "--same-deal", 2, *more, games=60, policy=policy)
    assert cli.run([str(word) for word in words]) == 0
    return out


@pytest.fixture(scope="module")
def mirrored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return simulated(tmp_path_factory.mktemp("mirrored"), policy="greedy,politician")


@pytest.fixture(scope="module")
def alike(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return simulated(tmp_path_factory.mktemp("alike"), policy="greedy")


@pytest.fixture(scope="module")
def rerolled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return simulated(tmp_path_factory.mktemp("rerolled"), "--own-chance", policy="greedy")


def test_the_column_deal_numbers_the_deals(mirrored: Path):
    for table in ("games", "players"):
        found = query(mirrored, f"select distinct game, deal from {table} order by game")
        assert found == [(game, game // 2) for game in range(60)]


def test_the_two_games_of_a_deal_have_the_same_set_up(mirrored: Path):
    tiles = query(mirrored, SET_UP + " order by game")
    hands = {(game, seat): cards for game, seat, cards in query(mirrored, CARDS)}
    for game in range(0, 60, 2):
        assert tiles[game] == tiles[game + 1]
        for seat in (0, 1):
            assert hands[game, seat] == hands[game + 1, seat]
    assert len({tuple(hands[game, 0]) for game in range(0, 60, 2)}) > 25  # deals differ


def test_the_two_games_of_a_deal_have_the_seats_swapped(mirrored: Path):
    found = query(mirrored, "select game, seat, policy::varchar from players order by all")
    table = ("greedy", "politician")
    assert found == [(g, s, table[(s + g) % 2]) for g in range(60) for s in (0, 1)]


def halves(out: Path) -> list[list[object]]:
    """Results of the first and of the second games of all deals."""
    rows = query(out, RESULTS)
    return [[row[1:] for row in rows if row[0] % 2 == second] for second in (0, 1)]


def test_one_policy_plays_the_same_game_twice(alike: Path):
    first, second = halves(alike)
    assert first == second


def test_with_its_own_chance_it_plays_another(rerolled: Path):
    first, second = halves(rerolled)
    assert sum(a == b for a, b in zip(first, second, strict=True)) < 10
    hands = {(game, seat): cards for game, seat, cards in query(rerolled, CARDS)}
    assert all(hands[game, 0] == hands[game + 1, 0] for game in range(0, 60, 2))


@pytest.mark.parametrize(
    ("fixture", "policy", "more"),
    [
        ("mirrored", "greedy,politician", ()),
        ("rerolled", "greedy", ("--own-chance",)),
    ],
)
def test_play_tells_the_recorded_game(
    fixture: str, policy: str, more: tuple[str, ...], request: pytest.FixtureRequest, gah: Gah
):
    out = request.getfixturevalue(fixture)
    for game in (6, 7):
        words = ("play", "--players", 2, "--policy", policy, "--game", game, "--same-deal", 2)
        status, text, _ = gah(*words, *more)
        assert status == 0
        recorded = f"select seat, policy::varchar, vp from players where game = {game}"
        for seat, name, vp in query(out, recorded):
            assert f"Seat {seat + 1} ({name}): {vp} VP" in text


def test_the_manifest_and_every_file_say_so(mirrored: Path, rerolled: Path):
    for out, own_chance in ((mirrored, False), (rerolled, True)):
        (manifest,) = (path for path in files(out) if path.parent.name == "runs")
        raw = json.loads(manifest.read_text("utf-8"))
        for said in (raw, metadata(shards(out)[0])):
            assert (said["same_deal"], said["own_chance"]) == (2, own_chance)


def test_another_way_to_share_deals_is_another_run(mirrored: Path, gah: Gah):
    words = options(mirrored, "--same-deal", 3, games=60, policy="greedy,politician")
    status, _, err = gah(*words)
    assert status == 2
    assert "same_deal is 2, not 3" in err
