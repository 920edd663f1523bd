"""What a player decides, in sentences: one function for each kind of action."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from model.words import many
from simulate.actions import decode
from simulate.decisions import FRAMES
from simulate.engine import codes as c
from simulate.engine.cafe import row_price
from simulate.engine.compile_words import GOODS_WORDS
from simulate.engine.effects import die_price
from simulate.engine.flow import tile_of
from simulate.engine.hotel import room_price
from simulate.engine.main_action import bonus_trigger, trigger_owner
from simulate.engine.staff import hire_price
from simulate.narration.changes import CLAIM, HAND, OFFER, ROOMS, ROW, cards
from simulate.narration.decision import Decision
from simulate.narration.module_changes import CELEBRITY, DICE, answering
from simulate.narration.module_names import die_word
from simulate.narration.module_sentences import (
    MODULE_SENTENCES,
    claim_own,
    coloured_die,
    instead,
    moved_die,
    owned,
    second_die,
    taken_colour,
)
from simulate.narration.names import Names, goods_text, krones, paid, seat_name

# Decisions that continue the line of the decision before: they only spell it out.
CONTINUING = {
    c.PLACE, c.KEEP, c.CHOOSE_GOOD, c.BURY, c.REMOVE_ROOM, c.REMOVE_STAFF, c.REMOVE_DANCER, c.PAY,
}  # fmt: skip


@dataclass(frozen=True)
class Sentence:
    """A sentence, and the kinds of changes that it already states (see ``changes``)."""

    text: str
    said: frozenset[str] = frozenset()


def sentence(names: Names, state: Any, action: int) -> Sentence:
    """The sentence for an action of the frame on top of ``state``."""
    d = Decision(names, state, *decode(action))
    text, *said = SENTENCES[d.kind](d)
    return Sentence(text, frozenset(said))


def tile_number(names: Names, state: Any, seat: int) -> int:
    """The smallest visible number of the seat's turn order tile."""
    player = state["players"][seat]
    tiles = names.rules.turn_tiles[state["n_players"], tile_of(state, seat)]
    return int(tiles[min(1, int(player["turns_taken"]))])


def _pass(d: Decision) -> tuple[str, ...]:
    if d.frame["kind"] == c.F_AUCTION:
        return ("passes",)
    number = tile_number(d.names, d.state, d.seat)
    return (f"passes: the {number} stays open until the dice are rolled again",)


def _strength(d: Decision, face: int, extra_die: bool) -> str:
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


def _die(d: Decision) -> tuple[str, ...]:
    face, marks = d.a, int(d.frame["marks"])
    removed = not marks & c.T_NO_DIE_REMOVED
    helped = removed or bool(marks & c.T_HELPED)
    die = die_word(taken_colour(d.b))
    if d.b & c.D_WITHOUT_EFFECT:
        return (f"takes {die} of {face} without effect, because no action can be paid", DICE)
    how = f"takes {die} of {face}" if removed else f"uses space {face} without taking a die"
    parts = [f"{moved_die(d, face)}{how} ({d.names.action(face)})"]
    parts += coloured_die(d, face)
    parts.append(_strength(d, face, helped and not d.b & c.D_DECLINE_EXTRA_DIE))
    price = die_price(d.rules, d.player, face, helped)
    if d.rules.action[face] == c.A_COPY:
        parts.append(_copying(int(price)))
    if helped:
        parts += answering(d.names, d.state, d.seat, c.ON_DIE, face)
        if d.rules.action[face] == c.A_TRACKS and d.player["both_tracks"][face]:
            parts.append("staff: krones and emperor steps for each die")
    if removed:
        parts += second_die(d, face)
    return ("; ".join(parts), DICE, CELEBRITY)


def _copying(price: int) -> str:
    return f"copying costs {krones(price)}" if price else "copying is free"


def _space(d: Decision) -> tuple[str, ...]:
    helped = bool(int(d.frame["marks"]) & c.X_DIE_BONUSES)
    moved = moved_die(d, d.a)
    parts = [f"{moved}uses space {d.a} without taking a die ({d.names.action(d.a)})"]
    parts.append(_strength(d, d.a, helped))
    if d.rules.action[d.a] == c.A_COPY:
        parts.append(_copying(int(die_price(d.rules, d.player, d.a, helped))))
    if helped:
        parts += answering(d.names, d.state, d.seat, c.ON_DIE, d.a)
    return ("; ".join(parts), DICE)


