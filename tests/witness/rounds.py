"""Rounds: rolling, turn order, passing, the end of a round, and the final scoring."""

from __future__ import annotations

from typing import Any

from tests.witness import rooms
from tests.witness.ballrooms import score_ballroom
from tests.witness.dice import key_options
from tests.witness.effects import carry_out
from tests.witness.emperor import emperor_scoring
from tests.witness.guests import refill
from tests.witness.receiving import order_emptied, score
from tests.witness.table import (
    COLOURS,
    Chance,
    Grants,
    Seat,
    Table,
    abilities,
    choose,
    of_kind,
)
from tests.witness.turns import turn


def play(g: Table, middle: bool = False):
    """From the beginning of a round, or from the middle of a turn, to the end of the game."""
    if not middle:
        yield from roll_all(g)
    while True:
        yield from play_round(g, middle)
        middle = False
        yield from end_round(g)
        if g.round == g.rules.game.rounds:
            break
        next_round(g)
        yield from roll_all(g)
    yield from final_scoring(g)
    rank(g)
    g.over = True


def roll_all(g: Table):
    """Clauses: round.roll, round.sort, round.all-dice-back, coloured-dice.roll."""
    count = g.rules.dice.count[len(g.seats)]
    coloured = COLOURS[: g.rules.dice.coloured]
    yield from roll(g, count - len(coloured), coloured)


def roll(g: Table, white: int, coloured: tuple[str, ...]):
    """Chance says how the dice fall: faces of the white ones, then of the coloured ones."""
    fallen = yield Chance("roll", (white, *coloured))
    g.white.clear()
    g.coloured = {}
    for face in fallen["white"]:
        g.white[face] += 1
    for colour in coloured:
        g.coloured[colour] = fallen[colour]


# --- turn order ----------------------------------------------------------------------------------


def places(g: Table, seat: Seat) -> tuple[int, int]:
    """The two numbers of a player's turn order tile in this round."""
    order = g.rules.turn_order.tiles[len(g.seats)]
    return order[(seat.index - g.first) % len(g.seats)]


def with_turns(g: Table) -> list[Seat]:
    return [seat for seat in g.seats if seat.turns_taken < 2]


def next_seat(g: Table, among: list[Seat]) -> Seat:
    """Clause round.turn-order."""
    return min(among, key=lambda seat: places(g, seat)[seat.turns_taken])


def play_round(g: Table, middle: bool):
    """All turns of a round. Clauses: round.two-turns, pass.wait, round.ends-after-all-turns,
    round.ends-without-dice, variant.turn-without-dice."""
    while True:
        if middle and g.mover is not None:
            seat = g.seats[g.mover]
            middle = False
        else:
            seat = yield from next_mover(g)
            if seat is None:
                return
            begin_turn(g, seat)
        passed = yield from turn(g, seat)
        yield from end_turn(g, seat, passed)


def next_mover(g: Table):
    """Who is next, after a reroll if all have passed who still have turns. None: the round ends."""
    while True:
        if not with_turns(g):
            return None
        if not g.dice:
            return last_turns(g)
        waiting = [seat for seat in with_turns(g) if not seat.passed]
        if waiting:
            return next_seat(g, waiting)
        yield from reroll(g)


def last_turns(g: Table) -> Seat | None:
    """Turns when no die is left: with rulings no-dice-turn and key-without-dice."""
    remaining = with_turns(g)
    if g.rules.procedure.no_dice_turn == "turn-without-die":
        return next_seat(g, remaining)
    if g.rules.skeleton_key.without_dice:
        keyed = [seat for seat in remaining if not seat.passed and key_options(g, seat)]
        if keyed:
            return next_seat(g, keyed)
    return None


