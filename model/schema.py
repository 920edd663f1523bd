"""The schema of a resolved ruleset: every number, card and procedure that affects play.

`Rules` is the tree in the data files; the dotted paths of changes and patches are its field names.
Ranges of values are checked here; `Rules.check` checks that the parts fit together.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BeforeValidator, Field, create_model, model_validator

from model.base import Word, asked_later
from model.sources import sources
from model.vocabulary.abilities import Abilities, BonusRow
from model.vocabulary.actions import Action
from model.vocabulary.base import (
    Amount,
    Colour,
    Cost,
    Count,
    Filter,
    Flag,
    GuestColour,
    Positive,
    Timing,
    Vp,
)
from model.vocabulary.effects import MOST_WORDS, Effects
from model.vocabulary.penalties import Penalty
from model.wording import GOODS

FLOORS = 4
COLUMNS = 5
LETTER_COLOUR: dict[str, Colour] = {"B": "blue", "R": "red", "Y": "yellow"}

ByFloor = Annotated[tuple[Amount, ...], Field(min_length=FLOORS, max_length=FLOORS)]
TEXT, ROOMS = r"\S", r"^[BRY]{5}$"
Name = Annotated[str, Field(pattern=TEXT)]
Points = Annotated[int, Field(strict=True, ge=0, le=99)]
Seats = Annotated[int, Field(strict=True, ge=0, le=20)]
ROWS = ("bottom", "middle", "top")

Evidence = Literal["certain", "likely"]


NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
"""The only way to write a key that is a number, so that none occurs twice."""


def _whole_keys(value: Any) -> Any:
    """TOML keys are text; card numbers, die faces and player counts are whole numbers."""
    if not isinstance(value, dict):
        return value
    return {_number(key): entry for key, entry in value.items()}


def _number(key: Any) -> Any:
    return int(key) if isinstance(key, str) and NUMBER.fullmatch(key) else key


Numbered = BeforeValidator(_whole_keys)
CardNumber = Annotated[int, Field(strict=True, ge=1, le=9999)]
PlayerCount = Annotated[int, Field(strict=True, ge=2, le=4)]


class Goods(Word):
    """Dishes, drinks and champagne."""

    strudel: Amount = 0
    cake: Amount = 0
    wine: Amount = 0
    coffee: Amount = 0
    champagne: Amount = 0

    @property
    def total(self) -> int:
        """The total number of items."""
        return sum(getattr(self, good) for good in GOODS)


class Game(Word):
    rounds: Annotated[int, Field(strict=True, ge=1, le=12)]
    max_players: PlayerCount


class Setup(Word):
    """The start of each player. `rooms` are prepared and paid for; all of them if mandatory.

    `krones_by_place` adds krones by place in the first round's turn order.
    """

    krones: Cost
    krones_by_place: Annotated[tuple[Cost, ...], Field(min_length=4, max_length=4)]
    kitchen: Goods
    hand: Annotated[int, Field(strict=True, ge=0, le=8)]
    free_guests: Annotated[int, Field(strict=True, ge=0, le=3)]
    rooms: Annotated[int, Field(strict=True, ge=0, le=20)]
    rooms_mandatory: Flag
    hands: Literal["dealt", "draft", "beginner"]
    boards: Literal["night", "day"]
    promos: Flag


class Dice(Word):
    """Dice by number of players. `coloured` of them bring the lounge's celebrities.

    coloured_price: a coloured die costs a krone for each other die on its space, or each white one.
    """

    coloured: Annotated[int, Field(strict=True, ge=0, le=3)]
    coloured_price: Literal["other-dice", "white-dice"]
    count: Annotated[dict[PlayerCount, Annotated[int, Field(strict=True, ge=4, le=20)]], Numbered]


class TurnOrder(Word):
    """The tiles in seat order by number of players; a tile is a list of the places of its turns."""

    tiles: Annotated[dict[PlayerCount, tuple[tuple[Positive, Positive], ...]], Numbered]


class Tracks(Word):
    krones_max: Annotated[int, Field(strict=True, ge=1, le=50)]
    emperor_vp: Annotated[tuple[Vp, ...], Field(min_length=14, max_length=14)]
    emperor_overflow_vp: Vp


class Emperor(Word):
    """The emperor scorings: rounds, steps back, spaces with reward or penalty."""

    rounds: tuple[Positive, Positive, Positive]
    retreat: tuple[Amount, Amount, Amount]
    reward_from: Annotated[int, Field(strict=True, ge=0, le=13)]
    penalty_up_to: Annotated[int, Field(strict=True, ge=0, le=13)]
    penalty_alternative: Literal["chosen", "forced"]


class Row(Word):
    """The five open guests, left (newest) to right.

    sweep: if nobody took a guest in a round, the guests that cost nothing are replaced at its end.
    """

    costs: Annotated[tuple[Cost, ...], Field(min_length=5, max_length=5)]
    sweep: Flag


class Cafe(Word):
    tables: Annotated[int, Field(strict=True, ge=1, le=4)]


class BlueBonus(Word):
    vp: BonusRow


class RedBonus(Word):
    krones: BonusRow


class YellowBonus(Word):
    emperor: BonusRow


class OccupancyBonus(Word):
    """The occupancy bonus of a group, by its size 1 to 4."""

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
    """A hotel plan: one string per floor, bottom first, of B(lue), R(ed) and Y(ellow)."""

    rows: Annotated[
        tuple[Annotated[str, Field(pattern=ROOMS)], ...],
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
    """Buying extra dice for the main action: price, dice and maximum per turn."""

    krones: Cost
    dice: Annotated[int, Field(strict=True, ge=1, le=4)]
    per_turn: Annotated[int, Field(strict=True, ge=0, le=3)]


class Serve(Word):
    """Moving goods from the kitchen to guests: price, and fewest and most goods at a time."""

    krones: Cost
    goods: Positive
    least: Annotated[int, Field(strict=True, ge=0, le=1)] = 1


class Need(Filter):
    """One condition of a politics card: this many (or more) of a count."""

    count: Count
    at_least: Positive

    @model_validator(mode="after")
    def _filter_fits(self) -> Need:
        self.check_filter(self.count)
        return self


Places = Annotated[tuple[Vp, ...], Field(min_length=1, max_length=4)]
"""The VP of the places on a politics card, best place first."""


class PoliticsCard(Word):
    """`places` are the card's own VP, absent if it pays the same as the other cards."""

    letter: Literal["A", "B", "C"]
    name: Name
    number: CardNumber | None = None
    needs: Annotated[tuple[Need, ...], Field(min_length=1)]
    places: Places | None = None


