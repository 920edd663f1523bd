"""The difference between two rulesets as a list: path, both values and its cause."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from model.base import Word
from model.marks import departs, is_assumed
from model.ruleset import Layer, Ruleset
from model.tree import dump

ABSENT = "absent"
READ = ("ruling", "option")  # layers whose id is a question and its answer


class Difference(Word):
    """One value that differs between a left and a right ruleset.

    `change_ids` names the layers that cause it: changes by their id, others with their kind, such
    as "module:more", "ruling:b4-rooms=vacant" or "patch:mine". left_assumed and right_assumed:
    whether that side's value is assumed.
    """

    path: str
    left: Any
    right: Any
    change_ids: tuple[str, ...]
    titles: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    left_assumed: bool = False
    right_assumed: bool = False
    left_departs: str = ""
    right_departs: str = ""


def layer_id(layer: Layer) -> str:
    """The id by which a difference names a layer: bare for changes, else with the kind."""
    return layer.id if layer.kind == "change" else f"{layer.kind}:{layer.id}"


def diff_rulesets(a: Ruleset, b: Ruleset) -> list[Difference]:
    """Every value in which two rulesets differ, by path; empty if there is none.

    A card that only one of them has is one difference, with "absent" on the other side. Effects in
    lists are compared one by one if their words have the same fields, otherwise as a whole.
    """
    suspects = _suspects(a, b)
    found = []
    for path, left, right in _walk("", dump(a), dump(b)):
        touching = [layer for layer in suspects if any(_touches(p, path) for p in layer.paths)]
        causes = _newer_readings(touching, b)
        found.append(
            Difference(
                path=path,
                left=left,
                right=right,
                change_ids=tuple(layer_id(layer) for layer in causes),
                titles=tuple(layer.title for layer in causes),
                sources=tuple(layer.source for layer in causes),
                left_assumed=is_assumed(a, path),
                right_assumed=is_assumed(b, path),
                left_departs=departs(a, path),
                right_departs=departs(b, path),
            )
        )
    return found


def _suspects(a: Ruleset, b: Ruleset) -> list[Layer]:
    """The layers that only one side has, without rulings settled by a change of the other side."""
    only = [layer for layer in b.layers if not _among(layer, a.layers)]
    only += [layer for layer in a.layers if not _among(layer, b.layers)]
    common = a.rulings.keys() & b.rulings.keys()
    return [x for x in only if x.kind != "ruling" or _subject(x)[1] in common]


def _among(layer: Layer, layers: tuple[Layer, ...]) -> bool:
    """Is a layer present? Readings count as equal whichever of their cards are in play."""
    read = layer.kind in READ and any(_named(x) == _named(layer) for x in layers)
    return read or layer in layers


def _named(layer: Layer) -> tuple[str, str]:
    return layer.kind, layer.id


def _newer_readings(layers: list[Layer], right: Ruleset) -> list[Layer]:
    """The layers; of two readings of a ruling or option, only that of the right ruleset."""
    answered = {_subject(x) for x in layers if x in right.layers and x.kind in READ}
    return [x for x in layers if x in right.layers or _subject(x) not in answered]


def _subject(layer: Layer) -> tuple[str, str]:
    return layer.kind, layer.id.partition("=")[0]


def _walk(path: str, left: Any, right: Any) -> Iterator[tuple[str, Any, Any]]:
    if left == right:
        return
    if _alike(left, right):
        for key in [*left, *(key for key in right if key not in left)]:
            here = f"{path}.{key}" if path else key
            if key not in left:
                yield here, ABSENT, _card(right[key])
            elif key not in right:
                yield here, _card(left[key]), ABSENT
            else:
                yield from _walk(here, left[key], right[key])
    elif _alike_lists(left, right):
        for index, (one, other) in enumerate(zip(left, right, strict=True)):
            yield from _walk(f"{path}.{index}", one, other)
    else:
        yield path, left, right


def _alike(left: Any, right: Any) -> bool:
    """Can the two tables be compared field by field: no words, or words with equal fields?"""
    if not isinstance(left, dict) or not isinstance(right, dict):
        return False
    words = {"do", "kind"} & (left.keys() | right.keys())
    return not words or left.keys() == right.keys()


def _alike_lists(left: Any, right: Any) -> bool:
    if not isinstance(left, list) or not isinstance(right, list) or len(left) != len(right):
        return False
    return all(_alike(one, other) for one, other in zip(left, right, strict=True))


def _card(value: Any) -> Any:
    return value.get("name", value) if isinstance(value, dict) else value


def _touches(one: str, other: str) -> bool:
    return one == other or one.startswith(other + ".") or other.startswith(one + ".")
