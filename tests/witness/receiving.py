"""What players receive: krones, steps, VP and goods, and who answers to that.

Each `gain` is one effect: celebrities answer once to each kind of thing in it, after all of it has
come.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.witness.table import (
    DISHES_AND_DRINKS,
    GOODS,
    KINDS,
    Seat,
    Table,
    abilities,
    choose,
    of_kind,
)


def own_turn(g: Table, seat: Seat) -> bool:
    return g.mover == seat.index


def score(g: Table, seat: Seat, vp: int, source: str) -> None:
    """VP received. Clauses: celebrity.chaplin, celebrity.chaplin.not-itself, emperor.below-zero."""
    seat.vp += vp
    seat.vp_from[source] += vp
    if vp > 0 and own_turn(g, seat):
        for origin, more in abilities(g, seat):
            if more.kind == "more" and more.vp:
                seat.vp += more.vp
                seat.vp_from[origin] += more.vp


def take_krones(g: Table, seat: Seat, krones: int) -> None:
    """Clauses: tracks.krones-end, staff.205."""
    krones += sum(more.krones for more in of_kind(g, seat, "more"))
    seat.krones = min(g.rules.tracks.krones_max, seat.krones + krones)
    seat.most_krones = max(seat.most_krones, seat.krones)


def advance(g: Table, seat: Seat, steps: int) -> None:
    """Clauses: tracks.emperor-end, celebrity.churchill, celebrity.churchill.not-itself,
    bell.steps-beyond-end."""
    if own_turn(g, seat):
        steps += sum(more.emperor for more in of_kind(g, seat, "more"))
    last = len(g.rules.tracks.emperor_vp) - 1
    beyond = max(0, seat.emperor + steps - last)
    seat.emperor = min(last, seat.emperor + steps)
    count(g, seat, "steps", steps)
    if beyond:
        score(g, seat, beyond * g.rules.tracks.emperor_overflow_vp, "track")


# --- bell cards ----------------------------------------------------------------------------------


def bells_awake(g: Table, seat: Seat) -> list[int]:
    """The bell cards in play that wait for their condition (clauses bell.in-play, bell.once,
    bell.in-scoring)."""
    if g.mover is None and g.rules.procedure.bells == "turns":
        return []
    cards = [n for n in seat.staff if g.rules.staff[n].timing == "bell"]
    return [n for n in cards if n not in seat.used_up]


def count(g: Table, seat: Seat, what: str, amount: int) -> None:
    """Count steps, dishes or drinks for each bell card in play (clauses bell.action,
    bell.in-play)."""
    if g.rules.procedure.bell_sum == "single-effect":
        seat.tally[what] = max(seat.tally[what], amount)
    else:
        seat.tally[what] += amount
    wanted = {"steps": ("on_advance", None), "dishes": ("on_goods", "dishes")}
    kind, goods = wanted.get(what, ("on_goods", what))
    for number in bells_awake(g, seat):
        ability = g.rules.staff[number].abilities[0]
        if ability.kind != kind or (goods and ability.goods != goods):
            continue
        counted = seat.counted.setdefault(number, Counter())
        if g.rules.procedure.bell_sum == "single-effect":
            counted.clear()
        counted[what] += amount
        least = ability.min_steps if kind == "on_advance" else ability.min_goods
        if counted[what] >= least:
            fall_due(seat, number)


def count_before_play(g: Table, seat: Seat) -> None:
    """What an action brought before a bell card came into play, if that counts."""
    for number in bells_awake(g, seat):
        ability = g.rules.staff[number].abilities[0]
        if ability.kind == "on_advance" and seat.tally["steps"] >= ability.min_steps:
            fall_due(seat, number)
        if ability.kind == "on_goods" and seat.tally[ability.goods] >= ability.min_goods:
            fall_due(seat, number)


def ring(g: Table, seat: Seat, kind: str, holds: Any = lambda ability: True) -> None:
    """An event for bell cards in play that wait for it."""
    for number in bells_awake(g, seat):
        ability = g.rules.staff[number].abilities[0]
        if ability.kind == kind and holds(ability):
            fall_due(seat, number)


def fall_due(seat: Seat, number: int) -> None:
    if number not in seat.due:
        seat.due.append(number)


# --- a gain --------------------------------------------------------------------------------------


def gain(g: Table, seat: Seat, what: Any, source: str, times: int = 1):
    """One effect that brings what is named (clauses reward.goods, reward.krones, reward.steps)."""
    goods = Counter({good: getattr(what, good, 0) * times for good in GOODS})
    krones = getattr(what, "krones", 0) * times
    yield from receive(g, seat, +goods, krones, what.emperor * times, what.vp * times, source)


def receive(
    g: Table,
    seat: Seat,
    goods: Counter[str],
    krones: int = 0,
    steps: int = 0,
    vp: int = 0,
    source: str = "guests",
    counted: bool = True,
    laying: bool = True,
):
    """Everything of one effect at once, then the goods are laid down, then others answer."""
    if krones:
        take_krones(g, seat, krones)
    if steps:
        advance(g, seat, steps)
    if vp:
        score(g, seat, vp, source)
    if counted:
        for kind, members in KINDS.items():
            if amount := sum(goods[good] for good in members):
                count(g, seat, kind, amount)
    champagne = goods["champagne"]
    if seat.kitchen["champagne"] < 0:  # of a dancer whose section pays first
        goods = goods - Counter(champagne=min(champagne, -seat.kitchen["champagne"]))
        seat.kitchen["champagne"] += champagne - goods["champagne"]
    if g.held is not None:
        wanted = +store_unwanted(g, seat, goods)
        if wanted:
            g.held.append((lay_down(g, seat, wanted), True))
        yield from answers(g, seat, krones=krones, champagne=champagne, steps=steps)
    elif g.rules.procedure.gain_answers == "before-laying":
        wanted = store_unwanted(g, seat, goods)
        yield from answers(g, seat, krones=krones, champagne=champagne, steps=steps)
        if not laying:
            return +wanted
        yield from lay_down(g, seat, wanted)
    else:
        yield from lay_down(g, seat, goods)
        yield from answers(g, seat, krones=krones, champagne=champagne, steps=steps)


def answers(g: Table, seat: Seat, krones: int = 0, champagne: int = 0, steps: int = 0):
    """Celebrities who answer to each effect that brings something, in the own turn.

    Clauses: celebrity.magie, celebrity.magie.each-effect, celebrity.picasso,
    celebrity.picasso.each-effect, celebrity.christie, celebrity.answers-moment,
    celebrity.gain-order.
    """
    if not own_turn(g, seat):
        return
    if g.held is not None or g.rules.procedure.gain_answers == "after-action":
        g.unanswered.append((seat.index, krones, champagne, steps))
    else:
        yield from answers_now(g, seat, krones, champagne, steps)


def answer_late(g: Table):
    """What celebrities answer to several gains: the steps are answered first."""
    gains, g.unanswered = g.unanswered, []
    for kind in (3, 2, 1):
        for gain in reversed(gains):
            amounts = [gain[one] if one == kind else 0 for one in (1, 2, 3)]
            yield from answers_now(g, g.seats[gain[0]], *amounts)


def answers_now(g: Table, seat: Seat, krones: int, champagne: int, steps: int):
    """Celebrities of a player answer to one gain."""
    from tests.witness.effects import carry_out

    if steps:
        for source, ability in list(abilities(g, seat)):
            if ability.kind == "on_advance" and ability.per == "gain":
                if steps >= ability.min_steps:
                    yield from carry_out(g, seat, ability.effects, source)
    for kind, amount in (("on_champagne", champagne), ("on_krones", krones)):
        if amount:
            for source, ability in list(abilities(g, seat)):
                if ability.kind == kind:
                    yield from carry_out(g, seat, ability.effects, source)


# --- goods ---------------------------------------------------------------------------------------


def ways_to_lay(g: Table, seat: Seat, good: str, of: Counter[str]) -> list[tuple[str, int, str]]:
    """How one good may go onto guests: words, table and the good of the order that it stands for.

    of: the goods there are. Clauses: goods.matching, staff.201, staff.202,
    variant.cocktail-receiving.
    """
    found = []
    for table, sitting in seat.guests():
        for wanted in +sitting.missing:
            swap = wanted != good and stands_for(g, seat, good, wanted, of)
            if wanted == good or swap:
                words = f"place {good} on table {table + 1}" + (f" for {wanted}" if swap else "")
                found.append((words, table, wanted))
    return found


def stands_for(g: Table, seat: Seat, good: str, wanted: str, of: Counter[str]) -> bool:
    return bool(price_in_goods(g, seat, good, wanted)) and (
        of[good] >= price_in_goods(g, seat, good, wanted)
    )


def price_in_goods(g: Table, seat: Seat, good: str, wanted: str) -> int:
    """How many of a good stand for one wanted: 1 for itself, 0 if it does not."""
    if good == wanted:
        return 1
    for ability in of_kind(g, seat, "interchange"):
        if {good, wanted} == set(ability.goods):
            return 1
    for ability in of_kind(g, seat, "substitute"):
        if good == ability.good and wanted in DISHES_AND_DRINKS:
            return ability.amount
    return 0


def lay(g: Table, seat: Seat, table: int, wanted: str) -> None:
    """A good lies on a guest's card from now on (clause goods.stay-on-guests)."""
    sitting = seat.tables[table]
    assert sitting is not None
    sitting.missing[wanted] -= 1
    if sitting.filled:
        order_filled(g, seat, sitting.guest)


