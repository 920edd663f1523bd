"""Values printed on components that no source gives: they are assumed, and always marked.

data/assumptions.toml holds them by path, each with a default, a plausible range and a reason.
data/known.toml holds values read off a component, which replace the assumptions.
"""

from __future__ import annotations

import copy
import functools
import re
from collections.abc import Mapping
from typing import Annotated, Any

import tomli
from pydantic import AfterValidator, Field, TypeAdapter, ValidationError

from model.base import Word
from model.defaults import DEFAULT_ASSUMPTIONS
from model.draws import MOST_VP, AroundPrice, Draws, OneOf, Range, SeatsRange, SectionsRange
from model.errors import UserError
from model.reading import first_problem
from model.schema import BonusTokenTile, Goods, Numbered, PlayerCount, Seats, Section
from model.sources import DATA, Text, Tree, sources
from model.vocabulary.base import Cost, Vp

SAMPLE = re.compile(r"sample:([0-9]{1,18})", re.ASCII)
MOST_OFF = 2.0  # VP by which the price of a drawn order may differ from known VP
COSTS = (1, 6)  # krones of staff in the base game
DANCERS = 10  # per player, in the sections of a rehearsal room
MODULES = ("ballrooms", "more")  # modules with cards whose values are derived from prices


class Assumption(Word):
    """A value that no source gives: the assumed value, its range, and the reason.

    needs: the entry that must be in play; by default the card or tile that the path names.
    """

    default: Any
    range: Range
    reason: Text
    needs: str = ""


class Assumptions(Word):
    """All assumptions by path, and bonuses for sections of rehearsal rooms by number of dancers."""

    by_path: dict[str, Assumption]
    bonuses: dict[str, tuple[Any, ...]]


@functools.cache
def assumptions() -> Assumptions:
    """All assumptions of data/assumptions.toml, validated; read once."""
    raw = tomli.loads((DATA / "assumptions.toml").read_text(encoding="utf-8"))
    bonuses = raw.pop("bonuses")
    return Assumptions.model_validate({"by_path": raw, "bonuses": bonuses})


# --- known values ------------------------------------------------------------------------------


@functools.cache
def known_values() -> Tree:
    """The values of data/known.toml by path; read once. Raises UserError if it is not TOML."""
    try:
        return tomli.loads((DATA / "known.toml").read_text(encoding="utf-8"))
    except ValueError as error:
        raise UserError(f"known.toml: not TOML: {error}") from None


def _ordered(order: Goods) -> Goods:
    if not order.total:
        raise ValueError("a guest orders at least one good")
    return order


def _whole_room(sections: tuple[Section, ...]) -> tuple[Section, ...]:
    if sum(section.dancers for section in sections) != DANCERS:
        raise ValueError(f"the sections hold {DANCERS} dancers in all")
    return sections


def _for_all(seats: dict[int, int]) -> dict[int, int]:
    if sorted(seats) != [2, 3, 4]:
        raise ValueError("seats for 2, 3 and 4 players")
    return seats


SHAPES: dict[str, Any] = {
    "order": Annotated[Goods, AfterValidator(_ordered)],
    "vp": Vp,
    "cost": Cost,
    "sections": Annotated[
        tuple[Section, ...], Field(min_length=1, max_length=4), AfterValidator(_whole_room)
    ],
    "seats": Annotated[dict[PlayerCount, Seats], Numbered, AfterValidator(_for_all)],
}


def shape(path: str) -> TypeAdapter[Any]:
    """The type that the value at an assumed path must have, by the last part of the path."""
    return _shape(path.rpartition(".")[2])


@functools.cache
def _shape(part: str) -> TypeAdapter[Any]:
    return TypeAdapter(SHAPES.get(part, BonusTokenTile))


def _check_known(path: str, value: Any) -> None:
    if path not in assumptions().by_path:
        raise UserError(
            f"known.toml: {path}: nothing assumed; write a path of `gah rules assumptions` in"
            ' quotes, such as "guest.134.vp" = 1'
        )
    try:
        shape(path).validate_python(value)
    except ValidationError as error:
        raise UserError(f"known.toml: {first_problem(error, path)}") from None


def _wanted_known(tree: Tree, known: Mapping[str, Any] | None) -> Tree:
    """The known values missing from the cards in play; all known values are checked."""
    known = known_values() if known is None else known
    for path, value in known.items():
        _check_known(path, value)
    return {path: value for path, value in known.items() if _wanted(tree, path)}


# --- assumed values ----------------------------------------------------------------------------


def _entry(path: str) -> str:
    """The card or tile of a path: its first two parts."""
    return ".".join(path.split(".")[:2])


def _find(tree: Tree, path: str) -> Any:
    """The value at a path, None if there is none."""
    node: Any = tree
    for part in path.split("."):
        if not isinstance(node, dict) or part not in node:
            return None
        node = node[part]
    return node


