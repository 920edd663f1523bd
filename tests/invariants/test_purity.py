"""Which numba functions are known from their code to change nothing."""

from __future__ import annotations

import numba
import pytest

from simulate.properties.purity import changes_nothing


@numba.njit
def sums(g, rules):
    total = 0
    for seat in range(g.n_players):
        total += g.players[seat].krones
    return total <= rules.krones_max * g.n_players


@numba.njit
def calls_one_that_only_reads(g, rules):
    return sums(g, rules) and max(1, int(g.round_no)) > 0


@numba.njit
def sets(g, rules):
    g.players[0].krones = 3
    return True


@numba.njit
def calls_one_that_sets(g, rules):
    return sets(g, rules)


@numba.njit
def sets_an_item(g, rules):
    g.dice[1] = 3
    return True


@numba.njit
def adds_in_place(g, rules):
    kitchen = g.players[0].kitchen
    kitchen += 1
    return True


@numba.njit
def fills(g, rules):
    g.players[0].kitchen.fill(0)
    return True


@pytest.mark.parametrize("function", [sums, calls_one_that_only_reads])
def test_what_only_reads_is_known_to(function: object):
    assert changes_nothing(function)


@pytest.mark.parametrize(
    "function", [sets, calls_one_that_sets, sets_an_item, adds_in_place, fills]
)
def test_whatever_may_change_something_is_not(function: object):
    assert not changes_nothing(function)
