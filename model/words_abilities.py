"""Phrases for abilities: what cards in play answer to, and what they change."""

from __future__ import annotations

from collections.abc import Callable

from model.base import Word
from model.vocabulary.abilities import (
    AvertPenalty,
    BothTracks,
    ChooseBonus,
    CopyCost,
    GuestCost,
    IgnoreGood,
    Interchange,
    More,
    MoreGuests,
    MoreTables,
    MostDancers,
    MoveDie,
    NoStranded,
    OccupancyTable,
    OwnPolitics,
    OwnTiles,
    PrepareAnywhere,
    RoomCost,
    RoundGuests,
    RowBonus,
    ServeCost,
    Strength,
    Substitute,
)
from model.vocabulary.triggers import (
    OnAdvance,
    OnChampagne,
    OnColumn,
    OnDancer,
    OnDiceSum,
    OnDie,
    OnEmperorReward,
    OnFirstPass,
    OnFirstRoom,
    OnFloor,
    OnGoods,
    OnGroup,
    OnGuestLeaves,
    OnHire,
    OnKrones,
    OnOrderFilled,
    OnPolitics,
    OnRoomOccupied,
    Trigger,
)
from model.wording import both, either, listed, many
from model.words_effects import Phrases, cost, effects_in_words


def _on_die(e: OnDie) -> str:
    when = {
        "with": "",
        "before-or-after": ", before or after the action",
        "after": ", after the action",
    }[e.timing]
    return f"when taking a die of {either(e.faces)}{when}{', not declinable' if e.must else ''}"


def _guest(e: OnGuestLeaves | OnOrderFilled) -> str:
    who = f"a {e.colour} guest" if e.colour else "a guest"
    if e.max_goods is not None and e.max_goods == e.min_goods:
        return f"{who} with exactly {many(e.min_goods, 'item')}"
    limits = [f"{e.min_goods} or more items"] if e.min_goods else []
    limits += [f"at most {many(e.max_goods, 'item')}"] if e.max_goods is not None else []
    return f"{who} with {' and '.join(limits)}" if limits else who


def _on_advance(e: OnAdvance) -> str:
    if e.per == "action":
        return f"when advancing {e.min_steps} or more emperor steps with one action"
    least = f" of {e.min_steps} or more steps" if e.min_steps > 1 else ""
    return f"with each advance{least} on the emperor track in the own turn"


def _on_group(e: OnGroup) -> str:
    size = f" of {e.min_rooms} or more rooms" if e.min_rooms > 1 else ""
    return f"when a group{size} becomes fully occupied"


EVENTS: dict[type[Word], Callable[..., str]] = {
    OnDie: _on_die,
    OnGuestLeaves: lambda e: (
        f"when {_guest(e)}{' with a reward' if e.rewarded else ''}"
        f" {'leaves the cafe' if e.to == 'anywhere' else 'moves in'}"
        f"{', also if hired by the reward' if e.moment == 'reward' else ''}"
    ),
    OnOrderFilled: lambda e: f"when the order of {_guest(e)} is filled",
    OnRoomOccupied: lambda e: "when a room becomes occupied",
    OnEmperorReward: lambda e: "with an emperor reward",
    OnHire: lambda e: "after playing another staff card",
    OnDancer: lambda e: "with each dancer sent to a ballroom",
    OnPolitics: lambda e: "with each marker put on a politics card",
    OnKrones: lambda e: "with each gain of krones in the own turn",
    OnChampagne: lambda e: "with each gain of champagne in the own turn",
    OnAdvance: _on_advance,
    OnGoods: lambda e: f"when receiving {e.min_goods} or more {e.goods} in one action",
    OnGroup: _on_group,
    OnFirstRoom: lambda e: f"when the first room of a {e.colour} group becomes occupied",
    OnColumn: lambda e: "when a column becomes fully occupied",
    OnFloor: lambda e: "when a floor becomes fully occupied",
    OnDiceSum: lambda e: (
        f"when the second die of a round makes a sum of {either(e.sums)}, before its action"
    ),
    OnFirstPass: lambda e: "when the first player of the round's order passes",
}


def _answer(e: Trigger) -> str:
    return f"{EVENTS[type(e)](e)}: {effects_in_words(e.effects)}"


