"""The words that cards are written in: effects, penalties, abilities, counts and actions.

Every word is a small frozen model with a fixed set of fields. Data that uses an unknown word or
field is refused, so a card can only say what an engine knows how to play. Nothing here plays.

Units: krones, victory points (vp), steps on the emperor track (emperor), floors 1 (ground) to 4.
Lists of effects hold *separate optional items*: the owner takes any of them, in any order.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, model_validator

GOODS = ("strudel", "cake", "wine", "coffee")
COLOURS = ("blue", "red", "yellow")

Good = Literal["strudel", "cake", "wine", "coffee"]
Colour = Literal["blue", "red", "yellow"]
GuestColour = Literal["blue", "red", "yellow", "green"]
Timing = Literal["once", "round", "permanent", "end"]
Count = Literal[
    "occupied_rooms",  # of one colour, if a colour is given
    "rooms",  # vacant and occupied; of one colour, if a colour is given
    "staff",  # cards in play
    "groups",  # fully occupied
    "floors",  # fully occupied
    "columns",  # fully occupied
    "full_colours",  # colours of which every room of the hotel is occupied
    "colour_sets",  # sets of one occupied room of each colour, each room in one set
    "politics",  # own markers on politics cards
    "emperor",  # position on the emperor track
    "krones",
]

Flag = Annotated[bool, Field(strict=True)]
Vp = Annotated[int, Field(strict=True, ge=-50, le=99)]
Cost = Annotated[int, Field(strict=True, ge=0, le=20)]
Amount = Annotated[int, Field(strict=True, ge=0, le=20)]
Positive = Annotated[int, Field(strict=True, ge=1, le=20)]
Floor = Annotated[int, Field(strict=True, ge=1, le=4)]
Face = Annotated[int, Field(strict=True, ge=1, le=6)]
Faces = Annotated[tuple[Face, ...], Field(min_length=1, max_length=6)]


class Word(BaseModel):
    """Base of all parts of a ruleset: immutable, and closed to unknown fields."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, defer_build=True)


def check_colour(count: Count, colour: Colour | None) -> None:
    """Raises ValueError if a colour is given for something that is not counted by colour."""
    if colour is not None and count not in ("occupied_rooms", "rooms"):
        raise ValueError(f"{count} has no colour; only occupied_rooms and rooms have")


# --- effects ---------------------------------------------------------------------------------


class Gain(Word):
    """Take what is named: goods, krones, steps on the emperor track, victory points."""

    do: Literal["gain"]
    strudel: Amount = 0
    cake: Amount = 0
    wine: Amount = 0
    coffee: Amount = 0
    krones: Amount = 0
    emperor: Amount = 0
    vp: Annotated[int, Field(strict=True, ge=0, le=99)] = 0


class ChooseGoods(Word):
    """Take this many dishes and drinks of choice."""

    do: Literal["choose_goods"]
    goods: Positive = 1


class Prepare(Word):
    """Prepare up to this many rooms, on floors up to `floors`, at the printed cost or less."""

    do: Literal["prepare"]
    rooms: Positive = 1
    discount: Cost = 0
    free: Flag = False
    floors: Floor = 4
    occupied: Flag = False  # turned over at once


class Occupy(Word):
    """Turn up to this many vacant rooms over to occupied, on floors up to `floors`."""

    do: Literal["occupy"]
    rooms: Positive = 1
    floors: Floor = 4


class Hire(Word):
    """Play up to this many staff cards from hand at the printed cost or less."""

    do: Literal["hire"]
    cards: Positive = 1
    discount: Cost = 0
    free: Flag = False


class Draw(Word):
    """Draw staff cards into the hand."""

    do: Literal["draw"]
    cards: Positive = 1


class DrawAndHire(Word):
    """Draw staff cards, play at most one of them; the rest go under the deck in any order."""

    do: Literal["draw_and_hire"]
    cards: Annotated[int, Field(strict=True, ge=1, le=8)] = 3
    discount: Cost = 0
    free: Flag = False


