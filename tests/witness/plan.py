"""What is compared: rulesets, each reading of each switch, numbers of players, and who plays."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import numpy as np

from model import Ruleset, load_ruleset
from model.patch import Patch
from model.sources import sources
from simulate import Game
from simulate.engine.machine import MAX_ACTIONS
from simulate.engine.state import new_games
from simulate.policies import chooser, worth_tables
from simulate.policies.chooser import SCRATCH
from simulate.policies.greedy import as_words
from simulate.referee.rules import patched
from simulate.verify.seeker import SEEKS_BY, choose_seeker
from tests.witness.comparison import Disagreement, Match

PLAYERS = ("random", "greedy", "seeker", "planner", "expert")
BOTH = ("original-2015", "revised-2021")
SPECS = (
    *BOTH,
    *(f"revised-2021+{one}" for one in ("ballrooms", "celebrities", "unique-hotels")),
    *(f"revised-2021+{one}" for one in ("start-player", "more")),
    *(f"{edition}+lets-waltz" for edition in BOTH),
    "revised-2021+celebrities+agatha-christie",
    "revised-2021+unique-hotels+stroup",
    "revised-2021+ballrooms+celebrities+unique-hotels+start-player+draft",
    "revised-2021+lets-waltz+draft",
    "revised-2021+online",
    "revised-2021+online+no-kitchen-hand+sweep+herlius+rowe-smith",
    "revised-2021+online+original-rules",
    "revised-2021+lets-waltz+sweep+herlius+rowe-smith+auto-claim+turn-without-dice",
)
OPTIONS: tuple[dict[str, Any], ...] = (
    {"hands": "draft"},
    {"hands": "beginner"},
    {"boards": "day"},
    {"promos": False},
)


# Questions that come up only with other changes or readings than those of their modules.
CHANGES = {"stroup-again": "+unique-hotels+stroup", "late-seat": "+lets-waltz+draft"}
BESIDE = {
    "skipped-turn": (("unpayable-die", "skip-die"),),
    "staff-33-moment": (("staff-of-own-reward", "paying"),),
}


@dataclass(frozen=True)
class Rules:
    """A ruleset of the plan: its spec and what is chosen with it."""

    spec: str
    hands: str | None = None
    boards: str | None = None
    promos: bool | None = None
    ruling: tuple[str, str] | None = None
    beside: tuple[tuple[str, str], ...] = ()  # further rulings, without which it never comes up
    values: tuple[tuple[str, Any], ...] = ()  # set by a patch, by path

    def load(self) -> Ruleset:
        rulings = dict([*self.beside, *([self.ruling] if self.ruling else ())])
        ruleset = load_ruleset(
            self.spec, hands=self.hands, boards=self.boards, promos=self.promos, rulings=rulings
        )
        for patch in self.patches():
            ruleset = patched(ruleset, patch)
        return ruleset

    def patches(self) -> tuple[Patch, ...]:
        """The patch that sets the values; none without any."""
        return (Patch(id="values", set=dict(self.values)),) if self.values else ()

    def __str__(self) -> str:
        chosen = [f"{k}={v}" for k, v in (("hands", self.hands), ("boards", self.boards)) if v]
        chosen += [f"promos={self.promos}"] if self.promos is not None else []
        chosen += ["=".join(one) for one in ((self.ruling,) if self.ruling else ()) + self.beside]
        chosen += [f"{len(self.values)} values"] if self.values else []
        return " ".join((self.spec, *chosen))


def rulesets() -> list[Rules]:
    """All rulesets of the comparison: specs, options, and each switch off its default alone."""
    found = [Rules(spec) for spec in SPECS]
    found += [Rules(spec, **one) for one in OPTIONS for spec in BOTH]
    for id, ruling in sources().ruling.items():
        if ruling.status != "switch":
            continue
        for edition in BOTH:
            if ruling.edition and ruling.edition != edition:
                continue
            spec = edition + CHANGES.get(id, "+lets-waltz" if ruling.modules else "")
            if edition == "revised-2021" and any(one == "gizia" for one in ruling.superseded_by):
                spec += "-gizia"
            for reading in ruling.readings:
                if reading != ruling.default_for(edition):
                    found.append(Rules(spec, ruling=(id, reading), beside=BESIDE.get(id, ())))
    return found


def picker(name: str, game: Game, seed: int) -> Callable[[Game], int]:
    """A player of both games; random ones draw from the seed."""
    if name == "random":
        draw = random.Random(seed)
        return lambda game: draw.choice(game.legal())
    if name == "seeker":
        return seeker(game)
    return chooser(name, game.rules)


def seeker(game: Game) -> Callable[[Game], int]:
    """The player that steers games to rare states, as `gah check verify` has it."""
    scratch, out = new_games(SCRATCH), np.zeros(MAX_ACTIONS, dtype=np.int32)
    words = as_words(scratch)
    worth = worth_tables(game.rules, (SEEKS_BY,), int(game.state.n_players))[0]

    def pick(game: Game) -> int:
        legal = game.legal()
        scratch[0] = game.games[0]
        out[: len(legal)] = legal
        return legal[choose_seeker(scratch, words, game.rules, worth, out, len(legal))]

    return pick


@dataclass
class Outcome:
    """What a ruleset's games came to."""

    positions: Counter[str] = field(default_factory=Counter)  # by player
    games: int = 0
    cut: int = 0  # games that the recorder could not follow to the end
    wrong: list[str] = field(default_factory=list)


def compare(rules: Rules, positions: int, seed: int, most_wrong: int = 3) -> Outcome:
    """Games of one ruleset until so many positions were compared, or so many disagreements."""
    ruleset = rules.load()
    done = Outcome()
    for number, (players, name) in enumerate(_tables(seed)):
        if done.positions.total() >= positions or len(done.wrong) >= most_wrong:
            return done
        try:
            match = Match(ruleset, players, seed, number, patches=rules.patches())
        except Disagreement as error:
            done.wrong.append(f"{players} players, {name}, game {number}: {error}")
            continue
        pick = picker(name, match.game, seed * 10_007 + number)
        try:
            match.compare()
            while not match.game.over:
                match.act(pick(match.game))
                match.compare()
        except Disagreement as error:
            done.wrong.append(f"{players} players, {name}, game {number}: {error}")
        except RuntimeError as error:
            if "dice were rolled" not in str(error):
                raise
            done.cut += 1
        done.games += 1
        done.positions[name] += match.positions
    return done


def _tables(seed: int) -> Iterator[tuple[int, str]]:
    """Numbers of players and who plays, round and round; the seed says where it begins."""
    for number in count(seed):
        yield 2 + number % 3, PLAYERS[number % len(PLAYERS)]
