"""What modules add to a state read out as plain data; see ``readout``."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.actions import DICE_WORDS, room_name, seat_name
from simulate.engine import codes as c
from simulate.engine.state import FIRST_ENTRANCE, MAX_OWN_TILES
from simulate.narration.names import COLOUR_OF, rooms_in
from simulate.referee.lexicon import Lexicon
from simulate.referee.pieces import Pieces
from simulate.referee.seats import SeatPieces


def names_of(lexicon: Lexicon, kind: str, indices: Any) -> list[str | None]:
    """Names of ballrooms, celebrities and so on; None for none."""
    return [lexicon.keyed_name(kind, int(i)) if i >= 0 else None for i in indices]


def keys_of(keys: list[str], indices: Any) -> list[str]:
    """Keys of cards that are there."""
    return [keys[int(i)] for i in indices if i >= 0]


def tiles_text(lexicon: Lexicon, tiles: Any) -> str:
    """Personal emperor tiles: "A3 A6"."""
    return " ".join(keys_of(lexicon.names.tile_keys, tiles))


def common(lexicon: Lexicon, g: Any) -> dict[str, Any]:
    """What lies on the table at any time; what is empty is left out by the reader."""
    rules, pieces = lexicon.rules, Pieces(g, lexicon.rules)
    found: dict[str, Any] = {}
    if rules.ballrooms:
        found["ballrooms"] = names_of(lexicon, "ballroom", g.ballrooms)
    if rules.coloured_dice:
        found["lounge"] = names_of(lexicon, "celebrity", g.lounge[: rules.coloured_dice])
        found["celebrity_deck"] = names_of(lexicon, "celebrity", pieces.celebrity_deck())
    if rules.entrances:
        found["own_politics"] = keys_of(lexicon.names.politics_keys, g.own_politics)
        found["own_tiles"] = tiles_text(lexicon, g.own_tiles)
    return found


def laid_out(lexicon: Lexicon, g: Any) -> dict[str, Any]:
    """What is laid out in the set-up to be chosen or auctioned."""
    rules = lexicon.rules
    found: dict[str, Any] = {}
    rooms = [i for i in g.rehearsal_rooms if i >= 0]
    entrances = [i for i in g.entrances[: g.n_players] if i >= 0]
    if rules.ballrooms:
        found["rehearsal_rooms"] = names_of(lexicon, "rehearsal_room", rooms)
    if rules.entrances:
        found["entrances"] = names_of(lexicon, "entrance", entrances)
    return found


def of_round(lexicon: Lexicon, g: Any) -> dict[str, Any]:
    """What a position says of the round beside dice and turns."""
    rules, pieces = lexicon.rules, Pieces(g, lexicon.rules)
    found: dict[str, Any] = {}
    if g.first_seat != (int(g.round_no) - 1) % g.n_players:
        found["first_player"] = lexicon.players[int(g.first_seat)]
    if rules.key and g.key_holder >= 0:
        found["key"] = lexicon.players[int(g.key_holder)]
    if rules.coloured_dice:
        found["waited"] = [int(n) for n in g.lounge_waited[: rules.coloured_dice]]
        if not any(found["waited"]):
            del found["waited"]
        found["celebrity_discard"] = names_of(lexicon, "celebrity", pieces.celebrity_discard())
    if rules.sweep and g.guests_taken:
        found["guests_taken"] = int(g.guests_taken)
    if g.pass_seen and any(p.events >> c.ON_FIRST_PASS & 1 for p in g.players[: g.n_players]):
        found["somebody_passed"] = True
    found["kept"] = kept(lexicon, g, 1)
    return found


def kept(lexicon: Lexicon, g: Any, bit: int) -> list[int]:
    """Discarded guests that are kept: bit 1 for the round, 2 << seat for a politics card."""
    discard = [int(guest) for guest in g.guest_discard[: g.guest_discard_size]]
    return [lexicon.guests.numbers[guest] for guest in discard if int(g.guest_kept[guest]) & bit]


def of_player(lexicon: Lexicon, g: Any, seat: int) -> dict[str, Any]:
    """What modules put before a player, as anybody can see it."""
    p = g.players[seat]
    found: dict[str, Any] = {}
    if p.rehearsal >= 0:
        found["rehearsal"] = lexicon.keyed_name("rehearsal_room", int(p.rehearsal))
        sections = int(lexicon.rules.n_sections[p.rehearsal])
        found["resting"] = " ".join(str(int(n)) for n in p.resting[:sections])
    found["dancers"] = dancers(p)
    met = names_of(lexicon, "celebrity", p.celebrities)
    found["celebrities"] = {w: name for w, name in zip(DICE_WORDS[1:], met, strict=True) if name}
    used = [i for place, i in enumerate(p.celebrities) if p.celebrity_used >> place & 1 and i >= 0]
    found["celebrities_used"] = names_of(lexicon, "celebrity", used)
    if p.entrance >= 0:
        found |= _entrance(lexicon, g, p)
    used_up = [int(p.staff[i]) for i in range(p.staff_size) if p.staff_used[i] == 2]
    found["used_up"] = [lexicon.staff.numbers[card] for card in used_up]
    return {key: value for key, value in found.items() if value or value == ""}


def dancers(player: Any) -> dict[str, int]:
    """Dancers sent, by ballroom and row: {"1.top": 2}."""
    flat = player.dancers.reshape(-1)
    return {seat_name(seat): int(n) for seat, n in enumerate(flat) if n}


def _entrance(lexicon: Lexicon, g: Any, p: Any) -> dict[str, Any]:
    """The entrance, and what is left beside it where something was used."""
    rules, index = lexicon.rules, int(p.entrance)
    card = FIRST_ENTRANCE + index
    found: dict[str, Any] = {"entrance": lexicon.keyed_name("entrance", index)}
    if int(p.tokens) != (1 << int(rules.n_tokens)) - 1:
        found["tokens"] = " ".join(str(i + 1) for i in range(8) if p.tokens >> i & 1)
    if rules.card_own_tiles[card]:
        left = [g.own_tiles[k] for k in range(MAX_OWN_TILES) if p.own_tiles_left >> k & 1]
        found["own_tiles"] = tiles_text(lexicon, left)
    if p.own_done:
        done = [letter for i, letter in enumerate("ABC") if p.own_done >> i & 1]
        found["own_claimed"] = " ".join(done)
    return found


def counts_guests(lexicon: Lexicon) -> bool:
    """Does any politics card or staff card count the guests who left?"""
    r = lexicon.rules
    of_guests = (c.N_ORDERS, c.N_GUEST_VP)
    return bool(
        np.isin(r.need_count[: r.n_politics], of_guests).any()
        or (
            np.isin(r.effects[: r.n_effects, c.COL_PER], of_guests)
            & np.isin(r.effects[: r.n_effects, c.COL_CODE], (c.E_SCORE, c.P_LOSE_SCORE))
        ).any()
    )


def rest_of_player(lexicon: Lexicon, g: Any, seat: int) -> dict[str, Any]:
    """What only a position says of a player: what cannot be seen from the rest."""
    p, rules = g.players[seat], lexicon.rules
    found: dict[str, Any] = {}
    if p.dice_this_round and rules.entrances:
        # With the second die the sum has been answered: what more came does not matter.
        first = "key" if p.first_face == 0 else int(p.first_face)
        found["dice_taken"] = [first, *[1] * (int(p.dice_this_round) - 1)]
    if p.passed_once and rules.key and not p.passed:
        found["has_passed"] = True
    if rules.claims_at_turn_end and p.most_krones > p.krones:
        found["most_krones"] = int(p.most_krones)
    if p.keeps_guests and p.round_guests:
        found["left"] = int(p.round_guests)
    counted = {
        f"{COLOUR_OF[colour]} {goods}": int(n)
        for colour, row in enumerate(p.orders)
        for goods, n in enumerate(row)
        if n and goods
    }
    if counted and counts_guests(lexicon):
        found["orders"], found["guest_vp"] = counted, int(p.guest_vp)
    found["kept"] = kept(lexicon, g, 2 << seat)
    begun = SeatPieces(Pieces(g, rules), seat).begun_groups()
    if begun != int(p.groups_started) and p.events >> c.ON_FIRST_ROOM & 1:
        masks = rules.group_mask[p.board]
        groups = [i for i in range(rules.n_groups[p.board]) if p.groups_started >> i & 1]
        found["begun"] = " ".join(room_name(rooms_in(int(masks[i]))[0]) for i in groups)
    return {key: value for key, value in found.items() if value}
