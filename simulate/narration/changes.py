"""Differences between two states of a game, in phrases; the narrator prints all of them.

A state is a record of type ``simulate.engine.state.GAME``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from model.words import many
from simulate.engine import codes as c
from simulate.engine.compile_words import GOODS_WORDS
from simulate.engine.hotel import FIRST_LINE, full_lines
from simulate.engine.state import MAX_OWN_TILES, MAX_STAFF, MAX_TABLES
from simulate.engine.triggers import fits
from simulate.narration.cited import of_card, of_source
from simulate.words.names import Names, goods_text, rooms_in
from simulate.words.spelling import DICE_WORDS, ROW_WORDS

TABLE, ROOMS, HAND, OFFER, CLAIM, ROW = "table", "rooms", "hand", "offer", "claim", "row"
DANCERS, KEY, ENTRANCE, CELEBRITY, DICE = "dancers", "key", "entrance", "celebrity", "dice"


def cards(owner: Any, name: str) -> list[int]:
    """A player's hand, staff in play, or offer; or the discarded guests, of a state."""
    held: list[int] = owner[name][: owner[f"{name}_size"]].tolist()
    return held


def staff_deck(state: Any) -> list[int]:
    """The staff deck, top card first."""
    ring, top = state["staff_deck"].tolist(), int(state["staff_top"])
    return [ring[(top + i) % MAX_STAFF] for i in range(state["staff_deck_size"])]


def guest_deck(state: Any) -> list[int]:
    """The guest deck, top card first."""
    deck: list[int] = state["guest_deck"][state["guest_next"] : state["guest_deck_size"]].tolist()
    return deck


def dice_text(state: Any) -> str:
    """Dice on the action spaces, "111 2 44", and which of them are coloured."""
    dice = state["dice"]
    rows = [str(face) * int(dice[face]) for face in range(1, c.FACES + 1) if dice[face]]
    coloured = [
        f"{word} {face}"
        for word, face in zip(DICE_WORDS[1:], state["coloured_face"], strict=True)
        if face
    ]
    among = f" (among them {', '.join(coloured)})" if coloured else ""
    return (" ".join(rows) or "none") + among


def answering(
    names: Names, state: Any, seat: int, event: int, x: int, cards: int | None = None
) -> list[str]:
    """Cards of a seat that answer an event, each with its effect; only the first ``cards``.

    ``x``: the face of a die, the index of a guest, the size of a group ...: see
    ``simulate.engine.triggers.answers``; 0 where the event has no number.
    """
    rules, p = names.rules, state["players"][seat]
    found: list[str] = []
    if not int(p["events"]) >> event & 1:
        return found
    for card in p["owners"][: p["owners_size"]][:cards]:
        first = int(rules.card_trigger[card])
        for t in range(first, first + int(rules.card_trigger_n[card])):
            if rules.trigger_event[t] == event and fits(rules, t, event, x):
                found.append(_answer(names, p, int(card), t))
    return [text for text in found if text]


def _answer(names: Names, player: Any, card: int, t: int) -> str:
    """The effect of a card; a waiting card may be used after the action, once."""
    given = names.effects(names.rules.trigger_effect[t], names.rules.trigger_effect_n[t])
    if card < MAX_STAFF and names.rules.staff_waits[card]:
        size = int(player["staff_size"])
        used = [int(i) for i, no in zip(player["staff"][:size], player["staff_used"]) if no]
        return "" if card in used else f"{names.card(card)} may now be used ({given})"
    return f"{names.card(card)}: {given}"


