"""Tells a user when the engine has to be compiled first, and compiles it ahead.

``python -m simulate.compile_notice`` compiles what most commands and tests need, so that
processes that start together afterwards find it.
"""

import time
from collections.abc import Callable

from simulate.engine.kept import folder_of

NEEDED = ("simulate.engine", "simulate.policies")


def announce(say: Callable[[str], None]) -> None:
    """Say that compiling comes first, if the engine's machine code is not there."""
    if not is_compiled():
        say("compiling the engine; this happens once and takes about a minute ...")


def is_compiled() -> bool:
    """Is there machine code of engine and policies?"""
    return all(any(folder_of(package).glob("*.unit")) for package in NEEDED)


def compile_ahead(say: Callable[[str], None]) -> None:
    """Compile engine and policies, and tell how far it is; nothing is said if all is there."""
    if is_compiled():
        return
    announce(say)
    import simulate.policies  # noqa: F401  # here: it takes a second, and brings the units
    from simulate.engine.jit import MISSING

    if MISSING:
        return  # all was compiled as it was imported
    from simulate.engine.linking import UNITS

    for package, unit in UNITS.items():  # none where compiling is switched off
        start = time.monotonic()
        unit.ready()
        say(f"  {package}: {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    compile_ahead(lambda line: print(line, flush=True))
