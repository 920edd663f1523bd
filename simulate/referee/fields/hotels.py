"""Hotel entrances, the pieces next to them, and what they observe in a round."""

from __future__ import annotations

from typing import Any

from model import UserError
from simulate.engine import codes as c
from simulate.engine.hotel import FIRST_LINE, LINES
from simulate.engine.state import FIRST_ENTRANCE, MAX_OWN_TILES
from simulate.referee.fields.base import (
    COUNT,
    answered,
    groups_of,
    into,
    keep,
    kept,
    one_of_each,
    some,
)
from simulate.referee.fields.field import Field, FieldView, Stage
from simulate.referee.kinds import (
    ENTRANCE,
    GUEST,
    IN_ORDER,
    POLITICS,
    TILE,
    Cards,
    One,
    ValueKind,
    letter_set,
    numbers_text,
    pile,
    room_set,
)
from simulate.referee.laying import distinct, exactly, lettered
from simulate.referee.values import (
    Counts,
    Letters,
    OneCard,
    Rooms,
    Taken,
    Tiles,
    letters,
    write_taken,
)

NONE = -1


def _lay_out_entrances(v: FieldView, entrances: list[int]) -> None:
    exactly(entrances, int(v.g.n_players) if v.rules.entrances else 0)
    v.g.entrances[:] = NONE
    v.g.entrances[: len(entrances)] = entrances


def _laid_out(v: FieldView) -> list[tuple[int, str]]:
    """(card, name) of the entrances laid out."""
    return [(FIRST_ENTRANCE + i, v.lexicon.keyed_name("entrance", i)) for i in some(v.g.entrances)]


def _lay_own_politics(v: FieldView, cards: list[int]) -> None:
    distinct([*cards, *some(v.g.politics)], "politics card")
    letter_of = v.rules.politics_letter
    v.g.own_politics[:] = lettered(cards, letter_of, "politics cards", complete=False)


def _lay_out_own_politics(v: FieldView, cards: list[int]) -> None:
    _lay_own_politics(v, cards)
    for card, name in _laid_out(v):
        if v.rules.card_own_politics[card] and NONE in v.g.own_politics:
            raise UserError(f"three cards are next to {name}")


def _lay_own_tiles(v: FieldView, tiles: list[int]) -> None:
    """The personal emperor tiles by letter, two of each."""
    distinct([*tiles, *some(v.g.emperor_tiles)], "emperor tile")
    slots = [NONE] * MAX_OWN_TILES
    for tile in tiles:
        letter = int(v.rules.tile_letter[tile])
        free = [i for i in (2 * letter, 2 * letter + 1) if slots[i] == NONE]
        if not free:
            key = v.lexicon.names.tile_keys[tile]
            raise UserError(f"{key}: personal tiles are two different ones of each letter")
        slots[free[0]] = tile
    v.g.own_tiles[:] = slots


def _lay_out_own_tiles(v: FieldView, tiles: list[int]) -> None:
    _lay_own_tiles(v, tiles)
    for card, name in _laid_out(v):
        wanted = 3 * int(v.rules.card_own_tiles[card])
        if wanted > len(some(v.g.own_tiles)):
            raise UserError(f"{wanted} tiles are next to {name}")


OWN_TILES = Cards(Tiles, [], " ".join, thing=TILE)

GAME = (
    Field(
        "entrances", "the hotel entrances still available",
        pile(ENTRANCE, IN_ORDER, 4), lambda v: some(v.g.entrances[: v.g.n_players]), None,
        _lay_out_entrances, Stage.TABLE,
    ),
    Field(
        "own_politics", "the three politics cards next to an entrance",
        pile(POLITICS, most=3), lambda v: some(v.g.own_politics), _lay_own_politics,
        _lay_out_own_politics, Stage.TABLE,
    ),
    Field(
        "own_tiles", 'the emperor tiles next to an entrance, `"A3 A4 B1 ..."`', OWN_TILES,
        lambda v: some(v.g.own_tiles), _lay_own_tiles, _lay_out_own_tiles, Stage.TABLE,
    ),
    Field(
        "kept", "discarded guests kept until the end of the round", pile(GUEST),
        lambda v: kept(v, 1), lambda v, guests: keep(v, guests, 1), stage=Stage.LAST,
    ),
)  # fmt: skip


def _lay_entrance(v: FieldView, entrance: int) -> None:
    """An entrance with all its tokens and the tiles next to it."""
    v.held.set_entrance(entrance)
    v.p.own_tiles_left = sum(
        1 << k
        for k in range(MAX_OWN_TILES)
        if v.p.own_tiles_left >> k & 1 and v.g.own_tiles[k] >= 0
    )


def _tokens(v: FieldView) -> list[int]:
    return [i + 1 for i in range(int(v.rules.n_tokens)) if v.p.tokens >> i & 1]


def _lay_tokens(v: FieldView, numbers: list[int]) -> None:
    _needs_entrance(v)
    if any(not 1 <= n <= v.rules.n_tokens for n in numbers):
        raise UserError(f"bonus tokens are numbered 1 to {v.rules.n_tokens}")
    v.p.tokens = sum(1 << (n - 1) for n in set(numbers))