class Politics(Word):
    """The cards, and the VP of the places on each card without its own."""

    places: Places
    cards: dict[str, PoliticsCard]

    def places_of(self, key: str) -> tuple[int, ...]:
        """The VP of the places on a card, best place first."""
        own = self.cards[key].places
        return self.places if own is None else own


class Final(Word):
    krone_vp: Vp
    good_vp: Vp
    stranded_guest_vp: Vp


class StatedProcedure(Word):
    """Order and procedure: what editions and rulings change without touching a number or card.

    `Procedure` adds the choices that only rulings name, in `model/data/rulings_later.toml`.

    occupancy_bonus: a group's bonus comes before or after the reward of the guest moving in.
    staff_bonus: staff pay for a leaving guest before or after the guest's reward.
    seat_freed: the table of a guest who moves in is free before or after the reward.
    no_dice_turn: the round ends with the last die, or the remaining turns are played without one.
    unpayable_die: if only dice are left that cannot be paid for (6s without a krone), one may be
        taken without effect, or is skipped.
    politics_claim: a marker is put on a politics card by an action, or automatically at turn end.
    section_bonus: a rehearsal room's section pays before or after the dancer is paid for.
    dancer_paid: a guest who goes dancing is paid for before or after taking the guest's reward.
    row_refill: after a guest is taken, the row is refilled completely, or by one guest.
    staff_asked: staff pay for a guest if they were in play when it moved in, or are when paying.
    guest_moment: the turn's guest is taken before the die, or at any time of the turn.
    empty_action: a die whose action has no effect may always be taken, or only if all are such.
    emperor_staff: cards answer to the emperor's reward if in play before it, or after it.
    effect_groups: an effect that occupies rooms pays full groups at its end, or at once.
    under_deck: staff cards drawn and not played go under the deck in chosen or in drawn order.
    bells: the event of a bell card may happen at any time, or only during turns.
    bell_sum: the amount counts over a whole action, or for a single effect.
    swapped_goods: goods received in exchange for others count as received, or do not.
    supplied_goods: goods of the supply that fill an order count as received, or do not.
    empty_space: a die may be moved onto a space without dice to use that space, or may not.
    bell_start: a bell card counts the whole action that brought it, or only the part in play.
    hire_answer: a once-a-round card that answers to a card played may be used after the whole
        action, or directly after the card.
    waiting_cards: a once-a-round card that waits for an event may be used always, or only in the
        own turn.
    idle_die: cards that answer to a die do not answer, or do, to a die taken without effect.
    new_die_staff: a card that came into play after the die was taken helps its action, or is too
        late.
    fill_order: an effect that fills one order may be declined, or must be used; effects that fill
        up to several orders are always optional.
    offer_rest: cards drawn and not played go under the deck before, or after, the effect of the
        card played.
    die_gifts: some gains that come with a die (goods that a guest wants, and cards) come after the
        action, or all come before it.
    late_seat: if a dancer's seat is chosen after the reward, a part of the reward that cannot be
        carried out loses the seat, or it can still be chosen.
    last_action_staff: cards brought into play by the last action of a reward pay for its guest, or
        do not.
    """

    occupancy_bonus: Literal["before-or-after", "after"]
    staff_bonus: Literal["before-or-after", "before", "after"]
    seat_freed: Literal["before", "after"]
    no_dice_turn: Literal["round-ends", "turn-without-die"]
    unpayable_die: Literal["without-effect", "skip-die"]
    politics_claim: Literal["action", "turn-end"]
    section_bonus: Literal["before-paying", "after-paying"]
    dancer_paid: Literal["before-reward", "after-reward"] = "before-reward"
    row_refill: Literal["full", "one"] = "full"
    staff_asked: Literal["moving-in", "paying"] = "moving-in"
    guest_moment: Literal["before-die", "any-time"] = "before-die"
    empty_action: Literal["allowed", "last-resort"] = "allowed"
    emperor_staff: Literal["before-reward", "after-reward"] = "before-reward"
    effect_groups: Literal["after-effect", "at-once"] = "after-effect"
    under_deck: Literal["chosen", "as-drawn"] = "chosen"
    bells: Literal["always", "turns"] = "always"
    bell_sum: Literal["whole-action", "single-effect"] = "whole-action"
    swapped_goods: Literal["received", "not-received"] = "received"
    supplied_goods: Literal["received", "not-received"] = "not-received"
    empty_space: Literal["usable", "not-usable"] = "not-usable"
    bell_start: Literal["whole-action", "in-play"] = "in-play"
    hire_answer: Literal["after-action", "at-once"] = "at-once"
    waiting_cards: Literal["always", "own-turn"] = "own-turn"
    idle_die: Literal["unanswered", "answered"] = "answered"
    new_die_staff: Literal["helps", "too-late"] = "too-late"
    fill_order: Literal["may", "must"] = "must"
    offer_rest: Literal["before-effect", "after-effect"] = "after-effect"
    die_gifts: Literal["in-two-halves", "before-action"] = "before-action"
    late_seat: Literal["lost", "chosen"] = "chosen"
    last_action_staff: Literal["paid", "not-paid"] = "not-paid"


