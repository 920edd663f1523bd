"""Phrases for abilities: what cards in play answer to, and what they change."""

from __future__ import annotations

from collections.abc import Callable

from model import vocabulary as v
from model.base import Word
from model.wording import both, either, listed, many
from model.words_effects import Phrases, cost, effects_in_words


def _on_die(e: v.OnDie) -> str:
    when = {
        "with": "",
        "before-or-after": ", before or after the action",
        "after": ", after the action",
    }[e.timing]
    return f"when taking a die of {either(e.faces)}{when}{', not declinable' if e.must else ''}"


def _guest(e: v.OnGuestLeaves | v.OnOrderFilled) -> str:
    who = f"a {e.colour} guest" if e.colour else "a guest"
    if e.max_goods is not None and e.max_goods == e.min_goods:
        return f"{who} with exactly {many(e.min_goods, 'item')}"
    limits = [f"{e.min_goods} or more items"] if e.min_goods else []
    limits += [f"at most {many(e.max_goods, 'item')}"] if e.max_goods is not None else []
    return f"{who} with {' and '.join(limits)}" if limits else who


def _on_advance(e: v.OnAdvance) -> str:
    if e.per == "action":
        return f"when advancing {e.min_steps} or more emperor steps with one action"
    least = f" of {e.min_steps} or more steps" if e.min_steps > 1 else ""
    return f"with each advance{least} on the emperor track in the own turn"


def _on_group(e: v.OnGroup) -> str:
    size = f" of {e.min_rooms} or more rooms" if e.min_rooms > 1 else ""
    return f"when a group{size} becomes fully occupied"


EVENTS: dict[type[Word], Callable[..., str]] = {
    v.OnDie: _on_die,
    v.OnGuestLeaves: lambda e: (
        f"when {_guest(e)}{' with a reward' if e.rewarded else ''}"
        f" {'leaves the cafe' if e.to == 'anywhere' else 'moves in'}"
    ),
    v.OnOrderFilled: lambda e: f"when the order of {_guest(e)} is filled",
    v.OnRoomOccupied: lambda e: "when a room becomes occupied",
    v.OnEmperorReward: lambda e: "with an emperor reward",
    v.OnHire: lambda e: "after playing another staff card",
    v.OnDancer: lambda e: "with each dancer sent to a ballroom",
    v.OnPolitics: lambda e: "with each marker put on a politics card",
    v.OnKrones: lambda e: "with each gain of krones in the own turn",
    v.OnChampagne: lambda e: "with each gain of champagne in the own turn",
    v.OnAdvance: _on_advance,
    v.OnGoods: lambda e: f"when receiving {e.min_goods} or more {e.goods} in one action",
    v.OnGroup: _on_group,
    v.OnFirstRoom: lambda e: f"when the first room of a {e.colour} group becomes occupied",
    v.OnColumn: lambda e: "when a column becomes fully occupied",
    v.OnFloor: lambda e: "when a floor becomes fully occupied",
    v.OnDiceSum: lambda e: (
        f"when the second die of a round makes a sum of {either(e.sums)}, before its action"
    ),
    v.OnFirstPass: lambda e: "when the first player of the round's order passes",
}


def _answer(e: v.Trigger) -> str:
    return f"{EVENTS[type(e)](e)}: {effects_in_words(e.effects)}"


def _strength(e: v.Strength) -> str:
    may = "may count" if e.optional else "counts"
    apart = ", whose goods are not counted in the proportion" if e.apart else ""
    dice = many(e.dice, "die", "dice")
    return f"the action of a die of {either(e.faces)} {may} {dice} more{apart}"


def _more(e: v.More) -> str:
    parts = [f"{e.vp} VP more with each gain of VP in the own turn"] if e.vp else []
    parts += [f"{many(e.krones, 'krone')} more with each gain of krones"] if e.krones else []
    if e.emperor:
        steps = many(e.emperor, "emperor step")
        parts.append(f"{steps} more with each gain of steps in the own turn")
    return "; ".join(parts) or "nothing more"


def _more_guests(e: v.MoreGuests) -> str:
    parts = [f"{many(e.guests, 'guest')} more may be taken and paid for after the turn's guest"]
    parts += [f"{e.setup} more free at set-up"] if e.setup else []
    parts.append(f"the row is refilled {'after each' if e.refill == 'each' else 'after all'}")
    return ", ".join(parts)


def _occupancy_table(e: v.OccupancyTable) -> str:
    return (
        f"occupancy bonus of groups of 1 to 4 rooms: blue {listed(e.blue_vp)} VP, red"
        f" {listed(e.red_krones)} krones, yellow {listed(e.yellow_emperor)} emperor steps"
    )


def _own_politics(e: v.OwnPolitics) -> str:
    return (
        f"own politics cards, one of each letter: {listed(e.vp)} VP after 0/1/2 emperor scorings;"
        f" at the end {listed(e.final_vp)} VP for 0 to {len(e.final_vp) - 1} cards fulfilled, own"
        " and common"
    )


def _own_tiles(e: v.OwnTiles) -> str:
    as_reward = " and counts as the emperor's" if e.answered else ""
    return (
        f"{many(e.tiles, 'own emperor tile')} of each letter: once a turn {listed(e.steps)} steps"
        f" back for the reward of one of A/B/C, which is used up{as_reward}"
    )


def _avert(e: v.AvertPenalty) -> str:
    price = f"for {many(e.krones, 'krone')}" if e.krones else "free"
    return f"an emperor penalty can be averted {price}"


PHRASES: Phrases = {
    **dict.fromkeys(EVENTS, _answer),
    v.Strength: _strength,
    v.CopyCost: lambda e: f"copying an action {cost(e.krones)}",
    v.RoomCost: lambda e: f"preparing a {e.colour} room {cost(e.krones)}",
    v.ServeCost: lambda e: f"serving from the kitchen {cost(e.krones)}",
    v.GuestCost: lambda e: f"a guest of the row {cost(e.krones)}",
    v.BothTracks: lambda e: (
        f"a die of {either(e.faces)} gives 1 krone and 1 emperor step for each die"
    ),
    v.AvertPenalty: _avert,
    v.More: _more,
    v.IgnoreGood: lambda e: "one item of each order of two or more may be ignored",
    v.Interchange: lambda e: f"in orders {both(e.goods)} stand for each other",
    v.Substitute: lambda e: f"in orders {e.amount} {e.good} stand for any other dish or drink",
    v.PrepareAnywhere: lambda e: "rooms need not be prepared beside others",
    v.ChooseBonus: lambda e: "a group pays the occupancy bonus of any one colour",
    v.MoreTables: lambda e: f"{many(e.tables, 'table')} more in the cafe",
    v.NoStranded: lambda e: "guests left in the cafe at the end cost nothing",
    v.MoreGuests: _more_guests,
    v.RoundGuests: lambda e: (
        f"at the end of a round {listed(e.vp)} VP for 0, 1, 2 ... "
        f"{'orders filled' if e.filled else 'guests who left the cafe'} in it"
    ),
    v.OccupancyTable: _occupancy_table,
    v.MoveDie: lambda e: (
        "before an action space is used a die of a neighbouring space may be moved onto it"
    ),
    v.RowBonus: lambda e: (
        f"the bonus of a ballroom's row {many(e.times, 'time')}{' as one gain' if e.as_one else ''}"
    ),
    v.MostDancers: lambda e: (
        f"{e.vp} VP when a ballroom is scored in which nobody else has as many dancers"
    ),
    v.OwnPolitics: _own_politics,
    v.OwnTiles: _own_tiles,
}
