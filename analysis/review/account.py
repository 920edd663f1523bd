"""Sources of a result: own choices, others' choices, dice, cards; the parts add up to it.

The worth of a position to a seat is its mean result over games that the strong player continues
from it, all hands as they are, everything else sampled. While everybody plays like that player,
this worth changes only by chance (a martingale). So the change from one turn to the next is the
effect of the choices made there, plus chance. The worths of successive turns are estimated in the
same way, and their differences add up to the result exactly. The effect of a roll of the dice is
the worth after it less the mean worth over other rolls. Turns in which cards were revealed give the
effect of cards. Turns in which nothing was revealed give the remainder: noise of the estimates, and
the difference between the fast play of these games and the strong player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from analysis.base import stats
from analysis.review.choices import Choice
from analysis.review.figures import WorldMean
from analysis.review.moments import DICE, Moment, PlayedGame, came_up, turn_of
from simulate.game import Game
from simulate.learned.advice import Adviser, Line
from simulate.learned.network import OWN, WIN

STATES = 48  # playouts for the worth of a position
DEALS = 64  # other deals for comparison with a deal
FRESH = 100_000  # the first of the sampled states
DEAL, CARDS, MINE, OTHERS, REST = "deal", "cards", "own choices", "choices of others", "remainder"
PARTS = (DEAL, DICE, CARDS, MINE, OTHERS, REST)
"""The parts of an account, in the order in which they are shown."""


@dataclass(frozen=True)
class Worth:
    """The worth of a position: ``mean`` and ``variance`` of the mean, shape (seats, 2).

    VP at the end, and the share of the win.
    """

    mean: np.ndarray
    variance: np.ndarray

    @classmethod
    def of(cls, found: np.ndarray) -> Worth:
        """The worth from games' outcomes, shape (games, seats, 3)."""
        values = found[..., [OWN, WIN]]
        if len(values) == 1:
            return cls(values[0], np.zeros_like(values[0]))
        return cls(values.mean(axis=0), values.var(axis=0, ddof=1) / len(values))


@dataclass(frozen=True)
class Outlook:
    """Each seat's chance of winning, before a step; they add up to 1."""

    step: int
    round: int
    win: tuple[float, ...]

    def plain(self) -> dict[str, object]:
        """As plain data."""
        return {"step": self.step, "round": self.round, "win": [round(p, 4) for p in self.win]}


@dataclass(frozen=True)
class Roll:
    """Effect of a roll of the dice: VP and share of the win, a figure for each seat."""

    step: int
    round: int
    vp: tuple[WorldMean, ...]
    win: tuple[WorldMean, ...]

    def plain(self) -> dict[str, object]:
        """As plain data."""
        return {
            "step": self.step, "round": self.round, "kind": DICE,
            "vp": [one.plain(2) for one in self.vp], "win": [one.plain(4) for one in self.win],
        }  # fmt: skip


@dataclass(frozen=True)
class Sums:
    """The account of a seat: its starting value, each of ``PARTS``, and the result.

    Each is a pair of figures: VP, share of the win. The starting value is that of an average deal
    (or, if the transcript does not start with the set-up, of its first position). It and the means
    of the parts add up to the result; ``final``: is that the end of the game?
    """

    start: tuple[WorldMean, WorldMean]
    parts: dict[str, tuple[WorldMean, WorldMean]]
    result: tuple[WorldMean, WorldMean]
    final: bool

    def plain(self) -> dict[str, object]:
        """As plain data."""

        def both(of: tuple[WorldMean, WorldMean]) -> dict[str, object]:
            return {"vp": of[0].plain(2), "win": of[1].plain(4)}

        return {
            "start": both(self.start), "final": self.final, "result": both(self.result),
            "parts": {name: both(of) for name, of in self.parts.items()},
        }  # fmt: skip


@dataclass
class Ledger:
    """Sums of estimated worths: how often each counts in each part (so that equal ones cancel)."""

    worths: list[Worth] = field(default_factory=list)
    counts: dict[str, dict[int, int]] = field(default_factory=dict)
    choices: dict[str, list[np.ndarray]] = field(default_factory=dict)

    def add(self, worth: Worth) -> int:
        """Add a worth, by its number from now on."""
        self.worths.append(worth)
        return len(self.worths) - 1

    def enter(self, part: str, worth: int, times: int) -> None:
        """Count a worth this many times in a part."""
        counts = self.counts.setdefault(part, {})
        counts[worth] = counts.get(worth, 0) + times

    def total(self, part: str) -> tuple[np.ndarray, np.ndarray]:
        """The mean and variance of a part without choices, shape (seats, 2)."""
        shape = self.worths[0].mean
        mean, variance = np.zeros_like(shape), np.zeros_like(shape)
        for number, times in self.counts.get(part, {}).items():
            mean = mean + times * self.worths[number].mean
            variance = variance + times**2 * self.worths[number].variance
        return mean, variance


@dataclass(frozen=True)
class Account:
    """The account of a game: the sums of each seat, the chances to win along the way, the rolls."""

    sums: tuple[Sums, ...]
    outlooks: tuple[Outlook, ...]
    rolls: tuple[Roll, ...]


