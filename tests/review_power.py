"""How many planted mistakes a review finds, and how often it blames wrongly.

    python -m tests.review_power [--games 10] [--first 0] [--workers 2] [--out FOLDER]

Games of the strong player against itself, at both seats. In each some moves of the first seat are
replaced, in places drawn at random, by a legal move that the strong player thinks to be ``WORSE``
VP or more below its best; what follows is played by the strong player again. A review that does not
know the places judges both seats. What was planted, and every choice for which the review names a
better one, is then checked by games that the strong player plays on to their end, in sampled states
that neither the review nor the planting has seen: a planted move against what the strong player
would have done, a named choice against the line that the review calls better. The record is
verification/review.json; review.txt shows it, and so do pages of reviews. Games that are there are
kept, if rules, players and reviews are still what they were.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from analysis.review import Choice, Review, proof, review_of
from analysis.review.figures import WorldMean
from analysis.review.lines import own_line
from analysis.review.moments import Moment
from model import load_ruleset
from simulate.base.provenance import commit
from simulate.batch.pool import mapping
from simulate.engine.compile import compile_ruleset
from simulate.fingerprint import fingerprint, parts_of
from simulate.game import Game
from simulate.learned.advice import STRONG, Adviser, Line
from simulate.policies import chooser
from simulate.referee import record

FOLDER = Path(__file__).parents[1] / "verification"
RULES, PLAYERS, SEED, PLANTED = "revised-2021", 2, 1925, 3
WORSE = 6.0  # VP that a planted move is thought to lose
TRIED, WORLDS = 12, 16  # actions looked at for one, and determinizations
CHECK, FRESH = 64, 1_000_000  # games of the check for a line, and the first of its sampled states


class Planter:
    """The strong player, but for some moves of the first seat. ``places``: decisions of its own."""

    def __init__(self, adviser: Adviser, program: np.ndarray, seed: int) -> None:
        self.adviser, self.pick = adviser, chooser(STRONG, program[0])
        self.rng = random.Random(seed)
        self.planted: dict[int, float] = {}  # number of the decision: VP thought to be lost
        self.decisions = 0
        self.next = self.rng.randrange(5, 30)

    def __call__(self, game: Game) -> int:
        self.decisions += 1
        legal = game.legal()
        due = self.decisions >= self.next and len(self.planted) < PLANTED
        if game.player == 0 and due and len(legal) > 1:
            bad = self._bad(game)
            if bad is not None:
                self.next = self.decisions + self.rng.randrange(25, 60)
                return bad
        return self.pick(game)

    def _bad(self, game: Game) -> int | None:
        """A move that is thought to lose ``WORSE`` or more, drawn by lot; None: there is none."""
        best = self.adviser.candidates(game, 1)
        tried = self.rng.sample(game.legal(), min(TRIED, len(game.legal())))
        others = [one for one in tried if one not in best]
        if not best or not others:
            return None
        worths = self.adviser.standing(self.adviser.weigh(game, [*best, *others], WORLDS))[..., 0]
        lost = (worths[:, :1] - worths[:, 1:]).mean(axis=0)
        bad = [i for i, vp in enumerate(lost) if vp >= WORSE]
        if not bad:
            return None
        chosen = self.rng.choice(bad)
        self.planted[self.decisions] = float(lost[chosen])
        return others[chosen]


def one_game(number: int) -> dict[str, Any]:
    """A game with planted moves, and what its review found."""
    ruleset = load_ruleset(RULES)
    program = compile_ruleset(ruleset)
    adviser = Adviser(program, PLAYERS)
    planter = Planter(adviser, program, SEED + number)
    document = record(ruleset, PLAYERS, SEED, planter, number=number)
    before = time.process_time()
    found = review_of(document)
    seconds = time.process_time() - before
    order = {id(moment): i for i, moment in enumerate(found.game.moments, start=1)}
    rows = []
    for choice in found.choices:
        placed = [one for one in choice.stretch.moments if order[id(one)] in planter.planted]
        for moment in placed:
            thought = planter.planted[order[id(moment)]]
            rows.append(row_of(choice, thought) | {"cost": _cost_of_planted(adviser, moment)})
        if choice.grade and not placed:
            rows.append(row_of(choice, None) | {"cost": cost_of_named(adviser, choice)})
    return {
        "game": number, "seconds": round(seconds, 1), "decisions": len(found.choices),
        "first_choices": sum(one.rank == 1 for one in found.choices), "rows": rows,
        "accounts": [_account(found, seat) for seat in range(PLAYERS)],
    }  # fmt: skip


def timed_game(number: int) -> tuple[dict[str, Any], float]:
    """The same, and the seconds of processor time that it took."""
    began = time.process_time()
    return one_game(number), time.process_time() - began


def row_of(choice: Choice, planted: float | None) -> dict[str, Any]:
    """A choice in which a move was planted, or for which a better one was named."""
    return {
        "step": choice.moment.step, "round": choice.moment.round, "seat": choice.seat + 1,
        "planted": None if planted is None else round(planted, 1), "grade": choice.grade,
        "played_out": bool(choice.alternatives), "tried": choice.cost is not None,
        "stated": choice.cost.vp.plain(1) if choice.cost else None,
        "win": choice.cost.win.plain(3) if choice.cost else None,
    }  # fmt: skip


def _cost_of_planted(adviser: Adviser, moment: Moment) -> dict[str, Any]:
    own = own_line(chooser(STRONG, moment.game.rules), moment.game)
    return _cost(adviser, moment.game, Line(moment.game, (moment.action,)), own)


def cost_of_named(adviser: Adviser, choice: Choice) -> dict[str, Any]:
    game = choice.stretch.first.game
    best = Line(game, choice.alternatives[0].line)
    return _cost(adviser, game, choice.stretch.played(), best)


def _cost(adviser: Adviser, game: Game, played: Line, best: Line) -> dict[str, Any]:
    """What a line really costs: VP as the strong player counts them, and the share of games won."""
    found = adviser.play_out(game, [played, best], CHECK, FRESH, strong=True)[:, :, game.player]
    both = adviser.standing(found)
    lost = both[:, 1] - both[:, 0]
    return WorldMean.of(lost[:, 0]).plain(1) | {"win": round(float(lost[:, 1].mean()), 3)}


def _account(found: Review, seat: int) -> dict[str, Any]:
    """The sums of a seat: VP of each part, and whether it played the strong player's own moves."""
    sums = found.account.sums[seat]
    start, result = sums.start[0].mean, sums.result[0].mean
    own = all(choice.effect is None for choice in found.of(seat))
    return {
        "seat": seat + 1, "own": own,
        "parts": {name: of[0].plain(2) for name, of in sums.parts.items()},
        "win": {name: of[1].plain(4) for name, of in sums.parts.items()},
        "left": round(result - start - sum(of[0].mean for of in sums.parts.values()), 6),
    }  # fmt: skip


