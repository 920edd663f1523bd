"""Games go forwards and end: rounds, turns and scorings come as declared."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from hypothesis import given

from simulate import Game
from simulate.engine import codes, machine
from simulate.engine.machine import MAX_ACTIONS
from simulate.narration.transcript import MOVED, small_step
from simulate.properties.strategies.playing import choose, new_game, play
from simulate.properties.strategies.seeing import seats
from tests.clauses import clause
from tests.properties.playing import FEW, WHOLE_GAMES, holds_throughout


def turn_numbers(state: Any, rules: Any, seat: int) -> list[int]:
    """The numbers of the turn order tile that lies before a seat this round."""
    n = int(state["n_players"])
    tile = (seat - int(state["first_seat"])) % n
    return [int(number) for number in rules["turn_tiles"][n, tile]]


def most_decisions(game: Game, rules) -> int:
    """A bound on the decisions of a game: so many turns, each with so many things to decide."""
    turns = 2 * rules.game.rounds * int(game.state.n_players)
    return 60 + 100 * turns


@FEW
@given(**WHOLE_GAMES)
@clause("round.seven", "end.over")
def test_games_end_within_a_bound_after_their_last_round(drawn, n, seed):
    game = new_game(drawn, n, seed)
    rules = drawn.load()
    for _ in play(game, random.Random(seed), most_decisions(game, rules)):
        assert game.state.round_no <= rules.game.rounds
    assert game.state.round_no == rules.game.rounds


def phases(game: Game, rng: random.Random):
    """Play a random game by the engine's smallest steps, yielding the state before each of them."""
    shadow, out = game.games.copy(), np.zeros(MAX_ACTIONS, dtype=np.int32)
    while not game.over:
        action = choose(game, rng)
        game.apply(action)
        machine.apply(shadow[0], game.rules, action)
        while True:
            yield shadow[0]
            if small_step(shadow[0], game.rules, out) != MOVED:
                break
        assert shadow.tobytes() == game.games.tobytes()


@FEW
@given(**WHOLE_GAMES)
@clause("round.emperor-scorings", "emperor.vp", "final.after-last-scoring")
def test_the_emperor_scores_after_exactly_the_declared_rounds(drawn, n, seed):
    """Before each scoring the spaces are noted: they must have been worth what the rules say."""
    game, rules = new_game(drawn, n, seed), drawn.load()
    scored, due, finished = [], np.zeros(n, dtype=int), []
    for g in phases(game, random.Random(seed)):
        if g.phase == codes.PH_EMPEROR and g.step == 0 and g.top == 0:
            scored.append(int(g.round_no))
            due += [rules.tracks.emperor_vp[p.emperor] for p in seats(g)]
        elif g.phase == codes.PH_ROUND_END and g.top == 0:
            finished.append(int(g.round_no))
        elif g.phase == codes.PH_FINAL_STAFF:
            assert len(scored) == len(rules.emperor.rounds)
    assert scored == list(rules.emperor.rounds)
    assert finished == list(range(1, rules.game.rounds + 1))
    beyond = seats(game.state)["vp_by"][:, codes.VP_TRACK] - due
    step = rules.tracks.emperor_overflow_vp
    assert all(vp % step == 0 and vp // step >= 0 if step else vp == 0 for vp in beyond)


def the_lowest_number_is_to_move(watch):
    """A turn belongs to the lowest visible number of those who have not passed."""
    g = watch.now
    if watch.game.over or g["top"] != 1 or g["frames"][0]["kind"] != codes.F_TURN:
        return
    if g["frames"][0]["marks"] & (codes.T_EXTRA | codes.T_STARTED):
        return
    visible = {
        seat: turn_numbers(g, watch.rules, seat)[p["turns_taken"]]
        for seat, p in enumerate(seats(g))
        if p["turns_taken"] < 2 and not p["passed"]
    }
    who = watch.game.player
    assert visible[who] == min(visible.values()), f"seat {who} moves, visible: {visible}"


@FEW
@given(**WHOLE_GAMES)
@clause("round.turn-order", "pass.lowest-number-next", "round.tiles-to-the-left")
def test_the_lowest_visible_number_is_to_move(drawn, n, seed):
    holds_throughout(the_lowest_number_is_to_move, drawn, n, seed)


@FEW
@given(**WHOLE_GAMES)
@clause("round.two-turns", "round.ends-after-all-turns", "round.ends-without-dice")
def test_rounds_end_when_all_had_two_turns_or_no_die_is_left(drawn, n, seed):
    no_dice_ends_it = drawn.load().procedure.no_dice_turn == "round-ends"
    for g in phases(new_game(drawn, n, seed), random.Random(seed)):
        if g.phase == codes.PH_ROUND_END and g.top == 0:
            all_played = (seats(g)["turns_taken"] == 2).all()
            assert all_played or (no_dice_ends_it and g.dice_left == 0)
