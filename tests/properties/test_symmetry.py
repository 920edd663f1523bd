"""No seat is special: a position turned round the table is played in the same way.

Seats matter only by the round: the turn order tiles move on by one seat a round. So a position is
moved on by some seats *and* by as many rounds, under rules whose calendar is later by as many.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from simulate import Game
from simulate.engine import codes
from simulate.policies import chooser
from tests.properties.patches import toml_text
from tests.properties.playing import FEW, WHOLE_GAMES, choose, new_game, play
from tests.properties.rulesets import Drawn
from tests.properties.seeing import seats

MOST_ROUNDS = 12
DECISIONS = 120  # that both games are followed


def later(drawn: Drawn, rounds: int) -> Drawn:
    """The same rules with all rounds ``rounds`` later."""
    rules = drawn.load()
    calendar = {
        "game.rounds": rules.game.rounds + rounds,
        "emperor.rounds": [r + rounds for r in rules.emperor.rounds],
    }
    return drawn.with_patch(toml_text({"set": calendar}, "later"))


def rotated(game: Game, program: Any, by: int) -> Game:
    """The position with everything of a seat moved on ``by`` seats, and as many rounds later."""
    n = int(game.state.n_players)
    twin = Game(program, n)
    twin.games[:] = game.games
    g = twin.state
    for seat in range(n):
        g.players[(seat + by) % n] = game.state.players[seat]
    for frame in g.frames[: g.top]:
        frame.player = (frame.player + by) % n
    for entry in g.log[: g.log_size]:
        entry.seat = (entry.seat + by) % n
    g.round_no += by
    twin.refresh()
    return twin


def give_same_dice(twin: Game, game: Game) -> None:
    """Rolls are tied to the round's number: give the later game what the other rolled."""
    assert twin.state.dice_left == game.state.dice_left
    assert twin.state.rolls == game.state.rolls
    twin.state.dice[:] = game.state.dice
    twin.refresh()


def compare(twin: Game, game: Game, by: int) -> None:
    n = int(game.state.n_players)
    # Cards of other hotels that a final-scoring card may copy are listed in the order of seats.
    assert sorted(twin.legal()) == sorted(game.legal())
    assert twin.over == game.over
    if not game.over:
        assert twin.player == (game.player + by) % n
    for seat in range(n):
        mine, theirs = game.state.players[seat], twin.state.players[(seat + by) % n]
        assert mine.tobytes() == theirs.tobytes()
    for name in ("row", "dice", "guest_deck", "staff_deck", "markers", "dice_left", "phase"):
        assert (twin.state[name] == game.state[name]).all(), name


@FEW
@given(**WHOLE_GAMES, by=st.integers(1, 3), where=st.floats(0, 1))
def test_a_position_turned_round_the_table_is_the_same_game(drawn, n, seed, by, where):
    by %= n
    assume(by and drawn.load().game.rounds + by <= MOST_ROUNDS)
    game, rng = new_game(drawn, n, seed), random.Random(seed)
    copies = [game.copy() for _ in play(game, rng) if game.state.round_no > 0]
    here = copies[int(where * (len(copies) - 1))]
    twin = rotated(here, later(drawn, by).program(), by)
    compare(twin, here, by)
    policies = {}
    for name in ("greedy", "politician"):
        policies[name] = chooser(name, here.rules), chooser(name, twin.rules)
    for _ in range(DECISIONS):
        if here.over:
            break
        if twin.legal() == here.legal():  # the order breaks exact ties
            for mine, theirs in policies.values():
                assert theirs(twin) == mine(here)
        action, rolled = choose(here, rng), (here.state.round_no, here.state.rolls)
        here.apply(action)
        twin.apply(action)
        if (here.state.round_no, here.state.rolls) != rolled and not here.over:
            give_same_dice(twin, here)
        compare(twin, here, by)
    if here.over:
        assert twin.scores() == [here.scores()[(seat - by) % n] for seat in range(n)]
        assert twin.ranks() == [here.ranks()[(seat - by) % n] for seat in range(n)]


@pytest.mark.parametrize("n", [2, 3, 4])
def test_each_seat_starts_in_turn(n):
    """A guard for the rotation above: round by round the first turn moves on by one seat."""
    game, starters = new_game(Drawn(), n, 7), {}
    rng = random.Random(7)
    for _ in play(game, rng):
        if game.state.phase == codes.PH_TURNS:
            starters.setdefault(int(game.state.round_no), game.player)
    assert starters == {r: (r - 1) % n for r in range(1, 8)}
    assert (seats(game.state)["turns_taken"] <= 2).all()
