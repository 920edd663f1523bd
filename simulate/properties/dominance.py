"""Dominated cards: another one costs no more and does at least as much.

The comparison is of the cards' text, not of play. Staff cards: the timing must be the same; the
cost and the cost of use; effects and abilities. Guests: the colour must be the same; each good of
the order; VP and rewards. A guest with a larger order can be worth more with cards that count such
orders: this is ignored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from model import Ruleset
from model.tree import dump

# Numbers of effects and abilities of which more is better, and those of which less is. Everything
# else must be the same in both effects.
MORE = frozenset(
    ("strudel", "cake", "wine", "coffee", "champagne", "krones", "emperor", "vp", "goods", "rooms",
     "cards", "guests", "discount", "dice", "max", "tables", "times", "setup", "floors",
     "free", "occupied", "filled", "strengthen", "die_bonuses", "optional", "anywhere")
)  # fmt: skip
PRICES = frozenset(
    ("copy_cost", "room_cost", "serve_cost", "guest_cost", "avert_penalty")
)  # abilities whose krones are paid
KINDS = ("do", "kind")
Plain = dict[str, Any]


def dominated(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Pairs (card, the better card), by the names that players see."""
    rules = dump(ruleset)
    for table, better in (("staff", better_staff), ("guest", better_guest)):
        cards = rules[table]
        for key, card in cards.items():
            for other, rival in cards.items():
                if key != other and better(rival, card):
                    yield f"{table} {key} {card['name']}", f"{other} {rival['name']}"


def better_staff(one: Plain, other: Plain) -> bool:
    """Is the first staff card at least as good in everything and better in something?"""
    return (
        one["timing"] == other["timing"]
        and one["cost"] <= other["cost"]
        and _no_more(one["pay"], other["pay"])
        and _covers(one["effects"], other["effects"])
        and _covers(one["abilities"], other["abilities"])
        and _differ(one, other, "cost", "pay", "effects", "abilities")
    )


def better_guest(one: Plain, other: Plain) -> bool:
    """Is the first guest at least as good in everything and better in something?"""
    return (
        one["colour"] == other["colour"]
        and _no_more(one["order"], other["order"])
        and one["vp"] >= other["vp"]
        and _covers(one["reward"], other["reward"])
        and one["dances"] >= other["dances"]
        and _differ(one, other, "order", "vp", "reward", "dances")
    )


def _differ(one: Plain, other: Plain, *fields: str) -> bool:
    return any(_plain(one[field]) != _plain(other[field]) for field in fields)


def _plain(value: Any) -> Any:
    """Effects regardless of their order."""
    return sorted(map(repr, _summed(value))) if isinstance(value, (list, tuple)) else value


def _no_more(one: Plain, other: Plain) -> bool:
    """Is every amount of the first at most that of the second?"""
    return all(amount <= other[name] for name, amount in one.items())


def _summed(entries: Sequence[Plain]) -> list[Plain]:
    """Effects with all gains merged into one."""
    gains = [entry for entry in entries if entry.get("do") == "gain"]
    rest = [entry for entry in entries if entry.get("do") != "gain"]
    if len(gains) < 2:
        return list(entries)
    names = [name for name in gains[0] if name != "do"]
    return [{"do": "gain", **{name: sum(one[name] for one in gains) for name in names}}, *rest]


def _covers(one: Sequence[Plain], other: Sequence[Plain]) -> bool:
    """Does each entry of the second have its own entry of the first that is at least as good?"""
    return _matched(_summed(one), _summed(other))


def _matched(one: list[Plain], other: list[Plain]) -> bool:
    if not other:
        return True
    first, *rest = other
    return any(
        _at_least(entry, first) and _matched(one[:i] + one[i + 1 :], rest)
        for i, entry in enumerate(one)
    )


def _at_least(one: Plain, other: Plain) -> bool:
    """Is this effect or ability at least as good as the other?"""
    if any(one.get(kind) != other.get(kind) for kind in KINDS) or one.keys() != other.keys():
        return False
    paid = one.get("kind") in PRICES
    for name, said in one.items():
        rival = other[name]
        if said == rival:
            continue
        if name == "effects":
            if not _covers(said, rival):
                return False
        elif paid and name == "krones":
            if said > rival:
                return False
        elif name == "max":  # None: no limit
            if said is not None and (rival is None or said < rival):
                return False
        else:
            numbers = isinstance(said, int) and isinstance(rival, int)
            if name not in MORE or not numbers or said < rival:
                return False
    return True
