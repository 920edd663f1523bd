"""Why actions of `decisions/politics.py` are not legal."""

from __future__ import annotations

from simulate.engine import codes as c
from simulate.engine.compile_words import COUNT_WORDS
from simulate.engine.count import count
from simulate.engine.state import FIRST_ENTRANCE
from simulate.referee.reasons.case import Case, Reason, Reasons

COUNT_OF = {code: word.replace("_", " ") for word, code in COUNT_WORDS.items()}


def refuse_claim(case: Case) -> Reason | None:
    letter, p, rules = case.a, case.p, case.rules
    if rules.politics_claim_turn_end:
        return case.because(
            "politics cards are claimed by themselves as a turn ends", "variant.auto-claim"
        )
    if letter > 2:
        own = int(case.g.own_politics[letter - 3]) if letter < 6 else -1
        unmet = "; ".join(needs_unmet(case, own)) if own >= 0 else ""
        return refuse_own(case, letter - 3, unmet)
    card = int(case.g.politics[letter]) if letter < 3 else -1
    if card < 0:
        return case.because(f"there is no politics card {'ABC'[letter]}", "politics-card.claim")
    name = case.names.politics(card)
    if p.claimed >> letter & 1:
        return case.because(
            f"{case.player} has a marker on politics card {name} already",
            "politics-card.one-marker",
        )
    if case.g.markers[letter] >= rules.n_places[card]:
        return case.because(f"no place is left on politics card {name}", "politics-card.fourth")
    unmet = "; ".join(needs_unmet(case, card))
    key = case.names.politics_keys[card]
    return case.because(
        f"the condition of politics card {name} is not met: {unmet}",
        "politics-card.claim", f"politics.cards.{key}",
    )  # fmt: skip


def refuse_own(case: Case, letter: int, unmet: str) -> Reason | None:
    """A personal politics card. ``unmet``: the unmet part of its condition."""
    g, p = case.g, case.p
    own = p.entrance >= 0 and case.rules.card_own_politics[FIRST_ENTRANCE + p.entrance]
    if not own or letter > 2 or g.own_politics[letter] < 0:
        return case.because(
            f"{case.player} has no such personal politics card", "entrance.ninas-melange.cards"
        )
    name = case.names.politics(int(g.own_politics[letter]))
    if p.own_done >> letter & 1:
        return case.because(
            f"the personal politics card {name} is turned over already",
            "entrance.ninas-melange.once",
        )
    return case.because(
        f"the condition of the personal politics card {name} is not met: {unmet}",
        "entrance.ninas-melange",
    )


def needs_unmet(case: Case, card: int) -> list[str]:
    """The requirements of a politics card that its player does not meet, with both numbers."""
    rules, found = case.rules, []
    key = case.names.politics_keys[card]
    needs = case.lexicon.ruleset.politics.cards[key].needs
    for i in range(rules.politics_needs[card]):
        what, arg = int(rules.need_count[card, i]), int(rules.need_arg[card, i])
        have, need = int(count(case.rules, case.p, what, arg)), int(rules.need_at_least[card, i])
        if have < need:
            given = needs[i]
            narrow = (given.colour, getattr(given, "good", None))
            word = " ".join(str(part) for part in (*narrow, COUNT_OF[what]) if part)
            found.append(f"{word}: has {have}, needs {need}")
    return found


REASONS: Reasons = {
    (c.F_TURN, c.CLAIM): refuse_claim,
}
