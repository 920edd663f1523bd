"""Triggers: events that a card in play, a celebrity or a hotel entrance answers with effects."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from model.base import Word, asked_later
from model.vocabulary.base import Amount, Colour, Faces, Flag, GuestColour, Positive
from model.vocabulary.effects import Effects


class OnDie(Word):
    """Effects when a die of one of these faces is taken.

    with: an automatic gain as the die is taken; before-or-after / after: relative to the action
    of the die, as its owner likes / only behind it. must: it cannot be declined.
    """

    kind: Literal["on_die"]
    faces: Faces
    timing: Literal["with", "before-or-after", "after"] = "with"
    must: Flag = False
    effects: Effects


class OnGuestLeaves(Word):
    """Effects when a guest leaves the own cafe; filters by colour and size of order.

    to: for a room or a ballroom, or only for a room. rewarded: only guests who bring a reward.
    moment: answers as the guest leaves, or to the reward: also if it came into play within that.
    """

    kind: Literal["on_guest_leaves"]
    to: Literal["anywhere", "room"] = "anywhere"
    rewarded: Flag = False
    moment: Literal["leaving", "reward"] = asked_later("leaving")
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


class OnHire(Word):
    """Effects after the owner has played a staff card (other than this one)."""

    kind: Literal["on_hire"]
    effects: Effects


class OnDancer(Word):
    """Effects when the owner sends a dancer to a ballroom, in whatever way."""

    kind: Literal["on_dancer"]
    effects: Effects


class OnPolitics(Word):
    """Effects when the owner puts a marker on a politics card."""

    kind: Literal["on_politics"]
    effects: Effects


class OnKrones(Word):
    """Effects each time the owner receives krones, in the own turn."""

    kind: Literal["on_krones"]
    effects: Effects


class OnChampagne(Word):
    """Effects each time the owner receives champagne, in the own turn."""

    kind: Literal["on_champagne"]
    effects: Effects


class OnAdvance(Word):
    """Effects when the owner advances on the emperor track, in the own turn.

    per gain: every time by itself; per action: once all steps of one action reach `min_steps`.
    """

    kind: Literal["on_advance"]
    min_steps: Positive = 1
    per: Literal["gain", "action"] = "gain"
    effects: Effects


class OnGoods(Word):
    """Effects when the owner receives this many dishes, or so many drinks, in one action."""

    kind: Literal["on_goods"]
    goods: Literal["dishes", "drinks"]
    min_goods: Positive
    effects: Effects


class OnGroup(Word):
    """Effects when a group of this many rooms becomes fully occupied."""

    kind: Literal["on_group"]
    min_rooms: Positive = 1
    effects: Effects


class OnFirstRoom(Word):
    """Effects when the first room of a group, of this colour, becomes occupied."""

    kind: Literal["on_first_room"]
    colour: Colour
    effects: Effects


class OnColumn(Word):
    """Effects when the four rooms of a column are all occupied."""

    kind: Literal["on_column"]
    effects: Effects


class OnFloor(Word):
    """Effects when the five rooms of a floor are all occupied."""

    kind: Literal["on_floor"]
    effects: Effects


class OnDiceSum(Word):
    """Effects when the owner's second die of a round is taken, by the sum of both faces.

    They come before that die's action. The skeleton key counts like the other die.
    """

    kind: Literal["on_dice_sum"]
    sums: Annotated[
        tuple[Annotated[int, Field(strict=True, ge=2, le=12)], ...], Field(min_length=1)
    ]
    effects: Effects


class OnFirstPass(Word):
    """Effects when a player passes for the first time in a round, whoever that is."""

    kind: Literal["on_first_pass"]
    effects: Effects


Trigger = (
    OnDie
    | OnGuestLeaves
    | OnOrderFilled
    | OnRoomOccupied
    | OnEmperorReward
    | OnHire
    | OnDancer
    | OnPolitics
    | OnKrones
    | OnChampagne
    | OnAdvance
    | OnGoods
    | OnGroup
    | OnFirstRoom
    | OnColumn
    | OnFloor
    | OnDiceSum
    | OnFirstPass
)
