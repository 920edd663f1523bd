"""Why actions of `decisions/staff.py` are not legal."""

from __future__ import annotations

from simulate.engine import codes as c
from simulate.engine.staff import hire_price
from simulate.narration.changes import cards
from simulate.referee.reasons.case import Case, Reason, Reasons
from simulate.words.names import krones

TIMINGS = {
    c.ONCE: ("acts once, when it is played", "staff-card.once"),
    c.PERMANENT: ("is permanent and works automatically", "staff-card.permanent"),
    c.END: ("counts in the final scoring only", "staff-card.final"),
}


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
    if case.rules.staff_waits[card]:
        return case.because(f"{name} is used after the action that meets its condition")
    if case.rules.staff_timing[card] != c.ROUND:
        text, clause = TIMINGS[int(case.rules.staff_timing[card])]
        return case.because(f"{name} is no once-a-round card: it {text}", clause)
    if p.staff_used[in_play.index(card)]:
        return case.because(f"{name} has been used in this round already", "staff-card.round")
    return refuse_unpaid(case, card)


def refuse_unpaid(case: Case, card: int) -> Reason:
    """A card that has a cost, or that would do nothing."""
    rules, p, name = case.rules, case.p, case.names.staff(card)
    cost = [int(n) for n in rules.pay_goods[card]]
    items = sum(int(n) for n in p.kitchen[: c.CHOICE]) - sum(cost[: c.CHOICE])
    lacking = any(n > have for n, have in zip(cost, p.kitchen)) or items < rules.pay_items[card]
    lacking |= rules.pay_krones[card] > p.krones or rules.pay_emperor[card] > p.emperor
    if lacking:
        return case.because(f"{case.player} has not what using {name} costs")
    return case.because(f"what {name} does would change nothing now")


def refuse_hire(case: Case) -> Reason | None:
    """A card of the hand, or one just drawn."""
    p, card, offered = case.p, case.a, case.frame.kind == c.F_OFFER
    name = case.names.staff(card)
    there = cards(p, "offer")[int(case.frame.before) :] if offered else cards(p, "hand")
    if card not in there:
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
    name, rules = case.names.staff(case.a), case.rules
    if case.a in cards(case.p, "staff"):
        return case.because(f"{name} is {case.player}'s own: a card of another player is copied")
    if not any(case.a in cards(p, "staff") for p in case.g.players[: case.g.n_players]):
        return case.because(f"{name} is in play in no hotel")
    if rules.staff_timing[case.a] != c.END:
        return case.because(f"{name} is no final-scoring card")
    return case.because(f"{name} itself copies a card, so there is nothing to copy")


def refuse_draft(case: Case) -> Reason | None:
    pack = ", ".join(case.names.staff(card) for card in cards(case.p, "offer"))
    return case.because(
        f"{case.names.staff(case.a)} is not in the pack of {case.player}: {pack}", "variant.draft"
    )


def refuse_stop_hire(case: Case) -> Reason | None:
    if not case.frame.marks & c.O_MUST:
        return None
    drawn = case.frame.kind == c.F_OFFER
    return case.because(
        f"one of the cards {'drawn' if drawn else 'in hand'} can be paid for and must be played",
        "staff-card.offer-declined" if drawn else "entrance.mayenfels.receipt",
    )


REASONS: Reasons = {
    (c.F_HIRE, c.STOP): refuse_stop_hire,
    (c.F_OFFER, c.STOP): refuse_stop_hire,
    (c.F_TURN, c.USE_STAFF): refuse_use,
    (c.F_DUE, c.USE_STAFF): lambda case: case.because(
        f"{case.names.staff(case.a)} cannot be used now: what it waits for has not happened"
    ),
    (c.F_HIRE, c.HIRE): refuse_hire,
    (c.F_OFFER, c.HIRE): refuse_hire,
    (c.F_BURY_OFFER, c.BURY): refuse_bury,
    (c.F_BURY_HAND, c.BURY): refuse_bury,
    (c.F_REMOVE_STAFF, c.REMOVE_STAFF): refuse_remove,
    (c.F_COPY_FINAL, c.COPY_FINAL): refuse_copy_final,
    (c.F_DRAFT, c.DRAFT): refuse_draft,
}
