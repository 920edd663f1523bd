"""Run checks over many games, on one or more processes, and collect the results.

Results do not depend on the number of workers: each part of the games is played by one worker in
one go, and parts are counted in order.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from model import Ruleset, UserError, load_ruleset
from model.names import meant
from model.patch import Patch, read_patch
from simulate import policies as known_policies
from simulate.base.roster import SEEKER
from simulate.batch.pool import in_order, mapping
from simulate.engine.codes import ERRORS
from simulate.game import Game
from simulate.policies.seating import Table
from simulate.properties.answers import Found, Mistake
from simulate.properties.compiled import Asking, asked_in_play
from simulate.properties.declared import Check
from simulate.properties.evaluate import ask, farthest
from simulate.properties.own_file import InvariantFile, load
from simulate.properties.playing import Players, Trail, each_of, label
from simulate.properties.steering import GUIDED, Guide
from simulate.verify.table import MOST_DECISIONS

PART, GUIDED_PART = 25, 400  # games per part; a search learns from those of its part
WINDOW = 96  # positions kept before a violation
MOST_GAMES = 2**31 - 1


@dataclass(frozen=True)
class Rules:
    """The specification of a ruleset: arguments of ``load_ruleset``, with ``patches`` as paths."""

    spec: str
    hands: str | None = None
    boards: str | None = None
    promos: str | None = None
    rulings: tuple[tuple[str, str], ...] = ()
    assumptions: str = "default"
    patches: tuple[str, ...] = ()

    def load(self) -> Ruleset:
        """Resolve it. Raises UserError for anything unknown."""
        return load_ruleset(
            self.spec, hands=self.hands, boards=self.boards, promos=self.promos,
            rulings=dict(self.rulings), assumptions=self.assumptions, patches=self.patches,
        )  # fmt: skip

    def read_patches(self) -> list[Patch]:
        """The patches themselves, as stored in transcripts."""
        return [read_patch(Path(file)) for file in self.patches]


@dataclass(frozen=True)
class CheckPlan:
    """The checks to run. ``games``: for each ruleset and table, spread over ``players``.

    ``policies``: tables, each a policy that plays all seats or a policy for each seat.

    ``files``: invariants of the user. ``collect``: after a violation, continue with the other
    checks. ``without``: names of invariants that are left out. Raises UserError for anything that
    cannot be played.
    """

    files: tuple[InvariantFile, ...]
    rules: tuple[Rules, ...]
    policies: tuple[Table, ...] = ("random", "greedy")
    players: tuple[int, ...] = (2, 3, 4)
    games: int = 300
    seed: int = 1
    collect: bool = False
    without: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.games <= MOST_GAMES:
            raise UserError(f"--games {self.games}: from 1 to {MOST_GAMES}")
        if not 0 <= self.seed < 2**63:
            raise UserError(f"--seed {self.seed}: from 0 to 2**63 - 1")
        for table in self.policies:
            self._check_table(table)

    def _check_table(self, table: Table) -> None:
        each = each_of(table)
        for policy in each:
            if policy not in (SEEKER.name, GUIDED):
                known_policies.get(policy)
        if len(each) > 1 and not set(self.players) <= {len(each)}:
            raise UserError(
                f"--policy {label(table)}: {len(each)} policies, one for each seat; say --players"
                f" {len(each)}, or for each alone: " + " ".join(f"--policy {one}" for one in each)
            )
        if len(each) > 1 and GUIDED in each:
            raise UserError(f"--policy {label(table)}: {GUIDED} plays all seats")
        if SEEKER.name in each and Players.in_python(table):
            raise UserError(f"--policy {label(table)}: {SEEKER.name} sits with quick policies only")

    def checks(self) -> list[Check]:
        """The declared invariants of all files. Raises UserError if two share a name."""
        found: dict[str, Check] = {}
        for file in self.files:
            for check in load(file).checks:
                if found.setdefault(check.name, check) is not check:
                    raise UserError(f"--invariant {file}: {check.name!r} is declared twice")
        for name in self.without:
            if name not in found:
                near = meant(name, [*found])
                raise UserError(f"--without {name}: no invariant has this name{near}")
        return [check for check in found.values() if check.name not in self.without]

    def parts(self) -> list[GameRange]:
        """The parts to play, fastest policies first."""
        return [
            GameRange(rules, policy, first, min(first + size, self.games))
            for policy in self.policies
            for rules in self.rules
            for size in [GUIDED_PART if policy == GUIDED else PART]
            for first in range(0, self.games, size)
        ]


@dataclass(frozen=True)
class GameRange:
    """Games ``first`` .. ``end - 1`` of a ruleset and a policy."""

    rules: Rules
    policy: Table
    first: int
    end: int


@dataclass(frozen=True)
class CheckExample:
    """Where a check was violated, or satisfied.

    ``states``: the last positions of the game up to that point, shape (positions,); ``taken``: the
    actions between them. ``found``: indices refer to ``states``. ``step``: decisions made in the
    game before it.
    """

    check: str
    rules: Rules
    policy: Table
    players: int
    seed: int
    game: int
    step: int
    states: np.ndarray
    taken: np.ndarray
    found: Found

    @property
    def origin(self) -> str:
        """Where it was found, in words."""
        return (
            f"{label(self.policy)}, {self.players} players, seed {self.seed}, game {self.game},"
            f" after {self.step} decisions"
        )


@dataclass
class Count:
    """The counts of one check. ``games``: those with an example. ``most``: of its target."""

    asked: int = 0
    met: int = 0
    examples: int = 0
    games: int = 0
    most: float = float("-inf")
    example: CheckExample | None = None
    mistake: Mistake | None = None

    def asks(self, check: Check) -> bool:
        """Is there anything left to ask? Not after a violation or a mistake of the check."""
        return self.mistake is None and (check.wanted or self.example is None)

    def add(self, other: Count) -> None:
        """Add the counts of a later part; the first example and the first mistake stay."""
        self.asked += other.asked
        self.met += other.met
        self.examples += other.examples
        self.games += other.games
        self.most = max(self.most, other.most)
        self.example = self.example or other.example
        self.mistake = self.mistake or other.mistake


@dataclass
class Result:
    """The result of a part: games and positions played, and the counts of each check by name."""

    part: GameRange
    games: int = 0
    positions: int = 0
    seconds: float = 0.0
    counts: dict[str, Count] = field(default_factory=dict)
    error: str = ""


@lru_cache(maxsize=8)
def players_of(rules: Rules) -> Players:
    """The player of a ruleset's games, cached in this process."""
    return Players(rules.load())


