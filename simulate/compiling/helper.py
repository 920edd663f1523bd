"""Compiles parts of packages in parallel with the process that asked, to use two cores.

``python -m simulate.compiling.helper PACKAGE...``: three quarters of the time of compiling go into
what numba does in Python, function by function, on one core. The other process begins with what is
exported first, this one with the last function of the last module; each keeps what it has made and
takes what the other has kept. Nothing depends on this one: what it has not made, the other makes.
"""

import sys

from simulate.compiling.linking import UNITS, functions_of
from simulate.compiling.signatures import has_one_signature


def make_parts(package: str) -> None:
    """Make the parts of a package from the last one on, but those whose calls say their types."""
    functions = functions_of(package)  # its modules are imported, and say what is exported
    with UNITS[package].being_made():
        for callee in reversed(functions):
            if has_one_signature(callee.function):
                callee.part(callee.types_for(None))


if __name__ == "__main__":
    for package in sys.argv[1:]:
        make_parts(package)
