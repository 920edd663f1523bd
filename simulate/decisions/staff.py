"""Staff cards: drafted, hired, used, copied, given up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from simulate.decisions.entries import Action, Frame
from simulate.decisions.forms import staffed
from simulate.decisions.ranges import Ranges, each, has_effect, staff
from simulate.engine import codes as c
from simulate.engine.staff import hire_price
from simulate.narration.changes import HAND, OFFER, cards
from simulate.narration.names import krones, paid, seat_name

if TYPE_CHECKING:
    from simulate.narration.decision import Decision
    from simulate.referee.reasons.case import Case, Reason

TIMINGS = {
    c.ONCE: ("acts once, when it is played", "staff-card.once"),
    c.PERMANENT: ("is permanent and works by itself", "staff-card.permanent"),
    c.END: ("counts in the final scoring only", "staff-card.final"),
}


# -- what is told ---------------------------------------------------------------------------------


def tell_use_staff(d: Decision) -> tuple[str, ...]:
    return (f"uses {d.names.staff(d.a)} ({d.names.staff_text(d.a)})",)


def tell_hire(d: Decision) -> tuple[str, ...]:
    printed = int(d.rules.staff_cost[d.a])
    price = int(hire_price(d.rules, d.a, d.frame["discount"]))
    cost = f"printed cost {printed}, " if price != printed else ""
    text = f"plays {d.names.staff(d.a)}, {cost}{paid(price)} ({d.names.staff_text(d.a)})"
    return (text, HAND)


def tell_copy_final(d: Decision) -> tuple[str, ...]:
    owner = next(
        seat
        for seat in range(d.state["n_players"])
        if seat != d.seat and d.a in cards(d.state["players"][seat], "staff")
    )
    own = d.names.staff(int(d.frame["card"]))
    return (f"{own} copies {d.names.staff(d.a)} of {seat_name(owner)} ({d.names.staff_text(d.a)})",)


def tell_draft(d: Decision) -> tuple[str, ...]:
    rest = "" if d.player["offer_size"] == 1 else ", passes the rest to the left"
    return (f"keeps {d.names.staff_cost(d.a)}{rest}", HAND, OFFER)


# -- why it is not legal --------------------------------------------------------------------------


def refuse_use(case: Case) -> Reason | None:
    """A once-a-round card."""
    p, card = case.p, case.a
    name = case.names.staff(card)
    in_play = cards(p, "staff")
    if card not in in_play:
        where = "is still in hand" if card in cards(p, "hand") else "is not in play"
        return case.because(
            f"{name} {where}: only staff in play is used", "staff-card.round", "staff-card.in-play"
        )
    if card_waits(case, card):
        return case.because(f"{name} waits: it is used after the action in which it is met")
    if case.rules.staff_timing[card] != c.ROUND:
        text, clause = TIMINGS[int(case.rules.staff_timing[card])]
        return case.because(f"{name} is no once-a-round card: it {text}", clause)
    if p.staff_used[in_play.index(card)]:
        return case.because(f"{name} has been used in this round already", "staff-card.round")
    return refuse_unpaid(case, card)


def card_waits(case: Case, card: int) -> bool:
    """Is the card used only after what it waits for?"""
    return bool(case.rules.staff_waits[card])


def refuse_unpaid(case: Case, card: int) -> Reason:
    """A card that is paid for, or that would do nothing."""
    rules, p, name = case.rules, case.p, case.names.staff(card)
    cost = [int(n) for n in rules.pay_goods[card]]
    items = sum(int(n) for n in p.kitchen[: c.CHOICE]) - sum(cost[: c.CHOICE])
    lacking = any(n > have for n, have in zip(cost, p.kitchen)) or items < rules.pay_items[card]
    lacking |= rules.pay_krones[card] > p.krones or rules.pay_emperor[card] > p.emperor
    if lacking:
        return case.because(f"{case.player} has not what using {name} costs")
    return case.because(f"what {name} does would change nothing now")


def refuse_waiting(case: Case) -> Reason | None:
    """A card that waits for its event."""
    name = case.names.staff(case.a)
    return case.because(f"{name} cannot be used now: what it waits for has not happened")


def refuse_hire(case: Case) -> Reason | None:
    """A card of the hand, or of those just drawn."""
    p, card, offered = case.p, case.a, case.frame.kind == c.F_OFFER
    name = case.names.staff(card)
    if card not in cards(p, "offer" if offered else "hand"):
        if card in cards(p, "staff"):
            return case.because(f"{name} is in play already", "staff-card.how-played")
        if offered:
            return case.because(f"{name} is not among the cards drawn", "staff-card.offer")
        return case.because(f"{name} is not in the hand of {case.player}", "hire.one-card")
    printed, discount = int(case.rules.staff_cost[card]), int(case.frame.discount)
    price = int(hire_price(case.rules, card, discount))
    if price <= p.krones:
        return None
    less = f" ({printed} less {discount})" if discount else ""
    return case.because(
        f"playing {name} costs {krones(price)}{less}; {case.has_krones()}",
        "staff-card.price", "hire.unaffordable", "hire.discount",
    )  # fmt: skip


def refuse_bury(case: Case) -> Reason | None:
    """A card that goes under the deck."""
    of_hand = case.frame.kind == c.F_BURY_HAND
    where = "in the hand" if of_hand else "among the cards drawn"
    return case.because(
        f"{case.names.staff(case.a)} is not {where}",
        "emperor.cards-buried" if of_hand else "staff-card.offer-rest",
    )


def refuse_remove(case: Case) -> Reason | None:
    """A card in play that a penalty takes."""
    name, timing = case.names.staff(case.a), int(case.frame.timing)
    if case.a not in cards(case.p, "staff"):
        return case.because(f"{name} is not in play", "emperor_tile.C4.removed-card")
    word = {c.ONCE: "once", c.ROUND: "once-a-round", c.PERMANENT: "permanent"}.get(timing, "final")
    return case.because(
        f"the penalty takes a {word} card, which {name} is not", "emperor_tile.C4.penalty"
    )


def refuse_copy_final(case: Case) -> Reason | None:
    """A final-scoring card of another hotel."""
    name, rules = case.names.staff(case.a), case.rules
    if case.a in cards(case.p, "staff"):
        return case.because(f"{name} is an own card: one of another player is copied")
    if not any(case.a in cards(p, "staff") for p in case.g.players[: case.g.n_players]):
        return case.because(f"{name} is in play in no hotel")
    if rules.staff_timing[case.a] != c.END:
        return case.because(f"{name} is no final-scoring card")
    return case.because(f"{name} copies itself and brings nothing to copy")


def refuse_draft(case: Case) -> Reason | None:
    pack = ", ".join(case.names.staff(card) for card in cards(case.p, "offer"))
    return case.because(
        f"{case.names.staff(case.a)} is not in the pack of {case.player}: {pack}", "variant.draft"
    )


# -- what there is --------------------------------------------------------------------------------


def used(rules: np.record) -> Ranges:
    """Cards that are used: once a round, or after what they wait for."""
    round_or_waiting = (rules.staff_timing == c.ROUND) | (rules.staff_waits != 0)
    yield from each(np.flatnonzero(round_or_waiting[: rules.n_staff]))


def copied(rules: np.record) -> Ranges:
    """Final-scoring cards that another one can copy."""
    copies = rules.staff_copies[: rules.n_staff] != 0
    if copies.any():
        yield from each(np.flatnonzero((rules.staff_timing[: rules.n_staff] == c.END) & ~copies))


def refuse_stop_hire(case: Case) -> Reason | None:
    """Playing none of the cards."""
    if not case.frame.marks & c.O_MUST:
        return None
    drawn = case.frame.kind == c.F_OFFER
    return case.because(
        f"one of the cards {'drawn' if drawn else 'in hand'} can be paid for and must be played",
        "staff-card.offer-declined" if drawn else "entrance.mayenfels.receipt",
    )


FRAMES = (
    Frame(
        c.F_DRAFT, "draft", "draft", "which card of the pack is kept",
        "everybody in turn order, at the set-up",
    ),
    Frame(
        c.F_HIRE, "hire", "staff card from the hand", "which staff card is played",
        fields={"left": "cards that may still be played", "discount": "krones less for each"},
        marks={c.O_MUST: "one must be played"},
        stop="plays no staff card",
        bound=refuse_stop_hire,
    ),
    Frame(
        c.F_OFFER, "offer", "staff card of those drawn", "which of the cards drawn is played",
        fields={"discount": "krones less"},
        marks={c.O_MUST: "one must be played"},
        stop="plays none of the cards drawn",
        bound=refuse_stop_hire,
    ),
    Frame(
        c.F_BURY_OFFER, "bury-offer", "order of cards put under the deck",
        "in which order cards go under the deck",
    ),
    Frame(
        c.F_BURY_HAND, "bury-hand", "hand cards to give up",
        "which cards of the hand go under the deck",
        fields={"left": "cards still to be given up"},
    ),
    Frame(
        c.F_REMOVE_STAFF, "remove-staff", "staff card to give up",
        "which staff card leaves the game",
        fields={"left": "cards still to be given up", "timing": "what cards are taken"},
    ),
    Frame(
        c.F_COPY_FINAL, "copy-final", "final card to copy", "which final-scoring card is copied",
        "the owner of a card that copies, at the final scoring",
        fields={"card": "the card that copies"},
        stop="copies no card",
    ),
    Frame(
        c.F_DUE, "due", "cards used after their event",
        "which of the cards that waited is used", "the owner of the cards",
        marks={c.U_ROUND: "only those used once a round"},
        stop="does not use what waits",
        possible=lambda rules: bool(rules.staff_waits[: rules.n_staff].any()),
    ),
)  # fmt: skip

ACTIONS = (
    Action(
        c.USE_STAFF, "use-staff", "use a once-a-round staff card", staffed("use"),
        tell_use_staff, {c.F_TURN: refuse_use, c.F_DUE: refuse_waiting}, used,
    ),
    Action(
        c.HIRE, "hire", "play a staff card", staffed("hire"), tell_hire,
        {c.F_HIRE: refuse_hire, c.F_OFFER: refuse_hire}, lambda rules: each(staff(rules)),
        belongs="action 5, or an effect that lets play a staff card",
        clauses=("staff-card.how-played",),
    ),
    Action(
        c.BURY, "bury", "put a staff card under the deck", staffed("bury"), lambda d: ("",),
        {c.F_BURY_OFFER: refuse_bury, c.F_BURY_HAND: refuse_bury},
        lambda rules: each(
            staff(rules) if has_effect(rules, c.P_BURY_STAFF, c.E_DRAW_AND_HIRE) else ()
        ),
        belongs="cards drawn, or a penalty",
        clauses=("staff-card.offer-rest", "emperor.cards-buried"), continues=True,
    ),
    Action(
        c.REMOVE_STAFF, "remove-staff", "give up a staff card in play", staffed("remove staff"),
        lambda d: ("",), {c.F_REMOVE_STAFF: refuse_remove},
        lambda rules: each(staff(rules) if has_effect(rules, c.P_REMOVE_STAFF) else ()),
        belongs="an emperor's penalty", clauses=("emperor.penalty",), continues=True,
    ),
    Action(
        c.COPY_FINAL, "copy-final", "copy another hotel's final card", staffed("copy card"),
        tell_copy_final, {c.F_COPY_FINAL: refuse_copy_final}, copied,
        belongs="the final scoring", clauses=("final.staff",),
    ),
    Action(
        c.DRAFT, "draft", "draft a staff card", staffed("draft"), tell_draft,
        {c.F_DRAFT: refuse_draft},
        lambda rules: each(staff(rules) if rules.hands == c.HANDS_DRAFT else ()),
        belongs="the draft", clauses=("variant.draft-moment",),
    ),
)  # fmt: skip
