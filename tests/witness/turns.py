"""A turn: what may be done in it, and the additional actions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from tests.witness import rooms
from tests.witness.ballrooms import dance, dance_options, ring_politics
from tests.witness.dice import die_options, key_options, take_die, take_key, use_space
from tests.witness.effects import carry_out, helps, possible, serve, serving_price, swap
from tests.witness.guests import (
    check_in,
    check_in_options,
    forgo_guests,
    guests_to_take,
    take_guest,
)
from tests.witness.receiving import (
    answer_late,
    count_before_play,
    lay,
    paid_for_filling,
    score,
    ways_to_lay,
)
from tests.witness.rewarding import offer
from tests.witness.table import (
    DISHES_AND_DRINKS,
    GOODS,
    Seat,
    Table,
    choose,
    of_kind,
)

Deed = Callable[[], Any]


def turn(g: Table, seat: Seat):
    """One turn from where it is until it ends. Returns whether the player passed.

    Clauses: turn.parts, turn.additional-actions, turn.end, pass.instead-of-a-turn.
    """
    while True:
        options: dict[str, Any] = {}
        if may_pass(g, seat):
            options["pass"] = "pass"
        if may_end(g, seat):
            options["end turn"] = "end"
        if not only_passes(g, seat):
            options |= deeds(g, seat)
        chosen = yield from choose(seat, options)
        if chosen == "pass":
            return True
        if chosen == "end":
            yield from forgo_guests(g, seat)
            if g.rules.procedure.politics_claim == "turn-end":
                yield from claim_all(g, seat)
                yield from settle(g)
            return False
        g.started = True
        begin_action(g)
        yield from chosen()
        yield from last_of_all(g)
        yield from settle(g)


def last_of_all(g: Table):
    """What comes last of all that a move brings (clause guest.97.moment-2021).

    By ruling reward-action it may be an action of its own for cards that wait for what one brings.
    """
    while g.later:
        index, effect = g.later.pop(0)
        if callable(effect):
            yield from effect()
            continue
        if g.rules.procedure.reward_action == "apart":
            rest, g.later = g.later, []
            yield from settle(g)
            begin_action(g)
            g.later = rest
        yield from use_space(g, g.seats[index], effect)


def begin_action(g: Table) -> None:
    """Bell cards count anew (clause bell.action)."""
    for seat in g.seats:
        seat.counted.clear()
        seat.tally.clear()
        seat.due.clear()


def settle(g: Table):
    """Bell cards whose condition was met in the action just over.

    Clauses: bell.after-action, bell.decline, bell.wait, bell.several, bell.impossible.
    """
    yield from answer_late(g)
    for seat in g.clockwise(g.mover if g.mover is not None else g.first):
        while True:
            if g.rules.procedure.bell_start == "whole-action":
                count_before_play(g, seat)
            ready = [n for n in sorted(seat.due) if bell_possible(g, seat, n)]
            if not ready:
                break
            options: dict[str, int | None] = {f"use {number}": number for number in ready}
            options["stop"] = None
            number = yield from choose(seat, options)
            if number is None:
                break
            seat.due.remove(number)
            once = g.rules.staff[number].timing == "bell"
            (seat.used_up if once else seat.used).add(number)
            seat.counted.clear()
            seat.tally.clear()
            ability = g.rules.staff[number].abilities[0]
            yield from offer(g, seat, ability.effects, "staff")
            yield from last_of_all(g)
        seat.due.clear()
        seat.counted.clear()
    if g.unanswered:
        yield from settle(g)


def bell_possible(g: Table, seat: Seat, number: int) -> bool:
    return number not in seat.used and helps(g, seat, number)


def may_pass(g: Table, seat: Seat) -> bool:
    """Clauses: pass.instead-of-a-turn, pass.any-time, variant.no-pass-without-dice."""
    begun = g.started or g.guest_taken or g.action_done
    return not begun and not g.without_die and g.extra is None


def only_passes(g: Table, seat: Seat) -> bool:
    """Ruling skipped-turn: a turn that has not begun, without a die that may be taken."""
    if g.rules.procedure.skipped_turn != "passed" or not may_pass(g, seat):
        return False
    return not die_options(g, seat) and not key_options(g, seat)


def may_end(g: Table, seat: Seat) -> bool:
    """Clauses: turn.end, die.mandatory."""
    if g.action_done or g.without_die:
        return True
    if g.extra is not None and (not g.extra.action or not g.dice):
        return True
    return not may_pass(g, seat) and not die_options(g, seat) and not key_options(g, seat)


def deeds(g: Table, seat: Seat) -> dict[str, Deed]:
    """All that may be done in the turn but passing and ending it."""
    found: dict[str, Deed] = {}
    late = g.rules.procedure.guest_moment == "any-time"
    if (not g.guest_taken or g.guests_left) and (late or not g.action_done):
        for place in guests_to_take(g, seat):
            found[f"guest {place + 1}"] = partial(take_guest, g, seat, place)
    if not g.action_done:
        for words, taken in die_options(g, seat).items():
            found[words] = partial(take_die, g, seat, taken)
        for words in key_options(g, seat):
            found[words] = partial(take_key, g, seat)
    if may_serve(g, seat):
        found["serve"] = partial(serve, g, seat)
    for words, (table, cell) in check_in_options(g, seat).items():
        found[words] = partial(check_in, g, seat, table, cell)
    for words, (table, place) in dance_options(g, seat).items():
        found[words] = partial(dance, g, seat, table, place)
    if g.rules.procedure.politics_claim == "action":
        for letter in open_cards(g, seat):
            found[f"claim {letter}"] = partial(claim, g, seat, letter)
        for letter in open_own_cards(g, seat):
            found[f"claim own {letter}"] = partial(claim_own, g, seat, letter)
    for number in sorted(seat.staff):
        if usable(g, seat, number):
            found[f"use {number}"] = partial(use_staff, g, seat, number)
    found |= celebrity_deeds(g, seat)
    found |= own_tile_deeds(g, seat)
    return found


def may_serve(g: Table, seat: Seat) -> bool:
    """Clauses: serve.needs-a-krone, serve.fewer, ruling serve-nothing."""
    if serving_price(g, seat) > seat.krones:
        return False
    if not g.rules.serve.least and serving_price(g, seat):
        return True
    return any(seat.kitchen[good] and ways_to_lay(g, seat, good, seat.kitchen) for good in GOODS)


# --- politics ------------------------------------------------------------------------------------


def fulfilled(g: Table, seat: Seat, key: str) -> bool:
    """Is the condition of a politics card met (clause politics-card.at-least)."""
    for need in g.rules.politics.cards[key].needs:
        amount = rooms.tally(g, seat, need, need.count)
        if need.count == "krones" and g.rules.procedure.politics_claim == "turn-end":
            amount = max(amount, seat.most_krones)
        if amount < need.at_least:
            return False
    return True


def open_cards(g: Table, seat: Seat) -> list[str]:
    """Clauses: politics-card.claim, politics-card.one-marker, politics-card.fourth."""
    return [
        letter
        for letter, key in sorted(g.politics.items())
        if letter not in seat.claimed
        and markers(g, letter) < len(g.rules.politics.places_of(key))
        and fulfilled(g, seat, key)
    ]


def markers(g: Table, letter: str) -> int:
    return sum(letter in seat.claimed for seat in g.seats)


def claim(g: Table, seat: Seat, letter: str):
    """Clauses: politics-card.best-place, politics-card.places, more.orders-kept."""
    vp = g.rules.politics.places_of(g.politics[letter])[markers(g, letter)]
    seat.claimed.add(letter)
    score(g, seat, vp, "politics")
    release_kept(g, seat)
    yield from ring_politics(g, seat)


def release_kept(g: Table, seat: Seat) -> None:
    """Guests kept for a politics card that is claimed go to the discard pile."""
    from tests.witness.guests import kept_for_politics

    still = [n for n in seat.kept if kept_for_politics(g, seat, g.rules.guest[n])]
    g.guest_discard += [n for n in seat.kept if n not in still]
    seat.kept = still


def own_politics(g: Table, seat: Seat) -> Any:
    return next(iter(of_kind(g, seat, "own_politics")), None)


def open_own_cards(g: Table, seat: Seat) -> list[str]:
    """Clauses: entrance.ninas-melange, entrance.ninas-melange.once."""
    if own_politics(g, seat) is None:
        return []
    return [
        letter
        for letter, key in sorted(g.own_politics.items())
        if letter not in seat.own_claimed and fulfilled(g, seat, key)
    ]


def claim_own(g: Table, seat: Seat, letter: str):
    """Clauses: entrance.ninas-melange.rounds, entrance.ninas-melange.no-marker."""
    past = sum(g.round > last for last in g.rules.emperor.rounds)
    seat.own_claimed.add(letter)
    score(g, seat, own_politics(g, seat).vp[past], "entrance")
    release_kept(g, seat)
    yield from ()


def claim_all(g: Table, seat: Seat):
    """Clauses: variant.auto-claim, variant.auto-claim-krones, variant.auto-claim-moment."""
    for letter in open_cards(g, seat):
        yield from claim(g, seat, letter)
    for letter in open_own_cards(g, seat):
        yield from claim_own(g, seat, letter)


# --- cards used once a round, celebrities, personal emperor tiles --------------------------------


def can_pay(seat: Seat, pay: Any) -> bool:
    """Clause more.exact-price."""
    items = sum(seat.kitchen[good] for good in DISHES_AND_DRINKS) >= pay.items
    goods = all(seat.kitchen[good] >= getattr(pay, good) for good in GOODS)
    return items and goods and seat.krones >= pay.krones and seat.emperor >= pay.emperor


def usable(g: Table, seat: Seat, number: int, waited_for: bool = False) -> bool:
    """May a once-a-round card be used now. Clauses: staff-card.round, staff-card.round-moment."""
    card = g.rules.staff[number]
    if card.timing != "round" or number in seat.used or g.mover != seat.index:
        return False
    if card.waits != waited_for:
        return False
    effects = card.abilities[0].effects if card.waits else card.effects
    return can_pay(seat, card.pay) and any(possible(g, seat, effect) for effect in effects)


def use_staff(g: Table, seat: Seat, number: int):
    """A once-a-round card is used. Clauses: staff.1 to 4, staff-card.turned, more.exact-price."""
    card = g.rules.staff[number]
    seat.used.add(number)
    for good in GOODS:
        seat.kitchen[good] -= getattr(card.pay, good)
    seat.krones -= card.pay.krones
    seat.emperor -= card.pay.emperor
    yield from pay_items(seat, card.pay.items)
    yield from offer(g, seat, card.effects, "staff", gains_come=card.gains == "come")


def pay_items(seat: Seat, number: int):
    """Dishes and drinks of choice from the kitchen."""
    first = 0
    for _ in range(number):
        goods = [good for good in DISHES_AND_DRINKS[first:] if seat.kitchen[good]]
        good = yield from choose(seat, {f"pay {good}": good for good in goods})
        first = DISHES_AND_DRINKS.index(good)
        seat.kitchen[good] -= 1


def celebrity_deeds(g: Table, seat: Seat) -> dict[str, Deed]:
    """Clauses: celebrity.einstein, celebrity.freud, celebrity.freud.single."""
    found: dict[str, Deed] = {}
    if of_kind(g, seat, "ignore_good"):
        for table, sitting in seat.guests():
            size = g.rules.guest[sitting.guest].order.total
            if size >= 2 and (+sitting.missing).total() == 1:
                words = f"ignore good on table {table + 1}"
                found[words] = partial(ignore_good, g, seat, table)
    for index, colour in enumerate(("red", "blue", "yellow"), 1):
        name = seat.celebrities.get(colour)
        if name is None or name in seat.celebrities_used:
            continue
        effects = g.rules.celebrity[name].effects
        if effects and any(possible(g, seat, effect) for effect in effects):
            found[f"use celebrity {index}"] = partial(use_celebrity, g, seat, name)
    return found


def ignore_good(g: Table, seat: Seat, table: int):
    """The last good of an order is ignored; the order is filled."""
    sitting = seat.tables[table]
    assert sitting is not None
    sitting.ignored = next(iter(+sitting.missing))
    lay(g, seat, table, sitting.ignored)
    yield from paid_for_filling(g, seat)


def use_celebrity(g: Table, seat: Seat, name: str):
    seat.celebrities_used.add(name)
    for effect in g.rules.celebrity[name].effects:
        if effect.do == "swap_goods":
            yield from swap(g, seat, effect, "celebrities")
        else:
            yield from carry_out(g, seat, (effect,), "celebrities")


def own_tile_deeds(g: Table, seat: Seat) -> dict[str, Deed]:
    """Clauses: entrance.grand-wray, entrance.grand-wray.used-up, entrance.grand-wray.nothing."""
    needs_bonus = g.rules.procedure.idle_tile == "not-usable"
    found: dict[str, Deed] = {}
    for ability in of_kind(g, seat, "own_tiles"):
        for key in seat.own_tiles:
            same_letter = [one for one in g.own_tiles if one[0] == key[0]]
            words = f"use tile {key[0]}{same_letter.index(key) + 1}"
            tile = g.rules.emperor_tile[key]
            steps = ability.steps["ABC".index(tile.letter)]
            idle = not any(possible(g, seat, effect) for effect in tile.reward)
            if not g.tile_used and seat.emperor >= steps and not (needs_bonus and idle):
                found[words] = partial(use_tile, g, seat, key, steps, ability.answered)
    return found


def use_tile(g: Table, seat: Seat, key: str, steps: int, answered: bool):
    """Clauses: entrance.grand-wray.no-scoring; ruling wray-staff."""
    from tests.witness.emperor import reward

    g.tile_used = True
    seat.emperor -= steps
    seat.own_tiles.remove(key)
    yield from reward(g, seat, key, answered, "entrance")