def reroll(g: Table):
    """Clauses: pass.bin, pass.reroll, pass.lowest-number-next, coloured-dice.pass-white,
    coloured-dice.pass-coloured."""
    roller = next_seat(g, with_turns(g))
    coloured = tuple(colour for colour in COLOURS if colour in g.coloured)
    white = g.white.total()
    if white:
        white -= 1
    elif coloured:
        gone = yield from choose(roller, {f"remove die {colour}": colour for colour in coloured})
        coloured = tuple(colour for colour in coloured if colour != gone)
    for seat in g.seats:
        seat.passed = False
    if white or coloured:
        yield from roll(g, white, coloured)
    else:
        g.white.clear()
        g.coloured = {}


def begin_turn(g: Table, seat: Seat) -> None:
    g.mover = seat.index
    g.guest_taken = g.action_done = g.started = g.tile_used = False
    g.guests_left = 0
    g.unanswered.clear()
    g.extra = None
    g.without_die = not g.dice and g.rules.procedure.no_dice_turn == "turn-without-die"
    seat.most_krones = seat.krones


def end_turn(g: Table, seat: Seat, passed: bool):
    """Clauses: pass.turn-kept, guest.97.moment-2015, staff.208."""
    if passed:
        first = not g.somebody_passed
        g.somebody_passed = True
        seat.passed = seat.has_passed = True
        g.mover = None
        if first:
            for other in g.clockwise(seat.index):
                for source, ability in list(abilities(g, other)):
                    if ability.kind == "on_first_pass":
                        yield from carry_out(g, other, ability.effects, source)
        return
    if g.extra is None:
        seat.turns_taken += 1
    while seat.extra_turns:
        seat.extra_turns -= 1
        grants = seat.extra_grants
        begin_turn(g, seat)
        g.without_die = False
        g.extra = Grants(**vars(grants))
        yield from turn(g, seat)
    g.mover = None
    g.extra = None


# --- the end of a round --------------------------------------------------------------------------


def end_round(g: Table):
    """Clauses: lounge.before-scoring, variant.sweep-before-scoring, emperor scoring, ballrooms,
    ballroom-scoring.after-emperor, entrance.kaufman.vp."""
    g.mover = None
    for seat in g.clockwise(g.first):
        round_guests(g, seat)
    if g.rules.dice.coloured:
        yield from renew_lounge(g)
    if g.rules.row.sweep and not g.guests_taken:
        yield from sweep(g)
    if g.round in g.rules.emperor.rounds:
        yield from emperor_scoring(g)
        if g.ballrooms:
            score_ballroom(g, g.rules.emperor.rounds.index(g.round))


def round_guests(g: Table, seat: Seat) -> None:
    """Clauses: entrance.kaufman.vp, entrance.kaufman.pile, combining.kaufman-politics."""
    from tests.witness.guests import kept_for_politics

    for ability in of_kind(g, seat, "round_guests"):
        score(g, seat, ability.vp[min(seat.left, len(ability.vp) - 1)], "entrance")
        for number in g.kept:
            if kept_for_politics(g, seat, g.rules.guest[number]):
                seat.kept.append(number)
            else:
                g.guest_discard.append(number)
        g.kept = []


def renew_lounge(g: Table):
    """Clauses: lounge.leave, lounge.ageing, lounge.gone, lounge.refill, lounge.reshuffle,
    lounge.under-deck-draft."""
    gone = []
    for seat in g.seats:
        gone += [seat.celebrities[colour] for colour in COLOURS if colour in seat.celebrities]
        seat.celebrities.clear()
        seat.celebrities_used.clear()
        for _, sitting in seat.guests():
            if sitting.ignored and g.rules.procedure.ignored_good == "lacks-again":
                sitting.missing[sitting.ignored] = 1
                order_emptied(g, seat, sitting.guest)
            sitting.ignored = None
    for place, name in enumerate(g.lounge):
        if name is None:
            continue
        g.waited[place] += 1
        if g.waited[place] >= len(g.rules.lounge.vp):
            gone.append(name)
            g.lounge[place] = None
            g.waited[place] = 0
    if g.rules.lounge.returns == "under-deck":
        if len(gone) > 1:
            gone = list((yield Chance("celebrities", tuple(sorted(gone)))))
        g.celebrity_deck += gone
    else:
        g.celebrity_discard += gone
    for place, name in enumerate(g.lounge):
        if name is not None:
            continue
        if not g.celebrity_deck and g.celebrity_discard:
            order = yield Chance("celebrities", tuple(sorted(g.celebrity_discard)))
            g.celebrity_deck = list(order)
            g.celebrity_discard = []
        if g.celebrity_deck:
            g.lounge[place] = g.celebrity_deck.pop(0)