def _wanted(tree: Tree, path: str) -> bool:
    """Does the card or tile of a path exist without a value at the path?"""
    needs = assumptions().by_path[path].needs or _entry(path)
    return _find(tree, needs) is not None and _find(tree, path) is None


def sample_number(which: str) -> int | None:
    """The number of a sample, None for the defaults. Raises UserError for anything else."""
    match = SAMPLE.fullmatch(which)
    if match is None and which != DEFAULT_ASSUMPTIONS:
        raise UserError(f"assumptions {which!r}: write default or sample:N, e.g. sample:7")
    return int(match.group(1)) if match else None


def assumed_values(
    tree: Tree, which: str, known: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The assumed value of every path whose card or tile is in the tree, without known values.

    Args:
        tree: the rules with all cards of the modules, without assumed values.
        which: "default", or "sample:N" (N from 0) for the Nth plausible completion.
        known: values read off components, by path; those of data/known.toml if None.

    Raises UserError if `which` is neither, or if a known value cannot be used.
    """
    sample = sample_number(which)
    given = _wanted_known(tree, known)
    values: dict[str, Any] = {}
    for path, assumption in assumptions().by_path.items():
        if path not in given and _wanted(tree, path):
            value = assumption.default
            if sample is not None:
                value = _draw(path, sample, tree, {**given, **values})
            values[path] = copy.deepcopy(value)
    return values


def fill(tree: Tree, values: Mapping[str, Any], known: Mapping[str, Any] | None = None) -> None:
    """Write values by path, even if the field is missing, and the known values next to them.

    Args: as for `assumed_values`, which returns `values`.
    """
    for path, value in {**_wanted_known(tree, known), **values}.items():
        node: Any = tree
        *parts, last = path.split(".")
        for part in parts:
            node = node.setdefault(part, {})
        node[last] = copy.deepcopy(value)


@functools.cache
def printed_parts() -> frozenset[str]:
    """Paths below assumed ones whose values the rulebook gives."""
    found = set()
    for path, one in assumptions().by_path.items():
        if isinstance(one.range, SeatsRange):
            fixed = (n for n, (least, most) in one.range.seats.items() if least == most)
            found |= {f"{path}.{players}" for players in fixed}
        elif isinstance(one.range, SectionsRange):
            found |= {f"{path}.{int(section) - 1}.bonus" for section in one.range.printed}
    return frozenset(found)


# --- samples and prices ------------------------------------------------------------------------


def _draw(path: str, sample: int, tree: Tree, settled: Mapping[str, Any]) -> Any:
    """One plausible value, given the known values and those drawn before it."""
    possible, draws = assumptions().by_path[path].range, Draws(sample, path)
    if isinstance(possible, SectionsRange):
        return possible.draw(draws, assumptions().bonuses)
    if isinstance(possible, AroundPrice):
        order = settled.get(f"{_entry(path)}.order", _find(tree, f"{_entry(path)}.order"))
        return possible.draw(draws, _price(tree, path, order))
    if isinstance(possible, OneOf):
        vp = settled.get(f"{_entry(path)}.vp", _find(tree, f"{_entry(path)}.vp"))
        return draws.one(_that_fit(tree, path, possible.one_of, vp))
    return possible.draw(draws)


def _price(tree: Tree, path: str, order: Any) -> float:
    """VP that the guest of a path should bring with this order."""
    from model.pricing import guest_price  # here because numpy is slow to import

    return guest_price(order, _find(tree, f"{_entry(path)}.reward") or ())


def _that_fit(tree: Tree, path: str, orders: tuple[Any, ...], vp: int | None) -> list[Any]:
    """The orders whose price is near the guest's VP, or else the nearest; all if VP are unknown."""
    if vp is None:
        return list(orders)
    off = [abs(_price(tree, path, order) - vp) for order in orders]
    limit = max(MOST_OFF, min(off))
    return [order for order, by in zip(orders, off) if by <= limit]


def refitted() -> dict[str, int]:
    """The defaults derived from a price, recomputed from the base cards and the known values.

    VP of guests from 0 to 13, krones of staff from 1 to 6 as in the base game.
    """
    from model.pricing import guest_price, staff_price

    known = known_values()
    found: dict[str, int] = {}
    for module in MODULES:
        cards = sources().change[module].add
        for number, guest in cards.get("guest", {}).items():
            path, order = f"guest.{number}.vp", f"guest.{number}.order"
            assumption = assumptions().by_path.get(path)
            if assumption and isinstance(assumption.range, AroundPrice):
                ordered = known.get(order, assumptions().by_path[order].default)
                price = guest_price(ordered, guest.get("reward", ()))
                found[path] = min(max(round(price), 0), MOST_VP)
        for number, card in cards["staff"].items():
            cost = staff_price(card)
            if cost is not None and f"staff.{number}.cost" in assumptions().by_path:
                found[f"staff.{number}.cost"] = min(max(round(cost), COSTS[0]), COSTS[1])
    return found
