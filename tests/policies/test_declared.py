"""Every part of the heuristics is a feature with a declared weight: no number hides in the code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from simulate import policies
from simulate.policies import features
from simulate.policies.weights import ANY, BASE, FOLDER, NAMES, ranges, read

HOME = Path(policies.__file__).parent
JUDGING = (
    *("answers", "ballrooms", "cafe", "cards", "celebrities", "evaluation", "greedy", "hiring"),
    *("hotels", "pending", "position_cache", "progress", "rooms", "standing", "start_player"),
    "worth",
)
# Numbers that mean nothing by themselves: nothing, one, the halves and doubles of arithmetic.
PLAIN = {0, 1, 2}
# All others, with what they are.
ALLOWED = {
    "cafe": {8: "bits of a small count", 255: "the same"},
    "cards": {
        14: "turns of a player in a game, for which permanent cards are reckoned",
        7: "rounds of a game; the likeliest sum of two dice",
        6: "ways in which two dice come to it",
        13: "beyond the greatest sum of two dice",
        36: "ways in which two dice fall",
        3: "personal politics cards and letters of personal tiles",
        4: "colours of guests; goods of the largest orders; bits of a price",
        15: "the price in these bits",
        5: "numbers of guests, and sizes of groups, that have features of their own",
    },
    "ballrooms": {
        0.5: "half a place: a tie is between two ranks",
        4: "bits of a price",
        15: "the price in these bits",
        1e9: "worse than anything",
    },
    "greedy": {
        1e-6: "noise that decides between equals",
        64: "bits of a random number",
        1e9: "worse than anything",
    },
    "hotels": {6: "politics cards that are counted, by the rules"},
    "pending": {99: "a price beyond all krones"},
    "progress": {0.9999: "the whole but for rounding"},
    "position_cache": {64: "base of the keys"},
    "rooms": {0b11111: "the rooms of a floor"},
    "standing": {14: "turns of a player in a game, of which a share is left"},
}


def numbers(tree: ast.AST) -> Iterator[ast.Constant]:
    """Numbers in a tree, but for those in indices and slices."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(tree, ast.Subscript) and node is tree.slice:
            continue
        if isinstance(node, ast.Constant) and type(node.value) in (int, float):
            yield node
        yield from numbers(node)


@pytest.mark.parametrize("name", JUDGING)
def test_no_number_is_hidden_in_the_code(name: str) -> None:
    tree = ast.parse((HOME / f"{name}.py").read_text("utf-8"))
    found = {node.value: node.lineno for node in numbers(tree) if node.value not in PLAIN}
    allowed = ALLOWED.get(name, {})
    hidden = {value: line for value, line in found.items() if value not in allowed}
    assert not hidden, f"{name}.py: declare these in greedy.toml (number: line): {hidden}"
    assert set(allowed) <= set(found), "an exception that nothing needs any more"


def test_every_file_that_judges_is_looked_at() -> None:
    """Whoever reads weights judges."""
    readers = {
        path.stem for path in HOME.glob("*.py") if "worth.w[" in path.read_text("utf-8")
    }  # fmt: skip
    assert readers <= set(JUDGING)


def test_every_feature_is_read_somewhere() -> None:
    code = "".join((HOME / f"{name}.py").read_text("utf-8") for name in JUDGING)
    code += (HOME / "weights.py").read_text("utf-8")
    by_colour = ("room_blue", "room_red", "room_yellow")
    made = ("groups_of_", "round_guests_")
    for name in NAMES:
        if name not in by_colour and not name.startswith(made):
            assert f"w.{name.upper()}]" in code or f'"{name}"' in code, name


def test_every_feature_says_what_it_weighs_and_new_ones_how_far_they_go() -> None:
    """Bounds, shares and rates have a range; what weighs VP may be anything."""
    declared = read(FOLDER / f"{BASE}.toml")
    assert set(declared) == set(NAMES)
    for name, entry in declared.items():
        assert entry["meaning"], name
    first = features.LAST_TURNS, features.POLITICS_CLAIMED, features.CHAMPAGNE_SOON
    last = features.GUEST_POINTS, features.CHAMPAGNE_FIRST, len(NAMES)
    for start, end in zip(first, last, strict=True):
        for name in NAMES[start:end]:
            assert ranges()[name] != ANY, name
