"""Tells a user when the engine has to be compiled first."""

from collections.abc import Callable

from simulate.engine.kept import folder_of


def announce(say: Callable[[str], None]) -> None:
    """Say that compiling comes first, if the engine's machine code is not there."""
    if not is_warm():
        say("compiling the engine; this happens once and takes about a minute ...")


def is_warm() -> bool:
    """Is there machine code of engine and policies?"""
    modules = ("simulate.engine.machine", "simulate.policies.greedy")
    return all(any(folder_of(module).glob("*.unit")) for module in modules)