def _take_guest(d: Decision) -> tuple[str, ...]:
    guest = int(d.state["row"][d.a])
    bought = d.frame["kind"] in (c.F_TURN, c.F_MORE_GUESTS)
    price = int(row_price(d.rules, d.player, d.a)) if bought else 0
    text = f"takes {d.names.guest_text(guest)} from place {d.a + 1} of the row, {paid(price)}"
    return (text, ROW)


def _serve(d: Decision) -> tuple[str, ...]:
    price = min(int(d.rules.serve_cost), int(d.player["serve_cost"]))
    most = many(int(d.rules.serve_goods), "good")
    return (f"serves from the kitchen, up to {most}, {paid(price)}",)


def _check_in(d: Decision) -> tuple[str, ...]:
    guest = int(d.player["cafe"][d.a])
    room = d.names.room(d.board, d.b)
    return (f"{d.names.guest(guest)} moves from table {d.a + 1} into {room}",)


def _claim(d: Decision) -> tuple[str, ...]:
    common = len(d.state["politics"])
    if d.a >= common:
        return claim_own(d, d.a - common)
    card = d.names.politics(int(d.state["politics"][d.a]))
    place = int(d.state["markers"][d.a]) + 1
    return (f"puts a marker on politics card {card}, place {place}", CLAIM)


def _use_staff(d: Decision) -> tuple[str, ...]:
    return (f"uses {d.names.staff(d.a)} ({d.names.staff_text(d.a)})",)


def _die_bonus(d: Decision) -> tuple[str, ...]:
    trigger = int(bonus_trigger(d.rules, d.player, d.frame["face"], d.a))
    card = int(trigger_owner(d.rules, d.player, trigger))
    first, n = d.rules.trigger_effect[trigger], d.rules.trigger_effect_n[trigger]
    return (f"{d.names.card(card)}: {d.names.effects(first, n)}",)


def _split(d: Decision) -> tuple[str, ...]:
    amounts = [0] * c.GOODS
    shares = (int(d.frame["strength"]) - d.a - d.b, d.a, d.b)
    face = int(d.frame["face"])
    for i in range(d.rules.action_goods_n[face]):
        amounts[d.rules.action_goods[face, i]] += shares[i]
    return (f"receives {goods_text(amounts)}",)


def _keep(d: Decision) -> tuple[str, ...]:
    return (f"keeps {d.frame['goods'][d.a]} {GOODS_WORDS[d.a]}",)


def _prepare(d: Decision) -> tuple[str, ...]:
    price = int(room_price(d.rules, d.player, d.a, d.frame["discount"]))
    return (f"prepares {d.names.room(d.board, d.a)} {paid(price)}", ROOMS)


def _steps(d: Decision) -> tuple[str, ...]:
    money = int(d.frame["strength"]) - d.a
    takes = [many(d.a, "emperor step")] if d.a else []
    takes += [many(money, "krone")] if money else []
    return (f"takes {' and '.join(takes) or 'nothing'}",)


def _copy(d: Decision) -> tuple[str, ...]:
    verb = "carries out" if int(d.frame["marks"]) & c.C_OPTIONAL else "copies"
    return (f"{verb} action {d.a} ({d.names.action(d.a)}), strength {d.frame['strength']}",)


def _hire(d: Decision) -> tuple[str, ...]:
    printed = int(d.rules.staff_cost[d.a])
    price = int(hire_price(d.rules, d.a, d.frame["discount"]))
    cost = f"printed cost {printed}, " if price != printed else ""
    text = f"plays {d.names.staff(d.a)}, {cost}{paid(price)} ({d.names.staff_text(d.a)})"
    return (text, HAND)


