"""The form of a transcript: what a file may say. See README.md beside this file.

A form is checked for shape and size only; whether its cards exist and its steps are legal is known
once it is judged. Every field is described in the README and in ``gah referee --schema``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from model.ruleset import DEFAULT_SPEC
from simulate.referee.fields import (
    Card,
    Counts,
    Dancers,
    Dice,
    ExpectedGuests,
    Gap,
    Goods,
    Guests,
    Letters,
    Met,
    Orders,
    Rooms,
    RoundDice,
    Tiles,
    Who,
)
from simulate.referee.values import MAX_TEXT, Form

FORMAT = "gah-transcript-1"
MAX_STEPS = 5000

Text = Annotated[str, Field(max_length=MAX_TEXT)]
Name = Annotated[str, Field(min_length=1, max_length=40)]
Count = Annotated[int, Field(strict=True, ge=0, le=999)]
Flag = Annotated[bool, Field(strict=True)]
Seats = Annotated[int, Field(strict=True, ge=2, le=4)]
Words = Annotated[str, Field(min_length=1, max_length=120)]
Deck = Annotated[list[Card], Field(max_length=128)]
Row = Annotated[list[Gap], Field(max_length=5)]
Three = Annotated[list[Card], Field(max_length=3)]
Four = Annotated[list[Card], Field(max_length=4)]
Lounge = Annotated[list[Gap], Field(max_length=3)]
Grant = Literal["die", "action", "strengthen", "die-bonuses"]
Done = Literal["started", "guest", "action", "without-die", "tile"]


def _patch(value: Any) -> Any:
    if isinstance(value, (str, dict)):
        return value
    raise ValueError("a patch is the name of a file beside the transcript, or its tree")


class RulesForm(Form):
    """The ruleset: see `gah rules list`. A patch is a file beside the transcript, or its tree."""

    spec: Annotated[str, Field(min_length=1, max_length=400)] = DEFAULT_SPEC
    hands: Name | None = None
    boards: Name | None = None
    promos: Name | None = None
    rulings: Annotated[dict[Name, Name], Field(max_length=60)] = Field(default_factory=dict)
    patches: Annotated[
        list[Annotated[str | dict[str, Any], BeforeValidator(_patch)]], Field(max_length=20)
    ] = Field(default_factory=list)


class SetupForm(Form):
    """All chance of the set-up: a transcript from the beginning."""

    tiles: Annotated[list[Card], Field(min_length=3, max_length=3)]
    politics: Annotated[list[Card], Field(min_length=3, max_length=3)]
    boards: Annotated[list[Name], Field(max_length=4)] = Field(default_factory=list)
    row: Row
    guest_deck: Deck = Field(default_factory=list)
    hands: Annotated[list[Deck], Field(max_length=4)] = Field(default_factory=list)
    packs: Annotated[list[Deck], Field(max_length=4)] = Field(default_factory=list)
    staff_deck: Deck = Field(default_factory=list)
    ballrooms: Three = Field(default_factory=list)
    rehearsal_rooms: Four = Field(default_factory=list)
    lounge: Three = Field(default_factory=list)
    celebrity_deck: Deck = Field(default_factory=list)
    entrances: Four = Field(default_factory=list)
    own_politics: Three = Field(default_factory=list)
    own_tiles: Tiles = ""


class PlayerForm(Form):
    """What one player has in a position. What is left out is empty, 0, or as described."""

    board: Name | None = None
    krones: Count = 0
    emperor: Count = 0
    vp: Annotated[int, Field(strict=True, ge=-999, le=999)] = 0
    kitchen: Goods = ""
    guests: Guests = Field(default_factory=dict)
    hand: Deck = Field(default_factory=list)
    staff: Deck = Field(default_factory=list)
    used: Deck = Field(default_factory=list)
    vacant: Rooms = ""
    occupied: Rooms = ""
    covered: Rooms = ""
    paid: Rooms | None = None
    claimed: Letters = ""
    turns_taken: Annotated[int, Field(strict=True, ge=0, le=2)] = 0
    passed: Flag = False
    extra_turns: Annotated[int, Field(strict=True, ge=0, le=9)] = 0
    extra_turn_grants: list[Grant] = Field(default_factory=list)
    rehearsal: Card | None = None
    resting: Counts | None = None
    dancers: Dancers = ""
    celebrities: Met = Field(default_factory=dict)
    celebrities_used: Three = Field(default_factory=list)
    entrance: Card | None = None
    own_claimed: Letters = ""
    own_tiles: Tiles | None = None
    tokens: Counts | None = None
    dice_taken: RoundDice = Field(default_factory=list)
    has_passed: Flag = False
    left: Count = 0
    orders: Orders = Field(default_factory=dict)
    guest_vp: Annotated[int, Field(strict=True, ge=-999, le=999)] = 0
    kept: Deck = Field(default_factory=list)
    used_up: Deck = Field(default_factory=list)
    begun: Rooms | None = None
    most_krones: Count = 0


class PositionForm(Form):
    """A position: a transcript from the middle of a game. What is left out is empty."""

    round: Annotated[int, Field(strict=True, ge=1, le=12)] = 1
    turn: Who | None = None
    so_far: list[Done] = Field(default_factory=list)
    extra_turn: list[Grant] | None = None
    dice: Dice = Field(default_factory=list)
    row: Row = Field(default_factory=list)
    guest_deck: Deck = Field(default_factory=list)
    guest_discard: Deck = Field(default_factory=list)
    staff_deck: Deck = Field(default_factory=list)
    staff_removed: Deck = Field(default_factory=list)
    politics: Three = Field(default_factory=list)
    tiles: Three = Field(default_factory=list)
    players: dict[Name, PlayerForm] = Field(default_factory=dict)
    first_player: Who | None = None
    key: Who | None = None
    ballrooms: Three = Field(default_factory=list)
    lounge: Lounge = Field(default_factory=list)
    waited: Counts = Field(default_factory=list)
    celebrity_deck: Deck = Field(default_factory=list)
    celebrity_discard: Deck = Field(default_factory=list)
    own_politics: Three = Field(default_factory=list)
    own_tiles: Tiles = ""
    guests_taken: Count = 0
    somebody_passed: Flag = False
    kept: Deck = Field(default_factory=list)


class PlayerExpect(Form):
    """What is claimed about a player; what is left out is not claimed."""

    board: Name | None = None
    krones: Count | None = None
    emperor: Count | None = None
    vp: int | None = None
    vp_from: dict[Name, int] | None = None
    rank: Annotated[int, Field(strict=True, ge=1, le=4)] | None = None
    kitchen: Goods | None = None
    guests: ExpectedGuests | None = None
    hand: Deck | None = None
    hand_size: Count | None = None
    staff: Deck | None = None
    used: Deck | None = None
    vacant: Rooms | None = None
    occupied: Rooms | None = None
    claimed: Letters | None = None
    turns_taken: Count | None = None
    passed: Flag | None = None
    rehearsal: Card | None = None
    resting: Counts | None = None
    dancers: Dancers | None = None
    celebrities: Met | None = None
    celebrities_used: Three | None = None
    entrance: Card | None = None
    own_claimed: Letters | None = None
    own_tiles: Tiles | None = None
    tokens: Counts | None = None
    used_up: Deck | None = None
    kept: Deck | None = None


class Expect(Form):
    """What is claimed about the state here. Decks: the cards on top of them."""

    round: Count | None = None
    player: Who | None = None
    over: Flag | None = None
    dice: Dice | None = None
    row: Row | None = None
    guest_deck: Deck | None = None
    guest_discard: Deck | None = None
    staff_deck: Deck | None = None
    staff_deck_bottom: Deck | None = None
    politics: Three | None = None
    tiles: Three | None = None
    first_player: Who | None = None
    key: Who | None = None
    ballrooms: Three | None = None
    lounge: Lounge | None = None
    waited: Counts | None = None
    celebrity_deck: Deck | None = None
    celebrity_discard: Deck | None = None
    entrances: Four | None = None
    rehearsal_rooms: Four | None = None
    own_politics: Three | None = None
    own_tiles: Tiles | None = None
    kept: Deck | None = None
    players: dict[Name, PlayerExpect] = Field(default_factory=dict)
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


KINDS = ("do", "illegal", "roll", "reshuffle", "celebrities", "expect", "show")


def _short(value: Any) -> Any:
    """A step that is only a text is something done."""
    return {"do": value} if isinstance(value, str) else value


class Step(Form):
    """One step: exactly one of ``KINDS``, or only a note."""

    by: Who | None = None
    do: Words | None = None
    illegal: Words | None = None
    because: Text | None = None
    roll: Dice | None = None
    reshuffle: Deck | None = None
    celebrities: Deck | None = None
    expect: Expect | None = None
    show: Flag | None = None
    note: Text | None = None

    @property
    def kind(self) -> str:
        """Which of KINDS the step is, or "note"."""
        return next((kind for kind in KINDS if getattr(self, kind) is not None), "note")

    @model_validator(mode="after")
    def _one_thing(self) -> Step:
        given = [kind for kind in KINDS if getattr(self, kind) is not None]
        if len(given) > 1 or (not given and self.note is None):
            raise ValueError(f"a step is one of {', '.join(KINDS)}; or only a note")
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
    players: Annotated[list[Name] | Seats, BeforeValidator(_players)]
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
