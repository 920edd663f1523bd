"""What is kept of the course of a game: scores round by round, dead turns, choices."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

import pytest

from model import load_ruleset
from simulate import Game, policies
from simulate.batch.runner import Run
from simulate.engine import codes as c
from simulate.engine.course import (
    COMPARED,
    gained,
    more_dancers,
    more_goods,
    note_choice,
    turn_begins,
    turn_ends,
)
from simulate.engine.state import new_games
from simulate.playing.player import Player
from tests.scenarios.table import Table

GAMES, SEED = 12, 3
FINAL = ("VP_FLOORS", "VP_LEFTOVERS", "VP_STRANDED")
TABLES = [
    ("original-2015", 2, "random"),
    ("revised-2021+ballrooms+start-player", 3, "greedy,random,random"),
]


# -- recorded rounds against the game played step by step ------------------------------------------


def replayed(game: Game, choosers: list[Callable[[Game], int]]) -> list[tuple[list[int], int, int]]:
    """Of each seat its scores by round, choices and options, from what a player at it sees."""
    n = game.state.n_players
    rounds: list[list[int]] = [[] for _ in range(n)]
    choices, options = [0] * n, [0] * n
    while not game.over:
        who, legal, before = game.player, game.legal(), int(game.state.round_no)
        if len(legal) > 1 and game.state.frames[0].kind == c.F_TURN:
            choices[who] += 1
            options[who] += len(legal)
        game.apply(choosers[who](game) if len(legal) > 1 else legal[0])
        if before and not game.over and int(game.state.round_no) > before:
            for seat in range(n):
                rounds[seat].append(game.scores()[seat])
    for seat in range(n):
        rounds[seat].append(before_the_final_scoring(game, seat))
    return list(zip(rounds, choices, options, strict=True))


def before_the_final_scoring(game: Game, seat: int) -> int:
    """The score less what only the end brings: floors, leftovers, guests left, some cards."""
    p, rules = game.state.players[seat], game.rules
    last = sum(int(p.vp_by[getattr(c, name)]) for name in FINAL)
    log = game.state.log[: game.state.log_size]
    for entry in log[(log["seat"] == seat) & (log["kind"] == c.LOG_STAFF)]:
        if rules.staff_timing[entry["card"]] == c.END:
            last += int(entry["vp"])
    return int(p.vp) - last


@pytest.mark.parametrize(("spec", "players", "table"), TABLES)
def test_recorded_rounds_are_those_of_the_game_played_step_by_step(tmp_path, spec, players, table):
    ruleset = load_ruleset(spec)
    run = Run(ruleset, players, table, GAMES, SEED, tmp_path)
    rows = Player(run.job().games).play(0, GAMES)[1]
    names = policies.seats(table, players)
    for number in range(GAMES):
        game = Game(ruleset, players, SEED, number)
        seated = policies.rotated(names, number)
        choosers = [policies.chooser(name, game.rules) for name in seated]
        found = [
            (
                row["round_scores"][: row["rounds"]].tolist(),
                int(row["choices"]),
                int(row["options"]),
            )
            for row in rows[rows["game"] == number]
        ]
        assert found == replayed(game, choosers)


# -- dead turns ------------------------------------------------------------------------------------


def test_a_turn_that_brings_nothing_is_dead():
    """Who has no card in hand gains nothing by the die that plays one."""
    t = Table(dice="4 5 5 5").plays("die 4")
    assert counts(t, 0) == (1, 0)
    assert t.player == 1
    t.plays("die 5")
    assert counts(t, 1) == (1, 1)


def test_turns_add_up():
    g = new_games(1)[0]
    for turns in (1, 2, 3):
        turn_begins(g, 1)
        g.players[1].vp += turns == 2
        turn_ends(g, 1)
        assert (int(g.course[1].turns), int(g.course[0].turns)) == (turns, 0)
    assert int(g.course[1].dead_turns) == 2


def test_what_is_compared_is_what_was_remembered():
    compared = "".join(
        inspect.getsource(getattr(one, "py_func", one))
        for one in (gained, more_goods, more_dancers)
    )
    assert set(re.findall(r"before\.(\w+)", compared)) == set(COMPARED)


def test_choices_and_their_options_add_up_and_none_after_the_turns():
    t = Table(dice="4 5 5 5")
    t.state.course[1] = 0
    for n in (2, 5):
        note_choice(t.state, 1, n)
    t.state.frames[0].kind = c.F_PENALTY  # an emperor scoring is no turn
    note_choice(t.state, 1, 3)
    assert (int(t.state.course[1].choices), int(t.state.course[1].options)) == (2, 2 + 5)


def test_a_pass_is_no_turn():
    t = Table(dice="1 5 5 5").does("pass")
    assert counts(t, 0) == (0, 0)


def counts(t: Table, seat: int) -> tuple[int, int]:
    course = t.state.course[seat]
    return int(course.turns), int(course.dead_turns)


GAINS: dict[str, tuple[str, Any]] = {
    "VP": ("vp", 1),
    "a krone": ("krones", 1),
    "a step": ("emperor", 1),
    "a room prepared": ("vacant", 4),
    "a room occupied": ("occupied", 1),
    "a guest housed": ("housed", 1),
    "a card drawn": ("hand_size", 1),
    "a card played": ("staff_size", 1),
    "a politics card": ("claimed", 1),
    "another turn": ("extra_turns", 1),
    "the skeleton key": ("keys", 1),
}


@pytest.mark.parametrize("what", GAINS)
def test_more_of_anything_is_a_gain_and_less_of_it_is_none(what: str):
    field, value = GAINS[what]
    before, after = new_games(2)["players"][:, 0]
    before.vacant = after.vacant = 1
    after[field] += value
    assert gained(after, before)
    if field != "extra_turns":
        assert not gained(before, after)


def test_a_good_laid_on_a_guest_and_a_new_guest_are_gains():
    before, after = new_games(2)["players"][:, 0]
    before.tables = after.tables = 3
    before.cafe[:] = after.cafe[:] = -1
    before.cafe[0] = after.cafe[0] = 7
    before.missing_total[0] = after.missing_total[0] = 2
    assert not gained(after, before)
    after.missing_total[0] = 1
    assert gained(after, before)
    assert not gained(before, after)
    after.missing_total[0], after.cafe[1] = 2, 8
    assert gained(after, before)


def test_a_good_in_the_kitchen_and_a_dancer_are_gains():
    before, after = new_games(2)["players"][:, 0]
    after.kitchen[4] = 1
    assert gained(after, before)
    after.kitchen[4], after.dancers[2, 1] = 0, 1
    assert gained(after, before)
    assert not gained(before, after)
