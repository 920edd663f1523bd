"""What differs between two states of a game, in phrases: the narrator states all of it.

A state is a record of type ``simulate.engine.state.GAME``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from model.words import many
from simulate.engine import codes as c
from simulate.engine.compile_words import GOODS_WORDS
from simulate.engine.state import MAX_STAFF, MAX_TABLES
from simulate.narration.module_changes import ModuleChanges, answering, hotel_answers
from simulate.narration.names import Names, goods_text, rooms_in
from simulate.spelling import DICE_WORDS

# Fields of a player that the phrases below state.
STATED = {
    "vp", "krones", "emperor", "kitchen", "cafe", "missing", "missing_total", "vacant", "occupied",
    "groups_paid", "hand", "hand_size", "staff", "staff_size", "offer", "offer_size", "claimed",
    "vp_by", "extra_turns", "celebrities", "entrance", "own_done", "own_tiles_left", "rehearsal",
    "resting", "dancers",
}  # fmt: skip
# Fields that follow from stated ones, or that other lines state: turn headers (turns_taken),
# decisions (staff_used, passed, tokens ...), the header (board), the result (rank, tie_break); what
# cards in play change, which follows from the cards; and counts.
IMPLIED = {
    "board", "cafe_entry", "covered", "last_removed", "groups_started", "staff_used", "staff_due",
    "due", "celebrity_used", "entrance_active", "tokens", "turns_taken", "passed", "passed_once",
    "first_face", "dice_this_round", "round_guests", "extra_turn_marks", "rank", "tie_break",
    # cards in play
    "owners", "owners_size", "tables", "extra_dice", "extra_optional", "room_cost", "serve_cost",
    "guest_cost", "copy_cost", "both_tracks", "avert_cost", "events", "more_vp", "more_krones",
    "more_steps", "stands_for", "flexible", "substitute", "substitute_good", "ignore_good",
    "anywhere", "choose_bonus", "no_stranded", "more_guests", "setup_guests", "refill_after",
    "keeps_guests", "bonus_table", "move_die", "row_bonus", "most_dancers_vp",
    # counts
    "action_steps", "action_goods", "owed", "owing", "guest_vp", "orders", "housed", "passes",
    "penalties", "strengthened", "dice_taken", "keys", "met", "entrance_price",
    "most_krones",
}  # fmt: skip

TABLE, ROOMS, HAND, OFFER, CLAIM, ROW = "table", "rooms", "hand", "offer", "claim", "row"


def cards(player: Any, name: str) -> list[int]:
    """A player's hand, staff in play, or offer."""
    return [int(card) for card in player[name][: player[f"{name}_size"]]]


def staff_deck(state: Any) -> list[int]:
    """The staff deck, top card first."""
    return [
        int(state["staff_deck"][(state["staff_top"] + i) % MAX_STAFF])
        for i in range(state["staff_deck_size"])
    ]


def guest_deck(state: Any) -> list[int]:
    """The guest deck, top card first."""
    return [
        int(card) for card in state["guest_deck"][state["guest_next"] : state["guest_deck_size"]]
    ]


def dice_text(state: Any) -> str:
    """Dice as they lie on the action spaces: "111 2 44", and which of them are coloured."""
    dice = state["dice"]
    rows = [str(face) * int(dice[face]) for face in range(1, c.FACES + 1) if dice[face]]
    coloured = [
        f"{word} {face}"
        for word, face in zip(DICE_WORDS[1:], state["coloured_face"], strict=True)
        if face
    ]
    among = f" (among them {', '.join(coloured)})" if coloured else ""
    return (" ".join(rows) or "none") + among


class Changes:
    """Phrases for what changed between ``before`` and ``after``."""

    def __init__(self, names: Names, before: Any, after: Any) -> None:
        self.names = names
        self.before = before
        self.after = after
        self.modules = ModuleChanges(names, before, after)
        self.running = [int(player["vp"]) for player in before["players"]]

    def of_player(self, seat: int, said: frozenset[str] = frozenset()) -> list[str]:
        """Everything that changed for a seat, but for the kinds that a sentence has ``said``."""
        old, new = self.before["players"][seat], self.after["players"][seat]
        phrases: list[str] = []
        if old.tobytes() == new.tobytes():
            return phrases
        phrases += self._cafe(seat, old, new, said)
        phrases += self._kitchen(old, new)
        phrases += self._rooms(seat, old, new, said)
        phrases += self._cards(old, new, said)
        phrases += self.modules.of_player(seat, old, new, said)
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
            *self.modules.of_table(said),
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
            phrases.append(f"draws {drawn}")
        gone = [card for card in cards(old, "staff") if card not in cards(new, "staff")]
        phrases += [f"{self.names.staff(card)} leaves the game" for card in gone]
        if HAND not in said:
            come = [card for card in cards(new, "staff") if card not in cards(old, "staff")]
            phrases += [f"{self.names.staff(card)} in play" for card in come]
        return phrases

    def _points(self, seat: int, old: Any, new: Any) -> list[str]:
        """Victory points by source, each with the total that it leads to."""
        phrases, left = [], [int(n) for n in new["vp_by"] - old["vp_by"]]
        booked = self.after["log"]["vp"] - self.before["log"]["vp"]
        for entry in np.flatnonzero(booked):
            record, gained = self.after["log"][entry], int(booked[entry])
            if record["seat"] == seat:
                is_staff = record["kind"] == c.LOG_STAFF
                left[c.VP_STAFF if is_staff else c.VP_GUESTS] -= gained
                name = self.names.staff if is_staff else self.names.guest
                phrases.append(self.points(seat, gained, name(int(record["card"]))))
        for column, gained in enumerate(left):
            if gained:
                phrases.append(self.points(seat, gained, self.names.of_column(column, old, new)))
        return phrases

    def points(self, seat: int, vp: int, what: str) -> str:
        """ "+3 VP for ... (total 12)"."""
        self.running[seat] += vp
        return f"{vp:+d} VP for {what} (total {self.running[seat]})"

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
        before, after = (
            [int(card) for card in state["guest_discard"][: state["guest_discard_size"]]]
            for state in (self.before, self.after)
        )
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

    def _dice(self) -> list[str]:
        if any(self.after[name] != self.before[name] for name in ("rolls", "round_no")):
            return []  # a roll has its own line
        moved = [
            f"space {face}: {many(int(self.before['dice'][face]), 'die', 'dice')}"
            f" -> {self.after['dice'][face]}"
            for face in range(1, c.FACES + 1)
            if self.before["dice"][face] != self.after["dice"][face]
        ]
        return moved
