"""Play the games of a verification in several processes and collect counts and failures."""

import time
from dataclasses import dataclass, field
from functools import lru_cache, partial

import numpy as np

from simulate.base.roster import SEEKER
from simulate.batch.pool import mapping
from simulate.fingerprint.rulesets import OPTIONS, added
from simulate.verify.coverage import POLICIES, Coverage
from simulate.verify.gaps.counts import GapCount, Witness
from simulate.verify.table import CheckedTable, Failure
from simulate.verify.tally import GAP_FIELDS, add, new_tally, witness
from simulate.verify.verification import Chunk, Setting, Verification

Counted = tuple[Chunk, np.ndarray, Failure | None]


class GamesWatcher:
    """Receives progress while games are played; does nothing by default."""

    def begin(self, policy: str, games: int) -> None:
        """A policy starts on this many games."""

    def update(self, games: int) -> None:
        """This many games more are done."""

    def note(self, text: str) -> None:
        """Report something that a user should know."""


@dataclass(frozen=True)
class Defect:
    """A game that broke an invariant: everything needed to reproduce it."""

    chunk: Chunk
    seed: int
    label: str
    failure: Failure

    def text(self) -> str:
        """The defect in a few lines."""
        c, f = self.chunk, self.failure
        again = (
            f"gah play {c.setting.arguments()} --players {c.players} "
            f"--policy {c.policy} --seed {self.seed} --game {f.game}"
        )
        if c.policy == SEEKER.name:
            again = (
                f"table_of({c.setting}).play_to({c.policy!r}, {c.players}, {self.seed}, {f.game})"
            )
        return (
            f"{self.label}, {c.players} players, {c.policy}, seed {self.seed}, game {f.game}, "
            f"step {f.step}: {f.message}\n  to see it: {again}"
        )


@dataclass
class Verified:
    """The findings of a verification."""

    verification: Verification
    tallies: dict[tuple[Setting, int, str], np.ndarray] = field(default_factory=dict)
    defects: list[Defect] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)

    def count(self, name: str, policy: str, spec: str = "", players: int = 0) -> int:
        """One of a tally's single numbers, summed over specs and players unless given."""
        return sum(
            int(tally[0][name])
            for (setting, seats, who), tally in self.tallies.items()
            if who == policy and spec in ("", setting.spec) and players in (0, seats)
        )

    def gaps(self) -> dict[str, GapCount]:
        """The open positions that came up, by the id of the register.

        A witness has the least on its table; of equals, the first by setting, players, policy and
        game.
        """
        games = {gap: dict.fromkeys(POLICIES, 0) for gap in GAP_FIELDS}
        met: dict[str, list[tuple[int, Setting, int, str, int, int]]] = {
            gap: [] for gap in GAP_FIELDS
        }
        for (setting, players, policy), tally in self.tallies.items():
            for gap, name in GAP_FIELDS.items():
                counted = tally[0].gaps[name]
                games[gap][policy] += int(counted.games)
                simplest = witness(counted)
                if simplest and policy != SEEKER.name:  # a policy used nowhere else
                    things, game, step = simplest
                    met[gap].append((things, setting, players, policy, game, step))
        witnesses = {gap: Witness.of(*min(found)[1:]) for gap, found in met.items() if found}
        return {gap: GapCount(games[gap], witnesses.get(gap)) for gap in GAP_FIELDS}

    def coverage(self) -> Coverage:
        """The counts by name."""
        coverage = Coverage()
        by_setting: dict[tuple[Setting, str], np.ndarray] = {}
        for (setting, _, policy), tally in self.tallies.items():
            add(by_setting.setdefault((setting, policy), new_tally()), tally)
        for (setting, players, policy), tally in self.tallies.items():
            for kind in game_kinds(setting, players):
                key = f"games.{kind}" if kind else "games"
                name = f"games, {kind}" if kind else "games"
                coverage.count(key, "games", name, policy, int(tally[0]["games"]))
        # By setting: a table is built once for all policies.
        for (setting, policy), tally in sorted(by_setting.items(), key=lambda one: one[0]):
            table = table_of(setting)
            coverage.add(table.ruleset, table.rules, policy, tally)
        return coverage


def game_kinds(setting: Setting, players: int) -> list[str]:
    """The categories of a game: players, options, ruleset and additions to the edition.

    Empty for all games.
    """
    option = OPTIONS[setting.option]
    promos = ["promos"] if option["promos"] == "with" else []
    kinds = ["", str(players), option["hands"], option["boards"], *promos, setting.spec]
    return kinds + [id for id in added(setting.spec) if id not in kinds]


@lru_cache(maxsize=64)
def table_of(setting: Setting) -> CheckedTable:
    """The table at which games of a ruleset are checked, cached in this process."""
    return CheckedTable(setting.load())


def play(chunk: Chunk, seed: int, every_step: float) -> Counted:
    """Play one chunk, here or in a worker process."""
    table = table_of(chunk.setting)
    tally, failure = table.check(
        chunk.policy, chunk.players, seed, chunk.first, chunk.end, every_step
    )
    return chunk, tally, failure


def warm_up(verification: Verification) -> None:
    """Compile what is not compiled yet, once, before there are worker processes."""
    table_of(verification.settings()[0]).check("greedy", 2, verification.seed, 0, 1, 1.0)


def play_and_check(verification: Verification, watcher: GamesWatcher | None = None) -> Verified:
    """Play everything; stops soon after the first game that breaks an invariant.

    Memory does not grow with the number of games. Counts do not depend on the number of workers.
    """
    watcher = watcher or GamesWatcher()
    warm_up(verification)
    outcome = Verified(verification)
    play_one = partial(play, seed=verification.seed, every_step=verification.every_step)
    with mapping(play_one, verification.workers, watcher.note) as play_all:
        for policy in filter(verification.total, POLICIES):
            watcher.begin(policy, verification.total(policy))
            start = time.monotonic()
            for _, (chunk, tally, failure) in play_all(verification.chunks(policy)):
                key = (chunk.setting, chunk.players, chunk.policy)
                add(outcome.tallies.setdefault(key, new_tally()), tally)
                watcher.update(chunk.end - chunk.first)
                if failure:
                    label = table_of(chunk.setting).ruleset.label
                    outcome.defects.append(Defect(chunk, verification.seed, label, failure))
                    break
            outcome.seconds[policy] = time.monotonic() - start
            if outcome.defects:
                break
    return outcome