def lay_down(g: Table, seat: Seat, goods: Counter[str]):
    """Goods just received go onto guests or into the kitchen, kind by kind, table by table.

    Clauses: goods.onto-guests, goods.to-the-kitchen, goods.any-source, champagne.otherwise.
    """
    left = store_unwanted(g, seat, goods)
    for good in GOODS:
        first = 0
        while left[good]:
            ways = [way for way in ways_to_lay(g, seat, good, left) if way[1] >= first]
            if not ways:
                break
            options: dict[str, Any] = {words: (table, for_) for words, table, for_ in ways}
            options[f"keep {good}"] = None
            chosen = yield from choose(seat, options)
            if chosen is None:
                break
            first = chosen[0]
            left[good] -= price_in_goods(g, seat, good, chosen[1])
            lay(g, seat, *chosen)
            yield from paid_for_filling(g, seat)
        seat.kitchen[good] += left[good]


def store_unwanted(g: Table, seat: Seat, goods: Counter[str]) -> Counter[str]:
    """Goods that no guest of the café wants go to the kitchen at once. Returns the others."""
    left = Counter(goods)
    for good in GOODS:
        if not ways_to_lay(g, seat, good, left):
            seat.kitchen[good] += left.pop(good, 0)
    return left


def order_filled(g: Table, seat: Seat, number: int) -> None:
    """An order is filled at this moment: staff 5 and 6 in one reading, bell cards, Kaufman.

    Clauses: staff.167, staff.168, staff.169, entrance.kaufman.left (reading filled),
    more.orders-when (reading filled).
    """
    guest = g.rules.guest[number]
    size = guest.order.total
    if g.rules.procedure.bell_orders == "filled":
        ring(g, seat, "on_order_filled", lambda ability: fits(ability, guest.colour, size))
    if g.rules.procedure.politics_orders == "filled":
        seat.orders[guest.colour, size] += 1
    for ability in of_kind(g, seat, "round_guests"):
        if ability.filled:
            seat.left += 1
    for source, ability in list(abilities(g, seat)):
        if ability.kind == "on_order_filled" and fits(ability, guest.colour, size):
            seat.filled_now.append((source, ability))


def order_emptied(g: Table, seat: Seat, number: int) -> None:
    """A filled order lacks goods again, and counts for politics cards no more.

    Clause: more.orders-when (reading filled).
    """
    if g.rules.procedure.politics_orders == "filled":
        guest = g.rules.guest[number]
        seat.orders[guest.colour, guest.order.total] -= 1


def paid_for_filling(g: Table, seat: Seat):
    """Staff who pay at once when an order is filled (ruling staff-5-6, reading filled)."""
    from tests.witness.effects import carry_out

    while seat.filled_now:
        source, ability = seat.filled_now.pop(0)
        yield from carry_out(g, seat, ability.effects, source)


def fits(ability: Any, colour: str, size: int) -> bool:
    """Does a guest of this colour and size of order fit what an ability asks for."""
    if ability.colour is not None and ability.colour != colour:
        return False
    if ability.max_goods is not None and size > ability.max_goods:
        return False
    return size >= ability.min_goods
