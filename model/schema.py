"""The schema of a resolved ruleset: every number, card and procedure that affects play.

`Rules` is the tree that the data files spell out; the dotted paths of changes and patches are its
field names. Values are checked for range here, and parts against each other in `Rules.check`.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from model.base import Word, asked_later
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
"""How a key that is a number is written: in one way, so that none is there twice."""


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
    """What each player starts with. `rooms` are prepared and paid for; all of them if mandatory.

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
    """By number of players. This many of them are coloured: they bring the lounge's celebrities.

    coloured_price: a coloured die costs a krone for each other die on its space, or each white one.
    """

    coloured: Annotated[int, Field(strict=True, ge=0, le=3)]
    coloured_price: Literal["other-dice", "white-dice"]
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
    """The five open guests, left (newest) to right.

    sweep: if nobody took a guest in a round, those that cost nothing are replaced at its end.
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
    """Buying dice for the main action: price, dice and maximum per turn."""

    krones: Cost
    dice: Annotated[int, Field(strict=True, ge=1, le=4)]
    per_turn: Annotated[int, Field(strict=True, ge=0, le=3)]


class Serve(Word):
    """Moving goods from the kitchen to guests: price, how many a time at most and at least."""

    krones: Cost
    goods: Positive
    least: Annotated[int, Field(strict=True, ge=0, le=1)] = 1


class Need(Filter):
    """One condition of a politics card: this many (or more) of what is counted."""

    count: Count
    at_least: Positive

    @model_validator(mode="after")
    def _filter_fits(self) -> Need:
        self.check_filter(self.count)
        return self


Places = Annotated[tuple[Vp, ...], Field(min_length=1, max_length=4)]
"""The points of the places on a politics card, best place first."""


class PoliticsCard(Word):
    """`places` are the card's own, absent where it pays what the others pay."""

    letter: Literal["A", "B", "C"]
    name: Name
    number: CardNumber | None = None
    needs: Annotated[tuple[Need, ...], Field(min_length=1)]
    places: Places | None = None