def _strength(e: Strength) -> str:
    may = "may count" if e.optional else "counts"
    apart = ", whose goods are not counted in the proportion" if e.apart else ""
    dice = many(e.dice, "die", "dice")
    return f"the action of a die of {either(e.faces)} {may} {dice} more{apart}"


def _more(e: More) -> str:
    parts = [f"{e.vp} VP more with each gain of VP in the own turn"] if e.vp else []
    parts += [f"{many(e.krones, 'krone')} more with each gain of krones"] if e.krones else []
    if e.emperor:
        steps = many(e.emperor, "emperor step")
        parts.append(f"{steps} more with each gain of steps in the own turn")
    return "; ".join(parts) or "nothing more"


def _more_guests(e: MoreGuests) -> str:
    parts = [f"{many(e.guests, 'guest')} more may be taken and paid for after the turn's guest"]
    parts += [f"{e.setup} more free at set-up"] if e.setup else []
    parts.append(f"the row is refilled {'after each' if e.refill == 'each' else 'after all'}")
    return ", ".join(parts)


def _occupancy_table(e: OccupancyTable) -> str:
    return (
        f"occupancy bonus of groups of 1 to 4 rooms: blue {listed(e.blue_vp)} VP, red"
        f" {listed(e.red_krones)} krones, yellow {listed(e.yellow_emperor)} emperor steps"
    )


def _own_politics(e: OwnPolitics) -> str:
    return (
        f"own politics cards, one of each letter: {listed(e.vp)} VP after 0/1/2 emperor scorings;"
        f" at the end {listed(e.final_vp)} VP for 0 to {len(e.final_vp) - 1} cards fulfilled, own"
        " and common"
    )


def _own_tiles(e: OwnTiles) -> str:
    as_reward = " and counts as the emperor's" if e.answered else ""
    return (
        f"{many(e.tiles, 'own emperor tile')} of each letter: once a turn {listed(e.steps)} steps"
        f" back for the reward of one of A/B/C, which is used up{as_reward}"
    )


def _avert(e: AvertPenalty) -> str:
    price = f"for {many(e.krones, 'krone')}" if e.krones else "free"
    return f"an emperor penalty can be averted {price}"


PHRASES: Phrases = {
    **dict.fromkeys(EVENTS, _answer),
    Strength: _strength,
    CopyCost: lambda e: f"copying an action {cost(e.krones)}",
    RoomCost: lambda e: f"preparing a {e.colour} room {cost(e.krones)}",
    ServeCost: lambda e: f"serving from the kitchen {cost(e.krones)}",
    GuestCost: lambda e: f"a guest of the row {cost(e.krones)}",
    BothTracks: lambda e: (
        f"a die of {either(e.faces)} gives 1 krone and 1 emperor step for each die"
    ),
    AvertPenalty: _avert,
    More: _more,
    IgnoreGood: lambda e: "one item of each order of two or more may be ignored",
    Interchange: lambda e: f"in orders {both(e.goods)} stand for each other",
    Substitute: lambda e: f"in orders {e.amount} {e.good} stand for any other dish or drink",
    PrepareAnywhere: lambda e: "rooms need not be prepared beside others",
    ChooseBonus: lambda e: "a group pays the occupancy bonus of any one colour",
    MoreTables: lambda e: f"{many(e.tables, 'table')} more in the cafe",
    NoStranded: lambda e: "guests left in the cafe at the end cost nothing",
    MoreGuests: _more_guests,
    RoundGuests: lambda e: (
        f"at the end of a round {listed(e.vp)} VP for 0, 1, 2 ... "
        f"{'orders filled' if e.filled else 'guests who left the cafe'} in it"
    ),
    OccupancyTable: _occupancy_table,
    MoveDie: lambda e: (
        "before an action space is used a die of a neighbouring space may be moved onto it"
    ),
    RowBonus: lambda e: (
        f"the bonus of a ballroom's row {many(e.times, 'time')}{' as one gain' if e.as_one else ''}"
    ),
    MostDancers: lambda e: (
        f"{e.vp} VP when a ballroom is scored in which nobody else has as many dancers"
    ),
    OwnPolitics: _own_politics,
    OwnTiles: _own_tiles,
}
