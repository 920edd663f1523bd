"""The Hotel Dove and its bonus tokens, whose values in tests come from bonus_tokens.toml."""

import pathlib

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table
from tests.scenarios.waltz.lobby import HOTELS

TOKENS = (pathlib.Path(__file__).with_name("bonus_tokens.toml"),)
ORDINALS = ("one", "two", "three", "four", "five")


def token_at(n):
    """The action for the n-th bonus token."""
    return f"token {n}"


def no_more(t, *words):
    """Nothing of the kind is offered."""
    assert not [option for option in t.options if option.startswith(words)]
    return t


def dove(**things):
    """The n-th bonus token gives n VP for a column and n krones for a floor."""
    return Table(HOTELS, entrance="dove", patches=TOKENS, **things)


def moves_in(t, room):
    """Guest 65, worth 3 VP and no reward, moves into a room of the owner."""
    t.me.has(guests={65: "all"})
    return t.check_in(65, room)


@clause("bonus_token.{token}", "entrance.dove", "entrance.dove.halves")
@pytest.mark.parametrize("token", ORDINALS)
def test_token_for_a_column(token):
    n = ORDINALS.index(token) + 1
    t = moves_in(dove(occupied="1.1 2.1 3.1", vacant="4.1"), "4.1")
    assert t.options == [f"token {i}" for i in (1, 2, 3, 4, 5)]
    t.does(token_at(n))
    assert t.me.vp_from == {"guests": 3, "occupancy": 5, "entrance": n}
    assert t.me.krones == 10


@clause("bonus_token.{token}", "entrance.dove", "entrance.dove.halves")
@pytest.mark.parametrize("token", ORDINALS)
def test_token_for_a_floor(token):
    n = ORDINALS.index(token) + 1
    t = moves_in(dove(occupied="1.1-1.4", vacant="1.5"), "1.5").does(token_at(n))
    assert t.me.krones == 10 + n
    assert "entrance" not in t.me.vp_from


@clause("entrance.dove", "entrance.dove.halves")
@clause("entrance.dove", corner=True)
def test_room_of_a_column_and_a_floor():
    t = moves_in(dove(occupied="1.1-1.4 2.5 3.5 4.5", vacant="1.5"), "1.5")
    t.does(token_at(2), token_at(4))
    assert {t.me.krones - 10, t.me.vp_from["entrance"]} == {2, 4}


@clause("bonus_token.{token}", corner=True)
@clause("entrance.dove.used-up")
@pytest.mark.parametrize("token", ORDINALS)
def test_token_is_used_up(token):
    n = ORDINALS.index(token) + 1
    t = dove(occupied="1.1-1.4", vacant="1.5 2.1 3.1 4.1", hand=[35], dice="5 5 5 5 5")
    moves_in(t, "1.5").does(token_at(n), "die 5", "hire 35", "occupy 2.1", "occupy 3.1")
    t.me.has(guests={69: "all"})
    t.check_in(69, "4.1")
    assert t.options == [f"token {i}" for i in (1, 2, 3, 4, 5) if f"token {i}" != token_at(n)]


@clause("entrance.dove.used-up")
@clause("entrance.dove", corner=True)
def test_no_token_is_left():
    t = dove(occupied="1.1 2.1 3.1", vacant="4.1")
    t.me.p.tokens = 0
    moves_in(t, "4.1")
    no_more(t, "token")
    assert "entrance" not in t.me.vp_from


@clause("entrance.dove", corner=True)
def test_column_and_floor_that_are_not_full():
    t = moves_in(dove(occupied="1.1 2.1 1.2-1.3", vacant="3.1 4.1 1.5 1.4"), "3.1")
    no_more(t, "token")
    t.me.has(guests={69: "all"})
    no_more(t.check_in(69, "1.5"), "token")


@clause("entrances.own")
@clause("entrance.dove", corner=True)
def test_no_token_for_the_column_of_another_hotel():
    t = dove(turn=1)
    t.seat(1).has(guests={65: "all"}, occupied="1.1 2.1 3.1", vacant="4.1")
    no_more(t.check_in(65, "4.1"), "token")