class Politics(Word):
    """The cards, and the points of the places on each card without its own."""

    places: Places
    cards: dict[str, PoliticsCard]

    def places_of(self, key: str) -> tuple[int, ...]:
        """The points of the places on a card, best place first."""
        own = self.cards[key].places
        return self.places if own is None else own


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
    politics_claim: a marker is put on a politics card by an action, or by itself as a turn ends.
    section_bonus: does a rehearsal room's section pay before the dancer is paid for, or after.
    dancer_paid: a guest who goes dancing is paid for before the own reward is taken, or after it.
    row_refill: a guest taken from the row lets guests come until it is full, or one guest.
    staff_asked: staff pay for a guest who were in play as the guest moved in, or are when paying.
    guest_moment: the turn's guest is taken before the die, or at any time of the turn.
    empty_action: may a die be taken whose action has nothing to do while others have.
    emperor_staff: cards answer to the emperor's reward that were in play before it, or are after.
    effect_groups: an effect that occupies rooms pays full groups when it is over, or at once.
    under_deck: staff cards drawn and not played go under the deck as chosen, or as they were drawn.
    bells: may what a bell card waits for happen outside turns.
    bell_sum: is it the sum of a whole action, or what a single effect brings.
    swapped_goods: do goods that come for others count as received by who waits for goods.
    supplied_goods: do goods of the supply that fill an order at once.
    empty_space: may a die be moved onto a space without dice, to use that space.
    bell_start: does a bell card count what its action brought before the card was in play.
    bell_orders: bell cards that wait for an order answer as it is filled, or as the guest leaves.
    politics_orders: an order counts for a politics card as the guest leaves, or as it is filled.
    hire_answer: a once-a-round card that answers to a card played may be used after the whole
        action, or directly after the card.
    waiting_cards: may a once-a-round card that waits for an event be used outside the own turn.
    ignored_good: an order filled by ignoring a good stays filled, or lacks it after the round.
    cell_points: several cells with printed VP are effects of their own, or one of the action.
    idle_die: may cards that answer to a die answer to one taken without effect.
    new_die_staff: does a card that came into play since the die was taken change its action.
    lines_again: does a column or floor completed again after a penalty answer again.
    bell_groups: does a group completed again answer again for bell cards.
    first_rooms: is a group's first room only ever one, or each that finds no other one occupied.
    second_guest: further guests of the turn follow directly, or at any time before the die.
    guest_shuffle: discarded guests are shuffled at the next draw, or with the last card drawn.
    gain_answers: celebrities answer to a gain before its goods are laid down, after that, or when
        the action is over.
    line_bonus: what a column or floor brings comes at once, or after the reward and the bonuses.
    line_order: which comes first if a room completes both.
    skipped_turn: without a die that may be taken, the turn can be used for additional actions and
        ended, or one that has not begun can only be passed.
    fill_order: may an effect that fills one order be declined; up to several are always free.
    offer_rest: cards drawn and not played go under the deck before the effect of the one played, or
        after it.
    die_gifts: of what comes with a die, goods that a guest wants and cards come after the action,
        or all comes before it.
    late_seat: where a dancer's seat is chosen after the reward, is it lost with a part of the
        reward that cannot be carried out.
    last_action_staff: do cards that the last action of a reward brings into play pay for its guest.
    idle_tile: may a personal emperor tile be used whose bonus can bring nothing.
    own_die_staff: does a card that a die's action brought into play answer to that die.
    upper_room: of two rooms of one column that a penalty takes, may the upper one be any, or only
        one above another.
    reward_action: for cards that wait for what an action brings, is an action that a reward brings
        part of the one before, or one of its own.
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
    bell_orders: Literal["filled", "left"] = asked_later("filled")
    politics_orders: Literal["left", "filled"] = asked_later("left")
    hire_answer: Literal["after-action", "at-once"] = "at-once"
    waiting_cards: Literal["always", "own-turn"] = "own-turn"
    ignored_good: Literal["stays-filled", "lacks-again"] = asked_later("stays-filled")
    cell_points: Literal["each-cell", "once"] = asked_later("each-cell")
    idle_die: Literal["unanswered", "answered"] = "answered"
    new_die_staff: Literal["helps", "too-late"] = "too-late"
    lines_again: Literal["again", "once"] = asked_later("again")
    bell_groups: Literal["again", "once"] = asked_later("again")
    first_rooms: Literal["once", "again"] = asked_later("once")
    second_guest: Literal["directly", "any-time"] = asked_later("directly")
    guest_shuffle: Literal["next-draw", "at-once"] = asked_later("next-draw")
    gain_answers: Literal["before-laying", "after-laying", "after-action"] = asked_later(
        "before-laying"
    )
    line_bonus: Literal["at-once", "last"] = asked_later("at-once")
    line_order: Literal["floor-first", "column-first"] = asked_later("floor-first")
    skipped_turn: Literal["ended", "passed"] = asked_later("ended")
    fill_order: Literal["may", "must"] = "must"
    offer_rest: Literal["before-effect", "after-effect"] = "after-effect"
    die_gifts: Literal["in-two-halves", "before-action"] = "before-action"
    late_seat: Literal["lost", "chosen"] = "chosen"
    last_action_staff: Literal["paid", "not-paid"] = "not-paid"
    idle_tile: Literal["usable", "not-usable"] = asked_later("usable")
    own_die_staff: Literal["too-late", "answers"] = asked_later("too-late")
    upper_room: Literal["any", "above-another"] = asked_later("any")
    reward_action: Literal["together", "apart"] = asked_later("together")


class Pay(Goods):
    """The cost of using a card: goods of the kitchen, `items` of choice, krones, steps back."""

    items: Amount = 0  # dishes and drinks of choice
    krones: Amount = 0
    emperor: Amount = 0


