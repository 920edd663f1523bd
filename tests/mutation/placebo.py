"""The placebo: would the tests of another clause prove this one as well?

A clause's sibling is drawn by lot among those that stand nearest to it: of a clause with a
condition those with a condition that name a function in common with it, of one with a place in the
data those of a neighbouring value. Its tests are tried on the change that the clause's own tests
noticed. Tests that name both clauses are the clause's own and are left out.

Many siblings build on the clause: without its rule their tests rightly fail, as they do without the
sibling's own. So a test tells two clauses of the code apart only if it fails without the rule of
the one and passes without that of the other. Both sides are judged so: the clause's tests prove it
if one of them tells it from its sibling, and the sibling's tests are a placebo that works if one of
them, which claims to be about the sibling, fails without the clause's rule and passes without the
sibling's. If tests were dealt out to the two clauses at random, both would happen equally often.

Conditions were first named by reading alone. Some were edited after the siblings of earlier lots
had been looked at, so siblings are drawn again (`LOT`): none of them was known to whoever edited.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence, Set

from model.clauses import clauses

BY = " ~ "
"""In the name of who is asked about a change: "clause ~ sibling" is the clause's change and the
sibling's tests, a clause alone is its own."""
LOOKED_AT, LOT = ("1", "2"), "3"
"""The lot by which siblings are drawn, and earlier ones, after which conditions were edited: a
sibling of these is drawn only if a clause has no other."""


def drawn(text: str) -> bytes:
    """An order by lot: what was tried when a run was interrupted is a fair sample."""
    return hashlib.sha256(text.encode()).digest()


def own(asked: str) -> str:
    """The clause that is asked about."""
    return asked.partition(BY)[0]


def sibling_of(asked: str) -> str:
    """Whose tests are tried on the clause's changes."""
    return asked.partition(BY)[2]


def is_placebo(asked: str) -> bool:
    return BY in asked


def tests_of(asked: str, by_clause: Mapping[str, Set[int]]) -> set[int]:
    """The tests that are tried: the clause's, or those of its sibling alone."""
    id, _, sibling = asked.partition(BY)
    mine = set(by_clause.get(id, ()))
    return set(by_clause.get(sibling, ())) - mine if sibling else mine


def functions(id: str) -> set[str]:
    """The functions of the engine that a clause names."""
    clause = clauses()[id]
    named = {clause.condition.function} if clause.condition else set()
    return named | set(clause.executed)


def siblings(id: str, places: Sequence[str]) -> list[str]:
    """The clauses that stand nearest to one. ``places``: the paths of its values; none of a clause
    with a condition."""
    others = [
        other for other, one in clauses().items() if other != id and one.status != "out-of-scope"
    ]
    if not places:
        mine = functions(id)
        return [other for other in others if mine & functions(other)]
    for levels in (1, 2, 3):
        near = {".".join(path.split(".")[:-levels]) for path in places} - {""}
        found = [other for other in others if _within(other, near) and not _shares(other, places)]
        if found:
            return found
    return []


def _within(id: str, near: set[str]) -> bool:
    """Does a clause declare a value below one of these paths?"""
    declared = clauses()[id].declared
    return any(f"{path}.".startswith(f"{one}.") for path in declared for one in near)


def _shares(id: str, places: Sequence[str]) -> bool:
    """Does a clause declare one of these places itself, what is around it, or a part of it?"""
    return any(
        f"{path}.".startswith(f"{place}.") or f"{place}.".startswith(f"{path}.")
        for path in clauses()[id].declared
        for place in places
    )


def placebo_of(
    id: str, places: Sequence[str], by_clause: Mapping[str, Set[int]],
    looked_at: Sequence[str] = LOOKED_AT, lot: str = LOT, named: bool = True,
) -> str | None:  # fmt: skip
    """A clause with its sibling, as who is asked; None if no sibling has a test of its own.

    named: the sibling of a clause of the code names a condition too.
    """
    able = [
        f"{id}{BY}{other}"
        for other in siblings(id, places)
        if tests_of(f"{id}{BY}{other}", by_clause)
        and (places or not named or clauses()[other].condition)
    ]
    for earlier in looked_at:
        if len(able) > 1:
            able.remove(first_of(able, earlier))
    return first_of(able, lot) if able else None


def first_of(asked: Sequence[str], lot: str) -> str:
    """Who is drawn by a lot."""
    return min(asked, key=lambda one: drawn(f"{lot} {one}"))
