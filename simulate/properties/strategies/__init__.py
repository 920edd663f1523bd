"""Hypothesis strategies for tests of your own: rulesets, patches, positions, games, transcripts.

    from hypothesis import given
    from simulate.properties.strategies import positions

    @given(positions())
    def test_nobody_is_in_debt(position):
        assert all(player["krones"] >= 0 for player in position.game.state["players"])

Each shrinks to what matters. ``GameMachine`` is a state machine to subclass. README.md here lists
what each takes and draws. Needs the extra ``properties``; importing this without it raises
UserError.
"""

from __future__ import annotations

from model import UserError

try:
    import hypothesis as _hypothesis  # noqa: F401  # named here for a clear error
except ImportError as error:
    raise UserError(
        "simulate.properties.strategies needs the extra properties, pip install -e '.[properties]'"
        f" ({error.name} is not there)"
    ) from None

from simulate.properties.strategies.games import Played, games, transcripts
from simulate.properties.strategies.invariants import INVARIANTS, Watch
from simulate.properties.strategies.machine import GameMachine
from simulate.properties.strategies.patches import patches
from simulate.properties.strategies.positions import Laid, positions
from simulate.properties.strategies.rulesets import Drawn, rulesets

__all__ = [
    "INVARIANTS",
    "Drawn",
    "GameMachine",
    "Laid",
    "Played",
    "Watch",
    "games",
    "patches",
    "positions",
    "rulesets",
    "transcripts",
]