class TakeGuest(Word):
    """Take guests from the row without paying; the row is refilled after each."""

    do: Literal["take_guest"]
    guests: Positive = 1


class FillOrder(Word):
    """Fill the order of own guests from the supply."""

    do: Literal["fill_order"]
    guests: Positive = 1


class UseActionSpace(Word):
    """Use an action space that holds a die without taking a die."""

    do: Literal["use_action_space"]
    strengthen: Flag = False  # may a krone strengthen it
    die_bonuses: Flag = False  # do staff cards that name a die face apply


class ExtraTurn(Word):
    """Take a further turn once the current one has had its die."""

    do: Literal["extra_turn"]
    die: Flag = False  # is a die taken
    action: Flag = True  # is an action space used (needs a die on it, even if none is taken)
    strengthen: Flag = True  # may a krone strengthen that action
    die_bonuses: Flag = False  # do staff cards that name a die face apply


class Score(Word):
    """Victory points for each thing counted, at most `max` points in all."""

    do: Literal["score"]
    vp: Annotated[int, Field(strict=True, ge=-20, le=20)]
    per: Count
    colour: Colour | None = None
    max: Annotated[int, Field(strict=True, ge=0, le=99)] | None = None

    @model_validator(mode="after")
    def _colour_fits(self) -> Score:
        check_colour(self.per, self.colour)
        return self


class CopyFinal(Word):
    """Use a final-scoring card that lies in another hotel, applied to the own hotel."""

    do: Literal["copy_final"]


Effect = Annotated[
    Gain
    | ChooseGoods
    | Prepare
    | Occupy
    | Hire
    | Draw
    | DrawAndHire
    | TakeGuest
    | FillOrder
    | UseActionSpace
    | ExtraTurn
    | Score
    | CopyFinal,
    Field(discriminator="do"),
]
MOST_WORDS = 12  # effects, abilities or penalties of one card
Effects = Annotated[tuple[Effect, ...], Field(max_length=MOST_WORDS)]


# --- penalties -------------------------------------------------------------------------------


class Lose(Word):
    """Lose krones or victory points."""

    do: Literal["lose"]
    krones: Amount = 0
    vp: Annotated[int, Field(strict=True, ge=0, le=99)] = 0


class LoseScore(Word):
    """Lose victory points for each thing counted."""

    do: Literal["lose_score"]
    vp: Annotated[int, Field(strict=True, ge=0, le=99)]
    per: Count


class Empty(Word):
    """Return all goods of the kitchen, of the guests in the cafe, or both."""

    do: Literal["empty"]
    kitchen: Flag = False
    cafe: Flag = False


class BuryStaff(Word):
    """Put staff cards from hand under the deck."""

    do: Literal["bury_staff"]
    cards: Positive


class RemoveRoom(Word):
    """Remove one room tile. Two of these in a list remove two rooms, one after the other.

    highest: from the highest floor that has such a room; next-floor-below: from the next lower
    floor than the previous one that has such a room; same-column-below: the next such room below
    the previous one in its column.
    """

    do: Literal["remove_room"]
    state: Literal["vacant", "occupied"]
    from_: Literal["highest", "next-floor-below", "same-column-below"] = Field(alias="from")


class RemoveStaff(Word):
    """Remove staff cards of one timing that are in play."""

    do: Literal["remove_staff"]
    timing: Timing = "end"
    cards: Positive = 1


Penalty = Annotated[
    Lose | LoseScore | Empty | BuryStaff | RemoveRoom | RemoveStaff, Field(discriminator="do")
]


# --- abilities of permanent staff -------------------------------------------------------------


class OnDie(Word):
    """Effects when a die of one of these faces is taken.

    with: an automatic gain as the die is taken; before-or-after / after: relative to the action
    of the die, as its owner likes / only behind it.
    """

    kind: Literal["on_die"]
    faces: Faces
    timing: Literal["with", "before-or-after", "after"] = "with"
    effects: Effects