def play_part(part: GameRange, plan: CheckPlan, off: frozenset[str] = frozenset()) -> Result:
    """Play one part and ask all checks except those in ``off``, here or in a worker."""
    began = time.process_time()
    checks = [check for check in plan.checks() if check.name not in off]
    playing = _Playing(part, plan, players_of(part.rules), checks)
    playing.run()
    playing.result.seconds = time.process_time() - began
    return playing.result


def counted(check: Check, question: np.void) -> Count:
    """The counts of a question that was asked while games were played."""
    asked, games = int(question["asked"]), int(question["games"])
    examples = int(question["examples"]) if check.wanted else 0
    return Count(asked, asked, examples, games)


@dataclass
class _Playing:
    """A part whose games are being played, and its results so far."""

    part: GameRange
    plan: CheckPlan
    players: Players
    checks: list[Check]

    def __post_init__(self) -> None:
        most = self.players.ruleset.game.max_players
        self.numbers = [n for n in self.plan.players if n <= most]
        if not self.numbers:
            raise UserError(f"the rules are for {most} players at most")
        counts = {check.name: Count() for check in self.checks}
        self.result = Result(self.part, counts=counts)

    def seats(self, number: int) -> int:
        return self.numbers[number % len(self.numbers)]

    def deal(self, number: int) -> Game:
        return self.players.deal(self.seats(number), self.plan.seed, number)

    def run(self) -> None:
        part, players = self.part, self.players
        guide = Guide(players, self.checks) if part.policy == GUIDED else None
        number = part.first
        while number < part.end:
            open_ = [one for one in self.checks if self.result.counts[one.name].asks(one)]
            if guide is None and not players.in_python(part.policy) and asked_in_play(open_):
                number = self.ask_in_play(open_, number)
            if number < part.end:
                game = self.deal(number)
                trails = (
                    guide.play(game, number) if guide else players.play(game, part.policy, number)
                )
                self.check_game(trails, number)
                number += 1

    def ask_in_play(self, checks: Sequence[Check], first: int) -> int:
        """Play games from ``first`` on without trails; returns the number of the next one.

        Counts and examples are the same as with trails.
        """
        part, players, plan = self.part, self.players, self.plan
        asking = Asking(players, checks, MOST_DECISIONS, plan.seed)
        games = [(number, self.seats(number)) for number in range(first, part.end)]
        asking.play((i, n, *players.seated(part.policy, n, i)) for i, n in games)
        self.result.games += asking.done
        self.result.positions += asking.positions
        for check, question in zip(checks, asking.questions):
            count = self.result.counts[check.name]
            count.add(counted(check, question))
            at = int(question["first"])
            if at >= 0 and count.example is None:
                count.example = self.first_example(check, at)
        return first + asking.done

    def first_example(self, check: Check, number: int) -> CheckExample | None:
        """The first example of a check in a game."""
        for trail in self.players.play(self.deal(number), self.part.policy, number):
            found = ask(check, self.players.columns(trail), trail.taken, trail.first).found
            if found is not None:
                return self.example(check, trail, found, number)
        return None

    def example(self, check: Check, trail: Trail, found: Found, number: int) -> CheckExample:
        """The finding of a check in a trail of a game, as an example."""
        which = self.seats(number), number
        return example_of(check, trail, found, self.part, self.plan.seed, which)

    def check_game(self, trails: Iterable[Trail], number: int) -> None:
        """Ask the checks about each position of one game."""
        result, seen = self.result, set[str]()
        result.games += 1
        before = result.positions
        for trail in trails:
            if result.positions - before > MOST_DECISIONS:
                self.failed(f"a game did not end within {MOST_DECISIONS:,} decisions", number)
                return
            result.positions += len(trail.games) - trail.first
            columns = self.players.columns(trail)
            for check in self.checks:
                count = result.counts[check.name]
                if not count.asks(check):
                    continue
                answer = ask(check, columns, trail.taken, trail.first)
                count.asked += answer.asked
                count.met += answer.met
                count.examples += answer.examples
                most, mistake = farthest(check, columns, trail.first)
                count.most = max(count.most, most)
                count.mistake = answer.mistake or mistake
                if answer.found is not None:
                    count.games += check.name not in seen
                    seen.add(check.name)
                    count.example = count.example or self.example(
                        check, trail, answer.found, number
                    )
            error = int(trail.games[-1]["error"])
            if error:
                self.failed(ERRORS[error], number)

    def failed(self, what: str, number: int) -> None:
        """Record an error in a game; the first such text of a part stays."""
        self.result.error = self.result.error or (
            f"{what} ({label(self.part.policy)}, {self.seats(number)} players,"
            f" seed {self.plan.seed}, game {number})"
        )


