"""Cards that a transcript names when they are drawn, not in advance."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from model import UserError
from simulate.narration.changes import guest_deck
from simulate.referee.stepper import Stepper
from simulate.referee.values import Card
from simulate.words.lexicon import Lexicon


def draw(
    lexicon: Lexicon,
    stepper: Stepper,
    cards: Sequence[Card],
    change: Callable[[Stepper], object],
) -> None:
    """Carry out a change of the game that draws these cards, in this order.

    The cards are guests, staff cards or celebrities, by number or name. Raises UserError for a card
    that cannot come, or that was not drawn; the stepper is unusable afterwards.
    """
    guests, staff = list[int](), 0
    for card in cards:
        kind, index = _find(lexicon, stepper, card)
        if kind == "guest":
            stepper.unknown.next_guest(stepper.g, index)
            guests.append(index)
        elif kind == "staff":
            stepper.unknown.next_staff(stepper.g, index)
            staff += 1
        else:
            stepper.lounge.name_next(stepper.g, index)
    before, shuffles = stepper.drawn, int(stepper.g.guest_shuffles)
    change(stepper)
    left = [guest for guest in guests if guest in guest_deck(stepper.g)]
    if left and stepper.g.guest_shuffles == shuffles:
        raise UserError(f"{lexicon.guests.text(left[0])} is not drawn by this step")
    drawn = stepper.drawn - before
    if drawn < staff:
        raise UserError(f"{staff} staff cards are named; this step draws {drawn or 'none'}")


def _find(lexicon: Lexicon, stepper: Stepper, card: Card) -> tuple[str, int]:
    """A card's kind and index. Raises UserError if it can be no card of a deck."""
    unknown = stepper.unknown
    found = [("guest", i) for i in lexicon.guests.called(str(card))]
    found += [("staff", i) for i in lexicon.staff.called(str(card))]
    found += [("celebrity", i) for i in lexicon.celebrities(str(card))]
    hidden = {"guest": unknown.guests, "staff": unknown.staff}
    there = [one for one in found if one[0] == "celebrity" or one[1] in hidden[one[0]]]
    if len(there) == 1:
        return there[0]
    if there:
        raise UserError(f"{card!r} is the name of two cards: write the number")
    if found:
        raise UserError(f"{card!r} is elsewhere already, or is known to lie in another place")
    raise UserError(f"there is no card {card!r} in this ruleset")
