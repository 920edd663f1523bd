"""Puts what modules lay out into plain English: ballrooms, celebrities, entrances, the key."""

from __future__ import annotations

from collections.abc import Callable

from model.base import Word
from model.schema_modules import (
    ROWS,
    Ballroom,
    BallroomRow,
    BestRow,
    BonusTokenTile,
    Celebrity,
    DancersTable,
    Entrance,
    Majority,
    PerDancers,
    RehearsalRoom,
    RowMajorities,
    Scoring,
    SkeletonKey,
)
from model.wording import describe_goods, items, listed, many
from model.words import describe_effects


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
    """What the rows of a ballroom cost and bring, from the bottom, and how it scores."""
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
    """How a celebrity helps."""
    once = [f"once in the round: {describe_effects(card.effects)}"] if card.effects else []
    standing = [describe_effects(card.abilities)] if card.abilities else []
    return "; ".join(once + standing) or "nothing"


def describe_entrance(card: Entrance) -> str:
    """What a hotel entrance brings with it, and its lasting abilities."""
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
    """What the skeleton key brings its taker and the players after them."""
    return (
        f"instead of a die: {items(key.goods)}, then any action with"
        f" {many(key.strength, 'die', 'dice')}; the players after get {listed(key.krones)} krones"
    )
