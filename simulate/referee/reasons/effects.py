"""Why an action on the way through a main action, a reward or a penalty is illegal."""

from __future__ import annotations

from simulate.engine import codes as c
from simulate.engine.effects import possible
from simulate.engine.emperor import can_suffer
from simulate.engine.main_action import bonus_trigger
from simulate.narration.names import krones
from simulate.referee.reasons.case import Case, Reason
from simulate.referee.reasons.turn import space


def steps(case: Case) -> Reason | None:
    return case.because(
        f"the strength is {case.frame.strength}: at most so many steps are taken", "tracks.split"
    )


def copy(case: Case) -> Reason | None:
    return case.because(
        f"action {case.a} cannot be copied: one of the other five main actions is", "copy.others"
    )


def use_space(case: Case) -> Reason | None:
    """An action space that an effect lets use, without a die."""
    granted = int(case.frame.marks)
    allowed = int(case.rules.strengthen_times) if granted & c.X_STRENGTHEN else 0
    found = space(case, case.a, bool(granted & c.X_DIE_BONUSES), allowed)
    if found is None and case.b:
        return case.because("no die is taken here, so nothing is left uncounted", "guest.97")
    return found


def die_bonus(case: Case) -> Reason | None:
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


def main(case: Case) -> Reason | None:
    return case.because("the main action of this turn is done", "die.one-a-turn")


def stop_main(case: Case) -> Reason | None:
    return case.because("the main action itself is still to be done", "die.mandatory")


def reward(case: Case) -> Reason | None:
    """A part of a guest's reward, or of another list of effects."""
    frame, names = case.frame, case.names
    row = int(frame.effect) + case.a
    guest = bool(frame.marks & c.R_GUEST)
    if guest and case.a >= int(case.rules.guest_reward_n[frame.guest]):
        return case.because(f"there is no part {case.a + 1} of this reward", "check-in.reward")
    if not guest and not frame.effects >> case.a & 1:
        return case.because(f"there is no part {case.a + 1} here, or it has been taken")
    what = names.effect_texts.get(row, "this part")
    if not frame.effects >> case.a & 1:
        return case.because(f"this part of the reward ({what}) has been taken", "check-in.reward")
    if not possible(case.g, case.rules, case.seat, row):
        return case.because(
            f"this part of the reward ({what}) cannot be carried out now", "reward.impossible"
        )
    return None


def bonus(case: Case) -> Reason | None:
    """The occupancy bonus of the group that a guest completed, or what staff pay for the guest."""
    frame = case.frame
    ids: tuple[str, ...]
    if case.kind == c.OCCUPANCY_BONUS:
        due, ids = bool(frame.groups), ("group.complete", "group.order-2015", "group.order-2021")
        what, when = "occupancy bonus", int(case.rules.bonus_timing)
    else:
        due, ids = bool(frame.marks & c.R_STAFF_DUE), ("check-in.staff-bonus-order",)
        what, when = "bonus by staff", int(case.rules.staff_bonus_timing)
    if not frame.marks & c.R_GUEST or not due:
        return case.because(f"no {what} is due", ids[0])
    side = {c.BEFORE: "before", c.AFTER: "after"}.get(when, "before or after")
    return case.because(f"the {what} comes {side} the reward, not within it", *ids[-2:])


def penalty(case: Case) -> Reason | None:
    """Suffering the emperor's penalty, losing VP instead, or averting it."""
    tile = int(case.frame.tile)
    key, rules, p = case.names.tile_keys[tile], case.rules, case.p
    what = case.names.effects(rules.tile_penalty[tile], rules.tile_penalty_n[tile])
    if case.kind == c.AVERT:
        if p.avert_cost < 0:
            return case.because(f"no staff of {case.player} averts a penalty", "emperor.penalty")
        return case.because(
            f"averting the penalty costs {krones(int(p.avert_cost))}; {case.has_krones()}",
            "emperor.penalty",
        )
    if case.kind == c.TAKE_PENALTY:
        return case.because(
            f"the penalty of tile {key} ({what}) is not possible in full, so the other one is"
            " suffered",
            "emperor.penalty-in-full", "emperor.other-penalty",
        )  # fmt: skip
    if rules.tile_or_vp[tile] < 0:
        return case.because(
            f"tile {key} offers no loss of VP instead of its penalty ({what})",
            "emperor.penalty-alone", f"emperor_tile.{key}.penalty",
        )  # fmt: skip
    if bool(can_suffer(rules, p, tile)):
        return case.because(
            f"VP may not be lost instead while the penalty of tile {key} ({what}) is possible",
            "emperor.penalty-forced-2021", f"emperor_tile.{key}.alternative-2021",
        )  # fmt: skip
    return None
