"""Goods: where they go, and which are served, chosen, paid and swapped."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from model.words import many
from simulate.decisions.entries import TURN, Action, Frame
from simulate.decisions.forms import GOOD, Form, fixed, good
from simulate.decisions.ranges import Ranges, each, has_effect, tables
from simulate.decisions.readings import Arguments, Reading, Scene
from simulate.engine import codes as c
from simulate.engine.compile_words import GOODS_WORDS
from simulate.engine.goods import enough_behind
from simulate.engine.ledger import serves_as
from simulate.narration.names import goods_text, krones, paid

if TYPE_CHECKING:
    from simulate.narration.decision import Decision
    from simulate.referee.reasons.case import Case, Reason


# -- how it is written ----------------------------------------------------------------------------


def write_place(rules: np.record, a: int, b: int, wanted: int) -> str:
    instead = f" for {GOODS_WORDS[wanted - 1]}" if wanted else ""
    return f"place {GOODS_WORDS[a]} on table {b + 1}{instead}"


def read_place(rules: np.record, match: re.Match[str]) -> Arguments:
    wanted = GOODS_WORDS.index(match[3]) + 1 if match[3] else 0
    return GOODS_WORDS.index(match[1]), int(match[2]) - 1, wanted


def place_named(at: Scene, match: re.Match[str]) -> Arguments:
    """On the card of a guest by name."""
    wanted = GOODS_WORDS.index(match[3]) + 1 if match[3] else 0
    return GOODS_WORDS.index(match[1]), at.table(match[2]), wanted


# -- what is told ---------------------------------------------------------------------------------


def tell_serve(d: Decision) -> tuple[str, ...]:
    price = min(int(d.rules.serve_cost), int(d.player["serve_cost"]))
    most = many(int(d.rules.serve_goods), "good")
    return (f"serves from the kitchen, up to {most}, {paid(price)}",)


def instead(d: Decision) -> str:
    """ "2 coffee for 1 cake", where a good is placed for another; else empty."""
    if not d.extra:
        return ""
    serving = d.frame["kind"] == c.F_SERVE
    have = int((d.player["kitchen"] if serving else d.frame["goods"])[d.a])
    used = int(serves_as(d.player, d.a, d.extra - 1, have))
    return f"{used} {GOODS_WORDS[d.a]} for 1 {GOODS_WORDS[d.extra - 1]}"


def tell_keep(d: Decision) -> tuple[str, ...]:
    return (f"keeps {d.frame['goods'][d.a]} {GOODS_WORDS[d.a]}",)


def tell_swap(d: Decision) -> tuple[str, ...]:
    return (f"swaps {GOODS_WORDS[d.a]} for {GOODS_WORDS[d.b]}",)


# -- why it is not legal --------------------------------------------------------------------------


def refuse_serve(case: Case) -> Reason | None:
    rules, p = case.rules, case.p
    wanted = [
        int(sum(p.missing[t, k] for t in range(p.tables) if p.cafe[t] >= 0)) for k in range(c.GOODS)
    ]
    if not any(wanted):
        return case.because(f"no guest of {case.player} waits for goods", "goods.matching")
    if not any(n and p.kitchen[k] for k, n in enumerate(wanted)):
        return case.because(
            f"nothing in the kitchen ({goods_text(p.kitchen) or 'empty'}) is wanted: the guests"
            f" still want {goods_text(wanted)}",
            "goods.matching",
        )
    price = min(int(rules.serve_cost), int(p.serve_cost))
    if p.krones < price:
        return case.because(
            f"serving costs {krones(price)}; {case.has_krones()}",
            "serve.price", "serve.needs-a-krone",
        )  # fmt: skip
    return None


def refuse_stop_serving(case: Case) -> Reason | None:
    return case.because("serving was begun: at least one good is moved", "serve.fewer")


def refuse_place(case: Case) -> Reason | None:
    """A good onto a guest's card: just received, or out of the kitchen."""
    good, table, p, frame = case.a, case.b, case.p, case.frame
    word, serving = GOODS_WORDS[good], frame.kind == c.F_SERVE
    if serving and p.kitchen[good] == 0:
        return case.because(
            f"no {word} is in the kitchen ({goods_text(p.kitchen) or 'empty'})", "serve.up-to-three"
        )
    if not serving and frame.goods[good] == 0:
        return case.because(
            f"no {word} is to be laid down; received and still to be laid:"
            f" {goods_text(frame.goods)}",
            "goods.onto-guests",
        )
    if table >= case.p.tables or p.cafe[table] < 0:
        return case.because(f"nobody sits at table {table + 1} of {case.player}", "goods.matching")
    if case.c:
        return refuse_instead(case, good, case.c - 1)
    if p.missing[table, good] <= 0:
        wants = goods_text(p.missing[table])
        return case.because(
            f"{case.table(table)} wants no {word}: {'wants ' + wants if wants else 'order filled'}",
            "goods.matching",
        )
    return None


