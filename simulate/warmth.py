"""Tells a user when the engine has to be compiled first."""

from collections.abc import Callable
from pathlib import Path

from simulate.engine.jit import CACHE


def announce(say: Callable[[str], None], folder: Path = CACHE) -> None:
    """Say that compiling comes first, if the folder holds nothing compiled yet."""
    if not any(folder.rglob("*.nbi")):
        say("compiling the engine; this happens once and takes a few minutes ...")
