"""The view of a position says what the record says, in names."""

from __future__ import annotations

import inspect
from pathlib import Path

import numpy as np
import pytest

from simulate import Game
from simulate.actions import decode, to_words
from simulate.engine import codes
from simulate.properties import cards, view
from simulate.properties.columns import Columns, HiddenRead
from simulate.properties.playing import Players, Trail
from simulate.properties.running import Rules, players_of
from simulate.properties.view import Changed, Position, action_at, position
from simulate.words.names import GOODS_WORDS, rooms_in

MODULES = Rules("revised-2021+ballrooms+celebrities+unique-hotels")


@pytest.fixture(scope="module", params=["revised-2021", MODULES.spec])
def played(request: pytest.FixtureRequest) -> tuple[Players, Trail, Columns]:
    players = players_of(Rules(request.param))
    trail = next(iter(players.play(players.deal(3, 5, 2), "greedy")))
    trail = Trail(trail.games.copy(), trail.taken.copy())
    return players, trail, players.columns(trail)


def test_every_number_is_that_of_the_record(played: tuple[Players, Trail, Columns]):
    players, trail, columns = played
    rules = players.program[0]
    for at in range(0, len(trail.games), 7):
        g, here = trail.games[at], position(columns, at)
        assert (here.round, here.decisions) == (g.round_no, g.decisions)
        assert here.over == (g.phase == codes.PH_OVER)
        assert list(here.dice.values()) == g.dice[1:].tolist()
        for place, guest in zip(here.row, g.row):
            assert (place.guest.number if place.guest else -1) == (
                rules.guest_number[guest] if guest >= 0 else -1
            )
        for seat, player in enumerate(here.players):
            p = g.players[seat]
            assert (player.krones, player.vp, player.emperor) == (p.krones, p.vp, p.emperor)
            assert [player.kitchen[good] for good in GOODS_WORDS] == p.kitchen.tolist()
            assert [card.number for card in player.hand] == [
                rules.staff_number[card] for card in p.hand[: p.hand_size]
            ]
            assert list(player.staff) == [
                players.book.names.staff_card(card).name for card in p.staff[: p.staff_size]
            ]
            assert player.hotel.occupied() == len(rooms_in(int(p.occupied)))
            by_colour = [player.hotel.vacant(colour) for colour in ("blue", "red", "yellow")]
            assert sum(by_colour) == player.hotel.vacant() == len(rooms_in(int(p.vacant)))
            assert sum(player.vp_from.values()) == player.vp
            assert player.game is here
            assert here[player] == player == here[player.name]
            for table, guest, missing in zip(player.cafe, p.cafe, p.missing):
                assert (table.guest is None) == (guest < 0)
                assert table.missing.total == missing.sum()


def test_who_decides_and_what_is_done(played: tuple[Players, Trail, Columns]):
    players, trail, columns = played
    game = Game(players.program, 3)
    for at in range(0, len(trail.games) - 1, 5):
        game.games[0] = trail.games[at]
        game.refresh()
        here = position(columns, at)
        action = action_at(columns, at, int(trail.taken[at]))
        assert here.player is not None
        assert here.player.name == action.player.name == f"Seat {game.player + 1}"
        assert action.words == to_words(game.rules, int(trail.taken[at]))
        assert action.words in here.legal
        if decode(int(trail.taken[at]))[0] == codes.HIRE:
            assert action.staff is not None
            assert action.words == f"hire {action.staff.number}"
    assert position(columns, len(trail.games) - 1).player is None


@pytest.mark.parametrize(
    "change",
    [
        lambda game: setattr(game, "round", 3),
        lambda game: setattr(game.players[0], "krones", 3),
        lambda game: setattr(game.players[0], "riches", 3),
        lambda game: setattr(game.row[0], "guest", None),
        lambda game: game.players[0].kitchen.__setitem__("wine", 3),
        lambda game: game.players[0]._columns.games["round_no"].__setitem__(0, 3),
    ],
)
def test_nothing_can_be_changed(played: tuple[Players, Trail, Columns], change):
    _, trail, columns = played
    before = trail.games.tobytes()
    with pytest.raises((Changed, AttributeError, ValueError)):
        change(position(columns, 40))
    assert trail.games.tobytes() == before


def test_hidden_things_are_refused_by_name(played: tuple[Players, Trail, Columns]):
    columns = played[2]
    columns.open = False
    try:
        here = position(columns, 40)
        with pytest.raises(HiddenRead, match="a player's hand"):
            _ = here.players[0].hand
        with pytest.raises(HiddenRead, match="the guest deck"):
            _ = here.guest_deck
        assert here.players[0].hand_size >= 0
    finally:
        columns.open = True


@pytest.mark.parametrize(
    "wrong",
    [
        lambda game: game.players[0].kitchen["tea"],
        lambda game: game.players[0].hotel.occupied("green"),
        lambda game: game.players[0].hotel["5.1"],
        lambda game: game["Seat 4"],
        lambda game: game.players[0].staff["Nobody"],
    ],
)
def test_a_name_that_is_none_is_an_error(played: tuple[Players, Trail, Columns], wrong):
    with pytest.raises(KeyError):
        wrong(position(played[2], 40))


def test_every_property_is_documented_and_listed():
    listed = Path(view.__file__).with_name("README.md").read_text("utf-8")
    shown = (view.Position, view.Player, view.Hotel, view.Action, cards.Guest, cards.Staff)
    for cls in shown:
        for name, member in vars(cls).items():
            if name.startswith("_") or (not isinstance(member, property) and not callable(member)):
                continue
            assert inspect.getdoc(member), f"{cls.__name__}.{name} has no docstring"
            assert f"`{name}" in listed or f".{name}" in listed, f"{cls.__name__}.{name} not listed"


def test_the_view_stays_what_it_was_when_the_game_goes_on(played: tuple[Players, Trail, Columns]):
    players = played[0]
    kept: list[tuple[Position, int]] = []
    for trail in players.play(players.deal(2, 9, 9), "random"):
        columns = players.columns(Trail(trail.games.copy(), trail.taken.copy()))
        kept += [(position(columns, at), int(trail.games[at].decisions)) for at in (0, 5, 50)]
    assert all(here.decisions == decisions for here, decisions in kept)
    assert np.unique([decisions for _, decisions in kept]).size == 3
