"""Three games of strong players as pages to step through, with their decisive turns."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pandas as pd

from model import load_ruleset
from reports.replay.film import Film, Jump
from reports.replay.page import page
from reports.replay.playing import Camera
from reports.results import Results
from reports.text import PERCENT, listing, number
from simulate import Game
from simulate.learned.advice import Adviser
from simulate.learned.network import WIN
from simulate.narration.transcript import Narrator
from simulate.policies import chooser
from simulate.verify.gaps.examples import begins_turn
from simulate.words.names import seat_name

FOLDER = "games"
TURNING = 3
"""Number of turns to name: those in which the winner's chance to win moved most."""


@dataclass(frozen=True)
class TurnChance:
    """step: on the page; seat, round: those of the turn; before, after: the later winner's chance
    to win at the start of this turn and of the next, from 0 to 1."""

    step: int
    seat: int
    round: int
    before: float
    after: float


@dataclass(frozen=True)
class Replayed:
    """A game of the report, played again. html: its page."""

    why: str
    vp: tuple[int, ...]
    winner: int
    behind: int
    margin: int
    html: str
    turns: tuple[TurnChance, ...]

    @property
    def file(self) -> str:
        """Its page, from the top folder."""
        return f"{FOLDER}/{self.why}.html"

    @property
    def words(self) -> str:
        """The reason for showing it, and its result."""
        winner = seat_name(self.winner)
        score = " to ".join(map(str, sorted(self.vp, reverse=True)))
        said = {
            "comeback": f"{winner} was {self.behind} VP behind on the track and won {score}.",
            "closest": f"{winner} won {score}."
            if self.margin
            else f"{winner} won the tie-break, at {max(self.vp)} VP each.",
            "highest": f"{winner} won {score}: no winner of the run scored more.",
        }
        return said[self.why]

    @property
    def hung(self) -> str:
        """The decisive turns in a sentence; empty if none is known."""
        if not self.turns:
            return ""
        changes = [
            f"{'rose' if one.after > one.before else 'fell'} from {_percent(one.before)} to"
            f" {_percent(one.after)}% in {seat_name(one.seat)}'s turn of round {one.round}"
            for one in self.turns
        ]
        return f"{seat_name(self.winner)}'s chance to win {listing(changes)}."


def _percent(share: float) -> str:
    return number(share * PERCENT.factor, 0)


TITLES = {"comeback": "The greatest comeback", "closest": "The closest game",
          "highest": "The highest score"}  # fmt: skip


def replayed(results: Results) -> list[Replayed]:
    """The shown games of the report, played again."""
    return [_replayed(one) for _, one in results.shown_games.iterrows()]


def _replayed(one: pd.Series) -> Replayed:
    ruleset = load_ruleset(one["rules"])
    players, game = int(one["players"]), int(one["game"])
    policy = str(one["policy"])
    narrator = Narrator(ruleset, players, int(one["seed"]), game, [policy] * players, cite=True)
    pick = chooser(policy, narrator.game.rules)
    camera = Camera(narrator)
    adviser = Adviser(narrator.game.program, players)
    looks: list[tuple[int, int, int, np.ndarray]] = []  # step, seat, round, chances

    def choose(game: Game, _: str) -> int:
        if begins_turn(game):
            look = adviser.look(game)[:, WIN]
            looks.append((len(camera.film) - 1, game.player, int(game.state.round_no),
                          look / look.sum()))  # fmt: skip
        return pick(game)

    for _ in camera.lines(narrator.tell(camera.watch(choose))):
        pass
    turns = _turning(looks, int(one["winner"]))
    _mark(camera.film, looks, turns, int(one["winner"]))
    camera.film.title = f"{TITLES[one['why']]}: {camera.film.title}"
    vp = tuple(map(int, narrator.game.scores()))
    return Replayed(one["why"], vp, int(one["winner"]), int(one["behind"]), int(one["margin"]),
                    page(camera.film), turns)  # fmt: skip


def _turning(looks: list[tuple[int, int, int, np.ndarray]], winner: int) -> tuple[TurnChance, ...]:
    """The turns in which the winner's chance moved most, in the order of play."""
    found = [
        TurnChance(step, seat, round, float(before[winner]), float(after[winner]))
        for (step, seat, round, before), (*_, after) in pairwise(looks)
    ]
    found.sort(key=lambda one: -abs(one.after - one.before))
    return tuple(sorted(found[:TURNING], key=lambda one: one.step))


def _mark(
    film: Film,
    looks: list[tuple[int, int, int, np.ndarray]],
    turns: tuple[TurnChance, ...],
    winner: int,
) -> None:
    """Draw the chances into the film, and let a reader jump to the turns that mattered."""
    film.win_probability = [None] * len(film)
    for step, _, _, chances in looks:
        film.win_probability[step] = [float(one) for one in chances]
    for one in turns:
        label = (
            f"{seat_name(one.seat)}'s turn, {seat_name(winner)}'s chance {_percent(one.before)} to"
            f" {_percent(one.after)}%"
        )
        film.jumps.append(Jump(one.step, "turning", label))
    film.jumps.sort(key=lambda jump: jump.step)
