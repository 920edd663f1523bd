"""Recorded games still take the same course. A difference is a question, not yet a fault."""

import pytest

from simulate import Game
from tests.golden.recorded import FOLDER, GAMES, new_game, read, result


def replay(name: str) -> Game:
    game, recording = new_game(name), read(name)
    for number, action in enumerate(recording["actions"], start=1):
        assert action in game.legal_words(), f"{name}, action {number}: {action!r} is not legal"
        game.apply(action)
    return game


@pytest.mark.parametrize("name", sorted(GAMES))
def test_recorded_game(name):
    game = replay(name)
    assert game.over
    assert result(game) == read(name)["result"]


@pytest.mark.parametrize("name", sorted(GAMES))
def test_recording_belongs_to_its_game(name):
    spec, options, players, seed, _ = GAMES[name]
    recording = read(name)
    head = [recording[word] for word in ("spec", "options", "players", "seed")]
    assert head == [spec, options, players, seed]


def test_recordings_are_complete_and_small():
    files = {path.stem: path for path in FOLDER.glob("*.json")}
    assert set(files) == set(GAMES)
    assert all(path.stat().st_size < 60_000 for path in files.values())