def _asked_later() -> dict[str, Any]:
    """The choices that only rulings name: for each the values that its readings set, and a default.

    They were asked after rulesets had hashes, see `asked_later`.
    """
    fields: dict[str, Any] = {}
    for ruling in sources().ruling.values():
        readings = {id: reading.set for id, reading in ruling.readings.items()}
        for path in next(iter(readings.values())):
            word, _, name = path.partition(".")
            if word == "procedure" and name not in StatedProcedure.model_fields:
                values = tuple(paths[path] for paths in readings.values())
                default = readings[str(ruling.default)][path]
                fields[name] = Literal[values], asked_later(default)
    return fields


if TYPE_CHECKING:

    class Procedure(StatedProcedure):
        def __getattr__(self, name: str) -> str: ...
else:
    Procedure = create_model("Procedure", __base__=StatedProcedure, **_asked_later())


class Pay(Goods):
    """The cost of using a card: kitchen goods, `items` of choice, krones, emperor steps back."""

    items: Amount = 0  # dishes and drinks of choice
    krones: Amount = 0
    emperor: Amount = 0


class Staff(Word):
    """A staff card. `set` is its beginners' set (from a single transcription, so probable).

    once, end: effects. round: effects (for `pay`), or one trigger that may be used once per round.
    bell: one trigger that may be used once per game. permanent: abilities.
    hired_vp: scored when the card comes into play. No printed card has any; a patch may give some
    to a card that is too weak even at no cost.
    gains: whether effects without a decision may be declined on a once-a-round card with several
    effects.
    """

    name: Name
    german: Name
    cost: Cost
    hired_vp: Vp = asked_later(0)
    timing: Timing
    set: Literal["A", "B", "C", "D"] | None = None
    pay: Pay = Field(default_factory=Pay)
    effects: Effects = ()
    abilities: Abilities = ()
    gains: Literal["may", "come"] = asked_later("may")
    evidence: Evidence = "certain"

    @property
    def waits(self) -> bool:
        """Does the card wait for an event before it may be used?"""
        return self.timing in ("round", "bell") and bool(self.abilities)

    @model_validator(mode="after")
    def _fits_timing(self) -> Staff:
        if self.timing in ("permanent", "bell") and self.effects:
            raise ValueError(f"a {self.timing} card has abilities, not effects")
        if self.timing in ("once", "end") and self.abilities:
            raise ValueError("only a permanent card has abilities; put effects into effects")
        if self.waits:
            answers = all(hasattr(ability, "effects") for ability in self.abilities)
            if len(self.abilities) != 1 or not answers or self.effects:
                raise ValueError("a card that waits has one ability with effects, and no effects")
        if self.pay != Pay() and not (self.timing == "round" and self.effects):
            raise ValueError("only a once-a-round card with effects is paid for when used")
        final = any(effect.do == "copy_final" for effect in self.effects)
        if final and self.timing != "end":
            raise ValueError("copy_final belongs to a card of timing end")
        return self