def account_of(adviser: Adviser, game: PlayedGame, choices: Sequence[Choice]) -> Account:
    """The account of a game. ``choices``: those of all seats, for their effects."""
    ledger, worths = Ledger(), _Worths(adviser)
    turns = list(_turns(game))
    starts = [ledger.add(worths.of(turn[0].game)) for turn in turns]
    end = ledger.add(worths.end(game))
    opening = starts[0]
    if game.from_setup:
        opening = ledger.add(worths.deals(turns[0][0].game))
        ledger.enter(DEAL, starts[0], 1)
        ledger.enter(DEAL, opening, -1)
    rolls = list[Roll]()
    for turn, here, then in zip(turns, starts, [*starts[1:], end], strict=True):
        last, after = turn[-1], _after(game, turn[-1])
        reached = then
        if _rolled(last, after) and not (game.open and after is game.end):
            reached = ledger.add(worths.before_roll(last))
            ledger.enter(DICE, then, 1)
            ledger.enter(DICE, reached, -1)
            rolls.append(_roll(last, ledger.worths[then], ledger.worths[reached]))
        part = CARDS if _cards(game, turn) else REST
        ledger.enter(part, reached, 1)
        ledger.enter(part, here, -1)
        effects = [one.effect for one in choices if one.stretch.turn == turn_of(turn[0].game)]
        ledger.choices.setdefault(part, []).extend(one for one in effects if one is not None)
    seats = range(len(game.players))
    looks = [
        Outlook(turn[0].step, turn[0].round, tuple(map(float, ledger.worths[n].mean[:, 1])))
        for turn, n in zip(turns, starts, strict=True)
    ]
    final = Outlook(
        turns[-1][-1].step + 1, int(game.end.state.round_no),
        tuple(map(float, ledger.worths[end].mean[:, 1])),
    )  # fmt: skip
    return Account(
        tuple(_sums(ledger, choices, seat, opening, end, final=game.end.over) for seat in seats),
        (*looks, final), tuple(rolls),
    )  # fmt: skip


def _sums(
    ledger: Ledger, choices: Sequence[Choice], seat: int, opening: int, end: int, *, final: bool
) -> Sums:
    """The account of a seat."""
    parts = dict[str, tuple[WorldMean, WorldMean]]()
    for part in (DEAL, DICE, CARDS, REST):
        mean, variance = ledger.total(part)
        for effect in ledger.choices.get(part, ()):  # a turn's choices are not part of its chance
            mean, variance = mean - effect[..., 0], variance + effect[..., 1]
        parts[part] = _figures(mean[seat], variance[seat])
    for part, mine in ((MINE, True), (OTHERS, False)):
        effects = [
            one.effect for one in choices if one.effect is not None and (one.seat == seat) == mine
        ]
        total = np.sum(effects, axis=0) if effects else np.zeros((seat + 1, 2, 2))
        parts[part] = _figures(total[seat, :, 0], total[seat, :, 1])
    known = (ledger.worths[number] for number in (opening, end))
    start, result = (_figures(one.mean[seat], one.variance[seat]) for one in known)
    return Sums(start, {part: parts[part] for part in PARTS}, result, final)


def _figures(mean: np.ndarray, variance: np.ndarray) -> tuple[WorldMean, WorldMean]:
    """VP and share of the win, with 95% intervals (normal: sums of many)."""
    half = stats.normal_quantile(stats.LEVEL) * np.sqrt(variance)
    vp, win = (
        WorldMean(float(m), float(m - h), float(m + h)) for m, h in zip(mean, half, strict=True)
    )
    return vp, win


def _turns(game: PlayedGame) -> Iterator[list[Moment]]:
    """The moments of each turn, including others' decisions in it."""
    turn = list[Moment]()
    for moment in game.moments:
        if turn and turn_of(moment.game) != turn_of(turn[0].game):
            yield turn
            turn = []
        turn.append(moment)
    yield turn


def _after(game: PlayedGame, moment: Moment) -> Game:
    return next(after for one, after in game.steps() if one is moment)


def _rolled(moment: Moment, after: Game) -> bool:
    return DICE in came_up(moment.game.state, after.state) and moment.action in moment.game.legal()


def _cards(game: PlayedGame, turn: Sequence[Moment]) -> bool:
    """Did a card come up in a turn?"""
    kinds = (came_up(moment.game.state, _after(game, moment).state) for moment in turn)
    return any(kind.replace(DICE, "").strip() for kind in kinds)


def _roll(moment: Moment, after: Worth, before: Worth) -> Roll:
    mean, variance = after.mean - before.mean, after.variance + before.variance
    both = [_figures(m, v) for m, v in zip(mean, variance, strict=True)]
    return Roll(moment.step, moment.round, *zip(*both, strict=True))


@dataclass
class _Worths:
    """Estimates worths, each in its own sampled states."""

    adviser: Adviser
    first: int = FRESH

    def of(self, game: Game) -> Worth:
        """The worth of a position."""
        return self._played(Line(game, ()), STATES)

    def before_roll(self, moment: Moment) -> Worth:
        """The worth after a decision, before the dice were rolled."""
        return self._played(Line(moment.game, (moment.action,)), STATES)

    def end(self, game: PlayedGame) -> Worth:
        """The worth at the end of a transcript: the result, or its possible outcomes."""
        if game.open:
            return self.before_roll(game.moments[-1])
        if game.end.over:
            return Worth.of(self.adviser.look(game.end)[None])
        return self.of(game.end)

    def deals(self, like: Game) -> Worth:
        """The worth of an average deal of the same rules."""
        players = int(like.state.n_players)
        lines = (Line(Game(like.program, players, 0, number), ()) for number in range(DEALS))
        games = [self.adviser.play_out(one.game, [one], 1, all_hands=True) for one in lines]
        return Worth.of(np.concatenate(games)[:, 0])

    def _played(self, line: Line, states: int) -> Worth:
        self.first += states
        found = self.adviser.play_out(line.game, [line], states, self.first, all_hands=True)
        return Worth.of(found[:, 0])
