"""Which tables a ladder plays: balanced, on equal deals, at rotated seats."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from model import UserError, load_ruleset
from simulate import policies
from simulate.batch.tournament import (
    Crossed,
    Tournament,
    check_rungs,
    default_rungs,
    tables,
)

REVISED, ORIGINAL = load_ruleset("revised-2021"), load_ruleset("original-2015")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7, 8, 10, 13])
def test_tables_are_balanced(count, players):
    rungs = [f"p{i}" for i in range(count)]
    found = tables(rungs, players)
    assert len(set(found)) == len(found)
    sits = Counter(rung for table in found for rung in table)
    assert set(sits) == set(rungs)
    assert len(set(sits.values())) == 1  # every rung equally often
    meets = {pair for table in found for pair in combinations(sorted(set(table)), 2)}
    assert meets == set(combinations(sorted(rungs), 2))  # every pair at some table
    if count >= players:
        assert all(len(set(table)) == players for table in found)


def test_two_players_meet_in_all_pairs_once():
    assert sorted(tables("abcdefgh", 2)) == list(combinations("abcdefgh", 2))


def tournament(rungs: str = "random,greedy,politician") -> Tournament:
    return Tournament(
        REVISED, check_rungs(tuple(rungs.split(","))), (2, 3), 8, 3, 5, (ORIGINAL, REVISED)
    )


def test_every_table_plays_every_deal_once_a_rotation():
    for run in tournament().mixed(Path("data")):
        assert run.same_deal == run.players
        assert run.games == 8 * run.players
        assert not run.own_chance
        assert run.seed == 5
        assert run.shard_games % run.same_deal == 0  # a deal is not torn over two files


def test_every_rung_plays_itself_under_both_editions():
    alone = {(run.ruleset.label, run.players, run.policy) for run in tournament().alone(Path("x"))}
    assert alone == {
        (rules, players, rung)
        for rules in ("original-2015", "revised-2021")
        for players in (2, 3)
        for rung in ("random", "greedy", "politician")
    }
    assert {run.games for run in tournament().alone(Path("x"))} == {8}


def test_a_table_with_a_search_plays_fewer_deals():
    plan = tournament()
    assert plan.deals_of(("greedy", "search:200")) == 3
    assert plan.deals_of(("greedy", "search")) == 3
    assert plan.deals_of(("greedy", "random")) == 8


def test_rungs_are_random_then_heuristics_then_searches():
    rungs = default_rungs(REVISED)
    assert rungs[0] == "random"
    slow = [policies.slow((rung,)) for rung in rungs]
    assert slow == sorted(slow)


def test_a_player_for_a_module_is_a_rung_only_where_the_module_is():
    assert "dancer" not in default_rungs(REVISED)
    assert "dancer" in default_rungs(load_ruleset("revised-2021+ballrooms"))


@pytest.mark.parametrize(
    ("text", "reason"), [("greedy", "two policies"), ("greedy,greedy", "twice"), ("a,b", "unknown")]
)
def test_bad_rungs_are_refused(text, reason):
    with pytest.raises(UserError, match=reason):
        check_rungs(tuple(text.split(",")))


def test_a_crossed_design_repeats_each_seating_with_its_own_chance():
    plan = Crossed(REVISED, ("greedy", "random"), (2, 3), deals=7, dice=4, seed=2)
    two, three = plan.runs(Path("data"))
    assert two.seats() == ("greedy", "random")
    assert three.seats() == ("greedy", "random", "greedy")
    assert (two.same_deal, two.games) == (8, 56)
    assert (three.same_deal, three.games) == (12, 84)
    assert two.own_chance
