"""The machine: plays games by the rules declared in `model`, and records them.

`Game` and `IllegalAction` are loaded on first use: reading recorded games (`simulate.data`) does
not need the engine, which takes a second to import.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simulate.base import own_code as own_code  # first: it notes where other modules are read from

if TYPE_CHECKING:
    from simulate.game import Game, IllegalAction

__all__ = ["Game", "IllegalAction"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from simulate import game

    return getattr(game, name)
