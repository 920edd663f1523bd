"""From the start of a transcript to the state of a game: the set-up with its outcomes of chance.

Everything that chance decides is laid out as in the transcript. Cards that it does not name are
below those it names, in a meaningless order: ``Known`` says how far the decks are known.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from model import UserError
from simulate.engine import codes as c
from simulate.engine.setup import start
from simulate.engine.state import new_games
from simulate.referee.fields import GAME, SetupForm
from simulate.referee.fields.field import FieldView, Stage
from simulate.referee.laying import Faults, at
from simulate.referee.pieces import Known
from simulate.referee.unknown import Unknown
from simulate.words.lexicon import Lexicon


def dealt(lexicon: Lexicon) -> np.ndarray:
    """A game of this ruleset and number of players, set up at random (always the same)."""
    games = new_games()
    start(games[0], lexicon.rules, len(lexicon.players), 0, 0)
    return games


def set_up(lexicon: Lexicon, form: SetupForm) -> tuple[np.ndarray, Known]:
    """A game at the beginning of its set-up: the record, shape (1,), and how decks are known.

    Raises Faults naming the places in the file.
    """
    games = dealt(lexicon)
    view, faults = FieldView(lexicon, games[0]), list[str]()
    for stage in Stage:
        for field in GAME:
            if field.setup and field.stage == stage:
                with at(f"setup.{field.name}", faults):
                    value = getattr(form, field.name)
                    field.setup(view, field.kind.find(lexicon, value))
    if faults:
        raise Faults(faults)
    deck = view.pieces.guest_deck()
    for name, size in (("guest_deck", len(deck)), ("staff_deck", int(view.g.staff_deck_size))):
        given = getattr(form, name)
        if isinstance(given, int) and given != size:
            raise UserError(f"setup.{name}: {given}; it has {size} cards here")
    return games, known(form, _take_stand_ins(view, form))


def _take_stand_ins(view: FieldView, form: Any) -> set[int]:
    """Fill up hands and packs with cards that the set-up does not name; returns these cards."""
    g, rules = view.g, view.rules
    if rules.hands == c.HANDS_BEGINNER:
        return set()
    unknown = Unknown(staff=set(view.pieces.staff_deck()[given_cards(form.staff_deck) :]))
    before = set(view.pieces.staff_deck())
    for seat, p in enumerate(g.players[: g.n_players]):
        if rules.hands == c.HANDS_DRAFT:
            cards = [int(card) for card in p.offer[: p.offer_size]]
            more = unknown.cheapest(g, rules, int(rules.hand) - len(cards))
            view.of(seat).held.set_offer([*cards, *more], drawn=cards)
        else:
            unknown.fill(g, rules, seat, int(rules.hand) - int(p.hand_size))
    return before - set(view.pieces.staff_deck())


def given_cards(deck: list[Any] | int) -> int:
    """How many cards on top of a deck are given."""
    return 0 if isinstance(deck, int) else len(deck)


def known(form: Any, stand_ins: set[int], **more: Any) -> Known:
    """How far a set-up or position gives the decks; ``stand_ins``: cards that it does not name."""
    return Known(
        given_cards(form.guest_deck), given_cards(form.staff_deck), len(form.celebrity_deck),
        stand_ins=frozenset(stand_ins), **more,
    )  # fmt: skip
