"""Why actions of `decisions/main_actions.py` are not legal."""

from __future__ import annotations

from simulate.engine import codes as c
from simulate.engine.compile_words import GOODS_WORDS
from simulate.engine.dice import coloured_price, lies_on
from simulate.engine.effects import die_price
from simulate.engine.main_action import bonus_trigger
from simulate.engine.taking_dice import strengthenings
from simulate.referee.reasons.case import Case, Reason, Reasons
from simulate.words.names import krones
from simulate.words.spelling import DICE_WORDS

MOVES = c.D_FROM_BELOW | c.D_FROM_ABOVE


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
    """Why an action space cannot be used, with a die taken from it or not."""
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
    """No such die is there, or none can be moved there."""
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
    if g.dice[face] == 0 and case.rules.empty_space_not_usable:
        return case.because(
            f"no die lies on action space {face}: none is moved onto a space without dice",
            "entrance.kozi-palace.empty-space",
        )
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
    """Krones for the colour of the die."""
    taken, moved = colours(case)
    if not taken or not removes(case):
        return 0
    return int(coloured_price(case.g, case.rules, face, taken, bool(case.b & MOVES), moved))


def refuse_use_space(case: Case) -> Reason | None:
    """An action space that an effect lets the player use, without a die."""
    granted = int(case.frame.marks)
    allowed = int(case.rules.strengthen_times) if granted & c.X_STRENGTHEN else 0
    found = refuse_any_space(case, case.a, bool(granted & c.X_DIE_BONUSES), allowed)
    if found is None and case.b:
        return case.because("no die is taken here, so nothing is left uncounted", "guest.97")
    return found


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
        "this bonus has no effect now: no room or card can be paid", "staff-card.die-bonus-price"
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
            f"the strength is {strength}: no more goods than that are received", *ids,
            "drinks.receive",
        )  # fmt: skip
    if n < 3 and third:
        return case.because(f"this action brings {' and '.join(goods)} only", *ids)
    if third > second:
        return case.because(
            f"no more {goods[2]} than {goods[1]} may be taken: this is {second} {goods[1]} and"
            f" {third} {goods[2]}",
            "champagne.action-1-least" if "cake" in goods else "champagne.action-2-least",
        )
    shares = [f"{n} {word}" for n, word in zip((first, second, third), goods)]
    return case.because(
        f"no more {goods[1]} than {goods[0]} may be taken: this is {' and '.join(shares)}", *ids
    )


REASONS: Reasons = {
    (c.F_MAIN, c.STOP): refuse_stop_main,
    (c.F_TURN, c.DIE): refuse_die,
    (c.F_MAIN, c.DO_MAIN): lambda case: case.because(
        "the main action of this turn is done", "die.one-a-turn"
    ),
    (c.F_MAIN, c.DIE_BONUS): refuse_die_bonus,
    (c.F_SPLIT, c.SPLIT): refuse_split,
    (c.F_TRACKS, c.STEPS): lambda case: case.because(
        f"the strength is {case.frame.strength}: no more than {case.frame.strength} steps are"
        " taken",
        "tracks.split",
    ),
    (c.F_COPY, c.COPY): lambda case: case.because(
        f"action {case.a} cannot be copied: only one of the other five main actions", "copy.others"
    ),
    (c.F_SPACE, c.SPACE): refuse_use_space,
}
