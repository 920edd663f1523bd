"""No seat is special: a position turned round the table is played in the same way.

Seats matter only by the starting player of the round, who is turned with them.
"""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from simulate import Game
from simulate.engine import codes
from simulate.policies import worth_tables
from simulate.policies.evaluation import position_worth
from simulate.properties.strategies.playing import choose, new_game, play
from simulate.properties.strategies.rulesets import Drawn
from simulate.properties.strategies.seeing import seats
from tests.properties.playing import FEW, WHOLE_GAMES

SHARED = (
    "row", "dice", "guest_deck", "staff_deck", "markers", "dice_left", "phase", "round_no",
    "coloured_face", "lounge", "lounge_waited", "celebrity_deck", "ballrooms",
)  # fmt: skip
DECISIONS = 120  # that both games are followed


def turned(seats: int, by: int, n: int) -> int:
    """A bit set of seats moved on ``by`` seats."""
    return sum(1 << (seat + by) % n for seat in range(n) if seats >> seat & 1)


def rotated(game: Game, by: int) -> Game:
    """The position with everything of a seat moved on ``by`` seats."""
    n = int(game.state.n_players)
    twin = game.copy()
    g = twin.state
    for seat in range(n):
        g.players[(seat + by) % n] = game.state.players[seat]
    for frame in g.frames[: g.top]:
        frame.player = (frame.player + by) % n
    for entry in g.log[: g.log_size]:
        entry.seat = (entry.seat + by) % n
    g.first_seat = (g.first_seat + by) % n
    if g.key_holder >= 0:
        g.key_holder = (g.key_holder + by) % n
    for guest, kept in enumerate(game.state.guest_kept):
        g.guest_kept[guest] = int(kept) & 1 | turned(int(kept) >> 1, by, n) << 1
    twin.refresh()
    return twin


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
    for name in SHARED:
        assert (twin.state[name] == game.state[name]).all(), name


@FEW
@given(**WHOLE_GAMES, by=st.integers(1, 3), where=st.floats(0, 1))
def test_a_position_turned_round_the_table_is_the_same_game(drawn, n, seed, by, where):
    by %= n
    assume(by)
    game, rng = new_game(drawn, n, seed), random.Random(seed)
    copies = [game.copy() for _ in play(game, rng) if game.state.round_no > 0]
    here = copies[int(where * (len(copies) - 1))]
    twin = rotated(here, by)
    compare(twin, here, by)
    cast = ("greedy", "politician")
    tables = [worth_tables(game.rules, cast, n) for game in (here, twin)]
    for _ in range(DECISIONS):
        if here.over:
            break
        for who, (mine, theirs) in product(range(n), zip(*tables)):  # choices are by lots of seats
            worth = position_worth(here.state, here.rules, mine, who)
            turned = position_worth(twin.state, twin.rules, theirs, (who + by) % n)
            assert turned == pytest.approx(worth, rel=1e-12)  # rivals are added up in another order
        action = choose(here, rng)
        here.apply(action)
        twin.apply(action)
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
