"""Decisions about goods: where they go, and which are chosen, paid and swapped."""

from simulate.decisions.entries import TURN, Frame
from simulate.engine import codes as c

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
