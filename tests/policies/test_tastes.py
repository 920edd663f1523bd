"""Tastes of learned players: their spelling is their identity, and each gets more of its thing."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.base.runs import list_runs
from model import UserError, load_ruleset
from simulate import Game, policies
from simulate.base.roster import registered
from simulate.base.tastes import spelled, tastes_of
from simulate.batch import Run, run
from simulate.engine.compile import compile_ruleset
from simulate.learned.table import dial_of
from simulate.playing.games import Games
from simulate.playing.player import Player

DEALS = 12


def seats_of(name: str) -> np.ndarray:
    """The seats of a player against the planner, on mirrored deals."""
    games = Games(load_ruleset("revised-2021"), 2, (name, "planner"), 7, same_deal=2)
    _, seats, _ = Player(games).play(0, 2 * DEALS)
    return seats[seats["policy"] == 0]


def test_a_spelling_has_one_name():
    assert policies.get("planner+politics=1.50+staff=02").name == "planner+staff=2+politics=1.5"
    assert policies.seats("planner+staff=2.0,greedy", 2) == ("planner+staff=2", "greedy")
    assert policies.get("expert:8+staff=-1").playouts == 8
    assert tastes_of("planner+early=-0.25") == ("planner", {"early": -0.25})
    assert spelled("planner", {"red": 0.0, "staff": 3.0}) == "planner+staff=3"


@pytest.mark.parametrize(
    "name",
    ["planner+", "planner+stuff=1", "planner+staff=0", "planner+staff=101", "planner+staff=nan",
     "planner+staff", "planner+staff=1+staff=2", "greedy+staff=1", "planner=1+staff=2",
     "planner+staff=1e1", "planner+staff=1:9"],
)  # fmt: skip
def test_what_is_no_taste_is_refused(name: str):
    with pytest.raises(UserError, match="policy"):
        policies.get(name)
    with pytest.raises(UserError):
        registered(name)


def test_a_file_may_only_hold_the_one_spelling():
    assert registered("planner+staff=2+politics=1.5") == "planner+staff=2+politics=1.5"
    for other in ("planner+staff=2.0", "planner+politics=1.5+staff=2"):
        with pytest.raises(UserError):
            registered(other)


def test_a_strength_is_part_of_what_is_recorded(tmp_path):
    tables = [("planner+staff=2.5", "planner"), ("planner+staff=3.0", "planner")]
    for table in tables:
        run(Run(load_ruleset("revised-2021"), 2, table, 2, 1, tmp_path))
    recorded = {tuple(one.manifest.policies) for one in list_runs(tmp_path)}
    assert recorded == {policies.seats(table, 2) for table in tables}
    for one in list_runs(tmp_path):
        assert one.manifest.policies[0] == registered(one.manifest.policies[0])


@pytest.mark.parametrize("old", ["staff", "emperor", "blue", "red", "yellow"])
def test_old_names_are_spellings(old: str):
    named = dial_of(f"planner-{old}", 2)
    strength = float(named["tastes"].max())
    assert dial_of(f"planner+{old}={strength:g}", 2) == named


def test_the_planner_itself_likes_nothing():
    assert not dial_of("planner", 2)["leans"]
    assert not dial_of("planner", 2)["tastes"].any()


LIKED = {
    "staff": (4, "staff_in_play"),
    "emperor": (4, "emperor"),
    "guests": (6, "guests_housed"),
    "politics": (12, "politics_markers"),
    "passes": (8, "passes"),
}


@pytest.mark.parametrize("taste", LIKED)
def test_a_taste_gets_more_of_its_thing(taste: str):
    strength, column = LIKED[taste]
    more, less = (seats_of(f"planner+{taste}={sign * strength}")[column] for sign in (1, -1))
    assert more.mean() > less.mean()


@pytest.mark.parametrize("colour", ["blue", "red", "yellow"])
def test_who_likes_a_colour_occupies_more_rooms_of_it(colour: str):
    place = ("blue", "red", "yellow").index(colour)
    more, less = (
        seats_of(f"planner+{colour}={strength}")["occupied_by_colour"][:, place]
        for strength in (8, -8)
    )
    assert more.mean() > less.mean()


def test_who_likes_large_orders_serves_guests_of_more_vp_each():
    guests = 0  # place of their VP among the sources
    large, small = (seats_of(f"planner+large={strength}") for strength in (6, -6))
    each = [one["vp_by"][:, guests].sum() / one["guests_housed"].sum() for one in (large, small)]
    assert each[0] > each[1]


def test_who_likes_vp_early_has_more_of_them_half_way():
    early, late = (
        seats_of(f"planner+early={strength}")["round_scores"] for strength in (0.6, -0.5)
    )
    assert early[:, 3].mean() > late[:, 3].mean()


def test_a_program_of_your_own_asks_the_same_player():
    rules = compile_ruleset(load_ruleset("revised-2021"))[0]
    game = Game(compile_ruleset(load_ruleset("revised-2021")), 2, 3)
    assert policies.chooser("planner+politics=5", rules)(game) in game.legal()
