"""Tell a user when the engine must be compiled first, and compile it ahead.

``python -m simulate.compiling.ahead`` compiles what most commands and tests need. Processes that
start together afterwards load it from the cache.
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
    """Is compiled code of engine and policies in the cache?"""
    return all(any(folder_of(package).glob("*.unit")) for package in NEEDED)


def compile_ahead(say: Callable[[str], None]) -> None:
    """Compile engine and policies, and report progress. Does nothing if all of it is cached."""
    if is_compiled():
        return
    say("compiling the engine; this happens once and takes about a minute ...")
    for package in NEEDED:  # takes a second, and registers the units
        importlib.import_module(package)
    from simulate.compiling.fitness import MISSING

    if MISSING:
        return  # the imports have compiled everything
    from simulate.compiling.linking import UNITS

    with helped() if UNITS else nullcontext():  # no units where compiling is switched off
        for package, unit in UNITS.items():
            start = time.monotonic()
            unit.ready()
            say(f"  {package}: {time.monotonic() - start:.0f} s")


@contextmanager
def helped() -> Iterator[None]:
    """Let a second process compile part of it, if there is a core for it."""
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