class OnGuestLeaves(Word):
    """Effects when a guest leaves the own cafe for a room; filters by colour and size of order."""

    kind: Literal["on_guest_leaves"]
    colour: GuestColour | None = None
    min_goods: Amount = 0
    max_goods: Amount | None = None
    effects: Effects


class OnOrderFilled(Word):
    """Effects at the moment in which an order is filled; filters as for `on_guest_leaves`."""

    kind: Literal["on_order_filled"]
    colour: GuestColour | None = None
    min_goods: Amount = 0
    max_goods: Amount | None = None
    effects: Effects


class OnRoomOccupied(Word):
    """Effects when a room becomes occupied, in whatever way."""

    kind: Literal["on_room_occupied"]
    effects: Effects


class OnEmperorReward(Word):
    """Effects when the owner receives an emperor tile's reward."""

    kind: Literal["on_emperor_reward"]
    effects: Effects


class Strength(Word):
    """The action of a die of these faces counts this many dice more."""

    kind: Literal["strength"]
    faces: Faces
    dice: Positive
    optional: Flag = True


class CopyCost(Word):
    """The krones that the copying action (6) costs."""

    kind: Literal["copy_cost"]
    krones: Cost


class RoomCost(Word):
    """The krones that preparing a room of this colour costs, on any floor."""

    kind: Literal["room_cost"]
    colour: Colour
    krones: Cost


class ServeCost(Word):
    """The krones that serving from the kitchen costs."""

    kind: Literal["serve_cost"]
    krones: Cost


class GuestCost(Word):
    """The krones that a guest of the row costs, in any place."""

    kind: Literal["guest_cost"]
    krones: Cost


class BothTracks(Word):
    """The action of a die of these faces gives a krone *and* an emperor step for each die."""

    kind: Literal["both_tracks"]
    faces: Faces


class AvertPenalty(Word):
    """An emperor penalty may be averted for these krones."""

    kind: Literal["avert_penalty"]
    krones: Cost


Ability = Annotated[
    OnDie
    | OnGuestLeaves
    | OnOrderFilled
    | OnRoomOccupied
    | OnEmperorReward
    | Strength
    | CopyCost
    | RoomCost
    | ServeCost
    | GuestCost
    | BothTracks
    | AvertPenalty,
    Field(discriminator="kind"),
]


# --- what the six action spaces do ------------------------------------------------------------


class GoodsAction(Word):
    """Take one good a die; of a later good in the list never more than of an earlier one."""

    do: Literal["goods"]
    goods: Annotated[tuple[Good, ...], Field(min_length=1, max_length=3)]


class PrepareAction(Word):
    """Prepare up to one room a die."""

    do: Literal["prepare"]


class TracksAction(Word):
    """One krone or one emperor step a die, in any mix."""

    do: Literal["tracks"]


class HireAction(Word):
    """Play one staff card for one krone less a die."""

    do: Literal["hire"]


class CopyAction(Word):
    """Pay, then do any other action with the dice of this space."""

    do: Literal["copy"]
    krones: Cost


Action = Annotated[
    GoodsAction | PrepareAction | TracksAction | HireAction | CopyAction, Field(discriminator="do")
]


def _words(union: Any) -> dict[str, type[Word]]:
    """The models of a tagged union by tag."""
    found: dict[str, type[Word]] = {}
    for model in get_args(get_args(union)[0]):
        tag = model.model_fields.get("do") or model.model_fields["kind"]
        found[get_args(tag.annotation)[0]] = model
    return found


def word(tag: str) -> type[Word] | None:
    """The model that a `do` or `kind` stands for. Raises nothing; None if there is none."""
    for union in (Effect, Penalty, Ability, Action):
        if tag in _words(union):
            return _words(union)[tag]
    return None
