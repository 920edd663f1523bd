"""The emperor scoring: VP, retreat, and the tile's reward or penalty."""

from __future__ import annotations

from typing import Any

from tests.witness import rooms
from tests.witness.effects import carry_out
from tests.witness.receiving import order_emptied, score
from tests.witness.rewarding import offer
from tests.witness.table import (
    DISHES_AND_DRINKS,
    GOODS,
    ROWS,
    Seat,
    Table,
    abilities,
    cell_words,
    choose,
    of_kind,
)
from tests.witness.turns import begin_action, pay_items, settle


def emperor_scoring(g: Table):
    """Clauses: emperor.vp, emperor.retreat, emperor.retreat-to-zero, emperor.reward,
    emperor.penalty, emperor.nothing, emperor.tile-order, emperor.marker-stays."""
    which = g.rules.emperor.rounds.index(g.round)
    order = g.clockwise(g.first)
    for seat in order:
        score(g, seat, g.rules.tracks.emperor_vp[seat.emperor], "track")
    for seat in order:
        seat.emperor = max(0, seat.emperor - g.rules.emperor.retreat[which])
    key = g.tiles["ABC"[which]]
    for seat in order:
        begin_action(g)
        if seat.emperor >= g.rules.emperor.reward_from:
            yield from reward(g, seat, key, answered=True)
        elif seat.emperor <= g.rules.emperor.penalty_up_to:
            yield from penalty(g, seat, key)
        yield from settle(g)


def reward(g: Table, seat: Seat, key: str, answered: bool, source: str = "tiles"):
    """The upper half of a tile. Clauses: staff.42, emperor.reward-optional; ruling
    gardener-own-reward."""
    if answered and g.rules.procedure.emperor_staff == "before-reward":
        yield from answer_reward(g, seat)
    yield from offer(g, seat, g.rules.emperor_tile[key].reward, source)
    if answered and g.rules.procedure.emperor_staff == "after-reward":
        yield from answer_reward(g, seat)


def answer_reward(g: Table, seat: Seat):
    """Staff who answer to the emperor's reward."""
    for source, ability in list(abilities(g, seat)):
        if ability.kind == "on_emperor_reward":
            yield from carry_out(g, seat, ability.effects, source)


def penalty(g: Table, seat: Seat, key: str):
    """The lower half of a tile. Clauses: emperor.other-penalty, emperor.penalty-choice-2015,
    emperor.penalty-forced-2021, emperor.penalty-alone, staff.26."""
    tile = g.rules.emperor_tile[key]
    options: dict[str, str] = {}
    in_full = can_suffer(g, seat, tile.penalty)
    chosen_by_player = (
        g.rules.emperor.penalty_alternative == "chosen" and tile.alternative == "by-edition"
    )
    if tile.or_lose_vp is None or in_full:
        options["take penalty"] = "take"
    if tile.or_lose_vp is not None and (chosen_by_player or not in_full):
        options["lose vp"] = "lose"
    averting = [ability.krones for ability in of_kind(g, seat, "avert_penalty")]
    if averting and min(averting) == 0:
        return  # the 2015 list: no penalty at all for its owner (ruling staff-26)
    if averting and min(averting) <= seat.krones:
        options["avert penalty"] = "avert"
    chosen = yield from choose(seat, options)
    if chosen == "avert":
        seat.krones -= min(averting)
    elif chosen == "lose":
        score(g, seat, -tile.or_lose_vp, "tiles")
    else:
        yield from suffer(g, seat, tile.penalty)


def can_suffer(g: Table, seat: Seat, penalties: tuple[Any, ...]) -> bool:
    """Can a penalty be carried out in full (clause emperor.penalty-in-full)."""
    removed = {"vacant": 0, "occupied": 0}
    for one in penalties:
        if one.do == "lose":
            items = sum(seat.kitchen[good] for good in DISHES_AND_DRINKS)
            enough = seat.krones >= one.krones and seat.kitchen["champagne"] >= one.champagne
            if not enough or items < one.items:
                return False
        elif one.do == "bury_staff" and len(seat.hand) < one.cards:
            return False
        elif one.do == "remove_room":
            removed[one.state] += 1
            if len(getattr(seat, one.state)) < removed[one.state]:
                return False
        elif one.do == "remove_staff" and len(staff_of(g, seat, one.timing)) < one.cards:
            return False
        elif one.do == "remove_dancer":
            there = sum(seat.dancers[one.ballroom - 1, row] for row in ROWS)
            if there < one.dancers:
                return False
    return True


