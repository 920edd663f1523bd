"""The best moves in a position: legal moves compared by playouts from each of them.

A move is the next action of the deciding seat, and represents the best line that the strong player
finds after it. A first set of games chooses the lines to show; a second one, in fresh sampled
states, estimates their worth, so that the best is not overrated for having been chosen.

Unnamed cards of the player's own hand are dealt again for every sampled state, identically for all
moves, so that the answer is an average over the possible hands. Decisions that depend on such a
card are left open in a line, and made in each state.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from analysis.review.figures import WorldMean
from analysis.review.lines import Outcomes, candidates, distinct, own_line
from analysis.review.moments import turn_of
from analysis.review.words import told_line
from model import UserError
from simulate.actions import decode, to_words
from simulate.engine.state import MAX_STAFF
from simulate.game import Game
from simulate.learned.advice import STRONG, Adviser, Line
from simulate.learned.network import OWN, RIVAL
from simulate.narration.sentences import sentence
from simulate.policies import chooser, get
from simulate.policies.determinization import determinize
from simulate.referee.document import Document
from simulate.referee.judge import Judge
from simulate.referee.stepper import Stepper
from simulate.referee.unknown import OF_HANDS
from simulate.referee.verdict import FAILED, OK
from simulate.referee.words import read_action
from simulate.referee.writing import read_file

TOP, SECONDS = 3, 4.0
FOUND = 60  # lines that plans propose
LOOKED = 8  # sampled states of the look ahead
MORE = 2  # lines played out at first, in addition to those to show
PART = 8  # sampled states played out between two checks of the clock
HANDS = 3  # hands whose plans are examined if the hand is not known
FIRST = 1 << 20  # sampled states of the second set begin here
SEEDS = 1 << 24  # between the sampled states of two seeds
COLUMNS = (
    "rank", "move", "words", "line", "reply", "legal", "vp", "vp_low", "vp_high", "lead",
    "lead_low", "lead_high", "win", "win_low", "win_high", "behind", "behind_low", "behind_high",
    "clear", "thought", "games",
)  # fmt: skip


@dataclass(frozen=True)
class AskedPosition:
    """A position to be analysed.

    ``judge``: the referee who has reached it; ``stepper``: its current state, perhaps with more
    cards known; ``game``: the same as a game, with some deal of the unknown cards.
    """

    judge: Judge
    stepper: Stepper
    game: Game

    @classmethod
    def of(
        cls, source: Document | Path | str, *, step: int | None = None, folder: Path | None = None
    ) -> AskedPosition:
        """The position of a transcript after a step (0: at its start; None: after the last one).

        ``source``: the transcript, or its file. Raises UserError if the transcript is not in order
        up to there, or nobody decides there.
        """
        if not isinstance(source, Document):
            file = Path(source)
            source, folder = read_file(file), file.parent
        steps = len(source.steps)
        if step is not None and not 0 <= step <= steps:
            raise UserError(f"step {step}: the transcript has {steps} steps; give 0 to {steps}")
        wanted = steps if step is None else step
        judge = Judge(source.model_copy(update={"steps": source.steps[:wanted]}), folder)
        for verdict in judge.steps():
            if verdict.status not in (OK, FAILED):
                raise UserError(f"step {verdict.number} is {verdict.status}: {verdict.reason}")
        stepper = judge.stepper
        if stepper.over:
            raise UserError(f"after step {wanted} the game is over: name an earlier step")
        if stepper.waiting:
            raise UserError(
                f"after step {wanted} chance has to speak ({stepper.waiting}): add what it brought"
                " to the transcript, or give another step"
            )
        return cls(judge, stepper, stepper.game())

    @property
    def player(self) -> str:
        """The name of the seat that decides."""
        return self.judge.lexicon.players[self.game.player]

    @property
    def dealt(self) -> bool:
        """Does the deciding seat hold unnamed cards?"""
        player, unknown = self.stepper.g.players[self.stepper.player], self.stepper.unknown
        return bool(unknown.stand_ins(player) or unknown.stand_ins(player, offered=True))

    def open(self, action: int) -> bool:
        """Does an action name a staff card that is not known to be there?"""
        kind, card = decode(action)[:2]
        return kind in OF_HANDS and card in self.stepper.unknown.staff

    def deal(self, number: int) -> Game:
        """The position as a game, with the unknown cards dealt by a number."""
        return self.stepper.game(number)

    def holding(self, actions: Sequence[int]) -> AskedPosition:
        """The same, with the cards that legal actions name in the deciding seat's hand.

        Raises UserError if it cannot hold all of them.
        """
        stepper = self.stepper.copy()
        for action in actions:
            if stepper.unknown.name(stepper.g, stepper.frame, *decode(action)[:2]):
                stepper.refresh()
            if not stepper.allows(action):
                raise UserError(
                    f"{to_words(stepper.rules, action)}: the hand has no place for this card and"
                    " the others that are asked about"
                )
        return replace(self, stepper=stepper, game=stepper.game())

    def action(self, words: str) -> int | str:
        """The action of some words; if it is not legal, the reason, with the clauses it breaks.

        Raises UserError for words that mean nothing.
        """
        stepper, lexicon = self.judge.stepper, self.judge.lexicon
        found = read_action(lexicon, stepper.g, stepper.player, words, stepper.legal_words())
        if isinstance(found, int) and stepper.allows(found):
            return found
        verdict = self.judge.take({"illegal": words})
        clauses = f" [{', '.join(verdict.clauses)}]" if verdict.clauses else ""
        return f"{verdict.reason}{clauses}"


def analyse(
    position: AskedPosition | Document | Path | str,
    *,
    step: int | None = None,
    policy: str = STRONG,
    top: int = TOP,
    all_moves: bool = False,
    moves: Sequence[str] = (),
    seconds: float = SECONDS,
    playouts: int | None = None,
    seed: int = 0,
) -> pd.DataFrame:
    """The best moves of a position, each with its worth and the line that it begins.

    Everything hidden from the deciding seat (decks, the hands of others, future dice) is sampled,
    and so are cards of its own hand that the transcript does not name; it holds those that
    ``moves`` name.

    Args:
        position: a transcript, its file, or an ``AskedPosition``.
        step: of the transcript, after which to analyse; None: the last one, 0: the start.
        policy: the player that judges and continues; one that plans, such as "expert".
        top: number of moves to play out and return, 1 or more.
        all_moves: return every legal move; those beyond the best are judged only by look-ahead.
        moves: further moves in words, to be played out too.
        seconds: time limit of the search, if ``playouts`` is None (some games are played in any
            case); the result then depends on the speed of the machine.
        playouts: games for each move; the result is then reproducible.
        seed: random seed of the sampled states.
    Returns:
        One row per move, the best first: ``rank``; ``move``, the action as transcripts write it,
        and ``words``; ``line``, its continuation in the turn until chance reveals something, and
        ``reply``, the continuation after that, in one sampled state. ``vp``, ``lead``: VP at the
        end, and above the best rival; ``win``: chance to win, 0 to 1; ``behind``: the move's loss
        against the first row, in VP as the player counts them (its own less a share of the best
        rival's); each with the ends of its 95% interval (``_low``, ``_high``), NaN where no games
        were played. ``clear``: is it worse than the first row, with an interval above 0?
        ``thought``: its loss in VP by look-ahead; ``games``: how many were played. ``attrs``
        holds the player, round, ruleset, policy, seed, the number of legal moves (without those
        that name a card not known to be there), and whether hands were dealt (``hands_dealt``).
    Raises:
        UserError: a transcript that is not in order, a position in which nobody decides, a policy
            that does not plan, or an illegal move (with the clauses that it breaks).
    """
    if not isinstance(position, AskedPosition):
        position = AskedPosition.of(position, step=step)
    if not get(policy).plans:
        raise UserError(f"{policy}: a player that plans is needed: planner or expert")
    clock = _clock(seconds, playouts)
    asked = [_legal(position, one) for one in moves]
    position = position.holding(asked)
    game, search = position.game, _Search(position, policy, seed * SEEDS)
    ranked = search.ranked(every=all_moves, asked=asked)
    shown = search.shown(ranked, top, asked)
    best, outcomes = search.compared(shown, top + len(asked), clock)
    rows = [_row(search, position, one, i, outcomes) for i, one in enumerate(best)]
    if all_moves:
        there = {one.line.actions[0] for one in best}
        rest = [one for one in ranked if one.line.actions[0] not in there]
        rows += [_row(search, position, one, len(best) + i, None) for i, one in enumerate(rest)]
    table = pd.DataFrame(rows, columns=list(COLUMNS))
    table.attrs = {
        "player": position.player, "round": int(game.state.round_no), "policy": policy,
        "ruleset": position.judge.ruleset.label, "seed": seed, "legal": len(search.legal()),
        "hands_dealt": position.dealt,
    }  # fmt: skip
    return table


def _legal(position: AskedPosition, words: str) -> int:
    """The legal action of some words. Raises UserError saying why it is not legal."""
    found = position.action(words)
    if isinstance(found, str):
        raise UserError(found)
    return found


@dataclass(frozen=True)
class _Move:
    """A move with the best line found after it; ``thought``: VP below the best."""

    line: Line
    thought: float


@dataclass
class _Search:
    """A player asked about a position; sampled states are numbered from ``first`` on."""

    position: AskedPosition
    policy: str
    first: int

    def __post_init__(self) -> None:
        self.game = self.position.game
        players = int(self.game.state.n_players)
        self.adviser = Adviser(self.game.program, players, self.policy)
        self.pick = chooser(self.policy, self.game.rules)

    def legal(self) -> list[int]:
        """The legal moves, without those that name a card not known to be there."""
        return [action for action in self.game.legal() if not self.position.open(action)]

    def ranked(self, *, every: bool, asked: Sequence[int]) -> list[_Move]:
        """The moves by look-ahead from the best line after each, the best first.

        Without ``every``: only moves that some plan begins with, and those asked for; moves that
        lead to the same position count once.
        """
        lines = {line.actions[0]: line for line in reversed(self._proposed())}
        wanted = self.legal() if every or not lines else [*lines, *asked]
        for action in wanted:
            lines.setdefault(action, Line(self.game, (action,)))
        found = list(lines.values())
        worths = self._each(found, LOOKED, self.first, self.adviser.weigh_lines)
        standing = self.adviser.standing(worths)[..., 0].mean(axis=0)
        kept = range(len(found)) if every else distinct(worths)
        kept_actions = {found[i].actions[0] for i in kept} | set(asked)
        moves = [
            _Move(line, float(standing.max() - standing[i]))
            for i, line in enumerate(found)
            if line.actions[0] in kept_actions
        ]
        return sorted(moves, key=lambda one: one.thought)

    def _proposed(self) -> list[Line]:
        """Lines that the player's plans propose, for several hands if the hand is not known."""
        found: list[Line] = []
        for number in range(HANDS if self.position.dealt else 1):
            game = self.position.deal(self.first + number) if self.position.dealt else self.game
            found += [*candidates(self.adviser, game, FOUND), own_line(self.pick, game)]
        open_ = self.position.open
        known = (tuple(takewhile(lambda one: not open_(one), line.actions)) for line in found)
        return [Line(self.game, line) for line in known if line]

    def _each(
        self, lines: Sequence[Line], states: int, first: int, ask: Callable[..., np.ndarray]
    ) -> np.ndarray:
        """Results of ``ask`` (of the adviser) in sampled states; shape (states, lines, ...).

        Each state has its own hand if the hand is not known.
        """
        if not self.position.dealt:
            return ask(self.game, lines, states, first)
        found = []
        for number in range(first, first + states):
            game = self.position.deal(number)
            found.append(ask(game, [Line(game, line.actions) for line in lines], 1, number))
        return np.concatenate(found)

    def shown(self, ranked: Sequence[_Move], top: int, asked: Sequence[int]) -> list[_Move]:
        """The moves to play out: the best by look-ahead, and those asked for."""
        first = list(ranked[: top + MORE])
        return first + [one for one in ranked[top + MORE :] if one.line.actions[0] in asked]

    def compared(
        self, moves: list[_Move], top: int, clock: Callable[[float, int], bool]
    ) -> tuple[list[_Move], Outcomes]:
        """The best moves by playouts, the best first, and the outcomes of these games."""
        if len(moves) > top:
            pilot = self._played(moves, self.first, lambda games: clock(1 / 3, games))
            order = np.argsort([-_standing(pilot, i) for i in range(len(moves))], kind="stable")
            moves = [moves[int(i)] for i in order[:top]]
        trial = self._played(moves, self.first + FIRST, lambda games: clock(1.0, games))
        order = np.argsort([-_standing(trial, i) for i in range(len(moves))], kind="stable")
        return [moves[int(i)] for i in order], trial.only(*map(int, order))

    def _played(self, moves: Sequence[_Move], first: int, more: Callable[[int], bool]) -> Outcomes:
        found = self._part(moves, first)
        while found.varies and more(len(found)):
            found = found + self._part(moves, first + len(found))
        return found

    def _part(self, moves: Sequence[_Move], first: int) -> Outcomes:
        """This many games, as are played between two checks of the clock."""
        lines = [one.line for one in moves]
        worths = self._each(lines, PART, first, self.adviser.play_out)
        return Outcomes(worths, self.game.player, float(self.adviser.dial.rivals))

    def reply(self, line: Line) -> tuple[Game, tuple[int, ...]]:
        """The continuation after a line in one sampled state, to the end of the next turn."""
        twin, who = self.game.copy(), self.game.player
        key = np.uint64(self.first + 1)
        determinize(twin.state, twin.rules, who, key, np.zeros(MAX_STAFF, np.int64))
        twin.refresh()
        for action in line.actions:
            while action not in twin.legal() and len(twin.legal()) == 1:
                twin.apply(twin.legal()[0])
            if action in twin.legal():
                twin.apply(action)
        while not twin.over and twin.player == who:  # the rest of one's own turn
            twin.apply(self.pick(twin))
        start, turn, taken = twin.copy(), turn_of(twin), list[int]()
        while not twin.over and turn_of(twin) == turn:
            taken.append(self.pick(twin))
            twin.apply(taken[-1])
        return start, tuple(taken)


def _clock(seconds: float, playouts: int | None) -> Callable[[float, int], bool]:
    """Decides whether to play more games: after this many, within a part of the time."""
    begun = time.monotonic()

    def more(part: float, games: int) -> bool:
        if playouts is not None:
            return games < playouts
        return time.monotonic() - begun < part * seconds

    return more


def _standing(outcomes: Outcomes, line: int) -> float:
    mine = outcomes.worths[:, line, outcomes.seat]
    return float((mine[:, OWN] - outcomes.share * mine[:, RIVAL]).mean())


def _row(
    search: _Search, position: AskedPosition, move: _Move, place: int, outcomes: Outcomes | None
) -> dict[str, Any]:
    """A move as a row; ``outcomes``: of the playouts, in which it has this place."""
    game, names = search.game, position.judge.lexicon.names
    action = move.line.actions[0]
    found: dict[str, Any] = {
        "rank": place + 1, "move": to_words(game.rules, action), "legal": True,
        "words": sentence(names, game.state, action).text or to_words(game.rules, action),
        "line": told_line(names, game, move.line.actions), "thought": move.thought, "games": 0,
        "clear": False,
    }  # fmt: skip
    if outcomes is None:
        return found
    then, reply = search.reply(move.line)
    if reply:
        who = position.judge.lexicon.players[then.player]
        found["reply"] = f"{who}: {told_line(names, then, reply)}"
    mine, behind = outcomes.worths[:, place, outcomes.seat], WorldMean.of(outcomes.lost(place, 0))
    figures = {
        "vp": WorldMean.of(mine[:, OWN]), "lead": WorldMean.of(outcomes.lead(place)),
        "behind": behind, "win": outcomes.win(place),
    }  # fmt: skip
    for name, one in figures.items():
        found |= {name: one.mean, f"{name}_low": one.low, f"{name}_high": one.high}
    return found | {"clear": bool(place and behind.low > 0), "games": len(outcomes)}
