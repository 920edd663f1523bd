"""Describes effects, penalties, abilities and the components that carry them in plain English."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from model.base import Word
from model.schema import (
    ROWS,
    Ballroom,
    BallroomRow,
    BestRow,
    BonusTokenTile,
    Celebrity,
    DancersTable,
    EmperorTile,
    Entrance,
    Majority,
    Pay,
    PerDancers,
    PoliticsCard,
    RehearsalRoom,
    RowMajorities,
    Scoring,
    SkeletonKey,
    Staff,
)
from model.vocabulary.base import Term
from model.wording import describe_count, describe_effects, describe_goods, items, listed, many

__all__ = [
    "describe_alternative",
    "describe_ballroom",
    "describe_celebrity",
    "describe_count",
    "describe_effect",
    "describe_effects",
    "describe_entrance",
    "describe_goods",
    "describe_key",
    "describe_pay",
    "describe_penalty",
    "describe_places",
    "describe_politics",
    "describe_rehearsal_room",
    "describe_scoring",
    "describe_seats",
    "describe_staff",
    "describe_token",
    "many",
]


def describe_effect(effect: Word) -> str:
    """Any effect, penalty, ability or action as a short phrase without a full stop.

    Raises TypeError for anything else.
    """
    if not isinstance(effect, Term):
        raise TypeError(f"not an effect, penalty, ability or action: {type(effect).__name__}")
    return effect.phrase()


def describe_politics(card: PoliticsCard) -> str:
    """The condition of a politics card."""
    parts = (describe_count(need.count, need.at_least, need) for need in card.needs)
    return "at least " + " and ".join(parts)


def describe_places(places: Iterable[int]) -> str:
    """The VP of the places on a politics card, the best first."""
    return "/".join(map(str, places)) + " VP"


def describe_pay(pay: Pay) -> str:
    """The cost of using a card; empty if it is free."""
    parts = [describe_goods(pay)] if describe_goods(pay) else []
    parts += [items(pay.items)] if pay.items else []
    parts += [many(pay.krones, "krone")] if pay.krones else []
    parts += [many(pay.emperor, "emperor step") + " back"] if pay.emperor else []
    return ", ".join(parts)


def describe_staff(card: Staff) -> str:
    """The effect of a staff card, and the cost of using it."""
    price = describe_pay(card.pay)
    does = describe_effects((*card.effects, *card.abilities))
    used = f"for {price}: {does}" if price else does
    return f"{used}; when hired: {card.hired_vp} VP" if card.hired_vp else used


def describe_alternative(tile: EmperorTile, edition: str) -> str:
    """The alternative to a tile's penalty, and when it applies.

    Args:
        tile: a tile with an alternative.
        edition: is the alternative "chosen" or "forced" by the edition.
    """
    forced = "forced" in (tile.alternative, edition)
    how = "if that is not possible in full" if forced else "as the player likes"
    return f"lose {tile.or_lose_vp} VP, {how}"


def describe_penalty(tile: EmperorTile, edition: str) -> str:
    """A tile's penalty with its alternative, if it has one.

    Args:
        tile: the tile.
        edition: is an alternative "chosen" or "forced" by the edition.
    """
    penalty = describe_effects(tile.penalty)
    if tile.or_lose_vp is None:
        return penalty
    return f"{penalty}, or {describe_alternative(tile, edition)}"


# --- components of modules ---------------------------------------------------------------------


def _majority(s: Majority) -> str:
    tables = "; ".join(f"{listed(vp)} VP with {players}" for players, vp in s.vp.items())
    return f"for the most dancers, second most ...: {tables} players; ties share"


_SCORINGS: dict[type[Word], Callable[..., str]] = {
    BestRow: lambda s: (
        "each dancer 1, 2 or 3 VP, by the highest row that has one: bottom, middle or top"
    ),
    RowMajorities: lambda s: (
        f"in each row {listed(s.vp)} VP for the most dancers, second most ...; ties share"
    ),
    DancersTable: lambda s: f"{listed(s.vp)} VP for 1 to {len(s.vp)} dancers; no more for more",
    Majority: _majority,
    PerDancers: lambda s: f"{s.vp} VP for every {many(s.dancers, 'dancer')}",
}


def describe_scoring(scoring: Scoring) -> str:
    """How a ballroom scores."""
    return _SCORINGS[type(scoring)](scoring)


def _row(name: str, row: BallroomRow) -> str:
    return f"{name} row: {row.champagne} champagne, {describe_effects(row.bonus)}"


def describe_ballroom(room: Ballroom) -> str:
    """The costs and bonuses of a ballroom's rows, from the bottom, and its scoring."""
    rows = "; ".join(_row(name, row) for name, row in zip(ROWS, room.rows, strict=True))
    return f"{rows}. Scoring: {describe_scoring(room.scoring)}"


def describe_seats(row: BallroomRow) -> str:
    """Seats of a row by number of players, e.g. "3/4/5 seats with 2/3/4 players"."""
    return f"{listed(row.seats.values())} seats with {listed(row.seats)} players"


def describe_rehearsal_room(room: RehearsalRoom) -> str:
    """The sections of a rehearsal room with their dancers and bonuses."""
    return "; ".join(
        f"{many(section.dancers, 'dancer')}: {describe_effects(section.bonus, ', ')}"
        for section in room.sections
    )


def describe_celebrity(card: Celebrity) -> str:
    """The abilities and effects of a celebrity."""
    once = [f"once in the round: {describe_effects(card.effects)}"] if card.effects else []
    standing = [describe_effects(card.abilities)] if card.abilities else []
    return "; ".join(once + standing) or "nothing"


def describe_entrance(card: Entrance) -> str:
    """A hotel entrance's one-time gains, and its lasting abilities."""
    parts = [f"kitchen {describe_goods(card.kitchen) or 'empty'}"]
    if card.rooms:
        parts.append(f"{many(card.rooms, 'room')} more at set-up, paid for")
    if card.free_rooms:
        parts.append(f"{many(card.free_rooms, 'room')} more at set-up, free")
    if card.on_receipt:
        when = "on receipt" if card.receipt == "at-once" else "after the set-up"
        parts.append(f"{when}: {describe_effects(card.on_receipt)}")
    if card.abilities:
        early = " (for what it brings as well)" if card.active == "at-once" else ""
        parts.append(f"lasting{early}: {describe_effects(card.abilities)}")
    return ". ".join(parts)


def describe_token(token: BonusTokenTile) -> str:
    """Both bonuses of a token."""
    return (
        f"upper, for a column: {describe_effects(token.upper)}. lower, for a floor:"
        f" {describe_effects(token.lower)}"
    )


def describe_key(key: SkeletonKey) -> str:
    """The gains of the skeleton key's taker and of the players after them."""
    return (
        f"instead of a die: {items(key.goods)}, then any action with the strength of"
        f" {many(key.strength, 'die', 'dice')}; the players after get {listed(key.krones)} krones"
    )
