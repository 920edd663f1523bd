"""The main actions: taking a die, the action itself, and what staff add to it."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from model.words import many
from simulate.decisions.entries import GRANTS, TURN, Action, Frame
from simulate.decisions.forms import Form, counted, die, fixed
from simulate.decisions.ranges import (
    Ranges,
    each,
    greatest_strength,
    has_effect,
    most_die_bonuses,
)
from simulate.decisions.readings import Reading, Refused, Scene
from simulate.engine import codes as c
from simulate.engine.compile_words import GOODS_WORDS
from simulate.engine.dice import coloured_price, lies_on
from simulate.engine.effects import die_price
from simulate.engine.main_action import bonus_trigger, trigger_owner
from simulate.engine.taking_dice import strengthenings
from simulate.narration.changes import CELEBRITY, DICE, answering
from simulate.narration.decision import owned
from simulate.narration.names import die_word, goods_text, krones
from simulate.spelling import DICE_WORDS

if TYPE_CHECKING:
    from simulate.narration.decision import Decision
    from simulate.referee.reasons.case import Case, Reason

MOVES = c.D_FROM_BELOW | c.D_FROM_ABOVE


# -- what is told ---------------------------------------------------------------------------------


def strength_words(d: Decision, face: int, extra_die: bool) -> str:
    """How the strength of a main action comes about."""
    dice = int(d.state["dice"][face])
    dice += bool(d.b & (c.D_FROM_BELOW | c.D_FROM_ABOVE))
    parts, total = [many(dice, "die", "dice")], dice
    if d.extra:
        bought = d.extra * int(d.rules.strengthen_dice)
        price = krones(d.extra * int(d.rules.strengthen_cost))
        parts.append(f"{bought} bought ({price})")
        total += bought
    if extra_die and d.player["extra_dice"][face]:
        staff = [d.names.card(card) for card in owned(d) if d.rules.card_dice[card, face] > 0]
        parts.append(f"{d.player['extra_dice'][face]} by {' and '.join(staff)}")
        total += int(d.player["extra_dice"][face])
    return f"{' + '.join(parts)} = strength {total}" if len(parts) > 1 else f"strength {total}"


def tell_die(d: Decision) -> tuple[str, ...]:
    face, marks = d.a, int(d.frame["marks"])
    removed = not marks & c.T_NO_DIE_REMOVED
    helped = removed or bool(marks & c.T_HELPED)
    die = die_word(taken_colour(d.b))
    if d.b & c.D_WITHOUT_EFFECT:
        return (f"takes {die} of {face} without effect, because no action can be paid", DICE)
    how = f"takes {die} of {face}" if removed else f"uses space {face} without taking a die"
    parts = [f"{moved_die(d, face)}{how} ({d.names.action(face)})"]
    parts += coloured_die(d, face)
    parts.append(strength_words(d, face, helped and not d.b & c.D_DECLINE_EXTRA_DIE))
    price = die_price(d.rules, d.player, face, helped)
    if d.rules.action[face] == c.A_COPY:
        parts.append(copying_words(int(price)))
    if helped:
        parts += answering(d.names, d.state, d.seat, c.ON_DIE, face)
        if d.rules.action[face] == c.A_TRACKS and d.player["both_tracks"][face]:
            parts.append("staff: krones and emperor steps for each die")
    if removed:
        parts += second_die(d, face)
    return ("; ".join(parts), DICE, CELEBRITY)


def taken_colour(how: int) -> int:
    """The colour of the die taken; 0: white."""
    return how // c.D_TAKEN & c.D_COLOUR


def moved_die(d: Decision, face: int) -> str:
    """ "moves a die from space 2 to space 3 and "; empty if none is moved."""
    if not d.b & (c.D_FROM_BELOW | c.D_FROM_ABOVE):
        return ""
    colour = d.b // c.D_MOVED & c.D_COLOUR
    start = face - 1 if d.b & c.D_FROM_BELOW else face + 1
    word = f"the {DICE_WORDS[colour]} die" if colour else "a die"
    movers = [d.names.card(card) for card in owned(d) if d.rules.card_move_die[card]]
    return f"{' and '.join(movers)}: moves {word} from space {start} to space {face}, then "


def coloured_die(d: Decision, face: int) -> list[str]:
    """What a coloured die costs, and which celebrity comes with it."""
    colour = taken_colour(d.b)
    if not colour:
        return []
    moved = d.b // c.D_MOVED & c.D_COLOUR
    arrives = bool(d.b & (c.D_FROM_BELOW | c.D_FROM_ABOVE))
    price = int(coloured_price(d.state, d.rules, face, colour, arrives, moved))
    parts = [f"the colour costs {krones(price)}" if price else "the colour costs nothing"]
    celebrity = int(d.state["lounge"][colour - 1])
    if celebrity >= 0:
        vp = int(d.rules.waited_vp[d.state["lounge_waited"][colour - 1]])
        text = d.names.celebrity_text(celebrity)
        parts.append(f"meets {d.names.celebrity(celebrity)}, {vp} VP ({text})")
    return parts


def second_die(d: Decision, face: int) -> list[str]:
    """What cards give for the sum of both dice of the round (face 0: the skeleton key)."""
    p = d.player
    if p["dice_this_round"] != 1:
        return []
    first = int(p["first_face"])
    total = (first or face) + (face or first)
    found = answering(d.names, d.state, d.seat, c.ON_DICE_SUM, total)
    return [f"both dice show {total} in all", *found] if found else []


def copying_words(price: int) -> str:
    return f"copying costs {krones(price)}" if price else "copying is free"


def tell_space(d: Decision) -> tuple[str, ...]:
    helped = bool(int(d.frame["marks"]) & c.X_DIE_BONUSES)
    moved = moved_die(d, d.a)
    parts = [f"{moved}uses space {d.a} without taking a die ({d.names.action(d.a)})"]
    parts.append(strength_words(d, d.a, helped))
    if d.rules.action[d.a] == c.A_COPY:
        parts.append(copying_words(int(die_price(d.rules, d.player, d.a, helped))))
    if helped:
        parts += answering(d.names, d.state, d.seat, c.ON_DIE, d.a)
    return ("; ".join(parts), DICE)


def tell_die_bonus(d: Decision) -> tuple[str, ...]:
    trigger = int(bonus_trigger(d.rules, d.player, d.frame["face"], d.a))
    card = int(trigger_owner(d.rules, d.player, trigger))
    first, n = d.rules.trigger_effect[trigger], d.rules.trigger_effect_n[trigger]
    return (f"{d.names.card(card)}: {d.names.effects(first, n)}",)


def tell_split(d: Decision) -> tuple[str, ...]:
    amounts = [0] * c.GOODS
    shares = (int(d.frame["strength"]) - d.a - d.b, d.a, d.b)
    face = int(d.frame["face"])
    for i in range(d.rules.action_goods_n[face]):
        amounts[d.rules.action_goods[face, i]] += shares[i]
    return (f"receives {goods_text(amounts)}",)


def tell_steps(d: Decision) -> tuple[str, ...]:
    money = int(d.frame["strength"]) - d.a
    takes = [many(d.a, "emperor step")] if d.a else []
    takes += [many(money, "krone")] if money else []
    return (f"takes {' and '.join(takes) or 'nothing'}",)


def tell_copy(d: Decision) -> tuple[str, ...]:
    verb = "carries out" if int(d.frame["marks"]) & c.C_OPTIONAL else "copies"
    return (f"{verb} action {d.a} ({d.names.action(d.a)}), strength {d.frame['strength']}",)


# -- how it is written with names -----------------------------------------------------------------


def read_coloured(at: Scene, match: re.Match[str]) -> str:
    """ "die red +1": the face is that on which the die lies."""
    face = int(at.g.coloured_face[DICE_WORDS.index(match[1]) - 1])
    if not face:
        raise Refused(f"the {match[1]} die does not lie on the action spaces", "die.needed")
    return f"die {face} {match[1]}{match[2]}"


# -- why it is not legal --------------------------------------------------------------------------


def refuse_die(case: Case) -> Reason | None:
    """The die of the turn, strengthened or not."""
    marks, face = int(case.frame.marks), case.a
    if marks & c.T_ACTION_DONE:
        return case.because("the main action of this turn is done", "die.one-a-turn")
    if marks & c.T_WITHOUT_DIE:
        return case.because("this is a turn without a main action", "die.needed")
    helped = not marks & c.T_NO_DIE_REMOVED or bool(marks & c.T_HELPED)
    allowed = int(strengthenings(case.rules, case.frame))
    return refuse_any_space(case, face, helped, allowed) or refuse_variant(case, face, helped)


def refuse_any_space(case: Case, face: int, helped: bool, allowed: int) -> Reason | None:
    """What stands against using an action space, with a die taken from it or not."""
    rules, times = case.rules, case.c
    found = refuse_which_die(case, face)
    if found:
        return found
    if times > allowed:
        if allowed == 0:
            return case.because("this action cannot be strengthened", "strengthen.once")
        most = allowed * int(rules.strengthen_dice)
        return case.because(
            f"a main action is strengthened by {most} at most in a turn", "strengthen.once"
        )
    price = int(die_price(rules, case.p, face, helped))
    extra, colour = times * int(rules.strengthen_cost), colour_price(case, face)
    if price + extra + colour <= case.p.krones:
        return None
    parts = [f"space {face} costs {krones(price)}"] if price else []
    parts += [f"the coloured die costs {krones(colour)}"] if colour else []
    parts += [f"strengthening costs {krones(extra)}"] if extra else []
    clauses = ["coloured-dice.must-pay"] if colour else []
    clauses += [*(["copy.price"] if price else []), *(["strengthen.price"] if extra else [])]
    return case.because(f"{' and '.join(parts)}; {case.has_krones()}", *clauses)


def refuse_variant(case: Case, face: int, helped: bool) -> Reason | None:
    """Ways of taking a die that are not open here."""
    if case.b & c.D_DECLINE_EXTRA_DIE:
        if not helped or not case.p.extra_optional[face]:
            return case.because(
                f"no staff of {case.player} gives a die for space {face} that could be left"
                " uncounted",
                "staff-card.extra-dice-2015", "staff-card.extra-dice-2021",
            )  # fmt: skip
    if case.b & c.D_WITHOUT_EFFECT:
        return case.because(
            "a die is taken without effect only if no action at all can be paid", "die.unpayable"
        )
    return None


def colours(case: Case) -> tuple[int, int]:
    """The colours of the die taken and of the die moved; 0: white."""
    return case.b // c.D_TAKEN & c.D_COLOUR, case.b // c.D_MOVED & c.D_COLOUR


def refuse_which_die(case: Case, face: int) -> Reason | None:
    """No such die lies there, or none can be moved there."""
    g, (taken, moved) = case.g, colours(case)
    arrives = bool(case.b & MOVES)
    if arrives:
        start = face - 1 if case.b & c.D_FROM_BELOW else face + 1
        if not case.p.move_die:
            return case.because(f"nothing lets {case.player} move a die", "entrance.kozi-palace")
        if not 1 <= start <= c.FACES or not lies_on(g, start, moved):
            return case.because(
                f"no {DICE_WORDS[moved]} die lies on action space {start}",
                "entrance.kozi-palace.neighbours",
            )
    if g.dice[face] == 0 and not arrives:
        return case.because(f"no die lies on action space {face}", "die.needed")
    if not removes(case):
        if taken:
            return case.because(
                "no die is taken here, so its colour does not matter", "coloured-dice.left-on-space"
            )
        return None
    if not lies_on(g, face, taken) and not (arrives and taken == moved):
        return case.because(f"no {DICE_WORDS[taken]} die lies on action space {face}", "die.needed")
    return None


def removes(case: Case) -> bool:
    """Is a die taken from its space?"""
    return case.kind == c.DIE and not case.frame.marks & c.T_NO_DIE_REMOVED


def colour_price(case: Case, face: int) -> int:
    """Krones that the colour of the die costs."""
    taken, moved = colours(case)
    if not taken or not removes(case):
        return 0
    return int(coloured_price(case.g, case.rules, face, taken, bool(case.b & MOVES), moved))


def refuse_use_space(case: Case) -> Reason | None:
    """An action space that an effect lets use, without a die."""
    granted = int(case.frame.marks)
    allowed = int(case.rules.strengthen_times) if granted & c.X_STRENGTHEN else 0
    found = refuse_any_space(case, case.a, bool(granted & c.X_DIE_BONUSES), allowed)
    if found is None and case.b:
        return case.because("no die is taken here, so nothing is left uncounted", "guest.97")
    return found


def refuse_main(case: Case) -> Reason | None:
    return case.because("the main action of this turn is done", "die.one-a-turn")


def refuse_stop_main(case: Case) -> Reason | None:
    if case.frame.marks & c.M_DONE:
        return case.because("this bonus has to be taken", "staff-card.die-bonus-declined")
    return case.because("the main action itself is still to be done", "die.mandatory")


def refuse_die_bonus(case: Case) -> Reason | None:
    """A room, card or steps that staff add to a die."""
    frame, done = case.frame, bool(case.frame.marks & c.M_DONE)
    trigger = int(bonus_trigger(case.rules, case.p, frame.face, case.a))
    if trigger < 0:
        return case.because(
            f"no staff of {case.player} adds a bonus {case.a + 1} to this die",
            "staff-card.die-bonus-moment",
        )
    if not frame.bonuses >> case.a & 1:
        return case.because("this bonus has been taken already", "staff-card.die-bonus-moment")
    timing = int(case.rules.trigger_timing[trigger])
    if timing not in (c.BEFORE_OR_AFTER, c.AFTER if done else c.BEFORE):
        when = "before" if done else "after"
        return case.because(f"this bonus comes {when} the main action")
    return case.because(
        "this bonus brings nothing now: no room or card can be paid", "staff-card.die-bonus-price"
    )


def refuse_split(case: Case) -> Reason | None:
    """How the goods of action 1 or 2 are split."""
    frame, rules = case.frame, case.rules
    strength, face = int(frame.strength), int(frame.face)
    second, third = case.a, case.b
    n = int(rules.action_goods_n[face])
    goods = [GOODS_WORDS[int(good)] for good in rules.action_goods[face, :n]]
    ids = ("dishes.split", "dishes.receive") if "cake" in goods else ("drinks.split",)
    first = strength - second - third
    if first < 0:
        return case.because(
            f"the strength is {strength}: not more goods than that are received", *ids,
            "drinks.receive",
        )  # fmt: skip
    if n < 3 and third:
        return case.because(f"this action brings {' and '.join(goods)} only", *ids)
    if third > second:
        return case.because(
            f"not more {goods[2]} than {goods[1]} is taken: this would be {second} {goods[1]} and"
            f" {third} {goods[2]}",
            "champagne.action-1-least" if "cake" in goods else "champagne.action-2-least",
        )
    shares = [f"{n} {word}" for n, word in zip((first, second, third), goods)]
    return case.because(
        f"not more {goods[1]} than {goods[0]} is taken: this would be {' and '.join(shares)}", *ids
    )


def refuse_steps(case: Case) -> Reason | None:
    return case.because(
        f"the strength is {case.frame.strength}: at most so many steps are taken", "tracks.split"
    )


def refuse_copy(case: Case) -> Reason | None:
    return case.because(
        f"action {case.a} cannot be copied: one of the other five main actions is", "copy.others"
    )


# -- what there is --------------------------------------------------------------------------------


def ways(rules: np.record, face: int) -> Ranges:
    """How a die may come to a space: it lies there, or one of some colour is moved from beside."""
    yield 0, 0
    if rules.card_move_die.any():
        for way, start in ((c.D_FROM_BELOW, face - 1), (c.D_FROM_ABOVE, face + 1)):
            if 1 <= start <= c.FACES:
                yield from product([way], range(int(rules.coloured_dice) + 1))


def ways_of_taking(rules: np.record) -> Ranges:
    """Taking a die in every way."""
    times = range(int(rules.strengthen_times) + 1)
    declinable = rules.card_dice_optional.any(axis=0)
    colours_taken = [taken * c.D_TAKEN for taken in range(int(rules.coloured_dice) + 1)]
    for face in range(1, c.FACES + 1):
        for (way, moved), taken in product(ways(rules, face), colours_taken):
            how = way | moved * c.D_MOVED | taken
            yield from each([face], [how], times)
            if declinable[face]:
                yield from each([face], [how | c.D_DECLINE_EXTRA_DIE], times)
        if rules.unpayable_die == c.WITHOUT_EFFECT:
            yield from each([face], [c.D_WITHOUT_EFFECT | taken for taken in colours_taken])


def spaces(rules: np.record) -> Ranges:
    """Using a space without its die."""
    if has_effect(rules, c.E_USE_SPACE):
        for face in range(1, c.FACES + 1):
            moves = [way | moved * c.D_MOVED for way, moved in ways(rules, face)]
            yield from each([face], moves, range(int(rules.strengthen_times) + 1))


def splits(rules: np.record) -> Ranges:
    """Every split of goods into three kinds."""
    most = greatest_strength(rules) + int(rules.card_dice_apart.sum(axis=0).max())
    for second in range(most // 2 + 1):
        yield from each([second], range(min(second, most - 2 * second) + 1))


FRAMES = (
    Frame(
        c.F_MAIN, "main", "main action and staff bonuses",
        "the main action and what staff add before or after it", TURN,
        fields={
            "face": "space of the action",
            "strength": "strength of the action",
            "left": "goods outside the proportion of the action",
            "bonuses": "bonuses still to be taken",
        },
        marks={
            c.M_DONE: "action done",
            c.M_NOT_HELPED: "staff do not answer to the die",
            c.M_BOTH_TRACKS: "krones and steps for each die",
        },
        stop="leaves the bonus of the staff",
        bound=refuse_stop_main,
    ),
    Frame(
        c.F_SPLIT, "split", "split of goods", "how the goods of the action are split",
        fields={
            "face": "space of the action",
            "strength": "goods to receive in all",
            "left": "goods outside the proportion of the action",
        },
    ),
    Frame(
        c.F_TRACKS, "tracks", "krones or steps", "how krones and emperor steps are split",
        fields={"strength": "krones and steps in all"},
    ),
    Frame(
        c.F_COPY, "copy", "action to copy", "which action is copied",
        fields={"strength": "strength of the action"},
        marks={c.C_OPTIONAL: "may be declined"},
        stop="carries out no action",
    ),
    Frame(
        c.F_SPACE, "space", "space to use without its die", "which action space is used",
        marks=GRANTS,
        stop="uses no action space",
    ),
)  # fmt: skip

ACTIONS = (
    Action(
        c.DIE, "die", "take a die",
        die("die").also(Reading(f"die ({'|'.join(DICE_WORDS[1:])})(.*)", read_coloured)),
        tell_die, {c.F_TURN: refuse_die}, ways_of_taking,
        samples=("die 3", "die 6 +1", "die red"),
    ),
    Action(
        c.DO_MAIN, "main", "main action, staff bonuses beside it", fixed("main action"),
        lambda d: ("carries out the main action",), {c.F_MAIN: refuse_main},
        belongs="a main action to which staff add something", samples=("main action",),
    ),
    Action(
        c.DIE_BONUS, "die-bonus", "staff bonus beside the main action", counted("die bonus", 1),
        tell_die_bonus, {c.F_MAIN: refuse_die_bonus},
        lambda rules: each(range(most_die_bonuses(rules))),
        belongs="a main action to which staff add something",
        clauses=("staff-card.die-bonus-moment",), samples=("die bonus 1",),
    ),
    Action(
        c.SPLIT, "split", "split the goods of an action",
        Form(
            lambda r, a, b, x: f"split {a} {b}", r"split (\d+) (\d+)",
            lambda r, m: (int(m[1]), int(m[2]), 0),
        ),
        tell_split, {c.F_SPLIT: refuse_split}, splits,
        belongs="action 1 or 2, after its die was taken",
        clauses=("dishes.split", "drinks.split"), samples=("split 2 1",),
    ),
    Action(
        c.STEPS, "steps", "split strength between krones and steps", counted("steps", 0),
        tell_steps, {c.F_TRACKS: refuse_steps},
        lambda rules: each(range(greatest_strength(rules) + 1)),
        belongs="action 4, after its die was taken", clauses=("tracks.split",),
        samples=("steps 2",),
    ),
    Action(
        c.COPY, "copy", "copy another action", counted("copy", 0), tell_copy,
        {c.F_COPY: refuse_copy},
        lambda rules: each(np.flatnonzero(rules.action[1:] != c.A_COPY) + 1),
        belongs="action 6, after its die was taken", clauses=("copy.others",),
        samples=("copy 4",),
    ),
    Action(
        c.SPACE, "space", "use a space without taking its die", die("space"), tell_space,
        {c.F_SPACE: refuse_use_space}, spaces,
        belongs="an effect that lets use an action space without a die",
        clauses=("die.one-a-turn",), samples=("space 3",),
        possible=lambda rules: has_effect(rules, c.E_USE_SPACE),
    ),
)  # fmt: skip
