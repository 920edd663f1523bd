"""Why an action about goods is illegal: laying them on guests, serving, choosing, splitting."""

from __future__ import annotations

from simulate.engine import codes as c
from simulate.engine.compile_words import GOODS_WORDS
from simulate.engine.ledger import serves_as
from simulate.narration.names import goods_text
from simulate.referee.reasons.case import Case, Reason


def place(case: Case) -> Reason | None:
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
    if case.parts[3]:
        return _instead(case, good, case.parts[3] - 1)
    if p.missing[table, good] <= 0:
        wants = goods_text(p.missing[table])
        return case.because(
            f"{case.table(table)} wants no {word}: {'wants ' + wants if wants else 'order filled'}",
            "goods.matching",
        )
    return None


def _instead(case: Case, good: int, wanted: int) -> Reason | None:
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


def keep(case: Case) -> Reason | None:
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


def stop_serving(case: Case) -> Reason | None:
    return case.because("serving was begun: at least one good is moved", "serve.fewer")


def fill(case: Case) -> Reason | None:
    table = case.a
    if table >= case.p.tables or case.p.cafe[table] < 0:
        return case.because(f"nobody sits at table {table + 1} of {case.player}")
    return case.because(f"the order of {case.table(table)} is filled already")


def split(case: Case) -> Reason | None:
    """How the goods of action 1 or 2 are split."""
    frame, rules = case.frame, case.rules
    strength, face = int(frame.strength), int(frame.face)
    second, third = case.a, case.b
    n = int(rules.action_goods_n[face])
    goods = [GOODS_WORDS[int(good)] for good in rules.action_goods[face, :n]]
    ids = ("dishes.split", "dishes.receive") if "cake" in goods else ("drinks.split",)
    first = strength - second - third
    if first < 0:
        return case.because(
            f"the strength is {strength}: not more goods than that are received", *ids,
            "drinks.receive",
        )  # fmt: skip
    if n < 3 and third:
        return case.because(f"this action brings {' and '.join(goods)} only", *ids)
    if third > second:
        return case.because(
            f"not more {goods[2]} than {goods[1]} is taken: this would be {second} {goods[1]} and"
            f" {third} {goods[2]}",
            "champagne.action-1-least" if "cake" in goods else "champagne.action-2-least",
        )
    shares = [f"{n} {word}" for n, word in zip((first, second, third), goods)]
    return case.because(
        f"not more {goods[1]} than {goods[0]} is taken: this would be {' and '.join(shares)}", *ids
    )
