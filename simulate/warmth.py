"""Tells a user when the engine has to be compiled first."""

from collections.abc import Callable
from pathlib import Path

from simulate.engine.jit import CACHE


def announce(say: Callable[[str], None], folder: Path | None = None) -> None:
    """Say that compiling comes first, if a folder (the engine's) holds nothing compiled yet."""
    if not is_warm(folder or CACHE):
        say("compiling the engine; this happens once and takes a few minutes ...")


def is_warm(folder: Path) -> bool:
    """Does a folder hold compiled code?"""
    return any(folder.rglob("*.nbi"))
