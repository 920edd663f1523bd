"""Narrates set-up, rounds and scorings between decisions. Part of ``transcript.Narrator``."""

from __future__ import annotations

from typing import Any

import numpy as np

from model.words import many
from simulate.engine import codes as c
from simulate.engine.emperor import score_and_retreat
from simulate.engine.flow import seat_of
from simulate.narration import scoring, setting
from simulate.narration.changes import ENTRANCE, Changes, answering, dice_text
from simulate.narration.frames import action_answers
from simulate.narration.lines import Lines
from simulate.narration.sentences.turn import tile_number
from simulate.narration.setting import lounge_changes, lounge_line
from simulate.words.names import paid, seat_name


class Phases(Lines):
    """Narrates the phases."""

    def _tell_flow(self, before: Any) -> None:
        """What happened between turns. ``before``: a copy of the shadow, shape (1,)."""
        phase = before[0]["phase"]
        now = self.state["phase"]
        for seat in range(self.state["n_players"]):
            answers = action_answers(self.names, before[0], self.state, seat)
            self._report(seat, answers, 2, join=True)
        if phase == c.PH_DRAFT and now != phase:
            self._drafted()
        elif phase == c.PH_AUCTION:
            self._auction(before[0])
        elif phase == c.PH_REHEARSAL and before[0]["step"] == 0 and now == phase:
            self._add("Set-up: each chooses a rehearsal room, in reverse order of play", "round")
        elif phase == c.PH_FREE_GUESTS and before[0]["step"] == 0 and now == phase:
            self._add("Set-up: each takes a guest, in reverse order of play", "round")
        elif phase == c.PH_SETUP_ROOMS and before[0]["step"] == 0 and now == phase:
            self._add("Set-up: each prepares the first rooms", "round")
        elif phase == c.PH_ROUND_START:
            self._round(before[0])
        elif phase == c.PH_TURNS:
            self._between_turns(before[0])
        elif phase == c.PH_ROUND_END:
            self._round_end(before[0])
        elif phase == c.PH_EMPEROR and now == phase:
            self._emperor(before)
        elif phase == c.PH_BALLROOM:
            self._ballroom(before[0])
        elif phase == c.PH_FINAL_STAFF and now == phase:
            self._final_staff(before[0])
        elif phase == c.PH_FINAL:
            self._final_hotels(before[0])

    def _drafted(self) -> None:
        self._add("Hands after the draft", "round")
        for seat in range(self.state["n_players"]):
            self._add(setting.hand_line(self.names, self.state, seat), "text", 1)

    def _auction(self, before: Any) -> None:
        """An entrance is handed over, or the next one comes up for auction."""
        n = before["n_players"]
        has, had = (state["players"]["entrance"][:n] >= 0 for state in (self.state, before))
        won = np.flatnonzero(has & ~had).tolist()
        if not had.any() and not won and before["auctioned"] < 0 and self.state["top"]:
            self._add("Set-up: the hotel entrances are auctioned", "round")
        for seat in won:
            name = self.names.entrance(int(self.state["players"][seat]["entrance"]))
            title = f"wins {name}, {paid(int(before['bid']))}"
            if before["auctioned"] < 0:
                title = f"receives the last entrance, {name}, free"
            self._tell_changes(before, seat, title, frozenset({ENTRANCE}), join=False)

    def _round(self, before: Any) -> None:
        state = self.state
        self._add(f"Round {state['round_no']} of {self.names.rules.rounds}", "round")
        tiles = self.names.rules.turn_tiles[state["n_players"]]
        order = [
            f"{seat_name(seat)} {tiles[tile][0]}/{tiles[tile][1]}"
            for tile, seat in enumerate(scoring.player_order(state))
        ]
        self._add(f"Turn order tiles: {', '.join(order)}", "text", 1)
        if before["key_holder"] >= 0:
            holder = seat_name(int(before["key_holder"]))
            self._add(f"{holder} had the skeleton key and is the starting player.", "text", 1)
        if any(1 in p["staff_used"][: p["staff_size"]] for p in before["players"]):
            self._add("Staff used once in the last round are ready again.", "text", 1)
        self._add(f"Dice rolled: {dice_text(state)}", "text", 1)
        if self.names.rules.coloured_dice:
            self._add(lounge_line(self.names, state), "text", 1)
        self._add(setting.row_line(self.names, state), "text", 1)
        for seat in range(state["n_players"]):
            self._add(setting.status_line(self.names, state, seat), "status", 1)
            self._add(setting.hand_line(self.names, state, seat), "text", 1)

    def _between_turns(self, before: Any) -> None:
        state = self.state
        if before["roll_due"] and state["dice_left"]:
            dice = many(int(state["dice_left"]), "die is", "dice are")
            self._add(f"{dice} rolled again: {dice_text(state)}", "turn")
        if state["rerolls"] > before["rerolls"]:
            left = f"All have passed or played (dice left: {dice_text(before)})."
            if state["top"]:
                who = self.player_name(int(state["frames"][0]["player"]))
                self._add(f"{left} {who} chooses which coloured die is put away", "turn")
                return
            self._add(
                f"{left} One die is put away,"
                f" {many(int(state['dice_left']), 'die is', 'dice are')} rolled again:"
                f" {dice_text(state)}",
                "turn",
            )
        elif state["phase"] != c.PH_TURNS:
            why = "No die is left" if state["dice_left"] == 0 else "All turns are played"
            self._add(f"{why}: end of round {state['round_no']}.", "turn")
        elif state["top"]:
            frame = state["frames"][0]
            number = tile_number(state, self.names.rules, int(frame["player"]))
            without = int(frame["marks"]) & c.T_WITHOUT_DIE
            self._turn_header(f"number {number}" + (", no die left" if without else ""))

    def _turn_header(self, text: str) -> None:
        seat = int(self.state["frames"][self.state["top"] - 1]["player"])
        self._seat_of_turn = seat
        dice = f"dice {dice_text(self.state)}"
        self._add(f"{self.player_name(seat)}, {text}; {dice}", "turn")

    def _after_turn(self, seat: int) -> None:
        """The seat's status; an extra turn follows at once."""
        self._add(setting.status_line(self.names, self.state, seat), "status", 1)
        if self.state["top"]:
            idle = int(self.state["frames"][self.state["top"] - 1]["marks"]) & c.T_WITHOUT_DIE
            self._turn_header("extra turn" + (" without a main action" if idle else ""))

    def _round_end(self, before: Any) -> None:
        """Guests counted for the round, a swept row, and the lounge."""
        names, state = self.names, self.state
        changes = Changes(names, before, state)
        for seat in range(state["n_players"]):
            phrases = changes.of_player(seat)
            if phrases:
                left = many(int(before["players"][seat]["round_guests"]), "guest")
                counted = f"{left} counted in this round"
                self._report(seat, [counted, *phrases], 1)
        swept = changes.of_table()
        if swept:
            self._add(f"- nobody took a guest in this round; {'; '.join(swept)}", "step", 1)
        if names.rules.coloured_dice and state["round_no"] < names.rules.rounds:
            for text in lounge_changes(names, before, state):
                self._add(text, "text", 1)

    def _ballroom(self, before: Any) -> None:
        """The ballroom that belongs to the preceding emperor scoring."""
        place = scoring.scoring_number(self.names, before)
        ballroom = self.names.ballroom_card(int(before["ballrooms"][place]))
        text = scoring.SCORINGS[ballroom.scoring.kind](ballroom.scoring, int(before["n_players"]))
        absent = f"no dancer: {int(self.names.rules.absent_vp)} VP"
        self._add(f"Ballroom scoring: {ballroom.name} ({text}; {absent})", "round")
        for seat, line in scoring.ballroom_lines(self.names, before, self.state, place):
            self._report(seat, [line], 1)

    def _emperor(self, before: np.ndarray) -> None:
        names, index = self.names, scoring.scoring_number(self.names, before[0])
        middle = before.copy()
        if before[0]["rewarded"]:
            who = int(before[0]["rewarded"]) - 1
            answers = answering(names, before[0], who, c.ON_EMPEROR_REWARD, 0)
            self._tell_changes(before[0], who, "; ".join(answers), frozenset(), join=False)
            return
        if before[0]["step"] == 0:
            self._add(f"Emperor scoring after round {before[0]['round_no']}", "round")
            score_and_retreat(middle[0], self.game.rules, index)
            self._add("Steps 1 and 2: points for the space, then back", "text", 1)
            for seat, text in scoring.track_lines(names, before[0], middle[0]):
                self._report(seat, [text], 2)
            self._add("Step 3: reward or penalty, in player order", "text", 1)
        who = int(seat_of(before[0], before[0]["step"]))
        title = scoring.judgement(names, middle[0], who)
        self._tell_changes(middle[0], who, title, frozenset(), join=False)

    def _final_staff(self, before: Any) -> None:
        if before["step"] == 0:
            self._add("Final scoring: staff", "round")
        who = int(seat_of(before, before["step"]))
        title = scoring.final_staff(self.names, before, who)
        same = self.state["players"][who]["vp"] == before["players"][who]["vp"]
        if same and not self.state["top"]:
            title += "; no VP"
        self._tell_changes(before, who, title, frozenset(), join=False)

    def _final_hotels(self, before: Any) -> None:
        self._add("Final scoring: hotels, leftovers, guests", "round")
        for seat in range(before["n_players"]):
            for text in scoring.hotel_lines(self.names, before, self.state, seat):
                self._report(seat, [text], 1)
