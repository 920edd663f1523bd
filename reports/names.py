"""Names of rulesets, changes and players for readers; ids are for data and commands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from model.defaults import DEFAULT_SPEC
from model.sources import sources
from model.steps import read_recipe
from reports.text import listing

if TYPE_CHECKING:
    from analysis.base.runs import Config

LABEL = re.compile(r"(?P<spec>[^ ]+)(?: \((?P<chosen>.*)\))?")
PLAYERS = {"handset": "untuned greedy"}
"""Readable names for players whose own name means nothing to a reader."""
ONES = ("planner", "expert", "politician")
"""Players whose name is a noun for a person, so that it has a plural."""


@cache
def ruleset(label: str) -> str:
    """A ruleset by the year of its edition and its additions, "2021 + Vienna Ballrooms".

    A label that the model does not know is unchanged.
    """
    found = LABEL.fullmatch(label)
    if found is None:
        return label
    edition, *added = found["spec"].split("+")
    if edition not in sources().edition:
        return label
    chosen = [change(one) for one in (found["chosen"] or "").split(", ") if one]
    named = " + ".join([str(sources().edition[edition].year), *map(change, added)])
    return ", ".join([named, *chosen])


@cache
def change(id: str) -> str:
    """A change, module, bundle, option or ruling in a few words; unknown ids are unchanged."""
    if id in BUNDLES:
        return BUNDLES[id]
    known = sources()
    key, _, value = id.partition("=")
    if value and key in known.option:
        return known.option[key].choices[value].title.partition(",")[0]
    if value and key in known.ruling:
        return f"{ruling(key)}: {known.ruling[key].readings[value].title}"
    found = known.change.get(id) or known.bundle.get(id) or known.combination.get(id)
    return found.title.partition(":")[0] if found else id


BUNDLES = {"lets-waltz": "Let's Waltz!", "draft": "English draft", "online": "online rules"}
"""Bundles whose titles are sentences."""


OF_CARDS = re.compile(r"(?P<what>staff|die-bonus)-(?P<cards>\d+(?:-\d+)*)(?P<rest>.*)")
OF_TILE = re.compile(r"(?P<tile>[a-d]\d)-(?P<rest>.*)")
"""Ids of rulings about staff cards, by number, or about an emperor tile."""


@cache
def staff() -> dict[int, str]:
    """The staff cards of the newer edition by their numbers."""
    return {number: one.name for number, one in read_recipe(DEFAULT_SPEC).resolve().staff.items()}


def ruling(id: str) -> str:
    """A ruling or option in a few words: its id, with the names of cards and tiles."""
    if about := OF_CARDS.fullmatch(id):
        cards = [staff()[int(one)] for one in about["cards"].split("-")]
        rest = (about["what"].removeprefix("staff") + about["rest"]).replace("-", " ").strip()
        return " and ".join(cards) + (f", {rest}" if rest else "")
    if about := OF_TILE.fullmatch(id):
        return f"Tile {about['tile'].upper()}, {about['rest'].replace('-', ' ')}"
    return id.replace("-", " ").capitalize().replace(" vp", " VP")


def plan(key: str) -> str:
    """A hotel plan: "day_b" is on day side B."""
    side, _, letter = key.partition("_")
    return f"{side} side{f' {letter.upper()}' if letter else ''}"


def together(ids: str) -> str:
    """Several modules: "ballrooms+more" as "Vienna Ballrooms + …", "a with b" as "A with B"."""
    for sign in (" with ", "+"):
        if sign in ids:
            return (" + " if sign == "+" else sign).join(map(change, ids.split(sign)))
    return change(ids)


def player(name: str) -> str:
    """A kind of player, or all kinds at a table: "greedy,handset" as "greedy and …"."""
    return " and ".join(PLAYERS.get(one, one) for one in name.split(","))


def players(name: str, number: int | None = None) -> str:
    """Several players of a kind, "2 planners", "greedy players"; all kinds at a mixed table."""
    kind = player(name)
    several = f"{kind}s" if kind in ONES else f"{kind} players"
    return several if number is None else f"{number} {several}"


def seated(number: int, policy: str) -> str:
    """The players at a table as studies list them, `seated(*table)`: "4 experts"."""
    return players(policy, number)


def by_table(tables: Sequence[tuple[int, str]], clauses: Sequence[str]) -> str:
    """One clause for each table as sentences; tables with the same clause are joined.

    tables: the number of players and what they are called, "planners".
    """
    said: dict[tuple[str, str], list[str]] = {}
    for (n, who), clause in zip(tables, clauses, strict=True):
        said.setdefault((clause, who), []).append(str(n))
    return " ".join(
        f"With {listing(numbers)} {who} {clause}." for (clause, who), numbers in said.items()
    )


def table(kinds: str) -> str:
    """The players at a table: "a,b" is "a and b"."""
    return " and ".join(kinds.split(","))


def heads(configs: Sequence[Config]) -> list[str]:
    """Headings of columns, each for one kind and number of players."""
    return [f"{one.policy}, {one.players} players" for one in configs]


def with_modules(text: str) -> str:
    """A text with ids of modules replaced by their names."""
    modules = [id for id, one in sources().change.items() if one.kind == "module"]
    return re.sub("|".join(map(re.escape, modules)), lambda found: change(found[0]), text)
