"""What cards in play change for their owner: each by itself, several together, none any more."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from model import load_ruleset
from simulate.engine.abilities import add_abilities, reset_abilities
from simulate.engine.ability_table import ABILITIES
from simulate.engine.compile import compile_ruleset
from simulate.engine.state import FIRST_CELEBRITY, FIRST_ENTRANCE, PLAYER
from tests.engine.decoding import ALL

# Fields of a player that take over a card's field of the same name.
TAKEN_OVER = tuple(ability.field for ability in ABILITIES)
OTHERS = {"dice": "extra_dice", "dice_optional": "extra_optional"}
PRICES = ("serve_cost", "guest_cost", "copy_cost", "avert_cost")


@cache
def rules() -> Any:
    return compile_ruleset(load_ruleset(f"{ALL}+draft"))[0]


def cards() -> list[int]:
    """All cards that can change something: staff, celebrities, entrances."""
    return [
        *range(rules().n_staff),
        *range(FIRST_CELEBRITY, FIRST_CELEBRITY + rules().n_celebrities),
        *range(FIRST_ENTRANCE, FIRST_ENTRANCE + rules().n_entrances),
    ]


def owner(*cards: int, program: Any = None) -> Any:
    """A hotel with these cards in play, which came in this order."""
    p = np.zeros(1, PLAYER)[0]
    program = rules() if program is None else program
    reset_abilities(program, p)
    for card in cards:
        add_abilities(program, p, card)
    return p


def changed(p: Any) -> bytes:
    """Everything but the list of cards that answer events, which keeps their order."""
    p = p.copy()
    p.owners[:] = 0
    return bytes(p.tobytes())


def test_a_card_by_itself_changes_what_its_program_says():
    plain = owner()
    for card in cards():
        p = owner(card)
        for field in TAKEN_OVER:
            assert np.array_equal(p[field], rules()[f"card_{field}"][card]), (card, field)
        for field, mine in OTHERS.items():
            assert np.array_equal(p[mine], rules()[f"card_{field}"][card]), (card, field)
        assert p.tables == plain.tables + rules().card_tables[card]
        assert bool(p.keeps_guests) == bool(rules().card_round_guests_n[card])
        if p.substitute:
            assert p.substitute_good == rules().card_substitute_good[card]
        assert bool(p.flexible) == bool(p.substitute or p.stands_for.any())


def test_nothing_is_left_of_a_card_that_is_gone():
    plain = changed(owner())
    for card in cards():
        p = owner(card)
        reset_abilities(rules(), p)
        assert changed(p) == plain, card


def test_it_does_not_matter_which_card_came_first():
    round_table = [*cards(), cards()[0]]
    for one, other in pairwise(round_table):
        assert changed(owner(one, other)) == changed(owner(other, one)), (one, other)


@pytest.mark.parametrize("field", PRICES)
def test_of_two_prices_the_lower_one_holds(field):
    program = rules().copy()
    program[f"card_{field}"][:3] = 3, 1, 2
    for order in ((0, 1, 2), (2, 1, 0), (1, 0, 2)):
        assert owner(*order, program=program)[field] == 1
