"""The suite's own invariants, listed as those of a user are: sentence, clauses, premise, counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from model import UserError
from model.names import meant
from simulate.verify import check_codes as k
from simulate.verify import premises as p

# The premise of each, and the clauses of the rules that it checks; one without a clause checks what
# the engine keeps about the game.
ABOUT: dict[int, tuple[int, str]] = {
    k.ENGINE_ERROR: (p.POSITION, ""),
    k.PLAYERS: (p.POSITION, "players.number"),
    k.ROUND_NUMBER: (p.POSITION, "round.seven"),
    k.FRAME_STACK: (p.DECISION, ""),
    k.FRAME_PLAYER: (p.DECISION, ""),
    k.FRAME_KIND: (p.DECISION, ""),
    k.DICE_LEFT: (p.ROUND, "round.sort die.one-a-turn"),
    k.DICE_ROUND: (p.ROUND, "set-up.dice pass.bin round.all-dice-back"),
    k.KRONES: (p.POSITION, "tracks.krones-end"),
    k.EMPEROR: (p.POSITION, "tracks.emperor-end emperor.retreat-to-zero"),
    k.KITCHEN: (p.POSITION, "goods.to-the-kitchen"),
    k.TABLE_EMPTY: (p.POSITION, "row.three-tables row.free-table"),
    k.ORDER: (p.GUEST_SEATED, "goods.matching"),
    k.ORDER_TOTAL: (p.GUEST_SEATED, "goods.matching"),
    k.TURNS: (p.ROUND, "round.two-turns pass.turn-kept"),
    k.CARD_COUNTS: (p.POSITION, "staff-card.hand-size"),
    k.BOARD: (p.POSITION, "variant.night-alike variant.day-different"),
    k.ROOM_CELLS: (p.ROOMS, "room.one-tile check-in.room-turned"),
    k.ROOM_BOTH: (p.ROOMS, "room.one-tile check-in.room-turned"),
    k.ROOM_COVERED: (p.ROOMS, "room.one-tile check-in.room-turned"),
    k.GROUP_UNKNOWN: (p.FULL_GROUP, "group.complete group.pays-once"),
    k.GROUP_UNPAID: (p.FULL_GROUP, "group.complete group.pays-once"),
    k.GROUP_PENDING: (p.PENDING_BONUS, "group.complete group.pays-once"),
    k.ABILITY_DICE: (p.STAFF_IN_PLAY, "staff-card.permanent staff-card.combine"),
    k.ABILITY_PRICES: (p.STAFF_IN_PLAY, "staff-card.permanent staff-card.combine"),
    k.ABILITY_EVENTS: (p.STAFF_IN_PLAY, "staff-card.permanent staff-card.combine"),
    k.STAFF_UNKNOWN: (p.CARDS_IN_HAND, "components.staff hire.laid-open"),
    k.STAFF_TWICE: (p.CARDS_IN_HAND, "components.staff hire.laid-open"),
    k.STAFF_LOST: (p.CARDS_IN_HAND, "components.staff hire.laid-open"),
    k.STAFF_LOG: (p.CARDS_IN_HAND, ""),
    k.GUEST_UNKNOWN: (p.POSITION, "components.guests-2021 check-in.discard"),
    k.GUEST_TWICE: (p.POSITION, "components.guests-2021 check-in.discard"),
    k.GUEST_LOST: (p.POSITION, "components.guests-2021 check-in.discard"),
    k.MARKERS: (
        p.CLAIMED,
        "politics-card.one-marker politics-card.best-place politics-card.fourth",
    ),
    k.MARKERS_PLACES: (
        p.CLAIMED,
        "politics-card.one-marker politics-card.best-place politics-card.fourth",
    ),
    k.POLITICS_VP: (p.CLAIMED, "politics-card.places politics-card.stays"),
    k.ROOM_TILES: (p.ROOMS, "components.room-tiles"),
    k.LEDGER: (p.POSITION, ""),
    k.LEDGER_CARDS: (p.GUEST_HOUSED, "check-in.vp"),
    k.LEDGER_GROUPS: (p.FULL_GROUP, "group.blue"),
    k.LEDGER_CELLS: (p.ROOMS, "prepare.cell-vp"),
    k.LEDGER_TRACK: (p.ROUND, "emperor.vp tracks.emperor-end"),
    k.LEDGER_FINAL: (p.OVER, "final.floors final.krones final.kitchen final.guests-left"),
    k.HOUSED: (p.GUEST_HOUSED, "check-in.discard"),
    k.END_FRAMES: (p.OVER, "end.over round.final-scoring"),
    k.END_ROUNDS: (p.OVER, "end.over round.final-scoring"),
    k.END_DECISIONS: (p.OVER, "end.over round.final-scoring"),
    k.END_RANK: (p.OVER, "end.winner end.tie-break end.shared"),
    k.END_OFFER: (p.OVER, "end.over round.final-scoring"),
    k.FRAME_CONTENT: (p.DECISION, ""),
    k.DICE_COUNTED: (p.ROUND, "die.one-a-turn die.covers-number"),
    k.DICE_COLOURED: (p.COLOURED_DICE, "coloured-dice.number coloured-dice.roll"),
    k.FIRST_SEAT: (p.ROUND, "round.tiles-to-the-left skeleton-key.next-start"),
    k.KEY: (p.KEY, "skeleton-key.instead skeleton-key.returned"),
    k.COUNTERS: (p.ROUND, "pass.again"),
    k.OWED: (p.DECISION, ""),
    k.STAFF_USED: (p.STAFF_IN_PLAY, "staff-card.round staff-card.once"),
    k.ABILITY_REST: (p.STAFF_IN_PLAY, "staff-card.permanent staff-card.combine"),
    k.GUESTS_GONE: (p.GUEST_HOUSED, "check-in.vp"),
    k.GUEST_KEPT: (p.GUEST_KEPT, "entrances.own"),
    k.CELEBRITY_UNKNOWN: (p.COLOURED_DICE, "lounge.set-up lounge.leave lounge.refill"),
    k.CELEBRITY_TWICE: (p.COLOURED_DICE, "lounge.set-up lounge.leave lounge.refill"),
    k.CELEBRITY_LOST: (p.COLOURED_DICE, "lounge.set-up lounge.leave lounge.refill"),
    k.CELEBRITY_USED: (p.COLOURED_DICE, "lounge.ageing lounge.gone"),
    k.ENTRANCES: (p.ENTRANCES, "entrances.laid-out auction.one-each"),
    k.AUCTION: (p.AUCTION, "auction.raise-or-pass auction.means"),
    k.OWN_CARDS: (p.OWN_CARDS, "entrances.own"),
    k.TOKENS: (p.ENTRANCES, "entrances.own"),
    k.BALLROOMS: (p.BALLROOMS, "ballrooms.three rehearsal.laid-out"),
    k.DANCERS: (p.BALLROOMS, "rehearsal.dancers dance.stays"),
    k.SEATS: (p.DANCERS, "dance.row dance.four-players-seats"),
    k.LEDGER_BALLROOMS: (p.BALLROOMS, "dance.row-bonus ballroom-scoring.absent"),
    k.LEDGER_CELEBRITIES: (p.CELEBRITIES, "lounge.vp"),
    k.LEDGER_ENTRANCE: (p.ENTRANCES, "entrances.own"),
    k.ROW_GAP: (p.ROUND, "row.refill row.deck-empty row.short"),
}


@dataclass(frozen=True)
class BuiltIn:
    """One compiled invariant. ``sentence``: what must never be so. ``premise``: what a position
    must have for it to say anything, in words; ``place``: where that is counted."""

    code: int
    name: str
    sentence: str
    clauses: tuple[str, ...]
    premise: str
    place: int

    def line(self, checked: int, met: int) -> str:
        """One line: name, sentence, clauses and counts."""
        about = f"; {', '.join(self.clauses)}" if self.clauses else ""
        premise = f", premise met in {met:,}: {self.premise}" if self.place else ""
        return f"{self.name}: never so: {self.sentence} ({checked:,} times checked{premise}{about})"

    def counts(self, tally: np.record) -> tuple[int, int]:
        """How often it was checked, and in how many of these positions its premise was met."""
        return int(tally.checks), int(tally.premises[self.place])


def _all() -> dict[str, BuiltIn]:
    numbers = {name: code for name, code in vars(k).items() if type(code) is int}
    names = {code: name for name, code in numbers.items() if name[:2] != "M_" and name != "CODES"}
    found = {}
    for code, (place, clauses) in ABOUT.items():
        name = names[code].lower().replace("_", "-")
        text, premise = k.MESSAGES[code], p.WORDS[place]
        found[name] = BuiltIn(code, name, text, tuple(clauses.split()), premise, place)
    return found


BUILT_IN: dict[str, BuiltIn] = _all()
"""All of them by name."""


def codes_of(names: Iterable[str]) -> frozenset[int]:
    """The codes of invariants that are to be switched off.

    Raises UserError for a name that none has, or one that cannot be switched off.
    """
    found = set()
    for name in names:
        if name not in BUILT_IN:
            near = meant(name, list(BUILT_IN))
            raise UserError(f"--without {name}: no invariant has this name{near}; see --list")
        if BUILT_IN[name].code == k.ENGINE_ERROR:
            raise UserError(f"--without {name}: no game goes on after an error of the engine")
        found.add(BUILT_IN[name].code)
    return frozenset(found)
