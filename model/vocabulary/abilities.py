"""Abilities: what a card in play changes for its owner as long as it is there."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from model.base import Word
from model.vocabulary.base import Amount, Colour, Cost, DishOrDrink, Faces, Flag, Positive
from model.vocabulary.triggers import Trigger

BonusRow = Annotated[tuple[Amount, ...], Field(min_length=4, max_length=4)]


class Strength(Word):
    """The action of a die of these faces counts this many dice more.

    apart: dishes and drinks that these dice bring are not counted in the proportion of the action.
    """

    kind: Literal["strength"]
    faces: Faces
    dice: Positive
    optional: Flag = True
    apart: Flag = False


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


class More(Word):
    """So much more whenever the owner receives any: VP or steps in the own turn, krones always."""

    kind: Literal["more"]
    vp: Amount = 0
    krones: Amount = 0
    emperor: Amount = 0


class IgnoreGood(Word):
    """One good of each order of two or more may be ignored."""

    kind: Literal["ignore_good"]


class Interchange(Word):
    """In filling orders these two goods stand for each other."""

    kind: Literal["interchange"]
    goods: tuple[DishOrDrink, DishOrDrink]


class Substitute(Word):
    """In filling orders this many of this good stand for any one other dish or drink."""

    kind: Literal["substitute"]
    good: DishOrDrink
    amount: Positive


class PrepareAnywhere(Word):
    """Rooms need not be prepared beside others."""

    kind: Literal["prepare_anywhere"]


class ChooseBonus(Word):
    """The owner picks which colour's occupancy bonus a group pays."""

    kind: Literal["choose_bonus"]


class MoreTables(Word):
    """More tables in the cafe."""

    kind: Literal["more_tables"]
    tables: Annotated[int, Field(strict=True, ge=1, le=2)] = 1


class NoStranded(Word):
    """Guests left in the cafe at the end cost nothing."""

    kind: Literal["no_stranded"]


class MoreGuests(Word):
    """After taking the turn's guest this many more may be taken, and paid; `setup`: free at set-up.

    refill: the row is refilled after each guest, or once all are taken.
    """

    kind: Literal["more_guests"]
    guests: Amount = 1
    setup: Amount = 0
    refill: Literal["each", "after"] = "each"


class RoundGuests(Word):
    """VP at the end of a round by the number of guests who left the cafe in it (0, 1, 2 ...).

    The guests stay off the discard pile until then. filled: counts orders filled in the round.
    """

    kind: Literal["round_guests"]
    filled: Flag = False
    vp: Annotated[tuple[Amount, ...], Field(min_length=1, max_length=8)]


class OccupancyTable(Word):
    """Replaces what fully occupied groups of 1 to 4 rooms give the owner."""

    kind: Literal["occupancy_table"]
    blue_vp: BonusRow
    red_krones: BonusRow
    yellow_emperor: BonusRow


class MoveDie(Word):
    """Before an action space is used, a die of a neighbouring space may be moved onto it."""

    kind: Literal["move_die"]


class RowBonus(Word):
    """The owner receives a ballroom's row bonus this many times; as one gain, or as so many."""

    kind: Literal["row_bonus"]
    times: Positive
    as_one: Flag = False


class MostDancers(Word):
    """VP when a ballroom is scored in which the owner alone has the most dancers."""

    kind: Literal["most_dancers"]
    vp: Amount


class OwnPolitics(Word):
    """Personal politics cards, one of each letter: VP by the number of emperor scorings past.

    `final_vp`: VP at the end by the number of politics cards fulfilled, own and common (0, 1 ...).
    """

    kind: Literal["own_politics"]
    vp: Annotated[tuple[Amount, ...], Field(min_length=3, max_length=3)]
    final_vp: Annotated[tuple[Amount, ...], Field(min_length=7, max_length=7)]


class OwnTiles(Word):
    """Personal emperor tiles, this many of each letter.

    Once a turn: this many steps back, by letter, for the reward of a tile, which is then used up.
    answered: does it count as the emperor's reward for what answers to that.
    """

    kind: Literal["own_tiles"]
    answered: Flag = False
    tiles: Annotated[int, Field(strict=True, ge=1, le=2)]
    steps: Annotated[tuple[Amount, ...], Field(min_length=3, max_length=3)]


Ability = Annotated[
    Trigger
    | Strength
    | CopyCost
    | RoomCost
    | ServeCost
    | GuestCost
    | BothTracks
    | AvertPenalty
    | More
    | IgnoreGood
    | Interchange
    | Substitute
    | PrepareAnywhere
    | ChooseBonus
    | MoreTables
    | NoStranded
    | MoreGuests
    | RoundGuests
    | OccupancyTable
    | MoveDie
    | RowBonus
    | MostDancers
    | OwnPolitics
    | OwnTiles,
    Field(discriminator="kind"),
]
Abilities = Annotated[tuple[Ability, ...], Field(max_length=12)]
