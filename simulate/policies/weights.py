"""Weights of the heuristics: declared in TOML, read here, compiled into flat arrays."""

import tomllib
from functools import cache
from pathlib import Path

import numpy as np

from model import UserError
from simulate.policies import features

FOLDER = Path(__file__).parent
NAMES = tuple(name.lower() for name in vars(features) if name.isupper())


@cache
def declared(name: str = "greedy") -> dict[str, float]:
    """Weights by feature. Raises UserError if the file lacks one or has one too many."""
    table = tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
    if set(table) != set(NAMES):
        odd = ", ".join(sorted(set(table) ^ set(NAMES)))
        raise UserError(f"{name}.toml: features missing or unknown: {odd}")
    return {feature: float(table[feature]["value"]) for feature in NAMES}


def as_array(weights: dict[str, float]) -> np.ndarray:
    """Weights in the order of NAMES, shape (len(NAMES),), float32."""
    return np.array([weights[name] for name in NAMES], dtype=np.float32)
