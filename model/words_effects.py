"""Phrases for effects, penalties and what action spaces do."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from model.base import Word
from model.vocabulary.actions import (
    CopyAction,
    GoodsAction,
    HireAction,
    PrepareAction,
    TracksAction,
)
from model.vocabulary.effects import (
    BonusToken,
    ChooseGoods,
    CopyFinal,
    Draw,
    DrawAndHire,
    ExtraTurn,
    FillOrder,
    Gain,
    Hire,
    Occupy,
    Prepare,
    Score,
    SendDancer,
    SwapGoods,
    TakeGuest,
    UseActionSpace,
)
from model.vocabulary.penalties import (
    BuryStaff,
    Empty,
    Lose,
    LoseScore,
    RemoveDancer,
    RemoveRoom,
    RemoveStaff,
)
from model.wording import (
    ORDINALS,
    TIMING_WORDS,
    both,
    describe_count,
    describe_goods,
    either,
    items,
    many,
)

Phrases = dict[type[Word], Callable[..., str]]
PLACES = ("left", "middle", "right")


def effects_in_words(effects: Iterable[Word], between: str = "; ") -> str:
    """The effects of an ability; "nothing" if there are none."""
    return between.join(PHRASES[type(effect)](effect) for effect in effects) or "nothing"


def cost(krones: int) -> str:
    """The resulting cost of something, as a predicate."""
    return "is free" if not krones else f"costs {many(krones, 'krone')}"


def _price(effect: Prepare | Hire | DrawAndHire) -> str:
    if effect.free:
        return " free"
    return f" for up to {many(effect.discount, 'krone')} less" if effect.discount else ""


def _floors(floors: int) -> str:
    return "" if floors == 4 else f" on the lowest {many(floors, 'floor')}"


def _gain(e: Gain) -> str:
    parts = [describe_goods(e)] if describe_goods(e) else []
    parts += [many(e.krones, "krone")] if e.krones else []
    parts += [many(e.emperor, "emperor step")] if e.emperor else []
    parts += [f"{e.vp} VP"] if e.vp else []
    return "gain " + (", ".join(parts) or "nothing")


def _swap_goods(e: SwapGoods) -> str:
    most = "exactly" if e.all else "up to"
    vp = f"; in full it gives {e.vp} VP" if e.vp else ""
    return (
        f"exchange {most} {many(e.goods, 'dish or drink', 'dishes or drinks')} of the kitchen,"
        f" each for one of another kind{vp}"
    )


def _send_dancer(e: SendDancer) -> str:
    one = len(e.less) == 1
    who = "a dancer to a ballroom" if one else f"up to {len(e.less)} dancers to ballrooms"
    if e.free:
        return f"send {who} free"
    if one or not any(e.less):
        return f"send {who}{_champagne(e.less[0])}"
    each = [f"the {nth}{_champagne(n) or ' at its price'}" for nth, n in zip(ORDINALS, e.less)]
    return f"send {who}, {both(each)}"


def _champagne(less: int) -> str:
    return f" for up to {less} champagne less" if less else ""


def _prepare(e: Prepare) -> str:
    state = " and occupy it" if e.occupied and e.rooms == 1 else ""
    state = " and occupy them" if e.occupied and e.rooms > 1 else state
    each = " each" if e.rooms > 1 and e.discount and not e.free else ""
    rooms = "a room" if e.rooms == 1 else f"up to {e.rooms} rooms"
    return f"prepare {rooms}{_price(e)}{each}{_floors(e.floors)}{state}"


def _occupy(e: Occupy) -> str:
    rooms = "a vacant room" if e.rooms == 1 else f"up to {e.rooms} vacant rooms"
    return f"occupy {rooms}{_floors(e.floors)}"


def _hire(e: Hire) -> str:
    cards = "a staff card" if e.cards == 1 else f"up to {e.cards} staff cards"
    each = " each" if e.cards > 1 and e.discount and not e.free else ""
    must = "have to " if e.must else ""
    return f"{must}play {cards} from hand{_price(e)}{each}"


def _take_guest(e: TakeGuest) -> str:
    who = "a guest" if e.guests == 1 else f"up to {e.guests} guests"
    orders = "its order" if e.guests == 1 else "their orders"
    return f"take {who} free" + (f" and fill {orders} from the supply" if e.filled else "")


def _extra_turn(e: ExtraTurn) -> str:
    if e.die:
        return "take an extra turn"
    if not e.action:
        return "take an extra turn without an action"
    extra = "" if e.strengthen else ", not strengthened"
    extra += ", with the staff bonuses of its face" if e.die_bonuses else ""
    return f"take an extra turn without taking a die{extra}"


def _use_space(e: UseActionSpace) -> str:
    extra = "" if e.strengthen else ", not strengthened"
    extra += ", with the staff bonuses of its face" if e.die_bonuses else ""
    return f"use an action space that holds a die without taking one{extra}"


def _score(e: Score) -> str:
    most = "" if e.max is None else f", at most {e.max} VP"
    return f"{e.vp} VP for each {describe_count(e.per, 1, e)[2:]}{most}"


def _lose(e: Lose) -> str:
    parts = [many(e.krones, "krone")] if e.krones else []
    parts += [f"{e.champagne} champagne"] if e.champagne else []
    parts += [items(e.items)] if e.items else []
    parts += [f"{e.vp} VP"] if e.vp else []
    return "lose " + (both(parts) if parts else "nothing")


def _empty(e: Empty) -> str:
    places = ["of the kitchen"] * e.kitchen + ["on the guests in the cafe"] * e.cafe
    goods = "all goods" if e.champagne else "all goods but champagne"
    parts = [f"{goods} {both(places)}"] if places else []
    parts += ["all krones"] * e.krones
    return f"return {both(parts)}" if parts else "return nothing"


def _remove_room(e: RemoveRoom) -> str:
    where = {
        "highest": "from the highest floor that has one",
        "next-floor-below": "from the next floor below that has one",
        "same-column-below": "next below it in the same column",
    }[e.from_]
    return f"remove {'an' if e.state == 'occupied' else 'a'} {e.state} room {where}"


def _remove_dancer(e: RemoveDancer) -> str:
    return f"remove {many(e.dancers, 'dancer')} from the {PLACES[e.ballroom - 1]} ballroom"


def _goods_action(e: GoodsAction) -> str:
    limits = [f"not more {b} than {a}" for a, b in zip(e.goods, e.goods[1:], strict=False)]
    text = f"one of {either(e.goods)} a die"
    return f"{text}, {' and '.join(limits)}" if limits else text


PHRASES: Phrases = {
    Gain: _gain,
    ChooseGoods: lambda e: f"gain {items(e.goods)}",
    SwapGoods: _swap_goods,
    SendDancer: _send_dancer,
    BonusToken: lambda e: f"take the {e.half} bonus of a bonus token that is left",
    Prepare: _prepare,
    Occupy: _occupy,
    Hire: _hire,
    Draw: lambda e: f"{'may ' if e.asks else ''}draw {many(e.cards, 'staff card')}",
    DrawAndHire: lambda e: (
        f"draw {many(e.cards, 'staff card')},{' have to' if e.must else ''} play one of them"
        f"{_price(e)}, the rest under the deck"
    ),
    TakeGuest: _take_guest,
    FillOrder: lambda e: (
        f"fill the order of {'a guest' if e.guests == 1 else f'up to {e.guests} guests'}"
        " from the supply"
    ),
    UseActionSpace: _use_space,
    ExtraTurn: _extra_turn,
    Score: _score,
    CopyFinal: lambda e: "use a final-scoring card of another hotel for the own hotel",
    Lose: _lose,
    LoseScore: lambda e: f"lose {e.vp} VP for each {describe_count(e.per, 1, e)[2:]}",
    Empty: _empty,
    BuryStaff: lambda e: f"put {many(e.cards, 'staff card')} from hand under the deck",
    RemoveRoom: _remove_room,
    RemoveStaff: lambda e: (
        f"remove {many(e.cards, f'{TIMING_WORDS[e.timing]} staff card')} in play"
    ),
    RemoveDancer: _remove_dancer,
    GoodsAction: _goods_action,
    PrepareAction: lambda e: "prepare up to one room a die",
    TracksAction: lambda e: "a krone or an emperor step a die, in any mix",
    HireAction: lambda e: "play a staff card for 1 krone less a die",
    CopyAction: lambda e: f"another action with these dice; {cost(e.krones)}",
}
