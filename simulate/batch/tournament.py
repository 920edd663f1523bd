"""Games of a ladder: policies (rungs) meet on equal deals at rotated seats, and play themselves.

Two players: every pair of rungs. Three and four: mixed tables of distinct rungs, with each rung at
equally many tables. A table plays each deal once for each rotation of its seats, so that every
policy has every seat, and its hand, once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from model import Ruleset, UserError
from simulate import policies
from simulate.batch.runner import Run
from simulate.data.store import Place
from simulate.engine.compile import compile_ruleset

FEW_TABLES = 20
"""Up to this many tables, all combinations of rungs are played; beyond, a cyclic subset of them."""

SHARD_DEALS, SHARD_DEALS_SEARCH = 500, 5
"""Deals per file: the most that a killed ladder loses. Searches are slow."""


def default_rungs(ruleset: Ruleset) -> tuple[str, ...]:
    """All policies that differ under these rules: random, then heuristics, then searches."""
    names = policies.distinct(compile_ruleset(ruleset)[0])
    return tuple(sorted(names, key=lambda one: (policies.slow((one,)), one != "random")))


def check_rungs(rungs: tuple[str, ...]) -> tuple[str, ...]:
    """Check the rungs. Raises UserError for unknown or repeated policies, or fewer than two."""
    for name in rungs:
        policies.get(name)
        if rungs.count(name) > 1:
            raise UserError(f"a ladder of {', '.join(rungs)}: {name} is named twice")
    if len(rungs) < 2:
        raise UserError(f"a ladder of {', '.join(rungs)}: name two policies or more")
    return rungs


def tables(rungs: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """The mixed tables, each a policy for each seat; every pair of rungs meets at least once.

    All combinations if there are few; else a cyclic design (John & Williams 1995, Cyclic and
    Computer Generated Designs, ch. 3), in which every rung sits at equally many tables. With fewer
    rungs than seats, rungs are repeated, each equally often over all tables.
    """
    count = len(rungs)
    if count < players:
        # Like "a b a b": the first rungs sit twice, so every rung takes a turn at being first.
        blocks = [[(first + i) % count for i in range(players)] for first in range(count)]
    else:
        every = list(combinations(range(count), players))
        blocks = [list(one) for one in every] if len(every) <= FEW_TABLES else []
        blocks = blocks or _cyclic(count, players)
    distinct = dict.fromkeys(tuple(sorted(block)) for block in blocks)
    return [tuple(rungs[i] for i in block) for block in distinct]


def _cyclic(count: int, players: int) -> list[list[int]]:
    """Blocks of a cyclic design: base blocks shifted by 1 .. count, until all differences occur.

    Two rungs at distance d in the circle meet at some table if a base block has two members at
    distance d. Each base block adds as many new distances as possible.
    """
    wanted = set(range(1, count // 2 + 1))
    candidates = [(0, *rest) for rest in combinations(range(1, count), players - 1)]
    blocks: list[list[int]] = []
    while wanted:
        base = max(candidates, key=lambda block: len(wanted & _distances(block, count)))
        wanted -= _distances(base, count)
        blocks += [[(i + step) % count for i in base] for step in range(count)]
    return blocks


def _distances(block: Sequence[int], count: int) -> set[int]:
    return {min(b - a, count - b + a) for a, b in combinations(block, 2)}


@dataclass(frozen=True)
class Tournament:
    """A ladder to be played. ``deals`` per table; ``deals_search`` where a search sits at it.

    ``editions``: the rulesets under which each rung also plays itself, one game per deal.
    """

    ruleset: Ruleset
    rungs: tuple[str, ...]
    players: tuple[int, ...]
    deals: int
    deals_search: int
    seed: int
    editions: tuple[Ruleset, ...] = ()

    def deals_of(self, table: Sequence[str]) -> int:
        return self.deals_search if policies.slow(table) else self.deals

    def mixed(self, out: Place) -> list[Run]:
        """The runs of the mixed tables: every deal as often as there are players."""
        return [
            self._run(self.ruleset, players, table, out, rotations=players)
            for players in self.players
            for table in tables(self.rungs, players)
        ]

    def alone(self, out: Place) -> list[Run]:
        """The runs of each rung against itself, under each edition and the tournament's rules."""
        rulesets = {one.label: one for one in (*self.editions, self.ruleset)}
        return [
            self._run(ruleset, players, (rung,), out, rotations=1)
            for ruleset in rulesets.values()
            for players in self.players
            for rung in self.rungs
        ]

    def runs(self, out: Place) -> list[Run]:
        """All runs, slowest first, so that workers finish together."""
        return sorted(
            self.mixed(out) + self.alone(out),
            key=lambda run: not policies.slow(run.seats()),
        )

    def _run(
        self, ruleset: Ruleset, players: int, table: Sequence[str], out: Place, rotations: int
    ) -> Run:
        deals = SHARD_DEALS_SEARCH if policies.slow(table) else SHARD_DEALS
        return Run(
            ruleset, players, table[0] if len(table) == 1 else tuple(table),
            self.deals_of(table) * rotations, self.seed, out,
            shard_games=deals * rotations, same_deal=rotations,
        )  # fmt: skip


@dataclass(frozen=True)
class Crossed:
    """A crossed design: one table plays each deal at all rotated seats, each with several dice.

    ``deals`` set-ups, ``dice`` games of each seating of a deal. These games share only the deal and
    the seating. For the estimands see `analysis.players.luck`.
    """

    ruleset: Ruleset
    table: tuple[str, ...]
    players: tuple[int, ...]
    deals: int
    dice: int
    seed: int

    def seated(self, players: int) -> tuple[str, ...]:
        """The table's policies, repeated until all seats are taken."""
        return tuple(self.table[i % len(self.table)] for i in range(players))

    def run(self, players: int, out: Place) -> Run:
        games = players * self.dice
        deals = SHARD_DEALS_SEARCH if policies.slow(self.table) else SHARD_DEALS
        return Run(
            self.ruleset, players, self.seated(players), self.deals * games, self.seed,
            out, shard_games=deals * games, same_deal=games, own_chance=True,
        )  # fmt: skip

    def runs(self, out: Place) -> list[Run]:
        return [self.run(players, out) for players in self.players]


@dataclass(frozen=True)
class Budgets:
    """One search at several budgets, each against the same opponents on the same deals.

    ``search``, without a number in its name; ``playouts`` per decision, ascending; ``against``
    fills all other seats; ``deals`` per budget, each played once for each seat of the search.
    """

    ruleset: Ruleset
    search: str
    playouts: tuple[int, ...]
    against: str
    players: tuple[int, ...]
    deals: int
    seed: int

    def policy(self, playouts: int) -> str:
        """The policy name of the search with this budget."""
        return f"{self.search}:{playouts}"

    def table(self, playouts: int, players: int) -> tuple[str, ...]:
        """The policies at a table."""
        return (self.policy(playouts), *(players - 1) * (self.against,))

    def run(self, playouts: int, players: int, out: Place) -> Run:
        return Run(
            self.ruleset, players, self.table(playouts, players), self.deals * players,
            self.seed, out, shard_games=SHARD_DEALS_SEARCH * players, same_deal=players,
        )  # fmt: skip

    def runs(self, out: Place) -> list[Run]:
        """All runs, largest budgets first, so that workers finish together."""
        return [
            self.run(playouts, players, out)
            for playouts in sorted(self.playouts, reverse=True)
            for players in self.players
        ]