def _stop(d: Decision) -> tuple[str, ...]:
    kind = d.frame["kind"]
    if kind == c.F_REWARDS:
        rest = d.names.masked(d.frame["effect"], int(d.frame["effects"]))
        return (f"leaves the rest of the reward ({rest})",)
    return (FRAMES[int(kind)].stop or "stops",)


def _reward(d: Decision) -> tuple[str, ...]:
    row = int(d.frame["effect"]) + d.a
    source = d.names.source(int(d.frame["source"]), d.state["log"], row)
    what = d.names.effect_texts[row]
    return (f"{reward_title(d.frame, source)}: {what}",)


def reward_title(frame: Any, source: str) -> str:
    """ "reward of 65 Knight of the Empire", or the card itself for other lists of effects."""
    return f"reward of {source}" if int(frame["marks"]) & c.R_GUEST else source


def staff_for_leaving(names: Names, state: Any, seat: int, guest: int) -> str:
    """What staff pay for a guest who leaves the cafe."""
    return "; ".join(answering(names, state, seat, c.ON_GUEST_LEAVES, guest))


def _staff_bonus(d: Decision) -> tuple[str, ...]:
    return (staff_for_leaving(d.names, d.state, d.seat, int(d.frame["guest"])),)


def _tile(d: Decision) -> int:
    return int(d.frame["tile"])


def _take_penalty(d: Decision) -> tuple[str, ...]:
    tile = _tile(d)
    first, n = d.rules.tile_penalty[tile], d.rules.tile_penalty_n[tile]
    return (f"suffers the penalty: {d.names.effects(first, n)}",)


def _lose_vp(d: Decision) -> tuple[str, ...]:
    return (f"loses {d.rules.tile_or_vp[_tile(d)]} VP instead of the penalty",)


def _avert(d: Decision) -> tuple[str, ...]:
    return (f"averts the penalty {paid(int(d.player['avert_cost']))}",)


def _copy_final(d: Decision) -> tuple[str, ...]:
    owner = next(
        seat
        for seat in range(d.state["n_players"])
        if seat != d.seat and d.a in cards(d.state["players"][seat], "staff")
    )
    own = d.names.staff(int(d.frame["card"]))
    return (f"{own} copies {d.names.staff(d.a)} of {seat_name(owner)} ({d.names.staff_text(d.a)})",)


def _draft(d: Decision) -> tuple[str, ...]:
    rest = "" if d.player["offer_size"] == 1 else ", passes the rest to the left"
    return (f"keeps {d.names.staff_cost(d.a)}{rest}", HAND, OFFER)


SENTENCES: dict[int, Callable[[Decision], tuple[str, ...]]] = {
    c.PASS: _pass,
    c.END_TURN: lambda d: ("ends the turn",),
    c.DIE: _die,
    c.TAKE_GUEST: _take_guest,
    c.SERVE: _serve,
    c.CHECK_IN: _check_in,
    c.CLAIM: _claim,
    c.USE_STAFF: _use_staff,
    c.DO_MAIN: lambda d: ("carries out the main action",),
    c.DIE_BONUS: _die_bonus,
    c.SPLIT: _split,
    c.PLACE: lambda d: (instead(d),),
    c.KEEP: _keep,
    c.CHOOSE_GOOD: lambda d: (f"chooses {GOODS_WORDS[d.a]}",),
    c.PREPARE: _prepare,
    c.OCCUPY: lambda d: ("",),
    c.STEPS: _steps,
    c.COPY: _copy,
    c.SPACE: _space,
    c.HIRE: _hire,
    c.BURY: lambda d: ("",),
    c.FILL: lambda d: ("fills an order from the supply",),
    c.REWARD: _reward,
    c.OCCUPANCY_BONUS: lambda d: (d.names.bonuses(d.player, int(d.frame["groups"])),),
    c.STAFF_BONUS: _staff_bonus,
    c.STOP: _stop,
    c.TAKE_PENALTY: _take_penalty,
    c.LOSE_VP: _lose_vp,
    c.AVERT: _avert,
    c.REMOVE_ROOM: lambda d: ("",),
    c.REMOVE_STAFF: lambda d: ("",),
    c.COPY_FINAL: _copy_final,
    c.DRAFT: _draft,
    **MODULE_SENTENCES,
}
