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
from simulate.playing.rows import record_cards, record_game, record_players
from simulate.policies import own

Rows = tuple[np.ndarray, np.ndarray, np.ndarray]  # of games, players and cards


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

    def play_range(
        self, first: int, done: int, end: int, rows: Rows, card_count: np.ndarray
    ) -> None:
        """Play and record games ``first + done`` .. ``first + end - 1`` of a shard.

        ``rows`` and ``card_count`` (shape (1,): the card rows so far) are filled as by
        ``playout.play_range``. Raises UserError, naming the game, if a user's file fails.
        """
        game_rows, player_rows, card_rows = rows
        for i in range(done, end):
            number = first + i
            deal, chance = deal_and_chance(number, self.games.same_deal, self.games.own_chance)
            seated = policies.rotated(self.games.policies, number)
            codes = np.array([self.games.cast.index(name) for name in seated], dtype=np.int64)
            game = self.play(number, deal, chance, codes)
            g, rules = game.state, game.rules
            record_game(g, rules, number, deal, game_rows, i)
            at, winners = i * self.games.players, game_rows[i]["winners"]
            record_players(g, rules, number, deal, codes, player_rows, at, winners)
            card_count[0] = record_cards(g, rules, number, card_rows, card_count[0])

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
