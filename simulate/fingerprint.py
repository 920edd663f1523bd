"""The fingerprint of play: what fixed games come to, part by part.

A record can say by it which rules and players it was made by, and a faster engine that plays the
same keeps the record.

*Rules.* A part is a ruleset: editions with every option, each change, set of modules, variant,
extra and other reading of a ruling alone, samples of what is assumed. Its games are played with 2,
3 and 4 players by actions drawn by their place among the legal ones, with a chance of its own, so
that no policy's code has a say. After each decision its digest takes in how many actions there were
and what the seat then has; at the end, all that the seats have. The order in which legal actions
are listed is part of it, their encoding and the layout of the state are not. What these games do
not come upon is not seen: a rule that random play meets once in 10,000 games may change unnoticed.

*Players.* A part is a policy, named "player NAME": what the games of some tables come to, played as
recorded games are.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np

from model import Ruleset, load_ruleset
from model.clauses import whole_spec
from model.ruleset import parse_spec
from model.sources import DATA, sources
from simulate.batch.runner import Run
from simulate.batch.shard import Player
from simulate.data.files import write_whole
from simulate.engine.compile import compile_ruleset
from simulate.engine.jit import compiled
from simulate.engine.kept import digest_of, root
from simulate.engine.machine import MAX_ACTIONS, settle, step
from simulate.engine.rng import GOLDEN, below, draw, game_key, mix
from simulate.engine.setup import start
from simulate.engine.state import new_games
from simulate.roster import POLICIES
from simulate.verify.verification import OPTIONS, SAMPLED, SPECS, module_specs

SEED = 2_015_2021
S_FINGERPRINT = 60  # the stream by which actions are drawn
GAMES = 480  # of a part, for each number of players and each of its rulesets
SAMPLES = 6  # completions of what is assumed
PLAYER = "player "  # before the name of a policy: the part of its games
RULES = "rules"  # all parts of the rules together

Parts = dict[str, str]  # by name of the part: 12 hex digits


@compiled
def taken_in(word, number):
    """A digest of 64 bits that has taken in one number more."""
    return mix(word * GOLDEN + np.uint64(number) + GOLDEN)


@compiled
def seat_taken_in(word, p):
    """A digest that has taken in what a player has."""
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
    """A digest that has taken in how a game ended."""
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
    """The digest after games ``first`` .. ``end - 1`` too, played in ``games[0]``; games[1] is
    blank."""
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
class Named:
    """A ruleset as ``load_ruleset`` takes it."""

    spec: str
    options: Mapping[str, str] = field(default_factory=dict)
    rulings: Mapping[str, str] = field(default_factory=dict)
    assumptions: str = "default"

    def load(self) -> Ruleset:
        """Resolve it."""
        return load_ruleset(
            self.spec, rulings=self.rulings, assumptions=self.assumptions, **self.options
        )


def rules_parts() -> dict[str, list[Named]]:
    """The rulesets of each part of the rules."""
    parts = {spec: [Named(spec, option) for option in OPTIONS] for spec in SPECS}
    oldest, newest = SPECS[0], SPECS[-1]
    specs = [*module_specs(), *_one_change(oldest, newest), *map(whole_spec, SPECS)]
    samples = [f"sample:{n + 1}" for n in range(SAMPLES)]
    for spec in specs:
        drawn = samples if spec.endswith(SAMPLED) else ["default"]
        every = [Named(spec.removesuffix(SAMPLED), assumptions=sample) for sample in drawn]
        parts.setdefault(spec, every)
    for id, ruling in sources().ruling.items():
        for edition in SPECS if ruling.status == "switch" else ():
            spec = whole_spec(edition)
            settled = set(ruling.superseded_by) & set(parse_spec(spec)[1])
            for reading in () if settled else ruling.readings:
                if reading != ruling.default_for(edition):
                    parts[f"{edition} {id}={reading}"] = [Named(spec, rulings={id: reading})]
    return parts


def _one_change(oldest: str, newest: str) -> Iterable[str]:
    """Each change by itself: of an edition over the oldest one, others with what they need."""
    for id, change in sources().change.items():
        if change.kind == "change" and not change.modules:
            yield f"{oldest}+{id}"
        else:
            yield "+".join([newest, *change.modules, id])


def of_rules(rulesets: Iterable[Ruleset], games: int = GAMES) -> str:
    """The fingerprint of play by these rulesets: so many games each with 2, 3 and 4 players."""
    memory, out = new_games(2), np.zeros(MAX_ACTIONS, dtype=np.int32)
    word = np.uint64(0)
    for ruleset in rulesets:
        program = compile_ruleset(ruleset)[0]
        for players in range(2, ruleset.game.max_players + 1):
            word = range_taken_in(memory, program, players, SEED, 0, games, out, word)
    return f"{int(word):016x}"[:12]


TABLES = (("original-2015", 3), ("revised-2021", 2), ("revised-2021", 4))
QUICK, PLANS, SEARCHES = 60, 6, 1  # games at each table, by how long a player thinks
TRIALS = ":2"  # a search's, so that it is not about its patience


def of_player(name: str) -> str:
    """The fingerprint of a policy: what games against itself come to, as they are recorded."""
    policy = next(one for one in POLICIES if one.name == name)
    games = SEARCHES if policy.searches else PLANS if policy.plans else QUICK
    digest = hashlib.sha256()
    for spec, players in (*TABLES, (whole_spec(SPECS[-1]), 2)):
        table = name + (TRIALS if policy.searches else "")
        run = Run(load_ruleset(spec), players, table, games, SEED, Path("unused"))
        game_rows, player_rows, _ = Player(run.job()).play(0, games)
        for rows, columns in ((game_rows, ("turns", "decisions")), (player_rows, ("vp", "rank"))):
            for column in columns:
                digest.update(np.ascontiguousarray(rows[column], dtype="<i4").tobytes())
    return digest.hexdigest()[:12]


def parts_of(specs: Iterable[str], players: Iterable[str]) -> list[str]:
    """The parts that a record is about: rulesets by name, policies as a table names them."""
    names = dict.fromkeys(PLAYER + name.partition(":")[0] for name in players)
    return [*dict.fromkeys(specs), *names]


def all_parts() -> list[str]:
    """The names of all parts, rules first."""
    return [*rules_parts(), *(PLAYER + policy.name for policy in POLICIES)]


def fingerprint(names: Iterable[str]) -> Parts:
    """The fingerprints of these parts, or of RULES for all of them together.

    Any other ruleset that ``load_ruleset`` knows by name may be asked for too. What was found is
    kept beside compiled code, for as long as no file changes that may change play. Raises UserError
    for a name that is neither.
    """
    parts = rules_parts()
    path = root() / f"fingerprint-{code_digest()}.json"
    known = _kept(path)
    names = list(names)
    needed = [*names, *(parts if RULES in names else ())]
    missing = [name for name in dict.fromkeys(needed) if name not in known and name != RULES]
    for name in missing:
        if name.startswith(PLAYER):
            known[name] = of_player(name.removeprefix(PLAYER))
        else:
            known[name] = of_rules(one.load() for one in parts.get(name, [Named(name)]))
    if missing:
        write_whole(path, json.dumps({**_kept(path), **known}).encode())
    together = hashlib.sha256("".join(known.get(name, "") for name in parts).encode())
    return {name: together.hexdigest()[:12] if name == RULES else known[name] for name in names}


def _kept(path: Path) -> Parts:
    """What was found for the files as they are; empty if nothing was, or it cannot be read."""
    try:
        return dict(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return {}


@cache
def code_digest() -> str:
    """Digest of all files that may change play: data and code of the rules, engine and players."""
    code = digest_of("*.py", "engine/*.py", "policies/*", "learned/*", "batch/*.py")
    found = hashlib.sha256(code.encode())
    files = [*DATA.parent.glob("**/*.py"), *DATA.glob("*.toml"), *DATA.glob("modules/*.toml")]
    for file in sorted(files):
        if file.name != "gaps.toml":
            found.update(file.read_bytes())
    return found.hexdigest()[:12]
