"""What modules add to a set-up and to a position, laid into the state of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from model import UserError
from simulate.actions import DICE_WORDS
from simulate.engine import codes as c
from simulate.engine.abilities import rebuild_abilities
from simulate.engine.state import FIRST_ENTRANCE, MAX_OWN_TILES, MAX_PLAYERS
from simulate.referee.document import PlayerForm, PositionForm, SetupForm
from simulate.referee.laying import at, distinct, lettered
from simulate.referee.lexicon import Lexicon
from simulate.referee.pieces import Pieces
from simulate.referee.seats import SeatPieces
from simulate.referee.values import (
    read_counts,
    read_dancers,
    read_letters,
    read_met,
    read_orders,
    read_rooms,
    read_round_dice,
    read_tiles,
)

NONE = -1


def found(lexicon: Lexicon, kind: str, cards: Sequence[Any]) -> list[int]:
    """Indices of ballrooms, celebrities and so on; -1 for none. Raises UserError for doubles."""
    indices = [NONE if card is None else lexicon.keyed(kind, card) for card in cards]
    distinct([i for i in indices if i >= 0], kind.replace("_", " "))
    return indices


def own_tiles(lexicon: Lexicon, value: Any) -> list[int]:
    """The personal emperor tiles by letter, two of each; -1 where none is given."""
    slots = [NONE] * MAX_OWN_TILES
    for key in read_tiles(value):
        tile = lexicon.tile(key)
        letter = int(lexicon.rules.tile_letter[tile])
        free = [i for i in (2 * letter, 2 * letter + 1) if slots[i] == NONE]
        if tile in slots or not free:
            raise UserError(f"{key}: personal tiles are two different ones of each letter")
        slots[free[0]] = tile
    return slots


# --- set-up


def lay_out(pieces: Pieces, lexicon: Lexicon, form: SetupForm) -> int:
    """All that modules lay out at the beginning. Returns how many celebrities of the deck are
    known. Raises UserError naming the place in the file.
    """
    g, rules = pieces.g, lexicon.rules
    n = int(g.n_players)
    rooms = min(MAX_PLAYERS, int(rules.n_rehearsal)) if rules.all_rehearsal_rooms else n
    lay = (
        ("ballrooms", "ballroom", c.BALLROOMS if rules.ballrooms else 0, g.ballrooms),
        ("rehearsal_rooms", "rehearsal_room", rooms if rules.ballrooms else 0, g.rehearsal_rooms),
        ("entrances", "entrance", n if rules.entrances else 0, g.entrances),
        ("lounge", "celebrity", int(rules.coloured_dice), g.lounge),
    )
    for field, kind, wanted, where in lay:
        with at(f"setup.{field}"):
            cards = found(lexicon, kind, getattr(form, field))
            if len(cards) != wanted:
                raise UserError(f"{len(cards)} are written; {wanted} are laid out here")
            where[:] = NONE
            where[:wanted] = cards
    with at("setup.celebrity_deck"):
        deck = found(lexicon, "celebrity", form.celebrity_deck)
        distinct([*deck, *(i for i in g.lounge if i >= 0)], "celebrity")
        if rules.coloured_dice:
            pieces.set_celebrities(deck)
    _own_cards(g, lexicon, form, "setup")
    _complete_own(g, lexicon)
    return len(deck)


def _own_cards(g: Any, lexicon: Lexicon, form: Any, place: str) -> None:
    """Politics cards and emperor tiles that lie beside an entrance."""
    with at(f"{place}.own_politics"):
        cards = [lexicon.politics(card) for card in form.own_politics]
        distinct([*cards, *(int(i) for i in g.politics if i >= 0)], "politics card")
        letters = lexicon.rules.politics_letter
        g.own_politics[:] = lettered(cards, letters, "politics cards", complete=False)
    with at(f"{place}.own_tiles"):
        tiles = own_tiles(lexicon, form.own_tiles)
        given = [tile for tile in tiles if tile >= 0]
        distinct([*given, *(int(i) for i in g.emperor_tiles if i >= 0)], "emperor tile")
        g.own_tiles[:] = tiles


def _complete_own(g: Any, lexicon: Lexicon) -> None:
    """An entrance that was laid out needs what lies beside it."""
    rules = lexicon.rules
    for entrance in g.entrances:
        card = FIRST_ENTRANCE + int(entrance)
        name = lexicon.keyed_name("entrance", int(entrance)) if entrance >= 0 else ""
        if entrance >= 0 and rules.card_own_politics[card] and NONE in g.own_politics:
            raise UserError(f"setup.own_politics: three cards lie beside {name}")
        tiles = int(rules.card_own_tiles[card]) if entrance >= 0 else 0
        if 3 * tiles > sum(tile >= 0 for tile in g.own_tiles):
            raise UserError(f"setup.own_tiles: {3 * tiles} tiles lie beside {name}")


# --- positions


def put_common(pieces: Pieces, lexicon: Lexicon, form: PositionForm) -> int:
    """What lies on the table, before the players get theirs.

    Returns how many celebrities of the deck are known. Raises UserError naming the place.
    """
    g, rules = pieces.g, lexicon.rules
    g.rehearsal_rooms[:] = g.entrances[:] = NONE
    _ballrooms(g, lexicon, form)
    _own_cards(g, lexicon, form, "position")
    for field, who in (("first_player", form.first_player), ("key", form.key)):
        with at(f"position.{field}"):
            if who is not None:
                name = "first_seat" if field == "first_player" else "key_holder"
                g[name] = lexicon.seat(who)
    if form.key is not None and not rules.key:
        raise UserError("position.key: no skeleton key is in play here")
    g.guests_taken, g.pass_seen = form.guests_taken, form.somebody_passed
    with at("position.lounge"):
        lounge = found(lexicon, "celebrity", form.lounge)
        waited = read_counts(form.waited)
        if len(lounge) > rules.coloured_dice or len(waited) > len(lounge):
            raise UserError(f"the lounge has {rules.coloured_dice} places")
        if any(n >= max(1, int(rules.n_waits)) for n in waited):
            raise UserError("nobody waits so long")
    if not rules.coloured_dice:
        return 0
    g.lounge[:] = [*lounge, *[NONE] * (c.LOUNGE - len(lounge))]
    g.lounge_waited[:] = [*waited, *[0] * (c.LOUNGE - len(waited))]
    return len(form.celebrity_deck)


def put_celebrities(pieces: Pieces, lexicon: Lexicon, form: PositionForm) -> None:
    """The deck and the discards, once all others are where they belong."""
    if not lexicon.rules.coloured_dice:
        return
    g = pieces.g
    with at("position.celebrity_deck"):
        deck = found(lexicon, "celebrity", form.celebrity_deck)
        discard = found(lexicon, "celebrity", form.celebrity_discard)
        held = [int(i) for p in g.players[: g.n_players] for i in p.celebrities]
        there = [*deck, *discard, *held, *(int(i) for i in g.lounge)]
        distinct([i for i in there if i >= 0], "celebrity")
        pieces.set_celebrities(deck, discard)


def _ballrooms(g: Any, lexicon: Lexicon, form: PositionForm) -> None:
    with at("position.ballrooms"):
        rooms = found(lexicon, "ballroom", form.ballrooms)
        if len(rooms) not in (0, int(lexicon.rules.ballrooms)):
            raise UserError(f"{len(rooms)} ballrooms; {lexicon.rules.ballrooms} are in play here")
        g.ballrooms[:] = [*rooms, *[NONE] * (c.BALLROOMS - len(rooms))]


def put_kept(pieces: Pieces, lexicon: Lexicon, form: PositionForm) -> None:
    """Guests of the discards that somebody keeps for now."""
    g = pieces.g
    discard = [int(guest) for guest in g.guest_discard[: g.guest_discard_size]]

    def keep(cards: Sequence[Any], bit: int) -> None:
        for card in cards:
            guest = lexicon.guests.find(card)
            if guest not in discard:
                raise UserError(f"{lexicon.guests.text(guest)} is not among the discarded guests")
            g.guest_kept[guest] |= bit

    with at("position.kept"):
        keep(form.kept, 1)
    for name, player in form.players.items():
        with at(f"position.players.{name}: kept"):
            keep(player.kept, 2 << lexicon.seat(name))


def put_player(seat: SeatPieces, lexicon: Lexicon, form: PlayerForm) -> None:
    """What modules put before a player."""
    p, g = seat.p, seat.g
    if form.entrance is not None:
        with at("entrance"):
            seat.set_entrance(lexicon.keyed("entrance", form.entrance))
            _left_of_entrance(seat, lexicon, form)
    if form.rehearsal is not None:
        with at("rehearsal"):
            seat.set_rehearsal(lexicon.keyed("rehearsal_room", form.rehearsal))
    if form.resting is not None:
        with at("resting"):
            _resting(seat, read_counts(form.resting))
    with at("dancers"):
        _dancers(seat, read_dancers(form.dancers))
    with at("celebrities"):
        _celebrities(seat, lexicon, form)
    taken = read_round_dice(form.dice_taken)
    p.dice_this_round, p.first_face = len(taken), taken[0] if taken else 0
    p.passed_once = form.has_passed or form.passed
    p.most_krones = max(form.krones, form.most_krones)
    p.round_guests, p.guest_vp = form.left, form.guest_vp
    for (colour, goods), n in read_orders(form.orders).items():
        p.orders[colour, min(goods, p.orders.shape[1] - 1)] += n
    with at("own_claimed"):
        for letter in read_letters(form.own_claimed):
            if g.own_politics[letter] < 0:
                raise UserError(f"there is no personal politics card {'ABC'[letter]}")
            p.own_done |= 1 << letter


def put_begun(seat: SeatPieces, form: PlayerForm) -> None:
    """Groups in which a room has been occupied, where that cannot be seen any more."""
    if form.begun is not None:
        groups, rooms = seat.rules.group_of[seat.p.board], read_rooms(form.begun)
        begun = {int(groups[room]) for room in range(c.ROOMS) if rooms >> room & 1}
        seat.p.groups_started = sum(1 << group for group in begun)


def _left_of_entrance(seat: SeatPieces, lexicon: Lexicon, form: PlayerForm) -> None:
    """Tokens and tiles that have not been used up: all of them, unless the form says so."""
    p = seat.p
    p.own_tiles_left = sum(
        1 << k
        for k in range(MAX_OWN_TILES)
        if p.own_tiles_left >> k & 1 and seat.g.own_tiles[k] >= 0
    )
    if form.tokens is not None:
        numbers = read_counts(form.tokens)
        if any(not 1 <= n <= lexicon.rules.n_tokens for n in numbers):
            raise UserError(f"bonus tokens are numbered 1 to {lexicon.rules.n_tokens}")
        p.tokens = sum(1 << (n - 1) for n in set(numbers))
    if form.own_tiles is not None:
        wanted = {lexicon.tile(key) for key in read_tiles(form.own_tiles)}
        there = {int(tile): k for k, tile in enumerate(seat.g.own_tiles) if tile >= 0}
        if not wanted <= set(there):
            raise UserError("own_tiles: a tile that is not among those of the entrance")
        p.own_tiles_left = sum(1 << there[tile] for tile in wanted)


def _resting(seat: SeatPieces, dancers: list[int]) -> None:
    p, rules = seat.p, seat.rules
    if p.rehearsal < 0:
        raise UserError("dancers rest in a rehearsal room: say which")
    most = [int(n) for n in rules.section_dancers[p.rehearsal]]
    if len(dancers) > len(most) or any(n > m for n, m in zip(dancers, most)):
        raise UserError(f"the sections have room for {most}")
    seat.set_resting(dancers)


def _dancers(seat: SeatPieces, dancers: list[int]) -> None:
    """Dancers sent earlier; no more in a row than it has seats, but for the balcony."""
    g, rules, n = seat.g, seat.rules, int(seat.g.n_players)
    for number, count in enumerate(dancers):
        place, row = divmod(number, c.ROWS)
        if not count:
            continue
        if g.ballrooms[place] < 0:
            raise UserError(f"there is no ballroom {place + 1} here")
        seat.add_dancers(place, row, count)
        taken = sum(int(p.dancers[place, row]) for p in g.players[:n])
        seats = int(rules.row_seats[g.ballrooms[place], row, n])
        if taken > seats and (place, row) != (c.BALLROOMS - 1, c.TOP):
            raise UserError(f"that row has {seats} seats, and {taken} dancers are there")


def _celebrities(seat: SeatPieces, lexicon: Lexicon, form: PlayerForm) -> None:
    met = found(lexicon, "celebrity", read_met(form.celebrities))
    for place, celebrity in enumerate(met):
        if celebrity >= 0:
            if celebrity in seat.g.lounge:
                raise UserError(f"{form.celebrities[DICE_WORDS[place + 1]]} waits in the lounge")
            seat.meet(celebrity, place)
    for card in form.celebrities_used:
        celebrity = lexicon.keyed("celebrity", card)
        if celebrity not in met:
            raise UserError(f"{card} does not help this player")
        seat.p.celebrity_used |= 1 << met.index(celebrity)
    rebuild_abilities(seat.rules, seat.p)
