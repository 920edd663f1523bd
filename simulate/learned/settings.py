"""Settings of the learned players, from players.toml."""

from __future__ import annotations

from typing import Any

import tomli

from simulate.base.tastes import stem_of, tastes_of
from simulate.learned.weights import FOLDER


def settings_of(name: str) -> dict[str, Any]:
    """The settings of a learned player, including those inherited from another one.

    ``tastes``: given by its entry or its name; the name takes precedence.
    """
    settings = tomli.loads((FOLDER / "players.toml").read_text("utf-8"))
    _, tastes = tastes_of(name)
    own = settings[stem_of(name)]
    tastes = {**own.get("tastes", {}), **tastes}
    return {**settings.get(own.get("like"), {}), **own, "tastes": tastes}


def network_of(name: str) -> str:
    """The weights file of a learned player."""
    return str(settings_of(name)["weights"])
