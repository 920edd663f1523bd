"""Tells a user when the engine has to be compiled first, and compiles it ahead.

``python -m simulate.compiling.ahead`` compiles what most commands and tests need, so that
processes that start together afterwards find it.
"""

import importlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

from simulate.compiling.code_cache import folder_of

NEEDED = ("simulate.engine", "simulate.policies")


def is_compiled() -> bool:
    """Is there machine code of engine and policies?"""
    return all(any(folder_of(package).glob("*.unit")) for package in NEEDED)


def compile_ahead(say: Callable[[str], None]) -> None:
    """Compile engine and policies, and say how far it is; nothing is said if all is there."""
    if is_compiled():
        return
    say("compiling the engine; this happens once and takes about a minute ...")
    for package in NEEDED:  # it takes a second, and brings the units
        importlib.import_module(package)
    from simulate.compiling.fitness import MISSING

    if MISSING:
        return  # all was compiled as it was imported
    from simulate.compiling.linking import UNITS

    with helped() if UNITS else nullcontext():  # none where compiling is switched off
        for package, unit in UNITS.items():
            start = time.monotonic()
            unit.ready()
            say(f"  {package}: {time.monotonic() - start:.0f} s")


@contextmanager
def helped() -> Iterator[None]:
    """Have another process do a part of it, where there is a core for it."""
    if (os.cpu_count() or 1) < 2:
        yield
        return
    command = [sys.executable, "-m", "simulate.compiling.helper", *NEEDED]
    quiet = subprocess.DEVNULL
    helper = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)
    try:
        yield
    finally:
        helper.terminate()
        helper.wait()


if __name__ == "__main__":
    compile_ahead(lambda line: print(line, flush=True))
