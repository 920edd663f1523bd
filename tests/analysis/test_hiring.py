"""Staff cards that a seat may not play, or not yet: play that is held back, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from model import UserError, load_ruleset
from simulate import Game
from simulate.batch import Run, run
from simulate.engine import codes as c
from simulate.engine.frames import a_of, kind_of
from simulate.experiments.forced import check_deal
from simulate.experiments.greedily import best_of
from simulate.experiments.hiring import Held
from tests.commands.recording import query

SEED = 7
NEVER_AGAIN = 99


def by_hand(table: Held, deal: int, number: int = 0, who: int = -1, until: int = 0) -> Game:
    """The game of a deal; from the turn in which a seat plays a card, it may not up to a round."""
    programs = table.programs()
    game = Game(programs[:1].copy(), table.players, table.seed, deal)
    card = list(game.rules.staff_number).index(number) if number else -1
    seen = Game(programs[1 + card : 2 + card].copy(), table.players, table.seed, deal)
    free = game.games.copy()
    held = False
    while not game.over:
        if game.player == who and held and game.state.round_no <= until:
            legal = game.legal()
            rest = [one for one in legal if kind_of(one) != c.HIRE or a_of(one) != card]
            seen.games[0] = game.games[0]
            game.apply(best_of(seen, rest or legal))
            continue
        chosen = best_of(game, game.legal())
        if game.player == who and not held and kind_of(chosen) == c.HIRE and a_of(chosen) == card:
            held = True
            game.games[0] = free[0]
            game.refresh()
            continue
        turns, step = int(game.state.turns), (int(game.state.phase), int(game.state.step))
        game.apply(chosen)
        if (int(game.state.turns), (int(game.state.phase), int(game.state.step))) != (turns, step):
            free[0] = game.games[0]
    return game


@pytest.fixture(scope="module")
def table() -> Held:
    return Held(load_ruleset("revised-2021"), 2, "greedy", SEED)


@pytest.fixture(scope="module")
def found(table: Held) -> pd.DataFrame:
    return table.play(0, 40)


@pytest.mark.parametrize(("policy", "deals"), [("greedy", 40), ("planner", 6)])
def test_the_game_that_is_not_held_back_is_the_recorded_one(
    table: Held, policy: str, deals: int, tmp_path: Path
):
    """Who plays which card in which round, and with which result, as `gah simulate` records it."""
    found = replace(table, policy=policy).play(0, deals)
    run(Run(table.ruleset, 2, policy, deals, SEED, tmp_path, workers=1))
    played = query(tmp_path, "select game, seat, card, used_round from cards"
                             " where kind = 'staff' and used_round > 0")  # fmt: skip
    own = found[["deal", "seat", "item", "round"]].itertuples(index=False, name=None)
    assert sorted(own) == sorted(played)
    seats = pd.DataFrame(
        query(tmp_path, "select game, seat, vp, win from players"),
        columns=["game", "seat", "vp", "win"],
    )
    results = seats.set_index(["game", "seat"])
    at = results.loc[list(zip(found["deal"], found["seat"], strict=True))]
    assert (at["vp"].to_numpy() == found["vp"].to_numpy()).all()
    assert (12 * at["win"].to_numpy() == found["win"].to_numpy()).all()


def test_each_way_is_the_game_that_python_plays_when_it_does_the_same(
    table: Held, found: pd.DataFrame
):
    early, late = found[found["round"] == 1].iloc[0], found[found["round"] == 5].iloc[0]
    scoring = found[(found["round"] == 3)].iloc[-1]
    for row in (early, late, scoring):
        seat, deal, number = int(row["seat"]), int(row["deal"]), int(row["item"])
        for until, ending in ((0, ""), (NEVER_AGAIN, "_never"), (int(row["round"]), "_wait")):
            game = by_hand(table, deal, number, seat if until else -1, until)
            scores = game.scores()
            assert row[f"lead{ending}"] == scores[seat] - scores[1 - seat]
            assert row[f"vp{ending}"] == scores[seat]


def test_a_card_held_back_is_never_in_play_or_not_before_its_round(found: pd.DataFrame):
    assert (found["round_never"] == 0).all()
    later = found["round_wait"] > 0
    assert 0.2 < later.mean() < 0.8
    assert (found["round_wait"] > found["round"])[later].all()
    assert not later[found["round"] == 7].any()


def test_planners_are_held_back_too_and_nothing_of_one_deal_is_left_for_the_next(table: Held):
    planners = replace(table, policy="planner")
    found = planners.play(0, 4)
    assert (found["round_never"] == 0).all()
    later = found["round_wait"] > 0
    assert later.any()
    assert (found["round_wait"] > found["round"])[later].all()
    last = found[found["round"] == 7]
    assert (last["lead_wait"] == last["lead_never"]).all()
    parts = pd.concat([planners.play(0, 3), planners.play(3, 1)], ignore_index=True)
    pd.testing.assert_frame_equal(found, parts)


def test_in_the_last_round_to_wait_is_never_to_play(found: pd.DataFrame):
    last = found[found["round"] == 7]
    assert len(last) > 20
    assert (last["lead_wait"] == last["lead_never"]).all()
    assert (found["lead_wait"] != found["lead_never"]).any()


def test_deals_are_the_same_in_whatever_range_they_are_played(table: Held, found: pd.DataFrame):
    parts = pd.concat([table.play(0, 1), table.play(1, 39)], ignore_index=True)
    pd.testing.assert_frame_equal(found, parts)


def test_a_card_made_splendid_gains_by_being_played(tmp_path: Path):
    """30 VP for nothing, for whoever plays card 36: less what its action costs."""
    patch = tmp_path / "made.toml"
    patch.write_text(
        'id = "made"\n[set]\n"staff.36.cost" = 0\n"staff.36.effects" = [{ do = "gain", vp = 30 }]\n'
    )
    rows = Held(load_ruleset(patches=[patch]), 2, "greedy", SEED).play(0, 300)
    splendid = rows[rows["item"] == 36]
    gain = splendid["vp"] - splendid["vp_never"]
    assert len(splendid) > 100
    assert 5 < gain.mean() - 2 * gain.sem() < gain.mean() < 30


def test_three_and_four_players_and_modules_are_held_back_too():
    rules = load_ruleset("revised-2021+lets-waltz")
    for players in (3, 4):
        rows = Held(rules, players, "greedy", SEED).play(0, 3)
        assert set(rows["seat"]) <= set(range(players))
        assert (rows["round"] >= 1).all()
        assert (rows["round_never"] == 0).all()


def test_who_cannot_be_held_back_is_refused(table: Held):
    with pytest.raises(UserError, match="it takes too long"):
        Held(table.ruleset, 2, "search", SEED).play(0, 1)


def test_a_deal_that_meets_an_error_of_the_engine_is_named(table: Held):
    game = Game(table.ruleset, 2, SEED).state
    check_deal(-1, game, table.ruleset, SEED)
    game["error"] = c.ERR_HAND
    with pytest.raises(RuntimeError, match=f"revised-2021, seed {SEED}, deal 3: "):
        check_deal(3, game, table.ruleset, SEED)
