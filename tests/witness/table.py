"""The table: what lies where. Plain data with the game's names; nothing here plays.

Cells of a hotel are numbered floor * 5 + column from the bottom left, floors, columns, tables and
places of the row from 0; words count all of them from 1. Decks are lists, next card first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from model.schema import Rules

GOODS = ("strudel", "cake", "wine", "coffee", "champagne")
DISHES_AND_DRINKS = GOODS[:4]
KINDS = {"dishes": GOODS[:2], "drinks": GOODS[2:4]}
COLOURS = ("red", "blue", "yellow")  # of the coloured dice, in the order of the lounge
ROWS = ("bottom", "middle", "top")
VP_SOURCES = (
    *("guests", "staff", "politics", "track", "tiles", "occupancy", "cells", "floors"),
    *("leftovers", "stranded", "ballrooms", "celebrities", "entrance"),
)


@dataclass
class Sitting:
    """A guest at a table, and the goods that still lack on the card."""

    guest: int
    missing: Counter[str]
    ignored: str | None = None  # a good that a filled order lacks (Freud)

    @property
    def filled(self) -> bool:
        return not +self.missing


@dataclass
class Grants:
    """What an extra turn, or the use of a space without its die, allows."""

    die: bool = False
    action: bool = True
    strengthen: bool = False
    die_bonuses: bool = False


@dataclass
class Seat:
    """A player and all that is theirs."""

    index: int
    name: str
    board: str = "night"
    cells: tuple[str, ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    krones: int = 0
    emperor: int = 0
    vp: int = 0
    vp_from: Counter[str] = field(default_factory=Counter)
    kitchen: Counter[str] = field(default_factory=Counter)
    tables: list[Sitting | None] = field(default_factory=list)
    hand: list[int] = field(default_factory=list)
    staff: list[int] = field(default_factory=list)
    used: set[int] = field(default_factory=set)
    used_up: set[int] = field(default_factory=set)
    vacant: set[int] = field(default_factory=set)
    occupied: set[int] = field(default_factory=set)
    covered: set[int] = field(default_factory=set)  # cells that ever had a tile
    paid: set[int] = field(default_factory=set)  # groups, by their first cell
    begun: set[int] = field(default_factory=set)  # groups in which a room was occupied
    lines: set[int] = field(default_factory=set)  # columns 0 to 4, floors 5 to 8 ever completed
    claimed: set[str] = field(default_factory=set)
    turns_taken: int = 0
    passed: bool = False
    has_passed: bool = False
    extra_turns: int = 0
    extra_grants: Grants = field(default_factory=Grants)
    rehearsal: str | None = None
    resting: list[int] = field(default_factory=list)
    dancers: Counter[tuple[int, str]] = field(default_factory=Counter)
    celebrities: dict[str, str] = field(default_factory=dict)
    celebrities_used: set[str] = field(default_factory=set)
    entrance: str | None = None
    active: bool = True  # does the entrance already answer
    own_tiles: list[str] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    own_claimed: set[str] = field(default_factory=set)
    dice_taken: list[int | str] = field(default_factory=list)
    left: int = 0
    orders: Counter[tuple[str, int]] = field(default_factory=Counter)
    guest_vp: int = 0
    kept: list[int] = field(default_factory=list)
    most_krones: int = 0
    # Bell cards: what each counted since it is in play in this action, and which may be used now.
    counted: dict[int, Counter[str]] = field(default_factory=dict)
    tally: Counter[str] = field(default_factory=Counter)  # of the action, whatever is in play
    due: list[int] = field(default_factory=list)
    filled_now: list[Any] = field(default_factory=list)  # who pays for orders just filled
    rank: int = 0  # at the end
    leftovers: int = 0  # krones and goods at the final scoring, for ties

    @property
    def tiles(self) -> set[int]:
        return self.vacant | self.occupied

    def group_of(self, cell: int) -> tuple[int, ...]:
        return next(group for group in self.groups if cell in group)

    def guests(self) -> Iterator[tuple[int, Sitting]]:
        for table, sitting in enumerate(self.tables):
            if sitting:
                yield table, sitting


@dataclass
class Table:
    """All that lies before the players, and how far the turn has come."""

    rules: Rules
    seats: list[Seat]
    round: int = 1
    first: int = 0  # the seat that starts this round
    white: Counter[int] = field(default_factory=Counter)  # dice by face
    coloured: dict[str, int] = field(default_factory=dict)  # faces by colour
    row: list[int | None] = field(default_factory=lambda: [None] * 5)
    guest_deck: list[int] = field(default_factory=list)
    guest_discard: list[int] = field(default_factory=list)
    staff_deck: list[int] = field(default_factory=list)
    staff_removed: list[int] = field(default_factory=list)
    tiles: dict[str, str] = field(default_factory=dict)  # emperor tiles by letter
    politics: dict[str, str] = field(default_factory=dict)  # politics cards by letter
    ballrooms: list[str] = field(default_factory=list)
    rehearsal_rooms: list[str | None] = field(default_factory=list)
    lounge: list[str | None] = field(default_factory=list)
    waited: list[int] = field(default_factory=list)
    celebrity_deck: list[str] = field(default_factory=list)
    celebrity_discard: list[str] = field(default_factory=list)
    entrances: list[str | None] = field(default_factory=list)
    own_politics: dict[str, str] = field(default_factory=dict)
    own_tiles: list[str] = field(default_factory=list)
    kept: list[int] = field(default_factory=list)
    key: int | None = None  # who has the skeleton key
    guests_taken: int = 0  # in this round, from the row
    somebody_passed: bool = False
    packs: list[list[int]] = field(default_factory=list)  # of the draft
    # the turn
    mover: int | None = None  # whose turn it is; nobody's in set-up and scoring
    guest_taken: bool = False
    guests_left: int = 0  # who may still be taken after the first, at any time before the die
    action_done: bool = False
    started: bool = False
    tile_used: bool = False
    without_die: bool = False
    extra: Grants | None = None
    over: bool = False
    later: list[Any] = field(default_factory=list)  # effects that come last of all of a move
    # Gains that celebrities answer when the action is over: seat, krones, champagne, steps.
    unanswered: list[tuple[int, int, int, int]] = field(default_factory=list)
    # While several bonuses come together: what they ask, and whether it is only where goods go.
    held: list[tuple[Any, bool]] | None = None

    @property
    def dice(self) -> int:
        return self.white.total() + len(self.coloured)

    def dice_on(self, face: int) -> int:
        return self.white[face] + sum(one == face for one in self.coloured.values())

    @property
    def start(self) -> Seat:
        return self.seats[self.first]

    def clockwise(self, start: int) -> list[Seat]:
        return self.seats[start:] + self.seats[:start]


@dataclass(frozen=True)
class Ask:
    """A decision: of whom, and the legal actions in words."""

    seat: int
    options: tuple[str, ...]


@dataclass(frozen=True)
class Chance:
    """Chance decides: `roll` (so many dice of which colours), `reshuffle`, `celebrities`."""

    kind: str
    what: tuple[Any, ...] = ()


def cell_words(cell: int) -> str:
    """A cell as it is written: floor.column."""
    return f"{cell // 5 + 1}.{cell % 5 + 1}"


def choose(seat: Seat, options: dict[str, Any]):
    """Ask a player; the answer is what stands for the words chosen."""
    words = yield Ask(seat.index, tuple(options))
    return options[words]


def abilities(g: Table, seat: Seat) -> Iterator[tuple[str, Any]]:
    """All abilities that help a player now, with where their VP come from.

    Clauses: staff-card.permanent, staff-card.combine, lounge.own-turn, lounge.whole-round,
    entrances.own.
    """
    for number in seat.staff:
        if g.rules.staff[number].timing == "permanent":
            for ability in g.rules.staff[number].abilities:
                yield "staff", ability
    if g.mover == seat.index:
        for name in seat.celebrities.values():
            for ability in g.rules.celebrity[name].abilities:
                yield "celebrities", ability
    if seat.entrance and seat.active:
        for ability in g.rules.entrance[seat.entrance].abilities:
            yield "entrance", ability


def of_kind(g: Table, seat: Seat, kind: str) -> list[Any]:
    """The abilities of one kind that help a player now."""
    return [ability for _, ability in abilities(g, seat) if ability.kind == kind]
