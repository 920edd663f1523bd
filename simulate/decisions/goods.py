"""Goods: placing, serving, choosing, paying and swapping them."""

from __future__ import annotations

import re
from itertools import product

import numpy as np

from simulate.decisions.entries import TURN, Action, Frame
from simulate.decisions.forms import GOOD, Form, fixed, good
from simulate.decisions.ranges import Ranges, each, has_effect, tables
from simulate.decisions.readings import Arguments, Reading, Scene
from simulate.engine import codes as c
from simulate.engine.compile_words import GOODS_WORDS

# -- notation -------------------------------------------------------------------------------------


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


# -- possible arguments ---------------------------------------------------------------------------


def placings(rules: np.record) -> Ranges:
    """Every good on every table, as itself or as a substitute."""
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
    """Are dishes and drinks of choice ever paid, for a card or as a penalty?"""
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
    ),
)  # fmt: skip

ACTIONS = (
    Action(
        c.SERVE, "serve", "serve from the kitchen", fixed("serve"),
        (c.F_TURN,), samples=("serve",),
    ),
    Action(
        c.PLACE, "place", "lay a good on a guest's card",
        Form(
            write_place, rf"place {GOOD} on table (\d)(?: for {GOOD})?", read_place,
            (Reading(f"place {GOOD} on (.+?)(?: for {GOOD})?", place_named),),
        ), (c.F_GOODS, c.F_SERVE), placings,
        belongs="goods just received, or serving",
        clauses=("goods.onto-guests", "goods.stay-on-guests"),
        samples=("place wine on table 2",), continues=True,
    ),
    Action(
        c.KEEP, "keep", "keep goods for the kitchen", good("keep"),
        (c.F_GOODS,), lambda rules: each(range(c.GOODS)),
        belongs="goods just received that a guest wants", clauses=("goods.to-the-kitchen",),
        samples=("keep wine",), continues=True,
    ),
    Action(
        c.CHOOSE_GOOD, "choose", "choose a good", good("choose"), (c.F_CHOOSE_GOODS,),
        lambda rules: each(range(c.CHOICE)), belongs="an effect with a choice of goods",
        clauses=("reward.good-of-choice",), samples=("choose coffee",), continues=True,
    ),
    Action(
        c.PAY, "pay", "give up a good", good("pay"), (c.F_PAY,),
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
        ), (c.F_SWAP,), swaps, belongs="an effect that swaps goods",
        samples=("swap wine for cake",),
    ),
)  # fmt: skip
