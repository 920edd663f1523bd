"""Sentences for the actions of `decisions/goods.py`."""

from __future__ import annotations

from model.words import many
from simulate.engine import codes as c
from simulate.engine.compile_words import GOODS_WORDS
from simulate.engine.goods import serve_price
from simulate.engine.ledger import serves_as
from simulate.narration.decision import Decision, Sentences
from simulate.words.names import paid


def tell_serve(d: Decision) -> tuple[str, ...]:
    price = int(serve_price(d.rules, d.player))
    most = many(int(d.rules.serve_goods), "good")
    return (f"serves from the kitchen, up to {most}, {paid(price)}",)


def instead(d: Decision) -> str:
    """ "2 coffee for 1 cake", where a substitute is placed; else empty."""
    if not d.extra:
        return ""
    serving = d.frame["kind"] == c.F_SERVE
    have = int((d.player["kitchen"] if serving else d.frame["goods"])[d.a])
    used = int(serves_as(d.player, d.a, d.extra - 1, have))
    return f"{used} {GOODS_WORDS[d.a]} for 1 {GOODS_WORDS[d.extra - 1]}"


SENTENCES: Sentences = {
    c.SERVE: tell_serve,
    c.PLACE: lambda d: (instead(d),),
    c.KEEP: lambda d: (f"keeps {d.frame['goods'][d.a]} {GOODS_WORDS[d.a]}",),
    c.CHOOSE_GOOD: lambda d: (f"chooses {GOODS_WORDS[d.a]}",),
    c.PAY: lambda d: (f"pays 1 {GOODS_WORDS[d.a]}",),
    c.SWAP: lambda d: (f"swaps {GOODS_WORDS[d.a]} for {GOODS_WORDS[d.b]}",),
}
