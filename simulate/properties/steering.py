"""Guided search for violations: games start where earlier ones came far, and climb from there.

If a check names a target, the search tries to maximise it. Every check benefits from situations
that no earlier game reached. The search stores positions with what led to them; the next game is a
mutation of one: the same position with other chance and another player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from simulate.base.roster import SEEKER
from simulate.engine.machine import MAX_ACTIONS
from simulate.engine.state import new_games
from simulate.game import Game, advance
from simulate.properties.columns import Columns
from simulate.properties.declared import Check
from simulate.properties.evaluate import targets
from simulate.properties.playing import Players, Trail

GUIDED = "guided"
"""The name of the search in lists of policies."""

STYLES = ("random", "greedy", SEEKER.name)
"""Players of the games between climbs, used in turn."""

POOL = 24  # positions stored for each aim
FRESH = 0.25  # share of games that start from a new deal
CLIMBS = 0.5  # share of games that climb towards the target, if there is one
SLIP = 0.1  # share of a climb's decisions that are made at random
MOST_SITUATIONS = 2000  # most situations stored, of 7 KB each


@dataclass(frozen=True)
class Kept:
    """A position to continue from: its record, shape (1,), and its value (larger: nearer to the
    aim)."""

    value: float
    games: np.ndarray
    done: int


class Guide:
    """Chooses where games start and who plays them, from what earlier games reached."""

    def __init__(self, players: Players, checks: Sequence[Check]) -> None:
        self.players = players
        self.aims = [check for check in checks if check.target is not None]
        self.pools: dict[tuple[int, int], list[Kept]] = {}  # by aim and number of players
        self.seen: dict[tuple[int, int], Kept] = {}  # by situation and number of players
        self._out = np.zeros(MAX_ACTIONS, np.int32)
        self._spare = new_games()

    def play(self, game: Game, number: int) -> Iterator[Trail]:
        """The trails of one game: ``game`` is a new deal, from which it starts unless it mutates an
        earlier one. The choice depends on the deals before it alone."""
        rng = np.random.default_rng((int(game.state["key"]), number))
        n = int(game.state["n_players"])
        begun = self._mutated(game, rng) if rng.random() > FRESH else game
        aim = number % len(self.aims) if self.aims else -1
        if aim >= 0 and rng.random() < CLIMBS:
            trails = self._climb(begun, aim, rng)
        else:
            trails = self.players.play(begun, STYLES[int(rng.integers(len(STYLES)))])
        for trail in trails:
            yield trail
            self._learn(trail, n)

    def _mutated(self, game: Game, rng: np.random.Generator) -> Game:
        """A position that an earlier game reached, with other chance; the deal if there is none."""
        n = int(game.state["n_players"])
        pools = [pool for (_, seats), pool in self.pools.items() if seats == n and pool]
        situations = [kept for (_, seats), kept in self.seen.items() if seats == n]
        if situations and (not pools or rng.random() < 0.3):
            kept = situations[int(rng.integers(len(situations)))]
        elif pools:
            pool = pools[int(rng.integers(len(pools)))]
            kept = pool[int(len(pool) * rng.random() ** 2)]  # mostly one of the best
        else:
            return game
        twin = game.copy()
        twin.games[:] = kept.games
        twin.state["key"] = rng.integers(2**63)
        twin.refresh()
        return twin

    # -- climbing --------------------------------------------------------------------------------

    def _climb(self, game: Game, aim: int, rng: np.random.Generator) -> Iterator[Trail]:
        """Each seat takes the action with the largest target after it; random tie-break."""
        check = self.aims[aim]

        def choose(game: Game) -> int:
            legal = game.legal()
            if rng.random() < SLIP:
                return legal[int(rng.integers(len(legal)))]
            return self._best(game, legal, check, rng)

        yield from self.players.asked(game, choose)

    def _best(
        self, game: Game, legal: Sequence[int], check: Check, rng: np.random.Generator
    ) -> int:
        """A legal action with the largest target after it."""
        after = new_games(len(legal))
        for i, action in enumerate(legal):
            self._spare[0] = game.games[0]
            advance(self._spare, game.program, action, self._out)
            after[i] = self._spare[0]
        # An error in a target is reported with its check.
        values, _ = targets(check, Columns(after, self.players.book), range(len(legal)))
        found = np.array(values or [0.0] * len(legal))
        near = np.flatnonzero(found >= found.max())
        return legal[int(near[int(rng.integers(len(near)))])]

    # -- learning --------------------------------------------------------------------------------

    def _learn(self, trail: Trail, n: int) -> None:
        """Store the positions of a trail with the largest targets, and those of new situations."""
        columns = self.players.columns(trail)
        last = len(trail.games) - 1
        for aim, check in enumerate(self.aims):
            found, _ = targets(check, columns, range(last))
            if found:
                at = int(np.argmax(found))
                self._keep((aim, n), Kept(found[at], trail.games[at : at + 1].copy(), at))
        situations = self._situation(trail)
        for at in self._new_situations(situations, n)[: MOST_SITUATIONS - len(self.seen)]:
            kept = Kept(0.0, trail.games[at : at + 1].copy(), at)
            self.seen[(int(situations[at]), n)] = kept

    def _keep(self, key: tuple[int, int], kept: Kept) -> None:
        pool = self.pools.setdefault(key, [])
        pool.append(kept)
        pool.sort(key=lambda one: -one.value)
        del pool[POOL:]

    def _new_situations(self, situations: np.ndarray, n: int) -> list[int]:
        """The first position of each new situation."""
        found, places = np.unique(situations[:-1], return_index=True)
        return [int(at) for one, at in zip(found, places) if (int(one), n) not in self.seen]

    @staticmethod
    def _situation(trail: Trail) -> np.ndarray:
        """By position: the pending decision, the two below it, and the kind of the action."""
        frames = trail.games["frames"]["kind"][:, :6].astype(np.int64)
        top = np.minimum(trail.games["top"].astype(np.int64), 6)
        there = np.arange(6)[None, :] < top[:, None]
        stack = np.where(there, frames + 1, 0)
        code = np.zeros(len(stack), np.int64)
        for level in range(6):
            code = code * 40 + stack[:, level]
        return code * 64 + (trail.taken.astype(np.int64) >> 24) % 64
