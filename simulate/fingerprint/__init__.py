"""The fingerprint of play: a digest of how fixed games are played, part by part.

A record can state with it which rules and players produced it, and a faster engine that plays
identically keeps the record valid.

*Rules.* A part is a ruleset: editions with every option, each change, set of modules, variant,
extra and other reading of a ruling alone, samples of assumed values. Its games are played with 2,
3 and 4 players by actions drawn by their place among the legal ones, with separate random numbers,
so that no policy's code matters. After each decision the digest includes the number of actions and
the seat's state; at the end, the state of all seats. The order in which legal actions are listed is
part of it, their encoding and the layout of the state are not. Rules that these games do not reach
are not covered: one that random play meets once in 10,000 games may change unnoticed.

*Players.* A part is a policy, named "player NAME": the games of some tables, played as recorded
games are. "player NAME, base game" leaves out the table with all modules: records without modules
depend on it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

import tomli

from model.base import later_names
from model.errors import UserError
from model.ruleset import parse_spec
from model.sources import DATA, sources
from simulate.base.cache import root
from simulate.base.files import write_whole
from simulate.base.provenance import digest_of
from simulate.base.roster import POLICIES
from simulate.base.tastes import of_any_playouts

PLAYER = "player "  # prefix of a policy's name: the part of its games
BASE = ", base game"  # suffix: only its games without modules
RULES = "rules"  # all parts of the rules together

Parts = dict[str, str]  # by name of the part: 12 hex digits

RECORD = Path(__file__).parents[2] / "verification" / "fingerprint.json"
"""What `gah check fingerprint --out` recorded last."""


def parts_of(specs: Iterable[str], players: Iterable[str]) -> list[str]:
    """The parts that a record depends on: rulesets by name, policies as a table names them."""
    specs = list(dict.fromkeys(specs))
    which = "" if any(map(_has_modules, specs)) else BASE
    names = dict.fromkeys(PLAYER + of_any_playouts(name) + which for name in players)
    return [*specs, *names]


def _has_modules(spec: str) -> bool:
    """Is a module in play, judging by the name of a ruleset?"""
    try:
        _, changes = parse_spec(spec.partition(" ")[0])
    except UserError:
        return True
    return any(sources().change[id].kind == "module" for id in changes)


def all_parts() -> list[str]:
    """The names of all parts, rules first."""
    from simulate.fingerprint.rules import rules_parts  # here: it loads the engine

    players = [PLAYER + policy.name + which for policy in POLICIES for which in ("", BASE)]
    return [*rules_parts(), *players]


KINDS = ("py", "toml", "weights")
"""What files of players there are."""


@cache
def code_digest() -> str:
    """Digest of everything that may change play: data and code of the rules, engine and players.

    Data are digested by content, not by spelling; positions that books leave open are not rules.
    """
    code = digest_of(
        *("*.py", "base/roster.py", "base/tastes.py", "compiling/*.py", "fingerprint/*.py"),
        *("engine/*.py", "playing/*.py"),
        *(f"{folder}/*.{kind}" for folder in ("policies", "learned") for kind in KINDS),
    )
    found = hashlib.sha256(code.encode())
    for file in sorted(DATA.parent.glob("**/*.py")):
        found.update(file.read_bytes())
    for file in sorted([*DATA.glob("*.toml"), *DATA.glob("modules/*.toml")]):
        tables = tomli.loads(file.read_text("utf-8"))
        found.update(repr({name: one for name, one in tables.items() if name != "gap"}).encode())
    return found.hexdigest()[:12]


def fingerprint(names: Iterable[str], *, played: bool = False) -> Parts:
    """The fingerprints of these parts, or of RULES for all of them together.

    Any other ruleset that ``load_ruleset`` knows by name is accepted, too. Results are cached next
    to compiled code until a file changes that may change play. Unless it has to be ``played`` here,
    the suite's record is also used if made by this very code. Raises UserError for a name that is
    neither.
    """
    names = list(names)
    path = root() / f"fingerprint-{code_digest()}.json"
    known = _kept(path) if played else {**_recorded(), **_kept(path)}
    if set(names) <= set(known):
        return {name: known[name] for name in names}
    from simulate.fingerprint.players import of_player  # here: they load the engine
    from simulate.fingerprint.rules import NamedRuleset, of_rules, rules_parts

    parts = rules_parts()
    made: Parts = {}  # played here
    for name in dict.fromkeys([*names, *(parts if RULES in names else ())]):
        if name in known or name == RULES:
            continue
        if name.startswith(PLAYER):
            player = name.removesuffix(BASE)
            if player not in made:
                made[player + BASE], made[player] = of_player(player.removeprefix(PLAYER))
        else:
            made[name] = of_rules(one.load() for one in parts.get(name, [NamedRuleset(name)]))
    known |= made
    if RULES in names:
        together = "".join(known[name] for name in parts if not _asked_later(name))
        known[RULES] = hashlib.sha256(together.encode()).hexdigest()[:12]
    if made:
        with suppress(UserError):  # no room: play it again next time
            write_whole(path, json.dumps({**_kept(path), **made}).encode())
    return {name: known[name] for name in names}


def _asked_later(name: str) -> bool:
    """Is this part a reading of a choice that came up later?

    Earlier records cannot depend on it: the digest of all rules leaves it out.
    """
    id, equals, reading = name.rpartition(" ")[2].partition("=")
    if not equals or id not in sources().ruling:
        return False
    paths = sources().ruling[id].readings[reading].set
    return bool(paths) and {path.rpartition(".")[2] for path in paths} <= later_names()


def holds(play: Parts) -> bool:
    """Do rules and players still play as the parts of a record state? No if it states nothing."""
    return bool(play) and fingerprint(play) == play


def _recorded() -> Parts:
    """The parts in the suite's record; none if other code made it."""
    try:
        found = json.loads(RECORD.read_text("utf-8"))
        return dict(found["parts"]) if found["code"] == code_digest() else {}
    except (OSError, ValueError, TypeError, KeyError):
        return {}


def _kept(path: Path) -> Parts:
    """The cached results for the current files; empty if there are none or they cannot be read."""
    try:
        return dict(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return {}
