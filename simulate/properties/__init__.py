"""User-defined invariants: declared in five lines, checked over many games, with counterexamples.

For example::

    from simulate.properties import invariant

    @invariant
    def nobody_is_rich(player):
        \"\"\"A player holds at most 20 krones.\"\"\"
        return player.krones <= 20

``gah check verify --invariant my_rules.py`` checks it; README.md here lists what a position offers.
"""

from simulate.properties.declared import (
    assume,
    final,
    invariant,
    never,
    reachable,
    transition,
)

__all__ = ["assume", "final", "invariant", "never", "reachable", "transition"]
