"""The suite's compiled invariants under rules that a user names, for example with a patch."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from model import Ruleset, UserError
from simulate.policies.seating import Table
from simulate.properties.playing import each_of, label
from simulate.properties.running import Rules
from simulate.verify.coverage import POLICIES, Coverage
from simulate.verify.listed import BUILT_IN, BuiltIn, codes_of
from simulate.verify.table import CheckedTable, Failure
from simulate.verify.tally import add, new_tally

CHUNK = 25  # games played in one go


@dataclass(frozen=True)
class Broken:
    """A game that broke an invariant, or stopped with an error of the engine."""

    failure: Failure
    table: Table
    players: int
    seed: int
    label: str

    @property
    def text(self) -> str:
        """The failure and where it is found, in one line."""
        return (
            f"{self.failure.message} ({self.label}, {self.players} players, {label(self.table)},"
            f" seed {self.seed}, game {self.failure.game}, step {self.failure.step})"
        )


@dataclass
class BuiltInOutcome:
    """The results of games. ``tally``: all counts, shape (1,); ``broken``: the first failure of
    each table and number of players; ``endless``: games that were broken off; ``off``: the names of
    the invariants that were switched off."""

    games: int = 0
    positions: int = 0
    broken: list[Broken] = field(default_factory=list)
    endless: int = 0
    tally: np.ndarray = field(default_factory=new_tally)
    coverage: Coverage = field(default_factory=Coverage)
    off: tuple[str, ...] = ()

    def ignored(self) -> dict[str, int]:
        """In how many positions each switched-off invariant was broken."""
        return {name: int(self.tally[0].ignored[BUILT_IN[name].code]) for name in self.off}

    def listed(self) -> list[str]:
        """All invariants, each in one line with its counts."""
        return [one.line(*one.counts(self.tally[0])) for one in BUILT_IN.values()]

    def vacuous(self) -> list[BuiltIn]:
        """The invariants whose premise was never met."""
        return [one for one in BUILT_IN.values() if not one.counts(self.tally[0])[1]]


def seats_of(ruleset: Ruleset, players: Sequence[int]) -> list[int]:
    """The numbers of players that a ruleset allows. Raises UserError if there is none."""
    seats = [n for n in players if n <= ruleset.game.max_players]
    if not seats:
        raise UserError(f"the rules are for {ruleset.game.max_players} players at most")
    return seats


def check_built_in(
    rules: Rules,
    tables: Sequence[Table],
    players: Sequence[int],
    games: int,
    seed: int,
    without: Iterable[str] = (),
    until: float = float("inf"),
    done: Callable[[int], None] = lambda games: None,
) -> BuiltInOutcome:
    """Play ``games`` for each table and number of players, checking each position.

    Args:
        without: names of invariants that are switched off.
        until: when to stop, by ``time.monotonic``.
        done: called after some games, with their number.
    Raises UserError for a policy that does not play in compiled checks, or impossible numbers.
    """
    for table in tables:
        unknown = [policy for policy in each_of(table) if policy not in POLICIES]
        if unknown:
            raise UserError(
                f"--policy {unknown[0]}: the suite's invariants take {', '.join(POLICIES)}"
            )
    if not 1 <= games <= 2**31 - 1:
        raise UserError(f"--games {games}: from 1 to 2147483647")
    if not 0 <= seed < 2**63:
        raise UserError(f"--seed {seed}: from 0 to 2**63 - 1")
    ruleset = rules.load()
    seats = seats_of(ruleset, players)
    playing = CheckedTable(ruleset)
    outcome = BuiltInOutcome(off=tuple(dict.fromkeys(without)))
    playing.switch_off(codes_of(outcome.off))
    fine = [(table, n) for table in tables for n in seats if len(each_of(table)) in (1, n)]
    for first in range(0, games, CHUNK):
        for table, n in tuple(fine):
            if time.monotonic() > until:
                return outcome
            names = table if isinstance(table, str) else list(table)
            end = min(first + CHUNK, games)
            tally, failure = playing.check(names, n, seed, first, end, 1.0)
            outcome.games += int(tally[0]["games"])
            outcome.positions += int(tally[0]["checks"])
            add(outcome.tally, tally)
            outcome.coverage.add(ruleset, playing.rules, each_of(table)[0], tally)
            done(int(tally[0]["games"]))
            if failure is None:
                outcome.endless += end - first - int(tally[0]["games"])
            else:
                outcome.broken.append(Broken(failure, table, n, seed, ruleset.label))
                fine.remove((table, n))
    return outcome
