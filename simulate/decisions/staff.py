"""Decisions about staff cards: drafted, hired, given up, copied, used after their event."""

from simulate.decisions.entries import Frame
from simulate.engine import codes as c

FRAMES = (
    Frame(
        c.F_DRAFT, "draft", "draft", "which card of the pack is kept",
        "everybody in turn order, at the set-up",
    ),
    Frame(
        c.F_HIRE, "hire", "staff card from the hand", "which staff card is played",
        fields={"left": "cards that may still be played", "discount": "krones less for each"},
        stop="plays no staff card",
    ),
    Frame(
        c.F_OFFER, "offer", "staff card of those drawn", "which of the cards drawn is played",
        fields={"discount": "krones less"},
        stop="plays none of the cards drawn",
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
        stop="does not use what waits",
    ),
)  # fmt: skip
