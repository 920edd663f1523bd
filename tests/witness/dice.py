"""Dice: which may be taken, what they cost, and the main actions."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from tests.witness import rooms
from tests.witness.effects import carry_out, choose_goods, hire, possible
from tests.witness.guests import forgo_guests
from tests.witness.receiving import advance, answers, lay_down, receive, score, take_krones
from tests.witness.table import COLOURS, GOODS, Seat, Table, abilities, choose, of_kind


@dataclass(frozen=True)
class Taken:
    """A die about to be taken: of which space, and what is chosen with it."""

    face: int
    colour: str = "white"
    strengthened: int = 0  # times
    counts_extra: bool = True
    moved: tuple[str, int] | None = None  # colour and space of a die moved here first
    effect: bool = True


def words_of(g: Table, die: Taken, choice: bool) -> str:
    """How taking a die is written."""
    words = f"die {die.face}"
    if die.colour != "white":
        words += f" {die.colour}"
    if die.strengthened:
        words += f" +{die.strengthened * g.rules.strengthen.dice}"
    if die.moved:
        words += f" moving {die.moved[0]} from {die.moved[1]}"
    if choice and not die.counts_extra:
        words += " without extra die"
    if not die.effect:
        words += " without effect"
    return words


def dice_there(g: Table, face: int) -> list[str]:
    """The colours of the dice on a space: each coloured one, and white."""
    white = ["white"] if g.white[face] else []
    return white + [colour for colour in COLOURS if g.coloured.get(colour) == face]


def moves(g: Table, seat: Seat, face: int) -> list[tuple[str, int] | None]:
    """Dice that may be moved to a space first. Clauses: entrance.kozi-palace,
    entrance.kozi-palace.neighbours."""
    found: list[tuple[str, int] | None] = [None]
    if of_kind(g, seat, "move_die"):
        for near in (face - 1, face + 1):
            if 1 <= near <= 6:
                found += [(colour, near) for colour in dice_there(g, near)]
    return found


def empty_space_usable(g: Table) -> bool:
    """May a die be moved onto a space that holds none (ruling kozi-empty-space)."""
    return bool(g.rules.procedure.empty_space == "usable")


def move_die(g: Table, moved: tuple[str, int] | None, face: int, back: bool = False) -> None:
    if moved is None:
        return
    colour, near = moved
    to, of = (near, face) if back else (face, near)
    if colour == "white":
        g.white[of] -= 1
        g.white[to] += 1
    else:
        g.coloured[colour] = to


def extra_dice(g: Table, seat: Seat, face: int) -> list[Any]:
    """Staff who make the action of a die stronger (clauses staff.13, staff.17, staff.18)."""
    return [ability for ability in of_kind(g, seat, "strength") if face in ability.faces]


def copy_price(g: Table, seat: Seat, face: int, answered: bool = True) -> int:
    """Clauses: copy.price, staff.17, guest.97.dice-staff-2015, guest.97.dice-staff-2021."""
    action = g.rules.actions[face]
    if action.do != "copy":
        return 0
    helped = of_kind(g, seat, "copy_cost") if answered else []
    return min([action.krones, *(ability.krones for ability in helped)])


def price(g: Table, seat: Seat, die: Taken) -> int:
    """The krones that taking a die costs, a die moved to its space being there.

    Clauses: copy.price, strengthen.price, coloured-dice.price, coloured-dice.price-draft.
    """
    krones = copy_price(g, seat, die.face, answered_by_staff(g))
    krones += die.strengthened * g.rules.strengthen.krones
    if die.colour != "white":
        whites = g.rules.dice.coloured_price == "white-dice"
        krones += g.white[die.face] if whites else g.dice_on(die.face) - 1
    return krones


def keeps_dice(g: Table) -> bool:
    """Is no die taken, as in E. Gizia's extra turn (clause guest.97.reward-2015)."""
    return g.extra is not None and not g.extra.die


def answered_by_staff(g: Table) -> bool:
    """Do staff answer who name a die face (ruling gizia-die-bonuses)."""
    return not keeps_dice(g) or (g.extra is not None and g.extra.die_bonuses)


