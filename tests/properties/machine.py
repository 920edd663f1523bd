"""The state machine of these tests: a failure also leaves a picture."""

from __future__ import annotations

from typing import Any

from simulate.properties.strategies import machine
from simulate.properties.strategies.telling import Broken
from tests import pictured
from tests.pictured import SAVED


class GameMachine(machine.GameMachine):
    """The public machine, whose failures are drawn as well."""

    folder = SAVED

    def failure(self, problem: str) -> Broken:
        seen = pictured.draw(self.game, self.drawn.load(), self.folder / "turn.svg", problem)
        said = str(super().failure(problem))
        return Broken(f"{said}\na picture of it: {pictured.shown(seen)}")


def of(strategy: Any, *checks: Any) -> type[GameMachine]:
    """The machine over other rulesets, with fewer invariants."""
    return type("GameMachine", (GameMachine,), {"rulesets": strategy, "checks": checks})