def example_of(
    check: Check, trail: Trail, found: Found, part: GameRange, seed: int, which: tuple[int, int]
) -> CheckExample:
    """A check's finding in a trail, as an example. ``which``: the numbers of players and game."""
    last = min(found.at + 2, len(trail.games))
    first = max(0, last - WINDOW)
    return CheckExample(
        check.name, part.rules, part.policy, which[0], seed, which[1],
        int(trail.games[found.at]["decisions"]), trail.games[first:last].copy(),
        trail.taken[first:last].copy(), replace(found, at=found.at - first),
    )  # fmt: skip


# -- all parts -------------------------------------------------------------------------------------


@dataclass
class PlanOutcome:
    """The results of a run so far. ``done``: the parts that were played, by number."""

    plan: CheckPlan
    checks: list[Check]
    counts: dict[str, Count]
    done: set[int] = field(default_factory=set)
    games: int = 0
    positions: int = 0
    seconds: float = 0.0
    errors: list[str] = field(default_factory=list)

    @classmethod
    def blank(cls, plan: CheckPlan) -> PlanOutcome:
        """An outcome of no games."""
        checks = plan.checks()
        return cls(plan, checks, {check.name: Count() for check in checks})

    def add(self, number: int, result: Result) -> list[CheckExample]:
        """Count a part; returns the new examples."""
        self.done.add(number)
        self.games += result.games
        self.positions += result.positions
        self.seconds += result.seconds
        if result.error:
            self.errors.append(result.error)
        fresh = []
        for name, count in result.counts.items():
            mine = self.counts[name]
            if mine.example is None and count.example is not None:
                fresh.append(count.example)
            mine.add(count)
        return fresh

    def violated(self) -> list[Check]:
        """The checks violated so far."""
        return [c for c in self.checks if not c.wanted and self.counts[c.name].games]

    def settled(self) -> frozenset[str]:
        """Checks that need not be asked again: violated, or faulty themselves."""
        gone = {check.name for check in self.violated()}
        return frozenset(gone | {n for n, count in self.counts.items() if count.mistake})


