"""All fields of a position, each declared once: see ``field.Field``.

A module of the game that adds fields has its own file here, with the fields of the table
(``GAME``) and of a player (``SEAT``), and a place in ``MODULES``. The fields define the forms of
set-ups, positions and expectations, how a position is laid out, read and compared, and the lists of
README.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field as Entry
from pydantic import create_model

from simulate.referee.fields import (
    ballrooms,
    base,
    celebrities,
    hotels,
    more,
    start_player,
    variants,
)
from simulate.referee.fields.field import Field
from simulate.referee.values import Form, Name

MODULES = (base, ballrooms, celebrities, hotels, start_player, more, variants)
GAME: tuple[Field, ...] = tuple(field for module in MODULES for field in module.GAME)
SEAT: tuple[Field, ...] = tuple(field for module in MODULES for field in module.SEAT)


class Made(Form):
    """A form whose entries are fields of the table."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


def _form(name: str, says: str, entries: dict[str, Any]) -> Any:
    return create_model(name, __base__=Made, __doc__=says, **entries)


def _given(fields: tuple[Field, ...]) -> dict[str, Any]:
    """Optional entries; those left out are empty."""
    found = {}
    for field in fields:
        kind = field.kind
        type = kind.type if kind.empty is not None else kind.type | None
        found[field.name] = (type, Entry(default=kind.empty, description=field.says))
    return found


def _claimed(fields: tuple[Field, ...]) -> dict[str, Any]:
    """Entries of which only the written ones are claimed."""
    return {
        f.name: (f.claims.type | None, Entry(default=None, description=f.says))
        for f in fields
        if f.claimed
    }


def _set_up() -> dict[str, Any]:
    fields = tuple(field for field in GAME if field.setup)
    needed = {f.name: (f.kind.type, Entry(description=f.says)) for f in fields if f.required}
    return _given(fields) | needed


def _position(fields: tuple[Field, ...]) -> dict[str, Any]:
    return _given(tuple(field for field in fields if field.put))


def _players(form: Any, says: str) -> Any:
    return dict[Name, form], Entry(default={}, description=says)


if TYPE_CHECKING:
    SetupForm = Made
    PlayerForm = Made
    PositionForm = Made
    PlayerExpect = Made
else:
    SetupForm = _form(
        "SetupForm", "All chance of the set-up: a transcript from the beginning.", _set_up()
    )
    PlayerForm = _form(
        "PlayerForm",
        "What one player has in a position. What is left out is empty, 0, or as described.",
        _position(SEAT),
    )
    PositionForm = _form(
        "PositionForm",
        "A position: a transcript from the middle of a game. What is left out is empty.",
        _position(GAME) | {"players": _players(PlayerForm, "by name, what each player has")},
    )
    PlayerExpect = _form(
        "PlayerExpect",
        "Claims about a player; a field that is left out is not checked.",
        _claimed(SEAT),
    )
CLAIMS = _claimed(GAME) | {"players": _players(PlayerExpect, "claims about players")}
