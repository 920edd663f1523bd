"""Fixtures: the writer of synthetic data, and one small tree with planted effects."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest


def load_synthetic() -> ModuleType:
    """The writer beside this file, as a module (the tests folder is no package)."""
    name = "gah_synthetic"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(
            name, Path(__file__).with_name("synthetic.py")
        )
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


@pytest.fixture(scope="session")
def synthetic() -> ModuleType:
    return load_synthetic()


@pytest.fixture(scope="session")
def planted(tmp_path_factory: pytest.TempPathFactory, synthetic: ModuleType) -> Path:
    """Two rulesets on the same 12 000 deals: card 5 is good, card 9 bad, ruleset b changes 17.

    Ruleset b lowers every score by 3 and the worth of card 17 by 4; it raises that card's play
    rate from 0.3 to 0.5. Seat 0 scores 2 VP more.
    """
    root = tmp_path_factory.mktemp("planted")
    common = {"games": 12_000, "seat": {0: 2.0}, "edition_sd": 6.0, "confounding": 1.0}
    for ruleset, rules in enumerate(("original-2015", "revised-2021")):
        world = synthetic.World(
            base=120.0 - 3.0 * ruleset,
            card={5: 5.0, 9: -5.0, 17: 1.0 - 4.0 * ruleset},
            play_rate={17: 0.3 + 0.2 * ruleset},
            **common,
        )
        synthetic.write_run(root, world, rules=rules, ruleset=ruleset)
    return root
