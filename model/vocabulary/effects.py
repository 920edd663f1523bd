"""Effects: what a card, tile or bonus does for its owner."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from model.vocabulary.base import Amount, Cost, Count, Filter, Flag, Floor, Positive, Term
from model.wording import ORDINALS, both, describe_count, describe_goods, items, many


def _price(effect: Prepare | Hire | DrawAndHire) -> str:
    if effect.free:
        return " free"
    return f" for up to {many(effect.discount, 'krone')} less" if effect.discount else ""


def _floors(floors: int) -> str:
    return "" if floors == 4 else f" on the lowest {many(floors, 'floor')}"


def _champagne(less: int) -> str:
    return f" for up to {less} champagne less" if less else ""


class Gain(Term):
    """Gain goods, krones, steps on the emperor track, victory points."""

    do: Literal["gain"]
    strudel: Amount = 0
    cake: Amount = 0
    wine: Amount = 0
    coffee: Amount = 0
    champagne: Amount = 0
    krones: Amount = 0
    emperor: Amount = 0
    vp: Annotated[int, Field(strict=True, ge=0, le=99)] = 0

    def phrase(self) -> str:
        parts = [describe_goods(self)] if describe_goods(self) else []
        parts += [many(self.krones, "krone")] if self.krones else []
        parts += [many(self.emperor, "emperor step")] if self.emperor else []
        parts += [f"{self.vp} VP"] if self.vp else []
        return "gain " + (", ".join(parts) or "nothing")


class ChooseGoods(Term):
    """Take this many dishes and drinks of choice."""

    do: Literal["choose_goods"]
    goods: Positive = 1

    def phrase(self) -> str:
        return f"gain {items(self.goods)}"


class SwapGoods(Term):
    """Exchange dishes and drinks of the kitchen for others from the supply, one by one.

    Each is exchanged for one of another kind. With `all` the exchange is made in full or not at
    all, and then gives `vp`.
    """

    do: Literal["swap_goods"]
    goods: Positive
    all: Flag = False
    vp: Amount = 0

    def phrase(self) -> str:
        most = "exactly" if self.all else "up to"
        vp = f"; in full it gives {self.vp} VP" if self.vp else ""
        return (
            f"exchange {most} {many(self.goods, 'dish or drink', 'dishes or drinks')} of the"
            f" kitchen, each for one of another kind{vp}"
        )


class SendDancer(Term):
    """Send dancers to ballrooms: as many as `less` has entries, paying that much less for each."""

    part = "ballrooms"
    do: Literal["send_dancer"]
    less: Annotated[tuple[Annotated[int, Field(strict=True, ge=0, le=9)], ...],
                    Field(min_length=1, max_length=3)] = (0,)  # fmt: skip
    free: Flag = False

    def phrase(self) -> str:
        one = len(self.less) == 1
        who = "a dancer to a ballroom" if one else f"up to {len(self.less)} dancers to ballrooms"
        if self.free:
            return f"send {who} free"
        if one or not any(self.less):
            return f"send {who}{_champagne(self.less[0])}"
        each = [
            f"the {nth}{_champagne(n) or ' at its price'}" for nth, n in zip(ORDINALS, self.less)
        ]
        return f"send {who}, {both(each)}"


class BonusToken(Term):
    """Take the upper or lower bonus of a remaining bonus token; the token is used up."""

    part = "entrances"
    do: Literal["bonus_token"]
    half: Literal["upper", "lower"]

    def phrase(self) -> str:
        return f"take the {self.half} bonus of a bonus token that is left"


class Prepare(Term):
    """Prepare up to this many rooms, on floors up to `floors`, at the printed cost or less."""

    do: Literal["prepare"]
    rooms: Positive = 1
    discount: Cost = 0
    free: Flag = False
    floors: Floor = 4
    occupied: Flag = False  # turned over at once

    def phrase(self) -> str:
        state = " and occupy it" if self.occupied and self.rooms == 1 else ""
        state = " and occupy them" if self.occupied and self.rooms > 1 else state
        each = " each" if self.rooms > 1 and self.discount and not self.free else ""
        rooms = "a room" if self.rooms == 1 else f"up to {self.rooms} rooms"
        return f"prepare {rooms}{_price(self)}{each}{_floors(self.floors)}{state}"


class Occupy(Term):
    """Turn up to this many vacant rooms over to occupied, on floors up to `floors`."""

    do: Literal["occupy"]
    rooms: Positive = 1
    floors: Floor = 4

    def phrase(self) -> str:
        rooms = "a vacant room" if self.rooms == 1 else f"up to {self.rooms} vacant rooms"
        return f"occupy {rooms}{_floors(self.floors)}"


class Hire(Term):
    """Play up to this many staff cards from hand at the printed cost or less.

    must: as many cards as can be paid for must be played.
    """

    do: Literal["hire"]
    must: Flag = False
    cards: Positive = 1
    discount: Cost = 0
    free: Flag = False

    def phrase(self) -> str:
        cards = "a staff card" if self.cards == 1 else f"up to {self.cards} staff cards"
        each = " each" if self.cards > 1 and self.discount and not self.free else ""
        must = "have to " if self.must else ""
        return f"{must}play {cards} from hand{_price(self)}{each}"


class Draw(Term):
    """Draw staff cards into the hand.

    asks: the player may decline, even if a card brings it automatically.
    """

    do: Literal["draw"]
    cards: Positive = 1
    asks: Flag = False

    def phrase(self) -> str:
        return f"{'may ' if self.asks else ''}draw {many(self.cards, 'staff card')}"


class DrawAndHire(Term):
    """Draw staff cards, play at most one of them; the rest go under the deck.

    must: a card that can be paid for must be played.
    """

    do: Literal["draw_and_hire"]
    must: Flag = False
    cards: Annotated[int, Field(strict=True, ge=1, le=8)] = 3
    discount: Cost = 0
    free: Flag = False

    def phrase(self) -> str:
        must = " have to" if self.must else ""
        return (
            f"draw {many(self.cards, 'staff card')},{must} play one of them{_price(self)},"
            " the rest under the deck"
        )


class TakeGuest(Term):
    """Take guests from the row without paying; the row is refilled after each.

    With `filled` their orders are filled from the supply.
    """

    do: Literal["take_guest"]
    guests: Positive = 1
    filled: Flag = False

    def phrase(self) -> str:
        who = "a guest" if self.guests == 1 else f"up to {self.guests} guests"
        orders = "its order" if self.guests == 1 else "their orders"
        return f"take {who} free" + (f" and fill {orders} from the supply" if self.filled else "")


class FillOrder(Term):
    """Fill the order of an own guest from the supply, or of any number up to `guests`."""

    do: Literal["fill_order"]
    guests: Positive = 1

    def phrase(self) -> str:
        return (
            f"fill the order of {'a guest' if self.guests == 1 else f'up to {self.guests} guests'}"
            " from the supply"
        )


class UseActionSpace(Term):
    """Use an action space that holds a die without taking a die."""

    do: Literal["use_action_space"]
    strengthen: Flag = False  # may a krone strengthen it
    die_bonuses: Flag = False  # do staff cards that name a die face apply

    def phrase(self) -> str:
        extra = "" if self.strengthen else ", not strengthened"
        extra += ", with the staff bonuses of its face" if self.die_bonuses else ""
        return f"use an action space that holds a die without taking one{extra}"


class ExtraTurn(Term):
    """Take a further turn once the current one has had its die."""

    do: Literal["extra_turn"]
    die: Flag = False  # is a die taken
    action: Flag = True  # is an action space used (needs a die on it, even if none is taken)
    strengthen: Flag = True  # may a krone strengthen that action
    die_bonuses: Flag = False  # do staff cards that name a die face apply

    def phrase(self) -> str:
        if self.die:
            return "take an extra turn"
        if not self.action:
            return "take an extra turn without an action"
        extra = "" if self.strengthen else ", not strengthened"
        extra += ", with the staff bonuses of its face" if self.die_bonuses else ""
        return f"take an extra turn without taking a die{extra}"


class Score(Term, Filter):
    """Victory points for each thing counted, at most `max` points in all."""

    do: Literal["score"]
    vp: Annotated[int, Field(strict=True, ge=-20, le=20)]
    per: Count
    max: Annotated[int, Field(strict=True, ge=0, le=99)] | None = None

    @model_validator(mode="after")
    def _filter_fits(self) -> Score:
        self.check_filter(self.per)
        return self

    def phrase(self) -> str:
        most = "" if self.max is None else f", at most {self.max} VP"
        return f"{self.vp} VP for each {describe_count(self.per, 1, self)[2:]}{most}"


class CopyFinal(Term):
    """Use a final-scoring card of another hotel, applied to the player's own hotel."""

    do: Literal["copy_final"]

    def phrase(self) -> str:
        return "use a final-scoring card of another hotel for the own hotel"


Effect = Annotated[
    Gain
    | ChooseGoods
    | SwapGoods
    | SendDancer
    | BonusToken
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
