"""What differs between two states in what modules bring, in phrases. See ``changes``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from model.words import many
from simulate.engine import codes as c
from simulate.engine.hotel import COLUMN, FLOOR
from simulate.engine.state import MAX_OWN_TILES, MAX_STAFF
from simulate.engine.triggers import fits
from simulate.narration.names import Names, rooms_in
from simulate.spelling import DICE_WORDS, ROW_WORDS

DANCERS, KEY, ENTRANCE, CELEBRITY, DICE = "dancers", "key", "entrance", "celebrity", "dice"


def answering(names: Names, state: Any, seat: int, event: int, x: int) -> list[str]:
    """Cards of a seat that answer an event, each with what they give.

    ``x``: the face of a die, the index of a guest, the size of a group ...: see
    ``simulate.engine.triggers.answers``; 0 where the event has no number.
    """
    rules, p = names.rules, state["players"][seat]
    found: list[str] = []
    if not int(p["events"]) >> event & 1:
        return found
    for card in p["owners"][: p["owners_size"]]:
        first = int(rules.card_trigger[card])
        for t in range(first, first + int(rules.card_trigger_n[card])):
            if rules.trigger_event[t] == event and fits(rules, t, event, x):
                found.append(_answer(names, p, int(card), t))
    return [text for text in found if text]


def _answer(names: Names, player: Any, card: int, t: int) -> str:
    """What a card gives; one that waits may be used after the action, once."""
    given = names.effects(names.rules.trigger_effect[t], names.rules.trigger_effect_n[t])
    if card < MAX_STAFF and names.rules.staff_waits[card]:
        size = int(player["staff_size"])
        used = [int(i) for i, no in zip(player["staff"][:size], player["staff_used"]) if no]
        return "" if card in used else f"{names.card(card)} may now be used ({given})"
    return f"{names.card(card)}: {given}"


def hotel_answers(names: Names, state: Any, seat: int, old: Any, room: int) -> Iterator[str]:
    """What cards give for a room that became occupied, and for what it begins or completes."""
    rules, p = names.rules, state["players"][seat]
    board, occupied = int(p["board"]), int(p["occupied"])
    yield from answering(names, state, seat, c.ON_ROOM_OCCUPIED, 0)
    group = int(rules.group_of[board, room])
    if not int(old["groups_started"]) >> group & 1:
        colour = int(rules.group_colour[board, group])
        yield from answering(names, state, seat, c.ON_FIRST_ROOM, colour)
    mask = int(rules.group_mask[board, group])
    if occupied & mask == mask:
        size = int(rules.group_size[board, group])
        yield from answering(names, state, seat, c.ON_GROUP, size)
    column = COLUMN << room % c.COLUMNS
    if occupied & column == column:
        yield from answering(names, state, seat, c.ON_COLUMN, 0)
    floor = FLOOR << room // c.COLUMNS * c.COLUMNS
    if occupied & floor == floor:
        yield from answering(names, state, seat, c.ON_FLOOR, 0)


class ModuleChanges:
    """Phrases for what changed between two states; ``names`` are those of the ruleset."""

    def __init__(self, names: Names, before: Any, after: Any) -> None:
        self.names = names
        self.before, self.after = before, after

    def of_player(self, seat: int, old: Any, new: Any, said: frozenset[str]) -> Iterator[str]:
        """What changed for a seat, but for the kinds that a sentence has ``said``."""
        yield from self._dancers(seat, old, new, said)
        if CELEBRITY not in said:
            for met in new["celebrities"]:
                if met >= 0 and met not in old["celebrities"]:
                    text = self.names.celebrity_text(int(met))
                    yield f"{self.names.celebrity(int(met))} helps for this round ({text})"
        if new["entrance"] != old["entrance"] and ENTRANCE not in said:
            yield f"{self.names.entrance(int(new['entrance']))} is the entrance of the hotel"
        yield from self._entrance(old, new, said)

    def _dancers(self, seat: int, old: Any, new: Any, said: frozenset[str]) -> Iterator[str]:
        moved = new["dancers"] - old["dancers"]
        for place in range(c.BALLROOMS):
            for row in range(c.ROWS):
                n = int(moved[place, row])
                where = self.names.row_of(self.after, place * c.ROWS + row) if n else ""
                if n > 0:
                    if DANCERS not in said:
                        yield f"{many(n, 'dancer')} to {where}"
                    yield from answering(self.names, self.after, seat, c.ON_DANCER, 0)
                elif n < 0:
                    yield f"{many(-n, 'dancer')} of {where} {_leave(-n)} the game"
        if new["rehearsal"] != old["rehearsal"] and DANCERS not in said:
            yield f"takes {self.names.rehearsal(int(new['rehearsal']))}"
        emptied = [
            k + 1 for k in range(c.SECTIONS) if old["resting"][k] > 0 and new["resting"][k] == 0
        ]
        for section in emptied:
            yield f"section {section} of the rehearsal room is empty"

    def _entrance(self, old: Any, new: Any, said: frozenset[str]) -> Iterator[str]:
        if ENTRANCE in said:
            return
        for i in rooms_in(int(new["own_done"]) & ~int(old["own_done"])):
            card = self.names.politics(int(self.after["own_politics"][i]))
            yield f"personal politics card {card} turned over"
        for k in range(MAX_OWN_TILES):
            if (int(old["own_tiles_left"]) & ~int(new["own_tiles_left"])) >> k & 1:
                yield f"personal emperor tile {self.own_tile(k)} used up"

    def own_tile(self, k: int) -> str:
        """The key of a personal emperor tile."""
        return self.names.tile_keys[int(self.after["own_tiles"][k])]

    def of_table(self, said: frozenset[str]) -> Iterator[str]:
        """What changed on the common boards."""
        before, after = self.before, self.after
        rolled = any(before[name] != after[name] for name in ("rolls", "round_no"))
        for place in range(c.LOUNGE):
            old, new = int(before["coloured_face"][place]), int(after["coloured_face"][place])
            if old != new and not rolled and DICE not in said:
                word = DICE_WORDS[place + 1]
                gone = "is taken" if not new else f"moves from space {old} to {new}"
                yield f"the {word} die {gone}"
        if after["key_holder"] != before["key_holder"] and after["key_holder"] >= 0:
            if KEY not in said:
                yield f"Seat {after['key_holder'] + 1} has the skeleton key"


def _leave(n: int) -> str:
    return "leaves" if n == 1 else "leave"


def row_words(counts: Any) -> str:
    """Dancers of a ballroom by row, top row first: "1 top, 2 bottom"."""
    return ", ".join(f"{int(counts[row])} {ROW_WORDS[row]}" for row in (2, 1, 0) if counts[row])