def mean(rows: Sequence[dict[str, Any]], *place: str) -> float:
    """The mean of what choices have at a place; 0 if there are none."""
    named = [row[place[0]][place[1]] for row in rows]
    return sum(named) / len(named) if named else 0.0


def shown(trial: proof.Proof) -> str:
    """The record in lines."""
    head = trial.head
    seconds = [game["seconds"] for game in trial.games]
    missed = [row["cost"]["mean"] for row in trial.rows if row["planted"] is not None
              and not row["grade"]]  # fmt: skip
    blamed = [row for row in trial.rows if row["planted"] is None and row["grade"]]
    right, wrong = trial.called("blunder", "mistake"), trial.wrong("blunder", "mistake")
    own = [one for game in trial.games for one in game["accounts"] if one["own"]]
    sums = [one["parts"]["own choices"] for game in trial.games for one in game["accounts"]]
    rest = [one["parts"]["remainder"] for game in trial.games for one in game["accounts"]]
    zero = sum(one["low"] <= 0 <= one["high"] for one in rest)
    parted = max(abs(one["left"]) for game in trial.games for one in game["accounts"])
    lines = [
        "Do reviews find what was planted, and do they spare good play?",
        "    python -m tests.review_power",
        "",
        f"{len(trial.games)} games of {STRONG} against itself, {RULES}, {PLAYERS} players; "
        f"{trial.found().whole} moves of the first seat replaced by ones thought to lose "
        f"{WORSE:g} VP or more. Learned values: {head['review']['weights']}.",
        f"What they really cost: {CHECK} games each played to their end by {STRONG} in sampled "
        "states of their own. Shares with 95% intervals (Wilson).",
        "",
        f"planted moves for which a better one was named: {trial.found().told()}",
        *(
            f"  of those that really cost {cost:g} VP or more: {trial.found(cost).told()}"
            for cost in (proof.choices.MATTERS, proof.LARGE)
        ),
        f"  missed that really cost {proof.LARGE:g} VP or more: "
        + (", ".join(f"{cost:g}" for cost in missed if cost >= proof.LARGE) or "none"),
        f"other choices for which a better one was named: {len(blamed)} in "
        f"{len(trial.games) * PLAYERS} "
        "games of a seat",
        f"of all that were called mistakes or blunders, wrong by the check (cost 0 or less): "
        f"{proof.Share(len(wrong), len(right)).told()}",
        "of all for which a better one was named, wrong by the check: "
        f"{proof.Share(len(trial.wrong()), len(trial.called())).told()}",
        *(
            f"  {grade}: {len(trial.called(grade))} named, lost "
            f"{mean(trial.called(grade), 'cost', 'win'):.0%} of games by the check, stated "
            f"{mean(trial.called(grade), 'win', 'mean'):.0%}"
            for grade in proof.choices.GRADES
        ),
        f"stated cost of what was named, mean: {mean(trial.called(), 'stated', 'mean'):.1f} VP; "
        f"by the check {mean(trial.called(), 'cost', 'mean'):.1f} VP",
        f"choices judged: {sum(game['decisions'] for game in trial.games)}",
        "",
        f"Seats that played the strong player's own moves throughout: {len(own)}; sums of their "
        "own choices: "
        + (", ".join(f"{one['parts']['own choices']['mean']:+.1f}" for one in own) or "none")
        + " VP (0 by construction: a choice is compared with the player's own)",
        "Sums of own choices of the seats with planted moves, VP: "
        + ", ".join(f"{one['mean']:+.1f}" for one in sums if one["mean"] != 0),
        f"remainders whose 95% interval contains 0: {proof.Share(zero, len(rest)).told()}; "
        f"mean {np.mean([one['mean'] for one in rest]):+.1f} VP",
        f"what start and parts of an account leave of the result, at most: {parted:g} VP",
        f"processor time of a review of both seats: {sum(seconds) / len(seconds):.0f} s in the "
        f"mean, at most {max(seconds):.0f} s",
        "",
        f"{head['date']}, commit {head['commit']}; {head['seconds']:.0f} s of processor time",
    ]
    return "\n".join(lines) + "\n"


