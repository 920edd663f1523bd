"""How many planted blunders a review finds, and how often it blames strong play.

    python -m tests.review_power [--games 10] [--first 0]

Games of the strong player against itself, at both seats. In each some moves of the first seat are
replaced, in places drawn by lot, by a legal move that the strong player thinks to be ``WORSE`` VP
or more below its best; what follows is played by the strong player again. A review that does not
know the places judges every decision of both seats. What it names a blunder is weighed once more
by ``CHECK`` games that the strong player plays on, in worlds that neither the review nor the
planting has seen. The record is verification/review.json; review.txt tells it, and so do pages of
reviews. Games that are there are kept, if rules, players and reviews are still what they were.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from analysis.review import Choice, proof, review_of
from analysis.review.figures import Figure
from model import load_ruleset
from simulate.engine.compile import compile_ruleset
from simulate.fingerprint import fingerprint, parts_of
from simulate.game import Game
from simulate.learned.advice import STRONG, Adviser
from simulate.policies import chooser
from simulate.provenance import commit
from simulate.referee import record

FOLDER = Path(__file__).parents[1] / "verification"
RULES, PLAYERS, SEED, PLANTED = "revised-2021", 2, 1925, 3
WORSE = 6.0  # VP that a planted move is thought to lose
TRIED, WORLDS = 12, 16  # actions looked at for one, and imagined worlds
CHECK, FRESH = 100, 1_000_000  # games of the check, and the first of its worlds


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
        planted = planter.planted.get(order[id(choice.moment)])
        if planted is not None or choice.blunder:
            rows.append(_row(adviser, choice, planted))
    return {
        "game": number, "seconds": round(seconds, 1), "decisions": len(found.choices),
        "first_choices": sum(one.rank == 1 for one in found.choices), "rows": rows,
    }  # fmt: skip


def _row(adviser: Adviser, choice: Choice, planted: float | None) -> dict[str, Any]:
    """A planted move, or one that was named a blunder, with what it really cost."""
    moment = choice.moment
    best = choice.best if choice.best != moment.action else adviser.candidates(moment.game, 1)[0]
    games = adviser.played_out(moment.game, [moment.action, best], CHECK, FRESH, strong=True)
    lost = adviser.standing(games)[..., 0]
    cost = Figure.of(lost[:, 1] - lost[:, 0])
    return {
        "step": moment.step, "round": moment.round, "seat": moment.seat + 1,
        "planted": None if planted is None else round(planted, 1), "blunder": choice.blunder,
        "suspect": choice.played_out is not None, "rank": choice.rank,
        "stated": choice.played_out.vp.plain(1) if choice.played_out else None,
        "cost": cost.plain(1),
    }  # fmt: skip


def told(trial: proof.Proof) -> str:
    """The record in lines."""
    head = trial.head
    seconds = [game["seconds"] for game in trial.games]
    lines = [
        "Do reviews find what was planted, and do they spare strong play?",
        "",
        f"{len(trial.games)} games of {STRONG} against itself, {RULES}, {PLAYERS} players; "
        f"{trial.found().whole} moves of the first seat replaced by ones thought to lose "
        f"{WORSE:g} VP or more. Learned values: {head['review']['weights']}.",
        f"What they really cost: {CHECK} games each played out in worlds of their own.",
        "",
        f"planted moves named blunders: {trial.found().told()}",
        *(
            f"  of those that really cost {cost:g} VP or more: {trial.found(cost).told()}"
            for cost in (proof.choices.MATTERS, proof.LARGE)
        ),
        f"other decisions named blunders: {len(trial.blamed)} in {trial.seats} games of a seat",
        f"  of them wrongly, by the check: {len(trial.wrongly)}",
        f"decisions judged: {trial.decisions}",
        f"  the strong player's first choice: {sum(g['first_choices'] for g in trial.games)}",
        f"stated cost of what was named, mean: {trial.mean(lambda r: r['stated']['mean']):.1f} VP",
        f"  its cost by the check, mean: {trial.mean(lambda r: r['cost']['mean']):.1f} VP",
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
    parser.add_argument("--out", type=Path, default=FOLDER)
    asked = parser.parse_args()
    file = asked.out / "review.json"
    play = fingerprint(parts_of([RULES], [STRONG]))
    known = proof.read(file)
    if known and known.head["play"] == play:
        games, before = known.games, known.head["seconds"]
    else:
        games, before = [], 0
    began = time.process_time()
    for number in range(asked.first, asked.first + asked.games):
        if all(game["game"] != number for game in games):
            games.append(one_game(number))
            games.sort(key=lambda game: game["game"])
            data = head_of(games, play, before + time.process_time() - began)
            file.write_text(json.dumps(data, indent=1) + "\n", "utf-8")
    found = proof.read(file)
    assert found is not None
    (asked.out / "review.txt").write_text(told(found), "utf-8")
    print(told(found), end="")


if __name__ == "__main__":
    main()
