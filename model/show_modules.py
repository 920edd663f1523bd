"""Renders what modules lay out; nothing of it shows in a ruleset without them."""

from __future__ import annotations

from collections.abc import Callable

from model.marks import mark
from model.ruleset import Ruleset
from model.schema_modules import ROWS
from model.wording import listed
from model.words_modules import (
    describe_ballroom,
    describe_celebrity,
    describe_entrance,
    describe_key,
    describe_rehearsal_room,
    describe_seats,
    describe_token,
)

Lines = list[str]


def _ballrooms(r: Ruleset) -> Lines:
    if not r.ballrooms.in_play:
        return []
    lines = [
        f"{r.ballrooms.in_play} lie out, the last with a balcony; {r.ballrooms.dancers} dancers"
        f" each; without a dancer at a scoring {r.ballrooms.absent_vp} VP"
    ]
    for key, room in r.ballroom.items():
        lines.append(f"{key}: {room.name}. {describe_ballroom(room)}")
        for name, row in zip(ROWS, room.rows, strict=True):
            seats = mark(r, f"ballroom.{key}.{name}.seats")
            lines.append(f"  {name} row: {describe_seats(row)}{seats}")
    return lines


def _rehearsal(r: Ruleset) -> Lines:
    if not r.ballrooms.in_play:
        return []
    few = r.ballrooms.rehearsal_rooms == "by-players"
    head = f"{'As many as there are players' if few else 'All'} are laid out to choose from"
    rooms = [
        f"{key}: {room.name}{mark(r, f'rehearsal_room.{key}.sections')}."
        f" {describe_rehearsal_room(room)}"
        for key, room in r.rehearsal_room.items()
    ]
    return [head, *rooms]


def _celebrities(r: Ruleset) -> Lines:
    if not r.celebrity:
        return []
    back = "onto a discard pile" if r.lounge.returns == "discard" else "under the deck"
    head = f"VP by rounds waited: {listed(r.lounge.vp)}; used celebrities go {back}"
    cards = [f"{key}: {card.name}. {describe_celebrity(card)}" for key, card in r.celebrity.items()]
    return [head, *cards]


def _entrances(r: Ruleset) -> Lines:
    return [f"{key}: {card.name}. {describe_entrance(card)}" for key, card in r.entrance.items()]


def _tokens(r: Ruleset) -> Lines:
    return [
        f"{key}{mark(r, f'bonus_token.{key}')}: {describe_token(token)}"
        for key, token in r.bonus_token.items()
    ]


def _key(r: Ruleset) -> Lines:
    return [describe_key(r.skeleton_key)] if r.skeleton_key.in_play else []


MODULE_SECTIONS: dict[str, tuple[str, Callable[[Ruleset], Lines]]] = {
    "ballrooms": ("Ballrooms", _ballrooms),
    "rehearsal": ("Rehearsal rooms", _rehearsal),
    "celebrities": ("Celebrities", _celebrities),
    "entrances": ("Hotel entrances", _entrances),
    "tokens": ("Bonus tokens", _tokens),
    "key": ("Skeleton key", _key),
}
