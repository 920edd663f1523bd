"""The form of a transcript file. See this folder's README.md.

A form is checked for shape and size only. The judge finds out whether its cards exist and its steps
are legal. The fields of set-ups, positions and expectations are those of ``fields``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BeforeValidator, Field, create_model, model_validator

from model.defaults import DEFAULT_SPEC
from simulate.referee.fields import CLAIMS, Made, PositionForm, SetupForm
from simulate.referee.values import Deck, Dice, Flag, Form, Name, Text, Who, Words

FORMAT = "gah-transcript-1"
MAX_STEPS = 5000


def _patch(value: Any) -> Any:
    if isinstance(value, (str, dict)):
        return value
    raise ValueError("a patch is the name of a file next to the transcript, or its tree")


class RulesForm(Form):
    """The ruleset: see `gah rules list`. A patch is a file next to the transcript, or its tree."""

    spec: Annotated[str, Field(min_length=1, max_length=400)] = DEFAULT_SPEC
    hands: Name | None = None
    boards: Name | None = None
    promos: Name | None = None
    rulings: Annotated[dict[Name, Name], Field(max_length=60)] = Field(default_factory=dict)
    patches: Annotated[
        list[Annotated[str | dict[str, Any], BeforeValidator(_patch)]], Field(max_length=20)
    ] = Field(default_factory=list)


class Claims(Made):
    """Claims in addition to the fields of the position: who decides, and what is legal."""

    player: Who | None = None
    legal: list[Words] = Field(default_factory=list)
    not_legal: list[Words] = Field(default_factory=list)
    only_legal: list[Words] | None = None

    @model_validator(mode="before")
    @classmethod
    def _dotted(cls, value: Any) -> Any:
        """ "players.Anna.krones": 3 is short for {"players": {"Anna": {"krones": 3}}}."""
        if not isinstance(value, dict):
            return value
        plain = {key: part for key, part in value.items() if not key.startswith("players.")}
        players = {k: dict(v) if isinstance(v, dict) else v
                   for k, v in dict(plain.get("players") or {}).items()}  # fmt: skip
        for key, part in value.items():
            if key.startswith("players."):
                name, dot, field = key.removeprefix("players.").rpartition(".")
                if not dot or not isinstance(players.setdefault(name, {}), dict):
                    raise ValueError(f"{key}: write players.NAME.FIELD")
                players[name][field] = part
        return {**plain, "players": players} if players else plain


if TYPE_CHECKING:
    Expect = Claims
else:
    Expect = create_model(
        "Expect",
        __base__=Claims,
        __doc__="Claims about the state here. Decks: the cards on top of them.",
        **CLAIMS,
    )


KINDS = ("do", "illegal", "roll", "reshuffle", "celebrities", "expect", "show")
BRINGS = ("do", "roll", "reshuffle", "celebrities")  # cards may be drawn after these


def _short(value: Any) -> Any:
    """A step that is only a text is an action done."""
    return {"do": value} if isinstance(value, str) else value


class Step(Form):
    """One step: exactly one of ``KINDS``; or only cards drawn by the step before; or a note."""

    by: Who | None = None
    do: Words | None = None
    illegal: Words | None = None
    because: Text | None = None
    roll: Dice | None = None
    reshuffle: Deck | None = None
    celebrities: Deck | None = None
    drawn: Deck | None = None
    expect: Expect | None = None
    show: Flag | None = None
    note: Text | None = None

    @property
    def kind(self) -> str:
        """Which of KINDS the step is; else "drawn" or "note"."""
        return next((kind for kind in (*KINDS, "drawn") if getattr(self, kind) is not None), "note")

    @model_validator(mode="after")
    def _one_thing(self) -> Step:
        given = [kind for kind in KINDS if getattr(self, kind) is not None]
        alone = self.drawn is None and self.note is None
        if len(given) > 1 or (not given and alone):
            raise ValueError(f"a step is one of {', '.join(KINDS)}; or only drawn, or a note")
        if self.drawn is not None and self.kind not in (*BRINGS, "drawn"):
            raise ValueError(f"drawn belongs to {', '.join(BRINGS)}; or it stands alone")
        if self.by is not None and self.kind not in ("do", "illegal"):
            raise ValueError("by belongs to do or illegal")
        if self.because is not None and self.kind != "illegal":
            raise ValueError("because belongs to illegal")
        return self


def _rules(value: Any) -> Any:
    """The rules may be written as a text alone: the spec."""
    return {"spec": value} if isinstance(value, str) else value


def _players(value: Any) -> Any:
    names = isinstance(value, list) and all(isinstance(name, str) for name in value)
    if names and 2 <= len(value) <= 4:
        return value
    if isinstance(value, int) and not isinstance(value, bool) and 2 <= value <= 4:
        return value
    raise ValueError("players are 2 to 4 names in seat order, or only how many there are")


class Document(Form):
    """A whole transcript."""

    format: Literal["gah-transcript-1"]
    title: Text = ""
    notes: Annotated[str, Field(max_length=4000)] = ""
    rules: Annotated[RulesForm, BeforeValidator(_rules)] = RulesForm()
    players: Annotated[list[Name] | int, BeforeValidator(_players)]
    lenient: Flag = False
    setup: SetupForm | None = None
    position: PositionForm | None = None
    steps: Annotated[
        list[Annotated[Step, BeforeValidator(_short)]], Field(max_length=MAX_STEPS)
    ] = Field(default_factory=list)

    @property
    def names(self) -> list[str]:
        """The players' names in seat order."""
        if isinstance(self.players, list):
            return list(self.players)
        return [f"Seat {seat + 1}" for seat in range(self.players)]

    @model_validator(mode="after")
    def _start(self) -> Document:
        if (self.setup is None) == (self.position is None):
            raise ValueError("a transcript has either setup or position: where it starts")
        if len({name.casefold() for name in self.names}) < len(self.names):
            raise ValueError("players: two of them have the same name")
        return self