def hotel_answers(names: Names, state: Any, seat: int, old: Any, room: int) -> Iterator[str]:
    """Effects of cards for a newly occupied room, and for what it begins or completes."""
    rules, p = names.rules, state["players"][seat]
    board, occupied = int(p["board"]), int(p["occupied"])
    yield from answering(names, state, seat, c.ON_ROOM_OCCUPIED, 0)
    group = int(rules.group_of[board, room])
    mask = int(rules.group_mask[board, group])
    again = rules.first_rooms_again and not int(old["occupied"]) & mask
    if again or not int(old["groups_started"]) >> group & 1:
        colour = int(rules.group_colour[board, group])
        yield from answering(names, state, seat, c.ON_FIRST_ROOM, colour)
    again = int(old["groups_paid"]) >> group & 1 and rules.bell_groups_once
    if occupied & mask == mask and not again:
        size = int(rules.group_size[board, group])
        yield from answering(names, state, seat, c.ON_GROUP, size)
    lines = 0 if rules.line_bonus_last else int(full_lines(occupied, room))
    if rules.lines_again_once:
        lines &= ~(int(old["groups_started"]) >> FIRST_LINE)
    columns = (1 << c.COLUMNS) - 1
    if lines & columns:
        yield from answering(names, state, seat, c.ON_COLUMN, 0)
    if lines & ~columns:
        yield from answering(names, state, seat, c.ON_FLOOR, 0)


