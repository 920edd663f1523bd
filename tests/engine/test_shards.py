"""How a shard is played: what is told of it while it goes on."""

from itertools import count
from pathlib import Path

import pytest

from model import load_ruleset
from simulate.batch.runner import Run
from simulate.playing import player

GAMES = 100


@pytest.fixture
def reports(monkeypatch):
    """Tells after how many games each progress is reported, if calls take so many seconds."""

    def told(seconds: float) -> list[int]:
        ticks = count()
        monkeypatch.setattr(player, "perf_counter", lambda: seconds * next(ticks))
        run = Run(load_ruleset("revised-2021"), 2, "random", GAMES, 1, Path("unused"))
        sizes: list[int] = []
        rows = player.Player(run.job().games).play(
            0, GAMES, lambda games, players: sizes.append(len(games))
        )
        assert sum(sizes) == len(rows[0]) == GAMES
        return sizes

    return told


def test_long_games_are_told_of_one_by_one(reports):
    assert reports(60.0) == [1] * GAMES


def test_short_games_are_told_of_at_intervals_of_time(reports):
    assert reports(0.0) == [1, 2, 4, 8, 16, 32, 37]
