"""Effects: what a card, tile or bonus does for its owner, one function for each kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tests.witness import rooms
from tests.witness.receiving import (
    fall_due,
    gain,
    lay,
    paid_for_filling,
    price_in_goods,
    receive,
    score,
)
from tests.witness.table import (
    DISHES_AND_DRINKS,
    KINDS,
    Grants,
    Seat,
    Table,
    choose,
)


def carry_out(g: Table, seat: Seat, effects: Sequence[Any], source: str):
    """What comes by itself, then what is decided; the impossible is left out (clause
    reward.impossible)."""
    for effect in sorted(effects, key=lambda effect: effect.do != "gain"):
        if g.held is not None and effect.do != "gain":
            g.held.append((carry_out(g, seat, (effect,), source), False))
        elif possible(g, seat, effect):
            yield from apply(g, seat, effect, source)


def possible(g: Table, seat: Seat, effect: Any) -> bool:
    """Would the effect do anything now."""
    from tests.witness.ballrooms import seats_to_send
    from tests.witness.guests import free_table

    kind = effect.do
    if kind == "prepare":
        return bool(rooms.cells_to_prepare(g, seat, effect.discount, effect.free, effect.floors))
    if kind == "occupy":
        return any(cell < effect.floors * 5 for cell in seat.vacant)
    if kind == "hire":
        return bool(cards_to_hire(g, seat, seat.hand, effect.discount, effect.free))
    if kind in ("draw", "draw_and_hire"):
        return bool(g.staff_deck)
    if kind == "take_guest":
        return free_table(seat) is not None and any(guest is not None for guest in g.row)
    if kind == "fill_order":
        return any(not sitting.filled for _, sitting in seat.guests())
    if kind == "use_action_space":
        return g.dice > 0
    if kind == "send_dancer":
        return bool(seats_to_send(g, seat, effect.less[0], effect.free))
    if kind == "swap_goods":
        kitchen = sum(seat.kitchen[good] for good in DISHES_AND_DRINKS)
        return kitchen >= (effect.goods if effect.all else 1)
    if kind == "bonus_token":
        return bool(seat.tokens)
    return True


def apply(g: Table, seat: Seat, effect: Any, source: str):
    """One effect, whoever grants it."""
    from tests.witness.ballrooms import send_dancers
    from tests.witness.guests import take_free_guests

    kind = effect.do
    if kind == "gain":
        yield from gain(g, seat, effect, source)
    elif kind == "choose_goods":
        yield from choose_goods(g, seat, effect.goods)
    elif kind == "prepare":
        yield from rooms.prepare(
            *(g, seat, effect.rooms, effect.discount, effect.free, effect.floors),
            turned=effect.occupied,
        )
    elif kind == "occupy":
        yield from rooms.occupy(g, seat, effect.rooms, effect.floors)
    elif kind == "hire":
        yield from hire(g, seat, effect.cards, effect.discount, effect.free, effect.must)
    elif kind == "draw":
        yield from draw(g, seat, effect)
    elif kind == "draw_and_hire":
        yield from draw_and_hire(g, seat, effect)
    elif kind == "take_guest":
        yield from take_free_guests(g, seat, effect.guests, effect.filled)
    elif kind == "fill_order":
        yield from fill_orders(g, seat, effect.guests)
    elif kind == "use_action_space":
        g.later.append((seat.index, effect))
    elif kind == "extra_turn":
        seat.extra_turns += 1
        seat.extra_grants = Grants(effect.die, effect.action, effect.strengthen, effect.die_bonuses)
    elif kind == "score":
        yield from scored(g, seat, effect, source)
    elif kind == "swap_goods":
        yield from swap(g, seat, effect, source)
    elif kind == "send_dancer":
        yield from send_dancers(g, seat, effect.less, effect.free)
    elif kind == "bonus_token":
        yield from bonus_token(g, seat, effect.half)
    else:
        raise NotImplementedError(kind)


def scored(g: Table, seat: Seat, effect: Any, source: str):
    """VP for each thing counted (emperor tiles C3, C5, C6)."""
    vp = effect.vp * rooms.tally(g, seat, effect, effect.per)
    if effect.max is not None:
        vp = min(vp, effect.max)
    score(g, seat, vp, source)
    yield from ()


def choose_goods(g: Table, seat: Seat, number: int):
    """Dishes and drinks of choice. Clauses: reward.good-of-choice, champagne.choice."""
    chosen: Counter[str] = Counter()
    first = 0
    for _ in range(number):
        goods = DISHES_AND_DRINKS[first:]
        good = yield from choose(seat, {f"choose {good}": good for good in goods})
        first = DISHES_AND_DRINKS.index(good)
        chosen[good] += 1
    yield from receive(g, seat, chosen)


def swap(g: Table, seat: Seat, effect: Any, source: str):
    """Dishes and drinks of the kitchen for others, one by one.

    Clauses: celebrity.einstein, celebrity.einstein.others, celebrity.einstein.received, staff.175,
    more.wagon-master-kinds, bell.swapped-goods.
    """
    brought: Counter[str] = Counter()
    last = (0, 0)
    for left in range(effect.goods, 0, -1):
        options: dict[str, Any] = {}
        for a, given in enumerate(DISHES_AND_DRINKS):
            later = sum(seat.kitchen[good] for good in DISHES_AND_DRINKS[a:])
            if not seat.kitchen[given] or (effect.all and later < left):
                continue
            for b, other in enumerate(DISHES_AND_DRINKS):
                if a != b and (a, b) >= last:
                    options[f"swap {given} for {other}"] = (a, b)
        if not options:
            break
        if not effect.all or not brought:
            options["stop"] = None
        pair = yield from choose(seat, options)
        if pair is None:
            break
        last = pair
        seat.kitchen[DISHES_AND_DRINKS[pair[0]]] -= 1
        brought[DISHES_AND_DRINKS[pair[1]]] += 1
    received = g.rules.procedure.swapped_goods == "received"
    vp = effect.vp if brought else 0
    yield from receive(g, seat, brought, vp=vp, source=source, counted=received)


def bonus_token(g: Table, seat: Seat, half: str):
    """Clauses: entrance.dove, entrance.dove.halves, entrance.dove.used-up."""
    keys = list(g.rules.bonus_token)
    options = {f"token {keys.index(key) + 1}": key for key in seat.tokens}
    key = yield from choose(seat, options)
    seat.tokens.remove(key)
    yield from carry_out(g, seat, getattr(g.rules.bonus_token[key], half), "entrance")


def fill_orders(g: Table, seat: Seat, number: int):
    """Orders filled from the supply. Clauses: staff.38, staff.179, bell.supplied-goods."""
    for _ in range(number):
        tables = [table for table, sitting in seat.guests() if not sitting.filled]
        if not tables:
            break
        options: dict[str, int | None] = {f"fill table {table + 1}": table for table in tables}
        if number > 1 or g.rules.procedure.fill_order == "may":
            options["stop"] = None
        table = yield from choose(seat, options)
        if table is None:
            break
        yield from fill(g, seat, table)


def fill(g: Table, seat: Seat, table: int):
    """One order filled from the supply at once."""
    from tests.witness.receiving import count

    sitting = seat.tables[table]
    assert sitting is not None
    missing = +sitting.missing
    if g.rules.procedure.supplied_goods == "received":
        for kind, members in KINDS.items():
            if amount := sum(missing[good] for good in members):
                count(g, seat, kind, amount)
    for good in missing:
        for _ in range(missing[good]):
            lay(g, seat, table, good)
    yield from paid_for_filling(g, seat)


def serve(g: Table, seat: Seat):
    """Up to three goods of the kitchen onto guests, in the order of goods and tables.

    Clauses: serve.price, serve.up-to-three, serve.fewer, serve.several-guests, staff.24,
    champagne.serve, variant.cocktail-serving.
    """
    from tests.witness.receiving import ways_to_lay
    from tests.witness.table import GOODS

    left = g.rules.serve.goods
    seat.krones -= serving_price(g, seat)
    last = (0, 0)
    begun = False
    while left:
        options: dict[str, Any] = {}
        for index, good in enumerate(GOODS):
            if not seat.kitchen[good]:
                continue
            for words, table, wanted in ways_to_lay(g, seat, good, seat.kitchen):
                enough = price_in_goods(g, seat, good, wanted) <= left
                if enough and (index, table) >= last:
                    options[words] = (index, table, wanted)
        if not options:
            break
        if begun or (not g.rules.serve.least and serving_price(g, seat)):
            options["stop"] = None
        chosen = yield from choose(seat, options)
        if chosen is None:
            break
        index, table, wanted = chosen
        spent = price_in_goods(g, seat, GOODS[index], wanted)
        seat.kitchen[GOODS[index]] -= spent
        left -= spent
        last, begun = (index, table), True
        lay(g, seat, table, wanted)
        yield from paid_for_filling(g, seat)


def serving_price(g: Table, seat: Seat) -> int:
    from tests.witness.table import of_kind

    return min([g.rules.serve.krones, *(a.krones for a in of_kind(g, seat, "serve_cost"))])


# --- staff cards ---------------------------------------------------------------------------------


def card_price(g: Table, number: int, discount: int, free: bool) -> int:
    """Clauses: staff-card.price, hire.discount, hire.no-refund, reward.hire-free."""
    return 0 if free else max(0, g.rules.staff[number].cost - discount)


def cards_to_hire(
    g: Table, seat: Seat, cards: Sequence[int], discount: int, free: bool = False
) -> list[int]:
    """Clause hire.unaffordable."""
    return [n for n in sorted(cards) if card_price(g, n, discount, free) <= seat.krones]


def hire(
    g: Table, seat: Seat, cards: int = 1, discount: int = 0, free: bool = False, must: bool = False
):
    """Up to so many staff cards of the hand are played, one after the other.

    Clauses: hire.by-effect, reward.hire-cheaper, reward.hire-free.
    """
    for _ in range(cards):
        payable = cards_to_hire(g, seat, seat.hand, discount, free)
        if not payable:
            break
        options: dict[str, int | None] = {f"hire {number}": number for number in payable}
        if not must:
            options["stop"] = None
        number = yield from choose(seat, options)
        if number is None:
            break
        seat.hand.remove(number)
        yield from play_card(g, seat, number, card_price(g, number, discount, free))


def play_card(g: Table, seat: Seat, number: int, krones: int, laid_open: Any = ()):
    """A staff card comes into play, acts if it acts once, and others answer.

    Clauses: hire.laid-open, hire.no-draw, staff-card.once, celebrity.curie.afterwards,
    celebrity.puccini, celebrity.answers-order, entrance.mayenfels, staff.133.
    """
    from tests.witness.table import abilities

    seat.krones -= krones
    if g.rules.staff[number].hired_vp:
        score(g, seat, g.rules.staff[number].hired_vp, "staff")
    answering = [one for one in abilities(g, seat) if one[1].kind == "on_hire"][::-1]
    answering.sort(key=lambda one: one[0] == "entrance")  # who came last answers first
    waiting = [n for n in seat.staff if waits_for_hire(g, n)]
    seat.staff.append(number)
    yield from laid_open
    card = g.rules.staff[number]
    more_tables(seat, card.abilities)
    if card.timing == "once":
        yield from carry_out(g, seat, card.effects, "staff")
    for source, ability in answering:
        yield from carry_out(g, seat, ability.effects, source)
    for other in waiting:
        if g.mover is None and g.rules.procedure.waiting_cards == "own-turn":
            continue
        if g.rules.procedure.hire_answer == "after-action":
            fall_due(seat, other)
        elif other not in seat.used and helps(g, seat, other):
            used = yield from choose(seat, {f"use {other}": True, "stop": False})
            if used:
                seat.used.add(other)
                yield from carry_out(g, seat, g.rules.staff[other].abilities[0].effects, "staff")


def more_tables(seat: Seat, abilities: Sequence[Any]) -> None:
    """Clauses: entrance.kaufman, staff.206."""
    seat.tables += [None] * sum(one.tables for one in abilities if one.kind == "more_tables")


def helps(g: Table, seat: Seat, number: int) -> bool:
    """Would a card that waited do anything now (clause bell.impossible)."""
    effects = g.rules.staff[number].abilities[0].effects
    return any(possible(g, seat, effect) for effect in effects)


def waits_for_hire(g: Table, number: int) -> bool:
    card = g.rules.staff[number]
    return card.timing == "round" and any(a.kind == "on_hire" for a in card.abilities)


def draw_card(g: Table) -> list[int]:
    """The top staff card, if there is one (clause staff-card.deck-short)."""
    return [g.staff_deck.pop(0)] if g.staff_deck else []


def draw(g: Table, seat: Seat, effect: Any):
    """Clauses: reward.draw, staff-card.drawn-by-itself."""
    if effect.asks:
        wanted = yield from choose(seat, {"reward 1": True, "stop": False})
        if not wanted:
            return
    for _ in range(effect.cards):
        seat.hand += draw_card(g)


def draw_and_hire(g: Table, seat: Seat, effect: Any):
    """Three cards are drawn and one of them may be played; the rest goes under the deck.

    Clauses: reward.offer, staff-card.offer, staff-card.offer-declined, staff-card.offer-rest,
    hire.unaffordable.
    """
    drawn: list[int] = []
    for _ in range(effect.cards):
        drawn += draw_card(g)
    payable = cards_to_hire(g, seat, drawn, effect.discount, effect.free)
    chosen = None
    if payable:
        options: dict[str, int | None] = {f"hire {number}": number for number in payable}
        if not effect.must:
            options["stop"] = None
        chosen = yield from choose(seat, options)
    if chosen is None:
        yield from bury(g, seat, drawn)
        return
    drawn.remove(chosen)
    krones = card_price(g, chosen, effect.discount, effect.free)
    if g.rules.procedure.offer_rest == "before-effect":
        yield from play_card(g, seat, chosen, krones, bury(g, seat, drawn))
    else:
        yield from play_card(g, seat, chosen, krones)
        yield from bury(g, seat, drawn)


def bury(g: Table, seat: Seat, cards: list[int]):
    """Cards drawn and not played go under the deck (ruling cards-under-deck)."""
    if g.rules.procedure.under_deck == "as-drawn":
        g.staff_deck += cards
        return
    left = list(cards)
    while len(left) > 1:
        number = yield from choose(seat, {f"bury {number}": number for number in left})
        left.remove(number)
        g.staff_deck.append(number)
    g.staff_deck += left
