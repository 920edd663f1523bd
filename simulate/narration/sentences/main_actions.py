"""Sentences for the actions of `decisions/main_actions.py`."""

from __future__ import annotations

from model.words import many
from simulate.engine import codes as c
from simulate.engine.dice import coloured_price
from simulate.engine.effects import die_price
from simulate.engine.main_action import bonus_trigger, trigger_owner
from simulate.narration.changes import CELEBRITY, DICE, answering
from simulate.narration.decision import Decision, Sentences, owned
from simulate.words.names import die_word, goods_text, krones
from simulate.words.spelling import DICE_WORDS


def strength_words(d: Decision, face: int, extra_die: bool) -> str:
    """How the strength of a main action is composed."""
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
    """The price of a coloured die, and the celebrity that comes with it."""
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
    """Effects of cards for the sum of both dice of the round (face 0: the skeleton key)."""
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


SENTENCES: Sentences = {
    c.DIE: tell_die,
    c.DO_MAIN: lambda d: ("carries out the main action",),
    c.DIE_BONUS: tell_die_bonus,
    c.SPLIT: tell_split,
    c.STEPS: tell_steps,
    c.COPY: tell_copy,
    c.SPACE: tell_space,
}
