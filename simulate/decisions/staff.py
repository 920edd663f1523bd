"""Staff cards: drafted, hired, used, copied, given up."""

from __future__ import annotations

import numpy as np

from simulate.decisions.entries import Action, Frame
from simulate.decisions.forms import staffed
from simulate.decisions.ranges import Ranges, each, has_effect, staff
from simulate.engine import codes as c

# -- possible arguments ---------------------------------------------------------------------------


def used(rules: np.record) -> Ranges:
    """Cards that can be used: once a round, or after the event they wait for."""
    round_or_waiting = (rules.staff_timing == c.ROUND) | (rules.staff_waits != 0)
    yield from each(np.flatnonzero(round_or_waiting[: rules.n_staff]))


def copied(rules: np.record) -> Ranges:
    """Final-scoring cards that another one can copy."""
    copies = rules.staff_copies[: rules.n_staff] != 0
    if copies.any():
        yield from each(np.flatnonzero((rules.staff_timing[: rules.n_staff] == c.END) & ~copies))


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
    ),
    Frame(
        c.F_OFFER, "offer", "staff card of those drawn", "which of the cards drawn is played",
        fields={"before": "cards of offers that brought this one", "discount": "krones less"},
        marks={c.O_MUST: "one must be played"},
        stop="plays none of the cards drawn",
    ),
    Frame(
        c.F_BURY_OFFER, "bury-offer", "order of cards put under the deck",
        "in which order cards go under the deck",
        fields={"before": "cards of offers that brought this one"},
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
        (c.F_TURN, c.F_DUE), used,
    ),
    Action(
        c.HIRE, "hire", "play a staff card", staffed("hire"),
        (c.F_HIRE, c.F_OFFER), lambda rules: each(staff(rules)),
        belongs="action 5, or an effect by which a staff card is played",
        clauses=("staff-card.how-played",),
    ),
    Action(
        c.BURY, "bury", "put a staff card under the deck", staffed("bury"),
        (c.F_BURY_OFFER, c.F_BURY_HAND),
        lambda rules: each(
            staff(rules) if has_effect(rules, c.P_BURY_STAFF, c.E_DRAW_AND_HIRE) else ()
        ),
        belongs="cards drawn, or a penalty",
        clauses=("staff-card.offer-rest", "emperor.cards-buried"), continues=True,
    ),
    Action(
        c.REMOVE_STAFF, "remove-staff", "give up a staff card in play", staffed("remove staff"),
        (c.F_REMOVE_STAFF,),
        lambda rules: each(staff(rules) if has_effect(rules, c.P_REMOVE_STAFF) else ()),
        belongs="an emperor's penalty", clauses=("emperor.penalty",), continues=True,
    ),
    Action(
        c.COPY_FINAL, "copy-final", "copy another hotel's final card", staffed("copy card"),
        (c.F_COPY_FINAL,), copied,
        belongs="the final scoring", clauses=("final.staff",),
    ),
    Action(
        c.DRAFT, "draft", "draft a staff card", staffed("draft"),
        (c.F_DRAFT,),
        lambda rules: each(staff(rules) if rules.hands == c.HANDS_DRAFT else ()),
        belongs="the draft", clauses=("variant.draft-moment",),
        possible=lambda rules: True,  # whatever the hands: these are an option, not a rule
    ),
)  # fmt: skip