@contextmanager
def workers(
    plan: CheckPlan, number: int, dask: str | None, note: Callable[[str], None]
) -> Iterator[Callable[[Iterable[GameRange], frozenset[str]], Iterator[Result]]]:
    """A function that plays parts and yields their results in order: here, on processes, or on a
    Dask cluster at an address."""
    if dask is not None:
        from simulate.batch.cluster import connected

        with connected(dask, number) as client:
            yield partial(_on_cluster, client, plan)
        return

    def here(parts: Iterable[GameRange], off: frozenset[str]) -> Iterator[Result]:
        play = partial(play_part, plan=plan, off=off)
        with mapping(play, number, note) as play_all:
            yield from in_order(play_all(parts))

    yield here


@dataclass
class _Heard:
    """Results that a cluster has sent, by the number of the part."""

    results: dict[int, Result] = field(default_factory=dict)

    def received(self, task: int, message: Any) -> None:
        self.results[task] = message

    def lost(self, task: int, reason: str) -> None:
        """Another worker does it again."""


AT_ONCE = 64  # parts that a cluster receives before their results are counted


def _on_cluster(
    client: Any, plan: CheckPlan, parts: Iterable[GameRange], off: frozenset[str]
) -> Iterator[Result]:
    from simulate.batch.cluster import work_on_cluster

    left = list(parts)
    while left:
        some, left = left[:AT_ONCE], left[AT_ONCE:]
        heard = _Heard()
        work_on_cluster(client, partial(play_part, plan=plan, off=off), some, heard)
        yield from (heard.results[i] for i in range(len(some)))


def estimate(plan: CheckPlan) -> float:
    """Estimated seconds of the plan on one core, from one game at each table."""
    seconds = 0.0
    for table in plan.policies:
        part = GameRange(plan.rules[0], table, 0, 1)
        play_part(part, plan)  # compiles what is missing, loads weights
        seconds += play_part(part, plan).seconds
    return seconds * plan.games * len(plan.rules)


def run(
    plan: CheckPlan,
    outcome: PlanOutcome,
    number: int = 1,
    *,
    dask: str | None = None,
    found: Callable[[CheckExample], None] = lambda example: None,
    part_done: Callable[[PlanOutcome, GameRange], None] = lambda outcome, part: None,
    note: Callable[[str], None] = lambda text: None,
) -> PlanOutcome:
    """Play everything that ``outcome`` does not have yet; it is changed in place and returned.

    ``found`` is called with each new example, ``part_done`` after each part. Without
    ``plan.collect`` it ends at the first violation.
    """
    left = [(i, part) for i, part in enumerate(plan.parts()) if i not in outcome.done]
    with workers(plan, number, dask, note) as play_all:
        results = play_all([part for _, part in left], outcome.settled())
        for (i, part), result in zip(left, results):
            fresh = outcome.add(i, result)
            for example in fresh:
                found(example)
            part_done(outcome, part)
            if not plan.collect and (outcome.violated() or outcome.errors):
                break
    return outcome
