"""The shape of a resolved ruleset: every number, card and procedure that play depends on.

`Rules` is the tree that the data files spell out; the dotted paths of changes and patches are its
field names. Values are checked for range here, and parts against each other in `Rules.check`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from model.checks import problems
from model.vocabulary import (
    GOODS,
    MOST_WORDS,
    Ability,
    Action,
    Amount,
    Colour,
    Cost,
    Count,
    Effects,
    Flag,
    GuestColour,
    Penalty,
    Positive,
    Timing,
    Vp,
    Word,
    check_colour,
)

FLOORS = 4
COLUMNS = 5
LETTER_COLOUR: dict[str, Colour] = {"B": "blue", "R": "red", "Y": "yellow"}

Evidence = Literal["certain", "likely"]
BonusRow = Annotated[tuple[Amount, ...], Field(min_length=4, max_length=4)]
ByFloor = Annotated[tuple[Amount, ...], Field(min_length=FLOORS, max_length=FLOORS)]


def _whole_keys(value: Any) -> Any:
    """TOML keys are text; card numbers, die faces and player counts are whole numbers."""
    if not isinstance(value, dict):
        return value
    return {int(k) if isinstance(k, str) and k.isdigit() else k: v for k, v in value.items()}


Numbered = BeforeValidator(_whole_keys)
CardNumber = Annotated[int, Field(strict=True, ge=1, le=9999)]
PlayerCount = Annotated[int, Field(strict=True, ge=2, le=4)]


class Goods(Word):
    """Dishes and drinks."""

    strudel: Amount = 0
    cake: Amount = 0
    wine: Amount = 0
    coffee: Amount = 0

    @property
    def total(self) -> int:
        """How many items there are in all."""
        return sum(getattr(self, good) for good in GOODS)


class Game(Word):
    rounds: Annotated[int, Field(strict=True, ge=1, le=12)]
    max_players: PlayerCount


class Setup(Word):
    """What each player starts with. `rooms` are prepared and paid for; all of them if mandatory."""

    krones: Cost
    kitchen: Goods
    hand: Annotated[int, Field(strict=True, ge=0, le=8)]
    free_guests: Annotated[int, Field(strict=True, ge=0, le=3)]
    rooms: Annotated[int, Field(strict=True, ge=0, le=20)]
    rooms_mandatory: Flag
    hands: Literal["dealt", "draft", "beginner"]
    boards: Literal["night", "day"]
    promos: Flag


class Dice(Word):
    count: Annotated[dict[PlayerCount, Annotated[int, Field(strict=True, ge=4, le=20)]], Numbered]


class TurnOrder(Word):
    """For each number of players the tiles in seat order; a tile is the places of its turns."""

    tiles: Annotated[dict[PlayerCount, tuple[tuple[Positive, Positive], ...]], Numbered]


class Tracks(Word):
    krones_max: Annotated[int, Field(strict=True, ge=1, le=50)]
    emperor_vp: Annotated[tuple[Vp, ...], Field(min_length=14, max_length=14)]
    emperor_overflow_vp: Vp


class Emperor(Word):
    """The emperor scorings: after which rounds, how far back, who is rewarded or punished."""

    rounds: tuple[Positive, Positive, Positive]
    retreat: tuple[Amount, Amount, Amount]
    reward_from: Annotated[int, Field(strict=True, ge=0, le=13)]
    penalty_up_to: Annotated[int, Field(strict=True, ge=0, le=13)]
    penalty_alternative: Literal["chosen", "forced"]


class Row(Word):
    """The five open guests, left (newest) to right."""

    costs: Annotated[tuple[Cost, ...], Field(min_length=5, max_length=5)]


class Cafe(Word):
    tables: Annotated[int, Field(strict=True, ge=1, le=4)]


class BlueBonus(Word):
    vp: BonusRow


class RedBonus(Word):
    krones: BonusRow


class YellowBonus(Word):
    emperor: BonusRow


class OccupancyBonus(Word):
    """What a fully occupied group gives, by its size 1 to 4."""

    blue: BlueBonus
    red: RedBonus
    yellow: YellowBonus


Cell = Annotated[int, Field(strict=True, ge=0, le=FLOORS * COLUMNS - 1)]


class Hotel(Word):
    """Cells are numbered floor * 5 + column, from the bottom left."""

    floor_costs: ByFloor
    floor_vp: ByFloor
    cell_vp: Annotated[dict[Cell, Amount], Numbered]
    cell_vp_again: Flag
    occupancy_bonus: OccupancyBonus


class RoomTiles(Word):
    blue: Annotated[int, Field(strict=True, ge=0, le=99)]
    red: Annotated[int, Field(strict=True, ge=0, le=99)]
    yellow: Annotated[int, Field(strict=True, ge=0, le=99)]


class Board(Word):
    """A hotel plan: one string a floor, bottom first, of B(lue), R(ed) and Y(ellow)."""

    rows: Annotated[
        tuple[Annotated[str, Field(pattern=r"^[BRY]{5}$")], ...],
        Field(min_length=FLOORS, max_length=FLOORS),
    ]
    evidence: Evidence = "certain"

    @property
    def cells(self) -> tuple[Colour, ...]:
        """The colours of the 20 cells, bottom left first."""
        return tuple(LETTER_COLOUR[letter] for row in self.rows for letter in row)

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each group: neighbours (not diagonal) of one colour, lowest cell first."""
        cells = self.cells
        seen: set[int] = set()
        groups: list[tuple[int, ...]] = []
        for start in range(len(cells)):
            if start in seen:
                continue
            group, edge = {start}, [start]
            while edge:
                cell = edge.pop()
                floor, column = divmod(cell, COLUMNS)
                near = [(floor - 1, column), (floor + 1, column)]
                near += [(floor, column - 1), (floor, column + 1)]
                for f, c in near:
                    other = f * COLUMNS + c
                    if 0 <= f < FLOORS and 0 <= c < COLUMNS and other not in group:
                        if cells[other] == cells[start]:
                            group.add(other)
                            edge.append(other)
            seen |= group
            groups.append(tuple(sorted(group)))
        return tuple(groups)


