"""Puts effects, penalties and abilities into plain English."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from model import vocabulary as v
from model.schema import Goods, PoliticsCard

COUNT_WORDS = {
    "occupied_rooms": ("occupied room", "occupied rooms"),
    "rooms": ("room, vacant or occupied", "rooms, vacant or occupied"),
    "staff": ("staff card in play", "staff cards in play"),
    "groups": ("fully occupied group", "fully occupied groups"),
    "floors": ("fully occupied floor", "fully occupied floors"),
    "columns": ("fully occupied column", "fully occupied columns"),
    "full_colours": ("fully occupied colour", "fully occupied colours"),
    "colour_sets": (
        "set of an occupied blue, red and yellow room",
        "sets of an occupied blue, red and yellow room",
    ),
    "politics": ("own marker on a politics card", "own markers on politics cards"),
    "emperor": ("space on the emperor track", "spaces on the emperor track"),
    "krones": ("krone", "krones"),
}

TIMING_WORDS = {
    "once": "one-off",
    "round": "once-a-round",
    "permanent": "permanent",
    "end": "final-scoring",
}


def many(number: int, one: str, more: str | None = None) -> str:
    """A number with its noun: "1 krone", "2 krones"."""
    return f"{number} {one if number == 1 else more or one + 's'}"


def describe_goods(goods: Goods | v.Gain) -> str:
    """Dishes and drinks in words, e.g. "2 strudel, 1 wine"; empty if there are none."""
    parts = ((getattr(goods, name), name) for name in v.GOODS)
    return ", ".join(f"{number} {name}" for number, name in parts if number)


def describe_count(count: str, number: int = 1, colour: str | None = None) -> str:
    """A counted thing with its number, e.g. "4 red occupied rooms"."""
    one, more = COUNT_WORDS[count]
    shade = f"{colour} " if colour else ""
    return f"{number} {shade}{one if number == 1 else more}"


def describe_effect(effect: v.Word) -> str:
    """Any effect, penalty, ability or action as a short phrase without a full stop.

    Raises TypeError for anything else.
    """
    phrase = _PHRASES.get(type(effect))
    if phrase is None:
        raise TypeError(f"not an effect, penalty, ability or action: {type(effect).__name__}")
    return phrase(effect)


def describe_effects(effects: Iterable[v.Word], between: str = "; ") -> str:
    """Several effects; "nothing" if there are none."""
    return between.join(describe_effect(effect) for effect in effects) or "nothing"


def describe_politics(card: PoliticsCard) -> str:
    """The condition of a politics card."""
    parts = (describe_count(need.count, need.at_least, need.colour) for need in card.needs)
    return "at least " + " and ".join(parts)


def _price(effect: v.Prepare | v.Hire | v.DrawAndHire) -> str:
    if effect.free:
        return " free"
    return f" for up to {many(effect.discount, 'krone')} less" if effect.discount else ""


def _floors(floors: int) -> str:
    return "" if floors == 4 else f" on the lowest {many(floors, 'floor')}"


def _gain(e: v.Gain) -> str:
    parts = [describe_goods(e)] if describe_goods(e) else []
    parts += [many(e.krones, "krone")] if e.krones else []
    parts += [many(e.emperor, "emperor step")] if e.emperor else []
    parts += [f"{e.vp} VP"] if e.vp else []
    return "gain " + (", ".join(parts) or "nothing")


def _prepare(e: v.Prepare) -> str:
    state = " and occupy it" if e.occupied and e.rooms == 1 else ""
    state = " and occupy them" if e.occupied and e.rooms > 1 else state
    each = " each" if e.rooms > 1 and e.discount and not e.free else ""
    rooms = "a room" if e.rooms == 1 else f"up to {e.rooms} rooms"
    return f"prepare {rooms}{_price(e)}{each}{_floors(e.floors)}{state}"


def _occupy(e: v.Occupy) -> str:
    rooms = "a vacant room" if e.rooms == 1 else f"up to {e.rooms} vacant rooms"
    return f"occupy {rooms}{_floors(e.floors)}"


def _hire(e: v.Hire) -> str:
    cards = "a staff card" if e.cards == 1 else f"up to {e.cards} staff cards"
    each = " each" if e.cards > 1 and e.discount and not e.free else ""
    return f"play {cards} from hand{_price(e)}{each}"


def _extra_turn(e: v.ExtraTurn) -> str:
    if e.die:
        return "take an extra turn"
    if not e.action:
        return "take an extra turn without an action"
    extra = "" if e.strengthen else ", not strengthened"
    extra += ", with the staff bonuses of its face" if e.die_bonuses else ""
    return f"take an extra turn without taking a die{extra}"


def _use_space(e: v.UseActionSpace) -> str:
    extra = "" if e.strengthen else ", not strengthened"
    extra += ", with the staff bonuses of its face" if e.die_bonuses else ""
    return f"use an action space that holds a die without taking one{extra}"


def _score(e: v.Score) -> str:
    most = "" if e.max is None else f", at most {e.max} VP"
    return f"{e.vp} VP for each {describe_count(e.per, 1, e.colour)[2:]}{most}"


def _lose(e: v.Lose) -> str:
    parts = [many(e.krones, "krone")] if e.krones else []
    parts += [f"{e.vp} VP"] if e.vp else []
    return "lose " + (" and ".join(parts) or "nothing")


def _empty(e: v.Empty) -> str:
    places = ["of the kitchen"] * e.kitchen + ["on the guests in the cafe"] * e.cafe
    return "return all goods " + (" and ".join(places) or "of nowhere")


def _remove_room(e: v.RemoveRoom) -> str:
    where = {
        "highest": "from the highest floor that has one",
        "next-floor-below": "from the next floor below that has one",
        "same-column-below": "next below it in the same column",
    }[e.from_]
    return f"remove {'an' if e.state == 'occupied' else 'a'} {e.state} room {where}"


def _faces(faces: tuple[int, ...]) -> str:
    return " or ".join(str(face) for face in faces)


def _on_die(e: v.OnDie) -> str:
    when = {
        "with": "",
        "before-or-after": ", before or after the action",
        "after": ", after the action",
    }[e.timing]
    return f"when taking a die of {_faces(e.faces)}{when}: {describe_effects(e.effects)}"


def _guest(e: v.OnGuestLeaves | v.OnOrderFilled) -> str:
    who = f"a {e.colour} guest" if e.colour else "a guest"
    if e.max_goods is not None and e.max_goods == e.min_goods:
        return f"{who} with exactly {many(e.min_goods, 'item')}"
    limits = [f"{e.min_goods} or more items"] if e.min_goods else []
    limits += [f"at most {many(e.max_goods, 'item')}"] if e.max_goods is not None else []
    return f"{who} with {' and '.join(limits)}" if limits else who


def _strength(e: v.Strength) -> str:
    may = "may count" if e.optional else "counts"
    return f"the action of a die of {_faces(e.faces)} {may} {many(e.dice, 'die', 'dice')} more"


def _cost(krones: int) -> str:
    return "is free" if not krones else f"costs {many(krones, 'krone')}"


def _goods_action(e: v.GoodsAction) -> str:
    limits = [f"not more {b} than {a}" for a, b in zip(e.goods, e.goods[1:], strict=False)]
    text = f"one of {' or '.join(e.goods)} a die"
    return f"{text}, {' and '.join(limits)}" if limits else text


_PHRASES: dict[type[v.Word], Callable[..., str]] = {
    v.Gain: _gain,
    v.ChooseGoods: lambda e: f"gain {many(e.goods, 'dish or drink', 'dishes or drinks')} of choice",
    v.Prepare: _prepare,
    v.Occupy: _occupy,
    v.Hire: _hire,
    v.Draw: lambda e: f"draw {many(e.cards, 'staff card')}",
    v.DrawAndHire: lambda e: (
        f"draw {many(e.cards, 'staff card')}, play one of them{_price(e)}, the rest under the deck"
    ),
    v.TakeGuest: lambda e: (
        "take a guest free" if e.guests == 1 else f"take up to {e.guests} guests free"
    ),
    v.FillOrder: lambda e: (
        f"fill the order of {'a guest' if e.guests == 1 else f'up to {e.guests} guests'}"
        " from the supply"
    ),
    v.UseActionSpace: _use_space,
    v.ExtraTurn: _extra_turn,
    v.Score: _score,
    v.CopyFinal: lambda e: "use a final-scoring card of another hotel for the own hotel",
    v.Lose: _lose,
    v.LoseScore: lambda e: f"lose {e.vp} VP for each {describe_count(e.per)[2:]}",
    v.Empty: _empty,
    v.BuryStaff: lambda e: f"put {many(e.cards, 'staff card')} from hand under the deck",
    v.RemoveRoom: _remove_room,
    v.RemoveStaff: lambda e: (
        f"remove {many(e.cards, f'{TIMING_WORDS[e.timing]} staff card')} in play"
    ),
    v.OnDie: _on_die,
    v.OnGuestLeaves: lambda e: f"when {_guest(e)} moves in: {describe_effects(e.effects)}",
    v.OnOrderFilled: lambda e: (
        f"when the order of {_guest(e)} is filled: {describe_effects(e.effects)}"
    ),
    v.OnRoomOccupied: lambda e: f"when a room becomes occupied: {describe_effects(e.effects)}",
    v.OnEmperorReward: lambda e: f"with an emperor reward: {describe_effects(e.effects)}",
    v.Strength: _strength,
    v.CopyCost: lambda e: f"copying an action {_cost(e.krones)}",
    v.RoomCost: lambda e: f"preparing a {e.colour} room {_cost(e.krones)}",
    v.ServeCost: lambda e: f"serving from the kitchen {_cost(e.krones)}",
    v.GuestCost: lambda e: f"a guest of the row {_cost(e.krones)}",
    v.BothTracks: lambda e: (
        f"a die of {_faces(e.faces)} gives 1 krone and 1 emperor step for each die"
    ),
    v.AvertPenalty: lambda e: (
        f"an emperor penalty can be averted {'free' if not e.krones else f'for {e.krones} krone'}"
        f"{'s' if e.krones > 1 else ''}"
    ),
    v.GoodsAction: _goods_action,
    v.PrepareAction: lambda e: "prepare up to one room a die",
    v.TracksAction: lambda e: "a krone or an emperor step a die, in any mix",
    v.HireAction: lambda e: "play a staff card for 1 krone less a die",
    v.CopyAction: lambda e: f"another action with these dice; {_cost(e.krones)}",
}