def die_options(g: Table, seat: Seat) -> dict[str, Taken]:
    """All ways to take a die now.

    Clauses: die.needed, die.unpayable, strengthen.once, staff-card.extra-dice-2021,
    coloured-dice.must-pay, die.nothing-to-do.
    """
    if g.without_die or (g.extra is not None and not g.extra.action):
        return {}
    found = {}
    for face in range(1, 7):
        for moved in moves(g, seat, face):
            if moved and not g.dice_on(face) and not empty_space_usable(g):
                continue
            move_die(g, moved, face)
            for die in ways_to_take(g, seat, face, moved):
                if price(g, seat, die) <= seat.krones:
                    optional = any(one.optional for one in extra_dice(g, seat, face))
                    found[words_of(g, die, optional)] = die
            move_die(g, moved, face, back=True)
    if g.rules.procedure.empty_action == "last-resort":
        useful = {words: die for words, die in found.items() if has_something_to_do(seat, die)}
        found = useful or found
    if not found and g.dice and g.rules.procedure.unpayable_die == "without-effect":
        for face in range(1, 7):
            for colour in dice_there(g, face):
                die = Taken(face, colour, effect=False)
                found[words_of(g, die, False)] = die
    return found


def ways_to_take(g: Table, seat: Seat, face: int, moved: tuple[str, int] | None) -> list[Taken]:
    keeps = keeps_dice(g)
    there = dice_there(g, face)
    colours = there[:1] and ["white"] if keeps else there
    times = g.rules.strengthen.per_turn if g.extra is None or g.extra.strengthen else 0
    answered = answered_by_staff(g)
    optional = answered and any(one.optional for one in extra_dice(g, seat, face))
    return [
        Taken(face, colour, strengthened, counts, moved)
        for colour in colours
        for strengthened in range(times + 1)
        for counts in ((True, False) if optional else (True,))
    ]


def has_something_to_do(seat: Seat, die: Taken) -> bool:
    """Ruling empty-action: rooms need a cell left, hiring a card in the hand."""
    if die.face == 3:
        return len(seat.tiles) < 20
    return die.face != 5 or bool(seat.hand)


def take_die(g: Table, seat: Seat, die: Taken):
    """A die is taken, paid for, and its action carried out.

    Clauses: die.taken, die.covers-number, die.strength, coloured-dice.price, lounge.meet,
    lounge.before-action, entrance.corogari-zant-mainz.before,
    entrance.corogari-zant-mainz.after-paying, staff-card.die-face.
    """
    if g.rules.procedure.guest_moment == "before-die":
        yield from forgo_guests(g, seat)
    g.action_done = True
    keeps = keeps_dice(g)
    answered = answered_by_staff(g)
    move_die(g, die.moved, die.face)
    strength = g.dice_on(die.face)
    if die.effect:
        seat.krones -= price(g, seat, die)
    if not keeps:
        if die.colour == "white":
            g.white[die.face] -= 1
        else:
            del g.coloured[die.colour]
        seat.dice_taken.append(die.face)
    if not die.effect:
        if g.rules.procedure.idle_die == "answered":
            yield from answer_idle_die(g, seat, die.face)
        return
    strength += die.strengthened * g.rules.strengthen.dice
    if die.colour != "white" and not keeps:
        meet_celebrity(g, seat, die.colour)  # who helps already with this action
    apart = 0
    if answered and die.counts_extra:
        for ability in extra_dice(g, seat, die.face):
            strength += ability.dice
            apart += ability.dice if ability.apart else 0
    staff = list(abilities(g, seat)) if answered else []
    known = None if keeps else [ability for _, ability in abilities(g, seat)]
    both = answered and gives_both(g, seat, die.face)
    later: list[Any] = []
    for source, ability in staff:
        if ability.kind == "on_die" and ability.timing == "with" and die.face in ability.faces:
            if g.rules.procedure.die_gifts == "in-two-halves":
                later += yield from given_in_two_halves(g, seat, ability.effects, source)
            else:
                yield from carry_out(g, seat, ability.effects, source)
    if not keeps:
        summed = yield from dice_sum(g, seat)
    else:
        summed = False
    bonuses = bonuses_of(staff, die.face)
    if g.rules.procedure.new_die_staff == "helps":
        both = answered and gives_both(g, seat, die.face)
    yield from main_and_bonuses(g, seat, die.face, strength, apart, bonuses, both, summed, known)
    for gift in later:
        yield from gift


def bonuses_of(staff: list[Any], face: int) -> list[Any]:
    """What staff add to a die, before or after its action."""
    return [
        (source, ability)
        for source, ability in staff
        if ability.kind == "on_die" and ability.timing != "with" and face in ability.faces
    ]


def gives_both(g: Table, seat: Seat, face: int) -> bool:
    """Do staff give krones and steps for each die (clause staff.15)."""
    return any(face in ability.faces for ability in of_kind(g, seat, "both_tracks"))


