"""Ballrooms, rehearsal rooms, and dancers."""

from __future__ import annotations

from model import UserError
from simulate.engine import codes as c
from simulate.engine.state import MAX_PLAYERS
from simulate.referee.fields.base import some
from simulate.referee.fields.field import Field, FieldView, Stage
from simulate.referee.kinds import (
    BALLROOM,
    IN_ORDER,
    REHEARSAL_ROOM,
    Counts,
    One,
    ValueKind,
    numbers_text,
    pile,
)
from simulate.referee.laying import exactly
from simulate.referee.values import Counts as CountsText
from simulate.referee.values import Dancers, OneCard, read_dancers, write_dancers

NONE = -1


def _lay_ballrooms(v: FieldView, rooms: list[int]) -> None:
    if len(rooms) not in (0, int(v.rules.ballrooms)):
        raise UserError(f"{len(rooms)} ballrooms; {v.rules.ballrooms} are in play here")
    v.g.ballrooms[:] = [*rooms, *[NONE] * (c.BALLROOMS - len(rooms))]


def _lay_out_ballrooms(v: FieldView, rooms: list[int]) -> None:
    exactly(rooms, c.BALLROOMS if v.rules.ballrooms else 0)
    _lay_ballrooms(v, rooms)


def _lay_out_rehearsal_rooms(v: FieldView, rooms: list[int]) -> None:
    n, known = int(v.g.n_players), int(v.rules.n_rehearsal)
    n = min(MAX_PLAYERS, known) if v.rules.all_rehearsal_rooms else n
    exactly(rooms, n if v.rules.ballrooms else 0)
    v.g.rehearsal_rooms[:] = NONE
    v.g.rehearsal_rooms[: len(rooms)] = rooms


def _rehearsal_rooms(v: FieldView) -> list[int]:
    """Rehearsal rooms left over after the set-up are out of the game."""
    return some(v.g.rehearsal_rooms) if v.g.phase <= c.PH_REHEARSAL else []


GAME = (
    Field(
        "ballrooms", "the three ballrooms from left to right", pile(BALLROOM, IN_ORDER, 3),
        lambda v: some(v.g.ballrooms), _lay_ballrooms, _lay_out_ballrooms, Stage.TABLE,
    ),
    Field(
        "rehearsal_rooms", "the rehearsal rooms still available",
        pile(REHEARSAL_ROOM, IN_ORDER, 4), _rehearsal_rooms, None,
        _lay_out_rehearsal_rooms, Stage.TABLE,
    ),
)  # fmt: skip


def _resting(v: FieldView) -> list[int] | None:
    if v.p.rehearsal < 0:
        return None
    return [int(n) for n in v.p.resting[: v.rules.n_sections[v.p.rehearsal]]]


def _lay_resting(v: FieldView, dancers: list[int]) -> None:
    if v.p.rehearsal < 0:
        raise UserError("dancers rest in a rehearsal room: say which")
    most = [int(n) for n in v.rules.section_dancers[v.p.rehearsal]]
    if len(dancers) > len(most) or any(n > m for n, m in zip(dancers, most)):
        raise UserError(f"the sections have room for {most}")
    v.held.set_resting(dancers)


def _lay_dancers(v: FieldView, dancers: list[int]) -> None:
    """Dancers sent earlier; no more in a row than it has seats, except on the balcony."""
    g, n = v.g, int(v.g.n_players)
    for number, count in enumerate(dancers):
        place, row = divmod(number, c.ROWS)
        if not count:
            continue
        if g.ballrooms[place] < 0:
            raise UserError(f"there is no ballroom {place + 1} here")
        v.held.add_dancers(place, row, count)
        taken = sum(int(p.dancers[place, row]) for p in g.players[:n])
        seats = int(v.rules.row_seats[g.ballrooms[place], row, n])
        if taken > seats and (place, row) != (c.BALLROOMS - 1, c.TOP):
            raise UserError(f"that row has {seats} seats, and {taken} dancers are there")


def _dancers_text(dancers: list[int]) -> str:
    return ", ".join(f"{n} in {seat}" for seat, n in write_dancers(dancers).items())


SEAT = (
    Field(
        "rehearsal", "the rehearsal room", One(OneCard, thing=REHEARSAL_ROOM, nothing="none"),
        lambda v: int(v.p.rehearsal) if v.p.rehearsal >= 0 else None,
        lambda v, room: v.held.set_rehearsal(room),
    ),
    Field(
        "resting", 'the dancers left in its sections, `"1 0 3 4"`; by default all',
        Counts(CountsText, None, numbers_text, numbers_text, "nobody"), _resting, _lay_resting,
    ),
    Field(
        "dancers", 'the dancers sent, `"1.top 2.bottom"` or `{"2.bottom": 2}`',
        ValueKind(Dancers, read_dancers(""), write_dancers, _dancers_text, "none", "are"),
        lambda v: [int(n) for n in v.p.dancers.reshape(-1)], _lay_dancers,
    ),
)  # fmt: skip
