"""Compile parts of packages in parallel with the process that asked, to use two cores.

``python -m simulate.compiling.helper PACKAGE...``: numba spends three quarters of the compile time
in Python, function by function, on one core. The other process starts with the first export, this
one with the last function of the last module. Each saves what it has compiled and loads what the
other has saved. This process is optional: the other one compiles whatever this one has not.
"""

import sys

from simulate.compiling.linking import UNITS, functions_of
from simulate.compiling.signatures import has_one_signature


def make_parts(package: str) -> None:
    """Compile the parts of a package, last one first, except those whose types depend on calls."""
    functions = functions_of(package)  # imports the modules, which register the exports
    with UNITS[package].being_made():
        for callee in reversed(functions):
            if has_one_signature(callee.function):
                callee.part(callee.types_for(None))


if __name__ == "__main__":
    for package in sys.argv[1:]:
        make_parts(package)
