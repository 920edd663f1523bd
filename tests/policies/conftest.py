"""Which players the battery is run on: all of the suite and the example, or one of the user's.

`pytest tests/policies --policy my_player.py` puts your own file to the test.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from simulate import policies
from simulate.base import roster
from simulate.policies import own

FEW = 4  # playouts of a search: what it has to do does not depend on their number
OTHERS = ("guests", "staff", "emperor", "blue", "red", "yellow", "dancer", f"search:{FEW}")
"""Players that are `politician` with other weights, for which `handset` stands in the short run,
and one that takes long, for which `expert` does."""
AT_LENGTH = (pytest.mark.long, pytest.mark.guard)
EXAMPLE = Path(__file__).parents[2] / "examples" / "first_player.py"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--policy",
        metavar="NAME",
        help="run the battery on this policy only: a name, or your own my_player.py[:function]",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    of_battery = metafunc.module.__name__.endswith("test_battery")
    if of_battery and "policy" in metafunc.fixturenames:
        given = metafunc.config.getoption("policy", default=None)
        usual = [f"{one.name}:{FEW}" if one.searches else one.name for one in roster.POLICIES]
        names = [own.named(given or str(EXAMPLE))]
        names = names if given else [*usual, *names]
        metafunc.parametrize(
            "policy",
            [pytest.param(name, marks=AT_LENGTH if name in OTHERS else ()) for name in names]
            if given is None
            else names,
            ids=policies.label,
        )
