"""A table of players for checking games: buffers and the compiled loop."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from model import Ruleset
from simulate import policies
from simulate.base.roster import SEEKER
from simulate.engine.codes import ERR_NONE, ERRORS
from simulate.engine.compile import compile_ruleset
from simulate.engine.machine import MAX_ACTIONS
from simulate.engine.state import new_games
from simulate.policies.chooser import SCRATCH
from simulate.policies.greedy import as_words
from simulate.verify.check_codes import ENGINE_ERROR, M_OFF, MESSAGES, OK
from simulate.verify.coverage import POLICIES
from simulate.verify.invariants import new_memo, new_seen, new_spare
from simulate.verify.playout import (
    FAILED_CODE,
    FAILED_ERROR,
    FAILED_GAME,
    FAILED_STEP,
    FAILURE_SIZE,
    look_at,
    play_checked_range,
)
from simulate.verify.seeker import SEEKS, SEEKS_BY
from simulate.verify.tally import new_tally

MOST_DECISIONS = 20_000
"""A game that has not ended by then is taken never to end; one of four players takes some 600."""


@dataclass(frozen=True)
class Failure:
    """Where a game broke an invariant, and which one."""

    game: int
    step: int
    code: int
    message: str


def worth_tables(rules: np.record, cast: Sequence[str], players: int) -> np.ndarray:
    """Inputs of policies at a table of this many players: `policies.worth_tables`, with seeker."""
    styles = [SEEKS_BY if name == SEEKER.name else name for name in cast]
    tables = policies.worth_tables(rules, styles, players)
    if SEEKER.name in cast:
        tables[cast.index(SEEKER.name)]["kind"] = SEEKS
    return tables


def message(code: int, error: int = ERR_NONE) -> str:
    """A check's code in words, with the engine's error if it was one."""
    text = MESSAGES[code]
    return f"{text}: {ERRORS[error]}" if code == ENGINE_ERROR and error else text


class CheckedTable:
    """Plays and checks games of one ruleset; reuses its memory from game to game."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.program = compile_ruleset(ruleset)
        self.cast = POLICIES
        self.scratch = new_games(SCRATCH + 1)
        self.words = as_words(self.scratch)
        self.tables: dict[int, np.ndarray] = {}
        self.out = np.zeros(MAX_ACTIONS, dtype=np.int32)
        self.memo = new_memo(ruleset)
        self.seen = new_seen()
        self.spare = new_spare()
        self.failure = np.zeros(FAILURE_SIZE, dtype=np.int64)

    @property
    def state(self) -> Any:
        """The state of the last game played."""
        return self.scratch[0]

    @property
    def rules(self) -> Any:
        return self.program[0]

    def switch_off(self, codes: Iterable[int]) -> None:
        """Skip these invariants; ENGINE_ERROR cannot be skipped, as no game continues after it."""
        self.memo[M_OFF : M_OFF + 3] = 0
        for code in codes:
            self.memo[M_OFF + (code >> 5)] |= 1 << (code & 31)

    def seats(self, names: str | Sequence[str], players: int) -> np.ndarray:
        """The number of each seat's policy in the cast."""
        given = [names] * players if isinstance(names, str) else names
        return np.array([self.cast.index(name) for name in given], dtype=np.int64)

    def worths(self, players: int) -> np.ndarray:
        """Inputs of the policies at a table of this many players."""
        if players not in self.tables:
            self.tables[players] = worth_tables(self.rules, self.cast, players)
        return self.tables[players]

    def check(
        self,
        policy: str | Sequence[str],
        players: int,
        seed: int,
        first: int,
        end: int,
        every_step: float,
    ) -> tuple[np.ndarray, Failure | None]:
        """Play games ``first`` .. ``end - 1``; a share ``every_step`` is checked at every step.

        A game that takes MOST_DECISIONS is stopped, and not counted among the games played.
        Returns the counts, shape (1,), and the first failure if there is one.
        """
        tally = new_tally()
        million = round(every_step * 1_000_000)
        if not self._play(tally, policy, players, seed, first, end, million, MOST_DECISIONS):
            return tally, None
        game, step = int(self.failure[FAILED_GAME]), int(self.failure[FAILED_STEP])
        code, error = int(self.failure[FAILED_CODE]), int(self.failure[FAILED_ERROR])
        return tally, Failure(game, step, code, message(code, error))

    def play_to(self, policy: str, players: int, seed: int, game: int, stop: int = -1) -> int:
        """Play one game up to ``stop`` decisions (-1: to its end); returns the check's code."""
        failed = self._play(new_tally(), policy, players, seed, game, game + 1, 0, stop)
        return int(self.failure[FAILED_CODE]) if failed else OK

    def _play(
        self, tally: np.ndarray, policy: str | Sequence[str], players: int, seed: int, *which: int
    ) -> bool:
        """``which``: the first game, the end of the range, how many of a million are checked at
        every step, and the decision at which each is stopped.
        """
        first, end, per_million, stop = which
        return bool(
            play_checked_range(
                self.scratch, self.words, self.rules, self.worths(players),
                self.seats(policy, players), players, seed, first, end, per_million, stop,
                self.out, self.memo, self.seen, self.spare, tally[0], self.failure,
            )
        )  # fmt: skip

    def look(self) -> int:
        """Check the current state, for example after it was edited by hand."""
        tally = new_tally()[0]
        return int(look_at(self.state, self.rules, self.memo, self.seen, self.spare, tally))
