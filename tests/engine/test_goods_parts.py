"""Paying, choosing and swapping goods: every outcome that the rules allow, each in one way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np

from simulate.engine import codes as c
from simulate.engine.cafe import place_good, row_price
from simulate.engine.frames import kind_of, push
from simulate.engine.goods import (
    apply_choose_goods,
    apply_pay,
    apply_swap,
    legal_choose_goods,
    legal_pay,
    legal_swap,
)
from simulate.engine.ledger import missing_anywhere, serves_as
from tests.scenarios.table import Table

Kitchen = tuple[int, ...]
KITCHENS: tuple[Kitchen, ...] = ((0, 0, 0, 0), (2, 0, 1, 0), (1, 1, 0, 1), (0, 1, 0, 3))


def outcomes(g: Any, legal: Callable, apply: Callable) -> Iterator[Kitchen]:  # type: ignore[type-arg]
    """The kitchen (and what was swapped for) at the end of each sequence of decisions."""
    out = np.zeros(64, np.int32)
    top = int(g.top)
    n = legal(g, g.frames[top - 1], out) if top > 1 else 0
    if n == 0:
        yield (*g.players[0].kitchen.tolist()[:4], *g.frames[1].goods.tolist()[:4])
    for act in out[:n].copy():
        twin = g.copy()
        apply(twin, twin.frames[top - 1], act)
        yield from outcomes(twin, legal, apply)


def position(kind: int, kitchen: Kitchen, n: int, marks: int = 0) -> Table:
    t = Table("revised-2021")
    t.me.p.kitchen[:4] = kitchen
    t.me.p.kitchen[c.CHAMPAGNE] = 5  # neither a dish nor a drink
    push(t.state, kind, 0, 0)
    f = t.state.frames[1]
    f.left, f.marks = n, marks
    return t


def chosen(n: int) -> list[Kitchen]:
    """All choices of n goods of four kinds, as amounts."""
    picks = combinations_with_replacement(range(4), n)
    return [tuple(Counter(pick)[k] for k in range(4)) for pick in picks]


def test_any_goods_of_the_kitchen_can_be_paid_each_choice_in_one_way():
    for kitchen in KITCHENS:
        for n in range(min(2, sum(kitchen)) + 1):
            t = position(c.F_PAY, kitchen, n)
            found = [end[:4] for end in outcomes(t.state, legal_pay, apply_pay)]
            paid = [p for p in chosen(n) if all(a <= b for a, b in zip(p, kitchen, strict=True))]
            left = [tuple(b - a for a, b in zip(p, kitchen, strict=True)) for p in paid]
            assert sorted(found) == sorted(left), (kitchen, n)


def test_any_goods_can_be_chosen_each_choice_in_one_way():
    for n in range(1, 4):
        t = position(c.F_CHOOSE_GOODS, (0, 0, 0, 0), n)
        found = outcomes(
            t.state,
            lambda g, f, out: legal_choose_goods(f, out),
            lambda g, f, act, rules=t.rules: apply_choose_goods(g, rules, f, act),
        )
        assert sorted(end[:4] for end in found) == sorted(chosen(n))


def swaps(kitchen: Kitchen, n: int) -> set[tuple[Kitchen, Kitchen]]:
    """What is left and what comes for up to n (exactly n) items, none for one of its own kind."""
    found: set[tuple[Kitchen, Kitchen]] = set()
    pairs = [(k, other) for k, other in product(range(4), repeat=2) if k != other]
    for many in combinations_with_replacement(pairs, n):
        gone, come = Counter(k for k, _ in many), Counter(other for _, other in many)
        if all(gone[k] <= kitchen[k] for k in range(4)):
            left = tuple(kitchen[k] - gone[k] for k in range(4))
            found.add((left, tuple(come[k] for k in range(4))))
    return found


def test_items_are_swapped_for_others_some_of_them_or_all():
    for kitchen in KITCHENS:
        for n in (1, 2):
            t = position(c.F_SWAP, kitchen, n)
            found = {(end[:4], end[4:]) for end in outcomes(t.state, legal_swap, apply_swap)}
            assert found == set().union(*(swaps(kitchen, k) for k in range(n + 1))), (kitchen, n)
            if sum(kitchen) >= n:
                t = position(c.F_SWAP, kitchen, n, c.W_ALL)
                found = {(end[:4], end[4:]) for end in outcomes(t.state, legal_swap, apply_swap)}
                assert found == swaps(kitchen, n) | swaps(kitchen, 0), (kitchen, n)


def test_a_swap_can_be_left_as_long_as_it_need_not_be_in_full():
    for marks, begun in product((0, c.W_ALL), (0, c.W_STARTED)):
        t, out = position(c.F_SWAP, (2, 1, 0, 0), 2, marks | begun), np.zeros(64, np.int32)
        n = legal_swap(t.state, t.state.frames[1], out)
        assert (c.STOP in [kind_of(act) for act in out[:n]]) == (not (marks and begun))


def test_what_a_good_stands_for():
    p = Table("revised-2021").me.p
    p.stands_for[c.CAKE] = 1 << c.WINE
    p.substitute, p.substitute_good, p.flexible = 2, c.CHAMPAGNE, 1
    for good, wanted, have in product(range(c.GOODS), range(c.GOODS), range(4)):
        if good == wanted or (good, wanted) == (c.WINE, c.CAKE):
            needed = 1
        else:
            stands = good == c.CHAMPAGNE and wanted != c.CHAMPAGNE and have >= 2
            needed = 2 if stands else 0
        assert serves_as(p, good, wanted, have) == needed


def test_a_guest_at_any_table_may_want_a_good():
    for table in range(3):
        t = Table("revised-2021", guests={75: "all", 55: "all", 90: "all"})
        assert not any(missing_anywhere(t.me.p, good, 3) for good in range(c.GOODS))
        t.me.p.missing[table, c.WINE] = t.me.p.missing_total[table] = 1
        for good in range(c.GOODS):
            assert bool(missing_anywhere(t.me.p, good, 3)) == (good == c.WINE)
        t.me.p.stands_for[c.WINE], t.me.p.flexible = 1 << c.CAKE, 1
        assert missing_anywhere(t.me.p, c.CAKE, 1)
        place_good(t.state, t.rules, 0, table, c.WINE)
        assert not t.me.p.missing.any()
        assert not t.me.p.missing_total.any()


def test_a_place_of_the_row_costs_no_more_than_the_cap_of_a_player():
    t = Table("revised-2021")
    for place, price in enumerate(t.ruleset.row.costs):
        for t.me.p.guest_cost in (0, 1, 99):
            assert row_price(t.rules, t.me.p, place) == min(price, int(t.me.p.guest_cost))
