"""Why an action is not legal, in words that a player understands, with the clauses it breaks."""

from __future__ import annotations

from collections.abc import Callable

from simulate import decisions
from simulate.actions import to_words
from simulate.engine import codes as c
from simulate.referee.reasons import building, effects, goods, modules, staff, turn
from simulate.referee.reasons.case import Case, Reason, cited

__all__ = ["Case", "Reason", "cited", "explain"]

Explainer = Callable[[Case], Reason | None]

# What each decision takes, and who explains why it does not take this one.
TURN: dict[int, Explainer] = {
    c.PASS: turn.pass_turn,
    c.END_TURN: turn.end_turn,
    c.DIE: turn.die,
    c.TAKE_GUEST: turn.take_guest,
    c.SERVE: turn.serve,
    c.CHECK_IN: turn.check_in,
    c.CLAIM: staff.claim,
    c.USE_STAFF: staff.use,
    c.DANCE: modules.dance,
    c.KEY: modules.key,
    c.IGNORE_GOOD: modules.ignore_good,
    c.USE_CELEBRITY: modules.use_celebrity,
    c.USE_TILE: modules.use_tile,
}
FRAMES: dict[int, dict[int, Explainer]] = {
    c.F_DRAFT: {c.DRAFT: staff.draft},
    c.F_FREE_GUEST: {c.TAKE_GUEST: turn.guest_of_row},
    c.F_TURN: TURN,
    c.F_MAIN: {
        c.DO_MAIN: effects.main,
        c.DIE_BONUS: effects.die_bonus,
        c.STOP: effects.stop_main,
    },
    c.F_SPLIT: {c.SPLIT: goods.split},
    c.F_GOODS: {c.PLACE: goods.place, c.KEEP: goods.keep},
    c.F_SERVE: {c.PLACE: goods.place, c.STOP: goods.stop_serving},
    c.F_CHOOSE_GOODS: {},
    c.F_PREPARE: {c.PREPARE: building.prepare, c.STOP: building.stop_rooms},
    c.F_OCCUPY: {c.OCCUPY: building.occupy},
    c.F_TRACKS: {c.STEPS: effects.steps},
    c.F_COPY: {c.COPY: effects.copy},
    c.F_SPACE: {c.SPACE: effects.use_space},
    c.F_HIRE: {c.HIRE: staff.hire},
    c.F_OFFER: {c.HIRE: staff.hire},
    c.F_BURY_OFFER: {c.BURY: staff.bury},
    c.F_TAKE_GUEST: {c.TAKE_GUEST: turn.guest_of_row},
    c.F_FILL: {c.FILL: goods.fill},
    c.F_REWARDS: {
        c.REWARD: effects.reward,
        c.OCCUPANCY_BONUS: effects.bonus,
        c.STAFF_BONUS: effects.bonus,
        c.ROW_BONUS: modules.reward_bonus,
        c.SECTION_BONUS: modules.reward_bonus,
    },
    c.F_PENALTY: {
        c.TAKE_PENALTY: effects.penalty,
        c.LOSE_VP: effects.penalty,
        c.AVERT: effects.penalty,
    },
    c.F_BURY_HAND: {c.BURY: staff.bury},
    c.F_REMOVE_ROOM: {c.REMOVE_ROOM: building.remove_room},
    c.F_REMOVE_STAFF: {c.REMOVE_STAFF: staff.remove},
    c.F_COPY_FINAL: {c.COPY_FINAL: staff.copy_final},
    c.F_DUE: {c.USE_STAFF: modules.use_due},
    c.F_PAY: {c.PAY: modules.pay},
    c.F_SWAP: {c.SWAP: modules.swap, c.STOP: modules.stop_swap},
    c.F_TOKEN: {c.TOKEN: modules.token},
    c.F_BONUS_KIND: {c.BONUS_KIND: modules.bonus_kind},
    c.F_AUCTION: {c.BID: modules.bid, c.PASS: modules.pass_auction},
    c.F_REHEARSAL: {c.REHEARSE: modules.rehearse},
    c.F_REMOVE_DIE: {c.REMOVE_DIE: modules.remove_die},
    c.F_REMOVE_DANCER: {c.REMOVE_DANCER: modules.remove_dancer},
    c.F_MORE_GUESTS: {c.TAKE_GUEST: turn.more_guests},
    c.F_SEND: {c.SEND: modules.send},
}
# What an action belongs to, if it is no part of a turn.
BELONGS = {
    c.DRAFT: "the draft",
    c.DO_MAIN: "a main action to which staff add something",
    c.DIE_BONUS: "a main action to which staff add something",
    c.SPLIT: "action 1 or 2, after its die was taken",
    c.PLACE: "goods just received, or serving",
    c.KEEP: "goods just received that a guest wants",
    c.CHOOSE_GOOD: "an effect that lets choose goods",
    c.PREPARE: "action 3, or an effect that lets prepare rooms",
    c.OCCUPY: "an effect that turns over a vacant room",
    c.STEPS: "action 4, after its die was taken",
    c.COPY: "action 6, after its die was taken",
    c.SPACE: "an effect that lets use an action space without a die",
    c.HIRE: "action 5, or an effect that lets play a staff card",
    c.BURY: "cards drawn, or a penalty",
    c.FILL: "an effect that fills an order",
    c.REWARD: "the reward of a guest who moves in",
    c.OCCUPANCY_BONUS: "the reward of a guest who completes a group",
    c.STAFF_BONUS: "the reward of a guest for whom staff pay",
    c.STOP: "a decision that can be ended early",
    c.TAKE_PENALTY: "an emperor's penalty",
    c.LOSE_VP: "an emperor's penalty",
    c.AVERT: "an emperor's penalty",
    c.REMOVE_ROOM: "an emperor's penalty",
    c.REMOVE_STAFF: "an emperor's penalty",
    c.COPY_FINAL: "the final scoring",
    c.SEND: "an effect that sends a dancer",
    c.ROW_BONUS: "a dancer sent to a row with a bonus",
    c.SECTION_BONUS: "the last dancer of a section",
    c.PAY: "a card that is paid in goods, or a penalty",
    c.SWAP: "an effect that swaps goods",
    c.TOKEN: "an entrance with bonus tokens",
    c.BONUS_KIND: "a card that lets choose the occupancy bonus",
    c.BID: "the auction of the hotel entrances",
    c.REHEARSE: "the set-up",
    c.REMOVE_DIE: "rolling again when only coloured dice are left",
    c.REMOVE_DANCER: "an emperor's penalty",
}