def staff_of(g: Table, seat: Seat, timing: str) -> list[int]:
    return sorted(n for n in seat.staff if g.rules.staff[n].timing == timing)


def suffer(g: Table, seat: Seat, penalties: tuple[Any, ...]):
    """A penalty, as far as it is possible."""
    last: int | None = None
    for one, following in zip(penalties, (*penalties[1:], None), strict=False):
        if one.do == "lose":
            seat.krones -= min(seat.krones, one.krones)
            seat.kitchen["champagne"] -= min(seat.kitchen["champagne"], one.champagne)
            if one.vp:
                score(g, seat, -one.vp, "tiles")
            yield from pay_items(seat, one.items)
        elif one.do == "lose_score":
            score(g, seat, -one.vp * rooms.tally(g, seat, one, one.per), "tiles")
        elif one.do == "empty":
            empty(g, seat, one)
        elif one.do == "bury_staff":
            for _ in range(min(one.cards, len(seat.hand))):
                number = yield from choose(seat, {f"bury {n}": n for n in sorted(seat.hand)})
                seat.hand.remove(number)
                g.staff_deck.append(number)
        elif one.do == "remove_room":
            last = yield from remove_room(g, seat, one, last, following)
        elif one.do == "remove_staff":
            for _ in range(min(one.cards, len(staff_of(g, seat, one.timing)))):
                cards = staff_of(g, seat, one.timing)
                number = yield from choose(seat, {f"remove staff {n}": n for n in cards})
                seat.staff.remove(number)
                g.staff_removed.append(number)
        elif one.do == "remove_dancer":
            yield from remove_dancers(seat, one)


def empty(g: Table, seat: Seat, one: Any) -> None:
    """Clauses: emperor_tile.A2.penalty, emperor_tile.B1.penalty, emperor_tile.C6.penalty,
    champagne.emptied."""
    goods = GOODS if one.champagne else DISHES_AND_DRINKS
    if one.kitchen:
        for good in goods:
            seat.kitchen[good] = 0
    if one.cafe:
        for _, sitting in seat.guests():
            filled = sitting.filled
            order = g.rules.guest[sitting.guest].order
            for good in goods:
                sitting.missing[good] = getattr(order, good)
            if filled and not sitting.filled:
                order_emptied(g, seat, sitting.guest)
    if one.krones:
        seat.krones = 0


def remove_room(g: Table, seat: Seat, one: Any, last: int | None, following: Any):
    """A room tile is lost; ``following`` is the penalty after it. Returns its cell.

    Clauses: emperor.rooms-choice, emperor_tile.C2.second-room-2015,
    emperor_tile.C2.second-room-2021, emperor_tile.C2.partial, emperor_tile.C2.upper-room.
    """
    rooms_there: set[int] = getattr(seat, one.state)
    cells = set(rooms_there)
    if one.from_ == "next-floor-below" and last is not None:
        cells = {cell for cell in cells if cell // 5 < last // 5}
    elif one.from_ == "same-column-below" and last is not None:
        cells = {cell for cell in cells if cell % 5 == last % 5 and cell < last}
    if not cells or (last is None and one.from_ != "highest"):
        return last
    floor = max(cell // 5 for cell in cells)
    highest = sorted(cell for cell in cells if cell // 5 == floor)
    column = getattr(following, "from_", None) == "same-column-below"
    if column and one.from_ == "highest" and g.rules.procedure.upper_room == "above-another":
        above = [c for c in highest if any(d % 5 == c % 5 and d < c for d in rooms_there)]
        highest = above or highest
    cell = yield from choose(seat, {f"remove room {cell_words(c)}": c for c in highest})
    rooms_there.discard(cell)
    return cell


def remove_dancers(seat: Seat, one: Any):
    """Clauses: emperor_tile.B5.penalty, emperor_tile.C5.penalty, dance.penalty-removes."""
    for _ in range(one.dancers):
        there = [row for row in ROWS if seat.dancers[one.ballroom - 1, row]]
        if not there:
            break
        row = yield from choose(seat, {f"remove dancer {row}": row for row in there})
        seat.dancers[one.ballroom - 1, row] -= 1
