"""A player's own components of expansion modules: entrance, rehearsal room, celebrities."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from model.words import describe_effects
from reports.pictures.drawing import (
    WIDTH,
    Sketch,
    Strip,
    card,
    cards_below,
    group,
    paragraph,
    rect,
    stacked,
    text,
    titled,
    use,
    wrapped,
)
from reports.pictures.view import View
from simulate.narration import setting
from simulate.words.spelling import DICE_WORDS


def own_modules(view: View, seat: int) -> Iterator[Sketch]:
    """The pieces of the modules in play that the seat has."""
    p = view.player(seat)
    if p.rehearsal >= 0:
        yield _rehearsal(view, seat, p)
    if p.entrance >= 0:
        yield _entrance(view, seat, p)
    if any(card >= 0 for card in p.celebrities):
        yield _celebrities(view, seat, p)


def _rehearsal(view: View, seat: int, p: Any) -> Sketch:
    """The rehearsal room: its sections with the remaining dancers, and their bonuses."""
    room = view.names.ruleset.rehearsal_room[view.names.rehearsal_keys[int(p.rehearsal)]]
    parts, words = [], []
    for i, section in enumerate(room.sections):
        left = int(p.resting[i])
        body = text(0, 12, i + 1, "n")
        for k in range(section.dancers):
            body += use("dancer", 12 + 15 * k, 1, 14, f"mark {'gold' if k < left else 'dim'}")
        bonus = describe_effects(section.bonus)
        lines = wrapped(bonus, WIDTH - 80, 10.5)
        body += paragraph(80, 12, lines, 12.5, "s" if left else "s gone")
        parts.append((body, 4.5 + 12.5 * len(lines)))
        words.append(f"section {i + 1}: {left} of {section.dancers} dancers left, then {bonus}")
    body, height = stacked(parts)
    return titled(f"rehearsal-{seat}", room.name, tuple(words), body, height + 2)


def _entrance(view: View, seat: int, p: Any) -> Sketch:
    """The hotel entrance: its name, what is left next to it, its abilities."""
    own = setting.own_entrance_text(view.names, view.g, p)
    does = setting.entrance_text(view.names, view.g, int(p.entrance), owned=True)
    name, _, abilities = does.partition(": ")
    left = own.removeprefix(name).strip(" ()")
    lines = [*wrapped(left, WIDTH - 14, 10.5), *wrapped(abilities, WIDTH - 14, 10.5)]
    height = 23 + 12.5 * len(lines)
    body = card(height) + text(7, 15, name, "name") + paragraph(7, 29, lines, 12.5, "s")
    return titled(f"entrance-{seat}", "Hotel entrance", (own, abilities), body, height + 3)


def _celebrities(view: View, seat: int, p: Any) -> Sketch:
    """The celebrities of the round, and which of them were used."""
    strips = [
        celebrity(view, int(one), place, " (used)" if int(p.celebrity_used) >> place & 1 else "")
        for place, one in enumerate(p.celebrities) if one >= 0
    ]  # fmt: skip
    return cards_below(f"celebrities-{seat}", "Celebrities of the round", strips)


def celebrity(view: View, index: int, place: int, more: str) -> Strip:
    """A celebrity with the symbol of the die."""
    word, does = DICE_WORDS[place + 1], view.names.celebrity_text(index)
    name = f"{view.names.celebrity(index)}{more}"
    lines = wrapped(does, WIDTH - 34, 10.5)
    height = 22 + 12.5 * len(lines)
    body = card(height) + rect(6, 5, 16, 16, f"of {word}", 3)
    body += use(word, 9, 8, 10, f"on {word}") + text(28, 16, name, "name")
    body += paragraph(28, 30, lines, 12.5, "s")
    return group(body), height, f"{word} die, {name}: {does}"
