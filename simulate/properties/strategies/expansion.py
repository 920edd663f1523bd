"""The parts of modules in a drawn position: ballrooms, celebrities, entrances.

The skeleton key is nobody's, and celebrities and entrances have not been used in the round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simulate.engine import codes as c
from simulate.engine.state import FIRST_ENTRANCE
from simulate.words.spelling import DICE_WORDS

if TYPE_CHECKING:
    from simulate.properties.strategies.positions import Drawing

Row = dict[str, Any]


def sources(rules: Any) -> tuple[str, ...]:
    """Sources of VP before the end that modules bring."""
    there = {"ballrooms": rules.ballrooms, "celebrities": rules.coloured_dice,
             "entrance": rules.entrances}  # fmt: skip
    return tuple(name for name, in_play in there.items() if in_play)


def add_modules(drawing: Drawing, table: Row, seats: list[Row], turns: list[int]) -> None:
    """Draw what the modules of a ruleset lay out for all and for each seat.

    ``table`` and ``seats`` are what was drawn before; ``turns``: taken in the round, by seat.
    """
    rules = drawing.rules
    if rules.ballrooms:
        _ballrooms(drawing, table, seats)
    if rules.coloured_dice:
        _celebrities(drawing, table, seats, turns)
    if rules.entrances:
        _entrances(drawing, table, seats)


def _ballrooms(drawing: Drawing, table: Row, seats: list[Row]) -> None:
    """Ballrooms, and dancers who rest or dance: no more in a row than it has seats."""
    rules = drawing.rules
    table["ballrooms"] = drawing.taken(list(range(int(rules.n_ballrooms))), int(rules.ballrooms))
    rooms = drawing.taken(list(range(int(rules.n_rehearsal))), drawing.n)
    free = [int(n) for room in table["ballrooms"] for n in rules.row_seats[room, :, drawing.n]]
    for row, room in zip(seats, rooms):
        most = [int(n) for n in rules.section_dancers[room][: rules.n_sections[room]]]
        row["rehearsal"], row["dancers"] = room, [0] * (c.BALLROOMS * c.ROWS)
        row["resting"] = list(most)
        for section, dancers in enumerate(most):
            for _ in range(drawing.number(dancers)):
                open_ = [place for place, n in enumerate(free) if n > 0]
                if not open_:
                    break
                place = open_[drawing.number(len(open_) - 1)]
                free[place] -= 1
                row["dancers"][place] += 1
                row["resting"][section] -= 1


def _celebrities(drawing: Drawing, table: Row, seats: list[Row], turns: list[int]) -> None:
    """Each coloured die lies on a space and its celebrity waits, or somebody took it in a turn of
    this round and is helped."""
    rules = drawing.rules
    places = int(rules.coloured_dice)
    pile = list(range(int(rules.n_celebrities)))
    lounge = drawing.taken(pile, places)
    takers = [seat for seat, n in enumerate(turns) for _ in range(n)]
    dice = table["dice"]
    least = max(0, places - len(dice))  # more coloured dice than dice left: these were taken
    met = drawing.taken(list(range(places)), drawing.number(min(places, len(takers)), least))
    longest = max(1, int(rules.n_waits)) - 1
    table["waited"] = [0 if place in met else drawing.number(longest) for place in range(places)]
    there = [place for place in range(places) if place not in met]
    coloured = [f"{DICE_WORDS[1 + place]}{face}" for place, face in zip(there, dice)]
    table["dice"] = [*dice[len(there) :], *coloured]
    for row in seats:
        row["celebrities"] = [-1] * c.LOUNGE
    for place, seat in zip(met, drawing.taken(takers, len(met))):
        seats[seat]["celebrities"][place], lounge[place] = lounge[place], -1
    table["lounge"] = lounge
    table["celebrity_discard"] = drawing.taken(pile, drawing.number(len(pile)))


def _entrances(drawing: Drawing, table: Row, seats: list[Row]) -> None:
    """An entrance for each player, with the tokens, cards and tiles next to it."""
    rules = drawing.rules
    entrances = drawing.taken(list(range(int(rules.n_entrances))), drawing.n)
    cards = [FIRST_ENTRANCE + entrance for entrance in entrances]
    if any(rules.card_own_politics[card] for card in cards):
        table["own_politics"] = _others(
            drawing, rules.politics_letter[: rules.n_politics], table["politics"], 1
        )
    if any(rules.card_own_tiles[card] for card in cards):
        letters = rules.tile_letter[: rules.n_tiles]
        table["own_tiles"] = _others(drawing, letters, table["tiles"], 2)
    for row, entrance, card in zip(seats, entrances, cards):
        row["entrance"] = entrance
        if rules.card_own_tiles[card]:
            own = list(table["own_tiles"])
            row["own_tiles"] = sorted(drawing.taken(own, drawing.number(len(own))))


def _others(drawing: Drawing, letters: Any, there: list[int], n: int) -> list[int]:
    """``n`` of each letter, other than those laid out for all."""
    found: list[int] = []
    for letter in range(3):
        left = [i for i in range(len(letters)) if letters[i] == letter and i not in there]
        found += drawing.taken(left, n)
    return found
