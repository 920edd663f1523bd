"""Cards as strips: guests with their orders, staff cards as chips."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from reports.pictures.drawing import (
    WIDTH,
    Strip,
    card,
    group,
    paragraph,
    rect,
    stacked,
    text,
    use,
    wrapped,
)
from reports.pictures.view import View
from simulate.engine.compile_words import GOODS_WORDS
from simulate.words.names import goods_text

Amounts = Sequence[int]
SMALL = 10.5
CHIP = 177


def guest_strip(
    view: View, guest: int, *, price: int | None = None, missing: Amounts | None = None
) -> Strip:
    """A guest.

    ``price``: krones, in the row. ``missing``: goods still missing, at a table of the café.
    """
    names = view.names
    guest_card = names.guest_card(guest)
    order = [getattr(guest_card.order, good) for good in GOODS_WORDS]
    lacks = order if missing is None else [int(n) for n in missing]
    x = 4.0
    inner = Markup("")
    if price is not None:
        inner += use("krone", x, 5, 14, "mark gold") + text(x + 17, 16, price, "n")
        x += 30
    inner += rect(x, 4, 16, 16, f"of {guest_card.colour}", 3)
    inner += use(guest_card.colour, x + 3, 7, 10, f"on {guest_card.colour}")
    inner += text(WIDTH - 6, 16, f"{guest_card.vp} VP", "n e")
    goods, width = goods_signs(order, lacks)
    inner += group(goods, x=WIDTH - 44 - width, y=4)
    name = wrapped(names.guest(guest), WIDTH - 72 - width - x, 13, 2)
    inner += paragraph(x + 21, 16, name, 14, "name")
    reward = names.reward(guest) if guest_card.reward else "no reward"
    lines = wrapped(reward, WIDTH - x - 10, SMALL)
    below = 18 + 14 * (len(name) - 1)
    inner += paragraph(x, below + 14, lines, 12.5, "s")
    height = below + 9 + 12.5 * len(lines)
    return card(height) + inner, height, _guest_words(view, guest, price, missing)


def _guest_words(view: View, guest: int, price: int | None, missing: Amounts | None) -> str:
    text_ = view.names.guest_text(guest)
    if price is not None:
        text_ = f"for {price}: {text_}"
    if missing is not None:
        lacks = goods_text(missing)
        text_ += f", {f'still wants {lacks}' if lacks else 'has everything'}"
    return f"{text_}; reward: {view.names.reward(guest)}"


def goods_signs(order: Amounts, missing: Amounts) -> tuple[Markup, float]:
    """The goods of an order, delivered ones filled: drawing and width."""
    out, x = Markup(""), 0.0
    for good, wanted in enumerate(order):
        for i in range(wanted):
            there = "there" if i < wanted - missing[good] else "missing"
            out += use(GOODS_WORDS[good], x, 0, 16, f"good {GOODS_WORDS[good]} {there}")
            x += 18
    return out, x


def chips(items: Sequence[tuple[str, str, str]]) -> tuple[Markup, float]:
    """Small cards in two columns from (name, text at the right, class): drawing and height."""
    rows = []
    for i in range(0, len(items), 2):
        pair = [
            (wrapped(name, CHIP - (17 if right else 11) - 6 * len(right), 11, 2), right, cls)
            for name, right, cls in items[i : i + 2]
        ]
        height = 8 + 12 * max(len(lines) for lines, *_ in pair)
        drawn = [
            group(_chip(*chip, height), x=column * (WIDTH - CHIP))
            for column, chip in enumerate(pair)
        ]
        rows.append((Markup("").join(drawn), float(height)))
    return stacked(rows, 4)


def _chip(lines: Sequence[str], right: str, cls: str, height: float) -> Markup:
    out = rect(0.5, 0.5, CHIP - 1, height - 1, "card")
    out += paragraph(6, 14, lines, 12, cls or None)
    return out + (text(CHIP - 6, 14, right, "s e") if right else Markup(""))
