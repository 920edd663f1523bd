"""The first moves of games: guests and rooms of the set-up, and the first die of each seat.

Games are played by their policy up to the end of round 1, identically to the recorded games of the
same seed and number: tables of games do not include these moves. Nothing is forced here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pandas as pd

from model import Ruleset
from simulate import policies
from simulate.engine import codes as c
from simulate.engine.compile import compile_ruleset
from simulate.engine.rng import deal_and_chance
from simulate.game import Game

NONE = 0
"""The value for no guest, or no face."""


@dataclass(frozen=True)
class FirstMoves:
    """The beginnings of one table's games.

    repeats: games of each deal, each with its own chance; seed: of the games.
    """

    folder: ClassVar[str] = "first"
    code: ClassVar[str] = "experiments/first_moves.py"

    ruleset: Ruleset
    players: int
    policy: str
    seed: int
    repeats: int

    def play(self, first: int, deals: int) -> pd.DataFrame:
        """One row per game and seat, of games ``first`` .. ``first + deals - 1``.

        Columns: game, deal, seat (from 0), guest (number of the last one taken in the set-up),
        prepared (bit mask of the rooms prepared in the set-up: floor * 5 + column, both from 0),
        face (of the first die, 1 to 6). 0 is none. Raises UserError for an unknown policy.
        """
        program = compile_ruleset(self.ruleset)
        choose = policies.chooser(self.policy, program[0])
        numbers = program[0]["guest_number"]
        rows = []
        for number in range(first, first + deals):
            deal, chance = deal_and_chance(number, self.repeats, True)
            game = Game(program, self.players, self.seed, deal, chance)
            while not game.over and int(game.state.phase) < c.PH_ROUND_START:
                game.apply(choose(game))
            rooms = [int(one["vacant"]) for one in self._seats(game)]
            guests = [NONE] * self.players
            for entry in game.state["log"][: int(game.state["log_size"])]:
                if entry["kind"] == c.LOG_GUEST and entry["came"] == c.CAME_SETUP:
                    guests[int(entry["seat"])] = int(numbers[entry["card"]])
            faces = [NONE] * self.players
            while not game.over and int(game.state.round_no) <= 1 and NONE in faces:
                game.apply(choose(game))
                for seat, one in enumerate(self._seats(game)):
                    faces[seat] = faces[seat] or int(one["first_face"])
            rows += [
                (number, deal, seat, guests[seat], rooms[seat], faces[seat])
                for seat in range(self.players)
            ]
        names = ["game", "deal", "seat", "guest", "prepared", "face"]
        return pd.DataFrame(rows, columns=names).astype(np.int32)

    def _seats(self, game: Game) -> np.ndarray:
        seats: np.ndarray = game.state["players"][: self.players]
        return seats
