"""The suite's own invariants, listed like a user's: sentence, clauses, premise, counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from model import UserError
from model.names import meant
from simulate.verify import check_codes as k
from simulate.verify import premises as p

# A premise, the clauses of the rules that are checked, and the invariants that check them; those
# without a clause check the engine's own bookkeeping.
_ABOUT: tuple[tuple[Any, ...], ...] = (
    (p.POSITION, "", k.ENGINE_ERROR, k.LEDGER),
    (p.POSITION, "players.number", k.PLAYERS),
    (p.POSITION, "round.seven", k.ROUND_NUMBER),
    (p.DECISION, "", k.FRAME_STACK, k.FRAME_PLAYER, k.FRAME_KIND, k.FRAME_CONTENT, k.OWED),
    (p.ROUND, "round.sort die.one-a-turn", k.DICE_LEFT),
    (p.ROUND, "set-up.dice pass.bin round.all-dice-back", k.DICE_ROUND),
    (p.POSITION, "tracks.krones-end", k.KRONES),
    (p.POSITION, "tracks.emperor-end emperor.retreat-to-zero", k.EMPEROR),
    (p.POSITION, "goods.to-the-kitchen", k.KITCHEN),
    (p.POSITION, "row.three-tables row.free-table", k.TABLE_EMPTY),
    (p.GUEST_SEATED, "goods.matching", k.ORDER, k.ORDER_TOTAL),
    (p.ROUND, "round.two-turns pass.turn-kept", k.TURNS),
    (p.POSITION, "staff-card.hand-size", k.CARD_COUNTS),
    (p.POSITION, "variant.night-alike variant.day-different", k.BOARD),
    (p.ROOMS, "room.one-tile check-in.room-turned", k.ROOM_CELLS, k.ROOM_BOTH, k.ROOM_COVERED),
    (p.FULL_GROUP, "group.complete group.pays-once", k.GROUP_UNKNOWN, k.GROUP_UNPAID),
    (p.PENDING_BONUS, "group.complete group.pays-once", k.GROUP_PENDING),
    (p.STAFF_IN_PLAY, "staff-card.permanent staff-card.combine",
     k.ABILITY_DICE, k.ABILITY_PRICES, k.ABILITY_EVENTS, k.ABILITY_REST),
    (p.CARDS_IN_HAND, "components.staff hire.laid-open",
     k.STAFF_UNKNOWN, k.STAFF_TWICE, k.STAFF_LOST),
    (p.CARDS_IN_HAND, "", k.STAFF_LOG),
    (p.POSITION, "components.guests-2021 check-in.discard",
     k.GUEST_UNKNOWN, k.GUEST_TWICE, k.GUEST_LOST),
    (p.CLAIMED, "politics-card.one-marker politics-card.best-place politics-card.fourth",
     k.MARKERS, k.MARKERS_PLACES),
    (p.CLAIMED, "politics-card.places politics-card.stays", k.POLITICS_VP),
    (p.ROOMS, "components.room-tiles", k.ROOM_TILES),
    (p.GUEST_HOUSED, "check-in.vp", k.LEDGER_CARDS, k.GUESTS_GONE),
    (p.FULL_GROUP, "group.blue", k.LEDGER_GROUPS),
    (p.ROOMS, "prepare.cell-vp", k.LEDGER_CELLS),
    (p.ROUND, "emperor.vp tracks.emperor-end", k.LEDGER_TRACK),
    (p.OVER, "final.floors final.krones final.kitchen final.guests-left", k.LEDGER_FINAL),
    (p.GUEST_HOUSED, "check-in.discard", k.HOUSED),
    (p.OVER, "end.over round.final-scoring",
     k.END_FRAMES, k.END_ROUNDS, k.END_DECISIONS, k.END_OFFER),
    (p.OVER, "end.winner end.tie-break end.shared", k.END_RANK),
    (p.ROUND, "die.one-a-turn die.covers-number", k.DICE_COUNTED),
    (p.COLOURED_DICE, "coloured-dice.number coloured-dice.roll", k.DICE_COLOURED),
    (p.ROUND, "round.tiles-to-the-left skeleton-key.next-start", k.FIRST_SEAT),
    (p.KEY, "skeleton-key.instead skeleton-key.returned", k.KEY),
    (p.ROUND, "pass.again", k.COUNTERS),
    (p.STAFF_IN_PLAY, "staff-card.round staff-card.once", k.STAFF_USED),
    (p.GUEST_KEPT, "entrances.own", k.GUEST_KEPT),
    (p.COLOURED_DICE, "lounge.set-up lounge.leave lounge.refill",
     k.CELEBRITY_UNKNOWN, k.CELEBRITY_TWICE, k.CELEBRITY_LOST),
    (p.COLOURED_DICE, "lounge.ageing lounge.gone", k.CELEBRITY_USED),
    (p.ENTRANCES, "entrances.laid-out auction.one-each", k.ENTRANCES),
    (p.AUCTION, "auction.raise-or-pass auction.means", k.AUCTION),
    (p.OWN_CARDS, "entrances.own", k.OWN_CARDS),
    (p.ENTRANCES, "entrances.own", k.TOKENS, k.LEDGER_ENTRANCE),
    (p.BALLROOMS, "ballrooms.three rehearsal.laid-out", k.BALLROOMS),
    (p.BALLROOMS, "rehearsal.dancers dance.stays", k.DANCERS),
    (p.DANCERS, "dance.row dance.four-players-seats", k.SEATS),
    (p.BALLROOMS, "dance.row-bonus ballroom-scoring.absent", k.LEDGER_BALLROOMS),
    (p.CELEBRITIES, "lounge.vp", k.LEDGER_CELEBRITIES),
    (p.ROUND, "row.refill row.deck-empty row.short", k.ROW_GAP),
)  # fmt: skip


@dataclass(frozen=True)
class BuiltIn:
    """One compiled invariant. ``sentence``: what must never occur. ``premise``: what a position
    must have for the check to apply, in words; ``place``: where that is counted.
    """

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
        """How often it was checked, and in how many of these positions its premise held."""
        return int(tally.checks), int(tally.premises[self.place])


def _all() -> dict[str, BuiltIn]:
    numbers = {name: code for name, code in vars(k).items() if type(code) is int}
    names = {code: name for name, code in numbers.items() if name[:2] != "M_" and name != "CODES"}
    found = {}
    about = {code: (place, clauses) for place, clauses, *codes in _ABOUT for code in codes}
    for code, (place, clauses) in sorted(about.items()):
        name = names[code].lower().replace("_", "-")
        text, premise = k.MESSAGES[code], p.WORDS[place]
        found[name] = BuiltIn(code, name, text, tuple(clauses.split()), premise, place)
    return found


BUILT_IN: dict[str, BuiltIn] = _all()
"""All of them by name."""


def codes_of(names: Iterable[str]) -> frozenset[int]:
    """The codes of invariants to switch off.

    Raises UserError for an unknown name, or an invariant that cannot be switched off.
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