class Changes:
    """Phrases for what changed between ``before`` and ``after``."""

    def __init__(self, names: Names, before: Any, after: Any) -> None:
        self.names = names
        self.before = before
        self.after = after
        self.running = [int(player["vp"]) for player in before["players"]]

    def of_player(self, seat: int, said: frozenset[str] = frozenset()) -> list[str]:
        """Everything that changed for a seat, except the kinds that a sentence has ``said``."""
        old, new = self.before["players"][seat], self.after["players"][seat]
        phrases: list[str] = []
        if old.tobytes() == new.tobytes():
            return phrases
        phrases += self._cafe(seat, old, new, said)
        phrases += self._kitchen(old, new)
        phrases += self._rooms(seat, old, new, said)
        phrases += self._cards(old, new, said)
        phrases += self._of_modules(seat, old, new, said)
        for i in rooms_in(int(new["claimed"]) & ~int(old["claimed"])):
            if CLAIM not in said:
                card = self.names.politics(self.after["politics"][i])
                phrases.append(f"marker on politics card {card}")
            phrases += self._answers(seat, c.ON_POLITICS, 0)
        for track in ("krones", "emperor"):
            if old[track] != new[track]:
                phrases.append(f"{track} {old[track]} -> {new[track]}")
        if new["extra_turns"] > old["extra_turns"]:
            phrases.append("an extra turn follows this turn")
        return phrases + self._points(seat, old, new)

    def of_table(self, said: frozenset[str] = frozenset()) -> list[str]:
        """Everything that changed on the common boards and decks."""
        return [
            *self._row(said), *self._guest_deck(), *self._staff_deck(), *self._dice(),
            *self._dice_and_key(said),
        ]  # fmt: skip

    def _cafe(self, seat: int, old: Any, new: Any, said: frozenset[str]) -> list[str]:
        phrases = []
        for table in range(MAX_TABLES):
            was, now = int(old["cafe"][table]), int(new["cafe"][table])
            if was != now:
                if was >= 0 and TABLE not in said:
                    phrases.append(f"table {table + 1} is free")
                if now >= 0:
                    who = "" if ROW in said else f"{self.names.guest(now)} "
                    phrases.append(f"{who}at table {table + 1}")
                    if new["missing_total"][table] == 0:
                        phrases.append("order filled")
                        phrases += self._answers(seat, c.ON_ORDER_FILLED, now)
            elif now >= 0:
                phrases += self._served(seat, table, now, old, new)
        return phrases

    def _served(self, seat: int, table: int, guest: int, old: Any, new: Any) -> list[str]:
        given = [int(n) for n in old["missing"][table] - new["missing"][table]]
        name = f"{self.names.guest(guest)} (table {table + 1})"
        phrases = []
        if any(n > 0 for n in given):
            laid = goods_text(max(0, n) for n in given)
            phrases.append(f"{laid} onto {name}")
            if new["missing_total"][table] == 0:
                phrases.append("order filled")
                phrases += self._answers(seat, c.ON_ORDER_FILLED, guest)
        if any(n < 0 for n in given):
            back = goods_text(max(0, -n) for n in given)
            phrases.append(f"{back} on {name} back to the supply")
        return phrases

    def _kitchen(self, old: Any, new: Any) -> list[str]:
        moved = [
            f"{word} {was} -> {now}"
            for word, was, now in zip(GOODS_WORDS, old["kitchen"], new["kitchen"], strict=True)
            if was != now
        ]
        return [f"kitchen {', '.join(moved)}"] if moved else []

    def _rooms(self, seat: int, old: Any, new: Any, said: frozenset[str]) -> list[str]:
        board = int(new["board"])
        had = int(old["vacant"]) | int(old["occupied"])
        has = int(new["vacant"]) | int(new["occupied"])
        filled = int(new["occupied"]) & ~int(old["occupied"])
        phrases = []
        if ROOMS not in said:
            phrases += [f"{self.names.room(board, r)} prepared" for r in rooms_in(has & ~had)]
            phrases += [f"{self.names.room(board, r)} occupied" for r in rooms_in(filled)]
        elif filled & ~had:
            phrases.append("occupied at once")
        phrases += [f"{self.names.room(board, r)} removed" for r in rooms_in(had & ~has)]
        for room in rooms_in(filled):
            phrases += hotel_answers(self.names, self.after, seat, old, room)
        complete = int(new["groups_paid"]) & ~int(old["groups_paid"])
        phrases += [
            f"{self.names.group(board, g)} complete" for g in self.names.groups(board, complete)
        ]
        return phrases

    def _cards(self, old: Any, new: Any, said: frozenset[str]) -> list[str]:
        phrases = []
        hand_old, hand_new = cards(old, "hand"), cards(new, "hand")
        came = [card for card in hand_new if card not in hand_old]
        if came and HAND not in said:
            drawn = ", ".join(self.names.staff_cost(card) for card in came)
            phrases.append(f"into the hand: {drawn}")
        offered = [card for card in cards(new, "offer") if card not in cards(old, "offer")]
        if offered and OFFER not in said:
            drawn = ", ".join(self.names.staff_cost(card) for card in offered)
            passed_on = self.before["phase"] == c.PH_DRAFT
            phrases.append(f"{'is passed' if passed_on else 'draws'} {drawn}")
        gone = [card for card in cards(old, "staff") if card not in cards(new, "staff")]
        phrases += [f"{self.names.staff(card)} leaves the game" for card in gone]
        if HAND not in said:
            come = [card for card in cards(new, "staff") if card not in cards(old, "staff")]
            phrases += [f"{self.names.staff(card)} in play" for card in come]
        return phrases

    def _points(self, seat: int, old: Any, new: Any) -> list[str]:
        """Victory points by source, each with the resulting total."""
        phrases, left = [], [int(n) for n in new["vp_by"] - old["vp_by"]]
        booked = self.after["log"]["vp"] - self.before["log"]["vp"]
        if self.before["phase"] == c.PH_FINAL_STAFF and left[c.VP_ENTRANCE]:  # scored first
            what = self.names.of_column(c.VP_ENTRANCE, old, new)
            phrases.append(self.points(seat, left[c.VP_ENTRANCE], c.VP_ENTRANCE, what))
            left[c.VP_ENTRANCE] = 0
        for entry in self._in_order(new, np.flatnonzero(booked)):
            record, gained = self.after["log"][entry], int(booked[entry])
            if record["seat"] == seat:
                is_staff = record["kind"] == c.LOG_STAFF
                left[c.VP_STAFF if is_staff else c.VP_GUESTS] -= gained
                name = self.names.staff if is_staff else self.names.guest
                card = int(record["card"])
                ids = of_card(self.names, int(record["kind"]), card) if self.names.cite else ()
                phrases.append(self._point(seat, gained, name(card), ids))
        for column, gained in enumerate(left):
            if gained:
                what = self.names.of_column(column, old, new)
                phrases.append(self.points(seat, gained, column, what))
        return phrases

    def _in_order(self, player: Any, entries: Any) -> list[int]:
        """Entries of the log, those of staff in the order in which cards are laid and scored."""
        lies = {card: i for i, card in enumerate(cards(player, "staff"))}

        def place(entry: int) -> tuple[bool, int]:
            record = self.after["log"][entry]
            staff = bool(record["kind"] == c.LOG_STAFF)
            return staff, lies.get(int(record["card"]), entry) if staff else entry

        return sorted((int(entry) for entry in entries), key=place)

    def points(self, seat: int, vp: int, column: int, what: str) -> str:
        """ "+3 VP for ... (total 12)", for VP of a column of the ledger."""
        ids: tuple[str, ...] = ()
        if self.names.cite:
            ids = of_source(self.names, self.before, self.after, seat, column, vp)
        return self._point(seat, vp, what, ids)

    def _point(self, seat: int, vp: int, what: str, ids: tuple[str, ...]) -> str:
        self.running[seat] += vp
        cited = f" [{', '.join(ids)}]" if ids else ""
        return f"{vp:+d} VP for {what}{cited} (total {self.running[seat]})"

    def _answers(self, seat: int, event: int, x: int) -> list[str]:
        return answering(self.names, self.after, seat, event, x)

    def _row(self, said: frozenset[str]) -> list[str]:
        old = [int(card) for card in self.before["row"]]
        new = [int(card) for card in self.after["row"] if card >= 0]
        came = [card for card in new if card not in old]
        if ROW in said and not came:
            return ["no guest is left to refill the row"]
        return [f"{self.names.guest_text(card)} comes into the row" for card in reversed(came)]

    def _guest_deck(self) -> list[str]:
        phrases = []
        before, after = (cards(state, "guest_discard") for state in (self.before, self.after))
        if self.after["guest_shuffles"] > self.before["guest_shuffles"]:
            order = ", ".join(str(self.names.rules.guest_number[i]) for i in guest_deck(self.after))
            phrases.append(f"the discarded guests are shuffled into a new deck, top first: {order}")
        return phrases + [self._discarded(card) for card in after if card not in before]

    def _discarded(self, guest: int) -> str:
        kept = int(self.after["guest_kept"][guest])
        name = self.names.guest(guest)
        if kept & 1:
            return f"{name} is kept until the end of the round"
        return f"{name} {'is kept for a politics card' if kept else 'goes to the discard pile'}"

    def _staff_deck(self) -> list[str]:
        old, new = staff_deck(self.before), staff_deck(self.after)
        drawn = (int(self.after["staff_top"]) - int(self.before["staff_top"])) % MAX_STAFF
        buried = new[len(old) - drawn :]
        return [f"{self.names.staff(card)} goes under the staff deck" for card in buried]

    @property
    def _rolled(self) -> bool:
        """Were dice rolled? That has its own line."""
        return any(self.after[name] != self.before[name] for name in ("rolls", "round_no"))

    def _dice(self) -> list[str]:
        if self._rolled:
            return []
        return [
            f"space {face}: {many(int(self.before['dice'][face]), 'die', 'dice')}"
            f" -> {self.after['dice'][face]}"
            for face in range(1, c.FACES + 1)
            if self.before["dice"][face] != self.after["dice"][face]
        ]

    # -- modules -----------------------------------------------------------------------------------

    def _of_modules(self, seat: int, old: Any, new: Any, said: frozenset[str]) -> Iterator[str]:
        """What changed for a seat, except the kinds that a sentence has ``said``."""
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
                    yield f"{many(-n, 'dancer')} of {where} leave{'s' * (n == -1)} the game"
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
                key = self.names.tile_keys[int(self.after["own_tiles"][k])]
                yield f"personal emperor tile {key} used up"

    def _dice_and_key(self, said: frozenset[str]) -> Iterator[str]:
        before, after = self.before, self.after
        for place in range(c.LOUNGE):
            old, new = int(before["coloured_face"][place]), int(after["coloured_face"][place])
            if old != new and not self._rolled and DICE not in said:
                word = DICE_WORDS[place + 1]
                gone = "is taken" if not new else f"moves from space {old} to {new}"
                yield f"the {word} die {gone}"
        if after["key_holder"] != before["key_holder"] and after["key_holder"] >= 0:
            if KEY not in said:
                yield f"Seat {after['key_holder'] + 1} has the skeleton key"


def row_words(counts: Any) -> str:
    """Dancers of a ballroom by row, top row first: "1 top, 2 bottom"."""
    return ", ".join(f"{int(counts[row])} {ROW_WORDS[row]}" for row in (2, 1, 0) if counts[row])