class Staff(Word):
    """A staff card. `set` is the beginners' set it belongs to (one transcription: likely).

    once, end: effects. round: effects (for `pay`), or one trigger that may be used once a round.
    bell: one trigger that may be used once in the game. permanent: abilities.
    hired_vp: scored when the card comes into play. No printed card has any; a patch may give some
    to one that is too weak even for nothing.
    gains: where a once-a-round card has several effects, may those that need no decision be left.
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

    alternative: is it chosen or forced as the edition says, or forced by the tile's own text.
    """

    letter: Literal["A", "B", "C"]
    reward: Effects
    penalty: Annotated[tuple[Penalty, ...], Field(max_length=MOST_WORDS)]
    or_lose_vp: Annotated[int, Field(strict=True, ge=0, le=50)] | None = None
    alternative: Literal["by-edition", "forced"] = "by-edition"


# --- module 1: ballrooms -----------------------------------------------------------------------


class BestRow(Word):
    """A dancer counts 1, 2 or 3 VP: as much as the highest row in which the player has one."""

    kind: Literal["best_row"]


class RowMajorities(Word):
    """VP in each row for the most dancers, second most ...; ties share the VP of their places."""

    kind: Literal["row_majorities"]
    vp: Annotated[tuple[Amount, ...], Field(min_length=1, max_length=4)]


class DancersTable(Word):
    """VP by the number of dancers (1, 2, 3 ...); the last entry holds for more."""

    kind: Literal["dancers_table"]
    vp: Annotated[tuple[Points, ...], Field(min_length=1, max_length=8)]


class Majority(Word):
    """VP for the most dancers in all, second most ...; by number of players; ties share."""

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
    """How many ballrooms lie out (0: none), and what having no dancer in one costs at its scoring.

    Beside the top row of the last one the balcony has room for any number of dancers.
    rehearsal_rooms: are as many laid out to choose from as there are players, or all of them.
    """

    in_play: Literal[0, 3]
    absent_vp: Vp
    dancers: Annotated[int, Field(strict=True, ge=1, le=20)]  # that each player has
    rehearsal_rooms: Literal["by-players", "all"]


class Section(Word):
    """Dancers of a rehearsal room, and the bonus for sending out the last of them."""

    dancers: Positive
    bonus: Effects


class RehearsalRoom(Word):
    name: Name
    sections: Annotated[tuple[Section, ...], Field(min_length=1, max_length=4)]


# --- module 2: celebrities ---------------------------------------------------------------------


class Lounge(Word):
    """Places for celebrities, one for each coloured die; VP of a celebrity by rounds waited.

    returns: used celebrities go to a discard pile, or under the deck in random order. points: their
    own VP are scored when they help already, or before.
    """

    vp: Annotated[tuple[Amount, ...], Field(min_length=1, max_length=4)]
    returns: Literal["discard", "under-deck"]
    points: Literal["helping", "before-helping"] = "helping"


class Celebrity(Word):
    """Abilities for the rest of the round, and effects that may be used once in it."""

    name: Name
    effects: Effects = ()
    abilities: Abilities = ()


# --- module 3: unique hotels -------------------------------------------------------------------


class Entrances(Word):
    """Is an entrance auctioned for each player."""

    in_play: Flag


class Entrance(Word):
    """A hotel entrance: what its owner receives with it, and its lasting abilities.

    rooms: rooms beyond those of the set-up, paid for; free_rooms: further ones without paying.
    active: do its abilities answer to what `on_receipt` brings, or only later.
    receipt: does `on_receipt` come with the entrance, or when the set-up is done.
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

    goods: dishes or drinks of choice; strength: dice of the main action of choice; krones: what
    the players after them receive, in turn order; without_dice: do turns remain for who may take it
    when no die is left.
    """

    in_play: Flag
    goods: Amount
    strength: Positive
    krones: Annotated[tuple[Amount, ...], Field(min_length=3, max_length=3)]
    without_dice: Flag = False


# --- the whole ----------------------------------------------------------------------------------


class Rules(Word):
    """A whole ruleset, resolved: each field by itself (see `model.checks` for their fit)."""

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
