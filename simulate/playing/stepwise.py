"""Tables where Python asks for each decision: the loop of playout.py, with the same records.

A user's file needs this. For searches, the loop's time is negligible.
"""

from __future__ import annotations

import numpy as np

from model import UserError
from simulate import policies
from simulate.engine.course import note_choice
from simulate.engine.rng import deal_and_chance
from simulate.game import Game
from simulate.playing.games import Games
from simulate.playing.rows import Rows, record_rows
from simulate.policies import own


class Stepwise:
    """Plays games of tables with a slow policy, along with any others."""

    def __init__(self, games: Games, program: np.ndarray) -> None:
        now, then = own.digests(games.policies), games.own
        for name in now:
            if now[name] != then.get(name):
                raise UserError(f"policy {name}: its file changed while the run went on; run again")
        self.games = games
        self.program = program
        self.choosers = [policies.chooser(name, program[0]) for name in games.cast]

    @classmethod
    def of(cls, games: Games, program: np.ndarray) -> Stepwise | None:
        """The table; None if compiled code plays its games."""
        return cls(games, program) if policies.asked_by_python(games.cast) else None

    def play_range(self, first: int, done: int, end: int, rows: Rows) -> None:
        """Play and record games ``first + done`` .. ``first + end - 1`` of a shard.

        ``rows`` are filled as by ``playout.play_range``. Raises UserError, naming the game, if a
        user's file fails.
        """
        for i in range(done, end):
            number = first + i
            deal, chance = deal_and_chance(number, self.games.same_deal, self.games.own_chance)
            seated = policies.rotated(self.games.policies, number)
            codes = np.array([self.games.cast.index(name) for name in seated], dtype=np.int64)
            game = self.play(number, deal, chance, codes)
            record_rows(game.state, game.rules, number, deal, codes, rows, i)

    def play(self, number: int, deal: int, chance: int, codes: np.ndarray) -> Game:
        """One game to its end; ``codes``: for each seat its policy's place in the cast."""
        game = Game(self.program, self.games.players, self.games.seed, deal, chance)
        while not game.over:
            legal = game.legal()
            if len(legal) == 1:
                game.apply(legal[0])
                continue
            note_choice(game.state, game.player, len(legal))
            try:
                game.apply(self.choosers[codes[game.player]](game))
            except UserError as error:
                raise UserError(f"seed {self.games.seed}, game {number}: {error}") from None
        return game