def head_of(games: list[dict[str, Any]], play: dict[str, str], seconds: float) -> dict[str, Any]:
    """The record: how it was made, then its games."""
    return {
        "rules": RULES, "players": PLAYERS, "seed": SEED, "worse": WORSE, "check": CHECK,
        "review": proof.settings(), "play": play, "seconds": round(seconds),
        "commit": commit(), "date": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC", "games": games,
    }  # fmt: skip


def main() -> None:
    """Play, review, and write the record after each game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, default=FOLDER)
    asked = parser.parse_args()
    file = asked.out / "review.json"
    play = fingerprint(parts_of([RULES], [STRONG]))
    known = proof.read(file)
    if known and known.head["play"] == play:
        games, before = known.games, known.head["seconds"]
    else:
        games, before = [], 0
    there = {game["game"] for game in games}
    missing = [n for n in range(asked.first, asked.first + asked.games) if n not in there]
    with mapping(timed_game, asked.workers, print) as play_all:
        for _, (game, seconds) in play_all(missing):
            before += seconds
            games = sorted([*games, game], key=lambda one: one["game"])
            data = head_of(games, play, before)
            file.write_text(json.dumps(data, indent=1) + "\n", "utf-8")
    found = proof.read(file)
    assert found is not None
    (asked.out / "review.txt").write_text(shown(found), "utf-8")
    print(shown(found), end="")


if __name__ == "__main__":
    main()
