"""What players.toml says of the learned players."""

from __future__ import annotations

from typing import Any

import tomli

from simulate.learned.weights import FOLDER


def settings_of(name: str) -> dict[str, Any]:
    """What players.toml says of a learned player, with what it has of one that it is like."""
    settings = tomli.loads((FOLDER / "players.toml").read_text("utf-8"))
    own = settings[name.partition(":")[0]]
    return {**settings.get(own.get("like"), {}), **own}


def network_of(name: str) -> str:
    """The file of the weights by which a learned player judges."""
    return str(settings_of(name)["weights"])
