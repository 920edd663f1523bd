"""Triggers: events to which cards in play, celebrities and hotel entrances answer with effects."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from model.base import asked_later
from model.vocabulary.base import Amount, Colour, Faces, Flag, GuestColour, Positive, Term
from model.vocabulary.effects import Effects
from model.wording import describe_effects, either, many


def _answer(event: str, effects: Effects) -> str:
    return f"{event}: {describe_effects(effects)}"


def _guest(e: OnGuestLeaves | OnOrderFilled) -> str:
    who = f"a {e.colour} guest" if e.colour else "a guest"
    if e.max_goods is not None and e.max_goods == e.min_goods:
        return f"{who} with exactly {many(e.min_goods, 'item')}"
    limits = [f"{e.min_goods} or more items"] if e.min_goods else []
    limits += [f"at most {many(e.max_goods, 'item')}"] if e.max_goods is not None else []
    return f"{who} with {' and '.join(limits)}" if limits else who


class OnDie(Term):
    """Effects when a die of one of these faces is taken.

    with: an automatic gain as the die is taken; before-or-after: before or after the die's action,
    as the owner likes; after: only after it. must: it cannot be declined.
    """

    kind: Literal["on_die"]
    faces: Faces
    timing: Literal["with", "before-or-after", "after"] = "with"
    must: Flag = False
    effects: Effects

    def phrase(self) -> str:
        when = {
            "with": "",
            "before-or-after": ", before or after the action",
            "after": ", after the action",
        }[self.timing]
        must = ", not declinable" if self.must else ""
        return _answer(f"when taking a die of {either(self.faces)}{when}{must}", self.effects)


class OnGuestLeaves(Term):
    """Effects when a guest leaves the player's café; filters by colour and size of order.

    to: to a room or a ballroom, or only to a room. rewarded: only guests with a reward. moment:
    answers when the guest leaves, or to the reward, even if it came into play during the reward.
    """

    kind: Literal["on_guest_leaves"]
    to: Literal["anywhere", "room"] = "anywhere"
    rewarded: Flag = False
    moment: Literal["leaving", "reward"] = asked_later("leaving")
    colour: GuestColour | None = None
    min_goods: Amount = 0
    max_goods: Amount | None = None
    effects: Effects

    def phrase(self) -> str:
        return _answer(
            f"when {_guest(self)}{' with a reward' if self.rewarded else ''}"
            f" {'leaves the café' if self.to == 'anywhere' else 'moves in'}"
            f"{', at the time of the reward' if self.moment == 'reward' else ''}",
            self.effects,
        )


class OnOrderFilled(Term):
    """Effects at the moment an order is filled; filters as for `on_guest_leaves`."""

    kind: Literal["on_order_filled"]
    colour: GuestColour | None = None
    min_goods: Amount = 0
    max_goods: Amount | None = None
    effects: Effects

    def phrase(self) -> str:
        return _answer(f"when the order of {_guest(self)} is filled", self.effects)


class OnRoomOccupied(Term):
    """Effects when a room becomes occupied in any way."""

    kind: Literal["on_room_occupied"]
    effects: Effects

    def phrase(self) -> str:
        return _answer("when a room becomes occupied", self.effects)


class OnEmperorReward(Term):
    """Effects when the owner receives an emperor tile's reward."""

    kind: Literal["on_emperor_reward"]
    effects: Effects

    def phrase(self) -> str:
        return _answer("with an emperor reward", self.effects)


class OnHire(Term):
    """Effects after the owner has played a staff card (other than this one)."""

    kind: Literal["on_hire"]
    effects: Effects

    def phrase(self) -> str:
        return _answer("after playing another staff card", self.effects)


class OnDancer(Term):
    """Effects when the owner sends a dancer to a ballroom in any way."""

    part = "ballrooms"
    kind: Literal["on_dancer"]
    effects: Effects

    def phrase(self) -> str:
        return _answer("with each dancer sent to a ballroom", self.effects)


class OnPolitics(Term):
    """Effects when the owner puts a marker on a politics card."""

    kind: Literal["on_politics"]
    effects: Effects

    def phrase(self) -> str:
        return _answer("with each marker put on a politics card", self.effects)


class OnKrones(Term):
    """Effects each time the owner receives krones, in the own turn."""

    kind: Literal["on_krones"]
    effects: Effects

    def phrase(self) -> str:
        return _answer("with each gain of krones in the own turn", self.effects)


class OnChampagne(Term):
    """Effects each time the owner receives champagne, in the own turn."""

    kind: Literal["on_champagne"]
    effects: Effects

    def phrase(self) -> str:
        return _answer("with each gain of champagne in the own turn", self.effects)


class OnAdvance(Term):
    """Effects when the owner advances on the emperor track, in the own turn.

    per gain: each gain counts alone; per action: once all steps of one action reach `min_steps`.
    """

    kind: Literal["on_advance"]
    min_steps: Positive = 1
    per: Literal["gain", "action"] = "gain"
    effects: Effects

    def phrase(self) -> str:
        if self.per == "action":
            return _answer(
                f"when advancing {self.min_steps} or more emperor steps with one action",
                self.effects,
            )
        least = f" of {self.min_steps} or more steps" if self.min_steps > 1 else ""
        return _answer(
            f"with each advance{least} on the emperor track in the own turn", self.effects
        )


class OnGoods(Term):
    """Effects when the owner receives this many dishes, or this many drinks, in one action."""

    kind: Literal["on_goods"]
    goods: Literal["dishes", "drinks"]
    min_goods: Positive
    effects: Effects

    def phrase(self) -> str:
        return _answer(
            f"when receiving {self.min_goods} or more {self.goods} in one action", self.effects
        )


class OnGroup(Term):
    """Effects when a group of this many rooms becomes fully occupied."""

    kind: Literal["on_group"]
    min_rooms: Positive = 1
    effects: Effects

    def phrase(self) -> str:
        size = f" of {self.min_rooms} or more rooms" if self.min_rooms > 1 else ""
        return _answer(f"when a group{size} becomes fully occupied", self.effects)


class OnFirstRoom(Term):
    """Effects when the first room of a group, of this colour, becomes occupied."""

    kind: Literal["on_first_room"]
    colour: Colour
    effects: Effects

    def phrase(self) -> str:
        return _answer(
            f"when the first room of a {self.colour} group becomes occupied", self.effects
        )


class OnColumn(Term):
    """Effects when the four rooms of a column are all occupied."""

    kind: Literal["on_column"]
    effects: Effects

    def phrase(self) -> str:
        return _answer("when a column becomes fully occupied", self.effects)


class OnFloor(Term):
    """Effects when the five rooms of a floor are all occupied."""

    kind: Literal["on_floor"]
    effects: Effects

    def phrase(self) -> str:
        return _answer("when a floor becomes fully occupied", self.effects)


class OnDiceSum(Term):
    """Effects when the owner's second die of a round is taken, by the sum of both faces.

    They come before that die's action. The skeleton key counts as the other die.
    """

    kind: Literal["on_dice_sum"]
    sums: Annotated[
        tuple[Annotated[int, Field(strict=True, ge=2, le=12)], ...], Field(min_length=1)
    ]
    effects: Effects

    def phrase(self) -> str:
        return _answer(
            f"when the second die of a round makes a sum of {either(self.sums)}, before its action",
            self.effects,
        )


class OnFirstPass(Term):
    """Effects at the first pass of a round, by any player."""

    kind: Literal["on_first_pass"]
    effects: Effects

    def phrase(self) -> str:
        return _answer("with the first pass of a round, whoever passes", self.effects)


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
