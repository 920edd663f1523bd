"""Moments and orders that no text names: each reading of the ruling that decides, in play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from model.sources import sources
from tests.clauses import clause
from tests.scenarios.table import Table
from tests.scenarios.waltz.hall import hall
from tests.scenarios.waltz.moments import MOMENTS, moment

# What is offered after the actions of a moment, under each reading: None for nothing of the kind.
OFFERED: list[tuple[str, str, str, dict[str, bool]]] = [
    ("skipped-turn", "die.skipped-turn", "guest 5", {"ended": True, "passed": False}),
    ("fill-declined", "staff.38.declined", "stop", {"may": True, "must": False}),
    ("captain-moment", "staff.133.moment", "use 133", {"after-action": False, "at-once": True}),
    ("late-seat", "dance.draft-lost-seat", "send to 1.bottom from section 1",
     {"lost": False, "chosen": True}),
    ("orders-when", "more.orders-when", "claim C", {"left": False, "filled": True}),
    ("kaufman-between", "entrance.kaufman.directly", "check in table 1 to 3.1",
     {"directly": False, "any-time": True}),
    ("dove-again", "entrance.dove.again", "token 1", {"again": True, "once": False}),
    ("dove-moment", "entrance.dove.moment", "token 1", {"at-once": True, "last": False}),
    ("bell-before-play", "bell.sum-from", "use 166", {"whole-action": True, "in-play": False}),
    ("reward-action", "bell.action", "use 166", {"together": False, "apart": True}),
    ("bell-orders", "bell.order-filled", "use 167", {"filled": True, "left": False}),
    ("janitor-again", "bell.group-again", "use 178", {"again": True, "once": False}),
]  # fmt: skip

# What there is then.
AMOUNTS: list[tuple[str, str, Callable[[Table], Any], dict[str, Any]]] = [
    ("guest-shuffle", "row.shuffle-moment", lambda t: int(t.state.guest_shuffles),
     {"next-draw": 0, "at-once": 1}),
    ("own-action-staff", "guest.97.own-action-staff", lambda t: t.me.vp_from.get("staff", 0),
     {"paid": 2, "not-paid": 0}),
    ("staff-33-moment", "staff.33.moment", lambda t: t.me.vp_from.get("staff", 0),
     {"leaving": 0, "reward": 4}),
    ("offer-rest-moment", "staff-card.offer-rest-moment", lambda t: t.me.hand,
     {"before-effect": [44], "after-effect": []}),
    ("die-gifts", "staff-card.die-gifts", lambda t: t.me.hand,
     {"in-two-halves": [], "before-action": [10]}),
    ("chaplin-cells", "celebrity.chaplin.cells", lambda t: t.me.vp,
     {"each-cell": 1 + 2 + 1 + 2, "once": 1 + 2 + 1}),
    ("idle-die-staff", "coloured-dice.idle-staff", lambda t: t.me.vp,
     {"unanswered": 0, "answered": 4}),
    ("corogari-bootblack", "entrance.corogari-zant-mainz.new-staff", lambda t: t.me.emperor,
     {"helps": 2, "too-late": 0}),
    ("dove-order", "entrance.dove.order", lambda t: t.me.krones - 10,
     {"floor-first": 6, "column-first": 4}),
    ("stroup-again", "entrance.stroup.once", lambda t: t.me.vp_from.get("entrance", 0),
     {"once": 0, "again": 3}),
    ("coachwoman-vp", "staff.170.declined", lambda t: t.me.vp, {"may": 0, "come": 3}),
]  # fmt: skip


def cases(rows: list[Any]) -> list[Any]:
    """One for each reading; the default one proves the clause, the others its corner."""
    return [
        pytest.param(
            *(id, reading, what, expected),
            id=f"{id}={reading}",
            marks=clause(rule, corner=reading != sources().ruling[id].default_for("revised-2021")),
        )
        for id, rule, what, readings in rows
        for reading, expected in readings.items()
    ]


@pytest.mark.parametrize(("ruling", "reading", "words", "offered"), cases(OFFERED))
def test_what_is_offered(ruling: str, reading: str, words: str, offered: bool):
    assert (words in moment(ruling, reading).options) == offered


@pytest.mark.parametrize(("ruling", "reading", "amount", "expected"), cases(AMOUNTS))
def test_what_there_is(ruling: str, reading: str, amount: Callable[[Table], Any], expected: Any):
    assert amount(moment(ruling, reading)) == expected


def test_every_reading_is_shown():
    by_itself = {"captain-outside-turn", "freud-after-round", "gain-answers"}
    shown = {id: set(readings) for id, _, _, readings in [*OFFERED, *AMOUNTS]}
    assert set(shown) | by_itself == set(MOMENTS)
    for id, readings in shown.items():
        assert readings == set(sources().ruling[id].readings), id


# -- moments of which a single look says too little ------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "offered"),
    [
        pytest.param("own-turn", False, marks=clause("staff.133.any-turn")),
        pytest.param("always", True, marks=clause("staff.133.any-turn", corner=True)),
    ],
)
def test_the_captain_in_an_emperor_scoring(reading: str, offered: bool):
    """A3's reward plays a card of three drawn."""
    t = moment("captain-outside-turn", reading)
    t.seat(1).has(emperor=4)
    t.end_of_round(3).does("hire 24")
    assert ("use 133" in t.options) == offered


