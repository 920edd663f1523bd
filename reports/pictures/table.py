"""The middle of the table: round and turns, dice, guests, politics cards, emperor."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from model.words import describe_effects, describe_penalty, describe_places
from reports.pictures.cards import guest_strip
from reports.pictures.drawing import (
    TITLE,
    WIDTH,
    Sketch,
    Strip,
    card,
    cards_below,
    group,
    in_words,
    paragraph,
    rect,
    stacked,
    text,
    titled,
    use,
    wrapped,
)
from reports.pictures.view import View, seat_sign
from simulate.engine import codes as c
from simulate.narration.changes import dice_text, guest_deck, staff_deck
from simulate.words.names import seat_name
from simulate.words.spelling import DICE_WORDS

PHASES = {
    c.PH_DRAFT: "the draft",
    c.PH_AUCTION: "the auction of entrances",
    c.PH_REHEARSAL: "the choice of rehearsal rooms",
    c.PH_FREE_GUESTS: "the first guests",
    c.PH_SETUP_ROOMS: "the first rooms",
    c.PH_ROUND_START: "a round begins",
    c.PH_ROUND_END: "the round ends",
    c.PH_EMPEROR: "emperor scoring",
    c.PH_BALLROOM: "ballroom scoring",
    c.PH_FINAL_STAFF: "final scoring",
    c.PH_FINAL: "final scoring",
    c.PH_OVER: "the game is over",
}
DIE = 17


def table(view: View) -> Iterator[Sketch]:
    """The pieces of the table in every game, from top to bottom."""
    yield _round(view)
    yield _dice(view)
    yield _row(view)
    yield _politics(view)
    yield _track(view)
    yield _tiles(view)


# --- the round, and whose turn it is


def turn_order(view: View) -> list[tuple[int, int]]:
    """The turns of a round by the numbers on the tiles: (seat, number of its turn)."""
    n, tiles = view.n, view.rules.turn_tiles[view.n]
    numbered = [
        (int(tiles[(seat - int(view.g.first_seat)) % n][turn]), seat, turn)
        for seat in range(n)
        for turn in range(2)
    ]
    return [(seat, turn) for _, seat, turn in sorted(numbered)]


def _round(view: View) -> Sketch:
    g = view.g
    title = f"Round {g.round_no} of {view.rules.rounds}" if g.round_no else "Set-up"
    body = text(0, 18, title, "big")
    words = [title]
    if g.phase == c.PH_TURNS:
        signs, said = _turns(view)
        body += group(signs, x=WIDTH - 19 * 2 * view.n, y=12)
    else:
        said = PHASES[int(g.phase)]
        body += text(WIDTH, 17, said, "s e")
    words.append(said)
    if view.decides >= 0:
        words.append(f"{view.called(view.decides)} decides")
    guests, staff = len(guest_deck(g)), len(staff_deck(g))
    decks = f"guest deck {guests}, discarded {g.guest_discard_size}"
    decks += "" if view.unseen.open else f", staff deck {staff}"
    body += text(0, 36, decks, "s")
    return Sketch("round", "Round", (*words, decks), 42, body)


def _turns(view: View) -> tuple[Markup, str]:
    """The turns of the round as circles: played ones hollow, the current one filled."""
    out, said = Markup(""), []
    now = int(view.g.frames[0].player) if view.g.top else -1
    for place, (seat, turn) in enumerate(turn_order(view)):
        taken = int(view.player(seat).turns_taken)
        if turn < taken:
            cls, state = "done", "played"
        elif seat == now and turn == taken:
            cls, state = "now", "now"
        else:
            cls, state = "open", ""
        out += seat_sign(seat, 9.5 + 19 * place, 0, cls)
        said.append(f"{seat_name(seat)}{f' ({state})' if state else ''}")
    return out, f"turns: {', '.join(said)}"


# --- dice


def _dice(view: View) -> Sketch:
    """The six action spaces with their dice."""
    g, parts = view.g, []
    for face in range(1, c.FACES + 1):
        coloured = [i + 1 for i in range(c.LOUNGE) if int(g.coloured_face[i]) == face]
        dice = [*coloured, *[0] * (int(g.dice[face]) - len(coloured))]
        body = text(0, 13, face, "n")
        for place, colour in enumerate(dice):
            body += group(_die(face, colour), x=14 + place * (DIE + 3))
        x = 17 + len(dice) * (DIE + 3)
        lines = wrapped(view.names.action(face), WIDTH - x, 10.5)
        body += paragraph(x, 12.5, lines, 12.5, "s" if dice else "s dim")
        parts.append((body, max(21, 12.5 * len(lines) + 4)))
    body, height = stacked(parts)
    said = (f"dice: {dice_text(g)}",)
    return titled("dice", "Dice on the action spaces", said, body, height)


def _die(face: int, colour: int) -> Markup:
    """A die; coloured dice also have the symbol of their colour in the corner."""
    word = DICE_WORDS[colour] if colour else "white"
    out = rect(0.5, 0.5, DIE - 1, DIE - 1, f"of {word}", 3)
    out += use(f"pips-{face}", 0, 0, DIE, f"pips {word}")
    if colour:
        out += use(word, DIE - 5, DIE - 6, 8, "corner")
    return out


# --- guests


def _row(view: View) -> Sketch:
    """The guests of the row with their prices, the most expensive first."""
    strips = []
    for place, guest in enumerate(view.g.row):
        price = int(view.rules.row_cost[place])
        if guest < 0:
            body = card(21, "free") + text(WIDTH / 2, 14, "empty", "s c")
            strips.append((body, 21.0, f"for {price}: empty"))
        else:
            strips.append(guest_strip(view, int(guest), price=price))
    return cards_below("row", "Guests in the row", strips)


# --- politics cards and emperor


def claimants(view: View, place: int) -> list[int]:
    """The seats with a marker on a politics card (0: A), in the order of their claims."""
    there = [seat for seat in range(view.n) if int(view.player(seat).claimed) >> place & 1]
    known = [seat for seat in view.unseen.claims.get(place, ()) if seat in there]
    return [*(seat for seat in there if seat not in known), *known]


def _politics(view: View) -> Sketch:
    """The politics cards with the VP of their places, and the markers on them."""
    strips: list[Strip] = []
    politics = view.names.ruleset.politics
    for place, index in enumerate(view.g.politics):
        if index < 0:
            continue
        seats = claimants(view, place)
        key = view.names.politics_keys[int(index)]
        one, places = politics.cards[key], describe_places(politics.places_of(key))
        lines = wrapped(one.name, WIDTH - 92 - 17 * view.n, 11)
        height = 11.0 + 13 * len(lines)
        body = card(height) + text(8, 16, one.letter, "n")
        body += paragraph(24, 16, lines, 13, None)
        body += text(WIDTH - 8 - 17 * view.n, 16, places, "s e")
        for i, seat in enumerate(seats):
            body += seat_sign(seat, WIDTH - 12 - 17 * (view.n - 1 - i), 12)
        claimed = ", ".join(seat_name(seat) for seat in seats) or "nobody"
        said = f"{view.names.politics(int(index))}, {places}: claimed by {claimed}"
        strips.append((body, height, said))
    if not strips:
        return in_words("politics", "Politics cards", "not known")
    return cards_below("politics", "Politics cards", strips)


def _track(view: View) -> Sketch:
    """The emperor track with the markers of all seats."""
    tracks, emperor = view.names.ruleset.tracks, view.names.ruleset.emperor
    step = WIDTH / len(tracks.emperor_vp)
    spaces = [int(view.player(seat).emperor) for seat in range(view.n)]
    body, top = Markup(""), 16.5 * max(map(spaces.count, spaces)) + 1
    for space, vp in enumerate(tracks.emperor_vp):
        x = (space + 0.5) * step
        if space >= emperor.reward_from:
            cls = "soft"
        else:
            cls = "free" if space <= emperor.penalty_up_to else "card"
        body += rect(x - step / 2 + 1, top + 1, step - 2, 30, cls, 3)
        body += text(x, top + 14, space, "n c") + text(x, top + 26, f"{vp}", "s c")
        seats = [seat for seat, at in enumerate(spaces) if at == space]
        for i, seat in enumerate(seats):
            body += seat_sign(seat, x, top - 8.5 - 16.5 * i)
    body += text(
        0, top + 45,
        f"above: space, below: its VP; reward from {emperor.reward_from} on,"
        f" penalty up to {emperor.penalty_up_to}",
        "s",
    )  # fmt: skip
    words = tuple(f"{seat_name(seat)}: space {at}" for seat, at in enumerate(spaces))
    return titled("track", "Emperor track", words, body, top + 50)


def _tiles(view: View) -> Sketch:
    """The emperor tiles with reward and penalty; tiles already scored are dim."""
    ruleset, g = view.names.ruleset, view.g
    parts, words = [], []
    for scoring, index in enumerate(g.emperor_tiles):
        after, back = ruleset.emperor.rounds[scoring], ruleset.emperor.retreat[scoring]
        if index < 0:
            words.append(f"after round {after}: not known")
            continue
        key = view.names.tile_keys[int(index)]
        tile = ruleset.emperor_tile[key]
        over = after < g.round_no or (after == g.round_no and g.phase > c.PH_EMPEROR)
        reward = f"reward: {describe_effects(tile.reward)}"
        penalty = f"penalty: {describe_penalty(tile, ruleset.emperor.penalty_alternative)}"
        lines = [*wrapped(reward, WIDTH - 50, 10.5), *wrapped(penalty, WIDTH - 50, 10.5)]
        when = f"after round {after}, then back {back}{', over' if over else ''}"
        height = 22 + 12.5 * len(lines)
        inner = use("emperor", 8, 6, 20, "mark gold") + text(18, 40, key, "n c")
        inner += text(42, 15, when, "name") + paragraph(42, 29, lines, 12.5, "s")
        parts.append((card(height) + group(inner, cls="dim" if over else None), height))
        words.append(f"{key}, {when}: {reward}; {penalty}")
    title = "Emperor tiles"
    if not parts:
        return Sketch("tiles", title, tuple(words), TITLE, text(0, 11, f"{title}: not known", "h"))
    body, height = stacked(parts, 3)
    return titled("tiles", title, tuple(words), body, height + 3)


def legend() -> Sketch:
    """The meaning of symbols and frames."""
    body, x = Markup(""), 0.0
    for colour in ("blue", "red", "yellow", "green"):
        body += group(use(colour, 0, 3, 10, f"of {colour}"), x=x) + text(x + 14, 12, colour, "s")
        x += 60
    x = 0.0
    for state, sign, wide in (
        ("bare", None, 84),
        ("vacant", "door", 84),
        ("occupied", "guest", 94),
    ):
        inner = rect(1, 0, 26, 17, "tile", 3)
        if sign:
            inner += use(sign, 8, 2, 13, "who" if sign == "guest" else None)
        word = {"bare": "no tile", "vacant": "vacant", "occupied": "occupied"}[state]
        body += group(inner, text(33, 12, word, "s"), x=x, y=20, cls=f"blue {state}")
        x += wide
    body += rect(x + 2, 20, 22, 17, "ring") + text(x + 33, 32, "bonus paid", "s")
    words = ("blue: circle, red: diamond, yellow: triangle, green: square",)
    return Sketch("legend", "Signs", words, 40, body)