def sweep(g: Table):
    """Clauses: variant.sweep, variant.sweep-refill."""
    for place, cost in enumerate(g.rules.row.costs):
        guest = g.row[place]
        if cost == 0 and guest is not None:
            g.guest_discard.append(guest)
            g.row[place] = None
    yield from refill(g)


def next_round(g: Table) -> None:
    """Clauses: round.tiles-to-the-left, round.staff-ready, skeleton-key.next-start,
    skeleton-key.returned, round.next."""
    g.round += 1
    g.first = g.key if g.key is not None else (g.first + 1) % len(g.seats)
    g.key = None
    g.guests_taken = 0
    g.somebody_passed = False
    g.white.clear()
    g.coloured = {}
    for seat in g.seats:
        seat.turns_taken = 0
        seat.passed = seat.has_passed = False
        seat.used.clear()
        seat.dice_taken.clear()
        seat.left = 0


# --- the final scoring ---------------------------------------------------------------------------


def final_scoring(g: Table):
    """Clauses: final.staff, final.floors, final.krones, final.kitchen, final.guests-left,
    final.order, staff.29, entrance.ninas-melange.final, staff.206."""
    for seat in g.clockwise(g.first):
        effects = [
            effect
            for number in sorted(seat.staff)
            if g.rules.staff[number].timing == "end"
            for effect in g.rules.staff[number].effects
        ]
        for effect in effects:
            if effect.do != "copy_final":
                final_card(g, seat, effect)
        for effect in effects:
            if effect.do == "copy_final":
                yield from copy_final(g, seat)
    for seat in g.seats:
        floors = sum(g.rules.hotel.floor_vp[cell // 5] for cell in seat.occupied)
        score(g, seat, floors, "floors")
        goods = seat.kitchen.total()
        seat.leftovers = goods + seat.krones
        left = goods * g.rules.final.good_vp + seat.krones * g.rules.final.krone_vp
        score(g, seat, left, "leftovers")
        if not of_kind(g, seat, "no_stranded"):
            stranded = sum(1 for _ in seat.guests())
            score(g, seat, stranded * g.rules.final.stranded_guest_vp, "stranded")
        for ability in of_kind(g, seat, "own_politics"):
            number = len(seat.claimed) + len(seat.own_claimed)
            score(g, seat, ability.final_vp[number], "entrance")


def rank(g: Table) -> None:
    """Clauses: end.winner, end.tie-break, end.shared, champagne.tie-break."""
    strength = [(seat.vp, seat.leftovers) for seat in g.seats]
    for seat, own in zip(g.seats, strength, strict=True):
        seat.rank = 1 + sum(other > own for other in strength)


def final_card(g: Table, seat: Seat, effect: Any) -> None:
    vp = effect.vp * rooms.tally(g, seat, effect, effect.per)
    if effect.max is not None:
        vp = min(vp, effect.max)
    score(g, seat, vp, "staff")


def copy_final(g: Table, seat: Seat):
    """The Secretary (clause staff.29; ruling secretary)."""
    cards = sorted(
        number
        for other in g.seats
        if other is not seat
        for number in other.staff
        if g.rules.staff[number].timing == "end"
        and not any(effect.do == "copy_final" for effect in g.rules.staff[number].effects)
    )
    if not cards:
        return
    options: dict[str, int | None] = {f"copy card {number}": number for number in cards}
    options["stop"] = None
    number = yield from choose(seat, options)
    if number is not None:
        for effect in g.rules.staff[number].effects:
            final_card(g, seat, effect)