class Guest(Word):
    name: Name
    german: Name
    colour: GuestColour
    order: Goods
    vp: Vp
    reward: Effects = ()
    promo: Flag = False
    dances: Flag = True  # may be sent to a ballroom instead of a room
    evidence: Evidence = "certain"

    @model_validator(mode="after")
    def _orders_something(self) -> Guest:
        if not self.order.total:
            raise ValueError("a guest orders at least one dish or drink")
        return self


class EmperorTile(Word):
    """`or_lose_vp` is the printed alternative to the penalty; absent if there is none.

    alternative: chosen or forced according to the edition, or forced by the tile's own text.
    """

    letter: Literal["A", "B", "C"]
    reward: Effects
    penalty: Annotated[tuple[Penalty, ...], Field(max_length=MOST_WORDS)]
    or_lose_vp: Annotated[int, Field(strict=True, ge=0, le=50)] | None = None
    alternative: Literal["by-edition", "forced"] = "by-edition"


# --- module 1: ballrooms -----------------------------------------------------------------------


class BestRow(Word):
    """Each dancer is worth 1, 2 or 3 VP, by the highest row in which the player has one."""

    kind: Literal["best_row"]


class RowMajorities(Word):
    """VP in each row for most dancers, second most ...; ties share the VP of their places."""

    kind: Literal["row_majorities"]
    vp: Annotated[tuple[Amount, ...], Field(min_length=1, max_length=4)]


class DancersTable(Word):
    """VP by number of dancers (1, 2, 3 ...); the last entry is also for more."""

    kind: Literal["dancers_table"]
    vp: Annotated[tuple[Points, ...], Field(min_length=1, max_length=8)]


class Majority(Word):
    """VP for most dancers in total, second most ..., by number of players; ties share."""

    kind: Literal["majority"]
    vp: Annotated[
        dict[PlayerCount, Annotated[tuple[Amount, ...], Field(min_length=1, max_length=4)]],
        Numbered,
    ]


class PerDancers(Word):
    """VP for every this many dancers."""

    kind: Literal["per_dancers"]
    dancers: Positive
    vp: Amount


Scoring = Annotated[
    BestRow | RowMajorities | DancersTable | Majority | PerDancers, Field(discriminator="kind")
]


