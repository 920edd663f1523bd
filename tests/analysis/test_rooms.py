"""Rooms of final hotels, against games that are played step by step from Python."""

from __future__ import annotations

import pytest

from analysis.course.rooms import room_shares
from model import load_ruleset
from simulate import Game
from simulate.policies import chooser
from simulate.words.names import rooms_in

GAMES, PLAYERS, SEED, POLICY = 4, 3, 11, "greedy"


@pytest.mark.parametrize("side", ["night", "day"])
def test_shares_are_those_of_the_last_positions(side):
    ruleset = load_ruleset("revised-2021", boards=side)
    keys, hotels, counted = list(ruleset.boards), dict.fromkeys(ruleset.boards, 0), {}
    for number in range(GAMES):
        game = Game(ruleset, PLAYERS, SEED, number)
        pick = chooser(POLICY, game.rules)
        while not game.over:
            game.apply(pick(game))
        for one in game.state.players[:PLAYERS]:
            board = keys[int(one.board)]
            hotels[board] += 1
            for measure, mask in (
                ("occupied", one.occupied),
                ("prepared", one.occupied | one.vacant),
            ):
                for room in rooms_in(int(mask)):
                    cell = (board, room // 5 + 1, room % 5 + 1, measure)
                    counted[cell] = counted.get(cell, 0) + 1
    found = room_shares(ruleset, PLAYERS, POLICY, SEED, GAMES)
    assert set(found["board"]) == {board for board, number in hotels.items() if number}
    for _, row in found.iterrows():
        cell = (row["board"], row["floor"], row["column"], row["measure"])
        assert row["hotels"] == hotels[row["board"]]
        assert row["estimate"] == pytest.approx(counted.get(cell, 0) / row["hotels"])
        assert 0 <= row["low"] <= row["estimate"] <= row["high"] <= 1
        at = 5 * (row["floor"] - 1) + row["column"] - 1
        assert row["colour"] == ruleset.boards[row["board"]].cells[at]


def test_a_game_is_one_observation_however_many_hotels_it_has():
    """What all seats of a game do alike is seen once: intervals are no narrower for more seats."""
    ruleset = load_ruleset("revised-2021")
    found = room_shares(ruleset, PLAYERS, POLICY, SEED, 20)
    always = found[found["estimate"] == 1]
    assert len(always)
    assert (always["low"] < 0.9).all()  # Wilson's for 20 games: 0.839; for 60 hotels: 0.940