def answer_idle_die(g: Table, seat: Seat, face: int):
    """Cards answer to a die taken without effect (ruling idle-die-staff): there is no action."""
    staff = list(abilities(g, seat))
    for source, ability in staff:
        if ability.kind == "on_die" and ability.timing == "with" and face in ability.faces:
            yield from carry_out(g, seat, ability.effects, source)
    yield from dice_sum(g, seat)
    bonuses = bonuses_of(staff, face)
    yield from main_and_bonuses(g, seat, face, 0, 0, bonuses, both=False, main_due=False)


def given_in_two_halves(g: Table, seat: Seat, effects: Any, source: str):
    """What the engine gives with a die at once; returns what it leaves for after the action."""
    later = []
    for effect in effects:
        if effect.do != "gain":
            later.append(carry_out(g, seat, (effect,), source))
            continue
        goods = Counter({good: getattr(effect, good) for good in GOODS})
        wanted = yield from receive(
            *(g, seat, +goods, effect.krones, effect.emperor, effect.vp, source), laying=False
        )
        if wanted:
            later.append(lay_down(g, seat, wanted))
    return later


def meet_celebrity(g: Table, seat: Seat, colour: str) -> None:
    """Clauses: lounge.meet, lounge.vp, celebrity.chaplin.printed-vp."""
    place = COLOURS.index(colour)
    name = g.lounge[place]
    if name is None:
        return
    vp = g.rules.lounge.vp[g.waited[place]]
    g.lounge[place] = None
    g.waited[place] = 0
    if g.rules.lounge.points == "helping":
        seat.celebrities[colour] = name
        score(g, seat, vp, "celebrities")
    else:
        score(g, seat, vp, "celebrities")
        seat.celebrities[colour] = name


def dice_sum(g: Table, seat: Seat):
    """Clauses: entrance.corogari-zant-mainz.sums, entrance.corogari-zant-mainz.key."""
    if len(seat.dice_taken) != 2:
        return False
    faces = [one for one in seat.dice_taken if one != "key"]
    total = sum(int(face) for face in faces) * (2 if len(faces) == 1 else 1)
    for source, ability in list(abilities(g, seat)):
        if ability.kind == "on_dice_sum" and total in ability.sums:
            yield from carry_out(g, seat, ability.effects, source)
            return True
    return False


def main_and_bonuses(
    g: Table,
    seat: Seat,
    face: int,
    strength: int,
    apart: int,
    bonuses: list[Any],
    both: bool = False,
    asked: bool = False,
    known: list[Any] | None = None,
    main_due: bool = True,
):
    """The main action, and what staff add before or after it.

    ``known``: what was in play as a die was taken. Clauses: staff-card.die-bonus-moment,
    staff-card.die-bonus-declined, turn.nothing-interrupted, staff-card.own-die.
    """
    asks_new = known is not None and g.rules.procedure.own_die_staff == "answers"
    left = dict(enumerate(bonuses, 1))
    while left or main_due:
        options: dict[str, Any] = {"main action": "main"} if main_due else {}
        must = False
        for index, (_, ability) in left.items():
            late = ability.timing == "after" and main_due
            if not late and all(possible(g, seat, effect) for effect in ability.effects):
                options[f"die bonus {index}"] = index
                must |= ability.must
        if not options:
            break
        if not main_due and not must:
            options["stop"] = "stop"
        if main_due and not bonuses and not asked:
            chosen = "main"
        else:
            chosen = yield from choose(seat, options)
        if chosen == "stop":
            break
        if chosen == "main":
            main_due = False
            yield from main_action(g, seat, face, strength, apart, both)
            if asks_new:
                new = [one for one in abilities(g, seat) if not any(one[1] is old for old in known)]
                yield from answer_new_staff(g, seat, face, new)
                left |= dict(enumerate(bonuses_of(new, face), 1 + len(bonuses)))
        else:
            source, ability = left.pop(chosen)
            yield from carry_out(g, seat, ability.effects, source)


def answer_new_staff(g: Table, seat: Seat, face: int, new: list[Any]):
    """Ruling own-die-staff: cards that the action brought into play answer to its die."""
    for source, ability in new:
        if ability.kind == "on_die" and ability.timing == "with" and face in ability.faces:
            yield from carry_out(g, seat, ability.effects, source)


def main_action(
    g: Table,
    seat: Seat,
    face: int,
    strength: int,
    apart: int,
    both: bool,
    declined: bool = False,
):
    """One of the six main actions with a strength."""
    action = g.rules.actions[face]
    if action.do == "goods":
        yield from take_goods(g, seat, action.goods, strength, apart)
    elif action.do == "prepare":
        yield from rooms.prepare(g, seat, strength)
    elif action.do == "tracks":
        yield from tracks(g, seat, strength, both)
    elif action.do == "hire":
        yield from hire(g, seat, 1, strength)
    else:
        yield from copy(g, seat, strength, declined)