class BallroomRow(Word):
    """A row: the cost of a dancer there, its seats by number of players, and its bonus."""

    champagne: Annotated[int, Field(strict=True, ge=0, le=9)]
    seats: Annotated[dict[PlayerCount, Seats], Numbered]
    bonus: Effects = ()


class Ballroom(Word):
    name: Name
    bottom: BallroomRow
    middle: BallroomRow
    top: BallroomRow
    scoring: Scoring

    @property
    def rows(self) -> tuple[BallroomRow, ...]:
        """Bottom, middle and top row."""
        return self.bottom, self.middle, self.top


class Ballrooms(Word):
    """The number of ballrooms in play, and the VP for having no dancer in one at its scoring.

    The balcony next to the top row of the last ballroom has room for any number of dancers.
    rehearsal_rooms: the choice is between one room per player, or all of them.
    """

    in_play: Literal[0, 3]
    absent_vp: Vp
    dancers: Annotated[int, Field(strict=True, ge=1, le=20)]  # per player
    rehearsal_rooms: Literal["by-players", "all"]


class Section(Word):
    """Dancers of a rehearsal room's section, and the bonus for sending out the last of them."""

    dancers: Positive
    bonus: Effects


class RehearsalRoom(Word):
    name: Name
    sections: Annotated[tuple[Section, ...], Field(min_length=1, max_length=4)]


# --- module 2: celebrities ---------------------------------------------------------------------


class Lounge(Word):
    """Places for celebrities, one for each coloured die; VP of a celebrity by rounds waited.

    returns: used celebrities go to a discard pile, or under the deck in random order. points: their
    own VP are scored when their abilities already apply, or before.
    """

    vp: Annotated[tuple[Amount, ...], Field(min_length=1, max_length=4)]
    returns: Literal["discard", "under-deck"]
    points: Literal["helping", "before-helping"] = "helping"


class Celebrity(Word):
    """Abilities for the rest of the round, and effects that may be used once during it."""

    name: Name
    effects: Effects = ()
    abilities: Abilities = ()


# --- module 3: unique hotels -------------------------------------------------------------------


class Entrances(Word):
    """Whether an entrance is auctioned for each player."""

    in_play: Flag


class Entrance(Word):
    """A hotel entrance: its effects on receipt, and its lasting abilities.

    rooms: rooms beyond those of the set-up, paid for; free_rooms: further ones without paying.
    active: whether its abilities also apply to `on_receipt`, or only later.
    receipt: whether `on_receipt` comes with the entrance, or after the set-up.
    """

    name: Name
    kitchen: Goods
    on_receipt: Effects = ()
    rooms: Amount = 0
    free_rooms: Amount = 0
    active: Literal["at-once", "after-receipt"] = "after-receipt"
    receipt: Literal["at-once", "after-set-up"] = "at-once"
    abilities: Abilities = ()


class BonusTokenTile(Word):
    """A bonus token: the upper bonus is for a column, the lower for a floor."""

    upper: Effects
    lower: Effects
    evidence: Evidence = "certain"


# --- module 4: start player --------------------------------------------------------------------


class SkeletonKey(Word):
    """The action that makes its player the next starting player, instead of taking a die.

    goods: dishes or drinks of choice; strength: dice of the main action of choice; krones: those
    that the following players receive, in turn order; without_dice: whether a player who may take
    the key still has a turn when no die is left.
    """

    in_play: Flag
    goods: Amount
    strength: Positive
    krones: Annotated[tuple[Amount, ...], Field(min_length=3, max_length=3)]
    without_dice: Flag = False


# --- the whole ----------------------------------------------------------------------------------


class Rules(Word):
    """A whole resolved ruleset; fields are checked singly (`model.checks` checks their fit)."""

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
    ballrooms: Ballrooms
    ballroom: dict[str, Ballroom]
    rehearsal_room: dict[str, RehearsalRoom]
    lounge: Lounge
    celebrity: dict[str, Celebrity]
    entrances: Entrances
    entrance: dict[str, Entrance]
    bonus_token: dict[str, BonusTokenTile]
    skeleton_key: SkeletonKey

    @property
    def guests_in_play(self) -> dict[int, Guest]:
        """The guests of the deck: promotional ones only if the set-up includes them."""
        return {n: g for n, g in self.guest.items() if self.setup.promos or not g.promo}
