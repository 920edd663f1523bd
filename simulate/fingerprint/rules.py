"""The parts of the rules, and a digest of random games under each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from model import Ruleset, load_ruleset
from model.clauses import whole_spec
from model.ruleset import parse_spec
from model.sources import sources
from simulate.engine.compile import compile_ruleset
from simulate.engine.jit import compiled
from simulate.engine.machine import MAX_ACTIONS, settle, step
from simulate.engine.rng import GOLDEN, below, draw, game_key, mix
from simulate.engine.setup import start
from simulate.engine.state import new_games
from simulate.fingerprint.rulesets import OPTIONS, SAMPLED, SPECS, module_specs

SEED = 2_015_2021
S_FINGERPRINT = 60  # the stream for drawing actions
GAMES = 480  # per part, for each number of players and each of its rulesets
SAMPLES = 6  # imputations of the assumed values


@compiled
def taken_in(word, number):
    """Mix one number into a 64-bit digest."""
    return mix(word * GOLDEN + np.uint64(number) + GOLDEN)


@compiled
def seat_taken_in(word, p):
    """Mix a player's state into a digest."""
    word = taken_in(word, p.vp)
    word = taken_in(word, p.krones * 64 + p.emperor)
    word = taken_in(word, p.vacant)
    word = taken_in(word, p.occupied)
    word = taken_in(word, p.hand_size * 64 + p.staff_size)
    for good in range(len(p.kitchen)):
        word = taken_in(word, p.kitchen[good])
    for table in range(len(p.cafe)):
        word = taken_in(word, p.missing_total[table])
    return word


@compiled
def end_taken_in(word, g):
    """Mix the end of a game into a digest."""
    word = taken_in(word, g.error)
    word = taken_in(word, g.round_no * 65_536 + g.turns)
    word = taken_in(word, g.decisions * 65_536 + g.rerolls)
    for seat in range(g.n_players):
        p = g.players[seat]
        word = seat_taken_in(word, p)
        word = taken_in(word, p.rank * 65_536 + p.tie_break)
        word = taken_in(word, p.housed * 65_536 + p.passes)
        for source in range(len(p.vp_by)):
            word = taken_in(word, p.vp_by[source])
    return word


@compiled
def range_taken_in(games, rules, players, seed, first, end, out, word):
    """Mix games ``first`` .. ``end - 1`` into a digest.

    They are played in ``games[0]``; games[1] is blank.
    """
    for game in range(first, end):
        games[0] = games[1]
        g = games[0]
        start(g, rules, players, seed, game)
        chance = draw(game_key(seed, game), S_FINGERPRINT, players)
        n = settle(g, rules, out)
        while n > 0:
            seat = g.frames[g.top - 1].player
            word = taken_in(word, n * 8 + seat)
            n = step(g, rules, out[below(mix(chance + np.uint64(g.decisions)), n)], out)
            word = seat_taken_in(word, g.players[seat])
        word = end_taken_in(word, g)
    return word


@dataclass(frozen=True)
class NamedRuleset:
    """A ruleset in the form that ``load_ruleset`` takes."""

    spec: str
    options: Mapping[str, str] = field(default_factory=dict)
    rulings: Mapping[str, str] = field(default_factory=dict)
    assumptions: str = "default"

    def load(self) -> Ruleset:
        """Resolve it."""
        return load_ruleset(
            self.spec, rulings=self.rulings, assumptions=self.assumptions, **self.options
        )


@cache
def rules_parts() -> dict[str, list[NamedRuleset]]:
    """The rulesets of each part of the rules; not to be changed."""
    parts = {spec: [NamedRuleset(spec, option) for option in OPTIONS] for spec in SPECS}
    oldest, newest = SPECS[0], SPECS[-1]
    specs = [*module_specs(), *_one_change(oldest, newest), *map(whole_spec, SPECS)]
    samples = [f"sample:{n + 1}" for n in range(SAMPLES)]
    for spec in specs:
        drawn = samples if spec.endswith(SAMPLED) else ["default"]
        every = [NamedRuleset(spec.removesuffix(SAMPLED), assumptions=sample) for sample in drawn]
        parts.setdefault(spec, every)
    for id, ruling in sources().ruling.items():
        for edition in SPECS if ruling.status == "switch" else ():
            spec = whole_spec(edition)
            settled = set(ruling.superseded_by) & set(parse_spec(spec)[1])
            for reading in () if settled else ruling.readings:
                if reading != ruling.default_for(edition):
                    parts[f"{edition} {id}={reading}"] = [NamedRuleset(spec, rulings={id: reading})]
    return parts


def _one_change(oldest: str, newest: str) -> Iterable[str]:
    """Each change alone: of an edition over the oldest one, others with what they need."""
    for id, change in sources().change.items():
        if change.kind == "change" and not change.modules:
            yield f"{oldest}+{id}"
        else:
            yield "+".join([newest, *change.modules, id])


def of_rules(rulesets: Iterable[Ruleset], games: int = GAMES) -> str:
    """The fingerprint of play by these rulesets: this many games each with 2, 3 and 4 players."""
    memory, out = new_games(2), np.zeros(MAX_ACTIONS, dtype=np.int32)
    word = np.uint64(0)
    for ruleset in rulesets:
        program = compile_ruleset(ruleset)[0]
        for players in range(2, ruleset.game.max_players + 1):
            word = range_taken_in(memory, program, players, SEED, 0, games, out, word)
    return f"{int(word):016x}"[:12]
