"""Why an action about staff and politics cards is illegal."""

from __future__ import annotations

from typing import Any

from simulate.engine import codes as c
from simulate.engine.compile_words import COUNT_WORDS
from simulate.engine.count import count
from simulate.engine.staff import hire_price
from simulate.narration.changes import cards
from simulate.narration.names import krones
from simulate.referee.reasons.case import Case, Reason
from simulate.referee.reasons.modules import claim_own

TIMINGS = {
    c.ONCE: ("acts once, when it is played", "staff-card.once"),
    c.PERMANENT: ("is permanent and works by itself", "staff-card.permanent"),
    c.END: ("counts in the final scoring only", "staff-card.final"),
}
COUNT_OF = {code: word.replace("_", " ") for word, code in COUNT_WORDS.items()}


def use(case: Case) -> Reason | None:
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
    return _unpaid(case, card)


def card_waits(case: Case, card: int) -> bool:
    """Is the card used only after what it waits for?"""
    return bool(case.rules.staff_waits[card])


def _unpaid(case: Case, card: int) -> Reason:
    """A card that is paid for, or that would do nothing."""
    rules, p, name = case.rules, case.p, case.names.staff(card)
    cost = [int(n) for n in rules.pay_goods[card]]
    items = sum(int(n) for n in p.kitchen[: c.CHOICE]) - sum(cost[: c.CHOICE])
    lacking = any(n > have for n, have in zip(cost, p.kitchen)) or items < rules.pay_items[card]
    lacking |= rules.pay_krones[card] > p.krones or rules.pay_emperor[card] > p.emperor
    if lacking:
        return case.because(f"{case.player} has not what using {name} costs")
    return case.because(f"what {name} does would change nothing now")


def hire(case: Case) -> Reason | None:
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


def bury(case: Case) -> Reason | None:
    """A card that goes under the deck."""
    of_hand = case.frame.kind == c.F_BURY_HAND
    where = "in the hand" if of_hand else "among the cards drawn"
    return case.because(
        f"{case.names.staff(case.a)} is not {where}",
        "emperor.cards-buried" if of_hand else "staff-card.offer-rest",
    )


def remove(case: Case) -> Reason | None:
    """A card in play that a penalty takes."""
    name, timing = case.names.staff(case.a), int(case.frame.timing)
    if case.a not in cards(case.p, "staff"):
        return case.because(f"{name} is not in play", "emperor_tile.C4.removed-card")
    word = {c.ONCE: "once", c.ROUND: "once-a-round", c.PERMANENT: "permanent"}.get(timing, "final")
    return case.because(
        f"the penalty takes a {word} card, which {name} is not", "emperor_tile.C4.penalty"
    )


def copy_final(case: Case) -> Reason | None:
    """A final-scoring card of another hotel."""
    name, rules = case.names.staff(case.a), case.rules
    if case.a in cards(case.p, "staff"):
        return case.because(f"{name} is an own card: one of another player is copied")
    if not any(case.a in cards(p, "staff") for p in case.g.players[: case.g.n_players]):
        return case.because(f"{name} is in play in no hotel")
    if rules.staff_timing[case.a] != c.END:
        return case.because(f"{name} is no final-scoring card")
    return case.because(f"{name} copies itself and brings nothing to copy")


def draft(case: Case) -> Reason | None:
    pack = ", ".join(case.names.staff(card) for card in cards(case.p, "offer"))
    return case.because(
        f"{case.names.staff(case.a)} is not in the pack of {case.player}: {pack}", "variant.draft"
    )


def claim(case: Case) -> Reason | None:
    """A politics card."""
    letter, p, rules = case.a, case.p, case.rules
    if rules.claims_at_turn_end:
        return case.because(
            "politics cards are claimed by themselves as a turn ends", "variant.auto-claim"
        )
    if letter > 2:
        own = int(case.g.own_politics[letter - 3]) if letter < 6 else -1
        unmet = "; ".join(needs_unmet(case, own)) if own >= 0 else ""
        return claim_own(case, letter - 3, unmet)
    card = int(case.g.politics[letter]) if letter < 3 else -1
    if card < 0:
        return case.because(f"there is no politics card {'ABC'[letter]}", "politics-card.claim")
    name = case.names.politics(card)
    if p.claimed >> letter & 1:
        return case.because(
            f"{case.player} has a marker on politics card {name} already",
            "politics-card.one-marker",
        )
    if case.g.markers[letter] >= rules.n_places:
        return case.because(f"no place is left on politics card {name}", "politics-card.fourth")
    unmet = "; ".join(needs_unmet(case, card))
    key = case.names.politics_keys[card]
    return case.because(
        f"the condition of politics card {name} is not met: {unmet}",
        "politics-card.claim", f"politics.cards.{key}",
    )  # fmt: skip


def needs_unmet(case: Case, card: int) -> list[str]:
    """What a politics card asks for and its player does not have, with both numbers."""
    rules, found = case.rules, []
    key = case.names.politics_keys[card]
    needs = case.lexicon.ruleset.politics.cards[key].needs
    for i in range(rules.politics_needs[card]):
        what, arg = int(rules.need_count[card, i]), int(rules.need_arg[card, i])
        have, need = _counted(case, what, arg), int(rules.need_at_least[card, i])
        if have < need:
            given = needs[i]
            narrow = (given.colour, getattr(given, "good", None))
            word = " ".join(str(part) for part in (*narrow, COUNT_OF[what]) if part)
            found.append(f"{word}: has {have}, needs {need}")
    return found


def _counted(case: Case, what: int, arg: int) -> int:
    result: Any = count(case.rules, case.p, what, arg)
    return int(result)
