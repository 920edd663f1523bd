"""Abilities: what a card changes for its owner as long as it is in play."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from model.vocabulary.base import Amount, Colour, Cost, DishOrDrink, Faces, Flag, Positive, Term
from model.vocabulary.triggers import Trigger
from model.wording import both, costs, either, listed, many

BonusRow = Annotated[tuple[Amount, ...], Field(min_length=4, max_length=4)]


class Strength(Term):
    """The action of a die of these faces counts this many dice more.

    apart: dishes and drinks that these dice bring are not counted in the proportion of the action.
    """

    kind: Literal["strength"]
    faces: Faces
    dice: Positive
    optional: Flag = True
    apart: Flag = False

    def phrase(self) -> str:
        may = "may count" if self.optional else "counts"
        apart = ", whose goods are not counted in the proportion" if self.apart else ""
        dice = many(self.dice, "die", "dice")
        return f"the action of a die of {either(self.faces)} {may} {dice} more{apart}"


class CopyCost(Term):
    """The krones that the copying action (6) costs."""

    kind: Literal["copy_cost"]
    krones: Cost

    def phrase(self) -> str:
        return f"copying an action {costs(self.krones)}"


class RoomCost(Term):
    """The krones that preparing a room of this colour costs, on any floor."""

    kind: Literal["room_cost"]
    colour: Colour
    krones: Cost

    def phrase(self) -> str:
        return f"preparing a {self.colour} room {costs(self.krones)}"


class ServeCost(Term):
    """The krones that serving from the kitchen costs."""

    kind: Literal["serve_cost"]
    krones: Cost

    def phrase(self) -> str:
        return f"serving from the kitchen {costs(self.krones)}"


class GuestCost(Term):
    """The krones that a guest of the row costs, in any place."""

    kind: Literal["guest_cost"]
    krones: Cost

    def phrase(self) -> str:
        return f"a guest of the row {costs(self.krones)}"


class BothTracks(Term):
    """The action of a die of these faces gives a krone *and* an emperor step for each die."""

    kind: Literal["both_tracks"]
    faces: Faces

    def phrase(self) -> str:
        return f"a die of {either(self.faces)} gives 1 krone and 1 emperor step for each die"


class AvertPenalty(Term):
    """An emperor penalty may be averted for these krones."""

    kind: Literal["avert_penalty"]
    krones: Cost

    def phrase(self) -> str:
        price = f"for {many(self.krones, 'krone')}" if self.krones else "free"
        return f"an emperor penalty can be averted {price}"


class More(Term):
    """This much more whenever the owner gains any: VP or steps in the own turn, krones always."""

    kind: Literal["more"]
    vp: Amount = 0
    krones: Amount = 0
    emperor: Amount = 0

    def phrase(self) -> str:
        parts = [f"{self.vp} VP more with each gain of VP in the own turn"] if self.vp else []
        parts += (
            [f"{many(self.krones, 'krone')} more with each gain of krones"] if self.krones else []
        )
        if self.emperor:
            steps = many(self.emperor, "emperor step")
            parts.append(f"{steps} more with each gain of steps in the own turn")
        return "; ".join(parts) or "nothing more"


class IgnoreGood(Term):
    """One good of each order of two or more may be ignored."""

    kind: Literal["ignore_good"]

    def phrase(self) -> str:
        return "one item of each order of two or more may be ignored"


class Interchange(Term):
    """In orders each of these two goods can replace the other."""

    kind: Literal["interchange"]
    goods: tuple[DishOrDrink, DishOrDrink]

    def phrase(self) -> str:
        return f"in orders {both(self.goods)} stand for each other"


class Substitute(Term):
    """In orders this many of this good replace any one other dish or drink."""

    kind: Literal["substitute"]
    good: DishOrDrink
    amount: Positive

    def phrase(self) -> str:
        return f"in orders {self.amount} {self.good} stand for any other dish or drink"


class PrepareAnywhere(Term):
    """Rooms need not be prepared next to others."""

    kind: Literal["prepare_anywhere"]

    def phrase(self) -> str:
        return "rooms need not be prepared beside others"


class ChooseBonus(Term):
    """The owner chooses the colour of a group's occupancy bonus."""

    kind: Literal["choose_bonus"]

    def phrase(self) -> str:
        return "a group pays the occupancy bonus of any one colour"


class MoreTables(Term):
    """More tables in the café."""

    kind: Literal["more_tables"]
    tables: Annotated[int, Field(strict=True, ge=1, le=2)] = 1

    def phrase(self) -> str:
        return f"{many(self.tables, 'table')} more in the café"


class NoStranded(Term):
    """Guests left in the café at the end cost nothing."""

    kind: Literal["no_stranded"]

    def phrase(self) -> str:
        return "guests left in the café at the end cost nothing"


