"""Building blocks of pictures: escaped SVG elements, text that fits, pieces.

A *piece* is one part of the table (a hotel, a café, the dice), ``WIDTH`` units wide, with the same
content in words. Pieces are below each other, which suits narrow and wide screens.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup, escape

WIDTH = 360
"""Width of a piece in units; one unit is a pixel on a phone."""
TITLE = 15
"""Height of a piece's title in units."""
KEPT = 1 << 15
"""Number of small parts to cache: the pictures of one game share most of them."""

# Widths of characters relative to the font size, from DejaVu Sans, which is wider than other screen
# fonts. All other characters are 0.64, capitals 0.75.
_EMS = {
    sign: ems
    for ems, signs in {
        0.3: "ijlI|'", 0.33: " .,:;!", 0.4: "frtJ()[]-/", 0.53: "csz", 0.6: "kvxyLFTYP",
        0.85: "wMO+=<>QG", 1.0: "mW%@",
    }.items()
    for sign in signs
}  # fmt: skip


@dataclass(frozen=True)
class Sketch:
    """One part of the table: its title, drawing and description.

    ``key`` is unique among all pieces; ``words`` says the same as ``body``, in sentences or
    phrases.
    """

    key: str
    title: str
    words: tuple[str, ...]
    height: float
    body: Markup

    def svg(self, **attributes: object) -> Markup:
        """The piece as a separate drawing, for a page that has the style and the symbols."""
        return el(
            "svg", el("title", self.title), el("desc", ". ".join(self.words)), self.body,
            viewBox=f"0 0 {WIDTH} {number(self.height)}", role="img", **attributes,
        )  # fmt: skip


def number(value: float) -> str:
    """A coordinate with at most one decimal."""
    return f"{value:.1f}".removesuffix(".0")


def el(name: str, *inner: object, **attributes: object) -> Markup:
    """An element. ``cls`` means class, ``_`` in a name is ``-``; None leaves out an attribute."""
    written = [
        f' {_attribute(key)}="{number(value) if isinstance(value, float | int) else escape(value)}"'
        for key, value in attributes.items()
        if value is not None
    ]
    content = "".join([part if type(part) is Markup else escape(part) for part in inner])
    tag = f"<{name}{''.join(written)}"
    return Markup(f"{tag}>{content}</{name}>" if content else f"{tag}/>")  # all of it is escaped


@lru_cache
def _attribute(key: str) -> str:
    return "class" if key == "cls" else key.replace("_", "-")


def group(*inner: object, x: float = 0, y: float = 0, cls: str | None = None) -> Markup:
    """A group of elements, moved to a position."""
    move = f"translate({number(x)} {number(y)})" if x or y else None
    return el("g", *inner, transform=move, cls=cls)


@lru_cache(KEPT)
def rect(x: float, y: float, width: float, height: float, cls: str, r: float = 4) -> Markup:
    """A rectangle with round corners."""
    return el("rect", x=x or None, y=y or None, width=width, height=height, rx=r, cls=cls)


@lru_cache(KEPT)
def line(x1: float, y1: float, x2: float, y2: float, cls: str = "line") -> Markup:
    """A straight line."""
    return el("path", d=f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}", cls=cls)


@lru_cache(KEPT)
def use(symbol: str, x: float, y: float, size: float, cls: str | None = None) -> Markup:
    """A symbol of ``symbols.svg``, its top left corner at (x, y)."""
    return el(
        "use", href=f"#s-{symbol}", x=x or None, y=y or None, width=size, height=size, cls=cls
    )


@lru_cache(KEPT)
def text(x: float, y: float, words: object, cls: str | None = None) -> Markup:
    """A line of text; ``y`` is its baseline."""
    return el("text", words, x=x, y=y, cls=cls)


@lru_cache(KEPT)
def width_of(words: str, size: float) -> float:
    """Approximate width of a text at a font size, too wide rather than too narrow."""
    return size * sum(_EMS.get(sign, 0.75 if sign.isupper() else 0.64) for sign in words)


@lru_cache(KEPT)
def fitted(words: str, width: float, size: float) -> str:
    """The text, cut off with an ellipsis if it is too wide."""
    if width_of(words, size) <= width:
        return words
    kept = words
    while kept and width_of(kept + "…", size) > width:
        kept = kept[:-1]
    return kept.rstrip(" ,;:(") + "…"


@lru_cache(KEPT)
def wrapped(words: str, width: float, size: float, most: int = 40) -> tuple[str, ...]:
    """The text in lines of a width; lines beyond ``most`` are cut off."""
    if not words:
        return ()
    lines = [""]
    for word in words.split():
        joined = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(joined, size) > width:
            lines.append(word)
        else:
            lines[-1] = joined
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return tuple(fitted(part, width, size) for part in lines)


def paragraph(x: float, y: float, lines: Sequence[str], step: float, cls: str | None) -> Markup:
    """Lines of text below each other, starting at the baseline ``y``."""
    return Markup("").join(text(x, y + i * step, part, cls) for i, part in enumerate(lines))


def stacked(parts: Iterable[tuple[Markup, float]], gap: float = 0) -> tuple[Markup, float]:
    """Stack parts with their heights; returns the whole and its height."""
    placed, y = [], 0.0
    for body, height in parts:
        placed.append(group(body, y=y))
        y += height + gap
    return Markup("").join(placed), max(0.0, y - gap)


Strip = tuple[Markup, float, str]
"""A part of a piece in full width: drawing, height, and description."""


def card(height: float, cls: str = "card") -> Markup:
    """The frame of a card or free place, as wide as a piece."""
    return rect(0.5, 0.5, WIDTH - 1, height - 1, cls)


def named_card(name: str, does: str) -> Strip:
    """A card with its name above small text."""
    lines = wrapped(does, WIDTH - 14, 10.5)
    height = 22 + 12.5 * len(lines)
    body = card(height) + text(7, 15, name, "name") + paragraph(7, 29, lines, 12.5, "s")
    return body, height, f"{name}: {does}"


def cards_below(key: str, title: str, strips: Sequence[Strip]) -> Sketch:
    """A piece of cards below each other."""
    body, height = stacked(((drawn, high) for drawn, high, _ in strips), 3)
    return titled(key, title, tuple(said for *_, said in strips), body, height + 3)


def in_words(key: str, title: str, said: str) -> Sketch:
    """A piece with one line of text, if there is nothing to draw."""
    return Sketch(key, title, (said,), TITLE, text(0, 11, f"{title}: {said}", "h"))


def titled(key: str, title: str, words: tuple[str, ...], body: Markup, height: float) -> Sketch:
    """A piece under its title."""
    inner = text(0, 11, title, "h") + group(body, y=TITLE)
    return Sketch(key, title, words, TITLE + height, inner)
