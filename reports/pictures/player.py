"""A player's area: turn and VP, krones and kitchen, café, hotel, staff, hand."""

from __future__ import annotations

from collections.abc import Iterator

from model.words import many
from reports.pictures.cards import chips, guest_strip
from reports.pictures.drawing import (
    WIDTH,
    Sketch,
    card,
    cards_below,
    fitted,
    in_words,
    rect,
    text,
    titled,
    use,
    width_of,
)
from reports.pictures.hotel import hotel
from reports.pictures.own_modules import own_modules
from reports.pictures.view import View, seat_sign
from simulate.engine import codes as c
from simulate.engine.compile_words import GOODS_WORDS
from simulate.narration.changes import cards
from simulate.words.names import goods_text

KEY = "skeleton key"


def player(view: View, seat: int) -> Iterator[Sketch]:
    """All pieces of a seat, from top to bottom."""
    yield _head(view, seat)
    yield _stock(view, seat)
    yield hotel(view, seat)
    yield _cafe(view, seat)
    yield from own_modules(view, seat)
    yield _staff(view, seat)
    yield _hand(view, seat)
    if view.player(seat).offer_size:
        yield _offer(view, seat)
    if view.g.phase == c.PH_OVER:
        yield _result(view, seat)


def _head(view: View, seat: int) -> Sketch:
    """Name, place in the turn order, VP."""
    p, g = view.player(seat), view.g
    here = view.decides == seat
    body = rect(0, 0, WIDTH, 30, "turn" if here else "soft")
    cls = "now" if here else "seat"
    body += seat_sign(seat, 15, 15, "open" if here else cls)
    name = fitted(view.called(seat).partition(", ")[2] or view.called(seat), 150, 12.5)
    on = "name onnow" if here else "name"
    body += text(28, 19, name, on)
    body += text(WIDTH - 8, 21, f"{p.vp} VP", "big e onnow" if here else "big e")
    marks = _marks(view, seat)
    small = "s e onnow" if here else "s e"
    ends = WIDTH - 18 - width_of(f"{p.vp} VP", 17)
    if g.key_holder == seat:  # drawn as a symbol instead of written
        ends -= 20
        body += use("key", ends + 3, 7, 16, "mark onnow" if here else "mark")
    room = ends - 36 - width_of(name, 12.5)
    written = ", ".join(mark for mark in marks if mark != KEY)
    body += text(ends, 19, fitted(written, room, 10.5), small)
    words = (f"{p.vp} VP", *marks, *(("decides now",) if here else ()))
    return Sketch(f"head-{seat}", view.called(seat), words, 34, body)


def _marks(view: View, seat: int) -> list[str]:
    """The state of the seat's turn order tile and turns, in a few words."""
    p, g = view.player(seat), view.g
    marks = [KEY] if g.key_holder == seat else []
    if g.phase == c.PH_OVER:
        marks.append(f"rank {p.rank}")
    if g.phase == c.PH_TURNS:
        marks.append("passed" if p.passed else f"{p.turns_taken} of 2 turns")
        if p.extra_turns:
            marks.append(many(int(p.extra_turns), "extra turn"))
    return marks


def _stock(view: View, seat: int) -> Sketch:
    """Krones, emperor track and kitchen."""
    p = view.player(seat)
    body = use("krone", 2, 2, 18, "mark gold") + text(24, 16, p.krones, "n")
    body += use("emperor", 50, 2, 18, "mark gold") + text(72, 16, p.emperor, "n")
    body += text(104, 15, "kitchen", "h")
    goods = [i for i in range(c.GOODS) if i != c.CHAMPAGNE or view.rules.ballrooms]
    for place, good in enumerate(goods):
        x = 164 + place * 39
        amount = int(p.kitchen[good])
        there = "there" if amount else "missing"
        sign = use(GOODS_WORDS[good], x, 2, 18, f"good {GOODS_WORDS[good]} {there}")
        body += sign + text(x + 21, 16, amount, "n" if amount else "s")
    words = (
        many(int(p.krones), "krone"),
        f"emperor track {p.emperor}",
        f"kitchen: {goods_text(p.kitchen) or 'empty'}",
    )
    return Sketch(f"stock-{seat}", "Krones, emperor track and kitchen", words, 26, body)