class MoreGuests(Term):
    """After the turn's guest this many more may be taken and paid for; `setup`: free at set-up.

    refill: the row is refilled after each guest, or once all are taken.
    """

    kind: Literal["more_guests"]
    guests: Amount = 1
    setup: Amount = 0
    refill: Literal["each", "after"] = "each"

    def phrase(self) -> str:
        parts = [
            f"{many(self.guests, 'guest')} more may be taken and paid for after the turn's guest"
        ]
        parts += [f"{self.setup} more free at set-up"] if self.setup else []
        parts.append(
            f"the row is refilled {'after each' if self.refill == 'each' else 'after all'}"
        )
        return ", ".join(parts)


class RoundGuests(Term):
    """VP at the end of a round by the number of guests who left the café in it (0, 1, 2 ...).

    The guests stay off the discard pile until then. filled: counts orders filled in the round.
    """

    kind: Literal["round_guests"]
    filled: Flag = False
    vp: Annotated[tuple[Amount, ...], Field(min_length=1, max_length=8)]

    def phrase(self) -> str:
        return (
            f"at the end of a round {listed(self.vp)} VP for 0, 1, 2 ... "
            f"{'orders filled' if self.filled else 'guests who left the café'} in it"
        )


class OccupancyTable(Term):
    """Replaces the owner's occupancy bonuses for groups of 1 to 4 rooms."""

    kind: Literal["occupancy_table"]
    blue_vp: BonusRow
    red_krones: BonusRow
    yellow_emperor: BonusRow

    def phrase(self) -> str:
        return (
            f"occupancy bonus of groups of 1 to 4 rooms: blue {listed(self.blue_vp)} VP, red"
            f" {listed(self.red_krones)} krones, yellow {listed(self.yellow_emperor)} emperor steps"
        )


class MoveDie(Term):
    """Before an action space is used, a die of a neighbouring space may be moved onto it."""

    kind: Literal["move_die"]

    def phrase(self) -> str:
        return "before an action space is used a die of a neighbouring space may be moved onto it"


class RowBonus(Term):
    """The owner receives a ballroom's row bonus this many times, as one gain or as several."""

    part = "ballrooms"
    kind: Literal["row_bonus"]
    times: Positive
    as_one: Flag = False

    def phrase(self) -> str:
        how = " as one gain" if self.as_one else ""
        return f"the bonus of a ballroom's row {many(self.times, 'time')}{how}"


class MostDancers(Term):
    """VP when a ballroom is scored in which the owner alone has the most dancers."""

    part = "ballrooms"
    kind: Literal["most_dancers"]
    vp: Amount

    def phrase(self) -> str:
        return f"{self.vp} VP when a ballroom is scored in which nobody else has as many dancers"


class OwnPolitics(Term):
    """Personal politics cards, one of each letter: VP by the number of emperor scorings past.

    `final_vp`: VP at the end by the number of politics cards fulfilled, own and common (0, 1 ...).
    """

    part = "entrances"
    kind: Literal["own_politics"]
    vp: Annotated[tuple[Amount, ...], Field(min_length=3, max_length=3)]
    final_vp: Annotated[tuple[Amount, ...], Field(min_length=7, max_length=7)]

    def phrase(self) -> str:
        return (
            f"own politics cards, one of each letter: {listed(self.vp)} VP after 0/1/2 emperor"
            f" scorings; at the end {listed(self.final_vp)} VP for 0 to {len(self.final_vp) - 1}"
            " cards fulfilled, own and common"
        )


class OwnTiles(Term):
    """Personal emperor tiles, this many of each letter.

    Once per turn: this many steps back, by letter, for the reward of a tile, which is then used up.
    answered: whether cards that answer to an emperor's reward also answer to this one.
    """

    part = "entrances"
    kind: Literal["own_tiles"]
    answered: Flag = False
    tiles: Annotated[int, Field(strict=True, ge=1, le=2)]
    steps: Annotated[tuple[Amount, ...], Field(min_length=3, max_length=3)]

    def phrase(self) -> str:
        as_reward = " and counts as the emperor's" if self.answered else ""
        return (
            f"{many(self.tiles, 'own emperor tile')} of each letter: once a turn"
            f" {listed(self.steps)} steps back for the reward of one of A/B/C, which is used"
            f" up{as_reward}"
        )


Ability = Annotated[
    Trigger
    | Strength
    | CopyCost
    | RoomCost
    | ServeCost
    | GuestCost
    | BothTracks
    | AvertPenalty
    | More
    | IgnoreGood
    | Interchange
    | Substitute
    | PrepareAnywhere
    | ChooseBonus
    | MoreTables
    | NoStranded
    | MoreGuests
    | RoundGuests
    | OccupancyTable
    | MoveDie
    | RowBonus
    | MostDancers
    | OwnPolitics
    | OwnTiles,
    Field(discriminator="kind"),
]
Abilities = Annotated[tuple[Ability, ...], Field(max_length=12)]
