"""Patches that nobody would write: any value at any path, real or invented. Most are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from model.paths import OPEN_TABLES, all_paths
from model.wording import GOODS
from simulate.properties.strategies import values
from simulate.properties.strategies.patches import toml_text, tree

PATHS = sorted(all_paths(tree()))
WORDS = ["", "red", "green", "gain", "once", "permanent", "do", "krones", "x", "0", "-1", "vp"]

SCALARS = st.one_of(
    st.integers(-3, 130),
    st.sampled_from([2**31, -(2**63), 2**63 - 1]),
    st.booleans(),
    st.floats(-5, 25) | st.sampled_from([float("nan"), float("inf")]),
    st.sampled_from(WORDS),
)
KEYS = st.sampled_from([*GOODS, "do", "kind", "per", "effects", "letter", "cost", "order", "19"])
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=8,
)


@st.composite
def any_path(draw: Callable[..., Any]) -> str:
    """A path of the ruleset, whole, cut short, too long, or with a part of another."""
    path = draw(st.sampled_from(PATHS))
    parts = path.split(".")
    match draw(st.sampled_from(["whole", "whole", "short", "long", "mixed"])):
        case "short":
            parts = parts[: draw(st.integers(1, len(parts)))]
        case "long":
            parts.append(draw(st.sampled_from(["0", "99", "-1", "name", "", "krones"])))
        case "mixed":
            other = draw(st.sampled_from(PATHS)).split(".")
            parts[draw(st.integers(0, len(parts) - 1))] = draw(st.sampled_from(other))
    return ".".join(parts)


@st.composite
def spoilt(draw: Callable[..., Any]) -> Any:
    """An effect or penalty with one field that does not fit."""
    models = [*values.EFFECTS.values(), *values.PENALTIES.values()]
    word = dict(draw(values.words(draw(st.sampled_from(models)))))
    word[draw(st.sampled_from([*word, "krones", "colour"]))] = draw(ANYTHING)
    return [word]


@st.composite
def wild_patches(draw: Callable[..., Any]) -> str:
    """The text of a patch that is TOML, and little else."""
    patch: dict[str, Any] = {
        "remove": draw(st.lists(any_path(), max_size=2)),
        "set": draw(st.dictionaries(any_path(), ANYTHING | spoilt(), max_size=2)),
    }
    if draw(st.booleans()):
        keys = st.sampled_from(["1", "17", "0", "99999", "new", "x.y", "-4"])
        entries = st.dictionaries(keys, ANYTHING, max_size=2)
        tables = st.sampled_from([*OPEN_TABLES, "row", "boards.night", "politics"])
        patch["add"] = {draw(tables): draw(entries)}
    return toml_text(patch, "wild")