def _needs_entrance(v: FieldView) -> None:
    if v.p.entrance < 0:
        raise UserError("belongs next to an entrance: say which")


def _tiles_left(v: FieldView) -> list[int]:
    return some(v.g.own_tiles[k] for k in range(MAX_OWN_TILES) if v.p.own_tiles_left >> k & 1)


def _lay_tiles_left(v: FieldView, tiles: list[int]) -> None:
    _needs_entrance(v)
    there = {int(tile): k for k, tile in enumerate(v.g.own_tiles) if tile >= 0}
    if not set(tiles) <= set(there):
        raise UserError("a tile that is not among those of the entrance")
    v.p.own_tiles_left = sum(1 << there[tile] for tile in tiles)


def _has_own_tiles(v: FieldView, tiles: Any) -> bool:
    entrance = int(v.p.entrance)
    return entrance >= 0 and bool(v.rules.card_own_tiles[FIRST_ENTRANCE + entrance])


def _lay_own_claimed(v: FieldView, cards: int) -> None:
    for letter in letters(cards):
        if v.g.own_politics[letter] < 0:
            raise UserError(f"there is no personal politics card {'ABC'[letter]}")
    v.p.own_done |= cards


def _taken(v: FieldView) -> list[int]:
    """The dice taken this round. Only the first face counts; the sum of two is answered already."""
    n = int(v.p.dice_this_round)
    return [int(v.p.first_face), *[1] * (n - 1)] if n else []


def _lay_taken(v: FieldView, faces: list[int]) -> None:
    v.p.dice_this_round, v.p.first_face = len(faces), faces[0] if faces else 0


GROUPS = (1 << FIRST_LINE) - 1  # the bits of `groups_started` below those of lines


def _lay_begun(v: FieldView, rooms: int) -> None:
    v.p.groups_started = int(v.p.groups_started) & ~GROUPS | groups_of(v, rooms)


def _lines(v: FieldView) -> list[int]:
    return [i + 1 for i in range(LINES) if int(v.p.groups_started) >> FIRST_LINE + i & 1]


def _lay_lines(v: FieldView, numbers: list[int]) -> None:
    if any(not 1 <= n <= LINES for n in numbers):
        raise UserError(f"columns are numbered 1 to {c.COLUMNS}, floors up to {LINES}")
    lines = sum(1 << (n - 1) for n in set(numbers))
    v.p.groups_started = int(v.p.groups_started) & GROUPS | lines << FIRST_LINE


def _begun_said(v: FieldView, rooms: Any) -> bool:
    otherwise = v.held.begun_groups() != int(v.p.groups_started) & GROUPS
    return otherwise and answered(v, c.ON_FIRST_ROOM)


SEAT = (
    Field(
        "entrance", "the hotel entrance", One(OneCard, thing=ENTRANCE, nothing="none"),
        lambda v: int(v.p.entrance) if v.p.entrance >= 0 else None, _lay_entrance,
    ),
    Field(
        "own_tiles", "the emperor tiles left next to the entrance; by default all",
        Cards(Tiles, None, " ".join, thing=TILE), _tiles_left, _lay_tiles_left,
        said=_has_own_tiles,
    ),
    Field(
        "tokens", 'the bonus tokens left next to the entrance, `"2 4"`; by default all',
        ValueKind(Counts, None, numbers_text, numbers_text, "none"), _tokens, _lay_tokens,
        said=lambda v, tokens: v.p.entrance >= 0 and len(tokens) < v.rules.n_tokens,
    ),
    Field(
        "own_claimed", 'the personal politics cards turned over, `"A"`', letter_set(Letters),
        lambda v: int(v.p.own_done), _lay_own_claimed,
    ),
    Field(
        "dice_taken",
        'the dice taken in this round, in order, `[3]` or `["key"]`',
        ValueKind(Taken, [], write_taken), _taken, _lay_taken,
        said=lambda v, faces: bool(faces and v.rules.entrances), claimed=False, shown=False,
    ),
    Field(
        "left", "how many guests left the café in this round", COUNT,
        lambda v: int(v.p.round_guests), into("round_guests"),
        said=lambda v, n: bool(n and v.p.keeps_guests), claimed=False, shown=False,
    ),
    Field(
        "begun", "one room of each group in which a room was occupied before",
        room_set(Rooms, None), lambda v: one_of_each(v, int(v.p.groups_started)), _lay_begun,
        stage=Stage.PLACED, said=_begun_said, claimed=False, shown=False,
    ),
    Field(
        "lines",
        "if a column or floor pays only once a game: those completed before, columns 1 to 5 and"
        " floors 6 to 9 (the lowest is 6); by default those full now",
        ValueKind(Counts, None, numbers_text, numbers_text, "none"), _lines, _lay_lines,
        stage=Stage.PLACED,
        said=lambda v, lines: bool(v.rules.lines_again_once and _lines(v) != v.held.full_lines()),
        claimed=False, shown=False,
    ),
)  # fmt: skip