def _cafe(view: View, seat: int) -> Sketch:
    """The tables of the café: guests with their orders, and free tables."""
    p, strips = view.player(seat), []
    for table in range(int(p.tables)):
        guest, name = int(p.cafe[table]), f"table {table + 1}"
        if guest < 0:
            body, height = card(21, "free") + text(WIDTH / 2, 14, f"{name} is free", "s c"), 21.0
            said = "free"
        else:
            body, height, said = guest_strip(view, guest, missing=p.missing[table])
        strips.append((body, height, f"{name}: {said}"))
    return cards_below(f"cafe-{seat}", "Café", strips)


def _staff(view: View, seat: int) -> Sketch:
    """Staff in play, and which cards are used."""
    p, items, words = view.player(seat), [], []
    for i, one in enumerate(cards(p, "staff")):
        used = ("", "used", "used up")[int(p.staff_used[i])]
        items.append((view.names.staff(one), used, "dim" if used else ""))
        state = f" ({used})" if used else ""
        words.append(f"{view.names.staff(one)}{state}: {view.names.staff_text(one)}")
    return listed(f"staff-{seat}", "Staff in play", items, words)


def _hand(view: View, seat: int) -> Sketch:
    hand, unseen = cards(view.player(seat), "hand"), view.unseen
    known = [one for one in hand if one not in unseen.staff]
    if seat in unseen.open and seat not in unseen.hands and not known:
        return in_words(f"hand-{seat}", "Hand", "not known")
    if seat in unseen.hands or (hand and not known):
        return _backs(f"hand-{seat}", "Hand", len(hand))
    more = 0 if seat in unseen.open else len(hand) - len(known)
    return _costed(view, f"hand-{seat}", "Hand", known, more)


def _backs(key: str, title: str, n: int) -> Sketch:
    """Cards that are face down."""
    return in_words(key, title, f"{many(n, 'card')} face down" if n else "none")


def _offer(view: View, seat: int) -> Sketch:
    offered, title = cards(view.player(seat), "offer"), "Cards to choose from"
    known = [one for one in offered if one not in view.unseen.staff]
    if seat in view.unseen.hands:
        return _backs(f"offer-{seat}", title, len(offered))
    return _costed(view, f"offer-{seat}", title, known, len(offered) - len(known))


def _costed(view: View, key: str, title: str, shown: list[int], more: int = 0) -> Sketch:
    """Staff cards with their printed costs, and ``more`` unknown ones."""
    items = [(view.names.staff(one), f"{view.rules.staff_cost[one]} K", "") for one in shown]
    words = [f"{view.names.staff_cost(one)}: {view.names.staff_text(one)}" for one in shown]
    if more:
        items.append((f"{many(more, 'card')} not known", "", "dim"))
        words.append(f"{many(more, 'card')} not known")
    return listed(key, title, items, words)


def _result(view: View, seat: int) -> Sketch:
    """The sources of the VP."""
    p = view.player(seat)
    items = [
        (word, str(int(p.vp_by[column])), "")
        for column, word in view.names.vp_columns.items()
        if p.vp_by[column]
    ]
    return listed(f"result-{seat}", "VP from", items, [f"{n} {word}" for word, n, _ in items])


def listed(key: str, title: str, items: list[tuple[str, str, str]], words: list[str]) -> Sketch:
    """A piece with chips under a title; one line of text if there are none."""
    if not items:
        return in_words(key, title, "none")
    body, height = chips(items)
    return titled(key, title, tuple(words), body, height + 2)