def refuse_instead(case: Case, good: int, wanted: int) -> Reason | None:
    """One good placed for another that the guest wants."""
    if wanted >= c.GOODS:
        return case.because("there is no such good")
    word, other, p = GOODS_WORDS[good], GOODS_WORDS[wanted], case.p
    if p.missing[case.b, wanted] <= 0:
        return case.because(f"{case.table(case.b)} wants no {other}", "goods.matching")
    serving = case.frame.kind == c.F_SERVE
    have = int((p.kitchen if serving else case.frame.goods)[good])
    have = min(have, int(case.frame.left)) if serving else have
    if good == wanted or int(serves_as(p, good, wanted, have)) == 0:
        return case.because(f"{have} {word} cannot stand for {other} here")
    return None


def refuse_keep(case: Case) -> Reason | None:
    word, given = GOODS_WORDS[case.a], goods_text(case.frame.goods)
    if case.frame.goods[case.a]:
        return case.because(
            f"no guest wants the {word} that is left: it goes to the kitchen by itself",
            "goods.to-the-kitchen",
        )
    return case.because(
        f"no {word} is to be laid down; received and still to be laid: {given}",
        "goods.to-the-kitchen",
    )


def refuse_pay(case: Case) -> Reason | None:
    """A dish or drink given up."""
    good = case.a
    if good >= c.CHOICE:
        return case.because("a dish or drink is given up, not champagne", "champagne.neither")
    kitchen = goods_text(case.p.kitchen) or "empty"
    if case.p.kitchen[good] == 0:
        return case.because(f"no {GOODS_WORDS[good]} is in the kitchen ({kitchen})")
    return case.because(
        f"{case.frame.left} more are given up, in the order of the goods: strudel, cake, wine,"
        " coffee"
    )


def refuse_swap(case: Case) -> Reason | None:
    """A dish or drink for another."""
    good, other, p, frame = case.a, case.b, case.p, case.frame
    if good >= c.CHOICE or other >= c.CHOICE:
        return case.because(
            "champagne is neither dish nor drink: it is not swapped", "champagne.neither"
        )
    if good == other:
        return case.because("what is received is of another kind")
    if p.kitchen[good] == 0:
        kitchen = goods_text(p.kitchen) or "empty"
        return case.because(f"no {GOODS_WORDS[good]} is in the kitchen ({kitchen})")
    if frame.marks & c.W_ALL and not enough_behind(p, good, int(frame.left)):
        return case.because(f"exactly {frame.left} more are swapped, or none")
    return case.because("swaps are made in the order of the goods: strudel, cake, wine, coffee")


def refuse_stop_swap(case: Case) -> Reason | None:
    return case.because(f"the swap is begun: {case.frame.left} more are swapped")


# -- what there is --------------------------------------------------------------------------------


def placings(rules: np.record) -> Ranges:
    """Every good on every table, as itself or for another one."""
    flexible = rules.card_stands_for.any() or rules.card_substitute.any()
    wanted = range(c.GOODS + 1 if flexible else 1)
    for placed, table, missing in product(range(c.GOODS), tables(rules), wanted):
        if missing != placed + 1:
            yield placed, table, missing


def swaps(rules: np.record) -> Ranges:
    """Every dish or drink for every other one."""
    if has_effect(rules, c.E_SWAP_GOODS):
        yield from (pair for pair in product(range(c.CHOICE), repeat=2) if pair[0] != pair[1])


