"""An observation says what the seat may know, all of it under the right name, and nothing else."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given

from simulate import Game
from simulate.encoding import Observer
from simulate.properties.strategies.playing import new_game, positions
from tests.policies.positions import program, sample
from tests.properties.hidden import (
    with_another_future,
    with_other_cards_hidden,
    with_other_rolls,
)
from tests.properties.playing import FEW, WHOLE_GAMES


@FEW
@given(**WHOLE_GAMES)
def test_no_seat_sees_what_is_hidden_from_it_or_what_will_come(drawn, n, seed):
    game, rng = new_game(drawn, n, seed), random.Random(seed)
    observer = Observer(game.rules)
    for here in positions(game, rng, 10):
        for seat in range(n):
            seen = observer(here, seat)
            assert np.array_equal(seen, observer(with_other_cards_hidden(here, rng, seat), seat))
            assert np.array_equal(seen, observer(with_another_future(here), seat))
            assert np.array_equal(seen, observer(with_other_rolls(here), seat))
            assert (seen >= observer.low).all()
            assert (seen <= observer.high).all()


def test_every_entry_has_a_name_of_its_own():
    for number, _ in sample(12):
        observer = Observer(program(number)[0])
        assert len(set(observer.names)) == len(observer)
        assert (observer.low < observer.high).all()


def seen(game: Game, seat: int) -> dict[str, float]:
    """What a seat sees by name, without the zeros."""
    observer = Observer(game.rules)
    vector = observer(game, seat)
    return {observer.names[i]: float(vector[i]) for i in np.flatnonzero(vector)}


def test_entries_say_what_lies_there():
    for number, game in sample(24):
        state, rules = game.state, game.rules
        n = int(state.n_players)
        for seat in range(n):
            told = seen(game, seat)
            for behind, who in enumerate(("you", "1 on", "2 on", "3 on")[:n]):
                p = state.players[(seat + behind) % n]
                assert told.get(f"{who}: krones", 0) == p.krones
                assert told.get(f"{who}: vp", 0) == p.vp
                assert told.get(f"{who}: kitchen: wine", 0) == p.kitchen[2]
                rooms = [name for name in told if name.startswith(f"{who}: vacant: ")]
                assert len(rooms) == int(p.vacant).bit_count()
                for table, guest in enumerate(p.cafe):
                    title = f"{who}: table {table + 1}, guest {rules.guest_number[guest]}"
                    assert (title in told) == (guest >= 0)
                for card in p.staff[: p.staff_size]:
                    assert told[f"{who}: in play: staff {rules.staff_number[card]}"] == 1
            me = state.players[seat]
            hand = {f"your hand: staff {rules.staff_number[i]}" for i in me.hand[: me.hand_size]}
            assert {name for name in told if name.startswith("your hand")} == hand
            assert ("decides: you" in told) == (seat == game.player)
            row = [f"row {i + 1}, guest {rules.guest_number[g]}" for i, g in enumerate(state.row)]
            assert all(name in told for name, g in zip(row, state.row) if g >= 0), number
            assert told.get("dice_left", 0) == state.dice_left


def test_a_seat_is_seen_from_where_one_sits():
    for _, game in sample(12):
        n = int(game.state.n_players)
        mine, other = seen(game, 0), seen(game, 1)
        last = f"{n - 1} on: "
        assert {k[5:]: v for k, v in mine.items() if k.startswith("you: ")} == {
            k.removeprefix(last): v for k, v in other.items() if k.startswith(last)
        }


def test_whoever_decides_is_told_and_what_after_the_end_nothing_is_open():
    game = Game(program(1), 2, 1)
    assert seen(game, game.player)["decides: you"] == 1
    assert seen(game, 1 - game.player)["decides: 1 on"] == 1
    assert seen(game, game.player)["decision: free guest"] == 1
    while not game.over:
        game.apply(game.legal()[0])
    told = seen(game, 0)
    assert told["phase: over"] == 1
    assert not [name for name in told if name.startswith(("decides", "decision", "mask"))]
