"""Weights of the heuristics: declared in TOML, one file a style, read into flat arrays."""

import tomllib
from functools import cache
from pathlib import Path

from model import UserError
from simulate.policies import features

FOLDER = Path(__file__).parent
NAMES = tuple(name.lower() for name in vars(features) if name.isupper())
BASE = "greedy"


def read(style: str) -> dict[str, float]:
    """The weights that a style's file declares, by feature."""
    table = tomllib.loads((FOLDER / f"{style}.toml").read_text("utf-8"))
    return {feature: float(entry["value"]) for feature, entry in table.items()}


@cache
def declared(style: str = BASE) -> dict[str, float]:
    """All weights of a style; features it does not name are those of ``greedy``.

    Raises UserError if a feature is unknown, or missing in ``greedy`` itself.
    """
    weights = {**read(BASE), **read(style)}
    odd = set(weights) ^ set(NAMES)
    if odd:
        raise UserError(f"{style}.toml: features missing or unknown: {', '.join(sorted(odd))}")
    return weights
