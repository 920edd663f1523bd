"""Tells a user when the engine has to be compiled first."""

from collections.abc import Callable

from simulate.engine.jit import CACHE


def announce(say: Callable[[str], None]) -> None:
    """Say that compiling comes first, if nothing compiled is kept yet for this engine."""
    if not any(CACHE.rglob("*.nbi")):
        say("compiling the engine; this happens once and takes about a minute ...")