class Strengthen(Word):
    """Buying dice for the main action: price, dice and how often a turn."""

    krones: Cost
    dice: Annotated[int, Field(strict=True, ge=1, le=4)]
    per_turn: Annotated[int, Field(strict=True, ge=0, le=3)]


class Serve(Word):
    """Moving goods from the kitchen to guests: price and how many a time."""

    krones: Cost
    goods: Positive


class Need(Word):
    """One condition of a politics card: so many (or more) of what is counted."""

    count: Count
    at_least: Positive
    colour: Colour | None = None

    @model_validator(mode="after")
    def _colour_fits(self) -> Need:
        check_colour(self.count, self.colour)
        return self


class PoliticsCard(Word):
    letter: Literal["A", "B", "C"]
    name: str
    number: CardNumber | None = None
    needs: Annotated[tuple[Need, ...], Field(min_length=1)]


class Politics(Word):
    """The cards, and the points of the places on each, best place first."""

    places: Annotated[tuple[Vp, ...], Field(min_length=1, max_length=4)]
    cards: dict[str, PoliticsCard]


class Final(Word):
    krone_vp: Vp
    good_vp: Vp
    stranded_guest_vp: Vp


class Procedure(Word):
    """How, in which order: what editions and rulings change without touching a number or card.

    occupancy_bonus: when a group's bonus comes, relative to the reward of the guest moving in.
    staff_bonus: when staff pay for a leaving guest, relative to that guest's reward.
    seat_freed: is the table of a guest who moves in free before the reward is taken, or after.
    no_dice_turn: does a round end with the last die, or do the remaining turns go without one.
    unpayable_die: may the only dice left (6s without a krone) be taken without effect, or not.
    """

    occupancy_bonus: Literal["before-or-after", "after"]
    staff_bonus: Literal["before-or-after", "before", "after"]
    seat_freed: Literal["before", "after"]
    no_dice_turn: Literal["round-ends", "turn-without-die"]
    unpayable_die: Literal["without-effect", "skip-die"]


class Staff(Word):
    """A staff card. `set` is the beginners' set it belongs to (one transcription: likely)."""

    name: str
    german: str
    cost: Cost
    timing: Timing
    set: Literal["A", "B", "C", "D"] | None = None
    effects: Effects = ()
    abilities: Annotated[tuple[Ability, ...], Field(max_length=MOST_WORDS)] = ()
    evidence: Evidence = "certain"

    @model_validator(mode="after")
    def _fits_timing(self) -> Staff:
        if self.timing == "permanent" and self.effects:
            raise ValueError("a permanent card has abilities, not effects")
        if self.timing != "permanent" and self.abilities:
            raise ValueError("only a permanent card has abilities; put effects into effects")
        final = any(effect.do == "copy_final" for effect in self.effects)
        if final and self.timing != "end":
            raise ValueError("copy_final belongs to a card of timing end")
        return self


class Guest(Word):
    name: str
    german: str
    colour: GuestColour
    order: Goods
    vp: Vp
    reward: Effects = ()
    promo: Flag = False
    evidence: Evidence = "certain"

    @model_validator(mode="after")
    def _orders_something(self) -> Guest:
        if not self.order.total:
            raise ValueError("a guest orders at least one dish or drink")
        return self


class EmperorTile(Word):
    """`or_lose_vp` is the printed alternative to the penalty; absent if there is none."""

    letter: Literal["A", "B", "C"]
    reward: Effects
    penalty: Annotated[tuple[Penalty, ...], Field(max_length=MOST_WORDS)]
    or_lose_vp: Annotated[int, Field(strict=True, ge=0, le=50)] | None = None


class Rules(Word):
    """A whole ruleset, resolved."""

    game: Game
    setup: Setup
    dice: Dice
    turn_order: TurnOrder
    tracks: Tracks
    emperor: Emperor
    row: Row
    cafe: Cafe
    hotel: Hotel
    room_tiles: RoomTiles
    boards: dict[Literal["night", "day_a", "day_b", "day_c", "day_d"], Board]
    actions: Annotated[dict[Annotated[int, Field(ge=1, le=6)], Action], Numbered]
    strengthen: Strengthen
    serve: Serve
    politics: Politics
    final: Final
    procedure: Procedure
    staff: Annotated[dict[CardNumber, Staff], Numbered]
    guest: Annotated[dict[CardNumber, Guest], Numbered]
    emperor_tile: dict[str, EmperorTile]

    @model_validator(mode="after")
    def check(self) -> Rules:
        """Checks parts against each other; a message starts with the path that is at fault."""
        for problem in problems(self):
            raise ValueError(problem)
        return self

    @property
    def guests_in_play(self) -> dict[int, Guest]:
        """The guests of the deck: promotional ones only if the setup has them."""
        return {n: g for n, g in self.guest.items() if self.setup.promos or not g.promo}
