"""Who starts the round, and the skeleton key."""

from __future__ import annotations

from typing import Any

from model import UserError
from simulate.referee.fields.base import FLAG, into
from simulate.referee.fields.field import Field, FieldView, Stage
from simulate.referee.kinds import player


def _lay_key(v: FieldView, seat: int) -> None:
    if not v.rules.key:
        raise UserError("no skeleton key is in play here")
    v.g.key_holder = seat


def _lay_has_passed(v: FieldView, passed: bool) -> None:
    v.p.passed_once |= passed


def _not_passed_on(v: FieldView, seat: Any) -> bool:
    return bool(seat != (int(v.g.round_no) - 1) % v.g.n_players)


GAME = (
    Field(
        "first_player", "who starts this round, if the turn order tiles were not just passed on",
        player(), lambda v: int(v.g.first_seat), into("first_seat"), stage=Stage.TABLE,
        said=_not_passed_on,
    ),
    Field(
        "key", "who has the skeleton key", player(),
        lambda v: int(v.g.key_holder) if v.g.key_holder >= 0 else None, _lay_key,
        said=lambda v, seat: bool(seat is not None and v.rules.key),
    ),
)  # fmt: skip

SEAT = (
    Field(
        "has_passed", "has this player passed in this round before?", FLAG,
        lambda v: bool(v.p.passed_once), _lay_has_passed,
        said=lambda v, passed: bool(passed and v.rules.key and not v.p.passed),
        claimed=False, shown=False,
    ),
)  # fmt: skip
