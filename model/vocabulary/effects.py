"""Effects: what a card, tile or bonus does for its owner."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from model.base import Word
from model.vocabulary.base import Amount, Cost, Count, Filter, Flag, Floor, Positive


class Gain(Word):
    """Take what is named: goods, krones, steps on the emperor track, victory points."""

    do: Literal["gain"]
    strudel: Amount = 0
    cake: Amount = 0
    wine: Amount = 0
    coffee: Amount = 0
    champagne: Amount = 0
    krones: Amount = 0
    emperor: Amount = 0
    vp: Annotated[int, Field(strict=True, ge=0, le=99)] = 0


class ChooseGoods(Word):
    """Take this many dishes and drinks of choice."""

    do: Literal["choose_goods"]
    goods: Positive = 1


class SwapGoods(Word):
    """Return dishes and drinks from the kitchen for as many others from the supply, one by one.

    Each is exchanged for one of another kind. With `all` it is done in full or not at all, and
    then gives `vp`.
    """

    do: Literal["swap_goods"]
    goods: Positive
    all: Flag = False
    vp: Amount = 0


class SendDancer(Word):
    """Send dancers to ballrooms: as many as `less` has entries, paying that much less for each."""

    do: Literal["send_dancer"]
    less: Annotated[tuple[Annotated[int, Field(strict=True, ge=0, le=9)], ...],
                    Field(min_length=1, max_length=3)] = (0,)  # fmt: skip
    free: Flag = False


class BonusToken(Word):
    """Take the upper or lower bonus of a bonus token that is left; the token is used up."""

    do: Literal["bonus_token"]
    half: Literal["upper", "lower"]


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
    """Play up to this many staff cards from hand at the printed cost or less.

    must: as many as can be paid for have to be played.
    """

    do: Literal["hire"]
    must: Flag = False
    cards: Positive = 1
    discount: Cost = 0
    free: Flag = False


class Draw(Word):
    """Draw staff cards into the hand.

    asks: the player may decline, also where a card brings it by itself.
    """

    do: Literal["draw"]
    cards: Positive = 1
    asks: Flag = False


class DrawAndHire(Word):
    """Draw staff cards, play at most one of them; the rest go under the deck.

    must: one that can be paid for has to be played.
    """

    do: Literal["draw_and_hire"]
    must: Flag = False
    cards: Annotated[int, Field(strict=True, ge=1, le=8)] = 3
    discount: Cost = 0
    free: Flag = False


class TakeGuest(Word):
    """Take guests from the row without paying; the row is refilled after each.

    With `filled` their orders are filled from the supply.
    """

    do: Literal["take_guest"]
    guests: Positive = 1
    filled: Flag = False


class FillOrder(Word):
    """Fill the order of an own guest from the supply; of several, any number."""

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


class Score(Filter):
    """Victory points for each thing counted, at most `max` points in all."""

    do: Literal["score"]
    vp: Annotated[int, Field(strict=True, ge=-20, le=20)]
    per: Count
    max: Annotated[int, Field(strict=True, ge=0, le=99)] | None = None

    @model_validator(mode="after")
    def _filter_fits(self) -> Score:
        self.check_filter(self.per)
        return self


class CopyFinal(Word):
    """Use a final-scoring card that lies in another hotel, applied to the own hotel."""

    do: Literal["copy_final"]


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
