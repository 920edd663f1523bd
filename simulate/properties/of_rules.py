"""Checks of modified rules: can every position be continued, can every card be played, can a turn
go on forever?

Each check is a sentence with a status and its evidence: a transcript, or the names of cards. Games
come from policies, from a player that dawdles (it never ends a turn voluntarily), and from one that
aims at anything that no game has shown yet.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

import numpy as np

from model import Ruleset
from simulate.actions import decode, to_words
from simulate.engine import codes as c
from simulate.engine.codes import ERRORS
from simulate.game import Game
from simulate.policies.seating import Table
from simulate.properties.built_in import BuiltInOutcome, check_built_in, seats_of
from simulate.properties.dominance import dominated
from simulate.properties.playing import Players, Trail, label
from simulate.properties.replaying import ENDLESS, STUCK, UNBOUNDED
from simulate.properties.running import Rules
from simulate.properties.shrinking import recorded
from simulate.properties.turns import Loop, cut_short, longest_turn, loop_in, most_gained
from simulate.properties.verdicts import HOLDS, UNREACHED, VACUOUS, VIOLATED
from simulate.referee import Document
from simulate.referee.position import at_turn
from simulate.verify.check_codes import ENGINE_ERROR
from simulate.verify.coverage import POLICIES
from simulate.verify.table import MOST_DECISIONS

DAWDLER = "dawdler"
"""A random player that ends no turn as long as any other action is legal."""
ENDING = (c.END_TURN, c.STOP, c.PASS, c.KEEP)

PLAYED = ("staff.{}.played", "guest.{}.housed", "politics.cards.{}.claimed")
MATTERED = (
    "emperor_tile.{}.reward", "emperor_tile.{}.penalty", "ballroom.{}.scored",
    "rehearsal_room.{}.chosen", "celebrity.{}.met", "entrance.{}.won",
)  # fmt: skip
MOST_TRAILS = 4  # per game, of some 4,000 positions in all: a game of four players takes 600
ENOUGH = 5  # games per table from which on "always" is meaningful
WANTED = 100  # minimum number of games played for what is missing
TOGETHER = 10  # games of compiled players played at once, because loading these takes long
NAMED = 12  # most cards to name


@dataclass(frozen=True)
class Finding:
    """The result of one check of the rules.

    ``status``: as for invariants (verdicts.py); ``detail``: what was examined; ``evidence``: what
    shows a violation, in words; ``document``: the transcript of one.
    """

    name: str
    sentence: str
    status: str
    detail: str
    evidence: tuple[str, ...] = ()
    document: Document | None = None

    @property
    def fine(self) -> bool:
        """Is there nothing to fix?"""
        return self.status in (HOLDS, VACUOUS)

    @property
    def line(self) -> str:
        """One line: status, name, sentence and what was examined."""
        return f"{self.status:<11}  {self.name}: {self.sentence} ({self.detail})"


@dataclass
class Seen:
    """What trails of games showed. ``whole``: by table, games and those with a round cut short."""

    games: int = 0
    turns_longest: int = 0
    vp_most: int = 0
    loop: tuple[Trail, Loop, str] | None = None
    gain: tuple[Trail, Loop, str] | None = None
    stuck: tuple[Trail, str, str] | None = None
    whole: dict[str, list[int]] = field(default_factory=dict)


@dataclass
class RuleCheck:
    """Checks of one ruleset.

    Args:
        rules: the ruleset; dominance is a violation only if its patches cause it.
        tables: the players; policies of compiled checks.
        players: numbers of players.
        games: per table and number of players.
        seed: of all games.
        seconds: time limit; results then depend on the machine. However short it is, each way of
            playing gets as many games as "always" needs.
        without: invariants that are switched off.
        done: called after some games, with their number.
    """

    rules: Rules
    tables: Sequence[Table] = POLICIES
    players: Sequence[int] = (2, 3, 4)
    games: int = 100
    seed: int = 1
    seconds: float = float("inf")
    without: tuple[str, ...] = ()
    done: Callable[[int], None] = lambda games: None

    def __post_init__(self) -> None:
        self.ruleset: Ruleset = self.rules.load()
        self.seats = seats_of(self.ruleset, self.players)
        self.at_table = Players(self.ruleset)

    def run(self) -> tuple[BuiltInOutcome, list[Finding]]:
        """Play and judge. Raises UserError for impossible settings."""
        outcome = check_built_in(
            self.rules, self.tables, self.seats, self.games, self.seed, self.without,
            self._after(0.4), self.done,
        )  # fmt: skip
        seen = self._watched()
        wanted = Wanted(outcome, self.at_table)
        self._want(wanted)
        return outcome, [
            _invariants(outcome),
            self._legal(outcome, seen),
            self._endless(outcome, seen),
            self._unbounded(seen),
            wanted.finding(
                "card-playable", "Every card can be played: staff, guests, politics cards.", PLAYED
            ),
            wanted.finding(
                "tile-reachable",
                "Every tile can matter: rewards and penalties of the emperor, what modules lay"
                " out.",
                MATTERED,
            ),
            dominance(self.rules),
            _rounds(seen),
        ]

    def _after(self, share: float) -> float:
        """The time at which a share of the seconds will have passed, counted from now: slow loading
        of compiled code only costs the part that needs it."""
        return time.monotonic() + share * self.seconds

    # -- trails ----------------------------------------------------------------------------------

    def _watched(self) -> Seen:
        """Games of every table, and of the dawdler, examined turn by turn."""
        seen, until = Seen(), self._after(0.3)
        least = ENOUGH * len(self.seats)
        for number in range(self.games):
            for table in (*self.tables, DAWDLER):
                n = self.seats[number % len(self.seats)]
                if number >= least and time.monotonic() > until:
                    return seen
                if isinstance(table, str) or len(table) == n:
                    self._look(seen, table, n, number)
                    self.done(1)
        return seen

    def _look(self, seen: Seen, table: Table, n: int, number: int) -> None:
        origin = f"{label(table)}, {n} players, seed {self.seed}, game {number}"
        whole = seen.whole.setdefault(f"{label(table)} with {n} players", [0, 0])
        short = False
        seen.games += 1
        for trail in islice(self._trails(table, n, number), MOST_TRAILS):
            games = trail.games
            if games[-1]["error"] and seen.stuck is None:
                seen.stuck = kept(trail), origin, ERRORS[int(games[-1]["error"])]
            seen.turns_longest = max(seen.turns_longest, longest_turn(games))
            seen.vp_most = max(seen.vp_most, most_gained(games)[0])
            loop = loop_in(games)
            if loop is not None and seen.loop is None:
                seen.loop = kept(trail), loop, origin
            if loop is not None and loop.gain and seen.gain is None:
                seen.gain = kept(trail), loop, origin
            short = short or cut_short(games)
        whole[0] += 1
        whole[1] += short

    def _trails(self, table: Table, n: int, number: int) -> Iterator[Trail]:
        game = self.at_table.deal(n, self.seed, number)
        if table != DAWDLER:
            yield from self.at_table.play(game, table, number)
            return
        rng = np.random.default_rng((self.seed, number))
        yield from stopping(self.at_table, game, lambda now: dawdle(now, rng))

    # -- findings --------------------------------------------------------------------------------

    def _legal(self, outcome: BuiltInOutcome, seen: Seen) -> Finding:
        sentence = "Every position of an unfinished game has a legal action."
        detail = f"{outcome.positions:,} positions"
        errors = [one for one in outcome.broken if one.failure.code == ENGINE_ERROR]
        stuck = seen.stuck
        if errors:
            one = errors[0]
            trails = self._trails(one.table, one.players, one.failure.game)
            *_, last = map(kept, trails)
            stuck = last, one.text, ERRORS[int(last.games[-1]["error"])]
        if stuck is None:
            return Finding(STUCK, sentence, HOLDS, detail)
        trail, origin, why = stuck
        action = to_words(self.at_table.program[0], int(trail.taken[-2]))
        evidence = f"after {action!r} no decision comes: {why}", f"found in: {origin}"
        end = len(trail.games) - 2
        document = self._document(trail, end, end, sentence, evidence)
        return Finding(STUCK, sentence, VIOLATED, detail, evidence, document)

    def _endless(self, outcome: BuiltInOutcome, seen: Seen) -> Finding:
        sentence = "No turn can go on forever: no position recurs within a turn without a loss."
        detail = f"{seen.games:,} games, at most {seen.turns_longest} decisions in a turn"
        if outcome.endless:
            detail += f"; {outcome.endless} games did not end within {MOST_DECISIONS:,} decisions"
            if seen.loop is None:
                return Finding(ENDLESS, sentence, VIOLATED, detail)
        return self._of_loop(ENDLESS, sentence, detail, seen, seen.loop)

    def _unbounded(self, seen: Seen) -> Finding:
        sentence = "No turn brings gains without bound: what brings more cannot be repeated."
        detail = f"{seen.games:,} games, at most {seen.vp_most} VP in a turn"
        return self._of_loop(UNBOUNDED, sentence, detail, seen, seen.gain)

    def _of_loop(
        self, name: str, sentence: str, detail: str, seen: Seen,
        found: tuple[Trail, Loop, str] | None,
    ) -> Finding:  # fmt: skip
        if found is None:
            return Finding(name, sentence, HOLDS if seen.games else VACUOUS, detail)
        trail, loop, origin = found
        rules = self.at_table.program[0]
        actions = [to_words(rules, int(one)) for one in trail.taken[loop.first : loop.last]]
        gains = f", which gains {loop.gain}" if loop.gain else ""
        evidence = f"can be repeated{gains}: {'; '.join(actions)}", f"found in: {origin}"
        document = self._document(trail, loop.first, loop.last, sentence, evidence)
        return Finding(name, sentence, VIOLATED, detail, evidence, document)

    def _document(
        self, trail: Trail, shown: int, last: int, title: str, notes: Iterable[str]
    ) -> Document | None:
        """The transcript of a trail up to a position, from the latest turn before the evidence."""
        turns = [at for at in range(shown + 1) if at_turn(trail.games[at])]
        patches = self.rules.read_patches()
        for first in reversed(turns):
            actions = [int(action) for action in trail.taken[first:last]]
            document = recorded(
                self.at_table, trail.games[first : first + 1], actions, patches, title,
                ". ".join(notes),
            )  # fmt: skip
            if document is not None:
                return document
        return None

    # -- what no game has shown yet ----------------------------------------------------------------

    def _want(self, wanted: Wanted) -> None:
        """Play for missing items until none is left or time is over."""
        until = self._after(0.3)
        for number in range(max(self.games, WANTED)):
            if not wanted.missing() or time.monotonic() > until:
                return
            n = self.seats[number % len(self.seats)]
            rng = np.random.default_rng((self.seed, number, 1))
            game = self.at_table.deal(n, self.seed, number)
            trails = stopping(self.at_table, game, wanted.chooser(rng))
            for trail in islice(trails, MOST_TRAILS):
                wanted.learn(trail.games[-1])
            wanted.games += 1
            self.done(1)
            if number % TOGETHER:
                continue
            more = check_built_in(
                self.rules, ("seeker", "politician"), self.seats, TOGETHER,
                self.seed + 1 + number, self.without,
            )  # fmt: skip
            wanted.count(more)
            wanted.games += more.games
            self.done(more.games)


def dawdle(game: Game, rng: np.random.Generator) -> int:
    """Any action that ends nothing; one that does if there is no other."""
    legal = game.legal()
    going = [action for action in legal if decode(action)[0] not in ENDING] or legal
    return going[int(rng.integers(len(going)))]


def stopping(players: Players, game: Game, choose: Callable[[Game], int]) -> Iterator[Trail]:
    """The trails of a game that Python plays. If the engine stops with an error, that trail is the
    last one, with the error in its last position."""
    try:
        yield from players.asked(game, choose)
    except RuntimeError:
        yield players.broken_off()


def kept(trail: Trail) -> Trail:
    """A copy that does not change when play continues."""
    return replace(trail, games=trail.games.copy(), taken=trail.taken.copy())


@dataclass
class Wanted:
    """Coverage so far, by its keys; and a player that aims at whatever is missing."""

    outcome: BuiltInOutcome
    at_table: Players
    games: int = 0

    def __post_init__(self) -> None:
        self.counts = {key: row.total for key, row in self.outcome.coverage.rows.items()}
        self.names = {key: row.name for key, row in self.outcome.coverage.rows.items()}

    def keys(self, forms: Sequence[str]) -> list[str]:
        """The keys of these forms that exist in the rules."""
        ends = [form.split("{}") for form in forms]
        return [
            key for key in self.counts
            if any(key.startswith(start) and key.endswith(end) for start, end in ends)
        ]  # fmt: skip

    def missing(self, forms: Sequence[str] = (*PLAYED, *MATTERED)) -> list[str]:
        """The keys that have not come up."""
        return [key for key in self.keys(forms) if not self.counts[key]]

    def count(self, more: BuiltInOutcome) -> None:
        """Add the results of further games."""
        for key, row in more.coverage.rows.items():
            self.counts[key] += row.total

    def learn(self, state: Any) -> None:
        """Count staff and guests in the log of a game."""
        rules = self.at_table.program[0]
        for entry in state["log"][: int(state["log_size"])]:
            if entry["used_round"] > 0:
                card = int(entry["card"])
                staff = entry["kind"] == c.LOG_STAFF
                number = rules.staff_number[card] if staff else rules.guest_number[card]
                key = f"staff.{number}.played" if staff else f"guest.{number}.housed"
                if key in self.counts:
                    self.counts[key] += 1

    def chooser(self, rng: np.random.Generator) -> Callable[[Game], int]:
        """A player that takes wanted items, and saves its krones for them while it can."""
        rules = self.at_table.program[0]
        missing = set(self.missing(PLAYED))
        staff = {i for i in range(int(rules.n_staff))
                 if f"staff.{rules.staff_number[i]}.played" in missing}  # fmt: skip
        guests = {i for i in range(int(rules.n_guests))
                  if f"guest.{rules.guest_number[i]}.housed" in missing}  # fmt: skip
        usual = self.at_table.chooser("greedy")

        def choose(game: Game) -> int:
            legal = game.legal()
            g = game.state
            p = g.players[game.player]
            for action in legal:
                kind, place, *_ = decode(action)
                if (kind == c.HIRE and place in staff) or (
                    kind == c.TAKE_GUEST and int(g.row[place]) in guests
                ) or (kind == c.CHECK_IN and int(p.cafe[place]) in guests):  # fmt: skip
                    return action
            holds = staff & set(p.hand[: int(p.hand_size)].tolist())
            if holds and rng.random() < 0.7:
                return richest(game, legal, rng)
            return usual(game)

        return choose

    def finding(self, name: str, sentence: str, forms: Sequence[str]) -> Finding:
        """The finding on the keys that have not come up."""
        keys, missing = self.keys(forms), self.missing(forms)
        games = self.outcome.games + self.games
        detail = f"{len(keys) - len(missing)} of {len(keys)} came up in {games:,} games"
        if not keys:
            return Finding(name, sentence, VACUOUS, "there are none")
        if not missing:
            return Finding(name, sentence, HOLDS, detail)
        named = [self.names[key] for key in missing[:NAMED]]
        more = [f"and {len(missing) - NAMED} more"] if len(missing) > NAMED else []
        return Finding(name, sentence, UNREACHED, detail, ("never: " + "; ".join(named + more),))


def richest(game: Game, legal: Sequence[int], rng: np.random.Generator) -> int:
    """An action that leaves its player with the most krones; ties are broken at random."""
    who, krones = game.player, []
    for action in legal:
        twin = game.copy()
        twin.apply(action)
        krones.append(int(twin.state.players[who].krones))
    best = [action for action, have in zip(legal, krones) if have == max(krones)]
    return best[int(rng.integers(len(best)))]


def _invariants(outcome: BuiltInOutcome) -> Finding:
    name = "invariants"
    sentence = "The suite's own invariants hold."
    detail = f"{outcome.games:,} games, {outcome.positions:,} positions"
    broken = [one for one in outcome.broken if one.failure.code != ENGINE_ERROR]
    off = tuple(
        f"without {one}, which {many:,} positions broke" for one, many in outcome.ignored().items()
    )
    status = VIOLATED if broken else HOLDS
    return Finding(name, sentence, status, detail, (*(one.text for one in broken), *off))


def dominance(rules: Rules) -> Finding:
    """Cards that are dominated by another one; those of the unpatched rules are only counted."""
    pairs = set(dominated(rules.load()))
    before = set(dominated(replace(rules, patches=()).load())) if rules.patches else set()
    sentence = (
        "No staff card and no guest is worse than another of its timing or colour in cost or"
        " order, VP and everything that it says."
    )
    fresh = sorted(pairs - before)
    detail = "cards compared as they are written"
    if pairs & before:
        detail += f"; {len(pairs & before)} pairs are so without the patch"
    if not fresh:
        return Finding("dominated-card", sentence, HOLDS, detail)
    evidence = tuple(f"{worse} is worse than {better}" for worse, better in fresh[:NAMED])
    return Finding("dominated-card", sentence, VIOLATED, detail, evidence)


def _rounds(seen: Seen) -> Finding:
    """Rounds that end for lack of dice although nobody delayed a turn."""
    sentence = (
        "No way of playing always ends early: some game of each lets everybody have both turns of"
        " every round in which nobody passes."
    )
    enough = {table: some for table, some in seen.whole.items() if some[0] >= ENOUGH}
    tables = dict.fromkeys(name.partition(" ")[0] for name in enough)
    detail = f"{sum(some[0] for some in enough.values()):,} games of {', '.join(tables)}"
    if not enough:
        return Finding("always-early", sentence, VACUOUS, "too few games of each")
    always = [table for table, (games, short) in enough.items() if short == games]
    if not always:
        return Finding("always-early", sentence, HOLDS, detail)
    evidence = f"every game of {', '.join(always)} has a round that ended before its last turns"
    return Finding("always-early", sentence, VIOLATED, detail, (evidence,))