def pays(rules: np.record) -> bool:
    """Are dishes and drinks of choice ever given up, for a card or as a penalty?"""
    rows = rules.effects[: rules.n_effects]
    penalty = (rows[:, c.COL_CODE] == c.P_LOSE) & (rows[:, c.COL_ITEMS] > 0)
    return bool(rules.pay_items[: rules.n_staff].any() or penalty.any())


FRAMES = (
    Frame(
        c.F_GOODS, "goods", "where goods go", "where goods just received go",
        fields={
            "goods": "goods still to be laid down",
            "first_table": "table from which on the next good may go",
        },
    ),
    Frame(
        c.F_SERVE, "serve", "what is served", "which goods of the kitchen are served", TURN,
        fields={
            "left": "goods that may still be served",
            "order": "the last one: good * tables + table",
        },
        marks={c.S_SERVED: "begun"},
        stop="serves no more",
        bound=refuse_stop_serving,
    ),
    Frame(
        c.F_CHOOSE_GOODS, "choose-goods", "goods of choice", "which goods are chosen",
        fields={
            "left": "goods still to be chosen",
            "goods": "goods chosen",
            "order": "the last one: good",
        },
    ),
    Frame(
        c.F_PAY, "pay", "goods to give up", "which goods are given up",
        fields={
            "left": "goods still to be given up",
            "card": "card that is paid for",
            "order": "the last one: good",
        },
    ),
    Frame(
        c.F_SWAP, "swap", "goods to swap", "which goods are swapped",
        fields={
            "left": "goods that may still be swapped",
            "goods": "goods to be received",
            "vp": "VP for the swap",
            "order": "the last one: good given * CHOICE + good received",
        },
        marks={c.W_ALL: "in full or not at all", c.W_STARTED: "begun"},
        stop="swaps no more",
        bound=refuse_stop_swap,
    ),
)  # fmt: skip

ACTIONS = (
    Action(
        c.SERVE, "serve", "serve from the kitchen", fixed("serve"), tell_serve,
        {c.F_TURN: refuse_serve}, samples=("serve",),
    ),
    Action(
        c.PLACE, "place", "lay a good on a guest's card",
        Form(
            write_place, rf"place {GOOD} on table (\d)(?: for {GOOD})?", read_place,
            (Reading(f"place {GOOD} on (.+?)(?: for {GOOD})?", place_named),),
        ),
        lambda d: (instead(d),), {c.F_GOODS: refuse_place, c.F_SERVE: refuse_place}, placings,
        belongs="goods just received, or serving",
        clauses=("goods.onto-guests", "goods.stay-on-guests"),
        samples=("place wine on table 2",), continues=True,
    ),
    Action(
        c.KEEP, "keep", "keep goods for the kitchen", good("keep"), tell_keep,
        {c.F_GOODS: refuse_keep}, lambda rules: each(range(c.GOODS)),
        belongs="goods just received that a guest wants", clauses=("goods.to-the-kitchen",),
        samples=("keep wine",), continues=True,
    ),
    Action(
        c.CHOOSE_GOOD, "choose", "choose a good", good("choose"),
        lambda d: (f"chooses {GOODS_WORDS[d.a]}",), {c.F_CHOOSE_GOODS: None},
        lambda rules: each(range(c.CHOICE)), belongs="an effect that lets choose goods",
        clauses=("reward.good-of-choice",), samples=("choose coffee",), continues=True,
    ),
    Action(
        c.PAY, "pay", "give up a good", good("pay"),
        lambda d: (f"pays 1 {GOODS_WORDS[d.a]}",), {c.F_PAY: refuse_pay},
        lambda rules: each(range(c.CHOICE)),
        belongs="a card that is paid in goods, or a penalty", samples=("pay wine",),
        continues=True,
        possible=pays,
    ),
    Action(
        c.SWAP, "swap", "swap a good",
        Form(
            lambda r, a, b, x: f"swap {GOODS_WORDS[a]} for {GOODS_WORDS[b]}",
            rf"swap {GOOD} for {GOOD}",
            lambda r, m: (GOODS_WORDS.index(m[1]), GOODS_WORDS.index(m[2]), 0),
        ),
        tell_swap, {c.F_SWAP: refuse_swap}, swaps, belongs="an effect that swaps goods",
        samples=("swap wine for cake",),
        possible=lambda rules: has_effect(rules, c.E_SWAP_GOODS),
    ),
)  # fmt: skip