def explain(case: Case) -> Reason:
    """Why the action of a case is not legal."""
    known = FRAMES.get(int(case.frame.kind), {})
    found = known[case.kind](case) if case.kind in known else _elsewhere(case)
    return found or _not_listed(case)


def _elsewhere(case: Case) -> Reason:
    """The action is no answer to the decision that is open."""
    asked, kind = decisions.FRAMES[int(case.frame.kind)].asks, case.kind
    words = to_words(case.rules, case.action)
    if case.frame.kind == c.F_TURN:
        return case.because(
            f"{words!r} belongs to {BELONGS[kind]}; nothing of that is open in this turn",
            *HOMES.get(kind, ()),
        )
    first = f"{case.player} must first decide {asked}: {case.options()}"
    under = case.g.frames[: case.g.top - 1]
    if any(kind in FRAMES.get(int(frame.kind), {}) for frame in under):
        return case.because(first, "turn.nothing-interrupted")
    if kind in TURN:
        return case.because(f"no turn is being played; {first}", "additional.own-turn")
    return case.because(
        f"{words!r} belongs to {BELONGS[kind]}; {first}",
        "turn.nothing-interrupted", *HOMES.get(kind, ()),
    )  # fmt: skip


# Clauses about when an action that is no part of a turn is possible at all.
HOMES: dict[int, tuple[str, ...]] = {
    c.DRAFT: ("variant.draft-moment",),
    c.DIE_BONUS: ("staff-card.die-bonus-moment",),
    c.SPLIT: ("dishes.split", "drinks.split"),
    c.PLACE: ("goods.onto-guests", "goods.stay-on-guests"),
    c.KEEP: ("goods.to-the-kitchen",),
    c.CHOOSE_GOOD: ("reward.good-of-choice",),
    c.PREPARE: ("turn.parts", "prepare.by-effect"),
    c.OCCUPY: ("reward.occupy",),
    c.STEPS: ("tracks.split",),
    c.COPY: ("copy.others",),
    c.SPACE: ("die.one-a-turn",),
    c.HIRE: ("staff-card.how-played",),
    c.BURY: ("staff-card.offer-rest", "emperor.cards-buried"),
    c.REWARD: ("check-in.reward",),
    c.OCCUPANCY_BONUS: ("group.complete",),
    c.STAFF_BONUS: ("check-in.staff-bonus-order",),
    c.TAKE_PENALTY: ("emperor.penalty",),
    c.LOSE_VP: ("emperor.penalty",),
    c.AVERT: ("emperor.penalty",),
    c.REMOVE_ROOM: ("emperor.penalty",),
    c.REMOVE_STAFF: ("emperor.penalty",),
    c.COPY_FINAL: ("final.staff",),
    c.SEND: ("send.optional",),
    c.ROW_BONUS: ("dance.row-bonus",),
    c.SECTION_BONUS: ("dance.section-bonus",),
    c.TOKEN: ("entrance.dove",),
    c.BID: ("auction.first-bid",),
    c.REHEARSE: ("rehearsal.order",),
    c.REMOVE_DIE: ("coloured-dice.pass-coloured",),
    c.REMOVE_DANCER: ("emperor.penalty",),
}


def _not_listed(case: Case) -> Reason:
    """Nothing special stands against it: say what is legal."""
    words = to_words(case.rules, case.action)
    return Reason(f"{words!r} is not legal here; legal: {case.options()}", (), generic=True)