@pytest.mark.parametrize("reading", ["always", "own-turn"])
def test_the_captain_in_the_own_turn_in_either_reading(reading: str):
    one = MOMENTS["captain-moment"]
    t = Table(one.spec, rulings={"captain-outside-turn": reading}, **one.things)
    t.does(*one.steps).legal("use 133")


@pytest.mark.parametrize(
    ("reading", "lacks"),
    [
        pytest.param("stays-filled", {}, marks=clause("celebrity.freud.stays-filled")),
        pytest.param("lacks-again", {"coffee": 1}, marks=clause("celebrity.freud", corner=True)),
    ],
)
def test_an_order_filled_by_ignoring_a_good_when_the_round_is_over(
    reading: str, lacks: dict[str, int]
):
    t = moment("freud-after-round", reading)
    t.legal("check in table 1 to 1.2")
    while t.round == 1:
        t.plays()
    assert t.me.guests[52] == lacks


@clause("more.orders-when", corner=True)
def test_an_order_that_a_penalty_empties_counts_when_it_is_filled_again_and_once():
    """Tile B1: the goods leave the guest's card, so that nothing is fulfilled any more."""
    t = moment("orders-when", "filled")
    t.tiles("A1 B1 C1")
    t.me.has(emperor=0)
    t.seat(1).has(emperor=13)
    orders = t.state.players[0].orders
    assert orders.sum() == 3 + 1
    t.end_of_round(5).does("take penalty")
    assert orders.sum() == 3
    while t.player != 0:
        t.plays()
    t.me.has(kitchen="1 strudel")
    t.does("serve", "place strudel on table 1")
    assert orders.sum() == 3 + 1


@clause("more.orders-when", corner=True)
def test_an_order_whose_ignored_good_lacks_again_counts_no_more():
    one = MOMENTS["freud-after-round"]
    rulings = {"freud-after-round": "lacks-again", "orders-when": "filled"}
    t = Table(f"{one.spec}+ballrooms", rulings=rulings, **one.things).does(*one.steps)
    orders = t.state.players[0].orders
    assert orders.sum() == 1
    while t.round == 1:
        t.plays()
    assert orders.sum() == 0


def test_a_guest_who_has_left_lacks_nothing_any_more():
    t = moment("freud-after-round", "lacks-again").does("check in table 1 to 1.2", "stop")
    while t.round == 1:
        t.plays()
    assert t.me.guests == {}


ANSWERS = {
    "before-laying": ["choose wine", "place champagne on table 2"],
    "after-laying": ["place champagne on table 2", "choose wine"],
    "after-action": ["place champagne on table 2", "stop", "choose wine"],
}


@pytest.mark.parametrize(
    "reading",
    [
        pytest.param("before-laying", marks=clause("celebrity.answers-moment")),
        *[pytest.param(one, marks=clause("celebrity.answers-moment", corner=True))
          for one in ("after-laying", "after-action")],
    ],
)  # fmt: skip
def test_when_picasso_answers(reading: str):
    """The reward of 154: champagne, which 140 wants one of, and a further dancer."""
    t = moment("gain-answers", reading)
    for words in ANSWERS[reading]:
        t.legal(words)
        t.does(words)
    assert t.me.vp_from["celebrities"] == 1
    assert t.me.kitchen["wine"] == 1


def harpist_drawn(**rulings: str) -> Table:
    """The Harpist is one of three cards drawn; the last dancer of section 4 has its owner draw
    three more."""
    t = hall(deck=[127, 9, 12, 24, 45, 3], guests={75: "all"}, vacant="1.1", rehearsal="three",
             resting="2 2 2 1", kitchen="4 champagne", patches=(), rulings=rulings)  # fmt: skip
    t.check_in(75, "1.1")
    while "hire 127" not in t.options:
        t.does("reward 1")
    return t.does("hire 127")


def within_an_offer() -> Table:
    """She sends this dancer."""
    t = harpist_drawn().does("send to 2.bottom from section 4")
    t.legal("hire 24", "hire 45", "hire 3")
    t.illegal("hire 9", "hire 12")
    return t


@clause("staff-card.offer-rest-moment", corner=True)
@pytest.mark.parametrize(("first", "last"), [(9, 12), (12, 9)])
def test_cards_of_an_offer_wait_while_the_card_played_brings_another(first, last):
    t = within_an_offer().does("hire 24", "bury 45", "stop")
    t.legal("bury 9", "bury 12")
    t.does(f"bury {first}")
    assert t.staff_deck()[-4:] == [45, 3, first, last]


@clause("staff-card.offer-rest-moment", "staff-card.offer-declined", corner=True)
def test_cards_of_an_offer_wait_while_no_card_of_another_is_played():
    t = within_an_offer().does("stop", "bury 3", "bury 24", "stop", "bury 12")
    assert t.staff_deck()[-5:] == [3, 24, 45, 12, 9]


def test_by_the_other_reading_they_lie_under_the_deck_before():
    t = harpist_drawn(**{"offer-rest-moment": "before-effect"})
    t.legal("bury 9", "bury 12")
    t.does("bury 9", "send to 2.bottom from section 4", "hire 24", "bury 45")
    assert t.staff_deck()[-4:] == [9, 12, 45, 3]
