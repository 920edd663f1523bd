"""The suite's own invariants, listed as those of a user are: sentence, clauses, premise, counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from model import UserError
from model.names import meant
from simulate.verify import check_codes as k
from simulate.verify import tally as t
from simulate.verify.check_codes import MESSAGES
from simulate.verify.premises import WORDS

# The premise of each, and the clauses of the rules that it checks; one without a clause checks what
# the engine keeps about the game.
ABOUT: dict[int, tuple[int, *tuple[str, ...]]] = {
    k.ENGINE_ERROR: (t.P_POSITION,),
    k.PLAYERS: (t.P_POSITION, "players.number"),
    k.ROUND_NUMBER: (t.P_POSITION, "round.seven"),
    k.FRAME_STACK: (t.P_DECISION,),
    k.FRAME_PLAYER: (t.P_DECISION,),
    k.FRAME_KIND: (t.P_DECISION,),
    k.DICE_LEFT: (t.P_ROUND, "round.sort", "die.one-a-turn"),
    k.DICE_ROUND: (t.P_ROUND, "set-up.dice", "pass.bin", "round.all-dice-back"),
    k.KRONES: (t.P_POSITION, "tracks.krones-end"),
    k.EMPEROR: (t.P_POSITION, "tracks.emperor-end", "emperor.retreat-to-zero"),
    k.KITCHEN: (t.P_POSITION, "goods.to-the-kitchen"),
    k.TABLE_EMPTY: (t.P_POSITION, "row.three-tables", "row.free-table"),
    k.ORDER: (t.P_GUEST_SEATED, "goods.matching"),
    k.ORDER_TOTAL: (t.P_GUEST_SEATED, "goods.matching"),
    k.TURNS: (t.P_ROUND, "round.two-turns", "pass.turn-kept"),
    k.CARD_COUNTS: (t.P_POSITION, "staff-card.hand-size"),
    k.BOARD: (t.P_POSITION, "variant.night-alike", "variant.day-different"),
    k.ROOM_CELLS: (t.P_ROOMS, "room.one-tile", "check-in.room-turned"),
    k.ROOM_BOTH: (t.P_ROOMS, "room.one-tile", "check-in.room-turned"),
    k.ROOM_COVERED: (t.P_ROOMS, "room.one-tile", "check-in.room-turned"),
    k.GROUP_UNKNOWN: (t.P_FULL_GROUP, "group.complete", "group.pays-once"),
    k.GROUP_UNPAID: (t.P_FULL_GROUP, "group.complete", "group.pays-once"),
    k.GROUP_PENDING: (t.P_PENDING_BONUS, "group.complete", "group.pays-once"),
    k.ABILITY_DICE: (t.P_STAFF_IN_PLAY, "staff-card.permanent", "staff-card.combine"),
    k.ABILITY_PRICES: (t.P_STAFF_IN_PLAY, "staff-card.permanent", "staff-card.combine"),
    k.ABILITY_EVENTS: (t.P_STAFF_IN_PLAY, "staff-card.permanent", "staff-card.combine"),
    k.STAFF_UNKNOWN: (t.P_CARDS_IN_HAND, "components.staff", "hire.laid-open"),
    k.STAFF_TWICE: (t.P_CARDS_IN_HAND, "components.staff", "hire.laid-open"),
    k.STAFF_LOST: (t.P_CARDS_IN_HAND, "components.staff", "hire.laid-open"),
    k.STAFF_LOG: (t.P_CARDS_IN_HAND,),
    k.GUEST_UNKNOWN: (t.P_POSITION, "components.guests-2021", "check-in.discard"),
    k.GUEST_TWICE: (t.P_POSITION, "components.guests-2021", "check-in.discard"),
    k.GUEST_LOST: (t.P_POSITION, "components.guests-2021", "check-in.discard"),
    k.MARKERS: (
        t.P_CLAIMED,
        "politics-card.one-marker",
        "politics-card.best-place",
        "politics-card.fourth",
    ),
    k.MARKERS_PLACES: (
        t.P_CLAIMED,
        "politics-card.one-marker",
        "politics-card.best-place",
        "politics-card.fourth",
    ),
    k.POLITICS_VP: (t.P_CLAIMED, "politics-card.places", "politics-card.stays"),
    k.ROOM_TILES: (t.P_ROOMS, "components.room-tiles"),
    k.LEDGER: (t.P_POSITION,),
    k.LEDGER_CARDS: (t.P_GUEST_HOUSED, "check-in.vp"),
    k.LEDGER_GROUPS: (t.P_FULL_GROUP, "group.blue"),
    k.LEDGER_CELLS: (t.P_ROOMS, "prepare.cell-vp"),
    k.LEDGER_TRACK: (t.P_ROUND, "emperor.vp", "tracks.emperor-end"),
    k.LEDGER_FINAL: (
        t.P_OVER,
        "final.floors",
        "final.krones",
        "final.kitchen",
        "final.guests-left",
    ),
    k.HOUSED: (t.P_GUEST_HOUSED, "check-in.discard"),
    k.END_FRAMES: (t.P_OVER, "end.over", "round.final-scoring"),
    k.END_ROUNDS: (t.P_OVER, "end.over", "round.final-scoring"),
    k.END_DECISIONS: (t.P_OVER, "end.over", "round.final-scoring"),
    k.END_RANK: (t.P_OVER, "end.winner", "end.tie-break", "end.shared"),
    k.END_OFFER: (t.P_OVER, "end.over", "round.final-scoring"),
    k.FRAME_CONTENT: (t.P_DECISION,),
    k.DICE_COUNTED: (t.P_ROUND, "die.one-a-turn", "die.covers-number"),
    k.DICE_COLOURED: (t.P_COLOURED_DICE, "coloured-dice.number", "coloured-dice.roll"),
    k.FIRST_SEAT: (t.P_ROUND, "round.tiles-to-the-left", "skeleton-key.next-start"),
    k.KEY: (t.P_KEY, "skeleton-key.instead", "skeleton-key.returned"),
    k.COUNTERS: (t.P_ROUND, "pass.again"),
    k.OWED: (t.P_DECISION,),
    k.STAFF_USED: (t.P_STAFF_IN_PLAY, "staff-card.round", "staff-card.once"),
    k.ABILITY_REST: (t.P_STAFF_IN_PLAY, "staff-card.permanent", "staff-card.combine"),
    k.GUESTS_GONE: (t.P_GUEST_HOUSED, "check-in.vp"),
    k.GUEST_KEPT: (t.P_GUEST_KEPT, "entrances.own"),
    k.CELEBRITY_UNKNOWN: (t.P_COLOURED_DICE, "lounge.set-up", "lounge.leave", "lounge.refill"),
    k.CELEBRITY_TWICE: (t.P_COLOURED_DICE, "lounge.set-up", "lounge.leave", "lounge.refill"),
    k.CELEBRITY_LOST: (t.P_COLOURED_DICE, "lounge.set-up", "lounge.leave", "lounge.refill"),
    k.CELEBRITY_USED: (t.P_COLOURED_DICE, "lounge.ageing", "lounge.gone"),
    k.ENTRANCES: (t.P_ENTRANCES, "entrances.laid-out", "auction.one-each"),
    k.AUCTION: (t.P_AUCTION, "auction.raise-or-pass", "auction.means"),
    k.OWN_CARDS: (t.P_OWN_CARDS, "entrances.own"),
    k.TOKENS: (t.P_ENTRANCES, "entrances.own"),
    k.BALLROOMS: (t.P_BALLROOMS, "ballrooms.three", "rehearsal.laid-out"),
    k.DANCERS: (t.P_BALLROOMS, "rehearsal.dancers", "dance.stays"),
    k.SEATS: (t.P_DANCERS, "dance.row", "dance.four-players-seats"),
    k.LEDGER_BALLROOMS: (t.P_BALLROOMS, "dance.row-bonus", "ballroom-scoring.absent"),
    k.LEDGER_CELEBRITIES: (t.P_CELEBRITIES, "lounge.vp"),
    k.LEDGER_ENTRANCE: (t.P_ENTRANCES, "entrances.own"),
    k.ROW_GAP: (t.P_ROUND, "row.refill", "row.deck-empty", "row.short"),
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
    for code, (place, *clauses) in ABOUT.items():
        name = names[code].lower().replace("_", "-")
        found[name] = BuiltIn(code, name, MESSAGES[code], tuple(clauses), WORDS[place], place)
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
