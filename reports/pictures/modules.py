"""The components of expansion modules on the table: ballrooms, lounge, cards on offer."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from model.words import describe_effects, describe_scoring, many
from reports.pictures.drawing import (
    WIDTH,
    Sketch,
    card,
    cards_below,
    el,
    group,
    named_card,
    paragraph,
    text,
    titled,
    use,
    wrapped,
)
from reports.pictures.own_modules import celebrity
from reports.pictures.view import View, seat_sign
from simulate.engine import codes as c
from simulate.narration import setting
from simulate.words.names import seat_name
from simulate.words.spelling import DICE_WORDS, ROW_WORDS


def modules(view: View) -> Iterator[Sketch]:
    """The pieces of the modules in play."""
    if view.rules.coloured_dice:
        yield _lounge(view)
    if view.rules.ballrooms:
        for place in range(c.BALLROOMS):
            if view.g.ballrooms[place] >= 0:
                yield _ballroom(view, place)
    if any(card >= 0 for card in view.g.entrances[: view.n]) and view.rules.entrances:
        yield _auction(view)
    if any(room >= 0 for room in view.g.rehearsal_rooms) and view.rules.ballrooms:
        yield _rehearsal_rooms(view)


def _lounge(view: View) -> Sketch:
    """The waiting celebrities, the die of each, and the VP that they bring now."""
    strips = []
    for place in range(int(view.rules.coloured_dice)):
        waiting = int(view.g.lounge[place])
        if waiting < 0:
            said = f"{DICE_WORDS[place + 1]} die: nobody"
            strips.append((card(21, "free") + text(8, 14, said, "s"), 21.0, said))
        else:
            vp = int(view.rules.waited_vp[view.g.lounge_waited[place]])
            strips.append(celebrity(view, waiting, place, f", {vp} VP"))
    return cards_below("lounge", "Lounge", strips)


def _ballroom(view: View, place: int) -> Sketch:
    """A ballroom: its rows from top to bottom, each with price, seats, dancers and bonus."""
    index = int(view.g.ballrooms[place])
    room, after = view.names.ballroom_card(index), int(view.rules.scoring_round[place])
    over = after < view.g.round_no or (after == view.g.round_no and view.g.phase > c.PH_BALLROOM)
    scoring = f"after round {after}{', over' if over else ''}: {describe_scoring(room.scoring)}"
    lines = wrapped(scoring, WIDTH - 8, 10.5)
    body = paragraph(0, 10, lines, 12.5, "s")
    y, words = 12.5 * len(lines) + 4, [scoring]
    for row in reversed(range(c.ROWS)):
        seats = int(view.rules.row_seats[index, row, view.n])
        there = [
            seat
            for seat in range(view.n)
            for _ in range(int(view.player(seat).dancers[place, row]))
        ]
        given = room.rows[row]
        bonus = describe_effects(given.bonus) or "no bonus"
        balcony = place == c.BALLROOMS - 1 and row == c.TOP
        drawn, height = _row(given.champagne, seats, there, bonus, balcony)
        body += group(drawn, y=y)
        danced = ", ".join(seat_name(seat) for seat in there) or "nobody"
        words.append(
            f"{ROW_WORDS[row]} row, {given.champagne} champagne, {many(seats, 'seat')}"
            f"{', and the balcony' if balcony else ''}, {bonus}: {danced}"
        )
        y += height + 2
    title = f"Ballroom {place + 1}: {room.name}"
    return titled(f"ballroom-{place}", title, tuple(words), body, y)


def _row(
    champagne: int, seats: int, there: list[int], bonus: str, balcony: bool
) -> tuple[Markup, float]:
    """A row: champagne, seats with their dancers, the balcony behind a gap, and the bonus."""
    lines = wrapped(bonus, WIDTH - 40, 10.5)
    height = 20 + 12.5 * len(lines)
    out = card(height) + text(6, 14, champagne, "n")
    out += use("champagne", 14, 2, 15, "good champagne there")
    for i in range(max(seats, len(there))):
        x = 42 + 17.5 * i + (8 if i >= seats else 0)
        if i < len(there):
            out += seat_sign(there[i], x, 10)
        else:
            out += el("circle", cx=x, cy=10, r=6.5, cls="free")
    if balcony:
        out += text(WIDTH - 6, 14, "with the balcony", "s e")
    return out + paragraph(34, 29, lines, 12.5, "s"), height


def _auction(view: View) -> Sketch:
    """The entrances on offer; the one that is up for auction with its bid."""
    strips, g = [], view.g
    for i, index in enumerate(g.entrances[: view.n]):
        if index < 0:
            continue
        name, _, does = setting.entrance_text(view.names, g, int(index)).partition(": ")
        if i == g.auctioned:
            name += f", bid {g.bid} by {seat_name(int(g.leader))}"
        strips.append(named_card(name, does))
    return cards_below("entrances", "Hotel entrances on offer", strips)


def _rehearsal_rooms(view: View) -> Sketch:
    strips = [
        named_card(view.names.rehearsal(int(room)), view.names.sections(int(room)))
        for room in view.g.rehearsal_rooms if room >= 0
    ]  # fmt: skip
    return cards_below("rehearsal-rooms", "Rehearsal rooms on offer", strips)
