"""The further cards of the expansion: what they count, retain and use up."""

from __future__ import annotations

import numpy as np

from simulate.engine import codes as c
from simulate.referee.fields.base import VP, into, keep, kept, mark_staff, staff_used
from simulate.referee.fields.field import Field, FieldView, Stage
from simulate.referee.kinds import GUEST, STAFF, ValueKind, pile
from simulate.referee.values import ByOrder, Orders, write_orders


def _counts_guests(v: FieldView) -> bool:
    """Does any politics card or staff card count the guests who left?"""
    r, of_guests = v.rules, (c.N_ORDERS, c.N_GUEST_VP)
    effects = r.effects[: r.n_effects]
    scored = np.isin(effects[:, c.COL_CODE], (c.E_SCORE, c.P_LOSE_SCORE))
    counted = np.isin(effects[:, c.COL_PER], of_guests)
    return bool(np.isin(r.need_count[: r.n_politics], of_guests).any() or (counted & scored).any())


def _orders(v: FieldView) -> Orders:
    return {
        (colour, goods): int(n)
        for colour, row in enumerate(v.p.orders)
        for goods, n in enumerate(row)
        if n and goods
    }


def _lay_orders(v: FieldView, orders: Orders) -> None:
    p = v.p
    for (colour, goods), n in orders.items():
        p.orders[colour, min(goods, p.orders.shape[1] - 1)] += n


GAME = ()

SEAT = (
    Field(
        "used_up", "staff cards used up for this game", pile(STAFF), lambda v: staff_used(v, 2),
        lambda v, cards: mark_staff(v, cards, 2), stage=Stage.PLACED,
    ),
    Field(
        "orders",
        'all guests who left the café, by colour and size of the order, `{"green 3": 2}`',
        ValueKind(ByOrder, {}, write_orders), _orders, _lay_orders,
        said=lambda v, orders: bool(orders) and _counts_guests(v), claimed=False, shown=False,
    ),
    Field(
        "guest_vp", "the VP of these guests", VP, lambda v: int(v.p.guest_vp), into("guest_vp"),
        said=lambda v, vp: bool(_orders(v)) and _counts_guests(v), claimed=False, shown=False,
    ),
    Field(
        "kept", "discarded guests kept for a politics card of this player", pile(GUEST),
        lambda v: kept(v, 2 << v.seat), lambda v, guests: keep(v, guests, 2 << v.seat),
        stage=Stage.LAST, shown=False,
    ),
)  # fmt: skip