def take_goods(g: Table, seat: Seat, goods: tuple[str, ...], strength: int, apart: int = 0):
    """Actions 1 and 2. Clauses: dishes.split, drinks.split, champagne.action-1-least,
    staff.13.share, action.full-strength."""
    options = {}
    thirds = range(strength + 1) if len(goods) > 2 else range(1)
    for third in thirds:
        for second in range(strength - third + 1):
            first = strength - second - third
            if fair(first, second, third, apart):
                words = f"split {second} {third}"
                options[words] = Counter(dict(zip(goods, (first, second, third), strict=False)))
    taken = yield from choose(seat, options)
    yield from receive(g, seat, +taken)


def fair(first: int, second: int, third: int, apart: int) -> bool:
    """Never more of a later good than of an earlier one, but for goods that stand apart."""
    for off_second in range(min(apart, second) + 1):
        for off_first in range(min(apart - off_second, first) + 1):
            if off_first + off_second == min(apart, first + second):
                if first - off_first >= second - off_second >= third:
                    return True
    return False


def tracks(g: Table, seat: Seat, strength: int, both: bool):
    """Action 4. Clauses: tracks.split, staff.15."""
    if both:
        krones = steps = strength
    else:
        steps = yield from choose(seat, {f"steps {n}": n for n in range(strength + 1)})
        krones = strength - steps
    if krones:
        take_krones(g, seat, krones)
    if steps:
        advance(g, seat, steps)
    yield from answers(g, seat, krones=krones, steps=steps)


def copy(g: Table, seat: Seat, strength: int, declined: bool):
    """Action 6, or the key: another main action. Clauses: copy.others, copy.strength,
    staff-card.die-face, skeleton-key.copying."""
    options: dict[str, int | None] = {
        f"copy {face}": face for face, one in g.rules.actions.items() if one.do != "copy"
    }
    if declined:
        options["stop"] = None
    face = (yield from choose(seat, options)) if options else None
    if face is not None:
        yield from main_action(g, seat, face, strength, 0, both=False)


def use_space(g: Table, seat: Seat, effect: Any):
    """An action space is used without its die. Clauses: guest.97.reward-2021,
    guest.97.strength-2021, guest.97.dice-staff-2021, entrance.kozi-palace.any-use."""
    options: dict[str, Any] = {}
    more = g.rules.strengthen
    for face in range(1, 7):
        for moved in moves(g, seat, face):
            if moved and not g.dice_on(face) and not empty_space_usable(g):
                continue
            move_die(g, moved, face)
            for times in range(1 + (more.per_turn if effect.strengthen else 0)):
                krones = copy_price(g, seat, face, False) + times * more.krones
                if g.dice_on(face) and krones <= seat.krones:
                    words = f"space {face}" + (f" +{times * more.dice}" if times else "")
                    if moved:
                        words += f" moving {moved[0]} from {moved[1]}"
                    options[words] = (face, moved, krones, times * more.dice)
            move_die(g, moved, face, back=True)
    if not options:
        return
    options["stop"] = None
    chosen = yield from choose(seat, options)
    if chosen is None:
        return
    face, moved, krones, dice = chosen
    move_die(g, moved, face)
    seat.krones -= krones
    yield from main_action(g, seat, face, g.dice_on(face) + dice, 0, both=False)


# --- the skeleton key ----------------------------------------------------------------------------


def key_options(g: Table, seat: Seat) -> list[str]:
    """Clauses: skeleton-key.instead, skeleton-key.not-after-passing, skeleton-key.either-turn."""
    key = g.rules.skeleton_key
    if not key.in_play or g.key is not None or seat.has_passed or g.extra is not None:
        return []
    return ["take key"]


def take_key(g: Table, seat: Seat):
    """Clauses: skeleton-key.turn, skeleton-key.good, skeleton-key.action, skeleton-key.krones,
    skeleton-key.not-strengthened, skeleton-key.no-staff, combining.key-others."""
    key = g.rules.skeleton_key
    if g.rules.procedure.guest_moment == "before-die":
        yield from forgo_guests(g, seat)
    g.key = seat.index
    g.action_done = True
    seat.dice_taken.append("key")
    others = g.clockwise(seat.index)[1:]
    for other, krones in zip(others, key.krones, strict=False):
        if krones:
            take_krones(g, other, krones)
    yield from dice_sum(g, seat)
    if key.goods:
        yield from choose_goods(g, seat, key.goods)
    yield from copy(g, seat, key.strength, declined=True)
