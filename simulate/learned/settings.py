"""What players.toml says of the learned players."""

from __future__ import annotations

from typing import Any

import tomli

from simulate.base.tastes import stem_of, tastes_of
from simulate.learned.weights import FOLDER


def settings_of(name: str) -> dict[str, Any]:
    """What players.toml says of a learned player, with what it has of one that it is like.

    ``tastes``: what it likes, by its entry and by its name; the name comes first.
    """
    settings = tomli.loads((FOLDER / "players.toml").read_text("utf-8"))
    _, tastes = tastes_of(name)
    own = settings[stem_of(name)]
    tastes = {**own.get("tastes", {}), **tastes}
    return {**settings.get(own.get("like"), {}), **own, "tastes": tastes}


def network_of(name: str) -> str:
    """The file of the weights by which a learned player judges."""
    return str(settings_of(name)["weights"])
