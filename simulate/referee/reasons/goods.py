"""Why actions of `decisions/goods.py` are not legal."""

from __future__ import annotations

from simulate.engine import codes as c
from simulate.engine.compile_words import GOODS_WORDS
from simulate.engine.goods import enough_behind, serve_price
from simulate.engine.ledger import serves_as
from simulate.referee.reasons.case import Case, Reason, Reasons
from simulate.words.names import goods_text, krones


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
    price = int(serve_price(rules, p))
    if p.krones < price:
        return case.because(
            f"serving costs {krones(price)}; {case.has_krones()}",
            "serve.price", "serve.needs-a-krone",
        )  # fmt: skip
    return None


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
            f"there is no {word} to place; received and not yet placed: {goods_text(frame.goods)}",
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
        return case.because(f"{have} {word} cannot replace {other} here")
    return None


def refuse_keep(case: Case) -> Reason | None:
    word, given = GOODS_WORDS[case.a], goods_text(case.frame.goods)
    if case.frame.goods[case.a]:
        return case.because(
            f"no guest wants the {word} that is left: it goes to the kitchen automatically",
            "goods.to-the-kitchen",
        )
    return case.because(
        f"there is no {word} to place; received and not yet placed: {given}",
        "goods.to-the-kitchen",
    )


def refuse_pay(case: Case) -> Reason | None:
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
    good, other, p, frame = case.a, case.b, case.p, case.frame
    if good >= c.CHOICE or other >= c.CHOICE:
        return case.because(
            "champagne is neither dish nor drink: it is not swapped", "champagne.neither"
        )
    if good == other:
        return case.because("a good is swapped for one of another kind")
    if p.kitchen[good] == 0:
        kitchen = goods_text(p.kitchen) or "empty"
        return case.because(f"no {GOODS_WORDS[good]} is in the kitchen ({kitchen})")
    if frame.marks & c.W_ALL and not enough_behind(p, good, int(frame.left)):
        return case.because(f"exactly {frame.left} more are swapped, or none")
    return case.because("swaps are made in the order of the goods: strudel, cake, wine, coffee")


REASONS: Reasons = {
    (c.F_SERVE, c.STOP): lambda case: case.because(
        "serving has begun: at least one good must be moved", "serve.fewer"
    ),
    (c.F_SWAP, c.STOP): lambda case: case.because(
        f"the swap has begun: {case.frame.left} more must be swapped"
    ),
    (c.F_TURN, c.SERVE): refuse_serve,
    (c.F_GOODS, c.PLACE): refuse_place,
    (c.F_SERVE, c.PLACE): refuse_place,
    (c.F_GOODS, c.KEEP): refuse_keep,
    (c.F_PAY, c.PAY): refuse_pay,
    (c.F_SWAP, c.SWAP): refuse_swap,
}
